//! Rays through a tree: the nearest hit, any hit, all hits, or those at the first few places.

use super::block::Crossed;
use super::leaf::{Corners, Crossing, TriangleRay, numbers};
use super::tree::{Tree, each_once, lanes};
use crate::bvh::{BoxRay, LANES, Looked, Meet, Plain, TreeFrame, is_f32, prefetch, read_separately};
use crate::number::{Eight, Float, Real, Ring};
use crate::pair::cast::Range;
use crate::vector::{FloatVector, Vector3};
use alloc::vec::Vec;
use core::ops::ControlFlow;
use fearless_simd::Simd;

/// A ray as it was given.
pub(super) struct Given<S> {
    origin: [S; 3],
    direction: [S; 3],
    low: S,
    high: S,
    cull: bool,
}

impl<S: Float> Given<S> {
    #[inline(always)]
    pub(super) fn new<V: FloatVector<Scalar = S> + Vector3>(range: &Range<V>, cull: bool) -> Self {
        let (origin, direction) = (numbers(range.line.origin), numbers(range.line.direction));
        Self { origin, direction, low: range.low, high: range.high, cull }
    }

    #[inline(always)]
    pub(super) fn of(origin: [S; 3], direction: [S; 3], [low, high]: [S; 2], cull: bool) -> Self {
        Self { origin, direction, low, high, cull }
    }

    /// Made ready for boxes. Apart from what the triangles need, so that a walk has it in registers.
    #[inline(always)]
    fn boxes(&self) -> BoxRay {
        BoxRay::new(read_separately(&self.origin), read_separately(&self.direction), self.low)
    }

    /// The same for the boxes of a tree, wherever they lie.
    #[inline(always)]
    fn boxes_of(&self, tree: &Tree<S>) -> BoxRay {
        match &tree.frame {
            None => self.boxes(),
            Some(frame) => frame.ray(self.origin, self.direction, self.low),
        }
    }
}

/// A ray made ready for triangles, up to a limit.
pub(super) struct Aim<S> {
    ray: TriangleRay<S>,
    high: S,
    cull: bool,
}

impl<S: Float> Aim<S> {
    #[inline(always)]
    pub(super) fn new(given: &Given<S>) -> Self {
        let (origin, direction) = (read_separately(&given.origin), read_separately(&given.direction));
        let ray = TriangleRay::new(origin, direction, given.low);
        Self { ray, high: given.high, cull: given.cull }
    }

    /// Up to another limit.
    #[inline(always)]
    pub(super) fn of(ray: TriangleRay<S>, high: S, cull: bool) -> Self {
        Self { ray, high, cull }
    }

    /// Where one triangle is hit within the limit.
    pub(super) fn cross(&self, corners: &Corners<S>) -> Option<Crossing<S>> {
        self.ray.cross(corners).filter(|c| c.t <= self.high && (c.front || !self.cull))
    }
}

/// The nearest hit so far.
#[derive(Clone, Copy)]
pub(super) struct Found<S> {
    /// The limit as long as nothing is hit.
    pub(super) t: S,
    /// Where the triangle lies in the tree; [`NOWHERE`](Self::NOWHERE) as long as none is hit.
    pub(super) slot: usize,
    /// Its second and third barycentric coordinates, times the sum of all three, and that sum.
    pub(super) weights: [S; 3],
    pub(super) front: bool,
}

impl<S: Float> Found<S> {
    pub(super) const NOWHERE: usize = usize::MAX;

    #[inline(always)]
    pub(super) fn none(given: &Given<S>) -> Self {
        Self::up_to(given.high)
    }

    #[inline(always)]
    pub(super) fn up_to(high: S) -> Self {
        Self { t: high, slot: Self::NOWHERE, weights: [S::ZERO; 3], front: false }
    }

    /// Which triangle is only looked up where two are as near: it lies elsewhere in memory.
    #[inline(always)]
    fn is_beaten(&self, tree: &Tree<S>, t: S, slot: usize) -> bool {
        t < self.t
            || (t == self.t && (self.slot == Self::NOWHERE || tree.triangle(slot) < tree.triangle(self.slot)))
    }

    /// The nearest of a leaf's triangles that are hit plainly, of which there must be one; `false` where what was found is nearer.
    #[inline(always)]
    pub(super) fn take<A: Simd>(
        &mut self,
        simd: A,
        tree: &Tree<S>,
        leaf: usize,
        crossed: &Crossed<S::Lanes<A>>,
        pace: S,
    ) -> bool
    where
        S: Eight,
    {
        let Crossed { inside, t: times, weights: [u, v, sum], .. } = *crossed;
        let hit = S::bits::<A>(inside);
        let mut lane = hit.trailing_zeros() as usize % LANES;
        // Most leaves are hit once, and then nothing is compared.
        let t = if hit & hit.wrapping_sub(1) == 0 {
            S::store(times)[lane]
        } else {
            let [nearest, _] = S::ends::<A>(S::Lanes::<A>::select(inside, times, times.infinity()));
            let alike = S::bits::<A>(inside & times.le(S::splat(simd, nearest)));
            lane = alike.trailing_zeros() as usize % LANES;
            if alike & alike.wrapping_sub(1) != 0 {
                lane = tree.lowest(leaf, alike);
            }
            nearest
        };
        let slot = leaf * LANES + lane;
        let beaten = self.is_beaten(tree, t, slot);
        if beaten {
            let (u, v, sum) = (S::store(u), S::store(v), S::store(sum));
            let front = (sum[lane] > S::ZERO) == (pace > S::ZERO);
            *self = Self { t, slot, weights: [u[lane], v[lane], sum[lane]], front };
        }
        beaten
    }

