//! Ray (line, segment) and sphere.
//!
//! With `w = c - o`, the foot of the center is at `t_0 = w . d / |d|^2`, at the squared distance
//! `|w x d|^2 / |d|^2`, and the line is inside for
//!
//! ```text
//! |t - t_0| <= h = sqrt(r^2 |d|^2 - |w x d|^2) / |d|^2
//! ```
//!
//! The cross product, unlike `|w|^2 - (w . d)^2`, does not cancel for a small sphere far away.
//!
//! Sources: [Haines 2019], chapter 7.

use crate::number::{Field, Float, Mask, Real, Ring};
use crate::pair::cast::{Range, first_ahead, first_of_one};
use crate::pair::point_ray;
use crate::query::{Closest, Hit, OptSpan, Span};
use crate::shape::{Line, Linear, Point, Sphere};
use crate::vector::{FloatVector, Vector};

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector, L: Linear<Vector = V>>(a: &L, b: &Sphere<V>) -> V::Mask {
    point_ray::within(&Point(b.center), a, b.radius.squared())
}

/// Returns the result of [`intersects`] if plain floats certify it, otherwise `None`.
#[inline(always)]
pub(crate) fn certainly<V: FloatVector, L: Linear<Vector = V>>(a: &L, b: &Sphere<V>) -> Option<bool> {
    point_ray::certainly_within(&Point(b.center), a, b.radius)
}

/// Returns the foot of the center, and the surface point towards it; both are the foot if they
/// intersect.
#[inline(always)]
pub fn distance<V: Vector<Scalar: Real>, L: Linear<Vector = V>>(a: &L, b: &Sphere<V>) -> Closest<V> {
    let center = Point(b.center);
    let foot = a.at(point_ray::foot(&center, a));
    let gap = point_ray::distance_squared(&center, a).sqrt() - b.radius;
    let on_b = b.center + (foot - b.center).normalized_or_zero() * b.radius;
    Closest { distance: gap, on_a: foot, on_b }.or_shared(gap.le(gap.zero()), foot)
}

/// Returns the span of the line inside the sphere. Normals point away from the center.
#[inline(always)]
pub fn span<V: Vector<Scalar: Real>>(a: &Sphere<V>, b: &Line<V>) -> OptSpan<V> {
    let (hit, span) = line_span(a, b);
    hit.then_some(span)
}

/// Returns whether the span exists, and the span.
#[inline(always)]
pub(crate) fn line_span<V: Vector<Scalar: Real>>(a: &Sphere<V>, b: &Line<V>) -> (V::Mask, Span<V>) {
    let chord = Chord::of(a, b);
    (chord.hit, chord.span(a, b))
}

/// Returns the first hit of a line, ray or segment. Spheres behind the ray are rejected without the
/// division that computes the exit.
#[allow(clippy::needless_bitwise_bool, reason = "one branch")]
#[inline(always)]
pub(crate) fn cast<V: FloatVector>(range: &Range<V>, a: &Sphere<V>) -> Option<Hit<V>> {
    let chord = Chord::of(a, &range.line);
    if chord.dd <= V::Scalar::ZERO {
        // A zero direction: handled separately, so that other lines need no select.
        return first_of_one(range, chord.hit.then_some(chord.span(a, &range.line)), true);
    }
    let ahead = (range.low != V::Scalar::ZERO) | chord.is_ahead();
    first_ahead(range, &chord.span(a, &range.line), chord.hit & ahead)
}

/// Tests whether the span of a line that starts at its origin does not end before it; for lanes, as
/// in [`cast`].
#[inline(always)]
pub(crate) fn is_ahead<V: Vector<Scalar: Real>>(a: &Sphere<V>, b: &Line<V>) -> V::Mask {
    Chord::of(a, b).is_ahead()
}

/// The chord of a line in a sphere: from `(middle - half) / dd` to `(middle + half) / dd`.
struct Chord<V: Vector> {
    hit: V::Mask,
    middle: V::Scalar,
    half: V::Scalar,
    dd: V::Scalar,
}

impl<V: Vector<Scalar: Real>> Chord<V> {
    #[inline(always)]
    fn of(a: &Sphere<V>, b: &Line<V>) -> Self {
        let (w, d) = (a.center - b.origin, b.direction);
        let dd = d.length_squared();
        let zero = dd.zero();
        let reach = a.radius.squared() * dd;
        let square = (reach - w.wedge_squared(d)).settle(reach);
        let mut hit = zero.le(square);
        if !dd.le(zero).none() {
            hit = hit & (zero.lt(dd) | w.length_squared().le(a.radius.squared()));
        }
        Self { hit, middle: w.dot(d), half: square.sqrt(), dd }
    }

    /// Tests whether the chord ends at 0 or later; true for a zero direction.
    #[inline(always)]
    fn is_ahead(&self) -> V::Mask {
        let exit = (self.middle + self.half).settle(self.middle.abs() + self.half);
        let zero = exit.zero();
        self.dd.le(zero) | zero.le(exit)
    }

    #[inline(always)]
    fn span(&self, a: &Sphere<V>, b: &Line<V>) -> Span<V> {
        let Self { middle, half, dd, .. } = *self;
        let (zero, d) = (dd.zero(), b.direction);
        let (enter, exit) = ((middle - half).div_or(dd, zero), (middle + half).div_or(dd, zero));
        // A zero direction: the line is a single point, for all t.
        let still = dd.le(zero);
        let enter = Ring::select(still, -zero.infinity(), enter);
        let exit = Ring::select(still, zero.infinity(), exit);
        let normal_enter = V::select(still, d, b.at(enter) - a.center);
        let normal_exit = V::select(still, d, b.at(exit) - a.center);
        Span { enter, exit, normal_enter, normal_exit }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Ray, Segment};
    use glam::{DVec2, DVec3, Vec3, dvec2, dvec3, vec3};

