//! Parallelogram and point.
//!
//! The kernels of [`point_triangle`], which are any [`Flat`](crate::shape::Flat) shape's.
//! Opposite edges see the point on opposite sides exactly when it lies between them.

use crate::number::Real;
use crate::pair::point_triangle;
use crate::query::Closest;
use crate::shape::{Parallelogram, Point};
use crate::vector::{FloatVector, Vector};

/// The point lies in it; its boundary counts.
#[inline(always)]
pub fn intersects<V: Vector>(a: &Parallelogram<V>, b: &Point<V>) -> V::Mask {
    point_triangle::intersects(b, a)
}

/// The foot on the face or the nearest edge, and the point.
#[inline(always)]
pub fn distance<V: Vector<Scalar: Real>>(a: &Parallelogram<V>, b: &Point<V>) -> Closest<V> {
    point_triangle::distance(b, a).swap()
}

/// In 2D negative inside, by the way to the nearest edge; in 3D the distance.
pub fn signed_distance<V: FloatVector>(a: &Parallelogram<V>, b: &Point<V>) -> V::Scalar {
    point_triangle::signed_distance(a, b)
}
