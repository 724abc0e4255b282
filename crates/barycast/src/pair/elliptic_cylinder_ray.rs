//! Elliptic cylinder and ray (line, segment).
//!
//! In coordinates with both radii 1 and a length of about 1 it is a circular
//! [cylinder](super::cylinder_ray). The line is transformed there, `t` stays the same, and normals
//! are transformed back by division by the radii and the unit of length. With a radius of 0 it is a
//! flat [parallelogram](super::parallelogram_ray).

use crate::number::Float;
use crate::pair::{cylinder_ray, parallelogram_ray};
use crate::query::Span;
use crate::shape::{Cylinder, EllipticCylinder, Line, Parallelogram};
use crate::vector::size::{exponent, shifted};
use crate::vector::{FloatVector, Vector3};

/// Returns the span of the line inside.
pub(crate) fn span<V: FloatVector + Vector3>(a: &EllipticCylinder<V>, b: &Line<V>) -> Option<Span<V>> {
    let [r, s] = a.radii;
    let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
    if r <= zero || s <= zero {
        let [x, y] = a.semi_axes();
        let arm = x + y;
        let flat = Parallelogram { origin: a.a - arm, u: arm + arm, v: a.b - a.a };
        return parallelogram_ray::span(&flat, b).map(|span| {
            // It counts as a solid: the line enters on one side and exits on the other.
            let front = span.normal_enter;
            let toward = if b.direction.dot(front) > zero { -front } else { front };
            Span { normal_enter: toward, normal_exit: -toward, ..span }
        });
    }
    let [x, y, z] = a.directions();
    let long = (a.b - a.a).dot(z);
    // With radii scaled to 1, the rounding of a far longer axis would dominate a normal, so the
    // length is scaled too. A power of two does not round.
    let unit = V::Scalar::from_f64(shifted(1.0, exponent([long.to_f64()]).unwrap_or(0)));
    let into = |v: V| v.zero().with(0, v.dot(x) / r).with(1, v.dot(y) / s).with(2, v.dot(z) / unit);
    let end = into(a.b - a.a).zero().with(2, long / unit);
    let round = Cylinder { a: end.zero(), b: end, radius: one };
    let line = Line { origin: into(b.origin - a.a), direction: into(b.direction) };
    let back = |n: V| x * (n.get(0) / r) + y * (n.get(1) / s) + z * (n.get(2) / unit);
    cylinder_ray::span(&round, &line).map(|span| Span {
        normal_enter: back(span.normal_enter),
        normal_exit: back(span.normal_exit),
        ..span
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::DoubleDouble;
    use crate::vector::{V3, Vector};
    use glam::{DVec3, dvec3};

    #[test]
    fn normals_are_the_same_at_any_size() {
        let normals = |e: i32| {
            let at = |x, y, z| dvec3(x, y, z) * shifted(1.0, e);
            let radii = [1.5, 1.0].map(|r| shifted(r, e));
            let shape =
                EllipticCylinder::new(at(-1.5, 1., 1.25), at(1., -1., -1.25), radii, dvec3(3., -2., 1.));
            let line = Line { origin: at(4., 0.75, -1.5), direction: at(-4., -0.5, 1.25) };
            let wide = |x| DoubleDouble::new(x);
            let met = span(&shape.lift::<V3<_>>(&wide), &line.lift::<V3<_>>(&wide)).unwrap();
            [met.normal_enter, met.normal_exit].map(|n| n.normalized_or_zero().lift::<DVec3>(&Float::to_f64))
        };
        for e in [-90, -40, 40, 60, 90] {
            assert_eq!(normals(e), normals(0), "{e}");
        }
    }

    #[test]
    fn one_without_width_is_a_rectangle() {
        // In the planes z = 0 and y = 0, one after the other.
        for (radii, across) in [([2., 0.], DVec3::Y), ([0., 2.], DVec3::Z)] {
            let flat = EllipticCylinder::new(DVec3::ZERO, DVec3::X * 8., radii, across);
            let down = |y| span(&flat, &Line { origin: dvec3(4., y, 5.), direction: -DVec3::Z });
            let met = [0., 2., 3.].map(|y| down(y).map(|span| (span.enter, span.exit)));
            assert_eq!(met, [Some((5., 5.)), Some((5., 5.)), None], "{across}");
            let normals = |span: Span<DVec3>| [span.normal_enter, span.normal_exit].map(|n| n.normalize());
            assert_eq!(down(0.).map(normals), Some([DVec3::Z, -DVec3::Z]), "{across}");
            let within = span(&flat, &Line { origin: dvec3(4., 5., 0.), direction: -DVec3::Y }).unwrap();
            assert_eq!((within.enter, within.exit), (3., 7.), "{across}");
        }
    }
}
