//! Rays and meshes.

use super::TriMesh;
use super::block::Crossed;
use super::leaf::{Corners, Crossing, TriangleRay, numbers};
use crate::bvh::{BoxRay, LANES, Meet};
use crate::cast::{CastOptions, Range, uv};
use crate::number::{Eight, Float};
use crate::question::{Hit, Side};
use crate::shape::{Linear, Triangle};
use crate::vector::{FloatVector, Vector3};
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::ControlFlow;
use fearless_simd::Simd;

impl<V: FloatVector<Scalar: Eight> + Vector3> TriMesh<V> {
    /// The first point of the mesh on a line, ray or segment; the limit of `options` counts.
    ///
    /// `uv` says where on its `triangle`, the lowest of several at the same `t`. Watertight: no ray
    /// passes between triangles that share an edge or a vertex. A triangle in whose plane the ray lies is hit
    /// where the ray first meets it, from outside. The normal of a collinear triangle is `None`.
    #[doc(alias = "raycast")]
    pub fn cast<L: Linear<Vector = V>>(&self, ray: &L, options: &CastOptions<V::Scalar>) -> Option<Hit<V>> {
        self.cast_range(&Range::of(ray, options.max_t), options.cull)
    }

    pub(crate) fn cast_range(&self, range: &Range<V>, cull: bool) -> Option<Hit<V>> {
        let mut nearest = Nearest::new(self, range, cull);
        if self.has_no_tree() {
            for triangle in 0..self.triangles().len() as u32 {
                nearest.ask(triangle, (0, 0));
            }
        } else {
            self.bvh().walk_ray(&box_ray(range), range.high, &mut nearest);
        }
        nearest.found(range)
    }

    /// Every place where a line, ray or segment meets the mesh, in order of `t`, each once.
    ///
    /// The rule: hits at the same `t` are one place, told by its lowest triangle. On an edge or a vertex `t` comes
    /// from the edge or vertex itself, so all triangles that share it are one place, grazed or crossed. Where
    /// the ray runs in the plane of triangles, the ends of the whole stretch in them are listed. What starts in
    /// the mesh does not list its start. [`crossings`](Self::crossings) counts by another rule.
    #[doc(alias = "raycast_all")]
    pub fn casts<L: Linear<Vector = V>>(&self, ray: &L, options: &CastOptions<V::Scalar>) -> Vec<Hit<V>> {
        self.casts_range(&Range::of(ray, options.max_t), options.cull)
    }

    pub(crate) fn casts_range(&self, range: &Range<V>, cull: bool) -> Vec<Hit<V>> {
        let mut met = Vec::new();
        self.met(range, |item, crossing| {
            if crossing.front || !cull {
                met.push((item, crossing));
            }
        });
        met.sort_unstable_by(|(i, a), (j, b)| {
            a.stretch[0].partial_cmp(&b.stretch[0]).unwrap_or(Ordering::Equal).then(i.cmp(j))
        });
        let mut hits = Vec::new();
        let mut rest = met.as_slice();
        while let Some((item, first)) = rest.first() {
            let mut last = (first.stretch[1], *item, first.front);
            let mut count = 1;
            while let Some((item, next)) = rest.get(count)
                && next.stretch[0] <= last.0
            {
                let end = next.stretch[1];
                if end > last.0 || (end == last.0 && *item < last.1) {
                    last = (end, *item, next.front);
                }
                count += 1;
            }
            rest = &rest[count..];
            if first.stretch[0] >= range.low {
                hits.push(hit(range, &self.corners(*item), *item, first));
            }
            let (end, item, front) = last;
            if end > first.stretch[0] && end <= range.high {
                let corners = self.corners(item);
                let uv = uv(&triangle(&corners), range.line.at(end));
                hits.push(hit_at(range, &corners, item, end, front, uv));
            }
        }
        hits
    }

    /// How often a line, ray or segment crosses the surface: even for a ray that starts outside a closed mesh, odd
    /// inside.
    ///
    /// The rule: a ray through an edge or a vertex counts as if it were moved aside by an infinitely small step,
    /// always the same, so that it passes through the inside of triangles only. A shared edge between front and
    /// back is then one crossing, an outline that is grazed none or two.
    pub fn crossings<L: Linear<Vector = V>>(&self, ray: &L, options: &CastOptions<V::Scalar>) -> usize {
        let range = Range::of(ray, options.max_t);
        let mut count = 0;
        self.met(&range, |_, crossing| {
            count += usize::from(crossing.crosses && (crossing.front || !options.cull));
        });
        count
    }

