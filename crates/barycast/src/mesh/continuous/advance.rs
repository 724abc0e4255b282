//! From time to time, as far as a plane keeps them apart.
//!
//! The plane across the shortest way at a time touches the shape there. Heights over a plane that stands still change
//! evenly, so it is known until when all corners are above it: for good, most often. A shape that turns leaves such a plane soon. So
//! a plane that turns from the shortest way now to that at a later time is tried too, and how much later is adjusted: to most of
//! the time after which they would meet at the present rate, or to half of what was too much.

use super::moving::{Moving, differences};
use super::question::{Finding, Kind, Question};
use crate::exact::Interval;
use crate::number::each::MapEach;
use crate::number::{Mask, Ring};
use crate::pair::point_triangle;
use crate::shape::{Parallelogram, Point, Triangle};
use crate::vector::V3;

/// Steps after which the rest is left to exact numbers: most motions take less than ten.
const LIMIT: u32 = 100;
/// Of the time that is left, how much a step takes: the rest is what the rate may have changed.
const MOST_OF: f64 = 0.9;
/// Steps shorter than this lead nowhere.
const SHORTEST: f64 = 4.0 * f64::EPSILON;

pub(super) fn look(question: &Question, moving: &Moving, from: f64) -> Finding {
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
        // At this rate they meet at:
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
    if question.separation > 0.0 && near_after(question, t) {
        return Finding::At(t);
    }
    Finding::NotBefore(t)
}

/// Very soon after `t` they are certainly nearer than the separation.
fn near_after(question: &Question, t: f64) -> bool {
    (0..8).any(|i| {
        let later = t + SHORTEST * f64::from(1 << (2 * i));
        later <= 1.0 && is_near(question, later)
    })
}

fn is_near(question: &Question, t: f64) -> bool {
    let [zero, one, time, separation] = [0.0, 1.0, t, question.separation].each(Interval::new);
    let at = |i: usize| {
        let number = |axis: usize| {
            let [start, end] = [question.start[i][axis], question.end[i][axis]].each(Interval::new);
            start * (one - time) + end * time
        };
        V3 { x: number(0), y: number(1), z: number(2) }
    };
    let points = [at(0), at(1), at(2), at(3)];
    let origin = Point(V3 { x: zero, y: zero, z: zero });
    let difference = |i: usize| {
        let [a, b] = differences(question.kind)[i];
        points[a] - points[b]
    };
    let [a, b] = [0, 1].each(difference);
    let squared = match question.kind {
        Kind::VertexFace => point_triangle::distance_squared(&origin, &Triangle { a, b, c: difference(2) }),
        Kind::EdgeEdge => {
            let (u, v) = (points[1] - points[0], points[2] - points[3]);
            point_triangle::distance_squared(&origin, &Parallelogram { origin: a, u, v })
        }
    };
    squared.le(separation.squared()).all()
}
