//! Why a file could not be read.

use crate::READABLE;
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
    /// Its extension is none that can be read.
    #[error("{}: {}; readable are {}", path.display(), unknown(path), READABLE.join(", "))]
    UnknownKind {
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
            | Self::UnknownKind { path }
            | Self::Line { path, .. }
            | Self::Item { path, .. }
            | Self::Compressed { path, .. }
            | Self::Content { path, .. } => path,
        }
    }

    pub(crate) fn io(path: &Path, source: io::Error) -> Self {
        Self::Io { path: path.to_owned(), source }
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

fn unknown(path: &Path) -> String {
    match path.extension() {
        Some(_) if crate::is_patches(path) => ".bpt files hold patches, no triangles".to_owned(),
        Some(extension) => format!(".{} files cannot be read", extension.display()),
        None if path.is_dir() => "it is a folder".to_owned(),
        None => "the name has no extension to tell what it is".to_owned(),
    }
}
