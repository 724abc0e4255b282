//! Intersections of planes and discs with round shapes, and of two planes.
//!
//! Two planes that are not parallel share the line along `n1 x n2` through
//! `(d1 n2 - d2 n1) x n / |n|^2`. A plane intersects a ball in the disc around the foot of its
//! centre. The ends of a cylinder or a cone, truncated or not, are two discs of radii `ra` and
//! `rb`; a plane
//!
//! ```text
//! across the axis          cuts a disc
//! through its tip          cuts a chord of each end, and all between them
//! any other                cuts an ellipse (`ellipses.rs`), or a parabola, hyperbola or part of
//!                          one, which are not shapes of the protocol
//! ```
//!
//! where the apex of a cylinder is at infinity, and the apex is on the plane if
//! `(n . a - d) rb = (n . b - d) ra`.
//!
//! The case, and whether a chord is a point, is decided in exact numbers; only roots are rounded.

use super::Common;
use super::kind::rounded;
use super::order::{from_least, segment};
use crate::dynamic::any::{Shape2, Shape3};
use crate::exact::{Arena, Exact};
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Field, Float, Real, Ring};
use crate::shape::*;
use crate::vector::{V3, Vector, Vector3};
use alloc::vec::Vec;
use glam::{DVec2, DVec3};

#[allow(clippy::unused_self, reason = "the same calls as in three dimensions")]
impl Shape2 {
    /// Planes are lines in 2D, which [other](super::lines) code handles.
    pub(super) const fn cut_by_plane(&self, _: &Self) -> Option<Common<DVec2>> {
        None
    }
}

impl Shape3 {
    /// Returns the intersection of a plane and a round shape, or of two planes; `None` for others,
    /// and if it is no shape.
    pub(super) fn cut_by_plane(&self, other: &Self) -> Option<Common<DVec3>> {
        let Self::Plane(a) = self else { return None };
        let arena = Arena::new();
        let plane = a.lift::<V3<Exact<'_>>>(&|x: f64| arena.number(x));
        other.section(&plane, a.normal, &arena).or_else(|| other.ellipse(a))
    }

    /// Returns the intersection of a plane with a round shape, or with another plane. Its normal
    /// appears in results.
    pub(super) fn section<'a>(
        &self,
        plane: &Plane<V3<Exact<'a>>>,
        normal: DVec3,
        arena: &'a Arena,
    ) -> Option<Common<DVec3>> {
        let number = |x: f64| arena.number(x);
        match self {
            Self::Plane(b) => Some(plane_plane(plane, &b.lift(&number))),
            Self::Sphere(b) => Some(cut_ball(plane, &b.lift(&number), normal)),
            Self::Disc(b) => cut_disc(plane, &b.lift(&number)),
            Self::Cylinder(b) => {
                let b = b.lift::<V3<Exact<'a>>>(&number);
                cut_cone(
                    plane,
                    &TruncatedCone { a: b.a, b: b.b, radius_a: b.radius, radius_b: b.radius },
                    normal,
                )
            }
            Self::Cone(b) => cut_cone(plane, &b.lift::<V3<Exact<'a>>>(&number).truncated(), normal),
            Self::TruncatedCone(b) => cut_cone(plane, &b.lift(&number), normal),
            Self::InfiniteCylinder(b) => {
                let b = b.lift::<V3<Exact<'a>>>(&number);
                let across = plane.normal.cross(b.direction).is_zero();
                let slope = plane.normal.dot(b.direction);
                let center = b.origin - b.direction * (plane.side(b.origin).div_or(slope, number(1.0)));
                across.then(|| disc(center, normal, b.radius.squared()))
            }
            Self::Capsule(b) => {
                let Capsule { a: start, b: end, radius } = b.lift::<V3<Exact<'a>>>(&number);
                let across = plane.normal.cross(end - start).is_zero();
                let nn = plane.normal.length_squared();
                let foot = |p: V3<Exact<'a>>| p - plane.normal * (plane.side(p) / nn);
                let (foot_a, foot_b) = (foot(start), foot(end));
                // Beyond an end the section is that of a ball.
                let (beyond_a, beyond_b) = (foot_a - start, foot_b - end);
                let between = beyond_a.dot(beyond_b).le(number(0.0));
                let (center, beyond) = if beyond_a.length_squared().le(beyond_b.length_squared()) {
                    (foot_a, beyond_a)
                } else {
                    (foot_b, beyond_b)
                };
                let short = if between { number(0.0) } else { beyond.length_squared() };
                across.then(|| disc(center, normal, radius.squared() - short))
            }
            Self::Ellipsoid(b) => {
                let b = b.lift::<V3<Exact<'a>>>(&number);
                // Perpendicular to an axis about which it is round.
                (0..3).find_map(|i| {
                    let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                    let across =
                        b.radii.get(j).same(b.radii.get(k)) && plane.normal.cross(b.axis(i)).is_zero();
                    let (arm, slope) = (b.radii.get(i), plane.normal.dot(b.axis(i)));
                    let away = -(plane.side(b.center).div_or(slope, number(1.0)));
                    let t = away.div_or(arm, number(0.0));
                    let radius = b.radii.get(j).squared() * (number(1.0) - t.squared());
                    across.then(|| disc(b.center + b.axis(i) * away, normal, radius))
                })
            }
            _ => None,
        }
    }
}

