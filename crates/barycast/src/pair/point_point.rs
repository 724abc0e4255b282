//! Point and point.
//!
//! They intersect if all coordinates are equal. The distance is the length of the difference.

use crate::number::Real;
use crate::query::Closest;
use crate::shape::Point;
use crate::vector::Vector;

/// Tests whether the points are equal. Exact.
#[inline(always)]
pub fn intersects<V: Vector>(a: &Point<V>, b: &Point<V>) -> V::Mask {
    a.0.le_all(b.0) & b.0.le_all(a.0)
}

/// Returns both points.
#[inline(always)]
pub fn distance<V: Vector<Scalar: Real>>(a: &Point<V>, b: &Point<V>) -> Closest<V> {
    Closest::between(a.0, b.0)
}

/// Returns the distance; a point has no interior.
pub fn signed_distance<V: crate::vector::FloatVector>(a: &Point<V>, b: &Point<V>) -> V::Scalar {
    distance(a, b).distance
}
