//! The normals of triangles.

use super::leaf::Corners;
use crate::number::each::MapEach;
use crate::number::{Float, Real, Ring};
use crate::shape::Triangle;
use crate::vector::size::{own_shift, shifted_vector};
use crate::vector::{FloatVector, Vector, Vector3};
use glam::DVec3;

#[inline(always)]
pub(super) fn triangle<V: FloatVector + Vector3>([a, b, c]: &Corners<V::Scalar>) -> Triangle<V> {
    // One by one: `map` of an array is a call.
    let at = |corner: &[V::Scalar; 3]| V::from_fn(|axis| corner[axis]);
    Triangle { a: at(a), b: at(b), c: at(c) }
}

/// Of length 1, on the front of a triangle; `None` of a collinear one.
#[inline(always)]
pub(super) fn unit_normal<V: FloatVector + Vector3>(corners: &Corners<V::Scalar>) -> Option<V> {
    let normal = triangle::<V>(corners).normal();
    let [least, most] = [V::Scalar::from_f64(PLAIN[0]), V::Scalar::from_f64(PLAIN[1])];
    if is_plain(normal, least, most) { Some(plain_unit(normal)) } else { far_normal(corners) }
}

/// What a product of two lengths may be, so that neither its square nor what it is rounded by leaves the range of `f32`.
pub(super) const PLAIN: [f64; 2] = [1e-15, 1e18];

/// Of length 1, of a normal that is [plain](is_plain).
#[inline(always)]
pub(super) fn plain_unit<V: Vector<Scalar: Real>>(normal: V) -> V {
    let length = normal.dot(normal).sqrt();
    normal * (length.one() / length)
}

/// The products that a triangle's normal consists of are plain, not all 0.
#[inline(always)]
pub(super) fn is_plain<V: Vector>(normal: V, least: V::Scalar, most: V::Scalar) -> V::Mask {
    let size = normal.get(0).abs() + normal.get(1).abs() + normal.get(2).abs();
    least.le(size) & size.le(most)
}

/// Of edges brought to ordinary size each.
#[cold]
fn far_normal<V: FloatVector + Vector3>(corners: &Corners<V::Scalar>) -> Option<V> {
    let corners = corners.each(|corner| DVec3::from_array(corner.each(Float::to_f64)));
    // Of corners at the ends of what floats hold, half a difference is one still.
    let far = corners.iter().any(|corner| corner.abs().max_element() > 1e300);
    let [a, b, c] = corners.each(|corner| if far { corner / 2.0 } else { corner });
    let [u, v] = [b - a, c - a].each(|edge| shifted_vector(edge, own_shift(edge)));
    let normal = u.cross(v).normalized_or_zero();
    (normal != DVec3::ZERO).then(|| V::from_fn(|axis| V::Scalar::from_f64(normal[axis])))
}
