//! Traversal toward a point, and through a box.

use super::memory::prefetch;
use super::node::{Bounds, Bvh, LANES, LEAF, Node, place_above, place_below};
use super::ray::{RayVisitor, in_lanes};
use super::stack::{Stack, begin, child, entry};
use crate::number::each::MapEach;
use crate::number::{Float, Ring, round_up};
use fearless_simd::prelude::*;
use fearless_simd::{dispatch, f32x8};

/// Leaf callback of a traversal toward a point.
#[doc(alias = "point query")]
pub trait PointVisitor {
    /// Number type of the limit: the precision of the items.
    type Number: Float;

    /// Visits a leaf. Returns a new limit, a distance, if it is smaller now. Items at the limit
    /// still count.
    fn visit_leaf<S: Simd>(&mut self, simd: S, leaf: usize) -> Option<Self::Number>;

    /// Returns the address from which a leaf will be read, or `None` if prefetching does not pay.
    #[inline(always)]
    fn leaf_address(&self, _leaf: usize) -> Option<*const u8> {
        None
    }
}

impl Bvh {
    /// Calls `leaf` with every leaf that may contain a point at most `high` from `point`, nearer
    /// boxes first.
    #[inline]
    pub fn walk_point<A: PointVisitor>(&self, point: [A::Number; 3], high: A::Number, leaf: &mut A) {
        dispatch!(self.level, simd => self.walk_toward_in(simd, [point, point], high, leaf));
    }

    /// Calls `leaf` with every leaf that may contain a point at most `high` from a box, given by
    /// its least and greatest corner.
    #[inline]
    pub(crate) fn walk_toward<A: PointVisitor>(
        &self,
        ends: [[A::Number; 3]; 2],
        high: A::Number,
        leaf: &mut A,
    ) {
        dispatch!(self.level, simd => self.walk_toward_in(simd, ends, high, leaf));
    }

    #[inline(always)]
    fn walk_toward_in<S: Simd, A: PointVisitor>(
        &self,
        simd: S,
        [least, greatest]: [[A::Number; 3]; 2],
        high: A::Number,
        leaf: &mut A,
    ) {
        if self.nodes.is_empty() {
            return;
        }
        // Rounded toward the boxes on either side. Every gap is reduced a little.
        let from_below = in_lanes(simd, greatest.each(place_above));
        let from_above = in_lanes(simd, least.each(place_below));
        let (zero, smaller) = (f32x8::splat(simd, 0.0), f32x8::splat(simd, 1.0 - 4.0 * f32::EPSILON));
        let mut high = squared(high);
        let mut room = Stack::room();
        let mut stack = Stack::new(&mut room);
        let mut at = 0;
        loop {
            if at & LEAF == 0 {
                let node = &self.nodes[at as usize];
                // Read last, as in the traversal of a ray, to avoid another wait.
                prefetch(&node.children);
                let mut sum = zero;
                for axis in 0..3 {
                    let least = f32x8::from_slice(simd, &node.planes[0][axis]);
                    let greatest = f32x8::from_slice(simd, &node.planes[1][axis]);
                    let gap =
                        Ring::max(Ring::max(least - from_below[axis], from_above[axis] - greatest), zero)
                            * smaller;
                    sum += gap * gap;
                }
                let sum = sum * smaller;
                let mut met = sum.simd_le(f32x8::splat(simd, high)).to_bitmask() as u32;
                if met != 0 {
                    let mut gaps = [0.0; LANES];
                    sum.store_slice(&mut gaps);
                    let from = stack.len();
                    while met != 0 {
                        let lane = met.trailing_zeros() as usize % LANES;
                        met &= met - 1;
                        let child = node.children[lane];
                        stack.push_sorted(entry(child, gaps[lane]), from);
                        self.prefetch_child::<A::Number>(child, |at| leaf.leaf_address(at));
                    }
                }
            } else if let Some(limit) = leaf.visit_leaf(simd, (at & !LEAF) as usize) {
                high = squared(limit);
            }
            at = loop {
                let Some(next) = stack.pop() else { return };
                if begin(next) <= high {
                    break child(next);
                }
            };
        }
    }

