//! Torus.

use super::Aabb;
use super::check::{self, ShapeError};
use crate::number::{Real, Ring};
use crate::vector::{FloatVector, Vector, Vector3};

/// The points within `minor_radius` of the circle with `major_radius` around `center` in the plane
/// perpendicular to `axis`: solid. A minor radius greater than the major radius closes the hole; a
/// major radius of 0 makes a ball.
///
/// ```
/// use barycast::d3::f64::{Ray, Torus};
/// use glam::{DVec3, dvec3};
///
/// let tire = Torus::try_new(DVec3::ZERO, DVec3::Z, 3.0, 1.0)?;
/// assert!(Ray::new(dvec3(0.0, 0.0, 9.0), -DVec3::Z).cast(&tire).is_none()); // through the hole
/// assert_eq!(Ray::new(dvec3(3.0, 0.0, 9.0), -DVec3::Z).cast(&tire).unwrap().t, 8.0);
/// # Ok::<(), barycast::shape::ShapeError>(())
/// ```
#[doc(alias = "donut")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Torus<V: Vector> {
    /// Centre of the circle.
    pub center: V,
    /// Axis perpendicular to the circle, of any nonzero length.
    pub axis: V,
    /// Radius of the circle, at least 0.
    pub major_radius: V::Scalar,
    /// Radius of the tube around the circle, at least 0.
    pub minor_radius: V::Scalar,
}

impl<V: Vector3> Torus<V> {
    /// Builds the shape from the given values without checking them.
    #[inline(always)]
    pub const fn new(center: V, axis: V, major_radius: V::Scalar, minor_radius: V::Scalar) -> Self {
        Self { center, axis, major_radius, minor_radius }
    }

    /// Returns the axis-aligned bounding box. The circle extends by `R sqrt(1 - n_i^2)` along axis
    /// `i`, where `n` is the unit axis.
    pub fn bounds(&self) -> Aabb<V>
    where
        V::Scalar: Real,
    {
        let n = self.axis.normalized_or_zero();
        let mut reach = n;
        for axis in 0..3 {
            // Sums the squares of the other two coordinates instead of `1 - n_i^2`, which avoids
            // cancellation.
            let across = n.get((axis + 1) % 3).squared() + n.get((axis + 2) % 3).squared();
            reach = reach.with(axis, self.major_radius * across.sqrt() + self.minor_radius);
        }
        Aabb { min: self.center - reach, max: self.center + reach }
    }

    /// Converts every number of the shape with `number`, for instance to another precision.
    pub fn lift<W: Vector3>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> Torus<W> {
        Torus {
            center: self.center.lift(number),
            axis: self.axis.lift(number),
            major_radius: number(self.major_radius),
            minor_radius: number(self.minor_radius),
        }
    }
}

impl<V: FloatVector + Vector3> Torus<V> {
    /// Builds a torus with a nonzero axis and radii of at least 0.
    ///
    /// # Errors
    /// Returns an error naming `center` if it is not finite, `axis` if it is not finite or zero, a
    /// radius if it is not finite or negative.
    pub fn try_new(
        center: V,
        axis: V,
        major_radius: V::Scalar,
        minor_radius: V::Scalar,
    ) -> Result<Self, ShapeError> {
        check::finite("center", center)?;
        check::direction("axis", axis)?;
        check::size("major_radius", major_radius)?;
        check::size("minor_radius", minor_radius)?;
        Ok(Self { center, axis, major_radius, minor_radius })
    }
}

super::fields::fields! {
    Torus<Vector3> { center: vector, axis: vector, major_radius: number, minor_radius: number }
}
