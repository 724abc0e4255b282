//! Sweeps that stop at a distance from the other shape, and sweeps that start within that distance.
//!
//! Two shapes are within a distance `d` of each other exactly when one of them, grown by `d`,
//! intersects the other. A sweep up to a distance is therefore a sweep of a grown shape. The gap of
//! two convex shapes is a convex function of time: if it does not decrease at the start, it never
//! does, so a motion that separates the shapes at the start hits nothing later.

use super::form::{Form, Inflated};
use super::{advance, contact, epa};
use crate::number::Float;
use crate::vector::{FloatVector, Vector};

/// A motion that approaches by no more than this fraction of its length counts as sliding along the
/// surface.
const ALONG: f64 = 1e-11;

/// A way between cores shorter than this many rounding errors has no direction.
const SHORT: f64 = 1e3;

/// Relative position of two shapes whose distance is within the rounding error.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start<V: Vector> {
    /// Unit normal from the first shape to the second.
    pub(crate) normal: V,
    /// Point on the first shape.
    pub(crate) point: V,
}

/// Returns the relative position of shapes that touch or overlap, up to a few roundings, or `None`
/// if they are disjoint or `f64` does not decide.
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

/// Tests whether the second shape, moving with this velocity, does not approach along the normal.
pub(crate) fn separates<V: FloatVector>(velocity: V, normal: V) -> bool {
    let along = f64::max(ALONG, 4.0 * V::Scalar::EPSILON.to_f64());
    velocity.dot(normal).to_f64() >= -along * velocity.length().to_f64()
}

impl<'s, V: FloatVector> Form<'s, V> {
    /// Returns the form grown by a radius.
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
