//! Walking down two trees at once, of which the second moves along a line: to what touches last.
//!
//! Two boxes overlap between two times, along each axis and so along all. Those two that overlap longest are opened first, so the walk ends
//! when no pair that is left overlaps later than two items are known to touch.

use super::node::{Bounds, Bvh, LANES, LEAF};
use crate::number::each::MapEach;
use crate::query::cancel::Steps;
use alloc::collections::BinaryHeap;
use core::cmp::Ordering;

/// What is done at two leaves of a walk toward the last touch.
pub(crate) trait BothLast {
    /// Looks into a leaf of the first tree and one of the second. Returns the time of a touch that is later than all before.
    fn look(&mut self, a: usize, b: usize) -> Option<f64>;
}

/// How the second tree moves: at the time `t` it is at `place + t * way`, for the times between two.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passing {
    pub(crate) place: [f64; 3],
    pub(crate) way: [f64; 3],
    pub(crate) times: [f64; 2],
}

/// Two nodes or leaves and the last time at which their boxes overlap.
#[derive(Clone, Copy)]
struct Waiting {
    until: f64,
    names: [u32; 2],
    boxes: [Bounds; 2],
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Waiting {}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        self.until.total_cmp(&other.until).then_with(|| other.names.cmp(&self.names))
    }
}

impl Passing {
    /// The last time within the range at which two boxes overlap, and not less than it, if they do.
    fn until(&self, [a, b]: &[Bounds; 2]) -> Option<f64> {
        const MARGIN: f64 = 16.0 * f64::EPSILON;
        let [mut from, mut to] = self.times;
        for axis in 0..3 {
            let box_of = |bounds: &Bounds| bounds.planes.each(|plane| f64::from(plane[axis]));
            let ([low, high], [other_low, other_high]) = (box_of(a), box_of(b));
            let place = self.place[axis];
            let size = [low, high, other_low, other_high, place]
                .into_iter()
                .fold(0.0, |most: f64, x| most.max(x.abs()));
            let margin = size * MARGIN;
            // The way that the second may still go along this axis, and the way it has to go.
            let (most, least) = (high - other_low - place + margin, low - other_high - place - margin);
            let way = self.way[axis];
            if way == 0.0 {
                if most < 0.0 || least > 0.0 {
                    return None;
                }
                continue;
            }
            let (first, last) = if way > 0.0 { (least / way, most / way) } else { (most / way, least / way) };
            let spare = (first.abs() + last.abs()) * MARGIN;
            // What is no number leaves nothing out.
            from = from.max(first - spare);
            to = to.min(last + spare);
        }
        (from <= to).then_some(to)
    }
}

impl Bvh {
    /// Looks at two leaves whose boxes may overlap later than two items are known to touch, those that overlap last first.
    pub(crate) fn walk_both_last(&self, other: &Self, passing: &Passing, looks: &mut impl BothLast) {
        if self.nodes.is_empty() || other.nodes.is_empty() {
            return;
        }
        let mut known = passing.times[0];
        let mut waiting = BinaryHeap::new();
        let boxes = [self.bounds, other.bounds];
        waiting.extend(passing.until(&boxes).map(|until| Waiting { until, names: [0, 0], boxes }));
        let mut steps = Steps::default();
        while let Some(next) = waiting.pop() {
            if next.until < known || steps.end() {
                break;
            }
            let [a, b] = next.names;
            if a & b & LEAF != 0 {
                if let Some(later) = looks.look((a & !LEAF) as usize, (b & !LEAF) as usize) {
                    known = known.max(later);
                }
                continue;
            }
            let opened =
                usize::from(a & LEAF != 0 || (b & LEAF == 0 && size(&next.boxes[1]) > size(&next.boxes[0])));
            let node = &[self, other][opened].nodes[next.names[opened] as usize];
            for lane in 0..LANES {
                let bounds = Bounds { planes: node.planes.each(|side| side.each(|plane| plane[lane])) };
                if bounds.is_empty() {
                    continue;
                }
                let mut child = next;
                (child.names[opened], child.boxes[opened]) = (node.children[lane], bounds);
                if let Some(until) = passing.until(&child.boxes).filter(|until| *until >= known) {
                    child.until = until;
                    waiting.push(child);
                }
            }
        }
    }
}

/// How large a box is, for comparing.
fn size(bounds: &Bounds) -> f32 {
    let [low, high] = &bounds.planes;
    (high[0] - low[0]) + (high[1] - low[1]) + (high[2] - low[2])
}
