//! Parallel loops: all cores with the feature `rayon`, one otherwise.

use alloc::vec::Vec;

/// Number of items below which the work ends before another thread wakes up.
#[cfg(feature = "rayon")]
const FEW: usize = 1 << 12;

/// Runs steps that distribute work over `items` items, on one of the pool's threads. Started
/// elsewhere, each step would wake the threads again, and then the calling thread, which takes as
/// long as many steps.
#[cfg(feature = "rayon")]
pub(crate) fn on_pool<R: Send>(items: usize, steps: impl FnOnce() -> R + Send) -> R {
    if items < FEW { steps() } else { rayon::scope(|_| steps()) }
}

/// Runs the steps.
#[cfg(not(feature = "rayon"))]
pub(crate) fn on_pool<R>(_: usize, steps: impl FnOnce() -> R) -> R {
    steps()
}

/// Tests whether `are` holds for all slices of the items, in parallel.
#[cfg(feature = "rayon")]
pub(crate) fn all<T: Sync>(items: &[T], are: impl Fn(&[T]) -> bool + Sync + Send) -> bool {
    use rayon::prelude::*;
    if items.len() <= FEW { are(items) } else { items.par_chunks(FEW).all(are) }
}

/// Tests whether `are` holds for all items.
#[cfg(not(feature = "rayon"))]
pub(crate) fn all<T>(items: &[T], are: impl Fn(&[T]) -> bool) -> bool {
    are(items)
}

/// Returns the result for each range, in order.
#[cfg(feature = "rayon")]
pub(super) fn map<T: Send, R: Send>(ranges: Vec<T>, f: impl Fn(T) -> R + Sync + Send) -> Vec<R> {
    use rayon::prelude::*;
    // Handing a range to another thread takes longer than building many small trees.
    if ranges.len() < 2 {
        return ranges.into_iter().map(f).collect();
    }
    ranges.into_par_iter().map(f).collect()
}

/// Returns the result for each range, in order.
#[cfg(not(feature = "rayon"))]
pub(super) fn map<T, R>(ranges: Vec<T>, f: impl Fn(T) -> R) -> Vec<R> {
    ranges.into_iter().map(f).collect()
}
