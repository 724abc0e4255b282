//! Walking along many rays that have nothing to do with each other: in turns, a step each.
//!
//! What a ray looks at next is fetched from memory while the others take their steps, so that none waits for it. And none waits
//! for a branch that was guessed wrong: a step at a node is the same instructions whatever the ray meets there, rays at nodes take
//! their steps after one another, and so do rays at leaves. Each looks at the boxes that it would have looked at alone.

use super::eights::Eights;
use super::group::{HALVES, Rays};
use super::memory::fetch_at;
use super::node::{Bvh, FAR, LANES, LEAF, Node, below};
use super::ray::{GROW, SPARE, TINY, USUAL, later, not_before};
use crate::number::{Float, Ring, SimdScalar};
use core::hint::select_unpredictable;
use core::ops::ControlFlow;
use fearless_simd::prelude::*;
use fearless_simd::{f32x8, mask32x8, u32x8};

/// So many rays at most are made ready at a time: few enough that what they need is at hand, many enough that it hardly matters that
/// the last ones have fewer beside them.
pub(crate) const MANY: usize = 512;

/// Rays that are walked in turns: more than a core fetches for at a time.
const IN_TURNS: usize = 32;

/// What is done at the leaves.
pub(crate) trait MeetMany {
    /// Of the limits: the precision of what is in the leaves.
    type Number: Float;

    /// As [`Meet::meet`](super::ray::Meet::meet), for one of the rays.
    fn meet<S: Simd>(&mut self, simd: S, ray: usize, leaf: usize) -> ControlFlow<(), Option<Self::Number>>;

    /// Where in memory begins what will be read of a leaf.
    fn whereabouts(&self, leaf: usize) -> *const u8;
}

/// Rays made ready to be tested against boxes, as [`BoxRay`](super::ray::BoxRay) makes one ready.
pub(crate) struct BoxRays {
    rows: [Row; MANY / LANES],
    low: f32,
}

/// Eight of them, number by number.
#[derive(Clone, Copy)]
struct Row {
    /// The origin as the near planes see it, and as the far planes do.
    from: [[[f32; LANES]; 3]; 2],
    /// As the near planes see it, and a little more, as the far planes do.
    inverse: [[[f32; LANES]; 3]; 2],
    /// 1 along axes along which the greatest plane is met first.
    back: [[u32; LANES]; 3],
    /// A bit for each that is of usual size; others must go alone.
    usual: u32,
}

impl BoxRays {
    #[allow(clippy::large_stack_arrays, reason = "a constant, from which what lies elsewhere is made")]
    pub(crate) const NONE: Self = {
        let none = [[[0.0; LANES]; 3]; 2];
        let row = Row { from: none, inverse: none, back: [[0; LANES]; 3], usual: 0 };
        Self { rows: [row; MANY / LANES], low: 0.0 }
    };

    /// One of the groups, whose number is given.
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

    /// It is of usual size.
    #[inline(always)]
    pub(crate) fn is_usual(&self, ray: usize) -> bool {
        self.rows[ray / LANES % (MANY / LANES)].usual >> (ray % LANES) & 1 == 1
    }

    /// Where a ray enters each child, and which it may not miss up to `limit`: as of a ray alone.
    #[inline(always)]
    fn enter<S: Simd>(&self, simd: S, ray: usize, node: &Node, limit: f32) -> (f32x8<S>, mask32x8<S>) {
        let (row, lane) = (&self.rows[ray / LANES % (MANY / LANES)], ray % LANES);
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

/// A ray on its way.
#[derive(Clone, Copy)]
struct Walk {
    ray: usize,
    at: u32,
    limit: f32,
    /// Of its stack.
    len: usize,
}

/// Some of those that walk.
#[derive(Clone, Copy)]
struct Walkers {
    who: [u8; IN_TURNS],
    count: usize,
}

impl Walkers {
    const NONE: Self = Self { who: [0; IN_TURNS], count: 0 };

    #[inline(always)]
    fn add(&mut self, who: usize) {
        self.who[self.count] = who as u8;
        self.count += 1;
    }

    #[inline(always)]
    fn each(&self) -> impl Iterator<Item = usize> {
        self.who[..self.count].iter().map(|who| usize::from(*who) % IN_TURNS)
    }
}

impl Bvh {
    /// [`walk_ray`](Self::walk_ray) for each of those that come, up to `high`, with what is done at the leaves.
    #[inline(always)]
    pub(crate) fn walk_in_turns<S: Simd, M: MeetMany>(
        &self,
        simd: S,
        rays: &BoxRays,
        mut coming: impl Iterator<Item = usize>,
        high: M::Number,
        leaves: &mut M,
    ) {
        if self.nodes.is_empty() {
            return;
        }
        let limit = later(not_before(high, high));
        #[allow(clippy::large_stack_arrays, reason = "142 KiB, of which a walk touches a few lines")]
        let mut rooms = [Eights::room(); IN_TURNS];
        let mut walks = [Walk { ray: 0, at: 0, limit, len: 0 }; IN_TURNS];
        let mut at = [Walkers::NONE; 2];
        for (who, ray) in (0..IN_TURNS).zip(&mut coming) {
            walks[who].ray = ray;
            at[0].add(who);
        }
        // One loop for each kind of step: the shorter they are, the more of them are under way at a time.
        while at[0].count + at[1].count > 0 {
            for who in at[0].each() {
                let Walk { ray, at, limit, len } = &mut walks[who];
                let (enter, met) = rays.enter(simd, *ray, &self.nodes[*at as usize], *limit);
                let mut stack = Eights::at(&mut rooms[who], *len);
                stack.push_met(simd, *at, enter, met);
                *len = stack.len();
            }
            for who in at[1].each() {
                let Walk { ray, at, limit, len } = &mut walks[who];
                let mut stack = Eights::at(&mut rooms[who], *len);
                match leaves.meet(simd, *ray, (*at & !LEAF) as usize) {
                    ControlFlow::Continue(None) => {}
                    ControlFlow::Continue(Some(high)) => {
                        *limit = later(not_before(high, high));
                        stack.keep_within(*limit);
                    }
                    ControlFlow::Break(()) => stack.clear(),
                }
                *len = stack.len();
            }
            // What comes next for each: a child that was put off, or another ray.
            let mut next = [Walkers::NONE; 2];
            for who in at[0].each().chain(at[1].each()) {
                let walk = &mut walks[who];
                let mut stack = Eights::at(&mut rooms[who], walk.len);
                if let Some(entry) = stack.pop() {
                    walk.len = stack.len();
                    walk.at = self.child(entry);
                    let is_leaf = walk.at & LEAF != 0;
                    let node = self.nodes.as_ptr().wrapping_add(walk.at as usize).cast();
                    let leaf = leaves.whereabouts((walk.at & !LEAF) as usize);
                    fetch_at(select_unpredictable(is_leaf, leaf, node));
                    next[usize::from(is_leaf)].add(who);
                } else if let Some(ray) = coming.next() {
                    *walk = Walk { ray, at: 0, limit, len: 0 };
                    next[0].add(who);
                }
            }
            at = next;
        }
    }
}
