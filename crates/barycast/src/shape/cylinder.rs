//! A cylinder with flat caps.

use super::check::{self, ShapeError};
use super::{Aabb, Segment};
use crate::number::{Real, Ring};
use crate::vector::{FloatVector, Vector, Vector3};

/// The points whose foot on the line through `a` and `b` lies between them, within `radius` of it. Radius 0 is
/// a segment; `a == b` is an error, because the axis would have no direction.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Cylinder<V: Vector> {
    /// The middle of one cap.
    pub a: V,
    /// The middle of the other.
    pub b: V,
    /// 0 or more.
    pub radius: V::Scalar,
}

impl<V: Vector3> Cylinder<V> {
    /// The numbers as they are.
    #[inline(always)]
    pub const fn new(a: V, b: V, radius: V::Scalar) -> Self {
        Self { a, b, radius }
    }

    /// The segment between the middles of the caps.
    #[inline(always)]
    pub const fn axis(&self) -> Segment<V> {
        Segment { a: self.a, b: self.b }
    }

    /// The box around it: a cap's reach along an axis is `r sqrt(1 - d_i^2)` for the unit direction `d`.
    pub fn bounds(&self) -> Aabb<V>
    where
        V::Scalar: Real,
    {
        let d = (self.b - self.a).normalized_or_zero();
        let mut reach = d;
        for axis in 0..3 {
            // The other two squared, not 1 - d_i^2: no cancellation.
            let (j, k) = ((axis + 1) % 3, (axis + 2) % 3);
            let across = d.get(j).squared() + d.get(k).squared();
            reach = reach.with(axis, self.radius * across.sqrt());
        }
        let axis = self.axis().bounds();
        Aabb { min: axis.min - reach, max: axis.max + reach }
    }

    /// The same cylinder over other numbers.
    #[inline(always)]
    pub fn lift<W: Vector3>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> Cylinder<W> {
        Cylinder { a: self.a.lift(number), b: self.b.lift(number), radius: number(self.radius) }
    }
}

impl<V: FloatVector + Vector3> Cylinder<V> {
    /// With an axis and a radius of 0 or more.
    ///
    /// # Errors
    /// Names `a` or `b` when it is not finite, `b` when it equals `a`, `radius` when it is not finite or
    /// negative.
    pub fn try_new(a: V, b: V, radius: V::Scalar) -> Result<Self, ShapeError> {
        check::finite("a", a)?;
        check::finite("b", b)?;
        check::apart("b", a, b)?;
        check::size("radius", radius)?;
        Ok(Self { a, b, radius })
    }
}

super::fields::fields! {
    Cylinder<Vector3> { a: vector, b: vector, radius: number }
}
