//! Many rays that have nothing to do with each other: made ready eight at a time, walked [in turns](crate::bvh), and told eight
//! at a time. What each hits is what it hits alone, bit for bit.

use super::block::{Block, Crossed, Way, crossed, sheared};
use super::leaf::TriangleRay;
use super::told::{Row, Told, tell};
use super::tree::{Tree, lanes};
use super::walk_ray::{Aim, Found, Given, any, nearest};
use crate::bvh::{BoxRays, HALVES, LANES, MeetInterleaved, PACKET_SIZE, RAY_BATCH, Rays};
use crate::number::{Eight, Float, Ring};
use alloc::boxed::Box;
use core::ops::ControlFlow;
use fearless_simd::Simd;

/// Eights of rays.
const ROWS: usize = RAY_BATCH / LANES;

/// What is told so many rows later is fetched from memory.
const AHEAD: usize = 2;

/// Those of some groups of rays that go alone, and what they have hit.
pub(super) struct Many<N> {
    /// How many rays there are, and a bit for each group that goes alone.
    count: usize,
    alone: u32,
    /// The greatest `t`, the same for all.
    high: N,
    cull: bool,
    found: [Found<N>; RAY_BATCH],
    /// What is told of them, where it is asked.
    told: [Told<N>; ROWS],
    boxes: BoxRays,
    ready: Ready<N>,
}

/// Rays made ready for triangles, as [`TriangleRay`] makes one ready.
struct Ready<N> {
    /// Along the ray's axes.
    origin: [[[N; LANES]; ROWS]; 3],
    shear: [[[N; LANES]; ROWS]; 2],
    pace: [[N; LANES]; ROWS],
    /// Which of [`AXES`].
    axes: [u8; RAY_BATCH],
}

/// The axes of a corner's `x`, `y` and depth, for rays that are longest along each.
const AXES: [[usize; 3]; 3] = [[1, 2, 0], [2, 0, 1], [0, 1, 2]];

impl<N: Float> Many<N> {
    // Called, so that what it is made of leaves the stack at once.
    #[inline(never)]
    pub(super) fn new() -> Box<Self> {
        let none = [[N::ZERO; LANES]; ROWS];
        let ready = Ready { origin: [none; 3], shear: [none; 2], pace: none, axes: [0; RAY_BATCH] };
        let (found, told) = ([Found::up_to(N::ZERO); RAY_BATCH], [Told::NOTHING; ROWS]);
        let boxes = BoxRays::NONE;
        Box::new(Self { count: 0, alone: 0, high: N::ZERO, cull: false, found, told, boxes, ready })
    }

    /// Others, in the same place.
    pub(super) fn begin(&mut self, count: usize, alone: u32, high: N, cull: bool) {
        (self.count, self.alone, self.high, self.cull) = (count, alone, high, cull);
        self.found[..count].fill(Found::up_to(high));
    }

    /// One hits something.
    #[inline(always)]
    pub(super) fn is_hit(&self, ray: usize) -> bool {
        self.found[ray].slot != Found::<N>::NOWHERE
    }

    /// What is told of the first hit of one: with others, and its `t` and whether it comes from the front.
    #[inline(always)]
    pub(super) fn told(&self, ray: usize) -> (&Told<N>, N, bool) {
        let Found { t, front, .. } = self.found[ray];
        (&self.told[ray / LANES], t, front)
    }

    /// Those that go alone.
    #[inline(always)]
    fn rays(count: usize, alone: u32) -> impl Iterator<Item = usize> {
        (0..count).filter(move |ray| alone >> (ray / PACKET_SIZE) & 1 == 1)
    }

    /// A bit for each of a row of eight that hits.
    #[inline(always)]
    fn hit(&self, row: usize) -> u32 {
        let mut hit = 0;
        for lane in 0..LANES {
            hit |= u32::from(self.is_hit(row * LANES + lane)) << lane;
        }
        hit
    }
}

impl<N: Eight> Many<N> {
    /// What is told of all, by eights.
    #[inline(always)]
    pub(super) fn tell<S: Simd>(&mut self, simd: S, tree: &Tree<N>, groups: &[Rays<N>]) {
        let rows = self.count.div_ceil(LANES);
        let alone = self.alone;
        for row in (0..rows).filter(|row| alone >> (row / HALVES) & 1 == 1) {
            if row + AHEAD < rows {
                self.expect(tree, row + AHEAD);
            }
            if self.hit(row) != 0 {
                self.told[row] = self.tell_row(simd, tree, &groups[row / HALVES], row);
            }
        }
    }

