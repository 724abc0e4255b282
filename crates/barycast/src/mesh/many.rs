//! Many rays that have nothing to do with each other: made ready eight at a time, walked [in turns](crate::bvh), and told eight
//! at a time. What each hits is what it hits alone, bit for bit.

use super::block::{Block, Crossed, Way, crossed, sheared};
use super::leaf::TriangleRay;
use super::told::{Row, Told, tell};
use super::tree::{Aim, Found, Given, Tree, any, lanes, nearest};
use crate::bvh::{BoxRays, LANES, MANY, MeetMany, Numbers};
use crate::number::{Eight, Float, Ring};
use core::ops::ControlFlow;
use fearless_simd::Simd;

/// Eights of rays.
const ROWS: usize = MANY / LANES;

/// What is told so many rows later is fetched from memory.
const AHEAD: usize = 2;

/// Rays as they are given, and what they have hit.
pub(super) struct Many<N> {
    pub(super) origin: [Numbers<N>; 3],
    pub(super) direction: [Numbers<N>; 3],
    /// The least and the greatest `t`, the same for all.
    pub(super) range: [N; 2],
    pub(super) cull: bool,
    /// How many there are.
    pub(super) count: usize,
    pub(super) found: [Found<N>; MANY],
    boxes: BoxRays,
    ready: Ready<N>,
}

/// Rays made ready for triangles, as [`TriangleRay`] makes one ready.
struct Ready<N> {
    /// Along the ray's axes.
    origin: [Numbers<N>; 3],
    shear: [Numbers<N>; 2],
    pace: Numbers<N>,
    /// Which of [`AXES`].
    axes: [u8; MANY],
}

/// The axes of a corner's `x`, `y` and depth, for rays that are longest along each.
const AXES: [[usize; 3]; 3] = [[1, 2, 0], [2, 0, 1], [0, 1, 2]];

impl<N: Float> Many<N> {
    pub(super) fn new() -> Self {
        let none = [[N::ZERO; LANES]; ROWS];
        let ready = Ready { origin: [none; 3], shear: [none; 2], pace: none, axes: [0; MANY] };
        let found = [Found::up_to(N::ZERO); MANY];
        let (range, boxes) = ([N::ZERO; 2], BoxRays::NONE);
        Self { origin: [none; 3], direction: [none; 3], range, cull: false, count: 0, found, boxes, ready }
    }

    /// Others, in the same place.
    pub(super) fn begin(&mut self, range: [N; 2], cull: bool) {
        (self.range, self.cull, self.count) = (range, cull, 0);
    }

    /// Another ray; there must be room.
    #[inline(always)]
    pub(super) fn push(&mut self, origin: [N; 3], direction: [N; 3]) {
        let (row, lane) = (self.count / LANES % (ROWS), self.count % LANES);
        for axis in 0..3 {
            self.origin[axis][row][lane] = origin[axis];
            self.direction[axis][row][lane] = direction[axis];
        }
        self.found[self.count] = Found::up_to(self.range[1]);
        self.count += 1;
    }

    /// A bit for each of a row of eight that hits.
    #[inline(always)]
    pub(super) fn hit(&self, row: usize) -> u32 {
        let mut hit = 0;
        for lane in 0..LANES {
            hit |= u32::from(self.found[row * LANES + lane].slot != Found::<N>::NOWHERE) << lane;
        }
        hit
    }
}

