//! Placeholder.

use crate::shape::{HalfSpace, Point};
use crate::vector::FloatVector;

/// Placeholder.
pub fn signed_distance<V: FloatVector>(_: &HalfSpace<V>, _: &Point<V>) -> V::Scalar {
    unimplemented!()
}
