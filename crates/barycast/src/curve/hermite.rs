//! Curves given by points and derivatives: the Hermite and Ferguson forms.
//!
//! From `p0` with the derivative `m0` to `p1` with `m1`, for `u` from 0 to 1:
//!
//! ```text
//! C(u) = (2u^3 - 3u^2 + 1) p0 + (u^3 - 2u^2 + u) m0 + (3u^2 - 2u^3) p1 + (u^3 - u^2) m1  Hermite
//!      = p0 + u m0 + u^2 (3 (p1 - p0) - 2 m0 - m1) + u^3 (2 (p0 - p1) + m0 + m1)         Ferguson
//!      = Bezier of p0, p0 + m0 / 3, p1 - m1 / 3, p1
//! ```
//!
//! Over a parameter interval of length `h` the derivatives are multiplied by `h`. Sources:
//! [Farin 2002], [Ferguson 1964].

use super::{Bezier, CurveError, PiecewiseBezier, Scalar, error};
use crate::number::{Float, Ring};
use crate::vector::{FloatVector, Vector};
use alloc::vec;
use alloc::vec::Vec;

/// A chain of cubics through points with given derivatives: continuously differentiable.
///
/// ```
/// use barycast::curve::{EndConditions, Hermite};
/// use glam::dvec2;
///
/// let points = vec![dvec2(0.0, 0.0), dvec2(1.0, 1.0), dvec2(2.0, 0.0)];
/// let natural = Hermite::try_spline(vec![0.0, 1.0, 2.0], points, EndConditions::Natural)?.pieces();
/// assert_eq!(natural.at(1.0), dvec2(1.0, 1.0));
/// let [_, speed, bend, _] = natural.jet(0.0);
/// assert_eq!((speed.x, bend.y), (1.0, 0.0)); // no curvature at the ends
/// # Ok::<(), barycast::curve::CurveError>(())
/// ```
#[doc(alias = "CubicHermite")]
#[derive(Clone, Debug, PartialEq)]
pub struct Hermite<V: FloatVector> {
    knots: Vec<Scalar<V>>,
    points: Vec<V>,
    tangents: Vec<V>,
}

impl<V: FloatVector> Hermite<V> {
    /// Builds a curve through the points at the parameters 0, 1, 2, .. with these derivatives.
    ///
    /// # Errors
    /// Returns an error if there are fewer than two points, the number of tangents differs from it,
    /// or a number is not finite.
    pub fn try_new(points: Vec<V>, tangents: Vec<V>) -> Result<Self, CurveError> {
        let knots = integer_knots::<V>(points.len());
        Self::try_with_knots(knots, points, tangents)
    }

    /// Builds a curve through each point at its knot, with these derivatives by the parameter.
    ///
    /// # Errors
    /// Same as [`try_new`](Self::try_new); also returns an error if the number of knots differs
    /// from that of the points, or they are not finite and increasing.
    pub fn try_with_knots(
        knots: Vec<Scalar<V>>,
        points: Vec<V>,
        tangents: Vec<V>,
    ) -> Result<Self, CurveError> {
        error::points(&points, 2)?;
        error::count("tangents", &tangents, points.len())?;
        error::vectors("tangents", &tangents)?;
        error::increasing("knots", &knots, points.len())?;
        Ok(Self { knots, points, tangents })
    }

    /// Converts a polynomial cubic. Returns `None` for other degrees and rational curves.
    pub fn from_bezier(bezier: &Bezier<V>) -> Option<Self> {
        let [p0, c0, c1, p1] = *bezier.points() else { return None };
        let three = Scalar::<V>::ONE.lit(3);
        let tangents = vec![(c0 - p0) * three, (p1 - c1) * three];
        let knots = integer_knots::<V>(2);
        bezier.weights().is_none().then_some(Self { knots, points: vec![p0, p1], tangents })
    }

    /// Returns the interpolated points.
    pub fn points(&self) -> &[V] {
        &self.points
    }

    /// Returns the derivatives at the points.
    pub fn tangents(&self) -> &[V] {
        &self.tangents
    }

    /// Returns the parameters of the points.
    pub fn knots(&self) -> &[Scalar<V>] {
        &self.knots
    }

    /// Converts the curve to cubic Bezier pieces.
    pub fn pieces(&self) -> PiecewiseBezier<V> {
        let piece = |i: usize| {
            let h = self.knots[i + 1] - self.knots[i];
            cubic([self.points[i], self.points[i + 1]], [self.tangents[i] * h, self.tangents[i + 1] * h])
        };
        PiecewiseBezier::from_parts(self.knots.clone(), (0..self.points.len() - 1).map(piece).collect())
    }
}

/// Returns the cubic between two points with these derivatives.
pub(super) fn cubic<V: FloatVector>([p0, p1]: [V; 2], [m0, m1]: [V; 2]) -> Bezier<V> {
    let three = V::splat(Scalar::<V>::ONE.lit(3));
    let third = |m: V| V::from_fn(|axis| m.get(axis) / three.get(axis));
    Bezier::from_points(vec![p0, p0 + third(m0), p1 - third(m1), p1])
}

