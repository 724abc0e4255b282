//! Sphere; in 2D, a disc.

use super::check::{self, ShapeError};
use super::{Aabb, CoreShape, Support};
use crate::number::{Float, Real, Ring};
use crate::vector::{FloatVector, Vector, Vector2};
use alloc::vec;
use alloc::vec::Vec;

/// The points within `radius` of `center`: a solid ball, in 2D a solid disc. Radius 0 makes a
/// point.
///
/// ```
/// use barycast::d3::Sphere;
/// use glam::{Vec3, vec3};
///
/// let ball = Sphere::try_new(Vec3::ZERO, 1.0)?;
/// let other = Sphere::try_new(vec3(0.0, 2.0, 0.0), 1.0)?;
/// assert!(ball.intersects(&other)); // touching counts
/// assert_eq!(ball.contact(&other).unwrap().depth, 0.0);
/// let error = Sphere::try_new(Vec3::ZERO, -1.0).unwrap_err();
/// assert_eq!(error.field, "radius");
/// # Ok::<(), barycast::shape::ShapeError>(())
/// ```
#[doc(alias = "ball")]
#[doc(alias = "circle")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Sphere<V: Vector> {
    /// Centre.
    pub center: V,
    /// Radius, at least 0.
    pub radius: V::Scalar,
}

impl<V: Vector> Sphere<V> {
    /// Builds the shape from the given values without checking them.
    #[inline(always)]
    pub const fn new(center: V, radius: V::Scalar) -> Self {
        Self { center, radius }
    }

    /// Returns the axis-aligned bounding box.
    pub fn bounds(&self) -> Aabb<V> {
        let reach = V::splat(self.radius);
        Aabb { min: self.center - reach, max: self.center + reach }
    }

    /// Returns the point of the solid sphere closest to `p`, which is `p` itself inside.
    #[inline(always)]
    pub fn closest_point(&self, p: V) -> V
    where
        V::Scalar: Real,
    {
        let away = p - self.center;
        let inside = away.length_squared().le(self.radius.squared());
        V::select(inside, p, self.center + away.normalized_or_zero() * self.radius)
    }

    /// Returns the power of the point `p`, `|p - c|^2 - r^2`: negative inside, 0 on the surface,
    /// and outside the square of the [tangent length](Self::tangent_length). On each line through
    /// `p` that crosses the surface, it is the product of the signed distances to both crossings.
    /// A ray from outside (positive power) that points away from the centre can therefore be
    /// rejected by signs alone.
    #[inline(always)]
    pub fn power(&self, p: V) -> V::Scalar {
        (p - self.center).length_squared() - self.radius.squared()
    }

    /// Converts every number of the shape with `number`, for instance to another precision.
    #[inline(always)]
    pub fn lift<W: Vector>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> Sphere<W> {
        Sphere { center: self.center.lift(number), radius: number(self.radius) }
    }
}

impl<V: FloatVector> Sphere<V> {
    /// Builds a sphere with a radius of at least 0.
    ///
    /// # Errors
    /// Returns an error naming `center` if it is not finite, `radius` if it is not finite or
    /// negative.
    pub fn try_new(center: V, radius: V::Scalar) -> Result<Self, ShapeError> {
        check::finite("center", center)?;
        check::size("radius", radius)?;
        Ok(Self { center, radius })
    }

    /// Returns the length of a tangent from `p` to the surface: 0 on the surface, `None` inside.
    pub fn tangent_length(&self, p: V) -> Option<V::Scalar> {
        let length = (p - self.center).length();
        // Uses (l + r) (l - r) instead of l^2 - r^2, whose terms cancel near the surface.
        let power = (length + self.radius) * (length - self.radius);
        (V::Scalar::ZERO <= power).then(|| power.sqrt())
    }

    /// Returns the points where the two tangents from `p` touch the circle, first the one to the
    /// left of the direction to the centre. Returns `p` twice on the circle, `None` inside.
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
        // The tangent point, the centre and p form a right triangle. The foot of its altitude
        // divides the segment to p in the ratio r : l, and the altitude is r times tangent : l.
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
        // Left and right as seen from p towards the centre.
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
    fn d8_the_power_is_the_product_of_both_distances_to_the_surface() {
        let sphere = Sphere::new(DVec3::ZERO, 2.);
        assert_eq!(sphere.power(dvec3(5., 0., 0.)), 3. * 7.);
        assert!(sphere.power(dvec3(1., 0., 0.)) < 0.);
    }
}
