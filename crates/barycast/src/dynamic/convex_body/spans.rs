//! Span of a line in a convex shape.
//!
//! A polytope is the intersection of its half-spaces. Each clips the line at
//! `t = (d - n . o) / n . v`, or leaves it unchanged if it is parallel.
//!
//! Cones, discs and tapered capsules have a closed form in
//! [`pair::cone_ray`](crate::pair::cone_ray).
//!
//! For any other round shape the distance `f(t)` of the line's point at `t` is a convex function, 0
//! on the span. Outside, `f'(t) = n . v` for the unit vector `n` from the closest point of the
//! shape. Newton's method, started before the shape, therefore advances to the entry without
//! stepping over it:
//!
//! ```text
//! t <- t - f(t) / n . v        while n . v < 0
//! ```
//!
//! Each step goes to where the line crosses the plane that separates the point from the shape. The
//! exit is the entry of the reversed line. Sources: [van den Bergen 2004].

use super::Body;
use super::noise::noise_of;
use super::parts::Core;
use crate::convex::{epa, gjk};
use crate::dynamic::shape::DynamicShape;
use crate::number::{DoubleDouble, Field, Float, Real, Ring};
use crate::query::Span;
use crate::shape::{HalfSpace, Line, Linear, Support};
use crate::vector::size::{ORDINARY, exponent, times_power};
use crate::vector::{FloatVector, Vector};
use alloc::vec::Vec;

/// Returns the span, if there is one.
pub(crate) fn spans<A: DynamicShape>(a: &A, line: &Line<A::Precise>) -> Vec<Span<A::Precise>> {
    if line.direction.is_zero() {
        let here = super::closest_to(a, line.origin).distance <= noise_of(line.origin.length(), a.rounding());
        return here.then(|| endless(line)).into_iter().collect();
    }
    if let Some(sides) = a.sides() {
        return cut_at_any_size(&sides, line).into_iter().collect();
    }
    match a.closed_span(line) {
        Some(span) => span.into_iter().collect(),
        None => by_distance(a, line).into_iter().collect(),
    }
}

/// Returns the span of all of the line.
fn endless<V: FloatVector<Scalar = DoubleDouble>>(line: &Line<V>) -> Span<V> {
    let (none, infinity) = (line.direction.zero(), DoubleDouble::ONE.infinity());
    Span { enter: -infinity, exit: infinity, normal_enter: none, normal_exit: none }
}

/// Clips a line by all sides. The direction may be that of a segment, and short beside the sides.
fn cut_at_any_size<V: FloatVector<Scalar = DoubleDouble>>(
    sides: &[HalfSpace<V>],
    line: &Line<V>,
) -> Option<Span<V>> {
    let own = exponent((0..V::DIM).map(|i| line.direction.get(i).parts().0)).filter(|e| e.abs() > ORDINARY);
    let own = own.map_or(0, |e| -e);
    if own == 0 {
        return cut(sides, line);
    }
    let direction = V::from_fn(|i| times_power(line.direction.get(i), own));
    let span = cut(sides, &Line { origin: line.origin, direction })?;
    Some(Span { enter: times_power(span.enter, own), exit: times_power(span.exit, own), ..span })
}

/// Clips a line by all sides.
fn cut<V: FloatVector<Scalar = DoubleDouble>>(sides: &[HalfSpace<V>], line: &Line<V>) -> Option<Span<V>> {
    let zero = DoubleDouble::ZERO;
    let mut span = endless(line);
    for side in sides {
        let (n, o, d) = (side.normal, line.origin, line.direction);
        let speed = n.dot(d).settle(n.length() * d.length());
        let height = -side.side(o);
        if speed < zero {
            let t = height / speed;
            if span.enter < t {
                (span.enter, span.normal_enter) = (t, n);
            }
        } else if speed > zero {
            let t = height / speed;
            if t < span.exit {
                (span.exit, span.normal_exit) = (t, n);
            }
        } else if height.settle(n.length() * o.length() + Ring::abs(side.distance)) < zero {
            return None;
        }
    }
    (span.enter <= span.exit).then_some(span)
}

/// Distance of points from a shape.
struct Near<'a, A: DynamicShape> {
    shape: &'a A,
    body: Option<Body<A::Precise>>,
}

