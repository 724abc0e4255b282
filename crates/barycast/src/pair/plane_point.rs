//! Placeholder.

use crate::shape::{Plane, Point};
use crate::vector::FloatVector;

/// Placeholder.
pub fn signed_distance<V: FloatVector>(_: &Plane<V>, _: &Point<V>) -> V::Scalar {
    unimplemented!()
}
