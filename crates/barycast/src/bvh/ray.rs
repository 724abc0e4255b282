//! Walking along a ray: nearest boxes first, under a limit that the leaves tighten.
//!
//! Along each axis a box is the stretch of the ray between two planes:
//!
//! ```text
//! t_near = (near - origin) / direction        t_far = (far - origin) / direction
//! ```
//!
//! A direction of 0 gives infinities, or 0/0 = NaN when the origin lies on a plane: then that plane sets no
//! limit, because [`min`](Ring::min) and [`max`](Ring::max) let a NaN first argument go, so closed boxes stay closed.
//!
//! All of this is `f32`, whatever the ray was: its origin is rounded to both sides, so that near planes come nearer
//! and far planes farther, and a direction of an unusual length is scaled by a power of two, which keeps `t` in range.
//! Then the two sides are each wrong by less than 3/2 ulp, and the test for what is in the leaves may itself place a
//! hit up to 5/2 ulp off the ray along each of two axes (`mesh::leaf`); so the far side and the limit are moved
//! out by 8 ulp. [Ize 2013] has 2 for the boxes alone.

use super::memory::fetch;
use super::node::{Bounds, Bvh, LANES, LEAF, Node, above, below, greater, is_f32, place_above, place_below};
use super::stack::{Stack, begin, child, entry};
use crate::number::each::MapEach;
use crate::number::{Float, Ring, part};
use core::ops::ControlFlow;
use fearless_simd::prelude::*;
use fearless_simd::{dispatch, f32x4, f32x8};

/// How much later is surely later.
pub(super) const GROW: f32 = 1.0 + 8.0 * f32::EPSILON;
/// The same of times before 0.
const SHRINK: f32 = 1.0 - 8.0 * f32::EPSILON;

/// A ray made ready to be tested against many boxes.
#[derive(Clone, Copy, Debug)]
pub struct BoxRay {
    /// The origin as the near planes see it, and as the far planes do.
    pub(super) from: [[f32; 3]; 2],
    /// `1 / direction` of the scaled ray; NaN, which sets no limits, where that overflows though the direction is not 0.
    pub(super) inverse: [f32; 3],
    /// Along which axes the greatest plane is met first.
    pub(super) back: [bool; 3],
    pub(super) low: f32,
    /// What the direction was divided by, a power of two, and hence `t` multiplied by.
    unit: f64,
}

/// What is done at the leaves of a walk along a ray.
pub trait Meet {
    /// Of the limit: the precision of what is in the leaves.
    type Number: Float;

    /// Looks into a leaf. Answers with a new limit, if it is nearer now (what lies at the limit still counts), or breaks off.
    fn meet<S: Simd>(&mut self, simd: S, leaf: usize) -> ControlFlow<(), Option<Self::Number>>;

    /// Where in memory begins what will be read of a leaf; `None` where to fetch it ahead is not worth it.
    #[inline(always)]
    fn whereabouts(&self, _leaf: usize) -> Option<*const u8> {
        None
    }
}

impl BoxRay {
    /// The points `origin + t direction` with `t >= low`.
    #[inline(always)]
    pub fn new<S: Float>(origin: [S; 3], direction: [S; 3], low: S) -> Self {
        let Scale { factor, unit } = Scale::new(direction);
        let mut ray = Self {
            from: [[0.0; 3]; 2],
            inverse: [0.0; 3],
            back: [false; 3],
            low: below(low * unit),
            unit: unit.to_f64(),
        };
        for axis in 0..3 {
            let inverse = (S::ONE / (direction[axis] * factor)).to_f64() as f32;
            let overflows = inverse.is_infinite() && direction[axis] != S::ZERO;
            ray.inverse[axis] = if overflows { f32::NAN } else { inverse };
            let back = inverse < 0.0;
            ray.back[axis] = back;
            let (mut low, mut high) = (place_below(origin[axis]), place_above(origin[axis]));
            if low.abs() < TINY && high.abs() < TINY {
                // Times of the smallest distances would lose digits.
                (low, high) = (low - SPARE, high + SPARE);
            }
            (ray.from[0][axis], ray.from[1][axis]) = if back { (low, high) } else { (high, low) };
        }
        ray
    }

    /// A box that moves by `t velocity`, with `t >= 0`: it meets the boxes that a ray from some point of it meets.
    pub(crate) fn of_box<S: Float>([least, greatest]: [[S; 3]; 2], velocity: [S; 3]) -> Self {
        let mut ray = Self::new(least, velocity, S::ZERO);
        for axis in 0..3 {
            let (mut low, mut high) = (place_below(least[axis]), place_above(greatest[axis]));
            if low.abs() < TINY || high.abs() < TINY {
                (low, high) = (low - SPARE, high + SPARE);
            }
            [ray.from[0][axis], ray.from[1][axis]] = if ray.back[axis] { [low, high] } else { [high, low] };
        }
        ray
    }

