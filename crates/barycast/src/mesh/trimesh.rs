//! A mesh of triangles that share vertices.

use super::leaf::{Corners, Crossing, TriangleRay, numbers};
use crate::bvh::{Bounds, BoxRay, Bvh};
use crate::cast::{CastOptions, Range, uv};
use crate::number::Float;
use crate::pair::point_triangle;
use crate::question::{Closest, Hit, Side};
use crate::shape::{Aabb, Linear, Point, Triangle};
use crate::vector::{FloatVector, Vector, Vector3};
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;
use core::ops::ControlFlow;

/// The union of triangles: a surface, closed or not, with any number of parts.
///
/// It owns its tree of boxes, so that a cast among a million triangles looks at some tens. Triangles are told
/// by their place in [`triangles`](Self::triangles).
#[doc(alias = "polyhedron")]
#[derive(Clone, Debug)]
pub struct TriMesh<V: Vector> {
    vertices: Vec<V>,
    triangles: Vec<[u32; 3]>,
    bvh: Bvh,
    /// The corners in the order of the tree's slots.
    leaves: Vec<Corners<V::Scalar>>,
}

/// Why numbers make no mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MeshError {
    /// There is no triangle.
    Empty,
    /// More than `2^31` triangles, or more than `2^32` vertices.
    TooLarge,
    /// A triangle names a vertex that is not there.
    NoSuchVertex {
        /// The triangle, from 0.
        triangle: usize,
        /// The vertex that it names, from 0.
        vertex: u32,
        /// How many vertices there are.
        vertices: usize,
    },
    /// A coordinate is infinite or NaN.
    NotFinite {
        /// The vertex, from 0.
        vertex: usize,
        /// 0, 1, 2 for x, y, z.
        axis: usize,
        /// The coordinate.
        got: f64,
    },
}

impl fmt::Display for MeshError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Empty => write!(f, "a mesh must have a triangle, got none"),
            Self::TooLarge => write!(f, "a mesh must have at most 2^31 triangles and 2^32 vertices"),
            Self::NoSuchVertex { triangle, vertex, vertices } => write!(
                f,
                "triangle {triangle} must name vertices below {vertices} (so many there are), got {vertex}"
            ),
            Self::NotFinite { vertex, axis, got } => {
                let axis = ["x", "y", "z"].get(axis).unwrap_or(&"coordinate");
                write!(f, "{axis} of vertex {vertex} must be finite, got {got}")
            }
        }
    }
}

impl core::error::Error for MeshError {}

/// The point of a mesh nearest to another point.
#[derive(Clone, Copy, Debug)]
pub struct MeshPoint<V: Vector> {
    /// The way from the given point to the mesh.
    pub closest: Closest<V>,
    /// Which triangle: of several as near, the lowest.
    pub triangle: usize,
}

impl<V: FloatVector + Vector3> TriMesh<V> {
    /// Checked, with its tree built: the costly step, on all cores with the feature `rayon`.
    ///
    /// # Errors
    /// Names the first triangle or vertex that is wrong.
    pub fn try_new(vertices: Vec<V>, triangles: Vec<[u32; 3]>) -> Result<Self, MeshError> {
        if triangles.is_empty() {
            return Err(MeshError::Empty);
        }
        if triangles.len() as u64 > 1 << 31 || vertices.len() as u64 > 1 << 32 {
            return Err(MeshError::TooLarge);
        }
        for (vertex, v) in vertices.iter().enumerate() {
            for (axis, x) in numbers(*v).into_iter().enumerate() {
                if !x.is_finite() {
                    return Err(MeshError::NotFinite { vertex, axis, got: x.to_f64() });
                }
            }
        }
        for (triangle, named) in triangles.iter().enumerate() {
            for &vertex in named {
                if vertex as usize >= vertices.len() {
                    return Err(MeshError::NoSuchVertex { triangle, vertex, vertices: vertices.len() });
                }
            }
        }
        let corners = |triangle: &[u32; 3]| triangle.map(|vertex| numbers(vertices[vertex as usize]));
        let bvh = Bvh::build(triangles.iter().map(|triangle| bounds(&corners(triangle))));
        Ok(Self::under(bvh, vertices, triangles))
    }

    fn under(bvh: Bvh, vertices: Vec<V>, triangles: Vec<[u32; 3]>) -> Self {
        let corners = |triangle: &[u32; 3]| triangle.map(|vertex| numbers(vertices[vertex as usize]));
        let leaves = bvh.items().iter().map(|&item| corners(&triangles[item as usize])).collect();
        Self { vertices, triangles, bvh, leaves }
    }

    /// The same mesh, of which every question looks at every triangle. Its answers are those of the tree, bit for
    /// bit: `cargo xtask watertight` compares them.
    #[must_use]
    pub fn without_tree(&self) -> Self {
        let flat = Bvh::flat(self.triangles.len() as u32);
        Self::under(flat, self.vertices.clone(), self.triangles.clone())
    }

    /// The vertices, in the order given.
    pub fn vertices(&self) -> &[V] {
        &self.vertices
    }

    /// Each triangle's vertices, in the order given.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// One of its triangles; `None` beyond the last.
    pub fn triangle(&self, index: usize) -> Option<Triangle<V>> {
        let [a, b, c] = self.triangles.get(index)?.map(|vertex| self.vertices[vertex as usize]);
        Some(Triangle { a, b, c })
    }

    /// Its tree of boxes.
    pub fn bvh(&self) -> &Bvh {
        &self.bvh
    }

