//! Grid over a mesh, whose cells are inside, outside or undecided, for containment of many points.
//!
//! A point `x` is in the cell `floor((x - low) inverse)` along each axis, as floats compute it.
//! Rounding is monotone, so a cell is a box of real numbers, cells cover the space without gaps,
//! and the cells of the corners of a triangle bound those of all its points. A cell that no
//! triangle meets has one winding number, and neighbours among such cells share it. It is computed
//! once, exactly, for every connected set of them. No tolerance is involved.
//!
//! The winding number is the sum of crossings along the first axis. If the mesh has open edges, it
//! changes where the ray passes one of them. Therefore rows of cells along that axis whose second
//! and third coordinates are those of an open edge are undecided as a whole.
//!
//! In an undecided cell the winding number is that of a point `q` of the nearest decided cell along
//! the first axis, corrected by the triangles between the two points:
//!
//! ```text
//! w(p) = w(q) + sum (crossing(T, p) - crossing(T, q))
//! ```
//!
//! over the triangles whose boxes meet the segment, since all others are crossed from both or from
//! neither.

use super::contains_point::Place;
use super::leaf::numbers;
use super::{MeshNumber, TriMesh};
use crate::number::Float;
use crate::number::each::MapEach;
use crate::shape::mesh::{open_edges, winding};
use crate::vector::{FloatVector, Vector3};
use alloc::vec;
use alloc::vec::Vec;

/// Grid of cells with their winding numbers.
#[derive(Debug)]
pub(super) struct InsideGrid {
    low: [f64; 3],
    high: [f64; 3],
    /// Cells in a unit of length.
    inverse: [f64; 3],
    size: [usize; 3],
    /// Whether every edge is used equally often in both directions.
    is_closed: bool,
    /// Winding number of each cell, or [`MIXED`]; `x` runs fastest.
    cells: Vec<i8>,
}

/// Cell that a triangle may meet, or whose winding number is not stored.
const MIXED: i8 = i8::MIN;
/// Cells for each triangle: undecided cells are then about as large as triangles.
const CELLS_PER_TRIANGLE: usize = 16;
/// Least and greatest number of cells.
const CELLS: [usize; 2] = [1 << 12, 1 << 21];
/// Number of cells on either side in which a decided one is sought.
const STEPS: usize = 12;
/// Triangles for each open edge from which on a grid has enough decided cells.
const TRIANGLES_PER_OPEN_EDGE: usize = 8;

impl InsideGrid {
    /// Returns the grid, or `None` for a mesh that has many open edges or no ordinary size.
    pub(super) fn new<V: FloatVector<Scalar: MeshNumber> + Vector3>(mesh: &TriMesh<V>) -> Option<Self> {
        if mesh.has_no_tree() {
            return None;
        }
        let open = open_edges(mesh.vertices(), mesh.triangles());
        if open.len() > mesh.triangles().len() / TRIANGLES_PER_OPEN_EDGE {
            return None;
        }
        let bounds = mesh.bounds();
        let [low, high] = [bounds.min, bounds.max].each(|corner| numbers(corner).each(Float::to_f64));
        let mut grid = Self::empty(low, high, mesh.triangles().len())?;
        for triangle in 0..mesh.triangles().len() as u32 {
            grid.mark(&mesh.corners(triangle).each(|corner| corner.each(Float::to_f64)));
        }
        for edge in &open {
            grid.mark_rows(edge.each(|v| numbers(mesh.vertices()[v as usize]).each(Float::to_f64)));
        }
        grid.is_closed = open.is_empty();
        grid.decide(mesh);
        Some(grid)
    }

    /// Returns a grid of decided cells over a box.
    fn empty(low: [f64; 3], high: [f64; 3], triangles: usize) -> Option<Self> {
        let extent = [0, 1, 2].each(|axis| high[axis] - low[axis]);
        let wanted = triangles.saturating_mul(CELLS_PER_TRIANGLE).clamp(CELLS[0], CELLS[1]) as f64;
        let longest = extent.into_iter().fold(0.0, f64::max);
        // Lengths in units of the longest, so that products neither overflow nor underflow.
        let volume: f64 = extent.iter().map(|side| (side / longest).max(1e-3)).product();
        let edge = libm::cbrt(volume / wanted) * longest;
        let size = extent.each(|side| libm::ceil(side / edge).clamp(1.0, 1024.0) as usize);
        let inverse = [0, 1, 2].each(|axis| size[axis] as f64 / extent[axis]);
        let usable = longest.is_finite() && inverse.into_iter().all(|x| x.is_finite() && x > 0.0);
        let cells = size.into_iter().product();
        usable.then(|| Self { low, high, inverse, size, is_closed: true, cells: vec![0; cells] })
    }

    /// Returns the cell of a coordinate between those of the box. Monotone.
    #[inline(always)]
    fn place(&self, axis: usize, x: f64) -> usize {
        let cell = (x - self.low[axis]) * self.inverse[axis];
        (cell as usize).min(self.size[axis] - 1)
    }

