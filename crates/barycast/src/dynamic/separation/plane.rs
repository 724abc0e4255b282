//! Least translation in 2D for shapes made of convex parts with straight sides, rounded or not.
//!
//! Moved by `t`, the interior of part `b` overlaps that of part `a` if `t` is inside an open convex
//! set,
//!
//! ```text
//! M = a - b = { p - q : p in a, q in b }
//! ```
//!
//! the hull of the differences of corners, grown by both radii. The least translation is therefore
//! the point closest to the origin that is inside no `M`. There the border of one `M` is closest to
//! the origin, or borders of two cross; a corner is such a crossing too, perhaps lost to rounding.
//! All such points are tested, the nearest first.
//!
//! A point on the borders of several sets is free: there the other touches several parts, as in a
//! gap that it exactly fits. But a part without an interior may be in the seam of two adjacent
//! parts, where neither overlaps a segment but both together do. If a part without an interior
//! touches two of the other's, the point is therefore free only if some way from it leads out of
//! all.

use super::separable::Apart as _;
use super::separable::{BEYOND, TOUCHING};
use super::straight::StraightParts as _;
use super::straight::{Seams, near};
use crate::dynamic::any::Shape2;
use crate::number::each::MapEach;
use crate::number::{Float, Real, sort_by_number};
use crate::pair::point_ray;
use crate::query::cancel::is_cancelled;
use crate::shape::hull::Hull;
use crate::shape::{Linear as _, Point, Segment};
use crate::vector::Vector as _;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;
use glam::DVec2;

/// Borders with more pieces are not handled.
const PIECES: usize = 8000;
/// Multiple of the rounding error by which a point may be inside and still count as on the border.
const ON_THE_BORDER: f64 = 2.0 * TOUCHING;
/// A way leads out if it rises by this fraction of its length.
const RISING: f64 = 1e-9;
/// Length along an arc, in radii, after which it has bent away.
const ALONG_AN_ARC: f64 = 1e-4;
/// Two lines whose directions differ by less are parallel, and two pieces overlap up to this
/// fraction of their lengths.
const ROUNDING: f64 = 1e-13;

/// A convex polygon, grown by a radius: a part of a shape, or an `M`.
#[derive(Clone)]
struct Grown {
    /// Corners, counter-clockwise; one for a point, two for a segment.
    corners: Vec<DVec2>,
    /// Outward unit normals of the edges that start at the corners; none for a point.
    normals: Vec<DVec2>,
    radius: f64,
}

impl Grown {
    /// Builds the hull of points.
    fn new(points: &[DVec2], radius: f64) -> Self {
        let corners = Hull::of(points).corners.into_iter().map(|i| points[i]).collect();
        let mut grown = Self { corners, normals: Vec::new(), radius };
        if grown.corners.len() > 1 {
            let edges = (0..grown.corners.len()).map(|i| grown.edge(i));
            grown.normals = edges.map(|e| -(e.b - e.a).perp().normalized_or_zero()).collect();
        }
        grown
    }

    /// Returns all differences of points of both: the border follows the edges of both, in order of
    /// their directions.
    fn difference(&self, other: &Self) -> Self {
        // Starts at the lowest corner, and the first of equally low ones.
        let lowest = |side: f64| {
            move |p: &DVec2, q: &DVec2| {
                (p.y * side).total_cmp(&(q.y * side)).then((p.x * side).total_cmp(&(q.x * side)))
            }
        };
        let (p, q) = (self.from(lowest(1.0)), other.from(lowest(-1.0)));
        let (mut i, mut j, mut corners) = (0, 0, Vec::new());
        while i < p.len() || j < q.len() {
            let at = |corners: &[DVec2], i: usize| corners[i % corners.len()];
            corners.push(at(&p, i) - at(&q, j));
            let turn = (at(&p, i + 1) - at(&p, i)).perp_dot(at(&q, j) - at(&q, j + 1));
            let (of_p, of_q) = (j == q.len() || turn >= 0.0, i == p.len() || turn <= 0.0);
            i += usize::from(of_p && i < p.len());
            j += usize::from(of_q && j < q.len());
        }
        Self::new(&corners, self.radius + other.radius)
    }

