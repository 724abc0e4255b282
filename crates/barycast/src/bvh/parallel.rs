//! Parallel loops: on the threads of the current pool with the feature `rayon`, on one otherwise.
//!
//! Small work never reaches rayon: even to split an iterator, rayon starts its global pool on a
//! thread that is in none.

#[cfg(feature = "rayon")]
use crate::query::cancel::Inherited;
use alloc::vec::Vec;

/// Number of items below which the work ends before another thread wakes up.
#[cfg(feature = "rayon")]
const FEW: usize = 1 << 12;

/// Runs steps that distribute work over `items` items, on one of the pool's threads. Started
/// elsewhere, each step would wake the threads again, and then the calling thread, which takes as
/// long as many steps.
#[cfg(feature = "rayon")]
pub(crate) fn on_pool<R: Send>(items: usize, steps: impl FnOnce() -> R + Send) -> R {
    if items < FEW {
        return steps();
    }
    let inherited = Inherited::here();
    rayon::scope(|_| {
        let _under = inherited.enter();
        steps()
    })
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

/// Returns the result for each range of some of `items` items, in order.
#[cfg(feature = "rayon")]
pub(super) fn map<T: Send, R: Send>(
    items: usize,
    ranges: Vec<T>,
    f: impl Fn(T) -> R + Sync + Send,
) -> Vec<R> {
    use rayon::prelude::*;
    // Handing a range to another thread takes longer than building many small trees.
    if ranges.len() < 2 || items < FEW {
        return ranges.into_iter().map(f).collect();
    }
    ranges.into_par_iter().map(f).collect()
}

/// Returns the result for each range, in order.
#[cfg(not(feature = "rayon"))]
pub(super) fn map<T, R>(_: usize, ranges: Vec<T>, f: impl Fn(T) -> R) -> Vec<R> {
    ranges.into_iter().map(f).collect()
}

/// Returns the result for each of `0..count`, in order. A thread computes at least `few` of them.
/// Every thread runs under the [token](crate::query::cancel::CancelToken) of this one.
#[cfg(feature = "rayon")]
pub(crate) fn each<T: Send>(count: usize, few: usize, of: impl Fn(usize) -> T + Send + Sync) -> Vec<T> {
    use rayon::prelude::*;
    if count <= few.max(1) {
        return (0..count).map(of).collect();
    }
    let inherited = Inherited::here();
    let indices = (0..count).into_par_iter().with_min_len(few.max(1));
    indices.map_init(|| inherited.enter(), |_, index| of(index)).collect()
}

/// Returns the result for each of `0..count`, in order.
#[cfg(not(feature = "rayon"))]
pub(crate) fn each<T>(count: usize, _: usize, of: impl Fn(usize) -> T) -> Vec<T> {
    (0..count).map(of).collect()
}

/// Returns the result for each of `items`, in order. A thread computes at least `few` of them. Every
/// thread runs under the [token](crate::query::cancel::CancelToken) of this one.
#[cfg(feature = "rayon")]
pub(crate) fn map_each<A: Send, T: Send>(
    items: Vec<A>,
    few: usize,
    of: impl Fn(A) -> T + Send + Sync,
) -> Vec<T> {
    use rayon::prelude::*;
    if items.len() <= few.max(1) {
        return items.into_iter().map(of).collect();
    }
    let inherited = Inherited::here();
    let items = items.into_par_iter().with_min_len(few.max(1));
    items.map_init(|| inherited.enter(), |_, item| of(item)).collect()
}

/// Returns the result for each of `items`, in order.
#[cfg(not(feature = "rayon"))]
pub(crate) fn map_each<A, T>(items: Vec<A>, _: usize, of: impl Fn(A) -> T) -> Vec<T> {
    items.into_iter().map(of).collect()
}
