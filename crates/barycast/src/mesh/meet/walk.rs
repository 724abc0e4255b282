//! What is looked for in the leaves of two trees.

use super::certain;
use super::eight::{Known, Leaves};
use super::placing::Placing;
use crate::bvh::{Both, BothNear, LANES, Open, Placed};
use crate::mesh::block::Block;
use crate::mesh::tree::sealed::Asked;
use crate::mesh::tree::{Tree, each_once, lanes};
use crate::number::{Eight, ONE_BY_ONE, Ring};
use crate::pair::triangle_triangle;
use crate::shape::Triangle;
use crate::vector::V3;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use fearless_simd::{Simd, dispatch};

/// What is known of each triangle of one leaf and those of another that `asked` says. In each instruction set a function of
/// its own, called once for two leaves: three questions share it.
#[inline(always)]
fn known<S: Simd, N: Asked>(
    simd: S,
    a: &Block<N>,
    b: &Block<N>,
    placing: &Placing<N>,
    asked: &[u32; LANES],
) -> [Known; LANES] {
    simd.vectorize(
        #[inline(always)]
        || {
            let leaves = Leaves::new(simd, a, b, placing);
            let mut known = [Known::default(); LANES];
            for lane in 0..LANES {
                if asked[lane] != 0 {
                    known[lane] = leaves.ask(simd, lane, asked[lane]);
                }
            }
            known
        },
    )
}

