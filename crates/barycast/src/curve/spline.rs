//! Interpolating cubic splines with continuous second derivatives, and monotone cubics.
//!
//! With the steps `h` and slopes `s` before and `h'`, `s'` after a point, the second derivatives
//! agree there if
//!
//! ```text
//! h' m_{i-1} + 2 (h + h') m_i + h m_{i+1} = 3 (h' s + h s')
//! ```
//!
//! The two missing equations are the end conditions. The tridiagonal system is solved by
//! elimination; the periodic one as a tridiagonal system with a rank-one correction
//! (Sherman-Morrison). Sources: [de Boor 1978], [Press 2007].
//!
//! The monotone curve gives up the continuity of the second derivative. For each coordinate, `m_i`
//! is 0 if the slopes differ in sign, otherwise their weighted harmonic mean, so that no coordinate
//! has an extremum between points. Source: [Fritsch 1984].

use super::catmull_rom::slope;
use super::{CurveError, Hermite, Scalar, error};
use crate::number::{Float, Ring};
use crate::vector::FloatVector;
use alloc::vec;
use alloc::vec::Vec;

/// End conditions of an interpolating spline.
///
/// ```
/// use barycast::curve::{EndConditions, Hermite};
/// use glam::dvec2;
///
/// let points = vec![dvec2(0.0, 0.0), dvec2(1.0, 1.0), dvec2(2.0, 4.0), dvec2(3.0, 9.0)];
/// let knots = vec![0.0, 1.0, 2.0, 3.0];
/// let parabola = Hermite::try_spline(knots, points, EndConditions::NotAKnot)?.pieces();
/// assert!(parabola.at(1.5).distance(dvec2(1.5, 2.25)) < 1e-14); // reproduces y = x^2
/// # Ok::<(), barycast::curve::CurveError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EndConditions<V> {
    /// Natural: the second derivative is zero.
    Natural,
    /// Clamped: the first derivatives at the start and the end.
    Clamped(V, V),
    /// Not-a-knot: the first two pieces are one polynomial, and so are the last two. Three points
    /// make a parabola, two a segment.
    NotAKnot,
}

/// A row of the tridiagonal system: `below m_{i-1} + middle m_i + above m_{i+1} = right`.
struct Row<V: FloatVector> {
    below: Scalar<V>,
    middle: Scalar<V>,
    above: Scalar<V>,
    right: V,
}

impl<V: FloatVector> Hermite<V> {
    /// Builds the cubic spline through each point at its knot, twice continuously differentiable.
    /// For knots from the distances between points, see
    /// [`Parametrization::knots`](super::Parametrization::knots).
    ///
    /// # Errors
    /// Returns an error if there are fewer than two points, or the knots differ in number from
    /// them, or are not finite and increasing.
    pub fn try_spline(
        knots: Vec<Scalar<V>>,
        points: Vec<V>,
        ends: EndConditions<V>,
    ) -> Result<Self, CurveError> {
        check(&knots, &points, 2)?;
        if let EndConditions::Clamped(a, b) = ends {
            error::vectors("tangents", &[a, b])?;
        }
        let last = points.len() - 1;
        let mut rows = Vec::with_capacity(points.len());
        rows.push(end_row(&knots, &points, ends, true));
        rows.extend((1..last).map(|i| inner_row(&knots, &points, i)));
        rows.push(end_row(&knots, &points, ends, false));
        let tangents = match (ends, last) {
            (EndConditions::NotAKnot, 1) => vec![slope(&knots, &points, 0); 2],
            (EndConditions::NotAKnot, 2) => return super::CatmullRom::through(knots, points),
            _ => solve(&rows),
        };
        Self::try_with_knots(knots, points, tangents)
    }

    /// Builds the closed cubic spline through all points and back to the first, as smooth at the
    /// seam as elsewhere. Needs one knot more than points.
    ///
    /// # Errors
    /// Returns an error if there are fewer than three points, or the knots are not one more, finite
    /// and increasing.
    pub fn try_periodic_spline(knots: Vec<Scalar<V>>, mut points: Vec<V>) -> Result<Self, CurveError> {
        error::points(&points, 3)?;
        points.push(points[0]);
        check(&knots, &points, 4)?;
        let count = points.len() - 1;
        let first = {
            let (h0, h1) = (step(&knots, count - 1), step(&knots, 0));
            second_derivative_row([h0, h1], [slope(&knots, &points, count - 1), slope(&knots, &points, 0)])
        };
        let mut rows = vec![first];
        rows.extend((1..count).map(|i| inner_row(&knots, &points, i)));
        let mut tangents = solve_cyclic(rows);
        tangents.push(tangents[0]);
        Self::try_with_knots(knots, points, tangents)
    }

