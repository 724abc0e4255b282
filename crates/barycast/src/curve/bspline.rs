//! B-spline curves, polynomial and rational (NURBS).
//!
//! ```text
//! C(u) = sum N_i(u) w_i p_i / sum N_i(u) w_i       N_i of degree p over the knots k_i .. k_{i+p+1}
//! ```
//!
//! A clamped curve (first and last knot repeated `p + 1` times) starts at its first point and ends
//! at its last; without inner knots it is the Bezier curve of its points. An unclamped curve has
//! neither property. All operations use its Bezier pieces or its knots (`knots.rs`). Sources: [de
//! Boor 1978], [Piegl 1997].

use super::blend::{Weighted, quotient};
use super::degree_and_knots::{
    Elevation, KnotChange, KnotOperation, change_controls, knots_of_elevation, remove_within, with_knot,
    without_knot,
};
use super::{Bezier, CurveError, PiecewiseBezier, Scalar, error, knots};
use crate::number::Float;
use crate::number::each::MapEach;
use crate::vector::FloatVector;
use alloc::vec::Vec;

/// A B-spline curve; with weights, a NURBS curve.
///
/// ```
/// use barycast::curve::BSpline;
/// use glam::{DVec2, dvec2};
///
/// let points = vec![DVec2::ZERO, dvec2(1.0, 2.0), dvec2(3.0, 2.0), dvec2(4.0, 0.0), dvec2(6.0, 0.0)];
/// let curve = BSpline::try_clamped(3, points)?;
/// let [first, last] = curve.range();
/// assert_eq!((curve.at(first), curve.at(last)), (DVec2::ZERO, dvec2(6.0, 0.0)));
/// assert_eq!(curve.pieces().pieces().len(), 2); // as Bezier curves
/// # Ok::<(), barycast::curve::CurveError>(())
/// ```
#[doc(alias = "nurbs")]
#[derive(Clone, Debug, PartialEq)]
pub struct BSpline<V: FloatVector> {
    degree: usize,
    knots: Vec<Scalar<V>>,
    points: Vec<V>,
    weights: Option<Vec<Scalar<V>>>,
}

impl<V: FloatVector> BSpline<V> {
    /// Builds a curve from any valid knot vector of `points + degree + 1` knots.
    ///
    /// # Errors
    /// Returns an error if the degree is 0; the points are not more than the degree; or knots are
    /// too few or many, not finite, unsorted, or repeated so often that the curve would break
    /// (inside more than `degree` times, at the ends more than `degree + 1` times).
    pub fn try_new(degree: usize, knots: Vec<Scalar<V>>, points: Vec<V>) -> Result<Self, CurveError> {
        knots::check(degree, &knots, points.len())?;
        error::points(&points, degree + 1)?;
        Ok(Self { degree, knots, points, weights: None })
    }

    /// Builds a rational curve with a weight for each point.
    ///
    /// # Errors
    /// Same as [`try_new`](Self::try_new); also returns an error if the number of weights differs
    /// from that of the points, or one is not finite and positive.
    pub fn try_rational(
        degree: usize,
        knots: Vec<Scalar<V>>,
        points: Vec<V>,
        weights: Vec<Scalar<V>>,
    ) -> Result<Self, CurveError> {
        error::weights(&weights, points.len())?;
        let weights = Some(weights).filter(|w| w.iter().any(|x| *x != w[0]));
        Ok(Self { weights, ..Self::try_new(degree, knots, points)? })
    }

    /// Builds a clamped curve from its first point to its last, with uniform inner knots 0, 1, 2,
    /// ..
    ///
    /// # Errors
    /// Same as [`try_new`](Self::try_new).
    pub fn try_clamped(degree: usize, points: Vec<V>) -> Result<Self, CurveError> {
        knots::check_degree(degree, points.len())?;
        let stretches = points.len() - degree;
        let knots = (0..=points.len() + degree)
            .map(|i| Scalar::<V>::from_f64(i.saturating_sub(degree).min(stretches) as f64));
        Self::try_new(degree, knots.collect(), points)
    }

