//! Placeholder.

use crate::shape::{Point, Plane};
use crate::vector::{FloatVector};

/// Placeholder.
pub fn signed_distance<V: FloatVector>(_: &Plane<V>, _: &Point<V>) -> V::Scalar {
    unimplemented!()
}
