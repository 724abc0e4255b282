//! A cylinder without ends.

use super::Line;
use super::check::{self, ShapeError};
use crate::vector::{FloatVector, Vector, Vector3};

/// The points within `radius` of the line through `origin` along `direction`. Radius 0 is a line.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct InfiniteCylinder<V: Vector> {
    /// A point of the axis.
    pub origin: V,
    /// Along the axis; any length but 0.
    pub direction: V,
    /// 0 or more.
    pub radius: V::Scalar,
}

impl<V: Vector3> InfiniteCylinder<V> {
    /// The numbers as they are.
    #[inline(always)]
    pub const fn new(origin: V, direction: V, radius: V::Scalar) -> Self {
        Self { origin, direction, radius }
    }

    /// The line inside.
    #[inline(always)]
    pub const fn axis(&self) -> Line<V> {
        Line { origin: self.origin, direction: self.direction }
    }

    /// The same cylinder over other numbers.
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
    /// With an axis and a radius of 0 or more.
    ///
    /// # Errors
    /// Names `origin` when it is not finite, `direction` when it is not finite or zero, `radius` when it is
    /// not finite or negative.
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
