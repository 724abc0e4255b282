//! Composites against all shapes: polygons by their edges, meshes by their triangles.
//!
//! A composite is bounded by convex parts, and decides exactly whether it contains a point. A
//! connected set intersects it if it intersects a part, or if any of its points is inside. The
//! shortest way to it ends on a part. One file therefore handles every composite against every
//! shape, including other composites, through the rows of the [table](crate::pair::table). Parts
//! are culled by their bounding boxes, many at once if the parts have a BVH.

mod distance;
pub(crate) mod flat;
pub(crate) mod mesh;
pub(crate) mod meshes;
pub(crate) mod polygon;
mod tree;
mod typed;
pub(crate) mod union;

pub(crate) use crate::dynamic::shape::Composite;
use crate::dynamic::shape::DynamicShape;
use crate::number::{DoubleDouble, Float, Real, Ring};
use crate::query::cancel::is_cancelled;
use crate::query::{Closest, Span};
use crate::shape::*;
use crate::vector::{FloatVector, Vector};
use alloc::vec::Vec;
use distance::off;
pub(crate) use tree::planes_of_box;

/// Returns a box enlarged by more than the rounding error of the few operations that computed it.
pub(crate) fn outward<V: FloatVector<Scalar = f64>>(b: Aabb<V>) -> Aabb<V> {
    let mut size = 0.0;
    for axis in 0..V::DIM {
        size = f64::max(size, f64::max(b.min.get(axis).abs(), b.max.get(axis).abs()));
    }
    let reach = V::splat(size * (64.0 * f64::EPSILON) + f64::MIN_POSITIVE);
    Aabb { min: b.min - reach, max: b.max + reach }
}

impl<A: DynamicShape> dyn Composite<A> + '_ {
    /// Returns the indices of the parts whose boxes a shape may intersect, in order.
    pub(crate) fn near<'a>(&'a self, b: &A) -> impl Iterator<Item = usize> + 'a {
        let bounds = b.outer_bounds();
        let may_meet = move |i: &usize| {
            let boxes = bounds.zip(self.part_bounds(*i));
            boxes.is_none_or(|(b, part)| part.min.le_all(b.max) && b.min.le_all(part.max))
        };
        self.chosen(self.tree().and_then(|tree| tree::near(&tree, b))).filter(may_meet)
    }

    /// Returns the indices that a BVH found, or all.
    fn chosen(&self, found: Option<Vec<u32>>) -> impl Iterator<Item = usize> + use<A> {
        let all = if found.is_none() { self.len() } else { 0 };
        found.into_iter().flatten().map(|i| i as usize).chain(0..all)
    }
}

/// Returns the parts whose boxes a shape may intersect.
fn near<'a, A: DynamicShape>(a: &'a dyn Composite<A>, b: &A) -> impl Iterator<Item = A> + 'a {
    a.near(b).map(|i| a.part(i))
}

/// Returns a point of each connected part of a bounded shape.
fn points_of<A: DynamicShape>(a: &A) -> Vec<A::Vector> {
    a.as_composite().map_or_else(|| a.anchor().into_iter().collect(), Composite::roots)
}

/// Tests whether the shapes share a point: a part intersects the other, or either contains a point
/// of each piece of the other.
pub(crate) fn intersects<A: DynamicShape>(a: &dyn Composite<A>, b: &A) -> bool {
    if let Some((other, met)) = b.as_composite().zip(a.meeting_parts_of(b)) {
        // If neither surface crosses the other, any point of a piece decides for the whole piece.
        let holds = |one: &dyn Composite<A>, other: &dyn Composite<A>| {
            other.is_solid() && one.roots().into_iter().any(|p| other.holds(p))
        };
        return !met.is_empty() || holds(a, other) || holds(other, a);
    }
    let holds = || points_of(b).into_iter().any(|p| a.holds(p));
    a.near(b).any(|i| is_cancelled() || a.part_meets(i, b)) || (!a.is_union() && holds())
}

