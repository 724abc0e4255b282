//! Rays that go about the same way, against the triangles of leaves: a ray in each lane, triangle by triangle.
//!
//! Most of a leaf's triangles lie beside a slim bundle of rays. Which do is asked of all eight at once, by the least and
//! the greatest of the rays' numbers: rounding is monotone, so seen along any of the rays no corner is farther to either
//! side than those say, and a triangle with all corners on one side is met by none. Those that are left are asked
//! as [`block`](super::block) asks, with rays in the lanes: the same bits.

use super::block::{Block, Way, crossed, sheared};
use super::leaf::TriangleRay;
use super::told::{Row, Told, tell};
use super::tree::{Tree, each_once, lanes};
use super::walk_ray::Aim;
use crate::bvh::{HALVES, LANES, Meet, PerRay, RayInterval, Rays, ends};
use crate::number::{Eight, Float, Mask, Real, Ring};
use core::ops::ControlFlow;
use fearless_simd::{Simd, dispatch};

/// The first hits of half a group of rays.
pub(super) struct Hits<N> {
    /// A bit for each ray that hits.
    pub(super) hit: u32,
    /// A bit for each that comes from the front.
    pub(super) front: u32,
    pub(super) t: [N; LANES],
    pub(super) told: Told<N>,
}

impl<N: Float> Hits<N> {
    /// Nothing is hit.
    pub(super) const NONE: Self = Self { hit: 0, front: 0, t: [N::ZERO; LANES], told: Told::NOTHING };
}

/// A group of rays, made ready for triangles, with what they have hit.
struct Packet<'a, N> {
    tree: &'a Tree<N>,
    rays: &'a Rays<N>,
    /// Any hit will do, and how near it is does not matter.
    any: bool,
    cull: bool,
    /// As in [`TriangleRay`]; the same for all.
    axes: [usize; 3],
    shear: [PerRay<N>; 2],
    pace: PerRay<N>,
    /// The least and the greatest of the origins' numbers along these axes.
    origin_ends: [[N; 2]; 3],
    shear_ends: [[N; 2]; 2],
    /// How far each looks: to its first hit so far.
    high: PerRay<N>,
    /// A bit for each that came from the front of it.
    front: [u32; HALVES],
    /// Where the triangle lies in the tree; [`NOWHERE`] as long as none is hit.
    slot: PerRay<usize>,
    /// Its second and third barycentric coordinates, times the sum of all three, and that sum.
    weights: [PerRay<N>; 3],
    /// Leaves and triangles that it may still ask.
    patience: u32,
}

/// A group that asks more is given up, and its rays go alone: they begin far apart, or part on the way. No group of a camera's rays
/// needs so many where going together pays; 400 were too few for small triangles.
const PATIENCE: u32 = 2000;
/// To ask a triangle takes as long as to look into so many leaves of which none is asked.
const ASKED: u32 = 4;

const NOWHERE: usize = usize::MAX;

/// The first hit of each ray up to `high`; `false` when they do not go about the same way, or part.
pub(super) fn nearest<N: Eight>(
    tree: &Tree<N>,
    rays: &Rays<N>,
    high: N,
    cull: bool,
    hits: &mut [Hits<N>; HALVES],
) -> bool {
    dispatch!(tree.bvh.level(), simd => {
        let Some(span) = span(simd, tree, rays) else { return false };
        let Some(mut packet) = Packet::new(simd, tree, rays, high, cull) else { return false };
        tree.bvh.walk_in(simd, &span, high, &mut packet);
        let together = packet.patience > 0;
        if together {
            packet.tell(simd, hits);
        }
        together
    })
}

/// The rays as one among the boxes of the tree; `None` when they do not go about the same way.
#[inline(always)]
fn span<N: Eight, S: Simd>(simd: S, tree: &Tree<N>, rays: &Rays<N>) -> Option<RayInterval<S>> {
    match &tree.frame {
        None => RayInterval::new(simd, rays, &tree.bvh.bounds()),
        Some(frame) => RayInterval::new(simd, &frame.rays(rays), &tree.bvh.bounds()),
    }
}

/// A bit for each ray of each half that hits anything up to `high`; `None` when they do not go about the same way, or part.
pub(super) fn any<N: Eight>(tree: &Tree<N>, rays: &Rays<N>, high: N, cull: bool) -> Option<[u32; HALVES]> {
    dispatch!(tree.bvh.level(), simd => {
        let span = span(simd, tree, rays)?;
        let mut packet = Packet { any: true, ..Packet::new(simd, tree, rays, high, cull)? };
        tree.bvh.walk_in(simd, &span, high, &mut packet);
        (packet.patience > 0).then(|| packet.hit())
    })
}

