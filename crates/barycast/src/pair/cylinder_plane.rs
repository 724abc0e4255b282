//! Cylinder and plane.
//!
//! With the axis `w = b - a`, the caps extend `r |n x w| / |w|` to both sides of their centers
//! along the normal (times `|n|`, like the sides `s_a, s_b` of the centers). So they intersect if
//! the axis crosses the plane or a cap reaches it:
//!
//! ```text
//! s_a <= 0 <= s_b    or    min(s_a^2, s_b^2) |w|^2 <= r^2 |n x w|^2
//! ```
//!
//! The lowest point of a cap lies in the direction of `w x (n x w)`. A cap parallel to the plane
//! (`n x w = 0`) is represented by its center.
//!
//! Sources: [Ericson 5.2.2]; the form without division is original.

use crate::number::{Real, Ring};
use crate::pair::plane_ray;
use crate::query::Closest;
use crate::shape::{Cylinder, Plane, Segment};
use crate::vector::Vector3;

/// Tests whether a cap whose center has this side reaches or crosses the plane.
#[inline(always)]
pub(crate) fn cap_reaches<V: Vector3>(a: &Cylinder<V>, normal: V, side: V::Scalar) -> V::Mask {
    let w = a.b - a.a;
    (side.squared() * w.length_squared()).le(a.radius.squared() * normal.wedge_squared(w))
}

/// Returns the segment from the lowest point along the normal to the highest.
pub(crate) fn extremes<V: Vector3<Scalar: Real>>(a: &Cylinder<V>, normal: V) -> Segment<V> {
    let w = a.b - a.a;
    let rim = w.cross(normal.cross(w)).normalized_or_zero() * a.radius;
    let along = normal.dot(w);
    let down = along.lt(along.zero());
    Segment { a: V::select(down, a.b, a.a) - rim, b: V::select(down, a.a, a.b) + rim }
}

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector3>(a: &Cylinder<V>, b: &Plane<V>) -> V::Mask {
    let (sa, sb) = (b.side(a.a), b.side(a.b));
    plane_ray::straddles(Ring::min(sa, sb), Ring::max(sa, sb))
        | cap_reaches(a, b.normal, sa)
        | cap_reaches(a, b.normal, sb)
}

/// Returns the point of a rim closest to the plane and its foot; a common point on the segment
/// between the extreme points if they intersect.
pub fn distance<V: Vector3<Scalar: Real>>(a: &Cylinder<V>, b: &Plane<V>) -> Closest<V> {
    plane_ray::distance(b, &extremes(a, b.normal)).swap()
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, dvec3};

    #[test]
    fn lying_it_reaches_by_its_radius_and_standing_by_its_caps() {
        let lying = Cylinder::new(DVec3::ZERO, dvec3(5.0, 0.0, 0.0), 2.0);
        let standing = Cylinder::new(DVec3::ZERO, dvec3(0.0, 0.0, 5.0), 2.0);
        for (cylinder, low, high) in [(lying, -2.0, 2.0), (standing, 0.0, 5.0)] {
            for (d, meets) in [(low - 0.5, false), (low, true), (high, true), (high + 0.5, false)] {
                assert_eq!(cylinder.intersects(&Plane::new(dvec3(0.0, 0.0, 3.0), 3.0 * d)), meets, "{d}");
            }
        }
    }

    #[test]
    fn tilted_it_touches_with_its_rim() {
        // The axis (3, 0, 4) has length 5 and height 4, so a cap of radius 5 reaches 3 below its
        // center.
        let tilted = Cylinder::new(DVec3::ZERO, dvec3(3.0, 0.0, 4.0), 5.0);
        assert!(
            tilted.intersects(&Plane::new(DVec3::Z, -3.0)) && tilted.intersects(&Plane::new(DVec3::Z, 7.0))
        );
        assert!(!tilted.intersects(&Plane::new(DVec3::Z, -3.5)));
        let closest = tilted.closest(&Plane::new(DVec3::Z, -4.0));
        assert!((closest.distance - 1.0).abs() < 1e-15);
        assert!((closest.on_a - dvec3(4.0, 0.0, -3.0)).length() < 1e-15);
    }

    #[test]
    fn the_caps_are_flat_where_a_capsule_is_round() {
        let standing = Cylinder::new(DVec3::ZERO, DVec3::Z, 1.0);
        assert_eq!(standing.distance(&Plane::new(DVec3::Z, 2.0)), 1.0);
    }
}
