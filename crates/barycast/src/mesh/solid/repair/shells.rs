//! Nesting of closed shells, and the orientation that follows from it.

use crate::bvh::{Bounds, Bvh};
use crate::mesh::TriMesh;
use crate::mesh::solid::components::{find, join};
use crate::mesh::solid::mesh_solid::Solid;
use crate::number::Order as _;
use crate::shape::mesh::winding;
use alloc::vec;
use alloc::vec::Vec;
use glam::DVec3;

/// Box around something.
pub(super) type Box3 = [DVec3; 2];

const NOTHING: Box3 = [DVec3::INFINITY, DVec3::NEG_INFINITY];

/// Tests whether two boxes share a point.
pub(super) fn meet(a: &Box3, b: &Box3) -> bool {
    a[0].cmple(b[1]).all() && b[0].cmple(a[1]).all()
}

/// Returns a box enlarged on every side.
pub(super) fn grown([low, high]: Box3, by: f64) -> Box3 {
    [low - by, high + by]
}

pub(super) fn bounds_of([low, high]: &Box3) -> Bounds {
    Bounds::around(&[low.to_array(), high.to_array()], 0.0)
}

/// Returns the boxes around the shells, given the shell of each triangle.
pub(super) fn boxes(mesh: &TriMesh<DVec3>, shell_of: &[u32]) -> Vec<Box3> {
    let count = shell_of.iter().max().map_or(0, |last| *last as usize + 1);
    let mut boxes = vec![NOTHING; count];
    for (named, shell) in mesh.triangles().iter().zip(shell_of) {
        let around = &mut boxes[*shell as usize];
        for vertex in named {
            let v = mesh.vertices()[*vertex as usize];
            *around = [around[0].min(v), around[1].max(v)];
        }
    }
    boxes
}

/// Tests whether the boxes of two components that share no vertex meet.
pub(super) fn may_overlap(solid: &Solid) -> bool {
    let mut pieces: Vec<u32> = (0..solid.mesh.vertices().len() as u32).collect();
    let place = |vertex: u32| solid.place_of[vertex as usize];
    for &[a, b, c] in solid.mesh.triangles() {
        join(&mut pieces, place(a), place(b));
        join(&mut pieces, place(b), place(c));
    }
    let mut boxes = vec![NOTHING; pieces.len()];
    for vertex in solid.mesh.triangles().as_flattened() {
        let v = solid.mesh.vertices()[*vertex as usize];
        let around = &mut boxes[find(&mut pieces, place(*vertex)) as usize];
        *around = [around[0].min(v), around[1].max(v)];
    }
    boxes.retain(|around| around[0].x <= around[1].x);
    let tree = Bvh::build(boxes.iter().map(bounds_of));
    boxes.iter().enumerate().any(|(piece, around)| {
        let mut meets = false;
        tree.walk_box(&bounds_of(around), |other| {
            meets |= other as usize != piece && meet(around, &boxes[other as usize]);
        });
        meets
    })
}

/// Returns which shells must be flipped. Each shell is closed and consistently oriented.
///
/// An outermost shell faces outward. A shell inside another keeps its orientation relative to the
/// outermost if that is `clear`. Otherwise it is a cavity in the shell that contains it, or
/// material if it is in a cavity. If all would be flipped, none is, because winding numbers other
/// than 0 do not depend on it.
pub(super) fn turned(mesh: &TriMesh<DVec3>, shell_of: &[u32], clear: &[bool]) -> Vec<bool> {
    let boxes = boxes(mesh, shell_of);
    let outward: Vec<bool> =
        volumes(mesh, shell_of, boxes.len()).iter().map(|volume| *volume > 0.0).collect();
    let containing_shells = containing_shells(mesh, shell_of, &boxes);
    let mut order: Vec<usize> = (0..boxes.len()).collect();
    order.order_by_key(|shell| containing_shells[*shell].len());
    let mut faces_out = vec![true; boxes.len()];
    for shell in order {
        let of = &containing_shells[shell];
        let Some(&outermost) = of.iter().min_by_key(|holder| containing_shells[**holder as usize].len())
        else {
            continue;
        };
        let innermost = of.iter().max_by_key(|holder| containing_shells[**holder as usize].len());
        let reference = !clear[outermost as usize] || outward[outermost as usize];
        faces_out[shell] = if clear[shell] {
            outward[shell] == reference
        } else {
            innermost.is_some_and(|holder| !faces_out[*holder as usize])
        };
    }
    let turned: Vec<bool> = outward.iter().zip(&faces_out).map(|(is, must)| is != must).collect();
    if turned.contains(&false) { turned } else { vec![false; boxes.len()] }
}

