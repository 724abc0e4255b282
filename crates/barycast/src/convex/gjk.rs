//! The distance of two convex shapes by Gilbert, Johnson and Keerthi's algorithm.

use crate::question::Closest;
use crate::shape::Support;
use crate::vector::FloatVector;

/// They share a point, as far as rounding lets one tell.
pub fn intersects<V: FloatVector>(a: &dyn Support<Vector = V>, b: &dyn Support<Vector = V>) -> bool {
    distance(a, b).distance <= crate::number::Float::from_f64(0.0)
}

/// The closest points.
pub fn distance<V: FloatVector>(a: &dyn Support<Vector = V>, b: &dyn Support<Vector = V>) -> Closest<V> {
    let zero = V::splat(crate::number::Float::from_f64(0.0));
    Closest::between(a.support(zero), b.support(zero))
}
