//! Newton's method: from a nearby direction to one along which the depth is stationary.

use super::polytope::Difference;
use crate::convex::form::Across;
use crate::number::elementary;
use crate::number::{Field, Float, Ring};
use crate::query::Penetration;
use crate::shape::Support;
use crate::vector::{FloatVector, Vector};

/// Best translation so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Best<V: Vector> {
    pub(super) depth: V::Scalar,
    pub(super) normal: V,
    pub(super) on_a: V,
}

/// Returns the direction along which the set is straight at its farthest point along `n`, where `w`
/// jumps.
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
    // Point to which `w` jumped, without the effect of the rotation, which is estimated by a second
    // equal rotation.
    let further = d.farthest(n + end + end).at - w;
    let jump = longest + (longest - further);
    // On a round set `w` moves twice as far under twice the rotation. This leaves no jump, only
    // noise along the normal.
    (jump.length() > longest.length().half()).then(|| jump.normalized_or_zero())
}

/// Runs Newton's method from the best translation. Returns whether it ended where the depth is
/// stationary and curves upward.
pub(super) fn descend<V: FloatVector>(d: &mut Difference<'_, V>, best: &mut Best<V>) -> bool {
    let zero = V::Scalar::ZERO;
    // With a rotation of this size, the change of `w` is known to as many digits as it is small.
    let turn = V::Scalar::from_f64(elementary::cbrt(d.rounding().to_f64()));
    let mut done = false;
    for step in 0..32 {
        // The polytope may have stopped some way from where `w` jumps: the jump is searched for
        // from far to near.
        let far = turn.lit(1 << (18 - 9 * Ord::min(step, 2)));
        let straight = ruling(d, best.normal, turn * far);
        if let Some(straight) = straight {
            let normal = (best.normal - straight * best.normal.dot(straight)).normalized_or_zero();
            let next = d.farthest(normal);
            let depth = normal.dot(next.at);
            // The straight part may run along the normal itself.
            if !normal.is_zero() && depth < best.depth {
                *best = Best { depth, normal, on_a: next.on_a };
            }
            // In 2D there is nothing else to rotate.
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
        // Where a whole ring is equally good, the depth does not curve along the ring: a small
        // curvature keeps the step short there.
        let least = depth.abs() * turn + d.roundings(1.0);
        let (uu, vv) = (uu + least, vv + least);
        let determinant = uu * vv - uv * uv;
        // This makes `vv` positive too.
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

/// Returns a direction along which the depth is stationary, close to one found in fewer digits, or
/// that direction if there is none.
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

/// Returns the closest points of two round shapes that face each other along a direction, and the
/// direction. Each point is the farthest along the direction, and the way between them runs along
/// it. Uses Newton's method from a nearby direction, on the component of the way perpendicular to
/// it. Parts with edges or straight parts are left unchanged.
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
