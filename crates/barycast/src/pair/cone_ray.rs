//! Cone and ray (line, segment).
//!
//! A cone is a [truncated cone](super::ray_truncated_cone) with a smaller cap of radius 0, its
//! apex. With the vector `m` from the apex to the base, the base radius `r`, and the vector `w`
//! from the apex to its foot on the line, the line is inside the side where
//!
//! ```text
//! |(w + t d) x m|^2 |m|^2 <= r^2 ((w + t d) . m)^2
//! ```
//!
//! which is a quadratic inequality, and inside the cone where also `0 <= (w + t d) . m <= |m|^2`. A
//! line through the apex has `w = 0`, exactly if the apex is the line's origin. A line along the
//! side touches over its whole length.
//!
//! Sources: [Eberly 2000], with the discriminant of [`ray_truncated_cone`].

use crate::number::Real;
use crate::pair::ray_truncated_cone;
use crate::query::OptSpan;
use crate::shape::{Cone, Line};
use crate::vector::Vector3;

/// Returns the span of the line inside the cone. Normals point out of the base or the side; at the
/// apex they point away along the axis.
#[inline]
pub fn span<V: Vector3<Scalar: Real>>(a: &Cone<V>, b: &Line<V>) -> OptSpan<V> {
    ray_truncated_cone::span(&a.truncated(), b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Ray;
    use glam::{DVec3, Vec3, dvec3, vec3};

    /// The cone has side length 5 for height 4.
    const CONE: Cone<DVec3> = Cone::new(dvec3(0., 0., 4.), DVec3::ZERO, 3.);

    fn line(origin: [f64; 3], direction: [f64; 3]) -> Line<DVec3> {
        Line::new(origin.into(), direction.into())
    }

    #[test]
    fn across_both_sides_or_in_by_the_side_and_out_by_the_base() {
        let across = span(&CONE, &line([-5., 0., 2.], [1., 0., 0.])).unwrap();
        assert_eq!((across.enter, across.exit), (3.5, 6.5));
        assert!(across.normal_enter.cross(dvec3(-4., 0., 3.)).length() < 1e-15);
        assert!(across.normal_exit.dot(dvec3(4., 0., 3.)) > 0.);
        let down = span(&CONE, &line([1.5, 0., 9.], [0., 0., -1.])).unwrap();
        assert_eq!((down.enter, down.exit), (7., 9.));
        assert_eq!(down.normal_exit.normalize(), -DVec3::Z);
    }

    #[test]
    fn the_tip_is_touched_from_the_side_and_entered_from_above() {
        let touch = span(&CONE, &line([-5., 0., 4.], [1., 0., 0.])).unwrap();
        assert_eq!((touch.enter, touch.exit), (5., 5.));
        let down = span(&CONE, &line([0., 0., 9.], [0., 0., -2.])).unwrap();
        assert_eq!((down.enter, down.exit, down.normal_enter.normalize()), (2.5, 4.5, DVec3::Z));
        assert!(span(&CONE, &line([-5., 0., 4.0001], [1., 0., 0.])).is_none());
        // Steeper than the side and past the apex: the mirror image above it is not part of the
        // cone.
        assert!(span(&CONE, &line([1., 0., 5.], [0., 1., 9.])).is_some());
        assert!(span(&CONE, &line([4., 0., 5.], [0., 0., 1.])).is_none());
    }

    #[test]
    fn along_the_side_it_touches_from_the_tip_to_the_rim() {
        let along = span(&CONE, &line([-3., 0., 8.], [3., 0., -4.])).unwrap();
        assert_eq!((along.enter, along.exit), (1., 2.));
        let parallel = span(&CONE, &line([-4., 0., 8.], [3., 0., -4.])).unwrap();
        assert_eq!((parallel.enter, parallel.exit), (7. / 6., 2.));
        assert!(span(&CONE, &line([-2.9, 0., 8.], [3., 0., -4.])).is_none());
    }

    #[test]
    fn the_rim_is_touched_and_the_plane_of_the_base_is_in_it() {
        let rim = span(&CONE, &line([3., -4., 0.], [0., 1., 0.])).unwrap();
        assert_eq!((rim.enter, rim.exit), (4., 4.));
        let through_rim = span(&CONE, &line([3. + 5., 0., -2.], [-5., 0., 2.])).unwrap();
        assert!((through_rim.enter - 1.).abs() < 1e-15);
        let base = span(&CONE, &line([0., -9., 0.], [0., 1., 0.])).unwrap();
        assert_eq!((base.enter, base.exit), (6., 12.));
        assert!(span(&CONE, &line([0., -9., -0.001], [0., 1., 0.])).is_none());
    }

    #[test]
    fn a_ray_from_within_starts_inside_and_one_behind_misses() {
        let within = Ray::new(dvec3(0., 0., 1.), DVec3::X).cast(&CONE).unwrap();
        assert_eq!((within.t, within.normal), (0., None));
        assert!(Ray::new(dvec3(5., 0., 1.), DVec3::X).cast(&CONE).is_none());
        let single = Cone::new(vec3(0., 0., 4.), Vec3::ZERO, 3.);
        assert_eq!(Ray::new(vec3(-5., 0., 2.), Vec3::X).cast(&single).unwrap().t, 3.5);
    }

    #[test]
    fn radius_0_is_a_segment_and_a_zero_direction_is_a_single_point() {
        let thin = Cone { radius: 0., ..CONE };
        let through = span(&thin, &line([-3., 0., 1.], [1., 0., 0.])).unwrap();
        assert_eq!((through.enter, through.exit, through.normal_enter), (3., 3., DVec3::ZERO));
        let here = span(&CONE, &line([0., 3., 0.], [0., 0., 0.])).unwrap();
        assert_eq!((here.enter, here.exit), (f64::NEG_INFINITY, f64::INFINITY));
        assert!(span(&CONE, &line([0., 3.1, 0.], [0., 0., 0.])).is_none());
    }

    #[test]
    fn a_small_one_far_away_keeps_its_digits() {
        let far = Cone::new(vec3(1e4, 0., 0.25), vec3(1e4, 0., -0.25), 0.25);
        let found = span(&far, &Line::new(Vec3::ZERO, vec3(1., 0., 0.))).unwrap();
        assert!((found.exit - found.enter - 0.25).abs() < 2e-3, "{found:?}");
        assert!(span(&far, &Line::new(vec3(0., 0.126, 0.), vec3(1., 0., 0.))).is_none());
    }
}
