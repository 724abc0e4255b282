//! Placeholder.

use crate::number::Real;
use crate::question::OptSpan;
use crate::shape::{Cylinder, Line};
use crate::vector::{Vector, Vector3};

/// Placeholder.
pub fn span<V: Vector3<Scalar: Real>>(_: &Cylinder<V>, _: &Line<V>) -> OptSpan<V> {
    unimplemented!()
}
