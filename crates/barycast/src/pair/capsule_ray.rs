//! Capsule and ray (line, segment).
//!
//! A capsule is the set of points within `r` of its axis, so they intersect if
//!
//! ```text
//! distance(axis, line)^2 <= r^2
//! ```
//!
//! The capsule is the union of a cylinder and a sphere at each end, all within the infinite
//! cylinder. If the line enters the infinite cylinder between the ends, it enters the capsule
//! there. If it enters beyond an end, or is parallel, it can enter the capsule only through the
//! sphere at that end: to reach the rest it must pass the disc at the end, which lies in the
//! sphere. The same holds backwards for the exit. The normal is the vector from the closest point
//! of the axis. `a == b` makes the capsule a sphere, and radius 0 a segment, which has no normal.
//!
//! Sources: [Ericson 5.3.7].

use super::infinite_cylinder_ray::Side;
use crate::number::{Field, Float, Mask, Real, Ring};
use crate::pair::cast::{Range, first_ahead, first_of_one};
use crate::pair::{point_ray, ray_ray};
use crate::query::{Closest, Hit, OptSpan, Span};
use crate::shape::{Capsule, Line, Linear, Point};
use crate::vector::{FloatVector, Vector};

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector<Scalar: Field>, L: Linear<Vector = V>>(a: &Capsule<V>, b: &L) -> V::Mask {
    ray_ray::within(&a.axis(), b, a.radius.squared())
}

/// Returns the closest points, on the connection of the axis and the line.
pub fn distance<V: Vector<Scalar: Real>, L: Linear<Vector = V>>(a: &Capsule<V>, b: &L) -> Closest<V> {
    ray_ray::distance(&a.axis(), b).grown(a.radius, a.radius.zero())
}

/// Returns the span of the line inside the capsule. Normals point away from the axis.
#[inline(always)]
pub fn span<V: Vector<Scalar: Real>>(a: &Capsule<V>, b: &Line<V>) -> OptSpan<V> {
    let d = b.direction;
    let side = Side::of(a.a, a.b - a.a, a.radius, b);
    if side.hit.none() {
        return side.hit.then_some(Span::placeholder(d));
    }
    let end_in = End::beyond(a, b, &side, side.enter, d);
    let end_out = End::beyond(a, b, &side, side.exit, -d);
    let mut hit = side.hit & (end_in.hit | end_out.hit);
    let mut enter = Ring::select(end_in.decides, end_in.middle - end_in.half, side.enter);
    let mut exit = Ring::select(end_out.decides, end_out.middle + end_out.half, side.exit);
    // A touch, whose two parameters may differ in the last digit, stays a touch.
    exit = Ring::max(enter, exit);
    let zero = enter.zero();
    let still = d.length_squared().le(zero);
    if !still.none() {
        // A zero direction: the line is a single point, for all t.
        let inside = point_ray::within(&Point(b.origin), &a.axis(), a.radius.squared());
        hit = (zero.lt(d.length_squared()) & hit) | (still & inside);
        enter = Ring::select(still, -zero.infinity(), enter);
        exit = Ring::select(still, zero.infinity(), exit);
    }
    let none = still | a.radius.le(zero);
    let normal_enter = V::select(none, d.zero(), from_axis(a, b.at(enter)));
    let normal_exit = V::select(none, d.zero(), from_axis(a, b.at(exit)));
    hit.then_some(Span { enter, exit, normal_enter, normal_exit })
}

/// Returns the first hit of a line, ray or segment. Where the entry lies in the range, the exit is
/// not computed.
#[inline(always)]
pub(crate) fn cast<V: FloatVector>(range: &Range<V>, a: &Capsule<V>) -> Option<Hit<V>> {
    let b = &range.line;
    let side = Side::of(a.a, a.b - a.a, a.radius, b);
    if side.hit.none() {
        return None;
    }
    let end = End::beyond(a, b, &side, side.enter, b.direction);
    let enter = Ring::select(end.decides, end.middle - end.half, side.enter);
    if !(end.hit && range.is_ahead(enter)) {
        return first_of_one(range, span(a, b), true);
    }
    let normal = if a.radius > V::Scalar::ZERO { from_axis(a, b.at(enter)) } else { b.direction.zero() };
    first_ahead(range, &Span { enter, exit: enter, normal_enter: normal, normal_exit: normal }, true)
}

/// Passage of the line through the sphere at an end.
struct End<V: Vector> {
    /// Whether the line enters (or exits) the infinite cylinder beyond an end, or never.
    decides: V::Mask,
    /// Whether it enters between the ends, or passes through the sphere.
    hit: V::Mask,
    /// The line is inside the sphere from `middle - half` to `middle + half`.
    middle: V::Scalar,
    half: V::Scalar,
}

