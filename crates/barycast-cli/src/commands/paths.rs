//! Paths of files, as commands compare them and name them.

use crate::meshes::is_stdin;
use std::path::{Path, PathBuf};

/// Where a file is or will be, whatever links and folders its path goes through.
pub(crate) fn place(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let inside = |folder: PathBuf| folder.join(path.file_name().unwrap_or_default());
    path.canonicalize().or_else(|_| folder.canonicalize().map(inside)).unwrap_or_else(|_| path.to_owned())
}

/// As one word of a shell command.
pub(crate) fn quoted(path: &Path) -> String {
    let text = path.to_string_lossy();
    let plain = |c: char| c.is_alphanumeric() || "/._-+".contains(c);
    // What begins with a dash would be taken for an option, but a dash alone is standard input.
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
