//! The expansion: face by face, ever farther from the origin.

use super::newton::{Best, descend};
use super::outcome::{GOAL, Outcome, Status};
use super::polytope::{Difference, Polytope, Spread, Start, Vertex};
use crate::convex::form::Core;
use crate::convex::gjk;
use crate::number::each::MapEach;
use crate::number::{Float, Real, Ring};
use crate::query::Penetration;
use crate::shape::Support;
use crate::vector::FloatVector;
use alloc::vec;
use core::cmp::Ordering;

/// Steps after which it gives up.
pub const LIMIT: u32 = 256;
/// Steps after which it tries whether the set is round there.
pub const WIDE: u32 = 48;
/// Of a depth that is stationary, how much less another direction may offer, in depths, before it ends.
const SURE: f64 = 1e-7;
/// The cosine of the angle up to which directions are of one part of the sphere.
const ALIKE: f64 = 0.9;
/// So many times the best depth is close enough to it that Newton's method may lead below it.
const CLOSE: f64 = 1.125;
/// Steps in other parts of the sphere.
const MORE: u32 = 128;
/// The volume of four points to begin from is at least this part of the longest edge's cube.
const SLIVER: f64 = 1e-4;

/// The expansion, of two cores: from farthest points along the axes. Round cores descend from where they are expanded to, and the
/// simplex of GJK is far from even.
pub(crate) fn expand<V: FloatVector>(a: &Core<'_, V>, b: &Core<'_, V>) -> Outcome<V> {
    expand_from(a, b, None)
}

/// The four span a volume that is no sliver: from them the polytope may grow.
fn solid<V: FloatVector>(corners: &[Vertex<V>; 4]) -> bool {
    let [p, q, r] = [1, 2, 3].each(|i| corners[i].at - corners[0].at);
    let longest = [p, q, r].into_iter().map(V::length_squared).fold(V::Scalar::ZERO, Ring::max).sqrt();
    p.triple(q, r).abs() > longest * longest * longest * V::Scalar::from_f64(SLIVER)
}

/// A polytope to begin from, of points of both whose differences hold the origin, where these are known. Of a flat set, the way across it.
fn begin<V: FloatVector>(
    d: &mut Difference<'_, V>,
    around: Option<gjk::Around<V>>,
) -> Result<Polytope<V>, Best<V>> {
    let around = around.map(|corners| corners.each(|[on_a, on_b]| d.seen(on_a, on_b))).filter(solid);
    let mut polytope = Polytope::new();
    if let Some(corners) = around {
        polytope.begin(&corners);
        return Ok(polytope);
    }
    match V::by_dim(Spread(d)) {
        Start::Spanned(corners) => {
            polytope.begin(&corners);
            Ok(polytope)
        }
        Start::Flat(normal) => {
            let (up, down) = (d.farthest(normal), d.farthest(-normal));
            let (above, below) = (up.at.dot(normal), -down.at.dot(normal));
            Err(if above <= below {
                Best { depth: above, normal, on_a: up.on_a }
            } else {
                Best { depth: below, normal: -normal, on_a: down.on_a }
            })
        }
    }
}

/// How an expansion ended.
struct Expanded<S> {
    status: Status,
    /// The lower bound of the depth.
    lower: S,
    iterations: u32,
    /// The best depth is stationary.
    stationary: bool,
}

/// The expansion, from points of both whose differences hold the origin, where these are known.
pub(super) fn expand_from<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
    around: Option<gjk::Around<V>>,
) -> Outcome<V> {
    let mut d = Difference::new(a, b);
    let mut polytope = match begin(&mut d, around) {
        Ok(polytope) => polytope,
        Err(best) => return finish(a, b, &best, false, V::Scalar::ZERO, 1, Status::Converged),
    };
    let mut best = Best {
        depth: V::Scalar::ONE.infinity(),
        normal: polytope.faces[0].normal,
        on_a: polytope.vertices[0].on_a,
    };
    let Expanded { mut status, lower, iterations, stationary } =
        expand_faces(&mut d, &mut polytope, &mut best);
    if status == Status::NotConverged && (stationary || descend(&mut d, &mut best)) {
        status = Status::Stationary;
    }
    if status != Status::Converged {
        elsewhere(&mut d, &mut polytope, &mut best);
    }
    let touching = touching_at(&d, &polytope, &best);
    if let Some(on_a) = touching {
        best.on_a = on_a;
    }
    let error_bound = Ring::max(best.depth - lower, V::Scalar::ZERO);
    finish(a, b, &best, touching.is_some(), error_bound, iterations, status)
}

