//! Errors of moving bodies.

use super::handle::Handle;
use crate::number::Float;
use crate::shape::{Aabb, ShapeError};
use crate::vector::FloatVector;
use core::fmt;

/// Error: the operation was rejected, and nothing changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MovingError {
    /// The body of this handle was removed.
    StaleHandle(Handle),
    /// A field of the box is invalid.
    InvalidBox(ShapeError),
    /// The shape does not exist in that pose: a coordinate is out of range, or an axis rounds to a
    /// point.
    InvalidPose(ShapeError),
    /// There are `2^31` bodies.
    TooMany,
}

impl fmt::Display for MovingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StaleHandle(handle) => write!(f, "the body of handle {handle} was removed"),
            Self::InvalidBox(error) => write!(f, "box: {error}"),
            Self::InvalidPose(error) => write!(f, "pose: {error}"),
            Self::TooMany => write!(f, "there must be at most 2^31 bodies"),
        }
    }
}

impl core::error::Error for MovingError {}

impl MovingError {
    /// Returns the box if it is valid.
    pub(super) fn check<V: FloatVector>(bounds: Aabb<V>) -> Result<Aabb<V>, Self> {
        if bounds.min.le_all(bounds.max) {
            return Ok(bounds);
        }
        let wrong = |field, must, got: V::Scalar| ShapeError { field, must, got: Some(got.to_f64()) };
        for axis in 0..V::DIM {
            for (field, corner) in [("min", bounds.min), ("max", bounds.max)] {
                let number = corner.get(axis);
                if number.to_f64().is_nan() {
                    return Err(Self::InvalidBox(wrong(field, "have no NaN", number)));
                }
            }
        }
        let exceeds = |&axis: &usize| bounds.min.get(axis) > bounds.max.get(axis);
        let axis = (0..V::DIM).find(exceeds).unwrap_or(0);
        Err(Self::InvalidBox(wrong("min", "not exceed max", bounds.min.get(axis))))
    }
}
