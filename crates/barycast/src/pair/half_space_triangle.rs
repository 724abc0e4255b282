//! Half-space and triangle.
//!
//! They intersect if a corner is inside: `n . p <= d` for one of the three.
//!
//! Sources: [Ericson 5.2.1].

use crate::number::{Real, Ring};
use crate::pair::{half_space_point, plane_triangle};
use crate::query::Closest;
use crate::shape::{HalfSpace, Point, Triangle};
use crate::vector::Vector;

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector>(a: &HalfSpace<V>, b: &Triangle<V>) -> V::Mask {
    let low = Ring::min(Ring::min(a.side(b.a), a.side(b.b)), a.side(b.c));
    low.le(low.zero())
}

/// Returns the foot of the lowest corner on the boundary, and that corner; both are the corner if
/// they intersect.
#[inline(always)]
pub fn distance<V: Vector<Scalar: Real>>(a: &HalfSpace<V>, b: &Triangle<V>) -> Closest<V> {
    half_space_point::distance(a, &Point(plane_triangle::extremes(b, a.normal).a))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3, dvec2, dvec3};

    #[test]
    fn the_lowest_corner_decides() {
        let triangle = Triangle::new(dvec3(0.0, 0.0, 5.0), dvec3(1.0, 0.0, 2.0), dvec3(0.0, 1.0, 3.0));
        assert!(HalfSpace::new(DVec3::Z, 2.0).intersects(&triangle));
        assert!(!HalfSpace::new(DVec3::Z, 1.5).intersects(&triangle));
        let closest = HalfSpace::new(dvec3(0.0, 0.0, 2.0), 1.0).closest(&triangle);
        assert_eq!((closest.distance, closest.on_b), (1.5, dvec3(1.0, 0.0, 2.0)));
    }

    #[test]
    fn a_triangle_inside_shares_its_lowest_corner() {
        let closest =
            HalfSpace::new(DVec2::X, 9.0).closest(&Triangle::new(DVec2::ZERO, DVec2::X, dvec2(-2.0, 1.0)));
        assert_eq!((closest.distance, closest.on_a, closest.on_b), (0.0, dvec2(-2.0, 1.0), dvec2(-2.0, 1.0)));
    }
}
