//! Grid of cells over a box, of which triangles mark those that they may meet.

use crate::number::each::MapEach;
use crate::number::{Float, elementary};
use alloc::vec;
use alloc::vec::Vec;

/// Winding number of a surface around a point, or `None` on the surface.
pub(super) type Place = Option<i32>;

/// Grid of cells with their winding numbers.
#[derive(Debug)]
pub(super) struct CellGrid {
    pub(super) low: [f64; 3],
    pub(super) high: [f64; 3],
    /// Cells in a unit of length.
    pub(super) inverse: [f64; 3],
    pub(super) size: [usize; 3],
    /// Whether every edge is used equally often in both directions.
    pub(super) is_closed: bool,
    /// Winding number of each cell, or [`MIXED`]; `x` runs fastest.
    pub(super) cells: Vec<i8>,
}

/// Cell that a triangle may meet, or whose winding number is not stored.
pub(super) const MIXED: i8 = i8::MIN;
/// Cells for each triangle: undecided cells are then about as large as triangles.
const CELLS_PER_TRIANGLE: usize = 16;
/// Least and greatest number of cells.
const CELLS: [usize; 2] = [1 << 12, 1 << 21];

impl CellGrid {
    /// Returns a grid of decided cells over a box.
    pub(super) fn empty(low: [f64; 3], high: [f64; 3], triangles: usize) -> Option<Self> {
        let extent = [0, 1, 2].each(|axis| high[axis] - low[axis]);
        let wanted = triangles.saturating_mul(CELLS_PER_TRIANGLE).clamp(CELLS[0], CELLS[1]) as f64;
        let longest = extent.into_iter().fold(0.0, f64::max);
        // Lengths in units of the longest, so that products neither overflow nor underflow.
        let volume: f64 = extent.iter().map(|side| (side / longest).max(1e-3)).product();
        let edge = elementary::cbrt(volume / wanted) * longest;
        let size = extent.each(|side| elementary::ceil(side / edge).clamp(1.0, 1024.0) as usize);
        let inverse = [0, 1, 2].each(|axis| size[axis] as f64 / extent[axis]);
        let usable = longest.is_finite() && inverse.into_iter().all(|x| x.is_finite() && x > 0.0);
        let cells = size.into_iter().product();
        usable.then(|| Self { low, high, inverse, size, is_closed: true, cells: vec![0; cells] })
    }

    /// Returns the cell of a coordinate between those of the box. Monotone.
    #[inline(always)]
    pub(super) fn place(&self, axis: usize, x: f64) -> usize {
        let cell = (x - self.low[axis]) * self.inverse[axis];
        (cell as usize).min(self.size[axis] - 1)
    }

    #[inline(always)]
    pub(super) fn index(&self, [x, y, z]: [usize; 3]) -> usize {
        (z * self.size[1] + y) * self.size[0] + x
    }

    /// Marks the cells that a triangle may meet.
    pub(super) fn mark(&mut self, corners: &[[f64; 3]; 3]) {
        let [a, b, c] = corners;
        let first = [0, 1, 2].each(|i| self.place(i, a[i].min(b[i]).min(c[i])));
        let last = [0, 1, 2].each(|i| self.place(i, a[i].max(b[i]).max(c[i])));
        let count: usize = (0..3).map(|i| last[i] - first[i] + 1).product();
        let plane = if count > 8 { Plane::of(corners) } else { None };
        for z in first[2]..=last[2] {
            for y in first[1]..=last[1] {
                for x in first[0]..=last[0] {
                    if plane.as_ref().is_none_or(|plane| self.may_meet(plane, [x, y, z])) {
                        let index = self.index([x, y, z]);
                        self.cells[index] = MIXED;
                    }
                }
            }
        }
    }

    /// Marks the rows along the first axis that an edge may meet.
    pub(super) fn mark_rows(&mut self, [a, b]: [[f64; 3]; 2]) {
        let [first, last] = [f64::min, f64::max].each(|end| [1, 2].each(|i| self.place(i, end(a[i], b[i]))));
        for z in first[1]..=last[1] {
            for y in first[0]..=last[0] {
                let row = self.index([0, y, z]);
                self.cells[row..row + self.size[0]].fill(MIXED);
            }
        }
    }

    /// Returns `false` only if the plane certainly misses the cell.
    fn may_meet(&self, plane: &Plane, cell: [usize; 3]) -> bool {
        let (mut distance, mut reach, mut size) = (0.0, 0.0, plane.size);
        for axis in 0..3 {
            let step = 1.0 / self.inverse[axis];
            let center = self.low[axis] + (cell[axis] as f64 + 0.5) * step - plane.point[axis];
            let n = plane.normal[axis];
            distance += n * center;
            // The cell with a margin for the rounding of its ends.
            let margin = 64.0 * f64::EPSILON * self.low[axis].abs().max(self.high[axis].abs());
            reach += n.abs() * (0.500_001 * step + margin);
            size += plane.edges * (center.abs() + step);
        }
        // Also if a number is NaN.
        let misses = distance.abs() > reach + 64.0 * f64::EPSILON * size;
        !misses
    }