    #[inline(always)]
    fn index(&self, [x, y, z]: [usize; 3]) -> usize {
        (z * self.size[1] + y) * self.size[0] + x
    }

    /// Marks the cells that a triangle may meet.
    fn mark(&mut self, corners: &[[f64; 3]; 3]) {
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
    fn mark_rows(&mut self, [a, b]: [[f64; 3]; 2]) {
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

    /// Finds the winding number of every connected set of unmarked cells.
    fn decide<V: FloatVector<Scalar: MeshNumber> + Vector3>(&mut self, mesh: &TriMesh<V>) {
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
                known[set] = self.winding_of(mesh, run);
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

    /// Returns the winding number of the cells of a run, if a float of the mesh is in one of them
    /// and it is small.
    fn winding_of<V: FloatVector<Scalar: MeshNumber> + Vector3>(
        &self,
        mesh: &TriMesh<V>,
        run: &Run,
    ) -> Option<i8> {
        let middle = usize::midpoint(run.first, run.end - 1);
        let cell = [middle, run.row % self.size[1], run.row / self.size[1]];
        let mut point = [V::Scalar::ZERO; 3];
        for axis in 0..3 {
            point[axis] = self.inside(axis, cell[axis], 0.5)?;
        }
        let winding = mesh.winding(V::from_fn(|axis| point[axis]))?;
        i8::try_from(winding).ok().filter(|winding| *winding != MIXED)
    }

    /// Returns a coordinate in a cell, at about a share of its width.
    fn inside<S: Float>(&self, axis: usize, cell: usize, share: f64) -> Option<S> {
        let at = S::from_f64(self.low[axis] + (cell as f64 + share) / self.inverse[axis]);
        let wide = at.to_f64();
        let within = wide >= self.low[axis] && wide <= self.high[axis];
        (within && self.place(axis, wide) == cell).then_some(at)
    }

    /// Returns the winding number around a finite point, or where it is on the surface.
    pub(super) fn winding<V: FloatVector<Scalar: MeshNumber> + Vector3>(
        &self,
        mesh: &TriMesh<V>,
        point: V,
    ) -> Place {
        let p = numbers(point).each(Float::to_f64);
        if (0..3).any(|axis| p[axis] < self.low[axis] || p[axis] > self.high[axis]) {
            // A ray from below may enter an open mesh.
            return if self.is_closed || p[0] > self.high[0] { Some(0) } else { mesh.winding(point) };
        }
        let cell = [0, 1, 2].each(|axis| self.place(axis, p[axis]));
        let winding = self.cells[self.index(cell)];
        if winding == MIXED { self.near_neighbour(mesh, point, cell) } else { Some(winding.into()) }
    }

    /// Returns the winding number around a point of an undecided cell.
    fn near_neighbour<V: FloatVector<Scalar: MeshNumber> + Vector3>(
        &self,
        mesh: &TriMesh<V>,
        point: V,
        [x, y, z]: [usize; 3],
    ) -> Place {
        let row = self.index([0, y, z]);
        let known = |x: usize, share: f64| {
            let winding = self.cells[row + x];
            let at: V::Scalar = self.inside(0, x, share).filter(|_| winding != MIXED)?;
            Some((at, i32::from(winding)))
        };
        for step in 1..=STEPS {
            let ahead = if x + step < self.size[0] { known(x + step, 0.125) } else { None };
            let behind = || x.checked_sub(step).and_then(|x| known(x, 0.875));
            if let Some((q, known)) = ahead.or_else(behind) {
                return mesh.winding_from(point, q, known);
            }
        }
        mesh.winding(point)
    }

    /// Returns the memory in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.cells.len()
    }
}

impl<V: FloatVector<Scalar: MeshNumber> + Vector3> TriMesh<V> {
    /// Returns the winding number around a point, from that of another point with the same second
    /// and third coordinates, which is not on the surface.
    fn winding_from(&self, point: V, first: V::Scalar, known: i32) -> Place {
        let [x, y, z] = numbers(point);
        let other = V::from_fn(|axis| [first, y, z][axis]);
        let ends = [[x, y, z], [first, y, z]];
        let mut between = Vec::new();
        let around = self.tree().box_around(&ends, V::Scalar::ZERO);
        self.bvh().walk_box(&around, |triangle| {
            let [a, b, c] = self.corners(triangle);
            let apart = |axis: usize, at: V::Scalar| {
                (a[axis] < at && b[axis] < at && c[axis] < at)
                    || (a[axis] > at && b[axis] > at && c[axis] > at)
            };
            if !apart(1, y) && !apart(2, z) {
                between.push(triangle);
            }
        });
        // A leaf may be visited twice.
        between.sort_unstable();
        between.dedup();
        let triangles = || between.iter().filter_map(|triangle| self.triangle(*triangle as usize));
        let from_point = winding(point, triangles())?;
        Some(known + from_point - winding(other, triangles())?)
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
struct Run {
    row: usize,
    first: usize,
    end: usize,
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
