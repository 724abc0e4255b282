//! Intersections of two curves.
//!
//! Pairs of parts are halved, down to the tolerance, while the bounding boxes of their control
//! points overlap, so no intersection is missed. Remaining pairs that are connected in both
//! parameters form one intersection, which is refined by Gauss-Newton steps on `A(u) - B(v)`.
//! Source: [Sederberg 1990], with bisection in place of clipping.

use super::piecewise::narrow;
use super::{Bezier, PiecewiseBezier, Scalar};
use crate::number::each::MapEach;
use crate::number::{Field, Float, Ring, sort_by_number};
use crate::shape::Aabb;
use crate::vector::{FloatVector, Vector};
use alloc::vec;
use alloc::vec::Vec;

/// An intersection of two curves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurveCurveIntersection<V: Vector> {
    /// Parameter of the first curve.
    pub u: V::Scalar,
    /// Parameter of the second curve.
    pub v: V::Scalar,
    /// Point of the first curve.
    pub point: V,
}

/// Intersections of two curves, and whether the search was completed.
#[derive(Clone, Debug)]
pub struct CurveCurveIntersections<V: Vector> {
    /// Intersections, in order of the first curve's parameter.
    pub list: Vec<CurveCurveIntersection<V>>,
    /// Whether the list is complete. It is not if the curves overlap along a part, which has
    /// infinitely many intersections.
    pub complete: bool,
}

/// Number of visited pairs after which curves are assumed to overlap.
const BUDGET: usize = 1 << 17;

/// A part of a curve with its parameter range.
#[derive(Clone)]
struct Part<V: FloatVector> {
    curve: Bezier<V>,
    range: [Scalar<V>; 2],
    hull: Aabb<V>,
}

impl<V: FloatVector> Part<V> {
    fn new(curve: Bezier<V>, range: [Scalar<V>; 2]) -> Self {
        let hull = curve.hull_bounds();
        Self { curve, range, hull }
    }

    fn halves(&self) -> [Self; 2] {
        let half = Scalar::<V>::ONE.half();
        let [from, to] = self.range;
        let middle = (from + to) * half;
        let [a, b] = self.curve.split(half);
        [Self::new(a, [from, middle]), Self::new(b, [middle, to])]
    }

    fn size(&self) -> Scalar<V> {
        let size = self.hull.max - self.hull.min;
        (0..V::DIM).fold(Scalar::<V>::ZERO, |most, axis| Ring::max(most, size.get(axis)))
    }
}

impl<V: FloatVector> PiecewiseBezier<V> {
    /// Returns the intersections with another curve: one for each range within the tolerance of it.
    /// A tolerance below the rounding error of the coordinates is raised to it.
    #[doc(alias = "intersect")]
    pub fn intersect_curve(&self, other: &Self, tolerance: Scalar<V>) -> CurveCurveIntersections<V> {
        let (a, b) = (self.wide(), other.wide());
        let near = Ring::max(tolerance.widen(), rounding(&a, &b));
        let parts = |c: &PiecewiseBezier<V::Wide>| -> Vec<Part<V::Wide>> {
            let part = |i: usize| Part::new(c.pieces()[i].clone(), [c.knots()[i], c.knots()[i + 1]]);
            (0..c.pieces().len()).map(part).collect()
        };
        let (firsts, seconds) = (parts(&a), parts(&b));
        let mut pending: Vec<_> = Vec::new();
        for first in &firsts {
            pending.extend(seconds.iter().map(|second| (first.clone(), second.clone())));
        }
        let (mut close, mut visited) = (Vec::new(), 0);
        while let Some((first, second)) = pending.pop() {
            visited += 1;
            if visited > BUDGET {
                break;
            }
            let reach = V::Wide::splat(near);
            let touching = (first.hull.min - reach).le_all(second.hull.max)
                && (second.hull.min - reach).le_all(first.hull.max);
            if !touching {
                continue;
            }
            let (of_first, of_second) = (first.size(), second.size());
            if of_first <= near && of_second <= near {
                close.push([first.range, second.range]);
            } else if of_first >= of_second {
                pending.extend(first.halves().each(|half| (half, second.clone())));
            } else {
                pending.extend(second.halves().each(|half| (first.clone(), half)));
            }
        }
        let mut list: Vec<_> = merge_connected(close)
            .into_iter()
            .map(|group| {
                let [u, v] = refined(&a, &b, group);
                let point = narrow::<V>(a.at(u));
                CurveCurveIntersection { u: Scalar::<V>::narrow(u), v: Scalar::<V>::narrow(v), point }
            })
            .collect();
        sort_by_number(&mut list, |crossing| crossing.u.precise());
        CurveCurveIntersections { list, complete: visited <= BUDGET }
    }
}

