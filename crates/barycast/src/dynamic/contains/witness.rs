//! Points of a shape that may prove it to be outside another shape, and whether it has an interior.

use super::content::Content;
use crate::dynamic::separation::Separable;
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Float};
use crate::shape::{Point, Support as _};
use crate::vector::Vector;
use alloc::{vec, vec::Vec};

/// Tests whether the shape has no interior.
pub(super) fn is_thin<S: Separable>(shape: &S) -> bool {
    match shape.as_composite().filter(|parts| parts.is_union()) {
        Some(parts) => (0..parts.len()).all(|i| is_thin(&parts.part(i))),
        None => !shape.is_solid(),
    }
}

/// Tests whether no short translation separates the shape from itself.
pub(super) fn is_deep<S: Separable>(shape: &S) -> bool {
    matches!(shape.contact_precisely(shape), Ok(Some(contact)) if contact.depth > 0.0)
}

/// Returns its farthest points along some directions, each with its error bound.
pub(super) fn rim<S: Separable>(shape: &S) -> Vec<(S::Vector, f64)> {
    let Some(body) = shape.body() else { return Vec::new() };
    let count = 3_i32.pow(S::Vector::DIM as u32);
    let way =
        |i: i32| S::Precise::from_fn(|axis| DoubleDouble::new(f64::from(i / 3_i32.pow(axis as u32) % 3 - 1)));
    let farthest = (0..count).map(way).filter(|way| !way.is_zero()).map(|way| body.support(way));
    let part = f64::max(1e-14, body.rounding().to_f64() * 16.0);
    // Squares of coordinates may be out of range.
    let size =
        |p: &S::Precise| (0..S::Vector::DIM).fold(0.0, |size, i| f64::max(size, p.get(i).to_f64().abs()));
    farthest.map(|p| (p.lift(&Float::to_f64), size(&p) * part)).collect()
}

/// Returns some points of it, exact, if any are known; for an unbounded shape also some that are
/// far away.
pub(super) fn samples<S: Separable>(shape: &S) -> Vec<S::Vector> {
    const WAYS: [f64; 4] = [0.0, 1.0, 1_048_576.0, 1_152_921_504_606_846_976.0];
    let content = shape.outline();
    let points = content.into_iter().flat_map(|content| {
        let Content { points, directions, .. } = content;
        let far = |p: &S::Precise| -> Vec<_> {
            let along = |d: &S::Precise| WAYS.each(|t| *p + *d * DoubleDouble::new(t));
            if directions.is_empty() { vec![*p] } else { directions.iter().flat_map(along).collect() }
        };
        points.iter().flat_map(far).collect::<Vec<_>>()
    });
    let points = points.map(|p| p.lift::<S::Vector>(&Float::to_f64)).chain(shape.anchor());
    // Points that rounding moved off the shape are discarded.
    points.filter(|p| shape.intersects(&Point(*p).into())).collect()
}
