//! Bezier patches of any degrees, polynomial and rational.
//!
//! ```text
//! S(u, v) = sum B_i(u) B_j(v) w_ij p_ij / sum B_i(u) B_j(v) w_ij        0 <= u, v <= 1
//! ```
//!
//! Without weights the divisor is 1. With weights, which are positive, everything is done to the points times their
//! weights, beside the weights; so the patch stays in the hull of its points.
//! Sources: [Farin 2002], [Piegl 1997].

use super::error::{Parameter, SurfaceError};
use super::tensor::{along_u, along_v, at, jets, transposed};
use super::{Jet, Scalar};
use crate::curve::blend::{Weighted, elevate, split};
use crate::curve::bounds::box_of;
use crate::curve::{Bezier, CurveError, error};
use crate::number::each::MapEach;
use crate::number::{Field, Float, Ring};
use crate::shape::Aabb;
use crate::vector::FloatVector;
use crate::vector::size::vector_times_power;
use alloc::vec::Vec;

/// A Bezier patch: `u` and `v` run from 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct BezierPatch<V: FloatVector> {
    /// Of the points along `u` and along `v`.
    counts: [usize; 2],
    points: Vec<V>,
    weights: Option<Vec<Scalar<V>>>,
}

impl<V: FloatVector> BezierPatch<V> {
    /// With these control points, row by row: along a row runs `v`, from row to row `u`. A degree of `n` takes `n + 1` points.
    ///
    /// # Errors
    /// A degree of 0; not as many points as the degrees ask for, or one that is not finite.
    ///
    /// ```
    /// use barycast::surface::BezierPatch;
    /// use glam::{DVec3, dvec3};
    ///
    /// let saddle = BezierPatch::try_new([1, 1], vec![DVec3::ZERO, DVec3::Y, DVec3::X, dvec3(1.0, 1.0, 1.0)])?;
    /// assert_eq!(saddle.at(0.5, 0.5), dvec3(0.5, 0.5, 0.25));
    /// # Ok::<(), barycast::surface::SurfaceError>(())
    /// ```
    pub fn try_new(degrees: [usize; 2], points: Vec<V>) -> Result<Self, SurfaceError> {
        for (parameter, degree) in [(Parameter::U, degrees[0]), (Parameter::V, degrees[1])] {
            if degree == 0 {
                return Err(SurfaceError::Along { parameter, error: CurveError::Degree });
            }
        }
        let counts = degrees.each(|degree| degree.saturating_add(1));
        error::count("points", &points, counts[0].saturating_mul(counts[1]))?;
        error::vectors("points", &points)?;
        Ok(Self { counts, points, weights: None })
    }

    /// With a weight for each control point. Equal weights are no weights.
    ///
    /// # Errors
    /// As [`try_new`](Self::try_new); a weight too few or many, or one that is not finite and positive.
    pub fn try_rational(
        degrees: [usize; 2],
        points: Vec<V>,
        weights: Vec<Scalar<V>>,
    ) -> Result<Self, SurfaceError> {
        error::weights(&weights, points.len())?;
        let weights = Some(weights).filter(|w| w.iter().any(|x| *x != w[0]));
        Ok(Self { weights, ..Self::try_new(degrees, points)? })
    }

    /// From points that are known to be good.
    pub(super) fn from_points(counts: [usize; 2], points: Vec<V>) -> Self {
        Self { counts, points, weights: None }
    }

    /// From points times their weights.
    pub(super) fn from_weighted(counts: [usize; 2], controls: &[Weighted<V>]) -> Self {
        let points = controls.iter().map(|c| c.project()).collect();
        Self { counts, points, weights: Some(controls.iter().map(|c| c.weight).collect()) }
    }

    /// Its control points, row by row; their convex hull holds it.
    pub fn points(&self) -> &[V] {
        &self.points
    }

    /// Its weights, when it is rational.
    pub fn weights(&self) -> Option<&[Scalar<V>]> {
        self.weights.as_deref()
    }

    /// Along `u` and along `v`: one less than the control points there.
    pub fn degrees(&self) -> [usize; 2] {
        self.counts.each(|count| count - 1)
    }

