//! Separation of two meshes: ways out by their BVHs, in `f64`; the shortest is checked exactly.
//!
//! Moved along a line, two meshes touch last where two of their triangles do. Projected along the
//! line, two triangles have an intersection with straight sides. They touch last over one of its
//! corners: a corner of either, or a crossing of two edges. A traversal of [both BVHs](crate::bvh)
//! therefore finds how far it is out along any direction, and which face or edges are passed last.
//!
//! The tried directions are those that separate the hulls of both, the normals of intersecting
//! triangles, the axes, and the way from one middle to the other. From the best way out the second
//! mesh slides along what it touches to a place from which none is [nearer](super::grid_search), and
//! then does so from free and nearer places all around. The result is a way out, checked in
//! double-double precision; a shorter one may exist.

use super::grid_search;
use super::separable::Apart as _;
use super::separable::BEYOND;
use super::{NEARER, SEARCHES, SETTLED, SMALLER, TURNS};
use crate::bvh::{Bvh, LastContactVisitor, Open, Passing};
use crate::dynamic::any::{Shape2, Shape3};
use crate::dynamic::composite::meshes::{Triangles, surface};
use crate::mesh::two::{Leafy as _, Placing, all, any};
use crate::number::Order as _;
use crate::number::each::MapEach;
use crate::query::Penetration;
use crate::query::cancel::is_cancelled;
use crate::shape::{Aabb, Convex, Mesh, Triangle};
use alloc::vec::Vec;
use glam::{DVec2, DVec3};

/// Number of points above which a hull is replaced by that of its support points.
const CORNERS: usize = 160;
/// Number of directions of intersecting triangles that are tried.
const NORMALS: usize = 12;
/// Cosine above which normals are one direction.
const ALIKE: f64 = 0.98;
/// Projected edges are parallel if their cross product is at most this fraction of their lengths.
const PARALLEL: f64 = 1e-14;
/// Edges cross if they are at most this fraction of their lengths apart.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// Triangle whose third coordinate is the height along the way.
type Seen = [DVec3; 3];

/// Projection of triangles along a direction: along the direction's longest axis onto the plane
/// perpendicular to that axis.
struct View {
    axes: [usize; 3],
    slopes: [f64; 2],
    pace: f64,
}

impl View {
    fn along(way: DVec3) -> Self {
        let size = way.abs();
        let z = (0..3).fold(0, |most, axis| if size[axis] > size[most] { axis } else { most });
        let (x, y) = ((z + 1) % 3, (z + 2) % 3);
        Self { axes: [x, y, z], slopes: [way[x] / way[z], way[y] / way[z]], pace: way[z] }
    }

    /// Returns the projected point. Two points with equal first coordinates are `z` times the
    /// direction apart.
    fn point(&self, p: DVec3) -> DVec3 {
        let [x, y, z] = self.axes.each(|axis| p[axis]);
        DVec3::new(x - self.slopes[0] * z, y - self.slopes[1] * z, z / self.pace)
    }

    fn triangle(&self, triangle: &Triangle<DVec3>, place: DVec3) -> Seen {
        triangle.corners().each(|p| self.point(p + place))
    }
}

/// Features with which two triangles touch last.
#[derive(Clone, Copy)]
enum Feature {
    FaceOfA,
    FaceOfB,
    Edges(usize, usize),
}

/// Times between which two triangles touch while the second moves along the way, and the features
/// that touch last.
#[derive(Clone, Copy)]
struct Touching {
    times: [f64; 2],
    last: Feature,
}

impl Touching {
    /// Returns `None` if they do not touch.
    fn of(a: &Seen, b: &Seen) -> Option<Self> {
        let flat = |p: DVec3| p.truncate();
        let around = |t: &Seen| {
            let [p, q, r] = t.each(flat);
            [p.min(q).min(r), p.max(q).max(r)]
        };
        let ([low, high], [other_low, other_high]) = (around(a), around(b));
        let size = low.abs().max(high.abs()).max(other_low.abs()).max(other_high.abs()).max_element();
        let spare = DVec2::splat(size * ROUNDING);
        if !((low - spare).cmple(other_high).all() && other_low.cmple(high + spare).all()) {
            return None;
        }
        let mut found: Option<Self> = None;
        let mut add = |time: f64, last: Feature| {
            let old = found.get_or_insert(Self { times: [time; 2], last });
            if time > old.times[1] {
                (old.times[1], old.last) = (time, last);
            }
            old.times[0] = old.times[0].min(time);
        };
        for p in a {
            if let Some(height) = height(b, flat(*p)) {
                add(p.z - height, Feature::FaceOfB);
            }
        }
        for p in b {
            if let Some(height) = height(a, flat(*p)) {
                add(height - p.z, Feature::FaceOfA);
            }
        }
        for i in 0..3 {
            for j in 0..3 {
                crossing([a[i], a[(i + 1) % 3]], [b[j], b[(j + 1) % 3]], size, &mut |time| {
                    add(time, Feature::Edges(i, j));
                });
            }
        }
        found
    }
}

