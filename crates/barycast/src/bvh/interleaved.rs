//! Interleaved traversal of many incoherent rays, one step of each at a time.
//!
//! The data that a ray needs next is prefetched while the others take their steps, so no ray waits
//! for memory. No ray waits for a mispredicted branch either: a step at a node executes the same
//! instructions whatever the ray meets. Rays at nodes take their steps one after another, and so do
//! rays at leaves. Each ray visits the boxes that it would visit alone.

use super::branchless_stack::BranchlessStack;
use super::memory::prefetch_at;
use super::node::{Bvh, FAR, LANES, LEAF, Node, below};
use super::packet::{HALVES, Rays};
use super::ray::{GROW, SPARE, TINY, USUAL, later, not_before};
use crate::number::{Float, Ring, SimdScalar};
use core::hint::select_unpredictable;
use core::ops::ControlFlow;
use fearless_simd::prelude::*;
use fearless_simd::{f32x8, mask32x8, u32x8};

/// Largest number of rays prepared at a time. Their data stays in the cache, and the tail of the
/// batch, with fewer rays in flight, hardly matters.
pub(crate) const RAY_BATCH: usize = 512;

/// Number of rays in flight: more than the number of cache lines that a core fetches at a time.
const IN_FLIGHT: usize = 32;

/// Leaf callback of an interleaved traversal.
pub(crate) trait InterleavedVisitor {
    /// Number type of the limits: the precision of the items.
    type Number: Float;

    /// Visits a leaf for one of the rays, like
    /// [`RayVisitor::visit_leaf`](super::ray::RayVisitor::visit_leaf).
    fn visit_leaf<S: Simd>(
        &mut self,
        simd: S,
        ray: usize,
        leaf: usize,
    ) -> ControlFlow<(), Option<Self::Number>>;

    /// Returns the address from which a leaf will be read.
    fn leaf_address(&self, leaf: usize) -> *const u8;
}

/// Rays prepared for tests against boxes, each like [`BoxRay`](super::ray::BoxRay).
pub(crate) struct BoxRays {
    rows: [Row; RAY_BATCH / LANES],
    low: f32,
}

/// Eight rays, stored by component.
#[derive(Clone, Copy)]
struct Row {
    /// Origin rounded for near planes, and for far planes.
    from: [[[f32; LANES]; 3]; 2],
    /// Inverse direction for near planes, and slightly enlarged for far planes.
    inverse: [[[f32; LANES]; 3]; 2],
    /// 1 for axes along which the greatest plane is entered first.
    back: [[u32; LANES]; 3],
    /// Bit for each ray of usual size. Other rays are traversed alone.
    usual: u32,
}

impl BoxRays {
    #[allow(clippy::large_stack_arrays, reason = "a constant, copied to the heap")]
    pub(crate) const NONE: Self = {
        let none = [[[0.0; LANES]; 3]; 2];
        let row = Row { from: none, inverse: none, back: [[0; LANES]; 3], usual: 0 };
        Self { rows: [row; RAY_BATCH / LANES], low: 0.0 }
    };

    /// Prepares the packet with the given number.
    #[inline(always)]
    pub(crate) fn fill<N: SimdScalar, S: Simd>(&mut self, simd: S, group: usize, rays: &Rays<N>) {
        self.low = below(rays.low);
        let (zero, infinity) = (f32x8::splat(simd, 0.0), f32x8::splat(simd, f32::INFINITY));
        let (tiny, spare) = (f32x8::splat(simd, TINY), f32x8::splat(simd, SPARE));
        let far = f32x8::splat(simd, FAR);
        let (shortest, longest) =
            (N::splat(simd, N::from_f64(1.0 / USUAL)), N::splat(simd, N::from_f64(USUAL)));
        for half in 0..HALVES {
            let row = &mut self.rows[group * HALVES + half];
            let mut length = N::splat(simd, N::ZERO);
            row.usual = if self.low >= 0.0 { u32::MAX } else { 0 };
            for axis in 0..3 {
                let along = N::load(simd, &rays.direction[axis][half]);
                length = length.max(along.abs());
                let inverse = N::nearest(simd, along.one() / along);
                let overflows = !f32::bits::<S>(Ring::abs(inverse).lt(infinity));
                row.usual &= !overflows | N::bits::<S>(along.abs().le(along.zero()));
                let [low, high] = N::around(simd, N::load(simd, &rays.origin[axis][half]));
                let near = Ring::abs(low).lt(tiny) & Ring::abs(high).lt(tiny);
                let size = Ring::max(Ring::abs(low), Ring::abs(high));
                row.usual &= f32::bits::<S>(size.lt(far));
                let spare = Ring::select(near, spare, zero);
                let (low, high) = (low - spare, high + spare);
                let back = inverse.lt(zero);
                Ring::select(back, low, high).store_slice(&mut row.from[0][axis]);
                Ring::select(back, high, low).store_slice(&mut row.from[1][axis]);
                inverse.store_slice(&mut row.inverse[0][axis]);
                (inverse * f32x8::splat(simd, GROW)).store_slice(&mut row.inverse[1][axis]);
                back.select(u32x8::splat(simd, 1), u32x8::splat(simd, 0)).store_slice(&mut row.back[axis]);
            }
            row.usual &= N::bits::<S>(shortest.le(length) & length.le(longest));
        }
    }

