//! Ray (line, segment) and view cone.
//!
//! A view cone is the intersection of a ball and an infinite cone, or of a ball and a half-space if
//! its angle is a quarter turn. Both are convex, so the span of a line in it is the intersection of
//! its spans in [the ball](super::ray_sphere) and in [the cone](super::infinite_cone_ray):
//!
//! ```text
//! enter = max(enter of ball, enter of cone)      exit = min(exit of ball, exit of cone)
//! ```
//!
//! Each end has the normal of the surface that bounds it. The line misses if `exit < enter` by more
//! than rounding. On the rim, where ball and side meet, both are equal up to rounding.

use super::ray_truncated_cone::{Ends, line_span};
use crate::number::{Field, Float, Real, Ring};
use crate::pair::ray_sphere;
use crate::query::{OptSpan, Span};
use crate::shape::{Line, Opened, Sphere, ViewCone};
use crate::vector::{FloatVector, Vector3};

/// Returns the span of the line inside the view cone. Normals point out of the ball or out of the
/// side; at the apex, backwards along the axis.
pub(crate) fn span<V: Vector3 + FloatVector>(a: &ViewCone<V>, b: &Line<V>) -> OptSpan<V> {
    let opened = a.opened();
    let ball = ray_sphere::span(&Sphere { center: a.apex, radius: a.radius }, b)?;
    let cone = between_sides(&opened, b)?;
    let (enter, normal_enter) = if ball.enter < cone.enter {
        (cone.enter, cone.normal_enter)
    } else {
        (ball.enter, ball.normal_enter)
    };
    let (exit, normal_exit) =
        if cone.exit < ball.exit { (cone.exit, cone.normal_exit) } else { (ball.exit, ball.normal_exit) };
    // The ends of the ball's span are finite, unless the direction of the line is zero.
    let size = if enter.is_finite() && exit.is_finite() { enter.abs() + exit.abs() } else { V::Scalar::ZERO };
    if (enter - exit).settle(size) > V::Scalar::ZERO {
        return None;
    }
    // A touch, whose two parameters may differ in the last digit, stays a touch.
    Some(Span { enter, exit: Ring::max(enter, exit), normal_enter, normal_exit })
}

/// Returns the span between the sides.
fn between_sides<V: FloatVector>(a: &Opened<V>, line: &Line<V>) -> OptSpan<V> {
    let zero = V::Scalar::ZERO;
    if a.cosine > zero {
        let (hit, span) = line_span(a.apex, a.axis, [zero, a.sine / a.cosine], Ends::Open, line);
        return hit.then_some(span);
    }
    let (w, none, infinity) = (line.origin - a.apex, line.direction.zero(), zero.infinity());
    let height = w.dot(a.axis).settle(w.length());
    let climb = line.direction.dot(a.axis).settle(line.direction.length());
    let t = (-height).div_or(climb, zero);
    let all = Span { enter: -infinity, exit: infinity, normal_enter: none, normal_exit: none };
    if climb > zero {
        Some(Span { enter: t, normal_enter: -a.axis, ..all })
    } else if climb < zero {
        Some(Span { exit: t, normal_exit: -a.axis, ..all })
    } else {
        (height >= zero).then_some(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Ray;
    use core::f64::consts::{FRAC_PI_2, FRAC_PI_4};
    use glam::{DVec3, dvec3};

    /// View cone as wide as it is high, up to the ball.
    const VIEW: ViewCone<DVec3> = ViewCone::new(DVec3::ZERO, dvec3(0., 0., 3.), 5., FRAC_PI_4);

    fn ends(a: &ViewCone<DVec3>, origin: DVec3, direction: DVec3) -> Option<[f64; 2]> {
        span(a, &Line::new(origin, direction)).map(|span| [span.enter, span.exit])
    }

    #[test]
    fn through_both_sides_through_the_ball_and_past_the_apex() {
        let near = |found: Option<[f64; 2]>, enter: f64, exit: f64| {
            let [a, b] = found.unwrap();
            assert!((a - enter).abs() < 1e-14 && (b - exit).abs() < 1e-14, "{a} {b}");
        };
        near(ends(&VIEW, dvec3(-9., 0., 2.), DVec3::X), 7., 11.);
        near(ends(&VIEW, dvec3(-9., 0., 4.), DVec3::X), 6., 12.);
        near(ends(&VIEW, dvec3(1., 0., -4.), dvec3(0., 0., 2.)), 2.5, 2. + 6_f64.sqrt());
        assert_eq!(ends(&VIEW, dvec3(-9., 0., -1.), DVec3::X), None);
        assert_eq!(ends(&VIEW, dvec3(-9., 0., 5.1), DVec3::X), None);
        assert_eq!(ends(&VIEW, dvec3(4., 0., -1.), DVec3::Z), None, "beside the rim");
        assert_eq!(ends(&VIEW, dvec3(-9., 0., 0.), DVec3::X), Some([9., 9.]), "the apex");
    }

    #[test]
    fn a_ray_meets_the_ball_or_the_side_with_its_normal() {
        let down = Ray::new(dvec3(0., 3., 9.), -DVec3::Z).cast(&VIEW).unwrap();
        assert_eq!((down.t, down.point), (5., Some(dvec3(0., 3., 4.))));
        assert!(down.normal.unwrap().distance(dvec3(0., 0.6, 0.8)) < 1e-15);
        let side = Ray::new(dvec3(9., 0., 2.), -DVec3::X).cast(&VIEW).unwrap();
        assert!((side.t - 7.).abs() < 1e-14);
        assert!(side.normal.unwrap().distance(dvec3(1., 0., -1.).normalize()) < 1e-15);
        assert_eq!(Ray::new(dvec3(0., 0., 1.), DVec3::X).cast(&VIEW).unwrap().normal, None, "from inside");
    }

    #[test]
    fn half_a_ball_has_a_flat_side() {
        let half = ViewCone { half_angle: FRAC_PI_2, ..VIEW };
        assert_eq!(ends(&half, dvec3(3., 0., -7.), DVec3::Z), Some([7., 11.]));
        assert_eq!(ends(&half, dvec3(-9., 3., 0.), DVec3::X), Some([5., 13.]), "along the flat side");
        assert_eq!(ends(&half, dvec3(-9., 3., -1e-300), DVec3::X), None);
        let hit = Ray::new(dvec3(3., 0., -7.), DVec3::Z).cast(&half).unwrap();
        assert_eq!(hit.normal, Some(-DVec3::Z));
    }
}