    /// The ray from `low` on, at the same times, where boxes are seen `scale` times as large, a power of two. Its origin is seen so already.
    pub(super) fn enlarged(mut self, scale: f64, low: f64) -> Self {
        let unit = self.unit * scale;
        if !unit.is_normal() {
            // Its times are beyond what numbers hold: it may meet every box.
            return Self { inverse: [f32::NAN; 3], low: f32::NEG_INFINITY, unit: 1.0, ..self };
        }
        self.low = below(low * unit);
        self.unit = unit;
        self
    }

    /// A box that is surely missed between `low` and `high` says `false`: the test of a tree's nodes, for one.
    pub(crate) fn may_meet<S: Float>(self, bounds: &Bounds, high: S) -> bool {
        let ray = self.for_any_time(bounds);
        let (mut enter, mut exit) = (ray.low, ray.scaled(high));
        for axis in 0..3 {
            let side = usize::from(ray.back[axis]);
            let near = bounds.planes[side][axis];
            let far = bounds.planes[1 - side][axis];
            enter = Ring::max((near - ray.from[0][axis]) * ray.inverse[axis], enter);
            exit = Ring::min((far - ray.from[1][axis]) * ray.inverse[axis], exit);
        }
        enter <= exit * GROW
    }

    /// Made ready for times before 0, of which no factor makes all times later: seen from a little off, by as much as
    /// rounding can do anywhere in the tree. Others are left as they are.
    #[inline(always)]
    pub(super) fn for_any_time(mut self, bounds: &Bounds) -> Self {
        if self.low < 0.0 {
            for axis in 0..3 {
                let [least, greatest] = [bounds.planes[0][axis], bounds.planes[1][axis]];
                let from = self.from[0][axis];
                let far = greater((least - from).abs(), (greatest - from).abs());
                let spare = far * (64.0 * f32::EPSILON) + SPARE;
                let spare = if self.back[axis] { -spare } else { spare };
                self.from[0][axis] += spare;
                self.from[1][axis] -= spare;
            }
        }
        self
    }

    /// The ray that meets every box which one of the rays meets whose origin is no farther off along any axis.
    pub(super) fn widened(mut self, by: f64) -> Self {
        let by = above(by);
        for axis in 0..3 {
            let [near, far] = [self.from[0][axis], self.from[1][axis]];
            // A step further: beside the coordinate the number may vanish.
            [self.from[0][axis], self.from[1][axis]] = if self.back[axis] {
                [(near - by).next_down(), (far + by).next_up()]
            } else {
                [(near + by).next_up(), (far - by).next_down()]
            };
        }
        self
    }

    /// A time of the given ray as one of the scaled ray, not earlier.
    #[inline(always)]
    pub(super) fn scaled<S: Float>(&self, t: S) -> f32 {
        not_before(t, t * S::from_f64(self.unit))
    }
}

/// Origins nearer to 0 than this are moved: 2^-60.
pub(super) const TINY: f32 = f32::from_bits(67 << 23);
/// By this, far more than what is lost below the smallest number with all digits: 2^-80.
pub(super) const SPARE: f32 = f32::from_bits(47 << 23);

/// The longest direction of a usual length: 2^30.
pub(super) const USUAL: f64 = 1_073_741_824.0;

/// What makes a direction one of a usual length: both numbers are powers of two, and 1 for most.
struct Scale<S> {
    factor: S,
    /// `1 / factor`.
    unit: S,
}

impl<S: Float> Scale<S> {
    #[inline(always)]
    fn new(direction: [S; 3]) -> Self {
        let longest = direction[0].abs().max(direction[1].abs()).max(direction[2].abs());
        if longest >= S::from_f64(1.0 / USUAL) && longest <= S::from_f64(USUAL) {
            return Self { factor: S::ONE, unit: S::ONE };
        }
        let (factor, unit) = Self::of_unusual(longest.to_f64());
        Self { factor, unit }
    }

    /// Makes the longest number about 1.
    #[cold]
    #[inline(never)]
    fn of_unusual(longest: f64) -> (S, S) {
        const BIAS: u64 = 1023;
        let most = if is_f32::<S>() { 126 } else { 1022 };
        let exponent = (longest.to_bits() >> 52).clamp(BIAS - most, BIAS + most);
        if longest == 0.0 {
            return (S::ONE, S::ONE);
        }
        let power = |exponent: u64| S::from_f64(f64::from_bits(exponent << 52));
        (power(2 * BIAS - exponent), power(exponent))
    }
}

