//! Infinite cone without a base.

use super::check::{self, ShapeError};
use crate::number::Float;
use crate::vector::{FloatVector, Vector, Vector3};

/// The points whose direction from `apex` is within `angle` of `direction`: solid and unbounded.
/// One nappe only: there is no mirror image beyond the apex.
///
/// ```
/// use barycast::d3::{InfiniteCone, Sphere};
/// use glam::{Vec3, vec3};
///
/// let beam = InfiniteCone::try_new(Vec3::ZERO, Vec3::X, 30_f32.to_radians())?;
/// assert!(beam.intersects(&Sphere::new(vec3(100.0, 50.0, 0.0), 1.0)));
/// assert!(!beam.intersects(&Sphere::new(vec3(-2.0, 0.0, 0.0), 1.0))); // behind the apex
/// # Ok::<(), barycast::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct InfiniteCone<V: Vector> {
    /// Tip.
    pub apex: V,
    /// Direction of the axis away from the tip, of any nonzero length.
    pub direction: V,
    /// Half-angle between axis and surface in radians, greater than 0 and less than a quarter turn.
    pub angle: V::Scalar,
}

impl<V: Vector3> InfiniteCone<V> {
    /// Builds the shape from the given values without checking them.
    #[inline(always)]
    pub const fn new(apex: V, direction: V, angle: V::Scalar) -> Self {
        Self { apex, direction, angle }
    }

    /// Converts every number of the shape with `number`, for instance to another precision.
    pub fn lift<W: Vector3>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> InfiniteCone<W> {
        InfiniteCone {
            apex: self.apex.lift(number),
            direction: self.direction.lift(number),
            angle: number(self.angle),
        }
    }
}

impl<V: FloatVector + Vector3> InfiniteCone<V> {
    /// Builds a cone with an axis and a half-angle greater than 0 and less than a quarter turn. At
    /// a quarter turn it would be a half-space, beyond that not convex.
    ///
    /// # Errors
    /// Returns an error naming `apex` if it is not finite, `direction` if it is zero or not finite,
    /// and `angle` if it is not between 0 and a quarter turn.
    pub fn try_new(apex: V, direction: V, angle: V::Scalar) -> Result<Self, ShapeError> {
        check::finite("apex", apex)?;
        check::direction("direction", direction)?;
        let number = angle.to_f64();
        if number > 0.0 && number < core::f64::consts::FRAC_PI_2 {
            return Ok(Self { apex, direction, angle });
        }
        let must = "be greater than 0 and less than a quarter turn (pi / 2)";
        Err(ShapeError { field: "angle", must, got: Some(number) })
    }

    /// Returns the slope: the tangent of the half-angle, to the full precision of the number type.
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
    fn only_angles_below_a_quarter_turn_are_valid() {
        let error = |angle: f64| InfiniteCone::try_new(DVec3::ZERO, DVec3::X, angle).unwrap_err().field;
        for wrong in [0., -0.5, core::f64::consts::FRAC_PI_2, 3., f64::NAN, f64::INFINITY] {
            assert_eq!(error(wrong), "angle");
        }
        assert!(InfiniteCone::try_new(DVec3::ZERO, DVec3::X, 1.57).is_ok());
        assert!(InfiniteCone::try_new(Vec3::ZERO, Vec3::X, core::f32::consts::FRAC_PI_2).is_err());
        assert!(InfiniteCone::try_new(DVec3::ZERO, DVec3::ZERO, 1.).is_err());
    }
}
