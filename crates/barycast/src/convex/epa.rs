//! The least translation that takes two overlapping convex shapes apart, by an expanding polytope.
//!
//! **One set instead of two.** As for [`gjk`]: the differences `a - b` form a convex set `D`, which holds
//! the origin where the shapes meet. Moving `b` along the unit vector `n` takes it off `a` after
//!
//! ```text
//! h(n) = max n . (a - b)
//! ```
//!
//! so the least translation goes to the point of `D`'s boundary nearest to the origin.
//!
//! **Expansion.** Keep a polytope `P` with corners in `D`, from the inside:
//!
//! 1. Take its face nearest to the origin, with the outward normal `n`, `m` away. `m` is a *lower bound* of the
//!    depth: nothing of `P`, and so nothing less of `D`, is nearer.
//! 2. Ask for the point `w` of `D` farthest along `n`. The depth along `n` is `n . w`: an *upper bound*, and one
//!    that is always true, since whoever moves that far along `n` is apart. When both meet, that is the answer.
//! 3. Else add `w` to `P`: the faces that see it give way to those between their outline and `w`.
//!
//! Asked by [`contact`], in space it starts from the four points between which [`gjk`] finds the origin, if they are no sliver;
//! else from farthest points. The face is measured
//! with its sign, so `P` need not hold the origin: as long as it does not, the face with the origin farthest outside is
//! the next to be pushed out. So it can also start as flat as a triangle seen from both sides, in 2D a segment; and flat
//! sets, which touch only, need no case of their own: the depth across them is 0, at once.
//!
//! **Round shapes** with a [margin](Support::margin) are asked for their cores. While those are apart, [`gjk`] knows
//! the depth: the margins less the distance. Else it is the cores' depth and the margins. Of other round shapes (an
//! ellipsoid, a cylinder's side) the polytope comes nearer by a constant factor for each few faces; and where a
//! whole ring or ball of directions is as good as the best (a point on a cylinder's axis), all of it would have to be
//! covered. So after [`WIDE`] steps, and at the end, Newton's method takes over from the best direction. The depth
//! `h(n)` is stationary where the farthest point `w` lies on `n` itself. With `g`, the part of `w` across `n`, and
//! `H`, by how much `w` moves when `n` turns (measured, by asking once more along a direction close by), the next is
//!
//! ```text
//! n + (H - h I)^-1 (-g)
//! ```
//!
//! Where the set is straight along one direction, `w` jumps along it, and `n` turns about that direction only. What
//! this finds is a true upper bound, right to the last place where it is the least; the lower bound says how much
//! less another direction could offer: [`Status::Stationary`]. Then the parts of the sphere that the best direction is not in are looked at once
//! more, as far as the polytope has faces there that are nearer: up to [`MORE`] steps, or one of Newton's method where the set is round.
//!
//! **Rounding.** The answer is always a depth measured by farthest points along its own normal. A wrong turn can
//! leave it too large, and then [`Outcome::error_bound`] says by how much at most; it never makes a separated pair of
//! what is not.
//!
//! Sources: [Cameron 1997], [van den Bergen 2001]; the start without the origin inside and the
//! descent at the end are ours.

use super::form::{Across, Core};
use super::gjk;
use super::polytope::{Difference, Polytope, Spread, Start, Vertex};
use crate::number::each::MapEach;
use crate::number::elementary;
use crate::number::{Field, Float, Real, Ring};
use crate::query::Penetration;
use crate::shape::Support;
use crate::vector::{FloatVector, Vector};
use alloc::vec;
use core::cmp::Ordering;