    /// Of the control points along `u` and along `v`.
    pub(super) const fn counts(&self) -> [usize; 2] {
        self.counts
    }

    /// The point at `(u, v)`.
    pub fn at(&self, u: Scalar<V>, v: Scalar<V>) -> V {
        match &self.weights {
            None => at(self.counts, |i| self.points[i], [u, v]),
            Some(_) => at(self.counts, |i| self.weighted_at(i), [u, v]).project(),
        }
    }

    /// The point and the first and second derivatives at `(u, v)`.
    pub fn jet(&self, u: Scalar<V>, v: Scalar<V>) -> Jet<V> {
        match &self.weights {
            None => Jet::from(jets(self.counts, |i| self.points[i], [u, v])),
            Some(_) => Jet::quotient(jets(self.counts, |i| self.weighted_at(i), [u, v])),
        }
    }

    /// The curve on which a parameter has one value: along it the other runs.
    #[doc(alias = "isocurve")]
    pub fn curve(&self, fixed: Parameter, value: Scalar<V>) -> Bezier<V> {
        let turned = match fixed {
            Parameter::U => self.clone(),
            Parameter::V => self.turned(),
        };
        let [rows, columns] = turned.counts;
        if turned.weights.is_none() {
            let point =
                |j: usize| crate::curve::blend::value(rows, |i| turned.points[i * columns + j], value);
            return Bezier::from_points((0..columns).map(point).collect::<Vec<_>>());
        }
        let point =
            |j: usize| crate::curve::blend::value(rows, |i| turned.weighted_at(i * columns + j), value);
        Bezier::from_weighted(&(0..columns).map(point).collect::<Vec<_>>())
    }

    /// The side on which a parameter is 0 or 1, as it stands in the control points.
    pub(super) fn side(&self, fixed: Parameter, end: bool) -> Bezier<V> {
        let range = self.side_range(fixed, end);
        let weights = self.weights.as_ref().map(|w| range.clone().map(|i| w[i]).collect());
        Bezier::from_parts(range.map(|i| self.points[i]).collect::<Vec<_>>(), weights)
    }

    /// Which control points a side has.
    pub(super) fn side_range(
        &self,
        fixed: Parameter,
        end: bool,
    ) -> core::iter::StepBy<core::ops::Range<usize>> {
        let [rows, columns] = self.counts;
        match (fixed, end) {
            (Parameter::U, false) => (0..columns).step_by(1),
            (Parameter::U, true) => ((rows - 1) * columns..rows * columns).step_by(1),
            (Parameter::V, false) => (0..rows * columns).step_by(columns),
            (Parameter::V, true) => (columns - 1..rows * columns).step_by(columns),
        }
    }

    /// Its two parts before and after a value of a parameter, each from 0 to 1.
    #[doc(alias = "subdivide")]
    pub fn split(&self, parameter: Parameter, t: Scalar<V>) -> [Self; 2] {
        if self.weights.is_none() {
            return self.halves(&self.points, parameter, t).each(|half| Self::from_points(self.counts, half));
        }
        self.halves(&self.weighted(), parameter, t).each(|half| Self::from_weighted(self.counts, &half))
    }

    fn halves<T: crate::curve::blend::Blend<Scalar<V>>>(
        &self,
        controls: &[T],
        parameter: Parameter,
        t: Scalar<V>,
    ) -> [Vec<T>; 2] {
        [0, 1].each(|which| {
            let half = |row: &[T]| split(row, t)[which].clone();
            match parameter {
                Parameter::U => along_u(self.counts, controls, half),
                Parameter::V => along_v(self.counts, controls, half),
            }
        })
    }

    /// The part with a parameter from `from` to `to`, again from 0 to 1; mirrored when `to < from`.
    pub fn between(&self, parameter: Parameter, from: Scalar<V>, to: Scalar<V>) -> Self {
        if to < from {
            return self.between(parameter, to, from).reversed(parameter);
        }
        let [_, rest] = self.split(parameter, from);
        let left = Scalar::<V>::ONE - from;
        let [part, _] = rest.split(parameter, (to - from).div_or(left, left.one()));
        part
    }

