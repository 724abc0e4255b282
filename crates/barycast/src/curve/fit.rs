//! Least-squares fitting of curves to data.
//!
//! Minimizes `sum |C(u_j) - d_j|^2` over all splines with the given knots. The overdetermined
//! linear system is reduced to triangular form by Householder reflections (the normal equations
//! would square its condition number). A Bezier curve is the spline without inner knots. The graph
//! of a function is a curve of points `(x, y)` with the parameters `x`, whose first coordinate
//! reproduces `x`. Sources: [Golub 2013], [Piegl 1997].

use super::{BSpline, Bezier, CurveError, Parametrization, Scalar, error, knots};
use crate::number::{Float, Real, Ring};
use crate::vector::FloatVector;
use alloc::vec;
use alloc::vec::Vec;

impl<V: FloatVector> BSpline<V> {
    /// Returns the spline with these knots that best fits the data at their parameters, which may
    /// be in any order.
    ///
    /// # Errors
    /// Returns an error for invalid knots; numbers that are not finite; parameters whose number
    /// differs from that of the data, or outside the knots; and data that do not determine every
    /// control point.
    pub fn try_fit(
        degree: usize,
        knots: Vec<Scalar<V>>,
        parameters: &[Scalar<V>],
        data: &[V],
    ) -> Result<Self, CurveError> {
        let count = knots.len().saturating_sub(degree.saturating_add(1));
        knots::check(degree, &knots, count)?;
        error::points(data, count)?;
        error::count("parameters", parameters, data.len())?;
        error::numbers("parameters", parameters)?;
        let (first, last) = (knots[degree], knots[count]);
        if parameters.iter().any(|u| *u < first || last < *u) {
            return Err(CurveError::OutOfRange);
        }
        let rows = parameters.iter().map(|u| basis(degree, &knots, count, *u)).collect();
        let points = least_squares(rows, data.to_vec(), count).ok_or(CurveError::Underdetermined)?;
        Self::try_new(degree, knots, points)
    }

    /// Returns a clamped spline with few points that passes within the tolerance of each data point
    /// at its parameter. The number of knot spans is doubled until it does.
    ///
    /// # Errors
    /// Returns an error if there are fewer than `degree + 1` points, one is not finite, or
    /// neighbours coincide (except for uniform spacing). [`Tolerance`](CurveError::Tolerance) if
    /// the largest number of spans that the data determine is not enough.
    pub fn try_fit_within(
        degree: usize,
        data: &[V],
        spacing: Parametrization,
        tolerance: Scalar<V>,
    ) -> Result<Self, CurveError> {
        if degree == 0 {
            return Err(CurveError::Degree);
        }
        error::points(data, degree.saturating_add(1))?;
        let parameters = spacing.knots(data)?;
        let mut spans = 1;
        loop {
            let fitted =
                Self::try_fit(degree, distributed_knots(degree, &parameters, spans), &parameters, data);
            if let Ok(curve) = fitted {
                let near = |(u, d): (&Scalar<V>, &V)| (curve.at(*u) - *d).length() <= tolerance;
                if parameters.iter().zip(data).all(near) {
                    return Ok(curve);
                }
            }
            let most = data.len() - degree;
            if spans >= most {
                return Err(CurveError::Tolerance);
            }
            spans = (spans * 2).min(most);
        }
    }
}

impl<V: FloatVector> Bezier<V> {
    /// Returns the Bezier curve of a given degree that best fits the data at their parameters in
    /// [0, 1].
    ///
    /// # Errors
    /// Same as [`BSpline::try_fit`].
    pub fn try_fit(degree: usize, parameters: &[Scalar<V>], data: &[V]) -> Result<Self, CurveError> {
        error::points(data, degree.saturating_add(1))?;
        let ends = [Scalar::<V>::ZERO, Scalar::<V>::ONE];
        let knots = ends.iter().flat_map(|end| core::iter::repeat_n(*end, degree + 1)).collect();
        let spline = BSpline::try_fit(degree, knots, parameters, data)?;
        Ok(Self::from_points(spline.points().to_vec()))
    }
}

/// Returns clamped knots with about the same number of parameters in each span.
fn distributed_knots<S: Float>(degree: usize, parameters: &[S], spans: usize) -> Vec<S> {
    let last = parameters.len() - 1;
    let mut knots = vec![parameters[0]; degree + 1];
    for k in 1..spans {
        // Interpolates between two parameters, so that each span contains some.
        let place = k as f64 * last as f64 / spans as f64;
        let (i, t) = (place as usize, S::from_f64(place - (place as usize) as f64));
        knots.push(parameters[i] * (S::ONE - t) + parameters[i + 1] * t);
    }
    knots.extend(core::iter::repeat_n(parameters[last], degree + 1));
    knots
}

/// Returns the basis functions of all control points at `u`.
fn basis<S: Float>(degree: usize, knots: &[S], count: usize, u: S) -> Vec<S> {
    let span = knots::span(degree, knots, count, u);
    let mut row = vec![S::ZERO; count];
    for i in span - degree..=span {
        let unit = |j: usize| if i == j { S::ONE } else { S::ZERO };
        row[i] = knots::blossom(degree, knots, span, unit, |_| u);
    }
    row
}

