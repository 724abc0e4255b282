//! Parallelogram and point.
//!
//! The kernels of [`point_triangle`], which work for any [`Flat`](crate::shape::Flat) shape: the
//! point lies between opposite edges exactly if it is on opposite sides of them.

use crate::number::Real;
use crate::pair::point_triangle;
use crate::query::Closest;
use crate::shape::{Parallelogram, Point};
use crate::vector::{FloatVector, Vector};

/// Tests whether the point lies in the parallelogram, including its boundary.
#[inline(always)]
pub fn intersects<V: Vector>(a: &Parallelogram<V>, b: &Point<V>) -> V::Mask {
    point_triangle::intersects(b, a)
}

/// Returns the foot on the face or the closest edge, and the point.
#[inline(always)]
pub fn distance<V: Vector<Scalar: Real>>(a: &Parallelogram<V>, b: &Point<V>) -> Closest<V> {
    point_triangle::distance(b, a).swap()
}

/// Returns the signed distance to the closest edge in 2D, negative inside; the distance in 3D.
pub fn signed_distance<V: FloatVector>(a: &Parallelogram<V>, b: &Point<V>) -> V::Scalar {
    point_triangle::signed_distance(a, b)
}
