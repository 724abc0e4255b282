//! Boundary of the union of overlapping shells.
//!
//! Triangles are cut where those of other shells pass through them, and along the outlines of
//! coplanar ones. A piece is on the boundary if one of its sides is inside and the other is not.
//! Pieces are distinguished down to 1e-11 of the size of the mesh.

use super::shells::{Box3, bounds_of, boxes, grown, meet};
use crate::bvh::{Bvh, each};
use crate::mesh::TriMesh;
use crate::mesh::solid::convex_piece::{Contact, Facet, Piece};
use crate::mesh::solid::mesh_solid::Solid;
use alloc::vec;
use alloc::vec::Vec;
use glam::DVec3;

/// Depth of an intersection, relative to the size, below which it is ignored.
const SLACK: f64 = 1e-13;
/// Distance from a face, relative to the size, at which its sides are tested.
const ASIDE: f64 = 1e-11;

/// Largest number of corners of a piece that has room for three more, as the outline of a triangle
/// adds.
const ROOMY: usize = 5;

/// Returns the boundary of the union of shells and the number of shells that are cut, or `None` if
/// all of them bound it completely. All shells of the mesh must be closed. `shell_of` is the shell
/// of each triangle.
pub(super) fn trimmed(solid: &Solid, shell_of: &[u32]) -> Option<(TriMesh<DVec3>, usize)> {
    let size = (solid.high - solid.low).max_element();
    let slack = size * SLACK;
    let boxes = boxes(solid.mesh(), shell_of);
    let tree = Bvh::build(boxes.iter().map(bounds_of));
    let mut near: Vec<Vec<u32>> = Vec::with_capacity(boxes.len());
    for (shell, around) in boxes.iter().enumerate() {
        let mut others = Vec::new();
        tree.walk_box(&bounds_of(&grown(*around, slack)), |other| {
            if other as usize != shell && meet(&grown(*around, slack), &boxes[other as usize]) {
                others.push(other);
            }
        });
        near.push(others);
    }
    let kept = each(shell_of.len(), 256, |triangle| {
        let shell = shell_of[triangle] as usize;
        let is_near = |around: &Box3| near[shell].iter().any(|other| meet(around, &boxes[*other as usize]));
        let around = grown(around(&solid.corners(triangle as u32)), slack);
        if is_near(&around) { kept(solid, shell_of, triangle as u32, &around, slack) } else { None }
    });
    let mut cut = vec![false; boxes.len()];
    let (mut vertices, mut triangles) = (solid.mesh().vertices().to_vec(), Vec::new());
    for (triangle, pieces) in kept.into_iter().enumerate() {
        let Some(pieces) = pieces else {
            triangles.push(solid.mesh().triangles()[triangle]);
            continue;
        };
        cut[shell_of[triangle] as usize] = true;
        for piece in pieces {
            let first = vertices.len() as u32;
            vertices.extend_from_slice(piece.corners());
            triangles.extend((2..piece.corners().len() as u32).map(|i| [first, first + i - 1, first + i]));
        }
    }
    let cut = cut.iter().filter(|cut| **cut).count();
    if cut == 0 {
        return None;
    }
    Some((TriMesh::try_new(vertices, triangles).ok()?, cut))
}

/// Returns the part of a triangle that is on the boundary, or `None` if all of it is.
fn kept(solid: &Solid, shell_of: &[u32], triangle: u32, around: &Box3, slack: f64) -> Option<Vec<Piece>> {
    // A triangle without area bounds nothing and does no harm.
    let plane = solid.plane(triangle)?;
    let mut pieces = vec![Piece::triangle(solid.corners(triangle))];
    solid.each_in_box(around, |other| {
        if shell_of[other as usize] != shell_of[triangle as usize] {
            pieces = pieces.iter().flat_map(|piece| parted(piece, &solid.facet(other), slack)).collect();
        }
    });
    let whole = pieces.len();
    let aside = plane.normal * (slack / SLACK * ASIDE);
    pieces.retain(|piece| {
        let (middle, _) = piece.middle();
        solid.winds_around(middle + aside) != solid.winds_around(middle - aside)
    });
    (pieces.len() < whole).then_some(pieces)
}

fn around([a, b, c]: &[DVec3; 3]) -> Box3 {
    [a.min(*b).min(*c), a.max(*b).max(*c)]
}

/// Cuts a piece where a triangle passes through it, or along the outline of a coplanar one.
fn parted(piece: &Piece, other: &Facet, slack: f64) -> Vec<Piece> {
    let Some(plane) = piece.plane() else { return vec![*piece] };
    if !meet(&grown(piece.bounds(), slack), &around(&other.corners)) {
        return vec![*piece];
    }
    if piece.corners().len() > ROOMY {
        let halves = piece.halves(piece.middle().0);
        return halves.iter().flatten().flat_map(|half| parted(half, other, slack)).collect();
    }
    match piece.contact(&plane, other, slack) {
        None => vec![*piece],
        Some(Contact::Crossing) => match other.plane {
            Some(plane) => piece.split(&plane, 0.0).into_iter().flatten().collect(),
            None => vec![*piece],
        },
        Some(Contact::Flush) => match piece.over(other, slack) {
            Some((over, beside)) => beside.into_iter().flatten().chain([over]).collect(),
            None => vec![*piece],
        },
    }
}
