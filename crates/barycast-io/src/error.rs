//! Why a file could not be read.

use crate::{Foreign, READABLE};
use std::io;
use std::path::{Path, PathBuf};

/// Why a file could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The system would not open it, or reading broke off.
    #[error("cannot read {}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Neither its name nor its content is of a format that can be read.
    #[error("{}: {}; readable are {}", path.display(), unknown(path, *foreign), READABLE.join(", "))]
    UnknownKind {
        /// The file.
        path: PathBuf,
        /// What it is, if that is known.
        foreign: Option<Foreign>,
    },
    /// It is named as a file that can be read, and is another.
    #[error("{}: this is {}", path.display(), kind.description())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What it is.
        kind: Foreign,
    },
    /// It has no bytes.
    #[error("{}: the file is empty", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// A line of a text file is wrong.
    #[error("{}:{line}: {what}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong there.
        what: String,
    },
    /// A thing in the file that has a name or a number, but no line, is wrong.
    #[error("{}: {item}: {what}", path.display())]
    Item {
        /// The file.
        path: PathBuf,
        /// Such as `face 12`, `node 3 "wheel"`, `accessor 7`.
        item: String,
        /// What is wrong there.
        what: String,
    },
    /// Its triangles are compressed in a way that is not read.
    #[error("{}: compressed with {extension}, which cannot be read", path.display())]
    Compressed {
        /// The file.
        path: PathBuf,
        /// The glTF extension's name.
        extension: String,
    },
    /// It could be read, but is no mesh.
    #[error("{}: {what}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
}

impl ReadError {
    /// The file.
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

    /// Of a file whose name says no format that can be read.
    pub(crate) fn unknown(path: &Path) -> Self {
        Self::unknown_as(path, None)
    }

    /// The same, where the content may say what it is.
    pub(crate) fn unknown_as(path: &Path, content: Option<Foreign>) -> Self {
        Self::UnknownKind { path: path.to_owned(), foreign: content.or_else(|| Foreign::of_name(path)) }
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
        _ if crate::is_patches(path) => ".bpt files hold patches, no triangles".to_owned(),
        (_, Some(foreign)) => format!("this is {}", foreign.description()),
        (Some(ending), None) => {
            format!(".{} is no format that can be read, and the content is of none", ending.display())
        }
        (None, None) if path.is_dir() => "it is a folder".to_owned(),
        (None, None) => "neither its name nor its content says of what format it is".to_owned(),
    }
}
