//! Contact points of a triangle with a shape along a given normal.
//!
//! Along the normal each has a *feature*: the triangle's face, an edge or a vertex, and the shape's
//! lowest face, edge or corner. The face of the triangle clips the shape's feature by the planes
//! through its edges along the normal. An edge is clipped by the shape's face, or runs along the
//! shape's edge. All other pairs of features touch at one point. Of more than four points the
//! deepest, the one farthest from it, and those farthest to both sides are kept.
//!
//! Sources: [Catto 2007], [Sutherland 1974].

use super::press::{Held, Press};
use super::probe::{Core, Probe};
use crate::number::Order as _;
use crate::number::Ring;
use crate::shape::Triangle;
use glam::DVec3;
use smallvec::SmallVec;

/// Slope up to which a face or an edge touches along its whole extent: about three degrees.
pub(super) const TILT: f64 = 0.05;

/// Tolerance of the side of a plane on which a point lies, as a fraction of the size.
const SLACK: f64 = 1e-9;

/// Contact points of a triangle.
pub(super) type Points = SmallVec<[Held; 4]>;

/// Corners of the shape's feature, each with its identifier.
type Corners = SmallVec<[(DVec3, u32); 8]>;

/// Returns a contact of a single point.
pub(super) fn one(press: &Press, features: [u32; 2]) -> Points {
    let mut points = Points::new();
    points.push(Held { on_mesh: press.on_mesh, depth: press.depth, features });
    points
}

/// Returns the contact points, at least one. `face` is the normal of the triangle on the side of
/// the shape.
pub(super) fn points(
    probe: &Probe<'_>,
    triangle: &Triangle<DVec3>,
    face: Option<DVec3>,
    press: &Press,
    margin: f64,
) -> Points {
    let n = press.normal;
    let along = face.filter(|m| m.dot(n) > 0.0 && m.cross(n).length_squared() <= TILT * TILT);
    let points = match along {
        Some(m) => over(probe, triangle, m, n, margin),
        None => beside(probe, triangle, n, margin),
    };
    let mut points = points;
    // No point is deeper than the contact; a greater depth is due to a slope.
    for held in &mut points {
        let less = Ring::min(held.depth, press.depth);
        (held.depth, held.on_mesh) = (less, held.on_mesh - n * (held.depth - less));
    }
    let is_there = |held: &Held| held.depth >= press.depth - press.on_mesh.abs().max_element() * 1e-9;
    if !points.iter().any(is_there) {
        points.truncate(3);
        points.push(Held {
            on_mesh: press.on_mesh,
            depth: press.depth,
            features: [corner_of(triangle, n), 0],
        });
    }
    points
}

/// Returns the vertex of a triangle farthest along a direction: 0, 1 or 2.
fn corner_of(triangle: &Triangle<DVec3>, n: DVec3) -> u32 {
    let [a, b, c] = [n.dot(triangle.a), n.dot(triangle.b), n.dot(triangle.c)];
    if a >= b && a >= c { 0 } else { 1 + u32::from(c > b) }
}

/// Returns the shape's lowest feature along a direction, as corners in order around it.
fn lowest(probe: &Probe<'_>, n: DVec3) -> Corners {
    match probe.core {
        Core::Point(p) => [(p, 0)].into_iter().collect(),
        Core::Segment(s) => [(s.a, 0), (s.b, 1)].into_iter().collect(),
        Core::Box(solid) => {
            let along = |i: usize| n.dot(solid.axis(i)).abs();
            let top = (1..3).fold(0, |top, i| if along(i) > along(top) { i } else { top });
            let (u, v) = ((top + 1) % 3, (top + 2) % 3);
            let down = n.dot(solid.axis(top)) > 0.0;
            let middle =
                if down { solid.center - solid.half_axis(top) } else { solid.center + solid.half_axis(top) };
            let bits = |u_is_high: bool, v_is_high: bool| {
                (u32::from(!down) << top) | (u32::from(u_is_high) << u) | (u32::from(v_is_high) << v)
            };
            let corner = |(u_is_high, v_is_high)| {
                let side = |i, is_high| if is_high { solid.half_axis(i) } else { -solid.half_axis(i) };
                (middle + side(u, u_is_high) + side(v, v_is_high), bits(u_is_high, v_is_high))
            };
            [(false, false), (true, false), (true, true), (false, true)].into_iter().map(corner).collect()
        }
        Core::Other => around(probe, n),
    }
}