    /// The smallest box around its triangles; vertices that no triangle names do not count.
    pub fn bounds(&self) -> Aabb<V> {
        let mut bounds = Aabb::empty();
        for &[a, b, c] in &self.leaves {
            for corner in [a, b, c] {
                let corner = V::from_fn(|axis| corner[axis]);
                bounds = bounds.union(&Aabb { min: corner, max: corner });
            }
        }
        bounds
    }

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
        let in_leaf = TriangleRay::new(&range.line, range.low);
        let mut best = None;
        let mut best_item = u32::MAX;
        self.bvh.walk_ray(&box_ray(range), range.high, |slots, mut high| {
            for slot in slots {
                let Some(crossing) = in_leaf.cross(&self.leaves[slot]) else { continue };
                if cull && !crossing.front {
                    continue;
                }
                let item = self.bvh.items()[slot];
                if crossing.t < high || (crossing.t == high && item < best_item) {
                    high = crossing.t;
                    best = Some(crossing);
                    best_item = item;
                }
            }
            ControlFlow::Continue(high)
        });
        let crossing = best?;
        let [_, u, v] = crossing.weights.map(|weight| weight / crossing.sum);
        self.hit(range, best_item, crossing.t, crossing.front, [u, v])
    }

    fn hit(
        &self,
        range: &Range<V>,
        item: u32,
        t: V::Scalar,
        front: bool,
        uv: [V::Scalar; 2],
    ) -> Option<Hit<V>> {
        let normal = self.triangle(item as usize)?.normal();
        Some(Hit {
            t,
            point: Some(range.line.at(t)),
            normal: if normal.is_zero() { None } else { Some(normal.normalized_or_zero()) },
            side: if front { Side::Outside } else { Side::Inside },
            triangle: Some(item as usize),
            uv: Some(uv),
        })
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
                let [_, u, v] = first.weights.map(|weight| weight / first.sum);
                hits.extend(self.hit(range, *item, first.t, first.front, [u, v]));
            }
            let (end, item, front) = last;
            if end > first.stretch[0] && end <= range.high {
                let uv = self.triangle(item as usize).map(|triangle| uv(&triangle, range.line.at(end)));
                hits.extend(uv.and_then(|uv| self.hit(range, item, end, front, uv)));
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
    fn met(&self, range: &Range<V>, mut with: impl FnMut(u32, Crossing<V::Scalar>)) {
        let in_leaf = TriangleRay::new(&range.line, range.low);
        self.bvh.walk_ray(&box_ray(range), range.high, |slots, high| {
            for slot in slots {
                if let Some(crossing) = in_leaf.cross(&self.leaves[slot])
                    && crossing.t <= high
                {
                    with(self.bvh.items()[slot], crossing);
                }
            }
            ControlFlow::Continue(high)
        });
    }

    /// The mesh shares a point with a line, ray or segment, within the limit of `options`: what
    /// [`cast`](Self::cast) says, sooner.
    #[doc(alias = "occluded")]
    pub fn is_hit<L: Linear<Vector = V>>(&self, ray: &L, options: &CastOptions<V::Scalar>) -> bool {
        self.is_hit_range(&Range::of(ray, options.max_t), options.cull)
    }

    pub(crate) fn is_hit_range(&self, range: &Range<V>, cull: bool) -> bool {
        let in_leaf = TriangleRay::new(&range.line, range.low);
        let mut any = false;
        self.bvh.walk_ray(&box_ray(range), range.high, |slots, high| {
            for corners in &self.leaves[slots] {
                let crossing = in_leaf.cross(corners);
                if crossing.is_some_and(|c| c.t <= high && (c.front || !cull)) {
                    any = true;
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(high)
        });
        any
    }

    /// The nearest point of the mesh.
    #[doc(alias = "project_point")]
    pub fn closest_point(&self, point: V) -> MeshPoint<V> {
        let far = crate::number::Real::infinity(V::Scalar::ONE);
        let none = Closest { distance: far, on_a: point, on_b: point };
        let mut best = MeshPoint { closest: none, triangle: usize::MAX };
        self.bvh.walk_point(numbers(point), far, |slots, mut high| {
            for slot in slots {
                let [a, b, c] = self.leaves[slot].map(|corner| V::from_fn(|axis| corner[axis]));
                let closest = point_triangle::distance(&Point(point), &Triangle { a, b, c });
                let triangle = self.bvh.items()[slot] as usize;
                let (old, new) = (best.closest.distance, closest.distance);
                if new < old || (new == old && triangle < best.triangle) {
                    best = MeshPoint { closest, triangle };
                    high = new * new;
                }
            }
            high
        });
        best
    }
}

/// The ray of a range, for boxes.
#[inline(always)]
fn box_ray<V: FloatVector + Vector3>(range: &Range<V>) -> BoxRay<V::Scalar> {
    BoxRay::new(numbers(range.line.origin), numbers(range.line.direction), range.low)
}

/// A box from which rounding in the leaf's test cannot place a hit outside: wider than the triangle by 32 ulp of
/// its own size, of which the weights of slim triangles take half (the walk adds what grows with the distance).
fn bounds<S: Float>(corners: &Corners<S>) -> Bounds {
    let mut size = S::ZERO;
    let [a, b, c] = *corners;
    for ((a, b), c) in a.into_iter().zip(b).zip(c) {
        size = size.max(a.max(b).max(c) - a.min(b).min(c));
    }
    Bounds::around(corners, size * S::EPSILON.lit(32) * S::EPSILON)
}