/// The time `scaled` of a ray, not earlier than it, and later than 0 if `t` is.
#[inline(always)]
pub(super) fn not_before<S: Float>(t: S, scaled: S) -> f32 {
    let scaled = above(scaled);
    if scaled == 0.0 && t > S::ZERO { f32::from_bits(1) } else { scaled }
}

/// A little later than `t`, of either sign.
#[inline(always)]
pub(super) fn later(t: f32) -> f32 {
    (t * GROW).max(t * SHRINK)
}

/// Each number in every lane.
#[inline(always)]
pub(super) fn in_lanes<S: Simd>(simd: S, numbers: [f32; 3]) -> [f32x8<S>; 3] {
    [f32x8::splat(simd, numbers[0]), f32x8::splat(simd, numbers[1]), f32x8::splat(simd, numbers[2])]
}

/// A little more of each.
#[inline(always)]
pub(super) fn grown<S: Simd>([x, y, z]: [f32x8<S>; 3]) -> [f32x8<S>; 3] {
    let grow = f32x8::splat(x.token(), GROW);
    [x * grow, y * grow, z * grow]
}

/// What goes through a tree: a ray, or several as one.
pub(crate) trait Probe<S: Simd> {
    /// Where it enters each child, and a bit for each that it may not miss up to `limit`.
    fn enter(&self, simd: S, node: &Node, limit: f32x8<S>) -> (f32x8<S>, u32);

    /// A time of the given ray as one that boxes are entered at, not earlier.
    fn scaled<N: Float>(&self, t: N) -> f32;
}

/// A ray in every lane.
struct Lanes<S: Simd> {
    ray: BoxRay,
    from: [[f32x8<S>; 3]; 2],
    /// As the near planes see it, and a little more, as the far planes do.
    inverse: [[f32x8<S>; 3]; 2],
    back: [bool; 3],
    low: f32x8<S>,
}

impl<S: Simd> Lanes<S> {
    #[inline(always)]
    fn new(simd: S, ray: BoxRay) -> Self {
        Self {
            ray,
            from: [in_lanes(simd, ray.from[0]), in_lanes(simd, ray.from[1])],
            inverse: [in_lanes(simd, ray.inverse), grown(in_lanes(simd, ray.inverse))],
            back: ray.back,
            low: f32x8::splat(simd, ray.low),
        }
    }
}

impl<S: Simd> Probe<S> for Lanes<S> {
    #[inline(always)]
    fn enter(&self, simd: S, node: &Node, limit: f32x8<S>) -> (f32x8<S>, u32) {
        part(
            #[inline(always)]
            || {
                let (mut enter, mut exit) = (self.low, limit);
                for axis in 0..3 {
                    let side = usize::from(self.back[axis]);
                    let near = f32x8::from_slice(simd, &node.planes[side][axis]);
                    let far = f32x8::from_slice(simd, &node.planes[1 - side][axis]);
                    enter = Ring::max((near - self.from[0][axis]) * self.inverse[0][axis], enter);
                    exit = Ring::min((far - self.from[1][axis]) * self.inverse[1][axis], exit);
                }
                (enter, enter.simd_le(exit).to_bitmask() as u32)
            },
        )
    }

    #[inline(always)]
    fn scaled<N: Float>(&self, t: N) -> f32 {
        self.ray.scaled(t)
    }
}

/// A ray of `f32` of usual size that looks ahead, in every lane: most are, and are made ready sooner.
pub(crate) struct Plain<S: Simd> {
    from: [f32x8<S>; 3],
    /// As the near planes see it, and a little more, as the far planes do.
    inverse: [[f32x8<S>; 3]; 2],
    back: [bool; 3],
    low: f32x8<S>,
}

impl<S: Simd> Plain<S> {
    /// The points `origin + t direction` with `t >= low`; `None` of other rays.
    #[inline(always)]
    pub(crate) fn new<N: Float>(simd: S, origin: [N; 3], direction: [N; 3], low: N) -> Option<Self> {
        let (origin, direction, low) = (origin.each(below), direction.each(below), below(low));
        let o = f32x4::simd_from(simd, [origin[0], origin[1], origin[2], 1.0]);
        let d = f32x4::simd_from(simd, [direction[0], direction[1], direction[2], 1.0]);
        let inverse = f32x4::splat(simd, 1.0) / d;
        let size = Ring::abs(d);
        let usual = Ring::abs(o).simd_ge(f32x4::splat(simd, TINY))
            & size.simd_le(f32x4::splat(simd, USUAL as f32))
            & Ring::abs(inverse).simd_lt(f32x4::splat(simd, f32::INFINITY));
        let longest = size.simd_ge(f32x4::splat(simd, 1.0 / USUAL as f32)).to_bitmask() & 7;
        if !(usual.all_true() && longest != 0 && low >= 0.0) {
            return None;
        }
        let back = inverse.simd_lt(f32x4::splat(simd, 0.0)).to_bitmask();
        let inverse = inverse.as_slice();
        let inverse = in_lanes(simd, [inverse[0], inverse[1], inverse[2]]);
        Some(Self {
            from: in_lanes(simd, origin),
            inverse: [inverse, grown(inverse)],
            back: [back & 1 != 0, back & 2 != 0, back & 4 != 0],
            low: f32x8::splat(simd, low),
        })
    }
}

