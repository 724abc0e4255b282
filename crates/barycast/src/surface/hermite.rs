//! Surfaces by their points and the derivatives there: Hermite's and Ferguson's forms.
//!
//! Each cell between four points is a bicubic patch. Over a cell of the widths `h` and `k` its control points at a corner are
//!
//! ```text
//! p,  p +- h p_u / 3,  p +- k p_v / 3,  p +- h p_u / 3 +- k p_v / 3 +- h k p_uv / 9
//! ```
//!
//! with the sign that leads into the cell. Ferguson's surface has no twists: `p_uv = 0`.
//! Sources: [Ferguson 1964], [Farin 2002].

use super::error::{Parameter, SurfaceError, along};
use super::patch::BezierPatch;
use super::{Pieces, Scalar};
use crate::curve::CurveError;
use crate::curve::error;
use crate::number::each::MapEach;
use crate::number::{Float, Ring};
use crate::vector::FloatVector;
use alloc::vec;
use alloc::vec::Vec;

/// Bicubic patches through a grid of points, with the derivatives at each: continuous, with continuous first derivatives.
#[doc(alias = "Ferguson")]
#[derive(Clone, Debug, PartialEq)]
pub struct HermiteSurface<V: FloatVector> {
    knots: [Vec<Scalar<V>>; 2],
    points: Vec<V>,
    /// By `u`, by `v`, by both.
    slopes: [Vec<V>; 3],
}

impl<V: FloatVector> HermiteSurface<V> {
    /// Through the points, row by row, at the parameters 0, 1, 2, ..: `counts[0]` rows, from one to the next of which `u`
    /// runs, of `counts[1]` points, along which `v` runs. `slopes` are the derivatives by `u`, by `v` and by both.
    ///
    /// # Errors
    /// Fewer than two points along a parameter; lists that are not as long as there are points; numbers that are not finite.
    pub fn try_new(counts: [usize; 2], points: Vec<V>, slopes: [Vec<V>; 3]) -> Result<Self, SurfaceError> {
        error::count("points", &points, counts[0].saturating_mul(counts[1]))?;
        let knots = counts.each(crate::curve::whole_knots::<V>);
        Self::try_with_knots(knots, points, slopes)
    }

    /// The same with derivatives by `u` and `v` and without twists: Ferguson's surface.
    ///
    /// # Errors
    /// As [`try_new`](Self::try_new).
    pub fn try_ferguson(
        counts: [usize; 2],
        points: Vec<V>,
        [by_u, by_v]: [Vec<V>; 2],
    ) -> Result<Self, SurfaceError> {
        let none = vec![V::splat(Scalar::<V>::ZERO); points.len()];
        Self::try_new(counts, points, [by_u, by_v, none])
    }

    /// Through each point at its knots.
    ///
    /// # Errors
    /// As [`try_new`](Self::try_new); knots that are not finite or not growing.
    pub fn try_with_knots(
        knots: [Vec<Scalar<V>>; 2],
        points: Vec<V>,
        slopes: [Vec<V>; 3],
    ) -> Result<Self, SurfaceError> {
        for (parameter, list) in [(Parameter::U, &knots[0]), (Parameter::V, &knots[1])] {
            if list.len() < 2 {
                let error = CurveError::TooFewPoints { need: 2, got: list.len() };
                return Err(SurfaceError::Along { parameter, error });
            }
            along(parameter, error::growing("knots", list, list.len()))?;
        }
        let need = knots[0].len() * knots[1].len();
        for (field, list) in
            ["points", "by u", "by v", "twists"].into_iter().zip([&points].into_iter().chain(&slopes))
        {
            error::count(field, list, need)?;
            error::vectors(field, list)?;
        }
        Ok(Self { knots, points, slopes })
    }

    /// The points that it passes, row by row.
    pub fn points(&self) -> &[V] {
        &self.points
    }

    /// Its derivatives there, by `u`, by `v` and by both.
    pub fn slopes(&self) -> &[Vec<V>; 3] {
        &self.slopes
    }

    /// The parameters there.
    pub fn knots(&self, parameter: Parameter) -> &[Scalar<V>] {
        &self.knots[parameter.index()]
    }

    /// As bicubic Bezier patches.
    pub fn pieces(&self) -> Pieces<V> {
        let [rows, columns] = [self.knots[0].len() - 1, self.knots[1].len() - 1];
        let patches = (0..rows).flat_map(|i| (0..columns).map(move |j| self.cell(i, j)));
        Pieces::welded(self.knots.clone(), patches.collect())
    }

    fn cell(&self, i: usize, j: usize) -> BezierPatch<V> {
        let one = Scalar::<V>::ONE;
        let (three, columns) = (one.lit(3), self.knots[1].len());
        let width = |knots: &[Scalar<V>], i: usize| (knots[i + 1] - knots[i]) / three;
        let (h, k) = (width(&self.knots[0], i), width(&self.knots[1], j));
        // Rows and columns of control points go with the first or with the second corner, on it or a step into the cell.
        let step = [0, 1, 1, 0];
        let control = |row: usize, column: usize| {
            let at = (i + row / 2) * columns + j + column / 2;
            let sign = |place: usize, width: Scalar<V>| if place < 2 { width } else { -width };
            let mut point = self.points[at];
            if step[row] == 1 {
                point = point + self.slopes[0][at] * sign(row, h);
            }
            if step[column] == 1 {
                point = point + self.slopes[1][at] * sign(column, k);
            }
            if step[row] + step[column] == 2 {
                point = point + self.slopes[2][at] * (sign(row, h) * sign(column, k));
            }
            point
        };
        let points = (0..16).map(|at| control(at / 4, at % 4));
        BezierPatch::from_points([4, 4], points.collect())
    }
}
