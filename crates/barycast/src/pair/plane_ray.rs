//! Plane and ray (line, segment).
//!
//! With the side of the origin `s = n . o - d` and the speed of departure `v = n . direction`, the
//! line crosses at
//!
//! ```text
//! t = -s / v
//! ```
//!
//! A ray reaches the plane if `s` and `v` have opposite signs, and a segment if the sides of its
//! ends have. Signs are compared, not multiplied, so that no product can underflow to 0. With
//! `v = 0` the line is parallel: in the plane everywhere or nowhere. The normal need not have
//! length 1.
//!
//! The distance of a bounded convex shape from a plane is that of the segment between its lowest
//! and its highest point along the normal, so the other pairs of the plane use these kernels.
//!
//! Sources: [Ericson 5.3.1].

use crate::number::{Field, Mask, Real, Ring};
use crate::pair::plane_point;
use crate::query::{Closest, OptSpan, Span};
use crate::shape::{Line, Linear, Plane, Point};
use crate::vector::Vector;

/// Tests whether they intersect; touching counts, and lying in the plane.
#[inline(always)]
pub fn intersects<V: Vector, L: Linear<Vector = V>>(a: &Plane<V>, b: &L) -> V::Mask {
    let s = a.side(b.origin());
    let zero = s.zero();
    if L::HAS_END {
        let end = a.side(b.end());
        return straddles(Ring::min(s, end), Ring::max(s, end));
    }
    let v = a.normal.dot(b.direction());
    let (mut down, mut up) = (v.lt(zero), zero.lt(v));
    if L::HAS_START {
        down = down & zero.lt(s);
        up = up & s.lt(zero);
    }
    s.same(zero) | down | up
}

/// Tests whether the lowest side is not above the plane, and the highest not below.
#[inline(always)]
pub(crate) fn straddles<S: Ring>(low: S, high: S) -> S::Mask {
    low.le(low.zero()) & high.zero().le(high)
}

/// Returns the foot of the closer end, and that end; the crossing if they intersect.
pub fn distance<V: Vector<Scalar: Real>, L: Linear<Vector = V>>(a: &Plane<V>, b: &L) -> Closest<V> {
    let s = a.side(b.origin());
    let zero = s.zero();
    let (mut near, mut ahead) = (b.origin(), b.direction());
    let mut t = (-s).div_or(a.normal.dot(ahead), zero);
    if L::HAS_END {
        // From the nearer end towards the other, where the two signed distances give the fraction of the
        // way.
        let end = a.side(b.end());
        let first = Ring::abs(s).le(Ring::abs(end));
        near = V::select(first, b.origin(), b.end());
        ahead = V::select(first, b.end(), b.origin()) - near;
        let (near_side, far_side) = (Ring::select(first, s, end), Ring::select(first, end, s));
        t = near_side.div_or(near_side - far_side, zero);
    }
    plane_point::distance(a, &Point(near)).or_shared(intersects(a, b), point_at(near, ahead, t))
}

/// Returns `from + t direction`. If `t` is infinite, coordinates with a zero direction stay finite.
#[inline(always)]
pub(crate) fn point_at<V: Vector<Scalar: Real>>(from: V, direction: V, t: V::Scalar) -> V {
    let (zero, mut there) = (t.zero(), from);
    for axis in 0..V::DIM {
        let x = direction.get(axis);
        there = there.with(axis, from.get(axis) + Ring::select(x.same(zero), zero, x * t));
    }
    there
}

