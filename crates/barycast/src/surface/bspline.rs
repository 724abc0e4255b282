//! B-spline surfaces, polynomial and rational (NURBS).
//!
//! ```text
//! S(u, v) = sum N_i(u) M_j(v) w_ij p_ij / sum N_i(u) M_j(v) w_ij
//! ```
//!
//! Here the `N` are over the knots along `u` and the `M` over those along `v`, as for curves
//! (`curve/bspline.rs`). Revolving a curve about a line makes a surface whose rows are circles: the
//! curve's points with the weights of a circle. Sources: [de Boor 1978], [Piegl 1997].

use super::error::{Parameter, SurfaceError, along};
use super::patch::BezierPatch;
use super::tensor::along_u;
use super::{PatchGrid, Scalar};
use crate::curve::blend::{Blend, Weighted};
use crate::curve::{BSpline, CurveError, error, knots};
use crate::number::each::MapEach;
use crate::number::{Field, Float, Real, Ring};
use crate::shape::Line;
use crate::vector::{FloatVector, Vector3};
use alloc::vec::Vec;

/// A B-spline surface; with weights, a NURBS surface.
///
/// ```
/// use barycast::surface::BSplineSurface;
/// use glam::{DVec3, dvec3};
///
/// // A hill over four by four points.
/// let height = |i| if matches!(i, 5 | 6 | 9 | 10) { 1.0 } else { 0.0 };
/// let point = |i: usize| dvec3((i / 4) as f64, (i % 4) as f64, height(i));
/// let hill = BSplineSurface::try_clamped([3, 3], [4, 4], (0..16).map(point).collect())?;
/// assert_eq!(hill.at(0.0, 0.0), DVec3::ZERO);
/// assert!(hill.at(0.5, 0.5).z > 0.5);
/// # Ok::<(), barycast::surface::SurfaceError>(())
/// ```
#[doc(alias = "nurbs")]
#[derive(Clone, Debug, PartialEq)]
pub struct BSplineSurface<V: FloatVector> {
    degrees: [usize; 2],
    knots: [Vec<Scalar<V>>; 2],
    points: Vec<V>,
    weights: Option<Vec<Scalar<V>>>,
}

impl<V: FloatVector> BSplineSurface<V> {
    /// Builds a surface from any valid knot vectors along `u` and `v`: as many knots as a curve of
    /// that degree has with the number of points in a column or row. Points are row by row: `v`
    /// runs along a row.
    ///
    /// # Errors
    /// Returns an error along a parameter as [`BSpline::try_new`] does; also if the number of
    /// points does not match the knots and degrees, or one is not finite.
    pub fn try_new(
        degrees: [usize; 2],
        knots: [Vec<Scalar<V>>; 2],
        points: Vec<V>,
    ) -> Result<Self, SurfaceError> {
        let counts = [0, 1].each(|axis| knots[axis].len().saturating_sub(degrees[axis].saturating_add(1)));
        for parameter in [Parameter::U, Parameter::V] {
            let axis = parameter.index();
            along(parameter, knots::check(degrees[axis], &knots[axis], counts[axis]))?;
        }
        error::count("points", &points, counts[0] * counts[1])?;
        error::vectors("points", &points)?;
        Ok(Self { degrees, knots, points, weights: None })
    }

    /// Builds a rational surface with a weight for each point.
    ///
    /// # Errors
    /// Same as [`try_new`](Self::try_new); also returns an error if the number of weights differs
    /// from that of the points, or one is not finite and positive.
    pub fn try_rational(
        degrees: [usize; 2],
        knots: [Vec<Scalar<V>>; 2],
        points: Vec<V>,
        weights: Vec<Scalar<V>>,
    ) -> Result<Self, SurfaceError> {
        error::weights(&weights, points.len())?;
        let weights = Some(weights).filter(|w| w.iter().any(|x| *x != w[0]));
        Ok(Self { weights, ..Self::try_new(degrees, knots, points)? })
    }

    /// Builds a clamped surface from its first row and column of points to its last, with uniform
    /// inner knots 0, 1, 2, ..
    ///
    /// # Errors
    /// Same as [`try_new`](Self::try_new).
    pub fn try_clamped(
        degrees: [usize; 2],
        counts: [usize; 2],
        points: Vec<V>,
    ) -> Result<Self, SurfaceError> {
        check_counts(degrees, counts, &points)?;
        let knots = [0, 1].each(|axis| clamped_knots::<V>(degrees[axis], counts[axis]));
        Self::try_new(degrees, knots, points)
    }

