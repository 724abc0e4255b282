//! Ray (line, segment) and sphere.
//!
//! With `w = c - o`, the foot of the centre is at `t_0 = w . d / |d|^2`, at the squared distance
//! `|w x d|^2 / |d|^2`, and the line is inside for
//!
//!     |t - t_0| <= h = sqrt(r^2 |d|^2 - |w x d|^2) / |d|^2
//!
//! The cross product, unlike `|w|^2 - (w . d)^2`, does not cancel for a small sphere far away.
//!
//! Sources: [Haines 2019], chapter 7.

use crate::number::{Field, Mask, Real, Ring};
use crate::pair::point_ray;
use crate::question::{Closest, OptSpan, Span};
use crate::shape::{Line, Linear, Point, Sphere};
use crate::vector::Vector;

/// They share a point; touching counts.
#[inline(always)]
pub fn intersects<V: Vector<Scalar: Field>, L: Linear<Vector = V>>(a: &L, b: &Sphere<V>) -> V::Mask {
    point_ray::distance_squared(&Point(b.center), a).le(b.radius.squared())
}

/// The foot of the centre, and the surface on the way to it; the foot when they intersect.
#[inline(always)]
pub fn distance<V: Vector<Scalar: Real>, L: Linear<Vector = V>>(a: &L, b: &Sphere<V>) -> Closest<V> {
    let center = Point(b.center);
    let foot = a.at(point_ray::foot(&center, a));
    let gap = point_ray::distance_squared(&center, a).sqrt() - b.radius;
    let on_b = b.center + (foot - b.center).normalized_or_zero() * b.radius;
    Closest { distance: gap, on_a: foot, on_b }.or_shared(gap.le(gap.zero()), foot)
}

/// The stretch of the line inside the sphere. Normals point away from the centre.
#[inline(always)]
pub fn span<V: Vector<Scalar: Real>>(a: &Sphere<V>, b: &Line<V>) -> OptSpan<V> {
    let (w, d) = (a.center - b.origin, b.direction);
    let dd = d.length_squared();
    let zero = dd.zero();
    let square = a.radius.squared() * dd - w.wedge_squared(d);
    let half = square.sqrt().div_or(dd, zero);
    let middle = w.dot(d).div_or(dd, zero);
    let (enter, exit) = (middle - half, middle + half);
    let hit = zero.le(square) & (zero.lt(dd) | w.length_squared().le(a.radius.squared()));
    // A direction of zero stays where it is, for ever.
    let still = dd.le(zero);
    let enter = Ring::select(still, -zero.infinity(), enter);
    let exit = Ring::select(still, zero.infinity(), exit);
    let normal_enter = V::select(still, d, b.at(enter) - a.center);
    let normal_exit = V::select(still, d, b.at(exit) - a.center);
    hit.then_some(Span { enter, exit, normal_enter, normal_exit })
}
