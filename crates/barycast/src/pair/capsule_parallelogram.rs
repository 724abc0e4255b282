//! Capsule and parallelogram.
//!
//! The kernels of [`capsule_triangle`], which work for any [`Flat`](crate::shape::Flat) shape.

use crate::number::{Field, Real};
use crate::pair::capsule_triangle;
use crate::query::Closest;
use crate::shape::{Capsule, Parallelogram};
use crate::vector::Vector;

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector<Scalar: Field>>(a: &Capsule<V>, b: &Parallelogram<V>) -> V::Mask {
    capsule_triangle::intersects(a, b)
}

/// Returns the closest points: on the capsule's surface towards the parallelogram, and on the
/// parallelogram.
pub fn distance<V: Vector<Scalar: Real>>(a: &Capsule<V>, b: &Parallelogram<V>) -> Closest<V> {
    capsule_triangle::distance(a, b)
}
