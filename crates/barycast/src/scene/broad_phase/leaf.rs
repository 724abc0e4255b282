//! Pairs among a few thousand boxes at most: sorted by the cell of their minimum corner, and tested
//! eight at a time.
//!
//! Cells are small, and each box is in one cell only. Two boxes overlap only if the cell of one
//! lies in the cell range of the other, extended downward by `reach`, the largest extent of any box
//! in cells. Cells along `x` are contiguous in memory, so a box is tested against one contiguous
//! range for each row of cells, and only against rows after its own. The few boxes that extend over
//! more than [`FAR`] cells would lengthen every range. They are sorted last and tested separately.

use super::grid::{ALL, Entry, Grid};
use super::lanes::{BLOCK, Columns, Compare, Number};
use crate::number::each::MapEach;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// Boxes that extend over more cells than this along an axis, after their first, are tested
/// separately.
const FAR: u32 = 2;
/// Target number of boxes per cell.
const A_CELL: usize = 2;
/// Largest average number of cells that boxes extend over.
const REACH: f64 = 0.5;
/// Number of blocks with hits that are buffered before they are reported. Buffering makes the test
/// loop free of unpredictable branches.
const BUFFERED: usize = 1024;

/// Reusable buffers.
#[derive(Clone, Debug)]
pub(super) struct Leaf<C> {
    /// End of each cell's boxes; the first number is 0. Boxes that extend far follow the last cell.
    ends: Vec<u32>,
    columns: [Vec<C>; 6],
    ids: Vec<u32>,
    /// First cell, last cell, group, extends far: in entry order, and sorted.
    places: Vec<[u8; 8]>,
    sorted: Vec<[u8; 8]>,
    buffered: Box<[Block]>,
}

/// A bit mask of the boxes that `one` overlaps, among the eight from `first`.
#[derive(Clone, Copy, Debug, Default)]
struct Block {
    one: u32,
    first: u32,
    bits: u32,
}

impl<C> Default for Leaf<C> {
    fn default() -> Self {
        Self {
            ends: Vec::new(),
            columns: [const { Vec::new() }; 6],
            ids: Vec::new(),
            places: Vec::new(),
            sorted: Vec::new(),
            buffered: alloc::vec![Block::default(); BUFFERED].into(),
        }
    }
}

impl<C: Number> Leaf<C> {
    /// Appends every pair of this leaf to `found`, the smaller id first.
    #[inline(always)]
    pub(super) fn pairs<M: Compare<C>>(
        &mut self,
        compare: M,
        entries: &[Entry<C>],
        found: &mut Vec<[u32; 2]>,
    ) {
        let grid = Grid::around(entries, entries.len() / A_CELL, 120, REACH, false);
        let reach = self.sort(entries, &grid);
        let (all, length) = (entries.len(), entries.len() + BLOCK);
        let ends = &self.ends[..=grid.len()];
        let near = ends[grid.len()] as usize;
        let [x0, y0, z0, x1, y1, z1] = &self.columns;
        let columns =
            [&x0[..length], &y0[..length], &z0[..length], &x1[..length], &y1[..length], &z1[..length]];
        let sorted = &self.sorted[..length];
        let mut hits =
            HitBuffer { ids: &self.ids[..length], sorted, buffered: &mut self.buffered, count: 0, found };
        let (row_length, slab_length) = (grid.counts[0], grid.counts[0] * grid.counts[1]);
        for i in 0..near {
            let place = sorted[i].each(usize::from);
            let one = compare.one(&columns, i);
            let (before, after) = (place[0].saturating_sub(reach[0]), place[3] + 1);
            let own = place[2] * slab_length + place[1] * row_length;
            hits.seek(compare, &columns, &one, i, i + 1, ends[own + after]);
            let mut row = own;
            for _ in place[1]..place[4] {
                row += row_length;
                hits.seek(compare, &columns, &one, i, ends[row + before] as usize, ends[row + after]);
            }
            let y = place[1].saturating_sub(reach[1]);
            let mut slab = place[2] * slab_length + y * row_length;
            for _ in place[2]..place[5] {
                slab += slab_length;
                let mut row = slab;
                for _ in y..=place[4] {
                    hits.seek(compare, &columns, &one, i, ends[row + before] as usize, ends[row + after]);
                    row += row_length;
                }
            }
        }
        for i in near..all {
            let place = sorted[i].each(usize::from);
            let one = compare.one(&columns, i);
            let before: [usize; 3] = core::array::from_fn(|axis| place[axis].saturating_sub(reach[axis]));
            for z in before[2]..=place[5] {
                for y in before[1]..=place[4] {
                    let row = z * slab_length + y * row_length;
                    let (first, end) = (ends[row + before[0]] as usize, ends[row + place[3] + 1]);
                    hits.seek(compare, &columns, &one, i, first, end);
                }
            }
            hits.seek(compare, &columns, &one, i, i + 1, all as u32);
        }
        hits.flush();
    }

