//! Convex solids with flat faces.

use super::SolidAngle;
use super::flat::signed;
use crate::number::{Float, Ring};
use crate::shape::{Aabb, Obb, Tetrahedron, Triangle};
use crate::vector::{FloatVector, Vector3};
use core::f64::consts::PI;

/// Returns the solid angle of a convex solid from its faces, all oriented outward or all inward.
/// From outside, the front faces and the back faces cover the same angle; from inside, only one
/// kind is visible.
fn of_faces<V: FloatVector + Vector3>(faces: impl Iterator<Item = Triangle<V>>, eye: V) -> V::Scalar {
    let (mut backs, mut fronts) = (0.0, 0.0);
    for angle in faces.filter_map(|face| signed(&face, eye)) {
        if angle > 0.0 {
            backs += angle;
        } else {
            fronts -= angle;
        }
    }
    // Rounding may exceed the whole view.
    V::Scalar::from_f64(Ring::min(Ring::max(backs, fronts), 4.0 * PI))
}

/// Returns the triangles of a box from its corners, numbered by the bits of x, y and z.
fn of_box<V: FloatVector + Vector3>(corners: [V; 8], eye: V) -> V::Scalar {
    const FACES: [[usize; 4]; 6] =
        [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    let halves = FACES.into_iter().flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]);
    of_faces(halves.map(|[a, b, c]| Triangle::new(corners[a], corners[b], corners[c])), eye)
}

impl<V: FloatVector + Vector3> SolidAngle<V> for Aabb<V> {
    fn solid_angle(&self, eye: V) -> V::Scalar {
        let corner = |i: usize| {
            V::from_fn(|axis| if i >> axis & 1 == 0 { self.min.get(axis) } else { self.max.get(axis) })
        };
        of_box(core::array::from_fn(corner), eye)
    }
}

impl<V: FloatVector + Vector3> SolidAngle<V> for Obb<V> {
    fn solid_angle(&self, eye: V) -> V::Scalar {
        let axes = self.axes.as_ref();
        let corner = |i: usize| {
            (0..3).fold(self.center, |corner, axis| {
                let half = self.half_extents.get(axis);
                corner + axes[axis] * if i >> axis & 1 == 0 { -half } else { half }
            })
        };
        of_box(core::array::from_fn(corner), eye)
    }
}

impl<V: FloatVector + Vector3> SolidAngle<V> for Tetrahedron<V> {
    fn solid_angle(&self, eye: V) -> V::Scalar {
        let [a, b, c, d] = self.corners();
        let faces = [[a, c, b], [a, b, d], [b, c, d], [c, a, d]];
        of_faces(faces.into_iter().map(|[a, b, c]| Triangle::new(a, b, c)), eye)
    }
}
