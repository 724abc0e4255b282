//! What is looked for in the leaves of two trees.

use super::certain;
use super::eight::{Known, Leaves};
use super::placing::Placing;
use crate::bvh::{Both, LANES, Open};
use crate::mesh::tree::sealed::Asked;
use crate::mesh::tree::{Tree, lanes};
use alloc::vec::Vec;
use core::ops::ControlFlow;
use fearless_simd::Simd;

/// Calls `found` with the lanes of every two triangles of two leaves that meet.
#[inline(always)]
fn look<S: Simd, N: Asked>(
    simd: S,
    (a, leaf_a): (&Tree<N>, usize),
    (b, leaf_b): (&Tree<N>, usize),
    placing: &Placing<N>,
    mut found: impl FnMut([u32; 2]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (block_a, block_b) = (&a.blocks[leaf_a], &b.blocks[leaf_b]);
    let (items_a, items_b) = (&a.bvh.leaves()[leaf_a], &b.bvh.leaves()[leaf_b]);
    let leaves = Leaves::new(simd, block_a, block_b, placing);
    let others = each_once(items_b);
    for lane in lanes(each_once(items_a)) {
        let Known { meet, unclear } = leaves.ask(simd, lane, others);
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

/// A bit for each item of a leaf, of which the last is repeated.
#[inline(always)]
fn each_once(items: &[u32; LANES]) -> u32 {
    let mut bits = 1;
    for lane in 1..LANES {
        bits |= u32::from(items[lane] != items[lane - 1]) << lane;
    }
    bits
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

/// Two triangles that meet.
#[inline(always)]
pub(in crate::mesh) fn any<S: Simd, N: Asked>(
    simd: S,
    a: &Tree<N>,
    b: &Tree<N>,
    placing: &Placing<N>,
) -> Option<[u32; 2]> {
    let mut any = Any { a, b, placing, found: None };
    let _ = a.bvh.walk_both_in(simd, &b.bvh, &placing.boxes, Open::ALL, &mut any);
    any.found
}

/// All that meet below two that are open, in no order.
#[inline(always)]
pub(in crate::mesh) fn all<S: Simd, N: Asked>(
    simd: S,
    a: &Tree<N>,
    b: &Tree<N>,
    placing: &Placing<N>,
    start: Open,
    found: &mut Vec<[u32; 2]>,
) {
    let _ = a.bvh.walk_both_in(simd, &b.bvh, &placing.boxes, start, &mut All { a, b, placing, found });
}
