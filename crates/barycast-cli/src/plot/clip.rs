//! Cohen-Sutherland clipping of segments to a window: the nine regions with their outcodes, every
//! cut, and the result.

use super::drawing::{BLUE, Drawing, GREEN, GREY, INK, PALE, RED};
use barycast::clip::cohen_sutherland::{Outcode, steps};
use barycast::number::each::MapEach;
use barycast::shape::{Aabb, Segment};
use glam::{DVec2, dvec2};

const SIZE: f64 = 560.0;
const MARGIN: f64 = 45.0;

/// Returns example segments of every case, and their window.
fn sample() -> (Aabb<DVec2>, Vec<Segment<DVec2>>) {
    let segment = |[a, b, c, d]: [f64; 4]| Segment::new(dvec2(a, b), dvec2(c, d));
    let segments = [
        [1.0, 7.0, 4.0, -1.0],
        [10.0, -2.0, -3.0, 6.0],
        [-2.0, 4.5, 3.0, 7.5],
        [4.5, 1.0, 7.0, 2.0],
        [-3.0, 1.0, -1.0, -2.0],
        [6.0, 5.0, 10.0, 6.5],
    ];
    (Aabb::new(DVec2::ZERO, dvec2(8.0, 5.0)), segments.each(segment).to_vec())
}

/// Draws the segments in the window, or an example.
pub(crate) fn clip(window: Option<Aabb<DVec2>>, segments: &[Segment<DVec2>]) -> Drawing {
    let (sample_window, sample_segments) = sample();
    let window = window.unwrap_or(sample_window);
    let segments = if segments.is_empty() { &sample_segments } else { segments };
    let all = segments.iter().fold(window, |all, s| all.union(&s.bounds()));
    let room = DVec2::splat((all.max - all.min).max_element().max(f64::MIN_POSITIVE) * 0.04);
    let (low, high) = (all.min - room, all.max + room);
    let scale = (SIZE - 2.0 * MARGIN) / (high - low).max_element();
    let size = (high - low) * scale + 2.0 * MARGIN;
    let at = |p: DVec2| dvec2(p.x - low.x, high.y - p.y) * scale + MARGIN;
    let mut drawing = Drawing::new(size + dvec2(0.0, 20.0));
    let (min, max) = (window.min, window.max);
    drawing.area([min, dvec2(max.x, min.y), max, dvec2(min.x, max.y)].each(at), BLUE, 0.1);
    for x in [min.x, max.x] {
        drawing.dashes([dvec2(x, low.y), dvec2(x, high.y)].each(at), PALE);
    }
    for y in [min.y, max.y] {
        drawing.dashes([dvec2(low.x, y), dvec2(high.x, y)].each(at), PALE);
    }
    let bands = |low: f64, min: f64, max: f64, high: f64| [[low, min], [min, max], [max, high]];
    for [left, right] in bands(low.x, min.x, max.x, high.x) {
        for [bottom, top] in bands(low.y, min.y, max.y, high.y) {
            let middle = dvec2(left.midpoint(right), bottom.midpoint(top));
            let corner = at(dvec2(left, top)) + dvec2(3.0, 13.0);
            if (right - left) * scale > 36.0 && (top - bottom) * scale > 16.0 {
                drawing.words(corner, GREY, 12.0, Outcode::from_point(middle, &window).to_string());
            }
        }
    }
    for segment in segments {
        let (rounds, piece) = steps(segment, &window);
        drawing.line([segment.a, segment.b].each(at), PALE, 1.5);
        if let Some(piece) = piece {
            drawing.line([piece.segment.a, piece.segment.b].each(at), GREEN, 3.0);
        }
        for pair in rounds.windows(2) {
            let cut = pair[0].cut.map(|(end, _)| [pair[1].segment.a, pair[1].segment.b][end]);
            if let Some(p) = cut {
                drawing.dot(at(p), RED, 3.5);
            }
        }
        for (end, other) in [(segment.a, segment.b), (segment.b, segment.a)] {
            drawing.dot(at(end), INK, 3.0);
            // Placed beside the segment, not across it.
            let beside = match (other.x > end.x, other.y > end.y) {
                (_, false) => dvec2(6.0, -5.0),
                (false, true) => dvec2(6.0, 14.0),
                (true, true) => dvec2(-34.0, 14.0),
            };
            drawing.words(at(end) + beside, INK, 12.0, Outcode::from_point(end, &window).to_string());
        }
    }
    let legend = "green: the result; red: the cuts, one per step; outcodes: above, below, right, left";
    drawing.words(dvec2(MARGIN, size.y + 4.0), INK, 12.0, legend);
    drawing
}
