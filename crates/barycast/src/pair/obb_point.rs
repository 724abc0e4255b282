//! Placeholder.

use crate::shape::{Obb, Point};
use crate::vector::FloatVector;

/// Placeholder.
pub fn signed_distance<V: FloatVector>(_: &Obb<V>, _: &Point<V>) -> V::Scalar {
    unimplemented!()
}
