//! Triangle mesh as a shape.

#![cfg_attr(not(feature = "mesh-shape"), allow(unreachable_code, reason = "no mesh is ever built"))]

use super::mesh_transform::{Before, Pose, Scale, Step, Transform};
use super::scanline::{decided, sign};
use super::{Aabb, Convex, HalfSpace, ListError, Triangle};
use crate::bvh::{Bounds, Bvh, Tree, TreeFrame, is_f32};
use crate::number::Order as _;
use crate::number::each::MapEach;
use crate::number::{Float, Ring};
use crate::vector::{FloatVector, V3, Vector, Vector3};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cmp::Ordering;
use glam::DVec3;
use once_cell::race::OnceBox;

/// The union of triangles: a surface, or, if `solid`, also the volume that it encloses.
///
/// A solid mesh encloses the points with a nonzero winding number. Its triangles may face outward
/// or inward, as long as neighbours agree.
///
/// Clones share their data, and so do rotated, moved or scaled copies: none of them rebuilds the
/// tree.
///
/// ```
/// use barycast::d3::f64::Sphere;
/// use barycast::dynamic::any::Shape3;
/// use barycast::shape::Mesh;
/// use glam::{DVec3, dvec3};
///
/// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
/// let faces = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
/// let solid = Mesh::try_new(corners, faces, true)?;
/// assert!(solid.contains_point(dvec3(0.1, 0.1, 0.1)));
/// let ball = Shape3::from(Sphere::new(dvec3(0.25, 0.25, -3.0), 1.0));
/// assert_eq!(Shape3::from(solid).closest(&ball).distance, 2.0);
/// # Ok::<(), barycast::shape::ListError>(())
/// ```
#[doc(alias = "trimesh")]
#[derive(Clone, Debug)]
pub struct Mesh<V> {
    surface: Arc<Surface<V>>,
    solid: bool,
    /// Current positions of the vertices, if they differ from the given ones.
    placed: Option<Arc<Transform<V>>>,
    /// Boundary of the union of a solid mesh's shells, if it is not the whole surface; computed on
    /// first use.
    boundary: Arc<OnceBox<Option<Self>>>,
    supported: Supported,
}

/// Proof that this build has meshes as a kind of shape. Without the feature `mesh-shape` there is no
/// value, so that compilers leave out what is done with meshes.
#[cfg(feature = "mesh-shape")]
#[derive(Clone, Copy, Debug)]
struct Supported;

#[cfg(not(feature = "mesh-shape"))]
#[derive(Clone, Copy, Debug)]
enum Supported {}

impl Supported {
    #[cfg(feature = "mesh-shape")]
    #[allow(clippy::unnecessary_wraps, reason = "an error without the feature")]
    const fn here() -> Result<Self, ListError> {
        Ok(Self)
    }

    #[cfg(not(feature = "mesh-shape"))]
    fn here() -> Result<Self, ListError> {
        let message = "must be another shape: this build has no meshes".to_string();
        Err(ListError { field: "triangles", message })
    }
}

/// Data that copies share.
#[derive(Debug)]
struct Surface<V> {
    vertices: Vec<V>,
    triangles: Vec<[u32; 3]>,
    /// One vertex of each connected component.
    component_points: Vec<u32>,
    /// Bounding box of the triangles.
    min: V,
    max: V,
    /// Largest absolute coordinate of any vertex.
    reach: f64,
    /// BVH over the triangles, whose boxes bound them exactly; empty if there are few. Unless the
    /// mesh is solid, duplicate triangles are left out, since they add nothing.
    tree: Bvh,
    /// Frame of the boxes, for a mesh that is far from the origin or of unusual size.
    frame: Option<TreeFrame>,
}

/// Testing this many triangles one by one costs as much as building their tree.
const FEW_FOR_A_TREE: usize = 32;

impl<V: PartialEq> PartialEq for Mesh<V> {
    fn eq(&self, other: &Self) -> bool {
        self.solid == other.solid
            && self.vertices() == other.vertices()
            && self.triangles() == other.triangles()
    }
}

impl<V> Mesh<V> {
    /// Returns the vertices as given.
    pub fn vertices(&self) -> &[V] {
        let given = &self.surface.vertices;
        self.placed.as_ref().map_or(given, |placed| placed.all(given))
    }

