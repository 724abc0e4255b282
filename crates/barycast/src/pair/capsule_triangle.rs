//! Capsule and triangle, and every other [`Flat`] shape.
//!
//! They meet when the squared distance of the capsule's axis from the shape, a fraction without a root, is at
//! most `r^2`: 0 where the axis crosses the shape, else between the axis and an edge, or from an end of the
//! axis to the face.

use crate::number::{Field, Real, Ring};
use crate::pair::ray_triangle;
use crate::question::Closest;
use crate::shape::{Capsule, Flat};
use crate::vector::Vector;

/// They share a point; touching counts.
#[inline(always)]
pub fn intersects<V: Vector<Scalar: Field>, F: Flat<Vector = V>>(a: &Capsule<V>, b: &F) -> V::Mask {
    ray_triangle::distance_squared(&a.axis(), b).le(a.radius.squared())
}

/// The capsule's surface on the way from its axis to the shape; the shape's end of it when they intersect.
#[inline(always)]
pub fn distance<V: Vector<Scalar: Real>, F: Flat<Vector = V>>(a: &Capsule<V>, b: &F) -> Closest<V> {
    let nearest = ray_triangle::distance(&a.axis(), b);
    let gap = nearest.distance - a.radius;
    let on_a = nearest.on_a + (nearest.on_b - nearest.on_a).normalized_or_zero() * a.radius;
    Closest { distance: gap, on_a, on_b: nearest.on_b }.or_shared(gap.le(gap.zero()), nearest.on_b)
}
