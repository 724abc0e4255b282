//! From a path to the reader for it.

use crate::source::Source;
use crate::{ReadError, Scene, Unread, gltf, obj, off, ply, stl};
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
        Kind::Streamed(read) => read(Source::open(path)?, None),
        Kind::Whole(read) => {
            let bytes = std::fs::read(path).map_err(|error| ReadError::io(path, error))?;
            read(path, &bytes, None)
        }
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
        Kind::Streamed(read) => read(Source::of_bytes(path, bytes)?, None),
        Kind::Whole(read) => read(path, bytes, None),
    }
}

/// The parts that can be read, and those that cannot: glTF's whose buffers are missing, whose vertices are not finite or whose
/// place is none, OBJ's with such a vertex. What is wrong with the file as a whole is an error as before, and so is a file
/// all of whose parts are broken.
///
/// # Errors
/// As [`read`].
pub fn read_parts(path: impl AsRef<Path>) -> Result<(Scene, Vec<Unread>), ReadError> {
    let path = path.as_ref();
    let mut unread = Vec::new();
    let scene = match Kind::of(path)? {
        Kind::Streamed(read) => read(Source::open(path)?, Some(&mut unread))?,
        Kind::Whole(read) => {
            let bytes = std::fs::read(path).map_err(|error| ReadError::io(path, error))?;
            read(path, &bytes, Some(&mut unread))?
        }
    };
    Ok((scene, unread))
}

/// With a list, parts that cannot be read go there.
type List<'a> = Option<&'a mut Vec<Unread>>;

enum Kind {
    Streamed(fn(Source<'_>, List<'_>) -> Result<Scene, ReadError>),
    Whole(fn(&Path, &[u8], List<'_>) -> Result<Scene, ReadError>),
}

impl Kind {
    fn of(path: &Path) -> Result<Self, ReadError> {
        let extension = path.extension().map(|e| e.to_string_lossy().to_lowercase());
        Ok(match extension.as_deref() {
            Some("obj") => Self::Streamed(obj::read),
            Some("stl") => Self::Streamed(|source, _| stl::read(source)),
            Some("ply") => Self::Streamed(|source, _| ply::read(source)),
            Some("off") => Self::Streamed(|source, _| off::read(source)),
            Some("gltf" | "glb") => Self::Whole(gltf::read),
            _ => return Err(ReadError::UnknownKind { path: path.to_owned() }),
        })
    }
}
