//! Parallelogram and plane.
//!
//! Along the normal the edges add `n . u` and `n . v` to the corner's side `s = n . o - d`, the
//! negative ones at the lowest corner and the positive ones at the highest:
//!
//! ```text
//! s + min(0, n . u) + min(0, n . v) <= 0 <= s + max(0, n . u) + max(0, n . v)
//! ```
//!
//! Parallel and zero edges are no special case.
//!
//! Sources: [Ericson 5.2.1].

use crate::number::{Real, Ring};
use crate::pair::plane_ray;
use crate::query::Closest;
use crate::shape::{Parallelogram, Plane, Segment};
use crate::vector::Vector;

/// Returns the segment from the lowest corner along the normal to the highest.
#[inline(always)]
pub(crate) fn extremes<V: Vector>(a: &Parallelogram<V>, normal: V) -> Segment<V> {
    let mut ends = Segment { a: a.origin, b: a.origin };
    for edge in [a.u, a.v] {
        let along = normal.dot(edge);
        let down = along.lt(along.zero());
        let none = edge.zero();
        ends = Segment { a: ends.a + V::select(down, edge, none), b: ends.b + V::select(down, none, edge) };
    }
    ends
}

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector>(a: &Parallelogram<V>, b: &Plane<V>) -> V::Mask {
    let (s, along_u, along_v) = (b.side(a.origin), b.normal.dot(a.u), b.normal.dot(a.v));
    let zero = s.zero();
    plane_ray::straddles(
        s + Ring::min(along_u, zero) + Ring::min(along_v, zero),
        s + Ring::max(along_u, zero) + Ring::max(along_v, zero),
    )
}

/// Returns the corner closest to the plane and its foot; a common point on the segment between the
/// extreme corners if they intersect.
pub fn distance<V: Vector<Scalar: Real>>(a: &Parallelogram<V>, b: &Plane<V>) -> Closest<V> {
    plane_ray::distance(b, &extremes(a, b.normal)).swap()
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3, dvec2, dvec3};

    #[test]
    fn the_far_corner_counts() {
        let sheet = Parallelogram::new(DVec3::ZERO, dvec3(1.0, 0.0, 1.0), dvec3(0.0, 1.0, 2.0));
        assert!(sheet.intersects(&Plane::new(dvec3(0.0, 0.0, 2.0), 6.0)));
        assert!(!sheet.intersects(&Plane::new(dvec3(0.0, 0.0, 2.0), 6.5)));
        let closest = sheet.closest(&Plane::new(DVec3::Z, 5.0));
        assert_eq!((closest.distance, closest.on_a), (2.0, dvec3(1.0, 1.0, 3.0)));
    }

    #[test]
    fn edges_that_go_down_and_up_reach_to_both_sides() {
        let kite = Parallelogram::new(DVec2::ZERO, dvec2(2.0, -1.0), dvec2(2.0, 1.0));
        assert!(kite.intersects(&Plane::new(DVec2::Y, 1.0)) && kite.intersects(&Plane::new(DVec2::Y, -1.0)));
        assert!(
            !kite.intersects(&Plane::new(DVec2::Y, 1.5)) && !kite.intersects(&Plane::new(DVec2::Y, -1.5))
        );
    }

    #[test]
    fn without_edges_it_is_a_point() {
        let point = Parallelogram::new(DVec3::Z, DVec3::ZERO, DVec3::ZERO);
        assert!(point.intersects(&Plane::new(DVec3::Z, 1.0)));
        assert_eq!(point.distance(&Plane::new(DVec3::Z, 0.0)), 1.0);
    }
}
