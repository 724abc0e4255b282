//! Do two boxes that move straight on meet at the same time?

use super::lanes::{Coordinate, sealed::Number};
use crate::certify::certified;
use crate::number::{Field, Float};
use crate::pair::aabb_ray;
use crate::shape::{Aabb, Segment};
use crate::vector::{FloatVector, V2, V3, Vector};

/// A box and how far it moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moving<V> {
    pub start: Aabb<V>,
    pub displacement: V,
}

impl<V: FloatVector<Scalar: Coordinate>> Moving<V> {
    /// A box around all places of the way; sums are rounded outward.
    pub(super) fn swept(&self) -> Aabb<V> {
        let Aabb { mut min, mut max } = self.start;
        for axis in 0..V::DIM {
            let by = self.displacement.get(axis);
            if by < V::Scalar::ZERO {
                min = min.with(axis, (min.get(axis) + by).before());
            } else if by > V::Scalar::ZERO {
                max = max.with(axis, (max.get(axis) + by).after());
            }
        }
        Aabb { min, max }
    }

    /// They share a point at some time from 0 to 1, exactly: decided over intervals, then rationals.
    pub(super) fn meets(&self, other: &Self) -> bool {
        let far = self.far().max(other.far());
        if V::DIM == 2 {
            let (a, b) = (self.finite::<V2<f64>>(far), other.finite::<V2<f64>>(far));
            certified!(V2, meet, a, b)
        } else {
            let (a, b) = (self.finite::<V3<f64>>(far), other.finite::<V3<f64>>(far));
            certified!(V3, meet, a, b)
        }
    }

    /// Farther than any end of its way.
    fn far(&self) -> f64 {
        let mut far = 0.0_f64;
        for axis in 0..V::DIM {
            for number in [self.start.min, self.start.max, self.displacement] {
                let number = number.get(axis).to_f64().abs();
                far = far.max(if number.is_finite() { number } else { 0.0 });
            }
        }
        (8.0 * far).min(f64::MAX)
    }

    /// With a side that is infinitely far as far off as nothing else comes.
    fn finite<W: Vector<Scalar = f64>>(&self, far: f64) -> Moving<W> {
        self.lift::<W>(&|number| number.to_f64().clamp(-far, far))
    }
}

impl<V: Vector> Moving<V> {
    /// The same over other numbers.
    fn lift<W: Vector>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> Moving<W> {
        Moving { start: self.start.lift(number), displacement: self.displacement.lift(number) }
    }
}

/// Seen from the first box, the second is a point that moves along a segment, past a box as large as both.
fn meet<V: Vector<Scalar: Field>>(a: &Moving<V>, b: &Moving<V>) -> V::Mask {
    let around = Aabb { min: a.start.min - b.start.max, max: a.start.max - b.start.min };
    let origin = a.displacement.zero();
    aabb_ray::intersects(&around, &Segment { a: origin, b: b.displacement - a.displacement })
}
