//! Placeholder.

use crate::number::Real;
use crate::question::OptSpan;
use crate::shape::{Line, Obb};
use crate::vector::Vector;

/// Placeholder.
pub fn span<V: Vector<Scalar: Real>>(_: &Obb<V>, _: &Line<V>) -> OptSpan<V> {
    unimplemented!()
}
