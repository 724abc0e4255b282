//! B-spline curves, with weights too (NURBS).
//!
//! ```text
//! C(u) = sum N_i(u) w_i p_i / sum N_i(u) w_i       N_i of degree p over the knots k_i .. k_{i+p+1}
//! ```
//!
//! Clamped (the first and last knot `p + 1` times) it begins at its first point and ends at its last; without
//! inner knots it then is the Bezier curve of its points. Not clamped it is neither. All is done to its Bezier pieces or
//! by its knots (`knots.rs`). Sources: [de Boor 1978], [Piegl 1997].

use super::blend::{Weighted, quotient};
use super::forms::{Elevated, Knot, OneKnot, changed, elevated_knots, removed, with_knot, without_knot};
use super::{Bezier, CurveError, Pieces, Scalar, error, knots};
use crate::number::Float;
use crate::number::each::MapEach;
use crate::vector::FloatVector;
use alloc::vec::Vec;

/// A B-spline curve; with weights a NURBS curve.
#[doc(alias = "nurbs")]
#[derive(Clone, Debug, PartialEq)]
pub struct BSpline<V: FloatVector> {
    degree: usize,
    knots: Vec<Scalar<V>>,
    points: Vec<V>,
    weights: Option<Vec<Scalar<V>>>,
}

impl<V: FloatVector> BSpline<V> {
    /// Of any knots: `points + degree + 1` of them.
    ///
    /// # Errors
    /// Degree 0; not more points than the degree; knots that are too few or many, not finite, out of order, or repeated so
    /// often that the curve would come apart (inside more than `degree` times, at the ends more than once more).
    pub fn try_new(degree: usize, knots: Vec<Scalar<V>>, points: Vec<V>) -> Result<Self, CurveError> {
        knots::check(degree, &knots, points.len())?;
        error::points(&points, degree + 1)?;
        Ok(Self { degree, knots, points, weights: None })
    }

    /// With a weight for each point.
    ///
    /// # Errors
    /// As [`try_new`](Self::try_new); weights that are not as many as the points, not finite, or not positive.
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

    /// From its first point to its last: knots at 0, 1, 2, .., the first and the last repeated.
    ///
    /// # Errors
    /// As [`try_new`](Self::try_new).
    pub fn try_clamped(degree: usize, points: Vec<V>) -> Result<Self, CurveError> {
        knots::enough(degree, points.len())?;
        let stretches = points.len() - degree;
        let knots = (0..=points.len() + degree)
            .map(|i| Scalar::<V>::from_f64(i.saturating_sub(degree).min(stretches) as f64));
        Self::try_new(degree, knots.collect(), points)
    }

    /// With knots at 0, 1, 2, .. and nothing repeated: from near its first points to near its last. It runs from `degree`
    /// to the number of points.
    ///
    /// # Errors
    /// As [`try_new`](Self::try_new).
    #[doc(alias = "open")]
    pub fn try_uniform(degree: usize, points: Vec<V>) -> Result<Self, CurveError> {
        knots::enough(degree, points.len())?;
        let knots = (0..=points.len() + degree).map(|i| Scalar::<V>::from_f64(i as f64));
        Self::try_new(degree, knots.collect(), points)
    }

    /// Closed, and as smooth where it closes as elsewhere: the uniform curve over the points and the first `degree` of them
    /// again.
    ///
    /// # Errors
    /// As [`try_new`](Self::try_new).
    pub fn try_periodic(degree: usize, points: &[V]) -> Result<Self, CurveError> {
        error::points(points, degree.max(1))?;
        let around = points.iter().copied().cycle().take(points.len() + degree).collect();
        Self::try_uniform(degree, around)
    }

    /// The degree of its pieces.
    pub const fn degree(&self) -> usize {
        self.degree
    }

    /// Its knots.
    pub fn knots(&self) -> &[Scalar<V>] {
        &self.knots
    }

    /// Its control points.
    pub fn points(&self) -> &[V] {
        &self.points
    }

    /// Its weights, when it is rational.
    pub fn weights(&self) -> Option<&[Scalar<V>]> {
        self.weights.as_deref()
    }

    /// The first and the last parameter.
    pub fn range(&self) -> [Scalar<V>; 2] {
        [self.knots[self.degree], self.knots[self.points.len()]]
    }

