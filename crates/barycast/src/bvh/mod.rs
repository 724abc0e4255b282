//! A tree of boxes over anything that has bounds: it knows boxes only, and whoever walks it brings the test for
//! what lies in the leaves.
//!
//! Boxes are `f32`, rounded outward, whatever the precision of what they hold; the walks test them in the
//! caller's precision and lean outward too, so that no box is missed which the caller's own test would hit.
//!
//! - [`Bounds`]: a box, and how to make one that holds `f64` points.
//! - [`Bvh::build`]: binned surface-area splits, without recursion, the same tree every time.
//! - [`Bvh::walk_ray`], [`Bvh::walk_point`]: nearest boxes first, under a limit that the leaves tighten.
//! - [`Bvh::walk_box`]: all that may meet a box.
//!
//! Sources: [Wald 2007], [Ize 2013].

mod build;
mod node;
mod traverse;

pub use node::{Bounds, Bvh, Node};
pub use traverse::BoxRay;
