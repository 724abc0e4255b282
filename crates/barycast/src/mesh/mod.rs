//! Triangle meshes: millions of triangles in one bounding volume hierarchy.
//!
//! [`TriMesh::try_new`] builds the tree. [`try_refit`](TriMesh::try_refit) refits it to other
//! vertices. [`insert`](TriMesh::insert), [`remove`](TriMesh::remove),
//! [`replace`](TriMesh::replace) and [`move_vertices`](TriMesh::move_vertices) change a few
//! triangles among many in place.
//!
//! Results with and without the tree are equal bit for bit, as long as products of four of the
//! numbers involved neither overflow nor underflow: coordinates, distances and directions between
//! about 1e-8 and 1e9 in `f32`, between 1e-75 and 1e75 in `f64`, or 0. The only exception is
//! [`is_within_distance`](TriMesh::is_within_distance), which may differ if the limit equals the
//! distance up to rounding.

pub(crate) mod batch;
mod block;
mod cell_grid;
mod closest_point;
mod compact;
mod contains_point;
pub mod continuous;
mod edit;
mod hit_data;
mod incoherent;
mod inside_grid;
mod kernels;
mod leaf;
mod meet;
mod multipole;
mod normal;
mod packet;
mod polyline;
mod ray_offset;
mod rays;
pub(crate) mod shapes;
mod slice;
pub(crate) mod solid;
mod tree;
mod trimesh;
mod visits;
mod walk_point;
mod walk_ray;
mod winding;

/// Simultaneous traversal of two trees over triangles, for meshes that are not a [`TriMesh`].
pub(crate) mod two {
    pub(crate) use super::block::Block;
    pub(crate) use super::meet::pair_traversal::{Leafy, all, all_within, any, any_seen, nearest};
    pub(crate) use super::meet::placement::Placing;
}

pub use batch::{ArrayLengthError, ClosestArrays, HitArrays, HitLists, RayArrays, TriangleLists};
pub use closest_point::MeshPoint;
pub use edit::{MovedTriangle, Replacement};
pub use kernels::MeshNumber;
pub use meet::{IntersectionCurve, MeshPair};
pub use shapes::{ContactOptions, TriangleContact};
pub use slice::{SliceLine, SlicePoint};
pub use solid::{DeepestPoint, DepthError, MeshDepth, MeshTopology, RepairOptions, Repairs, Solid};
pub use trimesh::{MeshError, TriMesh};
pub use visits::Visit;
pub use winding::Winding;