    /// Builds cubics through each point at its knot, with no coordinate having an extremum between
    /// two points.
    ///
    /// # Errors
    /// Returns an error if there are fewer than two points, or the knots differ in number from
    /// them, or are not finite and increasing.
    #[doc(alias = "pchip")]
    pub fn try_monotone(knots: Vec<Scalar<V>>, points: Vec<V>) -> Result<Self, CurveError> {
        check(&knots, &points, 2)?;
        let last = points.len() - 1;
        let slopes: Vec<V> = (0..last).map(|i| slope(&knots, &points, i)).collect();
        let along = |i: usize, axis: usize| {
            let s = |j: usize| slopes[j].get(axis);
            match i {
                _ if last == 1 => s(0),
                0 => monotone_end([step(&knots, 0), step(&knots, 1)], [s(0), s(1)]),
                _ if i == last => {
                    monotone_end([step(&knots, last - 1), step(&knots, last - 2)], [s(last - 1), s(last - 2)])
                }
                _ => monotone([step(&knots, i - 1), step(&knots, i)], [s(i - 1), s(i)]),
            }
        };
        let tangents = (0..=last).map(|i| V::from_fn(|axis| along(i, axis))).collect();
        Self::try_with_knots(knots, points, tangents)
    }
}

fn check<V: FloatVector>(knots: &[Scalar<V>], points: &[V], need: usize) -> Result<(), CurveError> {
    error::points(points, need)?;
    error::increasing("knots", knots, points.len())
}

fn step<S: Float>(knots: &[S], i: usize) -> S {
    knots[i + 1] - knots[i]
}

/// Returns the equation of continuous second derivatives.
fn second_derivative_row<V: FloatVector>([h0, h1]: [Scalar<V>; 2], [s0, s1]: [V; 2]) -> Row<V> {
    let right = (s0 * h1 + s1 * h0) * h0.lit(3);
    Row { below: h1, middle: (h0 + h1) * h0.lit(2), above: h0, right }
}

fn inner_row<V: FloatVector>(knots: &[Scalar<V>], points: &[V], i: usize) -> Row<V> {
    second_derivative_row(
        [step(knots, i - 1), step(knots, i)],
        [slope(knots, points, i - 1), slope(knots, points, i)],
    )
}

/// Returns the equation of an end: the first or the last.
fn end_row<V: FloatVector>(knots: &[Scalar<V>], points: &[V], ends: EndConditions<V>, first: bool) -> Row<V> {
    let last = points.len() - 2;
    let (i, next) = if first { (0, 1.min(last)) } else { (last, last.saturating_sub(1)) };
    let (zero, one) = (Scalar::<V>::ZERO, Scalar::<V>::ONE);
    let s = slope(knots, points, i);
    let (middle, beside, right) = match ends {
        EndConditions::Natural => (one.lit(2), one, s * one.lit(3)),
        EndConditions::Clamped(a, b) => (one, zero, if first { a } else { b }),
        EndConditions::NotAKnot => {
            let (h0, h1) = (step(knots, i), step(knots, next));
            let both = h0 + h1;
            let right = s * ((h0 + both * h0.lit(2)) * h1) + slope(knots, points, next) * (h0 * h0);
            (h1, both, right.times_reciprocal(both))
        }
    };
    if first {
        Row { below: zero, middle, above: beside, right }
    } else {
        Row { below: beside, middle, above: zero, right }
    }
}

/// Solves the tridiagonal system by forward elimination and back substitution.
fn solve<V: FloatVector>(rows: &[Row<V>]) -> Vec<V> {
    let mut above = Vec::with_capacity(rows.len());
    let mut found: Vec<V> = Vec::with_capacity(rows.len());
    for (i, row) in rows.iter().enumerate() {
        let (mut middle, mut right) = (row.middle, row.right);
        if i > 0 {
            middle = middle - row.below * above[i - 1];
            right = right - found[i - 1] * row.below;
        }
        above.push(row.above / middle);
        found.push(right.times_reciprocal(middle));
    }
    for i in (1..rows.len()).rev() {
        found[i - 1] = found[i - 1] - found[i] * above[i - 1];
    }
    found
}

/// Solves the cyclic system, in which the first row's `below` belongs to the last unknown and the
/// last row's `above` to the first. The tridiagonal matrix is that matrix minus `u v^T`,
/// `u = (-b, 0, .., a)`, `v = (1, 0, .., -c / b)`.
fn solve_cyclic<V: FloatVector>(mut rows: Vec<Row<V>>) -> Vec<V> {
    let last = rows.len() - 1;
    let (zero, one) = (Scalar::<V>::ZERO, Scalar::<V>::ONE);
    let (corner_above, corner_below) = (rows[0].below, rows[last].above);
    let b = rows[0].middle;
    rows[0].middle = b + b;
    rows[last].middle = rows[last].middle + corner_above * corner_below / b;
    (rows[0].below, rows[last].above) = (zero, zero);
    let x = solve(&rows);
    for (i, row) in rows.iter_mut().enumerate() {
        row.right = V::splat(if i == 0 {
            -b
        } else if i == last {
            corner_below
        } else {
            zero
        });
    }
    let z = solve(&rows);
    let ratio = corner_above / b;
    let of_x = x[0] - x[last] * ratio;
    let of_z = one + z[0].get(0) - z[last].get(0) * ratio;
    let factor = of_x.times_reciprocal(of_z);
    x.iter().zip(&z).map(|(x, z)| *x - factor * z.get(0)).collect()
}

