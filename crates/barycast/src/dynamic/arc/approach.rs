//! Conservative advancement of a moving tube, over intervals of its arc.
//!
//! For every interval a separating plane gives a time before which it touches nothing. The interval
//! with the earliest time is evaluated again there: it waits until its next such time, or is halved
//! where shorter intervals would wait much longer. No interval advances too far, and only those
//! that come near are evaluated often.

use crate::number::each::MapEach;
use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::{Ordering, Reverse};

/// Maximum number of evaluations. After that the result is a time that is too early.
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

/// A time span during which no point of an interval touches.
#[derive(Clone, Copy)]
pub(super) struct Bound {
    earliest: f64,
    /// Limit of the span as intervals become shorter.
    best: f64,
    /// Whether the span is most of that limit.
    pub(super) close: bool,
}

impl Bound {
    /// Builds the bound of a plane. The middle of the interval is at a height of at least `gap`
    /// above it, the lowest point `less` below the middle, and the height falls at the speed
    /// `nearing`.
    pub(super) fn new(gap: f64, less: f64, nearing: f64) -> Self {
        let [earliest, best] = [gap - less, gap].each(|height| closed(height, nearing));
        Self { earliest, best, close: less <= gap * 0.1 }
    }

    /// Combines two valid bounds from different planes. If the first may still exceed the second
    /// with shorter intervals, the result is not close.
    pub(super) fn or(self, other: Self) -> Self {
        if other.earliest > self.earliest {
            Self { earliest: other.earliest, close: other.close && other.earliest >= 0.9 * self.best, ..self }
        } else {
            self
        }
    }
}

/// Returns the earliest time at which a gap that closes at this speed is closed.
fn closed(gap: f64, nearing: f64) -> f64 {
    if gap <= 0.0 {
        0.0
    } else if nearing > 0.0 {
        gap / nearing * (1.0 - 1e-12)
    } else {
        f64::INFINITY
    }
}

/// Returns a time from `min_t` on before which no interval touches, and at most `soon` before one
/// may; `None` if none touches up to `max_t`. `look` returns the free time span of an interval at a
/// time, and the data that `halved` needs.
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
            // Other intervals may touch before the end of that span: they are evaluated first, or
            // the span ends when theirs begins.
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
