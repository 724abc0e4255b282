//! Surfaces as a grid of Bezier patches: the form on which all queries are defined.

use super::error::{Parameter, SurfaceError, along};
use super::patch::BezierPatch;
use super::{Curvature, Jet, Scalar};
use crate::curve::{CurveError, error};
use crate::number::{Float, Ring};
use crate::shape::Aabb;
use crate::vector::{FloatVector, Vector3};
use alloc::vec;
use alloc::vec::Vec;

/// A grid of Bezier patches, each over its own rectangle of the parameters `u` and `v`. Patches of
/// one surface share their sides.
#[derive(Clone, Debug, PartialEq)]
pub struct PatchGrid<V: FloatVector> {
    /// Knots along `u` and `v`.
    knots: [Vec<Scalar<V>>; 2],
    /// Patches row by row: `v` runs along a row.
    patches: Vec<BezierPatch<V>>,
}

impl<V: FloatVector> PatchGrid<V> {
    /// Builds a grid from patches row by row: the patch in row `i` and column `j` starts at
    /// `u = knots[0][i]` and `v = knots[1][j]`.
    ///
    /// # Errors
    /// Returns an error if there is no patch, the patches are not one for each rectangle between
    /// knots, or the knots are not finite and increasing.
    pub fn try_new(knots: [Vec<Scalar<V>>; 2], patches: Vec<BezierPatch<V>>) -> Result<Self, SurfaceError> {
        for (parameter, list) in [(Parameter::U, &knots[0]), (Parameter::V, &knots[1])] {
            if list.len() < 2 {
                let error = CurveError::Count { field: "knots", need: 2, got: list.len() };
                return Err(SurfaceError::Along { parameter, error });
            }
            along(parameter, error::increasing("knots", list, list.len()))?;
        }
        error::count("patches", &patches, (knots[0].len() - 1) * (knots[1].len() - 1))?;
        Ok(Self { knots, patches })
    }

    /// Builds a grid from patches of one surface that may differ by rounding: common sides become
    /// those of the first patch.
    pub(super) fn welded(knots: [Vec<Scalar<V>>; 2], mut patches: Vec<BezierPatch<V>>) -> Self {
        let [rows, columns] = [knots[0].len() - 1, knots[1].len() - 1];
        for i in 0..rows {
            for j in 0..columns {
                let here = i * columns + j;
                for (there, parameter) in [(here + columns, Parameter::U), (here + 1, Parameter::V)]
                    .into_iter()
                    .filter(|(_, p)| match p {
                        Parameter::U => i + 1 < rows,
                        Parameter::V => j + 1 < columns,
                    })
                {
                    let patch = &patches[here];
                    let side: Vec<_> = patch.side_range(parameter, true).map(|k| patch.control(k)).collect();
                    let places = patches[there].side_range(parameter, false);
                    patches[there].overwrite(places, &side);
                }
            }
        }
        Self { knots, patches }
    }

    /// Returns the parameters where patches start, and where the last ones end.
    pub fn knots(&self, parameter: Parameter) -> &[Scalar<V>] {
        &self.knots[parameter.index()]
    }

    /// Returns the patches, row by row.
    pub fn patches(&self) -> &[BezierPatch<V>] {
        &self.patches
    }

    /// Returns the first and the last value of a parameter.
    pub fn range(&self, parameter: Parameter) -> [Scalar<V>; 2] {
        let knots = self.knots(parameter);
        [knots[0], knots[knots.len() - 1]]
    }

    /// Returns the patch that contains `(u, v)`, and the parameters in it from 0 to 1. A knot
    /// belongs to the patch that starts there; parameters outside the range are clamped.
    pub fn locate(&self, u: Scalar<V>, v: Scalar<V>) -> (usize, [Scalar<V>; 2]) {
        let one = |parameter, x: Scalar<V>| {
            let [first, last] = self.range(parameter);
            let knots = self.knots(parameter);
            let x = Ring::min(Ring::max(x, first), last);
            let i = knots.partition_point(|k| *k <= x).saturating_sub(1).min(knots.len() - 2);
            (i, (x - knots[i]) / (knots[i + 1] - knots[i]))
        };
        let ((i, s), (j, t)) = (one(Parameter::U, u), one(Parameter::V, v));
        (i * (self.knots[1].len() - 1) + j, [s, t])
    }

    /// Converts parameters of a patch to parameters of the surface.
    pub fn parameters(&self, patch: usize, [s, t]: [Scalar<V>; 2]) -> [Scalar<V>; 2] {
        let columns = self.knots[1].len() - 1;
        let one = |knots: &[Scalar<V>], i: usize, x: Scalar<V>| {
            knots[i] * (Scalar::<V>::ONE - x) + knots[i + 1] * x
        };
        [one(&self.knots[0], patch / columns, s), one(&self.knots[1], patch % columns, t)]
    }

