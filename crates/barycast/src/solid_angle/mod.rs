//! How much of the view a shape takes: the plane angle in two dimensions, the solid angle in three.
//!
//! The unit sphere around the eye has the area `4 pi`; a shape's solid angle is the area of its shadow there, in steradian.
//! In two dimensions it is the length of its shadow on the unit circle, of `2 pi`, in radians.
//!
//! | of | formula | source |
//! |---|---|---|
//! | an arc of length `s` on a circle, an area on a sphere | `s / r`, `A / r^2` ([`of_arc`], [`of_area`]) | |
//! | a cap, or a cone from its tip | `4 pi sin^2(angle / 2)` ([`cap`]) | |
//! | [`Segment`] in 2D | `atan2(\|a x b\|, a . b)` | |
//! | [`Sphere`] | in 2D `2 asin(r / d)`; in 3D a cap, `sin(angle) = r / d` | |
//! | [`Triangle`] | `tan(W / 2) = a . (b x c) / (abc + (a . b) c + (b . c) a + (c . a) b)` | [Oosterom 1983] |
//! | [`Parallelogram`], [`FlatPolygon`] | their triangles' | |
//! | [`Disc`] | one complete elliptic integral | [Paxton 1959], [Bulirsch 1969] |
//! | [`Aabb`], [`Obb`], [`Tetrahedron`] | of their faces, those that show their front, or those that show their back | |
//! | anything small and far | `A cos / d^2` ([`of_small`]) | |
//!
//! A surface may cover half of the view at most, and does so for an eye on it. Within a solid the whole view is taken; on its
//! boundary what is taken is what the solid itself takes near the eye, half of the view on a face. What is seen edge on takes
//! nothing.
//!
//! ```
//! use barycast::d3::{Aabb, Sphere};
//! use barycast::solid_angle::SolidAngle;
//! use glam::Vec3;
//! use std::f32::consts::PI;
//!
//! // Each face of a cube takes a sixth of the view from the middle.
//! let cube = Aabb::new(Vec3::splat(-1.0), Vec3::splat(1.0));
//! assert_eq!(cube.solid_angle(Vec3::ZERO), 4.0 * PI);
//! assert_eq!(cube.solid_angle(Vec3::X), 2.0 * PI);
//! // A ball seen from afar is as a disc held up to the eye.
//! let ball = Sphere::new(Vec3::ZERO, 1.0);
//! assert!((ball.solid_angle(Vec3::X * 100.0) - PI / 1e4).abs() < 1e-7);
//! ```
//!
//! The formulas are computed in twice the digits of `f64`, the arc tangents of polygons and boxes in `f64`; the sum is rounded to
//! the shape's own numbers. How often a mesh winds around a point is told by [`Winding`](crate::mesh::Winding), from the same
//! formula.
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

/// What takes a part of the view.
pub trait SolidAngle<V: Vector> {
    /// The part of the view from `eye` that the shape takes: in two dimensions the plane angle in radians, from 0 to `2 pi`;
    /// in three the solid angle in steradian, from 0 to `4 pi`.
    #[doc(alias = "steradian")]
    #[doc(alias = "form factor")]
    fn solid_angle(&self, eye: V) -> V::Scalar;
}

/// The angle, in radians, over which an arc of this length stands on a circle: `length / radius`.
#[doc(alias = "radian")]
pub fn of_arc<S: Float>(length: S, radius: S) -> S {
    length / radius
}

/// The solid angle, in steradian, over which an area stands on a sphere: `area / radius^2`, which is `4 pi` for all of it.
#[doc(alias = "steradian")]
pub fn of_area<S: Float>(area: S, radius: S) -> S {
    area / radius / radius
}

/// The solid angle of a cap of the sphere that reaches `angle` from its middle, which a cone takes from its tip: `angle` in
/// radians is that between axis and side, from 0 (nothing) to `pi` (everything).
///
/// `4 pi sin^2(angle / 2)`, which loses no digits for slim cones, where `2 pi (1 - cos(angle))` leaves none.
#[doc(alias = "cone")]
pub fn cap<S: Float>(angle: S) -> S {
    let sine = elementary::sin(angle.to_f64() * 0.5);
    S::from_f64(4.0 * PI * sine * sine)
}

/// What the solid angle of a small flat thing comes to far away: `area cos(tilt) / distance^2`, where `tilt` in radians is the
/// angle between its normal and the line of sight. For a thing that reaches `r` around the point at this distance, the true
/// angle differs by about `(r / distance)^2` of itself.
#[doc(alias = "lens")]
pub fn of_small<S: Float>(area: S, tilt: S, distance: S) -> S {
    let cosine = elementary::cos(tilt.to_f64());
    S::from_f64(area.to_f64() * Ring::abs(cosine) / distance.to_f64() / distance.to_f64())
}

/// A point as the eye sees it, in twice the digits.
fn seen<V: FloatVector>(point: V, eye: V) -> V3<DoubleDouble> {
    V3::from_fn(|axis| point.get(axis).precise() - eye.get(axis).precise())
}

/// The same in two dimensions.
fn seen_flat<V: FloatVector>(point: V, eye: V) -> V2<DoubleDouble> {
    V2::from_fn(|axis| point.get(axis).precise() - eye.get(axis).precise())
}

/// The power of two that brings what lies so far from the eye to where products of its lengths neither vanish nor overflow: how
/// much of the view it takes does not change. 0 for what is of ordinary size.
fn shift_of(sizes: impl IntoIterator<Item = DoubleDouble>) -> i32 {
    size::shift_of(sizes.into_iter().map(|x| x.parts().0.abs()).fold(0.0, f64::max))
}

/// Points as the eye sees them, brought to ordinary size together.
fn ordinary<V: Vector<Scalar = DoubleDouble>, const N: usize>(points: [V; N]) -> [V; N] {
    let e = shift_of(points.iter().flat_map(|p| (0..V::DIM).map(|axis| p.get(axis))));
    if e == 0 { points } else { points.map(|p| p.lift(&|x| times_power(x, e))) }
}

/// `pi` to thirty digits.
fn pi() -> DoubleDouble {
    DoubleDouble::from_parts(PI, 1.224_646_799_147_353_2e-16)
}

/// `4 pi sin^2(angle / 2)` from the sine of an angle below a quarter turn, a number of twice the digits.
fn cap_of_sine(sine: DoubleDouble) -> DoubleDouble {
    let one = sine.one();
    let squared = sine.squared();
    pi() * squared.lit(2) * squared / (one + (one - squared).sqrt())
}
