//! The way down the grids: cells within cells, then leaves or streams; and what hands pairs on.

use super::grid::{Cells, Entry, Grid};
use super::lanes::{Compare, Number, Wide};
use super::leaf::Leaf;
use super::stream::Stream;
use crate::number::best_level;
use alloc::vec::Vec;
use core::mem;
use core::ops::ControlFlow;
use fearless_simd::dispatch;

/// So many boxes are compared without another grid.
pub(super) const LEAF: usize = 2048;
/// So many are compared without another grid where one does not help.
pub(super) const HARD_LEAF: usize = 8192;
/// Boxes that a cell should hold.
const A_CELL: usize = 1024;
/// Cells of one grid, about.
const CELLS: usize = 1024;
/// Copies of a box, in the mean, at most.
pub(super) const COPIES: f32 = 4.0;
/// Pairs are handed on when there are so many.
const MANY: usize = 4096;

/// Shares the entries out among cells, more than a few copies a box only within the budget; `false` where no grid helps.
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

/// What pairs are handed to, with how much is done.
pub(super) type Sink<'a> = dyn FnMut(f64, &[[u32; 2]]) -> ControlFlow<()> + 'a;

/// The memory of a walk.
#[derive(Clone, Debug, Default)]
#[allow(unreachable_pub, reason = "named by a public trait that is sealed")]
pub struct Work<C> {
    /// For each depth, the cells that are being worked through.
    pub(super) levels: Vec<Cells<C>>,
    leaf: Leaf<C>,
    found: Vec<[u32; 2]>,
    /// How much is done, from 0 to 1.
    done: f64,
}

impl<C: Number> Work<C> {
    /// Hands on every pair of one cell.
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

    /// Finds the pairs of one cell, and hands them on when there are many.
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
            Stream { entries, found: &mut self.found, hand_on }.pairs()
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

/// `f32` or `f64`: what the numbers of the boxes of a [`BroadPhase`](super::BroadPhase) are.
pub trait Coordinate: sealed::Pairs {}

pub(super) mod sealed {
    use super::{Sink, Work};
    use crate::scene::broad_phase::grid::Entry;
    use crate::scene::broad_phase::lanes::Number;
    use core::ops::ControlFlow;

    #[allow(unreachable_pub, reason = "what a public trait rests on")]
    pub trait Pairs: Number {
        /// [`Work::pairs`] with the fastest instructions of this machine.
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
