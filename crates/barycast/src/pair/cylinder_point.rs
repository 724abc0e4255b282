//! Cylinder and point.
//!
//! With `w = p - a` and `m = b - a`, the point lies between the caps and within the radius if
//!
//! ```text
//! 0 <= w . m <= |m|^2        |w x m|^2 <= r^2 |m|^2
//! ```
//!
//! Outside, the distances beyond a cap and beyond the side are the legs of a right triangle whose
//! hypotenuse is the distance. Inside, the closest of the two caps and the side counts.
//!
//! Sources: [Ericson 5.1.2].

use crate::number::{Field, Float, Real, Ring};
use crate::query::Closest;
use crate::shape::{Cylinder, Linear, Point};
use crate::vector::{FloatVector, Vector3};

/// Tests whether the point lies in the cylinder, including its surface.
#[inline(always)]
pub fn intersects<V: Vector3>(a: &Cylinder<V>, b: &Point<V>) -> V::Mask {
    let (w, m) = (b.0 - a.a, a.b - a.a);
    let (along, mm) = (w.dot(m), m.length_squared());
    let between = along.zero().le(along) & along.le(mm);
    between & w.wedge_squared(m).le(a.radius.squared() * mm)
}

/// Returns the point clamped between the caps and to the radius, and the point; inside, both are
/// the point.
#[inline(always)]
pub fn distance<V: Vector3<Scalar: Real>>(a: &Cylinder<V>, b: &Point<V>) -> Closest<V> {
    let Outside { cap, side } = Outside::of(a, b.0);
    let zero = cap.zero();
    let axis = a.axis();
    let (w, m) = (b.0 - a.a, axis.direction());
    let foot = axis.at(axis.clamp(w.dot(m).div_or(m.length_squared(), zero)));
    // Orthogonal to the axis: `m x (w x m)` avoids the cancellation of subtracting the foot from
    // the point.
    let out = m.cross(w.cross(m));
    let radial = out.times_reciprocal(m.length_squared());
    let radial = V::select(zero.lt(side), out.normalized_or_zero() * a.radius, radial);
    let (cap, side) = (Ring::max(cap, zero), Ring::max(side, zero));
    let gap = (cap.squared() + side.squared()).sqrt();
    Closest { distance: gap, on_a: foot + radial, on_b: b.0 }.or_shared(gap.le(zero), b.0)
}

/// Returns the distance outside; inside, minus the distance to the closest of the caps and the
/// side.
pub fn signed_distance<V: FloatVector + Vector3>(a: &Cylinder<V>, b: &Point<V>) -> V::Scalar {
    let Outside { cap, side } = Outside::of(a, b.0);
    let outside = distance(a, b).distance;
    if outside > V::Scalar::ZERO { outside } else { Ring::min(Ring::max(cap, side), outside) }
}

/// Signed distances of a point beyond the plane of the closer cap and beyond the side; negative
/// inside.
struct Outside<S> {
    cap: S,
    side: S,
}

impl<S: Real> Outside<S> {
    #[inline(always)]
    fn of<V: Vector3<Scalar = S, Mask = S::Mask>>(a: &Cylinder<V>, p: V) -> Self {
        let m = a.b - a.a;
        let length = m.length();
        let (w, from_b) = (p - a.a, p - a.b);
        let cap = Ring::max(-w.dot(m), from_b.dot(m)) / length;
        Self { cap, side: w.wedge_squared(m).sqrt() / length - a.radius }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, dvec3};

    const CYLINDER: Cylinder<DVec3> = Cylinder::new(DVec3::ZERO, dvec3(0., 0., 8.), 5.);

    #[test]
    fn the_rim_belongs_to_it() {
        assert!(intersects(&CYLINDER, &Point(dvec3(3., 4., 8.))));
        assert!(!intersects(&CYLINDER, &Point(dvec3(3., 4., 8.0001))));
        assert!(!intersects(&CYLINDER, &Point(dvec3(3., 4.0001, 8.))));
    }

    #[test]
    fn beyond_the_rim_the_distance_is_a_hypotenuse() {
        let closest = distance(&CYLINDER, &Point(dvec3(0., 8., 12.)));
        assert_eq!((closest.distance, closest.on_a), (5., dvec3(0., 5., 8.)));
    }

    #[test]
    fn above_a_cap_and_beside_the_side() {
        let above = distance(&CYLINDER, &Point(dvec3(1., 2., 10.)));
        assert_eq!((above.distance, above.on_a), (2., dvec3(1., 2., 8.)));
        let beside = distance(&CYLINDER, &Point(dvec3(-7., 0., 3.)));
        assert_eq!((beside.distance, beside.on_a), (2., dvec3(-5., 0., 3.)));
    }

    #[test]
    fn inside_the_nearest_surface_counts() {
        assert_eq!(signed_distance(&CYLINDER, &Point(dvec3(0., 0., 7.))), -1.);
        assert_eq!(signed_distance(&CYLINDER, &Point(dvec3(3., 0., 4.))), -2.);
        assert_eq!(signed_distance(&CYLINDER, &Point(dvec3(0., 5., 4.))), 0.);
    }
}