    /// Returns the corners, starting with the least.
    fn from(&self, order: impl Fn(&DVec2, &DVec2) -> Ordering) -> Vec<DVec2> {
        let first = (0..self.corners.len()).min_by(|i, j| order(&self.corners[*i], &self.corners[*j]));
        let mut corners = self.corners.clone();
        corners.rotate_left(first.unwrap_or_default());
        corners
    }

    fn edge(&self, i: usize) -> Segment<DVec2> {
        Segment { a: self.corners[i], b: self.corners[(i + 1) % self.corners.len()] }
    }

    fn has_inside(&self) -> bool {
        self.corners.len() > 2 || self.radius > 0.0
    }

    /// Returns the distance of a point from the polygon, negative inside, and the direction to it
    /// from the polygon's closest point.
    fn off(&self, p: DVec2) -> (f64, DVec2) {
        let heights = self.corners.iter().zip(&self.normals).map(|(c, n)| n.dot(p - *c));
        let height = heights.fold(f64::NEG_INFINITY, f64::max);
        if self.corners.len() > 2 && height <= 0.0 {
            return (height, DVec2::ZERO);
        }
        let ways = (0..self.corners.len()).map(|i| p - nearest(self.edge(i), p));
        let way = ways.min_by(|u, v| u.length_squared().total_cmp(&v.length_squared())).unwrap_or_default();
        (way.length(), way)
    }

    /// Returns the distance of a point from the border, negative inside.
    fn height(&self, p: DVec2) -> f64 {
        self.off(p).0 - self.radius
    }

    /// Returns the normals of the border at a point of it.
    fn normals_at(&self, p: DVec2, slack: f64) -> Vec<DVec2> {
        let (_, way) = self.off(p);
        if self.radius > 0.0 && way != DVec2::ZERO {
            return vec![way.normalized_or_zero()];
        }
        let edges = self.corners.iter().zip(&self.normals);
        edges.filter(|(c, n)| n.dot(p - **c) >= -slack).map(|(_, n)| *n).collect()
    }

    /// Calls back with the segments and arcs of the border.
    fn pieces(&self, then: &mut impl FnMut(Piece)) {
        let count = self.corners.len();
        for (i, c) in self.corners.iter().enumerate() {
            if let Some(n) = self.normals.get(i) {
                let Segment { a, b } = self.edge(i);
                then(Piece::Straight(Segment { a: a + *n * self.radius, b: b + *n * self.radius }));
            }
            if self.radius > 0.0 {
                let ends = self.normals.get(i).map(|n| [self.normals[(i + count - 1) % count], *n]);
                then(Piece::Round { center: *c, radius: self.radius, ends });
            }
        }
    }
}

/// Returns the point of a segment closest to a point.
fn nearest(segment: Segment<DVec2>, p: DVec2) -> DVec2 {
    segment.at(point_ray::foot(&Point(p), &segment))
}

/// A piece of a border.
#[derive(Clone, Copy)]
enum Piece {
    Straight(Segment<DVec2>),
    /// Arc from the first direction counter-clockwise to the second, at most half a turn; otherwise
    /// a full circle.
    Round {
        center: DVec2,
        radius: f64,
        ends: Option<[DVec2; 2]>,
    },
}

impl Piece {
    /// Returns its ends, and its point closest to the origin.
    fn places(&self) -> Vec<DVec2> {
        match *self {
            Self::Straight(segment) => vec![nearest(segment, DVec2::ZERO), segment.a, segment.b],
            Self::Round { center, radius, ends } => {
                let [x, y] = [DVec2::X, DVec2::Y];
                // Around the origin every point is equally close.
                let near = if center == DVec2::ZERO { x } else { -center.normalized_or_zero() };
                let near = if self.spans(near) { Some(near) } else { None };
                let ends = ends.unwrap_or([x, y]);
                near.into_iter().chain(ends).map(|way| center + way * radius).collect()
            }
        }
    }

    /// Tests whether an arc contains a direction, up to rounding.
    fn spans(&self, way: DVec2) -> bool {
        match *self {
            Self::Round { ends: Some([from, to]), .. } => {
                from.perp_dot(way) >= -RISING && way.perp_dot(to) >= -RISING
            }
            _ => true,
        }
    }

