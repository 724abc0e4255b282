//! What a line meets of a polygon, decided without rounding.
//!
//! Every vertex lies left of the line, right of it, or on it. Of the line moved a little to the left, the vertices
//! on it lie to the right; so each edge either crosses the moved line or does not, without a doubtful case, and the
//! winding number along the moved line changes by one at each crossing. The same holds a little to the right. On
//! the line itself, a stretch between two meetings with the boundary is in the polygon when the winding number
//! is not 0 on one of the sides, or when an edge runs along it; each meeting itself is in it.
//!
//! The text runs over intervals first. They may leave a comparison undecided: then the answer is `None`, and
//! exact rationals are asked.

use crate::number::{Field, Mask, Ring};
use crate::vector::{V2, Vector, Vector2};
use alloc::vec;
use alloc::vec::Vec;

/// `$body`, which answers `Option`, over intervals, and over exact numbers where those leave it undecided.
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

/// -1, 0 or 1; `None` where the numbers leave it open.
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

/// A vertex on the line, or an edge (by its first vertex) that crosses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Feature {
    Vertex(usize),
    Edge(usize),
}

/// A point of the line at which it meets the boundary.
#[derive(Clone, Debug)]
pub(crate) struct Meeting<S> {
    /// Where: at `origin + t * direction`.
    pub(crate) t: S,
    /// All that meets there.
    pub(crate) features: Vec<Feature>,
    /// The winding number just left of the line, from here to the next meeting.
    pub(crate) left: i32,
    /// The winding number just right of the line.
    pub(crate) right: i32,
    /// How many edges run along the line.
    pub(crate) along: i32,
}

impl<S> Meeting<S> {
    /// The stretch from here to the next meeting is in the polygon.
    pub(crate) fn goes_on(&self) -> bool {
        self.left != 0 || self.right != 0 || self.along > 0
    }
}

/// Closed chains of points, one after another. Holes turn the other way than what they are cut from: then the winding
/// number in them is 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rings<'a, S> {
    pub(crate) points: &'a [V2<S>],
    /// Where each chain ends.
    pub(crate) ends: &'a [usize],
}

impl<S> Rings<'_, S> {
    /// The points at both ends of every edge.
    pub(crate) fn edges(&self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.points.len()).map(|i| (i, next(self.ends, i)))
    }
}

/// The point after another in its chain, of chains with these ends.
pub(crate) fn next(ends: &[usize], i: usize) -> usize {
    let ring = ends.partition_point(|end| *end <= i);
    if i + 1 < ends[ring] { i + 1 } else { start(ends, ring) }
}

/// The point before another in its chain.
pub(crate) fn previous(ends: &[usize], i: usize) -> usize {
    let ring = ends.partition_point(|end| *end <= i);
    if i > start(ends, ring) { i - 1 } else { ends[ring] - 1 }
}

fn start(ends: &[usize], ring: usize) -> usize {
    if ring == 0 { 0 } else { ends[ring - 1] }
}

/// All meetings of the line with the boundary, in order; the direction is not zero.
pub(crate) fn meetings<S: Field>(
    rings: Rings<'_, S>,
    origin: V2<S>,
    direction: V2<S>,
) -> Option<Vec<Meeting<S>>> {
    find(rings, Line { origin, direction, edge: None })
}

/// The same of the line along an edge of the boundary, which begins at `t = 0` and ends at 1.
pub(crate) fn meetings_along<S: Field>(
    rings: Rings<'_, S>,
    (i, j): (usize, usize),
) -> Option<Vec<Meeting<S>>> {
    let origin = rings.points[i];
    find(rings, Line { origin, direction: rings.points[j] - origin, edge: Some([i, j]) })
}

/// A line, and which vertices it goes through in any case, at 0 and 1.
struct Line<S> {
    origin: V2<S>,
    direction: V2<S>,
    edge: Option<[usize; 2]>,
}

fn find<S: Field>(rings: Rings<'_, S>, Line { origin, direction, edge }: Line<S>) -> Option<Vec<Meeting<S>>> {
    let points = rings.points;
    let own = |i: usize| edge.and_then(|edge| edge.iter().position(|end| *end == i));
    let mut sides = Vec::with_capacity(points.len());
    for (i, p) in points.iter().enumerate() {
        sides.push(if own(i).is_some() { 0 } else { sign(direction.perp_dot(*p - origin))? });
    }
    let at_vertex = |i: usize| match own(i) {
        Some(0) => origin.x.zero(),
        Some(_) => origin.x.one(),
        None => (points[i] - origin).dot(direction) / direction.length_squared(),
    };
    let mut found: Vec<Meeting<S>> = Vec::new();
    for (i, j) in rings.edges() {
        let (from, to) = (sides[i], sides[j]);
        let event =
            |t, feature, left, right, along| Meeting { t, features: vec![feature], left, right, along };
        // An edge that goes up has the inside of a counter-clockwise polygon before it.
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
    ordered(found)
}

/// In order of `t`, equal ones made one, changes summed up.
fn ordered<S: Field>(found: Vec<Meeting<S>>) -> Option<Vec<Meeting<S>>> {
    let mut sorted: Vec<Meeting<S>> = Vec::with_capacity(found.len());
    for event in found {
        // Binary search with a comparison that may fail.
        let (mut low, mut high) = (0, sorted.len());
        let mut same = None;
        while low < high {
            let middle = usize::midpoint(low, high);
            // A vertex is where it is, however roughly that is known.
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

/// The maximal stretches of the line in the polygon, by the indices of their first and last meeting.
pub(crate) fn stretches<S>(meetings: &[Meeting<S>]) -> Vec<(usize, usize)> {
    let mut stretches = Vec::new();
    let mut start = None;
    for (i, meeting) in meetings.iter().enumerate() {
        let first = *start.get_or_insert(i);
        if !meeting.goes_on() {
            stretches.push((first, i));
            start = None;
        }
    }
    stretches
}

/// Where a point lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Place {
    #[default]
    Outside,
    Boundary,
    Inside,
}

/// Where the point lies: an upward edge to the right of it, its lower end included, counts 1, a downward one -1.
pub(crate) fn place<S: Ring>(rings: Rings<'_, S>, p: V2<S>) -> Option<Place> {
    let mut winding = 0;
    for (i, j) in rings.edges() {
        let (a, b) = (rings.points[i], rings.points[j]);
        let (below_a, below_b) = (sign(p.y - a.y)?, sign(p.y - b.y)?);
        if below_a * below_b > 0 {
            continue;
        }
        let side = sign((b - a).perp_dot(p - a))?;
        if side == 0 && sign(p.x - a.x)? * sign(p.x - b.x)? <= 0 {
            return Some(Place::Boundary);
        }
        if below_a >= 0 && below_b < 0 && side > 0 {
            winding += 1;
        } else if below_a < 0 && below_b >= 0 && side < 0 {
            winding -= 1;
        }
    }
    Some(if winding == 0 { Place::Outside } else { Place::Inside })
}
