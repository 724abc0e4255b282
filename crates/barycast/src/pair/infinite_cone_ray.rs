//! Infinite cone and ray (line, segment).
//!
//! With the vector `w` from the apex to its foot on the line, the unit axis `m` and the tangent `s`
//! of the angle, the line is inside where
//!
//! ```text
//! |(w + t d) x m| <= s ((w + t d) . m)
//! ```
//!
//! Squared, this is the quadratic inequality of a [cone](super::cone_ray). Of its roots, those with
//! `(w + t d) . m >= 0` count: the line is inside between two of them, or beyond one if it is as
//! steep as the side or steeper.
//!
//! Sources: [Eberly 2000], with the discriminant of [`ray_truncated_cone`](super::ray_truncated_cone).

use super::ray_truncated_cone::{Ends, line_span};
use crate::number::Float;
use crate::query::OptSpan;
use crate::shape::{InfiniteCone, Line};
use crate::vector::{FloatVector, Vector3};

/// Returns the span of the line inside the cone. Normals point out of the side; at the apex they
/// point away along the axis.
pub fn span<V: Vector3 + FloatVector>(a: &InfiniteCone<V>, b: &Line<V>) -> OptSpan<V> {
    let radii = [V::Scalar::ZERO, a.slope()];
    let (hit, span) = line_span(a.apex, a.direction.normalized_or_zero(), radii, Ends::Open, b);
    hit.then_some(span)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamic::any::Shape3;
    use crate::shape::Ray;
    use core::f64::consts::FRAC_PI_4;
    use glam::{DVec3, dvec3};

    /// A cone as high as its radius.
    const CONE: InfiniteCone<DVec3> = InfiniteCone::new(DVec3::ZERO, dvec3(0., 0., 3.), FRAC_PI_4);

    fn line(origin: [f64; 3], direction: [f64; 3]) -> Line<DVec3> {
        Line::new(origin.into(), direction.into())
    }

    fn close(x: f64, y: f64) -> bool {
        (x - y).abs() < 1e-14
    }

    #[test]
    fn across_it_twice_and_up_into_it_once() {
        let across = span(&CONE, &line([-5., 0., 2.], [1., 0., 0.])).unwrap();
        assert!(close(across.enter, 3.) && close(across.exit, 7.), "{across:?}");
        let up = span(&CONE, &line([1., 0., -4.], [0., 0., 1.])).unwrap();
        assert!(close(up.enter, 5.) && up.exit == f64::INFINITY);
        assert!(up.normal_enter.normalize().distance(dvec3(1., 0., -1.).normalize()) < 1e-15);
        let down = span(&CONE, &line([1., 0., -4.], [0., 0., -1.])).unwrap();
        assert!(down.enter == f64::NEG_INFINITY && close(down.exit, -5.));
    }

    #[test]
    fn below_the_apex_there_is_nothing_and_at_it_a_touch() {
        assert!(span(&CONE, &line([-5., 0., -2.], [1., 0., 0.])).is_none());
        let touch = span(&CONE, &line([-5., 0., 0.], [1., 0., 0.])).unwrap();
        assert_eq!((touch.enter, touch.exit), (5., 5.));
        let hit = Ray::new(dvec3(0., 0., -5.), dvec3(0., 0., 2.)).cast(&CONE).unwrap();
        assert_eq!((hit.t, hit.normal), (2.5, Some(-DVec3::Z)));
    }

    #[test]
    fn along_the_side_and_from_within() {
        // The tangent rounds to a number just below 1, so a line along the side exits, far away.
        let inner = line([0., 0., 1.], [1., 0., 1.]);
        let exit = Shape3::from(inner).span(&CONE.into()).unwrap().unwrap().1;
        assert!(exit > 1e15 && exit.is_finite(), "{exit}");
        let steeper = line([0., 0., 1.], [1., 0., 1.125]);
        assert_eq!(Shape3::from(steeper).span(&CONE.into()).unwrap().unwrap().1, f64::INFINITY);
        let within = Ray::new(dvec3(0., 0., 1.), DVec3::X).cast(&CONE).unwrap();
        assert_eq!((within.t, within.normal), (0., None));
        assert!(Ray::new(dvec3(0., 0., -1.), DVec3::X).cast(&CONE).is_none());
    }

    #[test]
    fn beside_a_line_of_the_side_all_digits_of_the_angle_count() {
        // The tangent is below 3 / 4 by 2.5e-17, and that of the next float above by 1.5e-16.
        let angle = 0.643_501_108_793_284_4_f64;
        let cone =
            |angle: f64| Shape3::from(InfiniteCone::new(dvec3(0., 3., -1.), dvec3(0., -2., 0.), angle));
        let along = |z: f64, y: f64| Shape3::from(line([-2., 1., z], [3., y, 0.]));
        let beside = along(1., 4.);
        assert!(!beside.intersects(&cone(angle)) && beside.span(&cone(angle)) == Ok(None));
        let closest = beside.closest(&cone(angle));
        assert!((closest.distance - 0.400_000_012_996_321_54).abs() < 1e-15, "{closest:?}");
        // Computed with 60 digits; the two slopes agree in 16 digits.
        let near = |found: f64, right: f64| assert!((found / right - 1.).abs() < 1e-14, "{found} {right}");
        let (enter, exit) = beside.span(&cone(angle.next_up())).unwrap().unwrap();
        assert_eq!(enter, f64::NEG_INFINITY);
        near(exit, -840_446_333_467_408.9);
        let (enter, exit) = along(1., -4.).span(&cone(angle)).unwrap().unwrap();
        near(enter, 0.273_809_523_809_523_8);
        near(exit, 35_365_178_509_254_380.);
    }
}
