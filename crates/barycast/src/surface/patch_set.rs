//! Many patches in a BVH, for many rays.
//!
//! Patches are halved once, in advance, until the derivatives on each part are within a quarter of
//! their mean, or the part is a 32nd of the patch long. The BVH contains the bounding boxes of the
//! parts. So nearly every part that a ray reaches is settled by one classification and two or three
//! Newton steps (`line_patch.rs`); parts that it grazes are halved as far as needed.

use super::error::Parameter;
use super::line_patch::PatchIntersection;
use super::nearest::{SurfacePoint, nearest};
use super::patch::BezierPatch;
use super::rays::{Controls, PatchHit, RayFrame, Scaling, SurfaceHit, scaled_range, sorted_hits};
use super::tessellate::{Tessellation, tessellate};
use super::{PatchGrid, Scalar, SurfaceError};
use crate::bvh::{Bounds, BoxRay, Bvh, RayVisitor};
use crate::curve::CurveError;
use crate::number::Order as _;
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

/// A set of patches, each with parameters from 0 to 1, prepared for ray casts.
///
/// ```
/// use barycast::surface::{BezierPatch, PatchSet};
/// use glam::{DVec3, dvec3};
///
/// let flat = BezierPatch::try_new([1, 1], vec![DVec3::ZERO, DVec3::Y, DVec3::X, dvec3(1.0, 1.0, 0.0)])?;
/// let set = PatchSet::try_new(vec![flat])?;
/// assert_eq!(set.nearest(dvec3(0.25, 0.5, 2.0)).point, dvec3(0.25, 0.5, 0.0));
/// # Ok::<(), barycast::surface::SurfaceError>(())
/// ```
#[doc(alias = "bvh")]
#[derive(Clone, Debug)]
pub struct PatchSet<V: FloatVector> {
    patches: Vec<BezierPatch<V>>,
    /// Patches times `2^shift`, as the parts are.
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

/// Largest number of halvings along a parameter.
const HALVINGS: u32 = 5;
/// Target for the deviation of derivatives on a part, as a fraction of their mean.
const MAX_DEVIATION: f64 = 0.25;

impl<V: FloatVector<Wide: Vector3> + Vector3> PatchSet<V> {
    /// Builds the set from patches.
    ///
    /// # Errors
    /// Returns an error if there are no patches.
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
            let mut pending = vec![(patch.clone(), [one.zero(); 2], [one; 2], [0_u32; 2])];
            while let Some((patch, from, size, halved)) = pending.pop() {
                let Some(parameter) = split_parameter(&patch, halved) else {
                    boxes.push(part_bounds(&patch));
                    parts.push(Part { patch: i as u32, from, size, controls: Controls::new(&patch) });
                    continue;
                };
                let axis = parameter.index();
                let (mut size, mut after, mut halved) = (size, from, halved);
                size[axis] = size[axis].half();
                after[axis] = after[axis] + size[axis];
                halved[axis] += 1;
                let [left, right] = patch.split(parameter, one.half());
                pending.push((right, after, size, halved));
                pending.push((left, from, size, halved));
            }
        }
        let tree = Bvh::build_single(boxes.into_iter());
        Self { patches, wide, shift, parts, tree }
    }

    /// Returns the patches as given.
    pub fn patches(&self) -> &[BezierPatch<V>] {
        &self.patches
    }

    /// Returns the tight bounding box, up to rounding.
    pub fn bounds(&self) -> Aabb<V> {
        super::bounds::bounding_box(&self.patches)
    }

    /// Returns the nearest point of all patches, or one of them if there are several.
    #[doc(alias = "closest_point")]
    pub fn nearest(&self, q: V) -> SurfacePoint<V> {
        if self.shift == 0 {
            return nearest(&self.wide, q);
        }
        let wide: Vec<_> = self.patches.iter().map(BezierPatch::wide).collect();
        nearest(&wide, q)
    }

    /// Returns triangles within the tolerance of the patches, watertight where patches share a
    /// side. See [`PatchGrid::tessellate`].
    pub fn tessellate(&self, tolerance: Scalar<V>) -> Tessellation<V> {
        tessellate(&self.patches, tolerance)
    }

    /// Returns the first intersection of a line, ray or segment with the patches. Watertight where
    /// patches share a side.
    #[doc(alias = "raycast")]
    pub fn cast<L: Linear<Vector = V>>(
        &self,
        ray: &L,
        options: &CastOptions<Scalar<V>>,
    ) -> Option<SurfaceHit<V>> {
        let range = Range::within(ray, options);
        if let Some(smaller) = self.rescaled(&range) {
            return smaller.first(&range, options.cull, false);
        }
        self.first(&range, options.cull, false)
    }

    /// Tests whether a line, ray or segment intersects the patches.
    pub fn is_hit<L: Linear<Vector = V>>(&self, ray: &L, options: &CastOptions<Scalar<V>>) -> bool {
        let range = Range::within(ray, options);
        if let Some(smaller) = self.rescaled(&range) {
            return smaller.first(&range, options.cull, true).is_some();
        }
        self.first(&range, options.cull, true).is_some()
    }

    /// Returns all intersections of a line, ray or segment with the patches, in order of `t`, each
    /// once; see [`PatchGrid::cast_all`].
    #[doc(alias = "raycast_all")]
    pub fn cast_all<L: Linear<Vector = V>>(
        &self,
        ray: &L,
        options: &CastOptions<Scalar<V>>,
    ) -> Vec<SurfaceHit<V>> {
        let range = Range::within(ray, options);
        if let Some(smaller) = self.rescaled(&range) {
            return smaller.all(&range, options.cull);
        }
        self.all(&range, options.cull)
    }

    /// Returns the patches scaled down, if a line starts so far away that lengths at the original
    /// scale leave the range of floats.
    fn rescaled(&self, range: &Range<V>) -> Option<Self> {
        let far = exponent([range.line.origin.largest().to_f64()])?;
        (far + self.shift > 2 * ORDINARY).then(|| Self::shifted(self.patches.clone(), -far))
    }

    /// Returns the line's frame and the scaling applied to it.
    fn frame(&self, range: &Range<V>) -> Option<(RayFrame<V::Wide>, Scaling)> {
        let (range, by) = scaled_range(range, self.shift);
        Some((RayFrame::new(range)?, by))
    }

    fn first(&self, range: &Range<V>, cull: bool, any: bool) -> Option<SurfaceHit<V>> {
        let (frame, by) = self.frame(range)?;
        let mut first = FirstHit { of: self, frame, cull, any, best: None };
        self.traverse(&frame, &mut first);
        first.best.and_then(|hit| by.to_surface::<V>(&hit))
    }

    fn all(&self, range: &Range<V>, cull: bool) -> Vec<SurfaceHit<V>> {
        let Some((frame, by)) = self.frame(range) else { return Vec::new() };
        let mut all = AllHits { of: self, frame, intersections: Vec::new() };
        self.traverse(&frame, &mut all);
        let mut intersections = all.intersections;
        intersections.order_by_key(|(patch, _)| *patch);
        let of_patch = |run: &[(u32, PatchIntersection<Scalar<V::Wide>>)]| {
            let patch = run[0].0 as usize;
            PatchHit::all(
                &frame,
                patch,
                &self.wide[patch],
                run.iter().map(|(_, intersection)| *intersection).collect(),
            )
        };
        let hits = intersections.chunk_by(|a, b| a.0 == b.0).flat_map(of_patch).collect();
        sorted_hits(hits, cull).iter().filter_map(|hit| by.to_surface::<V>(hit)).collect()
    }

    fn traverse(&self, frame: &RayFrame<V::Wide>, leaf: &mut impl RayVisitor<Number = Scalar<V::Wide>>) {
        let numbers = |v: V::Wide| [v.get(0), v.get(1), v.get(2)];
        let Range { line, low, high } = frame.range;
        let ray = BoxRay::new(numbers(line.origin), numbers(line.direction), low);
        self.tree.walk_ray(ray, high, leaf);
    }
}

