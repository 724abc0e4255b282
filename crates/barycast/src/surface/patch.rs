//! Bezier patches of any degrees, polynomial and rational.
//!
//! ```text
//! S(u, v) = sum B_i(u) B_j(v) w_ij p_ij / sum B_i(u) B_j(v) w_ij        0 <= u, v <= 1
//! ```
//!
//! Without weights the denominator is 1. With weights, which are positive, all operations act on
//! homogeneous control points (point times weight, and the weight), so the patch stays in the
//! convex hull of its points. Sources: [Farin 2002], [Piegl 1997].

use super::error::{Parameter, SurfaceError};
use super::tensor::{along_u, along_v, at, jets, transposed};
use super::{Jet, Scalar};
use crate::curve::blend::{Weighted, elevate, split};
use crate::curve::bounds::bounding_box;
use crate::curve::{Bezier, CurveError, error};
use crate::number::each::MapEach;
use crate::number::{Field, Float, Ring};
use crate::shape::Aabb;
use crate::vector::FloatVector;
use crate::vector::size::vector_times_power;
use alloc::vec::Vec;

/// A Bezier patch over `u` and `v` from 0 to 1.
///
/// ```
/// use barycast::surface::BezierPatch;
/// use glam::{DVec3, dvec3};
///
/// // Four corners, the last one raised: z = u v.
/// let corners = vec![DVec3::ZERO, DVec3::Y, DVec3::X, dvec3(1.0, 1.0, 1.0)];
/// let patch = BezierPatch::try_new([1, 1], corners)?;
/// assert_eq!(patch.at(0.5, 0.5), dvec3(0.5, 0.5, 0.25));
/// assert_eq!(patch.normal(0.0, 0.0), Some(DVec3::Z));
/// # Ok::<(), barycast::surface::SurfaceError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct BezierPatch<V: FloatVector> {
    /// Numbers of points along `u` and `v`.
    counts: [usize; 2],
    points: Vec<V>,
    weights: Option<Vec<Scalar<V>>>,
}

impl<V: FloatVector> BezierPatch<V> {
    /// Builds a patch from control points, row by row: `v` runs along a row, `u` from row to row. A
    /// degree of `n` takes `n + 1` points.
    ///
    /// # Errors
    /// Returns an error if a degree is 0, the number of points does not match the degrees, or one
    /// is not finite.
    ///
    /// ```
    /// use barycast::surface::BezierPatch;
    /// use glam::{DVec3, dvec3};
    ///
    /// let points = vec![DVec3::ZERO, DVec3::Y, DVec3::X, dvec3(1.0, 1.0, 1.0)];
    /// let saddle = BezierPatch::try_new([1, 1], points)?;
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

    /// Builds a rational patch from control points and weights. Equal weights make a polynomial
    /// patch.
    ///
    /// # Errors
    /// Same as [`try_new`](Self::try_new); also returns an error if the number of weights differs
    /// from that of the points, or one is not finite and positive.
    pub fn try_rational(
        degrees: [usize; 2],
        points: Vec<V>,
        weights: Vec<Scalar<V>>,
    ) -> Result<Self, SurfaceError> {
        error::weights(&weights, points.len())?;
        let weights = Some(weights).filter(|w| w.iter().any(|x| *x != w[0]));
        Ok(Self { weights, ..Self::try_new(degrees, points)? })
    }

    /// Builds a patch from points that are known to be valid.
    pub(super) fn from_points(counts: [usize; 2], points: Vec<V>) -> Self {
        Self { counts, points, weights: None }
    }

    /// Builds a patch from homogeneous control points.
    pub(super) fn from_weighted(counts: [usize; 2], controls: &[Weighted<V>]) -> Self {
        let points = controls.iter().map(|c| c.project()).collect();
        Self { counts, points, weights: Some(controls.iter().map(|c| c.weight).collect()) }
    }

    /// Returns the control points, row by row; their convex hull contains the patch.
    pub fn points(&self) -> &[V] {
        &self.points
    }

    /// Returns the weights, if the patch is rational.
    pub fn weights(&self) -> Option<&[Scalar<V>]> {
        self.weights.as_deref()
    }

    /// Returns the degrees along `u` and `v`: one less than the control points there.
    pub fn degrees(&self) -> [usize; 2] {
        self.counts.each(|count| count - 1)
    }

    /// Returns the numbers of control points along `u` and `v`.
    pub(super) const fn counts(&self) -> [usize; 2] {
        self.counts
    }

    /// Returns the point at `(u, v)`.
    pub fn at(&self, u: Scalar<V>, v: Scalar<V>) -> V {
        match &self.weights {
            None => at(self.counts, |i| self.points[i], [u, v]),
            Some(_) => at(self.counts, |i| self.weighted_at(i), [u, v]).project(),
        }
    }

    /// Returns the point and the first and second derivatives at `(u, v)`.
    pub fn jet(&self, u: Scalar<V>, v: Scalar<V>) -> Jet<V> {
        match &self.weights {
            None => Jet::from(jets(self.counts, |i| self.points[i], [u, v])),
            Some(_) => Jet::quotient(jets(self.counts, |i| self.weighted_at(i), [u, v])),
        }
    }