    /// Finds the winding number of every connected set of unmarked cells. `winding_of` returns it
    /// for a run, if it can.
    pub(super) fn decide(&mut self, winding_of: impl Fn(&Self, &Run) -> Option<i8>) {
        let runs = self.runs();
        let mut sets: Vec<u32> = (0..runs.len() as u32).collect();
        let mut rows = vec![0; self.size[1] * self.size[2] + 1];
        for run in &runs {
            rows[run.row + 1] += 1;
        }
        for row in 1..rows.len() {
            rows[row] += rows[row - 1];
        }
        for row in 0..rows.len() - 1 {
            let before_y = (row % self.size[1] > 0).then(|| row - 1);
            let before_z = row.checked_sub(self.size[1]);
            for before in [before_y, before_z].into_iter().flatten() {
                join_rows(&runs, [rows[row]..rows[row + 1], rows[before]..rows[before + 1]], &mut sets);
            }
        }
        let mut known: Vec<Option<i8>> = vec![None; runs.len()];
        for (index, run) in runs.iter().enumerate() {
            let set = find(&mut sets, index as u32) as usize;
            if known[set].is_none() {
                known[set] = winding_of(self, run);
            }
        }
        for (index, run) in runs.iter().enumerate() {
            let set = find(&mut sets, index as u32) as usize;
            let row = run.row * self.size[0];
            self.cells[row + run.first..row + run.end].fill(known[set].unwrap_or(MIXED));
        }
    }

    /// Returns the runs of unmarked cells, row by row.
    fn runs(&self) -> Vec<Run> {
        let mut runs = Vec::new();
        for (row, cells) in self.cells.chunks(self.size[0]).enumerate() {
            let mut first = 0;
            for same in cells.chunk_by(|a, b| a == b) {
                let end = first + same.len();
                if same[0] != MIXED {
                    runs.push(Run { row, first, end });
                }
                first = end;
            }
        }
        runs
    }

    /// Returns a coordinate in a cell, at about a share of its width.
    pub(super) fn inside<S: Float>(&self, axis: usize, cell: usize, share: f64) -> Option<S> {
        let at = S::from_f64(self.low[axis] + (cell as f64 + share) / self.inverse[axis]);
        let wide = at.to_f64();
        let within = wide >= self.low[axis] && wide <= self.high[axis];
        (within && self.place(axis, wide) == cell).then_some(at)
    }

    /// Returns the memory in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.cells.len()
    }
}

/// Plane of a triangle.
struct Plane {
    point: [f64; 3],
    normal: [f64; 3],
    /// Product of the lengths of two edges, and the part of the error that does not depend on the
    /// cell.
    edges: f64,
    size: f64,
}

impl Plane {
    /// Returns `None` if the numbers leave the ordinary range.
    fn of([a, b, c]: &[[f64; 3]; 3]) -> Option<Self> {
        let [e, f] = [b, c].each(|to| [0, 1, 2].each(|i| to[i] - a[i]));
        let normal = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
        let length = |v: &[f64; 3]| v.iter().map(|x| x.abs()).sum::<f64>();
        let edges = length(&e) * length(&f);
        let size = edges * length(a);
        let ordinary = edges > 1e-200 && size < 1e200;
        ordinary.then_some(Self { point: *a, normal, edges, size })
    }
}

/// Run of unmarked cells in a row.
pub(super) struct Run {
    /// Index of the row.
    pub(super) row: usize,
    pub(super) first: usize,
    pub(super) end: usize,
}

/// Joins the runs of two neighbouring rows that have neighbouring cells.
fn join_rows(runs: &[Run], [here, there]: [core::ops::Range<usize>; 2], sets: &mut [u32]) {
    let (mut i, mut j) = (here.start, there.start);
    while i < here.end && j < there.end {
        let (a, b) = (&runs[i], &runs[j]);
        if a.first < b.end && b.first < a.end {
            let (a, b) = (find(sets, i as u32), find(sets, j as u32));
            sets[a.max(b) as usize] = a.min(b);
        }
        if a.end <= b.end { i += 1 } else { j += 1 }
    }
}

/// Returns the first member of a set.
fn find(sets: &mut [u32], mut member: u32) -> u32 {
    while sets[member as usize] != member {
        sets[member as usize] = sets[sets[member as usize] as usize];
        member = sets[member as usize];
    }
    member
}
