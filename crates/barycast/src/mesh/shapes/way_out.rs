//! The shortest translation that takes a convex shape out of a surface, where one triangle shows that none is shorter.
//!
//! **Bound.** Out of one triangle there is a least translation. Out of all of them none is shorter than the longest of these; where that
//! one leads out of all, it is the least.
//!
//! **Search.** Where it does not, another way may be as short. The shape comes back from places some way off until it touches, and goes on
//! along what it touches to where no place is nearer to its own: after each touch toward the point nearest to the origin beyond the planes
//! that were touched. What this finds counts only where it is no longer than the bound. Only triangles that the shape may reach on the way
//! are looked at, so the cost does not grow with the mesh.
//!
//! Places are translations of the shape. The planes are those between shape and triangle at a touch.

use super::contact::{front, least};
use super::probe::Probe;
use super::surface::{Surface, entry};
use super::sweep;
use crate::shape::{Aabb, Triangle};
use alloc::vec::Vec;
use core::ops::ControlFlow;
use glam::DVec3;
use smallvec::SmallVec;

/// More triangles near the shape are too many.
const TRIANGLES: usize = 2048;
/// The number of directions of single triangles that are tried, and of the deepest each two together.
const DIRECTIONS: usize = 6;
const PAIRS: usize = 3;
/// Directions closer than this are one.
const ALIKE: f64 = 0.999;
/// The search begins this many depths away, and if no place there is free, farther.
const FAR: [f64; 2] = [2.0, 6.0];
/// How often a search forgets what it touched, and how much it keeps in mind.
const RETURNS: usize = 12;
const WALLS: usize = 6;
/// A way that is shorter by this part alone is the last.
const SETTLED: f64 = 1e-9;
/// By this part a depth of round shapes may be larger than the least.
const ROUND: f64 = 4e-7;
/// How many error bounds off what it touches the shape is kept, and at how many it is apart.
const TRACE: f64 = 4.0;
const SLACK: f64 = 16.0;
/// Roundings of a time of touch.
const DIGITS: f64 = 1e-15;

/// A way out of a surface. No translation is shorter, but by rounding.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WayOut {
    /// Of length 1.
    pub(crate) normal: DVec3,
    pub(crate) depth: f64,
    /// Where the shape touches the surface once it is moved.
    pub(crate) on_mesh: DVec3,
}

/// A triangle, with the box around it.
struct Near {
    triangle: Triangle<DVec3>,
    bounds: Aabb<DVec3>,
}

/// What a shape may touch.
struct Search<'a, 'p> {
    probe: &'a Probe<'p>,
    near: Vec<Near>,
    /// What rounding leaves of a distance.
    bound: f64,
}

/// A plane that the shape touches: its normal away from the surface, and the least height of a free place along it.
type Wall = (DVec3, f64);
type Walls = SmallVec<[Wall; WALLS]>;

fn moved(triangle: &Triangle<DVec3>, by: DVec3) -> Triangle<DVec3> {
    Triangle { a: triangle.a + by, b: triangle.b + by, c: triangle.c + by }
}

fn shifted(bounds: &Aabb<DVec3>, by: DVec3) -> Aabb<DVec3> {
    Aabb { min: bounds.min + by, max: bounds.max + by }
}

/// The point on all of up to three planes that is nearest to the origin.
fn nearest_on(walls: &[Wall]) -> Option<DVec3> {
    /// Planes are parallel where their normals span less.
    const PARALLEL: f64 = 1e-10;
    match *walls {
        [] => Some(DVec3::ZERO),
        [(n, h)] => Some(n * h),
        [(m, g), (n, h)] => {
            let (turn, across) = (m.dot(n), m.cross(n).length_squared());
            (across > PARALLEL).then(|| (m * (g - turn * h) + n * (h - turn * g)) / across)
        }
        [(l, f), (m, g), (n, h)] => {
            let volume = l.dot(m.cross(n));
            let sum = m.cross(n) * f + n.cross(l) * g + l.cross(m) * h;
            (volume.abs() > PARALLEL).then(|| sum / volume)
        }
        _ => None,
    }
}

