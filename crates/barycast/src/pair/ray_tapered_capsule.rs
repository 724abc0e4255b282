//! Tapered capsule and ray (line, segment).
//!
//! A tapered capsule is the union of its two spheres and of the [truncated
//! cone](super::ray_truncated_cone) (in 2D the trapezoid) between the circles where their common
//! tangent touches them. It is convex: the span runs from the first entry to the last exit of the
//! three. With the vector `m` from the smaller sphere to the larger, of radii `r` and `r + f`,
//! those circles are
//!
//! ```text
//! at c - (r f / |m|^2) m                 with the radius  r sqrt(1 - f^2 / |m|^2)
//! at c + m - ((r + f) f / |m|^2) m       with the radius  (r + f) sqrt(1 - f^2 / |m|^2)
//! ```
//!
//! If `|m| <= f` the larger sphere contains the smaller. A sphere of radius 0 is the apex of the
//! cone; two form a segment, which has no normal.
//!
//! Sources: [Ericson 5.3.7], for a capsule; [Quilez 2018], with another derivation.

use super::ray_truncated_cone::{Ends, line_span};
use crate::number::{Field, Mask, Real, Ring};
use crate::pair::ray_sphere;
use crate::query::{OptSpan, Span};
use crate::shape::{Line, Sphere, TaperedCapsule};
use crate::vector::Vector;

