//! Triangle meshes: millions of triangles under one tree of boxes.
//!
//! [`TriMesh::try_new`] builds the tree, [`try_refit`](TriMesh::try_refit) fits it to other vertices, and
//! [`insert`](TriMesh::insert), [`remove`](TriMesh::remove), [`replace`](TriMesh::replace) and
//! [`move_vertices`](TriMesh::move_vertices) change a few triangles among many in place.

mod batch;
mod block;
mod chain;
mod compact;
mod edit;
mod inside;
mod leaf;
mod meet;
mod near;
mod packet;
mod rays;
mod slice;
mod spawn;
mod tree;
mod trimesh;
mod winding;

pub use edit::{Moved, Replaced};
pub use meet::{MeetingLine, MeshPair};
pub use near::MeshPoint;
pub use slice::{SliceLine, SlicePoint};
pub use tree::MeshNumber;
pub use trimesh::{MeshError, TriMesh};
pub use winding::Winding;
