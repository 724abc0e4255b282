//! Mesh files named on the command line; `-` is standard input.

use barycast_io::{Format, MeshFile, ReadError, Scene, UnreadablePart, Warning, WarningKind};
use std::io::{self, Read};
use std::path::Path;

/// Name of standard input in errors and reports.
pub(crate) const STDIN: &str = "<stdin>";

/// Tests whether the path stands for standard input.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// Returns the path for errors and reports.
pub(crate) fn shown(path: &Path) -> &Path {
    if is_stdin(path) { Path::new(STDIN) } else { path }
}

/// Reads the scene of a file in the given format, or in that of its content or name.
pub(crate) fn read(path: &Path, format: Option<Format>) -> Result<Scene, ReadError> {
    let piped = piped(path)?;
    let mut scene = file(path, format, piped.as_deref()).read()?;
    scene.warnings.retain(|warning| matters(path, warning));
    Ok(scene)
}

/// Reads the scene and the list of unreadable parts.
pub(crate) fn read_parts(
    path: &Path,
    format: Option<Format>,
) -> Result<(Scene, Vec<UnreadablePart>), ReadError> {
    let piped = piped(path)?;
    let (mut scene, unread) = file(path, format, piped.as_deref()).read_parts()?;
    scene.warnings.retain(|warning| matters(path, warning));
    Ok((scene, unread))
}

fn file<'a>(path: &'a Path, format: Option<Format>, piped: Option<&'a [u8]>) -> MeshFile<'a> {
    let file = MeshFile::new(shown(path)).format(format);
    piped.map_or(file, |bytes| file.bytes(bytes))
}

/// Reads all of standard input if the path stands for it.
fn piped(path: &Path) -> Result<Option<Vec<u8>>, ReadError> {
    if !is_stdin(path) {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    let failed = |source: io::Error| ReadError::Io { path: shown(path).to_owned(), source };
    io::stdin().lock().read_to_end(&mut bytes).map_err(failed)?;
    Ok(Some(bytes))
}

/// Drops warnings about the extension, which standard input does not have.
fn matters(path: &Path, warning: &Warning) -> bool {
    !is_stdin(path) || warning.kind != WarningKind::Ending
}

/// Returns a warning as a sentence that names the file and the line.
pub(crate) fn sentence(path: &Path, Warning { line, text, .. }: &Warning) -> String {
    let path = shown(path).display();
    match line {
        Some(line) => format!("{path}:{line}: {text}"),
        None => format!("{path}: {text}"),
    }
}

/// Writes the warnings to standard error.
pub(crate) fn warn(path: &Path, warnings: &[Warning]) {
    for warning in warnings {
        eprintln!("barycast: warning: {}", sentence(path, warning));
    }
}
