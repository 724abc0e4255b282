//! Where the cells of a grid lie, and the copying of boxes into them.

use super::lanes::Number;
use alloc::vec;
use alloc::vec::Vec;

/// The bits of [`Entry::group`] that say: it is asked for pairs with the first set, with the second.
pub(super) const FIRST: u32 = 8;
pub(super) const SECOND: u32 = 16;
/// Two groups make a pair here when all of these bits are in one of them or the other.
pub(super) const ALL: u32 = 31;

/// A box in a cell.
#[derive(Clone, Copy, Debug)]
#[allow(unreachable_pub, reason = "named by a public trait that is sealed")]
pub struct Entry<C> {
    /// `min`, then `max`; 0 along `z` in two dimensions.
    pub numbers: [C; 6],
    /// Its place in the list of the caller.
    pub id: u32,
    /// Bits 0 to 2: along this axis the box begins in this cell, not in one before. Then [`FIRST`] and [`SECOND`].
    pub group: u32,
}

impl<C: Number> Entry<C> {
    /// Nothing yet.
    pub(super) fn unused() -> Self {
        Self { numbers: [C::ZERO; 6], id: 0, group: 0 }
    }
}

/// Cells of one size, of which the outermost go on without end: so every number has a cell, and larger numbers have no
/// earlier one, however it is rounded. That is all that an answer depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid<C> {
    /// How many cells along each axis, below 1000.
    pub counts: [usize; 3],
    low: [C; 3],
    scale: [C; 3],
    last: [C; 3],
}

impl<C: Number> Grid<C> {
    /// About `want` cells, at most `most` along an axis; fewer where boxes would reach over more than `reach` cells in the
    /// mean. Their places come from a sample of the boxes, `trimmed`: without the few that lie outermost.
    pub(super) fn around(entries: &[Entry<C>], want: usize, most: usize, reach: f64, trimmed: bool) -> Self {
        let step = (entries.len() / 128).max(1);
        let sample = || entries.iter().step_by(step);
        let (mut low, mut high, mut extent) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3], [0.0; 3]);
        for axis in 0..3 {
            let begins = sample().filter(|entry| entry.group >> axis & 1 == 1);
            let begins = begins.map(|entry| entry.numbers[axis].to_f64()).filter(|begin| begin.is_finite());
            if trimmed {
                let mut begins: Vec<f64> = begins.collect();
                begins.sort_unstable_by(f64::total_cmp);
                let few = begins.len() / 32;
                if let (Some(&first), Some(&last)) = (begins.get(few), begins.iter().rev().nth(few)) {
                    (low[axis], high[axis]) = (first, last);
                }
            } else {
                for begin in begins {
                    low[axis] = low[axis].min(begin);
                    high[axis] = high[axis].max(begin);
                }
            }
        }
        for entry in sample() {
            for axis in 0..3 {
                let (begin, end) = (entry.numbers[axis].to_f64(), entry.numbers[axis + 3].to_f64());
                let within = end.min(high[axis]) - begin.max(low[axis]);
                extent[axis] += if within > 0.0 { within } else { 0.0 };
            }
        }
        let all = sample().len() as f64;
        let share: [f64; 3] = core::array::from_fn(|axis| {
            let range = high[axis] - low[axis];
            // A little more than nothing, so that points share their cells out over all axes.
            if range > 0.0 && range.is_finite() { extent[axis] / (all * range) + 1e-6 } else { f64::INFINITY }
        });
        let mut counts = [1_usize; 3];
        while counts.iter().product::<usize>() < want {
            let reached = |axis: usize| share[axis] * counts[axis] as f64;
            let mut best = 0;
            for axis in 1..3 {
                if reached(axis) < reached(best) {
                    best = axis;
                }
            }
            if reached(best) > reach || counts[best] == most {
                break;
            }
            counts[best] = (counts[best] + 1 + counts[best] / 4).min(most);
        }
        let mut grid = Self { counts, low: [C::ZERO; 3], scale: [C::ZERO; 3], last: [C::ZERO; 3] };
        for axis in 0..3 {
            if counts[axis] > 1 {
                let (count, range) = (counts[axis] as f64, high[axis] - low[axis]);
                // Half a cell on, because `whole` rounds to the nearest.
                grid.low[axis] = C::from_f64(low[axis] + 0.5 * range / count);
                grid.scale[axis] = C::from_f64(count / range);
                grid.last[axis] = C::from_f64(count - 1.0);
            }
        }
        grid
    }

    /// How many cells there are.
    pub(super) fn len(&self) -> usize {
        self.counts.iter().product()
    }

    /// The cells of the least and of the greatest coordinates.
    #[inline(always)]
    pub(super) fn cells(&self, numbers: &[C; 6]) -> [u32; 6] {
        let mut cells = [0; 6];
        for k in 0..6 {
            let axis = k % 3;
            let at = (numbers[k] - self.low[axis]) * self.scale[axis];
            // In this order, so that infinity times 0 is 0.
            let at = if at > C::ZERO { at } else { C::ZERO };
            cells[k] = (if at < self.last[axis] { at } else { self.last[axis] }).whole();
        }
        cells
    }

    /// The number of the first cell of a box.
    #[inline(always)]
    pub(super) fn index(&self, cells: &[u32; 6]) -> usize {
        (cells[2] as usize * self.counts[1] + cells[1] as usize) * self.counts[0] + cells[0] as usize
    }
}

