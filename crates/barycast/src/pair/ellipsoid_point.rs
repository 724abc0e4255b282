//! Ellipsoid and point.
//!
//! With the coordinates `x` of the point along the axes, from the center, it lies inside if
//!
//! ```text
//! sum (x_i / r_i)^2 <= 1
//! ```
//!
//! and `x_i = 0` on every axis with radius 0. The distance has no closed form, see
//! [`Ellipsoid::closest_point`].
//!
//! Sources: [Eberly 2013].

use crate::number::{Field, Float, Ring};
use crate::query::Closest;
use crate::shape::{Ellipsoid, Point};
use crate::vector::{FloatVector, Vector};

/// Tests whether the point lies in the ellipsoid, including its surface.
#[inline(always)]
pub fn intersects<V: Vector<Scalar: Field>>(a: &Ellipsoid<V>, b: &Point<V>) -> V::Mask {
    let x = a.coordinates(b.0 - a.center);
    let one = x.get(0).one();
    let mut inside = a.unit_coordinates(x).length_squared().le(one);
    for i in 0..V::DIM {
        inside = inside & (one.zero().lt(a.radii.get(i)) | x.get(i).same(one.zero()));
    }
    inside
}

/// Returns the closest point of the solid ellipsoid, and the point.
pub fn distance<V: FloatVector>(a: &Ellipsoid<V>, b: &Point<V>) -> Closest<V> {
    Closest::between(a.closest_point(b.0), b.0)
}

/// Returns the signed distance from the surface, negative inside. A flat ellipsoid has no interior.
pub fn signed_distance<V: FloatVector>(a: &Ellipsoid<V>, b: &Point<V>) -> V::Scalar {
    let y = a.coordinates(b.0 - a.center);
    let zero = V::Scalar::ZERO;
    let flat = (0..V::DIM).any(|i| a.radii.get(i) <= zero);
    if flat || a.unit_coordinates(y).length_squared() > V::Scalar::ONE {
        (y - a.closest_local(y)).length()
    } else {
        -(y - a.boundary_local(y)).length()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3, dvec2, dvec3};

    const EGG: Ellipsoid<DVec3> =
        Ellipsoid::new(DVec3::ZERO, dvec3(3., 2., 1.), [DVec3::X, DVec3::Y, DVec3::Z]);

    #[test]
    fn the_ends_of_the_axes_are_on_the_surface() {
        for p in [dvec3(3., 0., 0.), dvec3(0., -2., 0.), dvec3(0., 0., 1.)] {
            assert!(intersects(&EGG, &Point(p)));
            assert!(!intersects(&EGG, &Point(p * 1.000_001)));
            assert_eq!(signed_distance(&EGG, &Point(p)), 0.);
            assert_eq!(signed_distance(&EGG, &Point(p * 2.)), p.length());
        }
    }

    #[test]
    fn from_the_center_the_smallest_radius_is_the_distance() {
        assert_eq!(signed_distance(&EGG, &Point(DVec3::ZERO)), -1.);
    }

    #[test]
    fn inside_on_the_long_axis_the_way_out_leads_off_it() {
        // The point x = 3 cos f, z = sin f closest to (2, 0, 0) has cos f = 2 * 3 / (9 - 1).
        let x = dvec3(2.25, 0., (1. - 0.5625_f64).sqrt());
        let d = signed_distance(&EGG, &Point(dvec3(2., 0., 0.)));
        assert!((d + (x - dvec3(2., 0., 0.)).length()).abs() < 1e-15, "{d}");
    }

    #[test]
    fn a_flat_ellipsoid_contains_only_its_disc() {
        let plate = Ellipsoid { radii: dvec3(3., 2., 0.), ..EGG };
        assert!(intersects(&plate, &Point(dvec3(1., 1., 0.))));
        assert!(!intersects(&plate, &Point(dvec3(1., 1., 1e-9))));
        assert_eq!(distance(&plate, &Point(dvec3(1., 1., 5.))).on_a, dvec3(1., 1., 0.));
        assert_eq!(signed_distance(&plate, &Point(dvec3(6., 0., 4.))), 5.);
        let point = Ellipsoid { radii: DVec3::ZERO, ..EGG };
        assert_eq!(signed_distance(&point, &Point(dvec3(2., 3., 6.))), 7.);
    }

    #[test]
    fn a_circle_in_the_plane_is_a_circle() {
        let circle = Ellipsoid::new(dvec2(1., 1.), dvec2(5., 5.), [dvec2(0.6, 0.8), dvec2(-0.8, 0.6)]);
        assert!((distance(&circle, &Point(dvec2(7., 9.))).distance - 5.).abs() < 1e-14);
        assert_eq!(signed_distance(&circle, &Point(DVec2::ONE)), -5.);
        assert!((signed_distance(&circle, &Point(dvec2(4., 1.))) + 2.).abs() < 1e-14);
    }

    #[test]
    fn far_away_and_beside_a_needle_the_normal_points_at_the_point() {
        let needle = Ellipsoid { radii: dvec3(1e3, 1., 1e-3), ..EGG };
        for p in [dvec3(5e2, 3., 1e-4), dvec3(1e9, 2e9, -1e9), dvec3(999., 0.1, 0.2), dvec3(-1e3, 1e-9, 2e-3)]
        {
            let x = distance(&needle, &Point(p)).on_a;
            assert!((needle.unit_coordinates(x).length() - 1.).abs() < 1e-14, "{p}");
            let normal = needle.unit_coordinates(needle.unit_coordinates(x)).normalize();
            assert!(normal.dot((p - x).normalize()) > 1. - 1e-7, "{p} {x} {normal}");
        }
    }
}
