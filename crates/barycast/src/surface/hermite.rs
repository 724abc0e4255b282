//! Surfaces given by points and derivatives: the Hermite and Ferguson forms.
//!
//! Each cell between four points is a bicubic patch. Over a cell of widths `h` and `k` its control
//! points at a corner are
//!
//! ```text
//! p,  p +- h p_u / 3,  p +- k p_v / 3,  p +- h p_u / 3 +- k p_v / 3 +- h k p_uv / 9
//! ```
//!
//! The signs point into the cell. Ferguson's surface has no twists: `p_uv = 0`. Sources:
//! [Ferguson 1964], [Farin 2002].

use super::error::{Parameter, SurfaceError, along};
use super::patch::BezierPatch;
use super::{PatchGrid, Scalar};
use crate::curve::CurveError;
use crate::curve::error;
use crate::number::each::MapEach;
use crate::number::{Float, Ring};
use crate::vector::FloatVector;
use alloc::vec;
use alloc::vec::Vec;

/// Bicubic patches through a grid of points with given derivatives: continuously differentiable.
///
/// ```
/// use barycast::surface::HermiteSurface;
/// use glam::{DVec3, dvec3};
///
/// // A square with straight tangents is flat.
/// let points = vec![DVec3::ZERO, DVec3::Y, DVec3::X, dvec3(1.0, 1.0, 0.0)];
/// let tangents = [vec![DVec3::X; 4], vec![DVec3::Y; 4]];
/// let square = HermiteSurface::try_ferguson([2, 2], points, tangents)?.pieces();
/// assert!(square.at(0.5, 0.5).distance(dvec3(0.5, 0.5, 0.0)) < 1e-15);
/// # Ok::<(), barycast::surface::SurfaceError>(())
/// ```
#[doc(alias = "Ferguson")]
#[derive(Clone, Debug, PartialEq)]
pub struct HermiteSurface<V: FloatVector> {
    knots: [Vec<Scalar<V>>; 2],
    points: Vec<V>,
    /// Derivatives by `u`, by `v`, and by both (twists).
    derivatives: [Vec<V>; 3],
}

impl<V: FloatVector> HermiteSurface<V> {
    /// Builds a surface through the points, row by row, at the parameters 0, 1, 2, ..: `counts[0]`
    /// rows, across which `u` runs, of `counts[1]` points, along which `v` runs. `derivatives` are
    /// the derivatives by `u`, by `v` and by both.
    ///
    /// # Errors
    /// Returns an error if there are fewer than two points along a parameter, a list does not match
    /// the number of points, or a number is not finite.
    pub fn try_new(
        counts: [usize; 2],
        points: Vec<V>,
        derivatives: [Vec<V>; 3],
    ) -> Result<Self, SurfaceError> {
        error::count("points", &points, counts[0].saturating_mul(counts[1]))?;
        let knots = counts.each(crate::curve::integer_knots::<V>);
        Self::try_with_knots(knots, points, derivatives)
    }

    /// Builds a surface from derivatives by `u` and `v`, without twists: Ferguson's surface.
    ///
    /// # Errors
    /// Same as [`try_new`](Self::try_new).
    pub fn try_ferguson(
        counts: [usize; 2],
        points: Vec<V>,
        [by_u, by_v]: [Vec<V>; 2],
    ) -> Result<Self, SurfaceError> {
        let none = vec![V::splat(Scalar::<V>::ZERO); points.len()];
        Self::try_new(counts, points, [by_u, by_v, none])
    }

    /// Builds a surface through each point at its knots.
    ///
    /// # Errors
    /// Same as [`try_new`](Self::try_new); also returns an error if the knots are not finite and
    /// increasing.
    pub fn try_with_knots(
        knots: [Vec<Scalar<V>>; 2],
        points: Vec<V>,
        derivatives: [Vec<V>; 3],
    ) -> Result<Self, SurfaceError> {
        for (parameter, list) in [(Parameter::U, &knots[0]), (Parameter::V, &knots[1])] {
            if list.len() < 2 {
                let error = CurveError::TooFewPoints { need: 2, got: list.len() };
                return Err(SurfaceError::Along { parameter, error });
            }
            along(parameter, error::increasing("knots", list, list.len()))?;
        }
        let need = knots[0].len() * knots[1].len();
        for (field, list) in
            ["points", "by u", "by v", "twists"].into_iter().zip([&points].into_iter().chain(&derivatives))
        {
            error::count(field, list, need)?;
            error::vectors(field, list)?;
        }
        Ok(Self { knots, points, derivatives })
    }

    /// Returns the interpolated points, row by row.
    pub fn points(&self) -> &[V] {
        &self.points
    }

    /// Returns the derivatives at the points, by `u`, by `v` and by both.
    pub fn derivatives(&self) -> &[Vec<V>; 3] {
        &self.derivatives
    }

    /// Returns the parameters of the points.
    pub fn knots(&self, parameter: Parameter) -> &[Scalar<V>] {
        &self.knots[parameter.index()]
    }

    /// Converts the surface to bicubic Bezier patches.
    pub fn pieces(&self) -> PatchGrid<V> {
        let [rows, columns] = [self.knots[0].len() - 1, self.knots[1].len() - 1];
        let patches = (0..rows).flat_map(|i| (0..columns).map(move |j| self.cell(i, j)));
        PatchGrid::welded(self.knots.clone(), patches.collect())
    }

    fn cell(&self, i: usize, j: usize) -> BezierPatch<V> {
        let one = Scalar::<V>::ONE;
        let (three, columns) = (one.lit(3), self.knots[1].len());
        let width = |knots: &[Scalar<V>], i: usize| (knots[i + 1] - knots[i]) / three;
        let (h, k) = (width(&self.knots[0], i), width(&self.knots[1], j));
        // Rows and columns of control points belong to the first or second corner, at it or one
        // step into the cell.
        let step = [0, 1, 1, 0];
        let control = |row: usize, column: usize| {
            let at = (i + row / 2) * columns + j + column / 2;
            let sign = |place: usize, width: Scalar<V>| if place < 2 { width } else { -width };
            let mut point = self.points[at];
            if step[row] == 1 {
                point = point + self.derivatives[0][at] * sign(row, h);
            }
            if step[column] == 1 {
                point = point + self.derivatives[1][at] * sign(column, k);
            }
            if step[row] + step[column] == 2 {
                point = point + self.derivatives[2][at] * (sign(row, h) * sign(column, k));
            }
            point
        };
        let points = (0..16).map(|at| control(at / 4, at % 4));
        BezierPatch::from_points([4, 4], points.collect())
    }
}
