//! Shapes scaled to ordinary size.
//!
//! Formulas multiply up to eight coordinates: at 1e100 such products overflow, and at 1e-100 they
//! underflow. Queries about distances therefore first scale both shapes to a size near 1, by one
//! power of two. Nothing is rounded, and the result is scaled back the same way. Directions and
//! normals, whose lengths are independent of that size, are scaled by separate powers of two; a `t`
//! along a scaled direction is converted back. (Intersection tests need none of this: intervals
//! detect products that leave the range, and exact numbers have no limited range.)

use crate::dynamic::posed::moved_exactly;
use crate::dynamic::shape::DynamicShape;
use crate::number::DoubleDouble;
use crate::pair::point_ray;
use crate::query::{Closest, Hit, Manifold, Penetration, Span};
use crate::shape::{Line, Point};
use crate::vector::size::{ORDINARY, exponent, exponent_of, own_shift, shifted, shifted_vector, times_power};
use crate::vector::{FloatVector, Vector};
use alloc::vec::Vec;

/// Exponent below which parts may have lost digits beside numbers of ordinary size.
const VANISHING: i32 = -500;

/// Exponent above which differences of coordinates may overflow.
const FARTHEST: i32 = 1020;

/// Shapes are far from the origin if their distance from it is this many times their size.
const FAR: f64 = 8.0;

/// Returns the exponent of the size of its smallest part.
fn least_exponent<S: DynamicShape>(a: &S) -> Option<i32> {
    match a.as_composite() {
        Some(parts) => (0..parts.len()).filter_map(|i| least_exponent(&parts.part(i))).min(),
        None => a.size_exponent(),
    }
}

/// Returns the exponent by which the free direction of a shape must be scaled to be of ordinary
/// size.
fn direction_shift<S: DynamicShape>(a: &S) -> i32 {
    a.kind().free_direction().map_or(0, own_shift)
}

/// Shapes scaled to ordinary size, and moved near the origin.
pub(crate) trait Rescale: DynamicShape {
    /// Returns both at ordinary size, and the exponent of the scaling. Returns `None` if they are
    /// at that size already, and for shapes made of parts, which are scaled one by one.
    fn at_ordinary_size(&self, other: &Self) -> Option<(Self, Self, i32)> {
        if self.is_composite() || other.is_composite() {
            return None;
        }
        self.wholly_at_ordinary_size(other)
    }

    /// Does the same also for shapes made of parts, all of them at once: for queries of the whole.
    fn wholly_at_ordinary_size(&self, other: &Self) -> Option<(Self, Self, i32)> {
        self.brought_from(self.size_with(other), other)
    }

    /// Does the same only for shapes made of parts, unless one part nearly underflows: for queries
    /// of the whole that report its parts.
    fn parts_at_ordinary_size(&self, other: &Self) -> Option<(Self, Self, i32)> {
        self.as_composite().or_else(|| other.as_composite())?;
        let size = self.size_with(other).filter(|e| e.abs() > ORDINARY)?;
        let kept = |s: &Self| least_exponent(s).is_none_or(|least| least - size >= VANISHING);
        (kept(self) && kept(other)).then(|| self.brought_from(Some(size), other))?
    }

    /// Returns the exponent of the larger of both sizes.
    fn size_with(&self, other: &Self) -> Option<i32> {
        self.size_exponent().max(other.size_exponent())
    }

    /// Scales both from a known size to ordinary size.
    fn brought_from(&self, size: Option<i32>, other: &Self) -> Option<(Self, Self, i32)> {
        let e = size.filter(|e| e.abs() > ORDINARY).map_or(0, |e| -e);
        let flat = self.kind().axis_shift(e).max(other.kind().axis_shift(e));
        let needed = e != 0 || direction_shift(self) != 0 || direction_shift(other) != 0 || flat != 0;
        let brought = needed.then(|| (self.scaled(e), other.scaled(e), e));
        // The bounds of a single point keep the width that rounding gives them.
        brought.filter(|(a, b, _)| e == 0 || a.size_with(b) != size)
    }

    /// Does the same for shapes of which only a direction is not of ordinary size.
    fn with_ordinary_direction(&self, other: &Self) -> Option<(Self, Self, i32)> {
        (direction_shift(self) != 0).then(|| (self.scaled(0), other.clone(), 0))
    }

    /// Returns both slightly smaller, if the distance from one end of this to the other end of the
    /// other exceeds the largest number.
    fn within_reach(&self, other: &Self) -> Option<(Self, Self, i32)> {
        self.size_exponent().filter(|e| *e > FARTHEST).map(|_| (self.scaled(-4), other.scaled(-4), -4))
    }

