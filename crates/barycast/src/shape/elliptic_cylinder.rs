//! A cylinder over an ellipse.

use super::check::{self, ShapeError};
use super::{Aabb, Support, halfway};
use crate::vector::{FloatVector, Vector, Vector3};

/// The hull of two equal ellipses around `a` and `b`, at right angles to the axis between them: solid, with flat caps.
/// `radii[0]` lies along `across`, as far as that is at right angles to the axis, and `radii[1]` at right angles to both.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "V: serde::Serialize, V::Scalar: serde::Serialize"))]
pub struct EllipticCylinder<V: Vector> {
    /// The middle of one cap.
    pub a: V,
    /// The middle of the other, elsewhere.
    pub b: V,
    /// 0 or more.
    pub radii: [V::Scalar; 2],
    /// Not along the axis; any length but 0.
    pub across: V,
}

impl<V: Vector> EllipticCylinder<V> {
    /// The numbers as they are.
    #[inline(always)]
    pub const fn new(a: V, b: V, radii: [V::Scalar; 2], across: V) -> Self {
        Self { a, b, radii, across }
    }

    /// The same over other numbers.
    pub fn lift<W: Vector>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> EllipticCylinder<W> {
        EllipticCylinder {
            a: self.a.lift(number),
            b: self.b.lift(number),
            radii: [number(self.radii[0]), number(self.radii[1])],
            across: self.across.lift(number),
        }
    }
}

impl<V: FloatVector + Vector3> EllipticCylinder<V> {
    /// With an axis, radii of 0 or more, and a direction across the axis.
    ///
    /// # Errors
    /// Names `a` or `b` when it is not finite, `b` when both are equal, `radii` when one is not finite or negative,
    /// `across` when it is not finite, zero or along the axis.
    pub fn try_new(a: V, b: V, radii: [V::Scalar; 2], across: V) -> Result<Self, ShapeError> {
        check::finite("a", a)?;
        check::finite("b", b)?;
        check::apart("b", a, b)?;
        check::size("radii", radii[0])?;
        check::size("radii", radii[1])?;
        check::direction("across", across)?;
        let shape = Self { a, b, radii, across };
        if shape.directions()[1].is_zero() {
            return Err(ShapeError { field: "across", must: "not be along the axis", got: None });
        }
        Ok(shape)
    }

    /// Unit vectors: along the first radius, along the second, and along the axis.
    pub fn directions(&self) -> [V; 3] {
        let axis = (self.b - self.a).normalized_or_zero();
        let second = axis.cross(self.across.normalized_or_zero()).normalized_or_zero();
        [second.cross(axis).normalized_or_zero(), second, axis]
    }

    /// From the middle of a cap to its rim, along both radii.
    pub fn arms(&self) -> [V; 2] {
        let [x, y, _] = self.directions();
        [x * self.radii[0], y * self.radii[1]]
    }

    /// The box around it.
    pub fn bounds(&self) -> Aabb<V> {
        let [x, y] = self.arms();
        // Of radii whose squares vanish too.
        let reach =
            V::from_fn(|axis| x.zero().with(0, x.get(axis)).with(1, y.get(axis)).length_at_any_size());
        Aabb { min: self.a.min(self.b) - reach, max: self.a.max(self.b) + reach }
    }
}

impl<V: FloatVector + Vector3> Support for EllipticCylinder<V> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        let [x, y] = self.arms();
        let center = if direction.dot(self.a) < direction.dot(self.b) { self.b } else { self.a };
        let zero = direction.zero();
        let along = zero.with(0, direction.dot(x)).with(1, direction.dot(y)).normalized_or_zero();
        center + x * along.get(0) + y * along.get(1)
    }

    fn middle(&self) -> V {
        halfway(self.a, self.b)
    }
}

super::fields::fields! {
    EllipticCylinder<Vector3> { a: vector, b: vector, radii: pair, across: vector }
}
