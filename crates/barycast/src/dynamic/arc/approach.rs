//! Time of impact of a moving tube, by its parts.
//!
//! A plane gives each part a time before which it touches nothing. The part with the earliest such
//! time is tested at that time: it is queued for its next such time, or halved if shorter parts
//! would have a much later one. No part goes too far, and only parts that come near are tested
//! often.

use crate::number::each::MapEach;
use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::{Ordering, Reverse};

/// Maximum number of tests; a search that reaches it returns a time that is too early.
const LIMIT: usize = 8000;

/// A number with a total order.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Key(pub(super) f64);

impl Eq for Key {}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Key {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// Lower bound of the time during which no point of a part touches.
#[derive(Clone, Copy)]
pub(super) struct Bound {
    earliest: f64,
    /// Limit of the bound as the parts become shorter.
    best: f64,
    /// `true` if the bound is close to that limit.
    pub(super) close: bool,
}

impl Bound {
    /// Builds the bound by a plane. The middle of the part is at a height of at least `gap` above
    /// it, the lowest point is `less` below the middle, and the part approaches at the speed
    /// `nearing`.
    pub(super) fn new(gap: f64, less: f64, nearing: f64) -> Self {
        let [earliest, best] = [gap - less, gap].each(|height| closed(height, nearing));
        Self { earliest, best, close: less <= gap * 0.1 }
    }

    /// Combines the bound with that of another plane; both are valid. The result is not close if
    /// the first plane may still give a later bound.
    pub(super) fn or(self, other: Self) -> Self {
        if other.earliest > self.earliest {
            Self { earliest: other.earliest, close: other.close && other.earliest >= 0.9 * self.best, ..self }
        } else {
            self
        }
    }
}

/// Returns the earliest time at which a gap that closes at a speed is closed.
fn closed(gap: f64, nearing: f64) -> f64 {
    if gap <= 0.0 {
        0.0
    } else if nearing > 0.0 {
        gap / nearing * (1.0 - 1e-12)
    } else {
        f64::INFINITY
    }
}

/// Returns a time, at least `min_t`, before which no part touches and `soon` after which one may,
/// or `None` if none touches up to `max_t`. `look` returns the bound of a part at a time, and data
/// that is passed to `halved`.
pub(super) fn first<T: Copy, U, I: IntoIterator<Item = T>>(
    start: impl IntoIterator<Item = T>,
    look: impl Fn(T, f64) -> (Bound, U),
    halved: impl Fn(T, U) -> I,
    [min_t, soon, max_t]: [f64; 3],
) -> Option<f64> {
    let mut parts: Vec<T> = start.into_iter().collect();
    let mut heap: BinaryHeap<_> = (0..parts.len()).map(|i| Reverse((Key(min_t), i))).collect();
    for _ in 0..LIMIT {
        let Reverse((Key(time), i)) = heap.pop()?;
        if time > max_t {
            return None;
        }
        let (bound, more) = look(parts[i], time);
        let next = Key(time + bound.earliest);
        if bound.earliest <= soon {
            // Other parts may touch before the end of that interval: they are tested first, or the
            // interval ends where theirs begins.
            let other = heap.peek().map_or(next, |Reverse((other, _))| *other);
            if bound.best <= 0.0 || (bound.close && next <= other) {
                return Some(next.min(other).0).filter(|t| *t <= max_t);
            }
        }
        if bound.close {
            heap.push(Reverse((next, i)));
            continue;
        }
        for part in halved(parts[i], more) {
            heap.push(Reverse((next, parts.len())));
            parts.push(part);
        }
    }
    heap.pop().map(|Reverse((Key(time), _))| time).filter(|t| *t <= max_t)
}
