//! Sphere and triangle, and every other [`Flat`] shape.
//!
//! They meet when the squared distance of the centre from the shape, a fraction without a root, is at most
//! `r^2`; in 2D it is 0 inside.
//!
//! Sources: [Ericson 5.2.7].

use crate::number::{Field, Real, Ring};
use crate::pair::point_triangle;
use crate::question::Closest;
use crate::shape::{Flat, Point, Sphere};
use crate::vector::Vector;

/// They share a point; touching counts.
#[inline(always)]
pub fn intersects<V: Vector<Scalar: Field>, F: Flat<Vector = V>>(a: &Sphere<V>, b: &F) -> V::Mask {
    point_triangle::distance_squared(&Point(a.center), b).le(a.radius.squared())
}

/// The sphere's surface on the way to the nearest point of the shape; that point when they intersect.
#[inline(always)]
pub fn distance<V: Vector<Scalar: Real>, F: Flat<Vector = V>>(a: &Sphere<V>, b: &F) -> Closest<V> {
    let nearest = point_triangle::distance(&Point(a.center), b);
    let gap = nearest.distance - a.radius;
    let on_a = a.center + (nearest.on_b - a.center).normalized_or_zero() * a.radius;
    Closest { distance: gap, on_a, on_b: nearest.on_b }.or_shared(gap.le(gap.zero()), nearest.on_b)
}