    /// Returns its bounding box, or that of the whole circle.
    fn bounds(&self) -> [DVec2; 2] {
        match *self {
            Self::Straight(Segment { a, b }) => [a.min(b), a.max(b)],
            Self::Round { center, radius, .. } => {
                [center - DVec2::splat(radius), center + DVec2::splat(radius)]
            }
        }
    }

    /// Calls back with the points where it crosses another.
    fn crossings(&self, other: &Self, then: &mut impl FnMut(DVec2)) {
        match (*self, *other) {
            (Self::Straight(a), Self::Straight(b)) => {
                let (u, v, w) = (a.b - a.a, b.b - b.a, b.a - a.a);
                let turn = u.perp_dot(v);
                if turn.abs() > ROUNDING * u.length() * v.length() {
                    let (s, t) = (w.perp_dot(v) / turn, w.perp_dot(u) / turn);
                    let within = -RISING..=1.0 + RISING;
                    if within.contains(&s) && within.contains(&t) {
                        then(a.a + u * s);
                    }
                }
            }
            (Self::Straight(a), Self::Round { center, radius, .. }) => {
                let way = (a.b - a.a).normalized_or_zero();
                let foot = a.a + way * (center - a.a).dot(way);
                let half = radius * radius - (foot - center).length_squared();
                if half >= -ROUNDING * radius * radius {
                    let half = Real::sqrt(f64::max(half, 0.0));
                    for p in [foot - way * half, foot + way * half] {
                        if other.spans((p - center) / radius) {
                            then(p);
                        }
                    }
                }
            }
            (Self::Round { .. }, Self::Straight(_)) => other.crossings(self, then),
            (Self::Round { center, radius, .. }, Self::Round { center: c, radius: r, .. }) => {
                let (way, apart) = (c - center, (c - center).length());
                if apart == 0.0 {
                    return;
                }
                let along = ((radius - r) * (radius + r) / apart + apart) * 0.5;
                let half = (radius - along) * (radius + along);
                if half >= -ROUNDING * radius * radius {
                    let half = Real::sqrt(f64::max(half, 0.0));
                    let way = way / apart;
                    for p in [way * along + way.perp() * half, way * along - way.perp() * half] {
                        if self.spans(p / radius) && other.spans((center + p - c) / r) {
                            then(center + p);
                        }
                    }
                }
            }
        }
    }
}

impl Shape2 {
    /// Returns the least translation that separates two shapes of convex parts with straight sides,
    /// if it is shorter than the shortest known; the inner value is `None` if it is not. Shapes
    /// with other parts, or with too many, are not handled.
    #[allow(clippy::option_option, reason = "not tried, none shorter, a shorter one")]
    pub(super) fn least_of_all(&self, other: &Self, shortest: f64) -> Option<Option<DVec2>> {
        let [a, b] = self.straight_parts_of_both(other)?;
        let pairs = near(&a, &b, shortest);
        let [a, b] = [a, b].each(|parts| {
            parts.iter().map(|part| Grown::new(&part.points, part.radius)).collect::<Vec<Grown>>()
        });
        let seams = Seams::new([&a, &b].each(|parts| parts.iter().map(|part| !part.has_inside()).collect()));
        let differences =
            pairs.into_iter().take_while(|_| !is_cancelled()).map(|[i, j]| (a[i].difference(&b[j]), [i, j]));
        let is_near =
            |(overlap, _): &(Grown, _)| overlap.has_inside() && overlap.height(DVec2::ZERO) < shortest;
        let overlaps = differences.filter(is_near).collect();
        let slack = (self.size_from_origin() + other.size_from_origin()) * ON_THE_BORDER;
        let free = Free { overlaps, slack, seams };
        free.nearest(shortest * (1.0 - BEYOND))
    }
}

/// An `M` with a point on its border, and its normals there.
type Met<'a> = (&'a Grown, Vec<DVec2>);

/// Region inside no `M`.
struct Free {
    /// Each `M`, and the indices of its two parts.
    overlaps: Vec<(Grown, [usize; 2])>,
    slack: f64,
    seams: Seams,
}