/// Returns the disc of a squared radius, or its centre if that is 0.
fn disc(center: V3<Exact<'_>>, normal: DVec3, squared: Exact<'_>) -> Common<DVec3> {
    let center = rounded(center);
    if squared.le(squared.zero()) {
        return Common::Point(center);
    }
    Common::Disc { center, normal, radius: root(squared).to_f64() }
}

fn root(squared: Exact<'_>) -> DoubleDouble {
    squared.to_double_double().sqrt()
}

fn plane_plane<'a>(a: &Plane<V3<Exact<'a>>>, b: &Plane<V3<Exact<'a>>>) -> Common<DVec3> {
    let (origin, direction) = line_of(a, b);
    // Takes, of the two directions, the one whose first non-zero coordinate is positive, whatever the
    // order of the planes.
    let zero = a.distance.zero();
    let numbers = || (0..3).map(|axis| direction.get(axis));
    let backward = numbers().find(|x| !x.same(zero)).is_some_and(|x| x.lt(zero));
    let direction = if backward { -direction } else { direction };
    // Scaled to a length that floats can represent.
    let size = numbers().map(Ring::abs).fold(zero, Ring::max);
    let ordinary = (1e-250..1e250).contains(&size.to_f64());
    let direction = if ordinary { direction } else { direction.times_reciprocal(size) };
    Common::Line(Line { origin: rounded(origin), direction: rounded(direction) })
}

/// Returns a point and the direction of the line that two planes share; the direction is 0 for
/// parallel planes.
fn line_of<'a>(a: &Plane<V3<Exact<'a>>>, b: &Plane<V3<Exact<'a>>>) -> (V3<Exact<'a>>, V3<Exact<'a>>) {
    let n = a.normal.cross(b.normal);
    let foot = (b.normal * a.distance - a.normal * b.distance).cross(n);
    (foot.times_reciprocal(n.length_squared()), n)
}

/// Returns the disc around the foot of the centre, or the foot if they touch.
fn cut_ball<'a>(plane: &Plane<V3<Exact<'a>>>, ball: &Sphere<V3<Exact<'a>>>, normal: DVec3) -> Common<DVec3> {
    let (side, nn) = (plane.side(ball.center), plane.normal.length_squared());
    let center = ball.center - plane.normal * (side / nn);
    disc(center, normal, ball.radius.squared() - side.squared() / nn)
}

/// Returns the ends of the intersection of a plane with a disc that is not parallel to it: one if
/// they touch, none if they are disjoint. Half of the chord goes each way from the foot of the
/// centre.
fn chord<'a>(plane: &Plane<V3<Exact<'a>>>, disc: &Disc<V3<Exact<'a>>>) -> Vec<DVec3> {
    let own = Plane { normal: disc.normal, distance: disc.normal.dot(disc.center) };
    let (origin, d) = line_of(plane, &own);
    let dd = d.length_squared();
    if d.is_zero() {
        return Vec::new();
    }
    let foot = origin + d * ((disc.center - origin).dot(d) / dd);
    let squared = (disc.radius.squared() - (foot - disc.center).length_squared()) / dd;
    let zero = squared.zero();
    if squared.lt(zero) {
        return Vec::new();
    }
    if squared.same(zero) {
        return alloc::vec![rounded(foot)];
    }
    let half = d.lift::<V3<DoubleDouble>>(&|x| x.to_double_double()) * root(squared);
    let foot = foot.lift::<V3<DoubleDouble>>(&|x| x.to_double_double());
    [foot - half, foot + half].each(|p| p.lift(&Float::to_f64)).to_vec()
}

fn cut_disc<'a>(plane: &Plane<V3<Exact<'a>>>, disc: &Disc<V3<Exact<'a>>>) -> Option<Common<DVec3>> {
    match chord(plane, disc)[..] {
        [p] => Some(Common::Point(p)),
        [a, b] => Some(Common::Segment(segment(a, b))),
        _ => None,
    }
}

/// Intersects a cylinder, cone or truncated cone.
fn cut_cone<'a>(
    plane: &Plane<V3<Exact<'a>>>,
    cone: &TruncatedCone<V3<Exact<'a>>>,
    normal: DVec3,
) -> Option<Common<DVec3>> {
    let axis = cone.b - cone.a;
    let (side_a, side_b) = (plane.side(cone.a), plane.side(cone.b));
    if plane.normal.cross(axis).is_zero() {
        let t = -(side_a / (side_b - side_a));
        let radius = cone.radius_a + (cone.radius_b - cone.radius_a) * t;
        return Some(disc(cone.a + axis * t, normal, radius.squared()));
    }
    // The apex, where the radius would be 0, is on the plane; a cylinder's apex is at infinity.
    if !(side_a * cone.radius_b).same(side_b * cone.radius_a) {
        return None;
    }
    let end = |center, radius| -> Vec<DVec3> {
        if Ring::same(radius, plane.distance.zero()) {
            return alloc::vec![rounded(center)];
        }
        chord(plane, &Disc { center, normal: axis, radius })
    };
    let (first, last) = (end(cone.a, cone.radius_a), end(cone.b, cone.radius_b));
    // Both chords have the same direction.
    let mut points: Vec<DVec3> = first.into_iter().chain(last.into_iter().rev()).collect();
    points.dedup();
    match points[..] {
        [] => None,
        [p] => Some(Common::Point(p)),
        [a, b] => Some(Common::Segment(segment(a, b))),
        _ => Some(Common::Polygon(from_least(points))),
    }
}