    /// Has fetched from memory what will be told of a row of eight.
    #[inline(always)]
    fn expect(&self, tree: &Tree<N>, row: usize) {
        for lane in lanes(self.hit(row)) {
            tree.expect(self.found[row * LANES + lane].slot);
        }
    }

    /// What is told of a row of eight.
    #[inline(always)]
    fn tell_row<S: Simd>(&self, simd: S, tree: &Tree<N>, group: &Rays<N>, row: usize) -> Told<N> {
        let none = [N::ZERO; LANES];
        let (origin, direction) = group.row(row % HALVES);
        let mut hits =
            Row { origin, direction, hit: self.hit(row), t: none, slot: [0; LANES], weights: [none; 3] };
        for lane in 0..LANES {
            let Found { t, slot, weights, .. } = self.found[row * LANES + lane];
            (hits.t[lane], hits.slot[lane]) = (t, slot);
            for i in 0..3 {
                hits.weights[i][lane] = weights[i];
            }
        }
        tell(simd, tree, &hits)
    }
}

impl<N: Eight> Ready<N> {
    /// One of the groups, whose number is given.
    #[inline(always)]
    fn fill<S: Simd>(&mut self, simd: S, group: usize, rays: &Rays<N>) {
        for half in 0..HALVES {
            let row = group * HALVES + half;
            let (origin, direction) = rays.row(half);
            let ([x, y, z], [a, b, c]) = (load(simd, direction), load(simd, origin));
            let along_x = x.abs().ge(y.abs()) & x.abs().ge(z.abs());
            let before_z = y.abs().ge(z.abs());
            let pace = longest::<N, S>(along_x, before_z, [x, y, z]);
            self.pace[row] = N::store(pace);
            self.shear[0][row] = N::store(longest::<N, S>(along_x, before_z, [y, z, x]) / pace);
            self.shear[1][row] = N::store(longest::<N, S>(along_x, before_z, [z, x, y]) / pace);
            self.origin[0][row] = N::store(longest::<N, S>(along_x, before_z, [b, c, a]));
            self.origin[1][row] = N::store(longest::<N, S>(along_x, before_z, [c, a, b]));
            self.origin[2][row] = N::store(longest::<N, S>(along_x, before_z, [a, b, c]));
            let (along_x, before_z) = (N::bits::<S>(along_x), N::bits::<S>(before_z));
            for lane in 0..LANES {
                let (along_x, before_z) = (along_x >> lane & 1, before_z >> lane & 1);
                self.axes[row * LANES + lane] = (2 - before_z - along_x * (2 - before_z)) as u8;
            }
        }
    }

    /// Which of a leaf's triangles a ray hits, and which must be asked one by one; `None` when all are missed.
    #[inline(always)]
    fn cross<S: Simd>(
        &self,
        simd: S,
        ray: usize,
        block: &Block<N>,
        [low, high]: [N; 2],
        cull: bool,
    ) -> Option<Crossed<N::Lanes<S>>> {
        let (row, lane) = (ray / LANES % ROWS, ray % LANES);
        let axes = AXES[usize::from(self.axes[ray % RAY_BATCH]) % 3];
        let origin = [
            N::splat(simd, self.origin[0][row][lane]),
            N::splat(simd, self.origin[1][row][lane]),
            N::splat(simd, self.origin[2][row][lane]),
        ];
        let shear = [N::splat(simd, self.shear[0][row][lane]), N::splat(simd, self.shear[1][row][lane])];
        let [low, high] = [N::splat(simd, low), N::splat(simd, high)];
        let way = Way { pace: N::splat(simd, self.pace[row][lane]), low, high, cull };
        crossed::<N, S>(&sheared(&block.along(simd, axes), origin, shear), &way)
    }
}

/// What is along the longest of a ray's numbers.
#[inline(always)]
fn longest<N: Eight, S: Simd>(
    along_x: <N::Lanes<S> as Ring>::Mask,
    before_z: <N::Lanes<S> as Ring>::Mask,
    [for_x, for_y, for_z]: [N::Lanes<S>; 3],
) -> N::Lanes<S> {
    Ring::select(along_x, for_x, Ring::select(before_z, for_y, for_z))
}