    /// Returns three vertex indices per triangle, counter-clockwise seen from the front.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.surface.triangles
    }

    /// Returns whether the enclosed volume belongs to the shape.
    pub const fn is_solid(&self) -> bool {
        self.solid
    }

    /// Tests whether both meshes are clones that share all their data. Returns `false` for equal
    /// meshes that were built separately.
    #[must_use]
    pub fn is_copy_of(&self, other: &Self) -> bool {
        let placed = match (&self.placed, &other.placed) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (a, b) => a.is_none() && b.is_none(),
        };
        placed && self.solid == other.solid && Arc::ptr_eq(&self.surface, &other.surface)
    }
}

impl<V: Vector> Mesh<V> {
    /// Returns the `i`-th triangle.
    pub fn triangle(&self, i: usize) -> Triangle<V> {
        let (given, corners) = (&self.surface.vertices, self.surface.triangles[i]);
        let [a, b, c] = match &self.placed {
            Some(placed) => placed.vertices_at(given, corners),
            None => corners.each(|v| given[v as usize]),
        };
        Triangle { a, b, c }
    }

    /// Returns whether the corners are computed when read, because the mesh was rotated, moved or
    /// scaled.
    pub(crate) const fn is_placed(&self) -> bool {
        self.placed.is_some()
    }

    /// Returns one point of each connected component.
    pub(crate) fn component_points(&self) -> impl Iterator<Item = V> + '_ {
        let given = &self.surface.vertices;
        let stands =
            |v: &u32| self.placed.as_ref().map_or(given[*v as usize], |placed| placed.vertex(given, *v));
        self.surface.component_points.iter().map(stands)
    }

    /// Returns a box that contains the triangles, without computing anything.
    pub(crate) fn outer_bounds(&self) -> Aabb<V> {
        let given = [self.surface.min, self.surface.max];
        let [min, max] = self.placed.as_ref().map_or(given, |placed| placed.around());
        Aabb { min, max }
    }

    /// Returns the corners of a triangle before the mesh was transformed.
    pub(crate) fn given_corners(&self, i: usize) -> [V; 3] {
        self.surface.triangles[i].each(|v| self.surface.vertices[v as usize])
    }

    /// Returns the frame in which the tree was built, if any.
    pub(crate) fn frame_of_tree(&self) -> Option<&TreeFrame> {
        self.surface.frame.as_ref()
    }

    /// Returns the tree over the triangles, or `None` if they are few.
    pub(crate) fn tree(&self) -> Option<Tree<'_>> {
        let Surface { tree, frame, .. } = &*self.surface;
        let frame = self.placed.as_ref().map_or(frame.as_ref(), |placed| Some(placed.frame()));
        Some(tree).filter(|tree| !tree.leaves().is_empty()).map(|tree| Tree::new(tree, frame))
    }

    /// Builds a tree over all triangles at their current positions, however few.
    pub(crate) fn new_tree(&self) -> Bvh
    where
        V: FloatVector,
    {
        let numbers = |v: V| [0, 1, 2].each(|axis| v.get(axis));
        let bounds = |i| Bounds::around(&self.triangle(i).corners().each(numbers), V::Scalar::ZERO);
        Bvh::build((0..self.triangles().len()).map(bounds))
    }

    /// Returns a superset of the triangles that intersect a box, in ascending order.
    pub(crate) fn near_box(&self, corners: [[f64; 3]; 2]) -> Vec<u32> {
        match self.tree() {
            Some(tree) => tree.in_box(corners),
            None => (0..self.triangles().len() as u32).collect(),
        }
    }
}

impl<V: FloatVector + Vector3> Mesh<V> {
    /// Builds a mesh from triangles of vertex indices. A solid mesh must be closed and consistently
    /// oriented. Vertices at the same position count as one.
    ///
    /// # Errors
    /// Returns an error naming the list that is empty, the vertex that is not finite, the triangle
    /// with an index out of range, or an edge of a solid mesh that is not used equally often in
    /// both directions.
    pub fn try_new(vertices: Vec<V>, triangles: Vec<[u32; 3]>, solid: bool) -> Result<Self, ListError> {
        let error = |field, message: String| Err(ListError { field, message });
        let supported = Supported::here()?;
        for (field, empty) in [("vertices", vertices.is_empty()), ("triangles", triangles.is_empty())] {
            if empty {
                return error(field, "must not be empty".to_string());
            }
        }
        for (i, v) in vertices.iter().enumerate() {
            if !(0..3).all(|axis| v.get(axis).is_finite()) {
                return error("vertices", format!("must be finite, got {v:?} at index {i}"));
            }
        }
        for (i, triangle) in triangles.iter().enumerate() {
            if let Some(bad) = triangle.iter().find(|v| **v as usize >= vertices.len()) {
                let n = vertices.len();
                return error(
                    "triangles",
                    format!("must index one of {n} vertices, got {bad} in triangle {i}"),
                );
            }
        }
        let places = places(&vertices);
        if let (true, Some(([a, b], ways))) = (solid, unpaired_edge(&triangles, &places)) {
            let what = match ways {
                [1, 0] => "has no partner".to_string(),
                [there, back] => {
                    format!("is used more often in this direction ({there}) than back ({back})")
                }
            };
            let message = format!(
                "must be closed and consistently oriented to be solid: the edge from vertex {a} to vertex {b} {what}"
            );
            return error("triangles", message);
        }
        Ok(Self::built(vertices, triangles, solid, &places, supported))
    }

