//! How a surface stands in the world, and its triangles there.

use super::probe::wide;
use crate::frame::Affine3;
use crate::mesh::leaf::Corners;
use crate::number::each::MapEach;
use crate::number::{Float, Real};
use crate::shape::{Aabb, Triangle};
use crate::vector::{FloatVector, Vector3};
use glam::{DAffine3, DVec3};

/// A number that is not larger.
pub(super) fn below<S: Float>(x: f64) -> S {
    let near = S::from_f64(x);
    if near.to_f64() > x { near - near.abs() * S::EPSILON - S::LEAST } else { near }
}

/// A number that is not smaller.
pub(super) fn above<S: Float>(x: f64) -> S {
    -below::<S>(-x)
}

pub(super) fn triangle<S: Float>(corners: &Corners<S>) -> Triangle<DVec3> {
    let [a, b, c] = corners.each(|corner| DVec3::from_array(corner.each(Float::to_f64)));
    Triangle { a, b, c }
}

/// How a mesh stands in the world, and the way back: in `f64`. Boxes on the way back are larger by far more than what rounding does to
/// placements of which no axis is a millionth of another.
pub(crate) struct Stand {
    to_world: DAffine3,
    pub(super) to_mesh: DAffine3,
    /// It is turned inside out: corners change places, so that fronts stay fronts.
    is_mirrored: bool,
}

impl Stand {
    pub(crate) fn new<V: FloatVector + Vector3>(placement: &Affine3<V>) -> Self {
        let [x, y, z] = [placement.x, placement.y, placement.z].each(wide);
        let to_world = DAffine3::from_cols(x, y, z, wide(placement.translation));
        Self { to_world, to_mesh: to_world.inverse(), is_mirrored: x.dot(y.cross(z)) < 0.0 }
    }

    /// No distance of the world is more than this many times as long in the mesh.
    pub(super) fn growth(&self) -> f64 {
        let m = &self.to_mesh.matrix3;
        let squares = m.x_axis.length_squared() + m.y_axis.length_squared() + m.z_axis.length_squared();
        Real::sqrt(squares) * (1.0 + 1e-9)
    }

    /// A box of the world, as one around it in the mesh.
    pub(super) fn bounds(&self, bounds: &Aabb<DVec3>) -> Aabb<DVec3> {
        let (center, half) = ((bounds.min + bounds.max) * 0.5, (bounds.max - bounds.min) * 0.5);
        let m = &self.to_mesh.matrix3;
        let spread = |v: DVec3| m.x_axis.abs() * v.x + m.y_axis.abs() * v.y + m.z_axis.abs() * v.z;
        let spare = (spread(center.abs()) + self.to_mesh.translation.abs()) * 1e-9;
        let (center, half) = (self.to_mesh.transform_point3(center), spread(half) * (1.0 + 1e-9) + spare);
        Aabb { min: center - half, max: center + half }
    }
}

/// The triangle with these corners, where it stands.
pub(super) fn standing<S: Float>(stand: Option<&Stand>, corners: &Corners<S>) -> Triangle<DVec3> {
    let Triangle { a, b, c } = triangle(corners);
    let Some(stand) = stand else { return Triangle { a, b, c } };
    let [a, b, c] = [a, b, c].each(|p| stand.to_world.transform_point3(p));
    if stand.is_mirrored { Triangle { a, b: c, c: b } } else { Triangle { a, b, c } }
}
