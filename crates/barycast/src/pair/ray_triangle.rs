//! Placeholder.

use crate::number::Real;
use crate::question::OptSpan;
use crate::shape::{Line, Triangle};
use crate::vector::Vector;

/// Placeholder.
pub fn span<V: Vector<Scalar: Real>>(_: &Triangle<V>, _: &Line<V>) -> OptSpan<V> {
    unimplemented!()
}
