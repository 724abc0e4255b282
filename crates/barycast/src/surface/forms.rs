//! The same B-spline surface in another form: with a knot more or less, or of one degree more, along a parameter.
//!
//! Each row of control points, or each column, is that of a curve: what is done to a curve (`curve/forms.rs`) is done to all of
//! them. A point of the surface is a mean of control points as a curve's is, so what says how far a curve moves says it of the
//! surface.

use super::error::{Parameter, SurfaceError, along};
use super::tensor::{along_u, along_v};
use super::{BSplineSurface, Scalar};
use crate::curve::blend::Blend;
use crate::curve::forms::{
    Change, Elevated, Knot, OneKnot, changed, elevated_knots, removed, with_knot, without_knot,
};
use crate::number::Float;
use crate::number::each::MapEach;
use crate::vector::FloatVector;
use alloc::vec::Vec;

/// A change of curves, of all rows or columns.
struct Each<'a, C> {
    parameter: Parameter,
    counts: [usize; 2],
    change: &'a C,
}

impl<S: Float, C: Change<S>> Change<S> for Each<'_, C> {
    fn of<T: Blend<S>>(&self, controls: &[T]) -> Vec<T> {
        let one = |row: &[T]| self.change.of(row);
        match self.parameter {
            Parameter::U => along_u(self.counts, controls, one),
            Parameter::V => along_v(self.counts, controls, one),
        }
    }
}

impl<V: FloatVector> BSplineSurface<V> {
    /// The same surface with one knot more along a parameter.
    ///
    /// # Errors
    /// `knot` does not lie between the ends, or is a knot as often as the degree already.
    #[doc(alias = "refine")]
    pub fn try_insert(&self, parameter: Parameter, knot: Scalar<V>) -> Result<Self, SurfaceError> {
        let (degree, old) = (self.degree(parameter), self.knots(parameter));
        let knots = along(parameter, with_knot(degree, old, self.range(parameter), knot))?;
        let change = &OneKnot { which: Knot::More, degree, knots: old, u: knot };
        let each = Each { parameter, counts: self.counts(), change };
        let controls = changed(self.points(), self.weights(), &each);
        Ok(self.changed_along(parameter, degree, knots, controls))
    }

    /// A surface with one knot along a parameter, and one row or column of points, less; no point of it is farther than
    /// `tolerance` from the point of this one at the same parameters. What [`try_insert`](Self::try_insert) has put in comes out
    /// within some ulp of the largest coordinate.
    ///
    /// # Errors
    /// [`Outside`](crate::curve::CurveError::Outside): `knot` is no knot between the ends.
    /// [`Tolerance`](crate::curve::CurveError::Tolerance): the surface would move farther, or it is not known that it would not;
    /// a weight would not be positive.
    #[doc(alias = "knot removal")]
    pub fn try_remove(
        &self,
        parameter: Parameter,
        knot: Scalar<V>,
        tolerance: Scalar<V>,
    ) -> Result<Self, SurfaceError> {
        let degree = self.degree(parameter);
        let knots = along(parameter, without_knot(self.knots(parameter), self.range(parameter), knot))?;
        let [less, more] =
            [Knot::Less, Knot::More].each(|which| OneKnot { which, degree, knots: &knots, u: knot });
        let fewer = Each { parameter, counts: self.counts(), change: &less };
        let mut counts = self.counts();
        counts[parameter.index()] -= 1;
        let back = Each { parameter, counts, change: &more };
        let controls = removed(self.points(), self.weights(), &fewer, &back, tolerance);
        let controls = along(parameter, controls)?;
        Ok(self.changed_along(parameter, degree, knots, controls))
    }

    /// The same surface, of one degree more along a parameter: each knot is there once more.
    #[doc(alias = "degree elevation")]
    #[must_use]
    pub fn elevated(&self, parameter: Parameter) -> Self {
        let (degree, old) = (self.degree(parameter), self.knots(parameter));
        let knots = elevated_knots(degree, old, self.range(parameter));
        let change = &Elevated { degree, old, knots: &knots };
        let each = Each { parameter, counts: self.counts(), change };
        let controls = changed(self.points(), self.weights(), &each);
        self.changed_along(parameter, degree + 1, knots, controls)
    }

    fn degree(&self, parameter: Parameter) -> usize {
        self.degrees()[parameter.index()]
    }

    /// With another degree, other knots along a parameter, and other points.
    fn changed_along(
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
