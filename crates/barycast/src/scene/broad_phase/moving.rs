//! Exact overlap test of two boxes that move in straight lines.

use super::Coordinate;
use super::lanes::Number;
use crate::exact::certify::certified;
use crate::number::{Field, Float};
use crate::pair::aabb_ray;
use crate::shape::{Aabb, Segment};
use crate::vector::{FloatVector, V2, V3, Vector};

/// A box and its displacement.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moving<V> {
    pub start: Aabb<V>,
    pub displacement: V,
}

impl<V: FloatVector<Scalar: Coordinate>> Moving<V> {
    /// Returns a bounding box of the sweep, rounded outward.
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

    /// Tests whether the boxes share a point at the same time in `[0, 1]`. The result is exact:
    /// interval arithmetic decides, with rationals as a fallback.
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

    /// Returns the largest absolute value of its finite coordinates.
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

/// A moving box whose finite coordinates are at most `far` in absolute value.
struct Among<V> {
    moving: Moving<V>,
    far: f64,
}

impl<V: Vector<Scalar = f64>> Among<V> {
    /// Converts to another number type. Infinite sides are replaced by `8 far`, which no finite
    /// side reaches; in `f64` such a number may not exist.
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
    /// Converts to another number type.
    fn lift<W: Vector>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> Moving<W> {
        Moving { start: self.start.lift(number), displacement: self.displacement.lift(number) }
    }
}

/// Tests a ray against a box: relative to the first box, the second moves as a point along a
/// segment, against the Minkowski difference of the boxes.
fn meet<V: Vector<Scalar: Field>>(a: &Moving<V>, b: &Moving<V>) -> V::Mask {
    let around = Aabb { min: a.start.min - b.start.max, max: a.start.max - b.start.min };
    let origin = a.displacement.zero();
    aabb_ray::intersects(&around, &Segment { a: origin, b: b.displacement - a.displacement })
}
