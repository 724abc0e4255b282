//! Mesh files, read into vertices and triangles.
//!
//! - [`read`]: any readable file, its kind told by its extension.
//! - [`Mesh`]: what comes out: `barycast::mesh::TriMesh::try_new(mesh.vertices, mesh.triangles)` takes it.
//! - [`ReadError`]: what was wrong, with the file and, where there are lines, the line.

mod error;
mod mesh;
mod obj;
mod ply;
mod read;

pub use error::ReadError;
pub use mesh::Mesh;
pub use read::{READABLE, read};
