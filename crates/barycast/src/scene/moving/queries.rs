//! What may be asked about boxes between steps.

use super::boxes::Boxes;
use super::handle::Handle;
use super::trees::{Branch, around, numbers};
use crate::bvh::{BoxRay, Looked, PointVisitor, RayVisitor};
use crate::number::Float;
use crate::pair::aabb_aabb;
use crate::pair::cast::Range;
use crate::scene::broad_phase::Coordinate;
use crate::shape::{Aabb, Linear};
use crate::vector::FloatVector;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use fearless_simd::Simd;

/// Questions to the boxes as they are now; any number of threads may ask.
#[derive(Clone, Copy, Debug)]
pub struct Queries<'a, V: FloatVector<Scalar: Coordinate>> {
    pub(super) boxes: &'a Boxes<V>,
}

impl<V: FloatVector<Scalar: Coordinate>> Boxes<V> {
    /// What may be asked of the boxes as they are now. The trees are fitted to them first, where they have changed.
    pub fn queries(&mut self) -> Queries<'_, V> {
        self.trees.fit(&self.bounds);
        Queries { boxes: self }
    }
}

impl<V: FloatVector<Scalar: Coordinate>> Queries<'_, V> {
    /// The bodies whose boxes share a point with `bounds`, in the order of the slots.
    #[doc(alias = "overlap")]
    pub fn meeting(&self, bounds: &Aabb<V>) -> Vec<Handle> {
        let mut met = Vec::new();
        self.for_each_meeting(bounds, |handle| met.push(handle));
        met.sort_unstable();
        met
    }

    /// Calls `with` for every body whose box shares a point with `bounds`, in no order that is told.
    pub fn for_each_meeting(&self, bounds: &Aabb<V>, mut with: impl FnMut(Handle)) {
        let Boxes { trees, bounds: boxes, slots, .. } = self.boxes;
        if bounds.min.le_all(bounds.max) {
            trees.walk_box(&around(bounds), |slot| {
                if aabb_aabb::intersects(bounds, &boxes[slot as usize]) {
                    with(slots.handle(slot));
                }
            });
        }
    }

    /// Calls `with` for every body whose box a line, ray or segment meets up to `max_t`, and perhaps for some that it misses by a
    /// rounding; nearer boxes mostly first. It is given the limit of `t`, and answers with the limit from then on, or breaks off.
    #[doc(alias = "raycast")]
    pub fn for_each_along<L: Linear<Vector = V>>(
        &self,
        ray: &L,
        max_t: Option<V::Scalar>,
        with: impl FnMut(Handle, V::Scalar) -> ControlFlow<(), V::Scalar>,
    ) {
        let range = Range::of(ray, max_t);
        let ray = BoxRay::new(numbers(range.line.origin), numbers(range.line.direction), range.low);
        let mut along = Along {
            boxes: self.boxes,
            branch: None,
            ray,
            high: range.high,
            with,
            looked: Looked::default(),
            over: false,
        };
        for &slot in self.boxes.trees.endless() {
            if along.ask(slot).is_break() {
                return;
            }
        }
        for branch in self.boxes.trees.trees() {
            along.branch = Some(branch);
            along.looked = Looked::default();
            branch.bvh.walk_ray(ray, along.high, &mut along);
            if along.over {
                return;
            }
        }
    }

    /// Calls `with` for every body whose box is no farther from `point` than a limit, `within` at first, and perhaps for some that
    /// are so by a rounding; nearer boxes mostly first. It is given the limit, and answers with the limit from then on. No body is near a
    /// point that is not finite.
    #[doc(alias = "nearest")]
    pub fn for_each_near(
        &self,
        point: V,
        within: V::Scalar,
        with: impl FnMut(Handle, V::Scalar) -> V::Scalar,
    ) {
        if (0..V::DIM).any(|axis| !point.get(axis).is_finite()) {
            return;
        }
        let mut near =
            Near { boxes: self.boxes, branch: None, point, high: within, with, looked: Looked::default() };
        for &slot in self.boxes.trees.endless() {
            near.ask(slot);
        }
        for branch in self.boxes.trees.trees() {
            near.branch = Some(branch);
            near.looked = Looked::default();
            branch.bvh.walk_point(numbers(point), near.high, &mut near);
        }
    }

    /// The body whose box is nearest to `point` and no farther than `within`, and how far that is, 0 inside. Of boxes as near
    /// the one in the lowest slot.
    pub fn nearest(&self, point: V, within: V::Scalar) -> Option<(Handle, V::Scalar)> {
        let mut best: Option<(Handle, V::Scalar)> = None;
        self.for_each_near(point, within, |handle, limit| {
            let away = distance(&self.boxes.bounds[handle.slot()], point);
            if away <= limit && best.is_none_or(|(b, nearest)| (away, handle) < (nearest, b)) {
                best = Some((handle, away));
                return away;
            }
            limit
        });
        best
    }
}

