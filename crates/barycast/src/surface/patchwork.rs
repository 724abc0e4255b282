//! Many patches under a tree of boxes, for many rays.
//!
//! Patches are halved, once, until the derivatives on each part keep within a quarter of their mean, or it is a 32nd of the patch long;
//! the tree holds the boxes of the parts. So nearly every part that a ray comes upon is settled by one look and two or three of
//! Newton's steps (`cross.rs`); those that it grazes are halved as long as need be.

use super::cross::Place;
use super::error::Parameter;
use super::nearest::{SurfacePoint, nearest};
use super::patch::BezierPatch;
use super::rays::{Aim, Brought, Controls, Met, SurfaceHit, brought, in_order};
use super::tessellate::{Tessellation, tessellate};
use super::{Pieces, Scalar, SurfaceError};
use crate::bvh::{Bounds, BoxRay, Bvh, RayVisitor};
use crate::curve::CurveError;
use crate::number::each::MapEach;
use crate::number::{Field, Float, Ring};
use crate::pair::cast::{CastOptions, Range};
use crate::query::Side;
use crate::shape::{Aabb, Linear};
use crate::vector::size::{ORDINARY, exponent, shift_of};
use crate::vector::{FloatVector, Vector, Vector3};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use fearless_simd::Simd;

/// Patches, each with parameters from 0 to 1, made ready to be cast at.
#[derive(Clone, Debug)]
pub struct Patchwork<V: FloatVector> {
    patches: Vec<BezierPatch<V>>,
    /// Times two to `shift`, as the parts are: 0 for most.
    wide: Vec<BezierPatch<V::Wide>>,
    shift: i32,
    parts: Vec<Part<Scalar<V::Wide>>>,
    tree: Bvh,
}

/// A part of a patch.
#[derive(Clone, Debug)]
struct Part<S> {
    patch: u32,
    from: [S; 2],
    size: [S; 2],
    controls: Controls<S>,
}

/// Patches are halved no more often than this along a parameter.
const HALVINGS: u32 = 5;
/// Derivatives on a part keep within this share of their mean, if it can be had.
const STRAIGHT: f64 = 0.25;

impl<V: FloatVector<Wide: Vector3> + Vector3> Patchwork<V> {
    /// Of these patches.
    ///
    /// # Errors
    /// No patches.
    pub fn try_new(patches: Vec<BezierPatch<V>>) -> Result<Self, SurfaceError> {
        if patches.is_empty() {
            return Err(CurveError::Count { field: "patches", need: 1, got: 0 }.into());
        }
        Ok(Self::of(patches))
    }

    fn of(patches: Vec<BezierPatch<V>>) -> Self {
        let largest = patches.iter().map(BezierPatch::largest).fold(Scalar::<V>::ZERO, Ring::max);
        let shift = shift_of(largest.to_f64());
        Self::shifted(patches, shift)
    }

    fn shifted(patches: Vec<BezierPatch<V>>, shift: i32) -> Self {
        let mut wide: Vec<_> = patches.iter().map(BezierPatch::wide).collect();
        if shift != 0 {
            for patch in &mut wide {
                *patch = patch.shifted(shift);
            }
        }
        let (mut parts, mut boxes) = (Vec::new(), Vec::new());
        let one = Scalar::<V::Wide>::ONE;
        for (i, patch) in wide.iter().enumerate() {
            let mut open = vec![(patch.clone(), [one.zero(); 2], [one; 2], [0_u32; 2])];
            while let Some((patch, from, size, halved)) = open.pop() {
                let Some(parameter) = crooked(&patch, halved) else {
                    boxes.push(hull(&patch));
                    parts.push(Part { patch: i as u32, from, size, controls: Controls::new(&patch) });
                    continue;
                };
                let axis = parameter.index();
                let (mut size, mut after, mut halved) = (size, from, halved);
                size[axis] = size[axis].half();
                after[axis] = after[axis] + size[axis];
                halved[axis] += 1;
                let [left, right] = patch.split(parameter, one.half());
                open.push((right, after, size, halved));
                open.push((left, from, size, halved));
            }
        }
        let tree = Bvh::build_single(boxes.into_iter());
        Self { patches, wide, shift, parts, tree }
    }

    /// The patches, as given.
    pub fn patches(&self) -> &[BezierPatch<V>] {
        &self.patches
    }

    /// The smallest box around all, up to rounding.
    pub fn bounds(&self) -> Aabb<V> {
        super::bounds::of(&self.patches)
    }

    /// The nearest of all its points; of several one.
    #[doc(alias = "closest_point")]
    pub fn nearest(&self, q: V) -> SurfacePoint<V> {
        if self.shift == 0 {
            return nearest(&self.wide, q);
        }
        let wide: Vec<_> = self.patches.iter().map(BezierPatch::wide).collect();
        nearest(&wide, q)
    }