impl<S: Float> Part<S> {
    /// Calls `found` with the intersections, in the parameters of the patch.
    #[inline(always)]
    fn intersect<V: FloatVector<Scalar = S> + Vector3>(
        &self,
        frame: &RayFrame<V>,
        found: &mut impl FnMut(PatchIntersection<S>),
    ) {
        frame.intersect(&self.controls, &mut |intersection| {
            let at = [0, 1].each(|i| self.from[i] + self.size[i] * intersection.at[i]);
            let error = [0, 1].each(|i| self.size[i] * intersection.error[i]);
            found(PatchIntersection { at, error, touch: intersection.touch });
        });
    }
}

/// Returns the parameter along which a patch should be halved, if any.
fn split_parameter<V: FloatVector>(patch: &BezierPatch<V>, halved: [u32; 2]) -> Option<Parameter> {
    let [rows, columns] = patch.counts();
    let at = |i: usize, j: usize| patch.points()[i * columns + j];
    let [m, n] = [rows, columns].each(|count| Scalar::<V>::from_f64((count - 1) as f64));
    let mean_u = (at(rows - 1, 0) - at(0, 0) + at(rows - 1, columns - 1) - at(0, columns - 1))
        * Scalar::<V>::ONE.half();
    let mean_v = (at(0, columns - 1) - at(0, 0) + at(rows - 1, columns - 1) - at(rows - 1, 0))
        * Scalar::<V>::ONE.half();
    // Deviation of the derivatives by either parameter.
    let mut deviation = [Scalar::<V>::ZERO; 2];
    for i in 0..rows {
        for j in 0..columns {
            if i + 1 < rows {
                deviation[0] =
                    Ring::max(deviation[0], ((at(i + 1, j) - at(i, j)) * m - mean_u).length_squared());
            }
            if j + 1 < columns {
                deviation[1] =
                    Ring::max(deviation[1], ((at(i, j + 1) - at(i, j)) * n - mean_v).length_squared());
            }
        }
    }
    let limit = Scalar::<V>::from_f64(MAX_DEVIATION * MAX_DEVIATION);
    let lengths = [mean_u.length_squared(), mean_v.length_squared()];
    let exceeds = [0, 1].each(|i| deviation[i] > lengths[i] * limit && halved[i] < HALVINGS);
    match exceeds {
        [false, false] => None,
        [false, true] => Some(Parameter::V),
        [true, true] if deviation[0] < deviation[1] => Some(Parameter::V),
        _ => Some(Parameter::U),
    }
}

