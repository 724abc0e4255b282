//! Triangle meshes: millions of triangles under one tree of boxes.
//!
//! [`TriMesh::try_new`] builds the tree, [`try_refit`](TriMesh::try_refit) fits it to other vertices, and
//! [`insert`](TriMesh::insert), [`remove`](TriMesh::remove), [`replace`](TriMesh::replace) and
//! [`move_vertices`](TriMesh::move_vertices) change a few triangles among many in place.
//!
//! With the tree and without, answers are the same bit for bit, as long as products of four of the numbers asked about neither
//! overflow nor vanish: coordinates, distances and directions between some 1e-8 and 1e9 in `f32`, 1e-75 and 1e75 in `f64`, or 0.
//! [`comes_within`](TriMesh::comes_within) alone may differ where the limit is the distance, up to its rounding.

mod batch;
mod block;
mod chain;
mod compact;
pub mod continuous;
mod edit;
mod inside;
mod leaf;
mod many;
mod meet;
mod near;
mod normal;
mod number;
mod packet;
mod rays;
pub(crate) mod shapes;
mod slice;
pub(crate) mod solid;
mod spawn;
mod told;
mod tree;
mod trimesh;
mod walk_point;
mod walk_ray;
mod winding;

/// Walks down two trees over triangles, for meshes that are no [`TriMesh`].
pub(crate) mod two {
    pub(crate) use super::block::Block;
    pub(crate) use super::meet::placing::Placing;
    pub(crate) use super::meet::walk::{Leafy, all, all_within, any, any_seen, nearest};
}

pub use edit::{Moved, Replaced};
pub use meet::{MeetingLine, MeshPair};
pub use near::MeshPoint;
pub use number::MeshNumber;
pub use shapes::{ContactOptions, TriangleContact};
pub use slice::{SliceLine, SlicePoint};
pub use solid::{DeepPoint, DepthError, MeshDepth, RepairOptions, Repairs, Solid, Surface};
pub use trimesh::{MeshError, TriMesh};
pub use winding::Winding;
