//! The shortest way between a bounded convex shape and any other, bounded or not.
//!
//! Of two bounded ones [`gjk`] tells. A straight one is cut to the [stretch](super::form) of it that answers the same.
//! A flat one is met by the other's lowest and highest points along its normal `n`: with `n . p = d` on the plane, the
//! way is `n . low - d` or `d - n . high`, whichever is positive, and where neither is they share the point at which the
//! way from `low` to `high` passes the plane.

use super::form::{Form, stretch};
use super::gjk::{self, Outcome, Status};
use crate::number::{Field, Float, Ring};
use crate::question::Closest;
use crate::shape::Support;
use crate::vector::FloatVector;

/// They share a point, as far as rounding lets one tell; `None` when that did not converge, or both are unbounded.
pub fn decide<V: FloatVector>(a: &Form<'_, V>, b: &Form<'_, V>) -> Option<bool> {
    match (*a, *b) {
        (Form::Bounded { shape: a, .. }, Form::Bounded { shape: b, .. }) => gjk::decide(a, b),
        _ => match outcome(a, b)?.status {
            Status::Touching | Status::Overlapping => Some(true),
            Status::Separated => Some(false),
            Status::NotConverged => None,
        },
    }
}

/// The nearest points, their error bound, and how it ended; `None` when both are unbounded.
pub fn outcome<V: FloatVector>(a: &Form<'_, V>, b: &Form<'_, V>) -> Option<Outcome<V>> {
    let Form::Bounded { shape, .. } = *a else {
        let Form::Bounded { .. } = b else { return None };
        return outcome(b, a).map(|found| Outcome { closest: found.closest.swap(), ..found });
    };
    Some(match *b {
        Form::Bounded { shape: other, .. } => gjk::outcome(shape, other),
        Form::Straight { origin, direction, begins, radius } => {
            let part = stretch((origin, direction, begins, radius), shape, origin.zero());
            gjk::outcome(shape, &part)
        }
        Form::Flat { normal, distance, solid, radius } => flat(shape, normal, distance, solid, radius),
    })
}

fn flat<V: FloatVector>(
    a: &dyn Support<Vector = V>,
    normal: V,
    distance: V::Scalar,
    solid: bool,
    radius: V::Scalar,
) -> Outcome<V> {
    let zero = V::Scalar::ZERO;
    let end = |way: V| {
        let p = a.support(way);
        (p, normal.dot(p) - distance)
    };
    let ((low, below), (high, above)) = (end(-normal), end(normal));
    let gap = if solid { below } else { Ring::max(below, -above) } - radius;
    if gap > zero {
        let (p, way) = if below > zero { (low, -normal) } else { (high, normal) };
        let closest = Closest { distance: gap, on_a: p, on_b: p + way * gap };
        return Outcome { closest, error_bound: zero, iterations: 0, status: Status::Separated };
    }
    let t = Ring::max(zero, Ring::min((-below).div_or(above - below, zero), V::Scalar::ONE));
    let shared = if solid { low } else { low + (high - low) * t };
    let closest = Closest { distance: zero, on_a: shared, on_b: shared };
    Outcome { closest, error_bound: zero, iterations: 0, status: Status::Touching }
}
