//! Crossing test of two surfaces of which neither has an inside.
//!
//! Two surfaces cross if each has a triangle that the other passes through: the other's triangles
//! that meet it have points on both sides of its plane, all farther than the tolerance from its
//! surface. The tested points are the vertices and centroids of the pieces that the plane cuts off.
//! A surface that pokes through another by at most the tolerance touches it. So do two surfaces
//! whose intersection curve is at most as long as the tolerance.

use crate::frame::Affine3;
use crate::mesh::Solid;
use crate::mesh::solid::convex_piece::Piece;
use crate::number::each::MapEach;
use alloc::vec::Vec;
use glam::DVec3;

/// Tests whether each surface passes through the other. `placed[i]` places the other surface in the
/// coordinates of surface `i`.
pub(super) fn cross(
    solids: [&Solid; 2],
    placed: &[Affine3<DVec3>; 2],
    scales: [f64; 2],
    tolerance: f64,
) -> bool {
    let [a, b] = solids;
    let mut pairs: Vec<[u32; 2]> = a.mesh.intersecting_triangles(&b.mesh, &placed[0]);
    let mut around = [DVec3::INFINITY, DVec3::NEG_INFINITY];
    for &[s, t] in &pairs {
        let other = b.corners(t).each(|p| placed[0].transform_point(p));
        let common = a.plane(s).and_then(|plane| Piece::triangle(a.corners(s)).common(&plane, other, 0.0));
        for p in common.into_iter().flatten() {
            around = [around[0].min(p), around[1].max(p)];
        }
    }
    if (around[1] - around[0]).length() * scales[0] <= tolerance || around[0].x > around[1].x {
        return false;
    }
    if !passes_through(b, a, &placed[0], tolerance / scales[0], &pairs) {
        return false;
    }
    for pair in &mut pairs {
        pair.reverse();
    }
    pairs.sort_unstable();
    passes_through(a, b, &placed[1], tolerance / scales[1], &pairs)
}

/// Tests whether a surface passes through any triangle of `wall`. Pairs are sorted by the triangle
/// of `wall`.
fn passes_through(
    of: &Solid,
    wall: &Solid,
    placement: &Affine3<DVec3>,
    tolerance: f64,
    pairs: &[[u32; 2]],
) -> bool {
    pairs.chunk_by(|p, q| p[0] == q[0]).any(|group| {
        let Some(plane) = wall.plane(group[0][0]) else { return false };
        let mut sides = [false; 2];
        for &[_, triangle] in group {
            let piece = Piece::triangle(of.corners(triangle).each(|p| placement.transform_point(p)));
            for (side, part) in sides.iter_mut().zip(piece.split(&plane, 0.0)) {
                let far = |p: &DVec3| {
                    let height = plane.height(*p).abs();
                    height > tolerance && wall.mesh.closest_point_within(*p, tolerance).is_none()
                };
                *side |= part.is_some_and(|part| part.corners().iter().any(far) || far(&part.middle().0));
            }
            if sides == [true; 2] {
                return true;
            }
        }
        false
    })
}
