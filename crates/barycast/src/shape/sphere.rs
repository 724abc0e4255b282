//! A sphere; in 2D, a disc.

use super::check::{self, ShapeError};
use super::{Aabb, Support};
use crate::number::Real;
use crate::vector::{FloatVector, Vector};

/// The points within `radius` of `center`: a solid ball, in 2D a solid disc. Radius 0 is a point.
#[doc(alias = "ball")]
#[doc(alias = "circle")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Sphere<V: Vector> {
    /// The middle.
    pub center: V,
    /// 0 or more.
    pub radius: V::Scalar,
}

impl<V: Vector> Sphere<V> {
    /// The numbers as they are.
    #[inline(always)]
    pub const fn new(center: V, radius: V::Scalar) -> Self {
        Self { center, radius }
    }

    /// The box around it.
    pub fn bounds(&self) -> Aabb<V> {
        let reach = V::splat(self.radius);
        Aabb { min: self.center - reach, max: self.center + reach }
    }

    /// The nearest point of the solid sphere: `p` itself inside.
    #[inline(always)]
    pub fn closest_point(&self, p: V) -> V
    where
        V::Scalar: Real,
    {
        use crate::number::Ring;
        let away = p - self.center;
        let inside = away.length_squared().le(self.radius.squared());
        V::select(inside, p, self.center + away.normalized_or_zero() * self.radius)
    }

    /// The same sphere over other numbers.
    pub fn lift<W: Vector>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> Sphere<W> {
        Sphere { center: self.center.lift(number), radius: number(self.radius) }
    }
}

impl<V: FloatVector> Sphere<V> {
    /// With a radius of 0 or more.
    ///
    /// # Errors
    /// Names `center` when it is not finite, `radius` when it is not finite or negative.
    pub fn try_new(center: V, radius: V::Scalar) -> Result<Self, ShapeError> {
        check::finite("center", center)?;
        check::size("radius", radius)?;
        Ok(Self { center, radius })
    }
}

impl<V: FloatVector> Support for Sphere<V> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        self.center + direction.normalized_or_zero() * self.radius
    }
}
