//! Least translation that takes a convex shape out of a surface, if a single triangle proves that
//! no shorter one exists.
//!
//! **Bound.** Each triangle alone has a least translation out of it. No translation out of all of
//! them is shorter than the longest of these. If that one leads out of all triangles, it is the
//! least.
//!
//! **Search.** If it does not, another translation may be equally short. The shape returns from
//! places at some distance until it touches, and slides along what it touches to a place from which
//! no nearby place is closer to its own. After each touch it moves towards the point closest to the
//! origin beyond the planes touched so far. The result counts only if it is no longer than the
//! bound. Only triangles within the shape's reach on the way are tested, so the cost does not grow
//! with the mesh.
//!
//! Places are translations of the shape. The planes are those between shape and triangle at a
//! touch.

use super::contact::{front, least};
use super::probe::Probe;
use super::surface::{Surface, entry};
use super::sweep;
use crate::number::Order as _;
use crate::shape::{Aabb, Triangle};
use alloc::vec::Vec;
use core::ops::ControlFlow;
use glam::DVec3;
use smallvec::SmallVec;

/// Largest number of triangles near the shape; with more the search gives up.
const TRIANGLES: usize = 2048;
/// Number of directions of single triangles that are tried, and of the deepest triangles whose
/// pairs are.
const DIRECTIONS: usize = 6;
const PAIRS: usize = 3;
/// Cosine above which directions are equal.
const ALIKE: f64 = 0.999;
/// Distances at which the search starts, as multiples of the depth. The second is used if the first
/// finds nothing.
const FAR: [f64; 2] = [2.0, 6.0];
/// Number of times a search restarts its list of touched planes, and the length of the list.
const RETURNS: usize = 12;
const WALLS: usize = 6;
/// The search ends when the way gets shorter by less than this fraction.
const SETTLED: f64 = 1e-9;
/// Fraction by which the depth of a round shape may be above the least.
const ROUND: f64 = 4e-7;
/// Multiples of the error bound: the gap at which the shape is kept from what it touches, and the
/// gap at which it counts as disjoint.
const TRACE: f64 = 4.0;
const SLACK: f64 = 16.0;
/// Relative precision of a time of touch.
const DIGITS: f64 = 1e-15;

/// Way out of a surface. No translation is shorter, up to rounding.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WayOut {
    /// Direction of length 1.
    pub(crate) normal: DVec3,
    pub(crate) depth: f64,
    /// Point where the moved shape touches the surface.
    pub(crate) on_mesh: DVec3,
}

/// Triangle with its bounding box.
struct Near {
    triangle: Triangle<DVec3>,
    bounds: Aabb<DVec3>,
}

/// Shape and the triangles that it may touch.
struct Search<'a, 'p> {
    probe: &'a Probe<'p>,
    near: Vec<Near>,
    /// Error bound of a distance.
    bound: f64,
}

/// Plane that the shape touches: the normal away from the surface, and the least height of a free
/// place along it.
type Wall = (DVec3, f64);
type Walls = SmallVec<[Wall; WALLS]>;

fn moved(triangle: &Triangle<DVec3>, by: DVec3) -> Triangle<DVec3> {
    Triangle { a: triangle.a + by, b: triangle.b + by, c: triangle.c + by }
}

fn shifted(bounds: &Aabb<DVec3>, by: DVec3) -> Aabb<DVec3> {
    Aabb { min: bounds.min + by, max: bounds.max + by }
}

/// Returns the point on all of up to three planes that is closest to the origin.
fn nearest_on(walls: &[Wall]) -> Option<DVec3> {
    /// Planes are parallel if their normals span less than this.
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

/// Returns the point closest to the origin beyond all planes, up to `slack`, or `None` if there is
/// none.
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
    /// Tests whether the shape, moved to a place, is certainly disjoint from all triangles.
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

    /// Returns the first touch on the way from a place, at `0 <= t <= 1`. The normal is `None` if
    /// they overlap at the start.
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

    /// Moves from a free place to one from which no nearby place is closer to the origin.
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
        // Moves onto the touched planes, removing the gap.
        for (_, height) in &mut walls {
            *height -= trace;
        }
        let closer = nearest_beyond(&walls, self.bound).filter(|p| p.length() <= at.length());
        closer.into_iter().chain([at]).find(|p| {
            let length = p.length();
            length > 0.0 && self.is_free(*p * (1.0 + self.bound * SLACK / length))
        })
    }

    /// Returns the point of the surface closest to the shape, moved to a place.
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

/// Returns the triangles whose boxes intersect the shape's box with a margin, or `None` if there
/// are too many.
fn gather(surface: &impl Surface, probe: &Probe<'_>, margin: f64) -> Option<Vec<Near>> {
    let mut near = Vec::with_capacity(32);
    surface.in_box(&probe.outer(margin), &mut |_, triangle| {
        near.push(Near { triangle, bounds: triangle.bounds() });
        if near.len() > TRIANGLES { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    (near.len() <= TRIANGLES).then_some(near)
}

/// Returns the least way out of each triangle alone, the longest first.
fn presses(probe: &Probe<'_>, near: &[Near]) -> Vec<(DVec3, f64)> {
    let mut presses = Vec::with_capacity(near.len());
    for Near { triangle, .. } in near {
        if probe.is_off_plane(triangle, probe.radius) {
            continue;
        }
        let press = least(probe, triangle, front(triangle), probe.radius, &|_| true);
        presses.extend(press.filter(|press| press.depth > 0.0).map(|press| (press.normal, press.depth)));
    }
    presses.order_by(|a, b| b.1.total_cmp(&a.1));
    presses
}

/// Returns the directions to start with: those of single triangles, the means of each two of the
/// deepest, and the mean of all.
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

/// Returns the least way out of the surface. Returns `None` if the depth is within the rounding
/// error, if no way is proved to be the least, or if too many triangles are near. `bound` is above
/// the rounding error of a distance.
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
            // If the start is not free, the first touch is at once and has no normal.
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
