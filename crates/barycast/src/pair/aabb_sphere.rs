//! AABB and sphere.
//!
//! The point of the box closest to the center is the center clamped to the box, axis by axis:
//!
//! ```text
//! q = min(max(c, box.min), box.max)        |c - q|^2 <= r^2
//! ```
//!
//! No square root: exact where the numbers are. A center inside the box is pushed out through the
//! closest face. Sources: [Arvo 1990], [Ericson 5.2.5].

use crate::number::{Float, Real, Ring};
use crate::query::{Closest, Penetration};
use crate::shape::{Aabb, Sphere};
use crate::vector::{FloatVector, Vector};

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector>(a: &Aabb<V>, b: &Sphere<V>) -> V::Mask {
    let q = a.closest_point(b.center);
    (b.center - q).length_squared().le(b.radius.squared())
}

/// Returns the clamped center, and the point of the sphere's surface towards it.
#[inline(always)]
pub fn distance<V: Vector<Scalar: Real>>(a: &Aabb<V>, b: &Sphere<V>) -> Closest<V> {
    let q = a.closest_point(b.center);
    let away = b.center - q;
    let gap = away.length() - b.radius;
    Closest { distance: gap, on_a: q, on_b: b.center - away.normalized_or_zero() * b.radius }
        .or_shared(gap.le(gap.zero()), q)
}

/// Returns the contact along the vector from the clamped center to the center; from inside, out
/// through the closest face.
pub fn contact<V: FloatVector>(a: &Aabb<V>, b: &Sphere<V>) -> Option<Penetration<V>> {
    if !intersects(a, b) {
        return None;
    }
    let q = a.closest_point(b.center);
    let away = b.center - q;
    if !away.is_zero() {
        let normal = away.normalized_or_zero();
        let depth = Ring::max(b.radius - away.length(), b.radius.zero());
        let on_b = b.center - normal * b.radius;
        return Some(Penetration { normal_a_to_b: Some(normal), depth, on_a: q, on_b });
    }
    let mut best = (Real::infinity(V::Scalar::ONE), away, away);
    for axis in 0..V::DIM {
        let unit = away.with(axis, V::Scalar::ONE);
        let c = b.center.get(axis);
        for (face, normal, to_face) in
            [(a.min, -unit, c - a.min.get(axis)), (a.max, unit, a.max.get(axis) - c)]
        {
            if to_face < best.0 {
                best = (to_face, normal, b.center.with(axis, face.get(axis)));
            }
        }
    }
    let (to_face, normal, on_a) = best;
    let on_b = b.center - normal * b.radius;
    Some(Penetration { normal_a_to_b: Some(normal), depth: to_face + b.radius, on_a, on_b })
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3};

    const CUBE: Aabb<DVec3> = Aabb::new(DVec3::NEG_ONE, DVec3::ONE);

    #[test]
    fn d4_touching_is_a_hit() {
        assert!(intersects(&CUBE, &Sphere::new(DVec3::new(2.0, 0.0, 0.0), 1.0)));
        assert!(intersects(&CUBE, &Sphere::new(DVec3::ZERO, 0.0)));
    }

    #[test]
    fn d7_a_disc_past_a_corner_is_not_its_bounding_box() {
        let square = Aabb::new(DVec2::NEG_ONE, DVec2::ONE);
        let disc = Sphere::new(DVec2::new(1.9, 1.9), 1.0);
        assert!(!intersects(&square, &disc));
        assert!((distance(&square, &disc).distance - (1.62f64.sqrt() - 1.0)).abs() < 1e-15);
    }

    #[test]
    fn a_centre_inside_leaves_through_the_nearest_face() {
        let c = contact(&CUBE, &Sphere::new(DVec3::new(0.0, -0.75, 0.5), 0.5)).unwrap();
        assert_eq!((c.normal_a_to_b, c.depth), (Some(-DVec3::Y), 0.75));
        assert_eq!((c.on_a, c.on_b), (DVec3::new(0.0, -1.0, 0.5), DVec3::new(0.0, -0.25, 0.5)));
    }
}