impl<'a, N: Eight> Packet<'a, N> {
    /// `None` when the longest number of their directions is not along one axis.
    #[inline(always)]
    fn new<S: Simd>(simd: S, tree: &'a Tree<N>, rays: &'a Rays<N>, high: N, cull: bool) -> Option<Self> {
        let [x, y, z] = &rays.direction;
        let first = TriangleRay::new([N::ZERO; 3], [x[0][0], y[0][0], z[0][0]], N::ZERO);
        let [across, up, along] = first.axes();
        let zero = N::splat(simd, N::ZERO);
        let (mut origin, mut shear, mut alike) = ([[zero; HALVES]; 3], [[zero; HALVES]; 2], true);
        for half in 0..HALVES {
            let pace = N::load(simd, &rays.direction[along][half]);
            let longest = pace.abs();
            for (i, axis) in [(0, across), (1, up)] {
                let other = N::load(simd, &rays.direction[axis][half]);
                shear[i][half] = other / pace;
                // Of two that are as long `TriangleRay` takes the first.
                let shorter = if axis < along { other.abs().lt(longest) } else { other.abs().le(longest) };
                alike &= shorter.all();
            }
            for (i, axis) in [(0, across), (1, up), (2, along)] {
                origin[i][half] = N::load(simd, &rays.origin[axis][half]);
            }
        }
        if !alike {
            return None;
        }
        let origin_ends = [ends::<N, S>(origin[0]), ends::<N, S>(origin[1]), ends::<N, S>(origin[2])];
        let shear_ends = [ends::<N, S>(shear[0]), ends::<N, S>(shear[1])];
        let shear =
            [[N::store(shear[0][0]), N::store(shear[0][1])], [N::store(shear[1][0]), N::store(shear[1][1])]];
        Some(Self {
            tree,
            rays,
            any: false,
            cull,
            axes: first.axes(),
            shear,
            pace: rays.direction[along],
            origin_ends,
            shear_ends,
            high: [[high; LANES]; HALVES],
            front: [0; HALVES],
            slot: [[NOWHERE; LANES]; HALVES],
            weights: [[[N::ZERO; LANES]; HALVES]; 3],
            patience: PATIENCE,
        })
    }

    /// A bit for each triangle of a leaf that is not surely missed by all.
    #[inline(always)]
    fn may_meet<S: Simd>(&self, simd: S, block: &Block<N>) -> u32 {
        let zero = N::splat(simd, N::ZERO);
        let corners = block.along(simd, self.axes);
        let [near, far] = splat_two(simd, self.origin_ends[2]);
        let mut may_meet = (1 << LANES) - 1;
        for axis in 0..2 {
            let [least, most] = splat_two(simd, self.origin_ends[axis]);
            let [slow, fast] = splat_two(simd, self.shear_ends[axis]);
            let (mut left, mut right) = (zero.infinity(), -zero.infinity());
            for corner in &corners {
                // A product is least and greatest at the ends of its factors.
                let deep = corner[2] - near;
                let (mut low, mut high) = ((slow * deep).min(fast * deep), (slow * deep).max(fast * deep));
                if self.origin_ends[2][0] < self.origin_ends[2][1] {
                    let deep = corner[2] - far;
                    low = low.min(slow * deep).min(fast * deep);
                    high = high.max(slow * deep).max(fast * deep);
                }
                left = left.min((corner[axis] - most) - high);
                right = right.max((corner[axis] - least) - low);
            }
            may_meet &= N::bits::<S>(left.le(zero) & zero.le(right));
        }
        may_meet
    }

    /// Asks one triangle of a leaf; `true` when it is the first hit of any.
    #[inline(always)]
    fn ask<S: Simd>(&mut self, simd: S, block: &Block<N>, slot: usize) -> bool {
        let [x, y, z] = self.axes;
        let corners = block.splat(simd, slot % LANES, self.axes);
        let low = N::splat(simd, self.rays.low);
        let mut nearer = false;
        for half in 0..HALVES {
            let origin = &self.rays.origin;
            let [x, y, z] = [&origin[x][half], &origin[y][half], &origin[z][half]];
            let origin = [N::load(simd, x), N::load(simd, y), N::load(simd, z)];
            let shear = [N::load(simd, &self.shear[0][half]), N::load(simd, &self.shear[1][half])];
            let (pace, high) = (N::load(simd, &self.pace[half]), N::load(simd, &self.high[half]));
            let way = Way { pace, low, high, cull: self.cull };
            let Some(crossed) = crossed::<N, S>(&sheared(&corners, origin, shear), &way) else {
                continue;
            };
            let [u, v, sum] = crossed.weights;
            let nearest = crossed.inside & crossed.t.lt(high);
            let first = N::bits::<S>(nearest);
            if first != 0 {
                let t = if self.any { -high.infinity() } else { crossed.t };
                self.high[half] = N::store(N::Lanes::<S>::select(nearest, t, high));
                for (old, new) in [(0, u), (1, v), (2, sum)] {
                    let old = &mut self.weights[old][half];
                    *old = N::store(N::Lanes::<S>::select(nearest, new, N::load(simd, old)));
                }
                let zero = pace.zero();
                let back = N::bits::<S>(zero.lt(sum)) ^ N::bits::<S>(zero.lt(pace));
                self.front[half] = (self.front[half] & !first) | (first & !back);
                for lane in lanes(first) {
                    self.slot[half][lane] = slot;
                }
            }
            nearer |= first != 0;
            // As near as the one before, or not plainly hit.
            let alone = (N::bits::<S>(crossed.inside) & !first) | crossed.unclear;
            if alone != 0 {
                nearer |= self.ask_alone(block, slot, half, alone);
            }
        }
        nearer
    }