/// Steps after which it gives up.
pub const LIMIT: u32 = 256;
/// Steps after which it tries whether the set is round there.
pub const WIDE: u32 = 48;
/// The bounds count as met when they differ by this many roundings of the largest coordinate.
pub const GOAL: f64 = 8.0;
/// Of a depth that is stationary, how much less another direction may offer, in depths, before it ends.
const SURE: f64 = 1e-7;
/// The cosine of the angle up to which directions are of one part of the sphere.
const ALIKE: f64 = 0.9;
/// So many times the best depth is close enough to it that Newton's method may lead below it.
const CLOSE: f64 = 1.125;
/// Steps in other parts of the sphere.
const MORE: u32 = 128;
/// A way between cores is no direction to go along when that would be this many roundings worse than its length.
const NOISE: f64 = 1e7;
/// The volume of four points to begin from is at least this part of the longest edge's cube.
const SLIVER: f64 = 1e-4;

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The bounds met.
    Converged,
    /// They did not; but to first order no direction near the one found is better. [`Outcome::error_bound`] says how
    /// much less a direction far from it could offer.
    Stationary,
    /// They did not. The translation takes the shapes apart, but perhaps a shorter one does too.
    NotConverged,
}

/// The answer with what is known of its quality.
#[derive(Clone, Copy, Debug)]
pub struct Outcome<V: Vector> {
    /// The least translation found. Of shapes that are apart: depth 0, along a direction that separates them.
    pub contact: Penetration<V>,
    /// The least depth is at most this much below.
    pub error_bound: V::Scalar,
    /// Steps taken.
    pub iterations: u32,
    /// How it ended.
    pub status: Status,
}

/// The least translation of two bounded shapes that intersect.
pub fn outcome<V: FloatVector>(a: &dyn Support<Vector = V>, b: &dyn Support<Vector = V>) -> Outcome<V> {
    let nowhere = a.middle().zero();
    moved(a, nowhere, b, nowhere)
}

/// The least translation of two bounded shapes; `None` where [`gjk::intersects`] says no. One search answers both.
pub fn contact<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
) -> Option<Outcome<V>> {
    if a.margin() + b.margin() > V::Scalar::ZERO {
        return gjk::intersects(a, b).then(|| outcome(a, b));
    }
    let (status, around) = gjk::around(a, b);
    let meet = matches!(status, gjk::Status::Touching | gjk::Status::Overlapping);
    meet.then(|| outcome_from(a, b, around))
}

/// The least translation of two without margins that intersect, from points between which [`gjk::within`] finds the origin, where
/// these are known.
pub(crate) fn outcome_from<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
    around: Option<gjk::Around<V>>,
) -> Outcome<V> {
    grown(expand_from(a, b, around), [V::Scalar::ZERO; 2])
}

/// The least translation of two that intersect, each of them moved.
pub(crate) fn moved<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    by_a: V,
    b: &dyn Support<Vector = V>,
    by_b: V,
) -> Outcome<V> {
    let (margin_a, margin_b) = (a.margin(), b.margin());
    let (a, b) = (Core { shape: a, by: by_a }, Core { shape: b, by: by_b });
    let zero = V::Scalar::ZERO;
    let cores = if margin_a + margin_b > zero { near(&a, &b) } else { None };
    let cores = cores.unwrap_or_else(|| expand(&a, &b));
    grown(cores, [margin_a, margin_b])
}

/// What is known of cores, of the shapes with these margins.
fn grown<V: FloatVector>(cores: Outcome<V>, [margin_a, margin_b]: [V::Scalar; 2]) -> Outcome<V> {
    let depth = Ring::max(cores.contact.depth + margin_a + margin_b, V::Scalar::ZERO);
    let normal = cores.contact.normal_a_to_b.unwrap_or_else(|| cores.contact.on_a.zero());
    let on_a = cores.contact.on_a + normal * margin_a;
    let contact = Penetration { normal_a_to_b: Some(normal), depth, on_a, on_b: on_a - normal * depth };
    Outcome { contact, ..cores }
}

/// Of cores that are apart: along the shortest way between them, by its length less.
pub(crate) fn near<V: FloatVector>(a: &Core<'_, V>, b: &Core<'_, V>) -> Option<Outcome<V>> {
    near_of(a, b, &gjk::outcome(a, b))
}

