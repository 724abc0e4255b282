//! Exact orientation predicates for code that builds geometry.
//!
//! Each predicate is the sign of a polynomial in the coordinates. It is evaluated over filtered
//! floats, then over intervals, then over exact rationals, until the sign is certain; so it is
//! correct for all finite coordinates. `f32` coordinates convert without loss: `v.as_dvec2()`.
//!
//! Sources: [Shewchuk 1997], [Burnikel 2001].

use crate::exact::{Arena, Exact, Filtered, Interval};
use crate::number::{Mask, Ring};
use crate::vector::{V2, V3, Vector, Vector2, Vector3};
use core::cmp::Ordering;
use glam::{DVec2, DVec3};

/// Returns the sign of a number, or `None` if rounding hides it.
fn sign<N: Ring>(number: N) -> Option<Ordering> {
    let zero = number.zero();
    let (above, below) = (zero.lt(number), number.lt(zero));
    if above.all() {
        Some(Ordering::Greater)
    } else if below.all() {
        Some(Ordering::Less)
    } else if above.none() && below.none() {
        Some(Ordering::Equal)
    } else {
        None
    }
}

/// Returns what filtered floats decide: nothing with `--cfg barycast_small`, which leaves out their code.
#[inline(always)]
fn filtered(sign: impl FnOnce() -> Option<Ordering>) -> Option<Ordering> {
    if cfg!(barycast_small) { None } else { sign() }
}

