//! Convex shapes in the forms on which the iterative algorithms work.

use super::parts::{Body, Unbounded};
use crate::convex::form::{AsConvex, Form};
use crate::dynamic::shape::DynamicShape;
use crate::number::{DoubleDouble, Float};
use crate::vector::{FloatVector, Vector};
use alloc::boxed::Box;

/// Returns the form of a shape with its body, for contacts.
pub(super) fn form<'b, A: DynamicShape>(
    a: &A,
    body: Option<&'b Body<A::Precise>>,
) -> Option<Form<'b, A::Precise>> {
    if let Some(body) = body {
        return Some(Form::Bounded { shape: body, by: A::Precise::splat(DoubleDouble::ZERO) });
    }
    endless(a)
}

/// Returns the form of an unbounded shape.
pub(super) fn endless<'b, A: DynamicShape>(a: &A) -> Option<Form<'b, A::Precise>> {
    let (mut core, mut rounding) = (a, DoubleDouble::ZERO);
    while let Some((inner, radius)) = core.rounded() {
        (core, rounding) = (inner, rounding + radius);
    }
    let flat = |normal: A::Precise, distance: DoubleDouble, solid: bool| {
        let (normal, length) = (normal.normalized_or_zero(), normal.length());
        Form::Flat { normal, distance: distance / length, solid, radius: rounding }
    };
    Some(match core.unbounded()? {
        Unbounded::Along { line, begins, radius } => {
            let direction = line.direction.normalized_or_zero();
            Form::Straight { origin: line.origin, direction, begins, radius: radius + rounding }
        }
        Unbounded::Plane(plane) => flat(plane.normal, plane.distance, false),
        Unbounded::HalfSpace(half_space) => flat(half_space.normal, half_space.distance, true),
        Unbounded::Cone { apex, axis, slope } => Form::Conical { apex, axis, slope, radius: rounding },
    })
}

/// Unbounded shape, for iterative algorithms.
struct Endless<V: FloatVector + 'static>(Form<'static, V>);

impl<V: FloatVector + 'static> AsConvex for Endless<V> {
    type Vector = V;

    fn form(&self) -> Option<Form<'_, V>> {
        Some(self.0)
    }
}

/// Returns the shape for iterative algorithms, or `None` if it is not convex.
pub(crate) fn as_convex<A: DynamicShape>(a: &A) -> Option<Box<dyn AsConvex<Vector = A::Precise>>>
where
    A::Precise: 'static,
{
    match a.body() {
        Some(body) => Some(Box::new(body)),
        None => Some(Box::new(Endless(endless(a)?))),
    }
}
