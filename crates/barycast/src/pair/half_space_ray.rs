//! Half-space and ray (line, segment).
//!
//! With the side of the origin `s = n . o - d` and the speed of departure `v = n . direction`, the
//! line is inside for
//!
//! ```text
//! s + t v <= 0
//! ```
//!
//! A ray intersects the half-space if it starts inside (`s <= 0`) or approaches (`v < 0`), a
//! line also if it departs (`v > 0`), and a segment if one of its ends is inside.
//!
//! Sources: [Ericson 5.3.1].

use crate::number::{Field, Mask, Real, Ring};
use crate::pair::half_space_point;
use crate::pair::plane_ray::point_at;
use crate::query::{Closest, OptSpan, Span};
use crate::shape::{HalfSpace, Line, Linear, Point};
use crate::vector::Vector;

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector, L: Linear<Vector = V>>(a: &HalfSpace<V>, b: &L) -> V::Mask {
    let s = a.side(b.origin());
    let zero = s.zero();
    let mut hit = s.le(zero);
    if L::HAS_END {
        return hit | a.side(b.end()).le(zero);
    }
    let v = a.normal.dot(b.direction());
    hit = hit | v.lt(zero);
    if !L::HAS_START {
        hit = hit | zero.lt(v);
    }
    hit
}

/// Returns the foot of the end that is lower along the normal, and that end; a common point if they
/// intersect.
pub fn distance<V: Vector<Scalar: Real>, L: Linear<Vector = V>>(a: &HalfSpace<V>, b: &L) -> Closest<V> {
    let s = a.side(b.origin());
    let zero = s.zero();
    if L::HAS_END {
        let first = s.le(a.side(b.end()));
        return half_space_point::distance(a, &Point(V::select(first, b.origin(), b.end())));
    }
    let t = (-s).div_or(a.normal.dot(b.direction()), zero);
    let shared = V::select(s.le(zero), b.origin(), point_at(b.origin(), b.direction(), t));
    half_space_point::distance(a, &Point(b.origin())).or_shared(intersects(a, b), shared)
}

/// Returns the span of the line inside. The normal at the crossing of the boundary is the
/// half-space's.
#[inline(always)]
pub fn span<V: Vector<Scalar: Real>>(a: &HalfSpace<V>, b: &Line<V>) -> OptSpan<V> {
    let s = a.side(b.origin);
    let v = a.normal.dot(b.direction);
    let zero = s.zero();
    let (enters, leaves) = (v.lt(zero), zero.lt(v));
    let t = (-s).div_or(v, zero);
    let none = a.normal.zero();
    intersects(a, b).then_some(Span {
        enter: Ring::select(enters, t, -zero.infinity()),
        exit: Ring::select(leaves, t, zero.infinity()),
        normal_enter: V::select(enters, a.normal, none),
        normal_exit: V::select(leaves, a.normal, none),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::Side;
    use crate::shape::{Ray, Segment};
    use glam::{DVec2, DVec3, dvec2, dvec3};

    const GROUND: HalfSpace<DVec3> = HalfSpace::new(DVec3::Z, 0.0);

    #[test]
    fn a_ray_from_above_hits_the_boundary() {
        let hit = Ray::new(dvec3(0.0, 0.0, 6.0), dvec3(1.0, 0.0, -2.0)).cast(&GROUND).expect("it comes down");
        assert_eq!((hit.t, hit.point, hit.normal), (3.0, Some(dvec3(3.0, 0.0, 0.0)), Some(DVec3::Z)));
        assert_eq!(hit.side, Side::Outside);
    }

    #[test]
    fn a_ray_from_inside_hits_where_it_starts() {
        let hit = Ray::new(-DVec3::Z, DVec3::Z).cast(&GROUND).expect("it starts inside");
        assert_eq!((hit.t, hit.normal, hit.side), (0.0, None, Side::Inside));
    }

    #[test]
    fn a_line_from_inside_comes_from_infinity() {
        let hit = Line::new(DVec3::Z, DVec3::Z).cast(&GROUND).expect("half of it is inside");
        assert_eq!((hit.t, hit.point), (f64::NEG_INFINITY, None));
    }

    #[test]
    fn a_parallel_line_is_inside_everywhere_or_nowhere() {
        let line = |z| Line::new(dvec3(0.0, 0.0, z), DVec3::X);
        assert!(GROUND.intersects(&line(0.0)) && !GROUND.intersects(&line(1e-300)));
        assert_eq!(GROUND.distance(&line(2.0)), 2.0);
        assert_eq!(span(&GROUND, &line(-1.0)).map(|s| s.exit), Some(f64::INFINITY));
    }

    #[test]
    fn in_two_dimensions_a_segment_faces_the_boundary_with_its_lower_end() {
        let left = HalfSpace::new(dvec2(2.0, 0.0), 0.0);
        let closest = left.closest(&Segment::new(dvec2(5.0, 1.0), dvec2(3.0, 7.0)));
        assert_eq!((closest.distance, closest.on_a, closest.on_b), (3.0, dvec2(0.0, 7.0), dvec2(3.0, 7.0)));
        assert!(left.intersects(&Segment::new(DVec2::ZERO, DVec2::X)));
    }
}
