//! Ray and sphere: two methods for the interval of `t` inside, besides
//! [`pair::ray_sphere`](crate::pair::ray_sphere).
//!
//! With `l = c - o`:
//!
//! - [`by_pythagoras`], for unit `d`: `s = l . d`, `m^2 = l^2 - s^2`, `t = s -+ sqrt(r^2 - m^2)`.
//!   The difference `l^2 - s^2` cancels if the sphere is small and far away.
//! - [`by_quadratic`], for any `d`: `a = d . d`, `b = l . d`, `c = l . l - r^2`,
//!   `t = (b -+ sqrt(b^2 - a c)) / a`. The difference `b^2 - a c` cancels in the same case. For an
//!   origin near the surface `b - sqrt(..)` cancels, which `c / (b + sqrt(..))` avoids.
//! - `pair::ray_sphere`: `t = (l . d -+ sqrt(r^2 d^2 - (l x d)^2)) / d^2`. Nothing cancels: the
//!   cross product is small where the distance is.
//!
//! With `f32`, a sphere of radius 1 at distance 5,000 loses all digits of `m^2` with either method
//! (`l^2` is 2.5e7, with a spacing of 2), and the result for rays that pass by up to a radius away
//! is arbitrary; a test below shows it. In `f64` the same happens at 1e8 radii.
//!
//! Sources: [Haines 2019], chapter 7; [Ericson 5.3.2].

use crate::number::{Float, Real};
use crate::shape::{Ray, Sphere};
use crate::vector::FloatVector;

/// The part of a ray that lies in a sphere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SphereSpan<S> {
    /// Parameter where the line enters; negative if the ray starts inside.
    pub enter: S,
    /// Parameter where the line exits.
    pub exit: S,
}

impl<S: Float> SphereSpan<S> {
    /// Returns the span unless it ends before the origin of the ray.
    fn ahead(enter: S, exit: S) -> Option<Self> {
        (exit >= S::ZERO).then_some(Self { enter, exit })
    }
}

/// Returns the interval of `t` in the sphere, by Pythagoras, for directions of length 1; `t` is a
/// distance. `None` if the ray misses.
///
/// A direction of another length yields a wrong result without an error; normalize it first.
#[doc(alias = "geometric")]
pub fn by_pythagoras<V: FloatVector>(ray: &Ray<V>, sphere: &Sphere<V>) -> Option<SphereSpan<V::Scalar>> {
    let zero = V::Scalar::ZERO;
    let l = sphere.center - ray.origin;
    let (s, ll, rr) = (l.dot(ray.direction), l.length_squared(), sphere.radius * sphere.radius);
    if s < zero && ll > rr {
        // The center is behind the origin, and the origin is outside.
        return None;
    }
    let mm = ll - s * s;
    if !(mm <= rr) {
        return None;
    }
    let half = (rr - mm).sqrt();
    SphereSpan::ahead(s - half, s + half)
}

/// Returns the interval of `t` in the sphere, by the quadratic equation, for directions of any
/// length. `None` if the ray misses or its direction is zero.
///
/// Deviations from the textbook: `b` is half the usual one, and the root that would cancel is `c`
/// divided by the other root.
#[doc(alias = "quadratic")]
pub fn by_quadratic<V: FloatVector>(ray: &Ray<V>, sphere: &Sphere<V>) -> Option<SphereSpan<V::Scalar>> {
    let zero = V::Scalar::ZERO;
    let l = sphere.center - ray.origin;
    let (a, b) = (ray.direction.length_squared(), l.dot(ray.direction));
    let c = l.length_squared() - sphere.radius * sphere.radius;
    let discriminant = b * b - a * c;
    if !(discriminant >= zero && a > zero) {
        return None;
    }
    let root = discriminant.sqrt();
    let sum = if b >= zero { b + root } else { b - root };
    // The product of both roots is c / a.
    let (one, other) = (sum / a, if sum == zero { zero } else { c / sum });
    if b >= zero { SphereSpan::ahead(other, one) } else { SphereSpan::ahead(one, other) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::ray_sphere;
    use crate::shape::Line;
    use glam::{DVec3, Vec3, dvec3, vec3};

    fn both(ray: &Ray<DVec3>, sphere: &Sphere<DVec3>) -> Option<SphereSpan<f64>> {
        let (one, other) = (by_pythagoras(ray, sphere), by_quadratic(ray, sphere));
        assert_eq!(one, other, "{ray:?} {sphere:?}");
        one
    }

    #[test]
    fn e13_a_hit_a_miss_a_touch_and_a_start_inside() {
        let (ball, along) = (Sphere::new(DVec3::ZERO, 5.0), DVec3::X);
        let at = |y: f64, x: f64| both(&Ray::new(dvec3(x, y, 0.0), along), &ball);
        assert_eq!(at(3.0, -8.0), Some(SphereSpan { enter: 4.0, exit: 12.0 }));
        assert_eq!(at(5.0, -8.0), Some(SphereSpan { enter: 8.0, exit: 8.0 }), "a touch is a hit");
        assert_eq!(at(6.0, -8.0), None);
        assert_eq!(at(0.0, 0.0), Some(SphereSpan { enter: -5.0, exit: 5.0 }));
        assert_eq!(at(0.0, 8.0), None, "behind");
    }

    #[test]
    fn e13_the_quadratic_takes_directions_of_any_length() {
        let ray = Ray::new(dvec3(-8.0, 3.0, 0.0), DVec3::X * 4.0);
        let span = by_quadratic(&ray, &Sphere::new(DVec3::ZERO, 5.0));
        assert_eq!(span, Some(SphereSpan { enter: 1.0, exit: 3.0 }));
    }

    #[test]
    fn e13_both_lose_all_digits_of_a_small_sphere_far_away_and_the_cross_product_loses_none() {
        let far = |y: f32| Ray::new(vec3(-5000.0, y, 0.0), Vec3::X);
        let ball = Sphere::new(Vec3::ZERO, 1.0);
        // At height 0.9 above the center, the half chord is sqrt(1 - 0.81).
        let (half, right) = (0.435_889_9, |exit: f32, enter: f32| (exit - enter) / 2.0);
        let line = Line::new(far(0.9).origin, far(0.9).direction);
        let ours = ray_sphere::span(&ball, &line).expect("a hit");
        assert!((right(ours.exit, ours.enter) - half).abs() < 1e-3);
        for by in [by_pythagoras, by_quadratic] {
            let wrong =
                by(&far(0.9), &ball).is_none_or(|span| (right(span.exit, span.enter) - half).abs() > 0.1);
            assert!(wrong);
        }
    }
}
