//! Infinite cylinder without caps.

use super::Line;
use super::check::{self, ShapeError};
use crate::vector::{FloatVector, Vector, Vector3};

/// The points within `radius` of the line through `origin` along `direction`: solid and unbounded.
/// Radius 0 makes a line.
///
/// ```
/// use barycast::d3::{InfiniteCylinder, Point};
/// use glam::{Vec3, vec3};
///
/// let shaft = InfiniteCylinder::try_new(Vec3::ZERO, Vec3::Z, 2.0)?;
/// assert_eq!(shaft.distance(&Point::new(vec3(5.0, 0.0, 1e6))), 3.0);
/// # Ok::<(), barycast::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct InfiniteCylinder<V: Vector> {
    /// Point of the axis.
    pub origin: V,
    /// Direction of the axis, of any nonzero length.
    pub direction: V,
    /// Radius, at least 0.
    pub radius: V::Scalar,
}

impl<V: Vector3> InfiniteCylinder<V> {
    /// Builds the shape from the given values without checking them.
    #[inline(always)]
    pub const fn new(origin: V, direction: V, radius: V::Scalar) -> Self {
        Self { origin, direction, radius }
    }

    /// Returns the axis line.
    #[inline(always)]
    pub const fn axis(&self) -> Line<V> {
        Line { origin: self.origin, direction: self.direction }
    }

    /// Converts every number of the shape with `number`, for instance to another precision.
    #[inline(always)]
    pub fn lift<W: Vector3>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> InfiniteCylinder<W> {
        InfiniteCylinder {
            origin: self.origin.lift(number),
            direction: self.direction.lift(number),
            radius: number(self.radius),
        }
    }
}

impl<V: FloatVector + Vector3> InfiniteCylinder<V> {
    /// Builds a cylinder with a nonzero direction and a radius of at least 0.
    ///
    /// # Errors
    /// Returns an error naming `origin` if it is not finite, `direction` if it is not finite or
    /// zero, `radius` if it is not finite or negative.
    pub fn try_new(origin: V, direction: V, radius: V::Scalar) -> Result<Self, ShapeError> {
        check::finite("origin", origin)?;
        check::direction("direction", direction)?;
        check::size("radius", radius)?;
        Ok(Self { origin, direction, radius })
    }
}

super::fields::fields! {
    InfiniteCylinder<Vector3> { origin: vector, direction: vector, radius: number }
}
