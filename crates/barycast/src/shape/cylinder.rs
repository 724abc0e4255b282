//! A cylinder with flat caps.

use super::check::{self, ShapeError};
use super::{Aabb, CoreShape, Segment, Support, halfway};
use crate::number::{Float, Real, Ring};
use crate::vector::{FloatVector, Vector, Vector3};
use alloc::vec::Vec;

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

impl<V: FloatVector + Vector3> Support for Cylinder<V> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        let axis = self.b - self.a;
        let cap = if direction.dot(axis) > V::Scalar::ZERO { self.b } else { self.a };
        // In a frame across the axis: what rounding leaves of a direction along it still points across.
        let u = axis.any_orthogonal().normalized_or_zero();
        let v = axis.cross(u).normalized_or_zero();
        cap + (u * direction.dot(u) + v * direction.dot(v)).normalized_or_zero() * self.radius
    }

    fn middle(&self) -> V {
        halfway(self.a, self.b)
    }

    fn core_shape(&self) -> CoreShape<V> {
        CoreShape::Cylinder(*self)
    }

    /// Four on the rim of each cap, the first of them farthest along the direction.
    fn corners(&self, direction: V) -> Vec<V> {
        let axis = (self.b - self.a).normalized_or_zero();
        let across = direction - axis * direction.dot(axis);
        let level = V::Scalar::EPSILON * direction.length().lit(64) * direction.length();
        let across =
            if across.length() <= level { axis.any_orthogonal() } else { across }.normalized_or_zero();
        // Of a direction nearly along the axis rounding leaves one that is not quite across it: what is across once more.
        let u = (across - axis * across.dot(axis)).normalized_or_zero() * self.radius;
        let v = axis.cross(u);
        let rim = |middle: V| [middle + u, middle + v, middle - u, middle - v];
        [rim(self.a), rim(self.b)].concat()
    }
}