/// Returns the corners of a shape that are as low as its lowest point, up to a slope, in order
/// around the direction.
fn around(probe: &Probe<'_>, n: DVec3) -> Corners {
    let all = probe.any.corners(-n);
    let low = probe.lowest(n);
    let mut corners: Corners = (0..)
        .zip(&all)
        .map(|(i, p)| (*p, i))
        .filter(|(p, _)| {
            let way = *p - low;
            n.dot(way) <= way.length() * TILT
        })
        .collect();
    if corners.is_empty() {
        corners.push((low, u32::MAX));
    }
    if corners.len() < 3 {
        return corners;
    }
    let middle = corners.iter().fold(DVec3::ZERO, |sum, (p, _)| sum + *p) / corners.len() as f64;
    let u = n.any_orthonormal_vector();
    let v = n.cross(u);
    // A monotonic substitute for the angle, from -2 to 2.
    let turn = |p: DVec3| {
        let (x, y) = ((p - middle).dot(u), (p - middle).dot(v));
        let part = y / (x.abs() + y.abs()).max(f64::MIN_POSITIVE);
        if x >= 0.0 {
            part
        } else if y >= 0.0 {
            2.0 - part
        } else {
            -2.0 - part
        }
    };
    corners.order_by(|p, q| turn(p.0).total_cmp(&turn(q.0)));
    corners
}

/// Returns an identifier of the point where a plane clips the edge between two corners. Different
/// triples rarely have the same.
fn name(of: [u32; 3]) -> u32 {
    let mix = |sum: u32, number: u32| (sum ^ number).wrapping_mul(0x9E37_79B1).rotate_left(13);
    of.into_iter().fold(0x51, mix) | 1 << 31
}

/// Clips a polygon, a segment or a point to the inner side of a plane through `on` with the outward
/// direction `out`.
fn cut(corners: &Corners, on: DVec3, out: DVec3, wall: u32) -> Corners {
    let side = |p: DVec3| {
        let side = out.dot(p - on);
        if side.abs() <= (p - on).length() * SLACK { 0.0 } else { side }
    };
    let mut kept = Corners::new();
    for (i, &(p, id)) in corners.iter().enumerate() {
        let here = side(p);
        if here <= 0.0 {
            kept.push((p, id));
        }
        // A segment has one edge.
        let Some(&(q, next)) =
            corners.get((i + 1) % corners.len()).filter(|_| corners.len() > 2 || i + 1 < corners.len())
        else {
            continue;
        };
        let there = side(q);
        if (here < 0.0 && there > 0.0) || (here > 0.0 && there < 0.0) {
            let at = p + (q - p) * (here / (here - there));
            kept.push((at, name([id.min(next), id.max(next), wall])));
        }
    }
    kept
}

/// Returns the points of the shape's lowest feature along `n` that are over the triangle, whose
/// normal on that side is `m`.
pub(super) fn over(probe: &Probe<'_>, triangle: &Triangle<DVec3>, m: DVec3, n: DVec3, margin: f64) -> Points {
    if let Core::Point(p) = probe.core {
        return over_point(probe, p, triangle, m, n, margin);
    }
    over_corners(probe, lowest(probe, n), triangle, m, n, margin)
}

/// Returns the same for a ball, whose lowest feature is the point below its middle.
fn over_point(
    probe: &Probe<'_>,
    p: DVec3,
    triangle: &Triangle<DVec3>,
    m: DVec3,
    n: DVec3,
    margin: f64,
) -> Points {
    let Triangle { a, b, c } = *triangle;
    let is_turned = (b - a).cross(c - a).dot(m) < 0.0;
    let mut points = Points::new();
    for (from, to) in [(a, b), (b, c), (c, a)] {
        let out = (to - from).cross(n).normalize_or_zero();
        let side = if is_turned { -out } else { out }.dot(p - from);
        if side > 0.0 && side > (p - from).length() * SLACK {
            return points;
        }
    }
    let lift = m.dot(a - p) / n.dot(m);
    let depth = lift + probe.radius;
    if depth >= -margin - probe.rounding(DVec3::ZERO, triangle) {
        points.push(Held { on_mesh: p + n * lift, depth, features: [6, 0] });
    }
    points
}

/// Returns the same for a feature given by its corners.
fn over_corners(
    probe: &Probe<'_>,
    mut corners: Corners,
    triangle: &Triangle<DVec3>,
    m: DVec3,
    n: DVec3,
    margin: f64,
) -> Points {
    let around = [(triangle.a, triangle.b), (triangle.b, triangle.c), (triangle.c, triangle.a)];
    let is_turned = (triangle.b - triangle.a).cross(triangle.c - triangle.a).dot(m) < 0.0;
    for (wall, (p, q)) in (3..).zip(around) {
        let out = (q - p).cross(n).normalize_or_zero();
        corners = cut(&corners, p, if is_turned { -out } else { out }, wall);
    }
    let (slope, least) = (n.dot(m), -margin - probe.rounding(DVec3::ZERO, triangle));
    let hold = |(p, id): (DVec3, u32)| {
        let depth = m.dot(triangle.a - p) / slope;
        Held { on_mesh: p + n * depth, depth: depth + probe.radius, features: [6, id] }
    };
    reduced(corners.into_iter().map(hold).filter(|held| held.depth >= least).collect(), n)
}

