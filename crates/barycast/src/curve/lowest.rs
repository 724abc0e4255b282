//! What a heap gives back first: that with the lowest bound.

use crate::number::Float;
use core::cmp::Ordering;

/// A part and a bound of what it holds, ordered by the bound alone: the lowest is the greatest.
pub(crate) struct Lowest<S, T> {
    pub(crate) low: S,
    pub(crate) part: T,
}

impl<S: Float, T> PartialEq for Lowest<S, T> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<S: Float, T> Eq for Lowest<S, T> {}

impl<S: Float, T> PartialOrd for Lowest<S, T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<S: Float, T> Ord for Lowest<S, T> {
    fn cmp(&self, other: &Self) -> Ordering {
        other.low.partial_cmp(&self.low).unwrap_or(Ordering::Equal)
    }
}