    /// Tests whether a ray has usual size.
    #[inline(always)]
    pub(crate) fn is_usual(&self, ray: usize) -> bool {
        self.rows[ray / LANES % (RAY_BATCH / LANES)].usual >> (ray % LANES) & 1 == 1
    }

    /// Returns the entry distance of each child, and the mask of children that may be hit up to
    /// `limit`, as for a single ray.
    #[inline(always)]
    fn enter<S: Simd>(&self, simd: S, ray: usize, node: &Node, limit: f32) -> (f32x8<S>, mask32x8<S>) {
        let (row, lane) = (&self.rows[ray / LANES % (RAY_BATCH / LANES)], ray % LANES);
        let (mut enter, mut exit) = (f32x8::splat(simd, self.low), f32x8::splat(simd, limit));
        for axis in 0..3 {
            let side = row.back[axis][lane] as usize % 2;
            let near = f32x8::from_slice(simd, &node.planes[side][axis]);
            let far = f32x8::from_slice(simd, &node.planes[1 - side][axis]);
            let near = near - f32x8::splat(simd, row.from[0][axis][lane]);
            let far = far - f32x8::splat(simd, row.from[1][axis][lane]);
            enter = Ring::max(near * f32x8::splat(simd, row.inverse[0][axis][lane]), enter);
            exit = Ring::min(far * f32x8::splat(simd, row.inverse[1][axis][lane]), exit);
        }
        (enter, enter.simd_le(exit))
    }
}

/// Traversal state of one ray.
#[derive(Clone, Copy)]
struct Walk {
    ray: usize,
    at: u32,
    limit: f32,
    /// Length of its stack.
    len: usize,
}

/// Set of rays in flight.
#[derive(Clone, Copy)]
struct RaySet {
    slot: [u8; IN_FLIGHT],
    count: usize,
}

impl RaySet {
    const NONE: Self = Self { slot: [0; IN_FLIGHT], count: 0 };

    #[inline(always)]
    fn add(&mut self, slot: usize) {
        self.slot[self.count] = slot as u8;
        self.count += 1;
    }

    #[inline(always)]
    fn each(&self) -> impl Iterator<Item = usize> {
        self.slot[..self.count].iter().map(|slot| usize::from(*slot) % IN_FLIGHT)
    }
}

impl Bvh {
    /// Runs [`walk_ray`](Self::walk_ray) for each of the given rays, up to `high`, with one leaf
    /// callback.
    #[inline(always)]
    pub(crate) fn walk_interleaved<S: Simd, M: InterleavedVisitor>(
        &self,
        simd: S,
        rays: &BoxRays,
        mut pending: impl Iterator<Item = usize>,
        high: M::Number,
        leaves: &mut M,
    ) {
        if self.nodes.is_empty() {
            return;
        }
        let limit = later(not_before(high, high));
        #[allow(
            clippy::large_stack_arrays,
            reason = "142 KiB, of which a traversal touches a few cache lines"
        )]
        let mut rooms = [BranchlessStack::room(); IN_FLIGHT];
        let mut walks = [Walk { ray: 0, at: 0, limit, len: 0 }; IN_FLIGHT];
        let mut at = [RaySet::NONE; 2];
        for (slot, ray) in (0..IN_FLIGHT).zip(&mut pending) {
            walks[slot].ray = ray;
            at[0].add(slot);
        }
        // One loop for each kind of step. The shorter a loop is, the more steps the processor
        // overlaps.
        while at[0].count + at[1].count > 0 {
            for slot in at[0].each() {
                let Walk { ray, at, limit, len } = &mut walks[slot];
                let (enter, met) = rays.enter(simd, *ray, &self.nodes[*at as usize], *limit);
                let mut stack = BranchlessStack::at(&mut rooms[slot], *len);
                stack.push_met(simd, *at, enter, met);
                *len = stack.len();
            }
            for slot in at[1].each() {
                let Walk { ray, at, limit, len } = &mut walks[slot];
                let mut stack = BranchlessStack::at(&mut rooms[slot], *len);
                match leaves.visit_leaf(simd, *ray, (*at & !LEAF) as usize) {
                    ControlFlow::Continue(None) => {}
                    ControlFlow::Continue(Some(high)) => {
                        *limit = later(not_before(high, high));
                        stack.keep_within(*limit);
                    }
                    ControlFlow::Break(()) => stack.clear(),
                }
                *len = stack.len();
            }
            // Next step of each: a deferred child, or another ray.
            let mut next = [RaySet::NONE; 2];
            for slot in at[0].each().chain(at[1].each()) {
                let walk = &mut walks[slot];
                let mut stack = BranchlessStack::at(&mut rooms[slot], walk.len);
                if let Some(entry) = stack.pop() {
                    walk.len = stack.len();
                    walk.at = self.child(entry);
                    let is_leaf = walk.at & LEAF != 0;
                    let node = self.nodes.as_ptr().wrapping_add(walk.at as usize).cast();
                    let leaf = leaves.leaf_address((walk.at & !LEAF) as usize);
                    prefetch_at(select_unpredictable(is_leaf, leaf, node));
                    next[usize::from(is_leaf)].add(slot);
                } else if let Some(ray) = pending.next() {
                    *walk = Walk { ray, at: 0, limit, len: 0 };
                    next[0].add(slot);
                }
            }
            at = next;
        }
    }
}
