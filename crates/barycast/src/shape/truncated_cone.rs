//! A cone without its tip.

use super::check::{self, ShapeError};
use super::{Aabb, Disc, Support, halfway};
use crate::number::each::MapEach;
use crate::number::{Float, Real};
use crate::vector::{FloatVector, Vector, Vector2, Vector3};

/// The hull of two discs across the line through their middles `a` and `b`, which differ: solid. One radius 0 makes it
/// a cone, equal ones a cylinder. In 2D the discs are segments, and it is the hull of its [corners](Self::corners).
#[doc(alias = "conical_frustum")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct TruncatedCone<V: Vector> {
    /// The middle of one cap.
    pub a: V,
    /// The middle of the other.
    pub b: V,
    /// Of the cap at `a`; 0 or more.
    pub radius_a: V::Scalar,
    /// Of the cap at `b`; 0 or more.
    pub radius_b: V::Scalar,
}

impl<V: Vector> TruncatedCone<V> {
    /// The numbers as they are.
    #[inline(always)]
    pub const fn new(a: V, b: V, radius_a: V::Scalar, radius_b: V::Scalar) -> Self {
        Self { a, b, radius_a, radius_b }
    }

    /// The same shape over other numbers.
    pub fn lift<W: Vector>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> TruncatedCone<W> {
        TruncatedCone {
            a: self.a.lift(number),
            b: self.b.lift(number),
            radius_a: number(self.radius_a),
            radius_b: number(self.radius_b),
        }
    }
}

impl<V: FloatVector<Precise: Vector2> + Vector2> TruncatedCone<V> {
    /// In 2D, the corners of the trapezoid, in order around it: each number rounded once.
    pub fn corners(&self) -> [V; 4] {
        let TruncatedCone { a, b, radius_a, radius_b } = self.lift::<V::Precise>(&Float::precise);
        let across = (b - a).normalized_or_zero().perp();
        let (x, y) = (across * radius_a, across * radius_b);
        [a + x, a - x, b - y, b + y].each(|p| p.lift(&Float::from_precise))
    }
}

impl<V: Vector3> TruncatedCone<V> {
    /// Both ends.
    pub fn caps(&self) -> [Disc<V>; 2] {
        let normal = self.b - self.a;
        let cap = |center, radius, normal| Disc { center, normal, radius };
        [cap(self.a, self.radius_a, -normal), cap(self.b, self.radius_b, normal)]
    }

    /// The box around it.
    pub fn bounds(&self) -> Aabb<V>
    where
        V::Scalar: Real,
    {
        let [a, b] = self.caps();
        a.bounds().union(&b.bounds())
    }
}

impl<V: FloatVector> TruncatedCone<V> {
    /// With an axis and radii of 0 or more.
    ///
    /// # Errors
    /// Names `a` or `b` when it is not finite, `b` when it equals `a`, a radius when it is not finite or negative.
    pub fn try_new(a: V, b: V, radius_a: V::Scalar, radius_b: V::Scalar) -> Result<Self, ShapeError> {
        check::finite("a", a)?;
        check::finite("b", b)?;
        check::apart("b", a, b)?;
        check::size("radius_a", radius_a)?;
        check::size("radius_b", radius_b)?;
        Ok(Self { a, b, radius_a, radius_b })
    }
}

impl<V: FloatVector + Vector3> Support for TruncatedCone<V> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        let [a, b] = self.caps().each(|cap| cap.support(direction));
        if direction.dot(a) < direction.dot(b) { b } else { a }
    }

    fn middle(&self) -> V {
        halfway(self.a, self.b)
    }
}

super::fields::fields! {
    TruncatedCone<Vector3> { a: vector, b: vector, radius_a: number, radius_b: number }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3, dvec2, dvec3};

    #[test]
    fn it_reaches_with_the_rim_of_either_cap() {
        let cup = TruncatedCone::new(DVec3::ZERO, dvec3(0., 0., 4.), 1., 4.);
        assert_eq!(cup.support(DVec3::X), dvec3(4., 0., 4.));
        assert_eq!(cup.support(dvec3(1., 0., -9.)), dvec3(1., 0., 0.));
        assert_eq!(TruncatedCone::try_new(DVec3::X, DVec3::X, 1., 2.).unwrap_err().field, "b");
    }

    #[test]
    fn in_two_dimensions_it_has_four_corners() {
        let cup = TruncatedCone::new(DVec2::ZERO, dvec2(0., 4.), 1., 4.);
        assert_eq!(cup.corners(), [dvec2(-1., 0.), dvec2(1., 0.), dvec2(4., 4.), dvec2(-4., 4.)]);
        assert!(TruncatedCone::try_new(DVec2::ZERO, DVec2::ZERO, 1., 4.).is_err());
    }
}
