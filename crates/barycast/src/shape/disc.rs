//! A flat disc.

use super::check::{self, ShapeError};
use super::{Aabb, Support};
use crate::number::{Real, Ring};
use crate::vector::{FloatVector, Vector, Vector3};

/// The points within `radius` of `center`, at right angles to `normal`: a surface. Radius 0 is a point.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Disc<V: Vector> {
    /// The middle.
    pub center: V,
    /// To the front; any length but 0.
    pub normal: V,
    /// 0 or more.
    pub radius: V::Scalar,
}

impl<V: Vector3> Disc<V> {
    /// The numbers as they are.
    #[inline(always)]
    pub const fn new(center: V, normal: V, radius: V::Scalar) -> Self {
        Self { center, normal, radius }
    }

    /// The box around it: it reaches `r sqrt(1 - n_i^2)` along an axis, for the unit normal `n`.
    pub fn bounds(&self) -> Aabb<V>
    where
        V::Scalar: Real,
    {
        let n = self.normal.normalized_or_zero();
        let mut reach = n;
        for axis in 0..3 {
            // The other two squared, not 1 - n_i^2: no cancellation.
            let across = n.get((axis + 1) % 3).squared() + n.get((axis + 2) % 3).squared();
            reach = reach.with(axis, self.radius * across.sqrt());
        }
        Aabb { min: self.center - reach, max: self.center + reach }
    }

    /// The same disc over other numbers.
    pub fn lift<W: Vector3>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> Disc<W> {
        Disc {
            center: self.center.lift(number),
            normal: self.normal.lift(number),
            radius: number(self.radius),
        }
    }
}

impl<V: FloatVector + Vector3> Disc<V> {
    /// With a normal and a radius of 0 or more.
    ///
    /// # Errors
    /// Names `center` when it is not finite, `normal` when it is not finite or zero, `radius` when it is not finite
    /// or negative.
    pub fn try_new(center: V, normal: V, radius: V::Scalar) -> Result<Self, ShapeError> {
        check::finite("center", center)?;
        check::direction("normal", normal)?;
        check::size("radius", radius)?;
        Ok(Self { center, normal, radius })
    }
}

impl<V: FloatVector + Vector3> Support for Disc<V> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        // In a frame across the normal: what rounding leaves of a direction along it still points across.
        let u = self.normal.any_orthogonal().normalized_or_zero();
        let v = self.normal.cross(u).normalized_or_zero();
        self.center + (u * direction.dot(u) + v * direction.dot(v)).normalized_or_zero() * self.radius
    }

    fn middle(&self) -> V {
        self.center
    }
}

super::fields::fields! {
    Disc<Vector3> { center: vector, normal: vector, radius: number }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, dvec3};

    #[test]
    fn it_reaches_along_its_plane_only() {
        let disc = Disc::new(dvec3(1., 2., 3.), dvec3(0., 0., -7.), 2.);
        assert_eq!(disc.bounds(), Aabb::new(dvec3(-1., 0., 3.), dvec3(3., 4., 3.)));
        assert_eq!(disc.support(dvec3(0., 5., 9.)), dvec3(1., 4., 3.));
        assert!(Disc::try_new(DVec3::ZERO, DVec3::ZERO, 1.).is_err());
    }
}
