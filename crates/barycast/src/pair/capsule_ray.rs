//! Placeholder.

use crate::number::Real;
use crate::question::OptSpan;
use crate::shape::{Capsule, Line};
use crate::vector::Vector;

/// Placeholder.
pub fn span<V: Vector<Scalar: Real>>(_: &Capsule<V>, _: &Line<V>) -> OptSpan<V> {
    unimplemented!()
}