    /// Asks one triangle.
    #[cold]
    #[inline(never)]
    pub(super) fn ask(&mut self, tree: &Tree<S>, aim: &Aim<S>, slot: usize, corners: &Corners<S>) -> bool {
        let Some(crossing) = aim.cross(corners) else { return false };
        let beaten = self.is_beaten(tree, crossing.t, slot);
        if beaten {
            let ([_, u, v], front) = (crossing.weights, crossing.front);
            *self = Self { t: crossing.t, slot, weights: [u, v, crossing.sum], front };
        }
        beaten
    }
}

/// Looks for the nearest hit.
struct Nearest<'a, S> {
    tree: &'a Tree<S>,
    aim: &'a Aim<S>,
    found: &'a mut Found<S>,
}

impl<N: Eight> Meet for Nearest<'_, N> {
    type Number = N;

    #[inline(always)]
    fn meet<S: Simd>(&mut self, simd: S, leaf: usize) -> ControlFlow<(), Option<N>> {
        let mut room = None;
        let (block, aim) = (self.tree.blocks.get(leaf, &mut room), self.aim);
        // Which triangle it is will be told.
        prefetch(&self.tree.bvh.leaves()[leaf]);
        let found = &mut *self.found;
        let Some(crossed) = block.cross(simd, &aim.ray, found.t, aim.cull) else {
            return ControlFlow::Continue(None);
        };
        let mut nearer = false;
        if N::bits::<S>(crossed.inside) != 0 {
            nearer = found.take(simd, self.tree, leaf, &crossed, aim.ray.pace());
        }
        for lane in lanes(crossed.unclear) {
            nearer |= found.ask(self.tree, aim, leaf * LANES + lane, &block.corners(lane));
        }
        ControlFlow::Continue(nearer.then_some(found.t))
    }

    #[inline(always)]
    fn leaf_address(&self, leaf: usize) -> Option<*const u8> {
        Some(self.tree.blocks.leaf_address(leaf))
    }
}

/// Looks for any hit.
struct Any<'a, S> {
    tree: &'a Tree<S>,
    aim: &'a Aim<S>,
    met: &'a mut bool,
}

impl<N: Eight> Meet for Any<'_, N> {
    type Number = N;

    #[inline(always)]
    fn meet<S: Simd>(&mut self, simd: S, leaf: usize) -> ControlFlow<(), Option<N>> {
        let mut room = None;
        let (block, aim) = (self.tree.blocks.get(leaf, &mut room), self.aim);
        let Some(Crossed { inside, unclear, .. }) = block.cross(simd, &aim.ray, aim.high, aim.cull) else {
            return ControlFlow::Continue(None);
        };
        *self.met =
            N::bits::<S>(inside) != 0 || lanes(unclear).any(|lane| aim.cross(&block.corners(lane)).is_some());
        if *self.met { ControlFlow::Break(()) } else { ControlFlow::Continue(None) }
    }

    #[inline(always)]
    fn leaf_address(&self, leaf: usize) -> Option<*const u8> {
        Some(self.tree.blocks.leaf_address(leaf))
    }
}

/// Looks for all hits.
struct All<'a, S> {
    tree: &'a Tree<S>,
    aim: &'a Aim<S>,
    met: &'a mut Vec<(u32, Crossing<S>)>,
    looked: Looked,
}

impl<N: Eight> Meet for All<'_, N> {
    type Number = N;

    #[inline(always)]
    fn meet<S: Simd>(&mut self, simd: S, leaf: usize) -> ControlFlow<(), Option<N>> {
        if self.looked.again(leaf) {
            return ControlFlow::Continue(None);
        }
        let mut room = None;
        let (block, items) = (self.tree.blocks.get(leaf, &mut room), &self.tree.bvh.leaves()[leaf]);
        for lane in lanes(block.met(simd, &self.aim.ray) & each_once(items)) {
            self.met.extend(self.aim.cross(&block.corners(lane)).map(|crossing| (items[lane], crossing)));
        }
        ControlFlow::Continue(None)
    }

    #[inline(always)]
    fn leaf_address(&self, leaf: usize) -> Option<*const u8> {
        Some(self.tree.blocks.leaf_address(leaf))
    }
}

