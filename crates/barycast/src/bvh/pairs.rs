//! Walking down two trees at once, of which the second is placed somewhere.
//!
//! Of two nodes whose boxes meet the larger is opened, and its eight children are asked at once whether they meet the
//! other's box. Those that reach deepest into one another are looked at first.

use super::node::{Bounds, Bvh, LANES, LEAF};
use super::placed::{Boxes, Placed, PlacedLanes};
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

    /// Looks at every two leaves whose boxes may meet, below two that do.
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
        while let Some(open) = stack.pop() {
            let ((a, box_a), (b, box_b)) = (self.at(open.a), other.at(open.b));
            if a & b & LEAF != 0 {
                looks.look(simd, (a & !LEAF) as usize, (b & !LEAF) as usize)?;
            } else {
                self.open(simd, &lanes, other, placed, (open, a, b), (&box_a, &box_b), B::SORTED, &mut stack);
            }
        }
        ControlFlow::Continue(())
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
        let opens_a = b & LEAF != 0 || (a & LEAF == 0 && size(box_a) >= size(box_b) * placed.growth);
        let (met, gaps) = if opens_a {
            let (boxes, present) = children(simd, self, a);
            lanes.meet(&boxes, &alike(simd, box_b), present)
        } else {
            let (boxes, present) = children(simd, other, b);
            lanes.meet(&alike(simd, box_a), &boxes, present)
        };
        let mut gap = [0.0; LANES];
        gaps.store_slice(&mut gap);
        let (from, mut met) = (stack.len(), met);
        while met != 0 {
            let lane = met.trailing_zeros() as usize % LANES;
            met &= met - 1;
            let place = |node: u32| u64::from(node) * LANES as u64 + lane as u64;
            let child = if opens_a {
                Open { gap: gap[lane], a: place(a), ..open }
            } else {
                Open { gap: gap[lane], b: place(b), ..open }
            };
            stack.push(child);
            let mut at = stack.len() - 1;
            while sorted && at > from && stack[at - 1].gap < child.gap {
                stack.swap(at - 1, at);
                at -= 1;
            }
        }
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
