//! Segments, triangles, and planar shapes made of triangles.

use super::{SolidAngle, ordinary, seen, seen_flat};
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Float, Ring, elementary};
use crate::shape::{FlatPolygon, Parallelogram, Segment, Triangle};
use crate::vector::{FloatVector, V3, Vector, Vector2, Vector3};

/// Returns `[y, x]` such that `2 atan2(y, x)` is the signed solid angle of the triangle seen from
/// the origin: positive if its back is visible. [Oosterom 1983].
#[inline(always)]
pub(crate) fn tangent<V: FloatVector>(a: V, b: V, c: V) -> [V::Scalar; 2] {
    // The volume is computed from edge vectors, which keeps the digits of a small distant triangle.
    let volume = a.triple(b - a, c - a);
    let [la, lb, lc] = [a.length(), b.length(), c.length()];
    [volume, la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb]
}

/// Returns the signed solid angle of a triangle, positive if its back is visible: the sum over a
/// closed mesh with outward triangles is `4 pi` for an eye inside. `None` for an eye in the
/// triangle's plane.
pub(super) fn signed<V: FloatVector + Vector3>(triangle: &Triangle<V>, eye: V) -> Option<f64> {
    let [a, b, c] = corners_seen(triangle, eye);
    let [y, x] = tangent(a, b, c).each(Float::to_f64);
    (y != 0.0).then(|| 2.0 * elementary::atan2(y, x))
}

fn corners_seen<V: FloatVector>(triangle: &Triangle<V>, eye: V) -> [V3<DoubleDouble>; 3] {
    ordinary([triangle.a, triangle.b, triangle.c].each(|corner| seen(corner, eye)))
}

/// Returns the solid angle of coplanar triangles that do not overlap.
fn of_triangles<V: FloatVector + Vector3>(
    triangles: impl Iterator<Item = Triangle<V>> + Clone,
    eye: V,
) -> V::Scalar {
    let mut sum = 0.0;
    let mut in_plane = true;
    for angle in triangles.clone().filter_map(|triangle| signed(&triangle, eye)) {
        sum += angle;
        in_plane = false;
    }
    if in_plane && { triangles }.any(|triangle| contains(&triangle, eye)) {
        return V::Scalar::from_f64(core::f64::consts::TAU);
    }
    V::Scalar::from_f64(Ring::abs(sum))
}

/// For an eye in the plane of the triangle: tests whether the triangle has an area and contains the
/// eye.
fn contains<V: FloatVector + Vector3>(triangle: &Triangle<V>, eye: V) -> bool {
    let [a, b, c] = corners_seen(triangle, eye);
    let normal = (b - a).cross(c - a);
    let sides = [a.cross(b), b.cross(c), c.cross(a)].each(|side| side.dot(normal));
    normal.length_squared() > DoubleDouble::new(0.0) && sides.iter().all(|side| *side >= side.zero())
}

impl<V: FloatVector + Vector2> SolidAngle<V> for Segment<V> {
    fn solid_angle(&self, eye: V) -> V::Scalar {
        let [a, b] = ordinary([self.a, self.b].each(|end| seen_flat(end, eye)));
        let across = Ring::abs(a.perp_dot(b)).to_f64();
        V::Scalar::from_f64(elementary::atan2(across, a.dot(b).to_f64()))
    }
}

impl<V: FloatVector + Vector3> SolidAngle<V> for Triangle<V> {
    fn solid_angle(&self, eye: V) -> V::Scalar {
        of_triangles(core::iter::once(*self), eye)
    }
}

impl<V: FloatVector + Vector3> SolidAngle<V> for Parallelogram<V> {
    fn solid_angle(&self, eye: V) -> V::Scalar {
        of_triangles(self.triangles().into_iter(), eye)
    }
}

impl<V: FloatVector + Vector3> SolidAngle<V> for FlatPolygon<V> {
    fn solid_angle(&self, eye: V) -> V::Scalar {
        let mesh = self.mesh();
        of_triangles((0..mesh.triangles().len()).map(|i| mesh.triangle(i)), eye)
    }
}