impl<A: DynamicShape> Near<'_, A> {
    /// Returns the distance of a point, and the vector to it from the closest point of the shape or
    /// of its core.
    fn of(&self, p: A::Precise) -> (DoubleDouble, A::Precise) {
        let (core, mut radius) = self.shape.rounded().unwrap_or((self.shape, DoubleDouble::ZERO));
        let nearest = core.nearest_point(p).unwrap_or_else(|| match &self.body {
            Some(body) => {
                radius = body.radius;
                gjk::distance(&Core(body), &Core(&Body::of_points([p]))).on_a
            }
            None => p,
        });
        let away = p - nearest;
        (away.length() - radius, away)
    }
}

/// A line misses if it stays farther than this many rounding errors; closer may be a touch.
const MISSES: f64 = (1 << 20) as f64;

/// Finds the span by Newton's method, from both ends.
fn by_distance<A: DynamicShape>(a: &A, line: &Line<A::Precise>) -> Option<Span<A::Precise>> {
    let near = Near { shape: a, body: a.body() };
    let speed = line.direction.length();
    let infinity = DoubleDouble::ONE.infinity();
    let (ends, scale) = if let Some(body) = &near.body {
        let margin = body.radius / speed;
        let [low, high] = body.feet(line);
        let corner = body.core(line.direction).length() + body.core(-line.direction).length();
        ([low - margin, high + margin], corner + body.radius)
    } else {
        let nearest = near.of(line.origin).1.length();
        let scale = line.origin.length() + nearest + DoubleDouble::MIN_POSITIVE;
        let far = scale / speed * DoubleDouble::new((1_u64 << 50) as f64);
        ([-far, far], scale)
    };
    let turned = Line { origin: line.origin, direction: -line.direction };
    let bounded = near.body.is_some();
    let (enter, normal_enter) = first(&near, line, ends[0], scale, bounded);
    let (back, normal_exit) = first(&near, &turned, -ends[1], scale, bounded);
    let (enter, exit) = (enter, -back);
    // If the distance is least along a whole interval, both ends stop short of a flat side that the
    // line passes.
    let middle = (enter + exit).half();
    let noise = noise_of(scale + line.at(middle).length(), a.rounding());
    if near.of(line.at(middle)).0 > noise * DoubleDouble::new(MISSES) {
        return None;
    }
    let (enter, exit) = if enter <= exit { (enter, exit) } else { (middle, middle) };
    let open = |t: DoubleDouble, end: DoubleDouble| if !bounded && t == end { end * infinity } else { t };
    Some(Span { enter: open(enter, ends[0]), exit: open(exit, ends[1]), normal_enter, normal_exit })
}

/// Returns the outward normal at a point of the boundary, from a nearby direction.
fn normal_at<V: FloatVector<Scalar = DoubleDouble>>(body: &Body<V>, p: V, close: V) -> V {
    let found = epa::facing(body, &Body::of_points([p]), close);
    found.and_then(|found| found.normal_a_to_b).unwrap_or(close)
}

/// Returns where a line enters, starting at `t` before the shape, and the normal there.
fn first<A: DynamicShape>(
    near: &Near<'_, A>,
    line: &Line<A::Precise>,
    mut t: DoubleDouble,
    scale: DoubleDouble,
    bounded: bool,
) -> (DoubleDouble, A::Precise) {
    const LIMIT: u32 = 200;
    let d = line.direction;
    let size = |t: DoubleDouble| scale + line.at(t).length();
    let mut slope = -d.length();
    let mut here = d.zero();
    for step in 0..LIMIT {
        let (distance, away) = near.of(line.at(t));
        here = away;
        if distance <= noise_of(size(t), near.shape.rounding()) {
            if step == 0 && !bounded {
                return (t, d.zero());
            }
            break;
        }
        let next = away.normalized_or_zero().dot(d);
        if next >= DoubleDouble::ZERO {
            break;
        }
        slope = next;
        let ahead = t - distance / slope;
        if ahead <= t {
            break;
        }
        t = ahead;
    }
    let (height, way) =
        if near.shape.rounding() > DoubleDouble::EPSILON { (1e-7, 1e-6) } else { (1e-16, 1e-8) };
    let (height, way) = (DoubleDouble::new(height), DoubleDouble::new(way));
    // A rounded shape gives its normal by its core. For others the normal is computed slightly
    // before the entry, where it is neither noise nor that of another side.
    let away = if here.length() > height * size(t) {
        here
    } else {
        let back = Ring::min(height / -slope, way / d.length()) * size(t);
        near.of(line.at(t - back)).1
    };
    match &near.body {
        Some(body) if body.rounding() > DoubleDouble::EPSILON => (t, normal_at(body, line.at(t), away)),
        _ => (t, away),
    }
}
