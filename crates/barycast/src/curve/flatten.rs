//! Flattening: curves to polylines.
//!
//! A chord over a parameter step `h` deviates from the curve by at most `h^2 / 8` times the
//! greatest second derivative, which is at most `n (n - 1)` times the longest second difference of
//! the control points. So a polynomial piece is divided evenly into
//!
//! ```text
//! sqrt(n (n - 1) max |p_{i+2} - 2 p_{i+1} + p_i| / (8 tolerance))
//! ```
//!
//! A rational piece is halved until its control points lie within the tolerance of its chord.

use super::{Bezier, PiecewiseBezier, PowerBasis, Scalar};
use crate::number::{Field, Float, Real, Ring};
use crate::vector::FloatVector;
use crate::vector::size::{exponent, times_power_of, vector_times_power};
use alloc::vec::Vec;

/// Binary logarithm of the largest number of segments per piece, however small the tolerance.
const FINEST: u32 = 16;
/// Segment counts up to this are found by linear search.
const MOST_COUNTED: i32 = 24;

impl<V: FloatVector> PiecewiseBezier<V> {
    /// Returns the vertices of a polyline within the tolerance of the curve, from its first point
    /// to its last. At most 65536 segments per piece.
    #[doc(alias = "tessellate")]
    pub fn flatten(&self, tolerance: Scalar<V>) -> Vec<V> {
        let mut corners = Vec::new();
        self.flatten_to(tolerance, &mut |_, p| corners.push(p));
        corners
    }

    /// Calls `corner` with the parameter and the position of each vertex of
    /// [`flatten`](Self::flatten).
    // Inlined, so that what `corner` accumulates can stay in registers; therefore called from a
    // single place.
    #[inline]
    pub fn flatten_to(&self, tolerance: Scalar<V>, corner: &mut impl FnMut(Scalar<V>, V)) {
        let one = Scalar::<V>::ONE;
        let mut last = None;
        for (piece, knots) in self.pieces().iter().zip(self.knots().windows(2)) {
            let (from, to) = (knots[0], knots[1]);
            let (begin, end) = (piece.points()[0], piece.points()[piece.degree()]);
            if last.is_none_or(|last: V| !(begin - last).is_zero()) {
                corner(from, begin);
            }
            inner_corners(piece, tolerance, &mut |t, p| corner(from * (one - t) + to * t, p));
            corner(to, end);
            last = Some(end);
        }
    }
}

impl<V: FloatVector> Bezier<V> {
    /// Returns the vertices of a polyline within the tolerance of the curve, from its first point
    /// to its last: at most 65537.
    pub fn flatten(&self, tolerance: Scalar<V>) -> Vec<V> {
        let mut corners = Vec::new();
        self.flatten_to(tolerance, &mut |_, p| corners.push(p));
        corners
    }

    /// Calls `corner` with the parameter and the position of each vertex of
    /// [`flatten`](Self::flatten).
    #[inline]
    pub fn flatten_to(&self, tolerance: Scalar<V>, corner: &mut impl FnMut(Scalar<V>, V)) {
        let (zero, one) = (Scalar::<V>::ZERO, Scalar::<V>::ONE);
        corner(zero, self.points()[0]);
        inner_corners(self, tolerance, corner);
        corner(one, self.points()[self.degree()]);
    }
}

/// Emits the vertices between the ends.
#[inline(always)]
fn inner_corners<V: FloatVector>(
    piece: &Bezier<V>,
    tolerance: Scalar<V>,
    corner: &mut impl FnMut(Scalar<V>, V),
) {
    let Some(points) = piece.cubic() else {
        return inner_vertices(piece, tolerance).into_iter().for_each(|(t, p)| corner(t, p));
    };
    let powers = PowerBasis::of_cubic(points);
    let (steps, step) = steps(points, tolerance);
    let one = Scalar::<V>::ONE;
    // Integers small enough that their sums are exact.
    let mut k = one;
    for _ in 1..steps {
        let t = step * k;
        corner(t, powers.at(t));
        k = k + one;
    }
}

/// Returns the inner vertices of a rational curve, or one of another degree.
#[inline(never)]
fn inner_vertices<V: FloatVector>(piece: &Bezier<V>, tolerance: Scalar<V>) -> Vec<(Scalar<V>, V)> {
    let (zero, one) = (Scalar::<V>::ZERO, Scalar::<V>::ONE);
    if piece.weights().is_some() {
        let mut corners = Vec::new();
        let largest = piece.points().iter().map(|p| p.largest()).fold(zero, Ring::max);
        let e = scale_exponent(largest);
        if e == 0 {
            halve(piece, Ring::max(tolerance, zero), FINEST, [zero, one], &mut corners);
        } else {
            let piece = piece.map(|p| vector_times_power(*p, e));
            let tolerance = times_power_of(Ring::max(tolerance, zero), e);
            halve(&piece, tolerance, FINEST, [zero, one], &mut corners);
            for (_, p) in &mut corners {
                *p = vector_times_power(*p, -e);
            }
        }
        corners.pop();
        return corners;
    }
    let (steps, step) = steps(piece.points(), tolerance);
    (1..steps).map(|k| step * one.lit(k)).map(|t| (t, piece.at(t))).collect()
}

