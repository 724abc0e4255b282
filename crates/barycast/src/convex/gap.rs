//! Gap between two shapes, and how accurately it is measured.

use crate::vector::Vector;

/// Largest error of a gap, in roundings of the largest coordinate.
pub const NOISE: f64 = 64.0;

/// Slab between two shapes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gap<V: Vector> {
    /// Width of the slab; 0 or less if the shapes overlap.
    pub(super) length: f64,
    /// Unit vector from `a` to `b`; zero if the cores of the shapes share a point.
    pub(super) normal: V,
    /// Point of `a` closest to `b`.
    pub(super) on_a: V,
    /// Error bound of the length.
    pub(super) noise: f64,
}