    /// Returns the same mesh over `f64`. Nothing is rounded.
    pub(crate) fn widened(&self) -> Mesh<DVec3> {
        let vertices: Vec<DVec3> = self.vertices().iter().map(|v| v.lift(&Float::to_f64)).collect();
        let places = places(&vertices);
        Mesh::built(vertices, self.triangles().to_vec(), self.solid, &places, self.supported)
    }

    /// Builds a mesh from checked lists. `places` has the first vertex at each vertex's position.
    fn built(
        vertices: Vec<V>,
        triangles: Vec<[u32; 3]>,
        solid: bool,
        places: &[u32],
        supported: Supported,
    ) -> Self {
        let component_points = component_points(&triangles, places);
        let corners = |t: &[u32; 3]| t.each(|v| vertices[v as usize]);
        let [min, max] =
            triangles.iter().flat_map(corners).fold([vertices[triangles[0][0] as usize]; 2], extended);
        let has_tree = triangles.len() > FEW_FOR_A_TREE;
        let numbers = |v: V| [v.get(0), v.get(1), v.get(2)];
        let wide = |v: V| numbers(v).each(Float::to_f64);
        let frame = TreeFrame::of_box(wide(min), wide(max)).filter(|_| has_tree);
        let tree = if has_tree {
            let bounds = |t| match &frame {
                None => Bounds::around(&corners(t).each(numbers), V::Scalar::ZERO),
                Some(frame) => {
                    let [a, b, c] = corners(t);
                    frame.bounds(wide(a.min(b).min(c)), wide(a.max(b).max(c)), 0.0)
                }
            };
            // The winding number of a solid mesh counts duplicates.
            let is_copy = if solid { Vec::new() } else { copies(&triangles, places) };
            if is_copy.contains(&true) {
                let kept = (0_u32..).zip(&triangles).filter(|(i, _)| !is_copy[*i as usize]);
                Bvh::build_some(kept.map(|(i, t)| (i, bounds(t))))
            } else {
                Bvh::build(triangles.iter().map(bounds))
            }
        } else {
            Bvh::default()
        };
        let largest = |most: f64, v: &V| wide(*v).into_iter().fold(most, |most, x| most.max(x.abs()));
        let reach = vertices.iter().fold(0.0, largest);
        let surface = Surface { vertices, triangles, component_points, min, max, reach, tree, frame };
        Self { surface: Arc::new(surface), solid, placed: None, boundary: Arc::default(), supported }
    }

    /// Returns the axis-aligned bounding box of the triangles.
    pub fn bounds(&self) -> Aabb<V> {
        let given = [self.surface.min, self.surface.max];
        let [min, max] = self.placed.as_ref().map_or(given, |placed| placed.bounds(&self.before(None)));
        Aabb { min, max }
    }

    /// Returns the state of the mesh before a transform step.
    fn before<'a>(&'a self, placed: Option<&'a Transform<V>>) -> Before<'a, V> {
        let Surface { vertices, triangles, reach, tree, frame, .. } = &*self.surface;
        Before { vertices, triangles, tree, frame: frame.as_ref(), placed, reach: *reach }
    }

    /// Rotates the mesh about the origin by the map that takes the coordinate axes to `axes`, then
    /// translates it, rounding each coordinate once. Returns `None` if building a mesh of the new
    /// vertices is as fast, or they may overflow.
    pub(crate) fn posed(&self, axes: [V; 3], translation: V) -> Option<Self> {
        self.placed_by(Arc::new(Pose { axes, translation }), axes, translation)
    }

