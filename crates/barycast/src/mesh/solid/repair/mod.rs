//! Repair of meshes that are not closed, to define which points are inside.
//!
//! A closed surface needs nothing. For others a copy is repaired, and used only for containment.
//! Distances are measured from the mesh as given. The steps, each as far as it is needed:
//!
//! 1. Duplicate triangles are removed ([`duplicates`]).
//! 2. Vertices along open edges are welded, and open edges are split at vertices on them
//!    ([`weld`]).
//! 3. Triangles are oriented consistently, and parts that are not closed are removed ([`orient`]).
//! 4. Of nested shells the outermost is oriented outward, and the inner ones keep their meaning
//!    ([`shells`]).
//! 5. Faces inside the union of overlapping shells bound nothing, and are cut away where depths are
//!    measured ([`union`]).

mod duplicates;
mod edges;
mod orient;
mod shells;
mod union;
mod weld;

use super::mesh_solid::{Inside, MeshTopology, Repairs, Solid};
use crate::mesh::TriMesh;
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use duplicates::{Reduced, reduce};
use glam::DVec3;
use weld::{Candidates, Weld};

/// Options of a repair. Lengths are in the mesh's own coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RepairOptions {
    /// Largest error of a coordinate due to the number of digits in the file, at least 0. The
    /// rounding of `f64` at the largest coordinate is always included.
    pub resolution: f64,
    /// Largest gap that is closed, at least 0: the tolerance with which the mesh is compared to
    /// others. Depths up to this are indistinguishable from 0.
    pub tolerance: f64,
}

impl Solid {
    /// Prepares a mesh and repairs what keeps it from having an inside. Also returns the repairs.
    /// Distances are measured from the surface as given. A mesh that is already closed takes no
    /// longer than with [`new`](Self::new).
    ///
    /// Vertices along open edges are welded at the least distance that closes them, up to the
    /// tolerance. Duplicate triangles, in the same or opposite orientation, count once. Triangles
    /// are oriented consistently, and the outermost shell has its inside within. Inner shells of
    /// opposite orientation are cavities. Overlapping shells are a union: depths in it are measured
    /// from its boundary. Shells that stay open are ignored.
    ///
    /// ```
    /// use barycast::mesh::{RepairOptions, Solid, TriMesh};
    /// use glam::DVec3;
    ///
    /// // A tetrahedron with a flipped triangle, one vertex of which is slightly misplaced.
    /// let near = DVec3::Z * (1.0 + 1e-12);
    /// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z, near];
    /// let mesh = TriMesh::try_new(corners, vec![[0, 2, 1], [0, 1, 3], [2, 1, 4], [0, 3, 2]])?;
    /// let options = RepairOptions { tolerance: 1e-6, ..Default::default() };
    /// let (solid, repairs) = Solid::repaired(mesh, &options);
    /// assert!(solid.has_inside() && !solid.topology().closed);
    /// assert_eq!([repairs.welded_vertices, repairs.flipped_triangles], [1, 1]);
    /// # Ok::<(), barycast::mesh::MeshError>(())
    /// ```
    #[doc(alias = "weld")]
    #[doc(alias = "heal")]
    #[doc(alias = "orient")]
    pub fn repaired(mesh: impl Into<Arc<TriMesh<DVec3>>>, options: &RepairOptions) -> (Self, Repairs) {
        let mut solid = Self::new(mesh);
        let repairs = solid.repair(options);
        (solid, repairs)
    }

    /// Returns the part of a closed mesh that bounds its inside, if shells that share no vertex
    /// overlap, or `None` if all of it does.
    pub(crate) fn union_boundary(mesh: TriMesh<DVec3>) -> Option<TriMesh<DVec3>> {
        let solid = Self::new(mesh);
        if !solid.topology.closed || solid.topology.pieces == 1 || !shells::may_overlap(&solid) {
            return None;
        }
        let vertices = solid.mesh.vertices().to_vec();
        let triangles = solid.whole_triangles();
        let shell_of: Option<Vec<u32>> = orient::orient(&vertices, &triangles).of.into_iter().collect();
        let whole = Self::new(TriMesh::try_new(vertices, triangles).ok()?);
        union::trimmed(&whole, &shell_of?).map(|(boundary, _)| boundary)
    }

    /// Returns the triangles with three distinct corners, by the positions of their corners.
    fn whole_triangles(&self) -> Vec<[u32; 3]> {
        let places = |named: &[u32; 3]| named.map(|vertex| self.place_of[vertex as usize]);
        let is_whole = |[a, b, c]: &[u32; 3]| a != b && b != c && c != a;
        self.mesh.triangles().iter().map(places).filter(is_whole).collect()
    }

    fn repair(&mut self, options: &RepairOptions) -> Repairs {
        let MeshTopology { closed, non_manifold_edges, pieces, .. } = self.topology;
        if closed && non_manifold_edges == 0 && (pieces == 1 || !shells::may_overlap(self)) {
            return Repairs::default();
        }
        let mut mended = repair_shells(self, options);
        let mut repairs = mended.repairs;
        let is_as_given = closed && repairs == Repairs::default() && !mended.faces_gone;
        if is_as_given && mended.clear.len() == 1 {
            return repairs;
        }
        self.has_inside = false;
        let Some(mut shells) = mended.mesh() else { return repairs };
        self.has_inside = true;
        if mended.clear.len() > 1 {
            let turned = shells::turned(&shells, &mended.shell_of, &mended.clear);
            if turned.contains(&true) {
                repairs.flipped_triangles += mended.turn(&turned);
                shells = mended.mesh().unwrap_or(shells);
            }
        }
        let is_given = repairs == Repairs::default();
        let is_part = mended.faces_gone || repairs.open_triangles > 0;
        let shells = Arc::new(shells);
        let mut boundary = None;
        if is_part || mended.clear.len() > 1 {
            let mut whole = Self::new(shells.as_ref().clone());
            if let Some((mesh, overlapping)) = union::trimmed(&whole, &mended.shell_of) {
                repairs.overlapping_shells = overlapping;
                whole = Self::new(mesh);
                whole.inside.shells = Some(shells.clone());
                whole.has_inside = true;
                boundary = Some(Box::new(whole));
            } else if is_part {
                boundary = Some(Box::new(whole));
            }
        }
        if !is_given || boundary.is_some() {
            self.inside = Inside { shells: Some(shells), boundary, moved: mended.moved, repairs };
        }
        repairs
    }
}

