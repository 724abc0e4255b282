//! From a path to the reader for it.

use crate::source::Source;
use crate::{ReadError, Scene, gltf, obj, off, ply, stl};
use std::path::Path;

/// The extensions that can be read, with their dots.
pub const READABLE: &[&str] = &[".obj", ".stl", ".ply", ".off", ".gltf", ".glb"];

/// The scene in a mesh file; its extension tells its kind.
///
/// # Errors
/// Names the file, the place in it where there is one, and what is wrong: no such file, no triangles, an
/// index beyond the last vertex, a coordinate that is not finite, an unknown extension.
pub fn read(path: impl AsRef<Path>) -> Result<Scene, ReadError> {
    let path = path.as_ref();
    match Kind::of(path)? {
        Kind::Streamed(read) => read(Source::open(path)?),
        Kind::Whole(read) => read(path, &std::fs::read(path).map_err(|error| ReadError::io(path, error))?),
    }
}

/// The same from memory: `path` is what errors call it, tells its kind, and is where a glTF document's other
/// files are.
///
/// # Errors
/// As [`read`].
pub fn read_bytes(path: impl AsRef<Path>, bytes: &[u8]) -> Result<Scene, ReadError> {
    let path = path.as_ref();
    match Kind::of(path)? {
        Kind::Streamed(read) => read(Source::of_bytes(path, bytes)?),
        Kind::Whole(read) => read(path, bytes),
    }
}

enum Kind {
    Streamed(fn(Source<'_>) -> Result<Scene, ReadError>),
    Whole(fn(&Path, &[u8]) -> Result<Scene, ReadError>),
}

impl Kind {
    fn of(path: &Path) -> Result<Self, ReadError> {
        let extension = path.extension().map(|e| e.to_string_lossy().to_lowercase());
        Ok(match extension.as_deref() {
            Some("obj") => Self::Streamed(obj::read),
            Some("stl") => Self::Streamed(stl::read),
            Some("ply") => Self::Streamed(ply::read),
            Some("off") => Self::Streamed(off::read),
            Some("gltf" | "glb") => Self::Whole(gltf::read),
            _ => return Err(ReadError::UnknownKind { path: path.to_owned() }),
        })
    }
}
