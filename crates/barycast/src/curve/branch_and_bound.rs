//! Branch and bound: minimizes a function over a curve from bounds on its parts.
//!
//! Each part is represented by its chord and `e`, the greatest distance of the part from the chord.
//! The part with the least lower bound is halved first, until the lower and upper bounds meet or
//! its `e` is within rounding error; each halving reduces `e` to a quarter. No part is missed.

use super::bound_heap::BoundedItem;
use super::flatten::distance_squared_to_segment;
use super::{Bezier, PiecewiseBezier, Scalar};
use crate::number::{Field, Float, Real, Ring};
use crate::shape::Segment;
use crate::vector::FloatVector;
use alloc::collections::BinaryHeap;

/// Largest number of visited parts; after that the current bounds are returned.
const MOST: usize = 1 << 14;

/// A part of a piece.
struct Part<V: FloatVector> {
    curve: Bezier<V>,
    /// Greatest distance of the part from its chord.
    e: Scalar<V>,
    high: Scalar<V>,
}

/// Returns bounds on the minimum of the function that `bounds` bounds on each chord, or `None` if
/// it has no bounds on any part. Stops once `done` accepts the bounds.
pub(crate) fn minimize<V: FloatVector>(
    curve: &PiecewiseBezier<V>,
    bounds: impl Fn(&Segment<V>, Scalar<V>) -> Option<[Scalar<V>; 2]>,
    done: impl Fn([Scalar<V>; 2]) -> bool,
) -> Option<[Scalar<V>; 2]> {
    let (zero, one) = (Scalar::<V>::ZERO, Scalar::<V>::ONE);
    let size = curve.pieces().iter().flat_map(Bezier::points);
    let size = size.map(|p| p.length_squared()).fold(zero, Ring::max).sqrt();
    let noise = size * (Scalar::<V>::EPSILON * size.lit(8));
    let bounded_part = |curve: Bezier<V>| {
        let chord = chord(&curve);
        let from = |p: &V| distance_squared_to_segment(*p, chord.a, chord.b);
        let e = curve.points().iter().map(from).fold(zero, Ring::max).sqrt();
        let [low, high] = bounds(&chord, e + noise)?;
        Some(BoundedItem { low, part: Part { curve, e, high } })
    };
    let mut parts: BinaryHeap<_> = curve.pieces().iter().cloned().filter_map(&bounded_part).collect();
    let mut high = parts.iter().map(|item| item.part.high).fold(one.infinity(), Ring::min);
    for visited in 0.. {
        let BoundedItem { low, part } = parts.pop()?;
        let is_exact = part.e <= noise;
        if is_exact || visited >= MOST || done([low, high]) {
            // The minimum is accurate to rounding error.
            let high = if is_exact && !high.is_finite() { low } else { Ring::max(high, low) };
            return Some([low, high]);
        }
        for half in part.curve.split(one.half()) {
            if let Some(mut half) = bounded_part(half) {
                half.low = Ring::max(half.low, low);
                high = Ring::min(high, half.part.high);
                if half.low <= high {
                    parts.push(half);
                }
            }
        }
    }
    None
}

fn chord<V: FloatVector>(part: &Bezier<V>) -> Segment<V> {
    Segment::new(part.points()[0], part.points()[part.degree()])
}
