//! A cone without a base.

use super::check::{self, ShapeError};
use crate::number::Float;
use crate::vector::{FloatVector, Vector, Vector3};

/// All points in directions from `apex` that are within `angle` of `direction`: solid, and without end. Only on this
/// side of the apex: there is no mirror image beyond it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct InfiniteCone<V: Vector> {
    /// The tip.
    pub apex: V,
    /// Along the axis, away from the tip; any length but 0.
    pub direction: V,
    /// Between the axis and the side, in radians; above 0 and below a quarter turn.
    pub angle: V::Scalar,
}

impl<V: Vector3> InfiniteCone<V> {
    /// The numbers as they are.
    #[inline(always)]
    pub const fn new(apex: V, direction: V, angle: V::Scalar) -> Self {
        Self { apex, direction, angle }
    }

    /// The same cone over other numbers.
    pub fn lift<W: Vector3>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> InfiniteCone<W> {
        InfiniteCone {
            apex: self.apex.lift(number),
            direction: self.direction.lift(number),
            angle: number(self.angle),
        }
    }
}

impl<V: FloatVector + Vector3> InfiniteCone<V> {
    /// With an axis, and an angle above 0 and below a quarter turn. At a quarter turn it would be a half-space, and
    /// beyond, it would not be convex.
    ///
    /// # Errors
    /// Names `apex` when it is not finite, `direction` when it is not finite or zero, `angle` when it is not above 0
    /// and below a quarter turn.
    pub fn try_new(apex: V, direction: V, angle: V::Scalar) -> Result<Self, ShapeError> {
        check::finite("apex", apex)?;
        check::direction("direction", direction)?;
        let number = angle.to_f64();
        if number > 0.0 && number < core::f64::consts::FRAC_PI_2 {
            return Ok(Self { apex, direction, angle });
        }
        let must = "be above 0 and below a quarter turn, which is pi / 2";
        Err(ShapeError { field: "angle", must, got: Some(number) })
    }

    /// By how much it widens along its axis: the tangent of the angle, in all digits of the number.
    pub fn slope(&self) -> V::Scalar {
        self.angle.tangent()
    }
}

super::fields::fields! {
    InfiniteCone<Vector3> { apex: vector, direction: vector, angle: angle }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, Vec3};

    #[test]
    fn a_quarter_turn_is_refused_and_all_below_it_is_not() {
        let error = |angle: f64| InfiniteCone::try_new(DVec3::ZERO, DVec3::X, angle).unwrap_err().field;
        for wrong in [0., -0.5, core::f64::consts::FRAC_PI_2, 3., f64::NAN, f64::INFINITY] {
            assert_eq!(error(wrong), "angle");
        }
        assert!(InfiniteCone::try_new(DVec3::ZERO, DVec3::X, 1.57).is_ok());
        assert!(InfiniteCone::try_new(Vec3::ZERO, Vec3::X, core::f32::consts::FRAC_PI_2).is_err());
        assert!(InfiniteCone::try_new(DVec3::ZERO, DVec3::ZERO, 1.).is_err());
    }
}
