//! Capsule and parallelogram.
//!
//! The kernels of [`capsule_triangle`], which are any [`Flat`](crate::shape::Flat) shape's.

use crate::number::{Field, Real};
use crate::pair::capsule_triangle;
use crate::query::Closest;
use crate::shape::{Capsule, Parallelogram};
use crate::vector::Vector;

/// They share a point; touching counts.
#[inline(always)]
pub fn intersects<V: Vector<Scalar: Field>>(a: &Capsule<V>, b: &Parallelogram<V>) -> V::Mask {
    capsule_triangle::intersects(a, b)
}

/// The capsule's surface on the way from its axis to the parallelogram.
pub fn distance<V: Vector<Scalar: Real>>(a: &Capsule<V>, b: &Parallelogram<V>) -> Closest<V> {
    capsule_triangle::distance(a, b)
}
