//! A triangle mesh.

use super::mesh_placed::{Before, Placed, Pose, Scale, Step};
use super::scan::{decided, sign};
use super::{Aabb, Convex, HalfSpace, ListError, Triangle};
use crate::bvh::{Bounds, Bvh, Tree, TreeFrame, is_f32};
use crate::number::each::MapEach;
use crate::number::{Float, Ring};
use crate::vector::{FloatVector, V3, Vector, Vector3};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cmp::Ordering;
use once_cell::race::OnceBox;

/// The union of triangles: a surface, or, when `solid`, all that it encloses too.
///
/// What a solid mesh encloses has a winding number other than 0; whether its triangles face outward or inward does
/// not matter, as long as neighbours agree.
///
/// Copies share what was given, and so do those that were turned, moved or scaled: none of them builds the tree again.
#[derive(Clone, Debug)]
pub struct Mesh<V> {
    surface: Arc<Surface<V>>,
    solid: bool,
    /// Where the vertices stand, unless they stand where they were given.
    placed: Option<Arc<Placed<V>>>,
    /// What of a solid one bounds the union of its shells, where that is not all of it; found when it is first needed.
    boundary: Arc<OnceBox<Option<Self>>>,
}

/// What copies share.
#[derive(Debug)]
struct Surface<V> {
    vertices: Vec<V>,
    triangles: Vec<[u32; 3]>,
    /// A vertex of each connected part.
    roots: Vec<u32>,
    /// Around its triangles.
    min: V,
    max: V,
    /// The largest coordinate of any vertex.
    reach: f64,
    /// Over its triangles, in boxes that hold them exactly; of nothing where they are few. Where it is not solid, copies of a triangle
    /// are left out, which add nothing.
    tree: Bvh,
    /// The frame in which the boxes lie, of a mesh that is far from the origin or of unusual size.
    frame: Option<TreeFrame>,
}

/// So many triangles are looked at one by one as fast as their tree is built.
const FEW_FOR_A_TREE: usize = 32;

impl<V: PartialEq> PartialEq for Mesh<V> {
    fn eq(&self, other: &Self) -> bool {
        self.solid == other.solid
            && self.vertices() == other.vertices()
            && self.triangles() == other.triangles()
    }
}

impl<V> Mesh<V> {
    /// The corners of its triangles, as given.
    pub fn vertices(&self) -> &[V] {
        let given = &self.surface.vertices;
        self.placed.as_ref().map_or(given, |placed| placed.all(given))
    }

    /// Three indices of vertices for each triangle, counter-clockwise seen from the front.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.surface.triangles
    }

    /// The points that it encloses count.
    pub const fn is_solid(&self) -> bool {
        self.solid
    }

    /// The other is a copy of it, or it of the other: they share all that they hold. Of equal meshes that were made one by one it is
    /// `false`.
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
    /// A triangle, by its index.
    pub fn triangle(&self, i: usize) -> Triangle<V> {
        let (given, corners) = (&self.surface.vertices, self.surface.triangles[i]);
        let [a, b, c] = match &self.placed {
            Some(placed) => placed.three(given, corners),
            None => corners.each(|v| given[v as usize]),
        };
        Triangle { a, b, c }
    }

    /// Its corners are computed where they are read: it was turned, moved or scaled.
    pub(crate) const fn is_placed(&self) -> bool {
        self.placed.is_some()
    }

    /// A point of each of its connected parts.
    pub fn roots(&self) -> impl Iterator<Item = V> + '_ {
        let given = &self.surface.vertices;
        let stands =
            |v: &u32| self.placed.as_ref().map_or(given[*v as usize], |placed| placed.one(given, *v));
        self.surface.roots.iter().map(stands)
    }

    /// A box that holds its triangles, at hand at once.
    pub(crate) fn outer_bounds(&self) -> Aabb<V> {
        let given = [self.surface.min, self.surface.max];
        let [min, max] = self.placed.as_ref().map_or(given, |placed| placed.around());
        Aabb { min, max }
    }

    /// The corners of a triangle before the mesh was placed.
    pub(crate) fn given_corners(&self, i: usize) -> [V; 3] {
        self.surface.triangles[i].each(|v| self.surface.vertices[v as usize])
    }

    /// The frame in which its tree was built, if it was built in one.
    pub(crate) fn frame_of_tree(&self) -> Option<&TreeFrame> {
        self.surface.frame.as_ref()
    }

    /// A tree over its triangles, in boxes that hold them; `None` where they are few.
    pub(crate) fn tree(&self) -> Option<Tree<'_>> {
        let Surface { tree, frame, .. } = &*self.surface;
        let frame = self.placed.as_ref().map_or(frame.as_ref(), |placed| Some(placed.frame()));
        Some(tree).filter(|tree| !tree.leaves().is_empty()).map(|tree| Tree::new(tree, frame))
    }

    /// A tree over all of its triangles where they are, however few.
    pub(crate) fn new_tree(&self) -> Bvh
    where
        V: FloatVector,
    {
        let numbers = |v: V| [0, 1, 2].each(|axis| v.get(axis));
        let bounds = |i| Bounds::around(&self.triangle(i).corners().each(numbers), V::Scalar::ZERO);
        Bvh::build((0..self.triangles().len()).map(bounds))
    }

    /// The triangles that may meet a box, and some that do not, in order.
    pub(crate) fn near_box(&self, corners: [[f64; 3]; 2]) -> Vec<u32> {
        match self.tree() {
            Some(tree) => tree.in_box(corners),
            None => (0..self.triangles().len() as u32).collect(),
        }
    }
}