/// Returns `(h + 2h' + 2h + h') / ((h + 2h') / s + (2h + h') / s')`, or 0 if the slopes differ in
/// sign.
fn monotone<S: Float>([h0, h1]: [S; 2], [s0, s1]: [S; 2]) -> S {
    if (s0 < S::ZERO) != (s1 < S::ZERO) || s0 == S::ZERO || s1 == S::ZERO {
        return S::ZERO;
    }
    let (w0, w1) = (h1 + h1 + h0, h0 + h0 + h1);
    (w0 + w1) / (w0 / s0 + w1 / s1)
}

/// Returns the end derivative of the parabola over the nearest steps, limited to the sign of the
/// first slope and three times its size.
fn monotone_end<S: Float>([h0, h1]: [S; 2], [s0, s1]: [S; 2]) -> S {
    let m = ((h0 + h0 + h1) * s0 - h0 * s1).div_or(h0 + h1, S::ZERO);
    let three = s0 * s0.lit(3);
    if (m < S::ZERO) != (s0 < S::ZERO) || s0 == S::ZERO {
        S::ZERO
    } else if (s0 < S::ZERO) != (s1 < S::ZERO) && Ring::abs(m) > Ring::abs(three) {
        three
    } else {
        m
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, dvec2};

    fn knots() -> Vec<f64> {
        vec![0., 1., 1.5, 4., 5.]
    }

    fn points() -> Vec<DVec2> {
        [1., 3., 3., -2., 0.].iter().zip(knots()).map(|(y, x)| dvec2(x, *y)).collect()
    }

    #[test]
    fn g5_all_splines_interpolate_with_continuous_second_derivatives() {
        for ends in
            [EndConditions::Natural, EndConditions::Clamped(DVec2::X, DVec2::Y), EndConditions::NotAKnot]
        {
            let path = Hermite::try_spline(knots(), points(), ends).unwrap().pieces();
            for (p, k) in points().iter().zip(knots()) {
                assert!(path.at(k).distance(*p) < 1e-14);
                let before = path.pieces()[path.locate(k).0.saturating_sub(usize::from(k < 5.))].jet(1.)[2];
                let width = path.width(path.locate(k).0.saturating_sub(usize::from(k < 5.)));
                if 0. < k && k < 5. {
                    assert!((before / (width * width)).distance(path.jet(k)[2]) < 1e-12);
                }
            }
            let (a, b) = (path.jet(0.), path.jet(5.));
            match ends {
                EndConditions::Natural => assert!(a[2].length() < 1e-13 && b[2].length() < 1e-13),
                EndConditions::Clamped(x, y) => assert!(a[1].distance(x) < 1e-14 && b[1].distance(y) < 1e-14),
                EndConditions::NotAKnot => assert!(path.jet(0.5)[3].distance(path.jet(1.2)[3]) < 1e-11),
            }
        }
    }

    #[test]
    fn a_cubic_is_reproduced_by_its_spline() {
        let at = |u: f64| dvec2(u, u * u * u - 2. * u);
        let path =
            Hermite::try_spline(knots(), knots().into_iter().map(at).collect(), EndConditions::NotAKnot)
                .unwrap();
        for i in 0..=50 {
            let u = f64::from(i) / 10.;
            assert!(path.pieces().at(u).distance(at(u)) < 1e-13);
        }
    }

    #[test]
    fn a_periodic_spline_closes_with_both_derivatives() {
        let around = [knots(), vec![6.5]].concat();
        let path = Hermite::try_periodic_spline(around, points()).unwrap().pieces();
        let (a, b) = (path.jet(0.), path.jet(6.5));
        for order in 0..3 {
            assert!(a[order].distance(b[order]) < 1e-13, "{order}");
        }
    }

    #[test]
    fn a_monotone_curve_does_not_overshoot() {
        let path = Hermite::try_monotone(knots(), points()).unwrap().pieces();
        for piece in path.pieces() {
            let ends = [piece.points()[0].y, piece.points()[3].y];
            let bounds = piece.bounds();
            assert!(bounds.min.y >= ends[0].min(ends[1]) && bounds.max.y <= ends[0].max(ends[1]));
        }
    }

    #[test]
    fn two_and_three_points_are_a_segment_and_a_parabola() {
        let two = Hermite::try_spline(vec![0., 2.], vec![DVec2::ZERO, DVec2::ONE], EndConditions::NotAKnot)
            .unwrap();
        assert_eq!(two.pieces().at(1.), DVec2::ONE / 2.);
        let at = |u: f64| dvec2(u, u * u);
        let three =
            Hermite::try_spline(vec![0., 1., 3.], vec![at(0.), at(1.), at(3.)], EndConditions::NotAKnot)
                .unwrap();
        assert!(three.pieces().at(2.).distance(at(2.)) < 1e-14);
        let few = Hermite::try_spline(vec![0.], vec![DVec2::ZERO], EndConditions::Natural);
        assert_eq!(few, Err(CurveError::TooFewPoints { need: 2, got: 1 }));
    }
}
