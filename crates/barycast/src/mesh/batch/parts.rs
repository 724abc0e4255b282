//! Batches in parts, on the threads of the current pool with the feature `rayon`.

#[cfg(feature = "rayon")]
use crate::query::cancel::Inherited;
use crate::query::cancel::is_cancelled;
#[cfg(feature = "rayon")]
use alloc::vec::Vec;

/// Queries or results of a batch, which can be split.
pub(crate) trait Part: Sized + Send {
    /// Returns the number of queries.
    fn len(&self) -> usize;

    /// Splits before a query.
    fn split(self, at: usize) -> (Self, Self);
}

impl<T: Sync> Part for &[T] {
    fn len(&self) -> usize {
        <[T]>::len(self)
    }

    fn split(self, at: usize) -> (Self, Self) {
        self.split_at(at)
    }
}

impl Part for core::ops::Range<usize> {
    fn len(&self) -> usize {
        ExactSizeIterator::len(self)
    }

    fn split(self, at: usize) -> (Self, Self) {
        let middle = self.start + at;
        (self.start..middle, middle..self.end)
    }
}

/// Queries with the slices for their results, which are split alike by the second function.
pub(crate) struct WithResults<Q, R> {
    pub(crate) queries: Q,
    pub(crate) results: R,
    pub(crate) split: fn(R, usize) -> (R, R),
}

impl<Q: Part, R: Send> Part for WithResults<Q, R> {
    fn len(&self) -> usize {
        self.queries.len()
    }

    fn split(self, at: usize) -> (Self, Self) {
        let Self { queries, results, split } = self;
        let ((a, b), (c, d)) = (queries.split(at), split(results, at));
        (Self { queries: a, results: c, split }, Self { queries: b, results: d, split })
    }
}

/// Calls `f` with parts of at most `size` queries and their results, and a buffer that is reused
/// for many parts.
///
/// A batch of one part runs on the calling thread. Others run on the threads of the current pool
/// with the feature `rayon`, under the token of the calling thread. Once it is cancelled no other
/// part begins.
pub(crate) fn in_parts<Q: Part, R: Send, T>(
    size: usize,
    (queries, results): (Q, R),
    split: fn(R, usize) -> (R, R),
    room: impl Fn() -> T + Sync + Send,
    f: impl Fn(&mut T, Q, R) + Sync + Send,
) {
    let mut rest = WithResults { queries, results, split };
    #[cfg(feature = "rayon")]
    if rest.len() > size {
        use rayon::prelude::*;
        let mut parts = Vec::with_capacity(rest.len().div_ceil(size));
        while rest.len() > size {
            let part;
            (part, rest) = rest.split(size);
            parts.push(part);
        }
        parts.push(rest);
        let inherited = Inherited::here();
        let room = || (inherited.enter(), room());
        return parts.into_par_iter().for_each_init(room, |(_, room), part| {
            if !is_cancelled() {
                f(room, part.queries, part.results);
            }
        });
    }
    let mut room = room();
    while rest.len() > 0 && !is_cancelled() {
        let at = rest.len().min(size);
        let part;
        (part, rest) = rest.split(at);
        f(&mut room, part.queries, part.results);
    }
}

/// Returns the results of `f` for parts of at most `size` queries, in order: like [`in_parts`] for
/// results of unknown length. Parts that did not begin before a cancellation have the default.
pub(crate) fn collect_parts<Q: Part, R: Default + Send>(
    size: usize,
    mut rest: Q,
    f: impl Fn(Q) -> R + Sync + Send,
) -> alloc::vec::Vec<R> {
    let mut parts = alloc::vec::Vec::with_capacity(rest.len().div_ceil(size));
    while rest.len() > size {
        let part;
        (part, rest) = rest.split(size);
        parts.push(part);
    }
    parts.push(rest);
    crate::bvh::map_each(parts, 1, |part| if is_cancelled() { R::default() } else { f(part) })
}