fn distance<V: FloatVector>(b: &Aabb<V>, point: V) -> V::Scalar {
    (point - b.closest_point(point)).length()
}

/// Calls `with` for the boxes along a ray.
struct Along<'a, V: FloatVector<Scalar: Coordinate>, F> {
    boxes: &'a Boxes<V>,
    branch: Option<Branch<'a>>,
    ray: BoxRay,
    high: V::Scalar,
    with: F,
    looked: Looked,
    over: bool,
}

impl<V: FloatVector<Scalar: Coordinate>, F> Along<'_, V, F>
where
    F: FnMut(Handle, V::Scalar) -> ControlFlow<(), V::Scalar>,
{
    fn ask(&mut self, slot: u32) -> ControlFlow<()> {
        if self.ray.may_meet(&around(&self.boxes.bounds[slot as usize]), self.high) {
            match (self.with)(self.boxes.slots.handle(slot), self.high) {
                ControlFlow::Continue(high) => self.high = high,
                ControlFlow::Break(()) => {
                    self.over = true;
                    return ControlFlow::Break(());
                }
            }
        }
        ControlFlow::Continue(())
    }
}

impl<V: FloatVector<Scalar: Coordinate>, F> RayVisitor for Along<'_, V, F>
where
    F: FnMut(Handle, V::Scalar) -> ControlFlow<(), V::Scalar>,
{
    type Number = V::Scalar;

    fn visit_leaf<S: Simd>(&mut self, _: S, leaf: usize) -> ControlFlow<(), Option<V::Scalar>> {
        let Some(branch) = self.branch else { return ControlFlow::Continue(None) };
        if self.looked.again(leaf) {
            return ControlFlow::Continue(None);
        }
        for item in branch.bvh.items(leaf) {
            if let Some(slot) = branch.slot(item) {
                self.ask(slot)?;
            }
        }
        ControlFlow::Continue(Some(self.high))
    }
}

/// Calls `with` for the boxes near a point.
struct Near<'a, V: FloatVector<Scalar: Coordinate>, F> {
    boxes: &'a Boxes<V>,
    branch: Option<Branch<'a>>,
    point: V,
    high: V::Scalar,
    with: F,
    looked: Looked,
}

impl<V: FloatVector<Scalar: Coordinate>, F: FnMut(Handle, V::Scalar) -> V::Scalar> Near<'_, V, F> {
    fn ask(&mut self, slot: u32) {
        let away = distance(&self.boxes.bounds[slot as usize], self.point);
        let eight = V::Scalar::from_f64(8.0);
        if away * (V::Scalar::ONE - eight * V::Scalar::EPSILON) <= self.high {
            self.high = (self.with)(self.boxes.slots.handle(slot), self.high);
        }
    }
}

impl<V: FloatVector<Scalar: Coordinate>, F: FnMut(Handle, V::Scalar) -> V::Scalar> PointVisitor
    for Near<'_, V, F>
{
    type Number = V::Scalar;

    fn visit_leaf<S: Simd>(&mut self, _: S, leaf: usize) -> Option<V::Scalar> {
        let branch = self.branch?;
        if self.looked.again(leaf) {
            return None;
        }
        for item in branch.bvh.items(leaf) {
            if let Some(slot) = branch.slot(item) {
                self.ask(slot);
            }
        }
        Some(self.high)
    }
}
