//! Uniform grids, and the distribution of boxes to their cells.

use super::lanes::Number;
use alloc::vec;
use alloc::vec::Vec;

/// Bits of [`Entry::group`]: the box is a candidate for the first place of a pair, and for the
/// second.
pub(super) const FIRST: u32 = 8;
pub(super) const SECOND: u32 = 16;
/// Two boxes form a pair in a cell if every one of these bits is set in at least one of them.
pub(super) const ALL: u32 = 31;

/// A box in a cell.
#[derive(Clone, Copy, Debug)]
#[allow(unreachable_pub, reason = "named by a public trait that is sealed")]
pub struct Entry<C> {
    /// `min`, then `max`; 0 along `z` in 2D.
    pub numbers: [C; 6],
    /// Index of the box in the caller's list.
    pub id: u32,
    /// Bits 0 to 2: the box begins in this cell along that axis, and not in an earlier cell. Then
    /// [`FIRST`] and [`SECOND`].
    pub group: u32,
}

impl<C: Number> Entry<C> {
    /// Returns a placeholder.
    pub(super) fn unused() -> Self {
        Self { numbers: [C::ZERO; 6], id: 0, group: 0 }
    }
}

/// Cells of equal size, of which the outermost are unbounded. Every coordinate has a cell, and
/// cells are monotone in the coordinate under any rounding. Correctness rests on nothing else.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid<C> {
    /// Number of cells along each axis, below 1000.
    pub counts: [usize; 3],
    low: [C; 3],
    scale: [C; 3],
    last: [C; 3],
}

impl<C: Number> Grid<C> {
    /// Builds a grid of about `want` cells, at most `most` along an axis, and fewer if boxes would
    /// overlap more than `reach` cells on average. Bounds are estimated from a sample of the boxes;
    /// if `trimmed`, without the outermost few.
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
            // Slightly above 0, so that points spread the cells over all axes.
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
                // Half a cell of offset, because `whole` rounds to nearest.
                grid.low[axis] = C::from_f64(low[axis] + 0.5 * range / count);
                grid.scale[axis] = C::from_f64(count / range);
                grid.last[axis] = C::from_f64(count - 1.0);
            }
        }
        grid
    }

    /// Returns the number of cells.
    pub(super) fn len(&self) -> usize {
        self.counts.iter().product()
    }

    /// Returns the cells of `min` and of `max`.
    #[inline(always)]
    pub(super) fn cells(&self, numbers: &[C; 6]) -> [u32; 6] {
        let mut cells = [0; 6];
        for k in 0..6 {
            let axis = k % 3;
            let at = (numbers[k] - self.low[axis]) * self.scale[axis];
            // The order of the comparison makes infinity times 0 count as 0.
            let at = if at > C::ZERO { at } else { C::ZERO };
            cells[k] = (if at < self.last[axis] { at } else { self.last[axis] }).whole();
        }
        cells
    }

    /// Returns the index of the first cell of a box.
    #[inline(always)]
    pub(super) fn index(&self, cells: &[u32; 6]) -> usize {
        (cells[2] as usize * self.counts[1] + cells[1] as usize) * self.counts[0] + cells[0] as usize
    }
}

/// Boxes distributed to cells, in buffers that are reused.
#[derive(Clone, Debug)]
pub(super) struct Cells<C> {
    entries: Vec<Entry<C>>,
    /// End of each cell's entries; the first number is 0.
    ends: Vec<u32>,
    /// Number of entries per input box.
    pub growth: f32,
}

impl<C> Default for Cells<C> {
    fn default() -> Self {
        Self { entries: Vec::new(), ends: Vec::new(), growth: 1.0 }
    }
}

impl<C: Number> Cells<C> {
    /// Returns the entries of each cell.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[Entry<C>]> + Clone {
        self.ends.windows(2).map(|ends| &self.entries[ends[0] as usize..ends[1] as usize])
    }

    /// Returns the number of entries in all cells.
    pub(super) fn len(&self) -> usize {
        self.ends.last().map_or(0, |&end| end as usize)
    }

    /// Copies every entry to every cell that its box overlaps. Returns `false` if that makes more
    /// than `budget` copies of a box on average, or leaves all entries in one cell. A split that
    /// leaves nearly all entries in one cell counts as growth, which bounds the number of such
    /// splits in a row.
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
            for_each_row(grid, &cells, |row, mut remaining| {
                for at in &mut counts[row] {
                    self.entries[*at as usize] = Entry { group: entry.group & remaining, ..*entry };
                    *at += 1;
                    remaining &= !1;
                }
            });
        }
        true
    }
}

/// Calls `with` for each row of cells that a box overlaps, with the bits of its group that remain
/// set in the first cell of the row.
#[inline(always)]
fn for_each_row<C: Number>(
    grid: &Grid<C>,
    cells: &[u32; 6],
    mut with: impl FnMut(core::ops::Range<usize>, u32),
) {
    let length = (cells[3] - cells[0]) as usize + 1;
    let (mut slab, mut kept_z) = (grid.index(cells), ALL);
    for _ in cells[2]..=cells[5] {
        let (mut row, mut remaining) = (slab, kept_z);
        for _ in cells[1]..=cells[4] {
            with(row..row + length, remaining);
            row += grid.counts[0];
            remaining &= !2;
        }
        slab += grid.counts[0] * grid.counts[1];
        kept_z &= !4;
    }
}
