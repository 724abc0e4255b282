//! Piecewise Bezier curves: the form on which all queries are defined.

use super::bounds::bounding_box;
use super::{Bezier, CurveError, Scalar, error};
use crate::number::{Float, Ring};
use crate::shape::Aabb;
use crate::vector::size::vector_times_power;
use crate::vector::{FloatVector, Vector};
use alloc::vec;
use alloc::vec::Vec;

/// A sequence of Bezier curves, each over an interval of one parameter `u`. Continuity is not
/// required, but the pieces of one curve are continuous.
///
/// ```
/// use barycast::curve::{Bezier, PiecewiseBezier};
/// use glam::{DVec2, dvec2};
///
/// let piece = |a, b, c| Bezier::try_new(vec![a, b, c]);
/// let pieces = vec![
///     piece(DVec2::ZERO, dvec2(1.0, 1.0), dvec2(2.0, 0.0))?,
///     piece(dvec2(2.0, 0.0), dvec2(3.0, -1.0), dvec2(4.0, 0.0))?,
/// ];
/// let wave = PiecewiseBezier::try_new(vec![0.0, 1.0, 2.0], pieces)?;
/// assert_eq!(wave.at(1.5), dvec2(3.0, -0.5));
/// assert_eq!(wave.bounds().max, dvec2(4.0, 0.5));
/// # Ok::<(), barycast::curve::CurveError>(())
/// ```
#[doc(alias = "BezPath")]
#[derive(Clone, Debug, PartialEq)]
pub struct PiecewiseBezier<V: FloatVector> {
    knots: Vec<Scalar<V>>,
    pieces: Vec<Bezier<V>>,
}

impl<V: FloatVector> PiecewiseBezier<V> {
    /// Builds a curve whose piece `i` runs from `knots[i]` to `knots[i + 1]`.
    ///
    /// # Errors
    /// Returns an error if there is no piece, or the knots are not one more than the pieces, finite
    /// and increasing.
    pub fn try_new(knots: Vec<Scalar<V>>, pieces: Vec<Bezier<V>>) -> Result<Self, CurveError> {
        if pieces.is_empty() {
            return Err(CurveError::TooFewPoints { need: 1, got: 0 });
        }
        error::increasing("knots", &knots, pieces.len() + 1)?;
        Ok(Self { knots, pieces })
    }

    /// Builds a curve from knots that are known to be valid.
    pub(super) fn from_parts(knots: Vec<Scalar<V>>, pieces: Vec<Bezier<V>>) -> Self {
        Self { knots, pieces }
    }

    /// Returns the parameters where pieces start, and where the last one ends.
    pub fn knots(&self) -> &[Scalar<V>] {
        &self.knots
    }

    /// Returns the pieces, in order.
    pub fn pieces(&self) -> &[Bezier<V>] {
        &self.pieces
    }

    /// Returns the first and the last parameter.
    pub fn range(&self) -> [Scalar<V>; 2] {
        [self.knots[0], self.knots[self.pieces.len()]]
    }

    /// Returns the piece that contains `u`, and its parameter in [0, 1]. A knot belongs to the
    /// piece that starts there.
    pub fn locate(&self, u: Scalar<V>) -> (usize, Scalar<V>) {
        locate(&self.knots, u)
    }

    /// Clamps a parameter to the range.
    pub(super) fn clamped(&self, u: Scalar<V>) -> Scalar<V> {
        clamped(&self.knots, u)
    }

    /// Converts the parameter `t` of a piece to the parameter of the curve.
    pub(crate) fn parameter(&self, piece: usize, t: Scalar<V>) -> Scalar<V> {
        self.knots[piece] * (Scalar::<V>::ONE - t) + self.knots[piece + 1] * t
    }

    pub(super) fn width(&self, piece: usize) -> Scalar<V> {
        self.knots[piece + 1] - self.knots[piece]
    }

    /// Returns the point at `u`.
    #[doc(alias = "eval")]
    #[inline]
    pub fn at(&self, u: Scalar<V>) -> V {
        let (piece, t) = self.locate(u);
        self.pieces[piece].at(t)
    }

    /// Returns the point and the first three derivatives by `u`; at a knot those of the piece that
    /// starts there.
    #[doc(alias = "derivatives")]
    pub fn jet(&self, u: Scalar<V>) -> [V; 4] {
        let (piece, t) = self.locate(u);
        let rate = Scalar::<V>::ONE / self.width(piece);
        let [p, d1, d2, d3] = self.pieces[piece].jet(t);
        [p, d1 * rate, d2 * (rate * rate), d3 * (rate * rate * rate)]
    }

    /// Returns the tight bounding box, up to rounding.
    pub fn bounds(&self) -> Aabb<V> {
        self.pieces.iter().fold(Aabb::empty(), |b, piece| b.union(&piece.bounds()))
    }

    /// Returns the bounding box of all control points, which contains the curve.
    pub fn hull_bounds(&self) -> Aabb<V> {
        self.pieces.iter().fold(Aabb::empty(), |b, piece| b.union(&bounding_box(piece.points())))
    }

