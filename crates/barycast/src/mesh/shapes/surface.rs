//! Surfaces of triangles under a BVH, as queries with a convex shape see them: a [`TriMesh`] in its
//! placement, and a [`Mesh`].
//!
//! The traversals cull triangles by bounding boxes, and pass the others on in `f64`.

use super::leaves::Narrow;
use super::probe::{Core, Probe, Way};
use super::stand::{Stand, above, standing};
use super::sweep::{self, Touch};
use crate::bvh::{BoxRay, PointVisitor, RayVisitor};
use crate::mesh::kernels::sealed::MeshKernels as _;
use crate::mesh::leaf::Corners;
use crate::mesh::{MeshNumber, TriMesh};
use crate::number::each::MapEach;
use crate::number::{Float, sort_by_float};
use crate::shape::{Aabb, Mesh, Segment, Triangle};
use crate::vector::{FloatVector, Vector3};
use alloc::vec::Vec;
use core::ops::ControlFlow;
use fearless_simd::Simd;
use glam::DVec3;

/// Triangles by their indices, and traversals to those that a query needs.
pub(crate) trait Surface {
    /// Returns a triangle.
    fn at(&self, i: u32) -> Triangle<DVec3>;

    /// Calls `look` for each triangle whose box may intersect a box, until `look` breaks.
    fn in_box(&self, bounds: &Aabb<DVec3>, look: &mut impl FnMut(u32, Triangle<DVec3>) -> ControlFlow<()>);

    /// Calls `look` for each triangle that may be within a limit of a core, nearer boxes first.
    /// `look` returns a smaller limit.
    fn near(&self, probe: &Probe<'_>, limit: f64, look: &mut impl FnMut(u32, Triangle<DVec3>) -> Option<f64>);

    /// Calls `look` for each triangle that a moving shape's box may touch at `0 <= t <= limit`,
    /// earlier ones first. `look` returns a smaller limit.
    fn along(
        &self,
        probe: &Probe<'_>,
        velocity: DVec3,
        limit: f64,
        look: &mut impl FnMut(u32, Triangle<DVec3>) -> Option<f64>,
    );
}

/// A mesh in its placement in the world.
pub(crate) struct Standing<'m, V: FloatVector<Scalar: MeshNumber>> {
    pub(crate) mesh: &'m TriMesh<V>,
    pub(crate) stand: Option<&'m Stand>,
}

impl<V: FloatVector<Scalar: MeshNumber> + Vector3> Standing<'_, V> {
    /// Calls `look` for each triangle, without a BVH.
    fn each_one(&self, look: &mut Narrow<'_, V::Scalar>) {
        for i in 0..self.mesh.triangles().len() as u32 {
            look(i, &self.mesh.corners(i));
        }
    }
}

impl<V: FloatVector<Scalar: MeshNumber> + Vector3> Surface for Standing<'_, V> {
    fn at(&self, i: u32) -> Triangle<DVec3> {
        standing(self.stand, &self.mesh.corners(i))
    }

    fn in_box(&self, bounds: &Aabb<DVec3>, look: &mut impl FnMut(u32, Triangle<DVec3>) -> ControlFlow<()>) {
        let mut look = |i: u32, corners: &Corners<V::Scalar>| look(i, standing(self.stand, corners));
        if !self.mesh.has_no_tree() {
            let bounds = self.stand.map_or(*bounds, |stand| stand.bounds(bounds));
            return V::Scalar::in_box(self.mesh.tree(), TriMesh::<V>::ends(&bounds), &mut look);
        }
        for i in 0..self.mesh.triangles().len() as u32 {
            if look(i, &self.mesh.corners(i)).is_break() {
                return;
            }
        }
    }

    fn near(
        &self,
        probe: &Probe<'_>,
        limit: f64,
        look: &mut impl FnMut(u32, Triangle<DVec3>) -> Option<f64>,
    ) {
        let bounds = self.stand.map_or(probe.bounds, |stand| stand.bounds(&probe.bounds));
        // The traversal measures distances in the mesh's coordinates, and its ends are rounded.
        let growth = self.stand.map_or(1.0, Stand::growth);
        let spare = bounds.min.abs().max(bounds.max.abs()).max_element() * V::Scalar::EPSILON.to_f64() * 4.0;
        let seen = |limit: f64| above::<V::Scalar>(limit * growth + spare);
        let mut look =
            |i: u32, corners: &Corners<V::Scalar>| look(i, standing(self.stand, corners)).map(seen);
        if self.mesh.has_no_tree() {
            return self.each_one(&mut look);
        }
        let tree = self.mesh.tree();
        match (probe.core, self.stand) {
            (Core::Point(a) | Core::Segment(Segment { a, .. }), None) => {
                let b = if let Core::Segment(s) = probe.core { s.b } else { a };
                let ends = [a, b].each(|p| p.to_array().each(V::Scalar::from_f64));
                V::Scalar::near_segment(tree, ends, seen(limit), &mut look);
            }
            _ => V::Scalar::near_box(tree, TriMesh::<V>::ends(&bounds), seen(limit), &mut look),
        }
    }

    fn along(
        &self,
        probe: &Probe<'_>,
        velocity: DVec3,
        limit: f64,
        look: &mut impl FnMut(u32, Triangle<DVec3>) -> Option<f64>,
    ) {
        let mut look = |i: u32, corners: &Corners<V::Scalar>| {
            look(i, standing(self.stand, corners)).map(above::<V::Scalar>)
        };
        if self.mesh.has_no_tree() {
            return self.each_one(&mut look);
        }
        let (mut bounds, mut way) = (probe.outer(0.0), velocity);
        if let Some(stand) = self.stand {
            (bounds, way) = (stand.bounds(&bounds), stand.to_mesh.transform_vector3(way));
        }
        // The box is enlarged by as much as rounding may deflect the path.
        let turned = if self.stand.is_some() { 1e-9 } else { 0.0 };
        let rounded = way.to_array().each(|x| V::Scalar::from_f64(x).to_f64());
        let off = (DVec3::from_array(rounded) - way).abs().max_element();
        let spare = (way.abs().max_element() * turned + off) * limit.min(1e75);
        (bounds.min, bounds.max) = (bounds.min - spare, bounds.max + spare);
        let way = way.to_array().each(V::Scalar::from_f64);
        V::Scalar::along_box(self.mesh.tree(), TriMesh::<V>::ends(&bounds), way, above(limit), &mut look);
    }
}

