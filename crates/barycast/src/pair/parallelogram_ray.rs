//! Parallelogram and ray (line, segment).
//!
//! The kernels of [`ray_triangle`], which work for any [`Flat`](crate::shape::Flat) shape.

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

/// Returns the closest points: an end and the face, or on the line and an edge; a common point if
/// they intersect.
pub fn distance<V: Vector<Scalar: Real>, L: Linear<Vector = V>>(a: &Parallelogram<V>, b: &L) -> Closest<V> {
    ray_triangle::distance(b, a).swap()
}

/// Returns the span of the line: in 2D inside, with the outward normals of the crossed edges; in 3D
/// the crossing, or the span of a coplanar line, with the front normal. Degenerate shapes have no
/// normal.
#[inline(always)]
pub fn span<V: Vector<Scalar: Real>>(a: &Parallelogram<V>, b: &Line<V>) -> OptSpan<V> {
    ray_triangle::span(a, b)
}