    /// Scales each coordinate by its own positive factor. Returns `None` as [`posed`](Self::posed)
    /// does.
    pub(crate) fn stretched(&self, scale: V) -> Option<Self> {
        let zero = V::Scalar::ZERO;
        let along = |axis: usize| V::from_fn(|i| if i == axis { scale.get(axis) } else { zero });
        (0..3).all(|axis| scale.get(axis) > zero).then_some(())?;
        self.placed_by(Arc::new(Scale(scale)), [along(0), along(1), along(2)], V::splat(zero))
    }

    fn placed_by(&self, step: Arc<dyn Step<V>>, axes: [V; 3], shift: V) -> Option<Self> {
        // Rounding to `f32` exceeds the error margin of the frame.
        if is_f32::<V::Scalar>() || self.surface.tree.leaves().is_empty() {
            return None;
        }
        let placed = Transform::after(&self.before(self.placed.as_deref()), step, axes, shift)?;
        Some(Self { placed: Some(Arc::new(placed)), boundary: Arc::default(), ..self.clone() })
    }

    /// Returns the same set as a convex hull if the mesh is solid, convex and has few triangles,
    /// otherwise `None`. A closed surface whose triangles all lie in facets of the hull is the
    /// surface of the hull.
    pub(crate) fn to_convex(&self) -> Option<Convex<V>> {
        const FEW: usize = 200;
        let Surface { triangles, component_points, .. } = &*self.surface;
        if !self.solid || triangles.len() > FEW || component_points.len() > 1 {
            return None;
        }
        let vertices = self.vertices();
        let used = triangles.iter().flatten().map(|v| vertices[*v as usize]);
        let convex = Convex::try_new(used.collect()).ok().filter(|convex| convex.dimension() == 3)?;
        let on_sides = decided!(number => {
            let number = |x: V::Scalar| number(x.to_f64());
            let sides = convex.sides_over::<V3<_>>(&number);
            (0..triangles.len()).try_fold(true, |all, i| {
                let corners = self.triangle(i).corners().each(|p| p.lift::<V3<_>>(&number));
                let on = |side: &HalfSpace<V3<_>>| {
                    corners.iter().try_fold(true, |on, p| Some(on && sign(side.side(*p))? == 0))
                };
                let mut any = false;
                for side in &sides {
                    any = any || on(side)?;
                }
                Some(all && any)
            })
        });
        on_sides.then_some(convex)
    }

    /// Tests whether the mesh contains the point: on a triangle or, for a solid mesh, in the
    /// enclosed volume. Exact for the given numbers.
    #[must_use]
    pub fn contains_point(&self, p: V) -> bool {
        let bounds = self.outer_bounds();
        if !(bounds.min.le_all(p) && p.le_all(bounds.max)) {
            return false;
        }
        let at = [p.get(0), p.get(1), p.get(2)].each(Float::to_f64);
        let ahead = self.near_box([at, [f64::INFINITY, at[1], at[2]]]);
        let winding = winding(p, ahead.into_iter().map(|i| self.triangle(i as usize)));
        winding.is_none_or(|winding| self.solid && winding != 0)
    }
}

impl<V> Mesh<V> {
    /// Returns the boundary of the union of a solid mesh's shells if some of them overlap. `find`
    /// computes it on first use.
    pub(crate) fn union_boundary(&self, find: impl FnOnce(&Self) -> Option<Self>) -> Option<&Self> {
        let may_overlap = self.solid && self.surface.component_points.len() > 1;
        let found = || self.boundary.get_or_init(|| Box::new(find(self))).as_ref();
        may_overlap.then(found).flatten()
    }
}

/// Returns the winding number of closed triangles around a point, or `None` if the point lies on
/// one. Needs only the triangles that the ray from the point along the first axis may hit. Exact
/// for the given numbers.
pub(crate) fn winding<V: FloatVector + Vector3>(
    p: V,
    triangles: impl Iterator<Item = Triangle<V>>,
) -> Option<i32> {
    let mut winding = 0;
    for triangle in triangles {
        let b = triangle.bounds();
        let misses = |axis: usize| p.get(axis) < b.min.get(axis) || p.get(axis) > b.max.get(axis);
        if misses(1) || misses(2) || p.get(0) > b.max.get(0) {
            continue;
        }
        let crossing = decided!(number => {
            let number = |x: V::Scalar| number(x.to_f64());
            crossing(triangle.corners().each(|v| v.lift::<V3<_>>(&number)), p.lift::<V3<_>>(&number))
        });
        match crossing {
            Crossing::On => return None,
            Crossing::Through(edge_side) => winding += i32::from(edge_side),
        }
    }
    Some(winding)
}