/// Returns a lower bound of the distance of two boxes.
fn gap(a: &Aabb<DVec3>, b: &Aabb<DVec3>) -> f64 {
    (a.min - b.max).max(b.min - a.max).max(DVec3::ZERO).length() * (1.0 - 16.0 * f64::EPSILON)
}

/// Returns a lower bound of the time at which a moving box first touches another, or `None` if it
/// does not up to the limit.
pub(super) fn entry(part: &Aabb<DVec3>, moving: &Aabb<DVec3>, velocity: DVec3, limit: f64) -> Option<f64> {
    const MORE: f64 = 1.0 + 8.0 * f64::EPSILON;
    let (mut from, mut to) = (0.0_f64, limit);
    for axis in 0..3 {
        let speed = velocity[axis];
        let ends = [part.min[axis] - moving.max[axis], part.max[axis] - moving.min[axis]];
        let [near, far] = if speed < 0.0 { [ends[1], ends[0]] } else { ends };
        if speed == 0.0 {
            if near > 0.0 || far < 0.0 {
                return None;
            }
        } else {
            // A NaN imposes no limit.
            from = from.max(near / speed / MORE);
            to = to.min(far / speed * MORE);
        }
    }
    (from <= to * MORE).then_some(from)
}

/// Traversal towards a box, with distances measured from the box or from a ball around it.
struct Toward<'a, F> {
    mesh: &'a Mesh<DVec3>,
    bounds: Aabb<DVec3>,
    limit: f64,
    /// Radius of the ball.
    around: f64,
    look: &'a mut F,
}

impl<F: FnMut(u32, Triangle<DVec3>) -> Option<f64>> PointVisitor for Toward<'_, F> {
    type Number = f64;

    fn visit_leaf<S: Simd>(&mut self, _: S, leaf: usize) -> Option<f64> {
        let mut nearer = None;
        for i in self.mesh.tree()?.bvh().items(leaf) {
            let triangle = self.mesh.triangle(i as usize);
            if gap(&triangle.bounds(), &self.bounds) > self.limit {
                continue;
            }
            if let Some(limit) = (self.look)(i, triangle) {
                self.limit = limit;
                nearer = Some(limit + self.around);
            }
        }
        nearer
    }
}

/// Traversal along the path of a box.
struct Along<'a, F> {
    mesh: &'a Mesh<DVec3>,
    bounds: Aabb<DVec3>,
    velocity: DVec3,
    limit: f64,
    look: &'a mut F,
}

impl<F: FnMut(u32, Triangle<DVec3>) -> Option<f64>> RayVisitor for Along<'_, F> {
    type Number = f64;

    fn visit_leaf<S: Simd>(&mut self, _: S, leaf: usize) -> ControlFlow<(), Option<f64>> {
        let mut earlier = None;
        for i in self.mesh.tree().into_iter().flat_map(|tree| tree.bvh().items(leaf)) {
            let triangle = self.mesh.triangle(i as usize);
            if entry(&triangle.bounds(), &self.bounds, self.velocity, self.limit).is_none() {
                continue;
            }
            if let Some(limit) = (self.look)(i, triangle) {
                self.limit = limit;
                earlier = Some(limit);
            }
        }
        ControlFlow::Continue(earlier)
    }
}

impl Surface for Mesh<DVec3> {
    fn at(&self, i: u32) -> Triangle<DVec3> {
        self.triangle(i as usize)
    }

    fn in_box(&self, bounds: &Aabb<DVec3>, look: &mut impl FnMut(u32, Triangle<DVec3>) -> ControlFlow<()>) {
        for i in self.near_box([bounds.min.to_array(), bounds.max.to_array()]) {
            let (triangle, meets) = (self.triangle(i as usize), |t: &Triangle<DVec3>| {
                let b = t.bounds();
                b.min.cmple(bounds.max).all() && bounds.min.cmple(b.max).all()
            });
            if meets(&triangle) && look(i, triangle).is_break() {
                return;
            }
        }
    }

