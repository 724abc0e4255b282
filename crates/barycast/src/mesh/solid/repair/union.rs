//! What of shells that overlap bounds their union.
//!
//! Triangles are cut where those of other shells go through them, and along the outlines of those flush with them. Of what
//! is left each piece is on the boundary when one side of it is inside and the other is not. Pieces are told apart down to
//! 1e-11 of the size of the mesh.

use super::shells::{Box3, bounds_of, boxes, grown, meet};
use crate::bvh::Bvh;
use crate::mesh::TriMesh;
use crate::mesh::solid::Solid;
use crate::mesh::solid::piece::{Contact, Facet, Piece};
use alloc::vec;
use alloc::vec::Vec;
use glam::DVec3;

/// Meeting by no more than this share of the size is none.
const SLACK: f64 = 1e-13;
/// The sides of a face are looked at this share of the size away from it.
const ASIDE: f64 = 1e-11;

/// A piece of so many corners has room for three more, as the outline of a triangle cuts it.
const ROOMY: usize = 5;

/// The boundary of the union of shells, and how many of them are cut; `None` where all of them bound it as a whole.
///
/// Of a mesh all of whose shells are closed, by the shell of each triangle.
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
    let mut cut = vec![false; boxes.len()];
    let (mut vertices, mut triangles) = (solid.mesh().vertices().to_vec(), Vec::new());
    for (triangle, &shell) in (0..).zip(shell_of) {
        let named = solid.mesh().triangles()[triangle as usize];
        let corners = solid.corners(triangle);
        let around = grown(around(&corners), slack);
        if !near[shell as usize].iter().any(|other| meet(&around, &boxes[*other as usize])) {
            triangles.push(named);
            continue;
        }
        let Some(plane) = solid.plane(triangle) else {
            // Without area it bounds nothing.
            continue;
        };
        let mut pieces = vec![Piece::triangle(corners)];
        solid.each_in_box(&around, |other| {
            if shell_of[other as usize] != shell {
                pieces = pieces.iter().flat_map(|piece| parted(piece, &solid.facet(other), slack)).collect();
            }
        });
        let whole = pieces.len();
        pieces.retain(|piece| {
            let (middle, _) = piece.middle();
            let aside = plane.normal * (size * ASIDE);
            solid.holds(middle + aside) != solid.holds(middle - aside)
        });
        if pieces.len() == whole {
            triangles.push(named);
            continue;
        }
        cut[shell as usize] = true;
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

fn around([a, b, c]: &[DVec3; 3]) -> Box3 {
    [a.min(*b).min(*c), a.max(*b).max(*c)]
}

/// A piece cut where a triangle goes through it, or along the outline of one that is flush with it.
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
