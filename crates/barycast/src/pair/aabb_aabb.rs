//! AABB and AABB.
//!
//! They meet when their intervals overlap along every axis: `a.min <= b.max` and `b.min <= a.max`. Nothing is
//! computed, so the answer is exact for any numbers. The gap along an axis is what separates the intervals;
//! the distance is the length of the vector of gaps.
//!
//! Sources: [Ericson 4.2.1], [Arvo 1990].

use crate::number::Real;
use crate::question::Closest;
use crate::shape::Aabb;
use crate::vector::Vector;

/// They share a point; touching counts. Exact for any numbers.
#[inline(always)]
pub fn intersects<V: Vector>(a: &Aabb<V>, b: &Aabb<V>) -> V::Mask {
    a.min.le_all(b.max) & b.min.le_all(a.max)
}

/// The closest points: along each axis the ends that face each other, or the least shared coordinate.
#[inline(always)]
pub fn distance<V: Vector<Scalar: Real>>(a: &Aabb<V>, b: &Aabb<V>) -> Closest<V> {
    let low = a.min.max(b.min);
    Closest::between(a.closest_point(low), b.closest_point(low))
}
