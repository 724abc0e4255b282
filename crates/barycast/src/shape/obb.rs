//! A box along axes of its own.

use super::check::{self, ShapeError};
use super::{Aabb, Support};
use crate::number::{Float, Ring};
use crate::vector::{FloatVector, Vector};

/// The points `center + sum s_i half_extents_i axes_i` with `|s_i| <= 1`, for the axes as given.
///
/// The axes are orthonormal within [`Float::AXES_TOLERANCE`]; yes/no questions take them as they are and do
/// not assume that they are perfect.
#[doc(alias = "cuboid")]
#[doc(alias = "oriented bounding box")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Obb<V: Vector> {
    /// The middle.
    pub center: V,
    /// Half the size along each of its axes, 0 or more.
    pub half_extents: V,
    /// `axes[i]` is the i-th local axis in world coordinates.
    pub axes: V::Axes,
}

impl<V: Vector> Obb<V> {
    /// The numbers as they are.
    #[inline(always)]
    pub const fn new(center: V, half_extents: V, axes: V::Axes) -> Self {
        Self { center, half_extents, axes }
    }

    /// The i-th axis.
    #[inline(always)]
    pub fn axis(&self, i: usize) -> V {
        self.axes.as_ref()[i]
    }

    /// The i-th axis times its half extent: from the middle to the middle of a face.
    #[inline(always)]
    pub fn arm(&self, i: usize) -> V {
        self.axis(i) * self.half_extents.get(i)
    }

    /// The box around it.
    pub fn bounds(&self) -> Aabb<V> {
        let mut reach = self.center.zero();
        for axis in 0..V::DIM {
            let mut sum = reach.get(axis);
            for i in 0..V::DIM {
                sum = sum + self.arm(i).get(axis).abs();
            }
            reach = reach.with(axis, sum);
        }
        Aabb { min: self.center - reach, max: self.center + reach }
    }

    /// Coordinates along its axes, from its middle: exact for perfectly orthonormal axes.
    #[inline(always)]
    pub fn to_local(&self, p: V) -> V {
        let away = p - self.center;
        let mut local = away;
        for i in 0..V::DIM {
            local = local.with(i, away.dot(self.axis(i)));
        }
        local
    }

    /// The direction `d` along its axes.
    #[inline(always)]
    pub fn direction_to_local(&self, d: V) -> V {
        let mut local = d;
        for i in 0..V::DIM {
            local = local.with(i, d.dot(self.axis(i)));
        }
        local
    }

    /// The world direction of a local one.
    #[inline(always)]
    pub fn direction_to_world(&self, local: V) -> V {
        let mut d = self.axis(0) * local.get(0);
        for i in 1..V::DIM {
            d = d + self.axis(i) * local.get(i);
        }
        d
    }

    /// The world point of local coordinates.
    #[inline(always)]
    pub fn to_world(&self, local: V) -> V {
        self.center + self.direction_to_world(local)
    }

    /// The box in its own coordinates.
    #[inline(always)]
    pub fn local_box(&self) -> Aabb<V> {
        Aabb { min: -self.half_extents, max: self.half_extents }
    }

    /// The nearest point of the solid box: within rounding `p` itself inside.
    #[inline(always)]
    pub fn closest_point(&self, p: V) -> V {
        let local = self.to_local(p);
        self.to_world(self.local_box().closest_point(local))
    }

    /// The same box over other numbers.
    pub fn lift<W: Vector>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> Obb<W> {
        Obb {
            center: self.center.lift(number),
            half_extents: self.half_extents.lift(number),
            axes: W::axes_from_fn(|i| self.axis(i).lift(number)),
        }
    }
}

impl<V: FloatVector> Obb<V> {
    /// With orthonormal axes.
    ///
    /// # Errors
    /// Names `center` when it is not finite, `half_extents` when one is negative or not finite, `axes` when
    /// they are not orthonormal within [`Float::AXES_TOLERANCE`].
    pub fn try_new(center: V, half_extents: V, axes: V::Axes) -> Result<Self, ShapeError> {
        check::finite("center", center)?;
        check::sizes("half_extents", half_extents)?;
        check::orthonormal("axes", axes.as_ref())?;
        Ok(Self { center, half_extents, axes })
    }
}

impl<V: FloatVector> Support for Obb<V> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        let mut p = self.center;
        for i in 0..V::DIM {
            let arm = self.arm(i);
            p = if direction.dot(self.axis(i)) < V::Scalar::ZERO { p - arm } else { p + arm };
        }
        p
    }
}
