//! Placeholder.

use crate::shape::{Cylinder, Point};
use crate::vector::{FloatVector, Vector3};

/// Placeholder.
pub fn signed_distance<V: FloatVector + Vector3>(_: &Cylinder<V>, _: &Point<V>) -> V::Scalar {
    unimplemented!()
}
