//! Cylinder and ray (line, segment).
//!
//! With `w = o - a` and `m = b - a`, the line is in the cylinder where it is between the caps,
//! `0 <= (w + t d) . m <= |m|^2`, and within the side, `|(w + t d) x m|^2 <= r^2 |m|^2`: an
//! interval of `t`, and a region below a parabola (see
//! [`infinite_cylinder_ray`](super::infinite_cylinder_ray)). Both and the range of a ray or segment
//! have a common point if the parabola is low enough at an end of the intersection of the two
//! intervals, or at its vertex in there:
//!
//! - at an end of the ray or segment,
//! - where the line crosses the plane of a cap, if that point is in the range,
//! - at `t = -B / A`, if that is in the range and between the caps.
//!
//! None of the tests divides. A line parallel to the axis crosses the caps, and a line orthogonal
//! to it has a vertex, so there are no special cases.
//!
//! The distance has no closed form: [`gjk`] runs on the part of the line that
//! faces the cylinder.
//!
//! Sources: [Ericson 5.3.7]; the test without division is original.

use super::infinite_cylinder_ray::Side;
use crate::convex::gjk;
use crate::number::{Field, Float, Mask, Real, Ring};
use crate::pair::cylinder_point;
use crate::query::{Closest, OptSpan, Span};
use crate::shape::{Cylinder, Line, Linear, Point, Segment, Support};
use crate::vector::{FloatVector, Vector3};

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector3, L: Linear<Vector = V>>(a: &Cylinder<V>, b: &L) -> V::Mask {
    let (d, m) = (b.direction(), a.b - a.a);
    let w = b.origin() - a.a;
    let (area, mm) = (d.wedge_squared(m), m.length_squared());
    let rr = a.radius.squared();
    let zero = mm.zero();

    // The vertex of the parabola.
    let (along, step) = (w.dot(m), d.dot(m));
    let lowest = -w.wedge_dot(m, d, m);
    let height = along * area + step * lowest;
    let between = zero.le(height) & height.le(mm * area);
    let near = w.triple(d, m).squared().le(rr * area);
    let mut hit = zero.lt(area) & near & between & b.contains_ratio(lowest, area);

    // The planes of the caps.
    let size = step.abs();
    for cap in [a.a, a.b] {
        let from_cap = b.origin() - cap;
        let to_cap = from_cap.dot(m);
        let at = Ring::select(step.lt(zero), to_cap, -to_cap);
        let within = (from_cap * size + d * at).wedge_squared(m).le(rr * mm * size.squared());
        hit = hit | (zero.lt(size) & b.contains_ratio(at, size) & within);
    }

    hit = hit | cylinder_point::intersects(a, &Point(b.origin()));
    if L::HAS_END {
        hit = hit | cylinder_point::intersects(a, &Point(b.at(zero.one())));
    }
    hit
}

/// Returns the closest points, from the segment of the line that faces the cylinder. Rounding may
/// shrink that segment to a point, so the intersection test uses the line itself.
pub fn distance<V, L: Linear<Vector = V>>(a: &Cylinder<V>, b: &L) -> Closest<V>
where
    V: Vector3 + FloatVector<Wide: Vector3, Precise: Vector3>,
{
    let part = facing_segment(a, b);
    let found = gjk::outcome(&a.lift::<V::Wide>(&Float::widen), &part.lift::<V::Wide>(&Float::widen));
    if found.status != gjk::Status::NotConverged {
        return found.closest.lift(&Float::narrow);
    }
    gjk::distance(&a.lift::<V::Precise>(&Float::precise), &part.lift::<V::Precise>(&Float::precise))
        .lift(&Float::from_precise)
}

/// Returns the part of the line that may be closest: the feet of the cylinder's points, clamped to
/// the range.
pub(crate) fn facing_segment<V: Vector3 + FloatVector, L: Linear<Vector = V>>(
    a: &Cylinder<V>,
    b: &L,
) -> Segment<V> {
    let (o, d) = (b.origin(), b.direction());
    let (low, high) = (a.support(-d) - o, a.support(d) - o);
    let (dd, zero) = (d.length_squared(), V::Scalar::ZERO);
    let first = b.at(b.clamp(low.dot(d).div_or(dd, zero)));
    let last = b.at(b.clamp(high.dot(d).div_or(dd, zero)));
    Segment::new(first, last)
}

