//! The contact of a convex shape with each triangle of a surface, without ghost contacts at
//! internal edges.
//!
//! **One triangle.** If the core is apart from the triangle, the normal is the direction between
//! the closest points. If they overlap, it is the direction of least penetration: by separating
//! axes for segments and boxes, by EPA for other shapes.
//!
//! **Internal edges.** The normal at an edge or vertex is kept only if it lies in the feature's
//! Voronoi region: no triangle that shares the feature rises above the plane through the feature
//! that is perpendicular to the normal. A convex edge therefore keeps the normals between those of
//! its two faces, an edge inside a flat surface keeps only the surface's normal, and a concave edge
//! keeps none. If the normal is outside the region, the triangle pushes along its face normal at
//! the points of the shape that are over it, if any. Triangles that share a feature in contact are
//! themselves near the shape, so no adjacency is stored.
//!
//! Sources: [Ericson 5.5.4] for the axes.

use super::options::ContactOptions;
use super::press::{Held, Press};
use super::probe::{Core, Probe};
use super::{boxes, patch};
use crate::convex::epa;
use crate::number::Order as _;
use crate::shape::{Aabb, Triangle};
use alloc::vec::Vec;
use glam::DVec3;
use smallvec::SmallVec;

/// A point above a plane by less than this fraction of its distance lies in the plane. This is far
/// above the rounding error of `f32`.
const LEVEL: f64 = 1e-6;

/// Directions that differ by less than this are equal.
const SAME: f64 = 1e-5;

/// Calls back with the triangles at a point.
pub(super) type At<'a> = dyn Fn(DVec3, &mut dyn FnMut(&Triangle<DVec3>)) + 'a;

/// Triangle near the shape.
pub(super) struct Candidate {
    pub(super) index: u32,
    pub(super) triangle: Triangle<DVec3>,
}

/// All contact points of one triangle.
pub(super) struct Pressed {
    pub(super) index: u32,
    pub(super) normal: DVec3,
    pub(super) points: patch::Points,
}

/// Returns the unit normal of the front, or `None` for a triangle of area 0.
pub(super) fn front(triangle: &Triangle<DVec3>) -> Option<DVec3> {
    let (u, v) = (triangle.b - triangle.a, triangle.c - triangle.a);
    let n = u.cross(v);
    let length = n.length();
    (length > u.length() * v.length() * 1e-12).then(|| n / length)
}

/// Returns the contacts of all triangles, in the order of the candidates. There is at least one if
/// the shape touches the surface from an admitted side. `at` calls back with the triangles whose
/// boxes contain a point.
pub(super) fn all(
    probe: &Probe<'_>,
    candidates: &[Candidate],
    options: &ContactOptions<f64>,
    at: &At<'_>,
) -> Vec<Pressed> {
    let around = probe.outer(options.margin);
    let mut found: Vec<Pressed> = Vec::with_capacity(candidates.len().min(8));
    // The deepest contact rejected by the Voronoi test.
    let mut left: Option<(u32, Press)> = None;
    for (place, Candidate { index, triangle }) in candidates.iter().enumerate() {
        let Some((press, face)) = faced(probe, triangle, options) else { continue };
        if is_kept(candidates, place, (&press, face), &around, at) {
            let points = patch::points(probe, triangle, face, &press, options.margin);
            // An edge shared by triangles is reported once.
            let is_known =
                !is_face(&press, face) && found.iter().any(|other| is_same(other, press.normal, &points));
            if !is_known {
                found.push(Pressed { index: *index, normal: press.normal, points });
            }
            continue;
        }
        if left.is_none_or(|(_, deepest)| press.depth > deepest.depth) {
            left = Some((*index, press));
        }
        let Some(normal) = face else { continue };
        let points = patch::over(probe, triangle, normal, normal, options.margin);
        if !points.is_empty() {
            found.push(Pressed { index: *index, normal, points });
        }
    }
    if let (true, Some((index, press))) = (found.is_empty(), left) {
        found.push(Pressed { index, normal: press.normal, points: patch::one(&press, [7, 0]) });
    }
    found
}

