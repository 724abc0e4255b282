//! A curve as Bezier pieces, one after the other: the form that answers all questions.

use super::bounds::box_of;
use super::{Bezier, CurveError, Scalar, error};
use crate::number::{Float, Ring};
use crate::shape::Aabb;
use crate::vector::size::vector_times_power;
use crate::vector::{FloatVector, Vector};
use alloc::vec;
use alloc::vec::Vec;

/// Bezier curves, each over its own stretch of one parameter `u`. Nothing asks that they meet, but curves of one piece do.
#[derive(Clone, Debug, PartialEq)]
pub struct Pieces<V: FloatVector> {
    knots: Vec<Scalar<V>>,
    pieces: Vec<Bezier<V>>,
}

impl<V: FloatVector> Pieces<V> {
    /// The pieces `i` from `knots[i]` to `knots[i + 1]`.
    ///
    /// # Errors
    /// No piece; knots that are not one more than the pieces, not finite or not growing.
    pub fn try_new(knots: Vec<Scalar<V>>, pieces: Vec<Bezier<V>>) -> Result<Self, CurveError> {
        if pieces.is_empty() {
            return Err(CurveError::TooFewPoints { need: 1, got: 0 });
        }
        error::growing("knots", &knots, pieces.len() + 1)?;
        Ok(Self { knots, pieces })
    }

    /// From knots that are known to be good.
    pub(super) fn from_parts(knots: Vec<Scalar<V>>, pieces: Vec<Bezier<V>>) -> Self {
        Self { knots, pieces }
    }

    /// Where the pieces begin, and where the last one ends.
    pub fn knots(&self) -> &[Scalar<V>] {
        &self.knots
    }

    /// The pieces, in order.
    pub fn pieces(&self) -> &[Bezier<V>] {
        &self.pieces
    }

    /// The first and the last parameter.
    pub fn range(&self) -> [Scalar<V>; 2] {
        [self.knots[0], self.knots[self.pieces.len()]]
    }

    /// The piece that holds `u`, and where in it `u` is, from 0 to 1. A knot belongs to the piece that it begins.
    pub fn locate(&self, u: Scalar<V>) -> (usize, Scalar<V>) {
        locate(&self.knots, u)
    }

    /// The nearest parameter of its range.
    pub(super) fn clamped(&self, u: Scalar<V>) -> Scalar<V> {
        clamped(&self.knots, u)
    }

    /// The parameter of the place `t` in a piece.
    pub(crate) fn parameter(&self, piece: usize, t: Scalar<V>) -> Scalar<V> {
        self.knots[piece] * (Scalar::<V>::ONE - t) + self.knots[piece + 1] * t
    }

    pub(super) fn width(&self, piece: usize) -> Scalar<V> {
        self.knots[piece + 1] - self.knots[piece]
    }

    /// The point at `u`.
    #[inline]
    pub fn at(&self, u: Scalar<V>) -> V {
        let (piece, t) = self.locate(u);
        self.pieces[piece].at(t)
    }

    /// The point and the first three derivatives by `u`; at a knot those of the piece that it begins.
    pub fn jet(&self, u: Scalar<V>) -> [V; 4] {
        let (piece, t) = self.locate(u);
        let rate = Scalar::<V>::ONE / self.width(piece);
        let [p, d1, d2, d3] = self.pieces[piece].jet(t);
        [p, d1 * rate, d2 * (rate * rate), d3 * (rate * rate * rate)]
    }

    /// The smallest box around it, up to rounding.
    pub fn bounds(&self) -> Aabb<V> {
        self.pieces.iter().fold(Aabb::empty(), |b, piece| b.union(&piece.bounds()))
    }

    /// The box of all control points, which holds it.
    pub fn hull_bounds(&self) -> Aabb<V> {
        self.pieces.iter().fold(Aabb::empty(), |b, piece| b.union(&box_of(piece.points())))
    }

    /// Its parts before and after `u`, with the parameters that they had.
    ///
    /// # Errors
    /// `u` does not lie between the ends.
    pub fn try_split(&self, u: Scalar<V>) -> Result<[Self; 2], CurveError> {
        let [first, last] = self.range();
        if !(first < u && u < last) {
            return Err(CurveError::Outside);
        }
        let (piece, t) = self.locate(u);
        let mut left = Self::from_parts(self.knots[..=piece].to_vec(), self.pieces[..piece].to_vec());
        let mut right = Self::from_parts(self.knots[piece..].to_vec(), self.pieces[piece..].to_vec());
        if t > Scalar::<V>::ZERO {
            let [before, after] = self.pieces[piece].split(t);
            left.knots.push(u);
            left.pieces.push(before);
            right.knots[0] = u;
            right.pieces[0] = after;
        }
        Ok([left, right])
    }