    fn near(
        &self,
        probe: &Probe<'_>,
        limit: f64,
        look: &mut impl FnMut(u32, Triangle<DVec3>) -> Option<f64>,
    ) {
        let Some(tree) = self.tree() else {
            for i in 0..self.triangles().len() {
                look(i as u32, self.triangle(i));
            }
            return;
        };
        let bounds = probe.bounds;
        let mut toward = Toward { mesh: self, bounds, limit, around: 0.0, look };
        if tree.is_framed() {
            let (middle, half) = ((bounds.min + bounds.max) * 0.5, (bounds.max - bounds.min) * 0.5);
            let size = middle.abs().max_element() + half.max_element();
            toward.around = half.length() + size * 16.0 * f64::EPSILON;
            tree.walk_point(middle.to_array(), limit + toward.around, &mut toward);
        } else {
            tree.bvh().walk_toward([bounds.min.to_array(), bounds.max.to_array()], limit, &mut toward);
        }
    }

    fn along(
        &self,
        probe: &Probe<'_>,
        velocity: DVec3,
        limit: f64,
        look: &mut impl FnMut(u32, Triangle<DVec3>) -> Option<f64>,
    ) {
        let bounds = probe.outer(0.0);
        if let Some(tree) = self.tree().filter(|tree| !tree.is_framed()) {
            let ray = BoxRay::of_box([bounds.min.to_array(), bounds.max.to_array()], velocity.to_array());
            let mut along = Along { mesh: self, bounds, velocity, limit, look };
            return tree.bvh().walk_ray(ray, limit, &mut along);
        }
        // Beyond this distance the box has passed the surface.
        let all = self.outer_bounds().union(&bounds);
        let far = limit.min(2.0 * (all.max - all.min).length() / velocity.length());
        let way = velocity * far;
        let spare = way.abs() * 1e-15;
        let low = bounds.min.min(bounds.min + way) - spare;
        let high = bounds.max.max(bounds.max + way) + spare;
        let timed = |i: u32| {
            let from = entry(&self.triangle(i as usize).bounds(), &bounds, velocity, limit)?;
            Some((from, i as usize))
        };
        let near = self.near_box([low.to_array(), high.to_array()]);
        let mut order: Vec<(f64, usize)> = near.into_iter().filter_map(timed).collect();
        sort_by_float(&mut order);
        let mut limit = limit;
        for (from, i) in order {
            if from > limit {
                break;
            }
            limit = look(i as u32, self.triangle(i)).unwrap_or(limit);
        }
    }
}

/// Tests whether the surface shares a point with a shape.
pub(crate) fn meets(surface: &impl Surface, probe: &Probe<'_>) -> bool {
    let mut found = false;
    surface.in_box(&probe.outer(0.0), &mut |_, triangle| {
        found = !probe.is_off_plane(&triangle, probe.radius) && probe.meets(&triangle);
        if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    found
}

/// Returns the triangle closest to a shape's core and the way to it, if it is within `limit` of the
/// shape.
pub(crate) fn nearest(surface: &impl Surface, probe: &Probe<'_>, limit: f64) -> Option<(u32, Way)> {
    let mut best: Option<(u32, Way)> = None;
    let mut far = limit + probe.radius;
    surface.near(probe, far, &mut |i, triangle| {
        if matches!(probe.core, Core::Box(_) | Core::Other) && probe.is_beyond(&triangle, far) {
            return None;
        }
        let way = probe.way(DVec3::ZERO, &triangle);
        if way.distance < far || (way.distance == far && best.is_none_or(|(j, _)| i < j)) {
            (best, far) = (Some((i, way)), way.distance);
            return Some(far);
        }
        None
    });
    best
}

/// Returns the first touch of a moving shape with the surface, and the triangle. `digits` is the
/// relative precision of the time.
pub(crate) fn first_touch(
    surface: &impl Surface,
    probe: &Probe<'_>,
    velocity: DVec3,
    limit: f64,
    digits: f64,
    kept: impl Fn(&Triangle<DVec3>, Touch) -> Option<Touch>,
) -> Option<(u32, Touch)> {
    let mut best: Option<(u32, Touch)> = None;
    let mut limit = limit;
    surface.along(probe, velocity, limit, &mut |i, triangle| {
        let touch = sweep::first_touch(probe, &triangle, velocity, limit, digits)?;
        let touch = kept(&triangle, touch)?;
        if touch.t < limit || best.is_none_or(|(j, _)| i < j) {
            (best, limit) = (Some((i, touch)), touch.t);
        }
        Some(limit)
    });
    let (i, touch) = best?;
    let point = match probe.core {
        Core::Box(_) => probe.way(velocity * touch.t, &surface.at(i)).on_mesh,
        _ => touch.point,
    };
    Some((i, Touch { point, ..touch }))
}
