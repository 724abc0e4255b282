//! Queries of boxes between steps.

use super::boxes::Boxes;
use super::handle::Handle;
use super::trees::{TreeView, around, numbers};
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

/// Queries of the boxes in their current places. Several threads may run queries at once.
///
/// ```
/// use barycast::d3::Aabb;
/// use barycast::scene::moving::{Boxes, CollisionFilter};
/// use glam::{Vec3, vec3};
///
/// let mut boxes = Boxes::new();
/// let near = boxes.insert(Aabb::new(Vec3::ZERO, Vec3::ONE), CollisionFilter::default())?;
/// let distant = Aabb::new(vec3(5.0, 0.0, 0.0), vec3(6.0, 1.0, 1.0));
/// let far = boxes.insert(distant, CollisionFilter::default())?;
/// let queries = boxes.queries();
/// assert_eq!(queries.meeting(&Aabb::new(Vec3::splat(0.5), vec3(2.0, 2.0, 2.0))), [near]);
/// assert_eq!(queries.nearest(vec3(9.0, 0.0, 0.0), 10.0), Some((far, 3.0)));
/// # Ok::<(), barycast::scene::moving::MovingError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Queries<'a, V: FloatVector<Scalar: Coordinate>> {
    pub(super) boxes: &'a Boxes<V>,
}

impl<V: FloatVector<Scalar: Coordinate>> Boxes<V> {
    /// Returns the queries of the boxes as they are now. The trees are refitted first if boxes have
    /// changed.
    pub fn queries(&mut self) -> Queries<'_, V> {
        self.trees.fit(&self.bounds);
        Queries { boxes: self }
    }
}

impl<V: FloatVector<Scalar: Coordinate>> Queries<'_, V> {
    /// Returns the bodies whose boxes share a point with `bounds`, in slot order.
    #[doc(alias = "overlap")]
    pub fn meeting(&self, bounds: &Aabb<V>) -> Vec<Handle> {
        let mut met = Vec::new();
        self.for_each_meeting(bounds, |handle| met.push(handle));
        met.sort_unstable();
        met
    }

    /// Calls `with` for each body whose box shares a point with `bounds`, in no specified order.
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

    /// Calls `with` for each body whose box a line, ray or segment meets for `t` up to `max_t`,
    /// roughly front to back. Boxes missed by a rounding error may be included. `with` receives the
    /// current upper limit of `t` and returns the new one, or breaks.
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
            tree: None,
            ray,
            high: range.high,
            with,
            looked: Looked::default(),
            over: false,
        };
        for &slot in self.boxes.trees.unbounded() {
            if along.visit(slot).is_break() {
                return;
            }
        }
        for tree in self.boxes.trees.trees() {
            along.tree = Some(tree);
            along.looked = Looked::default();
            tree.bvh.walk_ray(ray, along.high, &mut along);
            if along.over {
                return;
            }
        }
    }

    /// Calls `with` for each body whose box is at most a limit away from `point`, roughly nearest
    /// first. The limit starts at `within`. Boxes farther by a rounding error may be included.
    /// `with` receives the current limit and returns the new one. A point that is not finite has no
    /// near bodies.
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
            Near { boxes: self.boxes, tree: None, point, high: within, with, looked: Looked::default() };
        for &slot in self.boxes.trees.unbounded() {
            near.visit(slot);
        }
        for tree in self.boxes.trees.trees() {
            near.tree = Some(tree);
            near.looked = Looked::default();
            tree.bvh.walk_point(numbers(point), near.high, &mut near);
        }
    }

    /// Returns the body whose box is nearest to `point` and at most `within` away, and the
    /// distance, which is 0 inside. If several are equally near, returns the one in the lowest
    /// slot.
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

/// Visitor that calls `with` for the boxes along a ray.
struct Along<'a, V: FloatVector<Scalar: Coordinate>, F> {
    boxes: &'a Boxes<V>,
    tree: Option<TreeView<'a>>,
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
    fn visit(&mut self, slot: u32) -> ControlFlow<()> {
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
        let Some(tree) = self.tree else { return ControlFlow::Continue(None) };
        if self.looked.again(leaf) {
            return ControlFlow::Continue(None);
        }
        for item in tree.bvh.items(leaf) {
            if let Some(slot) = tree.slot(item) {
                self.visit(slot)?;
            }
        }
        ControlFlow::Continue(Some(self.high))
    }
}

/// Visitor that calls `with` for the boxes near a point.
struct Near<'a, V: FloatVector<Scalar: Coordinate>, F> {
    boxes: &'a Boxes<V>,
    tree: Option<TreeView<'a>>,
    point: V,
    high: V::Scalar,
    with: F,
    looked: Looked,
}

impl<V: FloatVector<Scalar: Coordinate>, F: FnMut(Handle, V::Scalar) -> V::Scalar> Near<'_, V, F> {
    fn visit(&mut self, slot: u32) {
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
        let tree = self.tree?;
        if self.looked.again(leaf) {
            return None;
        }
        for item in tree.bvh.items(leaf) {
            if let Some(slot) = tree.slot(item) {
                self.visit(slot);
            }
        }
        Some(self.high)
    }
}
