//! Recursion through the grids: cells within cells, then leaves or segment trees; and the sink that
//! pairs are passed to.

use super::grid::{Cells, Entry, Grid};
use super::lanes::{Compare, Number, Wide};
use super::leaf::Leaf;
use super::segment_tree::SegmentTree;
use crate::number::best_level;
use alloc::vec::Vec;
use core::mem;
use core::ops::ControlFlow;
use fearless_simd::dispatch;

/// Cells with at most this many boxes are leaves.
pub(super) const LEAF: usize = 2048;
/// Cells with at most this many boxes are leaves if no grid helps.
pub(super) const HARD_LEAF: usize = 8192;
/// Target number of boxes per cell.
const A_CELL: usize = 1024;
/// Approximate number of cells of a grid.
const CELLS: usize = 1024;
/// Largest average number of copies of a box.
pub(super) const COPIES: f32 = 4.0;
/// Number of pairs that are buffered before they are passed on.
const MANY: usize = 4096;

/// Distributes the entries to cells, with the average number of copies within `budget`. Returns
/// `false` if no grid helps.
#[inline(always)]
pub(super) fn split<C: Number>(entries: &[Entry<C>], cells: &mut Cells<C>, budget: f32) -> bool {
    let mut want = (entries.len() / A_CELL).clamp(8, CELLS);
    loop {
        let grid = Grid::around(entries, want, 1000, 1.0, true);
        if grid.len() > 1 && cells.fill(entries, &grid, budget) {
            return true;
        }
        want /= 8;
        if want < 4 {
            return false;
        }
    }
}

/// A consumer of pairs, called with the finished fraction.
pub(super) type Sink<'a> = dyn FnMut(f64, &[[u32; 2]]) -> ControlFlow<()> + 'a;

/// Reusable buffers of the recursion.
#[derive(Clone, Debug, Default)]
#[allow(unreachable_pub, reason = "named by a public trait that is sealed")]
pub struct Work<C> {
    /// The current cells at each depth.
    pub(super) levels: Vec<Cells<C>>,
    leaf: Leaf<C>,
    found: Vec<[u32; 2]>,
    /// Finished fraction, from 0 to 1.
    done: f64,
}

impl<C: Number> Work<C> {
    /// Passes every pair of one cell to `sink`.
    pub(super) fn pairs<M: Compare<C>>(
        &mut self,
        compare: M,
        entries: &[Entry<C>],
        budget: f32,
        sink: &mut Sink<'_>,
    ) -> ControlFlow<()> {
        self.found.clear();
        self.done = 0.0;
        self.cell(compare, entries, 0, budget, sink)?;
        sink(1.0, &self.found)
    }

    /// Finds the pairs of one cell, and passes them on when there are many.
    fn cell<M: Compare<C>>(
        &mut self,
        compare: M,
        entries: &[Entry<C>],
        depth: usize,
        budget: f32,
        sink: &mut Sink<'_>,
    ) -> ControlFlow<()> {
        if entries.len() <= LEAF {
            return self.leaf(compare, entries, sink);
        }
        if self.levels.len() == depth {
            self.levels.push(Cells::default());
        }
        let mut cells = mem::take(&mut self.levels[depth]);
        let flow = if compare.run(
            #[inline(always)]
            || split(entries, &mut cells, budget),
        ) {
            let (budget, all) = (budget / cells.growth, cells.len() as f64);
            cells.iter().try_for_each(|part| {
                if part.len() > 1 {
                    self.cell(compare, part, depth + 1, budget, sink)?;
                }
                if depth == 0 {
                    self.done += part.len() as f64 / all;
                }
                ControlFlow::Continue(())
            })
        } else if entries.len() <= HARD_LEAF {
            self.leaf(compare, entries, sink)
        } else {
            let done = self.done;
            let hand_on = &mut |found: &mut Vec<[u32; 2]>| {
                let flow = sink(done, found);
                found.clear();
                flow
            };
            SegmentTree { entries, found: &mut self.found, hand_on }.pairs()
        };
        self.levels[depth] = cells;
        flow
    }

    fn leaf<M: Compare<C>>(
        &mut self,
        compare: M,
        entries: &[Entry<C>],
        sink: &mut Sink<'_>,
    ) -> ControlFlow<()> {
        compare.run(
            #[inline(always)]
            || self.leaf.pairs(compare, entries, &mut self.found),
        );
        if self.found.len() < MANY {
            return ControlFlow::Continue(());
        }
        let flow = sink(self.done, &self.found);
        self.found.clear();
        flow
    }
}

/// The coordinate type of the boxes of a [`BroadPhase`](super::BroadPhase): `f32` or `f64`.
pub trait Coordinate: sealed::Pairs {}

pub(super) mod sealed {
    use super::{Sink, Work};
    use crate::scene::broad_phase::grid::Entry;
    use crate::scene::broad_phase::lanes::Number;
    use core::ops::ControlFlow;

    #[allow(unreachable_pub, reason = "a supertrait of a public trait")]
    pub trait Pairs: Number {
        /// Runs [`Work::pairs`] with the fastest instruction set of this machine.
        fn pairs(
            work: &mut Work<Self>,
            entries: &[Entry<Self>],
            budget: f32,
            sink: &mut Sink<'_>,
        ) -> ControlFlow<()>;
    }
}

impl Coordinate for f32 {}

impl sealed::Pairs for f32 {
    fn pairs(
        work: &mut Work<Self>,
        entries: &[Entry<Self>],
        budget: f32,
        sink: &mut Sink<'_>,
    ) -> ControlFlow<()> {
        dispatch!(best_level(), simd => work.pairs(Wide(simd), entries, budget, sink))
    }
}

impl Coordinate for f64 {}

impl sealed::Pairs for f64 {
    fn pairs(
        work: &mut Work<Self>,
        entries: &[Entry<Self>],
        budget: f32,
        sink: &mut Sink<'_>,
    ) -> ControlFlow<()> {
        dispatch!(best_level(), simd => work.pairs(Wide(simd), entries, budget, sink))
    }
}
