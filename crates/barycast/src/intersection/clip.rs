//! Cutting convex polygons, flat in 3D, in exact numbers.
//!
//! Over exact numbers the corners made by a cut lie on it, and points that are equal are found to be: so the
//! result has the right kind, a polygon, a segment or a point. Source: [Sutherland 1974].

use super::Common;
use crate::number::{Exact, Field, Ring};
use crate::shape::Segment;
use crate::vector::{Vector, Vector3};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// The part of the polygon where the linear `height` is 0 or more.
pub(super) fn keep<V: Vector<Scalar: Field, Mask = bool>>(
    points: &[V],
    height: impl Fn(V) -> V::Scalar,
) -> Vec<V> {
    let mut kept = Vec::with_capacity(points.len() + 1);
    for (i, &p) in points.iter().enumerate() {
        let q = points[(i + 1) % points.len()];
        let (at_p, at_q) = (height(p), height(q));
        let zero = at_p.zero();
        if zero.le(at_p) {
            kept.push(p);
        }
        if (zero.lt(at_p) && at_q.lt(zero)) || (at_p.lt(zero) && zero.lt(at_q)) {
            kept.push(p + (q - p) * (at_p / (at_p - at_q)));
        }
    }
    kept
}

/// The part of the polygon where the linear `height` is 0.
pub(super) fn slice<V: Vector<Scalar: Field, Mask = bool>>(
    points: &[V],
    height: impl Fn(V) -> V::Scalar,
) -> Vec<V> {
    let above = keep(points, &height);
    keep(&above, |p| -height(p))
}

/// The part of the polygon within a convex outline of the same plane, whose edges `u` and `v` span a positive area.
pub(super) fn within<V: Vector<Scalar: Field, Mask = bool>>(
    points: Vec<V>,
    edges: &[Segment<V>],
    u: V,
    v: V,
) -> Vec<V> {
    let inside = |points: Vec<V>, edge: &Segment<V>| {
        let along = edge.b - edge.a;
        keep(&points, |p| along.wedge_dot(p - edge.a, u, v))
    };
    edges.iter().fold(points, inside)
}

/// The order of two points by their coordinates.
fn order<V: Vector<Mask = bool>>(a: &V, b: &V) -> Ordering {
    (0..V::DIM).fold(Ordering::Equal, |order, axis| {
        order.then_with(|| match (a.get(axis).lt(b.get(axis)), b.get(axis).lt(a.get(axis))) {
            (true, _) => Ordering::Less,
            (_, true) => Ordering::Greater,
            _ => Ordering::Equal,
        })
    })
}

/// What kind of set the hull of points in order around it is. Its corners begin with the least, and go on to the
/// lesser of its neighbours: the answer does not depend on the order of the question.
pub(super) fn common<'a, V, W>(points: &[V]) -> Option<Common<W>>
where
    V: Vector<Scalar = Exact<'a>, Mask = bool>,
    W: Vector<Scalar = f64>,
{
    let round = |p: V| p.lift::<W>(&|x: Exact<'_>| x.to_f64());
    let first = *points.first()?;
    let squared = |p: V| (p - first).length_squared();
    let far = points.iter().fold(first, |far, p| if squared(far).lt(squared(*p)) { *p } else { far });
    let axis = far - first;
    let zero = squared(first);
    if squared(far).same(zero) {
        return Some(Common::Point(round(first)));
    }
    if points.iter().all(|p| (*p - first).wedge_squared(axis).same(zero)) {
        let ends = points.iter().fold((first, first), |(low, high), p| {
            let t = |q: V| (q - first).dot(axis);
            (if t(*p).lt(t(low)) { *p } else { low }, if t(high).lt(t(*p)) { *p } else { high })
        });
        let (a, b) = if order(&ends.0, &ends.1).is_le() { ends } else { (ends.1, ends.0) };
        return Some(Common::Segment(Segment { a: round(a), b: round(b) }));
    }
    let mut corners: Vec<V> = Vec::with_capacity(points.len());
    for p in points {
        if corners.last().is_none_or(|last| !(*p - *last).is_zero()) {
            corners.push(*p);
        }
    }
    if (corners[0] - corners[corners.len() - 1]).is_zero() {
        corners.pop();
    }
    let n = corners.len();
    let turns = |i: &usize| {
        let (before, at, after) = (corners[(i + n - 1) % n], corners[*i], corners[(i + 1) % n]);
        zero.lt((at - before).wedge_squared(after - at))
    };
    let mut outline: Vec<V> = (0..n).filter(turns).map(|i| corners[i]).collect();
    let least = (0..outline.len()).min_by(|i, j| order(&outline[*i], &outline[*j])).unwrap_or(0);
    outline.rotate_left(least);
    if outline.len() > 2 && order(&outline[outline.len() - 1], &outline[1]).is_lt() {
        outline[1..].reverse();
    }
    Some(Common::Polygon(outline.into_iter().map(round).collect()))
}

/// Points of a plane in order around their hull, counter-clockwise seen from the side to which the normal points.
pub(super) fn hull<V: Vector3<Scalar: Field, Mask = bool>>(mut points: Vec<V>, normal: V) -> Vec<V> {
    let turn = |a: V, b: V, c: V| normal.triple(b - a, c - a);
    points.sort_by(order);
    points.dedup_by(|a, b| order(a, b).is_eq());
    let half = |points: &mut dyn Iterator<Item = V>| {
        let mut chain: Vec<V> = Vec::new();
        for p in points {
            while let [.., a, b] = chain[..] {
                if !turn(a, b, p).le(turn(a, a, a)) {
                    break;
                }
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        chain
    };
    if points.len() < 3 {
        return points;
    }
    let mut around = half(&mut points.iter().copied());
    around.extend(half(&mut points.iter().rev().copied()));
    around
}