/// Pushes out the face nearest to the origin until the bounds meet.
fn expand_faces<V: FloatVector>(
    d: &mut Difference<'_, V>,
    polytope: &mut Polytope<V>,
    best: &mut Best<V>,
) -> Expanded<V::Scalar> {
    let (mut iterations, mut stationary) = (0, false);
    let ended = |status, lower, iterations, stationary| Expanded { status, lower, iterations, stationary };
    loop {
        let Some(index) = polytope.nearest() else {
            return ended(Status::Converged, best.depth, iterations, stationary);
        };
        let face = polytope.faces[index];
        let lower = face.offset;
        if !lower.is_finite() {
            return ended(Status::NotConverged, lower, iterations, stationary);
        }
        if best.depth <= lower + d.roundings(GOAL) {
            return ended(Status::Converged, lower, iterations, stationary);
        }
        if stationary && best.depth - lower <= best.depth * V::Scalar::from_f64(SURE) {
            return ended(Status::Stationary, lower, iterations, stationary);
        }
        if iterations == LIMIT {
            return ended(Status::NotConverged, lower, iterations, stationary);
        }
        iterations += 1;
        let w = d.farthest(face.normal);
        let depth = face.normal.dot(w.at);
        if depth < best.depth {
            *best = Best { depth, normal: face.normal, on_a: w.on_a };
            stationary = false;
        }
        if !push_out(d, polytope, index, w) {
            return ended(Status::NotConverged, lower, iterations, stationary);
        }
        if !stationary && iterations % WIDE == 0 {
            stationary = descend(d, best);
        }
    }
}

/// Where they touch after the best translation: the foot of the origin on the best face, and a facet may be several faces.
fn touching_at<V: FloatVector>(d: &Difference<'_, V>, polytope: &Polytope<V>, best: &Best<V>) -> Option<V> {
    let level = best.depth + d.roundings(8.0 * GOAL);
    let slack = V::Scalar::EPSILON * best.depth.lit(64);
    let mut faces = polytope
        .faces
        .iter()
        .filter(|f| f.alive && f.offset <= level && f.normal.dot(best.normal) > V::Scalar::ZERO);
    faces.find_map(|face| polytope.foot(face, slack))
}

/// Takes in the farthest point beyond a face, or settles the face where nothing lies beyond it; `false` when rounding tears the polytope.
fn push_out<V: FloatVector>(
    d: &Difference<'_, V>,
    polytope: &mut Polytope<V>,
    index: usize,
    w: Vertex<V>,
) -> bool {
    let face = polytope.faces[index];
    let known = polytope.corners(&face).iter().any(|corner| (*corner - w.at).is_zero());
    if known || face.normal.dot(w.at) <= face.offset + d.roundings(GOAL) {
        polytope.settle(index);
        return true;
    }
    polytope.expand(index, w, d.roundings(2.0))
}

/// A better translation in other parts of the sphere of directions, where the polytope has faces nearer than the best: those are pushed out, and
/// where the set is round Newton's method says what the part about a face holds.
fn elsewhere<V: FloatVector>(d: &mut Difference<'_, V>, polytope: &mut Polytope<V>, best: &mut Best<V>) {
    let (alike, close) = (V::Scalar::from_f64(ALIKE), V::Scalar::from_f64(CLOSE));
    // A flat side is told as it is, if the polytope has it: by one question.
    let before = best.depth;
    for face in &polytope.faces {
        if face.alive && face.offset < best.depth - d.roundings(GOAL) {
            let w = d.farthest(face.normal);
            let depth = face.normal.dot(w.at);
            if depth < best.depth - d.roundings(GOAL) {
                *best = Best { depth, normal: face.normal, on_a: w.on_a };
            }
        }
    }
    if best.depth < before {
        descend(d, best);
    }
    let mut seen = vec![best.normal];
    let mut steps = 0;
    while let Some(index) = polytope.nearest() {
        let face = polytope.faces[index];
        let less = best.depth - d.roundings(GOAL);
        if steps == MORE || face.offset.partial_cmp(&less) != Some(Ordering::Less) {
            return;
        }
        if seen.iter().any(|normal| alike < normal.dot(face.normal)) {
            polytope.settle(index);
            continue;
        }
        steps += 1;
        let w = d.farthest(face.normal);
        let mut found = Best { depth: face.normal.dot(w.at), normal: face.normal, on_a: w.on_a };
        let round = found.depth < best.depth * close && descend(d, &mut found);
        if found.depth < less {
            *best = found;
        }
        if round {
            seen.extend([face.normal, found.normal]);
            polytope.settle(index);
        } else if !push_out(d, polytope, index, w) {
            return;
        }
    }
}

/// The answer; where they touch after the move, by [`gjk`], unless that is known.
pub(super) fn finish<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
    best: &Best<V>,
    touching: bool,
    error_bound: V::Scalar,
    iterations: u32,
    status: Status,
) -> Outcome<V> {
    let Best { depth, normal, mut on_a } = *best;
    if !touching {
        let way = normal * depth;
        on_a = gjk::distance(a, &Core { shape: b, by: way }).on_a;
    }
    let contact = Penetration { normal_a_to_b: Some(normal), depth, on_a, on_b: on_a - normal * depth };
    Outcome { contact, error_bound, iterations, status }
}