#[inline(always)]
pub(super) fn nearest<S: Simd, N: Eight>(simd: S, tree: &Tree<N>, given: &Given<N>, found: &mut Found<N>) {
    let aim = Aim::new(given);
    walk_alone(simd, tree, given, &mut Nearest { tree, aim: &aim, found });
}

/// Of a ray alone.
#[inline(always)]
fn walk_alone<S: Simd, N: Eight, M: Meet<Number = N>>(
    simd: S,
    tree: &Tree<N>,
    given: &Given<N>,
    leaves: &mut M,
) {
    if !is_f32::<N>() {
        return match &tree.frame {
            None => tree.bvh.walk_ray_in(simd, given.boxes(), given.high, leaves),
            Some(frame) => walk_framed(tree, frame, given, leaves),
        };
    }
    let (origin, direction) = (read_separately(&given.origin), read_separately(&given.direction));
    match Plain::new(simd, origin, direction, given.low) {
        Some(ray) => tree.bvh.walk_in(simd, &ray, given.high, leaves),
        None => walk_unusual(tree, given, leaves),
    }
}

/// Of a tree whose boxes lie in a frame. Apart, so that walks through others are as they are without it.
#[inline(never)]
fn walk_framed<N: Eight, M: Meet<Number = N>>(
    tree: &Tree<N>,
    frame: &TreeFrame,
    given: &Given<N>,
    leaves: &mut M,
) {
    tree.bvh.walk_ray(frame.ray(given.origin, given.direction, given.low), given.high, leaves);
}

#[cold]
#[inline(never)]
fn walk_unusual<N: Eight, M: Meet<Number = N>>(tree: &Tree<N>, given: &Given<N>, leaves: &mut M) {
    tree.bvh.walk_ray(given.boxes(), given.high, leaves);
}

#[inline(always)]
pub(super) fn any<S: Simd, N: Eight>(simd: S, tree: &Tree<N>, given: &Given<N>) -> bool {
    let aim = Aim::new(given);
    let mut met = false;
    walk_alone(simd, tree, given, &mut Any { tree, aim: &aim, met: &mut met });
    met
}

#[inline(always)]
pub(super) fn all<S: Simd, N: Eight>(
    simd: S,
    tree: &Tree<N>,
    given: &Given<N>,
    met: &mut Vec<(u32, Crossing<N>)>,
) {
    let aim = Aim::new(given);
    tree.bvh.walk_ray_in(
        simd,
        given.boxes_of(tree),
        given.high,
        &mut All { tree, aim: &aim, met, looked: Looked::default() },
    );
}

#[inline(always)]
pub(super) fn first<S: Simd, N: Eight>(
    simd: S,
    tree: &Tree<N>,
    given: &Given<N>,
    count: usize,
    met: &mut Vec<(u32, Crossing<N>)>,
) -> bool {
    let aim = Aim::new(given);
    let mut first = First { tree, aim: &aim, count, times: Vec::new(), met, along: false };
    tree.bvh.walk_ray_in(simd, given.boxes_of(tree), given.high, &mut first);
    !first.along
}

/// Looks for the first places.
struct First<'a, S> {
    tree: &'a Tree<S>,
    aim: &'a Aim<S>,
    count: usize,
    /// Those of the first places so far.
    times: Vec<S>,
    met: &'a mut Vec<(u32, Crossing<S>)>,
    /// A triangle lies along the ray: then places may be joined by what comes later.
    along: bool,
}

impl<N: Eight> Meet for First<'_, N> {
    type Number = N;

    #[inline(always)]
    fn meet<S: Simd>(&mut self, simd: S, leaf: usize) -> ControlFlow<(), Option<N>> {
        let mut room = None;
        let (block, items) = (self.tree.blocks.get(leaf, &mut room), &self.tree.bvh.leaves()[leaf]);
        for lane in lanes(block.met(simd, &self.aim.ray) & each_once(items)) {
            if !self.add(items[lane], &block.corners(lane)) {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(self.limit())
    }

    #[inline(always)]
    fn leaf_address(&self, leaf: usize) -> Option<*const u8> {
        Some(self.tree.blocks.leaf_address(leaf))
    }
}

impl<S: Float> First<'_, S> {
    /// The last of the places, when there are as many as asked.
    fn limit(&self) -> Option<S> {
        self.times.get(self.count.wrapping_sub(1)).copied()
    }

    /// `false` when it lies along the ray.
    fn add(&mut self, triangle: u32, corners: &Corners<S>) -> bool {
        let Some(crossing) = self.aim.cross(corners) else { return true };
        self.along |= crossing.stretch[0] != crossing.stretch[1];
        if self.along || self.limit().is_some_and(|limit| crossing.t > limit) {
            return !self.along;
        }
        let at = self.times.partition_point(|t| *t < crossing.t);
        if self.times.get(at) != Some(&crossing.t) {
            self.times.insert(at, crossing.t);
            self.times.truncate(self.count);
        }
        self.met.push((triangle, crossing));
        true
    }
}
