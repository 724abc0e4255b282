//! Traversals of a ray: nearest hit, any hit, all hits, or the first few hits.

use super::block::Crossed;
use super::leaf::{Corners, Crossing, TriangleRay, numbers};
use super::tree::{Tree, each_once, lanes};
use crate::bvh::{BoxRay, LANES, Looked, Plain, RayVisitor, TreeFrame, is_f32, prefetch, read_separately};
use crate::number::{Float, Real, Ring, SimdScalar};
use crate::pair::cast::Range;
use crate::vector::{FloatVector, Vector3};
use alloc::vec::Vec;
use core::ops::ControlFlow;
use fearless_simd::Simd;

/// Ray as given by the caller.
pub(super) struct RayQuery<S> {
    origin: [S; 3],
    direction: [S; 3],
    low: S,
    high: S,
    cull: bool,
}

impl<S: Float> RayQuery<S> {
    #[inline(always)]
    pub(super) fn new<V: FloatVector<Scalar = S> + Vector3>(range: &Range<V>, cull: bool) -> Self {
        let (origin, direction) = (numbers(range.line.origin), numbers(range.line.direction));
        Self { origin, direction, low: range.low, high: range.high, cull }
    }

    #[inline(always)]
    pub(super) fn of(origin: [S; 3], direction: [S; 3], [low, high]: [S; 2], cull: bool) -> Self {
        Self { origin, direction, low, high, cull }
    }

    /// Prepares the ray for boxes. Separate from the data for triangles, so that a traversal keeps
    /// it in registers.
    #[inline(always)]
    fn boxes(&self) -> BoxRay {
        BoxRay::new(read_separately(&self.origin), read_separately(&self.direction), self.low)
    }

    /// Prepares the ray for the boxes of a tree, in their frame.
    #[inline(always)]
    fn boxes_of(&self, tree: &Tree<S>) -> BoxRay {
        match &tree.frame {
            None => self.boxes(),
            Some(frame) => frame.ray(self.origin, self.direction, self.low),
        }
    }
}

/// Ray prepared for triangles, up to a limit.
pub(super) struct LimitedRay<S> {
    ray: TriangleRay<S>,
    high: S,
    cull: bool,
}

impl<S: Float> LimitedRay<S> {
    #[inline(always)]
    pub(super) fn new(given: &RayQuery<S>) -> Self {
        let (origin, direction) = (read_separately(&given.origin), read_separately(&given.direction));
        let ray = TriangleRay::new(origin, direction, given.low);
        Self { ray, high: given.high, cull: given.cull }
    }

    /// Makes a ray with another limit.
    #[inline(always)]
    pub(super) fn of(ray: TriangleRay<S>, high: S, cull: bool) -> Self {
        Self { ray, high, cull }
    }

    /// Returns the crossing with one triangle within the limit.
    pub(super) fn cross(&self, corners: &Corners<S>) -> Option<Crossing<S>> {
        self.ray.cross(corners).filter(|c| c.t <= self.high && (c.front || !self.cull))
    }
}

/// Nearest hit so far.
#[derive(Clone, Copy)]
pub(super) struct Found<S> {
    /// Ray parameter of the hit, or the limit without a hit.
    pub(super) t: S,
    /// Slot of the triangle in the tree; [`NO_HIT`](Self::NO_HIT) without a hit.
    pub(super) slot: usize,
    /// Second and third barycentric coordinates, times the sum of all three, and that sum.
    pub(super) weights: [S; 3],
    pub(super) front: bool,
}

impl<S: Float> Found<S> {
    pub(super) const NO_HIT: usize = usize::MAX;

    #[inline(always)]
    pub(super) fn none(given: &RayQuery<S>) -> Self {
        Self::up_to(given.high)
    }

    #[inline(always)]
    pub(super) fn up_to(high: S) -> Self {
        Self { t: high, slot: Self::NO_HIT, weights: [S::ZERO; 3], front: false }
    }

    /// Tests whether a hit is nearer than the one found. At equal `t` the lower triangle wins; its
    /// index is looked up only then, because it is elsewhere in memory.
    #[inline(always)]
    fn is_nearer(&self, tree: &Tree<S>, t: S, slot: usize) -> bool {
        t < self.t
            || (t == self.t && (self.slot == Self::NO_HIT || tree.triangle(slot) < tree.triangle(self.slot)))
    }