/// Returns the knots `0, 1, 2, ..`.
pub(crate) fn integer_knots<V: Vector<Scalar: Float>>(count: usize) -> Vec<Scalar<V>> {
    (0..count).map(|i| Scalar::<V>::from_f64(i as f64)).collect()
}

/// A cubic in the power basis, `a0 + a1 u + a2 u^2 + a3 u^3` for `u` from 0 to 1: Ferguson's form.
///
/// ```
/// use barycast::curve::Ferguson;
/// use glam::{DVec2, dvec2};
///
/// let curve = Ferguson::from_ends(DVec2::ZERO, dvec2(3.0, 3.0), dvec2(2.0, 0.0), dvec2(3.0, -3.0));
/// assert_eq!(curve.at(0.5), dvec2(1.0, 0.75));
/// assert_eq!(curve.to_bezier().points()[1], dvec2(1.0, 1.0)); // a third of the tangent
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ferguson<V> {
    /// Coefficients of `1, u, u^2, u^3`.
    pub coefficients: [V; 4],
}

impl<V: FloatVector> Ferguson<V> {
    /// Builds the cubic from `p0` with the derivative `m0` to `p1` with `m1`.
    pub fn from_ends(p0: V, m0: V, p1: V, m1: V) -> Self {
        let two = Scalar::<V>::ONE.lit(2);
        let three = Scalar::<V>::ONE.lit(3);
        let step = p1 - p0;
        Self { coefficients: [p0, m0, step * three - m0 * two - m1, m0 + m1 - step * two] }
    }

    /// Returns the point at `u`.
    pub fn at(&self, u: Scalar<V>) -> V {
        let [a, b, c, d] = self.coefficients;
        a + (b + (c + d * u) * u) * u
    }

    /// Returns the Hermite data of both ends: `p0, m0, p1, m1`.
    pub fn ends(&self) -> [V; 4] {
        let [a, b, c, d] = self.coefficients;
        let two = Scalar::<V>::ONE.lit(2);
        [a, b, a + b + c + d, b + c * two + d * two.lit(3)]
    }

    /// Converts to a Bezier curve.
    pub fn to_bezier(&self) -> Bezier<V> {
        let [p0, m0, p1, m1] = self.ends();
        cubic([p0, p1], [m0, m1])
    }

    /// Converts to a single piece over 0 to 1.
    pub fn pieces(&self) -> PiecewiseBezier<V> {
        self.to_bezier().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, dvec2, dvec3};

    #[test]
    fn g2_a_hermite_curve_is_its_bezier_curve_and_comes_back() {
        let (p0, m0, p1, m1) = (dvec2(1., 2.), dvec2(3., 0.), dvec2(4., -1.), dvec2(0., 6.));
        let hermite = Hermite::try_new(vec![p0, p1], vec![m0, m1]).unwrap();
        let bezier = hermite.pieces().pieces()[0].clone();
        assert_eq!(bezier.points(), [p0, dvec2(2., 2.), dvec2(4., -3.), p1]);
        assert_eq!(Hermite::from_bezier(&bezier), Some(hermite.clone()));
        assert_eq!([hermite.pieces().jet(0.)[1], hermite.pieces().jet(1.)[1]], [m0, m1]);
        assert_eq!(Hermite::from_bezier(&bezier.elevated()), None);
    }

    #[test]
    fn g3_fergusons_powers_make_the_same_curve() {
        let ends = [dvec3(1., 2., 3.), dvec3(0., 4., 0.), dvec3(5., 5., 5.), dvec3(-2., 1., 0.)];
        let [p0, m0, p1, m1] = ends;
        let ferguson = Ferguson::from_ends(p0, m0, p1, m1);
        assert_eq!(ferguson.ends(), ends);
        for u in [0., 0.25, 0.5, 1.] {
            assert!(ferguson.at(u).distance(ferguson.to_bezier().at(u)) < 1e-14);
        }
    }

    #[test]
    fn derivatives_are_by_the_parameter_whatever_the_knots() {
        let points = vec![DVec2::ZERO, DVec2::X, DVec2::Y];
        let curve = Hermite::try_with_knots(vec![0., 0.5, 4.], points.clone(), vec![DVec2::ONE; 3]).unwrap();
        for u in [0., 0.5, 4.] {
            assert!(curve.pieces().jet(u)[1].distance(DVec2::ONE) < 1e-14);
        }
        let early = Hermite::try_with_knots(vec![0., 2., 1.], points.clone(), vec![DVec2::ONE; 3]);
        assert_eq!(early, Err(CurveError::Unsorted { field: "knots", index: 2 }));
        let few = Hermite::try_new(points, vec![]);
        assert_eq!(few, Err(CurveError::Count { field: "tangents", need: 3, got: 0 }));
    }
}
