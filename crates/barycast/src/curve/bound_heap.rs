//! Heap items ordered by their lower bound.

use crate::number::Float;
use core::cmp::Ordering;

/// A part with a lower bound, ordered by the bound alone in reverse, so that a max-heap returns the
/// least bound first.
pub(crate) struct BoundedItem<S, T> {
    pub(crate) low: S,
    pub(crate) part: T,
}

impl<S: Float, T> PartialEq for BoundedItem<S, T> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<S: Float, T> Eq for BoundedItem<S, T> {}

impl<S: Float, T> PartialOrd for BoundedItem<S, T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<S: Float, T> Ord for BoundedItem<S, T> {
    fn cmp(&self, other: &Self) -> Ordering {
        other.low.partial_cmp(&self.low).unwrap_or(Ordering::Equal)
    }
}
