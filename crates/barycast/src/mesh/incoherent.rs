//! Casting many incoherent rays: prepared eight at a time, traversed [interleaved](crate::bvh),
//! with hits computed eight at a time. Each result equals that of the single ray, bit for bit.

use super::block::{Block, Crossed, RayShear, crossed, sheared};
use super::hit_data::{HitData, Row, hit_data};
use super::leaf::TriangleRay;
use super::tree::{Tree, lanes};
use super::walk_ray::{Found, LimitedRay, RayQuery, any, nearest};
use crate::bvh::{BoxRays, HALVES, InterleavedVisitor, LANES, PACKET_SIZE, RAY_BATCH, Rays};
use crate::number::{Float, Ring, SimdScalar};
use alloc::boxed::Box;
use core::ops::ControlFlow;
use fearless_simd::Simd;

/// Number of rows of eight rays.
const ROWS: usize = RAY_BATCH / LANES;

/// Number of rows by which prefetching of hit data runs ahead.
const AHEAD: usize = 2;

/// Rays of the packets that are traversed singly, and their hits.
pub(super) struct IncoherentRays<N> {
    /// Number of rays, and a bit for each packet whose rays are traversed singly.
    count: usize,
    alone: u32,
    /// Largest `t`, the same for all rays.
    high: N,
    cull: bool,
    found: [Found<N>; RAY_BATCH],
    /// Hit data of each row, if requested.
    hit_data: [HitData<N>; ROWS],
    boxes: BoxRays,
    ready: Ready<N>,
}

/// Rays prepared for triangle tests, each like [`TriangleRay`].
struct Ready<N> {
    /// Origin along the ray's axes.
    origin: [[[N; LANES]; ROWS]; 3],
    shear: [[[N; LANES]; ROWS]; 2],
    depth_rate: [[N; LANES]; ROWS],
    /// Index into [`AXES`].
    axes: [u8; RAY_BATCH],
}

/// Axes of a corner's `x`, `y` and depth, for rays whose largest component is `x`, `y` or `z`.
const AXES: [[usize; 3]; 3] = [[1, 2, 0], [2, 0, 1], [0, 1, 2]];

impl<N: Float> IncoherentRays<N> {
    // Not inlined, so that the temporaries leave the stack immediately.
    #[inline(never)]
    pub(super) fn new() -> Box<Self> {
        let none = [[N::ZERO; LANES]; ROWS];
        let ready = Ready { origin: [none; 3], shear: [none; 2], depth_rate: none, axes: [0; RAY_BATCH] };
        let (found, hit_data) = ([Found::up_to(N::ZERO); RAY_BATCH], [HitData::NOTHING; ROWS]);
        let boxes = BoxRays::NONE;
        Box::new(Self { count: 0, alone: 0, high: N::ZERO, cull: false, found, hit_data, boxes, ready })
    }

    /// Resets the buffers for another batch.
    pub(super) fn begin(&mut self, count: usize, alone: u32, high: N, cull: bool) {
        (self.count, self.alone, self.high, self.cull) = (count, alone, high, cull);
        self.found[..count].fill(Found::up_to(high));
    }

    /// Tests whether a ray hits something.
    #[inline(always)]
    pub(super) fn is_hit(&self, ray: usize) -> bool {
        self.found[ray].slot != Found::<N>::NO_HIT
    }

    /// Returns the hit data of the row that contains the ray, and the `t` and facing of its first
    /// hit.
    #[inline(always)]
    pub(super) fn hit_data(&self, ray: usize) -> (&HitData<N>, N, bool) {
        let Found { t, front, .. } = self.found[ray];
        (&self.hit_data[ray / LANES], t, front)
    }

    /// Returns the rays that are traversed singly.
    #[inline(always)]
    fn rays(count: usize, alone: u32) -> impl Iterator<Item = usize> {
        (0..count).filter(move |ray| alone >> (ray / PACKET_SIZE) & 1 == 1)
    }

    /// Returns a bit for each ray of a row of eight that hits.
    #[inline(always)]
    fn hit(&self, row: usize) -> u32 {
        let mut hit = 0;
        for lane in 0..LANES {
            hit |= u32::from(self.is_hit(row * LANES + lane)) << lane;
        }
        hit
    }
}

impl<N: SimdScalar> IncoherentRays<N> {
    /// Computes the hit data of all rays, eight at a time.
    #[inline(always)]
    pub(super) fn compute_hit_data<S: Simd>(&mut self, simd: S, tree: &Tree<N>, groups: &[Rays<N>]) {
        let rows = self.count.div_ceil(LANES);
        let alone = self.alone;
        for row in (0..rows).filter(|row| alone >> (row / HALVES) & 1 == 1) {
            if row + AHEAD < rows {
                self.prefetch_row(tree, row + AHEAD);
            }
            if self.hit(row) != 0 {
                self.hit_data[row] = self.hit_data_of_row(simd, tree, &groups[row / HALVES], row);
            }
        }
    }

    /// Prefetches the triangles needed for the hit data of a row.
    #[inline(always)]
    fn prefetch_row(&self, tree: &Tree<N>, row: usize) {
        for lane in lanes(self.hit(row)) {
            tree.prefetch_triangle(self.found[row * LANES + lane].slot);
        }
    }

