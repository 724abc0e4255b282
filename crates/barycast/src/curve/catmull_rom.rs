//! Catmull-Rom curves: interpolate all points, with derivatives from the neighbours.
//!
//! With the knots `k`, the derivative at `p_i` is that of the parabola through
//! `p_{i-1}, p_i, p_{i+1}`:
//!
//! ```text
//! m_i = (h' s + h s') / (h + h')    h = k_i - k_{i-1}   s = (p_i - p_{i-1}) / h   h', s': next
//! k_{i+1} - k_i = |p_{i+1} - p_i|^a    a = 0 uniform, 1/2 centripetal, 1 chordal
//! ```
//!
//! Centripetal curves have neither loops nor cusps within a piece. The first and last derivative of
//! an open curve are those of the first and last parabola; two points make a segment. Sources:
//! [Catmull 1974], [Barry 1988], [Yuksel 2011].

use super::hermite::integer_knots;
use super::{CurveError, Hermite, PiecewiseBezier, Scalar, error};
use crate::number::{Float, Real, Ring};
use crate::vector::FloatVector;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// Parameter distance between consecutive points.
#[doc(alias = "parameterization")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parametrization {
    /// Uniform: 1.
    Uniform,
    /// Centripetal: the square root of the distance between the points.
    Centripetal,
    /// Chordal: the distance between the points.
    Chordal,
}

impl Parametrization {
    /// Returns the parameters of the points, the first at 0.
    ///
    /// # Errors
    /// Returns an error if neighbouring points coincide, except for [`Uniform`](Self::Uniform).
    pub fn knots<V: FloatVector>(self, points: &[V]) -> Result<Vec<Scalar<V>>, CurveError> {
        if self == Self::Uniform {
            return Ok(integer_knots::<V>(points.len()));
        }
        let mut knots = vec![Scalar::<V>::ZERO];
        for (i, pair) in points.windows(2).enumerate() {
            let chord = (pair[1] - pair[0]).length();
            let step = if self == Self::Chordal { chord } else { chord.sqrt() };
            let next = knots[i] + step;
            if !(next > knots[i] && next.is_finite()) {
                return Err(CurveError::Unsorted { field: "knots", index: i + 1 });
            }
            knots.push(next);
        }
        Ok(knots)
    }
}

/// An interpolating curve whose derivatives come from the neighbouring points.
///
/// ```
/// use barycast::curve::{CatmullRom, Parametrization};
/// use glam::{DVec2, dvec2};
///
/// let stops = vec![DVec2::ZERO, dvec2(1.0, 1.0), dvec2(4.0, 0.0)];
/// let path = CatmullRom::try_new(stops.clone(), Parametrization::Centripetal)?.pieces();
/// for (stop, knot) in stops.iter().zip(path.knots()) {
///     assert_eq!(path.at(*knot), *stop); // it passes through every point
/// }
/// # Ok::<(), barycast::curve::CurveError>(())
/// ```
#[doc(alias = "CubicCardinalSpline")]
#[derive(Clone, Debug, PartialEq)]
pub struct CatmullRom<V: FloatVector> {
    hermite: Hermite<V>,
}

impl<V: FloatVector> CatmullRom<V> {
    /// Builds an open curve from the first point to the last.
    ///
    /// # Errors
    /// Returns an error if there are fewer than two points, one is not finite, or neighbours
    /// coincide (except for uniform spacing).
    pub fn try_new(points: Vec<V>, spacing: Parametrization) -> Result<Self, CurveError> {
        error::points(&points, 2)?;
        let knots = spacing.knots(&points)?;
        Ok(Self { hermite: Self::through(knots, points)? })
    }

    /// Builds the curve from each point and its knot.
    pub(super) fn through(knots: Vec<Scalar<V>>, points: Vec<V>) -> Result<Hermite<V>, CurveError> {
        let last = points.len() - 1;
        let at = |i: usize| {
            if last == 1 {
                slope(&knots, &points, 0)
            } else {
                tangent(&knots, &points, i.clamp(1, last - 1), i)
            }
        };
        let tangents = (0..=last).map(at).collect();
        Hermite::try_with_knots(knots, points, tangents)
    }

