//! A cone with a flat base.

use super::check::{self, ShapeError};
use super::{Aabb, Support, TruncatedCone, halfway};
use crate::number::{Real, Ring};
use crate::vector::{FloatVector, Vector, Vector3};

/// The hull of `apex` and the disc of `radius` around `base`, at right angles to the way between them: solid. Radius 0
/// is a segment; `apex == base` is an error, because the axis would have no direction.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Cone<V: Vector> {
    /// The tip.
    pub apex: V,
    /// The middle of the base.
    pub base: V,
    /// Of the base; 0 or more.
    pub radius: V::Scalar,
}

impl<V: Vector3> Cone<V> {
    /// The numbers as they are.
    #[inline(always)]
    pub const fn new(apex: V, base: V, radius: V::Scalar) -> Self {
        Self { apex, base, radius }
    }

    /// The same set, with an end of radius 0 for the tip.
    pub fn truncated(&self) -> TruncatedCone<V> {
        TruncatedCone { a: self.apex, b: self.base, radius_a: self.radius.zero(), radius_b: self.radius }
    }

    /// The box around it.
    pub fn bounds(&self) -> Aabb<V>
    where
        V::Scalar: Real,
    {
        self.truncated().bounds()
    }

    /// The same cone over other numbers.
    pub fn lift<W: Vector3>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> Cone<W> {
        Cone { apex: self.apex.lift(number), base: self.base.lift(number), radius: number(self.radius) }
    }
}

impl<V: FloatVector + Vector3> Cone<V> {
    /// With an axis and a radius of 0 or more.
    ///
    /// # Errors
    /// Names `apex` or `base` when it is not finite, `base` when it equals `apex`, `radius` when it is not finite or
    /// negative.
    pub fn try_new(apex: V, base: V, radius: V::Scalar) -> Result<Self, ShapeError> {
        check::finite("apex", apex)?;
        check::finite("base", base)?;
        check::apart("base", apex, base)?;
        check::size("radius", radius)?;
        Ok(Self { apex, base, radius })
    }
}

impl<V: FloatVector + Vector3> Support for Cone<V> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        self.truncated().support(direction)
    }

    fn middle(&self) -> V {
        halfway(self.apex, self.base)
    }
}

super::fields::fields! {
    Cone<Vector3> { apex: vector, base: vector, radius: number }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, dvec3};

    #[test]
    fn it_reaches_with_its_tip_or_with_the_rim_of_its_base() {
        let cone = Cone::new(dvec3(0., 0., 4.), DVec3::ZERO, 3.);
        assert_eq!(cone.support(DVec3::Z), cone.apex);
        assert_eq!(cone.support(dvec3(1., 0., 0.5)), dvec3(3., 0., 0.));
        assert_eq!(cone.bounds(), Aabb::new(dvec3(-3., -3., 0.), dvec3(3., 3., 4.)));
        assert_eq!(Cone::try_new(DVec3::X, DVec3::X, 1.).unwrap_err().field, "base");
    }
}
