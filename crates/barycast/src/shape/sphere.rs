//! A sphere; in 2D, a disc.

use super::check::{self, ShapeError};
use super::{Aabb, CoreShape, Support};
use crate::number::{Float, Real, Ring};
use crate::vector::{FloatVector, Vector, Vector2};
use alloc::vec;
use alloc::vec::Vec;

/// The points within `radius` of `center`: a solid ball, in 2D a solid disc. Radius 0 is a point.
#[doc(alias = "ball")]
#[doc(alias = "circle")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Sphere<V: Vector> {
    /// The middle.
    pub center: V,
    /// 0 or more.
    pub radius: V::Scalar,
}

impl<V: Vector> Sphere<V> {
    /// The numbers as they are.
    #[inline(always)]
    pub const fn new(center: V, radius: V::Scalar) -> Self {
        Self { center, radius }
    }

    /// The box around it.
    pub fn bounds(&self) -> Aabb<V> {
        let reach = V::splat(self.radius);
        Aabb { min: self.center - reach, max: self.center + reach }
    }

    /// The nearest point of the solid sphere: `p` itself inside.
    #[inline(always)]
    pub fn closest_point(&self, p: V) -> V
    where
        V::Scalar: Real,
    {
        let away = p - self.center;
        let inside = away.length_squared().le(self.radius.squared());
        V::select(inside, p, self.center + away.normalized_or_zero() * self.radius)
    }

    /// `|p - c|^2 - r^2`: negative inside, 0 on the surface, and outside the square of the
    /// [tangent length](Self::tangent_length). For every line through `p` that crosses the surface it is the
    /// product of the signed distances to both crossings; so a ray from outside (positive) that points away from
    /// the centre can be turned down by signs alone.
    #[inline(always)]
    pub fn power(&self, p: V) -> V::Scalar {
        (p - self.center).length_squared() - self.radius.squared()
    }

    /// The same sphere over other numbers.
    #[inline(always)]
    pub fn lift<W: Vector>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> Sphere<W> {
        Sphere { center: self.center.lift(number), radius: number(self.radius) }
    }
}

impl<V: FloatVector> Sphere<V> {
    /// With a radius of 0 or more.
    ///
    /// # Errors
    /// Names `center` when it is not finite, `radius` when it is not finite or negative.
    pub fn try_new(center: V, radius: V::Scalar) -> Result<Self, ShapeError> {
        check::finite("center", center)?;
        check::size("radius", radius)?;
        Ok(Self { center, radius })
    }

    /// How far it is from `p` to where a line through `p` touches the surface; `None` inside, 0 on the surface.
    pub fn tangent_length(&self, p: V) -> Option<V::Scalar> {
        let length = (p - self.center).length();
        // (l + r) (l - r), not l^2 - r^2: near the surface the squares would cancel.
        let power = (length + self.radius) * (length - self.radius);
        (V::Scalar::ZERO <= power).then(|| power.sqrt())
    }

    /// Where the two lines through `p` touch the circle, the one to the left of the way to the centre first;
    /// `None` inside, `p` twice on the circle.
    pub fn tangent_points(&self, p: V) -> Option<[V; 2]>
    where
        V: Vector2,
    {
        let tangent = self.tangent_length(p)?;
        let away = p - self.center;
        let length = away.length();
        if length <= V::Scalar::ZERO {
            return Some([p, p]);
        }
        // The touching point, the centre and p make a right triangle, so the foot of its height divides
        // the way to p by r : l, and the height is r times tangent : l.
        let sine = self.radius / length;
        let foot = self.center + away * sine.squared();
        let height = away.perp() * (sine * (tangent / length));
        Some([foot - height, foot + height])
    }
}

impl<V: FloatVector> Support for Sphere<V> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        self.center + direction.normalized_or_zero() * self.radius
    }

    fn margin(&self) -> V::Scalar {
        self.radius
    }

    fn core(&self, _: V) -> V {
        self.center
    }

    fn core_shape(&self) -> CoreShape<V> {
        CoreShape::Point(self.center)
    }

    fn corners(&self, _: V) -> Vec<V> {
        vec![self.center]
    }
}

super::fields::fields! {
    Sphere<Vector> { center: vector, radius: number }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3, dvec2, dvec3};

    #[test]
    fn d8_tangent_length_points_and_power_make_right_triangles() {
        let circle = Sphere::new(dvec2(1., 0.), 3.);
        let p = dvec2(6., 0.);
        assert_eq!((circle.power(p), circle.tangent_length(p)), (16., Some(4.)));
        let [left, right] = circle.tangent_points(p).unwrap();
        for touching in [left, right] {
            assert!((touching.distance(circle.center) - 3.).abs() < 1e-15);
            assert!((touching - circle.center).dot(p - touching).abs() < 1e-14);
        }
        // Seen from p towards the centre.
        assert!((circle.center - p).perp_dot(left - p) > 0. && (circle.center - p).perp_dot(right - p) < 0.);
    }

    #[test]
    fn d8_inside_there_is_no_tangent_and_on_the_circle_it_touches_there() {
        let circle = Sphere::new(DVec2::ZERO, 5.);
        assert_eq!(circle.tangent_length(dvec2(1., 1.)), None);
        assert_eq!(circle.tangent_points(dvec2(1., 1.)), None);
        assert_eq!(circle.tangent_points(dvec2(3., 4.)), Some([dvec2(3., 4.); 2]));
        assert_eq!(Sphere::new(DVec2::ZERO, 0.).tangent_points(DVec2::ZERO), Some([DVec2::ZERO; 2]));
    }

    #[test]
    fn d8_the_power_is_the_product_of_both_ways_to_the_surface() {
        let sphere = Sphere::new(DVec3::ZERO, 2.);
        assert_eq!(sphere.power(dvec3(5., 0., 0.)), 3. * 7.);
        assert!(sphere.power(dvec3(1., 0., 0.)) < 0.);
    }
}
