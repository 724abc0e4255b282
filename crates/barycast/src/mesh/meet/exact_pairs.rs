//! Exact intersection tests of two triangles.

use crate::mesh::leaf::Corners;
use crate::number::Float;
use crate::number::each::MapEach;
use crate::shape::scanline::{decided, sign};
use crate::shape::{Segment, Triangle};
use crate::vector::{V3, Vector, Vector3};
use alloc::vec::Vec;
use glam::DVec3;

/// Tests exactly whether two triangles share a point. A triangle with corners that are not finite
/// shares none.
#[cold]
pub(super) fn meet<S: Float>(a: &Corners<S>, b: &Corners<S>) -> bool {
    let finite = |corners: &Corners<S>| corners.as_flattened().iter().all(|x| x.is_finite());
    finite(a) && finite(b) && triangle(a).intersects_exactly(&triangle(b))
}

/// Tests whether two triangles of one mesh share more than neighbours do, by the rule of
/// [`self_intersections`](crate::mesh::TriMesh::self_intersections).
#[cold]
pub(super) fn meet_elsewhere<S: Float>(a: &Corners<S>, b: &Corners<S>) -> bool {
    let (a, b) = (triangle(a), triangle(b));
    let (corners_a, corners_b) = (places(&a), places(&b));
    let rest = |of: &[DVec3], other: &[DVec3]| -> Vec<DVec3> {
        of.iter().copied().filter(|corner| !other.contains(corner)).collect()
    };
    let (rest_a, rest_b) = (rest(&corners_a, &corners_b), rest(&corners_b, &corners_a));
    let opposite_meets = |rest: &[DVec3], other: &Triangle<DVec3>| match *rest {
        [first, .., last] => Segment { a: first, b: last }.intersects_exactly(other),
        [only] => Segment { a: only, b: only }.intersects_exactly(other),
        [] => false,
    };
    match (corners_a.len() - rest_a.len(), &*rest_a, &*rest_b) {
        (0, ..) => a.intersects_exactly(&b),
        (1, ..) => opposite_meets(&rest_a, &b) || opposite_meets(&rest_b, &a),
        (2, &[c], &[d]) => {
            let shared: Vec<_> = corners_a.iter().copied().filter(|corner| *corner != c).collect();
            is_folded([shared[0], shared[1]], c, d)
        }
        (3, ..) => true,
        _ => false,
    }
}

/// Tests whether the triangles on a common edge are coplanar and on the same side of the edge.
fn is_folded([a, b]: [DVec3; 2], c: DVec3, d: DVec3) -> bool {
    decided!(number => {
        let [b, c, d] = [b, c, d].each(|p| p.lift::<V3<_>>(&number) - a.lift::<V3<_>>(&number));
        let across = b.cross(c);
        let flat = sign(across.dot(d));
        flat.and_then(|flat| Some(flat == 0 && sign(across.dot(b.cross(d)))? > 0))
    })
}

/// Returns the distinct corners.
fn places(triangle: &Triangle<DVec3>) -> Vec<DVec3> {
    let mut places = Vec::with_capacity(3);
    for corner in triangle.corners() {
        if !places.contains(&corner) {
            places.push(corner);
        }
    }
    places
}

/// Returns the triangle in `f64`. Widening `f32` is exact.
pub(super) fn triangle<S: Float>(corners: &Corners<S>) -> Triangle<DVec3> {
    let [a, b, c] = corners.each(|corner| DVec3::from_array(corner.each(Float::to_f64)));
    Triangle { a, b, c }
}
