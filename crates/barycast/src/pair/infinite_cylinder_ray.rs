//! Placeholder.

use crate::number::Real;
use crate::question::OptSpan;
use crate::shape::{InfiniteCylinder, Line};
use crate::vector::{Vector, Vector3};

/// Placeholder.
pub fn span<V: Vector3<Scalar: Real>>(_: &InfiniteCylinder<V>, _: &Line<V>) -> OptSpan<V> {
    unimplemented!()
}
