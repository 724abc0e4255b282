//! Placeholder.

use crate::shape::{InfiniteCylinder, Point};
use crate::vector::{FloatVector, Vector3};

/// Placeholder.
pub fn signed_distance<V: FloatVector + Vector3>(_: &InfiniteCylinder<V>, _: &Point<V>) -> V::Scalar {
    unimplemented!()
}