/// Returns the span of the line inside the cylinder. Normals point out of a cap, or away from the
/// axis.
#[inline(always)]
pub fn span<V: Vector3<Scalar: Real>>(a: &Cylinder<V>, b: &Line<V>) -> OptSpan<V> {
    let m = a.b - a.a;
    let side = Side::of(a.a, m, a.radius, b);
    let (first, last) = side.between_caps(a.b - b.origin);
    let along = b.direction.dot(m);
    let zero = along.zero();
    // Out of the cap where the line enters, against its direction; zero for a line parallel to the
    // caps.
    let out = V::select(along.lt(zero), m, V::select(zero.lt(along), -m, m.zero()));
    let (by_side_in, by_side_out) = (first.lt(side.enter), side.exit.lt(last));
    let enter = Ring::select(by_side_in, side.enter, first);
    let exit = Ring::select(by_side_out, side.exit, last);
    // A touch at the rim, whose two parameters may differ in the last digit, stays a touch.
    let exit = Ring::max(enter, exit);
    intersects(a, b).then_some(Span {
        enter,
        exit,
        normal_enter: V::select(by_side_in, side.normal(side.enter), out),
        normal_exit: V::select(by_side_out, side.normal(side.exit), -out),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Ray;
    use glam::{DVec3, dvec3};

    const CYLINDER: Cylinder<DVec3> = Cylinder::new(DVec3::ZERO, dvec3(0., 0., 8.), 5.);

    fn line(origin: [f64; 3], direction: [f64; 3]) -> Line<DVec3> {
        Line::new(origin.into(), direction.into())
    }

    #[test]
    fn through_both_caps_or_the_side_or_one_of_each() {
        let caps = span(&CYLINDER, &line([1., 1., -2.], [0., 0., 2.])).unwrap();
        assert_eq!((caps.enter, caps.exit), (1., 5.));
        assert_eq!((caps.normal_enter.z < 0., caps.normal_exit.z > 0.), (true, true));
        let sides = span(&CYLINDER, &line([-9., 3., 1.], [1., 0., 0.])).unwrap();
        assert_eq!((sides.enter, sides.exit), (5., 13.));
        assert_eq!(sides.normal_exit, dvec3(4., 3., 0.));
        let both = span(&CYLINDER, &line([-7., 0., 2.], [1., 0., 1.])).unwrap();
        assert_eq!((both.enter, both.exit, both.normal_enter), (2., 6., dvec3(-5., 0., 0.)));
        assert!(both.normal_exit.z > 0.);
    }

    #[test]
    fn a_line_past_the_rim_misses_and_one_through_it_touches() {
        // Tangent to the rim: neither into the cap nor into the side.
        let at_rim = |out: f64| line([3. + 0.6 * out - 12., 4. + 0.8 * out + 9., 8. + 3.], [4., -3., -1.]);
        assert!(intersects(&CYLINDER, &at_rim(0.)));
        assert!(!intersects(&CYLINDER, &at_rim(0.001)));
        let touch = span(&CYLINDER, &at_rim(0.)).unwrap();
        assert_eq!((touch.enter, touch.exit), (3., 3.));
    }

    #[test]
    fn in_the_plane_of_a_cap_and_along_the_side_it_touches_all_the_way() {
        let cap = span(&CYLINDER, &line([-9., 0., 8.], [1., 0., 0.])).unwrap();
        assert_eq!((cap.enter, cap.exit), (4., 14.));
        let side = span(&CYLINDER, &line([3., 4., -1.], [0., 0., 1.])).unwrap();
        assert_eq!((side.enter, side.exit), (1., 9.));
        assert!(!intersects(&CYLINDER, &line([3., 4.001, -1.], [0., 0., 1.])));
        assert!(!intersects(&CYLINDER, &line([-9., 0., 8.001], [1., 0., 0.])));
    }

    #[test]
    fn segments_inside_before_and_behind() {
        let segment = |a: [f64; 3], b: [f64; 3]| Segment::new(DVec3::from(a), DVec3::from(b));
        assert!(intersects(&CYLINDER, &segment([1., 0., 3.], [2., 0., 4.])));
        assert!(intersects(&CYLINDER, &segment([5., 0., 3.], [9., 0., 3.])));
        assert!(!intersects(&CYLINDER, &segment([5.1, 0., 3.], [9., 0., 3.])));
        assert!(!intersects(&CYLINDER, &segment([0., 0., 9.], [0., 0., 8.5])));
        assert!(!intersects(&CYLINDER, &Ray::new(dvec3(9., 0., 3.), dvec3(1., 0., 0.))));
        assert!(intersects(&CYLINDER, &Ray::new(dvec3(9., 0., 3.), dvec3(-1., 0., 0.))));
    }

    #[test]
    fn of_radius_0_it_is_a_segment_without_sides() {
        let thin = Cylinder { radius: 0., ..CYLINDER };
        let through = span(&thin, &line([-3., 0., 8.], [1., 0., 0.])).unwrap();
        assert_eq!((through.enter, through.exit, through.normal_enter), (3., 3., DVec3::ZERO));
        assert!(!intersects(&thin, &line([-3., 0., 8.001], [1., 0., 0.])));
        let along = span(&thin, &line([0., 0., -1.], [0., 0., 1.])).unwrap();
        assert_eq!((along.enter, along.exit), (1., 9.));
    }

    #[test]
    fn a_zero_direction_is_a_single_point() {
        let inside = span(&CYLINDER, &line([0., 5., 8.], [0., 0., 0.])).unwrap();
        assert_eq!((inside.enter, inside.exit), (f64::NEG_INFINITY, f64::INFINITY));
        assert!(span(&CYLINDER, &line([0., 5.1, 8.], [0., 0., 0.])).is_none());
    }
}
