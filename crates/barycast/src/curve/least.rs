//! The least value of a function over a curve, from bounds over its parts.
//!
//! Each part is asked by its chord and `e`, how far the part is from the chord at most. That with the least bound is halved
//! first, until bounds from below and above meet, or its `e` is within rounding: with each halving it shrinks to a quarter. No
//! part is overlooked.

use super::flatten::from_segment;
use super::lowest::Lowest;
use super::{Bezier, Pieces, Scalar};
use crate::number::{Field, Float, Real, Ring};
use crate::shape::Segment;
use crate::vector::FloatVector;
use alloc::collections::BinaryHeap;

/// More parts are not looked at: what is known then is told.
const MOST: usize = 1 << 14;

/// A part of a piece.
struct Part<V: FloatVector> {
    curve: Bezier<V>,
    /// Of the part from its chord.
    e: Scalar<V>,
    high: Scalar<V>,
}

/// Bounds of the least value of what `bounds` bounds, or `None` where it has no bounds for any part. Halving stops once `done` accepts
/// them.
pub(crate) fn least<V: FloatVector>(
    curve: &Pieces<V>,
    bounds: impl Fn(&Segment<V>, Scalar<V>) -> Option<[Scalar<V>; 2]>,
    done: impl Fn([Scalar<V>; 2]) -> bool,
) -> Option<[Scalar<V>; 2]> {
    let (zero, one) = (Scalar::<V>::ZERO, Scalar::<V>::ONE);
    let size = curve.pieces().iter().flat_map(Bezier::points);
    let size = size.map(|p| p.length_squared()).fold(zero, Ring::max).sqrt();
    let noise = size * (Scalar::<V>::EPSILON * size.lit(8));
    let asked = |curve: Bezier<V>| {
        let chord = chord(&curve);
        let from = |p: &V| from_segment(*p, chord.a, chord.b);
        let e = curve.points().iter().map(from).fold(zero, Ring::max).sqrt();
        let [low, high] = bounds(&chord, e + noise)?;
        Some(Lowest { low, part: Part { curve, e, high } })
    };
    let mut parts: BinaryHeap<_> = curve.pieces().iter().cloned().filter_map(&asked).collect();
    let mut high = parts.iter().map(|lowest| lowest.part.high).fold(one.infinity(), Ring::min);
    for looked in 0.. {
        let Lowest { low, part } = parts.pop()?;
        let settled = part.e <= noise;
        if settled || looked >= MOST || done([low, high]) {
            // As near as rounding tells is there.
            let high = if settled && !high.is_finite() { low } else { Ring::max(high, low) };
            return Some([low, high]);
        }
        for half in part.curve.split(one.half()) {
            if let Some(mut half) = asked(half) {
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
