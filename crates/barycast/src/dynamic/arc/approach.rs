//! When a moving tube first touches, told by its parts.
//!
//! Of every part a plane tells a time before which it touches nothing. The part with the earliest time is looked at there anew: it
//! waits until the next such time, or is halved where shorter parts would wait much longer. So none goes too far, and only those
//! that come near are looked at often.

use crate::number::each::MapEach;
use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::{Ordering, Reverse};

/// Looks after which it gives up, and answers a time that is too early.
const LIMIT: usize = 8000;

/// A number that can be sorted.
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

/// For how long no point of a part touches.
#[derive(Clone, Copy)]
pub(super) struct Bound {
    earliest: f64,
    /// What shorter parts tend to.
    best: f64,
    /// It is most of that.
    pub(super) close: bool,
}

impl Bound {
    /// By a plane over which the middle is at a height `gap` at least, and the lowest point `less` below that, coming nearer
    /// at a speed.
    pub(super) fn new(gap: f64, less: f64, nearing: f64) -> Self {
        let [earliest, best] = [gap - less, gap].each(|height| closed(height, nearing));
        Self { earliest, best, close: less <= gap * 0.1 }
    }

    /// By another plane, where that says more: both hold. Where the first may yet say more than that, it is not close.
    pub(super) fn or(self, other: Self) -> Self {
        if other.earliest > self.earliest {
            Self { earliest: other.earliest, close: other.close && other.earliest >= 0.9 * self.best, ..self }
        } else {
            self
        }
    }
}

/// When a gap that closes at a speed is closed at the earliest.
fn closed(gap: f64, nearing: f64) -> f64 {
    if gap <= 0.0 {
        0.0
    } else if nearing > 0.0 {
        gap / nearing * (1.0 - 1e-12)
    } else {
        f64::INFINITY
    }
}

/// A time from `min_t` on before which no part touches, and `soon` after which one may; `None` where none does up to `max_t`. `look` tells of a
/// part at a time for how long it touches nothing, and what `halved` is to know.
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
            // Others may touch before the end of that: they are asked first, or it ends when theirs begins.
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
