//! Curves as chains of segments.
//!
//! A chord over a step `h` of `t` is at most `h^2 / 8` times the greatest second derivative away from the curve, and that is at
//! most `n (n - 1)` times the longest second difference of the control points. So a polynomial piece is cut evenly into
//!
//! ```text
//! sqrt(n (n - 1) max |p_{i+2} - 2 p_{i+1} + p_i| / (8 tolerance))
//! ```
//!
//! A rational piece is halved until its control points lie within the tolerance of its chord.

use super::powers::{powers, value};
use super::{Bezier, Pieces, Scalar};
use crate::number::{Field, Float, Real, Ring};
use crate::vector::FloatVector;
use alloc::vec::Vec;

/// More segments are not made of a piece, however fine the tolerance: `2^16`.
const FINEST: u32 = 16;

impl<V: FloatVector> Pieces<V> {
    /// The corners of a chain of segments within the tolerance of the curve, from its first point to its last. At most 65536
    /// segments are made of a piece.
    #[doc(alias = "tessellate")]
    pub fn flatten(&self, tolerance: Scalar<V>) -> Vec<V> {
        let mut corners = Vec::new();
        self.flatten_to(tolerance, &mut |_, p| corners.push(p));
        corners
    }

    /// The same, corner by corner with its parameter.
    pub fn flatten_to(&self, tolerance: Scalar<V>, corner: &mut impl FnMut(Scalar<V>, V)) {
        // A tolerance that is no number asks for the finest.
        let tolerance = Ring::max(tolerance, Scalar::<V>::ZERO);
        let mut last = self.pieces()[0].points()[0];
        corner(self.knots()[0], last);
        for (i, piece) in self.pieces().iter().enumerate() {
            let begin = piece.points()[0];
            if (begin - last).length_squared() > Scalar::<V>::ZERO {
                corner(self.knots()[i], begin);
            }
            last = piece.points()[piece.degree()];
            if piece.weights().is_some() {
                halve(piece, tolerance, FINEST, [self.knots()[i], self.knots()[i + 1]], corner);
                continue;
            }
            let steps = steps(piece, tolerance);
            let step = Scalar::<V>::ONE / Scalar::<V>::from_f64(f64::from(steps));
            let [from, to] = [self.knots()[i], self.knots()[i + 1]];
            let parameter = |t: Scalar<V>| from * (Scalar::<V>::ONE - t) + to * t;
            let times = (1..steps).map(|k| step * Scalar::<V>::from_f64(f64::from(k)));
            match powers(piece.points()) {
                Some(powers) => times.for_each(|t| corner(parameter(t), value(&powers, t))),
                None => times.for_each(|t| corner(parameter(t), piece.at(t))),
            }
            corner(self.knots()[i + 1], last);
        }
    }
}

/// How many segments a polynomial piece is cut into.
fn steps<V: FloatVector>(piece: &Bezier<V>, tolerance: Scalar<V>) -> u32 {
    let zero = Scalar::<V>::ZERO;
    let bend = |trio: &[V]| ((trio[2] - trio[1]) - (trio[1] - trio[0])).length_squared();
    let most = piece.points().windows(3).map(bend).fold(zero, Ring::max).sqrt();
    let n = piece.degree();
    let squared = most * Scalar::<V>::from_f64((n * n.saturating_sub(1)) as f64) / (tolerance * zero.lit(8));
    let count = squared.sqrt().to_f64();
    let finest = 1_u32 << FINEST;
    // As an integer the part behind the point is dropped, so one more is enough.
    if most <= zero {
        1
    } else if count < f64::from(finest) {
        count as u32 + 1
    } else {
        finest
    }
}

fn halve<V: FloatVector>(
    piece: &Bezier<V>,
    tolerance: Scalar<V>,
    left: u32,
    [from, to]: [Scalar<V>; 2],
    corner: &mut impl FnMut(Scalar<V>, V),
) {
    let (first, last) = (piece.points()[0], piece.points()[piece.degree()]);
    let near = |p: &V| from_segment(*p, first, last) <= tolerance * tolerance;
    if left == 0 || piece.points().iter().all(near) {
        corner(to, last);
        return;
    }
    let half = Scalar::<V>::ONE.half();
    let middle = (from + to) * half;
    let [one, two] = piece.split(half);
    halve(&one, tolerance, left - 1, [from, middle], corner);
    halve(&two, tolerance, left - 1, [middle, to], corner);
}

/// The squared distance of a point from a segment.
pub(super) fn from_segment<V: FloatVector>(p: V, a: V, b: V) -> Scalar<V> {
    let (zero, one) = (Scalar::<V>::ZERO, Scalar::<V>::ONE);
    let along = b - a;
    let t = (p - a).dot(along).div_or(along.length_squared(), zero).clamp_to(zero, one);
    (p - a - along * t).length_squared()
}

#[cfg(test)]
mod tests {
    use super::super::{BSpline, Bezier};
    use alloc::vec;
    use glam::{DVec2, dvec2};

    #[test]
    fn no_point_of_the_curve_is_farther_from_the_chain_than_told() {
        let cubic =
            Bezier::try_new(vec![dvec2(0., 0.), dvec2(0., 4.), dvec2(8., -4.), dvec2(8., 0.)]).unwrap();
        let circle = BSpline::try_ellipse(DVec2::ZERO, DVec2::X, DVec2::Y).unwrap();
        for path in [cubic.pieces(), circle.pieces()] {
            for tolerance in [1., 0.1, 1e-3] {
                let chain = path.flatten(tolerance);
                let [a, b] = path.range();
                assert_eq!([chain[0], chain[chain.len() - 1]], [path.at(a), path.at(b)]);
                for i in 0..=1000 {
                    let p = path.at(a + (b - a) * f64::from(i) / 1000.);
                    let near = |pair: &[DVec2]| {
                        super::from_segment(p, pair[0], pair[1]).sqrt() <= tolerance * (1. + 1e-12)
                    };
                    assert!(chain.windows(2).any(near));
                }
            }
        }
    }

    #[test]
    fn a_straight_piece_is_one_segment_and_no_tolerance_is_no_endless_loop() {
        let straight = Bezier::try_new(vec![DVec2::ZERO, DVec2::X, DVec2::X * 2.]).unwrap().pieces();
        assert_eq!(straight.flatten(1e-9), [DVec2::ZERO, DVec2::X * 2.]);
        let bent = Bezier::try_new(vec![DVec2::ZERO, DVec2::X, DVec2::Y]).unwrap().pieces();
        assert_eq!([bent.flatten(0.).len(), bent.flatten(f64::NAN).len()], [65537; 2]);
    }
}
