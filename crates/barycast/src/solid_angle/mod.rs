//! Angle subtended by a shape: plane angle in 2D, solid angle in 3D.
//!
//! The solid angle is the area of the projection of the shape onto the unit sphere around the eye,
//! in steradians, at most `4 pi`. The plane angle is the length of its projection onto the unit
//! circle, in radians, at most `2 pi`.
//!
//! | shape | formula | source |
//! |---|---|---|
//! | arc of length `s`, area `A` on a sphere | `s / r`, `A / r^2` ([`of_arc`], [`of_area`]) | |
//! | cap; cone from its apex | `4 pi sin^2(angle / 2)` ([`cap`]) | |
//! | [`Segment`] in 2D | `atan2(\|a x b\|, a . b)` | |
//! | [`Sphere`] | 2D: `2 asin(r / d)`; 3D: a cap, `sin(angle) = r / d` | |
//! | [`Triangle`] | `2 atan2(volume, denominator)`, see below | [Oosterom 1983] |
//! | [`Parallelogram`], [`FlatPolygon`] | sum over their triangles | |
//! | [`Disc`] | a complete elliptic integral | [Paxton 1959], [Bulirsch 1969] |
//! | [`Aabb`], [`Obb`], [`Tetrahedron`] | sum over their front faces, or over their back faces | |
//! | small distant object | `A cos / d^2` ([`of_small`]) | |
//!
//! For a triangle with corners `a, b, c` relative to the eye, the volume is `a . (b x c)` and the
//! denominator is `|a||b||c| + (a . b) |c| + (b . c) |a| + (c . a) |b|`.
//!
//! A surface covers at most half of the view, and exactly half for an eye on it. Inside a solid the
//! result is the whole view. On its boundary it is the part that the solid covers near the eye,
//! half of the view on a face. Shapes seen edge-on have angle 0.
//!
//! ```
//! use barycast::d3::{Aabb, Sphere};
//! use barycast::solid_angle::SolidAngle;
//! use glam::Vec3;
//! use std::f32::consts::PI;
//!
//! // Each face of a cube covers a sixth of the view from its center.
//! let cube = Aabb::new(Vec3::splat(-1.0), Vec3::splat(1.0));
//! assert_eq!(cube.solid_angle(Vec3::ZERO), 4.0 * PI);
//! assert_eq!(cube.solid_angle(Vec3::X), 2.0 * PI);
//! // A distant sphere covers about the same solid angle as a disc of its radius.
//! let ball = Sphere::new(Vec3::ZERO, 1.0);
//! assert!((ball.solid_angle(Vec3::X * 100.0) - PI / 1e4).abs() < 1e-7);
//! ```
//!
//! The formulas are evaluated in double-double precision, the arc tangents of polygons and boxes in
//! `f64`; the sum is rounded to the number type of the shape. [`Winding`](crate::mesh::Winding)
//! computes the winding number of a mesh from the same formula.
//!
//! [`Segment`]: crate::shape::Segment
//! [`Sphere`]: crate::shape::Sphere
//! [`Triangle`]: crate::shape::Triangle
//! [`Parallelogram`]: crate::shape::Parallelogram
//! [`FlatPolygon`]: crate::shape::FlatPolygon
//! [`Disc`]: crate::shape::Disc
//! [`Aabb`]: crate::shape::Aabb
//! [`Obb`]: crate::shape::Obb
//! [`Tetrahedron`]: crate::shape::Tetrahedron

mod elliptic;
mod flat;
mod round;
mod solid;

pub(crate) use flat::tangent;

use crate::number::{DoubleDouble, Float, Real, Ring, elementary};
use crate::vector::size::{self, times_power};
use crate::vector::{FloatVector, V2, V3, Vector};
use core::f64::consts::PI;

/// A shape that subtends an angle.
pub trait SolidAngle<V: Vector> {
    /// Returns the angle that the shape subtends at `eye`: the plane angle in radians, from 0 to
    /// `2 pi`, in 2D; the solid angle in steradians, from 0 to `4 pi`, in 3D.
    #[doc(alias = "steradian")]
    #[doc(alias = "form factor")]
    fn solid_angle(&self, eye: V) -> V::Scalar;
}