/// Returns the deepest contact of a ball that passes the Voronoi test. Candidates are tested in
/// order of depth, so the rest need no test. A ball whose centre is over a triangle already has
/// that triangle's normal.
pub(super) fn deepest_of_ball(
    probe: &Probe<'_>,
    candidates: &[Candidate],
    options: &ContactOptions<f64>,
    at: &At<'_>,
) -> Option<Press> {
    let around = probe.outer(options.margin);
    let mut presses: SmallVec<[(usize, Press, Option<DVec3>); 16]> = SmallVec::new();
    for (place, Candidate { triangle, .. }) in candidates.iter().enumerate() {
        presses.extend(faced(probe, triangle, options).map(|(press, face)| (place, press, face)));
    }
    presses.order_by(|a, b| b.1.depth.total_cmp(&a.1.depth));
    let is_kept = |(place, press, face): &&(usize, Press, Option<DVec3>)| {
        is_kept(candidates, *place, (press, *face), &around, at)
    };
    presses.iter().find(is_kept).or(presses.first()).map(|(_, press, _)| *press)
}

/// Returns the contact of a triangle, and its normal on the side to which it pushes.
fn faced(
    probe: &Probe<'_>,
    triangle: &Triangle<DVec3>,
    options: &ContactOptions<f64>,
) -> Option<(Press, Option<DVec3>)> {
    // For a point the distance is computed equally fast.
    if !matches!(probe.core, Core::Point(_)) && probe.is_off_plane(triangle, probe.radius + options.margin) {
        return None;
    }
    let front = front(triangle);
    let press = press(probe, triangle, front, options)?;
    // The side to which the triangle pushes; if that is nearly in its plane, the side of the
    // middle.
    let is_turned = |m: DVec3| match m.dot(press.normal) {
        along if along.abs() > 0.5 => along < 0.0,
        _ => m.dot(probe.middle - triangle.a) < 0.0,
    };
    Some((press, front.map(|m| if is_turned(m) { -m } else { m })))
}

/// Tests whether the contact normal is the triangle's own normal.
fn is_face(press: &Press, face: Option<DVec3>) -> bool {
    face.is_some_and(|m| (m - press.normal).length() <= SAME)
}

/// Tests whether the contact normal counts: no neighbour rises above it.
fn is_kept(
    candidates: &[Candidate],
    place: usize,
    (press, face): (&Press, Option<DVec3>),
    around: &Aabb<DVec3>,
    at: &At<'_>,
) -> bool {
    is_face(press, face) || !is_inside(candidates, place, press, around, at)
}

/// Tests whether another contact has the same normal and all of these points.
fn is_same(other: &Pressed, normal: DVec3, points: &patch::Points) -> bool {
    let is_at = |p: &Held| {
        let size = p.on_mesh.abs().max_element() * LEVEL;
        other.points.iter().any(|q| (p.on_mesh - q.on_mesh).length() <= size)
    };
    (other.normal - normal).length() <= SAME && points.iter().all(is_at)
}

/// Tests whether a neighbour at the edge or vertex of a triangle that is farthest along a direction
/// rises above the plane perpendicular to it.
fn is_inside(
    candidates: &[Candidate],
    place: usize,
    press: &Press,
    around: &Aabb<DVec3>,
    at: &At<'_>,
) -> bool {
    let triangle = &candidates[place].triangle;
    let n = press.normal;
    let corners = triangle.corners();
    let top = corners.iter().fold(f64::NEG_INFINITY, |top, c| top.max(n.dot(*c)));
    let size = corners.iter().map(|c| (*c - triangle.a).length()).fold(0.0, f64::max);
    let is_top = |c: &DVec3| top - n.dot(*c) <= size * LEVEL;
    let farthest: SmallVec<[DVec3; 3]> = corners.into_iter().filter(is_top).collect();
    let Some(&first) = farthest.first() else { return false };
    let rises = |other: &Triangle<DVec3>| {
        let corners = other.corners();
        farthest.iter().all(|c| corners.contains(c))
            && corners.iter().any(|c| n.dot(*c) - top > (*c - first).length() * LEVEL)
    };
    if around.min.cmple(first).all() && first.cmple(around.max).all() {
        return candidates.iter().any(|candidate| rises(&candidate.triangle));
    }
    // The touched feature lies outside the shape's box, so its triangles are looked up.
    let mut found = false;
    at(first, &mut |other| found |= rises(other));
    found
}

