//! A convex part with straight sides.

use crate::vector::FloatVector;
use alloc::vec::Vec;

/// Shapes of more parts are not handled.
pub(super) const PARTS: usize = 4096;

/// The hull of points, grown by a radius.
#[derive(Clone)]
pub(crate) struct Part<V> {
    pub(super) points: Vec<V>,
    pub(super) radius: f64,
}

impl<V: FloatVector<Scalar = f64>> Part<V> {
    /// Returns the bounding box of its points.
    pub(super) fn bounds(&self) -> [V; 2] {
        let first = self.points[0];
        self.points.iter().fold([first; 2], |[low, high], p| [low.min(*p), high.max(*p)])
    }
}

/// Returns `None` if there are too many.
pub(super) fn few<V>(parts: &[Part<V>]) -> Option<()> {
    (parts.len() <= PARTS).then_some(())
}
