//! A capsule with two radii.

use super::check::{self, ShapeError};
use super::{Aabb, Sphere, Support, halfway};
use crate::number::each::MapEach;
use crate::vector::{FloatVector, Vector};

/// The hull of two balls: solid. When one holds the other it is that ball; radii of 0 make a point or a segment.
#[doc(alias = "round_cone")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct TaperedCapsule<V: Vector> {
    /// The middle of one ball.
    pub a: V,
    /// The middle of the other.
    pub b: V,
    /// Of the ball around `a`; 0 or more.
    pub radius_a: V::Scalar,
    /// Of the ball around `b`; 0 or more.
    pub radius_b: V::Scalar,
}

impl<V: Vector> TaperedCapsule<V> {
    /// The numbers as they are.
    #[inline(always)]
    pub const fn new(a: V, b: V, radius_a: V::Scalar, radius_b: V::Scalar) -> Self {
        Self { a, b, radius_a, radius_b }
    }

    /// The balls at both ends.
    pub fn balls(&self) -> [Sphere<V>; 2] {
        [Sphere { center: self.a, radius: self.radius_a }, Sphere { center: self.b, radius: self.radius_b }]
    }

    /// The box around it.
    pub fn bounds(&self) -> Aabb<V> {
        let [a, b] = self.balls();
        a.bounds().union(&b.bounds())
    }

    /// The same shape over other numbers.
    pub fn lift<W: Vector>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> TaperedCapsule<W> {
        TaperedCapsule {
            a: self.a.lift(number),
            b: self.b.lift(number),
            radius_a: number(self.radius_a),
            radius_b: number(self.radius_b),
        }
    }
}

impl<V: FloatVector> TaperedCapsule<V> {
    /// With radii of 0 or more.
    ///
    /// # Errors
    /// Names `a` or `b` when it is not finite, a radius when it is not finite or negative.
    pub fn try_new(a: V, b: V, radius_a: V::Scalar, radius_b: V::Scalar) -> Result<Self, ShapeError> {
        check::finite("a", a)?;
        check::finite("b", b)?;
        check::size("radius_a", radius_a)?;
        check::size("radius_b", radius_b)?;
        Ok(Self { a, b, radius_a, radius_b })
    }
}

impl<V: FloatVector> Support for TaperedCapsule<V> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        let [a, b] = self.balls().each(|ball| ball.support(direction));
        if direction.dot(a) < direction.dot(b) { b } else { a }
    }

    fn middle(&self) -> V {
        halfway(self.a, self.b)
    }
}

super::fields::fields! {
    TaperedCapsule<Vector> { a: vector, b: vector, radius_a: number, radius_b: number }
}