/// How far one triangle, in every lane, is from eight. In each instruction set a function of its own.
#[inline(always)]
fn distances<S: Simd, N: Eight>(
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

/// Calls `found` with the lanes of every two triangles of two leaves that meet.
#[inline(always)]
fn look<S: Simd, N: Asked>(
    simd: S,
    (a, leaf_a): (&Tree<N>, usize),
    (b, leaf_b): (&Tree<N>, usize),
    placing: &Placing<N>,
    mut found: impl FnMut([u32; 2]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (mut room_a, mut room_b) = (None, None);
    let (block_a, block_b) = (a.blocks.get(leaf_a, &mut room_a), b.blocks.get(leaf_b, &mut room_b));
    let (items_a, items_b) = (&a.bvh.leaves()[leaf_a], &b.bvh.leaves()[leaf_b]);
    let others = each_once(items_b);
    let mut asked = [0; LANES];
    for lane in lanes(each_once(items_a)) {
        asked[lane] = others;
    }
    let known = known(simd, block_a, block_b, placing, &asked);
    for (lane, Known { meet, unclear }) in known.into_iter().enumerate() {
        for other in lanes(meet | unclear) {
            let certainly = meet >> other & 1 == 1;
            let exactly = || certain::meet(&block_a.corners(lane), &placing.corners(&block_b.corners(other)));
            if certainly || exactly() {
                found([items_a[lane], items_b[other]])?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Looks for any two triangles that meet.
struct Any<'a, N> {
    a: &'a Tree<N>,
    b: &'a Tree<N>,
    placing: &'a Placing<N>,
    found: Option<[u32; 2]>,
}

impl<N: Asked> Both for Any<'_, N> {
    const SORTED: bool = true;

    #[inline(always)]
    fn look<S: Simd>(&mut self, simd: S, a: usize, b: usize) -> ControlFlow<()> {
        let found = &mut self.found;
        look(simd, (self.a, a), (self.b, b), self.placing, |pair| {
            *found = Some(pair);
            ControlFlow::Break(())
        })
    }
}

/// Looks for all.
struct All<'a, N> {
    a: &'a Tree<N>,
    b: &'a Tree<N>,
    placing: &'a Placing<N>,
    found: &'a mut Vec<[u32; 2]>,
}

impl<N: Asked> Both for All<'_, N> {
    const SORTED: bool = false;

    #[inline(always)]
    fn look<S: Simd>(&mut self, simd: S, a: usize, b: usize) -> ControlFlow<()> {
        let found = &mut *self.found;
        look(simd, (self.a, a), (self.b, b), self.placing, |pair| {
            found.push(pair);
            ControlFlow::Continue(())
        })
    }
}

/// Looks for all in one mesh that meet elsewhere than neighbours do.
struct Own<'a, N> {
    tree: &'a Tree<N>,
    placing: &'a Placing<N>,
    found: &'a mut Vec<[u32; 2]>,
}

impl<N: Asked> Both for Own<'_, N> {
    const SORTED: bool = false;

    #[inline(always)]
    fn look<S: Simd>(&mut self, simd: S, leaf_a: usize, leaf_b: usize) -> ControlFlow<()> {
        // Every two leaves come twice.
        if leaf_a > leaf_b {
            return ControlFlow::Continue(());
        }
        let (mut room_a, mut room_b) = (None, None);
        let blocks = &self.tree.blocks;
        let (a, b) = (blocks.get(leaf_a, &mut room_a), blocks.get(leaf_b, &mut room_b));
        let (items_a, items_b) = (&self.tree.bvh.leaves()[leaf_a], &self.tree.bvh.leaves()[leaf_b]);
        let mut asked = [0; LANES];
        for lane in lanes(each_once(items_a)) {
            let later = if leaf_a == leaf_b { 0xFE << lane } else { 0xFF };
            asked[lane] = each_once(items_b) & later;
        }
        let known = known(simd, a, b, self.placing, &asked);
        for (lane, Known { meet, unclear }) in known.into_iter().enumerate() {
            for other in lanes(meet | unclear) {
                let certainly = meet >> other & 1 == 1;
                if certainly || certain::meet_elsewhere(&a.corners(lane), &b.corners(other)) {
                    let (i, j) = (items_a[lane], items_b[other]);
                    self.found.push([i.min(j), i.max(j)]);
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// The nearest two triangles so far.
struct Nearest<'a, N> {
    a: &'a Tree<N>,
    b: &'a Tree<N>,
    placing: &'a Placing<N>,
    /// The limit as long as there are none.
    distance: N,
    found: Option<[u32; 2]>,
}

impl<N: Asked> BothNear for Nearest<'_, N> {
    type Number = N;

    #[inline(always)]
    fn look<S: Simd>(&mut self, simd: S, leaf_a: usize, leaf_b: usize) -> Option<N> {
        let (mut room_a, mut room_b) = (None, None);
        let block_a = self.a.blocks.get(leaf_a, &mut room_a);
        let block_b = self.b.blocks.get(leaf_b, &mut room_b);
        let (items_a, items_b) = (&self.a.bvh.leaves()[leaf_a], &self.b.bvh.leaves()[leaf_b]);
        let (leaves, others) = (Leaves::new(simd, block_a, block_b, self.placing), each_once(items_b));
        // Rounded once, as they are told: placed where it matters.
        let mut placed = None;
        let mut nearer = false;
        for lane in lanes(each_once(items_a)) {
            let near = leaves.near(simd, lane, others, self.distance);
            if near == 0 {
                continue;
            }
            // No closure: that would leave the instruction set.
            if placed.is_none() {
                placed = Some(block_b.placed(self.placing));
            }
            let Some(others) = &placed else { continue };
            let distances = distances::<S, N>(simd, &leaves.one(simd, lane), &others.triangles(simd));
            let distances = N::store(distances);
            for other in lanes(near) {
                let (distance, pair) = (distances[other], [items_a[lane], items_b[other]]);
                let first = self.found.is_none_or(|found| pair < found);
                if distance < self.distance || (distance == self.distance && first) {
                    (self.distance, self.found) = (distance, Some(pair));
                    nearer = true;
                }
            }
        }
        nearer.then_some(self.distance)
    }
}

/// Looks for any two triangles no farther apart than a limit.
struct Within<'a, N> {
    a: &'a Tree<N>,
    b: &'a Tree<N>,
    placing: &'a Placing<N>,
    limit: N,
}

impl<N: Asked> Both for Within<'_, N> {
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

/// Walks both trees, in the machine's instructions.
fn walk<N: Asked, B: Both>(
    a: &Tree<N>,
    b: &Tree<N>,
    boxes: &Placed,
    start: Open,
    looks: &mut B,
) -> ControlFlow<()> {
    dispatch!(a.bvh.level(), simd => a.bvh.walk_both_in(simd, &b.bvh, boxes, start, looks))
}

/// The nearest two triangles of which no two meet, no farther than the limit: of several as near, the lowest.
pub(in crate::mesh) fn nearest<N: Asked>(
    a: &Tree<N>,
    b: &Tree<N>,
    placing: &Placing<N>,
    limit: N,
) -> Option<[u32; 2]> {
    let mut nearest = Nearest { a, b, placing, distance: limit, found: None };
    dispatch!(a.bvh.level(), simd => a.bvh.walk_both_near_in(simd, &b.bvh, &placing.boxes, limit, &mut nearest));
    nearest.found
}

/// Any two triangles are no farther apart than the limit.
pub(in crate::mesh) fn within<N: Asked>(a: &Tree<N>, b: &Tree<N>, placing: &Placing<N>, limit: N) -> bool {
    let boxes = placing.boxes.grown(limit.to_f64());
    walk(a, b, &boxes, Open::ALL, &mut Within { a, b, placing, limit }).is_break()
}

/// All of one mesh that meet elsewhere than neighbours do, below two that are open, in no order.
pub(in crate::mesh) fn own<N: Asked>(
    tree: &Tree<N>,
    placing: &Placing<N>,
    start: Open,
    found: &mut Vec<[u32; 2]>,
) {
    let _ = walk(tree, tree, &placing.boxes, start, &mut Own { tree, placing, found });
}

/// Two triangles that meet.
pub(in crate::mesh) fn any<N: Asked>(a: &Tree<N>, b: &Tree<N>, placing: &Placing<N>) -> Option<[u32; 2]> {
    let mut any = Any { a, b, placing, found: None };
    let _ = walk(a, b, &placing.boxes, Open::ALL, &mut any);
    any.found
}

/// All that meet below two that are open, in no order.
pub(in crate::mesh) fn all<N: Asked>(
    a: &Tree<N>,
    b: &Tree<N>,
    placing: &Placing<N>,
    start: Open,
    found: &mut Vec<[u32; 2]>,
) {
    let _ = walk(a, b, &placing.boxes, start, &mut All { a, b, placing, found });
}