/// Returns the shortest way, which ends on a part unless the shapes share a point.
pub(crate) fn closest<A: DynamicShape>(a: &dyn Composite<A>, b: &A) -> Closest<A::Vector> {
    let shared = |p| Closest { distance: 0.0, on_a: p, on_b: p };
    // The point of a shape may be rounded.
    let meets = || !a.is_union() || a.near(b).any(|i| a.part_meets(i, b));
    if let Some(p) = points_of(b).into_iter().find(|p| a.holds(*p)).filter(|_| meets()) {
        return shared(p);
    }
    if let Some((other, met)) = b.as_composite().zip(a.meeting_parts_of(b)) {
        let way = |[i, j]: [usize; 2]| a.part(i).closest_precisely(&other.part(j));
        if let Some(pair) = met.first() {
            return way(*pair);
        }
        let inside = if other.is_solid() { a.roots() } else { Vec::new() };
        if let Some(p) = inside.into_iter().find(|p| other.holds(*p)) {
            return shared(p);
        }
        if let Some(pair) = a.nearest_parts_of(b) {
            return way(pair).consistent_with(false);
        }
    }
    if let Some(i) = a.near(b).find(|i| is_cancelled() || a.part_meets(*i, b)) {
        return a.part(i).closest_precisely(b).consistent_with(true);
    }
    let mut best: Option<Closest<A::Vector>> = None;
    for (gap, i) in a.by_gap(b) {
        if best.is_some_and(|best| gap > best.distance) || is_cancelled() {
            break;
        }
        let found = a.part(i).closest_precisely(b);
        best = Some(best.map_or(found, |best| best.nearer(found)));
    }
    // No part intersects the other, however small the computed distance is. A shape without parts
    // is infinitely far away.
    let nowhere = || Closest { distance: f64::INFINITY, ..shared(A::Vector::splat(0.0)) };
    best.map_or_else(nowhere, |best| best.consistent_with(false))
}

/// Returns the distance of a point from the boundary, negative if the composite contains the point.
/// Inside a union it is the least of the parts', which is only a bound, unless the union knows its
/// boundary.
pub(crate) fn signed_distance<A: DynamicShape>(a: &dyn Composite<A>, point: &A, p: A::Vector) -> f64 {
    if a.is_union() {
        let holds = a.holds(p);
        if let Some((depth, _)) = if holds { a.depth(p) } else { None } {
            return -depth;
        }
        if !holds && a.tree().is_some() {
            let mut least = f64::INFINITY;
            for (gap, i) in a.by_gap(point) {
                if gap > least {
                    break;
                }
                least = least.min(off(&a.part(i), p));
            }
            return least;
        }
        return (0..a.len()).map(|i| off(&a.part(i), p)).fold(f64::INFINITY, f64::min);
    }
    let is_inside = a.holds(p);
    let border = nearest_of_border(a, point, is_inside).map_or(f64::INFINITY, |border| border.distance);
    if is_inside { -border } else { border }
}

/// Returns the shortest way from the boundary of a composite that is not a union to a point.
fn nearest_of_border<A: DynamicShape>(
    a: &dyn Composite<A>,
    point: &A,
    is_inside: bool,
) -> Option<Closest<A::Vector>> {
    if is_inside && let Some(boundary) = a.boundary() {
        return Some(boundary.closest_precisely(point));
    }
    let mut best: Option<Closest<A::Vector>> = None;
    for (gap, i) in a.by_gap(point) {
        if best.is_some_and(|best| gap > best.distance) || is_cancelled() {
            break;
        }
        for part in a.border(i) {
            let found = part.closest_precisely(point);
            best = Some(best.map_or(found, |best| best.nearer(found)));
        }
    }
    best
}

/// Returns the distance of a point inside from the boundary and the closest boundary point, if the
/// composite knows its boundary.
pub(crate) fn way_out<A: DynamicShape>(
    a: &dyn Composite<A>,
    point: &A,
    p: A::Vector,
) -> Option<(f64, A::Vector)> {
    if !a.is_solid() || !a.holds(p) {
        return None;
    }
    if a.is_union() {
        a.depth(p)
    } else {
        nearest_of_border(a, point, true).map(|way| (way.distance, way.on_a))
    }
}

/// Converts a number in double-double precision to another number type.
fn widened<S: Ring>(x: DoubleDouble, number: &impl Fn(f64) -> S) -> S {
    let (high, low) = x.parts();
    number(high) + number(low)
}

/// Returns the span of a line with direction zero: all `t` if the set contains the point.
fn still<V, const N: usize>(line: &Line<V>, holds: impl Fn([f64; N]) -> bool) -> Vec<Span<V>>
where
    V: Vector<Scalar = DoubleDouble>,
{
    let point = core::array::from_fn(|axis| line.origin.get(axis).to_f64());
    let none = line.direction.zero();
    let infinity = DoubleDouble::ONE.infinity();
    let span = Span { enter: -infinity, exit: infinity, normal_enter: none, normal_exit: none };
    holds(point).then_some(span).into_iter().collect()
}