/// Returns the crossing of the line, or all of a coplanar line. The normal at a crossing is the
/// plane's.
#[inline(always)]
pub fn span<V: Vector<Scalar: Real>>(a: &Plane<V>, b: &Line<V>) -> OptSpan<V> {
    let s = a.side(b.origin);
    let v = a.normal.dot(b.direction);
    let zero = s.zero();
    let parallel = v.same(zero);
    let t = (-s).div_or(v, zero);
    let normal = V::select(parallel, a.normal.zero(), a.normal);
    intersects(a, b).then_some(Span {
        enter: Ring::select(parallel, -zero.infinity(), t),
        exit: Ring::select(parallel, zero.infinity(), t),
        normal_enter: normal,
        normal_exit: normal,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::Side;
    use crate::shape::{Ray, Segment};
    use glam::{DVec2, DVec3, Vec3, dvec2, dvec3, vec3};

    const GROUND: Plane<DVec3> = Plane::new(DVec3::Z, 0.0);

    #[test]
    fn e7_a_segment_just_above_does_not_hit_by_underflow() {
        let plane = Plane::new(Vec3::Z, 0.0);
        let segment = Segment::new(vec3(0.0, 0.0, 1e-23), vec3(1.0, 0.0, 2e-23));
        assert!(!plane.intersects(&segment));
        assert!(plane.distance(&segment) > 0.0);
    }

    #[test]
    fn e7_the_constant_is_the_distance_and_not_its_negative() {
        let segment = Segment::new(dvec3(0.0, 0.0, 0.5), dvec3(0.0, 0.0, 1.5));
        assert!(Plane::new(DVec3::Z, 1.0).intersects(&segment));
        assert_eq!(Plane::new(DVec3::Z, 1.0).closest(&segment).on_b, DVec3::Z);
    }

    #[test]
    fn e8_a_parallel_line_misses_and_gives_no_point() {
        let line = Line::new(DVec3::Z, DVec3::X);
        assert!(!GROUND.intersects(&line) && line.cast(&GROUND).is_none());
        assert_eq!(GROUND.distance(&line), 1.0);
    }

    #[test]
    fn a_crossing_at_infinity_has_no_nan_coordinate() {
        let plane = Plane::new(dvec2(f64::MIN_POSITIVE, 1.0), 1.0);
        let shared = plane.closest(&Ray::new(DVec2::ZERO, DVec2::X));
        assert_eq!((shared.distance, shared.on_b), (0.0, dvec2(1.0 / f64::MIN_POSITIVE, 0.0)));
        let shared = plane.closest(&Ray::new(dvec2(0.0, -8.0), DVec2::X));
        assert_eq!((shared.distance, shared.on_b), (0.0, dvec2(f64::INFINITY, -8.0)));
    }

    #[test]
    fn e8_a_line_in_the_plane_is_in_it_everywhere() {
        let span = span(&GROUND, &Line::new(DVec3::ZERO, DVec3::X)).expect("it lies in the plane");
        assert_eq!((span.enter, span.exit), (f64::NEG_INFINITY, f64::INFINITY));
    }

    #[test]
    fn e8_a_ray_in_the_plane_hits_where_it_starts() {
        let hit = Ray::new(DVec3::ZERO, DVec3::X).cast(&GROUND).expect("it lies in the plane");
        assert_eq!((hit.t, hit.normal), (0.0, None));
    }

    #[test]
    fn e8_a_ray_from_below_hits_the_back() {
        let hit = Ray::new(-DVec3::Z, DVec3::Z).cast(&GROUND).expect("two-sided");
        assert_eq!((hit.t, hit.side, hit.normal), (1.0, Side::Inside, Some(DVec3::Z)));
        assert!(Ray::new(DVec3::Z, DVec3::Z).cast(&GROUND).is_none());
    }

    #[test]
    fn in_two_dimensions_a_plane_is_a_line() {
        let diagonal = Plane::new(dvec2(3.0, 3.0), 6.0);
        let ray = Ray::new(DVec2::ZERO, dvec2(0.0, 0.5));
        assert_eq!(ray.cast(&diagonal).map(|hit| hit.t), Some(4.0));
        assert!(!diagonal.intersects(&Segment::new(DVec2::ZERO, dvec2(0.0, 1.5))));
        assert!(diagonal.intersects(&Segment::new(DVec2::ZERO, dvec2(0.0, 2.0))));
    }

    #[test]
    fn a_segment_of_length_zero_is_its_point() {
        let on = Segment::new(DVec3::X, DVec3::X);
        let off = Segment::new(dvec3(1.0, 0.0, 7.0), dvec3(1.0, 0.0, 7.0));
        assert!(GROUND.intersects(&on) && !GROUND.intersects(&off));
        assert_eq!((GROUND.distance(&on), GROUND.distance(&off)), (0.0, 7.0));
    }
}
