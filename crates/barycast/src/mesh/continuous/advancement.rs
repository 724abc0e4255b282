//! Conservative advancement with separating planes.
//!
//! The plane perpendicular to the shortest vector at a time touches the shape there. Heights above
//! a fixed plane are linear in time, so the time until which all corners are above it is known, and
//! often it is infinite. A rotating shape soon leaves such a plane. Therefore a plane that rotates
//! from the shortest vector now to that at a later time is tried as well. The length of the step
//! adapts: to most of the time until contact at the present rate, or to half of a step that was too
//! long.

use super::query::{ContactQuery, Finding, Kind};
use super::relative_motion::{Moving, differences};
use crate::exact::Interval;
use crate::number::each::MapEach;
use crate::number::{Mask, Ring};
use crate::pair::point_triangle;
use crate::shape::{Parallelogram, Point, Triangle};
use crate::vector::V3;

/// Number of steps after which the exact test takes over. Most motions need fewer than ten.
const LIMIT: u32 = 100;
/// Share of the remaining time that one step takes. The rest allows for a change of the rate.
const MOST_OF: f64 = 0.9;
/// Shortest step that makes progress.
const SHORTEST: f64 = 4.0 * f64::EPSILON;

pub(super) fn advance(query: &ContactQuery, moving: &Moving, from: f64) -> Finding {
    let mut t = from;
    let mut step = 1.0;
    for _ in 0..LIMIT {
        let way = moving.way(t);
        let until = moving.apart_until(way, t);
        if until > 1.0 {
            return Finding::Never;
        }
        let later = (t + step).min(1.0);
        let way_later = moving.way(later);
        let apart = later > t && moving.apart_turning([way, way_later], [t, later]);
        if apart && later == 1.0 {
            return Finding::Never;
        }
        let next = if apart { until.max(later) } else { until };
        // Time of contact at the present rate.
        let (gap, gap_later) = (moving.gap(way), moving.gap(way_later));
        let meet = t + (later - t) * gap / (gap - gap_later);
        step = if apart { 2.0 * (later - t) } else { (later - t) / 2.0 };
        if gap_later < gap && meet > next {
            step = step.min(MOST_OF * (meet - next));
        }
        if next - t <= SHORTEST && step <= SHORTEST {
            break;
        }
        t = next;
    }
    if query.separation > 0.0 && near_after(query, t) {
        return Finding::At(t);
    }
    Finding::NotBefore(t)
}

/// Tests whether the distance is certainly at most the separation shortly after `t`.
fn near_after(query: &ContactQuery, t: f64) -> bool {
    (0..8).any(|i| {
        let later = t + SHORTEST * f64::from(1 << (2 * i));
        later <= 1.0 && is_near(query, later)
    })
}

fn is_near(query: &ContactQuery, t: f64) -> bool {
    let [zero, one, time, separation] = [0.0, 1.0, t, query.separation].each(Interval::new);
    let at = |i: usize| {
        let number = |axis: usize| {
            let [start, end] = [query.start[i][axis], query.end[i][axis]].each(Interval::new);
            start * (one - time) + end * time
        };
        V3 { x: number(0), y: number(1), z: number(2) }
    };
    let points = [at(0), at(1), at(2), at(3)];
    let origin = Point(V3 { x: zero, y: zero, z: zero });
    let difference = |i: usize| {
        let [a, b] = differences(query.kind)[i];
        points[a] - points[b]
    };
    let [a, b] = [0, 1].each(difference);
    let squared = match query.kind {
        Kind::VertexFace => point_triangle::distance_squared(&origin, &Triangle { a, b, c: difference(2) }),
        Kind::EdgeEdge => {
            let (u, v) = (points[1] - points[0], points[2] - points[3]);
            point_triangle::distance_squared(&origin, &Parallelogram { origin: a, u, v })
        }
    };
    squared.le(separation.squared()).all()
}
