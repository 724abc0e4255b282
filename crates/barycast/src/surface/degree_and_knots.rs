//! Knot insertion, knot removal and degree elevation of B-spline surfaces along a parameter.
//!
//! Each row or column of control points is that of a curve, so the operations on curves
//! (`curve/degree_and_knots.rs`) apply to all of them. A point of the surface is a mean of control
//! points as a point of a curve is, so the same bound on the movement applies.

use super::error::{Parameter, SurfaceError, along};
use super::tensor::{along_u, along_v};
use super::{BSplineSurface, Scalar};
use crate::curve::blend::Blend;
use crate::curve::degree_and_knots::{
    ControlChange, Elevation, KnotChange, KnotOperation, change_controls, knots_of_elevation, remove_within,
    with_knot, without_knot,
};
use crate::number::Float;
use crate::number::each::MapEach;
use crate::vector::FloatVector;
use alloc::vec::Vec;

/// A change of curves, applied to all rows or columns.
struct EachCurve<'a, C> {
    parameter: Parameter,
    counts: [usize; 2],
    change: &'a C,
}

impl<S: Float, C: ControlChange<S>> ControlChange<S> for EachCurve<'_, C> {
    fn apply<T: Blend<S>>(&self, controls: &[T]) -> Vec<T> {
        let one = |row: &[T]| self.change.apply(row);
        match self.parameter {
            Parameter::U => along_u(self.counts, controls, one),
            Parameter::V => along_v(self.counts, controls, one),
        }
    }
}

impl<V: FloatVector> BSplineSurface<V> {
    /// Inserts a knot along a parameter: returns the same surface with one more knot and row or
    /// column.
    ///
    /// # Errors
    /// Returns an error if `knot` does not lie strictly inside the range, or has the degree as its
    /// multiplicity already.
    #[doc(alias = "refine")]
    pub fn try_insert_knot(&self, parameter: Parameter, knot: Scalar<V>) -> Result<Self, SurfaceError> {
        let (degree, old) = (self.degree(parameter), self.knots(parameter));
        let knots = along(parameter, with_knot(degree, old, self.range(parameter), knot))?;
        let change = &KnotChange { which: KnotOperation::Insert, degree, knots: old, u: knot };
        let each = EachCurve { parameter, counts: self.counts(), change };
        let controls = change_controls(self.points(), self.weights(), &each);
        Ok(self.with_changed_parameter(parameter, degree, knots, controls))
    }

    /// Removes a knot along a parameter: returns a surface with one knot and one row or column
    /// less, every point of which lies within `tolerance` of the point of this surface at the same
    /// parameters. Undoes [`try_insert_knot`](Self::try_insert_knot) within a few ulps of the
    /// largest coordinate.
    ///
    /// # Errors
    /// [`OutOfRange`](crate::curve::CurveError::OutOfRange) if `knot` is not a knot strictly inside
    /// the range. [`Tolerance`](crate::curve::CurveError::Tolerance) if the surface would move
    /// farther than the tolerance, this cannot be excluded, or a weight would not be positive.
    #[doc(alias = "knot removal")]
    pub fn try_remove_knot(
        &self,
        parameter: Parameter,
        knot: Scalar<V>,
        tolerance: Scalar<V>,
    ) -> Result<Self, SurfaceError> {
        let degree = self.degree(parameter);
        let knots = along(parameter, without_knot(self.knots(parameter), self.range(parameter), knot))?;
        let [less, more] = [KnotOperation::Remove, KnotOperation::Insert].each(|which| KnotChange {
            which,
            degree,
            knots: &knots,
            u: knot,
        });
        let fewer = EachCurve { parameter, counts: self.counts(), change: &less };
        let mut counts = self.counts();
        counts[parameter.index()] -= 1;
        let back = EachCurve { parameter, counts, change: &more };
        let controls = remove_within(self.points(), self.weights(), &fewer, &back, tolerance);
        let controls = along(parameter, controls)?;
        Ok(self.with_changed_parameter(parameter, degree, knots, controls))
    }

    /// Returns the same surface with its degree along a parameter raised by one; the multiplicity
    /// of each knot increases by one.
    #[doc(alias = "degree elevation")]
    #[must_use]
    pub fn elevated(&self, parameter: Parameter) -> Self {
        let (degree, old) = (self.degree(parameter), self.knots(parameter));
        let knots = knots_of_elevation(degree, old, self.range(parameter));
        let change = &Elevation { degree, old, knots: &knots };
        let each = EachCurve { parameter, counts: self.counts(), change };
        let controls = change_controls(self.points(), self.weights(), &each);
        self.with_changed_parameter(parameter, degree + 1, knots, controls)
    }

    fn degree(&self, parameter: Parameter) -> usize {
        self.degrees()[parameter.index()]
    }

    /// Replaces the degree, the knots along a parameter and the points.
    fn with_changed_parameter(
        &self,
        parameter: Parameter,
        degree: usize,
        knots: Vec<Scalar<V>>,
        (points, weights): (Vec<V>, Option<Vec<Scalar<V>>>),
    ) -> Self {
        let mut degrees = self.degrees();
        degrees[parameter.index()] = degree;
        let [of_u, of_v] = [Parameter::U, Parameter::V].each(|other| self.knots(other).to_vec());
        let knots = match parameter {
            Parameter::U => [knots, of_v],
            Parameter::V => [of_u, knots],
        };
        Self::from_parts(degrees, knots, points, weights)
    }
}
