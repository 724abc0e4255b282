//! Why a command cannot go on, its exit status, and a command that helps on.

use super::hints;
use super::paths::quoted;
use crate::meshes::STDIN;
use barycast_io::{PATCHES, ReadError};
use std::io;
use std::path::{Path, PathBuf};

/// Some request had an error.
pub(crate) const SOME_FAILED: u8 = 1;
/// The command line asks for what is not there.
const WRONG_USE: u8 = 2;
/// A file could not be opened.
pub(crate) const NOT_OPENED: u8 = 3;

/// Why a command could not go on.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// A mesh file could not be read.
    #[error(transparent)]
    Mesh(#[from] ReadError),
    /// A file is of no kind that can be read, where patches could be read too.
    #[error("{0}, {patches}", patches = PATCHES)]
    Scene(ReadError),
    /// The command line asks for what is not there.
    #[error("{what}")]
    Usage {
        /// What is wrong.
        what: String,
        /// A command that would do.
        next: String,
    },
    /// A file could not be written.
    #[error("cannot write {}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// Input broke off, or output could not be written.
    #[error("input or output failed")]
    Io(#[from] io::Error),
}

impl Failure {
    /// The program's exit status for it.
    pub(crate) fn exit_status(&self) -> u8 {
        match self {
            Self::Mesh(_) | Self::Scene(_) => NOT_OPENED,
            Self::Usage { .. } => WRONG_USE,
            Self::Io(_) | Self::Write { .. } => SOME_FAILED,
        }
    }

    /// A command that helps on, where there is one.
    pub(crate) fn next_command(&self) -> Option<String> {
        match self {
            Self::Mesh(ReadError::UnknownKind { path, .. } | ReadError::Content { path, .. })
            | Self::Scene(ReadError::UnknownKind { path, .. })
                if path.is_dir() =>
            {
                Some(format!("ls {}   # look at what it holds", quoted(path)))
            }
            Self::Mesh(ReadError::UnknownKind { path, foreign })
            | Self::Scene(ReadError::UnknownKind { path, foreign }) => hints::foreign(path, *foreign),
            Self::Mesh(ReadError::Foreign { path, kind }) => hints::foreign(path, Some(*kind)),
            // No command looks at what was read from it.
            Self::Mesh(error) if error.path() == Path::new(STDIN) => None,
            Self::Mesh(ReadError::Line { path, line, .. }) => {
                Some(format!("sed -n {line}p {} | cut -c1-400   # look at the line", quoted(path)))
            }
            Self::Mesh(ReadError::Io { path, .. }) => {
                let folder = path.parent().filter(|folder| folder.is_dir()).unwrap_or(Path::new("."));
                Some(format!("ls {}   # or `barycast cast` alone, for the sample scene", quoted(folder)))
            }
            Self::Mesh(ReadError::Compressed { path, .. }) => {
                let (from, plain) = (quoted(path), quoted(&path.with_extension("plain.glb")));
                Some(format!("npx @gltf-transform/cli copy {from} {plain} && barycast cast {plain}"))
            }
            Self::Mesh(ReadError::Empty { path }) => {
                Some(format!("ls -l {}   # its size is 0", quoted(path)))
            }
            Self::Mesh(ReadError::Content { path, .. } | ReadError::Item { path, .. }) => {
                Some(format!("head -c 400 {}   # look at how it begins", quoted(path)))
            }
            Self::Usage { next, .. } => Some(next.clone()),
            Self::Scene(_) | Self::Io(_) | Self::Write { .. } => None,
        }
    }

    /// A file that could have been a mesh or patches could not be read.
    pub(crate) fn scene(error: ReadError) -> Self {
        match error {
            ReadError::UnknownKind { .. } => Self::Scene(error),
            _ => Self::Mesh(error),
        }
    }

    /// `path` could not be written.
    pub(crate) fn write(path: &Path, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Write { path: path.to_owned(), source: source.into() }
    }
}
