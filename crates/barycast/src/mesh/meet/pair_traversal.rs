//! Leaf callbacks for pairs of trees over triangles.

use super::exact_pairs;
use super::placement::{PlacePoint, Placing};
use super::simd_filter::{FilterResult, Leaves};
use crate::bvh::{Bvh, ClosestPairVisitor, LANES, Open, PairVisitor, Placed};
use crate::mesh::block::Block;
use crate::mesh::leaf::Corners;
use crate::mesh::tree::{Tree, each_once, lanes};
use crate::number::each::MapEach;
use crate::number::{ONE_BY_ONE, Real, Ring, SimdScalar};
use crate::pair::triangle_triangle;
use crate::shape::Triangle;
use crate::vector::V3;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use fearless_simd::{Simd, dispatch};

/// Tests each triangle of one leaf against those of another in `candidates`. `vectorize` compiles
/// one function for each instruction set, which three queries share.
#[inline(always)]
fn filter<S: Simd, N: PlacePoint>(
    simd: S,
    a: &Block<N>,
    b: &Block<N>,
    placing: &Placing<N>,
    candidates: &[u32; LANES],
) -> [FilterResult; LANES] {
    simd.vectorize(
        #[inline(always)]
        || {
            let leaves = Leaves::new(simd, a, b, placing);
            let mut known = [FilterResult::default(); LANES];
            for lane in 0..LANES {
                if candidates[lane] != 0 {
                    known[lane] = leaves.test(simd, lane, candidates[lane]);
                }
            }
            known
        },
    )
}

/// Returns the distances of one triangle, in every lane, from eight. `vectorize` compiles one
/// function for each instruction set.
#[inline(always)]
fn distances<S: Simd, N: SimdScalar>(
    simd: S,
    one: &Triangle<V3<N::Lanes<S>>>,
    others: &Triangle<V3<N::Lanes<S>>>,
) -> N::Lanes<S> {
    simd.vectorize(
        #[inline(always)]
        || {
            if ONE_BY_ONE {
                let (a, b, mut distances) = (Block::stored(one), Block::stored(others), [N::ZERO; LANES]);
                for lane in 0..LANES {
                    distances[lane] =
                        triangle_triangle::distance(&a.triangle(lane), &b.triangle(lane)).distance;
                }
                return N::load(simd, &distances);
            }
            triangle_triangle::distance_in_lanes(one, others).distance
        },
    )
}

