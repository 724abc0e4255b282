//! Infinite cylinder and point.
//!
//! With `w = p - c` for a point `c` of the axis and its direction `m`, of any length, the point
//! lies in the cylinder if
//!
//! ```text
//! |w x m|^2 <= r^2 |m|^2
//! ```
//!
//! Sources: [Ericson 5.1.2].

use crate::number::{Real, Ring};
use crate::pair::point_ray;
use crate::query::Closest;
use crate::shape::{InfiniteCylinder, Point};
use crate::vector::{FloatVector, Vector3};

/// Tests whether the point lies in the cylinder, including its surface.
#[inline(always)]
pub fn intersects<V: Vector3>(a: &InfiniteCylinder<V>, b: &Point<V>) -> V::Mask {
    let (w, m) = (b.0 - a.origin, a.direction);
    w.wedge_squared(m).le(a.radius.squared() * m.length_squared())
}

/// Returns the surface point towards the point, and the point; inside, both are the point.
#[inline(always)]
pub fn distance<V: Vector3<Scalar: Real>>(a: &InfiniteCylinder<V>, b: &Point<V>) -> Closest<V> {
    point_ray::distance(b, &a.axis()).swap().grown(a.radius, a.radius.zero())
}

/// Returns the distance from the axis minus the radius: negative inside.
pub fn signed_distance<V: FloatVector + Vector3>(a: &InfiniteCylinder<V>, b: &Point<V>) -> V::Scalar {
    point_ray::distance(b, &a.axis()).distance - a.radius
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, dvec3};

    #[test]
    fn the_length_of_the_direction_does_not_matter() {
        for length in [0.01, 1., 300.] {
            let cylinder = InfiniteCylinder::new(dvec3(1., 0., 0.), DVec3::Z * length, 5.);
            assert!(intersects(&cylinder, &Point(dvec3(4., 4., -70.))));
            assert!(!intersects(&cylinder, &Point(dvec3(4., 4.001, -70.))));
            assert!((signed_distance(&cylinder, &Point(dvec3(7., 8., 3.))) - 5.).abs() < 1e-12);
            assert_eq!(signed_distance(&cylinder, &Point(dvec3(1., 0., 3.))), -5.);
        }
    }

    #[test]
    fn the_nearest_point_is_on_the_side() {
        let cylinder = InfiniteCylinder::new(DVec3::ZERO, DVec3::Z, 5.);
        let closest = distance(&cylinder, &Point(dvec3(6., 8., 9.)));
        assert_eq!(closest.distance, 5.);
        assert!(closest.on_a.distance(dvec3(3., 4., 9.)) < 1e-15);
    }
}
