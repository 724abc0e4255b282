//! A box along the coordinate axes.

use super::check::{self, ShapeError};
use crate::number::{Field, Float, Ring};
use crate::vector::{FloatVector, Vector};

/// The points with `min <= p <= max` along every axis. Flat boxes are legal.
#[doc(alias = "rectangle")]
#[doc(alias = "bounding box")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Aabb<V> {
    /// The least coordinates.
    pub min: V,
    /// The greatest coordinates.
    pub max: V,
}

impl<V: Vector> Aabb<V> {
    /// The numbers as they are.
    #[inline(always)]
    pub const fn new(min: V, max: V) -> Self {
        Self { min, max }
    }

    /// Itself.
    pub fn bounds(&self) -> Self {
        *self
    }

    /// The nearest point of the solid box: `p` itself inside.
    #[inline(always)]
    pub fn closest_point(&self, p: V) -> V {
        p.min(self.max).max(self.min)
    }

    /// The smallest box around both.
    #[inline(always)]
    pub fn union(&self, other: &Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// The middle, rounded.
    #[inline(always)]
    pub fn center(&self) -> V
    where
        V::Scalar: Field,
    {
        let half = self.min.get(0).one().half();
        self.min * half + self.max * half
    }

    /// Half the size along each axis, rounded.
    #[inline(always)]
    pub fn half_extents(&self) -> V
    where
        V::Scalar: Field,
    {
        let half = self.min.get(0).one().half();
        self.max * half - self.min * half
    }

    /// The same box over other numbers.
    #[inline(always)]
    pub fn lift<W: Vector>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> Aabb<W> {
        Aabb { min: self.min.lift(number), max: self.max.lift(number) }
    }
}

impl<V: FloatVector> Aabb<V> {
    /// With `min <= max` along every axis.
    ///
    /// # Errors
    /// Names `min` or `max` when it is not finite, `min` when it exceeds `max`.
    pub fn try_new(min: V, max: V) -> Result<Self, ShapeError> {
        check::finite("min", min)?;
        check::finite("max", max)?;
        for axis in 0..V::DIM {
            if min.get(axis) > max.get(axis) {
                let got = Some(min.get(axis).to_f64());
                return Err(ShapeError { field: "min", must: "not exceed max", got });
            }
        }
        Ok(Self { min, max })
    }

    /// The neutral element of [`union`](Self::union): it holds nothing and meets nothing.
    pub fn empty() -> Self {
        let infinity = crate::number::Real::infinity(V::Scalar::ONE);
        Self { min: V::splat(infinity), max: V::splat(-infinity) }
    }
}

super::fields::fields! {
    Aabb<Vector> { min: vector, max: vector }
}
