//! Convex hull of points, with exact predicates.
//!
//! In space the algorithm is *quickhull*: a tetrahedron of four points grows. Each triangle keeps
//! the points above it. The farthest of these is connected to the horizon of the triangles that it
//! sees, and the visible triangles are removed. A point sees a triangle if it lies strictly above
//! its plane. Coplanar points therefore never break the surface: a point beside a triangle, in its
//! plane, lies above the neighbour across the edge that separates them, and the new triangle lies
//! in the common plane. Signs are exact: a static filter in floats first, then `decided`.
//!
//! Coplanar points are projected to a coordinate plane, sorted and traversed (monotone chain).
//!
//! Sources: [Barber 1996], [Shewchuk 1997] for the error bounds, [Andrew 1979].

use super::HalfSpace;
use super::scanline::{decided, sign};
use crate::number::Order as _;
use crate::number::each::MapEach;
use crate::number::{Float, Ring};
use crate::vector::{ByDim, FloatVector, V2, V3, Vector, Vector2, Vector3};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec;
use alloc::vec::Vec;

type P = [f64; 3];

/// Combinatorial hull: indices of the input points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hull {
    /// Dimension: 0 for a point, 1 for a segment, 2 for a planar set, 3 otherwise.
    pub(crate) dimension: usize,
    /// Indices of all corners, possibly with points inside edges and faces. The corners of a flat
    /// hull are in order around it, counter-clockwise in 2D.
    pub(crate) corners: Vec<usize>,
    /// Triangles that face outward; none for a flat hull.
    pub(crate) faces: Vec<[usize; 3]>,
    edges: Edges,
}

/// Edges of a hull, from each corner.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Edges {
    /// Place of the first end of each corner's edges, and of the end of the list.
    starts: Vec<u32>,
    /// Other ends of the edges, as places in the list of corners.
    ends: Vec<u32>,
}

impl Edges {
    /// Lists the edges of triangles, or of a flat hull whose corners are in order around it.
    fn of(corners: &[usize], faces: &[[usize; 3]]) -> Self {
        let count = corners.len() as u32;
        let mut edges: Vec<[u32; 2]> = Vec::new();
        if faces.is_empty() {
            for i in 0..count {
                let next = (i + 1) % count;
                edges.extend([[i, next], [next, i]]);
            }
        } else {
            let place = |corner: usize| corners.binary_search(&corner).map_or(0, |i| i as u32);
            for face in faces {
                let [a, b, c] = face.each(place);
                edges.extend([[a, b], [b, c], [c, a]]);
            }
        }
        edges.retain(|[from, to]| from != to);
        edges.sort_unstable();
        edges.dedup();
        let start = |corner: u32| edges.partition_point(|[from, _]| *from < corner) as u32;
        Self { starts: (0..=count).map(start).collect(), ends: edges.iter().map(|[_, to]| *to).collect() }
    }
}

/// Returns the sign of the 2D orientation of three points in the coordinates `i` and `j`.
fn orientation([a, b, c]: [P; 3], [i, j]: [usize; 2]) -> i8 {
    let (left, right) = ((b[i] - a[i]) * (c[j] - a[j]), (b[j] - a[j]) * (c[i] - a[i]));
    let (difference, size) = (left - right, left.abs() + right.abs());
    if size.is_finite() && difference.abs() > 4e-16 * size && size > 1e-250 {
        return if difference > 0.0 { 1 } else { -1 };
    }
    decided!(number => {
        let [a, b, c] = [a, b, c].each(|p| V2 { x: number(p[i]), y: number(p[j]) });
        sign((b - a).perp_dot(c - a))
    })
}

/// Returns the side of the plane through `a, b, c` on which `d` lies: 1 on the side from which they
/// run counter-clockwise.
fn side([a, b, c, d]: [P; 4]) -> i8 {
    let from_a = |p: P| [p[0] - a[0], p[1] - a[1], p[2] - a[2]];
    let ([u, v, w], mut sum, mut size) = ([b, c, d].each(from_a), 0.0, 0.0_f64);
    for i in 0..3 {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        sum += w[i] * (u[j] * v[k] - u[k] * v[j]);
        size += w[i].abs() * ((u[j] * v[k]).abs() + (u[k] * v[j]).abs());
    }
    // A product of two factors may have underflowed; the third factor scales that error.
    let longest = w.each(f64::abs).into_iter().fold(1.0, f64::max);
    if size.is_finite() && sum.abs() > 1e-15 * size && size > 1e-250 * longest {
        return if sum > 0.0 { 1 } else { -1 };
    }
    decided!(number => {
        let [a, b, c, d] = [a, b, c, d].each(|p| V3 { x: number(p[0]), y: number(p[1]), z: number(p[2]) });
        sign((d - a).dot((b - a).cross(c - a)))
    })
}