/// The same of cores of which [`gjk`] found this.
pub(crate) fn near_of<V: FloatVector>(
    a: &Core<'_, V>,
    b: &Core<'_, V>,
    found: &gjk::Outcome<V>,
) -> Option<Outcome<V>> {
    let closest = found.closest;
    if closest.distance <= V::Scalar::ZERO {
        return None;
    }
    let normal = (closest.on_b - closest.on_a).normalized_or_zero();
    // A way so short that its direction is noise does not separate them.
    let mut difference = Difference::new(a, b);
    let gap = -difference.farthest(normal).at.dot(normal);
    let error_bound = Ring::max(closest.distance - gap, V::Scalar::ZERO);
    let sure = error_bound <= difference.roundings(8.0 * GOAL) && found.status != gjk::Status::NotConverged;
    if !sure {
        let mut best = Best { depth: -gap, normal, on_a: closest.on_a };
        let stationary = descend(&mut difference, &mut best);
        if best.depth < -difference.roundings(NOISE) {
            let error_bound = Ring::max(closest.distance + best.depth, V::Scalar::ZERO);
            let status = if stationary { Status::Stationary } else { Status::NotConverged };
            return Some(finish(a, b, &best, false, error_bound, found.iterations, status));
        }
        if error_bound > difference.roundings(NOISE) {
            return None;
        }
    }
    Some(Outcome {
        contact: Penetration {
            normal_a_to_b: Some(normal),
            depth: -closest.distance,
            on_a: closest.on_a,
            on_b: closest.on_b,
        },
        error_bound,
        iterations: found.iterations,
        status: if sure { Status::Converged } else { Status::NotConverged },
    })
}

/// The best translation so far.
#[derive(Clone, Copy, Debug)]
struct Best<V: Vector> {
    depth: V::Scalar,
    normal: V,
    on_a: V,
}

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

