//! Packets of coherent rays against the triangles of leaves: a ray in each lane, triangle by
//! triangle.
//!
//! Most triangles of a leaf lie beside a narrow bundle of rays. All eight are first tested at once
//! against the intervals of the rays' components. Rounding is monotone, so a corner sheared along
//! any of the rays is within the interval result, and a triangle with all corners on one side is
//! missed by all rays. The remaining triangles are tested as in [`block`](super::block), with rays
//! in the lanes, so the results are equal bit for bit.

use super::block::{Block, RayShear, crossed, sheared};
use super::hit_data::{HitData, Row, hit_data};
use super::leaf::TriangleRay;
use super::tree::{Tree, each_once, lanes};
use super::walk_ray::LimitedRay;
use crate::bvh::{HALVES, LANES, PerRay, RayInterval, RayVisitor, Rays, ends};
use crate::number::{Float, Mask, Real, Ring, SimdScalar};
use core::ops::ControlFlow;
use fearless_simd::{Simd, dispatch};

/// First hits of eight rays of a packet.
pub(super) struct Hits<N> {
    /// Bit for each ray that hits.
    pub(super) hit: u32,
    /// Bit for each hit on a front face.
    pub(super) front: u32,
    pub(super) t: [N; LANES],
    pub(super) hit_data: HitData<N>,
}

impl<N: Float> Hits<N> {
    /// No hits.
    pub(super) const NONE: Self = Self { hit: 0, front: 0, t: [N::ZERO; LANES], hit_data: HitData::NOTHING };
}

/// Packet of rays, prepared for triangle tests, with their hits.
struct Packet<'a, N> {
    tree: &'a Tree<N>,
    rays: &'a Rays<N>,
    /// Whether any hit suffices, however far.
    any: bool,
    cull: bool,
    /// Axes as in [`TriangleRay`], the same for all rays.
    axes: [usize; 3],
    shear: [PerRay<N>; 2],
    depth_rate: PerRay<N>,
    /// Least and greatest component of the origins along these axes.
    origin_ends: [[N; 2]; 3],
    shear_ends: [[N; 2]; 2],
    /// Largest `t` of each ray: that of its first hit so far.
    high: PerRay<N>,
    /// Bit for each ray whose first hit is on a front face.
    front: [u32; HALVES],
    /// Slot of the triangle in the tree; [`NO_HIT`] without a hit.
    slot: PerRay<usize>,
    /// Second and third barycentric coordinates, times the sum of all three, and that sum.
    weights: [PerRay<N>; 3],
    /// Remaining cost that the packet may spend on leaves and triangles.
    cost_left: u32,
}

/// Cost above which a packet is given up and its rays are traversed singly, because they start far
/// apart or diverge. No packet of camera rays for which a packet pays costs as much; 400 was too
/// low for small triangles.
const COST_LIMIT: u32 = 2000;
/// Cost of one triangle test, in units of one leaf visit.
const TRIANGLE_COST: u32 = 4;

const NO_HIT: usize = usize::MAX;

/// Finds the first hit of each ray up to `high`. Returns `false` if the rays are incoherent or
/// diverge.
pub(super) fn nearest<N: SimdScalar>(
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
        let together = packet.cost_left > 0;
        if together {
            packet.compute_hit_data(simd, hits);
        }
        together
    })
}

/// Returns the interval of the rays in the coordinates of the tree's boxes, or `None` if they are
/// incoherent.
#[inline(always)]
fn span<N: SimdScalar, S: Simd>(simd: S, tree: &Tree<N>, rays: &Rays<N>) -> Option<RayInterval<S>> {
    match &tree.frame {
        None => RayInterval::new(simd, rays, &tree.bvh.bounds()),
        Some(frame) => RayInterval::new(simd, &frame.rays(rays), &tree.bvh.bounds()),
    }
}

/// Returns a bit for each ray of each vector that hits anything up to `high`, or `None` if the rays
/// are incoherent or diverge.
pub(super) fn any<N: SimdScalar>(
    tree: &Tree<N>,
    rays: &Rays<N>,
    high: N,
    cull: bool,
) -> Option<[u32; HALVES]> {
    dispatch!(tree.bvh.level(), simd => {
        let span = span(simd, tree, rays)?;
        let mut packet = Packet { any: true, ..Packet::new(simd, tree, rays, high, cull)? };
        tree.bvh.walk_in(simd, &span, high, &mut packet);
        (packet.cost_left > 0).then(|| packet.hit())
    })
}

