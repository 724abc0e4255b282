//! Reduction of the contact points of a manifold.

use super::feature::SLACK;
use crate::number::{Float, Real, Ring};
use crate::query::ManifoldPoint;
use crate::vector::FloatVector;
use smallvec::SmallVec;

/// Contact points before the reduction.
pub(crate) type Points<V> = SmallVec<[ManifoldPoint<V>; 8]>;

/// Returns all points and one as deep as the contact: the deepest, if it agrees with the contact up
/// to this fraction of the coordinates, or else the contact's own point.
pub(crate) fn with_deepest<V: FloatVector>(
    mut points: Points<V>,
    contact: ManifoldPoint<V>,
    normal: V,
    same: f64,
) -> Points<V> {
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
    points
}

/// Returns at most four points in 3D, two in 2D: the deepest, the one farthest from it, and those
/// that span most.
pub(crate) fn reduce<V: FloatVector>(mut points: Points<V>) -> Points<V> {
    let most = if V::DIM == 2 { 2 } else { 4 };
    let mut kept: Points<V> = Points::new();
    let deepest = points.iter().map(|p| p.depth).reduce(Ring::max).unwrap_or(V::Scalar::ZERO);
    let deepest = deepest - deepest * V::Scalar::from_f64(SLACK);
    let share = V::Scalar::ONE / V::Scalar::from_f64(points.len() as f64);
    let middle = points.iter().fold(V::splat(V::Scalar::ZERO), |sum, p| sum + p.on_a * share);
    while kept.len() < most && !points.is_empty() {
        let worth = |p: &ManifoldPoint<V>| match kept.as_slice() {
            // If many are equally deep, takes one at the edge of all.
            [] if p.depth >= deepest => (p.on_a - middle).length_squared(),
            [] => V::Scalar::ZERO - V::Scalar::ONE,
            [a] => (p.on_a - a.on_a).length_squared(),
            [a, b] => (p.on_a - a.on_a).wedge_squared(b.on_a - a.on_a),
            // Added to the area if the point is outside: the distance from the closest kept point.
            rest => rest
                .iter()
                .map(|k| (p.on_a - k.on_a).length_squared())
                .fold(V::Scalar::ONE.infinity(), Ring::min),
        };
        let mut best = 0;
        for (i, p) in points.iter().enumerate() {
            if worth(p) > worth(&points[best]) {
                best = i;
            }
        }
        let (here, depth) = (points[best].on_a, points[best].depth);
        let noise = (here.length() + depth) * V::Scalar::from_f64(SLACK);
        if kept.iter().any(|k| (k.on_a - here).length_squared() <= noise * noise) {
            points.swap_remove(best);
            continue;
        }
        kept.push(points.swap_remove(best));
    }
    kept
}