impl Free {
    fn holds(&self, p: DVec2) -> bool {
        let (mut met, mut pairs): (Vec<Met>, Vec<[usize; 2]>) = (Vec::new(), Vec::new());
        for (overlap, pair) in &self.overlaps {
            let height = overlap.height(p);
            if height < -self.slack {
                return false;
            }
            if height <= self.slack {
                met.push((overlap, overlap.normals_at(p, self.slack)));
                pairs.push(*pair);
            }
        }
        if !self.seams.may_be_at(&pairs) {
            return true;
        }
        let rises = |(_, normals): &Met, way: DVec2| normals.iter().any(|n| n.dot(way) > RISING);
        let leads_out = |way: DVec2| met.iter().all(|one| rises(one, way));
        // All ways between two adjacent borders lead out of the same sets: the mean of each two is
        // enough.
        let all: Vec<DVec2> = met.iter().flat_map(|(_, normals)| normals).copied().collect();
        let along: Vec<DVec2> = all.iter().flat_map(|n| [n.perp(), -n.perp()]).collect();
        let amid = |u: &DVec2| along.iter().any(|v| leads_out((*u + *v).normalized_or_zero()));
        all.iter().any(|n| leads_out(*n))
            || along.iter().any(amid)
            || along.iter().any(|way| self.leads_between(p, *way, &met))
    }

    /// Tests whether a unit vector along borders leads out between them, where one bends away from
    /// the other.
    fn leads_between(&self, p: DVec2, way: DVec2, met: &[Met]) -> bool {
        let radii = met.iter().map(|(overlap, _)| overlap.radius).filter(|radius| *radius > 0.0);
        let Some(least) = radii.reduce(f64::min) else { return false };
        let there = p + way * (least * ALONG_AN_ARC);
        let (left, [mut low, mut high]) = (way.perp(), [f64::NEG_INFINITY, f64::INFINITY]);
        for (overlap, normals) in met {
            let steepest = normals.iter().max_by(|n, m| n.dot(way).total_cmp(&m.dot(way)));
            let Some(normal) = steepest.filter(|n| n.dot(way) <= RISING) else { continue };
            let height = overlap.height(there);
            if normal.dot(way) < -ROUNDING {
                return false;
            }
            if normal.dot(left) > 0.0 {
                low = low.max(-height);
            } else {
                high = high.min(height);
            }
        }
        high - low > self.slack
    }

    /// Returns the first of these places that is free and nearer than a distance.
    fn first(&self, mut places: Vec<DVec2>, within: f64) -> Option<DVec2> {
        places.retain(|p| p.length() < within);
        sort_by_number(&mut places, |place| place.length_squared().precise());
        places.into_iter().take_while(|_| !is_cancelled()).find(|p| self.holds(*p))
    }

    /// Returns the place nearest to the origin, if it is nearer than a distance; the inner value is
    /// `None` if it is not.
    #[allow(clippy::option_option, reason = "too many pieces, none nearer, a nearer one")]
    fn nearest(&self, within: f64) -> Option<Option<DVec2>> {
        let around = |piece: Piece| {
            let [low, high] = piece.bounds();
            (piece, [low - DVec2::splat(self.slack), high + DVec2::splat(self.slack)])
        };
        let is_near = |[low, high]: [DVec2; 2], within: f64| DVec2::ZERO.clamp(low, high).length() < within;
        let mut pieces: Vec<(Piece, [DVec2; 2])> = Vec::new();
        self.overlaps.iter().for_each(|(overlap, _)| overlap.pieces(&mut |piece| pieces.push(around(piece))));
        pieces.retain(|(_, bounds)| is_near(*bounds, within));
        if pieces.len() > PIECES {
            return None;
        }
        let mut places = vec![DVec2::ZERO];
        places.extend(pieces.iter().flat_map(|(piece, _)| piece.places()));
        let best = self.first(places, within);
        let within = best.map_or(within, DVec2::length);
        pieces.retain(|(_, bounds)| is_near(*bounds, within));
        let mut crossings = Vec::new();
        for (i, (one, [low, high])) in pieces.iter().enumerate().take_while(|_| !is_cancelled()) {
            for (two, [from, to]) in &pieces[..i] {
                if low.x <= to.x && from.x <= high.x && low.y <= to.y && from.y <= high.y {
                    one.crossings(two, &mut |p| crossings.push(p));
                }
            }
        }
        Some(self.first(crossings, within).or(best))
    }
}