/// Returns the rounding error of coordinates of this size after about fifty halvings.
fn rounding<V: FloatVector>(a: &PiecewiseBezier<V>, b: &PiecewiseBezier<V>) -> Scalar<V> {
    let bounds = a.hull_bounds().union(&b.hull_bounds());
    let size = |m: Scalar<V>, axis| {
        let (low, high) = (Ring::abs(bounds.min.get(axis)), Ring::abs(bounds.max.get(axis)));
        Ring::max(m, Ring::max(low, high))
    };
    (0..V::DIM).fold(Scalar::<V>::ZERO, size) * Scalar::<V>::EPSILON * Scalar::<V>::from_f64(64.0)
}

/// Merges ranges that are connected in both parameters.
fn merge_connected<S: Float>(mut close: Vec<[[S; 2]; 2]>) -> Vec<[[S; 2]; 2]> {
    sort_by_number(&mut close, |pair| pair[0][0].precise());
    let mut merge_connected: Vec<[[S; 2]; 2]> = Vec::new();
    for pair in close {
        let mut joined = pair;
        let mut rest = vec![];
        for group in merge_connected {
            // Allows a gap of one width, so that ranges separated by rounding are merged.
            let is_connected = (0..2).all(|k| {
                let slack = pair[k][1] - pair[k][0];
                joined[k][0] - slack <= group[k][1] && group[k][0] <= joined[k][1] + slack
            });
            if is_connected {
                for k in 0..2 {
                    joined[k] = [Ring::min(joined[k][0], group[k][0]), Ring::max(joined[k][1], group[k][1])];
                }
            } else {
                rest.push(group);
            }
        }
        rest.push(joined);
        merge_connected = rest;
    }
    merge_connected
}

/// Refines from the middle of both ranges, while the points approach each other.
fn refined<V: FloatVector>(
    a: &PiecewiseBezier<V>,
    b: &PiecewiseBezier<V>,
    group: [[Scalar<V>; 2]; 2],
) -> [Scalar<V>; 2] {
    let zero = Scalar::<V>::ZERO;
    let [mut u, mut v] = group.each(|[from, to]| (from + to).half());
    let mut distance_squared = (a.at(u) - b.at(v)).length_squared();
    for _ in 0..8 {
        let ([p, du, ..], [q, dv, ..]) = (a.jet(u), b.jet(v));
        let gap = p - q;
        // Minimizes |gap + du x - dv y|.
        let (uu, uv, vv) = (du.dot(du), du.dot(dv), dv.dot(dv));
        let (ru, rv) = (-du.dot(gap), dv.dot(gap));
        let below = du.wedge_squared(dv);
        let x = (ru * vv + rv * uv).div_or(below, zero);
        let y = (rv * uu + ru * uv).div_or(below, zero);
        let (next_u, next_v) = (a.clamped(u + x), b.clamped(v + y));
        let next_distance_squared = (a.at(next_u) - b.at(next_v)).length_squared();
        if distance_squared <= next_distance_squared {
            break;
        }
        (u, v, distance_squared) = (next_u, next_v, next_distance_squared);
    }
    [u, v]
}

#[cfg(test)]
mod tests {
    use super::super::{BSpline, Bezier};
    use super::*;
    use glam::{DVec2, DVec3, dvec2, dvec3};

    #[test]
    fn two_cubics_cross_nine_times() {
        let points =
            [dvec2(0., 0.), dvec2(1., 6.), dvec2(2., -5.), dvec2(3., 1.)].map(|p| p * dvec2(1. / 3., 1.));
        let path = Bezier::try_new(points.to_vec()).unwrap().pieces();
        let turned = Bezier::try_new(points.map(|p| dvec2(p.y, p.x)).to_vec()).unwrap().pieces();
        let found = path.intersect_curve(&turned, 1e-12);
        assert!(found.complete && found.list.len() == 9, "{found:?}");
        for c in found.list {
            assert!(path.at(c.u).distance(turned.at(c.v)) < 1e-14 && path.at(c.u) == c.point);
        }
    }

    #[test]
    fn circles_cross_twice_touch_once_and_miss() {
        let circle = |x: f64| BSpline::try_ellipse(dvec2(x, 0.), DVec2::X, DVec2::Y).unwrap().pieces();
        let count = |x: f64| circle(0.).intersect_curve(&circle(x), 1e-9).list.len();
        assert_eq!([count(1.), count(2.1)], [2, 0]);
        let touch = circle(0.).intersect_curve(&circle(2.), 1e-9);
        assert!(touch.list.iter().all(|c| c.point.distance(DVec2::X) < 1e-4) && !touch.list.is_empty());
    }

    #[test]
    fn overlapping_curves_give_an_incomplete_list() {
        let path = Bezier::try_new(vec![DVec3::ZERO, dvec3(1., 2., 3.), dvec3(0., 4., 1.)]).unwrap().pieces();
        assert!(!path.intersect_curve(&path, 1e-12).complete);
        let shifted = Bezier::try_new(vec![DVec3::Z * 5.; 2]).unwrap().pieces();
        let none = path.intersect_curve(&shifted, 1e-12);
        assert!(none.list.is_empty() && none.complete);
    }
}