    /// Sorts the entries by first cell, into columns. Returns the largest extent in cells along
    /// each axis, among boxes that do not extend far.
    #[inline(always)]
    fn sort(&mut self, entries: &[Entry<C>], grid: &Grid<C>) -> [usize; 3] {
        let length = entries.len() + BLOCK;
        if self.ids.len() < length {
            self.ids.resize(length, 0);
            self.places.resize(length, [0; 8]);
            self.sorted.resize(length, [0; 8]);
            for column in &mut self.columns {
                column.resize(length, C::ZERO);
            }
        }
        self.ends.clear();
        self.ends.resize(grid.len() + 2, 0);
        let counts = &mut self.ends[1..];
        let far_cell = grid.len();
        let mut reach = [0; 3];
        for (entry, place) in entries.iter().zip(&mut self.places) {
            let cells = grid.cells(&entry.numbers);
            let reached: [u32; 3] = core::array::from_fn(|axis| cells[axis + 3] - cells[axis]);
            let far = reached[0].max(reached[1]).max(reached[2]) > FAR;
            for axis in 0..3 {
                reach[axis] = reach[axis].max(if far { 0 } else { reached[axis] as usize });
            }
            counts[if far { far_cell } else { grid.index(&cells) }] += 1;
            let [a, b, c, d, e, f] = cells.each(|cell| cell as u8);
            *place = [a, b, c, d, e, f, entry.group as u8, u8::from(far)];
        }
        let mut begin = 0;
        for end in counts.iter_mut() {
            begin += core::mem::replace(end, begin);
        }
        let [x0, y0, z0, x1, y1, z1] = &mut self.columns;
        let columns: [&mut [C]; 6] = [
            &mut x0[..length],
            &mut y0[..length],
            &mut z0[..length],
            &mut x1[..length],
            &mut y1[..length],
            &mut z1[..length],
        ];
        let (ids, sorted) = (&mut self.ids[..length], &mut self.sorted[..length]);
        for (entry, place) in entries.iter().zip(&self.places) {
            let [a, b, c, d, e, f, _, far] = place.each(u32::from);
            let cell = if far == 1 { far_cell } else { grid.index(&[a, b, c, d, e, f]) };
            let to = counts[cell] as usize;
            counts[cell] += 1;
            for k in 0..6 {
                columns[k][to] = entry.numbers[k];
            }
            ids[to] = entry.id;
            sorted[to] = *place;
        }
        reach
    }
}

/// Pairs found and not yet reported.
struct HitBuffer<'a> {
    ids: &'a [u32],
    sorted: &'a [[u8; 8]],
    buffered: &'a mut [Block],
    count: usize,
    found: &'a mut Vec<[u32; 2]>,
}

impl HitBuffer<'_> {
    /// Tests one box against those from `first` to `end`.
    #[inline(always)]
    fn seek<C: Number, M: Compare<C>>(
        &mut self,
        compare: M,
        columns: &Columns<'_, C>,
        one: &M::One,
        index: usize,
        mut first: usize,
        end: u32,
    ) {
        let end = end as usize;
        while first < end {
            let left = (end - first).min(BLOCK);
            let bits = compare.meets(one, columns, first) & (0xff >> (BLOCK - left));
            self.buffered[self.count] = Block { one: index as u32, first: first as u32, bits };
            self.count += usize::from(bits != 0);
            if self.count == BUFFERED {
                self.flush();
            }
            first += BLOCK;
        }
    }

    /// Moves the buffered hits to `found`.
    #[inline(always)]
    fn flush(&mut self) {
        for &Block { one, first, mut bits } in &self.buffered[..self.count] {
            let (one_id, group) = (self.ids[one as usize], self.sorted[one as usize][6]);
            while bits != 0 {
                let other = (first + bits.trailing_zeros()) as usize;
                if u32::from(group | self.sorted[other][6]) == ALL {
                    let other_id = self.ids[other];
                    self.found.push([one_id.min(other_id), one_id.max(other_id)]);
                }
                bits &= bits - 1;
            }
        }
        self.count = 0;
    }
}