/// Extends the bounds by a point.
fn extended<V: FloatVector>([min, max]: [V; 2], p: V) -> [V; 2] {
    [min.min(p), max.max(p)]
}

/// Crossing of a triangle by the ray from a point along the first axis.
#[derive(Clone, Copy)]
pub(crate) enum Crossing {
    /// The ray starts on the triangle.
    On,
    /// Signed crossing: 1 if the ray leaves through the front, -1 if it enters through it, 0 if it
    /// misses.
    Through(i8),
}

impl Default for Crossing {
    fn default() -> Self {
        Self::Through(0)
    }
}

/// Classifies the ray from `p` along the first axis, moved symbolically by `(0, e, e^2)` for an
/// infinitesimal `e`. The moved ray hits no edge, and passes exactly one of two triangles that
/// share an edge.
pub(crate) fn crossing<S: Ring>([a, b, c]: [V3<S>; 3], p: V3<S>) -> Option<Crossing> {
    let normal = (b - a).cross(c - a);
    let height = sign(normal.dot(p - a))?;
    if height == 0 && is_on_flat([a, b, c], normal, p)? {
        return Some(Crossing::On);
    }
    let turns = [edge_side(a, b, p)?, edge_side(b, c, p)?, edge_side(c, a, p)?];
    let through = turns[0] == turns[1] && turns[1] == turns[2] && turns[0] * height < 0;
    Some(Crossing::Through(if through { turns[0] } else { 0 }))
}

/// Returns the side of the edge `uv` on which the moved ray passes, seen along the first axis: 1
/// left, -1 right, 0 only if the edge projects to a point.
fn edge_side<S: Ring>(u: V3<S>, v: V3<S>, p: V3<S>) -> Option<i8> {
    let (edge, to) = (v - u, p - u);
    let signs = [sign(edge.y * to.z - edge.z * to.y)?, sign(-edge.z)?, sign(edge.y)?];
    Some(signs.into_iter().find(|s| *s != 0).unwrap_or(0))
}

/// Tests whether a point of the triangle's plane lies on the triangle.
fn is_on_flat<S: Ring>(corners: [V3<S>; 3], normal: V3<S>, p: V3<S>) -> Option<bool> {
    let [a, b, c] = corners;
    let flat = (0..3).try_fold(true, |zero, axis| Some(zero && sign(normal.get(axis))? == 0))?;
    for (u, v) in [(a, b), (b, c), (c, a)] {
        let across = (v - u).cross(p - u);
        if flat {
            // A collinear triangle consists of its edges: the point must lie on the line of one,
            // between its ends.
            let on_line = sign(across.length_squared())? == 0;
            if on_line && sign((p - u).dot(p - v))? <= 0 {
                return Some(true);
            }
        } else if sign(normal.dot(across))? < 0 {
            return Some(false);
        }
    }
    Some(!flat)
}

/// Returns, for each vertex, the first one at the same position.
fn places<V: FloatVector>(vertices: &[V]) -> Vec<u32> {
    let compare = |i: u32, j: u32| {
        let (a, b) = (vertices[i as usize], vertices[j as usize]);
        let along = |axis: usize| a.get(axis).partial_cmp(&b.get(axis)).unwrap_or(Ordering::Equal);
        (0..V::DIM).fold(Ordering::Equal, |order, axis| order.then_with(|| along(axis)))
    };
    let mut sorted: Vec<u32> = (0..vertices.len() as u32).collect();
    sorted.order_by(|i, j| compare(*i, *j).then(i.cmp(j)));
    let mut places: Vec<u32> = (0..vertices.len() as u32).collect();
    for pair in 1..sorted.len() {
        let (before, here) = (sorted[pair - 1], sorted[pair]);
        if compare(before, here).is_eq() {
            places[here as usize] = places[before as usize];
        }
    }
    places
}