#[cfg(test)]
mod tests {
    use super::super::grid_search;
    use super::*;
    use crate::shape::{Aabb, Capsule, Compound, Polygon, Polyline, Sphere, Triangle, Voxels};
    use glam::dvec2;

    fn points(points: &[[f64; 2]]) -> Vec<DVec2> {
        points.iter().copied().map(DVec2::from_array).collect()
    }

    fn polygon(outline: &[[f64; 2]], holes: &[&[[f64; 2]]]) -> Shape2 {
        let holes = holes.iter().map(|hole| points(hole)).collect();
        Polygon::try_with_holes(points(outline), holes).unwrap().into()
    }

    fn aabb(min: [f64; 2], max: [f64; 2]) -> Shape2 {
        Aabb { min: DVec2::from_array(min), max: DVec2::from_array(max) }.into()
    }

    fn ball(center: [f64; 2], radius: f64) -> Shape2 {
        Sphere::new(DVec2::from_array(center), radius).into()
    }

    /// Returns the depth, after checking that the other moved by it touches, and the same with the
    /// shapes swapped.
    fn depth(a: &Shape2, b: &Shape2) -> f64 {
        let found = a.contact(b).unwrap().unwrap();
        let way = found.normal_a_to_b.unwrap() * found.depth;
        let moved = b.posed(&[DVec2::X, DVec2::Y], way).unwrap();
        assert!(a.closest(&moved).distance < 1e-12, "{a:?} {b:?} {found:?}");
        assert!(a.contact(&moved).unwrap().is_none_or(|again| again.depth < 1e-12), "{a:?} {b:?} {found:?}");
        assert_eq!(b.contact(a).unwrap().unwrap(), found.swap());
        found.depth
    }

    const SQUARE: [[f64; 2]; 4] = [[0., 0.], [4., 0.], [4., 3.], [0., 3.]];
    const HOLE: [[f64; 2]; 4] = [[2., 1.], [3., 1.], [3., 2.], [2., 2.]];
    const NOTCH: [[f64; 2]; 8] =
        [[0., 0.], [3., 0.], [3., 2.], [2., 2.], [2., 1.], [1., 1.], [1., 2.], [0., 2.]];

    #[test]
    fn the_least_translation_leads_into_holes_corners_and_notches() {
        let hole = polygon(&SQUARE, &[&HOLE]);
        assert_eq!(depth(&hole, &aabb([1.25, 2.], [1.75, 2.5])), 0.8125_f64.sqrt());
        let arrow = polygon(&[[0., 0.], [4., 0.], [2., 1.], [4., 3.], [0., 3.]], &[]);
        assert!((depth(&arrow, &aabb([1.5, 0.5], [2.5, 1.])) - 0.897_527_467_855_750_7).abs() < 1e-15);
        let grid =
            Voxels::try_new(DVec2::ZERO, DVec2::ONE, vec![[-1, 1, 0], [-1, 0, 0], [0, 1, 0], [1, 1, 0]]);
        assert_eq!(depth(&grid.unwrap().into(), &aabb([-0.75, 1.], [0., 1.5])), 0.8125_f64.sqrt());
        let (a, b, c) = (dvec2(1.25, 2.), dvec2(1.75, 2.), dvec2(1.5, 2.5));
        assert!(depth(&hole, &Triangle { a, b, c }.into()) < 1.0);
        let capsule = Capsule { a: dvec2(1.5, 1.25), b: dvec2(1.5, 1.5), radius: 0.25 };
        assert_eq!(depth(&hole, &capsule.into()), 0.75);
        // Into the hole's corner, along two of its walls.
        let hook = Polyline::try_new(vec![dvec2(1.25, 1.25), a, b], false).unwrap();
        assert_eq!(depth(&hole, &hook.into()), 0.75);
    }

