//! Plane and triangle.
//!
//! They intersect if the corners are not all on the same side, by the signs of `n . p - d`.
//! Collinear triangles need no special case.
//!
//! Sources: [Ericson 5.2.1].

use crate::number::{Real, Ring};
use crate::pair::plane_ray;
use crate::query::Closest;
use crate::shape::{Plane, Segment, Triangle};
use crate::vector::Vector;

/// Returns the segment from the lowest corner along the normal to the highest.
#[inline(always)]
pub(crate) fn extremes<V: Vector>(a: &Triangle<V>, normal: V) -> Segment<V> {
    let mut ends = Segment { a: a.a, b: a.a };
    let (mut low, mut high) = (normal.dot(a.a), normal.dot(a.a));
    for corner in [a.b, a.c] {
        let along = normal.dot(corner);
        ends.a = V::select(along.lt(low), corner, ends.a);
        ends.b = V::select(high.lt(along), corner, ends.b);
        low = Ring::min(low, along);
        high = Ring::max(high, along);
    }
    ends
}

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector>(a: &Plane<V>, b: &Triangle<V>) -> V::Mask {
    let (sa, sb, sc) = (a.side(b.a), a.side(b.b), a.side(b.c));
    plane_ray::straddles(Ring::min(Ring::min(sa, sb), sc), Ring::max(Ring::max(sa, sb), sc))
}

/// Returns the foot of the closest corner, and that corner; a common point on the segment between
/// the extreme corners if they intersect.
#[inline(always)]
pub fn distance<V: Vector<Scalar: Real>>(a: &Plane<V>, b: &Triangle<V>) -> Closest<V> {
    plane_ray::distance(a, &extremes(b, a.normal))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3, dvec2, dvec3};

    #[test]
    fn one_corner_in_the_plane_touches() {
        let plane = Plane::new(dvec3(0.0, 0.0, 5.0), 5.0);
        let above = |z| Triangle::new(dvec3(0.0, 0.0, z), dvec3(4.0, 0.0, 3.0), dvec3(0.0, 4.0, 2.0));
        assert!(plane.intersects(&above(1.0)) && !plane.intersects(&above(1.5)));
        assert_eq!(plane.distance(&above(1.5)), 0.5);
    }

    #[test]
    fn a_triangle_across_shares_a_point_of_both() {
        let closest =
            Plane::new(DVec2::X, 1.0).closest(&Triangle::new(DVec2::ZERO, dvec2(4.0, 0.0), DVec2::Y));
        assert_eq!((closest.distance, closest.on_a, closest.on_b), (0.0, DVec2::X, DVec2::X));
    }

    #[test]
    fn a_triangle_in_the_plane_meets_it_and_one_beside_it_does_not() {
        let flat = |z| Triangle::new(dvec3(0.0, 0.0, z), dvec3(1.0, 0.0, z), dvec3(2.0, 0.0, z));
        let ground = Plane::new(DVec3::Z, 0.0);
        assert!(ground.intersects(&flat(0.0)) && !ground.intersects(&flat(-3.0)));
        assert_eq!(ground.distance(&flat(-3.0)), 3.0);
    }
}
