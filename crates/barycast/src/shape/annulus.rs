//! A ring in the plane.

use super::Aabb;
use super::check::{self, ShapeError};
use crate::vector::{FloatVector, Vector, Vector2};

/// The points between two circles around one centre, circles included: solid. An inner radius of 0 makes a disc, and
/// two equal ones a circle.
#[doc(alias = "ring")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Annulus<V: Vector> {
    /// The middle.
    pub center: V,
    /// 0 or more.
    pub inner_radius: V::Scalar,
    /// Not less than the inner one.
    pub outer_radius: V::Scalar,
}

impl<V: Vector2> Annulus<V> {
    /// The numbers as they are.
    #[inline(always)]
    pub const fn new(center: V, inner_radius: V::Scalar, outer_radius: V::Scalar) -> Self {
        Self { center, inner_radius, outer_radius }
    }

    /// The box around it.
    pub fn bounds(&self) -> Aabb<V> {
        let reach = V::splat(self.outer_radius);
        Aabb { min: self.center - reach, max: self.center + reach }
    }

    /// The same ring over other numbers.
    pub fn lift<W: Vector2>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> Annulus<W> {
        Annulus {
            center: self.center.lift(number),
            inner_radius: number(self.inner_radius),
            outer_radius: number(self.outer_radius),
        }
    }
}

impl<V: FloatVector + Vector2> Annulus<V> {
    /// With radii of 0 or more.
    ///
    /// # Errors
    /// Names `center` when it is not finite, a radius when it is not finite or negative, and `inner_radius` when it
    /// is the greater one.
    pub fn try_new(center: V, inner_radius: V::Scalar, outer_radius: V::Scalar) -> Result<Self, ShapeError> {
        check::finite("center", center)?;
        check::size("inner_radius", inner_radius)?;
        check::size("outer_radius", outer_radius)?;
        if inner_radius > outer_radius {
            let got = Some(crate::number::Float::to_f64(inner_radius));
            return Err(ShapeError { field: "inner_radius", must: "not be more than the outer radius", got });
        }
        Ok(Self { center, inner_radius, outer_radius })
    }
}

super::fields::fields! {
    Annulus<Vector2> { center: vector, inner_radius: number, outer_radius: number }
}
