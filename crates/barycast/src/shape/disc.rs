//! Flat disc in space.

use super::check::{self, ShapeError};
use super::{Aabb, Support};
use crate::number::{Real, Ring};
use crate::vector::{FloatVector, Vector, Vector3};

/// The points within `radius` of `center` in the plane perpendicular to `normal`: a surface. Radius
/// 0 makes a point.
///
/// ```
/// use barycast::d3::{Disc, Ray};
/// use glam::{Vec3, vec3};
///
/// let target = Disc::try_new(vec3(0.0, 1.0, 0.0), Vec3::X, 0.5)?;
/// assert_eq!(Ray::new(vec3(-8.0, 1.5, 0.0), Vec3::X).cast(&target).unwrap().t, 8.0); // on its rim
/// assert!(Ray::new(vec3(-8.0, 1.6, 0.0), Vec3::X).cast(&target).is_none());
/// # Ok::<(), barycast::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Disc<V: Vector> {
    /// Centre.
    pub center: V,
    /// Normal on the front side, of any nonzero length.
    pub normal: V,
    /// Radius, at least 0.
    pub radius: V::Scalar,
}

impl<V: Vector3> Disc<V> {
    /// Builds the shape from the given values without checking them.
    #[inline(always)]
    pub const fn new(center: V, normal: V, radius: V::Scalar) -> Self {
        Self { center, normal, radius }
    }

    /// Returns the axis-aligned bounding box. The disc extends by `r sqrt(1 - n_i^2)` along axis
    /// `i`, where `n` is the unit normal.
    pub fn bounds(&self) -> Aabb<V>
    where
        V::Scalar: Real,
    {
        let n = self.normal.normalized_or_zero();
        let mut reach = n;
        for axis in 0..3 {
            // Sums the squares of the other two coordinates instead of `1 - n_i^2`, which avoids
            // cancellation.
            let across = n.get((axis + 1) % 3).squared() + n.get((axis + 2) % 3).squared();
            reach = reach.with(axis, self.radius * across.sqrt());
        }
        Aabb { min: self.center - reach, max: self.center + reach }
    }

    /// Converts every number of the shape with `number`, for instance to another precision.
    pub fn lift<W: Vector3>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> Disc<W> {
        Disc {
            center: self.center.lift(number),
            normal: self.normal.lift(number),
            radius: number(self.radius),
        }
    }
}

impl<V: FloatVector + Vector3> Disc<V> {
    /// Builds a disc with a nonzero normal and a radius of at least 0.
    ///
    /// # Errors
    /// Returns an error naming `center` if it is not finite, `normal` if it is not finite or zero,
    /// `radius` if it is not finite or negative.
    pub fn try_new(center: V, normal: V, radius: V::Scalar) -> Result<Self, ShapeError> {
        check::finite("center", center)?;
        check::direction("normal", normal)?;
        check::size("radius", radius)?;
        Ok(Self { center, normal, radius })
    }
}

impl<V: FloatVector + Vector3> Support for Disc<V> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        // Projects into a frame of the plane first. Even the rounding error of a direction along
        // the normal then lies in the plane.
        let u = self.normal.any_orthogonal().normalized_or_zero();
        let v = self.normal.cross(u).normalized_or_zero();
        self.center + (u * direction.dot(u) + v * direction.dot(v)).normalized_or_zero() * self.radius
    }

    fn middle(&self) -> V {
        self.center
    }
}

super::fields::fields! {
    Disc<Vector3> { center: vector, normal: vector, radius: number }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, dvec3};

    #[test]
    fn support_points_lie_in_the_plane() {
        let disc = Disc::new(dvec3(1., 2., 3.), dvec3(0., 0., -7.), 2.);
        assert_eq!(disc.bounds(), Aabb::new(dvec3(-1., 0., 3.), dvec3(3., 4., 3.)));
        assert_eq!(disc.support(dvec3(0., 5., 9.)), dvec3(1., 4., 3.));
        assert!(Disc::try_new(DVec3::ZERO, DVec3::ZERO, 1.).is_err());
    }
}