/// Returns the height of a triangle over a point, or `None` beside the triangle, and for one that
/// is projected to a segment.
fn height(t: &Seen, p: DVec2) -> Option<f64> {
    let [a, b, c] = t.each(|q| q.truncate() - p);
    let weights = [b.perp_dot(c), c.perp_dot(a), a.perp_dot(b)];
    let sum: f64 = weights.iter().sum();
    let sides = [b - a, c - b, a - c].each(DVec2::length_squared);
    let size = sides.into_iter().fold(0.0, f64::max);
    if sum.abs() <= size * PARALLEL || sum.is_nan() {
        return None;
    }
    let weights = weights.each(|w| w / sum);
    if weights.iter().any(|w| *w < 0.0) {
        return None;
    }
    Some(weights[0] * t[0].z + weights[1] * t[1].z + weights[2] * t[2].z)
}

/// Calls back with the times at which one edge passes another: one if they cross, and the first and
/// last if they overlap.
fn crossing([p, q]: [DVec3; 2], [r, s]: [DVec3; 2], size: f64, then: &mut impl FnMut(f64)) {
    let (u, v, w) = ((q - p).truncate(), (s - r).truncate(), (r - p).truncate());
    let (turn, lengths) = (u.perp_dot(v), [u.length(), v.length()]);
    let at = |a: DVec3, b: DVec3, t: f64| a.z + (b.z - a.z) * t;
    let near = size * ROUNDING;
    if turn.abs() > lengths[0] * lengths[1] * PARALLEL {
        let (t, k) = (w.perp_dot(v) / turn, w.perp_dot(u) / turn);
        let on = |t: f64, length: f64| t * length >= -near && (t - 1.0) * length <= near;
        if on(t, lengths[0]) && on(k, lengths[1]) {
            then(at(p, q, t.clamp(0.0, 1.0)) - at(r, s, k.clamp(0.0, 1.0)));
        }
        return;
    }
    let foot = |end: DVec3, [a, b]: [DVec3; 2]| {
        let (way, to) = ((b - a).truncate(), (end - a).truncate());
        let square = way.length_squared();
        let t = if square > 0.0 { (to.dot(way) / square).clamp(0.0, 1.0) } else { 0.0 };
        ((to - way * t).length() <= near).then(|| at(a, b, t))
    };
    for end in [p, q] {
        if let Some(height) = foot(end, [r, s]) {
            then(end.z - height);
        }
    }
    for end in [r, s] {
        if let Some(height) = foot(end, [p, q]) {
            then(height - end.z);
        }
    }
}

/// Last touch along a way.
struct Last<'a> {
    two: &'a Two<'a>,
    passing: Passing,
    view: View,
    /// A touch this late ends the search.
    enough: f64,
    found: Option<(f64, [u32; 2], Feature)>,
}

impl LastContactVisitor for Last<'_> {
    fn look(&mut self, a: usize, b: usize) -> Option<f64> {
        let [mesh_a, mesh_b] = self.two.meshes;
        let [low, high] = self.passing.times;
        let place = DVec3::from_array(self.passing.place);
        let [trees_a, trees_b] = self.two.trees();
        let mut others = [([DVec3::ZERO; 3], 0); crate::bvh::LANES];
        let mut count = 0;
        for j in trees_b.items(b) {
            others[count] = (self.view.triangle(&mesh_b.triangle(j as usize), place), j);
            count += 1;
        }
        let mut later = None;
        for i in trees_a.items(a) {
            let one = self.view.triangle(&mesh_a.triangle(i as usize), DVec3::ZERO);
            for (other, j) in &others[..count] {
                let Some(touching) = Touching::of(&one, other) else { continue };
                let [from, to] = touching.times;
                let time = to.min(high);
                if from <= high && time >= low && self.found.is_none_or(|(known, ..)| time > known) {
                    self.found = Some((time, [i, *j], touching.last));
                    later = Some(if time >= self.enough { f64::INFINITY } else { time });
                }
            }
        }
        later
    }
}

/// Way out: a direction, its length, and the normal of the features passed last.
#[derive(Clone, Copy, Debug)]
struct Out {
    way: DVec3,
    depth: f64,
    off: DVec3,
}