    #[test]
    fn what_just_fits_only_touches() {
        let (notch, hole) = (polygon(&NOTCH, &[]), polygon(&SQUARE, &[&HOLE]));
        assert_eq!(depth(&hole, &ball([2.5, 1.5], 0.5)), 0.0, "it touches all four sides");
        assert_eq!(depth(&notch, &aabb([1., 1.25], [2., 1.75])), 0.0, "it touches two");
        assert_eq!(depth(&notch, &ball([2., 1.5], 0.5)), 0.5, "between the walls");
        assert_eq!(depth(&hole, &ball([2.25, 1.5], 0.5)), 0.25, "into the hole");
    }

    #[test]
    fn along_a_seam_of_two_parts_a_segment_is_inside_of_both_together() {
        let boxes = vec![aabb([0., 0.], [1., 2.]), aabb([1., 0.], [2., 2.])];
        let boxes = Shape2::from(Compound::try_new(boxes).unwrap());
        let along = Segment { a: dvec2(1., 0.5), b: dvec2(1., 1.75) }.into();
        assert_eq!(depth(&boxes, &along), 1.0);
        assert_eq!(depth(&boxes, &aabb([1., 1.5], [1., 1.75])), 0.5);
        assert_eq!(depth(&boxes, &Shape2::from(crate::shape::Point(dvec2(1., 1.75)))), 0.25);
    }

    #[test]
    fn chains_that_cross_at_a_corner_of_both_are_deep() {
        let chain = |points: &[[f64; 2]]| -> Shape2 {
            Polyline::try_new(points.iter().copied().map(DVec2::from_array).collect(), false).unwrap().into()
        };
        let found = depth(&chain(&[[3., 2.], [0., 0.], [-3., 2.]]), &chain(&[[2., -2.], [0., 0.], [0., 1.]]));
        assert!(found > 0.1, "{found}");
    }

    #[test]
    fn no_place_that_is_nearer_is_free() {
        let mut dice = fastrand::Rng::with_seed(11);
        let mut draw = |low: f64, high: f64| low + (high - low) * dice.f64();
        let mut tried = 0;
        while tried < 60 {
            let mut part = |size: f64| {
                let at = dvec2(draw(-2., 2.), draw(-2., 2.));
                let mut near = || at + dvec2(draw(-size, size), draw(-size, size));
                let (a, b, c) = (near(), near(), near());
                match draw(0., 4.) as usize {
                    0 => Aabb { min: a.min(b), max: a.max(b) }.into(),
                    1 => Capsule { a, b, radius: size * 0.25 }.into(),
                    2 => Sphere::new(a, size * 0.5).into(),
                    _ => Triangle { a, b, c }.into(),
                }
            };
            let a: Shape2 = Compound::try_new((0..4).map(|_| part(2.0)).collect()).unwrap().into();
            let b = part(1.0);
            if !a.intersects(&b) {
                continue;
            }
            tried += 1;
            let depth = depth(&a, &b);
            for place in grid_search::places::<DVec2>([0.0, depth * (1.0 - 1e-9)]) {
                let moved = b.posed(&[DVec2::X, DVec2::Y], place).unwrap();
                assert!(a.intersects(&moved), "{a:?} {b:?} {depth} {place}");
            }
        }
    }

    #[test]
    fn a_difference_is_the_hull_of_all_differences() {
        let mut dice = fastrand::Rng::with_seed(5);
        let mut draw = || dvec2(f64::from(dice.u8(0..4)), f64::from(dice.u8(0..4)));
        for _ in 0..2000 {
            let [a, b] = [(); 2].map(|()| {
                let points: Vec<DVec2> = (0..=draw().x as usize * 2).map(|_| draw()).collect();
                Grown::new(&points, 0.0)
            });
            let all: Vec<DVec2> =
                a.corners.iter().flat_map(|p| b.corners.iter().map(move |q| *p - *q)).collect();
            let (merged, whole) = (a.difference(&b), Grown::new(&all, 0.0));
            let sorted = |grown: &Grown| grown.from(|p, q| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)));
            assert_eq!(sorted(&merged), sorted(&whole), "{:?} {:?}", a.corners, b.corners);
        }
    }
}
