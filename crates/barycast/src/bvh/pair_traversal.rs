//! Simultaneous traversal of two trees, the second placed by an affine map.
//!
//! The larger of two nodes whose boxes meet is opened, and its eight children are tested at once
//! against the box of the other. The pairs that overlap deepest, or those that are nearest, are
//! visited first.

use super::node::{Bounds, Bvh, LANES, LEAF};
use super::proximity::squared;
use super::separating_axes::{Boxes, Placed, PlacedLanes};
use crate::number::Float;
use crate::query::cancel::Steps;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use fearless_simd::f32x8;
use fearless_simd::prelude::*;

/// Leaf callback of a simultaneous traversal.
pub(crate) trait PairVisitor {
    /// Whether the deepest pairs are visited first. Sorting pays only if the traversal may stop
    /// early.
    const SORTED: bool;

    /// Visits a leaf of the first tree and one of the second, whose boxes may meet.
    fn look<S: Simd>(&mut self, simd: S, a: usize, b: usize) -> ControlFlow<()>;
}

/// Leaf callback of a traversal for the closest pair.
pub(crate) trait ClosestPairVisitor {
    /// Number type of the limit: the precision of the items.
    type Number: Float;

    /// Visits a leaf of the first tree and one of the second. Returns a new limit, a distance in
    /// the coordinates of the first tree, if it is smaller now. Pairs at a distance equal to the
    /// limit still count.
    fn look<S: Simd>(&mut self, simd: S, a: usize, b: usize) -> Option<Self::Number>;
}

/// Position of a child: the node's index above the lane. [`ROOT`] is the root.
type Place = u64;

const ROOT: Place = u64::MAX;

/// Two positions whose boxes may meet, and the gap between the boxes: negative if they overlap.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Open {
    gap: f32,
    a: Place,
    b: Place,
}

impl Open {
    /// Pair of both whole trees.
    pub(crate) const ALL: Self = Self { gap: 0.0, a: ROOT, b: ROOT };
}

/// Number of pairs that may wait without another allocation.
const ROOM: usize = 256;

impl Bvh {
    /// Returns the index and the box of the child at a position.
    #[inline(always)]
    fn at(&self, place: Place) -> (u32, Bounds) {
        if place == ROOT {
            return (0, self.bounds);
        }
        let (node, lane) = (&self.nodes[(place / LANES as u64) as usize], place as usize % LANES);
        let mut bounds = self.bounds;
        for side in 0..2 {
            for axis in 0..3 {
                bounds.planes[side][axis] = node.planes[side][axis][lane];
            }
        }
        (node.children[lane], bounds)
    }