    /// Takes the nearest of a leaf's certain hits, of which there is at least one. Returns `false`
    /// if the hit found before is nearer.
    #[inline(always)]
    pub(super) fn take<A: Simd>(
        &mut self,
        simd: A,
        tree: &Tree<S>,
        leaf: usize,
        crossed: &Crossed<S::Lanes<A>>,
        depth_rate: S,
    ) -> bool
    where
        S: SimdScalar,
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
        let beaten = self.is_nearer(tree, t, slot);
        if beaten {
            let (u, v, sum) = (S::store(u), S::store(v), S::store(sum));
            let front = (sum[lane] > S::ZERO) == (depth_rate > S::ZERO);
            *self = Self { t, slot, weights: [u[lane], v[lane], sum[lane]], front };
        }
        beaten
    }

    /// Tests one triangle.
    #[cold]
    #[inline(never)]
    pub(super) fn test(
        &mut self,
        tree: &Tree<S>,
        aim: &LimitedRay<S>,
        slot: usize,
        corners: &Corners<S>,
    ) -> bool {
        let Some(crossing) = aim.cross(corners) else { return false };
        let beaten = self.is_nearer(tree, crossing.t, slot);
        if beaten {
            let ([_, u, v], front) = (crossing.weights, crossing.front);
            *self = Self { t: crossing.t, slot, weights: [u, v, crossing.sum], front };
        }
        beaten
    }
}

/// Leaf callback for the nearest hit.
struct Nearest<'a, S> {
    tree: &'a Tree<S>,
    aim: &'a LimitedRay<S>,
    found: &'a mut Found<S>,
}

impl<N: SimdScalar> RayVisitor for Nearest<'_, N> {
    type Number = N;

    #[inline(always)]
    fn visit_leaf<S: Simd>(&mut self, simd: S, leaf: usize) -> ControlFlow<(), Option<N>> {
        let mut room = None;
        let (block, aim) = (self.tree.blocks.get(leaf, &mut room), self.aim);
        // The triangle's index will be needed for the hit data.
        prefetch(&self.tree.bvh.leaves()[leaf]);
        let found = &mut *self.found;
        let Some(crossed) = block.cross(simd, &aim.ray, found.t, aim.cull) else {
            return ControlFlow::Continue(None);
        };
        let mut nearer = false;
        if N::bits::<S>(crossed.inside) != 0 {
            nearer = found.take(simd, self.tree, leaf, &crossed, aim.ray.depth_rate());
        }
        for lane in lanes(crossed.undecided) {
            nearer |= found.test(self.tree, aim, leaf * LANES + lane, &block.corners(lane));
        }
        ControlFlow::Continue(nearer.then_some(found.t))
    }

    #[inline(always)]
    fn leaf_address(&self, leaf: usize) -> Option<*const u8> {
        Some(self.tree.blocks.leaf_address(leaf))
    }
}

/// Leaf callback for any hit.
struct Any<'a, S> {
    tree: &'a Tree<S>,
    aim: &'a LimitedRay<S>,
    met: &'a mut bool,
}

impl<N: SimdScalar> RayVisitor for Any<'_, N> {
    type Number = N;

    #[inline(always)]
    fn visit_leaf<S: Simd>(&mut self, simd: S, leaf: usize) -> ControlFlow<(), Option<N>> {
        let mut room = None;
        let (block, aim) = (self.tree.blocks.get(leaf, &mut room), self.aim);
        let Some(Crossed { inside, undecided, .. }) = block.cross(simd, &aim.ray, aim.high, aim.cull) else {
            return ControlFlow::Continue(None);
        };
        *self.met = N::bits::<S>(inside) != 0
            || lanes(undecided).any(|lane| aim.cross(&block.corners(lane)).is_some());
        if *self.met { ControlFlow::Break(()) } else { ControlFlow::Continue(None) }
    }

    #[inline(always)]
    fn leaf_address(&self, leaf: usize) -> Option<*const u8> {
        Some(self.tree.blocks.leaf_address(leaf))
    }
}

/// Leaf callback for all hits.
struct All<'a, S> {
    tree: &'a Tree<S>,
    aim: &'a LimitedRay<S>,
    met: &'a mut Vec<(u32, Crossing<S>)>,
    looked: Looked,
}

impl<N: SimdScalar> RayVisitor for All<'_, N> {
    type Number = N;

    #[inline(always)]
    fn visit_leaf<S: Simd>(&mut self, simd: S, leaf: usize) -> ControlFlow<(), Option<N>> {
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
pub(super) fn nearest<S: Simd, N: SimdScalar>(
    simd: S,
    tree: &Tree<N>,
    given: &RayQuery<N>,
    found: &mut Found<N>,
) {
    let aim = LimitedRay::new(given);
    walk_alone(simd, tree, given, &mut Nearest { tree, aim: &aim, found });
}

/// Number of a node or leaf that a traversal visits.
#[derive(Clone, Copy, Debug)]
pub(super) enum Visited {
    Node(usize),
    Leaf(usize),
}

/// Leaf callback for the nearest hit that records what is visited.
struct Observed<'a, S> {
    nearest: Nearest<'a, S>,
    visited: Vec<Visited>,
}

