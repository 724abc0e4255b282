//! Mesh files, read into a scene of vertices, triangles and placements, and scenes written as GLB.
//!
//! - [`read`]: any readable file; [`read_bytes`]: the same from memory; [`MeshFile`]: the same with a format that is known.
//! - [`read_parts`]: what can be read of a file some of whose parts are broken, and which those are.
//! - [`Scene`]: what comes out: meshes, and the parts that place them.
//!   `barycast::mesh::TriMesh::try_new(mesh.vertices, mesh.triangles)` takes a [`Mesh`].
//! - [`write_glb`]: a scene as a file that any viewer opens, instances kept.
//! - [`read_patches`]: the Bezier patches of a BPT file, such as the Utah teapot's 32; a [`Patch`] is what
//!   `barycast::surface::BezierPatch::try_new(patch.degrees, patch.points)` takes.
//! - [`Warning`]: what a reader of the scene should know about the file.
//! - [`ReadError`]: what was wrong, with the file and the place in it: a line, a node, an accessor.
//!
//! | format | a part is | kept | passed over |
//! |---|---|---|---|
//! | OBJ | an object (`o`), else a group (`g`) | names, the vertices' order | materials, normals, lines, curves |
//! | STL, text | a solid | names | normals |
//! | STL, binary | the file | | normals, attributes |
//! | PLY | the file | the vertices' order | all properties but places and corners |
//! | OFF | the file | the vertices' order | colours, normals |
//! | glTF, GLB | a primitive that a node shows | names, places, instances, base colours, metres, poses at rest | animations, textures |
//!
//! Coordinates are the `f64` nearest to the file's numbers; [`Mesh::resolution`] is how far they may be from those that the author
//! had. Polygons become fans from their first corner; those
//! that are not convex, where a fan would reach out of them, are cut by their ears. Either way one of n corners is n - 2 triangles.
//! Faces of one or two corners, or none, have no triangle: they are passed over as lines and points are, and counted
//! ([`Scene::short_faces`]).
//! Nothing is repaired: triangles without area, unused and double vertices stay. Two exceptions: STL has no
//! shared vertices, so that corners at the same place become one; and where several parts of a file draw from
//! one list of vertices (OBJ, glTF), each mesh has those that it names, in the file's order.
//!
//! What a file claims is not believed: memory grows with the bytes that there are, not with its counts. A
//! mesh is read in little more memory than its own; GLB needs the file's size besides. `examples/memory.rs`
//! measures it. Of a glTF document's other files only those in its folder are opened, or below.
//!
//! Triangles compressed by `KHR_draco_mesh_compression` or `EXT_meshopt_compression` are refused by name
//! ([`ReadError::Compressed`]).

mod bpt;
mod error;
mod foreign;
mod format;
mod gltf;
mod obj;
mod off;
mod ply;
mod polygon;
mod precision;
mod read;
mod scene;
mod source;
mod stl;
mod write;

pub use bpt::{Patch, read_patches, read_patches_bytes};
pub use error::ReadError;
pub use foreign::Foreign;
pub use format::{Format, PATCHES, READABLE, is_patches};
pub use read::{MeshFile, read, read_bytes, read_parts};
pub use scene::{Mesh, Part, Scene, Unread, Warning, WarningKind};
pub use write::{WriteError, write_glb, write_glb_to};