    /// Calls `visit` with every item of every leaf whose box meets `bounds`. The boxes of the items
    /// may not meet it.
    #[inline]
    pub fn walk_box(&self, bounds: &Bounds, mut visit: impl FnMut(u32)) {
        dispatch!(self.level, simd => self.walk_box_in(simd, bounds, &mut visit));
    }

    #[inline(always)]
    fn walk_box_in<S: Simd>(&self, simd: S, bounds: &Bounds, visit: &mut impl FnMut(u32)) {
        // With infinities the box would meet missing children. The least coordinate of any other
        // child is finite or minus infinity.
        let [from, to] =
            bounds.planes.each(|ends| in_lanes(simd, ends.each(|end| end.clamp(f32::MIN, f32::MAX))));
        let met = |node: &Node| {
            let mut met = u64::MAX;
            for axis in 0..3 {
                let least = f32x8::from_slice(simd, &node.planes[0][axis]);
                let greatest = f32x8::from_slice(simd, &node.planes[1][axis]);
                met &= least.simd_le(to[axis]).to_bitmask();
                met &= greatest.simd_ge(from[axis]).to_bitmask();
            }
            met
        };
        self.walk_met(met, visit);
    }

    /// Calls `leaf` with every leaf whose box meets `bounds`, until it breaks. Limits are ignored.
    #[inline]
    pub(crate) fn walk_leaves_in_box<M: RayVisitor>(&self, bounds: &Bounds, leaf: &mut M) {
        dispatch!(self.level, simd => self.walk_leaves_in_box_in(simd, bounds, leaf));
    }

    #[inline(always)]
    fn walk_leaves_in_box_in<S: Simd, M: RayVisitor>(&self, simd: S, bounds: &Bounds, leaf: &mut M) {
        if self.nodes.is_empty() {
            return;
        }
        let [from, to] =
            bounds.planes.each(|ends| in_lanes(simd, ends.each(|end| end.clamp(f32::MIN, f32::MAX))));
        let mut room = Stack::room();
        let mut stack = Stack::new(&mut room);
        let mut at = 0;
        loop {
            if at & LEAF == 0 {
                let node = &self.nodes[at as usize];
                let mut met = u64::MAX;
                for axis in 0..3 {
                    let least = f32x8::from_slice(simd, &node.planes[0][axis]);
                    let greatest = f32x8::from_slice(simd, &node.planes[1][axis]);
                    met &= least.simd_le(to[axis]).to_bitmask();
                    met &= greatest.simd_ge(from[axis]).to_bitmask();
                }
                let mut met = met & 0xFF;
                while met != 0 {
                    stack.push(entry(node.children[met.trailing_zeros() as usize % LANES], 0.0));
                    met &= met - 1;
                }
            } else if leaf.visit_leaf(simd, (at & !LEAF) as usize).is_break() {
                return;
            }
            let Some(next) = stack.pop() else { return };
            at = child(next);
        }
    }

    /// Calls `visit` with every item of the leaves below the children that have a bit in `met`.
    #[inline(always)]
    pub(super) fn walk_met(&self, met: impl Fn(&Node) -> u64, visit: &mut impl FnMut(u32)) {
        if self.nodes.is_empty() {
            return;
        }
        let mut room = Stack::room();
        let mut stack = Stack::new(&mut room);
        let mut at = 0;
        loop {
            if at & LEAF == 0 {
                let node = &self.nodes[at as usize];
                let met = met(node);
                // Pushes the last first, so that the first is on top.
                for lane in (0..LANES).rev() {
                    if met >> lane & 1 == 1 {
                        stack.push(entry(node.children[lane], 0.0));
                    }
                }
            } else {
                self.items((at & !LEAF) as usize).for_each(&mut *visit);
            }
            let Some(next) = stack.pop() else { return };
            at = child(next);
        }
    }
}

/// Returns an upper bound of a squared distance as `f32`, large enough not to be denormal.
#[inline(always)]
pub(super) fn squared<S: Float>(distance: S) -> f32 {
    let distance = distance.to_f64();
    round_up(distance * distance * (1.0 + 4.0 * f64::EPSILON)) + f32::MIN_POSITIVE
}