impl<N: SimdScalar> RayVisitor for Observed<'_, N> {
    type Number = N;

    fn visit_leaf<S: Simd>(&mut self, simd: S, leaf: usize) -> ControlFlow<(), Option<N>> {
        self.visited.push(Visited::Leaf(leaf));
        self.nearest.visit_leaf(simd, leaf)
    }

    fn visit_node(&mut self, node: usize) {
        self.visited.push(Visited::Node(node));
    }
}

/// Finds the nearest hit as [`nearest`] does, and returns what the traversal visits.
pub(super) fn visited<S: Simd, N: SimdScalar>(
    simd: S,
    tree: &Tree<N>,
    given: &RayQuery<N>,
    found: &mut Found<N>,
) -> Vec<Visited> {
    let aim = LimitedRay::new(given);
    let mut seen = Observed { nearest: Nearest { tree, aim: &aim, found }, visited: Vec::new() };
    walk_alone(simd, tree, given, &mut seen);
    seen.visited
}

/// Runs the traversal of a single ray.
#[inline(always)]
fn walk_alone<S: Simd, N: SimdScalar, M: RayVisitor<Number = N>>(
    simd: S,
    tree: &Tree<N>,
    given: &RayQuery<N>,
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

/// Runs the traversal of a tree whose boxes are in a frame. Separate, so that traversals of other
/// trees do not pay for it.
#[inline(never)]
fn walk_framed<N: SimdScalar, M: RayVisitor<Number = N>>(
    tree: &Tree<N>,
    frame: &TreeFrame,
    given: &RayQuery<N>,
    leaves: &mut M,
) {
    tree.bvh.walk_ray(frame.ray(given.origin, given.direction, given.low), given.high, leaves);
}

#[cold]
#[inline(never)]
fn walk_unusual<N: SimdScalar, M: RayVisitor<Number = N>>(
    tree: &Tree<N>,
    given: &RayQuery<N>,
    leaves: &mut M,
) {
    tree.bvh.walk_ray(given.boxes(), given.high, leaves);
}

#[inline(always)]
pub(super) fn any<S: Simd, N: SimdScalar>(simd: S, tree: &Tree<N>, given: &RayQuery<N>) -> bool {
    let aim = LimitedRay::new(given);
    let mut met = false;
    walk_alone(simd, tree, given, &mut Any { tree, aim: &aim, met: &mut met });
    met
}

#[inline(always)]
pub(super) fn all<S: Simd, N: SimdScalar>(
    simd: S,
    tree: &Tree<N>,
    given: &RayQuery<N>,
    met: &mut Vec<(u32, Crossing<N>)>,
) {
    let aim = LimitedRay::new(given);
    tree.bvh.walk_ray_in(
        simd,
        given.boxes_of(tree),
        given.high,
        &mut All { tree, aim: &aim, met, looked: Looked::default() },
    );
}

#[inline(always)]
pub(super) fn first<S: Simd, N: SimdScalar>(
    simd: S,
    tree: &Tree<N>,
    given: &RayQuery<N>,
    count: usize,
    met: &mut Vec<(u32, Crossing<N>)>,
) -> bool {
    let aim = LimitedRay::new(given);
    let mut first = First { tree, aim: &aim, count, times: Vec::new(), met, along: false };
    tree.bvh.walk_ray_in(simd, given.boxes_of(tree), given.high, &mut first);
    !first.along
}

/// Leaf callback for the first few hits.
struct First<'a, S> {
    tree: &'a Tree<S>,
    aim: &'a LimitedRay<S>,
    count: usize,
    /// Ray parameters of the first hits so far.
    times: Vec<S>,
    met: &'a mut Vec<(u32, Crossing<S>)>,
    /// Whether a triangle lies along the ray. Later triangles may then merge hits.
    along: bool,
}

impl<N: SimdScalar> RayVisitor for First<'_, N> {
    type Number = N;

    #[inline(always)]
    fn visit_leaf<S: Simd>(&mut self, simd: S, leaf: usize) -> ControlFlow<(), Option<N>> {
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
    /// Returns the last of the hits, if there are as many as requested.
    fn limit(&self) -> Option<S> {
        self.times.get(self.count.wrapping_sub(1)).copied()
    }

    /// Adds a triangle. Returns `false` if it lies along the ray.
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
