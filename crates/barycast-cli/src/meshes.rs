//! Mesh files that the command line names; `-` is standard input.

use barycast_io::{Format, MeshFile, ReadError, Scene, Unread, Warning, WarningKind};
use std::io::{self, Read};
use std::path::Path;

/// What errors and reports call standard input.
pub(crate) const STDIN: &str = "<stdin>";

/// The name stands for standard input.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// What errors and reports call the file.
pub(crate) fn shown(path: &Path) -> &Path {
    if is_stdin(path) { Path::new(STDIN) } else { path }
}

/// The scene in the file, which is of this format, or of the one that its content or name says.
pub(crate) fn read(path: &Path, format: Option<Format>) -> Result<Scene, ReadError> {
    let mut scene = with_file(path, format, |file| file.read())?;
    scene.warnings.retain(|warning| matters(path, warning));
    Ok(scene)
}

/// The same, and the parts that cannot be read.
pub(crate) fn read_parts(path: &Path, format: Option<Format>) -> Result<(Scene, Vec<Unread>), ReadError> {
    let (mut scene, unread) = with_file(path, format, |file| file.read_parts())?;
    scene.warnings.retain(|warning| matters(path, warning));
    Ok((scene, unread))
}

/// Standard input has no name that could end otherwise.
fn matters(path: &Path, warning: &Warning) -> bool {
    !is_stdin(path) || warning.kind != WarningKind::Ending
}

/// A warning as a sentence that names the file and the line.
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

fn with_file<T>(
    path: &Path,
    format: Option<Format>,
    read: impl Fn(MeshFile<'_>) -> Result<T, ReadError>,
) -> Result<T, ReadError> {
    let file = MeshFile::new(shown(path)).format(format);
    if !is_stdin(path) {
        return read(file);
    }
    let mut bytes = Vec::new();
    let failed = |source: io::Error| ReadError::Io { path: shown(path).to_owned(), source };
    io::stdin().lock().read_to_end(&mut bytes).map_err(failed)?;
    read(file.bytes(&bytes))
}
