//! Distances and intersection tests of shapes of any kind.

use super::convex_body;
use super::shape::DynamicShape;
use crate::dynamic::rescale::Rescale as _;
use crate::exact::certify::narrow;
use crate::number::{DoubleDouble, Float};
use crate::query::Closest;
use crate::shape::Point;
use crate::vector::Vector;
use crate::vector::size::shifted;

/// Returns the shortest way in double-double precision, rounded once; 0, at one shared point,
/// exactly if the shapes intersect.
pub(crate) fn precisely<S: DynamicShape>(a: &S, other: &S) -> Closest<S::Vector> {
    if let Some(found) = a.closest_of_parts(other) {
        return found;
    }
    let size = a.size_with(other);
    let found = match a.brought_from(size, other) {
        Some((a, b, e)) => a.closest_precisely(&b).shifted(-e),
        None => narrow::closest(&a.closest_over(other)),
    };
    settled(a, other, found, size)
}

/// Returns the shortest way in its final form. Digits that double-double precision has lost come
/// from exact numbers, and lengths beyond the largest number become that number.
fn settled<S: DynamicShape>(
    a: &S,
    other: &S,
    found: Closest<S::Vector>,
    size: Option<i32>,
) -> Closest<S::Vector> {
    let meet = a.intersects(other);
    let short = || !meet && shifted(found.distance, 70 - size.unwrap_or(0)) < 1.0;
    let lost = short() || a.is_spread(other);
    let found = if lost { a.way(other).unwrap_or(found) } else { found };
    // Disjoint shapes are at least the smallest positive number apart.
    let apart = found.distance.max(f64::LEAST);
    let within = |p: S::Vector| p.max(S::Vector::splat(-f64::MAX)).min(S::Vector::splat(f64::MAX));
    let (on_a, on_b) = (within(found.on_a), within(found.on_b));
    Closest { distance: apart, on_a, on_b }.consistent_with(meet)
}

/// Returns the distance of a point from the boundary, negative inside.
pub(crate) fn signed<S: DynamicShape>(a: &S, point: S::Vector) -> f64 {
    if let Some((a, point, e)) = a.at_ordinary_size(&Point(point).into()) {
        let Some(point) = point.anchor() else { return f64::NAN };
        return shifted(a.signed_distance(point), -e);
    }
    narrow::number(a.signed_over(point.lift(&DoubleDouble::new)))
}

/// Tests whether the shapes share a point, if `f64` did not decide: at ordinary size, by slices, or
/// in double-double precision.
pub(crate) fn meets_by_gjk<S: DynamicShape>(a: &S, other: &S, precisely: &dyn Fn() -> bool) -> bool {
    let sliced = || a.sliced_meet(other);
    match a.at_ordinary_size(other) {
        Some((a, b, _)) => convex_body::seen(&a, &b).or_else(sliced).unwrap_or_else(|| a.intersects(&b)),
        None => sliced().unwrap_or_else(precisely),
    }
}
