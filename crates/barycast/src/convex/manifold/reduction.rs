//! Reduction of the contact points of a manifold.

use super::feature::SLACK;
use crate::number::each::MapEach;
use crate::number::{Float, Real, Ring};
use crate::query::ManifoldPoint;
use crate::vector::FloatVector;
use smallvec::{Array, SmallVec};

/// Contact points before the reduction.
pub(crate) type Points<V> = SmallVec<[ManifoldPoint<V>; 8]>;

/// Contact points after it.
type Kept<V> = SmallVec<[ManifoldPoint<V>; 4]>;

/// Makes one of the points as deep as the contact: the deepest, if it agrees with the contact up to
/// this fraction of the coordinates. Otherwise adds the contact's own point.
pub(crate) fn add_deepest<V: FloatVector, A: Array<Item = ManifoldPoint<V>>>(
    points: &mut SmallVec<A>,
    contact: ManifoldPoint<V>,
    normal: V,
    same: f64,
) {
    let same = V::Scalar::from_f64(same);
    match points.iter_mut().reduce(|deepest, p| if p.depth > deepest.depth { p } else { deepest }) {
        Some(p)
            if contact.depth - p.depth
                <= (p.on_a.length() + contact.on_a.length() + contact.depth) * same =>
        {
            p.depth = contact.depth;
            p.on_b = p.on_a - normal * p.depth;
        }
        _ => points.push(contact),
    }
}

/// Takes out of the points at most four in 3D, two in 2D: the deepest, the one farthest from it, the
/// one that spans the largest triangle with them, and the one that adds most to its area.
pub(crate) fn reduce<V: FloatVector>(points: &mut Points<V>) -> Kept<V> {
    let most = if V::DIM == 2 { 2 } else { 4 };
    let mut kept = Kept::new();
    let deepest = points.iter().map(|p| p.depth).reduce(Ring::max).unwrap_or(V::Scalar::ZERO);
    let deepest = deepest - deepest * V::Scalar::from_f64(SLACK);
    let share = V::Scalar::ONE / V::Scalar::from_f64(points.len() as f64);
    let middle = points.iter().fold(V::splat(V::Scalar::ZERO), |sum, p| sum + p.on_a * share);
    while kept.len() < most && !points.is_empty() {
        let best = most_worth(points, &kept, deepest, middle);
        let (here, depth) = (points[best].on_a, points[best].depth);
        let noise = (here.length() + depth) * V::Scalar::from_f64(SLACK);
        let point = points.swap_remove(best);
        if kept.iter().all(|k| (k.on_a - here).length_squared() > noise * noise) {
            kept.push(point);
        }
    }
    kept
}

/// Returns the index of the point that adds most to those kept.
fn most_worth<V: FloatVector>(
    points: &[ManifoldPoint<V>],
    kept: &[ManifoldPoint<V>],
    deepest: V::Scalar,
    middle: V,
) -> usize {
    let zero = V::Scalar::ZERO;
    let worth = |p: &ManifoldPoint<V>| match kept {
        // If many are equally deep, takes one at the edge of all.
        [] if p.depth >= deepest => [(p.on_a - middle).length_squared(), zero],
        [] => [zero - V::Scalar::ONE, zero],
        [a] => [(p.on_a - a.on_a).length_squared(), zero],
        [a, b] => [(p.on_a - a.on_a).wedge_squared(b.on_a - a.on_a), zero],
        [a, b, c, ..] => {
            let corners = [a, b, c].each(|kept| kept.on_a);
            let distances = corners.each(|kept| (p.on_a - kept).length_squared());
            [area_beyond(corners, p.on_a), distances.into_iter().fold(V::Scalar::ONE.infinity(), Ring::min)]
        }
    };
    let mut best = 0;
    let mut most = if points.len() > 1 { worth(&points[0]) } else { [zero; 2] };
    for (i, p) in points.iter().enumerate().skip(1) {
        let worth = worth(p);
        if worth > most {
            (best, most) = (i, worth);
        }
    }
    best
}

/// Returns a multiple of the area that a point adds to a triangle beyond one of its sides; 0 for a
/// point in the triangle.
fn area_beyond<V: FloatVector>([a, b, c]: [V; 3], p: V) -> V::Scalar {
    let beyond = |from: V, to: V, third: V| {
        let side = to - from;
        V::Scalar::ZERO - side.wedge_dot(p - from, side, third - from)
    };
    let most = Ring::max(beyond(a, b, c), Ring::max(beyond(b, c, a), beyond(c, a, b)));
    Ring::max(most, V::Scalar::ZERO)
}
