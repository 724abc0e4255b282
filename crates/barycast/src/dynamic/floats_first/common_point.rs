//! A point in both shapes of a contact, in `f64`, by the spans of a line in each.

use super::float_shape::InFloats;
use crate::dynamic::shape::Shared;
use crate::number::Field;
use crate::number::each::MapEach;
use crate::pair::{aabb_ray, capsule_ray, ellipsoid_ray, half_space_ray, obb_point, obb_ray, ray_sphere};
use crate::query::Penetration;
use crate::shape::{HalfSpace, Line, Point, Triangle};
use crate::vector::Vector;

/// Returns the middle of the segment between the witness points, if it is in both shapes, or else
/// the middle of the part of that segment in both, or else a shared point, moved to the middle of
/// the common part along the normal. Returns `None` for shapes without a cheap span.
pub(super) fn of<A: InFloats>(
    a: &A,
    b: &A,
    contact: &Penetration<A::Vector>,
    shared: impl FnOnce() -> Option<A::Vector>,
) -> Option<A::Vector> {
    let normal = contact.normal_a_to_b?;
    let middle = contact.on_a * 0.5 + contact.on_b * 0.5;
    if surely_holds(a, middle) && surely_holds(b, middle) {
        return Some(middle);
    }
    let along = |origin: A::Vector| {
        let line = Line { origin, direction: normal };
        Some(common(chord(a, &line)?, chord(b, &line)?))
    };
    let half = (contact.on_a - contact.on_b).dot(normal).abs() * 0.5;
    let part = along(middle)?.and_then(|part| common(Some(part), Some([-half, half])));
    if let Some([enter, exit]) = part {
        let is_middle_in_both = enter <= 0.0 && 0.0 <= exit;
        return Some(if is_middle_in_both { middle } else { middle + normal * (0.5 * (enter + exit)) });
    }
    let shared = shared()?;
    match along(shared)? {
        Some([enter, exit]) if (exit - enter).is_finite() => Some(shared + normal * (0.5 * (enter + exit))),
        _ => Some(shared),
    }
}

/// Tests whether a point is in a shape, for kinds for which that takes less time than a span.
fn surely_holds<A: InFloats>(shape: &A, p: A::Vector) -> bool {
    match shape.shared() {
        Some(Shared::Sphere(a)) => (p - a.center).length_squared() <= a.radius * a.radius,
        Some(Shared::Capsule(a)) => {
            let (axis, way) = (a.b - a.a, p - a.a);
            let t = way.dot(axis).div_or(axis.length_squared(), 0.0).clamp(0.0, 1.0);
            (way - axis * t).length_squared() <= a.radius * a.radius
        }
        Some(Shared::Aabb(a)) => a.min.le_all(p) && p.le_all(a.max),
        Some(Shared::Obb(a)) => obb_point::intersects(a, &Point(p)),
        Some(Shared::HalfSpace(a)) => a.normal.dot(p) <= a.distance,
        Some(Shared::Convex(a)) if A::Vector::DIM == 3 && a.dimension() == 3 => {
            a.faces().all(|face| (face.a - p).triple(face.b - face.a, face.c - face.a) >= 0.0)
        }
        _ => false,
    }
}

/// Returns the common part of two intervals.
fn common(a: Option<[f64; 2]>, b: Option<[f64; 2]>) -> Option<[f64; 2]> {
    let ([enter, exit], [other_enter, other_exit]) = (a?, b?);
    let part = [f64::max(enter, other_enter), f64::min(exit, other_exit)];
    (part[0] <= part[1]).then_some(part)
}

/// Returns where a line enters and leaves a shape, if it intersects it, or `None` if the kind of
/// shape has no cheap span.
#[allow(clippy::option_option, reason = "no span of this kind, a miss, a span")]
fn chord<A: InFloats>(shape: &A, line: &Line<A::Vector>) -> Option<Option<[f64; 2]>> {
    let Some(shared) = shape.shared() else { return shape.own_chord(line) };
    let span = match shared {
        Shared::Sphere(a) => ray_sphere::span(a, line),
        Shared::Aabb(a) => aabb_ray::span(a, line),
        Shared::Obb(a) => obb_ray::span(a, line),
        Shared::Capsule(a) => capsule_ray::span(a, line),
        Shared::HalfSpace(a) => half_space_ray::span(a, line),
        Shared::Ellipsoid(a) => ellipsoid_ray::span(a, line),
        Shared::Triangle(a) if A::Vector::DIM == 3 => return Some(crossing(a, line)),
        Shared::Convex(a) if a.dimension() == 3 => {
            let side = |face: Triangle<A::Vector>| {
                let [u, v] = [face.b - face.a, face.c - face.a];
                [line.direction.triple(u, v), (face.a - line.origin).triple(u, v)]
            };
            return Some(between(a.faces().map(side)));
        }
        Shared::Convex(a) => {
            let side = |side: HalfSpace<A::Vector>| {
                [side.normal.dot(line.direction), side.distance - side.normal.dot(line.origin)]
            };
            return Some(between(a.sides().into_iter().map(side)));
        }
        _ => return None,
    };
    Some(span.map(|span| [span.enter, span.exit]))
}

/// Returns where a line crosses a triangle in space.
fn crossing<V: Vector<Scalar = f64>>(triangle: &Triangle<V>, line: &Line<V>) -> Option<[f64; 2]> {
    let corners = triangle.corners().each(|corner| corner - line.origin);
    let [a, b, c] = corners;
    let sides = [[a, b], [b, c], [c, a]].each(|[p, q]| line.direction.triple(p, q));
    let is_inside = sides.iter().all(|side| *side >= 0.0) || sides.iter().all(|side| *side <= 0.0);
    let (height, speed) = (a.triple(b - a, c - a), line.direction.triple(b - a, c - a));
    (is_inside && speed != 0.0).then(|| [height / speed; 2])
}

/// Returns the part of a line in all half-spaces. Each is given by the speed at which the line
/// leaves it, and the distance from the line's origin to its plane, in the same unit.
fn between(sides: impl Iterator<Item = [f64; 2]>) -> Option<[f64; 2]> {
    let mut part = [f64::NEG_INFINITY, f64::INFINITY];
    for [speed, height] in sides {
        if speed < 0.0 {
            part[0] = f64::max(part[0], height / speed);
        } else if speed > 0.0 {
            part[1] = f64::min(part[1], height / speed);
        } else if height < 0.0 {
            return None;
        }
    }
    (part[0] <= part[1]).then_some(part)
}