/// Marks the triangles with the same corners in the same cyclic order as an earlier one.
fn copies(triangles: &[[u32; 3]], places: &[u32]) -> Vec<bool> {
    let from_least = |triangle: &[u32; 3]| {
        let mut corners = triangle.each(|v| places[v as usize]);
        let least = (0..3).min_by_key(|i| corners[*i]).unwrap_or(0);
        corners.rotate_left(least);
        corners
    };
    let mut sorted: Vec<([u32; 3], u32)> = triangles.iter().map(from_least).zip(0..).collect();
    sorted.sort_unstable();
    let mut is_copy = alloc::vec![false; triangles.len()];
    for pair in sorted.windows(2) {
        is_copy[pair[1].1 as usize] = pair[0].0 == pair[1].0;
    }
    is_copy
}

/// Returns the directed edges of a triangle.
fn edges([a, b, c]: [u32; 3]) -> [[u32; 2]; 3] {
    [[a, b], [b, c], [c, a]]
}

/// Returns an edge that is not used equally often in both directions: in its more frequent
/// direction, with the number of uses in that direction and in the other.
fn unpaired_edge(triangles: &[[u32; 3]], places: &[u32]) -> Option<([u32; 2], [usize; 2])> {
    let mut directed = Vec::with_capacity(3 * triangles.len());
    for [a, b] in triangles.iter().flat_map(|t| edges(*t)) {
        let (u, v) = (places[a as usize], places[b as usize]);
        if u != v {
            directed.push((u.min(v), u.max(v), if u < v { 1 } else { -1 }, [a, b]));
        }
    }
    directed.sort_unstable();
    directed.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)).find_map(|same| {
        let balance: i32 = same.iter().map(|e| e.2).sum();
        // Empty if both directions are used equally often.
        let mut there = same.iter().filter(|e| e.2 == balance.signum());
        let first = there.next()?.3;
        let there = 1 + there.count();
        Some((first, [there, same.len() - there]))
    })
}

/// Returns the edges that are not used equally often in both directions, as vertices. Vertices at
/// the same position count as one.
#[cfg(feature = "mesh")]
pub(crate) fn open_edges<V: FloatVector>(vertices: &[V], triangles: &[[u32; 3]]) -> Vec<[u32; 2]> {
    let count = vertices.len();
    let open = open_edges_between(count, triangles, |vertex| vertex);
    if open.is_empty() {
        return open;
    }
    let places = places(vertices);
    open_edges_between(count, triangles, |vertex| places[vertex as usize])
}

/// Returns the edges whose directions do not cancel, after each vertex is replaced by its name.
#[cfg(feature = "mesh")]
fn open_edges_between(vertices: usize, triangles: &[[u32; 3]], name: impl Fn(u32) -> u32) -> Vec<[u32; 2]> {
    let directed = || {
        let named = triangles.iter().flat_map(|triangle| edges(triangle.each(&name)));
        named.filter(|[a, b]| a != b).map(|[a, b]| (a.min(b), a.max(b), if a < b { 1_i32 } else { -1 }))
    };
    // Edges are gathered by their lower vertex.
    let mut ends = alloc::vec![0_usize; vertices + 1];
    directed().for_each(|(low, ..)| ends[low as usize + 1] += 1);
    for vertex in 0..vertices {
        ends[vertex + 1] += ends[vertex];
    }
    let starts = ends.clone();
    let mut gathered = alloc::vec![(0, 0); ends[vertices]];
    for (low, high, way) in directed() {
        gathered[ends[low as usize]] = (high, way);
        ends[low as usize] += 1;
    }
    let mut open = Vec::new();
    for (low, range) in (0..).zip(starts.windows(2)) {
        let of_vertex = &mut gathered[range[0]..range[1]];
        of_vertex.sort_unstable();
        let each = of_vertex.chunk_by(|a, b| a.0 == b.0);
        let uneven = each.filter(|same| same.iter().map(|(_, way)| way).sum::<i32>() != 0);
        open.extend(uneven.map(|same| [low, same[0].0]));
    }
    open
}