impl<N: Eight> Many<N> {
    /// What is told of all, by eights.
    #[inline(always)]
    pub(super) fn tell<S: Simd>(&self, simd: S, tree: &Tree<N>, told: &mut [Told<N>]) {
        let rows = self.count.div_ceil(LANES);
        for row in 0..rows {
            if row + AHEAD < rows {
                self.expect(tree, row + AHEAD);
            }
            if self.hit(row) != 0 {
                told[row] = self.told(simd, tree, row);
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
    fn told<S: Simd>(&self, simd: S, tree: &Tree<N>, row: usize) -> Told<N> {
        let none = [N::ZERO; LANES];
        let origin = [&self.origin[0][row], &self.origin[1][row], &self.origin[2][row]];
        let direction = [&self.direction[0][row], &self.direction[1][row], &self.direction[2][row]];
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

/// Of one of the rays.
#[inline(always)]
fn of<N: Float>(numbers: &[Numbers<N>; 3], ray: usize) -> [N; 3] {
    let (row, lane) = (ray / LANES % ROWS, ray % LANES);
    [numbers[0][row][lane], numbers[1][row][lane], numbers[2][row][lane]]
}

impl<N: Eight> Ready<N> {
    #[inline(always)]
    fn fill<S: Simd>(
        &mut self,
        simd: S,
        origin: &[Numbers<N>; 3],
        direction: &[Numbers<N>; 3],
        count: usize,
    ) {
        for row in 0..count.div_ceil(LANES) {
            let [x, y, z] = load(simd, [&direction[0][row], &direction[1][row], &direction[2][row]]);
            let [a, b, c] = load(simd, [&origin[0][row], &origin[1][row], &origin[2][row]]);
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
        let (row, lane) = (ray / LANES % (ROWS), ray % LANES);
        let axes = AXES[usize::from(self.axes[ray % MANY]) % 3];
        let origin = [
            N::splat(simd, self.origin[0][row][lane]),
            N::splat(simd, self.origin[1][row][lane]),
            N::splat(simd, self.origin[2][row][lane]),
        ];
        let shear = [N::splat(simd, self.shear[0][row][lane]), N::splat(simd, self.shear[1][row][lane])];
        let [low, high] = [N::splat(simd, low), N::splat(simd, high)];
        let way = Way { pace: N::splat(simd, self.pace[row][lane]), low, high, cull };
        crossed::<N, S>(simd, &sheared(&block.along(simd, axes), origin, shear), &way)
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
    origin: &'a [Numbers<N>; 3],
    direction: &'a [Numbers<N>; 3],
    low: N,
    cull: bool,
    ready: &'a Ready<N>,
    found: &'a mut [Found<N>; MANY],
}

impl<N: Eight, const ANY: bool> MeetMany for Leaves<'_, N, ANY> {
    type Number = N;

    #[inline(always)]
    fn meet<S: Simd>(&mut self, simd: S, ray: usize, leaf: usize) -> ControlFlow<(), Option<N>> {
        let mut room = None;
        let block = self.tree.blocks.get(leaf, &mut room);
        let found = &mut self.found[ray % MANY];
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
        let t = self.found[ray % MANY].t;
        if ANY && nearer { ControlFlow::Break(()) } else { ControlFlow::Continue(nearer.then_some(t)) }
    }

    #[inline(always)]
    fn whereabouts(&self, leaf: usize) -> *const u8 {
        self.tree.blocks.whereabouts(leaf)
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
            let ray = TriangleRay::new(of(self.origin, ray), of(self.direction, ray), self.low);
            let aim = Aim::of(ray, found.t, self.cull);
            nearer |= found.ask(self.tree, &aim, leaf * LANES + lane, &block.corners(lane));
        }
        nearer
    }
}

/// The first hit of each, or any hit of each.
#[inline(always)]
pub(super) fn walk<const ANY: bool, N: Eight, S: Simd>(simd: S, tree: &Tree<N>, many: &mut Many<N>) {
    let Many { origin, direction, range: [low, high], cull, count, found, boxes, ready } = many;
    boxes.fill(simd, origin, direction, *low, *count);
    ready.fill(simd, origin, direction, *count);
    let (low, high, cull) = (*low, *high, *cull);
    let mut leaves = Leaves::<N, ANY> { tree, origin, direction, low, cull, ready, found };
    tree.bvh.walk_in_turns(simd, boxes, high, &mut leaves);
    for ray in (0..*count).filter(|ray| !boxes.is_usual(*ray)) {
        let given = Given::of(of(origin, ray), of(direction, ray), [low, high], cull);
        let found = &mut found[ray];
        if !ANY {
            nearest(simd, tree, &given, found);
        } else if any(simd, tree, &given) {
            found.slot = 0;
        }
    }
}