    /// Calls `with` for every triangle that the range meets, in no order.
    fn met(&self, range: &Range<V>, with: impl FnMut(u32, Crossing<V::Scalar>)) {
        let ray = TriangleRay::new(&range.line, range.low);
        let mut all = All { mesh: self, ray, high: range.high, with };
        if self.has_no_tree() {
            for triangle in 0..self.triangles().len() as u32 {
                all.ask(triangle);
            }
        } else {
            self.bvh().walk_ray(&box_ray(range), range.high, &mut all);
        }
    }

    /// The mesh shares a point with a line, ray or segment, within the limit of `options`: what
    /// [`cast`](Self::cast) says, sooner.
    #[doc(alias = "occluded")]
    pub fn is_hit<L: Linear<Vector = V>>(&self, ray: &L, options: &CastOptions<V::Scalar>) -> bool {
        self.is_hit_range(&Range::of(ray, options.max_t), options.cull)
    }

    pub(crate) fn is_hit_range(&self, range: &Range<V>, cull: bool) -> bool {
        let mut any = Any::new(self, range, cull);
        if self.has_no_tree() {
            return (0..self.triangles().len() as u32).any(|triangle| any.ask(triangle));
        }
        self.bvh().walk_ray(&box_ray(range), range.high, &mut any);
        any.met
    }
}

/// The ray of a range, for boxes.
#[inline(always)]
pub(super) fn box_ray<V: FloatVector + Vector3>(range: &Range<V>) -> BoxRay {
    BoxRay::new(numbers(range.line.origin), numbers(range.line.direction), range.low)
}

fn triangle<V: FloatVector + Vector3>(corners: &Corners<V::Scalar>) -> Triangle<V> {
    let [a, b, c] = corners.map(|corner| V::from_fn(|axis| corner[axis]));
    Triangle { a, b, c }
}

/// What is told of a crossing.
#[inline(always)]
fn hit<V: FloatVector + Vector3>(
    range: &Range<V>,
    corners: &Corners<V::Scalar>,
    item: u32,
    crossing: &Crossing<V::Scalar>,
) -> Hit<V> {
    let [_, u, v] = crossing.weights.map(|weight| weight / crossing.sum);
    hit_at(range, corners, item, crossing.t, crossing.front, [u, v])
}

#[inline(always)]
fn hit_at<V: FloatVector + Vector3>(
    range: &Range<V>,
    corners: &Corners<V::Scalar>,
    item: u32,
    t: V::Scalar,
    front: bool,
    uv: [V::Scalar; 2],
) -> Hit<V> {
    let normal = triangle::<V>(corners).normal();
    Hit {
        t,
        point: Some(range.line.at(t)),
        normal: if normal.is_zero() { None } else { Some(normal.normalized_or_zero()) },
        side: if front { Side::Outside } else { Side::Inside },
        triangle: Some(item as usize),
        uv: Some(uv),
    }
}

/// The lanes of a mask, first to last.
#[inline(always)]
fn lanes(mut mask: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let lane = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (lane < LANES).then_some(lane)
    })
}

/// Looks for the nearest hit.
pub(super) struct Nearest<'a, V: FloatVector> {
    mesh: &'a TriMesh<V>,
    ray: TriangleRay<V::Scalar>,
    cull: bool,
    high: V::Scalar,
    /// At `high`; `u32::MAX` as long as none is hit.
    triangle: u32,
    /// Its block, and its lane there.
    place: (usize, usize),
    /// Its second and third barycentric coordinates, times the sum of all three, and that sum.
    weights: [V::Scalar; 3],
    front: bool,
}

impl<'a, V: FloatVector<Scalar: Eight> + Vector3> Nearest<'a, V> {
    #[inline(always)]
    pub(super) fn new(mesh: &'a TriMesh<V>, range: &Range<V>, cull: bool) -> Self {
        Self {
            mesh,
            ray: TriangleRay::new(&range.line, range.low),
            cull,
            high: range.high,
            triangle: u32::MAX,
            place: (0, 0),
            weights: [V::Scalar::ZERO; 3],
            front: false,
        }
    }

    /// What the walk has found.
    #[inline(always)]
    pub(super) fn found(&self, range: &Range<V>) -> Option<Hit<V>> {
        if self.triangle == u32::MAX {
            return None;
        }
        let corners = match self.mesh.blocks.get(self.place.0) {
            Some(block) => block.corners(self.place.1),
            None => self.mesh.corners(self.triangle),
        };
        let [u, v, sum] = self.weights;
        Some(hit_at(range, &corners, self.triangle, self.high, self.front, [u / sum, v / sum]))
    }

