//! What a mesh asks of its tree: compiled here, once for `f32` and once for `f64`, in all the instructions that a machine may
//! have, and not again by everyone who casts a ray.

#![allow(private_interfaces, reason = "the trait is sealed: nobody outside can name what it is asked with")]

use super::block::{Block, Crossed};
use super::compact::Blocks;
use super::leaf::{Corners, Crossing, TriangleRay, numbers};
use super::many::{self, Many};
use super::meet::placing::{Placing, Rows};
use super::meet::walk;
use super::packet::{self, Hits};
use super::shapes::leaves::{self, Look, Narrow};
use crate::bvh::{
    Approach, BoxRay, Bvh, HALVES, LANES, Looked, Meet, Open, Plain, Rays, fetch, is_f32, one_by_one,
};
use crate::cast::Range;
use crate::number::{Eight, Float, ONE_BY_ONE, Real, Ring};
use crate::pair::point_triangle;
use crate::shape::Point;
use crate::vector::{FloatVector, V3, Vector3};
use alloc::vec::Vec;
use core::ops::ControlFlow;
use fearless_simd::{Simd, dispatch};

/// `f32` or `f64`: what the numbers of a mesh are.
pub trait MeshNumber: sealed::Asked {}

pub(super) mod sealed {
    use super::{Crossing, Eight, Found, Given, HALVES, Hits, Many, Open, Placing, Rays, Rows, Tree, Vec};
    use super::{Look, Narrow};

    #[allow(unreachable_pub, reason = "what a public trait rests on")]
    pub trait Asked: Eight + Send + Sync {
        /// The nearest hit.
        fn nearest(tree: &Tree<Self>, given: &Given<Self>, found: &mut Found<Self>);

        /// Whether anything is hit.
        fn any(tree: &Tree<Self>, given: &Given<Self>) -> bool;

        /// All triangles that are hit, in no order.
        fn all(tree: &Tree<Self>, given: &Given<Self>, met: &mut Vec<(u32, Crossing<Self>)>);

        /// The nearest hit of each ray that goes alone, and what is told of it.
        fn nearest_of_many(tree: &Tree<Self>, rays: &[Rays<Self>], many: &mut Many<Self>);

        /// Some hit of each that goes alone.
        fn any_of_many(tree: &Tree<Self>, rays: &[Rays<Self>], many: &mut Many<Self>);

        /// The nearest hit of each ray up to `high`; `false` when they do not go about the same way, or part.
        fn nearest_of_group(
            tree: &Tree<Self>,
            rays: &Rays<Self>,
            high: Self,
            cull: bool,
            hits: &mut [Hits<Self>; HALVES],
        ) -> bool;

        /// A bit for each ray of each half that hits anything up to `high`; `None` when they do not go about the same way, or
        /// part.
        fn any_of_group(
            tree: &Tree<Self>,
            rays: &Rays<Self>,
            high: Self,
            cull: bool,
        ) -> Option<[u32; HALVES]>;

        /// Where a point is placed, rounded once.
        fn placed(rows: &Rows<Self>, point: [Self; 3]) -> [Self; 3];

        /// Two triangles that meet.
        fn meet(a: &Tree<Self>, b: &Tree<Self>, placing: &Placing<Self>) -> Option<[u32; 2]>;

        /// The nearest two triangles, of trees of which no two meet, no farther than `limit`, and their distance. `way` goes from the
        /// first to the second about where they are nearest; zero where that is not known.
        fn nearest_two(
            a: &Tree<Self>,
            b: &Tree<Self>,
            placing: &Placing<Self>,
            limit: Self,
            way: [Self; 3],
        ) -> Option<([u32; 2], Self)>;

        /// Any two triangles are no farther apart than `limit`.
        fn within(a: &Tree<Self>, b: &Tree<Self>, placing: &Placing<Self>, limit: Self) -> bool;

        /// All in one tree that meet elsewhere than neighbours do, below two places, in no order.
        fn own(tree: &Tree<Self>, placing: &Placing<Self>, start: Open, found: &mut Vec<[u32; 2]>);

        /// All that meet below two places, in no order.
        fn all_that_meet(
            a: &Tree<Self>,
            b: &Tree<Self>,
            placing: &Placing<Self>,
            start: Open,
            found: &mut Vec<[u32; 2]>,
        );

        /// Those triangles that make the first places, as many as asked, and maybe more, in no order. `false`, and no
        /// matter which, where one lies along the ray.
        fn first(
            tree: &Tree<Self>,
            given: &Given<Self>,
            count: usize,
            met: &mut Vec<(u32, Crossing<Self>)>,
        ) -> bool;

        /// The triangle nearest to a point, `u32::MAX` beyond the limit.
        fn closest(tree: &Tree<Self>, point: [Self; 3], limit: Self) -> u32;

