//! Placeholder.

use crate::shape::{Point, InfiniteCylinder};
use crate::vector::{FloatVector, Vector3};

/// Placeholder.
pub fn signed_distance<V: FloatVector + Vector3>(_: &InfiniteCylinder<V>, _: &Point<V>) -> V::Scalar {
    unimplemented!()
}
