//! Lines, rays and cones without a base: the parts that replace them in contacts, and containment
//! of such cones.

use super::forms::endless;
use super::noise::noise;
use crate::convex::form::{self, Form};
use crate::convex::truncation::{self, Truncation};
use crate::dynamic::shape::DynamicShape;
use crate::number::{DoubleDouble, Float, Real, Ring};
use crate::shape::Support;
use crate::vector::{FloatVector, Vector};
use alloc::boxed::Box;

/// Bounded part of a shape.
type Part<'f, V> = Box<dyn Support<Vector = V> + 'f>;

/// Returns parts that replace two shapes, one of them unbounded; `None` for flat ones, and if no
/// bounded parts suffice.
pub(super) fn parts<'f, V: FloatVector + 'f>(a: &Form<'f, V>, b: &Form<'f, V>) -> Option<[Part<'f, V>; 2]> {
    match (*a, *b) {
        (Form::Conical { .. }, Form::Bounded { shape, by }) => {
            Some([Box::new(truncation::truncate(a, shape, by)?), Box::new(Whole(shape))])
        }
        (Form::Straight { origin, direction, begins, radius }, Form::Bounded { shape, by }) => {
            let part = form::stretch((origin, direction, begins, radius), shape, by);
            Some([Box::new(part), Box::new(Whole(shape))])
        }
        (Form::Bounded { .. }, Form::Conical { .. } | Form::Straight { .. }) => {
            parts(b, a).map(|[x, y]| [y, x])
        }
        _ => match truncation::truncate_both(a, b)? {
            Truncation::Bounded([x, y]) => Some([Box::new(x), Box::new(y)]),
            Truncation::SharedDirection(_) => None,
        },
    }
}

/// The whole of a bounded shape.
struct Whole<'s, V: Vector>(&'s dyn Support<Vector = V>);

impl<V: FloatVector> Support for Whole<'_, V> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        self.0.support(direction)
    }

    fn margin(&self) -> V::Scalar {
        self.0.margin()
    }

    fn core(&self, direction: V) -> V {
        self.0.core(direction)
    }

    fn middle(&self) -> V {
        self.0.middle()
    }

    fn rounding(&self) -> V::Scalar {
        self.0.rounding()
    }
}

/// Tests whether a shape contains the whole of a cone, grown by a radius; `None` if the result is
/// not defined.
pub(super) fn holds<A: DynamicShape>(a: &A, b: &A) -> Option<bool> {
    let Some(Form::Conical { apex, axis, slope, radius }) = endless(b) else { return None };
    let (zero, slack) = (DoubleDouble::ZERO, noise(DoubleDouble::ONE + slope));
    let goes_on = match endless(a) {
        Some(Form::Flat { normal, solid: true, .. }) => {
            normal.dot(axis) + slope * normal.wedge_squared(axis).sqrt() <= slack
        }
        Some(Form::Conical { axis: around, slope: wider, .. }) => {
            // The angle between the axes is at most the difference of the angles, whose tangent is
            // (s - t) / (1 + s t).
            let (sin, cos) = (axis.wedge_squared(around).sqrt(), axis.dot(around));
            let (less, by) = (wider - slope, DoubleDouble::ONE + wider * slope);
            zero < cos && sin * by - cos * less <= slack * by
        }
        _ => false,
    };
    let size = apex.length() + radius + a.precise_signed(apex).abs();
    Some(goes_on && a.precise_signed(apex) + radius <= noise(size))
}