/// Solves the least-squares problem, or returns `None` if the rows do not determine the unknowns.
fn least_squares<V: FloatVector>(
    mut rows: Vec<Vec<Scalar<V>>>,
    mut right: Vec<V>,
    unknowns: usize,
) -> Option<Vec<V>> {
    let zero = Scalar::<V>::ZERO;
    for k in 0..unknowns {
        let squared = rows[k..].iter().fold(zero, |sum, row| sum + row[k] * row[k]);
        let size = squared.sqrt();
        let whole = rows.iter().fold(zero, |sum, row| sum + row[k] * row[k]).sqrt();
        if size <= whole * Scalar::<V>::EPSILON * zero.lit(64) {
            return None;
        }
        // The Householder reflection that zeroes the column below the diagonal, with the sign that
        // avoids cancellation.
        let top = if rows[k][k] < zero { -size } else { size };
        let mut mirror: Vec<Scalar<V>> = rows[k..].iter().map(|row| row[k]).collect();
        mirror[0] = mirror[0] + top;
        let half = top * mirror[0];
        for j in k..unknowns {
            let dot = mirror.iter().zip(&rows[k..]).fold(zero, |sum, (m, row)| sum + *m * row[j]) / half;
            for (m, row) in mirror.iter().zip(&mut rows[k..]) {
                row[j] = row[j] - *m * dot;
            }
        }
        let dot = mirror.iter().zip(&right[k..]).fold(right[k].zero(), |sum, (m, r)| sum + *r * *m);
        let dot = dot.times_reciprocal(half);
        for (m, r) in mirror.iter().zip(&mut right[k..]) {
            *r = *r - dot * *m;
        }
    }
    for k in (0..unknowns).rev() {
        let known = (k + 1..unknowns).fold(right[k], |rest, j| rest - right[j] * rows[k][j]);
        right[k] = known.times_reciprocal(rows[k][k]);
    }
    right.truncate(unknowns);
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3, dvec2, dvec3};

    #[test]
    fn g8_points_of_a_curve_reproduce_the_curve() {
        let cubic = Bezier::try_new(vec![DVec3::ZERO, DVec3::X, DVec3::Y, dvec3(3., 4., 5.)]).unwrap();
        let parameters: Vec<f64> = (0..20).map(|i| f64::from(i) / 19.).collect();
        let data: Vec<DVec3> = parameters.iter().map(|t| cubic.at(*t)).collect();
        let fitted = Bezier::try_fit(3, &parameters, &data).unwrap();
        for (a, b) in fitted.points().iter().zip(cubic.points()) {
            assert!(a.distance(*b) < 1e-13);
        }
    }

    #[test]
    fn g8_a_regression_line_through_three_points() {
        // (0, 0), (1, 1), (2, 1): y = 1/6 + x / 2.
        let data = [dvec2(0., 0.), dvec2(1., 1.), dvec2(2., 1.)];
        let line = BSpline::try_fit(1, vec![0., 0., 2., 2.], &[0., 1., 2.], &data).unwrap();
        assert!(line.points()[0].distance(dvec2(0., 1. / 6.)) < 1e-15);
        assert!(line.points()[1].distance(dvec2(2., 7. / 6.)) < 1e-15);
    }

    #[test]
    fn g8_spans_are_added_until_the_tolerance_is_met() {
        let data: Vec<DVec2> =
            (0..60).map(|i| f64::from(i) / 10.).map(|x| dvec2(x, (2. * x).sin())).collect();
        for spacing in [Parametrization::Uniform, Parametrization::Chordal, Parametrization::Centripetal] {
            let rough = BSpline::try_fit_within(3, &data, spacing, 0.1).unwrap();
            let fine = BSpline::try_fit_within(3, &data, spacing, 1e-3).unwrap();
            assert!(rough.points().len() < fine.points().len());
            assert!(spacing != Parametrization::Uniform || fine.points().len() < 30);
        }
    }

    #[test]
    fn underdetermined_data_are_an_error() {
        let knots = vec![0., 0., 0., 1., 2., 2., 2.];
        let data = vec![DVec2::ONE; 6];
        let early = BSpline::try_fit(2, knots.clone(), &[0., 0.1, 0.2, 0.3, 0.4, 0.5], &data);
        assert_eq!(early, Err(CurveError::Underdetermined));
        let outside = BSpline::try_fit(2, knots.clone(), &[0., 0.1, 0.2, 0.3, 0.4, 3.], &data);
        assert_eq!(outside, Err(CurveError::OutOfRange));
        let few = BSpline::try_fit(2, knots, &[0.], &data[..1]);
        assert_eq!(few, Err(CurveError::TooFewPoints { need: 4, got: 1 }));
        let exact = BSpline::try_fit_within(3, &data, Parametrization::Uniform, -1.);
        assert_eq!(exact, Err(CurveError::Tolerance));
    }
}