    /// The same points with a parameter from the end to the beginning; the normals turn to the other side.
    pub fn reversed(&self, parameter: Parameter) -> Self {
        fn back<T: Copy>(row: &[T]) -> Vec<T> {
            row.iter().rev().copied().collect()
        }
        let turned = |points: &Vec<V>| match parameter {
            Parameter::U => along_u(self.counts, points, back),
            Parameter::V => along_v(self.counts, points, back),
        };
        let weights = self.weights.as_ref().map(|w| match parameter {
            Parameter::U => along_u(self.counts, w, back),
            Parameter::V => along_v(self.counts, w, back),
        });
        Self { counts: self.counts, points: turned(&self.points), weights }
    }

    /// The same points with `u` for `v`; the normals turn to the other side.
    #[doc(alias = "transpose")]
    pub fn turned(&self) -> Self {
        Self {
            counts: [self.counts[1], self.counts[0]],
            points: transposed(self.counts, &self.points),
            weights: self.weights.as_ref().map(|w| transposed(self.counts, w)),
        }
    }

    /// The same patch with the degree along a parameter one higher.
    pub fn elevated(&self, parameter: Parameter) -> Self {
        let mut counts = self.counts;
        counts[parameter.index()] += 1;
        if self.weights.is_none() {
            return Self::from_points(
                counts,
                match parameter {
                    Parameter::U => along_u(self.counts, &self.points, elevate),
                    Parameter::V => along_v(self.counts, &self.points, elevate),
                },
            );
        }
        let weighted = self.weighted();
        Self::from_weighted(
            counts,
            &match parameter {
                Parameter::U => along_u(self.counts, &weighted, elevate),
                Parameter::V => along_v(self.counts, &weighted, elevate),
            },
        )
    }

    /// The box of its control points: it holds the patch, and is larger in general.
    pub fn hull_bounds(&self) -> Aabb<V> {
        box_of(&self.points)
    }

    /// The same patch over other vectors.
    pub(super) fn lift<W: FloatVector>(&self, number: &impl Fn(Scalar<V>) -> Scalar<W>) -> BezierPatch<W> {
        BezierPatch {
            counts: self.counts,
            points: self.points.iter().map(|p| p.lift(number)).collect(),
            weights: self.weights.as_ref().map(|list| list.iter().map(|w| number(*w)).collect()),
        }
    }

    /// With all points times `2^e`, and the weights as they are.
    pub(super) fn shifted(&self, e: i32) -> Self {
        let points = self.points.iter().map(|p| vector_times_power(*p, e)).collect();
        Self { counts: self.counts, points, weights: self.weights.clone() }
    }

    /// The largest coordinate of its points.
    pub(super) fn largest(&self) -> Scalar<V> {
        self.points.iter().map(|p| p.largest()).fold(Scalar::<V>::ZERO, Ring::max)
    }

    /// Over the numbers that iterations run over.
    pub(super) fn wide(&self) -> BezierPatch<V::Wide> {
        self.lift(&Float::widen)
    }

    /// Other points and weights in the place of some.
    pub(super) fn overwrite(&mut self, places: impl Iterator<Item = usize>, with: &[(V, Scalar<V>)]) {
        for (i, (point, weight)) in places.zip(with) {
            self.points[i] = *point;
            if let Some(weights) = &mut self.weights {
                weights[i] = *weight;
            }
        }
    }

    /// A point with its weight, beside which it stands unmultiplied.
    pub(super) fn control(&self, i: usize) -> (V, Scalar<V>) {
        (self.points[i], self.weight(i))
    }

    /// The points times their weights.
    fn weighted(&self) -> Vec<Weighted<V>> {
        (0..self.points.len()).map(|i| self.weighted_at(i)).collect()
    }

    fn weighted_at(&self, i: usize) -> Weighted<V> {
        Weighted::new(self.points[i], self.weight(i))
    }

    pub(super) fn weight(&self, i: usize) -> Scalar<V> {
        self.weights.as_ref().map_or(Scalar::<V>::ONE, |w| w[i])
    }
}