    /// Triangles within the tolerance of the patches, without cracks where patches share a side.
    /// See [`Pieces::tessellate`].
    pub fn tessellate(&self, tolerance: Scalar<V>) -> Tessellation<V> {
        tessellate(&self.patches, tolerance)
    }

    /// The first place where a line, ray or segment meets the patches. None slips through where patches share a side.
    #[doc(alias = "raycast")]
    pub fn cast<L: Linear<Vector = V>>(
        &self,
        ray: &L,
        options: &CastOptions<Scalar<V>>,
    ) -> Option<SurfaceHit<V>> {
        let range = Range::of(ray, options.max_t);
        if let Some(smaller) = self.beside(&range) {
            return smaller.first(&range, options.cull, false);
        }
        self.first(&range, options.cull, false)
    }

    /// A line, ray or segment meets the patches.
    pub fn is_hit<L: Linear<Vector = V>>(&self, ray: &L, options: &CastOptions<Scalar<V>>) -> bool {
        let range = Range::of(ray, options.max_t);
        if let Some(smaller) = self.beside(&range) {
            return smaller.first(&range, options.cull, true).is_some();
        }
        self.first(&range, options.cull, true).is_some()
    }

    /// Every place where a line, ray or segment meets the patches, in order of `t`, each once: see [`Pieces::casts`].
    #[doc(alias = "raycast_all")]
    pub fn casts<L: Linear<Vector = V>>(
        &self,
        ray: &L,
        options: &CastOptions<Scalar<V>>,
    ) -> Vec<SurfaceHit<V>> {
        let range = Range::of(ray, options.max_t);
        if let Some(smaller) = self.beside(&range) {
            return smaller.all(&range, options.cull);
        }
        self.all(&range, options.cull)
    }

    /// The same patches made smaller, where a line begins so far from them that lengths at their own size leave the range of floats.
    fn beside(&self, range: &Range<V>) -> Option<Self> {
        let far = exponent([range.line.origin.largest().to_f64()])?;
        (far + self.shift > 2 * ORDINARY).then(|| Self::shifted(self.patches.clone(), -far))
    }

    /// The line made ready, and how it was.
    fn aim(&self, range: &Range<V>) -> Option<(Aim<V::Wide>, Brought)> {
        let (range, by) = brought(range, self.shift);
        Some((Aim::new(range)?, by))
    }

    fn first(&self, range: &Range<V>, cull: bool, any: bool) -> Option<SurfaceHit<V>> {
        let (aim, by) = self.aim(range)?;
        let mut first = First { of: self, aim, cull, any, best: None };
        self.walk(&aim, &mut first);
        first.best.and_then(|hit| by.back::<V>(&hit))
    }

    fn all(&self, range: &Range<V>, cull: bool) -> Vec<SurfaceHit<V>> {
        let Some((aim, by)) = self.aim(range) else { return Vec::new() };
        let mut all = All { of: self, aim, places: Vec::new() };
        self.walk(&aim, &mut all);
        let mut places = all.places;
        places.sort_by_key(|(patch, _)| *patch);
        let of_patch = |run: &[(u32, Place<Scalar<V::Wide>>)]| {
            let patch = run[0].0 as usize;
            Met::all(&aim, patch, &self.wide[patch], run.iter().map(|(_, place)| *place).collect())
        };
        let met = places.chunk_by(|a, b| a.0 == b.0).flat_map(of_patch).collect();
        in_order(met, cull).iter().filter_map(|hit| by.back::<V>(hit)).collect()
    }

    fn walk(&self, aim: &Aim<V::Wide>, leaf: &mut impl RayVisitor<Number = Scalar<V::Wide>>) {
        let numbers = |v: V::Wide| [v.get(0), v.get(1), v.get(2)];
        let Range { line, low, high } = aim.range;
        let ray = BoxRay::new(numbers(line.origin), numbers(line.direction), low);
        self.tree.walk_ray(ray, high, leaf);
    }
}

impl<S: Float> Part<S> {
    /// Calls `found` with its places, in the parameters of its patch.
    #[inline(always)]
    fn cross<V: FloatVector<Scalar = S> + Vector3>(&self, aim: &Aim<V>, found: &mut impl FnMut(Place<S>)) {
        aim.cross(&self.controls, &mut |place| {
            let at = [0, 1].each(|i| self.from[i] + self.size[i] * place.at[i]);
            let error = [0, 1].each(|i| self.size[i] * place.error[i]);
            found(Place { at, error, touch: place.touch });
        });
    }
}