/// Two meshes, the second of which moves.
struct Two<'a> {
    shapes: [&'a Shape3; 2],
    meshes: [&'a Mesh<DVec3>; 2],
    /// BVHs built for meshes without one in the world.
    built: [Bvh; 2],
    slack: f64,
}

impl<'a> Two<'a> {
    /// Returns `None` for shapes that are no meshes, and for two with few triangles.
    fn of(a: &'a Shape3, b: &'a Shape3) -> Option<Self> {
        let meshes = [surface(a)?, surface(b)?];
        if meshes.iter().all(|mesh| mesh.tree().is_none()) {
            return None;
        }
        let built = meshes.each(|mesh| {
            if mesh.tree().is_none_or(|tree| tree.is_framed()) { mesh.new_tree() } else { Bvh::default() }
        });
        Some(Self { shapes: [a, b], meshes, built, slack: a.slack(b) })
    }

    fn trees(&self) -> [&Bvh; 2] {
        let own = |i: usize| self.meshes[i].tree().filter(|tree| !tree.is_framed());
        [0, 1].each(|i| own(i).map_or(&self.built[i], |tree| tree.bvh()))
    }

    fn leaves(&self) -> [Triangles<'_>; 2] {
        let [a, b] = self.trees();
        [Triangles::new(self.meshes[0], a), Triangles::new(self.meshes[1], b)]
    }

    /// Returns all intersecting pairs of triangles, in no order.
    fn meeting(&self) -> Vec<[u32; 2]> {
        let [a, b] = self.leaves();
        let mut met = Vec::new();
        all(&a, &b, &Placing::moved(a.bvh(), b.bvh(), [0.0; 3]), Open::ALL, &mut met);
        met
    }

    /// Tests whether the second, moved, shares no point with the first.
    fn is_free(&self, at: DVec3) -> bool {
        let [a, b] = self.leaves();
        let placing = Placing::moved(a.bvh(), b.bvh(), at.to_array());
        let [mesh_a, mesh_b] = self.meshes;
        any(&a, &b, &placing).is_none()
            && !(mesh_a.is_solid() && mesh_b.component_points().any(|p| mesh_a.contains_point(p + at)))
            && !(mesh_b.is_solid() && mesh_a.component_points().any(|p| mesh_b.contains_point(p - at)))
    }

    /// Returns the last touch while the second moves along a way between two times, and the normal
    /// of the features passed, away from the first. Any touch later than `enough` may be returned.
    fn last(&self, place: DVec3, way: DVec3, times: [f64; 2], enough: f64) -> Option<(f64, DVec3)> {
        let [a, b] = self.trees();
        let passing = Passing { place: place.to_array(), way: way.to_array(), times };
        let mut last = Last { two: self, passing, view: View::along(way), enough, found: None };
        a.walk_last_contact(b, &passing, &mut last);
        let (time, [i, j], feature) = last.found?;
        let (one, other) = (self.meshes[0].triangle(i as usize), self.meshes[1].triangle(j as usize));
        let normal = match feature {
            Feature::FaceOfA => one.normal(),
            Feature::FaceOfB => other.normal(),
            Feature::Edges(i, j) => {
                let edge = |t: &Triangle<DVec3>, i: usize| t.corners()[(i + 1) % 3] - t.corners()[i];
                edge(&one, i).cross(edge(&other, j))
            }
        };
        let normal = normal.normalize_or_zero();
        let along = normal.dot(way);
        let off = if along == 0.0 { way.normalize_or_zero() } else { normal * along.signum() };
        Some((time, off))
    }

    /// Returns the way out along a unit direction, if it is shorter than `shorter`.
    fn out(&self, way: DVec3, shorter: f64) -> Option<Out> {
        let found = self.last(DVec3::ZERO, way, [0.0, f64::INFINITY], shorter);
        let (depth, off) = found.unwrap_or((0.0, way));
        (depth < shorter).then_some(Out { way, depth, off })
    }

    /// Moves from a free place towards the origin until they touch.
    fn back_from(&self, at: DVec3) -> Option<Out> {
        let (way, far) = (at.try_normalize()?, at.length());
        if !self.is_free(at) {
            return None;
        }
        let (depth, off) = self.last(DVec3::ZERO, way, [0.0, far], far).unwrap_or((0.0, way));
        Some(Out { way, depth, off })
    }

    /// Rotates a way out to the normal of the features passed last as long as it becomes shorter,
    /// and returns the shortest.
    fn turned(&self, mut best: Out) -> Out {
        for _ in 0..TURNS {
            let Some(next) = self.out(best.off, best.depth) else { break };
            let is_last = next.depth >= best.depth * (1.0 - BEYOND);
            best = next;
            if is_last {
                break;
            }
        }
        best
    }

    /// Slides from a free place along what is touched to a place from which none is nearer.
    fn settled(&self, place: DVec3) -> Option<Out> {
        let touch = |at: DVec3, way: DVec3| {
            if !self.is_free(at) {
                return Some((0.0, DVec3::ZERO));
            }
            let (time, off) = self.last(at, -way, [-1.0, 0.0], f64::INFINITY)?;
            Some((-time, off))
        };
        let at = grid_search::settled(place, touch, self.slack, SETTLED);
        let straight = self.back_from(place);
        let settled = self.back_from(at);
        let best = [straight, settled].into_iter().flatten().min_by(|a, b| a.depth.total_cmp(&b.depth))?;
        let turned = self.turned(best);
        Some(if turned.depth < best.depth { turned } else { best })
    }

    /// Returns approximately the direction of the least translation that separates the hulls of
    /// both.
    fn hull_way(&self) -> Option<DVec3> {
        let hull = |mesh: &Mesh<DVec3>| -> Option<Shape3> {
            let mut points: Vec<DVec3> = mesh.vertices().to_vec();
            if points.len() > CORNERS {
                let farthest =
                    |way: &DVec3| points.iter().copied().max_by(|p, q| p.dot(*way).total_cmp(&q.dot(*way)));
                points = grid_search::directions().iter().filter_map(farthest).collect();
            }
            Some(Convex::try_new(points).ok()?.into())
        };
        let (a, b) = (hull(self.meshes[0])?, hull(self.meshes[1])?);
        a.contact_precisely(&b).ok()??.normal_a_to_b
    }

    /// Returns the normals of intersecting triangles, the most frequent first.
    fn normals(&self, met: &[[u32; 2]]) -> Vec<DVec3> {
        let mut groups: Vec<(usize, DVec3)> = Vec::new();
        for pair in met {
            for (mesh, i) in self.meshes.iter().zip(pair) {
                let normal = mesh.triangle(*i as usize).normal().normalize_or_zero();
                match groups.iter().position(|(_, known)| known.dot(normal).abs() > ALIKE) {
                    Some(known) => groups[known].0 += 1,
                    None if groups.len() < 8 * NORMALS => groups.push((1, normal)),
                    None => {}
                }
            }
        }
        groups.order_by_key(|(count, _)| core::cmp::Reverse(*count));
        groups.into_iter().take(NORMALS).map(|(_, normal)| normal).collect()
    }

    /// Tests whether no intersecting pair of triangles is deeper than a touch.
    fn only_touch(&self, met: &[[u32; 2]]) -> bool {
        let across = |plane: &Triangle<DVec3>, other: &Triangle<DVec3>| {
            let normal = plane.normal().normalize_or_zero();
            let sides = other.corners().each(|p| normal.dot(p - plane.a));
            let (low, high) =
                sides.iter().fold((0.0, 0.0), |(low, high): (f64, f64), x| (low.min(*x), high.max(*x)));
            high.min(-low)
        };
        let deep = |[i, j]: &[u32; 2]| {
            let (a, b) = (self.meshes[0].triangle(*i as usize), self.meshes[1].triangle(*j as usize));
            across(&a, &b).min(across(&b, &a)) > self.slack
        };
        !met.is_empty() && !met.iter().any(deep)
    }

    /// Returns a touch that ends when the second moves, however little, along a direction that is
    /// the mean of all such directions.
    fn freed_at_once(&self) -> Option<Penetration<DVec3>> {
        let mut ways = grid_search::directions::<DVec3>();
        ways.retain(|way| self.is_free(*way * self.slack));
        let amid = ways.iter().sum::<DVec3>().normalize_or_zero();
        [amid].iter().chain(&ways).find_map(|way| self.shapes[0].freed_by(self.shapes[1], *way, 0.0))
    }

    /// Returns a touch of shapes that exactly fit: one of them, scaled slightly down about its
    /// middle, is free of the other.
    fn fits(&self, met: &[[u32; 2]]) -> Option<Penetration<DVec3>> {
        let is_loose = |i: usize| {
            let Aabb { min, max } = self.meshes[i].bounds();
            let middle = min.midpoint(max);
            let vertices = self.meshes[i].vertices().iter().map(|p| *p + (middle - *p) * SMALLER).collect();
            let smaller =
                Mesh::try_new(vertices, self.meshes[i].triangles().to_vec(), self.meshes[i].is_solid());
            let smaller = smaller.ok().map(Shape3::from);
            smaller.is_some_and(|smaller| !smaller.intersects(self.shapes[1 - i]))
        };
        if !is_loose(1) && !is_loose(0) {
            return None;
        }
        let mut normals = met.iter().map(|pair| self.meshes[0].triangle(pair[0] as usize).normal());
        let normal = normals.find_map(DVec3::try_normalize).unwrap_or(DVec3::X);
        let point = self.shapes[0].closest_precisely(self.shapes[1]).on_a;
        Some(Penetration { normal_a_to_b: Some(normal), depth: 0.0, on_a: point, on_b: point })
    }

    /// Returns the shortest way out that is found.
    fn way_out(&self) -> Option<Penetration<DVec3>> {
        let met = self.meeting();
        if self.only_touch(&met) {
            let touch = self.freed_at_once().or_else(|| self.fits(&met));
            if touch.is_some() {
                return touch;
            }
        }
        let mut outs: Vec<Out> = Vec::new();
        let shortest = |outs: &[Out]| outs.last().map_or(f64::INFINITY, |out| out.depth);
        let around = self.meshes.each(Mesh::bounds);
        let apart = (around[1].min + around[1].max) - (around[0].min + around[0].max);
        let mut ways: Vec<DVec3> = self.hull_way().into_iter().collect();
        for way in [apart, DVec3::X, DVec3::Y, DVec3::Z].into_iter().chain(self.normals(&met)) {
            ways.extend([way, -way].into_iter().filter_map(DVec3::try_normalize));
        }
        for way in ways.into_iter().take_while(|_| !is_cancelled()) {
            if let Some(out) = self.out(way, shortest(&outs)) {
                outs.extend([out, self.turned(out)]);
                outs.order_by(|a, b| b.depth.total_cmp(&a.depth));
            }
        }
        let best = *outs.last()?;
        let beyond = self.settled(best.way * (best.depth + self.slack));
        outs.extend(beyond.filter(|out| out.depth < best.depth));
        for _ in 0..SEARCHES {
            let enough = shortest(&outs) * (1.0 - NEARER);
            let place = grid_search::places([0.0, enough])
                .into_iter()
                .take_while(|_| !is_cancelled())
                .find(|place| self.is_free(*place));
            let Some(next) = place.and_then(|place| self.settled(place)).filter(|next| next.depth < enough)
            else {
                break;
            };
            outs.push(next);
        }
        outs.iter().rev().take(TURNS).find_map(|out| self.checked(out))
    }

    /// Returns a way out found in `f64` after an exact check, perhaps longer by as little as counts
    /// as a touch.
    fn checked(&self, out: &Out) -> Option<Penetration<DVec3>> {
        let [a, b] = self.shapes;
        let slack = self.slack + out.depth * BEYOND;
        [0.0, 0.5].into_iter().find_map(|more| a.freed_by(b, out.way, out.depth + more * slack))
    }
}

impl Shape3 {
    /// Returns all intersecting pairs of triangles of two meshes, in order; `None` for other
    /// shapes, and for meshes with few triangles.
    pub(super) fn meeting_triangles(&self, other: &Self) -> Option<Vec<[usize; 2]>> {
        let mut met = Two::of(self, other)?.meeting();
        met.sort_unstable();
        Some(met.into_iter().map(|pair| pair.each(|i| i as usize)).collect())
    }

    /// Returns a way out of two meshes, one of them with more than a few triangles. It is the least
    /// for surfaces with few triangles near each other.
    pub(super) fn out_of_meshes(&self, other: &Self) -> Option<Penetration<DVec3>> {
        let two = Two::of(self, other)?;
        let found = two.way_out()?;
        if found.depth == 0.0 || two.meshes.iter().any(|mesh| mesh.is_solid()) {
            return Some(found);
        }
        let contacts: Vec<(DVec3, f64)> = found.normal_a_to_b.map(|n| (n, found.depth)).into_iter().collect();
        let least = self.least_of_all(other, found.depth).flatten();
        Some(least.and_then(|place| self.touching_at(other, place, &contacts)).unwrap_or(found))
    }
}

impl Shape2 {
    /// There are no meshes in 2D.
    #[allow(clippy::unused_self, reason = "as in space")]
    pub(super) const fn meeting_triangles(&self, _: &Self) -> Option<Vec<[usize; 2]>> {
        None
    }

    /// There are no meshes in 2D.
    #[allow(clippy::unused_self, reason = "as in space")]
    pub(super) const fn out_of_meshes(&self, _: &Self) -> Option<Penetration<DVec2>> {
        None
    }
}
