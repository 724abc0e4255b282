//! Paths of files, compared and quoted.

use crate::meshes::is_stdin;
use std::path::{Path, PathBuf};

/// Returns the canonical path of an existing or future file, with links resolved.
pub(crate) fn place(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let inside = |folder: PathBuf| folder.join(path.file_name().unwrap_or_default());
    path.canonicalize().or_else(|_| folder.canonicalize().map(inside)).unwrap_or_else(|_| path.to_owned())
}

/// Quotes the path as one word of a shell command.
pub(crate) fn quoted(path: &Path) -> String {
    let text = path.to_string_lossy();
    let plain = |c: char| c.is_alphanumeric() || "/._-+".contains(c);
    // A leading dash would be read as an option, except for a single dash, which is standard input.
    if is_stdin(path) {
        return text.into_owned();
    }
    let text = if text.starts_with('-') { format!("./{text}") } else { text.into_owned() };
    if !text.is_empty() && text.chars().all(plain) {
        text
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}