        /// Calls `look` with the triangles whose boxes meet a box, until it breaks.
        fn in_box(tree: &Tree<Self>, ends: [[Self; 3]; 2], look: &mut Look<'_, Self>);

        /// Calls `look` with the triangles whose boxes may be no farther from a box than the limit, nearer parts first; it answers with a
        /// new limit.
        fn near_box(tree: &Tree<Self>, ends: [[Self; 3]; 2], limit: Self, look: &mut Narrow<'_, Self>);

        /// The same of the triangles that may be no farther from a segment, whose ends may be the same.
        fn near_segment(tree: &Tree<Self>, ends: [[Self; 3]; 2], limit: Self, look: &mut Narrow<'_, Self>);

        /// Calls `look` with the triangles whose boxes a box may meet that moves by `t velocity` up to the limit of `t`, earlier parts
        /// first; it answers with a new limit.
        fn along_box(
            tree: &Tree<Self>,
            ends: [[Self; 3]; 2],
            velocity: [Self; 3],
            limit: Self,
            look: &mut Narrow<'_, Self>,
        );

        /// The triangles nearest to a point, as many as asked, within the limit: in order of distance and index; all within
        /// it in no order, where as many are asked as there can be.
        fn near(tree: &Tree<Self>, point: [Self; 3], count: usize, limit: Self) -> Vec<(Self, u32)>;
    }
}

macro_rules! mesh_number {
    ($($float:ident $placed:ident),*) => {$(
        impl MeshNumber for $float {}

        impl sealed::Asked for $float {
            // Called, so that what calls it is small, and becomes part of the loop over somebody's rays.
            #[inline(never)]
            fn nearest(tree: &Tree<Self>, given: &Given<Self>, found: &mut Found<Self>) {
                dispatch!(tree.bvh.level(), simd => nearest(simd, tree, given, found));
            }

            #[inline(never)]
            fn any(tree: &Tree<Self>, given: &Given<Self>) -> bool {
                dispatch!(tree.bvh.level(), simd => any(simd, tree, given))
            }

            fn all(tree: &Tree<Self>, given: &Given<Self>, met: &mut Vec<(u32, Crossing<Self>)>) {
                dispatch!(tree.bvh.level(), simd => all(simd, tree, given, met));
            }

            fn nearest_of_many(tree: &Tree<Self>, rays: &[Rays<Self>], many: &mut Many<Self>) {
                dispatch!(tree.bvh.level(), simd => {
                    many::walk::<false, Self, _>(simd, tree, rays, many);
                    many.tell(simd, tree, rays);
                });
            }

            fn any_of_many(tree: &Tree<Self>, rays: &[Rays<Self>], many: &mut Many<Self>) {
                dispatch!(tree.bvh.level(), simd => many::walk::<true, Self, _>(simd, tree, rays, many));
            }

            fn nearest_of_group(
                tree: &Tree<Self>,
                rays: &Rays<Self>,
                high: Self,
                cull: bool,
                hits: &mut [Hits<Self>; HALVES],
            ) -> bool {
                packet::nearest(tree, rays, high, cull, hits)
            }

            fn any_of_group(
                tree: &Tree<Self>,
                rays: &Rays<Self>,
                high: Self,
                cull: bool,
            ) -> Option<[u32; HALVES]> {
                packet::any(tree, rays, high, cull)
            }

            fn first(
                tree: &Tree<Self>,
                given: &Given<Self>,
                count: usize,
                met: &mut Vec<(u32, Crossing<Self>)>,
            ) -> bool {
                dispatch!(tree.bvh.level(), simd => first(simd, tree, given, count, met))
            }

            fn closest(tree: &Tree<Self>, point: [Self; 3], limit: Self) -> u32 {
                let mut closest = Closest { tree, point, distance: limit, triangle: u32::MAX };
                tree.bvh.walk_point(point, wider(limit), &mut closest);
                closest.triangle
            }

            #[inline]
            fn placed(rows: &Rows<Self>, point: [Self; 3]) -> [Self; 3] {
                rows.$placed(point)
            }

            fn meet(a: &Tree<Self>, b: &Tree<Self>, placing: &Placing<Self>) -> Option<[u32; 2]> {
                walk::any(a, b, placing)
            }

            fn nearest_two(
                a: &Tree<Self>,
                b: &Tree<Self>,
                placing: &Placing<Self>,
                limit: Self,
                way: [Self; 3],
            ) -> Option<([u32; 2], Self)> {
                walk::nearest(a, b, placing, limit, way)
            }

            fn within(a: &Tree<Self>, b: &Tree<Self>, placing: &Placing<Self>, limit: Self) -> bool {
                walk::within(a, b, placing, limit)
            }

            fn own(tree: &Tree<Self>, placing: &Placing<Self>, start: Open, found: &mut Vec<[u32; 2]>) {
                walk::own(tree, placing, start, found);
            }

            fn all_that_meet(
                a: &Tree<Self>,
                b: &Tree<Self>,
                placing: &Placing<Self>,
                start: Open,
                found: &mut Vec<[u32; 2]>,
            ) {
                walk::all(a, b, placing, start, found);
            }

            fn in_box(tree: &Tree<Self>, ends: [[Self; 3]; 2], look: &mut Look<'_, Self>) {
                leaves::in_box(tree, ends, look);
            }

            fn near_box(tree: &Tree<Self>, ends: [[Self; 3]; 2], limit: Self, look: &mut Narrow<'_, Self>) {
                leaves::near_box(tree, ends, limit, look);
            }

            fn near_segment(
                tree: &Tree<Self>,
                ends: [[Self; 3]; 2],
                limit: Self,
                look: &mut Narrow<'_, Self>,
            ) {
                leaves::near_segment(tree, ends, limit, look);
            }

            fn along_box(
                tree: &Tree<Self>,
                ends: [[Self; 3]; 2],
                velocity: [Self; 3],
                limit: Self,
                look: &mut Narrow<'_, Self>,
            ) {
                leaves::along_box(tree, ends, velocity, limit, look);
            }

            fn near(tree: &Tree<Self>, point: [Self; 3], count: usize, limit: Self) -> Vec<(Self, u32)> {
                let (found, looked) = (Vec::new(), Looked::default());
                let mut near = Near { tree, point, count, limit, found, looked };
                tree.bvh.walk_point(point, wider(limit), &mut near);
                near.found
            }
        }
    )*};
}

mesh_number!(f32 point_in_f64, f64 point_precisely);

/// A tree of boxes with the corners of the triangles in each of its leaves.
#[derive(Clone, Debug)]
pub(super) struct Tree<S> {
    pub(super) bvh: Bvh,
    pub(super) blocks: Blocks<S>,
}

impl<S: Float> Tree<S> {
    /// [On large pages](crate::bvh::settle), for walks to come.
    pub(super) fn settle(&self) {
        self.bvh.settle();
        self.blocks.settle();
    }

    /// Has fetched from memory what is told of the triangle in a slot.
    #[inline(always)]
    pub(super) fn expect(&self, slot: usize) {
        if let Some(leaf) = self.bvh.leaves().get(slot / LANES) {
            fetch(leaf);
            self.blocks.expect(slot / LANES);
        }
    }

    /// Which of some lanes of a leaf holds the lowest triangle.
    #[cold]
    fn lowest(&self, leaf: usize, of: u32) -> usize {
        lanes(of).min_by_key(|lane| self.triangle(leaf * LANES + lane)).unwrap_or(0)
    }

    /// The triangle in a slot: a lane of a block, counted through; of a mesh without a tree the slot itself.
    #[inline(always)]
    pub(super) fn triangle(&self, slot: usize) -> u32 {
        match self.bvh.leaves().get(slot / LANES) {
            Some(leaf) => leaf[slot % LANES],
            None => slot as u32,
        }
    }
}

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
        BoxRay::new(one_by_one(&self.origin), one_by_one(&self.direction), self.low)
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
        let (origin, direction) = (one_by_one(&given.origin), one_by_one(&given.direction));
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

/// The lanes of a mask, first to last.
#[inline(always)]
pub(super) fn lanes(mut mask: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let lane = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (lane < LANES).then_some(lane)
    })
}

/// A bit for each lane of a leaf, but for those that repeat the last of one that is not full.
#[inline(always)]
pub(super) fn each_once(items: &[u32; LANES]) -> u32 {
    let mut bits = 1;
    for lane in 1..LANES {
        bits |= u32::from(items[lane] != items[lane - 1]) << lane;
    }
    bits
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
        fetch(&self.tree.bvh.leaves()[leaf]);
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
    fn whereabouts(&self, leaf: usize) -> Option<*const u8> {
        Some(self.tree.blocks.whereabouts(leaf))
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
    fn whereabouts(&self, leaf: usize) -> Option<*const u8> {
        Some(self.tree.blocks.whereabouts(leaf))
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
    fn whereabouts(&self, leaf: usize) -> Option<*const u8> {
        Some(self.tree.blocks.whereabouts(leaf))
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
        return tree.bvh.walk_ray_in(simd, given.boxes(), given.high, leaves);
    }
    let (origin, direction) = (one_by_one(&given.origin), one_by_one(&given.direction));
    match Plain::new(simd, origin, direction, given.low) {
        Some(ray) => tree.bvh.walk_in(simd, &ray, given.high, leaves),
        None => walk_unusual(tree, given, leaves),
    }
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
fn all<S: Simd, N: Eight>(simd: S, tree: &Tree<N>, given: &Given<N>, met: &mut Vec<(u32, Crossing<N>)>) {
    let aim = Aim::new(given);
    tree.bvh.walk_ray_in(
        simd,
        given.boxes(),
        given.high,
        &mut All { tree, aim: &aim, met, looked: Looked::default() },
    );
}

#[inline(always)]
fn first<S: Simd, N: Eight>(
    simd: S,
    tree: &Tree<N>,
    given: &Given<N>,
    count: usize,
    met: &mut Vec<(u32, Crossing<N>)>,
) -> bool {
    let aim = Aim::new(given);
    let mut first = First { tree, aim: &aim, count, times: Vec::new(), met, along: false };
    tree.bvh.walk_ray_in(simd, given.boxes(), given.high, &mut first);
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
    fn whereabouts(&self, leaf: usize) -> Option<*const u8> {
        Some(self.tree.blocks.whereabouts(leaf))
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

/// Looks for the nearest triangle to a point.
struct Closest<'a, S> {
    tree: &'a Tree<S>,
    point: [S; 3],
    distance: S,
    /// `u32::MAX` as long as there is none.
    triangle: u32,
}

impl<N: Eight> Approach for Closest<'_, N> {
    type Number = N;

    #[inline(always)]
    fn approach<S: Simd>(&mut self, simd: S, leaf: usize) -> Option<N> {
        let mut room = None;
        let block = self.tree.blocks.get(leaf, &mut room);
        let (distances, within) = block.distances(simd, self.point, self.distance);
        if within == 0 {
            return None;
        }
        let mut nearer = false;
        for lane in 0..LANES {
            let (distance, triangle) = (distances[lane], self.tree.bvh.leaves()[leaf][lane]);
            if distance < self.distance || (distance == self.distance && triangle < self.triangle) {
                (self.distance, self.triangle) = (distance, triangle);
                nearer = true;
            }
        }
        nearer.then_some(wider(self.distance))
    }

    #[inline(always)]
    fn whereabouts(&self, leaf: usize) -> Option<*const u8> {
        Some(self.tree.blocks.whereabouts(leaf))
    }
}

/// Looks for the nearest few triangles to a point, or for all within the limit.
struct Near<'a, S> {
    tree: &'a Tree<S>,
    point: [S; 3],
    count: usize,
    limit: S,
    found: Vec<(S, u32)>,
    looked: Looked,
}

impl<N: Eight> Approach for Near<'_, N> {
    type Number = N;

    #[inline(always)]
    fn approach<S: Simd>(&mut self, simd: S, leaf: usize) -> Option<N> {
        if self.looked.again(leaf) {
            return None;
        }
        let mut room = None;
        let block = self.tree.blocks.get(leaf, &mut room);
        let (distances, within) = block.distances(simd, self.point, self.limit);
        let items = &self.tree.bvh.leaves()[leaf];
        for lane in lanes(within & each_once(items)) {
            self.add((distances[lane], items[lane]));
        }
        Some(wider(self.limit))
    }

    #[inline(always)]
    fn whereabouts(&self, leaf: usize) -> Option<*const u8> {
        Some(self.tree.blocks.whereabouts(leaf))
    }
}

/// A distance beyond which none is rounded to the limit.
#[inline(always)]
fn wider<S: Float>(limit: S) -> S {
    limit + limit * (S::EPSILON.lit(32) * S::EPSILON)
}

impl<S: Float> Near<'_, S> {
    fn add(&mut self, new: (S, u32)) {
        if self.count == usize::MAX {
            self.found.push(new);
            return;
        }
        let at = self.found.partition_point(|old| *old < new);
        self.found.insert(at, new);
        self.found.truncate(self.count);
        if let Some((farthest, _)) = self.found.get(self.count.wrapping_sub(1)) {
            self.limit = *farthest;
        }
    }
}

impl<N: Eight> Block<N> {
    /// How far each triangle is from a point, and a bit for each that is within a limit.
    #[inline(always)]
    fn distances<S: Simd>(&self, simd: S, [x, y, z]: [N; 3], limit: N) -> ([N; LANES], u32) {
        if ONE_BY_ONE {
            let (mut distances, mut within) = ([N::ZERO; LANES], 0);
            for lane in 0..LANES {
                let distance =
                    point_triangle::distance(&Point(vector([x, y, z])), &self.triangle(lane)).distance;
                distances[lane] = distance;
                within |= u32::from(distance <= limit) << lane;
            }
            return (distances, within);
        }
        let point = vector([N::splat(simd, x), N::splat(simd, y), N::splat(simd, z)]);
        let distance = point_triangle::distance(&Point(point), &self.triangles(simd)).distance;
        (N::store(distance), N::bits::<S>(distance.le(N::splat(simd, limit))))
    }
}

#[inline(always)]
pub(super) fn vector<S: Ring>([x, y, z]: [S; 3]) -> V3<S> {
    V3 { x, y, z }
}