/// The point nearest to the origin beyond all walls, but for a slack; `None` where there is none.
fn nearest_beyond(walls: &[Wall], slack: f64) -> Option<DVec3> {
    let mut best: Option<DVec3> = None;
    let mut take = |on: &[Wall]| {
        let found = nearest_on(on).filter(|p| {
            best.is_none_or(|best| p.length_squared() < best.length_squared())
                && walls.iter().all(|(n, h)| n.dot(*p) >= h - slack)
        });
        best = found.or(best);
    };
    take(&[]);
    for (i, a) in walls.iter().enumerate() {
        take(&[*a]);
        for (j, b) in walls[..i].iter().enumerate() {
            take(&[*a, *b]);
            walls[..j].iter().for_each(|c| take(&[*a, *b, *c]));
        }
    }
    best
}

impl Search<'_, '_> {
    /// Moved to a place the shape is certainly apart from all triangles.
    fn is_free(&self, at: DVec3) -> bool {
        let (probe, outer) = (self.probe, shifted(&self.probe.outer(0.0), at));
        self.near.iter().all(|Near { triangle, bounds }| {
            if !(bounds.min.cmple(outer.max).all() && outer.min.cmple(bounds.max).all()) {
                return true;
            }
            let triangle = moved(triangle, -at);
            if probe.is_off_plane(&triangle, probe.radius) {
                return true;
            }
            let way = probe.way(DVec3::ZERO, &triangle);
            way.distance - way.error - probe.rounding(at, &triangle) > probe.radius
        })
    }

    /// From a place along a way, the first touch at `0 <= t <= 1`; no normal where they overlap at the start.
    fn touch(&self, at: DVec3, way: DVec3) -> Option<(f64, Option<DVec3>)> {
        let outer = shifted(&self.probe.outer(0.0), at);
        let mut first: Option<(f64, Option<DVec3>)> = None;
        let mut limit = 1.0;
        for Near { triangle, bounds } in &self.near {
            if entry(bounds, &outer, way, limit).is_none() {
                continue;
            }
            let touch = sweep::first_touch(self.probe, &moved(triangle, -at), way, limit, DIGITS);
            if let Some(touch) = touch
                && first.is_none_or(|(t, _)| touch.t < t)
            {
                first = Some((touch.t, touch.normal));
                limit = touch.t;
            }
        }
        first
    }

    /// From a free place to one where none beside it is nearer to the origin.
    fn settle(&self, start: DVec3) -> Option<DVec3> {
        let trace = self.bound * TRACE;
        let (mut at, mut walls) = (start, Walls::new());
        for _ in 0..RETURNS {
            let before = at.length();
            walls.clear();
            while let Some(target) = nearest_beyond(&walls, trace * 0.5) {
                let way = target - at;
                if way.length() <= trace * 0.5 {
                    break;
                }
                let Some((t, normal)) = self.touch(at, way) else {
                    at = target;
                    break;
                };
                let normal = normal?;
                at += way * t + normal * trace;
                walls.push((normal, normal.dot(at)));
                if walls.len() == WALLS {
                    break;
                }
            }
            if at.length() >= before * (1.0 - SETTLED) {
                break;
            }
        }
        // On what it touches, instead of a trace off.
        for (_, height) in &mut walls {
            *height -= trace;
        }
        let closer = nearest_beyond(&walls, self.bound).filter(|p| p.length() <= at.length());
        closer.into_iter().chain([at]).find(|p| {
            let length = p.length();
            length > 0.0 && self.is_free(*p * (1.0 + self.bound * SLACK / length))
        })
    }

    /// Where the shape, moved to a place, is nearest to the surface.
    fn touched(&self, at: DVec3) -> Option<DVec3> {
        let outer = shifted(&self.probe.outer(self.bound * SLACK), at);
        let meets =
            |near: &&Near| near.bounds.min.cmple(outer.max).all() && outer.min.cmple(near.bounds.max).all();
        let ways = self.near.iter().filter(meets).map(|near| self.probe.way(at, &near.triangle));
        ways.min_by(|a, b| a.distance.total_cmp(&b.distance)).map(|way| way.on_mesh)
    }

    fn found(&self, at: DVec3) -> Option<WayOut> {
        let depth = at.length();
        Some(WayOut { normal: at / depth, depth, on_mesh: self.touched(at)? })
    }
}