    /// Visits every pair of leaves whose boxes may meet, below a pair of nodes. Visits fewer once
    /// the query is [cancelled](crate::query::cancel).
    #[inline(always)]
    pub(crate) fn walk_pairs_in<S: Simd, B: PairVisitor>(
        &self,
        simd: S,
        other: &Self,
        placed: &Placed,
        start: Open,
        looks: &mut B,
    ) -> ControlFlow<()> {
        if self.nodes.is_empty() || other.nodes.is_empty() {
            return ControlFlow::Continue(());
        }
        let lanes = PlacedLanes::new(simd, placed);
        let mut stack = Vec::with_capacity(ROOM);
        stack.push(start);
        let mut steps = Steps::default();
        while let Some(open) = stack.pop() {
            if steps.end() {
                break;
            }
            let ((a, box_a), (b, box_b)) = (self.at(open.a), other.at(open.b));
            if a & b & LEAF != 0 {
                looks.look(simd, (a & !LEAF) as usize, (b & !LEAF) as usize)?;
            } else {
                self.open(simd, &lanes, other, placed, (open, a, b), (&box_a, &box_b), B::SORTED, &mut stack);
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits every pair of leaves that may be at most `high` apart, nearer ones first. Visits
    /// fewer once the query is cancelled. `toward` is a direction of length 1 from the first to the
    /// second tree, along which the closest points may be apart; it only affects speed. Zero if
    /// unknown.
    #[inline(always)]
    pub(crate) fn walk_closest_pair_in<S: Simd, B: ClosestPairVisitor>(
        &self,
        simd: S,
        other: &Self,
        placed: &Placed,
        high: B::Number,
        toward: [f32; 3],
        looks: &mut B,
    ) {
        if self.nodes.is_empty() || other.nodes.is_empty() {
            return;
        }
        let lanes = PlacedLanes::new(simd, placed);
        let toward = lanes.direction(simd, toward);
        let mut high = squared(high);
        let mut stack = Vec::with_capacity(ROOM);
        stack.push(Open::ALL);
        let mut steps = Steps::default();
        while let Some(open) = stack.pop() {
            if open.gap > high {
                continue;
            }
            if steps.end() {
                break;
            }
            let ((a, box_a), (b, box_b)) = (self.at(open.a), other.at(open.b));
            if a & b & LEAF != 0 {
                if let Some(limit) = looks.look(simd, (a & !LEAF) as usize, (b & !LEAF) as usize) {
                    high = squared(limit);
                }
                continue;
            }
            let opens_a = opens_first(placed, (a, &box_a), (b, &box_b));
            let (gaps, present) = if opens_a {
                let (boxes, present) = children(simd, self, a);
                (lanes.gaps(&boxes, &splat_box(simd, &box_b), &toward), present)
            } else {
                let (boxes, present) = children(simd, other, b);
                (lanes.gaps(&splat_box(simd, &box_a), &boxes, &toward), present)
            };
            let beyond = gaps.simd_gt(f32x8::splat(simd, high)).to_bitmask() as u32;
            let opened = if opens_a { a } else { b };
            push(&mut stack, (open, opened, opens_a), present & !beyond, gaps, true);
        }
    }

    /// Opens the larger node of a pair.
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "one step of the traversal above")]
    fn open<S: Simd>(
        &self,
        simd: S,
        lanes: &PlacedLanes<S>,
        other: &Self,
        placed: &Placed,
        (open, a, b): (Open, u32, u32),
        (box_a, box_b): (&Bounds, &Bounds),
        sorted: bool,
        stack: &mut Vec<Open>,
    ) {
        let opens_a = opens_first(placed, (a, box_a), (b, box_b));
        let (met, gaps) = if opens_a {
            let (boxes, present) = children(simd, self, a);
            lanes.meet(&boxes, &splat_box(simd, box_b), present)
        } else {
            let (boxes, present) = children(simd, other, b);
            lanes.meet(&splat_box(simd, box_a), &boxes, present)
        };
        push(stack, (open, if opens_a { a } else { b }, opens_a), met, gaps, sorted);
    }

    /// Divides the traversal into about `parts` parts, in an order that is always the same.
    #[cfg(feature = "rayon")]
    pub(crate) fn parts_of_walk(&self, other: &Self, placed: &Placed, parts: usize) -> Vec<Open> {
        fearless_simd::dispatch!(self.level, simd => self.parts_of_walk_in(simd, other, placed, parts))
    }

    #[cfg(feature = "rayon")]
    #[inline(always)]
    fn parts_of_walk_in<S: Simd>(&self, simd: S, other: &Self, placed: &Placed, parts: usize) -> Vec<Open> {
        let lanes = PlacedLanes::new(simd, placed);
        let (mut now, mut next) = (alloc::vec![Open::ALL], Vec::new());
        while now.len() < parts {
            let mut opened = false;
            for &open in &now {
                let ((a, box_a), (b, box_b)) = (self.at(open.a), other.at(open.b));
                if a & b & LEAF != 0 {
                    next.push(open);
                } else {
                    opened = true;
                    self.open(simd, &lanes, other, placed, (open, a, b), (&box_a, &box_b), false, &mut next);
                }
            }
            core::mem::swap(&mut now, &mut next);
            next.clear();
            if !opened {
                break;
            }
        }
        now
    }
}

/// Tests whether the first of two is the one to open. At least one of them is a node.
#[inline(always)]
fn opens_first(placed: &Placed, (a, box_a): (u32, &Bounds), (b, box_b): (u32, &Bounds)) -> bool {
    b & LEAF != 0 || (a & LEAF == 0 && size(box_a) >= size(box_b) * placed.growth)
}

/// Pushes the pairs of the children in `met`, those with the smallest gaps on top if `sorted`.
#[inline(always)]
fn push<S: Simd>(
    stack: &mut Vec<Open>,
    (open, opened, opens_a): (Open, u32, bool),
    mut met: u32,
    gaps: f32x8<S>,
    sorted: bool,
) {
    let mut gap = [0.0; LANES];
    gaps.store_slice(&mut gap);
    let from = stack.len();
    while met != 0 {
        let lane = met.trailing_zeros() as usize % LANES;
        met &= met - 1;
        let place = u64::from(opened) * LANES as u64 + lane as u64;
        let child = if opens_a {
            Open { gap: gap[lane], a: place, ..open }
        } else {
            Open { gap: gap[lane], b: place, ..open }
        };
        stack.push(child);
        let mut at = stack.len() - 1;
        while sorted && at > from && stack[at - 1].gap < child.gap {
            stack.swap(at - 1, at);
            at -= 1;
        }
    }
}

/// Returns a measure of the size of a box, for comparison.
#[inline(always)]
fn size(bounds: &Bounds) -> f32 {
    let [low, high] = &bounds.planes;
    (high[0] - low[0]) + (high[1] - low[1]) + (high[2] - low[2])
}

/// Returns the boxes of a node's children, and a bit for each child that is present.
#[inline(always)]
fn children<S: Simd>(simd: S, bvh: &Bvh, node: u32) -> (Boxes<S>, u32) {
    let [low, high] = &bvh.nodes[node as usize].planes;
    let low = [
        f32x8::from_slice(simd, &low[0]),
        f32x8::from_slice(simd, &low[1]),
        f32x8::from_slice(simd, &low[2]),
    ];
    let high = [
        f32x8::from_slice(simd, &high[0]),
        f32x8::from_slice(simd, &high[1]),
        f32x8::from_slice(simd, &high[2]),
    ];
    (Boxes::between(simd, low, high), low[0].simd_le(high[0]).to_bitmask() as u32)
}

/// Returns a box in every lane.
#[inline(always)]
fn splat_box<S: Simd>(simd: S, bounds: &Bounds) -> Boxes<S> {
    let [low, high] = bounds.planes;
    Boxes::between(simd, super::ray::in_lanes(simd, low), super::ray::in_lanes(simd, high))
}
