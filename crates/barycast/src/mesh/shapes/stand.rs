//! Placement of a surface in the world, and its triangles there.

use super::probe::wide;
use crate::frame::Affine3;
use crate::mesh::leaf::Corners;
use crate::number::each::MapEach;
use crate::number::{Float, Real};
use crate::shape::{Aabb, Triangle};
use crate::vector::{FloatVector, Vector3};
use glam::{DAffine3, DVec3};

/// Returns the number rounded down.
pub(super) fn below<S: Float>(x: f64) -> S {
    let near = S::from_f64(x);
    if near.to_f64() > x { near - near.abs() * S::EPSILON - S::LEAST } else { near }
}

/// Returns the number rounded up.
pub(super) fn above<S: Float>(x: f64) -> S {
    -below::<S>(-x)
}

pub(super) fn triangle<S: Float>(corners: &Corners<S>) -> Triangle<DVec3> {
    let [a, b, c] = corners.each(|corner| DVec3::from_array(corner.each(Float::to_f64)));
    Triangle { a, b, c }
}

/// Placement of a mesh in the world and its inverse, in `f64`. Boxes mapped by the inverse are
/// enlarged by far more than the rounding error of placements in which no axis is a millionth of
/// another.
pub(crate) struct Stand {
    to_world: DAffine3,
    pub(super) to_mesh: DAffine3,
    /// `true` if the placement reflects: two corners are swapped, so that fronts stay fronts.
    is_mirrored: bool,
}

impl Stand {
    pub(crate) fn new<V: FloatVector + Vector3>(placement: &Affine3<V>) -> Self {
        let [x, y, z] = [placement.x, placement.y, placement.z].each(wide);
        let to_world = DAffine3::from_cols(x, y, z, wide(placement.translation));
        Self { to_world, to_mesh: to_world.inverse(), is_mirrored: x.dot(y.cross(z)) < 0.0 }
    }

    /// Returns an upper bound of the factor by which a distance in the world grows in the mesh.
    pub(super) fn growth(&self) -> f64 {
        let m = &self.to_mesh.matrix3;
        let squares = m.x_axis.length_squared() + m.y_axis.length_squared() + m.z_axis.length_squared();
        Real::sqrt(squares) * (1.0 + 1e-9)
    }

    /// Returns a box in the mesh around a box of the world.
    pub(super) fn bounds(&self, bounds: &Aabb<DVec3>) -> Aabb<DVec3> {
        let (center, half) = ((bounds.min + bounds.max) * 0.5, (bounds.max - bounds.min) * 0.5);
        let m = &self.to_mesh.matrix3;
        let spread = |v: DVec3| m.x_axis.abs() * v.x + m.y_axis.abs() * v.y + m.z_axis.abs() * v.z;
        let spare = (spread(center.abs()) + self.to_mesh.translation.abs()) * 1e-9;
        let (center, half) = (self.to_mesh.transform_point3(center), spread(half) * (1.0 + 1e-9) + spare);
        Aabb { min: center - half, max: center + half }
    }
}

/// Returns the triangle with these corners, in its placement.
pub(super) fn standing<S: Float>(stand: Option<&Stand>, corners: &Corners<S>) -> Triangle<DVec3> {
    let Triangle { a, b, c } = triangle(corners);
    let Some(stand) = stand else { return Triangle { a, b, c } };
    let [a, b, c] = [a, b, c].each(|p| stand.to_world.transform_point3(p));
    if stand.is_mirrored { Triangle { a, b: c, c: b } } else { Triangle { a, b, c } }
}