/// The expansion, from points of both whose differences hold the origin, where these are known.
fn expand_from<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
    around: Option<gjk::Around<V>>,
) -> Outcome<V> {
    let mut d = Difference::new(a, b);
    let around = around.map(|corners| corners.each(|[on_a, on_b]| d.seen(on_a, on_b))).filter(solid);
    let mut polytope = Polytope::new();
    match around {
        Some(corners) => polytope.begin(&corners),
        None => match V::by_dim(Spread(&mut d)) {
            Start::Spanned(corners) => polytope.begin(&corners),
            Start::Flat(normal) => {
                let (up, down) = (d.farthest(normal), d.farthest(-normal));
                let (above, below) = (up.at.dot(normal), -down.at.dot(normal));
                let best = if above <= below {
                    Best { depth: above, normal, on_a: up.on_a }
                } else {
                    Best { depth: below, normal: -normal, on_a: down.on_a }
                };
                return finish(a, b, &best, false, V::Scalar::ZERO, 1, Status::Converged);
            }
        },
    }
    let mut best = Best {
        depth: V::Scalar::ONE.infinity(),
        normal: polytope.faces[0].normal,
        on_a: polytope.vertices[0].on_a,
    };
    let mut iterations = 0;
    let mut lower;
    let mut stationary = false;
    let status = loop {
        let Some(index) = polytope.nearest() else {
            lower = best.depth;
            break Status::Converged;
        };
        let face = polytope.faces[index];
        lower = face.offset;
        if !lower.is_finite() {
            break Status::NotConverged;
        }
        if best.depth <= lower + d.roundings(GOAL) {
            break Status::Converged;
        }
        if stationary && best.depth - lower <= best.depth * V::Scalar::from_f64(SURE) {
            break Status::Stationary;
        }
        if iterations == LIMIT {
            break Status::NotConverged;
        }
        iterations += 1;
        let w = d.farthest(face.normal);
        let depth = face.normal.dot(w.at);
        if depth < best.depth {
            best = Best { depth, normal: face.normal, on_a: w.on_a };
            stationary = false;
        }
        if !push_out(&d, &mut polytope, index, w) {
            break Status::NotConverged;
        }
        if !stationary && iterations % WIDE == 0 {
            stationary = descend(&mut d, &mut best);
        }
    };
    let status = if status == Status::NotConverged && (stationary || descend(&mut d, &mut best)) {
        Status::Stationary
    } else {
        status
    };
    if status != Status::Converged {
        elsewhere(&mut d, &mut polytope, &mut best);
    }
    // The foot of the origin on the best face tells where they touch; a facet may be several faces.
    let level = best.depth + d.roundings(8.0 * GOAL);
    let slack = V::Scalar::EPSILON * best.depth.lit(64);
    let mut touching = None;
    for face in polytope
        .faces
        .iter()
        .filter(|f| f.alive && f.offset <= level && f.normal.dot(best.normal) > V::Scalar::ZERO)
    {
        touching = polytope.foot(face, slack);
        if touching.is_some() {
            break;
        }
    }
    if let Some(on_a) = touching {
        best.on_a = on_a;
    }
    let error_bound = Ring::max(best.depth - lower, V::Scalar::ZERO);
    finish(a, b, &best, touching.is_some(), error_bound, iterations, status)
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

/// The direction along which the set is straight at its farthest point along `n`, where `w` jumps.
fn ruling<V: FloatVector>(d: &mut Difference<'_, V>, n: V, turn: V::Scalar) -> Option<V> {
    let w = d.farthest(n).at;
    let (mut end, mut longest) = (n, w.zero());
    for across in V::by_dim(Across(n)) {
        for way in [across * turn, -(across * turn)] {
            let jump = d.farthest(n + way).at - w;
            if longest.length_squared() < jump.length_squared() {
                (end, longest) = (way, jump);
            }
        }
    }
    let smooth = turn * w.length() * turn.lit(1000) + d.roundings(64.0);
    if longest.length() <= smooth {
        return None;
    }
    // Where it jumped to, without the turn: as far back as it went on in another turn.
    let further = d.farthest(n + end + end).at - w;
    let jump = longest + (longest - further);
    // What is round goes twice as far in twice the turn: that leaves no jump, but noise along the normal.
    (jump.length() > longest.length().half()).then(|| jump.normalized_or_zero())
}

/// Newton's method from the best translation; it ended where the depth is stationary and curves upward.
fn descend<V: FloatVector>(d: &mut Difference<'_, V>, best: &mut Best<V>) -> bool {
    let zero = V::Scalar::ZERO;
    // Turned by this much, the change of `w` is known to as many places as it is small.
    let turn = V::Scalar::from_f64(elementary::cbrt(d.rounding().to_f64()));
    let mut done = false;
    for step in 0..32 {
        // The polytope may have left it some way from where it jumps: it is looked for from far to near.
        let far = turn.lit(1 << (18 - 9 * Ord::min(step, 2)));
        let straight = ruling(d, best.normal, turn * far);
        if let Some(straight) = straight {
            let normal = (best.normal - straight * best.normal.dot(straight)).normalized_or_zero();
            let next = d.farthest(normal);
            let depth = normal.dot(next.at);
            if depth < best.depth {
                *best = Best { depth, normal, on_a: next.on_a };
            }
            // In 2D that is all there is to turn.
            if V::DIM == 2 && step < 2 {
                continue;
            } else if V::DIM == 2 {
                return true;
            }
        }
        let n = best.normal;
        let [mut u, mut v] = V::by_dim(Across(n));
        if let Some(straight) = straight {
            u = (u * v.dot(straight) - v * u.dot(straight)).normalized_or_zero();
            v = v.zero();
        }
        let w = d.farthest(n);
        let by_u = d.farthest(n + u * turn).at - w.at;
        let by_v = if v.is_zero() { v } else { d.farthest(n + v * turn).at - w.at };
        let depth = best.depth;
        let unturn = V::Scalar::ONE / turn;
        let (g_u, g_v) = (w.at.dot(u), w.at.dot(v));
        let uu = by_u.dot(u) * unturn - depth;
        let vv = if v.is_zero() { V::Scalar::ONE } else { by_v.dot(v) * unturn - depth };
        let uv = (by_u.dot(v) + by_v.dot(u)) * unturn * zero.one().half();
        // Where a whole ring is as good, it does not curve along the ring: a little keeps the step short there.
        let least = depth.abs() * turn + d.roundings(1.0);
        let (uu, vv) = (uu + least, vv + least);
        let determinant = uu * vv - uv * uv;
        // Then `vv` is positive too.
        if !(zero < uu && zero < determinant) {
            if step < 2 {
                continue;
            }
            return done;
        }
        let step_u = (uv * g_v - vv * g_u) / determinant;
        let step_v = (uv * g_u - uu * g_v) / determinant;
        let way = u * step_u + v * step_v;
        let normal = (n + way).normalized_or_zero();
        let next = d.farthest(normal);
        let next_depth = normal.dot(next.at);
        let gain = depth - next_depth;
        done = step > 1 && way.length() <= turn && gain.abs() <= d.roundings(64.0);
        if zero < gain {
            *best = Best { depth: next_depth, normal, on_a: next.on_a };
        }
        if done || (step > 2 && (gain <= zero || gain.partial_cmp(&zero).is_none())) {
            return done;
        }
    }
    done
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

/// The direction near one that was found in fewer digits along which the depth is stationary; that one where there is none.
pub(crate) fn stationary<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
    normal: V,
) -> V {
    let mut d = Difference::new(a, b);
    let w = d.farthest(normal);
    let mut best = Best { depth: normal.dot(w.at), normal, on_a: w.on_a };
    descend(&mut d, &mut best);
    best.normal
}

/// The points of two round shapes that face each other along a direction, and the direction, where each is the farthest
/// along it and the way between them runs along it: by Newton's method from a direction close by, on the part of the
/// way across it. What has edges or is straight there is left alone.
pub(crate) fn facing<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
    close: V,
) -> Option<Penetration<V>> {
    const STEPS: u32 = 6;
    const CLOSE: f64 = 0.99;
    let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
    let mut d = Difference::new(a, b);
    let turn = V::Scalar::from_f64(elementary::cbrt(d.rounding().to_f64()));
    let across = |w: V, n: V| (w - n * w.dot(n)).length();
    let mut n = close.normalized_or_zero();
    let mut w = d.farthest(n);
    for _ in 0..STEPS {
        if across(w.at, n) <= d.roundings(8.0) {
            break;
        }
        let [u, v] = V::by_dim(Across(n));
        let mut slope = |way: V| (d.farthest(n + way * turn).at - w.at) * (one / turn);
        let (by_u, by_v) = (slope(u), if v.is_zero() { v } else { slope(v) });
        let along = w.at.dot(n);
        let (uu, vv) = (by_u.dot(u) - along, if v.is_zero() { one } else { by_v.dot(v) - along });
        let uv = (by_u.dot(v) + by_v.dot(u)).half();
        let (g_u, g_v) = (w.at.dot(u), w.at.dot(v));
        let determinant = uu * vv - uv * uv;
        if determinant == zero || !determinant.is_finite() {
            return None;
        }
        let way = u * ((uv * g_v - vv * g_u) / determinant) + v * ((uv * g_u - uu * g_v) / determinant);
        let next = (n + way).normalized_or_zero();
        let there = d.farthest(next);
        if across(there.at, next) >= across(w.at, n) {
            break;
        }
        (n, w) = (next, there);
    }
    let found = Penetration { normal_a_to_b: Some(n), depth: w.at.dot(n), on_a: w.on_a, on_b: w.on_a - w.at };
    let near = n.dot(close) > close.length() * V::Scalar::from_f64(CLOSE);
    (near && across(w.at, n) <= d.roundings(64.0)).then_some(found)
}