/// Returns the contact of one triangle, if it is within the margin and seen from an admitted side.
fn press(
    probe: &Probe<'_>,
    triangle: &Triangle<DVec3>,
    front: Option<DVec3>,
    options: &ContactOptions<f64>,
) -> Option<Press> {
    let far = probe.radius + options.margin;
    if options.one_sided && front.is_none_or(|m| m.dot(probe.middle - triangle.a) < 0.0) {
        return None;
    }
    let allowed = |n: DVec3| !options.one_sided || front.is_none_or(|m| m.dot(n) >= -LEVEL);
    let press = least(probe, triangle, front, far, &allowed)?;
    let is_close = press.depth.abs() <= 16.0 * probe.rounding(DVec3::ZERO, triangle);
    let touches = if is_close && options.margin == 0.0 {
        probe.meets(triangle)
    } else {
        press.depth >= -options.margin
    };
    (touches && allowed(press.normal)).then_some(press)
}

/// Returns the shortest way, or the least translation along an allowed direction. Returns `None` if
/// the core is farther than `far`.
pub(super) fn least(
    probe: &Probe<'_>,
    triangle: &Triangle<DVec3>,
    front: Option<DVec3>,
    far: f64,
    allowed: &dyn Fn(DVec3) -> bool,
) -> Option<Press> {
    let radius = probe.radius;
    let along = |normal: DVec3, depth: f64, on_mesh| Some(Press { normal, depth: depth + radius, on_mesh });
    if let Core::Box(solid) = &probe.core {
        let (normal, depth) = boxes::least_way_off(solid, triangle, far, allowed)?;
        if depth >= 0.0 {
            let low = probe.lowest(normal);
            return along(normal, depth, low + normal * depth);
        }
        if -depth > far {
            return None;
        }
    }
    let noise = probe.rounding(DVec3::ZERO, triangle) * 16.0;
    let (way, around) = probe.way_within(triangle, far.max(noise));
    if way.distance > noise {
        let normal = (way.on_core - way.on_mesh).normalize_or_zero();
        return if way.distance > far { None } else { along(normal, -way.distance, way.on_mesh) };
    }
    let depth = |n: DVec3| {
        let highest = n.dot(triangle.a).max(n.dot(triangle.b)).max(n.dot(triangle.c));
        highest - n.dot(probe.lowest(n))
    };
    let mut best: Option<(DVec3, f64)> = None;
    let mut take = |n: DVec3| {
        let depth = depth(n);
        if allowed(n) && best.is_none_or(|(_, known)| depth < known) {
            best = Some((n, depth));
        }
    };
    // The side of the middle comes first.
    let face = front.map(|m| if m.dot(probe.middle - triangle.a) < 0.0 { -m } else { m });
    if let Some(m) = face {
        take(m);
        take(-m);
    }
    match probe.core {
        Core::Point(_) => {}
        Core::Segment(s) => {
            for (p, q) in [(triangle.a, triangle.b), (triangle.b, triangle.c), (triangle.c, triangle.a)] {
                let n = (q - p).cross(s.b - s.a);
                if n.length() > (q - p).length() * (s.b - s.a).length() * 1e-9 {
                    take(n.normalize());
                    take(-n.normalize());
                }
            }
        }
        Core::Box(_) | Core::Other => {
            let found = epa::outcome_from(triangle, probe.any, around).contact;
            if let Some(n) = found.normal_a_to_b.filter(|n| allowed(*n))
                && best.is_none_or(|(_, known)| found.depth < known - known * 1e-9)
            {
                return along(n, found.depth, found.on_a);
            }
        }
    }
    if let Some((n, depth)) = best {
        return along(n, depth, way.on_mesh);
    }
    // If the core meets a triangle of area 0, any direction is equally good.
    let n = (probe.middle - way.on_mesh).try_normalize().unwrap_or(DVec3::Y);
    if allowed(n) { along(n, depth(n), way.on_mesh) } else { None }
}