/// Returns the contact points at the triangle's edge that is highest along `n`. There are none if
/// the highest feature is no edge, or if that edge crosses the shape's.
fn beside(probe: &Probe<'_>, triangle: &Triangle<DVec3>, n: DVec3, margin: f64) -> Points {
    if let Core::Point(_) = probe.core {
        return Points::new();
    }
    let corners = [triangle.a, triangle.b, triangle.c];
    let top = corner_of(triangle, n) as usize;
    let sinks = |i: usize| {
        let way = corners[i] - corners[top];
        -n.dot(way) / way.length().max(f64::MIN_POSITIVE)
    };
    let [first, second] = [(top + 1) % 3, (top + 2) % 3];
    let other = if sinks(first) <= sinks(second) { first } else { second };
    if sinks(other) > TILT {
        return Points::new();
    }
    let edge_id = 3 + if (top + 1) % 3 == other { top } else { other } as u32;
    let (p, q) = (corners[top], corners[other]);
    let (lowest, least) = (lowest(probe, n), -margin - probe.rounding(DVec3::ZERO, triangle));
    let mut points = Points::new();
    let mut hold = |on_mesh: DVec3, depth: f64, id: u32| {
        if depth >= least {
            points.push(Held { on_mesh, depth, features: [edge_id, id] });
        }
    };
    if lowest.len() == 2 {
        let (edge, way) = (q - p, lowest[1].0 - lowest[0].0);
        if edge.cross(way).length() > edge.length() * way.length() * TILT {
            return points;
        }
        let kept = cut(&cut(&lowest, p, -edge.normalize_or_zero(), 8), q, edge.normalize_or_zero(), 9);
        for (at, id) in kept {
            let on_mesh = p + edge * (edge.dot(at - p) / edge.length_squared());
            hold(on_mesh, n.dot(on_mesh - at) + probe.radius, id);
        }
    } else if lowest.len() > 2 {
        let side = (lowest[1].0 - lowest[0].0).cross(lowest[2].0 - lowest[0].0).normalize_or_zero();
        let side = if side.dot(n) < 0.0 { -side } else { side };
        if side.dot(n) < 0.5 {
            return points;
        }
        let mut edge: Corners = [(p, 0), (q, 1)].into_iter().collect();
        let middle = lowest.iter().fold(DVec3::ZERO, |sum, (p, _)| sum + *p) / lowest.len() as f64;
        for i in 0..lowest.len() {
            let ((from, id), (to, _)) = (lowest[i], lowest[(i + 1) % lowest.len()]);
            let out = (to - from).cross(n).normalize_or_zero();
            edge = cut(&edge, from, if out.dot(middle - from) > 0.0 { -out } else { out }, id);
        }
        for (at, id) in edge {
            hold(at, side.dot(at - lowest[0].0) / side.dot(n) + probe.radius, id);
        }
    }
    reduced(points, n)
}

/// Returns at most four of the points.
fn reduced(points: Points, n: DVec3) -> Points {
    if points.len() <= 4 {
        return points;
    }
    let best = |score: &dyn Fn(&Held) -> f64| {
        points.iter().fold(points[0], |best, p| if score(p) > score(&best) { *p } else { best })
    };
    let deepest = best(&|p| p.depth);
    let far = best(&|p| (p.on_mesh - deepest.on_mesh).length_squared());
    let across = (far.on_mesh - deepest.on_mesh).cross(n);
    let left = best(&|p| across.dot(p.on_mesh - deepest.on_mesh));
    let right = best(&|p| -across.dot(p.on_mesh - deepest.on_mesh));
    let mut kept = Points::new();
    for p in [deepest, far, left, right] {
        if !kept.iter().any(|k| k.features == p.features && k.on_mesh == p.on_mesh) {
            kept.push(p);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::super::probe::run_query;
    use super::*;
    use crate::mesh::shapes::contact::front;
    use crate::shape::Sphere;
    use alloc::vec::Vec;

    #[test]
    fn a_ball_over_a_triangle_is_held_where_the_cut_polygon_of_one_corner_is() {
        let mut rng = fastrand::Rng::with_seed(12);
        let (mut held, mut missed) = (0, 0);
        for case in 0..40_000 {
            // On a grid they often touch edges and vertices, and some triangles have area 0.
            let mut number = |grid: bool| if grid { f64::from(rng.i8(-3..4)) } else { rng.f64() * 6.0 - 3.0 };
            let mut point = || DVec3::from_array([0; 3].map(|_| number(case % 2 == 0)));
            let (triangle, center) = (Triangle { a: point(), b: point(), c: point() }, point());
            let Some(m) = front(&triangle) else { continue };
            let m = if m.dot(center - triangle.a) < 0.0 { -m } else { m };
            let n = if case % 3 == 0 { (m + point() * 0.01).normalize() } else { m };
            let (quick, general) = run_query(&Sphere { center, radius: 1.0 }, |probe| {
                let corners = lowest(probe, n);
                (over(probe, &triangle, m, n, 0.5), over_corners(probe, corners, &triangle, m, n, 0.5))
            })
            .unwrap();
            let numbers = |points: &Points| -> Vec<_> {
                points.iter().map(|p| (p.on_mesh, p.depth, p.features)).collect()
            };
            assert_eq!(numbers(&quick), numbers(&general), "{triangle:?} {center} {n}");
            (held, missed) = (held + quick.len(), missed + usize::from(quick.is_empty()));
        }
        assert!(held > 1000 && missed > 1000, "{held} {missed}");
    }
}
