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
use crate::vector::{FloatVector, Vector};
use alloc::collections::BinaryHeap;

/// More parts are not looked at: what is known then is told.
const MOST: usize = 1 << 14;

/// The least value, and the part with the least bound.
pub(crate) struct Least<V: Vector> {
    /// It lies between these.
    pub(crate) bounds: [V::Scalar; 2],
    pub(crate) chord: Segment<V>,
    /// The piece that holds the part, and where.
    pub(crate) piece: usize,
    pub(crate) ends: [V::Scalar; 2],
}

/// A part of a piece.
struct Part<V: FloatVector> {
    curve: Bezier<V>,
    piece: usize,
    ends: [Scalar<V>; 2],
    /// Of the part from its chord.
    e: Scalar<V>,
    high: Scalar<V>,
}

/// The least value of what `bounds` tells bounds of, where it has any for some part; as well known as `done` asks for.
pub(crate) fn least<V: FloatVector>(
    curve: &Pieces<V>,
    bounds: impl Fn(&Segment<V>, Scalar<V>) -> Option<[Scalar<V>; 2]>,
    done: impl Fn([Scalar<V>; 2]) -> bool,
) -> Option<Least<V>> {
    let (zero, one) = (Scalar::<V>::ZERO, Scalar::<V>::ONE);
    let size = curve.pieces().iter().flat_map(Bezier::points);
    let size = size.map(|p| p.length_squared()).fold(zero, Ring::max).sqrt();
    let noise = size * (Scalar::<V>::EPSILON * size.lit(8));
    let asked = |curve: Bezier<V>, piece: usize, ends: [Scalar<V>; 2]| {
        let chord = chord(&curve);
        let from = |p: &V| from_segment(*p, chord.a, chord.b);
        let e = curve.points().iter().map(from).fold(zero, Ring::max).sqrt();
        let [low, high] = bounds(&chord, e + noise)?;
        Some(Lowest { low, part: Part { curve, piece, ends, e, high } })
    };
    let whole = |(i, piece): (usize, &Bezier<V>)| asked(piece.clone(), i, [zero, one]);
    let mut parts: BinaryHeap<_> = curve.pieces().iter().enumerate().filter_map(whole).collect();
    let mut high = parts.iter().map(|lowest| lowest.part.high).fold(one.infinity(), Ring::min);
    for looked in 0.. {
        let Lowest { low, part } = parts.pop()?;
        let settled = part.e <= noise;
        if settled || looked >= MOST || done([low, high]) {
            // As near as rounding tells is there.
            let high = if settled && !high.is_finite() { low } else { Ring::max(high, low) };
            let Part { piece, ends, curve, .. } = part;
            return Some(Least { bounds: [low, high], chord: chord(&curve), piece, ends });
        }
        let middle = (part.ends[0] + part.ends[1]).half();
        let [left, right] = part.curve.split(one.half());
        for (half, ends) in [(left, [part.ends[0], middle]), (right, [middle, part.ends[1]])] {
            if let Some(mut half) = asked(half, part.piece, ends) {
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
