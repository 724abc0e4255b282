//! Boxes around Bezier curves.
//!
//! A curve turns along an axis at the roots of a polynomial: of a cubic they have a closed form, and where that fails and for all
//! others they are found by the signs of coefficients (`bernstein.rs`), none of them overlooked.

use super::bezier::rise;
use super::blend::cubic;
use super::{Bezier, Scalar, bernstein};
use crate::number::each::MapEach;
use crate::number::{Field, Float, Ring};
use crate::shape::Aabb;
use crate::vector::FloatVector;
use alloc::vec;
use alloc::vec::Vec;

impl<V: FloatVector> Bezier<V> {
    /// The box of its control points: it holds the curve, and is larger in general.
    pub fn hull_bounds(&self) -> Aabb<V> {
        box_of(self.points())
    }

    /// The smallest box around it, up to rounding: its ends, and the points where it turns along an axis, which are the roots
    /// of a polynomial, none of them overlooked.
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
        let ends = box_of(&[self.points()[0], self.points()[self.degree()]]);
        let of_part = |part: &Self| if part.is_uneven() { part.hull_bounds() } else { part.bounds_of_even() };
        self.even_parts().iter().fold(ends, |tight, (part, _)| tight.union(&of_part(part)))
    }

    /// Its weights differ so much that beside the largest products of them the smallest are rounding.
    pub(super) fn is_uneven(&self) -> bool {
        let weights = self.weights().unwrap_or_default();
        let most = weights.iter().fold(Scalar::<V>::ZERO, |most, w| Ring::max(most, *w));
        // Single floats have the digits for less.
        let uneven =
            Scalar::<V>::from_f64(if Scalar::<V>::EPSILON.to_f64() > f64::EPSILON { 64.0 } else { 4096.0 });
        weights.iter().any(|w| *w * uneven < most)
    }

    /// Its halves, and theirs, until the weights of none are uneven, with their stretches of the parameter: of a part they differ
    /// less.
    pub(super) fn even_parts(&self) -> Vec<(Self, [Scalar<V>; 2])> {
        let half = Scalar::<V>::ONE.half();
        let mut open = vec![(self.clone(), [Scalar::<V>::ZERO, Scalar::<V>::ONE])];
        let mut even = Vec::new();
        while let Some((part, [from, to])) = open.pop() {
            let middle = (from + to) * half;
            if !part.is_uneven() || middle <= from || to <= middle {
                even.push((part, [from, to]));
                continue;
            }
            let [left, right] = part.split(half);
            open.push((right, [middle, to]));
            open.push((left, [from, middle]));
        }
        even
    }

    fn bounds_of_even(&self) -> Aabb<V> {
        let ends = [self.points()[0], self.points()[self.degree()]];
        let mut tight = box_of(&ends);
        let hull = self.hull_bounds();
        let below = self.denominator();
        for axis in 0..V::DIM {
            if hull.min.get(axis) < tight.min.get(axis) || tight.max.get(axis) < hull.max.get(axis) {
                for t in bernstein::roots(&rise(&self.numerator(axis), &below)) {
                    let reached = self.at(t).get(axis);
                    tight.min = tight.min.with(axis, Ring::min(tight.min.get(axis), reached));
                    tight.max = tight.max.with(axis, Ring::max(tight.max.get(axis), reached));
                }
            }
        }
        tight
    }
}

/// The smallest box around a cubic; `None` where its turns have no closed form, and there may be some.
fn cubic_bounds<V: FloatVector>(points: &[V; 4]) -> Option<Aabb<V>> {
    let [p, q, r, s] = *points;
    let mut tight = box_of(&[p, s]);
    for axis in 0..V::DIM {
        let x = [p, q, r, s].each(|p| p.get(axis));
        let (mut low, mut high) = (tight.min.get(axis), tight.max.get(axis));
        let Some((_, turns)) = bernstein::both([x[1] - x[0], x[2] - x[1], x[3] - x[2]]) else {
            if [q, r].iter().all(|p| low <= p.get(axis) && p.get(axis) <= high) {
                continue;
            }
            return None;
        };
        // Also where it does not turn, and at the ends, it is a point of the curve: no need to tell them apart.
        for t in turns {
            let reached = cubic(x, t.clamp_to(Scalar::<V>::ZERO, Scalar::<V>::ONE));
            (low, high) = (Ring::min(low, reached), Ring::max(high, reached));
        }
        tight.min = tight.min.with(axis, low);
        tight.max = tight.max.with(axis, high);
    }
    Some(tight)
}

/// The box around points.
pub(crate) fn box_of<V: FloatVector>(points: &[V]) -> Aabb<V> {
    points.iter().fold(Aabb::empty(), |b, p| b.union(&Aabb { min: *p, max: *p }))
}