/// Returns six times the volume of each shell, negative if it faces inward.
fn volumes(mesh: &TriMesh<DVec3>, shell_of: &[u32], count: usize) -> Vec<f64> {
    let mut from = vec![None; count];
    let mut volumes = vec![0.0; count];
    for (named, shell) in mesh.triangles().iter().zip(shell_of) {
        let [a, b, c] = named.map(|vertex| mesh.vertices()[vertex as usize]);
        let from = *from[*shell as usize].get_or_insert(a);
        volumes[*shell as usize] += (a - from).dot((b - from).cross(c - from));
    }
    volumes
}

/// Returns for each shell the shells that contain it: those that wind around its outermost
/// vertices.
fn containing_shells(mesh: &TriMesh<DVec3>, shell_of: &[u32], boxes: &[Box3]) -> Vec<Vec<u32>> {
    let tree = Bvh::build(boxes.iter().map(bounds_of));
    let holds = |outer: &Box3, inner: &Box3| outer[0].cmple(inner[0]).all() && outer[1].cmpge(inner[1]).all();
    let extremes = extremes(mesh, shell_of, boxes.len());
    let mut containing_shells = Vec::with_capacity(boxes.len());
    for (shell, inner) in boxes.iter().enumerate() {
        let mut around = Vec::new();
        tree.walk_box(&bounds_of(inner), |outer| {
            if outer as usize != shell && holds(&boxes[outer as usize], inner) {
                around.push(outer);
            }
        });
        around.sort_unstable();
        if !around.is_empty() {
            let mut inside = vec![0; around.len()];
            for p in extremes[shell] {
                let ahead = mesh.box_around(&[p.to_array(), [f64::INFINITY, p.y, p.z]], 0.0);
                let ahead = mesh.bvh().items_in_box(&ahead);
                for (outer, inside) in around.iter().zip(&mut inside) {
                    let of_outer = ahead.iter().filter(|triangle| shell_of[**triangle as usize] == *outer);
                    let winding =
                        winding(p, of_outer.filter_map(|triangle| mesh.triangle(*triangle as usize)));
                    // A vertex on the other shell decides nothing.
                    *inside += winding.map_or(0, |winding| if winding == 0 { -6 } else { 1 });
                }
            }
            let mut inside = inside.into_iter();
            around.retain(|_| inside.next().is_some_and(|inside| inside > 0));
        }
        containing_shells.push(around);
    }
    containing_shells
}

/// Returns for each shell its extreme vertices along the three axes.
fn extremes(mesh: &TriMesh<DVec3>, shell_of: &[u32], count: usize) -> Vec<[DVec3; 6]> {
    let mut extremes = vec![[DVec3::NAN; 6]; count];
    for (named, shell) in mesh.triangles().iter().zip(shell_of) {
        for vertex in named {
            let v = mesh.vertices()[*vertex as usize];
            for (place, extreme) in extremes[*shell as usize].iter_mut().enumerate() {
                let (axis, sign) = (place / 2, if place % 2 == 0 { -1.0 } else { 1.0 });
                if extreme.is_nan() || sign * v[axis] > sign * extreme[axis] {
                    *extreme = v;
                }
            }
        }
    }
    extremes
}