#[inline(always)]
fn load<N: Eight, S: Simd>(simd: S, [x, y, z]: [&[N; LANES]; 3]) -> [N::Lanes<S>; 3] {
    [N::load(simd, x), N::load(simd, y), N::load(simd, z)]
}

/// At the leaves.
struct Leaves<'a, N, const ANY: bool> {
    tree: &'a Tree<N>,
    groups: &'a [Rays<N>],
    low: N,
    cull: bool,
    ready: &'a Ready<N>,
    found: &'a mut [Found<N>; RAY_BATCH],
}

impl<N: Eight, const ANY: bool> MeetInterleaved for Leaves<'_, N, ANY> {
    type Number = N;

    #[inline(always)]
    fn meet<S: Simd>(&mut self, simd: S, ray: usize, leaf: usize) -> ControlFlow<(), Option<N>> {
        let mut room = None;
        let block = self.tree.blocks.get(leaf, &mut room);
        let found = &mut self.found[ray % RAY_BATCH];
        let Some(crossed) = self.ready.cross(simd, ray, block, [self.low, found.t], self.cull) else {
            return ControlFlow::Continue(None);
        };
        let inside = N::bits::<S>(crossed.inside);
        if ANY && inside != 0 {
            found.slot = leaf * LANES;
            return ControlFlow::Break(());
        }
        let mut nearer = false;
        if inside != 0 {
            let pace = self.ready.pace[ray / LANES % ROWS][ray % LANES];
            nearer = found.take(simd, self.tree, leaf, &crossed, pace);
        }
        if crossed.unclear != 0 {
            nearer |= self.ask_alone(ray, block, leaf, crossed.unclear);
        }
        let t = self.found[ray % RAY_BATCH].t;
        if ANY && nearer { ControlFlow::Break(()) } else { ControlFlow::Continue(nearer.then_some(t)) }
    }

    #[inline(always)]
    fn leaf_address(&self, leaf: usize) -> *const u8 {
        self.tree.blocks.leaf_address(leaf)
    }
}

impl<N: Eight, const ANY: bool> Leaves<'_, N, ANY> {
    /// Asks triangles of a leaf one by one; `true` when one is nearer.
    #[cold]
    #[inline(never)]
    fn ask_alone(&mut self, ray: usize, block: &Block<N>, leaf: usize, unclear: u32) -> bool {
        let found = &mut self.found[ray];
        let mut nearer = false;
        for lane in lanes(unclear) {
            let [origin, direction] = self.groups[ray / PACKET_SIZE].get(ray);
            let ray = TriangleRay::new(origin, direction, self.low);
            let aim = Aim::of(ray, found.t, self.cull);
            nearer |= found.ask(self.tree, &aim, leaf * LANES + lane, &block.corners(lane));
        }
        nearer
    }
}

/// The first hit of each, or any hit of each.
#[inline(always)]
pub(super) fn walk<const ANY: bool, N: Eight, S: Simd>(
    simd: S,
    tree: &Tree<N>,
    groups: &[Rays<N>],
    many: &mut Many<N>,
) {
    let Many { count, alone, high, cull, found, boxes, ready, .. } = many;
    let (count, alone, low, high, cull) = (*count, *alone, groups[0].low, *high, *cull);
    for (group, rays) in groups.iter().enumerate() {
        if alone >> group & 1 == 1 {
            match &tree.frame {
                None => boxes.fill(simd, group, rays),
                Some(frame) => boxes.fill(simd, group, &frame.rays(rays)),
            }
            ready.fill(simd, group, rays);
        }
    }
    let mut leaves = Leaves::<N, ANY> { tree, groups, low, cull, ready, found };
    let usual = Many::<N>::rays(count, alone).filter(|ray| boxes.is_usual(*ray));
    tree.bvh.walk_interleaved(simd, boxes, usual, high, &mut leaves);
    for ray in Many::<N>::rays(count, alone).filter(|ray| !boxes.is_usual(*ray)) {
        let [origin, direction] = groups[ray / PACKET_SIZE].get(ray);
        let given = Given::of(origin, direction, [low, high], cull);
        let found = &mut found[ray];
        if !ANY {
            nearest(simd, tree, &given, found);
        } else if any(simd, tree, &given) {
            found.slot = 0;
        }
    }
}