const PLANES: [[usize; 2]; 3] = [[0, 1], [1, 2], [2, 0]];

/// Returns two coordinates in which the three points are not collinear, or `None` if the points are
/// collinear.
fn projection_plane(points: [P; 3]) -> Option<[usize; 2]> {
    PLANES.into_iter().find(|axes| orientation(points, *axes) != 0)
}

fn distance_squared(u: P, v: P) -> f64 {
    (0..3).map(|i| square(v[i] - u[i])).sum()
}

fn square(x: f64) -> f64 {
    x * x
}

/// Returns the index with the greatest value if it passes an exact test, otherwise the first index
/// that does.
fn argmax_passing(n: usize, value: impl Fn(usize) -> f64, passes: impl Fn(usize) -> bool) -> Option<usize> {
    let mut best = 0;
    for i in 1..n {
        if value(i) > value(best) {
            best = i;
        }
    }
    if passes(best) { Some(best) } else { (0..n).find(|i| passes(*i)) }
}

impl Hull {
    fn new(dimension: usize, corners: Vec<usize>, faces: Vec<[usize; 3]>) -> Self {
        let edges = Edges::of(&corners, &faces);
        Self { dimension, corners, faces, edges }
    }

    /// Returns the other ends of a corner's edges. All are places in the list of corners.
    pub(crate) fn neighbours(&self, corner: usize) -> &[u32] {
        let [from, to] = [0, 1].each(|i| self.edges.starts[corner + i] as usize);
        &self.edges.ends[from..to]
    }

    /// Builds the hull of at least one point.
    pub(crate) fn of<V: FloatVector>(points: &[V]) -> Self {
        let coordinate = |p: &V, i: usize| if i < V::DIM { p.get(i).to_f64() + 0.0 } else { 0.0 };
        let points: Vec<P> = points.iter().map(|p| [0, 1, 2].each(|i| coordinate(p, i))).collect();
        let (n, flat) = (points.len(), |dimension, corners| Self::new(dimension, corners, vec![]));
        let a = 0;
        let Some(b) =
            argmax_passing(n, |i| distance_squared(points[a], points[i]), |i| points[i] != points[a])
        else {
            return flat(0, vec![a]);
        };
        let across = |i: usize| {
            let [u, w] = [points[b], points[i]].each(|p| [0, 1, 2].each(|k| p[k] - points[a][k]));
            PLANES.iter().map(|[i, j]| square(u[*i] * w[*j] - u[*j] * w[*i])).sum()
        };
        let Some(c) =
            argmax_passing(n, across, |i| projection_plane([points[a], points[b], points[i]]).is_some())
        else {
            let along = |x: &usize, y: &usize| {
                points[*x].partial_cmp(&points[*y]).unwrap_or(core::cmp::Ordering::Equal)
            };
            let ends = (0..n).min_by(along).zip((0..n).max_by(along));
            return flat(1, ends.map_or(vec![a, b], |(low, high)| vec![low, high]));
        };
        let height = |i: usize| {
            let [u, v, w] =
                [points[b], points[c], points[i]].each(|p| [0, 1, 2].each(|k| p[k] - points[a][k]));
            let triple =
                |i: usize| w[i] * (u[(i + 1) % 3] * v[(i + 2) % 3] - u[(i + 2) % 3] * v[(i + 1) % 3]);
            (0..3).map(triple).sum::<f64>().abs()
        };
        let above = |i: usize| side([points[a], points[b], points[c], points[i]]) != 0;
        match argmax_passing(n, height, above) {
            None => {
                let axes = projection_plane([points[a], points[b], points[c]]).unwrap_or([0, 1]);
                flat(2, monotone_chain(&points, axes))
            }
            Some(d) => Quickhull::from([a, b, c, d], &points).run(),
        }
    }