    /// Builds an unclamped curve with knots 0, 1, 2, ..: from near its first points to near its
    /// last. The parameter runs from `degree` to the number of points.
    ///
    /// # Errors
    /// Same as [`try_new`](Self::try_new).
    #[doc(alias = "open")]
    pub fn try_uniform(degree: usize, points: Vec<V>) -> Result<Self, CurveError> {
        knots::check_degree(degree, points.len())?;
        let knots = (0..=points.len() + degree).map(|i| Scalar::<V>::from_f64(i as f64));
        Self::try_new(degree, knots.collect(), points)
    }

    /// Builds a closed curve that is as smooth at the seam as elsewhere: the uniform curve over the
    /// points followed by the first `degree` of them.
    ///
    /// # Errors
    /// Same as [`try_new`](Self::try_new).
    pub fn try_periodic(degree: usize, points: &[V]) -> Result<Self, CurveError> {
        error::points(points, degree.max(1))?;
        let around = points.iter().copied().cycle().take(points.len() + degree).collect();
        Self::try_uniform(degree, around)
    }

    /// Returns the degree.
    pub const fn degree(&self) -> usize {
        self.degree
    }

    /// Returns the knots.
    pub fn knots(&self) -> &[Scalar<V>] {
        &self.knots
    }

    /// Returns the control points.
    pub fn points(&self) -> &[V] {
        &self.points
    }

    /// Returns the weights, if the curve is rational.
    pub fn weights(&self) -> Option<&[Scalar<V>]> {
        self.weights.as_deref()
    }

    /// Returns the first and the last parameter.
    pub fn range(&self) -> [Scalar<V>; 2] {
        [self.knots[self.degree], self.knots[self.points.len()]]
    }

    /// Builds a curve from parts that are known to be valid.
    pub(super) fn from_parts(
        degree: usize,
        knots: Vec<Scalar<V>>,
        points: Vec<V>,
        weights: Option<Vec<Scalar<V>>>,
    ) -> Self {
        Self { degree, knots, points, weights }
    }

    /// Returns the point at `u`, by de Boor's algorithm.
    #[doc(alias = "eval")]
    pub fn at(&self, u: Scalar<V>) -> V {
        let (span, u) = self.locate(u);
        let (degree, knots, points) = (self.degree, &self.knots, &self.points);
        match &self.weights {
            None => knots::blossom(degree, knots, span, |i| points[i], |_| u),
            Some(w) => {
                knots::blossom(degree, knots, span, |i| Weighted::new(points[i], w[i]), |_| u).project()
            }
        }
    }

    /// Returns the point and the first three derivatives at `u`: at a knot those to the right, at
    /// the end those to the left. More accurate than [`pieces`](Self::pieces) if knots are close
    /// together.
    #[doc(alias = "derivatives")]
    pub fn jet(&self, u: Scalar<V>) -> [V; 4] {
        let (span, u) = self.locate(u);
        let (degree, knots, points) = (self.degree, &self.knots, &self.points);
        match &self.weights {
            None => knots::jet(degree, knots, span, |i| points[i], u),
            Some(w) => quotient(knots::jet(degree, knots, span, |i| Weighted::new(points[i], w[i]), u)),
        }
    }

    /// Returns the knot span that contains a parameter, and the parameter clamped to the range.
    fn locate(&self, u: Scalar<V>) -> (usize, Scalar<V>) {
        let [first, last] = self.range();
        let u = if u < first {
            first
        } else if u > last {
            last
        } else {
            u
        };
        (knots::span(self.degree, &self.knots, self.points.len(), u), u)
    }

    /// Converts the curve to Bezier pieces, one per knot span.
    pub fn pieces(&self) -> PiecewiseBezier<V> {
        let (degree, knots, points) = (self.degree, &self.knots, &self.points);
        let spans = knots::spans(degree, knots, points.len());
        let piece = |span: &usize| match &self.weights {
            None => Bezier::from_points(knots::bezier(degree, knots, *span, |i| points[i])),
            Some(w) => {
                let control = |i: usize| Weighted::new(points[i], w[i]);
                Bezier::from_weighted(&knots::bezier(degree, knots, *span, control))
            }
        };
        let ends = spans.iter().map(|span| knots[*span]).chain([self.range()[1]]);
        PiecewiseBezier::from_parts(ends.collect(), spans.iter().map(piece).collect())
    }

