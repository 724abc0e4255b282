//! A segment: a line between two ends.

use super::check::{self, ShapeError};
use super::{Aabb, CoreShape, Linear, Support, halfway};
use crate::vector::{FloatVector, Vector};
use alloc::vec;
use alloc::vec::Vec;

/// The points `a + t (b - a)`, for `0 <= t <= 1`. Length 0 is legal: a point.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Segment<V> {
    /// One end, at `t = 0`.
    pub a: V,
    /// The other, at `t = 1`.
    pub b: V,
}

impl<V: Vector> Segment<V> {
    /// The numbers as they are.
    #[inline(always)]
    pub const fn new(a: V, b: V) -> Self {
        Self { a, b }
    }

    /// The box around both ends.
    pub fn bounds(&self) -> Aabb<V> {
        Aabb { min: self.a.min(self.b), max: self.a.max(self.b) }
    }

    /// The same segment over other numbers.
    #[inline(always)]
    pub fn lift<W: Vector>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> Segment<W> {
        Segment { a: self.a.lift(number), b: self.b.lift(number) }
    }
}

impl<V: FloatVector> Segment<V> {
    /// Between finite ends.
    ///
    /// # Errors
    /// Names `a` or `b` when it is not finite.
    pub fn try_new(a: V, b: V) -> Result<Self, ShapeError> {
        check::finite("a", a)?;
        check::finite("b", b)?;
        Ok(Self { a, b })
    }
}

impl<V: Vector> Linear for Segment<V> {
    type Vector = V;
    const BEGINS: bool = true;
    const ENDS: bool = true;

    #[inline(always)]
    fn origin(&self) -> V {
        self.a
    }

    #[inline(always)]
    fn direction(&self) -> V {
        self.b - self.a
    }

    #[inline(always)]
    fn end(&self) -> V {
        self.b
    }
}

impl<V: FloatVector> Support for Segment<V> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        if direction.dot(self.a) >= direction.dot(self.b) { self.a } else { self.b }
    }

    fn middle(&self) -> V {
        halfway(self.a, self.b)
    }

    fn core_shape(&self) -> CoreShape<V> {
        CoreShape::Segment(*self)
    }

    fn corners(&self, _: V) -> Vec<V> {
        vec![self.a, self.b]
    }
}