    /// Returns both moved near the origin, and the vector that moves the result back, if they are
    /// far from it and can be moved without rounding. `f64` is then as accurate as there.
    fn brought_near(&self, other: &Self) -> Option<(Self, Self, Self::Vector)> {
        let boxes = [self.outer_bounds(), other.outer_bounds()].into_iter().flatten();
        let bounds = boxes.reduce(|a, b| a.union(&b))?;
        let near = Self::Vector::from_fn(|axis| {
            let (low, high) = (bounds.min.get(axis), bounds.max.get(axis));
            let middle = low / 2.0 + high / 2.0;
            // The vector has so few digits that differences from it have no more digits than the
            // coordinates.
            let rough = f64::from_bits(middle.to_bits() & !0 << 32);
            if middle.abs() > FAR * (high - low) { rough } else { 0.0 }
        });
        if near.is_zero() {
            return None;
        }
        Some((moved_exactly(self, -near)?, moved_exactly(other, -near)?, near))
    }

    /// Returns the exponent by which `t` along this line grew when it was scaled by `2^e`.
    fn parameter_shift(&self, e: i32) -> i32 {
        self.kind().parameter_shift(e)
    }
}

impl<S: DynamicShape> Rescale for S {}

/// Returns the spans of a line in a shape, computed at ordinary size.
pub(crate) fn spans<S: DynamicShape>(a: &S, line: &Line<S::Precise>) -> Vec<Span<S::Precise>> {
    let high = |v: S::Precise| v.lift::<S::Vector>(&|x: DoubleDouble| x.parts().0);
    let size = a.size_exponent().max(exponent_of(high(line.origin)));
    let e = size.filter(|e| e.abs() > ORDINARY).map_or(0, |e| -e);
    if e == 0 {
        return a.spans(line);
    }
    let own = own_shift(high(line.direction));
    let moved = |v: S::Precise, e| v.lift(&|x: DoubleDouble| times_power(x, e));
    let line = Line { origin: moved(line.origin, e), direction: moved(line.direction, own) };
    let mut spans = a.scaled(e).spans(&line);
    for span in &mut spans {
        span.enter = times_power(span.enter, own - e);
        span.exit = times_power(span.exit, own - e);
    }
    spans
}

impl<V: FloatVector<Scalar = f64>> Closest<V> {
    /// Returns it with all lengths multiplied by `2^e`.
    pub(crate) fn shifted(self, e: i32) -> Self {
        Self {
            distance: shifted(self.distance, e),
            on_a: shifted_vector(self.on_a, e),
            on_b: shifted_vector(self.on_b, e),
        }
    }
}

impl<V: FloatVector<Scalar = f64>> Penetration<V> {
    /// Returns it with all lengths multiplied by `2^e`.
    pub(crate) fn shifted(self, e: i32) -> Self {
        Self {
            normal_a_to_b: self.normal_a_to_b,
            depth: shifted(self.depth, e),
            on_a: shifted_vector(self.on_a, e),
            on_b: shifted_vector(self.on_b, e),
        }
    }
}

impl<V: FloatVector<Scalar = f64>> Manifold<V> {
    /// Returns it with all lengths multiplied by `2^e`.
    pub(crate) fn shifted(mut self, e: i32) -> Self {
        for point in &mut self.points {
            point.depth = shifted(point.depth, e);
            point.on_a = shifted_vector(point.on_a, e);
            point.on_b = shifted_vector(point.on_b, e);
        }
        self
    }
}

impl<V: FloatVector<Scalar = f64>> Hit<V> {
    /// Returns it with all lengths multiplied by `2^e`, and `t` by `2^by`.
    pub(crate) fn shifted(self, e: i32, by: i32) -> Self {
        Self { t: shifted(self.t, by), point: self.point.map(|p| shifted_vector(p, e)), ..self }
    }
}

/// Returns the parameter of the point of a line closest to a point.
pub(crate) fn foot_at_any_size<V: Vector<Scalar = DoubleDouble>>(point: V, line: &Line<V>) -> DoubleDouble {
    let exponent_of = |v: V| exponent((0..V::DIM).map(|i| v.get(i).parts().0));
    let shift_of = |v: V| exponent_of(v).filter(|e| e.abs() > ORDINARY).map_or(0, |e| -e);
    let moved = |v: V, e: i32| V::from_fn(|i| times_power(v.get(i), e));
    let e = shift_of(point).min(shift_of(line.origin));
    let own = shift_of(line.direction);
    let line = Line { origin: moved(line.origin, e), direction: moved(line.direction, own) };
    times_power(point_ray::foot(&Point(moved(point, e)), &line), own - e)
}