/// Returns the number of equal segments for a polynomial with these control points, and the
/// parameter step.
#[inline(always)]
fn steps<V: FloatVector>(points: &[V], tolerance: Scalar<V>) -> (i32, Scalar<V>) {
    let (zero, one) = (Scalar::<V>::ZERO, Scalar::<V>::ONE);
    let second_difference = |trio: &[V]| ((trio[2] - trio[1]) - (trio[1] - trio[0])).length_squared();
    let second_difference = points.windows(3).map(second_difference).fold(zero, Ring::max);
    let n = points.len() - 1;
    let highest = Scalar::<V>::from_f64((n * n.saturating_sub(1)) as f64);
    // A NaN tolerance means the finest subdivision.
    let eight = Ring::max(tolerance, zero) * tolerance.lit(8);
    // Small counts are searched: this avoids waiting for a division and a square root before the
    // loop can start.
    let (square, unit) = (second_difference * (highest * highest), eight * eight);
    if !(unit >= Scalar::<V>::MIN_POSITIVE / Scalar::<V>::EPSILON && square.is_finite() && unit.is_finite()) {
        return steps_at_any_size(points, highest, eight);
    }
    if square < unit * one.lit(to_fourth(MOST_COUNTED)) {
        for count in 1..MOST_COUNTED {
            if square < unit * one.lit(to_fourth(count)) {
                return (count, one / one.lit(count));
            }
        }
        return (MOST_COUNTED, one / one.lit(MOST_COUNTED));
    }
    count_from_second_difference(second_difference.sqrt(), highest, eight)
}

/// Returns the count and the step from the length of the second difference.
fn count_from_second_difference<S: Float>(second_difference: S, highest: S, eight: S) -> (i32, S) {
    let (count, finest) = ((second_difference * (highest / eight)).sqrt(), 1 << FINEST);
    // The conversion to an integer truncates, so one more is enough.
    let count = if second_difference <= S::ZERO {
        1
    } else if count < count.lit(finest) {
        count.to_f64() as i32 + 1
    } else {
        finest
    };
    (count, S::ONE / S::ONE.lit(count))
}

/// Returns the count and the step if squares of lengths leave the range of floats.
#[cold]
fn steps_at_any_size<V: FloatVector>(points: &[V], highest: Scalar<V>, eight: Scalar<V>) -> (i32, Scalar<V>) {
    let second_differences = || points.windows(3).map(|trio| (trio[2] - trio[1]) - (trio[1] - trio[0]));
    let size = second_differences().map(V::largest).fold(Scalar::<V>::ZERO, Ring::max);
    let longest = second_differences()
        .map(|second_difference| second_difference.times_reciprocal(size).length())
        .fold(Scalar::<V>::ZERO, Ring::max);
    count_from_second_difference(longest, highest, eight / size)
}

const fn to_fourth(count: i32) -> i32 {
    count * count * count * count
}

/// Returns the power of two that brings `largest` to a size at which its square, and that of much
/// smaller numbers, are normal: 0 for most.
fn scale_exponent<S: Float>(largest: S) -> i32 {
    let (least, most) = (S::MIN_POSITIVE.sqrt() / S::EPSILON, S::ONE / S::MIN_POSITIVE.sqrt());
    let ordinary = largest >= least && largest <= most * S::EPSILON;
    if ordinary { 0 } else { exponent([largest.to_f64()]).map_or(0, |e| -e) }
}

/// Appends the vertices after the first.
fn halve<V: FloatVector>(
    piece: &Bezier<V>,
    tolerance: Scalar<V>,
    left: u32,
    [from, to]: [Scalar<V>; 2],
    corners: &mut Vec<(Scalar<V>, V)>,
) {
    let (first, last) = (piece.points()[0], piece.points()[piece.degree()]);
    let near = |p: &V| distance_squared_to_segment(*p, first, last) <= tolerance * tolerance;
    if left == 0 || piece.points().iter().all(near) {
        corners.push((to, last));
        return;
    }
    let half = Scalar::<V>::ONE.half();
    let middle = (from + to) * half;
    let [one, two] = piece.split(half);
    halve(&one, tolerance, left - 1, [from, middle], corners);
    halve(&two, tolerance, left - 1, [middle, to], corners);
}

/// Returns the squared distance from a point to a segment.
pub(super) fn distance_squared_to_segment<V: FloatVector>(p: V, a: V, b: V) -> Scalar<V> {
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
    fn the_polyline_stays_within_the_tolerance() {
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
                        super::distance_squared_to_segment(p, pair[0], pair[1]).sqrt()
                            <= tolerance * (1. + 1e-12)
                    };
                    assert!(chain.windows(2).any(near));
                }
            }
        }
    }

    #[test]
    fn a_straight_piece_is_one_segment_and_a_zero_tolerance_terminates() {
        let straight = Bezier::try_new(vec![DVec2::ZERO, DVec2::X, DVec2::X * 2.]).unwrap().pieces();
        assert_eq!(straight.flatten(1e-9), [DVec2::ZERO, DVec2::X * 2.]);
        let bent = Bezier::try_new(vec![DVec2::ZERO, DVec2::X, DVec2::Y]).unwrap().pieces();
        assert_eq!([bent.flatten(0.).len(), bent.flatten(f64::NAN).len()], [65537; 2]);
    }
}
