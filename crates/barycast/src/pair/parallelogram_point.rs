//! Placeholder.

use crate::shape::{Parallelogram, Point};
use crate::vector::FloatVector;

/// Placeholder.
pub fn signed_distance<V: FloatVector>(_: &Parallelogram<V>, _: &Point<V>) -> V::Scalar {
    unimplemented!()
}