    /// Builds an unclamped surface with knots 0, 1, 2, ..
    ///
    /// # Errors
    /// Same as [`try_new`](Self::try_new).
    pub fn try_uniform(
        degrees: [usize; 2],
        counts: [usize; 2],
        points: Vec<V>,
    ) -> Result<Self, SurfaceError> {
        check_counts(degrees, counts, &points)?;
        let knots = [0, 1].each(|axis| crate::curve::integer_knots::<V>(counts[axis] + degrees[axis] + 1));
        Self::try_new(degrees, knots, points)
    }

    /// Builds a surface that is closed along each parameter flagged in `closed`, and as smooth at
    /// the seam as elsewhere: uniform there, over the rows or columns followed by as many of the
    /// first as the degree. Along the other parameter it is clamped, as in
    /// [`try_clamped`](Self::try_clamped).
    ///
    /// # Errors
    /// Same as [`try_new`](Self::try_new).
    pub fn try_periodic(
        degrees: [usize; 2],
        counts: [usize; 2],
        closed: [bool; 2],
        points: &[V],
    ) -> Result<Self, SurfaceError> {
        error::count("points", points, counts[0].saturating_mul(counts[1]))?;
        for parameter in [Parameter::U, Parameter::V] {
            let (need, got) = (degrees[parameter.index()].max(1), counts[parameter.index()]);
            if got < need {
                let error = CurveError::TooFewPoints { need, got };
                return Err(SurfaceError::Along { parameter, error });
            }
        }
        let again = [0, 1].each(|axis| if closed[axis] { degrees[axis] } else { 0 });
        let [rows, columns] = [0, 1].each(|axis| counts[axis].saturating_add(again[axis]));
        let point = |i: usize, j: usize| points[i % counts[0] * counts[1] + j % counts[1]];
        let points = (0..rows).flat_map(|i| (0..columns).map(move |j| point(i, j))).collect();
        let knots = [rows, columns];
        let knots = [0, 1].each(|axis| {
            if closed[axis] {
                crate::curve::integer_knots::<V>(knots[axis] + degrees[axis] + 1)
            } else {
                clamped_knots::<V>(degrees[axis], knots[axis])
            }
        });
        Self::try_new(degrees, knots, points)
    }

    /// Builds a surface from parts that are known to be valid.
    pub(super) fn from_parts(
        degrees: [usize; 2],
        knots: [Vec<Scalar<V>>; 2],
        points: Vec<V>,
        weights: Option<Vec<Scalar<V>>>,
    ) -> Self {
        Self { degrees, knots, points, weights }
    }

    /// Returns the degrees along `u` and `v`.
    pub const fn degrees(&self) -> [usize; 2] {
        self.degrees
    }

    /// Returns the knots along a parameter.
    pub fn knots(&self, parameter: Parameter) -> &[Scalar<V>] {
        &self.knots[parameter.index()]
    }

    /// Returns the control points, row by row.
    pub fn points(&self) -> &[V] {
        &self.points
    }

    /// Returns the weights, if the surface is rational.
    pub fn weights(&self) -> Option<&[Scalar<V>]> {
        self.weights.as_deref()
    }

    /// Returns the numbers of points along `u` and `v`.
    pub fn counts(&self) -> [usize; 2] {
        [0, 1].each(|axis| self.knots[axis].len() - self.degrees[axis] - 1)
    }

    /// Returns the first and the last value of a parameter.
    pub fn range(&self, parameter: Parameter) -> [Scalar<V>; 2] {
        let axis = parameter.index();
        [self.knots[axis][self.degrees[axis]], self.knots[axis][self.counts()[axis]]]
    }

    fn weighted(&self) -> Option<Vec<Weighted<V>>> {
        let weights = self.weights.as_ref()?;
        Some(self.points.iter().zip(weights).map(|(p, w)| Weighted::new(*p, *w)).collect())
    }

    /// Returns the point at `(u, v)`, by de Boor's algorithm.
    pub fn at(&self, u: Scalar<V>, v: Scalar<V>) -> V {
        match &self.weights {
            None => self.blossom(|i| self.points[i], [u, v]),
            Some(w) => self.blossom(|i| Weighted::new(self.points[i], w[i]), [u, v]).project(),
        }
    }

    fn blossom<T: Blend<Scalar<V>>>(&self, control: impl Fn(usize) -> T, uv: [Scalar<V>; 2]) -> T {
        let counts = self.counts();
        let place = |axis: usize| {
            let [first, last] = self.range(if axis == 0 { Parameter::U } else { Parameter::V });
            let x = Ring::min(Ring::max(uv[axis], first), last);
            (knots::span(self.degrees[axis], &self.knots[axis], counts[axis], x), x)
        };
        let ((row, u), (column, v)) = (place(0), place(1));
        let across = |i: usize| {
            knots::blossom(self.degrees[1], &self.knots[1], column, |j| control(i * counts[1] + j), |_| v)
        };
        knots::blossom(self.degrees[0], &self.knots[0], row, across, |_| u)
    }