/// Closed shells of a mesh.
struct RepairedShells {
    vertices: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
    /// Shell of each triangle.
    shell_of: Vec<u32>,
    /// Whether the orientation of each shell is certain.
    clear: Vec<bool>,
    /// Whether some faces of the mesh are not in the shells.
    faces_gone: bool,
    moved: f64,
    repairs: Repairs,
}

impl RepairedShells {
    /// Returns the mesh of the shells, or `None` if nothing is closed.
    fn mesh(&self) -> Option<TriMesh<DVec3>> {
        TriMesh::try_new(self.vertices.clone(), self.triangles.clone()).ok()
    }

    /// Flips shells, and returns the number of flipped triangles.
    fn turn(&mut self, turned: &[bool]) -> usize {
        let mut count = 0;
        for (triangle, shell) in self.triangles.iter_mut().zip(&self.shell_of) {
            if turned[*shell as usize] {
                triangle.swap(1, 2);
                count += 1;
            }
        }
        count
    }
}

/// Welds, flips and removes triangles until the rest is closed.
fn repair_shells(solid: &Solid, options: &RepairOptions) -> RepairedShells {
    let given = solid.whole_triangles();
    let mut vertices = solid.mesh.vertices().to_vec();
    let mut repairs = Repairs::default();
    let mut moved = 0.0;
    let mut reduced = reduce(&given);
    let largest = solid.low.abs().max(solid.high.abs()).max_element();
    // Two roundings of one point are at most this far apart, with a small margin.
    let least = 4.0 * options.resolution.max(largest * f64::EPSILON).max(f64::MIN_POSITIVE);
    let most = options.tolerance.max(least);
    if !reduced.odd.is_empty()
        && most.is_finite()
        && let Some((weld, closed)) = best_weld(&vertices, &reduced, least, most)
    {
        moved = weld.moved;
        repairs.welded_vertices = weld.welded;
        repairs.split_edges = weld.cut_count();
        repairs.weld_distance = weld.widest;
        for corner in closed.triangles.iter().flatten() {
            vertices[*corner as usize] = weld.place(*corner);
        }
        reduced = closed;
    }
    repairs.duplicate_triangles = reduced.doubled;
    let turned = orient::orient(&vertices, &reduced.triangles);
    let (mut triangles, mut shell_of) = (Vec::new(), Vec::new());
    for (index, &[a, b, c]) in reduced.triangles.iter().enumerate() {
        let Some(shell) = turned.of[index] else { continue };
        repairs.flipped_triangles += usize::from(turned.turned[index]);
        triangles.push(if turned.turned[index] { [a, c, b] } else { [a, b, c] });
        shell_of.push(shell);
    }
    repairs.open_triangles = reduced.triangles.len() - triangles.len();
    RepairedShells {
        vertices,
        triangles,
        shell_of,
        clear: turned.clear,
        faces_gone: reduced.faces_gone,
        moved,
        repairs,
    }
}

/// Returns the weld at the least distance that closes the surface, and the triangles after it. If
/// no distance closes it, returns the first of those that leave the fewest edges open. Returns
/// `None` if no weld closes any edge.
///
/// Edges are split at each distance at which that may close the rest. If no distance closes the
/// surface, they are split only at the best one.
fn best_weld(vertices: &[DVec3], given: &Reduced, least: f64, most: f64) -> Option<(Weld, Reduced)> {
    let candidates = Candidates::new(vertices, &given.odd, least, most);
    let mut fewest = (given.odd.len(), None);
    for &distance in candidates.distances() {
        let (mut weld, mut open) = candidates.weld(distance);
        if !open.is_empty() && candidates.may_close(open.len(), distance) {
            open = weld.cut(open, distance);
        }
        if open.is_empty() {
            let closed = welded(&mut weld, given);
            if closed.odd.is_empty() {
                return Some((weld, closed));
            }
        }
        if open.len() < fewest.0 {
            fewest = (open.len(), Some(distance));
        }
    }
    let distance = fewest.1.or(candidates.distances().last().copied())?;
    let (mut weld, open) = candidates.weld(distance);
    if !open.is_empty() {
        weld.cut(open, distance);
    }
    let closed = welded(&mut weld, given);
    (closed.odd.len() < given.odd.len()).then_some((weld, closed))
}

/// Returns the triangles after a weld. Triangles that coincide after it may leave edges open.
fn welded(weld: &mut Weld, given: &Reduced) -> Reduced {
    let mut triangles = Vec::with_capacity(given.triangles.len());
    for corners in &given.triangles {
        weld.apply(*corners, &mut |corners| triangles.push(corners));
    }
    let again = reduce(&triangles);
    let doubled = given.doubled + again.doubled;
    let faces_gone = given.faces_gone || again.faces_gone;
    Reduced { doubled, faces_gone, ..again }
}
