//! Point and point.
//!
//! They meet when all their coordinates are equal, and are as far apart as the difference is long.

use crate::number::Real;
use crate::query::Closest;
use crate::shape::Point;
use crate::vector::Vector;

/// They are the same point. Exact.
#[inline(always)]
pub fn intersects<V: Vector>(a: &Point<V>, b: &Point<V>) -> V::Mask {
    a.0.le_all(b.0) & b.0.le_all(a.0)
}

/// Both points themselves.
#[inline(always)]
pub fn distance<V: Vector<Scalar: Real>>(a: &Point<V>, b: &Point<V>) -> Closest<V> {
    Closest::between(a.0, b.0)
}

/// The distance: a point has no inside.
pub fn signed_distance<V: crate::vector::FloatVector>(a: &Point<V>, b: &Point<V>) -> V::Scalar {
    distance(a, b).distance
}