    /// Computes the hit data of a row of eight.
    #[inline(always)]
    fn hit_data_of_row<S: Simd>(&self, simd: S, tree: &Tree<N>, group: &Rays<N>, row: usize) -> HitData<N> {
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
        hit_data(simd, tree, &hits)
    }
}

impl<N: SimdScalar> Ready<N> {
    /// Prepares the packet with the given index.
    #[inline(always)]
    fn fill<S: Simd>(&mut self, simd: S, group: usize, rays: &Rays<N>) {
        for half in 0..HALVES {
            let row = group * HALVES + half;
            let (origin, direction) = rays.row(half);
            let ([x, y, z], [a, b, c]) = (load(simd, direction), load(simd, origin));
            let along_x = x.abs().ge(y.abs()) & x.abs().ge(z.abs());
            let before_z = y.abs().ge(z.abs());
            let depth_rate = longest::<N, S>(along_x, before_z, [x, y, z]);
            self.depth_rate[row] = N::store(depth_rate);
            self.shear[0][row] = N::store(longest::<N, S>(along_x, before_z, [y, z, x]) / depth_rate);
            self.shear[1][row] = N::store(longest::<N, S>(along_x, before_z, [z, x, y]) / depth_rate);
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

    /// Tests a ray against a leaf. Returns the lanes certainly hit and the lanes left undecided by
    /// rounding, or `None` if every lane misses.
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
        let way = RayShear { depth_rate: N::splat(simd, self.depth_rate[row][lane]), low, high, cull };
        crossed::<N, S>(&sheared(&block.along(simd, axes), origin, shear), &way)
    }
}

/// Returns the numbers along the axis of the largest component.
#[inline(always)]
fn longest<N: SimdScalar, S: Simd>(
    along_x: <N::Lanes<S> as Ring>::Mask,
    before_z: <N::Lanes<S> as Ring>::Mask,
    [for_x, for_y, for_z]: [N::Lanes<S>; 3],
) -> N::Lanes<S> {
    Ring::select(along_x, for_x, Ring::select(before_z, for_y, for_z))
}

#[inline(always)]
fn load<N: SimdScalar, S: Simd>(simd: S, [x, y, z]: [&[N; LANES]; 3]) -> [N::Lanes<S>; 3] {
    [N::load(simd, x), N::load(simd, y), N::load(simd, z)]
}

/// Leaf callback.
struct Leaves<'a, N, const ANY: bool> {
    tree: &'a Tree<N>,
    groups: &'a [Rays<N>],
    low: N,
    cull: bool,
    ready: &'a Ready<N>,
    found: &'a mut [Found<N>; RAY_BATCH],
}

impl<N: SimdScalar, const ANY: bool> InterleavedVisitor for Leaves<'_, N, ANY> {
    type Number = N;

    #[inline(always)]
    fn visit_leaf<S: Simd>(&mut self, simd: S, ray: usize, leaf: usize) -> ControlFlow<(), Option<N>> {
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
            let depth_rate = self.ready.depth_rate[ray / LANES % ROWS][ray % LANES];
            nearer = found.take(simd, self.tree, leaf, &crossed, depth_rate);
        }
        if crossed.undecided != 0 {
            nearer |= self.test_separately(ray, block, leaf, crossed.undecided);
        }
        let t = self.found[ray % RAY_BATCH].t;
        if ANY && nearer { ControlFlow::Break(()) } else { ControlFlow::Continue(nearer.then_some(t)) }
    }

    #[inline(always)]
    fn leaf_address(&self, leaf: usize) -> *const u8 {
        self.tree.blocks.leaf_address(leaf)
    }
}

impl<N: SimdScalar, const ANY: bool> Leaves<'_, N, ANY> {
    /// Tests triangles of a leaf one by one. Returns `true` if one of them is nearer.
    #[cold]
    #[inline(never)]
    fn test_separately(&mut self, ray: usize, block: &Block<N>, leaf: usize, undecided: u32) -> bool {
        let found = &mut self.found[ray];
        let mut nearer = false;
        for lane in lanes(undecided) {
            let [origin, direction] = self.groups[ray / PACKET_SIZE].get(ray);
            let ray = TriangleRay::new(origin, direction, self.low);
            let aim = LimitedRay::of(ray, found.t, self.cull);
            nearer |= found.test(self.tree, &aim, leaf * LANES + lane, &block.corners(lane));
        }
        nearer
    }
}

/// Finds the first hit of each ray, or any hit of each.
#[inline(always)]
pub(super) fn walk<const ANY: bool, N: SimdScalar, S: Simd>(
    simd: S,
    tree: &Tree<N>,
    groups: &[Rays<N>],
    many: &mut IncoherentRays<N>,
) {
    let IncoherentRays { count, alone, high, cull, found, boxes, ready, .. } = many;
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
    let usual = IncoherentRays::<N>::rays(count, alone).filter(|ray| boxes.is_usual(*ray));
    tree.bvh.walk_interleaved(simd, boxes, usual, high, &mut leaves);
    for ray in IncoherentRays::<N>::rays(count, alone).filter(|ray| !boxes.is_usual(*ray)) {
        let [origin, direction] = groups[ray / PACKET_SIZE].get(ray);
        let given = RayQuery::of(origin, direction, [low, high], cull);
        let found = &mut found[ray];
        if !ANY {
            nearest(simd, tree, &given, found);
        } else if any(simd, tree, &given) {
            found.slot = 0;
        }
    }
}