/// Calls `found` with every pair of triangles of two leaves that intersect. `exactly` decides where
/// the filter cannot, given two triangles and their corners in the blocks.
#[inline(always)]
fn look<S: Simd, N: PlacePoint>(
    simd: S,
    (a, leaf_a): (&impl Leafy<N>, usize),
    (b, leaf_b): (&impl Leafy<N>, usize),
    placing: &Placing<N>,
    exactly: impl Fn([u32; 2], [&Corners<N>; 2]) -> bool,
    mut found: impl FnMut([u32; 2]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (mut room_a, mut room_b) = (None, None);
    let (block_a, block_b) = (a.block(leaf_a, &mut room_a), b.block(leaf_b, &mut room_b));
    let (items_a, items_b) = (&a.bvh().leaves()[leaf_a], &b.bvh().leaves()[leaf_b]);
    let others = each_once(items_b);
    let mut candidates = [0; LANES];
    for lane in lanes(each_once(items_a)) {
        candidates[lane] = others;
    }
    let known = filter(simd, block_a, block_b, placing, &candidates);
    for (lane, FilterResult { meet, undecided }) in known.into_iter().enumerate() {
        for other in lanes(meet | undecided) {
            let certainly = meet >> other & 1 == 1;
            let pair = [items_a[lane], items_b[other]];
            if certainly || exactly(pair, [&block_a.corners(lane), &block_b.corners(other)]) {
                found(pair)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Finds any pair of triangles that intersect.
struct Any<'a, N, A, B, E> {
    a: &'a A,
    b: &'a B,
    placing: &'a Placing<N>,
    exactly: E,
    found: Option<[u32; 2]>,
}

impl<N: PlacePoint, A: Leafy<N>, B: Leafy<N>, E: Fn([u32; 2], [&Corners<N>; 2]) -> bool> PairVisitor
    for Any<'_, N, A, B, E>
{
    const SORTED: bool = true;

    #[inline(always)]
    fn look<S: Simd>(&mut self, simd: S, a: usize, b: usize) -> ControlFlow<()> {
        let found = &mut self.found;
        look(simd, (self.a, a), (self.b, b), self.placing, &self.exactly, |pair| {
            *found = Some(pair);
            ControlFlow::Break(())
        })
    }
}

/// Finds all pairs that intersect.
struct All<'a, N, A, B> {
    a: &'a A,
    b: &'a B,
    placing: &'a Placing<N>,
    found: &'a mut Vec<[u32; 2]>,
}

impl<N: PlacePoint, A: Leafy<N>, B: Leafy<N>> PairVisitor for All<'_, N, A, B> {
    const SORTED: bool = false;

    #[inline(always)]
    fn look<S: Simd>(&mut self, simd: S, a: usize, b: usize) -> ControlFlow<()> {
        let (found, placing) = (&mut *self.found, self.placing);
        let exactly = |_, [a, b]: [&Corners<N>; 2]| exact_pairs::meet(a, &placing.corners(b));
        look(simd, (self.a, a), (self.b, b), placing, exactly, |pair| {
            found.push(pair);
            ControlFlow::Continue(())
        })
    }
}

/// Finds all pairs of one mesh that intersect elsewhere than neighbours do.
struct SelfPairs<'a, N> {
    tree: &'a Tree<N>,
    placing: &'a Placing<N>,
    found: &'a mut Vec<[u32; 2]>,
}

impl<N: PlacePoint> PairVisitor for SelfPairs<'_, N> {
    const SORTED: bool = false;

    #[inline(always)]
    fn look<S: Simd>(&mut self, simd: S, leaf_a: usize, leaf_b: usize) -> ControlFlow<()> {
        // Every pair of leaves is visited twice.
        if leaf_a > leaf_b {
            return ControlFlow::Continue(());
        }
        let (mut room_a, mut room_b) = (None, None);
        let blocks = &self.tree.blocks;
        let (a, b) = (blocks.get(leaf_a, &mut room_a), blocks.get(leaf_b, &mut room_b));
        let (items_a, items_b) = (&self.tree.bvh.leaves()[leaf_a], &self.tree.bvh.leaves()[leaf_b]);
        let mut candidates = [0; LANES];
        for lane in lanes(each_once(items_a)) {
            let later = if leaf_a == leaf_b { 0xFE << lane } else { 0xFF };
            candidates[lane] = each_once(items_b) & later;
        }
        let known = filter(simd, a, b, self.placing, &candidates);
        for (lane, FilterResult { meet, undecided }) in known.into_iter().enumerate() {
            for other in lanes(meet | undecided) {
                let certainly = meet >> other & 1 == 1;
                if certainly || exact_pairs::meet_elsewhere(&a.corners(lane), &b.corners(other)) {
                    let (i, j) = (items_a[lane], items_b[other]);
                    self.found.push([i.min(j), i.max(j)]);
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// Tree over triangles with the triangles in its leaves.
pub(crate) trait Leafy<N> {
    /// Returns the tree.
    fn bvh(&self) -> &Bvh;

    /// Returns the triangles of a leaf. A leaf not stored as a block is expanded into `room`.
    fn block<'a>(&'a self, leaf: usize, room: &'a mut Option<Block<N>>) -> &'a Block<N>;
}

impl<N: PlacePoint> Leafy<N> for Tree<N> {
    #[inline(always)]
    fn bvh(&self) -> &Bvh {
        &self.bvh
    }

    #[inline(always)]
    fn block<'a>(&'a self, leaf: usize, room: &'a mut Option<Block<N>>) -> &'a Block<N> {
        self.blocks.get(leaf, room)
    }
}

/// Extents of leaves along the direction between two points that are approximately closest. Most
/// other leaves are farther apart along it.
struct Across<N> {
    /// Direction, of length 1 up to rounding.
    way: [N; 3],
    /// Greatest extent of each leaf of the first tree, and least extent of each leaf of the second;
    /// NaN until computed.
    reach: [Vec<N>; 2],
    /// Bound on the rounding of a difference of two extents.
    margin: N,
}

impl<N: PlacePoint> Across<N> {
    /// Returns `None` for a direction of length 0.
    fn new(way: [N; 3], leaves: [usize; 2], placing: &Placing<N>) -> Option<Self> {
        let length = Real::sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
        let unknown = N::from_f64(f64::NAN);
        let margin = placing.rounding_of_distance(N::from_f64(placing.reach()));
        let way = [way[0] / length, way[1] / length, way[2] / length];
        let usable = N::ZERO < length && length < Real::infinity(N::ONE);
        usable.then(|| Self { way, reach: leaves.each(|count| alloc::vec![unknown; count]), margin })
    }

    /// Tests whether two leaves are certainly farther apart than a limit.
    #[inline(always)]
    fn are_beyond(
        &mut self,
        leaves: [usize; 2],
        corners: impl Fn(usize, usize) -> Corners<N>,
        limit: N,
    ) -> bool {
        for side in 0..2 {
            let known = self.reach[side][leaves[side]];
            if known.same(known) {
                continue;
            }
            let mut most = -Real::infinity(N::ONE);
            for lane in 0..LANES {
                for [x, y, z] in corners(side, lane) {
                    let along = x * self.way[0] + y * self.way[1] + z * self.way[2];
                    most = Ring::max(most, if side == 0 { along } else { -along });
                }
            }
            self.reach[side][leaves[side]] = most;
        }
        limit + self.margin < -self.reach[1][leaves[1]] - self.reach[0][leaves[0]]
    }
}

/// Compares the distances of every pair of triangles of two leaves with a limit.
struct Nearest<'a, N, A, B> {
    a: &'a A,
    b: &'a B,
    placing: &'a Placing<N>,
    /// Distance of the closest pair so far, or the limit.
    distance: N,
    found: Option<[u32; 2]>,
    /// If `Some`, the limit is fixed and every pair within it is collected.
    within: Option<&'a mut Vec<[u32; 2]>>,
    across: Option<Across<N>>,
}

impl<N: PlacePoint, A: Leafy<N>, B: Leafy<N>> ClosestPairVisitor for Nearest<'_, N, A, B> {
    type Number = N;

    #[inline(always)]
    fn look<S: Simd>(&mut self, simd: S, leaf_a: usize, leaf_b: usize) -> Option<N> {
        let (mut room_a, mut room_b) = (None, None);
        let block_a = self.a.block(leaf_a, &mut room_a);
        let block_b = self.b.block(leaf_b, &mut room_b);
        if let Some(across) = &mut self.across {
            let placing = self.placing;
            let corners = |side: usize, lane: usize| {
                if side == 0 {
                    block_a.corners(lane)
                } else {
                    placing.approximate_corners(&block_b.corners(lane))
                }
            };
            if across.are_beyond([leaf_a, leaf_b], corners, self.distance) {
                return None;
            }
        }
        let (items_a, items_b) = (&self.a.bvh().leaves()[leaf_a], &self.b.bvh().leaves()[leaf_b]);
        let (leaves, others) = (Leaves::new(simd, block_a, block_b, self.placing), each_once(items_b));
        // Corners that are rounded once, from which the result is computed. Only needed where the
        // rounded placement leaves a doubt.
        let mut placed = None;
        let mut nearer = false;
        for lane in lanes(each_once(items_a)) {
            let mut near = leaves.near(simd, lane, others, self.distance);
            if near == 0 {
                continue;
            }
            let one = leaves.one(simd, lane);
            let mut distances = distances::<S, N>(simd, &one, &leaves.others());
            if !self.placing.is_still {
                let widened =
                    N::splat(simd, self.distance + self.placing.rounding_of_distance(self.distance));
                near &= !N::bits::<S>(widened.lt(distances));
                if near == 0 {
                    continue;
                }
                // Not a closure, because a closure would not be compiled for the instruction set.
                if placed.is_none() {
                    placed = Some(self.placing.block(block_b));
                }
                let Some(others) = &placed else { continue };
                distances = self::distances::<S, N>(simd, &one, &others.triangles(simd));
            }
            let distances = N::store(distances);
            for other in lanes(near) {
                let (distance, pair) = (distances[other], [items_a[lane], items_b[other]]);
                if let Some(within) = &mut self.within {
                    if distance <= self.distance {
                        within.push(pair);
                    }
                    continue;
                }
                let first = self.found.is_none_or(|found| pair < found);
                if distance < self.distance || (distance == self.distance && first) {
                    (self.distance, self.found) = (distance, Some(pair));
                    nearer = true;
                }
            }
        }
        nearer.then_some(self.placing.in_boxes(self.distance))
    }
}

/// Finds any pair of triangles within a limit.
struct Within<'a, N> {
    a: &'a Tree<N>,
    b: &'a Tree<N>,
    placing: &'a Placing<N>,
    limit: N,
}

impl<N: PlacePoint> PairVisitor for Within<'_, N> {
    const SORTED: bool = true;

    #[inline(always)]
    fn look<S: Simd>(&mut self, simd: S, leaf_a: usize, leaf_b: usize) -> ControlFlow<()> {
        let (mut room_a, mut room_b) = (None, None);
        let block_a = self.a.blocks.get(leaf_a, &mut room_a);
        let block_b = self.b.blocks.get(leaf_b, &mut room_b);
        let (items_a, items_b) = (&self.a.bvh.leaves()[leaf_a], &self.b.bvh.leaves()[leaf_b]);
        let (leaves, others) = (Leaves::new(simd, block_a, block_b, self.placing), each_once(items_b));
        for lane in lanes(each_once(items_a)) {
            let near = leaves.near(simd, lane, others, self.limit);
            if near == 0 {
                continue;
            }
            let distances = distances::<S, N>(simd, &leaves.one(simd, lane), &leaves.others());
            let within = distances.le(N::splat(simd, self.limit));
            if near & N::bits::<S>(within) != 0 {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}

/// Traverses both trees with the machine's instruction set.
fn walk<N: PlacePoint, B: PairVisitor>(
    a: &impl Leafy<N>,
    b: &impl Leafy<N>,
    boxes: &Placed,
    start: Open,
    looks: &mut B,
) -> ControlFlow<()> {
    dispatch!(a.bvh().level(), simd => a.bvh().walk_pairs_in(simd, b.bvh(), boxes, start, looks))
}

/// Returns the closest pair of triangles within the limit and its distance, where no pair
/// intersects. If several have equal distance, returns the lowest. `way` is the approximate vector
/// from the first to the second where they are closest, which only affects speed; zero if unknown.
pub(crate) fn nearest<N: PlacePoint>(
    a: &impl Leafy<N>,
    b: &impl Leafy<N>,
    placing: &Placing<N>,
    limit: N,
    way: [N; 3],
) -> Option<([u32; 2], N)> {
    let across = Across::new(way, [a.bvh().leaves().len(), b.bvh().leaves().len()], placing);
    let mut nearest = Nearest { a, b, placing, distance: limit, found: None, within: None, across };
    walk_near(a, b, placing, limit, way, &mut nearest);
    nearest.found.map(|found| (found, nearest.distance))
}

/// Returns every pair of triangles within the limit, in no particular order, with `way` as in
/// [`nearest`].
pub(crate) fn all_within<N: PlacePoint>(
    a: &impl Leafy<N>,
    b: &impl Leafy<N>,
    placing: &Placing<N>,
    limit: N,
    way: [N; 3],
) -> Vec<[u32; 2]> {
    let mut found = Vec::new();
    let across = Across::new(way, [a.bvh().leaves().len(), b.bvh().leaves().len()], placing);
    let mut within =
        Nearest { a, b, placing, distance: limit, found: None, within: Some(&mut found), across };
    walk_near(a, b, placing, limit, way, &mut within);
    found
}

/// Returns the unit vector, or zero if there is none. Vectors of any size are scaled first, because
/// their squares may leave the range of floats.
fn direction_of(way: [f64; 3]) -> [f32; 3] {
    let largest = way.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    if largest == 0.0 || !way.iter().all(|x| x.is_finite()) {
        return [0.0; 3];
    }
    let scaled = way.each(|x| x / largest);
    let length = Real::sqrt(scaled[0] * scaled[0] + scaled[1] * scaled[1] + scaled[2] * scaled[2]);
    scaled.each(|x| (x / length) as f32)
}

/// Traverses both trees for the closest pair, with the machine's instruction set.
fn walk_near<N: PlacePoint, B: ClosestPairVisitor<Number = N>>(
    a: &impl Leafy<N>,
    b: &impl Leafy<N>,
    placing: &Placing<N>,
    limit: N,
    way: [N; 3],
    looks: &mut B,
) {
    let limit = placing.in_boxes(limit);
    let toward = direction_of(way.each(N::to_f64));
    dispatch!(a.bvh().level(), simd => {
        a.bvh().walk_closest_pair_in(simd, b.bvh(), &placing.boxes, limit, toward, looks);
    });
}

/// Tests whether any pair of triangles is within the limit.
pub(in crate::mesh) fn within<N: PlacePoint>(
    a: &Tree<N>,
    b: &Tree<N>,
    placing: &Placing<N>,
    limit: N,
) -> bool {
    let boxes = placing.boxes.grown(placing.in_boxes(limit).to_f64());
    walk(a, b, &boxes, Open::ALL, &mut Within { a, b, placing, limit }).is_break()
}

/// Returns all pairs of one mesh that intersect elsewhere than neighbours do, below two open nodes,
/// in no particular order.
pub(in crate::mesh) fn self_pairs<N: PlacePoint>(
    tree: &Tree<N>,
    placing: &Placing<N>,
    start: Open,
    found: &mut Vec<[u32; 2]>,
) {
    let _ = walk(tree, tree, &placing.boxes, start, &mut SelfPairs { tree, placing, found });
}

/// Returns a pair of triangles that intersect.
pub(crate) fn any<N: PlacePoint>(
    a: &impl Leafy<N>,
    b: &impl Leafy<N>,
    placing: &Placing<N>,
) -> Option<[u32; 2]> {
    let exactly = |_, [a, b]: [&Corners<N>; 2]| exact_pairs::meet(a, &placing.corners(b));
    let mut any = Any { a, b, placing, exactly, found: None };
    let _ = walk(a, b, &placing.boxes, Open::ALL, &mut any);
    any.found
}

/// Returns a pair of triangles that intersect, for leaves whose corners are approximate within the
/// error that the placement knows. `exactly` decides the pairs that this leaves undecided.
pub(crate) fn any_seen<N: PlacePoint>(
    a: &impl Leafy<N>,
    b: &impl Leafy<N>,
    placing: &Placing<N>,
    exactly: impl Fn([u32; 2]) -> bool,
) -> Option<[u32; 2]> {
    let mut any = Any { a, b, placing, exactly: |pair, _: [&Corners<N>; 2]| exactly(pair), found: None };
    let _ = walk(a, b, &placing.boxes, Open::ALL, &mut any);
    any.found
}

/// Returns all pairs that intersect below two open nodes, in no particular order.
pub(crate) fn all<N: PlacePoint>(
    a: &impl Leafy<N>,
    b: &impl Leafy<N>,
    placing: &Placing<N>,
    start: Open,
    found: &mut Vec<[u32; 2]>,
) {
    let _ = walk(a, b, &placing.boxes, start, &mut All { a, b, placing, found });
}
