//! Traversal along a ray: near boxes first, up to a limit that the leaves tighten.
//!
//! Along each axis a box is the slab of the ray between two planes:
//!
//! ```text
//! t_near = (near - origin) / direction        t_far = (far - origin) / direction
//! ```
//!
//! A direction of 0 gives infinities, or 0/0 = NaN if the origin is on a plane. That plane then
//! sets no limit, because [`min`](Ring::min) and [`max`](Ring::max) ignore a NaN first argument, so
//! boxes are closed.
//!
//! All of this is computed in `f32`, whatever the precision of the ray. The origin is rounded both
//! ways, so that near planes come nearer and far planes move farther. A direction of unusual length
//! is scaled by a power of two, which keeps `t` in range. Each side is then wrong by less than
//! 3/2 ulp. The test of the items may place a hit up to 5/2 ulp off the ray along each of two axes
//! (`mesh::leaf`). Therefore the far side and the limit are moved outward by 8 ulp. [Ize 2013] uses
//! 2 ulp for the boxes alone.

use super::memory::prefetch;
use super::node::{Bounds, Bvh, LANES, LEAF, Node, above, below, greater, is_f32, place_above, place_below};
use super::stack::{Stack, begin, child, entry};
use crate::number::each::MapEach;
use crate::number::{Float, Ring, part};
use core::ops::ControlFlow;
use fearless_simd::prelude::*;
use fearless_simd::{dispatch, f32x4, f32x8};

/// Factor that makes a positive time certainly later.
pub(super) const GROW: f32 = 1.0 + 8.0 * f32::EPSILON;
/// Factor that makes a negative time certainly later.
const SHRINK: f32 = 1.0 - 8.0 * f32::EPSILON;

/// Ray prepared for tests against many boxes.
#[derive(Clone, Copy, Debug)]
pub struct BoxRay {
    /// Origin rounded for near planes, and for far planes.
    pub(super) from: [[f32; 3]; 2],
    /// Inverse `1 / direction` of the scaled ray. NaN, which sets no limit, if it overflows
    /// although the direction is not 0.
    pub(super) inverse: [f32; 3],
    /// Whether the greatest plane is entered first, for each axis.
    pub(super) back: [bool; 3],
    pub(super) low: f32,
    /// Power of two by which the direction was divided, and hence `t` multiplied.
    unit: f64,
}

/// Leaf callback of a traversal along a ray.
#[doc(alias = "SimdBestFirstVisitor")]
pub trait RayVisitor {
    /// Number type of the limit: the precision of the items.
    type Number: Float;

    /// Visits a leaf. Returns a new limit if it is nearer now, or breaks to stop the traversal.
    /// Hits at the limit still count.
    fn visit_leaf<S: Simd>(&mut self, simd: S, leaf: usize) -> ControlFlow<(), Option<Self::Number>>;

    /// Observes the visit of a node with children. Does nothing by default.
    #[inline(always)]
    fn visit_node(&mut self, _node: usize) {}

    /// Returns the address from which a leaf will be read, or `None` if prefetching does not pay.
    #[inline(always)]
    fn leaf_address(&self, _leaf: usize) -> Option<*const u8> {
        None
    }
}

impl BoxRay {
    /// Prepares the ray of the points `origin + t direction` with `t >= low`.
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
                // Times of denormal size would lose digits.
                (low, high) = (low - SPARE, high + SPARE);
            }
            (ray.from[0][axis], ray.from[1][axis]) = if back { (low, high) } else { (high, low) };
        }
        ray
    }

    /// Prepares a box that moves by `t velocity` with `t >= 0`. It meets the boxes that a ray from
    /// some point of it meets.
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

    /// Returns the ray from `low` on, with the same times, where boxes are enlarged by `scale`, a
    /// power of two. Its origin is already enlarged.
    pub(super) fn enlarged(mut self, scale: f64, low: f64) -> Self {
        let unit = self.unit * scale;
        if !unit.is_normal() {
            // Its times exceed the range of the numbers, so it may meet every box.
            return Self { inverse: [f32::NAN; 3], low: f32::NEG_INFINITY, unit: 1.0, ..self };
        }
        self.low = below(low * unit);
        self.unit = unit;
        self
    }

    /// Returns `false` if the box is certainly missed between `low` and `high`. This is the test of
    /// a tree's node, for one box.
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

    /// Prepares a ray with negative times, which no factor makes later. The origin is spread by a
    /// bound on the rounding anywhere in the tree. Other rays are unchanged.
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

    /// Returns a ray that meets every box met by any ray whose origin is at most `by` away along
    /// each axis.
    pub(super) fn widened(mut self, by: f64) -> Self {
        let by = above(by);
        for axis in 0..3 {
            let [near, far] = [self.from[0][axis], self.from[1][axis]];
            // Rounds one step further, because `by` may be smaller than the spacing of coordinates.
            [self.from[0][axis], self.from[1][axis]] = if self.back[axis] {
                [(near - by).next_down(), (far + by).next_up()]
            } else {
                [(near + by).next_up(), (far - by).next_down()]
            };
        }
        self
    }

    /// Returns a lower bound of a time of the original ray as a time of the scaled ray.
    #[inline(always)]
    pub(super) fn scaled<S: Float>(&self, t: S) -> f32 {
        not_before(t, t * S::from_f64(self.unit))
    }
}