impl<S: Simd> Probe<S> for Plain<S> {
    #[inline(always)]
    fn enter(&self, simd: S, node: &Node, limit: f32x8<S>) -> (f32x8<S>, u32) {
        part(
            #[inline(always)]
            || {
                let (mut enter, mut exit) = (self.low, limit);
                for axis in 0..3 {
                    let side = usize::from(self.back[axis]);
                    let near = f32x8::from_slice(simd, &node.planes[side][axis]) - self.from[axis];
                    let far = f32x8::from_slice(simd, &node.planes[1 - side][axis]) - self.from[axis];
                    enter = Ring::max(near * self.inverse[0][axis], enter);
                    exit = Ring::min(far * self.inverse[1][axis], exit);
                }
                (enter, enter.simd_le(exit).to_bitmask() as u32)
            },
        )
    }

    #[inline(always)]
    fn scaled<N: Float>(&self, t: N) -> f32 {
        not_before(t, t)
    }
}

impl Bvh {
    /// Calls `leaf` with every leaf that the ray may meet up to `high`, nearer boxes first.
    #[inline]
    pub fn walk_ray<M: Meet>(&self, ray: BoxRay, high: M::Number, leaf: &mut M) {
        dispatch!(self.level, simd => self.walk_ray_in(simd, ray, high, leaf));
    }

    /// The same with given instructions.
    #[inline(always)]
    pub(crate) fn walk_ray_in<S: Simd, M: Meet>(&self, simd: S, ray: BoxRay, high: M::Number, leaf: &mut M) {
        let ray = ray.for_any_time(&self.bounds);
        self.walk_in(simd, &Lanes::new(simd, ray), high, leaf);
    }

    /// The walk of a ray, or of several as one.
    #[inline(always)]
    pub(crate) fn walk_in<S: Simd, M: Meet>(
        &self,
        simd: S,
        probe: &impl Probe<S>,
        high: M::Number,
        leaf: &mut M,
    ) {
        if self.nodes.is_empty() {
            return;
        }
        let mut limit = later(probe.scaled(high));
        let mut room = Stack::room();
        let mut stack = Stack::new(&mut room);
        let mut at = 0;
        while let Some(next) = self.step(simd, probe, at, &mut limit, &mut stack, leaf) {
            at = next;
        }
    }

    /// Looks at a node or a leaf, and says what comes next; `None` at the end of the walk.
    #[inline(always)]
    fn step<S: Simd, M: Meet, P: Probe<S>>(
        &self,
        simd: S,
        probe: &P,
        at: u32,
        limit: &mut f32,
        stack: &mut Stack,
        leaf: &mut M,
    ) -> Option<u32> {
        if at & LEAF == 0 {
            let node = &self.nodes[at as usize];
            // Which child is next is read after all else was computed: its line would be waited for once more.
            fetch(&node.children);
            let (enter, mut met) = probe.enter(simd, node, f32x8::splat(simd, *limit));
            if met & met.wrapping_sub(1) != 0 {
                let mut enters = [0.0; LANES];
                enter.store_slice(&mut enters);
                let mut nearest = take(node, &enters, &mut met);
                let from = stack.len();
                while met != 0 {
                    let other = take(node, &enters, &mut met);
                    let farther = nearest.max(other);
                    nearest = nearest.min(other);
                    stack.push_sorted(farther, from);
                    self.expect::<M::Number>(child(farther), |at| leaf.whereabouts(at));
                }
                return Some(child(nearest));
            }
            // One child or none: nothing waits for where the ray enters it.
            if met != 0 {
                return Some(node.children[met.trailing_zeros() as usize % LANES]);
            }
        } else {
            match leaf.meet(simd, (at & !LEAF) as usize) {
                ControlFlow::Continue(None) => {}
                ControlFlow::Continue(Some(high)) => *limit = later(probe.scaled(high)),
                ControlFlow::Break(()) => return None,
            }
        }
        loop {
            let next = stack.pop()?;
            if begin(next) <= *limit {
                return Some(child(next));
            }
        }
    }
}

/// The first of the children met, which is struck off.
#[inline(always)]
fn take(node: &Node, enters: &[f32; LANES], met: &mut u32) -> u64 {
    let lane = met.trailing_zeros() as usize % LANES;
    *met &= *met - 1;
    entry(node.children[lane], enters[lane])
}