impl<V: Vector<Scalar: Real>> End<V> {
    /// Computes the passage for the end beyond which the line is at `t`; for a parallel line, for
    /// the first end along `forward`.
    #[inline(always)]
    fn beyond(a: &Capsule<V>, b: &Line<V>, side: &Side<V>, t: V::Scalar, forward: V) -> Self {
        let (m, d, dd) = (a.b - a.a, b.direction, b.direction.length_squared());
        let zero = dd.zero();
        let ahead = forward.dot(m);
        let height = (b.at(Ring::select(side.parallel, zero, t)) - a.a).dot(m);
        let top = m.length_squared();
        let between = side.crosses & zero.le(height) & height.le(top);
        let at_a = (side.parallel & zero.le(ahead)) | (side.crosses & height.lt(zero));
        let at_b = (side.parallel & ahead.lt(zero)) | (side.crosses & top.lt(height));
        let decides = at_a | at_b;
        if decides.none() {
            return Self { decides, hit: between, middle: t, half: zero };
        }
        let w = V::select(at_b, a.b, a.a) - b.origin;
        let reach = a.radius.squared() * dd;
        let square = (reach - w.wedge_squared(d)).settle(reach);
        let (middle, half) = (w.dot(d).div_or(dd, zero), square.sqrt().div_or(dd, zero));
        Self { decides, hit: between | (decides & zero.le(square)), middle, half }
    }
}

/// Returns the vector from the closest point of the axis to `p`.
#[inline(always)]
fn from_axis<V: Vector<Scalar: Real>>(a: &Capsule<V>, p: V) -> V {
    let axis = a.axis();
    p - axis.at(point_ray::foot(&Point(p), &axis))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Ray, Segment};
    use glam::{DVec2, DVec3, dvec2, dvec3};

    const CAPSULE: Capsule<DVec3> = Capsule::new(DVec3::ZERO, dvec3(0., 0., 4.), 1.);

    fn line(origin: [f64; 3], direction: [f64; 3]) -> Line<DVec3> {
        Line::new(origin.into(), direction.into())
    }

    #[test]
    fn through_the_side_through_the_ends_and_along_the_axis() {
        let across = span(&CAPSULE, &line([-5., 0., 2.], [2., 0., 0.])).unwrap();
        assert_eq!((across.enter, across.exit, across.normal_enter), (2., 3., -DVec3::X));
        let along = span(&CAPSULE, &line([0., 0., -9.], [0., 0., 1.])).unwrap();
        assert_eq!((along.enter, along.exit), (8., 14.));
        assert_eq!((along.normal_enter, along.normal_exit), (-DVec3::Z, DVec3::Z));
        let end = span(&CAPSULE, &line([-5., 0., 4.6], [1., 0., 0.])).unwrap();
        assert!((end.enter - 4.2).abs() < 1e-15 && (end.exit - 5.8).abs() < 1e-15);
    }

    #[test]
    fn in_by_an_end_and_out_by_the_side() {
        let slanted = span(&CAPSULE, &line([0., 0., -1.], [1., 0., 1.])).unwrap();
        assert!((slanted.enter, slanted.exit) == (0., 1.), "{slanted:?}");
    }

    #[test]
    fn a_tangent_touches_side_and_end() {
        for z in [2., 0., 4.] {
            let touch = span(&CAPSULE, &line([-5., 1., z], [1., 0., 0.])).unwrap();
            assert_eq!((touch.enter, touch.exit, touch.normal_enter), (5., 5., DVec3::Y));
        }
        let end = span(&CAPSULE, &line([-5., 0., 5.], [1., 0., 0.])).unwrap();
        assert_eq!((end.enter, end.exit, end.normal_enter), (5., 5., DVec3::Z));
    }

    #[test]
    fn rays_and_segments_meet_it_within_their_range_only() {
        assert!(intersects(&CAPSULE, &Segment::new(dvec3(-5., 0., 1.), dvec3(-1., 0., 1.))));
        assert!(!intersects(&CAPSULE, &Segment::new(dvec3(-5., 0., 1.), dvec3(-1.1, 0., 1.))));
        assert!(!intersects(&CAPSULE, &Ray::new(dvec3(-5., 0., 1.), dvec3(-1., 0., 0.))));
        assert_eq!(distance(&CAPSULE, &Segment::new(dvec3(-5., 0., 1.), dvec3(-3., 0., 1.))).distance, 2.);
    }

    #[test]
    fn in_two_dimensions_and_without_length_or_radius() {
        let flat = Capsule::new(DVec2::ZERO, dvec2(4., 0.), 1.);
        let across = span(&flat, &Line::new(dvec2(2., -5.), dvec2(0., 1.))).unwrap();
        assert_eq!((across.enter, across.exit, across.normal_exit), (4., 6., DVec2::Y));
        assert!(span(&flat, &Line::new(dvec2(6., -5.), dvec2(0., 1.))).is_none());
        let disc = Capsule::new(DVec2::ZERO, DVec2::ZERO, 1.);
        assert!(span(&disc, &Line::new(dvec2(-5., 1.5), dvec2(1., 0.))).is_none());
        assert!(span(&disc, &Line::new(dvec2(-5., 1.), dvec2(1., 0.))).is_some());
        let segment = Capsule::new(DVec2::ZERO, dvec2(4., 0.), 0.);
        let crossing = span(&segment, &Line::new(dvec2(2., -5.), dvec2(0., 1.))).unwrap();
        assert_eq!((crossing.enter, crossing.exit, crossing.normal_enter), (5., 5., DVec2::ZERO));
    }

    #[test]
    fn a_zero_direction_is_a_single_point() {
        let inside = span(&CAPSULE, &line([0., 1., 2.], [0., 0., 0.])).unwrap();
        assert_eq!((inside.enter, inside.exit), (f64::NEG_INFINITY, f64::INFINITY));
        assert!(span(&CAPSULE, &line([0., 1.1, 2.], [0., 0., 0.])).is_none());
    }
}
