//! Bezier curves of any degree, polynomial and rational.
//!
//! ```text
//! C(t) = sum B_i(t) w_i p_i / sum B_i(t) w_i      0 <= t <= 1
//! B_i(t) = binomial(n, i) (1 - t)^(n - i) t^i
//! ```
//!
//! Without weights the denominator is 1. With weights, which are positive, all operations act on
//! homogeneous control points (point times weight, and the weight), so the curve stays in the
//! convex hull of its points. Sources: [Farin 2002], [Piegl 1997].

use super::blend::{Blend, List, Weighted, cubic, elevate, jet, quotient, slopes, split, value};
use super::control_points::Controls;
use super::{CurveError, Scalar, bernstein, error};
use crate::number::each::MapEach;
use crate::number::{Field, Float, Ring};
use crate::vector::FloatVector;
use alloc::vec::Vec;
use smallvec::{SmallVec, smallvec};

/// Coefficients along each axis.
type Axes<V> = SmallVec<[List<Scalar<V>>; 3]>;

/// A Bezier curve over `t` from 0 to 1; degree 0 makes a point.
///
/// ```
/// use barycast::curve::Bezier;
/// use glam::{DVec2, dvec2};
///
/// let arch = Bezier::try_new(vec![DVec2::ZERO, dvec2(1.0, 2.0), dvec2(2.0, 0.0)])?;
/// assert_eq!(arch.at(0.5), dvec2(1.0, 1.0));
/// let [left, right] = arch.split(0.5);
/// assert_eq!(left.at(1.0), right.at(0.0));
/// # Ok::<(), barycast::curve::CurveError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Bezier<V: FloatVector> {
    controls: Controls<V>,
}

impl<V: FloatVector> Bezier<V> {
    /// Builds a curve from control points. Its degree is one less than their number.
    ///
    /// # Errors
    /// Returns an error if there are no points, or one is not finite.
    pub fn try_new(points: Vec<V>) -> Result<Self, CurveError> {
        error::points(&points, 1)?;
        Ok(Self::from_points(points))
    }

    /// Builds a rational curve from control points and weights. Equal weights make a polynomial
    /// curve.
    ///
    /// # Errors
    /// Same as [`try_new`](Self::try_new); also returns an error if the number of weights differs
    /// from that of the points, or one is not finite and positive.
    pub fn try_rational(points: Vec<V>, weights: Vec<Scalar<V>>) -> Result<Self, CurveError> {
        error::points(&points, 1)?;
        error::weights(&weights, points.len())?;
        Ok(Self::from_parts(points, Some(weights.into())))
    }

    /// Builds a curve from points that are known to be valid.
    pub(crate) fn from_points(points: impl Into<List<V>>) -> Self {
        Self { controls: Controls::new(points.into(), None) }
    }

    /// Builds a curve from points and weights that are known to be valid. Equal weights are
    /// dropped.
    pub(crate) fn from_parts(points: impl Into<List<V>>, weights: Option<List<Scalar<V>>>) -> Self {
        let weights = weights.filter(|w| w.iter().any(|x| *x != w[0]));
        Self { controls: Controls::new(points.into(), weights) }
    }

    /// Builds a curve from homogeneous control points.
    pub(crate) fn from_weighted(controls: &[Weighted<V>]) -> Self {
        let points = controls.iter().map(|c| c.project()).collect();
        Self { controls: Controls::new(points, Some(controls.iter().map(|c| c.weight).collect())) }
    }

    /// Returns the control points, whose convex hull contains the curve.
    #[inline]
    pub fn points(&self) -> &[V] {
        self.controls.points()
    }

    /// Returns the weights, if the curve is rational.
    #[inline]
    pub fn weights(&self) -> Option<&[Scalar<V>]> {
        self.controls.weights()
    }

    /// Returns the control points of a polynomial cubic, otherwise `None`.
    #[inline]
    pub(super) fn cubic(&self) -> Option<&[V; 4]> {
        match &self.controls {
            Controls::Cubic(points) => Some(points),
            Controls::Other { .. } => None,
        }
    }

    /// Returns the degree: one less than the number of control points.
    pub fn degree(&self) -> usize {
        self.points().len() - 1
    }

    /// Returns the point at `t`.
    #[doc(alias = "eval")]
    #[inline]
    pub fn at(&self, t: Scalar<V>) -> V {
        // Wraps the point of any other curve as the start of a cubic: with two code paths to one
        // result the compiler handles coordinates one by one, which is a tenth slower.
        let start;
        let (points, t) = if let Some(points) = self.cubic() {
            (points, t)
        } else {
            let p = self.at_any_degree(t);
            let none = p.none();
            start = [p, none, none, none];
            (&start, none.get(0))
        };
        cubic(*points, t)
    }

    /// Separate, so that the common case is short enough to be inlined.
    #[inline(never)]
    fn at_any_degree(&self, t: Scalar<V>) -> V {
        let points = self.points();
        match self.weights() {
            None => value(points.len(), |i| points[i], t),
            Some(w) => value(points.len(), |i| Weighted::new(points[i], w[i]), t).project(),
        }
    }

