//! Intersection of a line with a polygon (scanline), decided without rounding.
//!
//! Every vertex lies left of the line, right of it, or on it. Relative to the line shifted
//! infinitesimally to the left, the vertices on it lie to the right. So each edge either crosses
//! the shifted line or does not, without a doubtful case, and the winding number along the shifted
//! line changes by one at each crossing. The same is true of a shift to the right. An interval of
//! the line between two crossings belongs to the polygon if the winding number is nonzero on one of
//! the sides, or if an edge runs along it. Each crossing itself belongs to the polygon.
//!
//! The code is generic over the number type and runs with interval arithmetic first. If intervals
//! leave a comparison undecided, the result is `None`, and exact rationals repeat the computation.

use crate::number::{Field, Mask, Ring};
use crate::vector::{V2, Vector, Vector2};
use alloc::vec;
use alloc::vec::Vec;

/// Evaluates `$body`, which returns `Option`, over intervals, and over exact numbers if those leave
/// it undecided.
macro_rules! decided {
    ($number:ident => $body:expr) => {{
        use $crate::exact::{Arena, Interval};
        let first = {
            let $number = Interval::new;
            $body
        };
        match first {
            Some(answer) => answer,
            None => {
                let arena = Arena::new();
                let $number = |x: f64| arena.number(x);
                ($body).unwrap_or_default()
            }
        }
    }};
}
pub(crate) use decided;

/// Returns the sign -1, 0 or 1, or `None` if the number type cannot decide it.
pub(crate) fn sign<S: Ring>(x: S) -> Option<i8> {
    let zero = x.zero();
    if zero.lt(x).all() {
        Some(1)
    } else if x.lt(zero).all() {
        Some(-1)
    } else if x.same(zero).all() {
        Some(0)
    } else {
        None
    }
}

/// A vertex on the line, or an edge (named by its first vertex) that crosses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Feature {
    Vertex(usize),
    Edge(usize),
}

/// A point at which the line intersects the boundary.
#[derive(Clone, Debug)]
pub(crate) struct Crossing<S> {
    /// Parameter on the line: the point is `origin + t * direction`.
    pub(crate) t: S,
    /// All vertices and edges that intersect the line there.
    pub(crate) features: Vec<Feature>,
    /// Winding number just left of the line, from here to the next crossing.
    pub(crate) left: i32,
    /// Winding number just right of the line.
    pub(crate) right: i32,
    /// Signed count of the edges that run along the line.
    pub(crate) along: i32,
}

impl<S> Crossing<S> {
    /// Tests whether the interval from here to the next crossing belongs to the polygon.
    pub(crate) fn continues_inside(&self) -> bool {
        self.left != 0 || self.right != 0 || self.along > 0
    }
}

/// Closed chains of points, one after another. Holes have the orientation opposite to the ring that
/// contains them, so the winding number inside them is 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rings<'a, S> {
    pub(crate) points: &'a [V2<S>],
    /// End index of each chain.
    pub(crate) ends: &'a [usize],
}

impl<S> Rings<'_, S> {
    /// Returns the indices of both end points of every edge.
    pub(crate) fn edges(&self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.points.len()).map(|i| (i, next(self.ends, i)))
    }
}

/// Returns the index after `i` in its chain, for chains with these ends.
pub(crate) fn next(ends: &[usize], i: usize) -> usize {
    let ring = ends.partition_point(|end| *end <= i);
    if i + 1 < ends[ring] { i + 1 } else { start(ends, ring) }
}

/// Returns the index before `i` in its chain.
pub(crate) fn previous(ends: &[usize], i: usize) -> usize {
    let ring = ends.partition_point(|end| *end <= i);
    if i > start(ends, ring) { i - 1 } else { ends[ring] - 1 }
}

fn start(ends: &[usize], ring: usize) -> usize {
    if ring == 0 { 0 } else { ends[ring - 1] }
}

/// Returns all crossings of the line with the boundary, in order. The direction must be nonzero.
pub(crate) fn crossings<S: Field>(
    rings: Rings<'_, S>,
    origin: V2<S>,
    direction: V2<S>,
) -> Option<Vec<Crossing<S>>> {
    find_crossings(rings, Line { origin, direction, edge: None })
}

/// Returns all crossings of the line along an edge of the boundary, which starts at `t = 0` and
/// ends at `t = 1`.
pub(crate) fn crossings_along_edge<S: Field>(
    rings: Rings<'_, S>,
    (i, j): (usize, usize),
) -> Option<Vec<Crossing<S>>> {
    let origin = rings.points[i];
    find_crossings(rings, Line { origin, direction: rings.points[j] - origin, edge: Some([i, j]) })
}

/// A line, and the vertices at `t = 0` and `t = 1` if it runs along an edge.
struct Line<S> {
    origin: V2<S>,
    direction: V2<S>,
    edge: Option<[usize; 2]>,
}