    /// Returns the half-spaces whose intersection is exactly the hull; `at` supplies the corners
    /// over any number type.
    pub(crate) fn sides<V: Vector>(&self, at: impl Fn(usize) -> V) -> Vec<HalfSpace<V>> {
        let corners = self.corners.iter().map(|i| at(*i)).collect();
        let faces = self.faces.iter().map(|face| face.each(&at)).collect();
        sides_of(Sides { dimension: self.dimension, corners, faces })
    }
}

/// Returns the half-spaces whose intersection is a flat convex set, given its corners in order as
/// in a [`Hull`]. For a segment, the first two are perpendicular to it, at its end and at its
/// start.
pub(crate) fn flat_sides<V: Vector>(dimension: usize, corners: Vec<V>) -> Vec<HalfSpace<V>> {
    sides_of(Sides { dimension, corners, faces: vec![] })
}

fn sides_of<V: Vector>(sides: Sides<V>) -> Vec<HalfSpace<V>> {
    let half_space = |(normal, p): (V, V)| HalfSpace { normal, distance: normal.dot(p) };
    V::by_dim(sides).into_iter().map(half_space).collect()
}

/// Returns the corners of coplanar points in counter-clockwise order in the two given coordinates.
fn monotone_chain(points: &[P], axes: [usize; 2]) -> Vec<usize> {
    let key = |i: usize| [points[i][axes[0]], points[i][axes[1]]];
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.order_by(|i, j| key(*i).partial_cmp(&key(*j)).unwrap_or(core::cmp::Ordering::Equal));
    order.dedup_by_key(|i| key(*i));
    let chain = |order: &mut dyn Iterator<Item = usize>| {
        let mut chain: Vec<usize> = Vec::new();
        for p in order {
            while let [.., a, b] = chain[..] {
                if orientation([points[a], points[b], points[p]], axes) > 0 {
                    break;
                }
                chain.pop();
            }
            chain.push(p);
        }
        // The next chain starts where this one ends.
        chain.pop();
        chain
    };
    let mut corners = chain(&mut order.iter().copied());
    corners.extend(chain(&mut order.iter().rev().copied()));
    corners
}

struct Face {
    corners: [usize; 3],
    /// Neighbour across the edge from the i-th corner to the next.
    neighbours: [usize; 3],
    /// Points above the face that no other face keeps.
    above: Vec<usize>,
    removed: bool,
}

/// State of quickhull.
struct Quickhull<'p> {
    points: &'p [P],
    faces: Vec<Face>,
}

impl<'p> Quickhull<'p> {
    fn from([a, b, c, d]: [usize; 4], points: &'p [P]) -> Self {
        let up = side([points[a], points[b], points[c], points[d]]) > 0;
        let [b, c] = if up { [c, b] } else { [b, c] };
        // Now `d` lies below `abc`. Face `i` is opposite the i-th corner of `d, a, b, c`.
        let corners = [[a, b, c], [b, d, c], [d, a, c], [a, d, b]];
        let mut quickhull = Self { points, faces: Vec::new() };
        for face in corners {
            quickhull.faces.push(Face { corners: face, neighbours: [0; 3], above: vec![], removed: false });
        }
        for i in 0..4 {
            for k in 0..3 {
                let (from, to) = (corners[i][k], corners[i][(k + 1) % 3]);
                let meets =
                    |j: &usize| (0..3).any(|m| corners[*j][m] == to && corners[*j][(m + 1) % 3] == from);
                quickhull.faces[i].neighbours[k] = (0..4).find(meets).unwrap_or(i);
            }
        }
        let all: Vec<usize> = (0..points.len()).collect();
        quickhull.assign(&all, 0);
        quickhull
    }

    fn sees(&self, point: usize, face: usize) -> bool {
        let corners = self.faces[face].corners;
        if corners.contains(&point) {
            return false;
        }
        let [a, b, c] = corners.each(|i| self.points[i]);
        side([a, b, c, self.points[point]]) > 0
    }

    /// Assigns each point to a face below it, if there is one among the faces from `first` on.
    fn assign(&mut self, points: &[usize], first: usize) {
        for &p in points {
            if let Some(face) = (first..self.faces.len()).find(|face| self.sees(p, *face)) {
                self.faces[face].above.push(p);
            }
        }
    }