    #[inline(always)]
    fn hit(&mut self, t: V::Scalar, triangle: u32, place: (usize, usize), weights: [V::Scalar; 3]) -> bool {
        let nearer = t < self.high || (t == self.high && triangle < self.triangle);
        if nearer {
            (self.high, self.triangle, self.place, self.weights) = (t, triangle, place, weights);
        }
        nearer
    }

    /// Asks one triangle.
    #[cold]
    fn ask(&mut self, triangle: u32, place: (usize, usize)) -> bool {
        let Some(crossing) = self.ray.cross(&self.mesh.corners(triangle)) else { return false };
        let [_, u, v] = crossing.weights;
        if self.cull && !crossing.front || !self.hit(crossing.t, triangle, place, [u, v, crossing.sum]) {
            return false;
        }
        self.front = crossing.front;
        true
    }
}

impl<V: FloatVector<Scalar: Eight> + Vector3> Meet for Nearest<'_, V> {
    type Number = V::Scalar;

    #[inline(always)]
    fn meet<S: Simd>(&mut self, simd: S, leaf: usize) -> ControlFlow<(), Option<V::Scalar>> {
        let Crossed { inside, t, weights: [u, v, sum], unclear } =
            self.mesh.blocks[leaf].cross(simd, &self.ray, self.high, self.cull);
        let mut nearer = false;
        for lane in lanes(inside) {
            let weights = [u[lane], v[lane], sum[lane]];
            if self.hit(t[lane], self.mesh.bvh().leaves()[leaf][lane], (leaf, lane), weights) {
                self.front = self.ray.is_front(sum[lane]);
                nearer = true;
            }
        }
        for lane in lanes(unclear) {
            nearer |= self.ask(self.mesh.bvh().leaves()[leaf][lane], (leaf, lane));
        }
        ControlFlow::Continue(nearer.then_some(self.high))
    }
}

/// Looks for any hit.
pub(super) struct Any<'a, V: FloatVector> {
    mesh: &'a TriMesh<V>,
    ray: TriangleRay<V::Scalar>,
    cull: bool,
    high: V::Scalar,
    pub(super) met: bool,
}

impl<'a, V: FloatVector<Scalar: Eight> + Vector3> Any<'a, V> {
    #[inline(always)]
    pub(super) fn new(mesh: &'a TriMesh<V>, range: &Range<V>, cull: bool) -> Self {
        let ray = TriangleRay::new(&range.line, range.low);
        Self { mesh, ray, cull, high: range.high, met: false }
    }

    /// Asks one triangle.
    #[cold]
    fn ask(&self, triangle: u32) -> bool {
        let crossing = self.ray.cross(&self.mesh.corners(triangle));
        crossing.is_some_and(|c| c.t <= self.high && (c.front || !self.cull))
    }
}

impl<V: FloatVector<Scalar: Eight> + Vector3> Meet for Any<'_, V> {
    type Number = V::Scalar;

    #[inline(always)]
    fn meet<S: Simd>(&mut self, simd: S, leaf: usize) -> ControlFlow<(), Option<V::Scalar>> {
        let Crossed { inside, unclear, .. } =
            self.mesh.blocks[leaf].cross(simd, &self.ray, self.high, self.cull);
        self.met = inside != 0 || lanes(unclear).any(|lane| self.ask(self.mesh.bvh().leaves()[leaf][lane]));
        if self.met { ControlFlow::Break(()) } else { ControlFlow::Continue(None) }
    }
}

/// Looks for all hits.
struct All<'a, V: FloatVector, F> {
    mesh: &'a TriMesh<V>,
    ray: TriangleRay<V::Scalar>,
    high: V::Scalar,
    with: F,
}

impl<V: FloatVector<Scalar: Eight> + Vector3, F: FnMut(u32, Crossing<V::Scalar>)> All<'_, V, F> {
    fn ask(&mut self, triangle: u32) {
        if let Some(crossing) = self.ray.cross(&self.mesh.corners(triangle))
            && crossing.t <= self.high
        {
            (self.with)(triangle, crossing);
        }
    }
}

impl<V: FloatVector<Scalar: Eight> + Vector3, F: FnMut(u32, Crossing<V::Scalar>)> Meet for All<'_, V, F> {
    type Number = V::Scalar;

    #[inline(always)]
    fn meet<S: Simd>(&mut self, simd: S, leaf: usize) -> ControlFlow<(), Option<V::Scalar>> {
        let mut last = u32::MAX;
        for lane in lanes(self.mesh.blocks[leaf].met(simd, &self.ray)) {
            let triangle = self.mesh.bvh().leaves()[leaf][lane];
            // A leaf that is not full repeats its last.
            if triangle != last {
                self.ask(triangle);
            }
            last = triangle;
        }
        ControlFlow::Continue(None)
    }
}