    /// The derivative by `u`, as a curve.
    pub fn derivative(&self) -> Self {
        let slope =
            |(i, piece): (usize, &Bezier<V>)| piece.derivative().scaled(Scalar::<V>::ONE / self.width(i));
        Self { knots: self.knots.clone(), pieces: self.pieces.iter().enumerate().map(slope).collect() }
    }

    /// The largest coordinate of its control points.
    pub(crate) fn largest(&self) -> Scalar<V> {
        let points = self.pieces.iter().flat_map(Bezier::points);
        points.map(|p| p.largest()).fold(Scalar::<V>::ZERO, Ring::max)
    }

    /// All lengths times `2^e`.
    pub(crate) fn shifted(&self, e: i32) -> Self {
        let moved = |p: &V| vector_times_power(*p, e);
        Self { knots: self.knots.clone(), pieces: self.pieces.iter().map(|piece| piece.map(moved)).collect() }
    }

    /// Over the numbers that iterations run over.
    pub(crate) fn wide(&self) -> Pieces<V::Wide> {
        let number = |x: Scalar<V>| x.widen();
        Pieces {
            knots: self.knots.iter().copied().map(number).collect(),
            pieces: self.pieces.iter().map(|piece| piece.lift(&number)).collect(),
        }
    }
}

#[inline]
fn clamped<S: Float>(knots: &[S], u: S) -> S {
    Ring::min(Ring::max(u, knots[0]), knots[knots.len() - 1])
}

/// The stretch between two knots that holds `u`, and where in it `u` is, from 0 to 1.
#[inline]
pub(super) fn locate<S: Float>(knots: &[S], u: S) -> (usize, S) {
    let u = clamped(knots, u);
    // Knots are often whole numbers. A signed whole number is one instruction away, `usize` several.
    let guess = (u - knots[0]).to_f64() as i64 as usize;
    let (i, from, to) = match knots.get(guess..) {
        Some([from, to, ..]) if *from <= u && u < *to => (guess, *from, *to),
        _ => search(knots, u),
    };
    let (along, width) = (u - from, to - from);
    (i, if width == S::ONE { along } else { along / width })
}

/// The stretch that holds `u`, of any knots, and its ends. Apart, so that whole numbers are short enough to be inlined.
#[inline(never)]
fn search<S: Float>(knots: &[S], u: S) -> (usize, S, S) {
    let i = knots.partition_point(|k| *k <= u).saturating_sub(1).min(knots.len() - 2);
    (i, knots[i], knots[i + 1])
}

/// Back to the curve's own numbers.
pub(crate) fn narrow<V: FloatVector>(wide: V::Wide) -> V {
    wide.lift(&<Scalar<V> as Float>::narrow)
}

impl<V: FloatVector> From<Bezier<V>> for Pieces<V> {
    /// One piece, from 0 to 1.
    fn from(piece: Bezier<V>) -> Self {
        Self { knots: vec![Scalar::<V>::ZERO, Scalar::<V>::ONE], pieces: vec![piece] }
    }
}

impl<V: FloatVector> Bezier<V> {
    /// As the only piece, from 0 to 1.
    pub fn pieces(&self) -> Pieces<V> {
        self.clone().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, dvec2};

    #[test]
    fn pieces_have_their_own_stretch_of_the_parameter() {
        let line = |a, b| Bezier::try_new(vec![a, b]).unwrap();
        let (a, b, c) = (DVec2::ZERO, dvec2(2., 0.), dvec2(2., 3.));
        let path = Pieces::try_new(vec![0., 4., 5.], vec![line(a, b), line(b, c)]).unwrap();
        assert_eq!([path.at(-1.), path.at(2.), path.at(4.), path.at(9.)], [a, dvec2(1., 0.), b, c]);
        assert_eq!([path.jet(1.)[1], path.jet(4.)[1]], [dvec2(0.5, 0.), dvec2(0., 3.)]);
        let [left, right] = path.try_split(1.).unwrap();
        assert_eq!((left.range(), right.range()), ([0., 1.], [1., 5.]));
        assert_eq!([left.at(0.5), right.at(2.)], [path.at(0.5), path.at(2.)]);
        assert_eq!(path.try_split(5.), Err(CurveError::Outside));
        assert_eq!(path.try_split(4.).unwrap().map(|p| p.pieces().len()), [1, 1]);
        let unsorted = Pieces::try_new(vec![0., 0.], vec![line(a, b)]);
        assert_eq!(unsorted, Err(CurveError::Unsorted { field: "knots", index: 1 }));
    }
}
