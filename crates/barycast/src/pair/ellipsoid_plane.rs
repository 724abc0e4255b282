//! Ellipsoid and plane.
//!
//! The ellipsoid extends `h = sqrt(sum (r_i n . a_i)^2)` from its center along the plane's normal,
//! so they intersect if
//!
//! ```text
//! (n . c - d)^2 <= sum (r_i n . a_i)^2
//! ```
//!
//! Sources: [Ericson 5.2.2] for boxes; the ellipsoid has a root of squares where the box has a sum.

use crate::number::{Field, Real, Ring};
use crate::query::Closest;
use crate::shape::{Ellipsoid, Plane};
use crate::vector::Vector;

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector>(a: &Ellipsoid<V>, b: &Plane<V>) -> V::Mask {
    b.side(a.center).squared().le(a.projected_radius_squared(b.normal))
}

/// Returns the lowest or highest point relative to the plane and its foot; a common point between
/// the two if they intersect.
#[inline(always)]
pub fn distance<V: Vector<Scalar: Real>>(a: &Ellipsoid<V>, b: &Plane<V>) -> Closest<V> {
    let (n, s) = (b.normal, b.side(a.center));
    let zero = s.zero();
    let up = a.support_offset(n);
    let h = n.dot(up);
    let nearest = a.center + V::select(s.lt(zero), up, -up);
    let gap = s.abs() - h;
    let nn = n.length_squared();
    let foot = nearest - n * (Ring::select(s.lt(zero), -gap, gap) / nn);
    let shared = a.center - up * s.div_or(h, zero).clamp_to(-s.one(), s.one());
    Closest { distance: gap / nn.sqrt(), on_a: nearest, on_b: foot }.or_shared(gap.le(zero), shared)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, dvec2, dvec3};

    const EGG: Ellipsoid<DVec3> =
        Ellipsoid::new(DVec3::ZERO, dvec3(6., 3., 2.), [DVec3::X, DVec3::Y, DVec3::Z]);

    #[test]
    fn a_tangent_plane_touches_from_both_sides() {
        // h = sqrt(6^2 + 6^2 + 7^2) for the normal (1, 2, 7/2).
        let n = dvec3(1., 2., 3.5);
        for d in [11., -11.] {
            assert!(intersects(&EGG, &Plane::new(n, d)));
            assert!(!intersects(&EGG, &Plane::new(n, d * 1.000_001)));
        }
        assert!(intersects(&EGG, &Plane::new(n, 1.)));
    }

    #[test]
    fn the_distance_does_not_depend_on_the_length_of_the_normal() {
        for scale in [1., -1., 100., -0.01] {
            let found = distance(&EGG, &Plane::new(dvec3(0., 0., scale), 5. * scale));
            assert!((found.distance - 3.).abs() < 1e-14);
            assert!((found.on_a - dvec3(0., 0., 2.)).length() < 1e-14);
            assert!((found.on_b - dvec3(0., 0., 5.)).length() < 1e-14);
        }
    }

    #[test]
    fn a_plate_in_the_plane_and_a_crossed_ellipse_share_a_point() {
        let plate = Ellipsoid { radii: dvec3(6., 3., 0.), ..EGG };
        assert!(intersects(&plate, &Plane::new(DVec3::Z, 0.)));
        assert!(!intersects(&plate, &Plane::new(DVec3::Z, 1e-300)) || 1e-300_f64 * 1e-300 == 0.);
        let ellipse = Ellipsoid::new(dvec2(1., 1.), dvec2(2., 1.), [dvec2(0., 1.), dvec2(-1., 0.)]);
        let found = distance(&ellipse, &Plane::new(dvec2(0., 2.), 4.));
        assert_eq!((found.distance, found.on_a), (0., dvec2(1., 2.)));
    }
}
