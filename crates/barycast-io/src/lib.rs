//! Reads mesh files into scenes of vertices, triangles and placements, and writes scenes as GLB.
//!
//! - [`read`] reads any supported file, [`read_bytes`] reads from memory, and [`MeshFile`] takes a
//!   known format.
//! - [`read_parts`] also returns the readable parts of a partly broken file, with a list of the
//!   unreadable ones.
//! - [`Scene`] is the result: meshes, and the parts that place them.
//!   `barycast::mesh::TriMesh::try_new(mesh.vertices, mesh.triangles)` takes a [`Mesh`].
//! - [`write_glb`] writes a scene as a file that any viewer opens, with its instances.
//! - [`read_patches`] reads the Bezier patches of a BPT file, such as the 32 patches of the Utah
//!   teapot. `barycast::surface::BezierPatch::try_new(patch.degrees, patch.points)` takes a
//!   [`Patch`].
//! - [`Warning`] describes a peculiarity of a readable file.
//! - [`ReadError`] describes an error, with the file and the place in it: a line, a node, an
//!   accessor.
//!
//! | format | a part is | kept | ignored |
//! |---|---|---|---|
//! | OBJ | an object (`o`), else a group (`g`) | names, order of vertices | materials, normals, lines, curves |
//! | STL, text | a solid | names | normals |
//! | STL, binary | the file | | normals, attributes |
//! | PLY | the file | order of vertices | all properties except coordinates and corners |
//! | OFF | the file | order of vertices | colours, normals |
//! | glTF, GLB | a primitive that a node shows | names, placements, instances, base colours, metres, rest poses | animations, textures |
//!
//! Coordinates are the `f64` nearest to the file's numbers. [`Mesh::resolution`] bounds their
//! distance from the author's numbers. Polygons are triangulated as fans from their first corner,
//! or by ear clipping if a fan would leave a polygon that is not convex. Either way a polygon of n
//! corners becomes n - 2 triangles. Faces of fewer than three corners are skipped like lines and
//! points, and counted ([`Scene::short_faces`]).
//!
//! Nothing is repaired: triangles without area, unused and duplicate vertices stay. There are two
//! exceptions. STL has no shared vertices, so corners with equal coordinates become one vertex. If
//! several parts of a file use one list of vertices (OBJ, glTF), each mesh gets the vertices that
//! it uses, in the file's order.
//!
//! Sizes stated in a file are not trusted: memory grows with the bytes that are present. Reading
//! takes little more memory than the mesh; GLB also needs the file's size. `examples/memory.rs`
//! measures this. Of the files that a glTF document refers to, only those in its folder or below
//! are opened.
//!
//! Triangles compressed by `KHR_draco_mesh_compression` or `EXT_meshopt_compression` are rejected
//! with that name ([`ReadError::Compressed`]).

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
pub use scene::{Mesh, Part, Scene, UnreadablePart, Warning, WarningKind};
pub use write::{WriteError, write_glb, write_glb_to};