    /// Builds a closed curve through all points and back to the first.
    ///
    /// # Errors
    /// Same as [`try_new`](Self::try_new), but needs at least three points.
    pub fn try_closed(mut points: Vec<V>, spacing: Parametrization) -> Result<Self, CurveError> {
        error::points(&points, 3)?;
        let count = points.len();
        points.push(points[0]);
        let knots = spacing.knots(&points)?;
        let first = {
            let steps = [knots[count] - knots[count - 1], knots[1] - knots[0]];
            parabola_derivative(steps, [slope(&knots, &points, count - 1), slope(&knots, &points, 0)])
        };
        let inner = (1..count).map(|i| tangent(&knots, &points, i, i));
        let tangents = [first].into_iter().chain(inner).chain([first]).collect();
        Ok(Self { hermite: Hermite::try_with_knots(knots, points, tangents)? })
    }

    /// Returns the same curve in Hermite form.
    pub const fn hermite(&self) -> &Hermite<V> {
        &self.hermite
    }

    /// Converts the curve to cubic Bezier pieces.
    pub fn pieces(&self) -> PiecewiseBezier<V> {
        self.hermite.pieces()
    }
}

/// Returns the slope of the chord from point `i` to the next.
pub(super) fn slope<V: FloatVector>(knots: &[Scalar<V>], points: &[V], i: usize) -> V {
    (points[i + 1] - points[i]).times_reciprocal(knots[i + 1] - knots[i])
}

/// Returns the derivative at the middle point of the parabola with slopes `s` over steps `h`.
fn parabola_derivative<V: FloatVector>([h0, h1]: [Scalar<V>; 2], [s0, s1]: [V; 2]) -> V {
    (s0 * h1 + s1 * h0).times_reciprocal(h0 + h1)
}

/// Returns the derivative, at the point `at`, of the parabola through the point `middle` and its
/// neighbours.
fn tangent<V: FloatVector>(knots: &[Scalar<V>], points: &[V], middle: usize, at: usize) -> V {
    let [s0, s1] = [slope(knots, points, middle - 1), slope(knots, points, middle)];
    let [h0, h1] = [knots[middle] - knots[middle - 1], knots[middle + 1] - knots[middle]];
    let m = parabola_derivative([h0, h1], [s0, s1]);
    // The slope of a parabola's chord is the mean of the derivatives at its ends.
    let two = h0.lit(2);
    match at.cmp(&middle) {
        Ordering::Less => s0 * two - m,
        Ordering::Equal => m,
        Ordering::Greater => s1 * two - m,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, dvec2};

    #[test]
    fn g5_uniform_derivatives_are_half_the_difference_of_the_neighbours() {
        let points = vec![dvec2(0., 0.), dvec2(1., 2.), dvec2(3., 2.), dvec2(7., 0.)];
        let curve = CatmullRom::try_new(points.clone(), Parametrization::Uniform).unwrap();
        assert_eq!(curve.hermite().tangents()[1..3], [dvec2(1.5, 1.), dvec2(3., -1.)]);
        for spacing in [Parametrization::Uniform, Parametrization::Centripetal, Parametrization::Chordal] {
            let curve = CatmullRom::try_new(points.clone(), spacing).unwrap();
            for (p, k) in points.iter().zip(curve.hermite().knots()) {
                assert!(curve.pieces().at(*k).distance(*p) < 1e-14);
            }
        }
    }

    #[test]
    fn points_of_a_parabola_give_the_parabola() {
        let at = |u: f64| dvec2(u, u * u);
        let curve = CatmullRom::try_new((0..5).map(|i| at(f64::from(i))).collect(), Parametrization::Uniform)
            .unwrap();
        for i in 0..=40 {
            let u = f64::from(i) / 10.;
            assert!(curve.pieces().at(u).distance(at(u)) < 1e-14);
        }
    }

    #[test]
    fn a_closed_curve_ends_as_it_begins() {
        let points = vec![DVec2::ZERO, DVec2::X, dvec2(3., 3.)];
        let path = CatmullRom::try_closed(points, Parametrization::Centripetal).unwrap().pieces();
        let [a, b] = path.range();
        assert_eq!(path.at(a), path.at(b));
        assert!(path.jet(a)[1].distance(path.jet(b)[1]) < 1e-14);
    }

    #[test]
    fn two_points_make_a_segment_and_a_doubled_point_has_no_chord() {
        let path =
            CatmullRom::try_new(vec![DVec2::ZERO, DVec2::ONE], Parametrization::Chordal).unwrap().pieces();
        assert!(path.at(path.range()[1] / 4.).distance(DVec2::ONE / 4.) < 1e-15);
        let twice = CatmullRom::try_new(vec![DVec2::ONE; 2], Parametrization::Chordal);
        assert_eq!(twice, Err(CurveError::Unsorted { field: "knots", index: 1 }));
    }
}