    /// Returns the isoparametric curve on which `fixed` has the given value, along the other
    /// parameter.
    #[doc(alias = "iso_curve")]
    pub fn isocurve(&self, fixed: Parameter, value: Scalar<V>) -> Bezier<V> {
        let oriented = match fixed {
            Parameter::U => self.clone(),
            Parameter::V => self.transposed(),
        };
        let [rows, columns] = oriented.counts;
        if oriented.weights.is_none() {
            let point =
                |j: usize| crate::curve::blend::value(rows, |i| oriented.points[i * columns + j], value);
            return Bezier::from_points((0..columns).map(point).collect::<Vec<_>>());
        }
        let point =
            |j: usize| crate::curve::blend::value(rows, |i| oriented.weighted_at(i * columns + j), value);
        Bezier::from_weighted(&(0..columns).map(point).collect::<Vec<_>>())
    }

    /// Returns the side on which a parameter is 0 or 1, with its control points unchanged.
    pub(super) fn side(&self, fixed: Parameter, end: bool) -> Bezier<V> {
        let range = self.side_range(fixed, end);
        let weights = self.weights.as_ref().map(|w| range.clone().map(|i| w[i]).collect());
        Bezier::from_parts(range.map(|i| self.points[i]).collect::<Vec<_>>(), weights)
    }

    /// Returns the indices of the control points of a side.
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

    /// Splits the patch at a value of a parameter into two patches, each over 0 to 1.
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

    /// Returns the part with a parameter from `from` to `to`, again over 0 to 1, reversed if
    /// `to < from`.
    pub fn subpatch(&self, parameter: Parameter, from: Scalar<V>, to: Scalar<V>) -> Self {
        if to < from {
            return self.subpatch(parameter, to, from).reversed(parameter);
        }
        let [_, rest] = self.split(parameter, from);
        let left = Scalar::<V>::ONE - from;
        let [part, _] = rest.split(parameter, (to - from).div_or(left, left.one()));
        part
    }

    /// Reverses a parameter; the normals flip.
    pub fn reversed(&self, parameter: Parameter) -> Self {
        fn back<T: Copy>(row: &[T]) -> Vec<T> {
            row.iter().rev().copied().collect()
        }
        let reversed = |points: &Vec<V>| match parameter {
            Parameter::U => along_u(self.counts, points, back),
            Parameter::V => along_v(self.counts, points, back),
        };
        let weights = self.weights.as_ref().map(|w| match parameter {
            Parameter::U => along_u(self.counts, w, back),
            Parameter::V => along_v(self.counts, w, back),
        });
        Self { counts: self.counts, points: reversed(&self.points), weights }
    }

    /// Swaps `u` and `v`; the normals flip.
    #[doc(alias = "swap_uv")]
    pub fn transposed(&self) -> Self {
        Self {
            counts: [self.counts[1], self.counts[0]],
            points: transposed(self.counts, &self.points),
            weights: self.weights.as_ref().map(|w| transposed(self.counts, w)),
        }
    }

    /// Returns the same patch with its degree along a parameter raised by one.
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

    /// Returns the bounding box of the control points, which contains the patch but is larger in
    /// general.
    pub fn hull_bounds(&self) -> Aabb<V> {
        bounding_box(&self.points)
    }

    /// Converts the patch to another vector type.
    pub(super) fn lift<W: FloatVector>(&self, number: &impl Fn(Scalar<V>) -> Scalar<W>) -> BezierPatch<W> {
        BezierPatch {
            counts: self.counts,
            points: self.points.iter().map(|p| p.lift(number)).collect(),
            weights: self.weights.as_ref().map(|list| list.iter().map(|w| number(*w)).collect()),
        }
    }

    /// Multiplies all points by `2^e` and keeps the weights.
    pub(super) fn shifted(&self, e: i32) -> Self {
        let points = self.points.iter().map(|p| vector_times_power(*p, e)).collect();
        Self { counts: self.counts, points, weights: self.weights.clone() }
    }

    /// Returns the largest absolute coordinate of the points.
    pub(super) fn largest(&self) -> Scalar<V> {
        self.points.iter().map(|p| p.largest()).fold(Scalar::<V>::ZERO, Ring::max)
    }

    /// Converts to the wide number type, over which iterations run.
    pub(super) fn wide(&self) -> BezierPatch<V::Wide> {
        self.lift(&Float::widen)
    }

    /// Replaces some points and weights.
    pub(super) fn overwrite(&mut self, places: impl Iterator<Item = usize>, with: &[(V, Scalar<V>)]) {
        for (i, (point, weight)) in places.zip(with) {
            self.points[i] = *point;
            if let Some(weights) = &mut self.weights {
                weights[i] = *weight;
            }
        }
    }

    /// Returns a point and its weight, not multiplied.
    pub(super) fn control(&self, i: usize) -> (V, Scalar<V>) {
        (self.points[i], self.weight(i))
    }

    /// Returns the homogeneous control points.
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
