//! Placeholder.

use crate::number::Real;
use crate::question::OptSpan;
use crate::shape::{HalfSpace, Line};
use crate::vector::Vector;

/// Placeholder.
pub fn span<V: Vector<Scalar: Real>>(_: &HalfSpace<V>, _: &Line<V>) -> OptSpan<V> {
    unimplemented!()
}
