//! Kind of shape of the hull of some points, each rounded once.
//!
//! In exact numbers a set is a point, a segment or a polygon only if it exactly is one: no
//! tolerance is used. Only for polygons whose own points are flat up to rounding, and for sets
//! clipped from them, does the kind depend on how far their points deviate.

use super::common::Common;
use super::order::from_least;
use super::polytope::{Corner, outline};
use crate::exact::Exact;
use crate::number::Real;
use crate::shape::{Convex, Segment};
use crate::vector::{FloatVector, V2, Vector, Vector2};
use alloc::vec::Vec;

/// Rounds to the nearest floats.
pub(super) fn rounded<'a, V, W>(p: V) -> W
where
    V: Vector<Scalar = Exact<'a>>,
    W: Vector<Scalar = f64>,
{
    p.lift::<W>(&|x: Exact<'_>| x.to_f64())
}

/// Returns the hull of points, each given once; the points of a solid must be its corners, in order
/// of their coordinates. Returns `None` for no points. A polygon starts with its least corner, and
/// continues to the lesser of the neighbours, so the result does not depend on the order of the
/// shapes.
pub(super) fn common<'a, V, W>(points: Vec<Corner<V>>) -> Option<Common<W>>
where
    V: Vector<Scalar = Exact<'a>, Mask = bool>,
    W: Vector<Scalar = f64, Mask = bool>,
{
    points.first()?;
    let (dimension, mut corners) = outline(points);
    if dimension == 2 {
        let n = corners.len();
        let least = (0..n).min_by(|i, j| corners[*i].order(&corners[*j])).unwrap_or(0);
        corners.rotate_left(least);
        if corners[n - 1].order(&corners[1]).is_lt() {
            corners[1..].reverse();
        }
    }
    of_rounded(corners.into_iter().map(|p| rounded(p.at)).collect(), dimension)
}

/// Builds the set from corners, merging points that are equal after rounding.
fn of_rounded<W: Vector<Scalar = f64, Mask = bool>>(corners: Vec<W>, dimension: usize) -> Option<Common<W>> {
    let mut points: Vec<W> = Vec::with_capacity(corners.len());
    for p in corners {
        if points.iter().rev().take(8).all(|q| !(p - *q).is_zero()) {
            points.push(p);
        }
    }
    if points.len() > 1 && (points[0] - points[points.len() - 1]).is_zero() {
        points.pop();
    }
    if dimension == 2 {
        points = without_near(points);
    }
    Some(match points[..] {
        [] => return None,
        [a] => Common::Point(a),
        [a, b] => Common::Segment(Segment { a, b }),
        _ if dimension == 3 => Common::Hull(points),
        _ => Common::Polygon(points),
    })
}

/// Corners closer than this many roundings of the largest coordinate are merged.
const NEAR: f64 = 4.0;

/// Removes the corners of a polygon that nearly equal the previous one, if three or more remain:
/// sides that are rounded themselves meet near each other, and so short an edge has an arbitrary
/// direction.
fn without_near<W: Vector<Scalar = f64>>(points: Vec<W>) -> Vec<W> {
    let reach = |p: W| (0..W::DIM).map(|axis| p.get(axis).abs()).fold(0.0, f64::max);
    let slack = points.iter().copied().map(reach).fold(0.0, f64::max) * (NEAR * f64::EPSILON);
    let mut kept: Vec<W> = Vec::with_capacity(points.len());
    for p in &points {
        if kept.last().is_none_or(|q| reach(*p - *q) > slack) {
            kept.push(*p);
        }
    }
    while kept.len() > 3 && reach(kept[0] - kept[kept.len() - 1]) <= slack {
        kept.pop();
    }
    if kept.len() < 3 { points } else { kept }
}

/// Does the same for points that are flat up to rounding: `slack` bounds how far they may deviate.
pub(super) fn nearly_flat<W>(points: &[W], slack: f64) -> Option<Common<W>>
where
    W: FloatVector<Scalar = f64>,
{
    let first = *points.first()?;
    let farthest = |from: W| {
        let far = |p: &W| (*p - from).length_squared();
        points.iter().copied().max_by(|p, q| far(p).total_cmp(&far(q))).unwrap_or(from)
    };
    let a = farthest(first);
    let b = farthest(a);
    let along = b - a;
    if along.length() <= slack {
        return Some(Common::Point(first));
    }
    let beside = |p: W| Real::sqrt((p - a).wedge_squared(along)) / along.length();
    if points.iter().all(|p| beside(*p) <= slack) {
        let (a, b) =
            if (0..W::DIM).find_map(|i| Some(a.get(i) < b.get(i)).filter(|_| a.get(i) != b.get(i)))? {
                (a, b)
            } else {
                (b, a)
            };
        return Some(Common::Segment(Segment { a, b }));
    }
    let c = points.iter().copied().max_by(|p, q| beside(*p).total_cmp(&beside(*q)))?;
    // The two coordinates in which the three points span the greatest area.
    let area = |[i, j]: [usize; 2]| {
        let turned = |v: W| V2 { x: v.get(i), y: v.get(j) };
        turned(along).perp_dot(turned(c - a)).abs()
    };
    let planes: &[[usize; 2]] = if W::DIM == 2 { &[[0, 1]] } else { &[[0, 1], [1, 2], [2, 0]] };
    let [i, j] = *planes.iter().max_by(|p, q| area(**p).total_cmp(&area(**q)))?;
    let flat: Vec<_> = points.iter().map(|p| V2 { x: p.get(i), y: p.get(j) }).collect();
    let hull = Convex::try_new(flat.clone()).ok()?;
    let place = |p: V2<f64>| flat.iter().position(|q| *q == p).map(|at| points[at]);
    let mut corners: Vec<W> = hull.corners().filter_map(place).collect();
    // Removes corners that exist only because of rounding.
    let mut k = 0;
    while k < corners.len() && corners.len() > 3 {
        let n = corners.len();
        let (before, at, after) = (corners[(k + n - 1) % n], corners[k], corners[(k + 1) % n]);
        let along = after - before;
        let beside = Real::sqrt((at - before).wedge_squared(along));
        if beside <= slack * along.length() || (at - before).length() <= slack {
            corners.remove(k);
        } else {
            k += 1;
        }
    }
    of_rounded(from_least(corners), 2)
}