    /// Splits the curve at `u`. The parts keep their parameters.
    ///
    /// # Errors
    /// Returns an error if `u` does not lie strictly inside the range.
    pub fn try_split(&self, u: Scalar<V>) -> Result<[Self; 2], CurveError> {
        let [first, last] = self.range();
        if !(first < u && u < last) {
            return Err(CurveError::OutOfRange);
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

    /// Returns the derivative by `u` as a curve.
    pub fn derivative(&self) -> Self {
        let slope =
            |(i, piece): (usize, &Bezier<V>)| piece.derivative().scaled(Scalar::<V>::ONE / self.width(i));
        Self { knots: self.knots.clone(), pieces: self.pieces.iter().enumerate().map(slope).collect() }
    }

    /// Returns the largest absolute coordinate of the control points.
    pub(crate) fn largest(&self) -> Scalar<V> {
        let points = self.pieces.iter().flat_map(Bezier::points);
        points.map(|p| p.largest()).fold(Scalar::<V>::ZERO, Ring::max)
    }

    /// Multiplies all points by `2^e`.
    pub(crate) fn shifted(&self, e: i32) -> Self {
        let moved = |p: &V| vector_times_power(*p, e);
        Self { knots: self.knots.clone(), pieces: self.pieces.iter().map(|piece| piece.map(moved)).collect() }
    }

    /// Converts to the wide number type, over which iterations run.
    pub(crate) fn wide(&self) -> PiecewiseBezier<V::Wide> {
        let number = |x: Scalar<V>| x.widen();
        PiecewiseBezier {
            knots: self.knots.iter().copied().map(number).collect(),
            pieces: self.pieces.iter().map(|piece| piece.lift(&number)).collect(),
        }
    }
}

#[inline]
fn clamped<S: Float>(knots: &[S], u: S) -> S {
    Ring::min(Ring::max(u, knots[0]), knots[knots.len() - 1])
}

/// Returns the interval between two knots that contains `u`, and the position in it from 0 to 1.
#[inline]
pub(super) fn locate<S: Float>(knots: &[S], u: S) -> (usize, S) {
    let u = clamped(knots, u);
    // Knots are often integers. Converting to a signed integer takes one instruction, to `usize`
    // several.
    let guess = (u - knots[0]).to_f64() as i64 as usize;
    let (i, from, to) = match knots.get(guess..) {
        Some([from, to, ..]) if *from <= u && u < *to => (guess, *from, *to),
        _ => search(knots, u),
    };
    let (along, width) = (u - from, to - from);
    (i, if width == S::ONE { along } else { along / width })
}

/// Returns the interval that contains `u` for arbitrary knots, and its ends. Separate, so that the
/// integer case is short enough to be inlined.
#[inline(never)]
fn search<S: Float>(knots: &[S], u: S) -> (usize, S, S) {
    let i = knots.partition_point(|k| *k <= u).saturating_sub(1).min(knots.len() - 2);
    (i, knots[i], knots[i + 1])
}

/// Converts back to the curve's number type.
pub(crate) fn narrow<V: FloatVector>(wide: V::Wide) -> V {
    wide.lift(&<Scalar<V> as Float>::narrow)
}

impl<V: FloatVector> From<Bezier<V>> for PiecewiseBezier<V> {
    /// Builds a single piece over 0 to 1.
    fn from(piece: Bezier<V>) -> Self {
        Self { knots: vec![Scalar::<V>::ZERO, Scalar::<V>::ONE], pieces: vec![piece] }
    }
}

impl<V: FloatVector> Bezier<V> {
    /// Converts to a single piece over 0 to 1.
    pub fn pieces(&self) -> PiecewiseBezier<V> {
        self.clone().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, dvec2};

    #[test]
    fn each_piece_has_its_interval_of_the_parameter() {
        let line = |a, b| Bezier::try_new(vec![a, b]).unwrap();
        let (a, b, c) = (DVec2::ZERO, dvec2(2., 0.), dvec2(2., 3.));
        let path = PiecewiseBezier::try_new(vec![0., 4., 5.], vec![line(a, b), line(b, c)]).unwrap();
        assert_eq!([path.at(-1.), path.at(2.), path.at(4.), path.at(9.)], [a, dvec2(1., 0.), b, c]);
        assert_eq!([path.jet(1.)[1], path.jet(4.)[1]], [dvec2(0.5, 0.), dvec2(0., 3.)]);
        let [left, right] = path.try_split(1.).unwrap();
        assert_eq!((left.range(), right.range()), ([0., 1.], [1., 5.]));
        assert_eq!([left.at(0.5), right.at(2.)], [path.at(0.5), path.at(2.)]);
        assert_eq!(path.try_split(5.), Err(CurveError::OutOfRange));
        assert_eq!(path.try_split(4.).unwrap().map(|p| p.pieces().len()), [1, 1]);
        let unsorted = PiecewiseBezier::try_new(vec![0., 0.], vec![line(a, b)]);
        assert_eq!(unsorted, Err(CurveError::Unsorted { field: "knots", index: 1 }));
    }
}
