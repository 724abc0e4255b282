//! Expansion of the polytope, face by face, away from the origin.

use super::newton::{Best, descend};
use super::outcome::{GOAL, Outcome, Status};
use super::polytope::{Difference, Face, Polytope, Spread, Start, Vertex};
use crate::convex::form::Core;
use crate::convex::gjk;
use crate::number::each::MapEach;
use crate::number::{Float, Real, Ring};
use crate::query::Penetration;
use crate::shape::Support;
use crate::vector::{FloatVector, Vector};
use alloc::vec;
use core::cmp::Ordering;

/// Maximum number of steps.
pub const LIMIT: u32 = 256;
/// Number of steps after which the search tests whether the set is round near the best direction.
pub const WIDE: u32 = 48;
/// Margin, as a fraction of the depth, within which another direction may be better than a
/// stationary depth before the search ends.
const SURE: f64 = 1e-7;
/// Cosine of the largest angle between directions of the same part of the sphere.
const ALIKE: f64 = 0.9;
/// Factor of the best depth below which Newton's method may lead to a smaller depth.
const CLOSE: f64 = 1.125;
/// Maximum number of steps in other parts of the sphere.
const MORE: u32 = 128;
/// A face whose longest side squared is this many times twice its area is thin: 1 for two equal sides
/// at a right angle.
const THIN: f64 = 256.0;
/// Least volume of the four starting points, as a fraction of the cube of the longest edge.
const SLIVER: f64 = 1e-4;

/// Expands the polytope of two cores, starting from the farthest points along the axes. Round cores
/// use Newton's method from the direction found, and the simplex of GJK is far from regular.
pub(crate) fn expand<V: FloatVector>(a: &Core<'_, V>, b: &Core<'_, V>) -> Outcome<V> {
    expand_from(a, b, None, &mut |_, _| {})
}

/// Observer of an expansion: called with the polytope and the step before a corner is added.
pub(super) type Watch<'w, V> = &'w mut dyn FnMut(&Polytope<V>, &Pushed<V>);

/// A step of an expansion.
pub(super) struct Pushed<V: Vector> {
    /// The face closest to the origin.
    pub(super) face: Face<V>,
    /// Point of the Minkowski difference farthest along its normal.
    pub(super) farthest: V,
    /// Least depth found so far.
    pub(super) depth: V::Scalar,
}

/// Tests whether four points span enough volume to start a polytope.
fn solid<V: FloatVector>(corners: &[Vertex<V>; 4]) -> bool {
    let [p, q, r] = [1, 2, 3].each(|i| corners[i].at - corners[0].at);
    let longest = [p, q, r].into_iter().map(V::length_squared).fold(V::Scalar::ZERO, Ring::max).sqrt();
    p.triple(q, r).abs() > longest * longest * longest * V::Scalar::from_f64(SLIVER)
}

/// Builds the starting polytope, from points of both shapes whose differences enclose the origin if
/// these are given. Returns the depth across a flat set instead.
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

/// Result of an expansion.
struct Expanded<V: Vector> {
    status: Status,
    /// Lower bound of the depth, up to the rounding of the face's plane.
    lower: V::Scalar,
    /// The face closest to the origin, at that distance.
    nearest: Option<Face<V>>,
    iterations: u32,
    /// `true` if the best depth is stationary.
    stationary: bool,
}

/// Expands the polytope, starting from points of both shapes whose differences enclose the origin
/// if these are given.
pub(super) fn expand_from<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
    around: Option<gjk::Around<V>>,
    watch: Watch<'_, V>,
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
    let Expanded { mut status, lower, nearest, iterations, stationary } =
        expand_faces(&mut d, &mut polytope, &mut best, watch);
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
    // The plane of a thin face is far less accurate than its corners.
    let uneven = nearest.map_or(V::Scalar::ZERO, |face| polytope.unevenness(&face));
    let off = if uneven > V::Scalar::from_f64(THIN) { uneven * d.roundings(1.0) } else { V::Scalar::ZERO };
    let error_bound = Ring::max(best.depth - lower, V::Scalar::ZERO) + off;
    finish(a, b, &best, touching.is_some(), error_bound, iterations, status)
}

/// Pushes out the face closest to the origin until the bounds meet.
fn expand_faces<V: FloatVector>(
    d: &mut Difference<'_, V>,
    polytope: &mut Polytope<V>,
    best: &mut Best<V>,
    watch: Watch<'_, V>,
) -> Expanded<V> {
    let (mut iterations, mut stationary) = (0, false);
    loop {
        let Some(index) = polytope.nearest() else {
            let (status, lower) = (Status::Converged, best.depth);
            return Expanded { status, lower, nearest: None, iterations, stationary };
        };
        let face = polytope.faces[index];
        let lower = face.offset;
        let ended = |status, iterations, stationary| {
            let nearest = Some(face);
            Expanded { status, lower, nearest, iterations, stationary }
        };
        if !lower.is_finite() {
            return ended(Status::NotConverged, iterations, stationary);
        }
        if best.depth <= lower + d.roundings(GOAL) {
            return ended(Status::Converged, iterations, stationary);
        }
        if stationary && best.depth - lower <= best.depth * V::Scalar::from_f64(SURE) {
            return ended(Status::Stationary, iterations, stationary);
        }
        if iterations == LIMIT {
            return ended(Status::NotConverged, iterations, stationary);
        }
        iterations += 1;
        let w = d.farthest(face.normal);
        let depth = face.normal.dot(w.at);
        if depth < best.depth {
            *best = Best { depth, normal: face.normal, on_a: w.on_a };
            stationary = false;
        }
        watch(polytope, &Pushed { face, farthest: w.at, depth: best.depth });
        if !push_out(d, polytope, index, w) {
            return ended(Status::NotConverged, iterations, stationary);
        }
        if !stationary && iterations % WIDE == 0 {
            stationary = descend(d, best);
        }
    }
}

/// Returns the touching point after the best translation: the foot of the origin on the best face.
/// One facet may be several faces.
fn touching_at<V: FloatVector>(d: &Difference<'_, V>, polytope: &Polytope<V>, best: &Best<V>) -> Option<V> {
    let level = best.depth + d.roundings(8.0 * GOAL);
    let slack = V::Scalar::EPSILON * best.depth.lit(64);
    let mut faces = polytope
        .faces
        .iter()
        .filter(|f| f.alive && f.offset <= level && f.normal.dot(best.normal) > V::Scalar::ZERO);
    faces.find_map(|face| polytope.foot(face, slack))
}

/// Adds the farthest point beyond a face, or settles the face if nothing lies beyond it. Returns
/// `false` if rounding tears the polytope.
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

/// Searches for a better translation in other parts of the sphere of directions, where the polytope
/// has faces closer than the best. Pushes those faces out, and where the set is round uses Newton's
/// method for the part around a face.
fn elsewhere<V: FloatVector>(d: &mut Difference<'_, V>, polytope: &mut Polytope<V>, best: &mut Best<V>) {
    let (alike, close) = (V::Scalar::from_f64(ALIKE), V::Scalar::from_f64(CLOSE));
    // A flat side that the polytope already has is found with a single support query.
    let before = best.depth;
    for face in &polytope.faces {
        // A face without area has no direction.
        let has_area = !face.normal.is_zero();
        if face.alive && has_area && face.offset < best.depth - d.roundings(GOAL) {
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

/// Returns the result. Finds the touching points after the move by [`gjk`] unless they are known.
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
