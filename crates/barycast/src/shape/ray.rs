//! A ray: half a line.

use super::Linear;
use super::check::{self, ShapeError};
use crate::vector::{FloatVector, Vector};

/// The points `origin + t * direction`, for `t >= 0`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Ray<V> {
    /// The point at `t = 0`.
    pub origin: V,
    /// What is added for each unit of `t`; any length but 0.
    pub direction: V,
}

impl<V: Vector> Ray<V> {
    /// The numbers as they are.
    #[inline(always)]
    pub const fn new(origin: V, direction: V) -> Self {
        Self { origin, direction }
    }

    /// The same ray over other numbers.
    #[inline(always)]
    pub fn lift<W: Vector>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> Ray<W> {
        Ray { origin: self.origin.lift(number), direction: self.direction.lift(number) }
    }
}

impl<V: FloatVector> Ray<V> {
    /// With a direction.
    ///
    /// # Errors
    /// Names `origin` when it is not finite, `direction` when it is not finite or zero.
    pub fn try_new(origin: V, direction: V) -> Result<Self, ShapeError> {
        check::finite("origin", origin)?;
        check::direction("direction", direction)?;
        Ok(Self { origin, direction })
    }
}

impl<V: Vector> Linear for Ray<V> {
    type Vector = V;
    const BEGINS: bool = true;
    const ENDS: bool = false;

    #[inline(always)]
    fn origin(&self) -> V {
        self.origin
    }

    #[inline(always)]
    fn direction(&self) -> V {
        self.direction
    }
}

super::fields::fields! {
    Ray<Vector> { origin: vector, direction: vector }
}
