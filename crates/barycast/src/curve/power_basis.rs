//! Curves up to degree 3 in the power basis, which takes fewer operations per point than the
//! Bernstein form.
//!
//! ```text
//! a + b t + c t^2 + d t^3
//! cubic: a = p_0, b = 3 (p_1 - p_0), c = 3 (p_2 - 2 p_1 + p_0), d = p_3 - 3 p_2 + 3 p_1 - p_0
//! ```
//!
//! The coefficients are differences from the piece's first point, which keeps precision far from
//! the origin. The end of a piece is a sum of four terms and no longer exactly its last point.

use super::blend::Blend;
use super::piecewise::locate;
use super::{Bezier, PiecewiseBezier, Scalar};
use crate::number::{Float, Ring};
use crate::vector::FloatVector;
use alloc::vec::Vec;

/// A single piece in the power basis for fast evaluation, over `t` from 0 to 1; see
/// [`Bezier::to_power_basis`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PowerBasis<V: FloatVector> {
    /// Coefficients of the powers 0 to 3.
    coefficients: [V; 4],
}

/// A curve in the power basis for fast evaluation; see [`PiecewiseBezier::to_power_basis`].
#[derive(Clone, Debug, PartialEq)]
pub struct PiecewisePowerBasis<V: FloatVector> {
    knots: Vec<Scalar<V>>,
    pieces: Vec<PowerBasis<V>>,
}

impl<V: FloatVector> Bezier<V> {
    /// Converts to the power basis, or returns `None` if the curve is rational or of a degree
    /// above 3.
    #[inline]
    pub fn to_power_basis(&self) -> Option<PowerBasis<V>> {
        match self.cubic() {
            Some(points) => Some(PowerBasis::of_cubic(points)),
            None if self.weights().is_some() => None,
            None => PowerBasis::new(self.points()),
        }
    }
}

impl<V: FloatVector> PowerBasis<V> {
    /// Converts the cubic with these control points.
    #[inline]
    pub(super) fn of_cubic(&[a, b, c, d]: &[V; 4]) -> Self {
        let three = Scalar::<V>::ONE.lit(3);
        let second = (c - b) - (b - a);
        Self { coefficients: [a, (b - a) * three, second * three, ((d - c) - (c - b)) - second] }
    }

    /// Converts the curve with these control points, at most three.
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

    /// Returns the point at `t`: within a few ulps of the largest control point coordinate from
    /// [`Bezier::at`].
    #[inline]
    pub fn at(&self, t: Scalar<V>) -> V {
        let [a, b, c, d] = self.coefficients;
        a + (b + (c + d * t) * t) * t
    }

    /// Returns the point and the first three derivatives.
    pub fn jet(&self, t: Scalar<V>) -> [V; 4] {
        let [_, b, c, d] = self.coefficients;
        let (two, three) = (t.lit(2), t.lit(3));
        let slope = b + (c * two + d * (three * t)) * t;
        let second = (c + d * (three * t)) * two;
        [self.at(t), slope, second, d * (two * three)]
    }
}

impl<V: FloatVector> PiecewiseBezier<V> {
    /// Converts to the power basis, or returns `None` if a piece is rational or of a degree
    /// above 3.
    ///
    /// ```
    /// use barycast::curve::{CatmullRom, Parametrization};
    /// use glam::{Vec3, vec3};
    ///
    /// let points = vec![Vec3::ZERO, Vec3::X, vec3(1.0, 1.0, 0.0)];
    /// let curve = CatmullRom::try_new(points, Parametrization::Uniform)?.pieces();
    /// let basis = curve.to_power_basis().expect("cubics");
    /// assert!(basis.at(1.25).distance(curve.at(1.25)) < 1e-6);
    /// # Ok::<(), barycast::curve::CurveError>(())
    /// ```
    pub fn to_power_basis(&self) -> Option<PiecewisePowerBasis<V>> {
        let pieces: Option<Vec<_>> = self.pieces().iter().map(Bezier::to_power_basis).collect();
        Some(PiecewisePowerBasis { knots: self.knots().to_vec(), pieces: pieces? })
    }
}

impl<V: FloatVector> PiecewisePowerBasis<V> {
    /// Returns the point at `u`: within a few ulps of the largest control point coordinate from
    /// [`PiecewiseBezier::at`].
    #[inline]
    pub fn at(&self, u: Scalar<V>) -> V {
        let (piece, t) = locate(&self.knots, u);
        self.pieces[piece].at(t)
    }

    /// Returns the point and the first three derivatives by `u`; at a knot those of the piece that
    /// starts there.
    pub fn jet(&self, u: Scalar<V>) -> [V; 4] {
        let (piece, t) = locate(&self.knots, u);
        let [point, slope, second, third] = self.pieces[piece].jet(t);
        let rate = Scalar::<V>::ONE / (self.knots[piece + 1] - self.knots[piece]);
        [point, slope * rate, second * (rate * rate), third * (rate * rate * rate)]
    }
}
