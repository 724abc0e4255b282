//! Point and sphere.
//!
//! ```text
//! |p - c|^2 <= r^2
//! ```
//!
//! needs no root. A point exactly at the centre has no nearest direction; the first coordinate axis is taken.

use crate::number::{Real, Ring};
use crate::query::Closest;
use crate::shape::{Point, Sphere};
use crate::vector::{FloatVector, Vector};

/// The point lies in the sphere; its surface counts.
#[inline(always)]
pub fn intersects<V: Vector>(a: &Point<V>, b: &Sphere<V>) -> V::Mask {
    (a.0 - b.center).length_squared().le(b.radius.squared())
}

/// The point, and the nearest point of the solid sphere.
#[inline(always)]
pub fn distance<V: Vector<Scalar: Real>>(a: &Point<V>, b: &Sphere<V>) -> Closest<V> {
    let gap = Ring::max((a.0 - b.center).length() - b.radius, b.radius.zero());
    let on_b = b.closest_point(a.0);
    Closest { distance: gap, on_a: a.0, on_b }
}

/// `|p - c| - r`: negative inside.
pub fn signed_distance<V: FloatVector>(a: &Sphere<V>, b: &Point<V>) -> V::Scalar {
    (b.0 - a.center).length() - a.radius
}
