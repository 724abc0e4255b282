//! Settings of the bench: `meshes.toml` with flags that override it.

use crate::flags;
use serde::Deserialize;
use std::path::PathBuf;
use toml::Table;

/// The keys of the file, which documents them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    pub meshes: PathBuf,
    pub made: Vec<usize>,
    pub mesh: Vec<String>,
    pub question: Vec<String>,
    pub only: Vec<String>,
    pub rays: usize,
    pub points: usize,
    pub poses: usize,
    pub repeats: usize,
    pub threads: Vec<usize>,
    pub check: usize,
    pub check_work: usize,
    pub embree: PathBuf,
    pub peer: Vec<Definition>,
}

/// A library with one way to use it.
#[derive(Clone, Debug, Deserialize)]
pub struct Definition {
    pub name: String,
    pub engine: String,
    /// Options that the library's module parses.
    #[serde(flatten)]
    pub options: Table,
}

impl Settings {
    /// Reads the file beside `Cargo.toml`, overridden by flags.
    pub fn load(arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let table = flags::over("meshes.toml", include_str!("../../meshes.toml"), arguments)?;
        table.try_into().map_err(|e| format!("meshes.toml: {e}"))
    }

    pub fn wants_mesh(&self, name: &str) -> bool {
        holds_one(name, &self.mesh)
    }

    pub fn wants_question(&self, name: &str) -> bool {
        holds_one(name, &self.question)
    }

    pub fn wants_peer(&self, name: &str) -> bool {
        let is = |word: &String| match word.strip_suffix('*') {
            Some(start) => name.starts_with(start),
            None => name == word,
        };
        self.only.is_empty() || self.only.iter().any(is)
    }
}

fn holds_one(name: &str, words: &[String]) -> bool {
    words.is_empty() || words.iter().any(|word| name.contains(word.as_str()))
}
