//! Elliptic cylinder and point.
//!
//! The distances along and across the axis are independent: the distance beyond the caps, and the
//! distance from the [ellipse](super::ellipsoid_point) of the cross-section. Inside, the closer of
//! the two boundaries counts.

use crate::number::{Float, Real, Ring};
use crate::pair::ellipsoid_point;
use crate::shape::{Ellipsoid, EllipticCylinder, Point};
use crate::vector::{FloatVector, V2, Vector, Vector3};

/// Returns the point relative to the center of the first cap, along the radii and the axis, and the
/// length of the axis.
fn local<V: FloatVector + Vector3>(a: &EllipticCylinder<V>, p: V) -> ([V::Scalar; 3], V::Scalar) {
    let [x, y, z] = a.directions();
    let w = p - a.a;
    ([w.dot(x), w.dot(y), w.dot(z)], (a.b - a.a).length())
}

/// Returns the cross-section.
fn section<V: FloatVector + Vector3>(a: &EllipticCylinder<V>) -> Ellipsoid<V2<V::Scalar>>
where
    V2<V::Scalar>: Vector<Scalar = V::Scalar>,
{
    let [x, y] = a.radii;
    let zero = <V::Scalar as Float>::ZERO;
    let (origin, one) = (V2 { x: zero, y: zero }, <V::Scalar as Float>::ONE);
    Ellipsoid { center: origin, radii: V2 { x, y }, axes: V2::unit_axes(one) }
}

/// Returns the point of the shape closest to `p`; `p` itself if it is inside.
pub(crate) fn closest_point<V>(a: &EllipticCylinder<V>, p: V) -> V
where
    V: FloatVector + Vector3,
    V2<V::Scalar>: FloatVector<Scalar = V::Scalar>,
{
    let [x, y, z] = a.directions();
    let ([u, v, h], length) = local(a, p);
    let near = section(a).closest_point(V2 { x: u, y: v });
    let over = Ring::clamp_to(h, <V::Scalar as Float>::ZERO, length) - h;
    // Offsets from the point, which are exactly zero inside.
    p + x * (near.x - u) + y * (near.y - v) + z * over
}

/// Returns the signed distance of a point from the boundary, negative inside.
pub(crate) fn signed_distance<V>(a: &EllipticCylinder<V>, p: &Point<V>) -> V::Scalar
where
    V: FloatVector + Vector3,
    V2<V::Scalar>: FloatVector<Scalar = V::Scalar>,
{
    let zero = <V::Scalar as Float>::ZERO;
    let ([u, v, h], length) = local(a, p.0);
    let beyond = Ring::max(-h, h - length);
    let off = ellipsoid_point::signed_distance(&section(a), &Point(V2 { x: u, y: v }));
    if beyond <= zero || off <= zero {
        return Ring::max(beyond, off);
    }
    (beyond.squared() + off.squared()).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::DoubleDouble;
    use crate::vector::V3;
    use glam::{DVec3, dvec3};

    #[test]
    fn off_the_side_the_cap_and_the_rim_and_inside() {
        let shape = EllipticCylinder::new(DVec3::ZERO, dvec3(0., 0., 4.), [3., 2.], dvec3(5., 0., 1.));
        let signed = |x: f64, y: f64, z: f64| {
            let (a, p) = (shape.lift::<V3<DoubleDouble>>(&DoubleDouble::new), dvec3(x, y, z));
            signed_distance(&a, &Point(p.lift(&DoubleDouble::new))).to_f64()
        };
        assert_eq!([signed(5., 0., 1.), signed(0., 0., 7.), signed(0., 6., 7.)], [2., 3., 5.]);
        assert_eq!([signed(0., 0., 2.), signed(0., 0., 0.5), signed(3., 0., 2.)], [-2., -0.5, 0.]);
    }
}
