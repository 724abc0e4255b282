//! Errors of commands, with an exit status and a command that helps.

use super::hints;
use super::paths::quoted;
use crate::meshes::STDIN;
use barycast_io::{PATCHES, ReadError};
use std::io;
use std::path::{Path, PathBuf};

/// Exit status if a request had an error.
pub(crate) const SOME_FAILED: u8 = 1;
/// Exit status for a wrong command line.
const WRONG_USE: u8 = 2;
/// Exit status if a file could not be opened.
pub(crate) const NOT_OPENED: u8 = 3;

/// Error of a command.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// A mesh file could not be read.
    #[error(transparent)]
    Mesh(#[from] ReadError),
    /// A file of an unknown format, where patches could be read too.
    #[error("{0}, {patches}", patches = PATCHES)]
    Scene(ReadError),
    /// A wrong command line.
    #[error("{what}")]
    Usage {
        /// Description of the error.
        what: String,
        /// A correct command.
        next: String,
    },
    /// A file could not be written.
    #[error("cannot write {}", path.display())]
    Write {
        /// Path of the file.
        path: PathBuf,
        /// Error of the system.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// Input ended early, or output could not be written.
    #[error("input or output failed")]
    Io(#[from] io::Error),
}

impl Failure {
    /// Returns the exit status of the program.
    pub(crate) fn exit_status(&self) -> u8 {
        match self {
            Self::Mesh(_) | Self::Scene(_) => NOT_OPENED,
            Self::Usage { .. } => WRONG_USE,
            Self::Io(_) | Self::Write { .. } => SOME_FAILED,
        }
    }

    /// Returns a command that helps, if there is one.
    pub(crate) fn next_command(&self) -> Option<String> {
        match self {
            Self::Mesh(ReadError::UnknownKind { path, .. } | ReadError::Content { path, .. })
            | Self::Scene(ReadError::UnknownKind { path, .. })
                if path.is_dir() =>
            {
                Some(format!("ls {}   # list its content", quoted(path)))
            }
            Self::Mesh(ReadError::UnknownKind { path, foreign })
            | Self::Scene(ReadError::UnknownKind { path, foreign }) => hints::foreign(path, *foreign),
            Self::Mesh(ReadError::Foreign { path, kind }) => hints::foreign(path, Some(*kind)),
            // No command can inspect standard input afterwards.
            Self::Mesh(error) if error.path() == Path::new(STDIN) => None,
            Self::Mesh(ReadError::Line { path, line, .. }) => {
                Some(format!("sed -n {line}p {} | cut -c1-400   # show the line", quoted(path)))
            }
            Self::Mesh(ReadError::Io { path, .. }) => {
                let folder = path.parent().filter(|folder| folder.is_dir()).unwrap_or(Path::new("."));
                Some(format!("ls {}   # or `barycast cast` alone, for the sample scene", quoted(folder)))
            }
            Self::Mesh(ReadError::Compressed { path, .. }) => {
                let (from, plain) = (quoted(path), quoted(&path.with_extension("plain.glb")));
                Some(format!("npx @gltf-transform/cli copy {from} {plain} && barycast cast {plain}"))
            }
            Self::Mesh(ReadError::Empty { path }) => Some(format!("ls -l {}   # it is empty", quoted(path))),
            Self::Mesh(ReadError::Content { path, .. } | ReadError::Item { path, .. }) => {
                Some(format!("head -c 400 {}   # show how it begins", quoted(path)))
            }
            Self::Usage { next, .. } => Some(next.clone()),
            Self::Scene(_) | Self::Io(_) | Self::Write { .. } => None,
        }
    }

    /// Wraps an error of a file that could have been a mesh or patches.
    pub(crate) fn scene(error: ReadError) -> Self {
        match error {
            ReadError::UnknownKind { .. } => Self::Scene(error),
            _ => Self::Mesh(error),
        }
    }

    /// Builds the error for a path that could not be written.
    pub(crate) fn write(path: &Path, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Write { path: path.to_owned(), source: source.into() }
    }
}