    /// Returns the point farthest above a face, up to rounding.
    fn farthest(&self, face: usize) -> Option<usize> {
        let [a, b, c] = self.faces[face].corners.each(|i| self.points[i]);
        let [u, v] = [b, c].each(|p| [0, 1, 2].each(|k| p[k] - a[k]));
        let n = [0, 1, 2].each(|i| u[(i + 1) % 3] * v[(i + 2) % 3] - u[(i + 2) % 3] * v[(i + 1) % 3]);
        let height = |p: usize| (0..3).map(|i| n[i] * (self.points[p][i] - a[i])).sum::<f64>();
        self.faces[face].above.iter().copied().max_by(|x, y| height(*x).total_cmp(&height(*y)))
    }

    fn run(mut self) -> Hull {
        let mut waiting: Vec<usize> = (0..self.faces.len()).collect();
        while let Some(face) = waiting.pop() {
            if self.faces[face].removed {
                continue;
            }
            let Some(apex) = self.farthest(face) else { continue };
            let first = self.faces.len();
            self.join(apex, face);
            waiting.extend(first..self.faces.len());
        }
        let faces: Vec<[usize; 3]> = self.faces.iter().filter(|f| !f.removed).map(|f| f.corners).collect();
        let corners: BTreeSet<usize> = faces.iter().flatten().copied().collect();
        Hull::new(3, corners.into_iter().collect(), faces)
    }

    /// Replaces the faces that a point sees, starting from `face`, by a fan from the point to the
    /// horizon.
    fn join(&mut self, apex: usize, face: usize) {
        let (mut visible, mut horizon, mut orphans) = (vec![face], vec![], vec![]);
        self.faces[face].removed = true;
        while let Some(face) = visible.pop() {
            orphans.append(&mut self.faces[face].above);
            for k in 0..3 {
                let next = self.faces[face].neighbours[k];
                if self.faces[next].removed {
                    continue;
                }
                if self.sees(apex, next) {
                    self.faces[next].removed = true;
                    visible.push(next);
                } else {
                    horizon.push((self.faces[face].corners[k], self.faces[face].corners[(k + 1) % 3], next));
                }
            }
        }
        let first = self.faces.len();
        let starts: BTreeMap<usize, usize> =
            horizon.iter().enumerate().map(|(i, (a, ..))| (*a, first + i)).collect();
        for &(a, b, outer) in &horizon {
            let this = self.faces.len();
            let back = (0..3).find(|k| self.faces[outer].corners[*k] == b).unwrap_or(0);
            self.faces[outer].neighbours[back] = this;
            let after = starts.get(&b).copied().unwrap_or(this);
            self.faces.push(Face {
                corners: [a, b, apex],
                neighbours: [outer, after, this],
                above: vec![],
                removed: false,
            });
        }
        for i in first..self.faces.len() {
            let after = self.faces[i].neighbours[1];
            self.faces[after].neighbours[2] = i;
        }
        self.assign(&orphans, first);
    }
}

/// Outward normals, of any length, each with a point on its boundary plane.
struct Sides<V> {
    dimension: usize,
    corners: Vec<V>,
    faces: Vec<[V; 3]>,
}

/// Adds both orientations of each direction as sides through a point.
fn push_both_orientations<V: Vector>(sides: &mut Vec<(V, V)>, along: impl IntoIterator<Item = V>, p: V) {
    for n in along {
        sides.extend([(n, p), (-n, p)]);
    }
}

impl<V: Vector> Sides<V> {
    /// Returns the sides of a point or a segment; `across` gives the directions perpendicular to a
    /// segment.
    fn degenerate_sides(&self, across: impl FnOnce(V) -> Vec<V>) -> Vec<(V, V)> {
        let mut sides = Vec::new();
        if let [a, b] = self.corners[..] {
            let along = b - a;
            sides.extend([(along, b), (-along, a)]);
            push_both_orientations(&mut sides, across(along), a);
        } else if let [a, ..] = self.corners[..] {
            push_both_orientations(&mut sides, V::unit_axes(a.get(0).one()).as_ref().iter().copied(), a);
        }
        sides
    }

    fn edges(&self) -> impl Iterator<Item = (V, V)> + '_ {
        let next = self.corners.iter().cycle().skip(1);
        self.corners.iter().zip(next).map(|(a, b)| (*a, *b - *a))
    }
}

impl<V: Vector> ByDim<V> for Sides<V> {
    type Answer = Vec<(V, V)>;

