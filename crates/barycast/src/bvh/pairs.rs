//! Walking down two trees at once, of which the second is placed somewhere.
//!
//! Of two nodes whose boxes meet the larger is opened, and its eight children are asked at once whether they meet the
//! other's box. Those that reach deepest into one another are looked at first, or those that are nearest.

use super::node::{Bounds, Bvh, LANES, LEAF};
use super::placed::{Boxes, Placed, PlacedLanes};
use super::volume::squared;
use crate::number::Float;
use crate::query::cancel::Steps;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use fearless_simd::f32x8;
use fearless_simd::prelude::*;

/// What is done at two leaves of a walk down two trees.
pub(crate) trait Both {
    /// The deepest first: worth sorting for only where the walk may break off.
    const SORTED: bool;

    /// Looks into a leaf of the first tree and one of the second, whose boxes may meet.
    fn look<S: Simd>(&mut self, simd: S, a: usize, b: usize) -> ControlFlow<()>;
}

/// What is done at two leaves of a walk toward the nearest two.
pub(crate) trait BothNear {
    /// Of the limit: the precision of what is in the leaves.
    type Number: Float;

    /// Looks into a leaf of the first tree and one of the second. Answers with a new limit, a distance as the first tree
    /// sees it, if it is nearer now; what lies as far still counts.
    fn look<S: Simd>(&mut self, simd: S, a: usize, b: usize) -> Option<Self::Number>;
}

/// A child of a node: its lane and, above that, the node. [`ROOT`] is the root.
type Place = u64;

const ROOT: Place = u64::MAX;

/// Two places whose boxes may meet, and how far apart they are: negative where they overlap.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Open {
    gap: f32,
    a: Place,
    b: Place,
}

impl Open {
    /// Both trees, whole.
    pub(crate) const ALL: Self = Self { gap: 0.0, a: ROOT, b: ROOT };
}

/// So many may wait without another piece of memory.
const ROOM: usize = 256;

impl Bvh {
    /// The name of what is at a place, and its box.
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

    /// Looks at every two leaves whose boxes may meet, below two that do; fewer once it is [cancelled](crate::query::cancel).
    #[inline(always)]
    pub(crate) fn walk_both_in<S: Simd, B: Both>(
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

    /// Looks at every two leaves that may be no more than `high` apart, nearer ones first; fewer once it is cancelled.
    #[inline(always)]
    pub(crate) fn walk_both_near_in<S: Simd, B: BothNear>(
        &self,
        simd: S,
        other: &Self,
        placed: &Placed,
        high: B::Number,
        looks: &mut B,
    ) {
        if self.nodes.is_empty() || other.nodes.is_empty() {
            return;
        }
        let lanes = PlacedLanes::new(simd, placed);
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
                (lanes.gaps(&boxes, &alike(simd, &box_b)), present)
            } else {
                let (boxes, present) = children(simd, other, b);
                (lanes.gaps(&alike(simd, &box_a), &boxes), present)
            };
            let beyond = gaps.simd_gt(f32x8::splat(simd, high)).to_bitmask() as u32;
            let opened = if opens_a { a } else { b };
            push(&mut stack, (open, opened, opens_a), present & !beyond, gaps, true);
        }
    }

    /// Opens the larger of two.
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "one step of the walk above")]
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
            lanes.meet(&boxes, &alike(simd, box_b), present)
        } else {
            let (boxes, present) = children(simd, other, b);
            lanes.meet(&alike(simd, box_a), &boxes, present)
        };
        push(stack, (open, if opens_a { a } else { b }, opens_a), met, gaps, sorted);
    }

    /// The same walk in parts, about so many, whose order is always the same.
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

/// The first of two, of which one at least is a node, is the one to open.
#[inline(always)]
fn opens_first(placed: &Placed, (a, box_a): (u32, &Bounds), (b, box_b): (u32, &Bounds)) -> bool {
    b & LEAF != 0 || (a & LEAF == 0 && size(box_a) >= size(box_b) * placed.growth)
}

/// Puts off the children in `met` of one of two, those with the least gaps on top if `sorted`.
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

/// How large a box is, for comparing.
#[inline(always)]
fn size(bounds: &Bounds) -> f32 {
    let [low, high] = &bounds.planes;
    (high[0] - low[0]) + (high[1] - low[1]) + (high[2] - low[2])
}

/// The boxes of a node's children, and a bit for each that is there.
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

/// A box in every lane.
#[inline(always)]
fn alike<S: Simd>(simd: S, bounds: &Bounds) -> Boxes<S> {
    let [low, high] = bounds.planes;
    Boxes::between(simd, super::ray::in_lanes(simd, low), super::ray::in_lanes(simd, high))
}
