//! Half-space and parallelogram.
//!
//! The lowest corner along the normal adds the edges that descend:
//!
//! ```text
//! n . o - d + min(0, n . u) + min(0, n . v) <= 0
//! ```
//!
//! Sources: [Ericson 5.2.1].

use crate::number::{Real, Ring};
use crate::pair::{half_space_point, parallelogram_plane};
use crate::query::Closest;
use crate::shape::{HalfSpace, Parallelogram, Point};
use crate::vector::Vector;

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector>(a: &HalfSpace<V>, b: &Parallelogram<V>) -> V::Mask {
    let s = a.side(b.origin);
    let zero = s.zero();
    (s + Ring::min(a.normal.dot(b.u), zero) + Ring::min(a.normal.dot(b.v), zero)).le(zero)
}

/// Returns the foot of the lowest corner on the boundary, and that corner; both are the corner if
/// they intersect.
pub fn distance<V: Vector<Scalar: Real>>(a: &HalfSpace<V>, b: &Parallelogram<V>) -> Closest<V> {
    half_space_point::distance(a, &Point(parallelogram_plane::extremes(b, a.normal).a))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3, dvec2, dvec3};

    #[test]
    fn the_edges_that_go_down_count() {
        let sheet = Parallelogram::new(DVec3::ZERO, dvec3(1.0, 0.0, -1.0), dvec3(0.0, 1.0, -2.0));
        assert!(HalfSpace::new(DVec3::Z, -3.0).intersects(&sheet));
        assert!(!HalfSpace::new(DVec3::Z, -3.5).intersects(&sheet));
        let closest = HalfSpace::new(dvec3(0.0, 0.0, 3.0), -15.0).closest(&sheet);
        assert_eq!((closest.distance, closest.on_b), (2.0, dvec3(1.0, 1.0, -3.0)));
    }

    #[test]
    fn the_edges_that_go_up_do_not() {
        let square = Parallelogram::new(DVec2::ONE, DVec2::X, DVec2::Y);
        assert!(HalfSpace::new(dvec2(1.0, 1.0), 2.0).intersects(&square));
        assert!(!HalfSpace::new(dvec2(1.0, 1.0), 1.5).intersects(&square));
    }
}
