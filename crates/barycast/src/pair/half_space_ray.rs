//! Placeholder.

use crate::question::OptSpan;
use crate::shape::{Line, HalfSpace};
use crate::number::Real;
use crate::vector::{Vector};

/// Placeholder.
pub fn span<V: Vector<Scalar: Real>>(_: &HalfSpace<V>, _: &Line<V>) -> OptSpan<V> {
    unimplemented!()
}