    /// Of two triangles at the same place the lower one is told.
    #[inline(always)]
    fn comes_before(&self, slot: usize, other: usize) -> bool {
        other == NOWHERE || self.tree.triangle(slot) < self.tree.triangle(other)
    }

    /// Asks one triangle ray by ray.
    #[cold]
    #[inline(never)]
    fn ask_alone(&mut self, block: &Block<N>, slot: usize, half: usize, unclear: u32) -> bool {
        let corners = block.corners(slot % LANES);
        let mut nearer = false;
        for lane in lanes(unclear) {
            let [origin, direction] = self.rays.get(half * LANES + lane);
            let ray = TriangleRay::new(origin, direction, self.rays.low);
            let Some(crossing) = Aim::of(ray, self.high[half][lane], self.cull).cross(&corners) else {
                continue;
            };
            let nearest = crossing.t < self.high[half][lane];
            if nearest || self.comes_before(slot, self.slot[half][lane]) {
                self.high[half][lane] = if self.any { -N::ONE.infinity() } else { crossing.t };
                self.slot[half][lane] = slot;
                self.front[half] = (self.front[half] & !(1 << lane)) | (u32::from(crossing.front) << lane);
                let [_, u, v] = crossing.weights;
                for (i, weight) in [u, v, crossing.sum].into_iter().enumerate() {
                    self.weights[i][half][lane] = weight;
                }
                nearer = true;
            }
        }
        nearer
    }

    /// A bit for each ray of each half that has hit something.
    #[inline(always)]
    fn hit(&self) -> [u32; HALVES] {
        let mut hit = [0; HALVES];
        for half in 0..HALVES {
            for lane in 0..LANES {
                hit[half] |= u32::from(self.slot[half][lane] != NOWHERE) << lane;
            }
        }
        hit
    }

    /// All that is told of the hits.
    #[inline(always)]
    fn tell<S: Simd>(&self, simd: S, hits: &mut [Hits<N>; HALVES]) {
        for (half, hit) in self.hit().into_iter().enumerate() {
            hits[half].hit = hit;
            if hit == 0 {
                continue;
            }
            let [u, v, sum] = &self.weights;
            let (origin, direction) = self.rays.row(half);
            let row = Row {
                origin,
                direction,
                hit,
                t: self.high[half],
                slot: self.slot[half],
                weights: [u[half], v[half], sum[half]],
            };
            hits[half] = Hits { hit, front: self.front[half], t: row.t, told: tell(simd, self.tree, &row) };
        }
    }
}

#[inline(always)]
fn splat_two<S: Simd, N: Eight>(simd: S, [a, b]: [N; 2]) -> [N::Lanes<S>; 2] {
    [N::splat(simd, a), N::splat(simd, b)]
}

impl<N: Eight> Meet for Packet<'_, N> {
    type Number = N;

    #[inline(always)]
    fn meet<S: Simd>(&mut self, simd: S, leaf: usize) -> ControlFlow<(), Option<N>> {
        let tree = self.tree;
        let mut room = None;
        let block = tree.blocks.get(leaf, &mut room);
        let may_meet = self.may_meet(simd, block);
        let asked = may_meet & each_once(&tree.bvh.leaves()[leaf]);
        self.patience = self.patience.saturating_sub(1 + ASKED * asked.count_ones());
        if self.patience == 0 {
            return ControlFlow::Break(());
        }
        if asked == 0 {
            return ControlFlow::Continue(None);
        }
        let mut nearer = false;
        for lane in lanes(asked) {
            nearer |= self.ask(simd, block, leaf * LANES + lane);
        }
        if !nearer {
            return ControlFlow::Continue(None);
        }
        let [_, latest] = ends::<N, S>([N::load(simd, &self.high[0]), N::load(simd, &self.high[1])]);
        if latest == -N::ONE.infinity() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(Some(latest))
        }
    }

    #[inline(always)]
    fn leaf_address(&self, leaf: usize) -> Option<*const u8> {
        Some(self.tree.blocks.leaf_address(leaf))
    }
}
