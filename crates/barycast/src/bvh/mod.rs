//! Bounding volume hierarchy (BVH) over anything that has bounds.
//!
//! The tree stores only boxes. The caller supplies the test for the items in the leaves. Boxes are
//! `f32`, rounded outward, whatever the precision of the items. Rays are tested in `f32`, rounded
//! outward too, so no box is missed that the caller's test would hit. A node has the boxes of eight
//! children, which are tested at once with the SIMD instructions of the machine. A leaf has up to
//! eight items.
//!
//! - [`Bounds`] is an axis-aligned box, with constructors that enclose `f64` points.
//! - [`Bvh::build`] splits by the binned surface-area heuristic (SAH) into a binary tree,
//!   deterministically. `collapse` makes nodes of eight from it. [`Build::Fast`] splits along a
//!   space-filling curve instead, directly into nodes of eight.
//! - [`Bvh::walk_ray`] and [`Bvh::walk_point`] visit near boxes first, up to a limit that the
//!   leaves tighten. `packet` traverses packets of coherent rays. `interleaved` interleaves the
//!   traversals of incoherent rays; `branchless_stack` is their stack, sorted by `sorting_network`.
//! - [`Bvh::walk_box`] visits all items that may meet a box.
//! - `frame` queries a tree in world coordinates whose boxes are in a local frame, for shapes that
//!   are far away, tiny, or moved.
//! - `refit` updates the boxes after items have moved. `edit` inserts and removes items. `quality`
//!   decides when that has degraded a subtree, and `rebuild` rebuilds it.
//!
//! Sources: [Wald 2007], [Lauterbach 2009], [Ize 2013], [Wald 2008], [Ylitie 2017], [Knuth 5.3.4].

mod binary;
mod bins;
mod branchless_stack;
mod build;
mod collapse;
mod edit;
mod frame;
mod half_spaces;
mod interleaved;
mod last_contact;
mod memory;
mod morton;
mod node;
mod packed_box;
mod packet;
mod pair_traversal;
mod parallel;
mod progress;
mod proximity;
mod quality;
mod ray;
mod rebuild;
mod refit;
mod separating_axes;
mod sorting_network;
mod stack;
mod summary;

pub(crate) use edit::{ChangedLeaves, Edit, Edits};
pub use fearless_simd::Level;
pub(crate) use frame::{Across, Map, Tree, TreeFrame};
pub(crate) use half_spaces::Side;
pub(crate) use interleaved::{BoxRays, InterleavedVisitor, RAY_BATCH};
pub(crate) use last_contact::{LastContactVisitor, Passing};
pub(crate) use memory::{move_to_large_pages, prefetch, read_scalar, read_separately};
pub use node::{Bounds, Bvh, LANES};
pub(crate) use node::{Looked, is_f32};
pub(crate) use packet::{HALVES, PACKET_SIZE, PerRay, RayInterval, Rays, ends};
pub(crate) use pair_traversal::{ClosestPairVisitor, Open, PairVisitor};
pub(crate) use parallel::{all, each, map_each, on_pool};
pub use progress::Build;
pub(crate) use progress::Progress;
pub use proximity::PointVisitor;
pub(crate) use quality::rebuild_is_cheaper;
pub(crate) use ray::Plain;
pub use ray::{BoxRay, RayVisitor};
pub(crate) use refit::Parents;
pub(crate) use separating_axes::Placed;
pub(crate) use summary::Child;
