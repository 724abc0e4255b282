//! Placeholder.

use crate::shape::{Capsule, Point};
use crate::vector::FloatVector;

/// Placeholder.
pub fn signed_distance<V: FloatVector>(_: &Capsule<V>, _: &Point<V>) -> V::Scalar {
    unimplemented!()
}