    fn unit_sphere_at(x: f64, y: f64, z: f64) -> Sphere<DVec3> {
        Sphere::new(dvec3(x, y, z), 1.)
    }

    #[test]
    fn d2_the_length_of_the_direction_does_not_matter() {
        let beside = unit_sphere_at(0., 3., 0.);
        assert!(!intersects(&Line::new(DVec3::ZERO, dvec3(0.1, 0., 0.)), &beside));
        assert!(intersects(&Line::new(DVec3::ZERO, dvec3(10., 0., 0.)), &unit_sphere_at(0., 0.5, 0.)));
        assert!(!intersects(&Line::new(dvec3(-1., 0., 0.), dvec3(10., 0., 0.)), &beside));
        assert!(intersects(&Line::new(DVec3::ZERO, dvec3(0.1, 0., 0.)), &unit_sphere_at(0., 1., 0.)));
    }

    #[test]
    fn d3_a_segment_that_ends_inside_meets_it() {
        let segment = Segment::new(dvec3(0.5, 0., 0.), dvec3(3., 0., 0.));
        assert!(intersects(&segment, &unit_sphere_at(0., 0., 0.)));
    }

    #[test]
    fn d3_far_along_the_segment_nothing_cancels() {
        let segment = Segment::new(Vec3::ZERO, vec3(20000., 0., 0.));
        let sphere = Sphere::new(vec3(10000., 1., 0.), 0.5);
        assert!(!intersects(&segment, &sphere));
        assert_eq!(distance(&segment, &sphere).distance, 0.5);
    }

    #[test]
    fn d6_ends_on_the_circle_segments_of_length_0_and_inside_and_far_away() {
        let circle = Sphere::new(DVec2::ZERO, 1.);
        let segment = |ax: f64, ay: f64, bx: f64, by: f64| Segment::new(dvec2(ax, ay), dvec2(bx, by));
        assert!(intersects(&segment(1., 0., 5., 0.), &circle));
        assert!(intersects(&segment(1., 0., 1., 0.), &circle));
        assert!(intersects(&segment(-0.5, 0., 0.5, 0.), &circle));
        assert!(!intersects(&segment(-2., 5., 2., 5.), &circle));
        assert_eq!(segment(1., 0., 5., 0.).cast(&circle).unwrap().point, Some(dvec2(1., 0.)));
        assert_eq!(segment(1., 0., 1., 0.).cast(&circle).unwrap().point, Some(dvec2(1., 0.)));
    }

    #[test]
    fn d6_crossing_points_are_in_the_world() {
        let segment = Segment::new(dvec2(10., 0.), dvec2(14., 0.));
        let circle = Sphere::new(dvec2(12., 0.5), 1.);
        assert_eq!(distance(&segment, &circle).on_a, dvec2(12., 0.));
        let chord = span(&circle, &Line::new(segment.a, segment.b - segment.a)).unwrap();
        assert!((segment.at(chord.enter) - dvec2(12. - 0.75_f64.sqrt(), 0.)).length() < 1e-14);
        assert!((segment.at(chord.exit) - dvec2(12. + 0.75_f64.sqrt(), 0.)).length() < 1e-14);
    }

    #[test]
    fn e13_entry_exit_and_miss_for_any_length_of_direction() {
        let t = |ray: Ray<DVec3>, sphere| ray.cast(&sphere).map(|hit| hit.t);
        let z = |length: f64| Ray::new(DVec3::ZERO, dvec3(0., 0., length));
        assert_eq!(t(z(1.), unit_sphere_at(0., 0., 5.)), Some(4.));
        assert_eq!(t(z(1.), unit_sphere_at(5., 0., 5.)), None);
        assert_eq!(t(Ray::new(DVec3::ZERO, dvec3(2., 0., 0.)), unit_sphere_at(10., 0., 0.)), Some(4.5));
        assert_eq!(t(z(-1.), unit_sphere_at(0., 0., 5.)), None);
        let inside = span(&unit_sphere_at(0., 0., 0.), &Line::new(DVec3::ZERO, dvec3(0., 0., 2.))).unwrap();
        assert_eq!(inside.exit, 0.5);
    }

    #[test]
    fn e13_a_ray_that_starts_on_the_surface_hits_there() {
        let outward = Ray::new(dvec3(1., 0., 0.), dvec3(1., 0., 0.));
        assert_eq!(outward.cast(&unit_sphere_at(0., 0., 0.)).map(|hit| hit.t), Some(0.));
    }

    #[test]
    fn a_direction_too_short_to_move_stays_inside() {
        let out = Ray { origin: dvec3(0.5, 0., 0.), direction: dvec3(1e-170, 0., 0.) };
        assert_eq!(out.cast(&unit_sphere_at(0., 0., 0.)).map(|hit| hit.t), Some(0.));
    }

    #[test]
    fn e13_a_small_sphere_far_away_is_missed() {
        let ray = Ray::new(Vec3::ZERO, vec3(0., 0., 1.));
        let sphere = Sphere::new(vec3(0.5, 0., 10000.), 0.25);
        assert!(!intersects(&ray, &sphere));
        assert!(ray.cast(&sphere).is_none());
    }
}
