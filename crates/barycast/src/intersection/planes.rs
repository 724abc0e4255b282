//! Planes that cut round shapes, and each other.
//!
//! Two planes that are not parallel share the line along `n1 x n2` through `(d1 n2 - d2 n1) x n / |n|^2`. A plane cuts a
//! ball in the disc around the foot of its centre. Both in exact numbers, but for the root.

use super::Common;
use super::kind::rounded;
use crate::any::{Shape2, Shape3};
use crate::number::{Arena, Exact, Float, Real, Ring};
use crate::shape::*;
use crate::vector::{V3, Vector, Vector3};
use glam::{DVec2, DVec3};

#[allow(clippy::unused_self, reason = "the same calls as in three dimensions")]
impl Shape2<DVec2> {
    /// Planes are lines, which [other](super::lines) code answers.
    pub(super) const fn cut_by_plane(&self, _: &Self) -> Option<Common<DVec2>> {
        None
    }
}

impl Shape3<DVec3> {
    /// A plane and what is round, or another plane; `None` of others, and where it is no shape.
    pub(super) fn cut_by_plane(&self, other: &Self) -> Option<Common<DVec3>> {
        let Self::Plane(a) = self else { return None };
        match other {
            Self::Plane(b) => Some(plane_plane(a, b)),
            Self::Sphere(b) => Some(plane_sphere(a, b)),
            _ => None,
        }
    }
}

fn plane_plane(a: &Plane<DVec3>, b: &Plane<DVec3>) -> Common<DVec3> {
    let arena = Arena::new();
    let number = |x: f64| arena.number(x);
    let (a, b) = (a.lift::<V3<Exact<'_>>>(&number), b.lift::<V3<Exact<'_>>>(&number));
    let n = a.normal.cross(b.normal);
    // Of the two directions the one whose first number is positive, whichever plane was named first.
    let zero = number(0.0);
    let backward = (0..3).map(|axis| n.get(axis)).find(|x| !x.same(zero)).is_some_and(|x| x.lt(zero));
    let foot = (b.normal * a.distance - a.normal * b.distance).cross(n);
    let origin = foot.times_reciprocal(n.length_squared());
    let direction = if backward { -n } else { n };
    // Of a length that floats can hold.
    let size = (0..3).map(|axis| Ring::abs(n.get(axis))).fold(zero, Ring::max);
    let ordinary = (1e-250..1e250).contains(&size.to_f64());
    let direction = if ordinary { direction } else { direction.times_reciprocal(size) };
    Common::Line(Line { origin: rounded(origin), direction: rounded(direction) })
}

/// The disc around the foot of the centre, or the foot where they touch.
fn plane_sphere(a: &Plane<DVec3>, b: &Sphere<DVec3>) -> Common<DVec3> {
    let arena = Arena::new();
    let number = |x: f64| arena.number(x);
    let (p, s) = (a.lift::<V3<Exact<'_>>>(&number), b.lift::<V3<Exact<'_>>>(&number));
    let (side, nn) = (p.side(s.center), p.normal.length_squared());
    let center = rounded(s.center - p.normal * (side / nn));
    let square = s.radius.squared() - side.squared() / nn;
    if square.le(square.zero()) {
        return Common::Point(center);
    }
    Common::Disc { center, normal: a.normal, radius: square.to_double_double().sqrt().to_f64() }
}
