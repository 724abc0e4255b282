//! Cylinder and sphere.
//!
//! With `w = c - a`, `m = b - a`, the distance `rho = |w x m| / |m|` of the center from the axis
//! and `delta` from the slab between the planes of the caps, they intersect if `delta <= R` and
//!
//! ```text
//! rho <= r + sqrt(R^2 - delta^2)
//! ```
//!
//! for the radius `R` of the sphere. With `k = rho^2 + delta^2 - r^2 - R^2` that is
//! `k <= 2 r sqrt(R^2 - delta^2)`, squared where `k > 0`. Multiplied by `|m|^2`, it has no division
//! and no square root.
//!
//! Sources: the test without a square root is original.

use crate::number::{Real, Ring};
use crate::pair::cylinder_point;
use crate::query::Closest;
use crate::shape::{Cylinder, Point, Sphere};
use crate::vector::Vector3;

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector3>(a: &Cylinder<V>, b: &Sphere<V>) -> V::Mask {
    let (w, m) = (b.center - a.a, a.b - a.a);
    let mm = m.length_squared();
    let zero = mm.zero();
    let beyond = Ring::max(Ring::max(-w.dot(m), (b.center - a.b).dot(m)), zero);
    let (rr, reach) = (a.radius.squared() * mm, b.radius.squared() * mm);
    // k |m|^2, and (R^2 - delta^2) |m|^2.
    let left = reach - beyond.squared();
    let k = w.wedge_squared(m) - rr - left;
    zero.le(left) & (k.le(zero) | k.squared().le(mm.lit(4) * rr * left))
}

/// Returns the closest points, on the line from the center to the closest point of the cylinder.
#[inline(always)]
pub fn distance<V: Vector3<Scalar: Real>>(a: &Cylinder<V>, b: &Sphere<V>) -> Closest<V> {
    cylinder_point::distance(a, &Point(b.center)).grown(b.radius.zero(), b.radius)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, dvec3};

    const CYLINDER: Cylinder<DVec3> = Cylinder::new(DVec3::ZERO, dvec3(0., 0., 8.), 5.);

    #[test]
    fn touching_the_rim_the_cap_and_the_side() {
        for center in [dvec3(0., 8., 12.), dvec3(3., 1., 13.), dvec3(6., 8., 4.), dvec3(6., 8., 8.)] {
            assert!(intersects(&CYLINDER, &Sphere::new(center, 5.)), "{center}");
            assert!(!intersects(&CYLINDER, &Sphere::new(center, 4.999)), "{center}");
            assert_eq!(distance(&CYLINDER, &Sphere::new(center, 3.)).distance, 2.);
        }
    }

    #[test]
    fn radii_of_0_are_a_point_and_a_segment() {
        assert!(intersects(&CYLINDER, &Sphere::new(dvec3(3., 4., 8.), 0.)));
        assert!(!intersects(&CYLINDER, &Sphere::new(dvec3(3., 4.001, 8.), 0.)));
        let thin = Cylinder { radius: 0., ..CYLINDER };
        assert!(intersects(&thin, &Sphere::new(dvec3(3., 0., 12.), 5.)));
        assert!(!intersects(&thin, &Sphere::new(dvec3(3., 0., 12.), 4.999)));
    }

    #[test]
    fn a_small_cylinder_inside_a_sphere_intersects() {
        assert!(intersects(&CYLINDER, &Sphere::new(dvec3(1., 2., 3.), 100.)));
    }
}
