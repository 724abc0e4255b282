//! Mesh files, read into a scene of vertices, triangles and placements.
//!
//! - [`read`]: any readable file, its kind told by its extension; [`read_bytes`]: the same from memory.
//! - [`Scene`]: what comes out: meshes, and the parts that place them. `barycast::mesh::TriMesh::try_new(mesh.vertices,
//!   mesh.triangles)` takes a [`Mesh`].
//! - [`ReadError`]: what was wrong, with the file and the place in it: a line, a node, an accessor.

mod error;
mod gltf;
mod obj;
mod off;
mod ply;
mod read;
mod scene;
mod source;
mod stl;

pub use error::ReadError;
pub use read::{READABLE, read, read_bytes};
pub use scene::{Mesh, Part, Scene};
