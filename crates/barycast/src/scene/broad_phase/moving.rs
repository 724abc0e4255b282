//! Do two boxes that move straight on meet at the same time?

use super::Coordinate;
use super::lanes::Number;
use crate::exact::certify::certified;
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
            let (a, b) = (self.among::<V2<f64>>(far), other.among::<V2<f64>>(far));
            certified!(V2, meet, a, b)
        } else {
            let (a, b) = (self.among::<V3<f64>>(far), other.among::<V3<f64>>(far));
            certified!(V3, meet, a, b)
        }
    }

    /// The largest of its numbers that are finite.
    fn far(&self) -> f64 {
        let mut far = 0.0_f64;
        for axis in 0..V::DIM {
            for number in [self.start.min, self.start.max, self.displacement] {
                let number = number.get(axis).to_f64().abs();
                far = far.max(if number.is_finite() { number } else { 0.0 });
            }
        }
        far
    }

    fn among<W: Vector<Scalar = f64>>(&self, far: f64) -> Among<W> {
        Among { moving: self.lift::<W>(&|number| number.to_f64()), far }
    }
}

/// A box that moves among numbers that are no larger than `far`, but for sides that are infinitely far.
struct Among<V> {
    moving: Moving<V>,
    far: f64,
}

impl<V: Vector<Scalar = f64>> Among<V> {
    /// The same over other numbers, in which a side that is infinitely far is where no end of a way comes: in `f64` there may be
    /// no such number.
    fn lift<W: Vector>(&self, number: &impl Fn(f64) -> W::Scalar) -> Moving<W> {
        let far = number(self.far) * number(8.0);
        self.moving.lift::<W>(&|x| match x {
            f64::INFINITY => far,
            f64::NEG_INFINITY => -far,
            _ => number(x),
        })
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
