//! Parallelogram and sphere.
//!
//! The kernels of [`sphere_triangle`], which work for any [`Flat`](crate::shape::Flat) shape.

use crate::number::{Field, Real};
use crate::pair::sphere_triangle;
use crate::query::Closest;
use crate::shape::{Parallelogram, Sphere};
use crate::vector::Vector;

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector<Scalar: Field>>(a: &Parallelogram<V>, b: &Sphere<V>) -> V::Mask {
    sphere_triangle::intersects(b, a)
}

/// Returns the closest point of the parallelogram, and the point of the sphere's surface towards
/// it.
#[inline(always)]
pub fn distance<V: Vector<Scalar: Real>>(a: &Parallelogram<V>, b: &Sphere<V>) -> Closest<V> {
    sphere_triangle::distance(b, a).swap()
}
