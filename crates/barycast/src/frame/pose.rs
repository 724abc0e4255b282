//! Where a rigid body stands: a turn about the origin, then a way.

use super::Basis;
use crate::number::{Float, elementary};
use crate::shape::{ShapeError, check};
use crate::vector::{FloatVector, Vector};
use glam::{DMat3, DQuat, DVec2, DVec3};

/// Where a rigid body stands: its own frame turned about the origin, perhaps mirrored, and then moved.
///
/// The axes are of length 1 and at right angles to within 1e-5, as axes of `f32` are; all numbers are finite.
///
/// ```
/// use barycast::frame::Pose;
/// use glam::{DQuat, DVec3, dvec3};
///
/// let quarter_turn = DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2);
/// let pose = Pose::try_from_quat(quarter_turn, dvec3(10.0, 0.0, 0.0))?;
/// assert!((pose.point(DVec3::X) - dvec3(10.0, 1.0, 0.0)).length() < 1e-15);
/// # Ok::<(), barycast::shape::ShapeError>(())
/// ```
#[doc(alias = "isometry")]
#[doc(alias = "transform")]
#[derive(Clone, Copy, Debug)]
pub struct Pose<V: Vector>(Basis<V>);

impl<V: FloatVector> Pose<V> {
    /// From what the coordinate axes become, and where the origin goes.
    ///
    /// # Errors
    /// Names `axes` where they are not orthonormal to within 1e-5, `translation` where it is not finite.
    pub fn try_new(axes: V::Axes, translation: V) -> Result<Self, ShapeError> {
        check::orthonormal_within("axes", axes.as_ref(), <f32 as Float>::AXES_TOLERANCE)?;
        check::finite("translation", translation)?;
        Ok(Self(Basis::new(translation, axes)))
    }

    /// Where a body stands in whose own frame it is described.
    #[must_use]
    pub fn identity() -> Self {
        Self(Basis::world(V::Scalar::ONE))
    }

    /// What the coordinate axes become.
    pub fn axes(&self) -> V::Axes {
        V::axes_from_fn(|axis| self.0.axes.column(axis))
    }

    /// Where the origin goes.
    pub const fn translation(&self) -> V {
        self.0.origin
    }

    /// Where a point of the body is in the world.
    pub fn point(&self, local: V) -> V {
        self.0.to_world(local)
    }

    /// A direction of the body, as it is in the world.
    pub fn direction(&self, local: V) -> V {
        self.0.direction_to_world(local)
    }

    /// The frame of reference of the body.
    pub const fn basis(&self) -> &Basis<V> {
        &self.0
    }
}

impl Pose<DVec3> {
    /// Turned by a unit quaternion, then moved.
    ///
    /// # Errors
    /// Names `rotation` where the quaternion is not of length 1 to within 5e-6, `translation` where it is not finite.
    pub fn try_from_quat(rotation: DQuat, translation: DVec3) -> Result<Self, ShapeError> {
        let length = rotation.length();
        if !(length - 1.0).abs().le(&0.5e-5) {
            return Err(ShapeError { field: "rotation", must: "be of length 1", got: Some(length) });
        }
        let turn = DMat3::from_quat(rotation);
        Self::try_new([turn.x_axis, turn.y_axis, turn.z_axis], translation)
    }
}

impl Pose<DVec2> {
    /// Turned by an angle in radians, counter-clockwise, then moved.
    ///
    /// # Errors
    /// Names `axes` where the angle is not finite, `translation` where it is not.
    pub fn try_turned(angle: f64, translation: DVec2) -> Result<Self, ShapeError> {
        let (sin, cos) = elementary::sincos(angle);
        Self::try_new([DVec2::new(cos, sin), DVec2::new(-sin, cos)], translation)
    }
}