    /// Returns the derivatives of a patch's parameters by those of the surface.
    fn rates(&self, patch: usize) -> [Scalar<V>; 2] {
        let columns = self.knots[1].len() - 1;
        let one = |knots: &[Scalar<V>], i: usize| Scalar::<V>::ONE / (knots[i + 1] - knots[i]);
        [one(&self.knots[0], patch / columns), one(&self.knots[1], patch % columns)]
    }

    /// Returns the point at `(u, v)`.
    pub fn at(&self, u: Scalar<V>, v: Scalar<V>) -> V {
        let (patch, [s, t]) = self.locate(u, v);
        self.patches[patch].at(s, t)
    }

    /// Returns the point and the first and second derivatives at `(u, v)`; at a knot those of the
    /// patch that starts there.
    #[doc(alias = "partial derivative")]
    pub fn jet(&self, u: Scalar<V>, v: Scalar<V>) -> Jet<V> {
        let (patch, [s, t]) = self.locate(u, v);
        self.patches[patch].jet(s, t).reparameterized(self.rates(patch))
    }

    /// Returns the tight bounding box, up to rounding.
    pub fn bounds(&self) -> Aabb<V> {
        super::bounds::bounding_box(&self.patches)
    }

    /// Returns the bounding box of all control points, which contains the surface.
    pub fn hull_bounds(&self) -> Aabb<V> {
        self.patches.iter().fold(Aabb::empty(), |b, patch| b.union(&patch.hull_bounds()))
    }

    /// Splits the surface at a value of a parameter. The parts keep their parameters.
    ///
    /// # Errors
    /// Returns an error if the value does not lie strictly inside the range.
    pub fn try_split(&self, parameter: Parameter, at: Scalar<V>) -> Result<[Self; 2], SurfaceError> {
        let [first, last] = self.range(parameter);
        if !(first < at && at < last) {
            return Err(SurfaceError::Along { parameter, error: CurveError::OutOfRange });
        }
        let knots = self.knots(parameter);
        let cut = knots.partition_point(|k| *k <= at) - 1;
        let t = (at - knots[cut]) / (knots[cut + 1] - knots[cut]);
        let whole = t > Scalar::<V>::ZERO;
        let (mut left, mut right) = (self.clone(), self.clone());
        let axis = parameter.index();
        left.knots[axis].truncate(cut + 1);
        right.knots[axis].drain(..cut);
        if whole {
            left.knots[axis].push(at);
            right.knots[axis][0] = at;
        }
        left.patches.clear();
        right.patches.clear();
        let columns = self.knots[1].len() - 1;
        for (k, patch) in self.patches.iter().enumerate() {
            let place = if axis == 0 { k / columns } else { k % columns };
            if place < cut {
                left.patches.push(patch.clone());
            } else if place > cut || !whole {
                right.patches.push(patch.clone());
            } else {
                let [before, after] = patch.split(parameter, t);
                left.patches.push(before);
                right.patches.push(after);
            }
        }
        Ok([left, right])
    }
}

impl<V: FloatVector + Vector3> PatchGrid<V> {
    /// Returns the unit normal, on the side from which `u` turns to `v` counter-clockwise. If a
    /// side of a patch is degenerate (a point), the limit from the patch's centre; `None` if there
    /// is none.
    pub fn normal(&self, u: Scalar<V>, v: Scalar<V>) -> Option<V> {
        let (patch, [s, t]) = self.locate(u, v);
        self.patches[patch].normal(s, t)
    }

    /// Returns the curvatures at `(u, v)`, or `None` if the derivatives are linearly dependent.
    pub fn curvature(&self, u: Scalar<V>, v: Scalar<V>) -> Option<Curvature<V>> {
        self.jet(u, v).curvature()
    }
}

impl<V: FloatVector + Vector3> BezierPatch<V> {
    /// Returns the unit normal, on the side from which `u` turns to `v` counter-clockwise. If a
    /// side is degenerate (a point), the limit from the centre; `None` if there is none.
    pub fn normal(&self, u: Scalar<V>, v: Scalar<V>) -> Option<V> {
        let half = Scalar::<V>::ONE / Scalar::<V>::ONE.lit(2);
        self.jet(u, v).normal_from([half - u, half - v])
    }

    /// Returns the curvatures at `(u, v)`, or `None` if the derivatives are linearly dependent.
    pub fn curvature(&self, u: Scalar<V>, v: Scalar<V>) -> Option<Curvature<V>> {
        self.jet(u, v).curvature()
    }
}

impl<V: FloatVector> BezierPatch<V> {
    /// Converts to a single patch over 0 to 1.
    pub fn pieces(&self) -> PatchGrid<V> {
        let whole = || vec![Scalar::<V>::ZERO, Scalar::<V>::ONE];
        PatchGrid { knots: [whole(), whole()], patches: vec![self.clone()] }
    }
}