/// Returns the angle subtended by an arc at the center of its circle, in radians:
/// `length / radius`.
#[doc(alias = "radian")]
pub fn of_arc<S: Float>(length: S, radius: S) -> S {
    length / radius
}

/// Returns the solid angle subtended by an area on a sphere at its center, in steradians:
/// `area / radius^2`, which is `4 pi` for the whole sphere.
#[doc(alias = "steradian")]
pub fn of_area<S: Float>(area: S, radius: S) -> S {
    area / radius / radius
}

/// Returns the solid angle of a spherical cap, which is also that of a cone from its apex, in
/// steradians. `angle` is the half-angle between axis and side in radians, from 0 (empty) to `pi`
/// (whole sphere).
///
/// Computed as `4 pi sin^2(angle / 2)`, which is accurate for narrow cones, where
/// `2 pi (1 - cos(angle))` cancels.
///
/// ```
/// use barycast::solid_angle::cap;
/// use std::f64::consts::PI;
///
/// assert!((cap(PI / 2.0) - 2.0 * PI).abs() < 1e-15); // half of the view
/// assert!((cap(1e-9) / (PI * 1e-18) - 1.0).abs() < 1e-9); // nothing cancels
/// ```
#[doc(alias = "cone")]
pub fn cap<S: Float>(angle: S) -> S {
    let sine = elementary::sin(angle.to_f64() * 0.5);
    S::from_f64(4.0 * PI * sine * sine)
}

/// Returns the approximate solid angle of a small flat object at a distance, in steradians:
/// `area cos(tilt) / distance^2`. `tilt` is the angle in radians between its normal and the line of
/// sight. For an object of radius `r` the relative error is about `(r / distance)^2`.
#[doc(alias = "lens")]
pub fn of_small<S: Float>(area: S, tilt: S, distance: S) -> S {
    let cosine = elementary::cos(tilt.to_f64());
    S::from_f64(area.to_f64() * Ring::abs(cosine) / distance.to_f64() / distance.to_f64())
}

/// Returns a point relative to the eye, in double-double precision.
fn seen<V: FloatVector>(point: V, eye: V) -> V3<DoubleDouble> {
    V3::from_fn(|axis| point.get(axis).precise() - eye.get(axis).precise())
}

/// Returns a 2D point relative to the eye, in double-double precision.
fn seen_flat<V: FloatVector>(point: V, eye: V) -> V2<DoubleDouble> {
    V2::from_fn(|axis| point.get(axis).precise() - eye.get(axis).precise())
}

/// Returns the exponent of the power of two that scales these sizes to where products of lengths
/// neither underflow nor overflow; 0 for ordinary sizes. Scaling does not change the angle.
fn shift_of(sizes: impl IntoIterator<Item = DoubleDouble>) -> i32 {
    size::shift_of(sizes.into_iter().map(|x| x.parts().0.abs()).fold(0.0, f64::max))
}

/// Scales points relative to the eye to ordinary size, all by the same factor.
fn ordinary<V: Vector<Scalar = DoubleDouble>, const N: usize>(points: [V; N]) -> [V; N] {
    let e = shift_of(points.iter().flat_map(|p| (0..V::DIM).map(|axis| p.get(axis))));
    if e == 0 { points } else { points.map(|p| p.lift(&|x| times_power(x, e))) }
}

/// Returns `pi` to thirty digits.
fn pi() -> DoubleDouble {
    DoubleDouble::from_parts(PI, 1.224_646_799_147_353_2e-16)
}

/// Returns `4 pi sin^2(angle / 2)` from the sine of an angle below a quarter turn, in double-double
/// precision.
fn cap_of_sine(sine: DoubleDouble) -> DoubleDouble {
    let one = sine.one();
    let squared = sine.squared();
    pi() * squared.lit(2) * squared / (one + (one - squared).sqrt())
}
