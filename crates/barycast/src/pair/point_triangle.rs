//! Placeholder.

use crate::shape::{Point, Triangle};
use crate::vector::FloatVector;

/// Placeholder.
pub fn signed_distance<V: FloatVector>(_: &Triangle<V>, _: &Point<V>) -> V::Scalar {
    unimplemented!()
}