impl<'a, N: SimdScalar> Packet<'a, N> {
    /// Returns `None` if the largest components of the directions are not all along one axis.
    #[inline(always)]
    fn new<S: Simd>(simd: S, tree: &'a Tree<N>, rays: &'a Rays<N>, high: N, cull: bool) -> Option<Self> {
        let [x, y, z] = &rays.direction;
        let first = TriangleRay::new([N::ZERO; 3], [x[0][0], y[0][0], z[0][0]], N::ZERO);
        let [across, up, along] = first.axes();
        let zero = N::splat(simd, N::ZERO);
        let (mut origin, mut shear, mut alike) = ([[zero; HALVES]; 3], [[zero; HALVES]; 2], true);
        for half in 0..HALVES {
            let depth_rate = N::load(simd, &rays.direction[along][half]);
            let longest = depth_rate.abs();
            for (i, axis) in [(0, across), (1, up)] {
                let other = N::load(simd, &rays.direction[axis][half]);
                shear[i][half] = other / depth_rate;
                // `TriangleRay` takes the first axis in a tie.
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
            depth_rate: rays.direction[along],
            origin_ends,
            shear_ends,
            high: [[high; LANES]; HALVES],
            front: [0; HALVES],
            slot: [[NO_HIT; LANES]; HALVES],
            weights: [[[N::ZERO; LANES]; HALVES]; 3],
            cost_left: COST_LIMIT,
        })
    }

    /// Returns a bit for each triangle of a leaf that is not a certain miss for all rays.
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
                // The extremes of a product are at the ends of its factors.
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

    /// Tests one triangle of a leaf. Returns `true` if it is the first hit of any ray.
    #[inline(always)]
    fn test<S: Simd>(&mut self, simd: S, block: &Block<N>, slot: usize) -> bool {
        let [x, y, z] = self.axes;
        let corners = block.splat(simd, slot % LANES, self.axes);
        let low = N::splat(simd, self.rays.low);
        let mut nearer = false;
        for half in 0..HALVES {
            let origin = &self.rays.origin;
            let [x, y, z] = [&origin[x][half], &origin[y][half], &origin[z][half]];
            let origin = [N::load(simd, x), N::load(simd, y), N::load(simd, z)];
            let shear = [N::load(simd, &self.shear[0][half]), N::load(simd, &self.shear[1][half])];
            let (depth_rate, high) = (N::load(simd, &self.depth_rate[half]), N::load(simd, &self.high[half]));
            let way = RayShear { depth_rate, low, high, cull: self.cull };
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
                let zero = depth_rate.zero();
                let back = N::bits::<S>(zero.lt(sum)) ^ N::bits::<S>(zero.lt(depth_rate));
                self.front[half] = (self.front[half] & !first) | (first & !back);
                for lane in lanes(first) {
                    self.slot[half][lane] = slot;
                }
            }
            nearer |= first != 0;
            // Equal in `t` to the previous hit, or undecided by rounding.
            let alone = (N::bits::<S>(crossed.inside) & !first) | crossed.undecided;
            if alone != 0 {
                nearer |= self.test_separately(block, slot, half, alone);
            }
        }
        nearer
    }

    /// Tests whether the triangle has priority at equal `t`: the one with the lower index is
    /// reported.
    #[inline(always)]
    fn comes_before(&self, slot: usize, other: usize) -> bool {
        other == NO_HIT || self.tree.triangle(slot) < self.tree.triangle(other)
    }

    /// Tests one triangle ray by ray.
    #[cold]
    #[inline(never)]
    fn test_separately(&mut self, block: &Block<N>, slot: usize, half: usize, undecided: u32) -> bool {
        let corners = block.corners(slot % LANES);
        let mut nearer = false;
        for lane in lanes(undecided) {
            let [origin, direction] = self.rays.get(half * LANES + lane);
            let ray = TriangleRay::new(origin, direction, self.rays.low);
            let Some(crossing) = LimitedRay::of(ray, self.high[half][lane], self.cull).cross(&corners) else {
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

    /// Returns a bit for each ray of each vector that has hit something.
    #[inline(always)]
    fn hit(&self) -> [u32; HALVES] {
        let mut hit = [0; HALVES];
        for half in 0..HALVES {
            for lane in 0..LANES {
                hit[half] |= u32::from(self.slot[half][lane] != NO_HIT) << lane;
            }
        }
        hit
    }

    /// Computes the hit data.
    #[inline(always)]
    fn compute_hit_data<S: Simd>(&self, simd: S, hits: &mut [Hits<N>; HALVES]) {
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
            hits[half] =
                Hits { hit, front: self.front[half], t: row.t, hit_data: hit_data(simd, self.tree, &row) };
        }
    }
}

#[inline(always)]
fn splat_two<S: Simd, N: SimdScalar>(simd: S, [a, b]: [N; 2]) -> [N::Lanes<S>; 2] {
    [N::splat(simd, a), N::splat(simd, b)]
}

impl<N: SimdScalar> RayVisitor for Packet<'_, N> {
    type Number = N;

    #[inline(always)]
    fn visit_leaf<S: Simd>(&mut self, simd: S, leaf: usize) -> ControlFlow<(), Option<N>> {
        let tree = self.tree;
        let mut room = None;
        let block = tree.blocks.get(leaf, &mut room);
        let may_meet = self.may_meet(simd, block);
        let candidates = may_meet & each_once(&tree.bvh.leaves()[leaf]);
        self.cost_left = self.cost_left.saturating_sub(1 + TRIANGLE_COST * candidates.count_ones());
        if self.cost_left == 0 {
            return ControlFlow::Break(());
        }
        if candidates == 0 {
            return ControlFlow::Continue(None);
        }
        let mut nearer = false;
        for lane in lanes(candidates) {
            nearer |= self.test(simd, block, leaf * LANES + lane);
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