    /// Converts the surface to Bezier patches, one for each rectangle between knots.
    pub fn pieces(&self) -> PatchGrid<V> {
        let counts = self.counts();
        let spans = [0, 1].each(|axis| knots::spans(self.degrees[axis], &self.knots[axis], counts[axis]));
        let ends = [Parameter::U, Parameter::V].each(|parameter| {
            let axis = parameter.index();
            let begins = spans[axis].iter().map(|span| self.knots[axis][*span]);
            begins.chain([self.range(parameter)[1]]).collect()
        });
        let sizes = self.degrees.each(|degree| degree + 1);
        let mut patches = Vec::with_capacity(spans[0].len() * spans[1].len());
        for row in &spans[0] {
            for column in &spans[1] {
                patches.push(match self.weighted() {
                    None => BezierPatch::from_points(sizes, self.piece(&self.points, *row, *column)),
                    Some(all) => BezierPatch::from_weighted(sizes, &self.piece(&all, *row, *column)),
                });
            }
        }
        PatchGrid::welded(ends, patches)
    }

    /// Returns the control points of the patch on a rectangle.
    fn piece<T: Blend<Scalar<V>>>(&self, controls: &[T], row: usize, column: usize) -> Vec<T> {
        let ([p, q], columns) = (self.degrees, self.counts()[1]);
        // Converts the rows that influence the span to Bezier form along v, then the columns.
        let rows: Vec<T> = (row - p..=row)
            .flat_map(|i| knots::bezier(q, &self.knots[1], column, |j| controls[i * columns + j]))
            .collect();
        along_u([p + 1, q + 1], &rows, |c| knots::bezier(p, &self.knots[0], row, |i| c[i + p - row]))
    }
}

/// Checks that the number of points matches, and exceeds the degree along each parameter.
fn check_counts<V>(degrees: [usize; 2], counts: [usize; 2], points: &[V]) -> Result<(), SurfaceError> {
    error::count("points", points, counts[0].saturating_mul(counts[1]))?;
    for parameter in [Parameter::U, Parameter::V] {
        along(parameter, knots::check_degree(degrees[parameter.index()], counts[parameter.index()]))?;
    }
    Ok(())
}

fn clamped_knots<V: FloatVector>(degree: usize, count: usize) -> Vec<Scalar<V>> {
    let spans = count.saturating_sub(degree);
    let knot = |i: usize| Scalar::<V>::from_f64(i.saturating_sub(degree).min(spans) as f64);
    (0..=count + degree).map(knot).collect()
}

impl<V: FloatVector + Vector3> BSplineSurface<V> {
    /// Revolves a curve about a line: `u` is the curve's parameter, `v` from 0 to 4 is one full
    /// turn, a quarter per unit, counter-clockwise seen against the line's direction. Exact, but
    /// `v` is not the angle.
    ///
    /// # Errors
    /// Returns an error if the axis has no direction or a number is not finite.
    #[doc(alias = "revolution")]
    #[doc(alias = "lathe")]
    pub fn try_revolved(profile: &BSpline<V>, axis: &Line<V>) -> Result<Self, SurfaceError> {
        error::vectors("axis", &[axis.origin, axis.direction])?;
        let along = axis.direction.normalized_or_zero();
        if along.length_squared() <= Scalar::<V>::ZERO {
            return Err(SurfaceError::Axis);
        }
        let corner = Scalar::<V>::ONE.half().sqrt();
        let mut points = Vec::with_capacity(9 * profile.points().len());
        let mut weights = Vec::with_capacity(points.capacity());
        for (i, p) in profile.points().iter().enumerate() {
            let center = axis.origin + along * along.dot(*p - axis.origin);
            let x = *p - center;
            let y = along.cross(x);
            for (k, offset) in [x, x + y, y, y - x, -x, -x - y, -y, x - y, x].into_iter().enumerate() {
                points.push(if k % 8 == 0 { *p } else { center + offset });
                let weight = profile.weights().map_or(Scalar::<V>::ONE, |w| w[i]);
                weights.push(if k % 2 == 0 { weight } else { weight * corner });
            }
        }
        let around = [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4].map(|k| Scalar::<V>::from_f64(f64::from(k)));
        Self::try_rational(
            [profile.degree(), 2],
            [profile.knots().to_vec(), around.to_vec()],
            points,
            weights,
        )
    }
}
