//! Cone with a flat base.

use super::check::{self, ShapeError};
use super::{Aabb, Support, TruncatedCone, halfway};
use crate::number::{Real, Ring};
use crate::vector::{FloatVector, Vector, Vector3};

/// The convex hull of `apex` and the disc of `radius` around `base`, perpendicular to the axis
/// between them: solid. Radius 0 makes a segment. `apex == base` is an error, because the axis
/// would have no direction.
///
/// ```
/// use barycast::d3::{Cone, Sphere};
/// use glam::{Vec3, vec3};
///
/// let hat = Cone::try_new(vec3(0.0, 4.0, 0.0), Vec3::ZERO, 3.0)?;
/// let ball = Sphere::new(vec3(0.0, 6.0, 0.0), 1.0);
/// assert!((hat.distance(&ball) - 1.0).abs() < 1e-6);
/// assert!(!hat.intersects(&ball));
/// # Ok::<(), barycast::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Cone<V: Vector> {
    /// Tip.
    pub apex: V,
    /// Centre of the base.
    pub base: V,
    /// Radius of the base, at least 0.
    pub radius: V::Scalar,
}

impl<V: Vector3> Cone<V> {
    /// Builds the shape from the given values without checking them.
    #[inline(always)]
    pub const fn new(apex: V, base: V, radius: V::Scalar) -> Self {
        Self { apex, base, radius }
    }

    /// Returns the same set as a truncated cone whose first radius is 0.
    pub fn truncated(&self) -> TruncatedCone<V> {
        TruncatedCone { a: self.apex, b: self.base, radius_a: self.radius.zero(), radius_b: self.radius }
    }

    /// Returns the axis-aligned bounding box.
    pub fn bounds(&self) -> Aabb<V>
    where
        V::Scalar: Real,
    {
        self.truncated().bounds()
    }

    /// Converts every number of the shape with `number`, for instance to another precision.
    pub fn lift<W: Vector3>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> Cone<W> {
        Cone { apex: self.apex.lift(number), base: self.base.lift(number), radius: number(self.radius) }
    }
}

impl<V: FloatVector + Vector3> Cone<V> {
    /// Builds a cone with distinct apex and base and a radius of at least 0.
    ///
    /// # Errors
    /// Returns an error naming `apex` or `base` if it is not finite, `base` if it equals `apex`,
    /// `radius` if it is not finite or negative.
    pub fn try_new(apex: V, base: V, radius: V::Scalar) -> Result<Self, ShapeError> {
        check::finite("apex", apex)?;
        check::finite("base", base)?;
        check::apart("base", apex, base)?;
        check::size("radius", radius)?;
        Ok(Self { apex, base, radius })
    }
}

impl<V: FloatVector + Vector3> Support for Cone<V> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        self.truncated().support(direction)
    }

    fn middle(&self) -> V {
        halfway(self.apex, self.base)
    }
}

super::fields::fields! {
    Cone<Vector3> { apex: vector, base: vector, radius: number }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, dvec3};

    #[test]
    fn the_support_point_is_the_apex_or_on_the_rim_of_the_base() {
        let cone = Cone::new(dvec3(0., 0., 4.), DVec3::ZERO, 3.);
        assert_eq!(cone.support(DVec3::Z), cone.apex);
        assert_eq!(cone.support(dvec3(1., 0., 0.5)), dvec3(3., 0., 0.));
        assert_eq!(cone.bounds(), Aabb::new(dvec3(-3., -3., 0.), dvec3(3., 3., 4.)));
        assert_eq!(Cone::try_new(DVec3::X, DVec3::X, 1.).unwrap_err().field, "base");
    }
}
