//! A cone without its tip.

use super::check::{self, ShapeError};
use super::{Aabb, Disc, Support};
use crate::number::Real;
use crate::vector::{FloatVector, Vector, Vector3};

/// The hull of two discs across the line through their middles `a` and `b`, which differ: solid. One radius 0 makes it
/// a cone, equal ones a cylinder.
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

impl<V: Vector3> TruncatedCone<V> {
    /// The numbers as they are.
    #[inline(always)]
    pub const fn new(a: V, b: V, radius_a: V::Scalar, radius_b: V::Scalar) -> Self {
        Self { a, b, radius_a, radius_b }
    }

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

    /// The same shape over other numbers.
    pub fn lift<W: Vector3>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> TruncatedCone<W> {
        TruncatedCone {
            a: self.a.lift(number),
            b: self.b.lift(number),
            radius_a: number(self.radius_a),
            radius_b: number(self.radius_b),
        }
    }
}

impl<V: FloatVector + Vector3> TruncatedCone<V> {
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
        let [a, b] = self.caps().map(|cap| cap.support(direction));
        if direction.dot(a) < direction.dot(b) { b } else { a }
    }
}
