//! Parallelogram and triangle.
//!
//! The kernels of [`triangle_triangle`], which work for any two [`Flat`](crate::shape::Flat)
//! shapes.

use crate::number::Real;
use crate::pair::triangle_triangle;
use crate::query::Closest;
use crate::shape::{Parallelogram, Triangle};
use crate::vector::Vector;

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector>(a: &Parallelogram<V>, b: &Triangle<V>) -> V::Mask {
    triangle_triangle::intersects(a, b)
}

/// Returns the closest points: on two edges, or a corner and the other's face; a common point if
/// they intersect.
pub fn distance<V: Vector<Scalar: Real>>(a: &Parallelogram<V>, b: &Triangle<V>) -> Closest<V> {
    triangle_triangle::distance(a, b)
}