/// Returns one vertex of each connected component.
fn component_points(triangles: &[[u32; 3]], places: &[u32]) -> Vec<u32> {
    let mut parent: Vec<u32> = places.to_vec();
    let find = |parent: &mut [u32], mut v: u32| {
        while parent[v as usize] != v {
            parent[v as usize] = parent[parent[v as usize] as usize];
            v = parent[v as usize];
        }
        v
    };
    for [a, b] in triangles.iter().flat_map(|t| edges(*t)) {
        let (u, v) = (find(&mut parent, a), find(&mut parent, b));
        parent[u as usize] = v;
    }
    let mut component_points: Vec<u32> = triangles.iter().map(|t| find(&mut parent, t[0])).collect();
    component_points.sort_unstable();
    component_points.dedup();
    component_points
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use alloc::vec;
    use glam::{DVec3, dvec3};

    /// The cube from `low` to `high` with outward faces.
    pub(crate) fn cube(low: f64, high: f64) -> (Vec<DVec3>, Vec<[u32; 3]>) {
        let at = |bit: u32, i: u32| if i >> bit & 1 == 1 { high } else { low };
        let vertices = (0..8).map(|i| dvec3(at(0, i), at(1, i), at(2, i))).collect();
        let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        (vertices, quads.iter().flat_map(|q| [[q[0], q[1], q[2]], [q[0], q[2], q[3]]]).collect())
    }

    #[test]
    fn a_solid_cube_contains_its_interior_edges_and_corners() {
        let (vertices, triangles) = cube(0., 2.);
        let solid = Mesh::try_new(vertices.clone(), triangles.clone(), true).unwrap();
        let surface = Mesh::try_new(vertices, triangles, false).unwrap();
        for i in 0..125 {
            let p = dvec3(f64::from(i % 5), f64::from(i / 5 % 5), f64::from(i / 25)) - DVec3::ONE;
            let inside = p.min_element() >= 0. && p.max_element() <= 2.;
            let on = inside && (p.min_element() == 0. || p.max_element() == 2.);
            assert_eq!((solid.contains_point(p), surface.contains_point(p)), (inside, on), "{p}");
        }
    }

    #[test]
    fn duplicate_triangles_are_tested_once_and_reversed_ones_too() {
        let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::ZERO];
        let triangles = (0..30_000).map(|i| [[0, 1, 2], [1, 2, 3], [2, 1, 0]][i % 3]).collect();
        let mesh = Mesh::try_new(corners, triangles, false).unwrap();
        let tree = mesh.tree().unwrap();
        let items = mesh.near_box([[0.; 3], [1.; 3]]);
        assert_eq!((items, tree.bvh().leaves().len()), (vec![0, 2], 1));
        let [a, b] = [0., 2.].map(|z| mesh.vertices().iter().map(|p| *p + DVec3::Z * z).collect::<Vec<_>>());
        let [a, b] = [a, b].map(|v| Mesh::try_new(v, mesh.triangles().to_vec(), false).unwrap());
        let [a, b] = [a, b].map(crate::dynamic::any::Shape3::from);
        assert_eq!(a.closest(&b).distance, 2.);
        assert_eq!(a.contact(&a).unwrap().unwrap().depth, 0.);
        assert_eq!(a.sweep(&b, -DVec3::Z, 9.).unwrap().unwrap().t, 2.);
        assert!(a.sweep(&a, DVec3::Z, 9.).unwrap().unwrap().t == 0.);
    }

    #[test]
    fn a_cavity_is_outside_and_is_a_separate_component() {
        let (mut vertices, mut triangles) = cube(0., 6.);
        let (hole, faces) = cube(2., 4.);
        vertices.extend(hole);
        triangles.extend(faces.iter().map(|[a, b, c]| [a + 8, c + 8, b + 8]));
        let mesh = Mesh::try_new(vertices, triangles, true).unwrap();
        assert!(!mesh.contains_point(dvec3(3., 3., 3.)) && mesh.contains_point(dvec3(1., 3., 3.)));
        assert_eq!(mesh.component_points().count(), 2);
    }

    #[test]
    fn an_open_solid_is_an_error_that_names_an_edge() {
        let (vertices, mut triangles) = cube(0., 1.);
        let error = |t: Vec<[u32; 3]>| Mesh::try_new(vertices.clone(), t, true).unwrap_err().to_string();
        triangles.pop();
        assert!(error(triangles.clone()).ends_with("the edge from vertex 1 to vertex 5 has no partner"));
        triangles.push([1, 5, 7]);
        let turned = error(triangles.clone());
        assert!(turned.ends_with(" is used more often in this direction (2) than back (0)"), "{turned}");
        triangles.pop();
        triangles.extend([[1, 7, 5]; 3]);
        let crowded = error(triangles);
        assert!(crowded.ends_with(" is used more often in this direction (3) than back (1)"), "{crowded}");
        assert!(error(vec![[0, 1, 8]]).contains("got 8 in triangle 0"));
        assert_eq!(error(vec![]), "triangles must not be empty");
    }
}