impl<V: FloatVector + Vector3> Mesh<V> {
    /// Of triangles whose indices name vertices; a solid one closed, with neighbours that turn the same way.
    /// Vertices at the same place count as one.
    ///
    /// # Errors
    /// Names the list that is empty, the vertex that is not finite, the triangle with an index out of range, or
    /// an edge of a solid mesh that its triangles do not pass equally often in both directions.
    pub fn try_new(vertices: Vec<V>, triangles: Vec<[u32; 3]>, solid: bool) -> Result<Self, ListError> {
        let error = |field, message: String| Err(ListError { field, message });
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
                    format!("must name one of {n} vertices, got {bad} in triangle {i}"),
                );
            }
        }
        let places = places(&vertices);
        if let (true, Some(([a, b], ways))) = (solid, unpaired_edge(&triangles, &places)) {
            let what = match ways {
                [1, 0] => "has no partner".to_string(),
                [there, back] => {
                    format!("is passed more often in this direction ({there}) than back ({back})")
                }
            };
            let message = format!(
                "must be closed and turn the same way to be solid: the edge from vertex {a} to vertex {b} {what}"
            );
            return error("triangles", message);
        }
        let roots = roots(&triangles, &places);
        let corners = |t: &[u32; 3]| t.each(|v| vertices[v as usize]);
        let [min, max] =
            triangles.iter().flat_map(corners).fold([vertices[triangles[0][0] as usize]; 2], grown);
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
            // How often a solid one winds around a point counts them.
            let is_copy = if solid { Vec::new() } else { copies(&triangles, &places) };
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
        let surface = Surface { vertices, triangles, roots, min, max, reach, tree, frame };
        Ok(Self { surface: Arc::new(surface), solid, placed: None, boundary: Arc::default() })
    }

    /// The box around its triangles.
    pub fn bounds(&self) -> Aabb<V> {
        let given = [self.surface.min, self.surface.max];
        let [min, max] = self.placed.as_ref().map_or(given, |placed| placed.bounds(&self.before(None)));
        Aabb { min, max }
    }

    /// What it is before a step on the way of its vertices.
    fn before<'a>(&'a self, placed: Option<&'a Placed<V>>) -> Before<'a, V> {
        let Surface { vertices, triangles, reach, tree, frame, .. } = &*self.surface;
        Before { vertices, triangles, tree, frame: frame.as_ref(), placed, reach: *reach }
    }

    /// The mesh turned about the origin, by what takes the coordinate axes to `axes`, and then moved, each coordinate rounded once; `None`
    /// where that is no quicker than to make a mesh of the new vertices, or these may leave the range of numbers.
    pub(crate) fn posed(&self, axes: [V; 3], translation: V) -> Option<Self> {
        self.placed_by(Arc::new(Pose { axes, translation }), axes, translation)
    }

    /// The mesh with each coordinate multiplied by its own number, above 0; `None` as of [`posed`](Self::posed).
    pub(crate) fn stretched(&self, scale: V) -> Option<Self> {
        let zero = V::Scalar::ZERO;
        let along = |axis: usize| V::from_fn(|i| if i == axis { scale.get(axis) } else { zero });
        (0..3).all(|axis| scale.get(axis) > zero).then_some(())?;
        self.placed_by(Arc::new(Scale(scale)), [along(0), along(1), along(2)], V::splat(zero))
    }

    fn placed_by(&self, step: Arc<dyn Step<V>>, axes: [V; 3], shift: V) -> Option<Self> {
        // What is rounded to `f32` is off by more than a frame allows for.
        if is_f32::<V::Scalar>() || self.surface.tree.leaves().is_empty() {
            return None;
        }
        let placed = Placed::after(&self.before(self.placed.as_deref()), step, axes, shift)?;
        Some(Self { placed: Some(Arc::new(placed)), boundary: Arc::default(), ..self.clone() })
    }

    /// The same set as a hull, of a solid mesh of a few triangles that is convex; `None` of others. A closed surface without
    /// gaps whose triangles all lie in sides of the hull is the hull's own.
    pub(crate) fn to_convex(&self) -> Option<Convex<V>> {
        const FEW: usize = 200;
        let Surface { triangles, roots, .. } = &*self.surface;
        if !self.solid || triangles.len() > FEW || roots.len() > 1 {
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

    /// The point lies in it: on a triangle, or, of a solid mesh, in what the triangles enclose. Exactly right for
    /// the numbers given.
    #[must_use]
    pub fn holds(&self, p: V) -> bool {
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
    /// What of a solid mesh bounds the union of its shells, where some of them overlap: as it is found when it is first needed.
    pub(crate) fn union_boundary(&self, find: impl FnOnce(&Self) -> Option<Self>) -> Option<&Self> {
        let may_overlap = self.solid && self.surface.roots.len() > 1;
        let found = || self.boundary.get_or_init(|| Box::new(find(self))).as_ref();
        may_overlap.then(found).flatten()
    }
}

/// How often closed triangles wind around a point, told by those that the ray from it along the first axis may meet; `None`
/// when it lies on one. Exactly right for the numbers given.
pub(crate) fn winding<V: FloatVector + Vector3>(
    p: V,
    triangles: impl Iterator<Item = Triangle<V>>,
) -> Option<i32> {
    let mut winding = 0;
    for triangle in triangles {
        let b = triangle.bounds();
        let beside = |axis: usize| p.get(axis) < b.min.get(axis) || p.get(axis) > b.max.get(axis);
        if beside(1) || beside(2) || p.get(0) > b.max.get(0) {
            continue;
        }
        let passage = decided!(number => {
            let number = |x: V::Scalar| number(x.to_f64());
            passage(triangle.corners().each(|v| v.lift::<V3<_>>(&number)), p.lift::<V3<_>>(&number))
        });
        match passage {
            Passage::On => return None,
            Passage::Through(turn) => winding += i32::from(turn),
        }
    }
    Some(winding)
}

/// The least and greatest coordinates so far.
fn grown<V: FloatVector>([min, max]: [V; 2], p: V) -> [V; 2] {
    [min.min(p), max.max(p)]
}

/// How the ray from a point along the first axis passes a triangle.
#[derive(Clone, Copy)]
pub(crate) enum Passage {
    /// It starts on the triangle.
    On,
    /// 1 out through the front, -1 in through it, 0 not at all.
    Through(i8),
}

impl Default for Passage {
    fn default() -> Self {
        Self::Through(0)
    }
}

/// The ray from `p` along the first axis, moved by `(0, e, e^2)` for an `e` smaller than any number: so moved, it
/// meets no edge, and of two triangles with a common edge passes exactly one.
pub(crate) fn passage<S: Ring>([a, b, c]: [V3<S>; 3], p: V3<S>) -> Option<Passage> {
    let normal = (b - a).cross(c - a);
    let height = sign(normal.dot(p - a))?;
    if height == 0 && is_on_flat([a, b, c], normal, p)? {
        return Some(Passage::On);
    }
    let turns = [turn(a, b, p)?, turn(b, c, p)?, turn(c, a, p)?];
    let through = turns[0] == turns[1] && turns[1] == turns[2] && turns[0] * height < 0;
    Some(Passage::Through(if through { turns[0] } else { 0 }))
}

/// On which side of the edge `uv` the moved ray passes, seen along the first axis: 1 left, -1 right, 0 only when
/// the edge is seen as a point.
fn turn<S: Ring>(u: V3<S>, v: V3<S>, p: V3<S>) -> Option<i8> {
    let (edge, to) = (v - u, p - u);
    let signs = [sign(edge.y * to.z - edge.z * to.y)?, sign(-edge.z)?, sign(edge.y)?];
    Some(signs.into_iter().find(|s| *s != 0).unwrap_or(0))
}

/// A point of the triangle's plane lies on it.
fn is_on_flat<S: Ring>(corners: [V3<S>; 3], normal: V3<S>, p: V3<S>) -> Option<bool> {
    let [a, b, c] = corners;
    let flat = (0..3).try_fold(true, |zero, axis| Some(zero && sign(normal.get(axis))? == 0))?;
    for (u, v) in [(a, b), (b, c), (c, a)] {
        let across = (v - u).cross(p - u);
        if flat {
            // Of a collinear triangle the edges are all: between the ends, and on their line.
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

/// For each vertex the first one at the same place.
fn places<V: FloatVector>(vertices: &[V]) -> Vec<u32> {
    let compare = |i: u32, j: u32| {
        let (a, b) = (vertices[i as usize], vertices[j as usize]);
        let along = |axis: usize| a.get(axis).partial_cmp(&b.get(axis)).unwrap_or(Ordering::Equal);
        (0..V::DIM).fold(Ordering::Equal, |order, axis| order.then_with(|| along(axis)))
    };
    let mut sorted: Vec<u32> = (0..vertices.len() as u32).collect();
    sorted.sort_by(|i, j| compare(*i, *j).then(i.cmp(j)));
    let mut places: Vec<u32> = (0..vertices.len() as u32).collect();
    for pair in 1..sorted.len() {
        let (before, here) = (sorted[pair - 1], sorted[pair]);
        if compare(before, here).is_eq() {
            places[here as usize] = places[before as usize];
        }
    }
    places
}

/// Which triangles have the corners of one before them, in the same order around.
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

/// The edges of a triangle.
fn edges([a, b, c]: [u32; 3]) -> [[u32; 2]; 3] {
    [[a, b], [b, c], [c, a]]
}

/// An edge that is not passed equally often in both directions: the way in which it is passed more often, and how often it is
/// passed so, and back.
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
        // None at all where both ways are passed equally often.
        let mut there = same.iter().filter(|e| e.2 == balance.signum());
        let first = there.next()?.3;
        let there = 1 + there.count();
        Some((first, [there, same.len() - there]))
    })
}

/// A vertex of each connected part.
fn roots(triangles: &[[u32; 3]], places: &[u32]) -> Vec<u32> {
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
    let mut roots: Vec<u32> = triangles.iter().map(|t| find(&mut parent, t[0])).collect();
    roots.sort_unstable();
    roots.dedup();
    roots
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use alloc::vec;
    use glam::{DVec3, dvec3};

    /// The cube from `low` to `high`, faces outward.
    pub(crate) fn cube(low: f64, high: f64) -> (Vec<DVec3>, Vec<[u32; 3]>) {
        let at = |bit: u32, i: u32| if i >> bit & 1 == 1 { high } else { low };
        let vertices = (0..8).map(|i| dvec3(at(0, i), at(1, i), at(2, i))).collect();
        let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        (vertices, quads.iter().flat_map(|q| [[q[0], q[1], q[2]], [q[0], q[2], q[3]]]).collect())
    }

    #[test]
    fn a_solid_cube_holds_its_inside_through_every_edge_and_corner() {
        let (vertices, triangles) = cube(0., 2.);
        let solid = Mesh::try_new(vertices.clone(), triangles.clone(), true).unwrap();
        let surface = Mesh::try_new(vertices, triangles, false).unwrap();
        for i in 0..125 {
            let p = dvec3(f64::from(i % 5), f64::from(i / 5 % 5), f64::from(i / 25)) - DVec3::ONE;
            let inside = p.min_element() >= 0. && p.max_element() <= 2.;
            let on = inside && (p.min_element() == 0. || p.max_element() == 2.);
            assert_eq!((solid.holds(p), surface.holds(p)), (inside, on), "{p}");
        }
    }

    #[test]
    fn copies_of_a_triangle_are_asked_once_and_the_other_side_too() {
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
    fn a_cavity_is_not_inside_and_has_a_root_of_its_own() {
        let (mut vertices, mut triangles) = cube(0., 6.);
        let (hole, faces) = cube(2., 4.);
        vertices.extend(hole);
        triangles.extend(faces.iter().map(|[a, b, c]| [a + 8, c + 8, b + 8]));
        let mesh = Mesh::try_new(vertices, triangles, true).unwrap();
        assert!(!mesh.holds(dvec3(3., 3., 3.)) && mesh.holds(dvec3(1., 3., 3.)));
        assert_eq!(mesh.roots().count(), 2);
    }

    #[test]
    fn an_open_solid_is_an_error_that_names_an_edge() {
        let (vertices, mut triangles) = cube(0., 1.);
        let error = |t: Vec<[u32; 3]>| Mesh::try_new(vertices.clone(), t, true).unwrap_err().to_string();
        triangles.pop();
        assert!(error(triangles.clone()).ends_with("the edge from vertex 1 to vertex 5 has no partner"));
        triangles.push([1, 5, 7]);
        let turned = error(triangles.clone());
        assert!(turned.ends_with(" is passed more often in this direction (2) than back (0)"), "{turned}");
        triangles.pop();
        triangles.extend([[1, 7, 5]; 3]);
        let crowded = error(triangles);
        assert!(crowded.ends_with(" is passed more often in this direction (3) than back (1)"), "{crowded}");
        assert!(error(vec![[0, 1, 8]]).contains("got 8 in triangle 0"));
        assert_eq!(error(vec![]), "triangles must not be empty");
    }
}
