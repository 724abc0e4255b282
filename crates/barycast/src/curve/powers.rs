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
use super::{Pieces, Scalar};
use crate::number::{Float, Ring};
use crate::vector::FloatVector;
use alloc::vec::Vec;

/// A curve made ready for many points, by [`Pieces::powers`].
#[derive(Clone, Debug, PartialEq)]
pub struct Powers<V: FloatVector> {
    knots: Vec<Scalar<V>>,
    pieces: Vec<[V; 4]>,
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
        let of = |piece: &super::Bezier<V>| powers(piece.points()).filter(|_| piece.weights().is_none());
        let pieces: Option<Vec<_>> = self.pieces().iter().map(of).collect();
        Some(Powers { knots: self.knots().to_vec(), pieces: pieces? })
    }
}

impl<V: FloatVector> Powers<V> {
    /// The point at `u`: some ulp of the largest control point's coordinate from [`Pieces::at`].
    #[inline]
    pub fn at(&self, u: Scalar<V>) -> V {
        let (piece, t) = locate(&self.knots, u);
        value(&self.pieces[piece], t)
    }

    /// The point and the first three derivatives by `u`; at a knot those of the piece that it begins.
    pub fn jet(&self, u: Scalar<V>) -> [V; 4] {
        let (piece, t) = locate(&self.knots, u);
        let [_, b, c, d] = self.pieces[piece];
        let rate = Scalar::<V>::ONE / (self.knots[piece + 1] - self.knots[piece]);
        let (two, three) = (t.lit(2), t.lit(3));
        let slope = b + (c * two + d * (three * t)) * t;
        let bend = (c + d * (three * t)) * two;
        let turn = d * (two * three);
        [value(&self.pieces[piece], t), slope * rate, bend * (rate * rate), turn * (rate * rate * rate)]
    }
}

/// The point at `t`.
#[inline]
pub(super) fn value<V: FloatVector>([a, b, c, d]: &[V; 4], t: Scalar<V>) -> V {
    *a + (*b + (*c + *d * t) * t) * t
}

/// The coefficients of a Bezier curve without weights, up to degree 3.
pub(super) fn powers<V: FloatVector>(points: &[V]) -> Option<[V; 4]> {
    let from = *points.first()?;
    let none = from.none();
    let number = |n: i32| Scalar::<V>::ONE.lit(n);
    match *points {
        [a] => Some([a, none, none, none]),
        [a, b] => Some([a, b - a, none, none]),
        [a, b, c] => Some([a, (b - a) * number(2), (c - b) - (b - a), none]),
        [a, b, c, d] => {
            let bend = (c - b) - (b - a);
            Some([a, (b - a) * number(3), bend * number(3), ((d - c) - (c - b)) - bend])
        }
        _ => None,
    }
}
