//! Ray and sphere: two ways to the range of `t` inside, beside that of [`pair::ray_sphere`](crate::pair::ray_sphere).
//!
//! With `l = c - o`:
//!
//! | | formula | loses digits |
//! |---|---|---|
//! | [`by_pythagoras`] | unit `d`: `s = l . d`, `m^2 = l^2 - s^2`, `t = s -+ sqrt(r^2 - m^2)` | `l^2 - s^2` cancels where the sphere is small and far away |
//! | [`by_quadratic`] | any `d`: `a = d . d`, `b = l . d`, `c = l . l - r^2`, `t = (b -+ sqrt(b^2 - a c)) / a` | `b^2 - a c` cancels there too; `b - sqrt(..)` cancels for an origin near the surface, which `c / (b + sqrt(..))` avoids |
//! | `pair::ray_sphere` | `t = (l . d -+ sqrt(r^2 d^2 - (l x d)^2)) / d^2` | nothing: the cross product is small where the distance is |
//!
//! With `f32`, a sphere of radius 1 at distance 5,000 loses all digits of `m^2` with either method (`l^2` is 2.5e7, spaced by 2), and rays that
//! pass by up to a radius away are hits or misses by chance. A test below shows it. In `f64` the same happens at 1e8 radii.
//!
//! Sources: [Haines 2019], chapter 7; [Ericson 5.3.2].

use crate::number::{Float, Real};
use crate::shape::{Ray, Sphere};
use crate::vector::FloatVector;

/// The part of a ray that lies in a sphere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SphereSpan<S> {
    /// Where the line enters; negative if the ray starts inside.
    pub enter: S,
    /// Where it leaves.
    pub exit: S,
}

impl<S: Float> SphereSpan<S> {
    /// The span, if the ray meets it: it does not end before the origin.
    fn ahead(enter: S, exit: S) -> Option<Self> {
        (exit >= S::ZERO).then_some(Self { enter, exit })
    }
}

/// The geometric method (Pythagoras), for directions of length 1: `t` is a distance. `None` if the ray misses.
///
/// A direction of another length gives a wrong answer, not an error; normalise it before.
#[doc(alias = "geometric")]
pub fn by_pythagoras<V: FloatVector>(ray: &Ray<V>, sphere: &Sphere<V>) -> Option<SphereSpan<V::Scalar>> {
    let zero = V::Scalar::ZERO;
    let l = sphere.center - ray.origin;
    let (s, ll, rr) = (l.dot(ray.direction), l.length_squared(), sphere.radius * sphere.radius);
    if s < zero && ll > rr {
        // The centre is behind, and the origin outside.
        return None;
    }
    let mm = ll - s * s;
    if !(mm <= rr) {
        return None;
    }
    let half = (rr - mm).sqrt();
    SphereSpan::ahead(s - half, s + half)
}

/// The quadratic equation, for directions of any length. `None` if the ray misses, or has no direction.
///
/// Deviation from the schoolbook: `b` is half the usual one, and the root that would cancel is `c` over the other.
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
        // 0.9 above the centre: the chord is sqrt(1 - 0.81) to either side.
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