/// Returns the span of the line inside the tapered capsule. Normals point away from the center of a
/// sphere, or out of the side.
#[inline]
pub fn span<V: Vector<Scalar: Real>>(a: &TaperedCapsule<V>, b: &Line<V>) -> OptSpan<V> {
    let grows = a.radius_a.le(a.radius_b);
    let (c, end) = (V::select(grows, a.a, a.b), V::select(grows, a.b, a.a));
    let (r, large) = (Ring::min(a.radius_a, a.radius_b), Ring::max(a.radius_a, a.radius_b));
    let (m, f) = (end - c, large - r);
    let mm = m.length_squared();
    let zero = mm.zero();
    let apart = f.squared().lt(mm);

    let turn = f.div_or(mm, zero);
    let cos = (mm.one() - f * turn).sqrt();
    let from = c - m * (r * turn);
    let radii = [r * cos, large * cos];
    let (between, side) = line_span(from, m * (mm.one() - f * turn), radii, Ends::Round, b);
    let mut hit = between & apart;
    let infinity = zero.infinity();
    let mut span = Span {
        enter: Ring::select(hit, side.enter, infinity),
        exit: Ring::select(hit, side.exit, -infinity),
        ..side
    };
    for ball in [Sphere { center: c, radius: r }, Sphere { center: end, radius: large }] {
        let (inside, ball_span) = ray_sphere::line_span(&ball, b);
        // Only the larger sphere if it contains the other. A smaller one of radius 0 is the apex.
        let inside = inside & ((apart & zero.lt(ball.radius)) | large.le(ball.radius));
        let (first, last) = (inside & ball_span.enter.lt(span.enter), inside & span.exit.lt(ball_span.exit));
        span.enter = Ring::select(first, ball_span.enter, span.enter);
        span.exit = Ring::select(last, ball_span.exit, span.exit);
        let none = ball.radius.le(zero);
        let normal = |normal: V| V::select(none, normal.zero(), normal);
        span.normal_enter = V::select(first, normal(ball_span.normal_enter), span.normal_enter);
        span.normal_exit = V::select(last, normal(ball_span.normal_exit), span.normal_exit);
        hit = hit | inside;
    }
    hit.then_some(span)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Ray;
    use glam::{DVec2, DVec3, Vec2, dvec2, dvec3, vec2};

    /// Radii 4 and 1, centers five apart: the side has a slope of 3 / 5.
    const CLUB: TaperedCapsule<DVec3> = TaperedCapsule::new(DVec3::ZERO, dvec3(5., 0., 0.), 4., 1.);

    fn line(origin: [f64; 3], direction: [f64; 3]) -> Line<DVec3> {
        Line::new(origin.into(), direction.into())
    }

    #[test]
    fn from_end_to_end_and_across_a_ball() {
        let along = span(&CLUB, &line([-9., 0., 0.], [1., 0., 0.])).unwrap();
        assert_eq!((along.enter, along.exit), (5., 15.));
        assert_eq!((along.normal_enter, along.normal_exit), (dvec3(-4., 0., 0.), dvec3(1., 0., 0.)));
        let across = span(&CLUB, &line([0., -9., 0.], [0., 1., 0.])).unwrap();
        assert_eq!((across.enter, across.exit), (5., 13.));
    }

    #[test]
    fn across_the_side_and_along_it() {
        // The normal at the middle of the side is (0.6, 0.8).
        let middle = span(&CLUB, &line([2.5 + 6., 8., 0.], [-0.6, -0.8, 0.])).unwrap();
        assert!((middle.enter - 7.5).abs() < 1e-14, "{middle:?}");
        assert!(middle.normal_enter.normalize().distance(dvec3(0.6, 0.8, 0.)) < 1e-15);
        let tangent = |out: f64| {
            let q = dvec3(0.6, 0.8, 0.) * (4. + out);
            span(&CLUB, &Line::new(q + dvec3(0., 0., 8.), dvec3(0.8, -0.6, -2.)))
        };
        assert!(tangent(0.001).is_none() && tangent(-0.001).is_some());
    }

    #[test]
    fn a_sphere_that_contains_the_other_is_the_whole_shape() {
        let ball = TaperedCapsule { radius_b: 0.5, b: dvec3(3., 0., 0.), ..CLUB };
        let through = span(&ball, &line([-9., 0., 0.], [1., 0., 0.])).unwrap();
        assert_eq!((through.enter, through.exit), (5., 13.));
        let point = TaperedCapsule::new(DVec3::ZERO, DVec3::ZERO, 0., 0.);
        assert_eq!(span(&point, &line([-9., 0., 0.], [1., 0., 0.])).unwrap().exit, 9.);
        assert!(span(&point, &line([-9., 0.1, 0.], [1., 0., 0.])).is_none());
    }

    #[test]
    fn a_radius_of_0_is_a_tip() {
        let drop = TaperedCapsule { radius_a: 3., radius_b: 0., ..CLUB };
        let tip = span(&drop, &line([9., 0., 0.], [-1., 0., 0.])).unwrap();
        assert_eq!((tip.enter, tip.exit, tip.normal_enter.normalize()), (4., 12., DVec3::X));
        let touch = span(&drop, &line([5., -2., 0.], [0., 1., 0.])).unwrap();
        assert_eq!((touch.enter, touch.exit), (2., 2.));
        let segment = TaperedCapsule { radius_a: 0., radius_b: 0., ..CLUB };
        let crossed = span(&segment, &line([2., -2., 0.], [0., 1., 0.])).unwrap();
        assert_eq!((crossed.enter, crossed.exit, crossed.normal_enter), (2., 2., DVec3::ZERO));
    }

    #[test]
    fn in_two_dimensions_and_of_single_precision() {
        let club = TaperedCapsule::new(DVec2::ZERO, dvec2(5., 0.), 4., 1.);
        let hit = Ray::new(dvec2(2.5 + 6., 8.), dvec2(-0.6, -0.8)).cast(&club).unwrap();
        assert!((hit.t - 7.5).abs() < 1e-14);
        let single = TaperedCapsule::new(Vec2::ZERO, vec2(5., 0.), 4., 1.);
        assert_eq!(Ray::new(vec2(9., 0.), vec2(-1., 0.)).cast(&single).unwrap().t, 3.);
        assert!(Ray::new(vec2(2.5, 9.), vec2(1., 0.)).cast(&single).is_none());
    }
}
