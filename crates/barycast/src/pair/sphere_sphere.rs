//! Sphere and sphere.
//!
//! ```text
//! |c2 - c1|^2 <= (r1 + r2)^2
//! ```
//!
//! This needs no square root. The closest points and the contact normal lie on the line of the
//! centers. With equal centers every direction is equivalent; the first coordinate axis is used.
//!
//! Sources: [Ericson 4.3.1].

use crate::number::{Real, Ring};
use crate::query::{Closest, Penetration};
use crate::shape::Sphere;
use crate::vector::{FloatVector, Vector};

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector>(a: &Sphere<V>, b: &Sphere<V>) -> V::Mask {
    (b.center - a.center).length_squared().le((a.radius + b.radius).squared())
}

/// Returns the surface points that face each other; a common point on the line of the centers if
/// they intersect.
#[inline(always)]
pub fn distance<V: Vector<Scalar: Real>>(a: &Sphere<V>, b: &Sphere<V>) -> Closest<V> {
    let between = b.center - a.center;
    let length = between.length();
    let normal = between.normalized_or_zero();
    let gap = length - (a.radius + b.radius);
    // At most `a.radius` from a's center and not beyond b's center: inside both when they overlap.
    let shared = a.center + normal * Ring::min(a.radius, length);
    Closest { distance: gap, on_a: a.center + normal * a.radius, on_b: b.center - normal * b.radius }
        .or_shared(gap.le(gap.zero()), shared)
}

/// Returns the contact along the line of the centers; the depth is the sum of the radii minus its
/// length.
pub fn contact<V: FloatVector>(a: &Sphere<V>, b: &Sphere<V>) -> Option<Penetration<V>> {
    if !intersects(a, b) {
        return None;
    }
    let between = b.center - a.center;
    let normal = unit_or_first_axis(between);
    let depth = Ring::max(a.radius + b.radius - between.length(), between.get(0).zero());
    let on_a = a.center + normal * a.radius;
    Some(Penetration { normal_a_to_b: Some(normal), depth, on_a, on_b: b.center - normal * b.radius })
}

/// Returns the unit vector of `v`, or the first coordinate axis for the zero vector.
pub(crate) fn unit_or_first_axis<V: FloatVector>(v: V) -> V {
    if v.is_zero() { V::unit_axes(v.get(0).one()).as_ref()[0] } else { v.normalized_or_zero() }
}