/// The triangles whose boxes meet that of the shape and a margin; `None` where they are too many.
fn gather(surface: &impl Surface, probe: &Probe<'_>, margin: f64) -> Option<Vec<Near>> {
    let mut near = Vec::with_capacity(32);
    surface.in_box(&probe.outer(margin), &mut |_, triangle| {
        near.push(Near { triangle, bounds: triangle.bounds() });
        if near.len() > TRIANGLES { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    (near.len() <= TRIANGLES).then_some(near)
}

/// The least way out of each triangle alone, the longest first.
fn presses(probe: &Probe<'_>, near: &[Near]) -> Vec<(DVec3, f64)> {
    let mut presses = Vec::with_capacity(near.len());
    for Near { triangle, .. } in near {
        if probe.is_off_plane(triangle, probe.radius) {
            continue;
        }
        let press = least(probe, triangle, front(triangle), probe.radius, &|_| true);
        presses.extend(press.filter(|press| press.depth > 0.0).map(|press| (press.normal, press.depth)));
    }
    presses.sort_by(|a, b| b.1.total_cmp(&a.1));
    presses
}

/// Directions to begin with: those of single triangles, amid each two of the deepest, and amid all.
fn directions(presses: &[(DVec3, f64)]) -> Vec<DVec3> {
    let mut ways: Vec<DVec3> = Vec::with_capacity(DIRECTIONS + PAIRS + 1);
    let add = |ways: &mut Vec<DVec3>, way: DVec3| {
        let way = way.normalize_or_zero();
        if way != DVec3::ZERO && ways.iter().all(|known| known.dot(way) < ALIKE) {
            ways.push(way);
        }
    };
    for (normal, _) in presses {
        add(&mut ways, *normal);
        if ways.len() == DIRECTIONS {
            break;
        }
    }
    let single: SmallVec<[DVec3; PAIRS]> = ways.iter().take(PAIRS).copied().collect();
    for (i, m) in single.iter().enumerate() {
        single[..i].iter().for_each(|n| add(&mut ways, *m + *n));
    }
    add(&mut ways, presses.iter().fold(DVec3::ZERO, |sum, (normal, depth)| sum + *normal * *depth));
    ways
}

/// The least way out of the surface; `None` where the shape is no deeper in it than rounding, where no way is shown to be the least, or too
/// many triangles are near.
/// `bound` is more than what rounding leaves of a distance.
pub(crate) fn way_out(surface: &impl Surface, probe: &Probe<'_>, bound: f64) -> Option<WayOut> {
    let mut search = Search { probe, near: gather(surface, probe, 0.0)?, bound };
    let presses = presses(probe, &search.near);
    let (normal, deepest) = *presses.first().filter(|(_, depth)| *depth > bound * SLACK)?;
    let most = deepest * FAR[0];
    search.near = gather(surface, probe, most)?;
    if search.is_free(normal * (deepest + bound * SLACK)) {
        return search.found(normal * deepest);
    }
    let ways = directions(&presses);
    for far in FAR {
        let far = deepest * far;
        if far > most {
            search.near = gather(surface, probe, far)?;
        }
        for way in &ways {
            // Where the start is not free the first touch is at once, and has no normal.
            let Some(at) = search.settle(*way * far) else { continue };
            if at.length() <= deepest * (1.0 + ROUND) + bound {
                return search.found(at);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_place_beyond_walls_is_on_up_to_three_of_them() {
        let walls = [(DVec3::X, 3.0), (DVec3::Y, 4.0), (DVec3::new(0.6, 0.8, 0.0), 1.0)];
        assert_eq!(nearest_beyond(&walls[..1], 0.0), Some(DVec3::new(3.0, 0.0, 0.0)));
        assert_eq!(nearest_beyond(&walls, 0.0), Some(DVec3::new(3.0, 4.0, 0.0)));
        let corner = [(DVec3::X, 1.0), (DVec3::Y, 1.0), (DVec3::Z, 1.0)];
        assert_eq!(nearest_beyond(&corner, 0.0), Some(DVec3::ONE));
        assert_eq!(nearest_beyond(&[(DVec3::X, 1.0), (-DVec3::X, 1.0)], 0.0), None);
        assert_eq!(nearest_beyond(&[(DVec3::X, -1.0)], 0.0), Some(DVec3::ZERO));
    }
}