/// Along which parameter a patch is to be halved.
fn crooked<V: FloatVector>(patch: &BezierPatch<V>, halved: [u32; 2]) -> Option<Parameter> {
    let [rows, columns] = patch.counts();
    let at = |i: usize, j: usize| patch.points()[i * columns + j];
    let [m, n] = [rows, columns].each(|count| Scalar::<V>::from_f64((count - 1) as f64));
    let mean_u = (at(rows - 1, 0) - at(0, 0) + at(rows - 1, columns - 1) - at(0, columns - 1))
        * Scalar::<V>::ONE.half();
    let mean_v = (at(0, columns - 1) - at(0, 0) + at(rows - 1, columns - 1) - at(rows - 1, 0))
        * Scalar::<V>::ONE.half();
    // How far the derivatives by either parameter stray, where either runs.
    let mut stray = [Scalar::<V>::ZERO; 2];
    for i in 0..rows {
        for j in 0..columns {
            if i + 1 < rows {
                stray[0] = Ring::max(stray[0], ((at(i + 1, j) - at(i, j)) * m - mean_u).length_squared());
            }
            if j + 1 < columns {
                stray[1] = Ring::max(stray[1], ((at(i, j + 1) - at(i, j)) * n - mean_v).length_squared());
            }
        }
    }
    let limit = Scalar::<V>::from_f64(STRAIGHT * STRAIGHT);
    let lengths = [mean_u.length_squared(), mean_v.length_squared()];
    let bent = [0, 1].each(|i| stray[i] > lengths[i] * limit && halved[i] < HALVINGS);
    match bent {
        [false, false] => None,
        [false, true] => Some(Parameter::V),
        [true, true] if stray[0] < stray[1] => Some(Parameter::V),
        _ => Some(Parameter::U),
    }
}

/// The box of the control points, with room for what rounding made of them.
fn hull<V: FloatVector>(patch: &BezierPatch<V>) -> Bounds {
    let points: Vec<_> = patch.points().iter().map(|p| [p.get(0), p.get(1), p.get(2)]).collect();
    let reach = points.iter().flatten().fold(Scalar::<V>::ZERO, |most, x| Ring::max(most, Ring::abs(*x)));
    Bounds::around(&points, reach * (Scalar::<V>::EPSILON * reach.lit(64)))
}

/// The first hit of a walk, or any.
struct First<'a, V: FloatVector> {
    of: &'a Patchwork<V>,
    aim: Aim<V::Wide>,
    cull: bool,
    any: bool,
    best: Option<SurfaceHit<V::Wide>>,
}

impl<V: FloatVector<Wide: Vector3> + Vector3> RayVisitor for First<'_, V> {
    type Number = Scalar<V::Wide>;

    #[inline(always)]
    fn visit_leaf<S: Simd>(&mut self, _: S, leaf: usize) -> ControlFlow<(), Option<Self::Number>> {
        let mut nearer = None;
        for item in self.of.tree.items(leaf) {
            let part = &self.of.parts[item as usize];
            let patch = &self.of.wide[part.patch as usize];
            let Self { aim, cull, best, .. } = self;
            part.cross(aim, &mut |place| {
                let mut take = |met: Met<V::Wide>| {
                    let culled = *cull && met.hit.side == Side::Inside;
                    if !culled && best.as_ref().is_none_or(|b| met.hit.t < b.t) {
                        nearer = Some(met.hit.t);
                        *best = Some(met.hit);
                    }
                };
                let index = part.patch as usize;
                if place.touch {
                    Met::all(aim, index, patch, vec![place]).into_iter().for_each(take);
                } else if let Some(met) = Met::at(aim, index, patch, &place) {
                    take(met);
                }
            });
        }
        if self.any && self.best.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(nearer) }
    }
}

/// All places of a walk.
struct All<'a, V: FloatVector> {
    of: &'a Patchwork<V>,
    aim: Aim<V::Wide>,
    places: Vec<(u32, Place<Scalar<V::Wide>>)>,
}

impl<V: FloatVector<Wide: Vector3> + Vector3> RayVisitor for All<'_, V> {
    type Number = Scalar<V::Wide>;

    #[inline(always)]
    fn visit_leaf<S: Simd>(&mut self, _: S, leaf: usize) -> ControlFlow<(), Option<Self::Number>> {
        for item in self.of.tree.items(leaf) {
            let part = &self.of.parts[item as usize];
            let Self { aim, places, .. } = self;
            part.cross(aim, &mut |place| places.push((part.patch, place)));
        }
        ControlFlow::Continue(None)
    }
}

impl<V: FloatVector<Wide: Vector3> + Vector3> Pieces<V> {
    /// Its patches made ready for many rays; their parameters run from 0 to 1, [`parameters`](Self::parameters) takes them back.
    pub fn patchwork(&self) -> Patchwork<V> {
        Patchwork::of(self.patches().to_vec())
    }
}
