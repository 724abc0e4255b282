//! Errors of reading files.

use crate::{Foreign, READABLE};
use std::io;
use std::path::{Path, PathBuf};

/// Error of reading a file.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file could not be opened, or reading it failed.
    #[error("cannot read {}", path.display())]
    Io {
        /// Path of the file.
        path: PathBuf,
        /// Error of the system.
        source: io::Error,
    },
    /// Neither the name nor the content is of a readable format.
    #[error("{}: {}; readable formats are {}", path.display(), unknown(path, *foreign), READABLE.join(", "))]
    UnknownKind {
        /// Path of the file.
        path: PathBuf,
        /// The recognised format, if any.
        foreign: Option<Foreign>,
    },
    /// The name is of a readable format, but the content is of another one.
    #[error("{}: this is {}", path.display(), kind.description())]
    Foreign {
        /// Path of the file.
        path: PathBuf,
        /// The recognised format.
        kind: Foreign,
    },
    /// The file has no bytes.
    #[error("{}: the file is empty", path.display())]
    Empty {
        /// Path of the file.
        path: PathBuf,
    },
    /// A line of a text file is wrong.
    #[error("{}:{line}: {what}", path.display())]
    Line {
        /// Path of the file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: usize,
        /// Description of the error.
        what: String,
    },
    /// An element without a line number is wrong.
    #[error("{}: {item}: {what}", path.display())]
    Item {
        /// Path of the file.
        path: PathBuf,
        /// Name or number of the element, such as `face 12`, `node 3 "wheel"`, `accessor 7`.
        item: String,
        /// Description of the error.
        what: String,
    },
    /// The triangles are compressed with an unsupported extension.
    #[error("{}: compressed with {extension}, which cannot be read", path.display())]
    Compressed {
        /// Path of the file.
        path: PathBuf,
        /// Name of the glTF extension.
        extension: String,
    },
    /// The file was read but is not a mesh.
    #[error("{}: {what}", path.display())]
    Content {
        /// Path of the file.
        path: PathBuf,
        /// Description of the error.
        what: String,
    },
}

impl ReadError {
    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        match self {
            Self::Io { path, .. }
            | Self::UnknownKind { path, .. }
            | Self::Foreign { path, .. }
            | Self::Empty { path }
            | Self::Line { path, .. }
            | Self::Item { path, .. }
            | Self::Compressed { path, .. }
            | Self::Content { path, .. } => path,
        }
    }

    pub(crate) fn io(path: &Path, source: io::Error) -> Self {
        Self::Io { path: path.to_owned(), source }
    }

    /// Builds the error for a file whose name gives no readable format.
    pub(crate) fn unknown(path: &Path) -> Self {
        Self::unknown_as(path, None)
    }

    /// Builds the error for an unknown format, with the one recognised from the content if any.
    pub(crate) fn unknown_as(path: &Path, content: Option<Foreign>) -> Self {
        Self::UnknownKind { path: path.to_owned(), foreign: content.or_else(|| Foreign::from_path(path)) }
    }

    pub(crate) fn line(path: &Path, line: usize, what: impl Into<String>) -> Self {
        Self::Line { path: path.to_owned(), line, what: what.into() }
    }

    pub(crate) fn item(path: &Path, item: impl Into<String>, what: impl Into<String>) -> Self {
        Self::Item { path: path.to_owned(), item: item.into(), what: what.into() }
    }

    pub(crate) fn content(path: &Path, what: impl Into<String>) -> Self {
        Self::Content { path: path.to_owned(), what: what.into() }
    }
}

fn unknown(path: &Path, foreign: Option<Foreign>) -> String {
    match (path.extension(), foreign) {
        _ if crate::is_patches(path) => ".bpt files contain patches, not triangles".to_owned(),
        (_, Some(foreign)) => format!("this is {}", foreign.description()),
        (Some(ending), None) => {
            format!(".{} is not a readable format, and neither is the content", ending.display())
        }
        (None, None) if path.is_dir() => "it is a folder".to_owned(),
        (None, None) => "neither its name nor its content identifies its format".to_owned(),
    }
}
