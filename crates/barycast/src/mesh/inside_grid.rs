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

use super::cell_grid::{CellGrid, MIXED, Place, Run};
use super::leaf::numbers;
use super::{MeshNumber, TriMesh};
use crate::number::Float;
use crate::number::each::MapEach;
use crate::shape::mesh::{open_edges, winding};
use crate::vector::{FloatVector, Vector3};
use alloc::vec::Vec;

/// Number of cells on either side in which a decided one is sought.
const STEPS: usize = 12;
/// Triangles for each open edge from which on a grid has enough decided cells.
const TRIANGLES_PER_OPEN_EDGE: usize = 8;

/// Returns the grid, or `None` for a mesh that has many open edges or no ordinary size.
pub(super) fn grid_of<V: FloatVector<Scalar: MeshNumber> + Vector3>(mesh: &TriMesh<V>) -> Option<CellGrid> {
    if mesh.has_no_tree() {
        return None;
    }
    let open = open_edges(mesh.vertices(), mesh.triangles());
    if open.len() > mesh.triangles().len() / TRIANGLES_PER_OPEN_EDGE {
        return None;
    }
    let bounds = mesh.bounds();
    let [low, high] = [bounds.min, bounds.max].each(|corner| numbers(corner).each(Float::to_f64));
    let mut grid = CellGrid::empty(low, high, mesh.triangles().len())?;
    for triangle in 0..mesh.triangles().len() as u32 {
        grid.mark(&mesh.corners(triangle).each(|corner| corner.each(Float::to_f64)));
    }
    for edge in &open {
        grid.mark_rows(edge.each(|v| numbers(mesh.vertices()[v as usize]).each(Float::to_f64)));
    }
    grid.is_closed = open.is_empty();
    grid.decide(|grid, run| winding_of(grid, mesh, run));
    Some(grid)
}

/// Returns the winding number of the cells of a run, if a float of the mesh is in one of them
/// and it is small.
fn winding_of<V: FloatVector<Scalar: MeshNumber> + Vector3>(
    grid: &CellGrid,
    mesh: &TriMesh<V>,
    run: &Run,
) -> Option<i8> {
    let middle = usize::midpoint(run.first, run.end - 1);
    let cell = [middle, run.row % grid.size[1], run.row / grid.size[1]];
    let mut point = [V::Scalar::ZERO; 3];
    for axis in 0..3 {
        point[axis] = grid.inside(axis, cell[axis], 0.5)?;
    }
    let winding = mesh.winding(V::from_fn(|axis| point[axis]))?;
    i8::try_from(winding).ok().filter(|winding| *winding != MIXED)
}

/// Returns the winding number around a finite point, or where it is on the surface.
pub(super) fn winding_in<V: FloatVector<Scalar: MeshNumber> + Vector3>(
    grid: &CellGrid,
    mesh: &TriMesh<V>,
    point: V,
) -> Place {
    let p = numbers(point).each(Float::to_f64);
    if (0..3).any(|axis| p[axis] < grid.low[axis] || p[axis] > grid.high[axis]) {
        // A ray from below may enter an open mesh.
        return if grid.is_closed || p[0] > grid.high[0] { Some(0) } else { mesh.winding(point) };
    }
    let cell = [0, 1, 2].each(|axis| grid.place(axis, p[axis]));
    let winding = grid.cells[grid.index(cell)];
    if winding == MIXED { near_neighbour(grid, mesh, point, cell) } else { Some(winding.into()) }
}

/// Returns the winding number around a point of an undecided cell.
fn near_neighbour<V: FloatVector<Scalar: MeshNumber> + Vector3>(
    grid: &CellGrid,
    mesh: &TriMesh<V>,
    point: V,
    [x, y, z]: [usize; 3],
) -> Place {
    let row = grid.index([0, y, z]);
    let known = |x: usize, share: f64| {
        let winding = grid.cells[row + x];
        let at: V::Scalar = grid.inside(0, x, share).filter(|_| winding != MIXED)?;
        Some((at, i32::from(winding)))
    };
    for step in 1..=STEPS {
        let ahead = if x + step < grid.size[0] { known(x + step, 0.125) } else { None };
        let behind = || x.checked_sub(step).and_then(|x| known(x, 0.875));
        if let Some((q, known)) = ahead.or_else(behind) {
            return mesh.winding_from(point, q, known);
        }
    }
    mesh.winding(point)
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
