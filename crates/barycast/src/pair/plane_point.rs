//! Plane and point.
//!
//! ```text
//! n . p = d        foot = p - n (n . p - d) / |n|^2
//! ```
//!
//! The sign of `n . p - d` is the side, whatever the length of `n`; divided by `|n|` it is the
//! height.
//!
//! Sources: [Ericson 5.1.1].

use crate::number::{Real, Ring};
use crate::query::Closest;
use crate::shape::{Plane, Point};
use crate::vector::{FloatVector, Vector};

/// Tests whether the point lies in the plane.
#[inline(always)]
pub fn intersects<V: Vector>(a: &Plane<V>, b: &Point<V>) -> V::Mask {
    let side = a.side(b.0);
    side.same(side.zero())
}

/// Returns the foot of the point, and the point.
#[inline(always)]
pub fn distance<V: Vector<Scalar: Real>>(a: &Plane<V>, b: &Point<V>) -> Closest<V> {
    Closest { distance: Ring::abs(a.height(b.0)), on_a: a.closest_point(b.0), on_b: b.0 }
}

/// Returns the height above the plane: positive on the side to which the normal points.
pub fn signed_distance<V: FloatVector>(a: &Plane<V>, b: &Point<V>) -> V::Scalar {
    a.height(b.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamic::any::Shape3;
    use glam::{DVec3, Vec2, dvec3, vec2};

    #[test]
    fn c3_below_the_plane_is_not_on_it() {
        let (plane, point) = (Plane::new(DVec3::Z, 0.0), Point(dvec3(0.0, 0.0, -5.0)));
        assert!(!plane.intersects(&point));
        assert_eq!(signed_distance(&plane, &point), -5.0);
        assert_eq!(plane.closest(&point).on_a, DVec3::ZERO);
    }

    #[test]
    fn a_normal_of_length_ten_changes_no_distance() {
        let plane = Plane::new(vec2(6.0, 8.0), 50.0);
        assert_eq!(plane.distance(&Point(Vec2::ZERO)), 5.0);
        assert_eq!(signed_distance(&plane, &Point(vec2(6.0, 8.0))), 5.0);
        assert_eq!(plane.closest(&Point(Vec2::ZERO)).on_a, vec2(3.0, 4.0));
    }

    #[test]
    fn a_point_one_ulp_off_is_off() {
        let plane = |d| Shape3::from(Plane::new(dvec3(0.1, 0.2, 0.3), d));
        let point = Shape3::from(Point(dvec3(1.0, 1.0, 0.0)));
        // 0.1 + 0.2, exactly, is not a float: no plane with a float distance contains the point.
        assert!(!plane(0.3).intersects(&point) && !plane(0.1 + 0.2).intersects(&point));
        let doubled = Shape3::from(Point(dvec3(2.0, -1.0, 0.0)));
        assert!(plane(0.0).intersects(&doubled));
    }
}
