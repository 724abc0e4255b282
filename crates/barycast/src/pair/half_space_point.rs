//! Half-space and point.
//!
//! ```text
//! n . p <= d
//! ```
//!
//! Every bounded convex shape reduces to this test for its lowest point along `n`, so the distance
//! and the contact of the half-space with all of them are here.
//!
//! Sources: [Ericson 5.1.1].

use crate::number::{Real, Ring};
use crate::query::{Closest, Penetration};
use crate::shape::{HalfSpace, Point};
use crate::vector::{FloatVector, Vector};

/// Tests whether the point lies in the half-space, including its boundary.
#[inline(always)]
pub fn intersects<V: Vector>(a: &HalfSpace<V>, b: &Point<V>) -> V::Mask {
    let side = a.side(b.0);
    side.le(side.zero())
}

/// Returns the foot of the point on the boundary, and the point; inside, both are the point.
#[inline(always)]
pub fn distance<V: Vector<Scalar: Real>>(a: &HalfSpace<V>, b: &Point<V>) -> Closest<V> {
    let height = a.height(b.0);
    Closest { distance: Ring::max(height, height.zero()), on_a: a.closest_point(b.0), on_b: b.0 }
}

/// Returns the height above the boundary: negative inside.
pub fn signed_distance<V: FloatVector>(a: &HalfSpace<V>, b: &Point<V>) -> V::Scalar {
    a.height(b.0)
}

/// Returns the contact with a shape that intersects the half-space and has this lowest point along
/// its normal: along the normal, with the depth of that point.
pub(crate) fn contact_at<V: FloatVector>(a: &HalfSpace<V>, lowest: V) -> Penetration<V> {
    let height = a.height(lowest);
    let depth = Ring::max(-height, height.zero());
    let normal = a.normal.normalized_or_zero();
    Penetration { normal_a_to_b: Some(normal), depth, on_a: lowest + normal * depth, on_b: lowest }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3, dvec2, dvec3};

    #[test]
    fn the_normal_points_out_of_the_set() {
        let ground = HalfSpace::new(dvec3(0.0, 0.0, 2.0), 2.0);
        assert!(ground.intersects(&Point(DVec3::ZERO)) && ground.intersects(&Point(DVec3::Z)));
        assert!(!ground.intersects(&Point(dvec3(0.0, 0.0, 1.5))));
        assert_eq!(signed_distance(&ground, &Point(DVec3::ZERO)), -1.0);
    }

    #[test]
    fn a_point_inside_is_its_own_closest_point() {
        let left = HalfSpace::new(DVec2::X, 0.0);
        let inside = left.closest(&Point(dvec2(-3.0, 4.0)));
        assert_eq!((inside.distance, inside.on_a), (0.0, dvec2(-3.0, 4.0)));
        let outside = left.closest(&Point(dvec2(3.0, 4.0)));
        assert_eq!((outside.distance, outside.on_a), (3.0, dvec2(0.0, 4.0)));
    }
}
