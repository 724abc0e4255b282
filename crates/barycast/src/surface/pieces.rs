//! A surface as Bezier patches in rows and columns: the form that answers all questions.

use super::error::{Parameter, SurfaceError, along};
use super::patch::BezierPatch;
use super::{Curvature, Jet, Scalar};
use crate::curve::{CurveError, error};
use crate::number::{Float, Ring};
use crate::shape::Aabb;
use crate::vector::{FloatVector, Vector3};
use alloc::vec;
use alloc::vec::Vec;

/// Bezier patches, each over its own rectangle of the parameters `u` and `v`. Patches of one surface meet in their sides.
#[derive(Clone, Debug, PartialEq)]
pub struct Pieces<V: FloatVector> {
    /// Along `u` and along `v`.
    knots: [Vec<Scalar<V>>; 2],
    /// Row by row: along a row runs `v`.
    patches: Vec<BezierPatch<V>>,
}

impl<V: FloatVector> Pieces<V> {
    /// The patches, row by row: that in row `i` and column `j` has `u` from `knots[0][i]` to the next knot, and `v`
    /// from `knots[1][j]`.
    ///
    /// # Errors
    /// No patch; patches that are not one for each rectangle between knots; knots that are not finite or not growing.
    pub fn try_new(knots: [Vec<Scalar<V>>; 2], patches: Vec<BezierPatch<V>>) -> Result<Self, SurfaceError> {
        for (parameter, list) in [(Parameter::U, &knots[0]), (Parameter::V, &knots[1])] {
            if list.len() < 2 {
                let error = CurveError::Count { field: "knots", need: 2, got: list.len() };
                return Err(SurfaceError::Along { parameter, error });
            }
            along(parameter, error::growing("knots", list, list.len()))?;
        }
        error::count("patches", &patches, (knots[0].len() - 1) * (knots[1].len() - 1))?;
        Ok(Self { knots, patches })
    }

    /// From patches of one surface, which may be apart by rounding: sides that two share become those of the first.
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

    /// Where the patches begin along a parameter, and where the last ones end.
    pub fn knots(&self, parameter: Parameter) -> &[Scalar<V>] {
        &self.knots[parameter.index()]
    }

    /// The patches, row by row.
    pub fn patches(&self) -> &[BezierPatch<V>] {
        &self.patches
    }

    /// The first and the last value of a parameter.
    pub fn range(&self, parameter: Parameter) -> [Scalar<V>; 2] {
        let knots = self.knots(parameter);
        [knots[0], knots[knots.len() - 1]]
    }

    /// The patch that holds `(u, v)`, and where in it that is, from 0 to 1. A knot belongs to the patch that it begins;
    /// parameters outside are taken for the nearest inside.
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

    /// The parameters of a place in a patch.
    pub fn parameters(&self, patch: usize, [s, t]: [Scalar<V>; 2]) -> [Scalar<V>; 2] {
        let columns = self.knots[1].len() - 1;
        let one = |knots: &[Scalar<V>], i: usize, x: Scalar<V>| {
            knots[i] * (Scalar::<V>::ONE - x) + knots[i + 1] * x
        };
        [one(&self.knots[0], patch / columns, s), one(&self.knots[1], patch % columns, t)]
    }

    /// How far the parameters of a patch run for one step of these.
    fn rates(&self, patch: usize) -> [Scalar<V>; 2] {
        let columns = self.knots[1].len() - 1;
        let one = |knots: &[Scalar<V>], i: usize| Scalar::<V>::ONE / (knots[i + 1] - knots[i]);
        [one(&self.knots[0], patch / columns), one(&self.knots[1], patch % columns)]
    }

    /// The point at `(u, v)`.
    pub fn at(&self, u: Scalar<V>, v: Scalar<V>) -> V {
        let (patch, [s, t]) = self.locate(u, v);
        self.patches[patch].at(s, t)
    }

    /// The point and the first and second derivatives at `(u, v)`; at a knot those of the patch that it begins.
    #[doc(alias = "partial derivative")]
    pub fn jet(&self, u: Scalar<V>, v: Scalar<V>) -> Jet<V> {
        let (patch, [s, t]) = self.locate(u, v);
        self.patches[patch].jet(s, t).rated(self.rates(patch))
    }

    /// The smallest box around it, up to rounding.
    pub fn bounds(&self) -> Aabb<V> {
        super::bounds::of(&self.patches)
    }

    /// The box of all control points, which holds it.
    pub fn hull_bounds(&self) -> Aabb<V> {
        self.patches.iter().fold(Aabb::empty(), |b, patch| b.union(&patch.hull_bounds()))
    }

    /// Its parts before and after a value of a parameter, with the parameters that they had.
    ///
    /// # Errors
    /// The value does not lie between the ends.
    pub fn try_split(&self, parameter: Parameter, at: Scalar<V>) -> Result<[Self; 2], SurfaceError> {
        let [first, last] = self.range(parameter);
        if !(first < at && at < last) {
            return Err(SurfaceError::Along { parameter, error: CurveError::Outside });
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

impl<V: FloatVector + Vector3> Pieces<V> {
    /// Of length 1, on the side from which `u` turns to `v` counter-clockwise. Where a side of a patch is one point, the
    /// normal that it tends to from the patch's middle; `None` where there is none.
    pub fn normal(&self, u: Scalar<V>, v: Scalar<V>) -> Option<V> {
        let (patch, [s, t]) = self.locate(u, v);
        self.patches[patch].normal(s, t)
    }

    /// How it bends at `(u, v)`; `None` where the derivatives span no plane.
    pub fn curvature(&self, u: Scalar<V>, v: Scalar<V>) -> Option<Curvature<V>> {
        self.jet(u, v).curvature()
    }
}

impl<V: FloatVector + Vector3> BezierPatch<V> {
    /// Of length 1, on the side from which `u` turns to `v` counter-clockwise. Where a side is one point, the normal that it
    /// tends to from the middle; `None` where there is none.
    pub fn normal(&self, u: Scalar<V>, v: Scalar<V>) -> Option<V> {
        let half = Scalar::<V>::ONE / Scalar::<V>::ONE.lit(2);
        self.jet(u, v).normal_from([half - u, half - v])
    }

    /// How it bends at `(u, v)`; `None` where the derivatives span no plane.
    pub fn curvature(&self, u: Scalar<V>, v: Scalar<V>) -> Option<Curvature<V>> {
        self.jet(u, v).curvature()
    }
}

impl<V: FloatVector> BezierPatch<V> {
    /// As the only patch, from 0 to 1.
    pub fn pieces(&self) -> Pieces<V> {
        let whole = || vec![Scalar::<V>::ZERO, Scalar::<V>::ONE];
        Pieces { knots: [whole(), whole()], patches: vec![self.clone()] }
    }
}