    fn d2(self) -> Vec<(V, V)>
    where
        V: Vector2,
    {
        if self.dimension < 2 {
            return self.degenerate_sides(|along| vec![along.perp()]);
        }
        self.edges().map(|(a, along)| (-along.perp(), a)).collect()
    }

    fn d3(self) -> Vec<(V, V)>
    where
        V: Vector3,
    {
        if self.dimension < 2 {
            return self.degenerate_sides(|along| {
                let x = along.any_orthogonal();
                vec![x, along.cross(x)]
            });
        }
        if let [a, b, c, ..] = self.corners[..]
            && self.dimension == 2
        {
            let up = (b - a).cross(c - a);
            let mut sides: Vec<(V, V)> = self.edges().map(|(a, along)| (along.cross(up), a)).collect();
            push_both_orientations(&mut sides, [up], a);
            return sides;
        }
        self.faces.iter().map(|[a, b, c]| ((*b - *a).cross(*c - *a), *a)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Arena;
    use glam::{DVec2, DVec3, dvec2, dvec3};

    /// Tests that every point lies inside every side, exactly, and that every edge is used once in
    /// each direction.
    fn check(points: &[DVec3]) -> Hull {
        let hull = Hull::of(points);
        let arena = Arena::new();
        let number = |x: f64| arena.number(x);
        let lifted: Vec<V3<_>> = points.iter().map(|p| p.lift(&number)).collect();
        for side in hull.sides(|i| lifted[i]) {
            assert!(!side.normal.is_zero(), "{points:?}");
            assert!(lifted.iter().all(|p| side.side(*p).le(number(0.0))), "{points:?} {hull:?}");
        }
        let edges = hull.faces.iter().flat_map(|[a, b, c]| [(*a, *b), (*b, *c), (*c, *a)]);
        let all: BTreeSet<_> = edges.clone().collect();
        assert_eq!(all.len(), edges.count());
        assert!(all.iter().all(|(a, b)| all.contains(&(*b, *a))));
        if hull.dimension == 3 {
            assert_eq!(hull.faces.len() + 4, 2 * hull.corners.len(), "Euler");
        }
        hull
    }

    #[test]
    fn a_grid_of_points_is_a_cube_of_coplanar_triangles() {
        let at = |i: u32| dvec3(f64::from(i % 4), f64::from(i / 4 % 4), f64::from(i / 16));
        let hull = check(&(0..64).map(at).collect::<Vec<_>>());
        assert!(hull.dimension == 3 && hull.corners.len() >= 8);
    }

    #[test]
    fn small_integers_at_random_make_every_degenerate_hull() {
        let mut state = 9_u32;
        let mut draw = |n: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from((state >> 16) % n)
        };
        let mut visible = [0; 4];
        for case in 0..600 {
            let (n, size) = (1 + case % 14, 1 + case as u32 % 4);
            let points: Vec<DVec3> = (0..n).map(|_| dvec3(draw(size), draw(size), draw(2))).collect();
            visible[check(&points).dimension] += 1;
        }
        assert!(visible.iter().all(|count| *count > 20), "{visible:?}");
    }

    #[test]
    fn ten_thousand_points_on_and_inside_a_sphere() {
        let mut state = 1_u64;
        let mut draw = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
        };
        let points: Vec<DVec3> = (0..10_000)
            .map(|i| dvec3(draw(), draw(), draw()).normalize() * if i % 2 == 0 { 1.0 } else { 0.5 })
            .collect();
        let hull = Hull::of(&points);
        assert_eq!((hull.corners.len(), hull.faces.len()), (5000, 9996));
    }

    #[test]
    fn in_the_plane_corners_run_counter_clockwise() {
        let points =
            [[0., 0.], [2., 2.], [1., 1.], [2., 0.], [0., 2.], [1., 0.], [0., 0.]].map(DVec2::from_array);
        let hull = Hull::of(&points);
        assert_eq!((hull.dimension, hull.corners), (2, vec![0, 3, 1, 4]));
        assert_eq!(Hull::of(&[dvec2(3., 1.), dvec2(1., 0.), dvec2(5., 2.)]).corners, [1, 2]);
        assert_eq!(Hull::of(&[dvec2(3., 1.), dvec2(3., 1.)]).corners, [0]);
    }
}