    /// Inserts a knot: returns the same curve with one more knot and control point.
    ///
    /// # Errors
    /// Returns an error if `u` does not lie strictly inside the range, or is a knot of multiplicity
    /// `degree` already.
    #[doc(alias = "refine")]
    pub fn try_insert_knot(&self, u: Scalar<V>) -> Result<Self, CurveError> {
        let knots = with_knot(self.degree, &self.knots, self.range(), u)?;
        let change = KnotChange { which: KnotOperation::Insert, degree: self.degree, knots: &self.knots, u };
        let (points, weights) = change_controls(&self.points, self.weights(), &change);
        Ok(Self::from_parts(self.degree, knots, points, weights))
    }

    /// Returns the same curve with its degree raised by one; the multiplicity of each knot
    /// increases by one.
    #[doc(alias = "degree elevation")]
    #[must_use]
    pub fn elevated(&self) -> Self {
        let knots = knots_of_elevation(self.degree(), self.knots(), self.range());
        let change = Elevation { degree: self.degree(), old: self.knots(), knots: &knots };
        let (points, weights) = change_controls(self.points(), self.weights(), &change);
        Self::from_parts(self.degree() + 1, knots, points, weights)
    }

    /// Removes a knot: returns a curve with one knot and control point less, every point of which
    /// lies within `tolerance` of the point of this curve at the same parameter. Undoes
    /// [`try_insert_knot`](Self::try_insert_knot) within a few ulps of the largest coordinate.
    ///
    /// # Errors
    /// [`OutOfRange`](CurveError::OutOfRange) if `u` is not a knot strictly inside the range.
    /// [`Tolerance`](CurveError::Tolerance) if the curve would move farther than the tolerance,
    /// this cannot be excluded, or a weight would not be positive.
    #[doc(alias = "knot removal")]
    pub fn try_remove_knot(&self, u: Scalar<V>, tolerance: Scalar<V>) -> Result<Self, CurveError> {
        let (degree, knots) = (self.degree(), without_knot(self.knots(), self.range(), u)?);
        let [fewer, back] = [KnotOperation::Remove, KnotOperation::Insert].each(|which| KnotChange {
            which,
            degree,
            knots: &knots,
            u,
        });
        let (points, weights) = remove_within(self.points(), self.weights(), &fewer, &back, tolerance)?;
        Ok(Self::from_parts(degree, knots, points, weights))
    }

    /// Returns the multiplicity of the knot `u`.
    fn multiplicity(&self, u: Scalar<V>) -> usize {
        self.knots.iter().filter(|k| **k == u).count()
    }

