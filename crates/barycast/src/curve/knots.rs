//! Knot vectors: validation, and de Boor's algorithm.
//!
//! A spline of degree `p` with `n` control points has `n + p + 1` nondecreasing knots `k`, and its
//! parameter runs from `k_p` to `k_n`. On a knot span it is a polynomial, whose *blossom* takes `p`
//! parameters instead of one:
//!
//! ```text
//! d_j <- (1 - a) d_{j-1} + a d_j    a = (u_r - k_i) / (k_{i+p+1-r} - k_i)
//! i = span - p + j    r = 1 .. p
//! ```
//!
//! With all parameters equal to `u` the blossom is the point at `u`; with `p - j` times the start
//! and `j` times the end of the span it is a control point of the Bezier piece. Sources: [de Boor
//! 1978], [Ramshaw 1987], [Boehm 1980].

use super::blend::{Blend, List, mix};
use super::{CurveError, error};
use crate::number::Float;
use alloc::vec::Vec;

/// Checks that the degree is at least 1 and there are more points than that. Runs before knots are
/// built, whose number depends on the degree.
pub(crate) fn check_degree(degree: usize, points: usize) -> Result<(), CurveError> {
    if degree == 0 {
        return Err(CurveError::Degree);
    }
    if points <= degree {
        return Err(CurveError::TooFewPoints { need: degree.saturating_add(1), got: points });
    }
    Ok(())
}

/// Checks that the knots are valid for a spline of this degree with this number of points.
pub(crate) fn check<S: Float>(degree: usize, knots: &[S], points: usize) -> Result<(), CurveError> {
    check_degree(degree, points)?;
    error::count("knots", knots, points + degree + 1)?;
    error::numbers("knots", knots)?;
    if let Some(before) = knots.windows(2).position(|pair| pair[1] < pair[0]) {
        return Err(CurveError::Unsorted { field: "knots", index: before + 1 });
    }
    let (first, last) = (knots[degree], knots[points]);
    if last <= first {
        return Err(CurveError::Repeated { index: points });
    }
    for index in degree..knots.len() {
        let k = knots[index];
        let full = knots[index - degree] == k;
        let inside = first < k && k < last;
        let more = index > degree && knots[index - degree - 1] == k;
        if full && (inside || more) {
            return Err(CurveError::Repeated { index });
        }
    }
    Ok(())
}

/// Returns the nonempty knot span that contains `u`: the last `i` from `p` to `n - 1` with
/// `k_i <= u`.
pub(crate) fn span<S: Float>(degree: usize, knots: &[S], points: usize, u: S) -> usize {
    let inside = &knots[degree..points];
    let i = degree + inside.partition_point(|k| *k <= u).max(1) - 1;
    // At the end of the curve and before its start: the nearest nonempty span.
    if knots[i] < knots[i + 1] {
        return i;
    }
    if u < knots[degree] {
        return (degree..points).find(|i| knots[*i] < knots[*i + 1]).unwrap_or(degree);
    }
    (degree..=i).rev().find(|i| knots[*i] < knots[*i + 1]).unwrap_or(i)
}

/// Returns the nonempty knot spans.
pub(crate) fn spans<S: Float>(degree: usize, knots: &[S], points: usize) -> Vec<usize> {
    (degree..points).filter(|i| knots[*i] < knots[*i + 1]).collect()
}

/// Returns the blossom at `degree` parameters of the polynomial on a knot span.
pub(crate) fn blossom<S: Float, T: Blend<S>>(
    degree: usize,
    knots: &[S],
    span: usize,
    control: impl Fn(usize) -> T,
    parameter: impl Fn(usize) -> S,
) -> T {
    let mut row: List<T> = (span - degree..=span).map(control).collect();
    for r in 1..=degree {
        for j in (r..=degree).rev() {
            let i = span - degree + j;
            let (low, high) = (knots[i], knots[i + degree + 1 - r]);
            let a = (parameter(r - 1) - low) / (high - low);
            row[j] = mix(row[j - 1], row[j], a);
        }
    }
    row[degree]
}

/// Returns the value and the first three derivatives at `u`. The derivative is the spline of one
/// degree less over the same knots with the control points `p (d_i - d_{i-1}) / (k_{i+p} - k_i)`.
/// This never divides by the length of a single span, however short.
pub(crate) fn jet<S: Float, T: Blend<S>>(
    degree: usize,
    knots: &[S],
    span: usize,
    control: impl Fn(usize) -> T,
    u: S,
) -> [T; 4] {
    let mut row: List<T> = (span - degree..=span).map(control).collect();
    let mut jet = [row[0].none(); 4];
    for (order, value) in jet.iter_mut().enumerate().take(degree + 1) {
        let left = degree - order;
        *value = blossom(left, knots, span, |i| row[i + left - span], |_| u);
        let slope = |j: usize| {
            let i = span + j + 1 - left;
            (row[j + 1] - row[j]) * (S::from_f64(left as f64) / (knots[i + left] - knots[i]))
        };
        row = (0..left).map(slope).collect();
    }
    jet
}

/// Returns the control points of the Bezier piece on a knot span.
pub(crate) fn bezier<S: Float, T: Blend<S>>(
    degree: usize,
    knots: &[S],
    span: usize,
    control: impl Fn(usize) -> T,
) -> Vec<T> {
    let [begin, end] = [knots[span], knots[span + 1]];
    let one = |j: usize| blossom(degree, knots, span, &control, |r| if r < j { end } else { begin });
    (0..=degree).map(one).collect()
}

/// Returns the control points after inserting one knot `u` strictly inside the range.
pub(crate) fn insert<S: Float, T: Blend<S>>(degree: usize, knots: &[S], controls: &[T], u: S) -> Vec<T> {
    let span = span(degree, knots, controls.len(), u);
    let control = |i: usize| {
        if i + degree <= span {
            controls[i]
        } else if i > span {
            controls[i - 1]
        } else {
            mix(controls[i - 1], controls[i], (u - knots[i]) / (knots[i + degree] - knots[i]))
        }
    };
    (0..=controls.len()).map(control).collect()
}
