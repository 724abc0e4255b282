//! From a path to the reader for it.

use crate::{ReadError, Scene, gltf, obj, off, ply, stl};
use std::path::Path;

/// The extensions that can be read, with their dots.
pub const READABLE: &[&str] = &[".obj", ".stl", ".ply", ".off", ".gltf", ".glb"];

/// The scene in a mesh file; its extension tells its kind.
///
/// # Errors
/// Names the file, the place in it where there is one, and what is wrong: no such file, no triangles, an index
/// beyond the last vertex, a coordinate that is not finite, an unknown extension.
pub fn read(path: impl AsRef<Path>) -> Result<Scene, ReadError> {
    let path = path.as_ref();
    let extension = path.extension().map(|e| e.to_string_lossy().to_lowercase());
    match extension.as_deref() {
        Some("obj") => obj::read(path),
        Some("stl") => stl::read(path),
        Some("ply") => ply::read(path),
        Some("off") => off::read(path),
        Some("gltf" | "glb") => gltf::read(path),
        _ => Err(ReadError::UnknownKind { path: path.to_owned() }),
    }
}