    /// Splits the curve at `u`. The parts keep their parameters, and are clamped at the split.
    ///
    /// # Errors
    /// Returns an error if `u` does not lie strictly inside the range.
    pub fn try_split(&self, u: Scalar<V>) -> Result<[Self; 2], CurveError> {
        let [first, last] = self.range();
        if !(first < u && u < last) {
            return Err(CurveError::OutOfRange);
        }
        let mut whole = self.clone();
        while whole.multiplicity(u) < self.degree {
            whole = whole.try_insert_knot(u)?;
        }
        let begin = whole.knots.partition_point(|k| *k < u);
        let (mut left, mut right) = (whole.clone(), whole);
        left.knots.truncate(begin + self.degree);
        left.knots.push(u);
        left.points.truncate(begin);
        right.knots.drain(..begin);
        right.knots.insert(0, u);
        right.points.drain(..begin - 1);
        for (part, from) in [(&mut left, 0), (&mut right, begin - 1)] {
            let count = part.points.len();
            part.weights = part.weights.take().map(|w| w[from..from + count].to_vec());
        }
        Ok([left, right])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use glam::{DVec2, dvec2, dvec3};

    fn zigzag(count: usize) -> Vec<DVec2> {
        (0..count).map(|i| dvec2(i as f64, ((i * 7) % 5) as f64)).collect()
    }

    #[test]
    fn g4_without_inner_knots_only_a_clamped_curve_is_the_bezier_curve_of_its_points() {
        let points: Vec<DVec2> =
            [6., 0., 0., 0.].iter().zip(0..).map(|(y, x)| dvec2(f64::from(x), *y)).collect();
        let open = BSpline::try_new(3, (0..8).map(f64::from).collect(), points.clone()).unwrap();
        assert_eq!(open.range(), [3., 4.]);
        assert!((open.at(3.).y - 1.).abs() < 1e-15, "not 6");
        let clamped = BSpline::try_new(3, vec![3., 3., 3., 3., 4., 4., 4., 4.], points.clone()).unwrap();
        assert_eq!(clamped.at(3.).y, 6.);
        assert_eq!(clamped.pieces().pieces(), [Bezier::try_new(points).unwrap()]);
    }

    #[test]
    fn pieces_knot_insertion_and_split_preserve_the_curve() {
        for degree in 1..=5 {
            for curve in [
                BSpline::try_clamped(degree, zigzag(9)).unwrap(),
                BSpline::try_uniform(degree, zigzag(9)).unwrap(),
                BSpline::try_periodic(degree, &zigzag(6)).unwrap(),
                BSpline::try_rational(
                    degree,
                    (0..10 + degree).map(|i| (i * i) as f64).collect(),
                    zigzag(9),
                    (0..9).map(|i| 1. + f64::from(i % 3)).collect(),
                )
                .unwrap(),
            ] {
                let [first, last] = curve.range();
                let middle = first + (last - first) * 0.31;
                let more = curve.try_insert_knot(middle).unwrap();
                let [left, right] = curve.try_split(middle).unwrap();
                assert_eq!([left.range(), right.range()], [[first, middle], [middle, last]]);
                for i in 0..=32 {
                    let u = first + (last - first) * f64::from(i) / 32.;
                    let part = if u < middle { &left } else { &right };
                    for p in [more.at(u), part.at(u), curve.pieces().at(u), part.pieces().at(u)] {
                        assert!(p.distance(curve.at(u)) < 1e-13, "{degree} {u}");
                    }
                    for (a, b) in curve.jet(u).iter().zip(curve.pieces().jet(u)) {
                        assert!(a.distance(b) < 1e-11 * (1. + b.length()), "{degree} {u}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_periodic_curve_closes_smoothly() {
        let path = BSpline::try_periodic(3, &zigzag(5)).unwrap().pieces();
        let [first, last] = path.range();
        let (a, b) = (path.jet(first), path.jet(last));
        for order in 0..3 {
            assert!(a[order].distance(b[order]) < 1e-13, "{order}");
        }
    }

    #[test]
    fn errors_name_the_invalid_knot() {
        let made =
            |knots: &[f64]| BSpline::try_new(2, knots.to_vec(), zigzag(4)).map_err(Some).err().flatten();
        assert_eq!(
            made(&[0., 0., 0., 2., 1., 3., 3.]),
            Some(CurveError::Unsorted { field: "knots", index: 4 })
        );
        assert_eq!(made(&[0., 0., 0., 1., 1.]), Some(CurveError::Count { field: "knots", need: 7, got: 5 }));
        assert_eq!(
            made(&[0., 0., 0., f64::NAN, 1., 1., 1.]),
            Some(CurveError::NotFinite { field: "knots", index: 3 })
        );
        assert_eq!(made(&[0., 0., 1., 1., 1., 2., 2.]), Some(CurveError::Repeated { index: 4 }));
        assert_eq!(made(&[0., 0., 0., 0., 1., 1., 1.]), Some(CurveError::Repeated { index: 3 }));
        assert_eq!(made(&[1.; 7]), Some(CurveError::Repeated { index: 4 }));
        assert_eq!(made(&[0., 0., 0., 1., 2., 2., 2.]), None);
        let few = BSpline::try_clamped(3, vec![dvec3(0., 0., 0.); 3]);
        assert_eq!(few, Err(CurveError::TooFewPoints { need: 4, got: 3 }));
        assert_eq!(BSpline::try_clamped(0, zigzag(3)), Err(CurveError::Degree));
        let weightless = BSpline::try_rational(1, vec![0., 0., 1., 1.], zigzag(2), vec![1., 0.]);
        assert_eq!(weightless, Err(CurveError::Weight { index: 1 }));
        let curve = BSpline::try_clamped(3, zigzag(5)).unwrap();
        assert_eq!(curve.try_insert_knot(0.), Err(CurveError::OutOfRange));
        assert_eq!(curve.try_split(f64::NAN), Err(CurveError::OutOfRange));
    }
}