/// Boxes shared out among cells; the memory is kept for the next.
#[derive(Clone, Debug)]
pub(super) struct Cells<C> {
    entries: Vec<Entry<C>>,
    /// Where each cell's entries end; the first number is 0.
    ends: Vec<u32>,
    /// How many entries there are now for each before.
    pub growth: f32,
}

impl<C> Default for Cells<C> {
    fn default() -> Self {
        Self { entries: Vec::new(), ends: Vec::new(), growth: 1.0 }
    }
}

impl<C: Number> Cells<C> {
    /// The entries of each cell.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[Entry<C>]> + Clone {
        self.ends.windows(2).map(|ends| &self.entries[ends[0] as usize..ends[1] as usize])
    }

    /// How many entries there are in all cells.
    pub(super) fn len(&self) -> usize {
        self.ends.last().map_or(0, |&end| end as usize)
    }

    /// Every entry is in every cell that its box reaches into. `false` where that makes more than `budget` entries of one,
    /// or leaves all in one cell. A split that leaves nearly all in one counts as growth, so there are few in a row.
    #[inline(always)]
    pub(super) fn fill(&mut self, entries: &[Entry<C>], grid: &Grid<C>, budget: f32) -> bool {
        let most = (entries.len() as f64 * f64::from(budget)).min(f64::from(u32::MAX));
        self.ends.clear();
        self.ends.resize(grid.len() + 1, 0);
        let counts = &mut self.ends[1..];
        let mut more = 0_u64;
        for entry in entries {
            let cells = grid.cells(&entry.numbers);
            if (cells[3] - cells[0]) | (cells[4] - cells[1]) | (cells[5] - cells[2]) == 0 {
                counts[grid.index(&cells)] += 1;
                continue;
            }
            let sizes: [u64; 3] = core::array::from_fn(|axis| u64::from(cells[axis + 3] - cells[axis]) + 1);
            more += sizes[0] * sizes[1] * sizes[2] - 1;
            if more as f64 > most {
                return false;
            }
            for_each_row(grid, &cells, |row, _| {
                for count in &mut counts[row] {
                    *count += 1;
                }
            });
        }
        let total = entries.len() as u64 + more;
        let largest = counts.iter().max().map_or(0, |&count| count as usize);
        let poor = if largest as u64 * 8 > entries.len() as u64 * 7 { 1.1 } else { 1.0 };
        self.growth = (total as f64 / entries.len() as f64) as f32 * poor;
        if self.growth > budget || largest == entries.len() {
            return false;
        }
        let mut begin = 0;
        for end in counts.iter_mut() {
            begin += core::mem::replace(end, begin);
        }
        let total = total as usize;
        if self.entries.len() < total {
            self.entries = vec![Entry::unused(); total];
        }
        for entry in entries {
            let cells = grid.cells(&entry.numbers);
            if (cells[3] - cells[0]) | (cells[4] - cells[1]) | (cells[5] - cells[2]) == 0 {
                let at = &mut counts[grid.index(&cells)];
                self.entries[*at as usize] = *entry;
                *at += 1;
                continue;
            }
            for_each_row(grid, &cells, |row, mut kept| {
                for at in &mut counts[row] {
                    self.entries[*at as usize] = Entry { group: entry.group & kept, ..*entry };
                    *at += 1;
                    kept &= !1;
                }
            });
        }
        true
    }
}

/// The rows of cells that a box reaches into, each with the bits of its group that it keeps in the row's first cell.
#[inline(always)]
fn for_each_row<C: Number>(
    grid: &Grid<C>,
    cells: &[u32; 6],
    mut with: impl FnMut(core::ops::Range<usize>, u32),
) {
    let length = (cells[3] - cells[0]) as usize + 1;
    let (mut slab, mut kept_z) = (grid.index(cells), ALL);
    for _ in cells[2]..=cells[5] {
        let (mut row, mut kept) = (slab, kept_z);
        for _ in cells[1]..=cells[4] {
            with(row..row + length, kept);
            row += grid.counts[0];
            kept &= !2;
        }
        slab += grid.counts[0] * grid.counts[1];
        kept_z &= !4;
    }
}