    /// Returns the point and the first three derivatives at `t`.
    #[doc(alias = "derivatives")]
    pub fn jet(&self, t: Scalar<V>) -> [V; 4] {
        let points = self.points();
        match self.weights() {
            None => jet(points.len(), |i| points[i], t),
            Some(w) => quotient(jet(points.len(), |i| Weighted::new(points[i], w[i]), t)),
        }
    }

    /// Returns the derivative as a curve (hodograph). Without weights it is `n (p_{i + 1} - p_i)`,
    /// of one degree less; with weights `(X' w - X w') / w^2`, of twice the degree.
    #[doc(alias = "hodograph")]
    pub fn derivative(&self) -> Self {
        if self.weights().is_none() {
            return Self::from_points(slopes(self.points()));
        }
        let (x, w) = self.fraction();
        let square = bernstein::product(&w, &w);
        let numerators: Axes<V> = x.iter().map(|x| elevate(&derivative_numerator(x, &w))).collect();
        let point = |i: usize| V::from_fn(|axis| numerators[axis][i] / square[i]);
        let points = (0..square.len()).map(point).collect();
        Self { controls: Controls::new(points, Some(square)) }
    }

    /// Splits the curve at `t` into two curves, each over 0 to 1.
    #[doc(alias = "subdivide")]
    pub fn split(&self, t: Scalar<V>) -> [Self; 2] {
        if self.weights().is_none() {
            return split(self.points(), t).each(Self::from_points);
        }
        split(&self.weighted(), t).each(|half| Self::from_weighted(&half))
    }

    /// Returns the part from `from` to `to`, again over 0 to 1, reversed if `to < from`.
    pub fn subsegment(&self, from: Scalar<V>, to: Scalar<V>) -> Self {
        if to < from {
            return self.subsegment(to, from).reversed();
        }
        let [_, rest] = self.split(from);
        let left = Scalar::<V>::ONE - from;
        rest.split((to - from).div_or(left, left.one()))[0].clone()
    }

    /// Reverses the direction of the curve.
    pub fn reversed(mut self) -> Self {
        match &mut self.controls {
            Controls::Cubic(points) => points.reverse(),
            Controls::Other { points, weights } => {
                points.reverse();
                if let Some(weights) = weights {
                    weights.reverse();
                }
            }
        }
        self
    }

    /// Returns the same curve with its degree raised by one.
    pub fn elevated(&self) -> Self {
        if self.weights().is_none() {
            return Self::from_points(elevate(self.points()));
        }
        Self::from_weighted(&elevate(&self.weighted()))
    }

    /// Converts the curve to another vector type.
    pub(crate) fn lift<W: FloatVector>(&self, number: &impl Fn(Scalar<V>) -> Scalar<W>) -> Bezier<W> {
        let points = self.points().iter().map(|p| p.lift(number)).collect();
        let weights = self.weights().map(|list| list.iter().map(|w| number(*w)).collect());
        Bezier { controls: Controls::new(points, weights) }
    }

    /// Returns the homogeneous control points.
    fn weighted(&self) -> List<Weighted<V>> {
        (0..self.points().len()).map(|i| Weighted::new(self.points()[i], self.weight(i))).collect()
    }

    fn weight(&self, i: usize) -> Scalar<V> {
        self.weights().map_or(Scalar::<V>::ONE, |w| w[i])
    }

    /// Returns the numerators along the axes and the denominator in Bernstein form. The denominator
    /// of a polynomial curve is `[1]`.
    pub(crate) fn fraction(&self) -> (Axes<V>, List<Scalar<V>>) {
        ((0..V::DIM).map(|axis| self.numerator(axis)).collect(), self.denominator())
    }

    pub(super) fn numerator(&self, axis: usize) -> List<Scalar<V>> {
        (0..self.points().len()).map(|i| self.points()[i].get(axis) * self.weight(i)).collect()
    }

    pub(super) fn denominator(&self) -> List<Scalar<V>> {
        self.weights().map_or_else(|| smallvec![Scalar::<V>::ONE], List::from_slice)
    }

    /// Returns the numerator of `f(C(t))` for `f(p) = n . p - d`.
    pub(crate) fn plane_numerator(&self, normal: V, distance: Scalar<V>) -> List<Scalar<V>> {
        let of = |i: usize| (normal.dot(self.points()[i]) - distance) * self.weight(i);
        (0..self.points().len()).map(of).collect()
    }

    /// Multiplies all points by a number.
    pub(crate) fn scaled(&self, by: Scalar<V>) -> Self {
        self.map(|p| *p * by)
    }

    /// Applies a map to each control point.
    pub(crate) fn map(&self, point: impl Fn(&V) -> V) -> Self {
        Self { controls: self.controls.map(point) }
    }

    /// Translates the curve.
    pub(crate) fn translated(&self, by: V) -> Self {
        Self { controls: self.controls.map(|p| *p + by) }
    }
}