fn find_crossings<S: Field>(
    rings: Rings<'_, S>,
    Line { origin, direction, edge }: Line<S>,
) -> Option<Vec<Crossing<S>>> {
    let points = rings.points;
    let vertex_on_edge = |i: usize| edge.and_then(|edge| edge.iter().position(|end| *end == i));
    let mut sides = Vec::with_capacity(points.len());
    for (i, p) in points.iter().enumerate() {
        sides.push(if vertex_on_edge(i).is_some() { 0 } else { sign(direction.perp_dot(*p - origin))? });
    }
    let at_vertex = |i: usize| match vertex_on_edge(i) {
        Some(0) => origin.x.zero(),
        Some(_) => origin.x.one(),
        None => (points[i] - origin).dot(direction) / direction.length_squared(),
    };
    let mut found: Vec<Crossing<S>> = Vec::new();
    for (i, j) in rings.edges() {
        let (from, to) = (sides[i], sides[j]);
        let event =
            |t, feature, left, right, along| Crossing { t, features: vec![feature], left, right, along };
        // An upward edge has the interior of a counter-clockwise polygon on its left.
        let change = if from < to { -1 } else { 1 };
        match (from, to) {
            (0, 0) => {
                let (a, b) = (at_vertex(i), at_vertex(j));
                let forward = sign(b - a)? >= 0;
                found.push(event(a, Feature::Vertex(i), 0, 0, if forward { 1 } else { -1 }));
                found.push(event(b, Feature::Vertex(j), 0, 0, if forward { -1 } else { 1 }));
            }
            (0, side) | (side, 0) => {
                let on = if from == 0 { i } else { j };
                let (left, right) = if side > 0 { (change, 0) } else { (0, change) };
                found.push(event(at_vertex(on), Feature::Vertex(on), left, right, 0));
            }
            _ if from != to => {
                let edge = points[j] - points[i];
                let t = (points[i] - origin).perp_dot(edge) / direction.perp_dot(edge);
                found.push(event(t, Feature::Edge(i), change, change, 0));
            }
            _ => {}
        }
    }
    merge_sorted(found)
}

/// Sorts crossings by `t`, merges equal ones, and sums up the changes.
fn merge_sorted<S: Field>(found: Vec<Crossing<S>>) -> Option<Vec<Crossing<S>>> {
    let mut sorted: Vec<Crossing<S>> = Vec::with_capacity(found.len());
    for event in found {
        // Binary search with a comparison that may fail.
        let (mut low, mut high) = (0, sorted.len());
        let mut same = None;
        while low < high {
            let middle = usize::midpoint(low, high);
            // A vertex equals itself, however inaccurately its parameter is known.
            let is_here = matches!(event.features[0], Feature::Vertex(_))
                && sorted[middle].features.contains(&event.features[0]);
            match if is_here { 0 } else { sign(event.t - sorted[middle].t)? } {
                0 => {
                    same = Some(middle);
                    break;
                }
                1 => low = middle + 1,
                _ => high = middle,
            }
        }
        if let Some(at) = same {
            let into = &mut sorted[at];
            into.left += event.left;
            into.right += event.right;
            into.along += event.along;
            into.features.extend(event.features);
        } else {
            sorted.insert(low, event);
        }
    }
    for i in 1..sorted.len() {
        sorted[i].left += sorted[i - 1].left;
        sorted[i].right += sorted[i - 1].right;
        sorted[i].along += sorted[i - 1].along;
    }
    Some(sorted)
}

/// Returns the maximal intervals of the line in the polygon, by the indices of their first and last
/// crossing.
pub(crate) fn inside_intervals<S>(crossings: &[Crossing<S>]) -> Vec<(usize, usize)> {
    let mut inside_intervals = Vec::new();
    let mut start = None;
    for (i, crossing) in crossings.iter().enumerate() {
        let first = *start.get_or_insert(i);
        if !crossing.continues_inside() {
            inside_intervals.push((first, i));
            start = None;
        }
    }
    inside_intervals
}

/// Location of a point relative to the polygon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Location {
    #[default]
    Outside,
    Boundary,
    Inside,
}

/// Locates a point by its winding number: an upward edge to the right of it, lower end included,
/// counts 1, a downward edge -1.
pub(crate) fn locate<S: Ring>(rings: Rings<'_, S>, p: V2<S>) -> Option<Location> {
    let mut winding = 0;
    for (i, j) in rings.edges() {
        let (a, b) = (rings.points[i], rings.points[j]);
        let (below_a, below_b) = (sign(p.y - a.y)?, sign(p.y - b.y)?);
        if below_a * below_b > 0 {
            continue;
        }
        let side = sign((b - a).perp_dot(p - a))?;
        if side == 0 && sign(p.x - a.x)? * sign(p.x - b.x)? <= 0 {
            return Some(Location::Boundary);
        }
        if below_a >= 0 && below_b < 0 && side > 0 {
            winding += 1;
        } else if below_a < 0 && below_b >= 0 && side < 0 {
            winding -= 1;
        }
    }
    Some(if winding == 0 { Location::Outside } else { Location::Inside })
}
