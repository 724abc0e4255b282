//! Fallback for boxes that no grid separates, such as crossing long boxes or many equal ones: a
//! streaming segment tree, axis by axis, in `O(n log^3 n)` time plus the number of pairs. The tree
//! is never stored.
//!
//! Two boxes overlap along an axis if one begins inside the other: a point in an interval. The
//! points are halved recursively. An interval that contains all points of a part is finished with
//! this axis, and continues with these points on the next axis, where either box may begin first.
//! The other intervals continue with both halves. An interval ends in at most two parts per level,
//! so it is finished in at most twice as many parts as there are levels.
//!
//! Equal beginnings are ordered by index, so each pair occurs once on each axis. Source:
//! [Zomorodian 2002].

use super::grid::{ALL, Entry};
use super::lanes::Number;
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// Products of list lengths up to this are tested pair by pair.
const FEW: usize = 4096;
/// Number of pairs that are buffered before they are passed on.
const MANY: usize = 1 << 16;

/// The boxes of one cell, by their indices in it.
pub(super) struct SegmentTree<'a, C> {
    pub entries: &'a [Entry<C>],
    pub found: &'a mut Vec<[u32; 2]>,
    pub hand_on: &'a mut dyn FnMut(&mut Vec<[u32; 2]>) -> ControlFlow<()>,
}

impl<C: Number> SegmentTree<'_, C> {
    /// Reports every pair of this cell.
    pub(super) fn pairs(&mut self) -> ControlFlow<()> {
        let of_group = |group: u32| -> Vec<u32> {
            let places = self.entries.iter().zip(0..);
            places.filter(|(entry, _)| entry.group == group).map(|(_, place)| place).collect()
        };
        let groups: Vec<Vec<u32>> = (0..=ALL).map(of_group).collect();
        let all = &groups[ALL as usize];
        let points = self.sorted(all, 2);
        self.seek(all, &points, 2)?;
        for a in 0..=ALL {
            for b in a + 1..=ALL {
                let (boxes, others) = (&groups[a as usize], &groups[b as usize]);
                if a | b == ALL && !boxes.is_empty() && !others.is_empty() {
                    self.seek_both(boxes, others, 2)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Reports pairs between the two lists, whichever box begins first along `axis`.
    fn seek_both(&mut self, boxes: &[u32], others: &[u32], axis: usize) -> ControlFlow<()> {
        self.seek(boxes, &self.sorted(others, axis), axis)?;
        self.seek(others, &self.sorted(boxes, axis), axis)
    }

    /// Reports pairs of an interval and a point in it along `axis`. All of them overlap along the
    /// later axes.
    fn seek(&mut self, intervals: &[u32], points: &[u32], axis: usize) -> ControlFlow<()> {
        let (Some(&first), Some(&last)) = (points.first(), points.last()) else {
            return ControlFlow::Continue(());
        };
        if intervals.len() * points.len() <= FEW {
            for &a in intervals {
                for &b in points {
                    if self.begins_before(a, b, axis) && (0..=axis).all(|axis| self.overlap(a, b, axis)) {
                        self.report(a, b)?;
                    }
                }
            }
            return ControlFlow::Continue(());
        }
        let (mut around, mut rest) = (Vec::new(), Vec::new());
        for &a in intervals {
            if self.begins_before(a, first, axis) && self.begin(last, axis) <= self.end(a, axis) {
                around.push(a);
            } else if self.begins_before(a, last, axis) && self.begin(first, axis) <= self.end(a, axis) {
                rest.push(a);
            }
        }
        if axis > 0 {
            if !around.is_empty() {
                self.seek_both(&around, points, axis - 1)?;
            }
        } else {
            for &a in &around {
                for &b in points {
                    self.report(a, b)?;
                }
            }
        }
        drop(around);
        if rest.is_empty() {
            return ControlFlow::Continue(());
        }
        let (before, after) = points.split_at(points.len() / 2);
        self.seek(&rest, before, axis)?;
        self.seek(&rest, after, axis)
    }

    fn report(&mut self, a: u32, b: u32) -> ControlFlow<()> {
        let (a, b) = (self.entries[a as usize].id, self.entries[b as usize].id);
        self.found.push([a.min(b), a.max(b)]);
        if self.found.len() > MANY { (self.hand_on)(self.found) } else { ControlFlow::Continue(()) }
    }

    fn begin(&self, place: u32, axis: usize) -> C {
        self.entries[place as usize].numbers[axis]
    }

    fn end(&self, place: u32, axis: usize) -> C {
        self.entries[place as usize].numbers[axis + 3]
    }

    fn overlap(&self, a: u32, b: u32, axis: usize) -> bool {
        self.begin(a, axis) <= self.end(b, axis) && self.begin(b, axis) <= self.end(a, axis)
    }

    fn begins_before(&self, a: u32, b: u32, axis: usize) -> bool {
        let (begin_a, begin_b) = (self.begin(a, axis), self.begin(b, axis));
        begin_a < begin_b || begin_a == begin_b && a < b
    }

    /// Returns the indices sorted by where the boxes begin along `axis`.
    fn sorted(&self, places: &[u32], axis: usize) -> Vec<u32> {
        let mut sorted = places.to_vec();
        sorted.sort_unstable_by(|&a, &b| {
            let by_begin = self.begin(a, axis).partial_cmp(&self.begin(b, axis));
            by_begin.unwrap_or(core::cmp::Ordering::Equal).then(a.cmp(&b))
        });
        sorted
    }
}
