//! Rigid transform of a body: rotation about the origin followed by translation.

use super::Basis;
use crate::number::{Float, elementary};
use crate::shape::{ShapeError, check};
use crate::vector::{FloatVector, Vector};
use glam::{DMat3, DQuat, DVec2, DVec3};

/// Rigid transform of a body: its local frame rotated about the origin, possibly mirrored, and then
/// translated.
///
/// The axes are orthonormal within 1e-5, the accuracy of `f32` axes, and all numbers are finite.
///
/// ```
/// use barycast::frame::Pose;
/// use glam::{DQuat, DVec3, dvec3};
///
/// let quarter_turn = DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2);
/// let pose = Pose::try_from_quat(quarter_turn, dvec3(10.0, 0.0, 0.0))?;
/// assert!((pose.transform_point(DVec3::X) - dvec3(10.0, 1.0, 0.0)).length() < 1e-15);
/// # Ok::<(), barycast::shape::ShapeError>(())
/// ```
#[doc(alias = "isometry")]
#[doc(alias = "transform")]
#[derive(Clone, Copy, Debug)]
pub struct Pose<V: Vector>(Basis<V>);

impl<V: FloatVector> Pose<V> {
    /// Builds a pose from the images of the coordinate axes and of the origin.
    ///
    /// # Errors
    /// Returns an error naming `axes` if they are not orthonormal within 1e-5, and `translation` if
    /// it is not finite.
    pub fn try_new(axes: V::Axes, translation: V) -> Result<Self, ShapeError> {
        check::orthonormal_within("axes", axes.as_ref(), <f32 as Float>::AXES_TOLERANCE)?;
        check::finite("translation", translation)?;
        Ok(Self(Basis::new(translation, axes)))
    }

    /// Returns the identity transform.
    #[must_use]
    pub fn identity() -> Self {
        Self(Basis::world(V::Scalar::ONE))
    }

    /// Returns the images of the coordinate axes.
    pub fn axes(&self) -> V::Axes {
        V::axes_from_fn(|axis| self.0.axes.column(axis))
    }

    /// Returns the image of the origin.
    pub const fn translation(&self) -> V {
        self.0.origin
    }

    /// Transforms a point from body to world coordinates.
    pub fn transform_point(&self, local: V) -> V {
        self.0.to_world(local)
    }

    /// Transforms a direction from body to world coordinates.
    pub fn transform_vector(&self, local: V) -> V {
        self.0.direction_to_world(local)
    }

    /// Returns the pose as a frame of reference.
    pub const fn basis(&self) -> &Basis<V> {
        &self.0
    }
}

impl Pose<DVec3> {
    /// Builds a pose from a unit quaternion and a translation.
    ///
    /// # Errors
    /// Returns an error naming `rotation` if the quaternion does not have length 1 within 5e-6, and
    /// `translation` if it is not finite.
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
    /// Builds a pose from a counter-clockwise angle in radians and a translation.
    ///
    /// # Errors
    /// Returns an error naming `axes` if the angle is not finite, and `translation` if it is not
    /// finite.
    pub fn try_rotated(angle: f64, translation: DVec2) -> Result<Self, ShapeError> {
        let (sin, cos) = elementary::sincos(angle);
        Self::try_new([DVec2::new(cos, sin), DVec2::new(-sin, cos)], translation)
    }
}
