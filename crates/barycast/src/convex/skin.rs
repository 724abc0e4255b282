//! Sweeps that stop at a distance from the other shape, and those that begin within it.
//!
//! Two shapes are within a distance `d` of each other exactly when one of them, grown by `d`, meets the other. So a sweep up to a
//! distance is a sweep of a grown shape. Of two convex shapes the gap is a convex function of time: where it does not fall at the
//! start, it never does, so a motion that separates them at the start meets nothing later.

use super::form::{Form, Inflated};
use super::{advance, contact, epa};
use crate::number::Float;
use crate::vector::{FloatVector, Vector};

/// A motion that nears by no more than this part of its length leads along the surface.
const ALONG: f64 = 1e-11;

/// A way between cores shorter than this many noises has no direction.
const SHORT: f64 = 1e3;

/// How two shapes stand that are no farther apart than rounding leaves open.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start<V: Vector> {
    /// Of length 1, from the first shape to the second.
    pub(crate) normal: V,
    /// On the first shape.
    pub(crate) point: V,
}

/// How they stand that touch or overlap, up to a few roundings; `None` where they are apart, or floats do not decide.
pub(crate) fn start<V: FloatVector>(a: &Form<'_, V>, b: &Form<'_, V>) -> Option<Start<V>> {
    let (gap, turned) = match (*a, *b) {
        (_, Form::Bounded { shape, by }) if by.is_zero() => (advance::gap(a, shape, None)?, false),
        (Form::Bounded { shape, by }, _) if by.is_zero() => (advance::gap(b, shape, None)?, true),
        _ => return None,
    };
    if gap.length > 8.0 * gap.noise {
        return None;
    }
    let is_flat = matches!(a, Form::Flat { .. }) || matches!(b, Form::Flat { .. });
    let way = gap.length + (a.margin() + b.margin()).to_f64();
    if is_flat || way > SHORT * gap.noise {
        let other = gap.on_a + gap.normal * V::Scalar::from_f64(gap.length);
        return Some(if turned {
            Start { normal: -gap.normal, point: other }
        } else {
            Start { normal: gap.normal, point: gap.on_a }
        });
    }
    if !gap.normal.is_zero() {
        return None;
    }
    let found = contact::outcome(a, b);
    let depth = found.contact.depth.to_f64();
    let sure = found.status != epa::Status::NotConverged && depth > SHORT * gap.noise;
    found.contact.normal_a_to_b.filter(|_| sure).map(|normal| Start { normal, point: found.contact.on_a })
}

/// The second shape, moving like this, does not come nearer along the normal.
pub(crate) fn separates<V: FloatVector>(velocity: V, normal: V) -> bool {
    let along = f64::max(ALONG, 4.0 * V::Scalar::EPSILON.to_f64());
    velocity.dot(normal).to_f64() >= -along * velocity.length().to_f64()
}

impl<'s, V: FloatVector> Form<'s, V> {
    /// All points within a radius of it.
    pub(crate) fn grown<'m>(&self, more: V::Scalar, place: &'m mut Option<Inflated<'s, V>>) -> Form<'m, V>
    where
        's: 'm,
    {
        match *self {
            form if more == V::Scalar::ZERO => form,
            Form::Bounded { shape, by } => {
                Form::Bounded { shape: place.insert(Inflated { shape, radius: more }), by }
            }
            Form::Straight { origin, direction, begins, radius } => {
                Form::Straight { origin, direction, begins, radius: radius + more }
            }
            Form::Conical { apex, axis, slope, radius } => {
                Form::Conical { apex, axis, slope, radius: radius + more }
            }
            Form::Flat { normal, distance, solid, radius } => {
                Form::Flat { normal, distance, solid, radius: radius + more }
            }
        }
    }
}
