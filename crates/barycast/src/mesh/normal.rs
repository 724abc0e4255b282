//! Normals of triangles.

use super::leaf::Corners;
use crate::number::each::MapEach;
use crate::number::{Float, Real, Ring};
use crate::shape::Triangle;
use crate::vector::size::{own_shift, shifted_vector};
use crate::vector::{FloatVector, Vector, Vector3};
use glam::DVec3;

#[inline(always)]
pub(super) fn triangle<V: FloatVector + Vector3>([a, b, c]: &Corners<V::Scalar>) -> Triangle<V> {
    // Component by component, because `map` of an array compiles to a call.
    let at = |corner: &[V::Scalar; 3]| V::from_fn(|axis| corner[axis]);
    Triangle { a: at(a), b: at(b), c: at(c) }
}

/// Returns the unit normal on the front of a triangle, or `None` if it is collinear.
#[inline(always)]
pub(super) fn unit_normal<V: FloatVector + Vector3>(corners: &Corners<V::Scalar>) -> Option<V> {
    let normal = triangle::<V>(corners).normal();
    let [least, most] = [V::Scalar::from_f64(PLAIN[0]), V::Scalar::from_f64(PLAIN[1])];
    if is_plain(normal, least, most) { Some(plain_unit(normal)) } else { far_normal(corners) }
}

/// Range of products of two lengths in which neither the square nor its rounding error leaves the
/// range of `f32`.
pub(super) const PLAIN: [f64; 2] = [1e-15, 1e18];

/// Returns the unit vector of a normal that is [plain](is_plain).
#[inline(always)]
pub(super) fn plain_unit<V: Vector<Scalar: Real>>(normal: V) -> V {
    let length = normal.dot(normal).sqrt();
    normal * (length.one() / length)
}

/// Tests whether the products in a triangle's normal are in the range [`PLAIN`], and not all 0.
#[inline(always)]
pub(super) fn is_plain<V: Vector>(normal: V, least: V::Scalar, most: V::Scalar) -> V::Mask {
    let size = normal.get(0).abs() + normal.get(1).abs() + normal.get(2).abs();
    least.le(size) & size.le(most)
}

/// Returns the unit normal from edges that are each scaled to ordinary size.
#[cold]
fn far_normal<V: FloatVector + Vector3>(corners: &Corners<V::Scalar>) -> Option<V> {
    let corners = corners.each(|corner| DVec3::from_array(corner.each(Float::to_f64)));
    // Halved for corners near the largest float, so that differences do not overflow.
    let far = corners.iter().any(|corner| corner.abs().max_element() > 1e300);
    let [a, b, c] = corners.each(|corner| if far { corner / 2.0 } else { corner });
    let [u, v] = [b - a, c - a].each(|edge| shifted_vector(edge, own_shift(edge)));
    let normal = u.cross(v).normalized_or_zero();
    (normal != DVec3::ZERO).then(|| V::from_fn(|axis| V::Scalar::from_f64(normal[axis])))
}
