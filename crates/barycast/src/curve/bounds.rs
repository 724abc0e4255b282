//! Bounding boxes of Bezier curves.
//!
//! A curve has its extrema along an axis at the roots of a polynomial. For a cubic these have a
//! closed form. If it fails, and for all other curves, the roots are isolated by sign changes
//! (`bernstein.rs`), so none is missed.

use super::bezier::derivative_numerator;
use super::blend::cubic;
use super::{Bezier, Scalar, bernstein};
use crate::number::each::MapEach;
use crate::number::{Field, Float, Ring};
use crate::shape::Aabb;
use crate::vector::FloatVector;
use alloc::vec;
use alloc::vec::Vec;

impl<V: FloatVector> Bezier<V> {
    /// Returns the bounding box of the control points, which contains the curve but is larger in
    /// general.
    pub fn hull_bounds(&self) -> Aabb<V> {
        bounding_box(self.points())
    }

    /// Returns the tight bounding box, up to rounding, from the ends and all extrema along each
    /// axis.
    pub fn bounds(&self) -> Aabb<V> {
        match self.cubic() {
            Some(points) => cubic_bounds(points).unwrap_or_else(|| self.bounds_by_roots()),
            None => self.bounds_by_roots(),
        }
    }

    fn bounds_by_roots(&self) -> Aabb<V> {
        if !self.is_uneven() {
            return self.bounds_of_even();
        }
        let ends = bounding_box(&[self.points()[0], self.points()[self.degree()]]);
        let of_part = |part: &Self| if part.is_uneven() { part.hull_bounds() } else { part.bounds_of_even() };
        self.even_parts().iter().fold(ends, |tight, (part, _)| tight.union(&of_part(part)))
    }

    /// Tests whether the weights differ so much that the smallest products of weights vanish in the
    /// rounding error of the largest.
    pub(super) fn is_uneven(&self) -> bool {
        let weights = self.weights().unwrap_or_default();
        let most = weights.iter().fold(Scalar::<V>::ZERO, |most, w| Ring::max(most, *w));
        // Single precision tolerates a smaller ratio.
        let uneven =
            Scalar::<V>::from_f64(if Scalar::<V>::EPSILON.to_f64() > f64::EPSILON { 64.0 } else { 4096.0 });
        weights.iter().any(|w| *w * uneven < most)
    }

    /// Splits the curve into parts with even weights by repeated halving, and returns them with
    /// their parameter ranges. The weights of a part differ less than those of the whole.
    pub(super) fn even_parts(&self) -> Vec<(Self, [Scalar<V>; 2])> {
        let half = Scalar::<V>::ONE.half();
        let mut pending = vec![(self.clone(), [Scalar::<V>::ZERO, Scalar::<V>::ONE])];
        let mut even = Vec::new();
        while let Some((part, [from, to])) = pending.pop() {
            let middle = (from + to) * half;
            if !part.is_uneven() || middle <= from || to <= middle {
                even.push((part, [from, to]));
                continue;
            }
            let [left, right] = part.split(half);
            pending.push((right, [middle, to]));
            pending.push((left, [from, middle]));
        }
        even
    }

    fn bounds_of_even(&self) -> Aabb<V> {
        let ends = [self.points()[0], self.points()[self.degree()]];
        let mut tight = bounding_box(&ends);
        let hull = self.hull_bounds();
        let below = self.denominator();
        for axis in 0..V::DIM {
            if hull.min.get(axis) < tight.min.get(axis) || tight.max.get(axis) < hull.max.get(axis) {
                for t in bernstein::roots(&derivative_numerator(&self.numerator(axis), &below)) {
                    let value = self.at(t).get(axis);
                    tight.min = tight.min.with(axis, Ring::min(tight.min.get(axis), value));
                    tight.max = tight.max.with(axis, Ring::max(tight.max.get(axis), value));
                }
            }
        }
        tight
    }
}

/// Returns the tight bounding box of a cubic, or `None` if its extrema have no closed form and may
/// exist.
fn cubic_bounds<V: FloatVector>(points: &[V; 4]) -> Option<Aabb<V>> {
    let [p, q, r, s] = *points;
    let mut tight = bounding_box(&[p, s]);
    for axis in 0..V::DIM {
        let x = [p, q, r, s].each(|p| p.get(axis));
        let (mut low, mut high) = (tight.min.get(axis), tight.max.get(axis));
        let Some((_, extrema)) = bernstein::quadratic_roots([x[1] - x[0], x[2] - x[1], x[3] - x[2]]) else {
            if [q, r].iter().all(|p| low <= p.get(axis) && p.get(axis) <= high) {
                continue;
            }
            return None;
        };
        // A `t` without an extremum, or at an end, still gives a point of the curve, so no
        // distinction is needed.
        for t in extrema {
            let value = cubic(x, t.clamp_to(Scalar::<V>::ZERO, Scalar::<V>::ONE));
            (low, high) = (Ring::min(low, value), Ring::max(high, value));
        }
        tight.min = tight.min.with(axis, low);
        tight.max = tight.max.with(axis, high);
    }
    Some(tight)
}

/// Returns the bounding box of points.
pub(crate) fn bounding_box<V: FloatVector>(points: &[V]) -> Aabb<V> {
    points.iter().fold(Aabb::empty(), |b, p| b.union(&Aabb { min: *p, max: *p }))
}