/// Returns `x' w - x w'`, which has the sign of the derivative of `x / w`; for a constant
/// denominator, `x' w`.
pub(crate) fn derivative_numerator<S: Float>(x: &[S], w: &[S]) -> List<S> {
    let dx: List<S> = slopes(x);
    if let [w] = w {
        return bernstein::times(&dx, *w);
    }
    let dw: List<S> = slopes(w);
    let back = bernstein::times(&bernstein::product(x, &dw), -S::ONE);
    bernstein::sum(&bernstein::product(&dx, w), &back)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3, Vec3, dvec2, dvec3, vec3};

    fn arch() -> Bezier<DVec2> {
        Bezier::try_new(vec![dvec2(0., 0.), dvec2(0., 4.), dvec2(8., 4.), dvec2(8., 0.)]).unwrap()
    }

    /// A quarter of the unit circle.
    pub(crate) fn quarter() -> Bezier<DVec2> {
        let root = 0.5_f64.sqrt();
        Bezier::try_rational(vec![DVec2::X, dvec2(1., 1.), DVec2::Y], vec![1., root, 1.]).unwrap()
    }

    #[test]
    fn a_cubic_passes_its_ends_and_its_middle() {
        let c = arch();
        assert_eq!([c.at(0.), c.at(0.5), c.at(1.)], [dvec2(0., 0.), dvec2(4., 3.), dvec2(8., 0.)]);
        assert_eq!(c.jet(0.)[1], dvec2(0., 12.));
        assert_eq!(c.jet(0.5), [dvec2(4., 3.), dvec2(12., 0.), dvec2(0., -24.), dvec2(-96., 0.)]);
        assert_eq!(c.derivative().at(0.5), dvec2(12., 0.));
    }

    #[test]
    fn split_and_degree_elevation_preserve_the_curve() {
        let c = arch().elevated().elevated();
        assert_eq!(c.degree(), 5);
        let [left, right] = c.split(0.25);
        for t in [0., 0.125, 0.5, 1.] {
            assert!(left.at(t).distance(arch().at(t * 0.25)) < 1e-14);
            assert!(right.at(t).distance(arch().at(0.25 + t * 0.75)) < 1e-14);
            assert!(c.subsegment(0.75, 0.25).at(t).distance(arch().at(0.75 - t / 2.)) < 1e-14);
        }
    }

    #[test]
    fn weights_make_an_exact_circle_in_parts_and_derivatives_too() {
        let [left, _] = quarter().split(0.3);
        for c in [quarter(), quarter().elevated(), left] {
            for t in [0., 0.1, 0.5, 0.9] {
                let [p, d, ..] = c.jet(t);
                assert!((p.length() - 1.).abs() < 1e-15 && p.dot(d).abs() < 1e-15);
                assert!(c.derivative().at(t).distance(d) < 1e-14);
            }
        }
        let equal = Bezier::try_rational(arch().points().to_vec(), vec![3.; 4]);
        assert_eq!(equal, Ok(arch()), "equal weights are none");
    }

    #[test]
    fn bounds_are_tight_where_the_hull_is_not() {
        assert_eq!(arch().hull_bounds().max, dvec2(8., 4.));
        assert_eq!((arch().bounds().min, arch().bounds().max), (DVec2::ZERO, dvec2(8., 3.)));
        let [a, b] = [quarter(), quarter().reversed()].map(|c| c.subsegment(0., 1.).bounds().max);
        assert_eq!([a, b], [dvec2(1., 1.); 2]);
    }

    #[test]
    fn one_point_is_a_curve_of_degree_zero_and_no_points_are_an_error() {
        let point = Bezier::try_new(vec![vec3(1., 2., 3.)]).unwrap();
        assert_eq!(point.jet(0.7), [vec3(1., 2., 3.), Vec3::ZERO, Vec3::ZERO, Vec3::ZERO]);
        assert_eq!((point.bounds().min, point.elevated().degree()), (vec3(1., 2., 3.), 1));
        assert_eq!(Bezier::<DVec3>::try_new(vec![]), Err(CurveError::TooFewPoints { need: 1, got: 0 }));
    }

    #[test]
    fn weights_are_positive_and_as_many_as_the_points() {
        let made = |weights: &[f64]| Bezier::try_rational(vec![DVec3::X, DVec3::Y], weights.to_vec());
        assert_eq!(made(&[1., 0.]), Err(CurveError::Weight { index: 1 }));
        assert_eq!(made(&[-1., 1.]), Err(CurveError::Weight { index: 0 }));
        assert_eq!(made(&[1.]), Err(CurveError::Count { field: "weights", need: 2, got: 1 }));
        assert_eq!(made(&[1., f64::NAN]), Err(CurveError::NotFinite { field: "weights", index: 1 }));
        let holey = Bezier::try_new(vec![dvec3(0., f64::INFINITY, 0.)]);
        assert_eq!(holey, Err(CurveError::NotFinite { field: "points", index: 0 }));
    }
}
