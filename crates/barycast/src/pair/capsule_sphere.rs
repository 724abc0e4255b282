//! Capsule and sphere.
//!
//! A capsule is the set of points within `r1` of its axis, so it intersects the sphere if the
//! distance of the center from the axis is at most the sum of the radii:
//!
//! ```text
//! distance(axis, c)^2 <= (r1 + r2)^2
//! ```
//!
//! `a == b` makes the capsule a sphere. If `c` lies on the axis, every direction orthogonal to it
//! is a minimum translation; the one of `any_orthogonal` is returned.
//!
//! Sources: [Ericson 4.5.1].

use crate::number::{Real, Ring};
use crate::pair::{capsule_capsule, point_ray};
use crate::query::{Closest, Penetration};
use crate::shape::{Capsule, Point, Sphere};
use crate::vector::{FloatVector, Vector};

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector>(a: &Capsule<V>, b: &Sphere<V>) -> V::Mask {
    let reach = a.radius + b.radius;
    point_ray::within(&Point(b.center), &a.axis(), reach.squared())
}

/// Returns the result of [`intersects`] if plain floats certify it, otherwise `None`.
#[inline(always)]
pub(crate) fn certainly<V: FloatVector>(a: &Capsule<V>, b: &Sphere<V>) -> Option<bool> {
    point_ray::certainly_within(&Point(b.center), &a.axis(), a.radius + b.radius)
}

/// Returns the closest points, on the line from the axis to the center.
#[inline(always)]
pub fn distance<V: Vector<Scalar: Real>>(a: &Capsule<V>, b: &Sphere<V>) -> Closest<V> {
    point_ray::distance(&Point(b.center), &a.axis()).swap().grown(a.radius, b.radius)
}

/// Returns the contact along the vector from the axis to the center; the depth is the sum of the
/// radii minus their distance.
pub fn contact<V: FloatVector>(a: &Capsule<V>, b: &Sphere<V>) -> Option<Penetration<V>> {
    capsule_capsule::contact(a, &Capsule::new(b.center, b.center, b.radius))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3, dvec2, dvec3};

    #[test]
    fn touching_beside_the_axis_and_beyond_its_end() {
        let capsule = Capsule::new(DVec3::ZERO, dvec3(4., 0., 0.), 1.);
        assert!(intersects(&capsule, &Sphere::new(dvec3(2., 0., 3.), 2.)));
        assert!(intersects(&capsule, &Sphere::new(dvec3(7., 4., 0.), 4.)));
        assert!(!intersects(&capsule, &Sphere::new(dvec3(7., 4., 0.), 3.9)));
        let touch = contact(&capsule, &Sphere::new(dvec3(2., 0., 3.), 2.)).unwrap();
        assert_eq!((touch.depth, touch.normal_a_to_b), (0., Some(DVec3::Z)));
    }

    #[test]
    fn the_distance_runs_from_surface_to_surface() {
        let capsule = Capsule::new(DVec2::ZERO, dvec2(4., 0.), 1.);
        let closest = distance(&capsule, &Sphere::new(dvec2(7., 4.), 2.));
        assert_eq!(closest.distance, 2.);
        assert!(closest.on_a.distance(dvec2(4.6, 0.8)) < 1e-15);
        assert!(closest.on_b.distance(dvec2(5.8, 2.4)) < 1e-15);
    }

    #[test]
    fn a_centre_on_the_axis_leaves_at_right_angles_to_it() {
        let capsule = Capsule::new(DVec3::ZERO, dvec3(4., 0., 0.), 1.);
        let out = contact(&capsule, &Sphere::new(dvec3(3., 0., 0.), 2.)).unwrap();
        assert_eq!(out.depth, 3.);
        assert_eq!(out.normal_a_to_b.unwrap().x, 0.);
    }

    #[test]
    fn a_capsule_of_length_0_in_a_sphere_around_it_leaves_along_the_first_axis() {
        let capsule = Capsule::new(DVec2::ONE, DVec2::ONE, 1.);
        let out = contact(&capsule, &Sphere::new(DVec2::ONE, 2.)).unwrap();
        assert_eq!((out.depth, out.normal_a_to_b), (3., Some(DVec2::X)));
    }
}