/// The answer; where they touch after the move, by [`gjk`], unless that is known.
fn finish<V: FloatVector>(
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Aabb, Cylinder, Ellipsoid, Obb, Point, Segment, Sphere, Triangle};
    use core::cell::Cell;
    use glam::{DVec3, dvec2, dvec3};

    const AXES: [DVec3; 3] = [DVec3::X, DVec3::Y, DVec3::Z];

    fn depth(a: &dyn Support<Vector = DVec3>, b: &dyn Support<Vector = DVec3>) -> f64 {
        outcome(a, b).contact.depth
    }

    #[test]
    fn boxes_come_apart_through_the_nearest_face_exactly() {
        let a = Aabb::new(dvec3(-1., -1., -1.), dvec3(1., 1., 1.));
        let b = Obb::new(dvec3(0.25, 1.5, 0.5), dvec3(2., 1., 3.), AXES);
        let found = outcome(&a, &b);
        assert_eq!((found.contact.depth, found.contact.normal_a_to_b), (0.5, Some(DVec3::Y)));
        assert_eq!((found.status, found.error_bound), (Status::Converged, 0.0));
    }

    #[test]
    fn identical_boxes_part_along_their_shortest_side() {
        let a = Aabb::new(dvec3(-4., -1., -2.), dvec3(4., 1., 2.));
        assert_eq!(depth(&a, &a), 2.0);
    }

    #[test]
    fn boxes_that_touch_at_a_face_an_edge_or_a_corner_have_depth_zero_and_a_unit_normal() {
        let a = Aabb::new(dvec3(0., 0., 0.), dvec3(1., 1., 1.));
        for corner in [dvec3(1., 0., 0.), dvec3(1., 1., 0.25), dvec3(1., 1., 1.)] {
            let found = outcome(&a, &Aabb::new(corner, corner + dvec3(1., 1., 1.))).contact;
            assert_eq!(found.depth, 0.0);
            let normal = found.normal_a_to_b.unwrap();
            assert!((normal.length() - 1.0).abs() < 1e-15 && normal.min_element() >= 0.0, "{normal:?}");
        }
    }

    #[test]
    fn flat_sets_that_cross_in_their_plane_are_parted_across_it() {
        let a = Triangle::new(dvec3(0., 0., 0.), dvec3(4., 0., 0.), dvec3(0., 4., 0.));
        let b = Triangle::new(dvec3(1., 1., 0.), dvec3(5., 1., 0.), dvec3(1., 5., 0.));
        let found = outcome(&a, &b).contact;
        assert_eq!((found.depth, found.normal_a_to_b.map(|n| n.z.abs())), (0.0, Some(1.0)));
        let (s, t) = (Segment::new(DVec3::ZERO, DVec3::X), Segment::new(DVec3::ZERO, DVec3::X));
        let normal = outcome(&s, &t).contact.normal_a_to_b.unwrap();
        assert_eq!(normal.x, 0.0);
        assert_eq!(depth(&Point(DVec3::X), &Point(DVec3::X)), 0.0);
    }

    #[test]
    fn in_2d_a_triangle_leaves_through_the_nearest_edge() {
        let a = Triangle::new(dvec2(0., 0.), dvec2(4., 0.), dvec2(0., 4.));
        let found = outcome(&a, &Point(dvec2(1., 0.5))).contact;
        assert_eq!((found.depth, found.normal_a_to_b), (0.5, Some(dvec2(0., -1.))));
        assert_eq!((found.on_a, found.on_b), (dvec2(1., 0.), dvec2(1., 0.5)));
    }

    #[test]
    fn spheres_at_one_centre_and_inside_others_part_by_their_radii() {
        let a = Sphere::new(dvec3(1., 2., 3.), 2.0);
        assert_eq!(depth(&a, &Sphere::new(dvec3(1., 2., 3.), 0.5)), 2.5);
        let cube = Aabb::new(dvec3(0., 0., 0.), dvec3(8., 8., 8.));
        // Its middle is in the box, two from a face.
        assert_eq!(depth(&cube, &a), 3.0);
    }

    #[test]
    fn a_ring_of_directions_as_good_as_the_best_still_gives_every_digit() {
        let can = Cylinder::new(dvec3(0., 0., -9.), dvec3(0., 0., 9.), 2.0);
        let found = outcome(&can, &Point(dvec3(0., 0., 1.)));
        assert!((found.contact.depth - 2.0).abs() < 1e-14, "{found:?}");
        let egg = Ellipsoid::new(DVec3::ZERO, dvec3(3., 2., 2.), AXES);
        assert!((depth(&egg, &egg) - 4.0).abs() < 1e-13);
    }

    #[test]
    fn the_corner_at_the_centre_of_a_ball_is_a_contact() {
        // parry #34 answers none.
        let cube = Aabb::new(dvec3(0., 0., 0.), dvec3(1., 1., 1.));
        let found = outcome(&cube, &Sphere::new(dvec3(1., 1., 1.), 0.5)).contact;
        assert_eq!(found.depth, 0.5);
        assert!((found.normal_a_to_b.unwrap().length() - 1.0).abs() < 1e-15);
    }

    /// Counts how often it is asked for a farthest point.
    struct Counted<'s>(&'s dyn Support<Vector = DVec3>, &'s Cell<u32>);

    impl Support for Counted<'_> {
        type Vector = DVec3;

        fn support(&self, direction: DVec3) -> DVec3 {
            self.1.set(self.1.get() + 1);
            self.0.support(direction)
        }

        fn middle(&self) -> DVec3 {
            self.0.middle()
        }
    }

    /// How often a question asks two shapes for a farthest point.
    fn asks(
        a: &dyn Support<Vector = DVec3>,
        b: &dyn Support<Vector = DVec3>,
        question: impl Fn(&Counted<'_>, &Counted<'_>),
    ) -> u32 {
        let count = Cell::new(0);
        question(&Counted(a, &count), &Counted(b, &count));
        count.get()
    }

    #[test]
    fn a_contact_asks_less_than_yes_or_no_and_the_expansion_by_themselves() {
        let tilted = [dvec3(0.8, 0.6, 0.), dvec3(-0.6, 0.8, 0.), DVec3::Z];
        let (a, b) = (
            Obb::new(DVec3::ZERO, dvec3(3., 2., 1.), AXES),
            Obb::new(dvec3(0.5, 0.25, 0.75), dvec3(1., 2., 3.), tilted),
        );
        let decided = asks(&a, &b, |a, b| assert!(gjk::intersects(a, b)));
        let expanded = asks(&a, &b, |a, b| assert_eq!(outcome(a, b).status, Status::Converged));
        let both = asks(&a, &b, |a, b| assert_eq!(contact(a, b).unwrap().status, Status::Converged));
        assert!(both < decided + expanded, "{both} {decided} {expanded}");
    }

    #[test]
    fn newtons_method_asks_no_more_than_twice_what_the_steps_of_the_expansion_do() {
        // On the axis a whole ring is as near: it takes all the steps there are, of two questions each, and each part of the ring.
        let can = Cylinder::new(dvec3(0., 0., -9.), dvec3(0., 0., 9.), 2.0);
        let all = asks(&can, &Point(dvec3(0., 0., 1.)), |a, b| assert_eq!(outcome(a, b).iterations, LIMIT));
        assert!(all < 2 * LIMIT + 2 * (2 * LIMIT) + 100, "{all}");
    }

    #[test]
    fn of_two_ways_that_are_nearly_as_long_the_shorter_is_told() {
        let can = |at: f64| Cylinder::new(dvec3(0., 0., at - 1.), dvec3(0., 0., at + 1.), 1.0);
        for less in [1e-3, 3e-4, 1e-6, 1e-8, 1e-10] {
            let found = outcome(&can(0.), &Point(dvec3(0., 0., less)));
            assert!((found.contact.depth - (1.0 - less)).abs() < 1e-14, "{less}: {found:?}");
            let aside = outcome(&can(0.), &Point(dvec3(0.5, 0., 0.5 + less)));
            assert!((aside.contact.depth - (0.5 - less)).abs() < 1e-14, "{less}: {aside:?}");
            let longer = Cylinder::new(dvec3(0., 0., -0.5 + less), dvec3(0., 0., 0.5 + less), 0.5);
            let found = outcome(&Cylinder::new(dvec3(0., 0., -0.5), dvec3(0., 0., 0.5), 0.5), &longer);
            assert!((found.contact.depth - (1.0 - less)).abs() < 1e-14, "{less}: {found:?}");
        }
    }

    /// What Newton's method makes of a direction close to the best one, and whether it ended there.
    fn descended<V: FloatVector>(
        a: &dyn Support<Vector = V>,
        b: &dyn Support<Vector = V>,
        close: V,
    ) -> (Best<V>, bool) {
        let mut d = Difference::new(a, b);
        let normal = close.normalized_or_zero();
        let w = d.farthest(normal);
        let mut best = Best { depth: normal.dot(w.at), normal, on_a: w.on_a };
        let done = descend(&mut d, &mut best);
        (best, done)
    }

    #[test]
    fn the_way_out_of_the_middle_of_an_ellipsoid_is_found_to_every_digit() {
        // It is the shortest radius, here x. The other two lie aslant of y and z.
        let tilted = [DVec3::X, dvec3(0., 0.8, 0.6), dvec3(0., -0.6, 0.8)];
        for radii in [dvec3(1., 1.05, 2.), dvec3(1., 2., 1.05), dvec3(1., 1.125, 1.25)] {
            let egg = Ellipsoid::new(DVec3::ZERO, radii, tilted);
            for close in [dvec3(1., 0.02, 0.01), dvec3(1., -0.01, 0.02), dvec3(-1., 0.02, 0.02)] {
                let (best, done) = descended(&egg, &Point(DVec3::ZERO), close);
                assert!(done && (best.depth - 1.0).abs() < 1e-15, "{radii} {close}: {best:?}");
                assert!((best.normal.x.abs() - 1.0).abs() < 1e-15, "{radii} {close}: {best:?}");
            }
        }
    }

    #[test]
    fn a_ring_of_ways_as_long_as_each_other_is_stationary() {
        // An egg's waist: along the ring the depth does not curve.
        let egg = Ellipsoid::new(DVec3::ZERO, dvec3(3., 2., 2.), AXES);
        for across in [dvec3(0., 1., 0.), dvec3(0., 0., 1.), dvec3(0., 0.6, 0.8), dvec3(0., -0.8, 0.6)] {
            let (best, done) = descended(&egg, &Point(DVec3::ZERO), across + dvec3(1e-3, 0., 0.));
            assert!(done && (best.depth - 2.0).abs() < 1e-15, "{across}: {best:?}");
        }
    }

    #[test]
    fn in_2d_the_way_out_through_a_side_is_stationary() {
        let slab = Aabb::new(dvec2(0., 0.), dvec2(4., 1.));
        for close in [dvec2(3e-6, 1.), dvec2(-1e-6, 1.), dvec2(0., 1.)] {
            let (best, done) = descended(&slab, &Point(dvec2(2., 0.75)), close);
            assert!(done, "{close}: {best:?}");
            assert_eq!((best.depth, best.normal), (0.25, dvec2(0., 1.)), "{close}");
        }
    }

    #[test]
    fn the_points_of_an_ellipsoid_and_a_ball_that_face_each_other_are_found_to_every_digit() {
        let axes = [dvec3(0.8, 0.6, 0.), dvec3(-0.48, 0.64, 0.6), dvec3(0.36, -0.48, 0.8)];
        let egg = Ellipsoid::new(DVec3::ZERO, dvec3(2., 1., 3.), axes);
        for normal in [dvec3(2., 3., 6.) / 7.0, dvec3(-6., 2., 3.) / 7.0, dvec3(3., -6., 2.) / 7.0] {
            // A ball half a unit over the point where the normal is this one.
            let on_a = egg.support(normal);
            let ball = Sphere::new(on_a + normal * 2.5, 2.0);
            for tilt in [dvec3(0.01, -0.02, 0.005), dvec3(-0.02, 0.01, 0.01)] {
                let found = facing(&egg, &ball, normal + tilt).unwrap();
                assert!((found.depth + 0.5).abs() < 1e-14, "{normal} {tilt}: {found:?}");
                assert!((found.on_a - on_a).length() < 1e-14, "{normal} {tilt}: {found:?}");
                assert!((found.normal_a_to_b.unwrap() - normal).length() < 1e-14, "{normal}: {found:?}");
            }
        }
    }
}
