//! Queries on convex shapes over `f64`, repeated in double-double precision where `f64` does not
//! decide.

use super::form::{Form, Widen};
use super::{gjk, nearest};
use crate::number::Float;
use crate::query::Closest;
use crate::vector::{FloatVector, Vector as _};

/// Runs a query on two shapes over `f64`, if that has digits to spare.
///
/// A straight shape or a cone is cut to a stretch longer than the other shape is wide. The length
/// of the stretch costs digits, too many for shapes of `f64`.
pub(crate) fn wide<A: Widen, B: Widen<Vector = A::Vector>, R>(
    a: &A,
    b: &B,
    run: impl FnOnce(&Wide<'_, A::Vector>, &Wide<'_, A::Vector>) -> Option<R>,
) -> Option<R> {
    a.widened(|a| {
        b.widened(|b| {
            let (a, b) = (a.form()?, b.form()?);
            let straight =
                [&a, &b].iter().any(|form| matches!(form, Form::Straight { .. } | Form::Conical { .. }));
            if straight && !narrow::<A::Vector>() { None } else { run(&a, &b) }
        })
    })
}

pub(crate) type Wide<'s, V> = Form<'s, <V as FloatVector>::Wide>;

/// Tests whether the vectors have fewer digits than `f64`, over which the query runs.
fn narrow<V: FloatVector>() -> bool {
    V::Scalar::EPSILON.to_f64() > f64::EPSILON
}

/// Tests whether the shapes share a point, up to rounding.
pub(crate) fn intersects<A: Widen, B: Widen<Vector = A::Vector>>(a: &A, b: &B) -> bool {
    wide(a, b, nearest::decide)
        .or_else(|| a.precisely(|a| b.precisely(|b| nearest::decide(&a.form()?, &b.form()?))))
        .unwrap_or(false)
}

pub(crate) fn closest<A: Widen, B: Widen<Vector = A::Vector>>(a: &A, b: &B) -> Closest<A::Vector> {
    let found = wide(a, b, nearest::outcome).filter(|found| found.status != gjk::Status::NotConverged);
    let found = found.map(|found| found.closest.lift(&Float::narrow)).or_else(|| {
        let found = a.precisely(|a| b.precisely(|b| nearest::outcome(&a.form()?, &b.form()?)))?;
        Some(found.closest.lift(&Float::from_precise))
    });
    let nowhere = A::Vector::splat(Float::ZERO);
    found
        .unwrap_or(Closest { distance: Float::ZERO, on_a: nowhere, on_b: nowhere })
        .consistent_with(intersects(a, b))
}
