//! Placeholder.

use crate::shape::{Point, HalfSpace};
use crate::vector::{FloatVector};

/// Placeholder.
pub fn signed_distance<V: FloatVector>(_: &HalfSpace<V>, _: &Point<V>) -> V::Scalar {
    unimplemented!()
}
