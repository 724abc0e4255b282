//! Curves up to degree 3 by the powers of the parameter: fewer operations a point than Bernstein's form takes.
//!
//! ```text
//! a + b t + c t^2 + d t^3     of a cubic b = 3 (p_1 - p_0), c = 3 (p_2 - 2 p_1 + p_0), d = p_3 - 3 p_2 + 3 p_1 - p_0
//! ```
//!
//! The coefficients are differences from the piece's first point, so that nothing is lost far from the origin; the end of a
//! piece is a sum of four, and no longer its last point to the last digit.

use super::blend::Blend;
use super::pieces::locate;
use super::{Bezier, Pieces, Scalar};
use crate::number::{Float, Ring};
use crate::vector::FloatVector;
use alloc::vec::Vec;

/// One piece made ready for many points, by [`Bezier::powers`]: `t` runs from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Polynomial<V: FloatVector> {
    /// Of the powers from the 0th to the 3rd.
    coefficients: [V; 4],
}

/// A curve made ready for many points, by [`Pieces::powers`].
#[derive(Clone, Debug, PartialEq)]
pub struct Powers<V: FloatVector> {
    knots: Vec<Scalar<V>>,
    pieces: Vec<Polynomial<V>>,
}

impl<V: FloatVector> Bezier<V> {
    /// The same curve by the powers of its parameter; `None` when it is rational or of a degree above 3.
    #[inline]
    pub fn powers(&self) -> Option<Polynomial<V>> {
        match self.cubic() {
            Some(points) => Some(Polynomial::of_cubic(points)),
            None if self.weights().is_some() => None,
            None => Polynomial::new(self.points()),
        }
    }
}

impl<V: FloatVector> Polynomial<V> {
    /// Of the cubic with these control points.
    #[inline]
    pub(super) fn of_cubic(&[a, b, c, d]: &[V; 4]) -> Self {
        let three = Scalar::<V>::ONE.lit(3);
        let bend = (c - b) - (b - a);
        Self { coefficients: [a, (b - a) * three, bend * three, ((d - c) - (c - b)) - bend] }
    }

    /// Of the curve with these control points, at most three.
    fn new(points: &[V]) -> Option<Self> {
        let from = *points.first()?;
        let none = from.none();
        let coefficients = match *points {
            [a] => [a, none, none, none],
            [a, b] => [a, b - a, none, none],
            [a, b, c] => [a, (b - a) * Scalar::<V>::ONE.lit(2), (c - b) - (b - a), none],
            _ => return None,
        };
        Some(Self { coefficients })
    }

    /// The point at `t`: some ulp of the largest control point's coordinate from [`Bezier::at`].
    #[inline]
    pub fn at(&self, t: Scalar<V>) -> V {
        let [a, b, c, d] = self.coefficients;
        a + (b + (c + d * t) * t) * t
    }

    /// The point and the first three derivatives.
    pub fn jet(&self, t: Scalar<V>) -> [V; 4] {
        let [_, b, c, d] = self.coefficients;
        let (two, three) = (t.lit(2), t.lit(3));
        let slope = b + (c * two + d * (three * t)) * t;
        let bend = (c + d * (three * t)) * two;
        [self.at(t), slope, bend, d * (two * three)]
    }
}

impl<V: FloatVector> Pieces<V> {
    /// The same curve by the powers of its parameter; `None` when a piece is rational or of a degree above 3.
    ///
    /// ```
    /// use barycast::curve::{CatmullRom, Spacing};
    /// use glam::{Vec3, vec3};
    ///
    /// let curve = CatmullRom::try_new(vec![Vec3::ZERO, Vec3::X, vec3(1.0, 1.0, 0.0)], Spacing::Uniform)?.pieces();
    /// let powers = curve.powers().expect("cubics");
    /// assert!(powers.at(1.25).distance(curve.at(1.25)) < 1e-6);
    /// # Ok::<(), barycast::curve::CurveError>(())
    /// ```
    pub fn powers(&self) -> Option<Powers<V>> {
        let pieces: Option<Vec<_>> = self.pieces().iter().map(Bezier::powers).collect();
        Some(Powers { knots: self.knots().to_vec(), pieces: pieces? })
    }
}

impl<V: FloatVector> Powers<V> {
    /// The point at `u`: some ulp of the largest control point's coordinate from [`Pieces::at`].
    #[inline]
    pub fn at(&self, u: Scalar<V>) -> V {
        let (piece, t) = locate(&self.knots, u);
        self.pieces[piece].at(t)
    }

    /// The point and the first three derivatives by `u`; at a knot those of the piece that it begins.
    pub fn jet(&self, u: Scalar<V>) -> [V; 4] {
        let (piece, t) = locate(&self.knots, u);
        let [point, slope, bend, turn] = self.pieces[piece].jet(t);
        let rate = Scalar::<V>::ONE / (self.knots[piece + 1] - self.knots[piece]);
        [point, slope * rate, bend * (rate * rate), turn * (rate * rate * rate)]
    }
}
