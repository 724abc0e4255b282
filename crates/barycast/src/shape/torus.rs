//! A torus.

use super::Aabb;
use super::check::{self, ShapeError};
use crate::number::{Real, Ring};
use crate::vector::{FloatVector, Vector, Vector3};

/// All points within `minor_radius` of the circle with `major_radius` around `center`, at right angles to `axis`:
/// solid. With a minor radius greater than the major one it has no hole; a major radius of 0 makes a ball.
#[doc(alias = "donut")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Torus<V: Vector> {
    /// The middle of the circle.
    pub center: V,
    /// At right angles to the circle; any length but 0.
    pub axis: V,
    /// Of the circle; 0 or more.
    pub major_radius: V::Scalar,
    /// Around the circle; 0 or more.
    pub minor_radius: V::Scalar,
}

impl<V: Vector3> Torus<V> {
    /// The numbers as they are.
    #[inline(always)]
    pub const fn new(center: V, axis: V, major_radius: V::Scalar, minor_radius: V::Scalar) -> Self {
        Self { center, axis, major_radius, minor_radius }
    }

    /// The box around it: its circle reaches `R sqrt(1 - n_i^2)` along an axis, for the unit axis `n`.
    pub fn bounds(&self) -> Aabb<V>
    where
        V::Scalar: Real,
    {
        let n = self.axis.normalized_or_zero();
        let mut reach = n;
        for axis in 0..3 {
            // The other two squared, not 1 - n_i^2: no cancellation.
            let across = n.get((axis + 1) % 3).squared() + n.get((axis + 2) % 3).squared();
            reach = reach.with(axis, self.major_radius * across.sqrt() + self.minor_radius);
        }
        Aabb { min: self.center - reach, max: self.center + reach }
    }

    /// The same torus over other numbers.
    pub fn lift<W: Vector3>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> Torus<W> {
        Torus {
            center: self.center.lift(number),
            axis: self.axis.lift(number),
            major_radius: number(self.major_radius),
            minor_radius: number(self.minor_radius),
        }
    }
}

impl<V: FloatVector + Vector3> Torus<V> {
    /// With an axis, and radii of 0 or more.
    ///
    /// # Errors
    /// Names `center` when it is not finite, `axis` when it is not finite or zero, a radius when it is not finite or
    /// negative.
    pub fn try_new(
        center: V,
        axis: V,
        major_radius: V::Scalar,
        minor_radius: V::Scalar,
    ) -> Result<Self, ShapeError> {
        check::finite("center", center)?;
        check::direction("axis", axis)?;
        check::size("major_radius", major_radius)?;
        check::size("minor_radius", minor_radius)?;
        Ok(Self { center, axis, major_radius, minor_radius })
    }
}

super::fields::fields! {
    Torus<Vector3> { center: vector, axis: vector, major_radius: number, minor_radius: number }
}
