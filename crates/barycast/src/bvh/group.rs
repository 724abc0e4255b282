//! Walking along many rays at once, for those that go about the same way.
//!
//! High in the tree all rays of a group meet the same boxes, so the group is tested as one, by the least and the greatest
//! of its rays' numbers: rounding is monotone, so no box is missed that one of them meets. Nodes that have leaves are
//! tested ray by ray, without waiting for one another, and what is put off remembers which rays go there.
//! Every ray looks into the leaves that it would have looked into alone, or more: answers are the same.
//!
//! Sources: [Boulos 2006], [Wald 2008].

use super::node::{Bvh, LANES, LEAF, Node, greater, lesser};
use super::ray::{BoxRay, GROW, Lanes, Meet, in_lanes, later};
use super::stack::{begin, child, entry};
use crate::number::Ring;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use fearless_simd::prelude::*;
use fearless_simd::{f32x8, u32x8};

/// Rays that are walked together.
pub(crate) const GROUP: usize = 16;
/// Rays go about the same way when none of their numbers differ by more than this share of the longest.
const SPREAD: f32 = 0.125;

/// What is put off: a child and where the first ray enters it, and a bit for each ray that does.
#[derive(Default)]
pub(crate) struct Later {
    entries: Vec<(u64, u32)>,
}

/// Several rays as one.
struct Span<S: Simd> {
    /// The origin that meets near planes first, and the one that meets far planes last.
    from: [[f32x8<S>; 3]; 2],
    /// The least and the greatest.
    inverse: [[f32x8<S>; 3]; 2],
    back: [bool; 3],
    low: f32x8<S>,
}

impl<S: Simd> Span<S> {
    /// `None` when they do not go about the same way.
    #[inline(always)]
    fn new<N, M>(simd: S, rays: &[(BoxRay, N, M)]) -> Option<Self> {
        let first = rays[0].0;
        // Planes that set no limits to one ray set none to the group, and least and greatest would lose them.
        if rays.iter().any(|(ray, ..)| !(ray.inverse[0] + ray.inverse[1] + ray.inverse[2]).is_finite()) {
            return None;
        }
        let (mut near_from, mut far_from) = (first.from[0], first.from[1]);
        let (mut least, mut greatest, mut low) = (first.inverse, first.inverse, first.low);
        for (ray, ..) in &rays[1..] {
            if ray.back != first.back {
                return None;
            }
            low = lesser(low, ray.low);
            for axis in 0..3 {
                let (near, far) = (ray.from[0][axis], ray.from[1][axis]);
                // Of the near planes the greatest origin is first where rays go forward.
                let forward = !first.back[axis];
                let (a, b) = (near_from[axis], far_from[axis]);
                near_from[axis] = if forward { greater(a, near) } else { lesser(a, near) };
                far_from[axis] = if forward { lesser(b, far) } else { greater(b, far) };
                least[axis] = lesser(least[axis], ray.inverse[axis]);
                greatest[axis] = greater(greatest[axis], ray.inverse[axis]);
            }
        }
        let (mut longest, mut spread) = (0.0_f32, 0.0_f32);
        for axis in 0..3 {
            let ends = [1.0 / least[axis], 1.0 / greatest[axis]];
            longest = longest.max(ends[0].abs()).max(ends[1].abs());
            spread = spread.max((ends[0] - ends[1]).abs());
        }
        if !(spread <= longest * SPREAD && low >= 0.0) {
            return None;
        }
        Some(Self {
            from: [in_lanes(simd, near_from), in_lanes(simd, far_from)],
            inverse: [in_lanes(simd, least), in_lanes(simd, greatest)],
            back: first.back,
            low: f32x8::splat(simd, low),
        })
    }

    /// Where the first ray may enter each child, and a bit for each that they do not surely all miss.
    #[inline(always)]
    fn enter(&self, simd: S, node: &Node, high: f32) -> (f32x8<S>, u32) {
        let (mut enter, mut exit) = (self.low, f32x8::splat(simd, high));
        for axis in 0..3 {
            let side = usize::from(self.back[axis]);
            let near = f32x8::from_slice(simd, &node.planes[side][axis]) - self.from[0][axis];
            let far = f32x8::from_slice(simd, &node.planes[1 - side][axis]) - self.from[1][axis];
            let (least, greatest) = (self.inverse[0][axis], self.inverse[1][axis]);
            enter = Ring::max(Ring::min(near * least, near * greatest), enter);
            exit = Ring::min(Ring::max(far * least, far * greatest), exit);
        }
        (enter, enter.simd_le(exit * f32x8::splat(simd, GROW)).to_bitmask() as u32)
    }
}

