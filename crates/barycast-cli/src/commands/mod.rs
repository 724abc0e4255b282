//! One file a command. Each returns the exit status, or why it could not go on.

pub(crate) mod pairs;
pub(crate) mod query;

use std::io;
use std::path::{Path, PathBuf};

/// Some request had an error.
pub(crate) const SOME_FAILED: u8 = 1;
/// A file could not be opened.
pub(crate) const NOT_OPENED: u8 = 3;

/// Why a command could not go on.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// A file could not be opened, or is not what it should be.
    #[error("cannot open {}", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Input broke off, or output could not be written.
    #[error("input or output failed")]
    Io(#[from] io::Error),
}

impl Failure {
    /// The program's exit status for it.
    pub(crate) fn exit_status(&self) -> u8 {
        match self {
            Self::Open { .. } => NOT_OPENED,
            Self::Io(_) => SOME_FAILED,
        }
    }

    /// `path` could not be opened.
    pub(crate) fn open(path: &Path, source: io::Error) -> Self {
        Self::Open { path: path.to_owned(), source }
    }
}