macro_rules! certain {
    ($V:ident, $polynomial:ident($($point:ident),*)) => {
        filtered(|| sign($polynomial($($point.lift::<$V<Filtered>>(&Filtered::new)),*)))
            .or_else(|| sign($polynomial($($point.lift::<$V<Interval>>(&Interval::new)),*)))
            .or_else(|| {
                let arena = Arena::new();
                let exact = |x: f64| arena.number(x);
                sign($polynomial($($point.lift::<$V<Exact<'_>>>(&exact)),*))
            })
            .unwrap_or(Ordering::Equal)
    };
}

/// Returns the side of the line from `a` to `b` on which `c` lies: `Greater` for left, `Less` for
/// right, `Equal` for collinear points.
///
/// The result is the sign of twice the signed area of the triangle. If a coordinate is not finite,
/// the result is `Equal`.
///
/// ```
/// use barycast::exact::predicate::orientation_2d;
/// use glam::dvec2;
/// use std::cmp::Ordering::{Equal, Less};
///
/// let (a, b) = (dvec2(12.0, 12.0), dvec2(24.0, 24.0));
/// assert_eq!(orientation_2d(a, b, dvec2(0.5, 0.5)), Equal);
/// // The next float to the right of the line.
/// assert_eq!(orientation_2d(a, b, dvec2(0.5_f64.next_up(), 0.5)), Less);
/// ```
#[must_use]
pub fn orientation_2d(a: DVec2, b: DVec2, c: DVec2) -> Ordering {
    certain!(V2, area(a, b, c))
}

/// Returns the side of the plane through `a`, `b` and `c` on which `d` lies: `Greater` for the side
/// to which `(b - a) x (c - a)` points, from which `a`, `b`, `c` appear counterclockwise; `Less`
/// for the other side; `Equal` for coplanar points.
///
/// The result is the sign of six times the signed volume of the tetrahedron. If a coordinate is not
/// finite, the result is `Equal`.
///
/// ```
/// use barycast::exact::predicate::orientation_3d;
/// use glam::DVec3;
/// use std::cmp::Ordering;
///
/// let above = orientation_3d(DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z * 1e-300);
/// assert_eq!(above, Ordering::Greater);
/// ```
#[must_use]
pub fn orientation_3d(a: DVec3, b: DVec3, c: DVec3, d: DVec3) -> Ordering {
    certain!(V3, volume(a, b, c, d))
}

/// Returns whether `d` lies inside (`Greater`), outside (`Less`) or on (`Equal`) the circle through
/// `a`, `b` and `c` in counterclockwise order.
///
/// For clockwise points the result is reversed. For collinear points it is the side of `d` relative
/// to their line.
///
/// ```
/// use barycast::exact::predicate::in_circle;
/// use glam::{DVec2, dvec2};
/// use std::cmp::Ordering::{Equal, Greater};
///
/// let circle = |d| in_circle(DVec2::X, DVec2::Y, -DVec2::X, d);
/// assert_eq!(circle(-DVec2::Y), Equal);
/// assert_eq!(circle(dvec2(0.0, (-1.0_f64).next_up())), Greater); // just inside
/// ```
#[must_use]
pub fn in_circle(a: DVec2, b: DVec2, c: DVec2, d: DVec2) -> Ordering {
    certain!(V2, circle(a, b, c, d))
}

/// Returns whether `e` lies inside (`Greater`), outside (`Less`) or on (`Equal`) the sphere through
/// `a`, `b`, `c` and `d`, if [`orientation_3d`] of these points is `Greater`.
///
/// If their orientation is `Less`, the result is reversed.
///
/// ```
/// use barycast::exact::predicate::in_sphere;
/// use glam::{DVec3, dvec3};
/// use std::cmp::Ordering;
///
/// let [a, b, c, d] = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
/// assert_eq!(in_sphere(a, b, c, d, DVec3::ONE), Ordering::Equal);
/// assert_eq!(in_sphere(a, b, c, d, dvec3(0.5, 0.5, 0.5)), Ordering::Greater);
/// ```
#[must_use]
pub fn in_sphere(a: DVec3, b: DVec3, c: DVec3, d: DVec3, e: DVec3) -> Ordering {
    certain!(V3, sphere(a, b, c, d, e))
}

#[inline(always)]
fn area<V: Vector2>(a: V, b: V, c: V) -> V::Scalar {
    (b - a).perp_dot(c - a)
}

#[inline(always)]
fn volume<V: Vector3>(a: V, b: V, c: V, d: V) -> V::Scalar {
    (b - a).cross(c - a).dot(d - a)
}

/// Volume below the lifted triangle on the paraboloid, relative to `d`.
#[inline(always)]
fn circle<V: Vector2>(a: V, b: V, c: V, d: V) -> V::Scalar {
    let (a, b, c) = (a - d, b - d, c - d);
    a.length_squared() * b.perp_dot(c)
        + b.length_squared() * c.perp_dot(a)
        + c.length_squared() * a.perp_dot(b)
}

/// Volume of the in-circle test, one dimension higher.
#[inline(always)]
fn sphere<V: Vector3>(a: V, b: V, c: V, d: V, e: V) -> V::Scalar {
    let (a, b, c, d) = (a - e, b - e, c - e, d - e);
    (a.length_squared() * b.cross(c).dot(d) - b.length_squared() * c.cross(d).dot(a))
        + (c.length_squared() * d.cross(a).dot(b) - d.length_squared() * a.cross(b).dot(c))
}

#[cfg(test)]
mod tests {
    use super::*;
    use Ordering::{Equal, Greater, Less};
    use glam::{dvec2, dvec3};

    #[test]
    fn sides_are_named_as_the_docs_say() {
        let (o, x, y, z) = (DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z);
        assert_eq!(orientation_2d(DVec2::ZERO, DVec2::X, DVec2::Y), Greater);
        assert_eq!(orientation_3d(o, x, y, z), Greater);
        assert_eq!(in_circle(DVec2::ZERO, DVec2::X, DVec2::Y, DVec2::splat(0.5)), Greater);
        assert_eq!(in_circle(DVec2::ZERO, DVec2::X, DVec2::Y, DVec2::ONE), Equal);
        assert_eq!(in_circle(DVec2::ZERO, DVec2::X, DVec2::Y, DVec2::splat(1.1)), Less);
        assert_eq!(in_sphere(o, x, y, z, DVec3::splat(0.2)), Greater);
        assert_eq!(in_sphere(o, x, y, z, DVec3::ONE), Equal);
        assert_eq!(in_sphere(o, x, y, z, DVec3::splat(1.1)), Less);
    }

    #[test]
    fn a_step_of_one_ulp_changes_the_side() {
        // Points near the diagonal, where the float determinant is dominated by rounding.
        for i in 0..200_i32 {
            let p = 0.5 + f64::from(i) * f64::EPSILON;
            let (b, c) = (dvec2(12.0, 12.0), dvec2(24.0, 24.0));
            assert_eq!(orientation_2d(dvec2(p, p), b, c), Equal);
            assert_eq!(orientation_2d(dvec2(p, p.next_up()), b, c), Greater);
            assert_eq!(orientation_2d(dvec2(p.next_up(), p), b, c), Less);
        }
    }

    #[test]
    fn denormal_and_huge_coordinates_are_exact() {
        let tiny = f64::from_bits(1);
        assert_eq!(orientation_2d(DVec2::ZERO, dvec2(tiny, 0.0), dvec2(0.0, tiny)), Greater);
        assert_eq!(orientation_2d(dvec2(-1e300, 0.0), dvec2(1e300, tiny), DVec2::ZERO), Less);
        let far = dvec3(1e300, -1e300, 1e300);
        assert_eq!(orientation_3d(far, -far, dvec3(1.0, 2.0, 3.0), DVec3::ZERO), Equal);
        assert_eq!(
            in_circle(dvec2(tiny, 0.0), dvec2(0.0, tiny), dvec2(-tiny, 0.0), dvec2(0.0, -tiny)),
            Equal
        );
        assert_eq!(
            in_circle(dvec2(1.0, 0.0), dvec2(0.0, 1.0), dvec2(-1.0, 0.0), dvec2(0.0, -1.0 + f64::EPSILON)),
            Greater
        );
    }

    #[test]
    fn even_permutations_keep_the_sign_and_odd_ones_flip_it() {
        let p = [dvec3(0.1, 0.2, 0.3), dvec3(0.4, 0.7, 0.1), dvec3(0.3, 0.9, 0.2), dvec3(0.8, 0.1, 0.7)];
        let q = p[0] + (p[1] - p[0]) * 0.3 + (p[2] - p[0]) * 0.6;
        for d in [q, p[3]] {
            let side = orientation_3d(p[0], p[1], p[2], d);
            assert_eq!(orientation_3d(p[1], p[2], p[0], d), side);
            assert_eq!(orientation_3d(p[1], p[0], p[2], d), side.reverse());
        }
        let inside = in_sphere(p[0], p[1], p[2], p[3], q);
        assert_eq!(in_sphere(p[1], p[2], p[0], p[3], q), inside);
        assert_eq!(in_sphere(p[1], p[0], p[2], p[3], q), inside.reverse());
    }
}