impl Bvh {
    /// Up to [`GROUP`] rays with their limits and what each does at the leaves: together when they go about the same way,
    /// else one by one.
    #[inline(always)]
    pub(crate) fn walk_group_in<S: Simd, M: Meet>(
        &self,
        simd: S,
        rays: &mut [(BoxRay, M::Number, M)],
        put_off: &mut Later,
    ) {
        let span = if rays.len() > 1 && !self.nodes.is_empty() { Span::new(simd, rays) } else { None };
        let Some(span) = span else {
            for (ray, limit, leaf) in rays {
                self.walk_ray_in(simd, *ray, *limit, leaf);
            }
            return;
        };
        let mut highs = [f32::NEG_INFINITY; GROUP];
        for (high, (ray, limit, _)) in highs.iter_mut().zip(&*rays) {
            *high = ray.scaled(*limit);
        }
        put_off.entries.clear();
        let (mut at, mut active) = (0, (1_u32 << rays.len()) - 1);
        loop {
            let node = &self.nodes[at as usize];
            let from = put_off.entries.len();
            let leaf_lanes =
                u32x8::from_slice(simd, &node.children).simd_ge(u32x8::splat(simd, LEAF)).to_bitmask() as u32;
            if leaf_lanes == 0 {
                let (enter, mut met) = span.enter(simd, node, latest(&highs, active));
                let mut enters = [0.0; LANES];
                enter.store_slice(&mut enters);
                while met != 0 {
                    let lane = met.trailing_zeros() as usize % LANES;
                    met &= met - 1;
                    put_off.push_sorted(entry(node.children[lane], enters[lane]), active, from);
                }
            } else {
                let mut firsts = [f32::INFINITY; LANES];
                let mut goes = [0; LANES];
                let mut any = 0;
                let mut left = active;
                while left != 0 {
                    let i = left.trailing_zeros() as usize % GROUP;
                    left &= left - 1;
                    let Some((ray, _, leaf)) = rays.get_mut(i) else { break };
                    let high = f32x8::splat(simd, highs[i]);
                    let (enter, met) = Lanes::new(simd, ray).enter(simd, node, high);
                    if met == 0 {
                        continue;
                    }
                    let mut enters = [0.0; LANES];
                    enter.store_slice(&mut enters);
                    let mut looks = met & leaf_lanes;
                    while looks != 0 {
                        let lane = nearest(looks, &enters);
                        looks &= !(1 << lane);
                        if enters[lane] > later(highs[i]) {
                            break;
                        }
                        match leaf.meet(simd, (node.children[lane] & !LEAF) as usize) {
                            ControlFlow::Continue(None) => {}
                            ControlFlow::Continue(Some(limit)) => highs[i] = ray.scaled(limit),
                            ControlFlow::Break(()) => {
                                highs[i] = f32::NEG_INFINITY;
                                break;
                            }
                        }
                    }
                    let mut inner = met & !leaf_lanes;
                    any |= inner;
                    while inner != 0 {
                        let lane = inner.trailing_zeros() as usize % LANES;
                        inner &= inner - 1;
                        goes[lane] |= 1 << i;
                        firsts[lane] = firsts[lane].min(enters[lane]);
                    }
                }
                while any != 0 {
                    let lane = any.trailing_zeros() as usize % LANES;
                    any &= any - 1;
                    put_off.push_sorted(entry(node.children[lane], firsts[lane]), goes[lane], from);
                }
            }
            (at, active) = loop {
                let Some((next, goes)) = put_off.entries.pop() else { return };
                if begin(next) <= later(latest(&highs, goes)) {
                    break (child(next), goes);
                }
            };
        }
    }
}

impl Later {
    /// Pushes below those of the last `len - from` entries that begin earlier.
    #[inline(always)]
    fn push_sorted(&mut self, entry: u64, goes: u32, from: usize) {
        let mut at = self.entries.len();
        self.entries.push((entry, goes));
        while at > from && self.entries[at - 1].0 < entry {
            self.entries.swap(at - 1, at);
            at -= 1;
        }
    }
}

/// The greatest limit of some of the rays.
#[inline(always)]
fn latest(highs: &[f32; GROUP], mut rays: u32) -> f32 {
    let mut latest = f32::NEG_INFINITY;
    while rays != 0 {
        latest = greater(latest, highs[rays.trailing_zeros() as usize % GROUP]);
        rays &= rays - 1;
    }
    latest
}

/// Which of some lanes has the least number.
#[inline(always)]
fn nearest(mut lanes: u32, enters: &[f32; LANES]) -> usize {
    let mut nearest = lanes.trailing_zeros() as usize % LANES;
    lanes &= lanes - 1;
    while lanes != 0 {
        let lane = lanes.trailing_zeros() as usize % LANES;
        lanes &= lanes - 1;
        if enters[lane] < enters[nearest] {
            nearest = lane;
        }
    }
    nearest
}
