//! Capsule and point.
//!
//! A capsule is the set of points within `r` of its axis, so the point lies in it if
//!
//! ```text
//! distance(axis, p)^2 <= r^2
//! ```
//!
//! Otherwise the distance is that distance minus `r`. `a == b` makes the capsule a sphere.
//!
//! Sources: [Ericson 4.5].

use crate::number::{Real, Ring};
use crate::pair::point_ray;
use crate::query::Closest;
use crate::shape::{Capsule, Point};
use crate::vector::{FloatVector, Vector};

/// Tests whether the point lies in the capsule, including its surface.
#[inline(always)]
pub fn intersects<V: Vector>(a: &Capsule<V>, b: &Point<V>) -> V::Mask {
    point_ray::within(b, &a.axis(), a.radius.squared())
}

/// Returns the result of [`intersects`] if plain floats certify it, otherwise `None`.
#[inline(always)]
pub(crate) fn certainly<V: FloatVector>(a: &Capsule<V>, b: &Point<V>) -> Option<bool> {
    point_ray::certainly_within(b, &a.axis(), a.radius)
}

/// Returns the surface point towards the point, and the point; inside, both are the point.
#[inline(always)]
pub fn distance<V: Vector<Scalar: Real>>(a: &Capsule<V>, b: &Point<V>) -> Closest<V> {
    let from_axis = point_ray::distance(b, &a.axis()).swap();
    from_axis.grown(a.radius, a.radius.zero())
}

/// Returns the distance from the axis minus the radius: negative inside.
pub fn signed_distance<V: FloatVector>(a: &Capsule<V>, b: &Point<V>) -> V::Scalar {
    point_ray::distance(b, &a.axis()).distance - a.radius
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3, dvec2, dvec3};

    #[test]
    fn beside_the_axis_and_beyond_its_end_the_surface_counts() {
        let capsule = Capsule::new(DVec3::ZERO, dvec3(4., 0., 0.), 1.);
        assert!(intersects(&capsule, &Point(dvec3(2., 1., 0.))));
        assert!(intersects(&capsule, &Point(dvec3(5., 0., 0.))));
        assert!(!intersects(&capsule, &Point(dvec3(5., 0.1, 0.))));
        assert_eq!(signed_distance(&capsule, &Point(dvec3(2., 3., 4.))), 4.);
        assert_eq!(signed_distance(&capsule, &Point(dvec3(2., 0., 0.))), -1.);
    }

    #[test]
    fn a_capsule_of_length_0_is_a_disc() {
        let disc = Capsule::new(DVec2::ZERO, DVec2::ZERO, 5.);
        assert!(intersects(&disc, &Point(dvec2(3., 4.))));
        let closest = distance(&disc, &Point(dvec2(6., 8.)));
        assert_eq!(closest.distance, 5.);
        assert!(closest.on_a.distance(dvec2(3., 4.)) < 1e-15);
    }
}