/// Size below which an origin is spread: 2^-60.
pub(super) const TINY: f32 = f32::from_bits(67 << 23);
/// Distance by which it is spread, far more than is lost by denormal numbers: 2^-80.
pub(super) const SPARE: f32 = f32::from_bits(47 << 23);

/// Longest direction of usual length: 2^30.
pub(super) const USUAL: f64 = 1_073_741_824.0;

/// Factor that gives a direction a usual length. Both numbers are powers of two, usually 1.
struct Scale<S> {
    factor: S,
    /// Inverse `1 / factor`.
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

    /// Scales the longest number to about 1.
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

/// Returns a lower bound of the time `scaled` of a ray that is positive if `t` is positive.
#[inline(always)]
pub(super) fn not_before<S: Float>(t: S, scaled: S) -> f32 {
    let scaled = above(scaled);
    if scaled == 0.0 && t > S::ZERO { f32::from_bits(1) } else { scaled }
}

/// Returns a time slightly later than `t`, which has either sign.
#[inline(always)]
pub(super) fn later(t: f32) -> f32 {
    (t * GROW).max(t * SHRINK)
}

/// Returns each number in every lane.
#[inline(always)]
pub(super) fn in_lanes<S: Simd>(simd: S, numbers: [f32; 3]) -> [f32x8<S>; 3] {
    [f32x8::splat(simd, numbers[0]), f32x8::splat(simd, numbers[1]), f32x8::splat(simd, numbers[2])]
}

/// Returns each number slightly enlarged.
#[inline(always)]
pub(super) fn grown<S: Simd>([x, y, z]: [f32x8<S>; 3]) -> [f32x8<S>; 3] {
    let grow = f32x8::splat(x.token(), GROW);
    [x * grow, y * grow, z * grow]
}

/// Object that traverses a tree: a ray, or a packet of rays.
pub(crate) trait Probe<S: Simd> {
    /// Returns the entry distance of each child, and a bit for each child that may be hit up to
    /// `limit`.
    fn enter(&self, simd: S, node: &Node, limit: f32x8<S>) -> (f32x8<S>, u32);

    /// Returns a lower bound of a time of the original ray in the scale of box entry distances.
    fn scaled<N: Float>(&self, t: N) -> f32;
}

/// Ray with every number in all SIMD lanes.
struct Lanes<S: Simd> {
    ray: BoxRay,
    from: [[f32x8<S>; 3]; 2],
    /// Inverse direction for near planes, and slightly enlarged for far planes.
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

/// Ray of `f32` numbers of usual size with nonnegative times, in all SIMD lanes. Most rays are
/// such, and they are prepared sooner.
pub(crate) struct Plain<S: Simd> {
    from: [f32x8<S>; 3],
    /// Inverse direction for near planes, and slightly enlarged for far planes.
    inverse: [[f32x8<S>; 3]; 2],
    back: [bool; 3],
    low: f32x8<S>,
}

impl<S: Simd> Plain<S> {
    /// Prepares the points `origin + t direction` with `t >= low`. Returns `None` for other rays.
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
    pub fn walk_ray<M: RayVisitor>(&self, ray: BoxRay, high: M::Number, leaf: &mut M) {
        dispatch!(self.level, simd => self.walk_ray_in(simd, ray, high, leaf));
    }

    /// Runs [`walk_ray`](Self::walk_ray) with a given instruction set.
    #[inline(always)]
    pub(crate) fn walk_ray_in<S: Simd, M: RayVisitor>(
        &self,
        simd: S,
        ray: BoxRay,
        high: M::Number,
        leaf: &mut M,
    ) {
        let ray = ray.for_any_time(&self.bounds);
        self.walk_in(simd, &Lanes::new(simd, ray), high, leaf);
    }

    /// Runs the traversal of a ray, or of a packet of rays.
    #[inline(always)]
    pub(crate) fn walk_in<S: Simd, M: RayVisitor>(
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

    /// Visits a node or a leaf and returns the next one, or `None` at the end of the traversal.
    #[inline(always)]
    fn step<S: Simd, M: RayVisitor, P: Probe<S>>(
        &self,
        simd: S,
        probe: &P,
        at: u32,
        limit: &mut f32,
        stack: &mut Stack,
        leaf: &mut M,
    ) -> Option<u32> {
        if at & LEAF == 0 {
            leaf.visit_node(at as usize);
            let node = &self.nodes[at as usize];
            // The next child is read after everything else is computed. Without the prefetch its
            // cache line would cause another wait.
            prefetch(&node.children);
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
                    self.prefetch_child::<M::Number>(child(farther), |at| leaf.leaf_address(at));
                }
                return Some(child(nearest));
            }
            // With at most one child left, no entry distance is needed.
            if met != 0 {
                return Some(node.children[met.trailing_zeros() as usize % LANES]);
            }
        } else {
            match leaf.visit_leaf(simd, (at & !LEAF) as usize) {
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

/// Removes and returns the first of the children that are hit.
#[inline(always)]
fn take(node: &Node, enters: &[f32; LANES], met: &mut u32) -> u64 {
    let lane = met.trailing_zeros() as usize % LANES;
    *met &= *met - 1;
    entry(node.children[lane], enters[lane])
}