/// Returns the bounding box of the control points, with a margin for rounding.
fn part_bounds<V: FloatVector>(patch: &BezierPatch<V>) -> Bounds {
    let points: Vec<_> = patch.points().iter().map(|p| [p.get(0), p.get(1), p.get(2)]).collect();
    let reach = points.iter().flatten().fold(Scalar::<V>::ZERO, |most, x| Ring::max(most, Ring::abs(*x)));
    Bounds::around(&points, reach * (Scalar::<V>::EPSILON * reach.lit(64)))
}

/// Visitor that finds the first hit, or any hit.
struct FirstHit<'a, V: FloatVector> {
    of: &'a PatchSet<V>,
    frame: RayFrame<V::Wide>,
    cull: bool,
    any: bool,
    best: Option<SurfaceHit<V::Wide>>,
}

impl<V: FloatVector<Wide: Vector3> + Vector3> RayVisitor for FirstHit<'_, V> {
    type Number = Scalar<V::Wide>;

    #[inline(always)]
    fn visit_leaf<S: Simd>(&mut self, _: S, leaf: usize) -> ControlFlow<(), Option<Self::Number>> {
        let mut nearer = None;
        for item in self.of.tree.items(leaf) {
            let part = &self.of.parts[item as usize];
            let patch = &self.of.wide[part.patch as usize];
            let Self { frame, cull, best, .. } = self;
            part.intersect(frame, &mut |intersection| {
                let mut take = |candidate: PatchHit<V::Wide>| {
                    let culled = *cull && candidate.hit.side == Side::Inside;
                    if !culled && best.as_ref().is_none_or(|b| candidate.hit.t < b.t) {
                        nearer = Some(candidate.hit.t);
                        *best = Some(candidate.hit);
                    }
                };
                let index = part.patch as usize;
                if intersection.touch {
                    PatchHit::all(frame, index, patch, vec![intersection]).into_iter().for_each(take);
                } else if let Some(hit) = PatchHit::at(frame, index, patch, &intersection) {
                    take(hit);
                }
            });
        }
        if self.any && self.best.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(nearer) }
    }
}

/// Visitor that collects all intersections.
struct AllHits<'a, V: FloatVector> {
    of: &'a PatchSet<V>,
    frame: RayFrame<V::Wide>,
    intersections: Vec<(u32, PatchIntersection<Scalar<V::Wide>>)>,
}

impl<V: FloatVector<Wide: Vector3> + Vector3> RayVisitor for AllHits<'_, V> {
    type Number = Scalar<V::Wide>;

    #[inline(always)]
    fn visit_leaf<S: Simd>(&mut self, _: S, leaf: usize) -> ControlFlow<(), Option<Self::Number>> {
        for item in self.of.tree.items(leaf) {
            let part = &self.of.parts[item as usize];
            let Self { frame, intersections, .. } = self;
            part.intersect(frame, &mut |intersection| intersections.push((part.patch, intersection)));
        }
        ControlFlow::Continue(None)
    }
}

impl<V: FloatVector<Wide: Vector3> + Vector3> PatchGrid<V> {
    /// Prepares the patches for many rays. Their parameters run from 0 to 1;
    /// [`parameters`](Self::parameters) converts them back.
    pub fn to_patch_set(&self) -> PatchSet<V> {
        PatchSet::of(self.patches().to_vec())
    }
}
