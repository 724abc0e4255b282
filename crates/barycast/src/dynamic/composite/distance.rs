//! Distances by which parts are ordered and culled: between two boxes, and from a point to a part.

use crate::dynamic::shape::DynamicShape;
use crate::shape::Aabb;
use crate::vector::FloatVector;

/// Returns a lower bound of the distance of two boxes.
pub(super) fn gap<V: FloatVector<Scalar = f64>>(a: &Aabb<V>, b: &Aabb<V>) -> f64 {
    let low = a.min.max(b.min);
    (b.closest_point(low) - a.closest_point(low)).length_at_any_size() * (1.0 - 16.0 * f64::EPSILON)
}

/// Returns the distance of a point from a shape, negative inside. A plane has two sides, but no
/// inside.
pub(super) fn off<A: DynamicShape>(shape: &A, p: A::Vector) -> f64 {
    let off = shape.signed_distance(p);
    if shape.is_solid() || shape.as_composite().is_some() { off } else { off.abs() }
}
