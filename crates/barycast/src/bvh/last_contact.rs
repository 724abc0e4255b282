//! Simultaneous traversal of two trees, one moving along a line, for the last time of contact.
//!
//! Two boxes overlap during a time interval along each axis, and hence along all. The pair whose
//! boxes overlap latest is opened first. The traversal ends when no remaining pair overlaps later
//! than two items are known to touch.

use super::node::{Bounds, Bvh, LANES, LEAF};
use crate::number::each::MapEach;
use crate::query::cancel::Steps;
use alloc::collections::BinaryHeap;
use core::cmp::Ordering;

/// Leaf callback of a traversal for the last time of contact.
pub(crate) trait LastContactVisitor {
    /// Visits a leaf of the first tree and one of the second. Returns the time of a contact that is
    /// later than all found so far.
    fn look(&mut self, a: usize, b: usize) -> Option<f64>;
}

/// Motion of the second tree: at time `t` it is at `place + t * way`, for `t` within `times`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passing {
    pub(crate) place: [f64; 3],
    pub(crate) way: [f64; 3],
    pub(crate) times: [f64; 2],
}

/// Pair of nodes or leaves, with the last time at which their boxes overlap.
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
    /// Returns an upper bound of the last time within the range at which two boxes overlap, or
    /// `None` if they do not.
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
            // Largest and smallest displacement along this axis at which the boxes overlap.
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
            // NaN excludes nothing.
            from = from.max(first - spare);
            to = to.min(last + spare);
        }
        (from <= to).then_some(to)
    }
}

impl Bvh {
    /// Visits the pairs of leaves whose boxes may overlap later than two items are known to touch,
    /// the latest first.
    pub(crate) fn walk_last_contact(
        &self,
        other: &Self,
        passing: &Passing,
        looks: &mut impl LastContactVisitor,
    ) {
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

/// Returns a measure of the size of a box, for comparison.
fn size(bounds: &Bounds) -> f32 {
    let [low, high] = &bounds.planes;
    (high[0] - low[0]) + (high[1] - low[1]) + (high[2] - low[2])
}
