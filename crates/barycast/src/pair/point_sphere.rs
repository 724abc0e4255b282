//! Point and sphere.
//!
//! ```text
//! |p - c|^2 <= r^2
//! ```
//!
//! This needs no square root. For a point exactly at the center every direction is closest; the
//! first coordinate axis is used.

use crate::number::{Real, Ring};
use crate::query::Closest;
use crate::shape::{Point, Sphere};
use crate::vector::{FloatVector, Vector};

/// Tests whether the point lies in the sphere, including its surface.
#[inline(always)]
pub fn intersects<V: Vector>(a: &Point<V>, b: &Sphere<V>) -> V::Mask {
    (a.0 - b.center).length_squared().le(b.radius.squared())
}

/// Returns the point, and the closest point of the solid sphere.
#[inline(always)]
pub fn distance<V: Vector<Scalar: Real>>(a: &Point<V>, b: &Sphere<V>) -> Closest<V> {
    let gap = Ring::max((a.0 - b.center).length() - b.radius, b.radius.zero());
    let on_b = b.closest_point(a.0);
    Closest { distance: gap, on_a: a.0, on_b }
}

/// Returns `|p - c| - r`: negative inside.
pub fn signed_distance<V: FloatVector>(a: &Sphere<V>, b: &Point<V>) -> V::Scalar {
    (b.0 - a.center).length() - a.radius
}
