//! Who does the work: all cores with the feature `rayon`.

use alloc::vec::Vec;

/// Work on fewer items is done before another thread is awake.
#[cfg(feature = "rayon")]
const FEW: usize = 1 << 12;

/// Steps that share their work out one after another, over so many items: on one of the threads that do it. Begun elsewhere, each
/// step would wake them again, and its own thread at its end; that takes as long as many a step.
#[cfg(feature = "rayon")]
pub(crate) fn together<R: Send>(items: usize, steps: impl FnOnce() -> R + Send) -> R {
    if items < FEW { steps() } else { rayon::scope(|_| steps()) }
}

/// Steps one after another.
#[cfg(not(feature = "rayon"))]
pub(crate) fn together<R>(_: usize, steps: impl FnOnce() -> R) -> R {
    steps()
}

/// Whether it is so of all, asked of many at a time.
#[cfg(feature = "rayon")]
pub(crate) fn all<T: Sync>(items: &[T], are: impl Fn(&[T]) -> bool + Sync + Send) -> bool {
    use rayon::prelude::*;
    if items.len() <= FEW { are(items) } else { items.par_chunks(FEW).all(are) }
}

/// Whether it is so of all.
#[cfg(not(feature = "rayon"))]
pub(crate) fn all<T>(items: &[T], are: impl Fn(&[T]) -> bool) -> bool {
    are(items)
}

/// Each range's answer, in order.
#[cfg(feature = "rayon")]
pub(super) fn map<T: Send, R: Send>(ranges: Vec<T>, f: impl Fn(T) -> R + Sync + Send) -> Vec<R> {
    use rayon::prelude::*;
    // To hand one to another thread takes longer than many a small tree.
    if ranges.len() < 2 {
        return ranges.into_iter().map(f).collect();
    }
    ranges.into_par_iter().map(f).collect()
}

/// Each range's answer, in order.
#[cfg(not(feature = "rayon"))]
pub(super) fn map<T, R>(ranges: Vec<T>, f: impl Fn(T) -> R) -> Vec<R> {
    ranges.into_iter().map(f).collect()
}