    /// Of parts that are known to be good.
    pub(super) fn from_parts(
        degree: usize,
        knots: Vec<Scalar<V>>,
        points: Vec<V>,
        weights: Option<Vec<Scalar<V>>>,
    ) -> Self {
        Self { degree, knots, points, weights }
    }

    /// The point at `u`, by de Boor's scheme.
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

    /// The point and the first three derivatives at `u`: at a knot those after it, at the end those before it. More accurate
    /// than the pieces where knots are close together.
    pub fn jet(&self, u: Scalar<V>) -> [V; 4] {
        let (span, u) = self.locate(u);
        let (degree, knots, points) = (self.degree, &self.knots, &self.points);
        match &self.weights {
            None => knots::jet(degree, knots, span, |i| points[i], u),
            Some(w) => quotient(knots::jet(degree, knots, span, |i| Weighted::new(points[i], w[i]), u)),
        }
    }

    /// The stretch that holds a parameter, and the parameter brought into the range.
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

    /// As Bezier pieces, one for each stretch between two knots.
    pub fn pieces(&self) -> Pieces<V> {
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
        Pieces::from_parts(ends.collect(), spans.iter().map(piece).collect())
    }

    /// The same curve with one knot and one point more.
    ///
    /// # Errors
    /// `u` does not lie between the ends, or is a knot `degree` times already.
    #[doc(alias = "refine")]
    pub fn try_insert(&self, u: Scalar<V>) -> Result<Self, CurveError> {
        let knots = with_knot(self.degree, &self.knots, self.range(), u)?;
        let change = OneKnot { which: Knot::More, degree: self.degree, knots: &self.knots, u };
        let (points, weights) = changed(&self.points, self.weights(), &change);
        Ok(Self::from_parts(self.degree, knots, points, weights))
    }

    /// The same curve, of one degree more: each knot is there once more.
    #[doc(alias = "degree elevation")]
    #[must_use]
    pub fn elevated(&self) -> Self {
        let knots = elevated_knots(self.degree(), self.knots(), self.range());
        let change = Elevated { degree: self.degree(), old: self.knots(), knots: &knots };
        let (points, weights) = changed(self.points(), self.weights(), &change);
        Self::from_parts(self.degree() + 1, knots, points, weights)
    }

    /// A curve with one knot and one point less, no point of which is farther than `tolerance` from the point of this one at the
    /// same parameter. What [`try_insert`](Self::try_insert) has put in comes out within some ulp of the largest coordinate.
    ///
    /// # Errors
    /// [`Outside`](CurveError::Outside): `u` is no knot between the ends. [`Tolerance`](CurveError::Tolerance): the curve would
    /// move farther, or it is not known that it would not; a weight would not be positive.
    #[doc(alias = "knot removal")]
    pub fn try_remove(&self, u: Scalar<V>, tolerance: Scalar<V>) -> Result<Self, CurveError> {
        let (degree, knots) = (self.degree(), without_knot(self.knots(), self.range(), u)?);
        let [fewer, back] =
            [Knot::Less, Knot::More].each(|which| OneKnot { which, degree, knots: &knots, u });
        let (points, weights) = removed(self.points(), self.weights(), &fewer, &back, tolerance)?;
        Ok(Self::from_parts(degree, knots, points, weights))
    }

    /// How often `u` is a knot.
    fn times(&self, u: Scalar<V>) -> usize {
        self.knots.iter().filter(|k| **k == u).count()
    }

    /// Its parts before and after `u`, with the parameters that they had; clamped where they were one.
    ///
    /// # Errors
    /// `u` does not lie between the ends.
    pub fn try_split(&self, u: Scalar<V>) -> Result<[Self; 2], CurveError> {
        let [first, last] = self.range();
        if !(first < u && u < last) {
            return Err(CurveError::Outside);
        }
        let mut whole = self.clone();
        while whole.times(u) < self.degree {
            whole = whole.try_insert(u)?;
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
    fn its_pieces_a_further_knot_and_both_parts_are_the_same_curve() {
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
                let more = curve.try_insert(middle).unwrap();
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
    fn bad_knots_are_named() {
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
        assert_eq!(curve.try_insert(0.), Err(CurveError::Outside));
        assert_eq!(curve.try_split(f64::NAN), Err(CurveError::Outside));
    }
}
