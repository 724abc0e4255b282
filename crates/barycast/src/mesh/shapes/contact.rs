//! The contact of a convex shape with each triangle of a surface, without ghost contacts at internal edges.
//!
//! **One triangle.** If the core is apart from the triangle, the normal is the direction between the closest points. If they
//! overlap, it is the direction of least penetration: by separating axes for segments and boxes, by EPA for other shapes.
//!
//! **Internal edges.** The normal at an edge or vertex is kept only if it lies in the feature's Voronoi region: no triangle
//! that shares the feature rises above the plane through it across the normal. So a convex edge keeps the normals between those of its two
//! faces, an edge inside a flat surface keeps the surface's normal alone, and a concave edge keeps none. Where the normal is outside of the
//! region, the triangle pushes along its face normal, with those points of the shape that are over it, if there are any. Triangles that
//! share a feature in contact are themselves near the shape, so no adjacency is stored.
//!
//! Sources: [Ericson 5.5.4] for the axes.

use super::options::ContactOptions;
use super::press::{Held, Press};
use super::probe::{Core, Probe};
use super::{boxes, patch};
use crate::convex::epa;
use crate::shape::{Aabb, Triangle};
use alloc::vec::Vec;
use glam::DVec3;
use smallvec::SmallVec;

/// What rises above a plane by less than this part of its distance lies in it: far more than what rounding to `f32` does.
const LEVEL: f64 = 1e-6;

/// Directions that differ by less are one.
const SAME: f64 = 1e-5;

/// Calls back with triangles.
pub(super) type At<'a> = dyn Fn(DVec3, &mut dyn FnMut(&Triangle<DVec3>)) + 'a;

/// A triangle near the shape.
pub(super) struct Candidate {
    pub(super) index: u32,
    pub(super) triangle: Triangle<DVec3>,
}

/// All that one triangle does.
pub(super) struct Pressed {
    pub(super) index: u32,
    pub(super) normal: DVec3,
    pub(super) points: patch::Points,
}

/// The normal of the front, of length 1; `None` of a triangle without an area.
pub(super) fn front(triangle: &Triangle<DVec3>) -> Option<DVec3> {
    let (u, v) = (triangle.b - triangle.a, triangle.c - triangle.a);
    let n = u.cross(v);
    let length = n.length();
    (length > u.length() * v.length() * 1e-12).then(|| n / length)
}

/// All triangles that press, in the order of the candidates. As long as the shape meets the surface from a side that counts there is one.
/// `at` calls back with the triangles whose boxes hold a point.
pub(super) fn all(
    probe: &Probe<'_>,
    candidates: &[Candidate],
    options: &ContactOptions<f64>,
    at: &At<'_>,
) -> Vec<Pressed> {
    let around = probe.outer(options.margin);
    let mut found: Vec<Pressed> = Vec::with_capacity(candidates.len().min(8));
    // The deepest of those that were left to a neighbour.
    let mut left: Option<(u32, Press)> = None;
    for (place, Candidate { index, triangle }) in candidates.iter().enumerate() {
        let Some((press, face)) = faced(probe, triangle, options) else { continue };
        if is_kept(candidates, place, (&press, face), &around, at) {
            let points = patch::points(probe, triangle, face, &press, options.margin);
            // An edge that triangles share holds the shape once.
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

/// The deepest press on a ball: of all the first that no neighbour rises above, so the deepest are tried first, and the others not at all.
/// What is over a triangle presses it along its normal already.
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
    presses.sort_by(|a, b| b.1.depth.total_cmp(&a.1.depth));
    let is_kept = |(place, press, face): &&(usize, Press, Option<DVec3>)| {
        is_kept(candidates, *place, (press, *face), &around, at)
    };
    presses.iter().find(is_kept).or(presses.first()).map(|(_, press, _)| *press)
}

/// How a triangle presses, and its normal on the side to which it does.
fn faced(
    probe: &Probe<'_>,
    triangle: &Triangle<DVec3>,
    options: &ContactOptions<f64>,
) -> Option<(Press, Option<DVec3>)> {
    // The distance of a point is known as fast.
    if !matches!(probe.core, Core::Point(_)) && probe.is_off_plane(triangle, probe.radius + options.margin) {
        return None;
    }
    let front = front(triangle);
    let press = press(probe, triangle, front, options)?;
    // On the side to which it pushes, or else on that of the middle.
    let is_turned = |m: DVec3| match m.dot(press.normal) {
        along if along.abs() > 0.5 => along < 0.0,
        _ => m.dot(probe.middle - triangle.a) < 0.0,
    };
    Some((press, front.map(|m| if is_turned(m) { -m } else { m })))
}

/// It presses along its own normal.
fn is_face(press: &Press, face: Option<DVec3>) -> bool {
    face.is_some_and(|m| (m - press.normal).length() <= SAME)
}

/// The direction of a press counts: no neighbour rises above it.
fn is_kept(
    candidates: &[Candidate],
    place: usize,
    (press, face): (&Press, Option<DVec3>),
    around: &Aabb<DVec3>,
    at: &At<'_>,
) -> bool {
    is_face(press, face) || !is_inside(candidates, place, press, around, at)
}

/// The same direction, and at each of some points.
fn is_same(other: &Pressed, normal: DVec3, points: &patch::Points) -> bool {
    let is_at = |p: &Held| {
        let size = p.on_mesh.abs().max_element() * LEVEL;
        other.points.iter().any(|q| (p.on_mesh - q.on_mesh).length() <= size)
    };
    (other.normal - normal).length() <= SAME && points.iter().all(is_at)
}

/// A neighbour at the edge or corner of a triangle that is farthest along a direction rises above the plane across it.
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
    // It is pushed out beyond what it touches.
    let mut found = false;
    at(first, &mut |other| found |= rises(other));
    found
}

/// How one triangle presses, if it is within the margin and seen from a side that counts.
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

/// The shortest way, or the least translation along an allowed direction; `None` where the core is farther than `far`.
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
    // The side on which the middle is comes first.
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
    // Of a triangle without an area that the core meets any direction is as good.
    let n = (probe.middle - way.on_mesh).try_normalize().unwrap_or(DVec3::Y);
    if allowed(n) { along(n, depth(n), way.on_mesh) } else { None }
}
