//! Parallelogram and ray (line, segment).
//!
//! The kernels of [`ray_triangle`], which are any [`Flat`](crate::shape::Flat) shape's.

use crate::number::Real;
use crate::pair::ray_triangle;
use crate::query::{Closest, OptSpan};
use crate::shape::{Line, Linear, Parallelogram};
use crate::vector::Vector;

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector, L: Linear<Vector = V>>(a: &Parallelogram<V>, b: &L) -> V::Mask {
    ray_triangle::intersects(b, a)
}

/// From an end to the face, or between the line and an edge; a shared point when they intersect.
pub fn distance<V: Vector<Scalar: Real>, L: Linear<Vector = V>>(a: &Parallelogram<V>, b: &L) -> Closest<V> {
    ray_triangle::distance(b, a).swap()
}

/// In 2D the stretch inside, with the crossed edges' outward normals; in 3D the crossing, or the stretch in the
/// plane, with the front normal. Degenerate ones have no normal.
#[inline(always)]
pub fn span<V: Vector<Scalar: Real>>(a: &Parallelogram<V>, b: &Line<V>) -> OptSpan<V> {
    ray_triangle::span(a, b)
}
