//! Minkowski difference of two shapes.

use super::outcome::FLOOR;
use crate::number::each::MapEach;
use crate::number::{Float, Ring};
use crate::shape::Support;
use crate::vector::{FloatVector, Vector};

/// Point of the Minkowski difference: `at = on_a - on_b`.
#[derive(Clone, Copy)]
pub(super) struct Vertex<V> {
    pub(super) at: V,
    pub(super) on_a: V,
    pub(super) on_b: V,
}

/// Both shapes, scaled by a power of two.
pub(super) struct Shapes<'s, V: Vector> {
    a: &'s dyn Support<Vector = V>,
    b: &'s dyn Support<Vector = V>,
    pub(super) scale: V::Scalar,
    /// Largest coordinate of any point seen, per shape.
    reach: [V::Scalar; 2],
    /// Relative error of the points, per shape, as a fraction of `reach`.
    rounding: [V::Scalar; 2],
}

impl<'s, V: FloatVector> Shapes<'s, V> {
    pub(super) fn new(a: &'s dyn Support<Vector = V>, b: &'s dyn Support<Vector = V>) -> Self {
        let rounding = [a.rounding(), b.rounding()];
        Self { a, b, scale: V::Scalar::ONE, reach: [V::Scalar::ZERO; 2], rounding }
    }

    /// Returns the point of the Minkowski difference farthest along `direction`.
    #[inline]
    pub(super) fn farthest(&mut self, direction: V) -> Vertex<V> {
        self.seen(self.a.support(direction) * self.scale, self.b.support(-direction) * self.scale)
    }

    /// Returns the difference of two points of the shapes.
    #[inline]
    pub(super) fn seen(&mut self, on_a: V, on_b: V) -> Vertex<V> {
        for axis in 0..V::DIM {
            self.reach[0] = Ring::max(on_a.get(axis).abs(), self.reach[0]);
            self.reach[1] = Ring::max(on_b.get(axis).abs(), self.reach[1]);
        }
        Vertex { at: on_a - on_b, on_a, on_b }
    }

    /// Returns the direction from the middle of `b` to that of `a`, or another direction if the
    /// middles coincide up to rounding.
    #[inline]
    pub(super) fn way(&mut self) -> V {
        let way = self.seen(self.a.middle() * self.scale, self.b.middle() * self.scale).at;
        if way.length() > self.roundings(FLOOR) {
            return way;
        }
        // The sign follows the order of the shapes, so that swapped shapes give the same result.
        let zero = V::Scalar::ZERO;
        let first = (0..V::DIM).map(|axis| way.get(axis)).find(|x| *x != zero);
        let one = if first.is_some_and(|x| x < zero) { -V::Scalar::ONE } else { V::Scalar::ONE };
        way.zero().with(0, one)
    }

    #[inline]
    pub(super) fn largest(&self) -> V::Scalar {
        Ring::max(self.reach[0], self.reach[1])
    }

    /// Returns this many roundings of the largest coordinate.
    #[inline]
    pub(super) fn roundings(&self, count: f64) -> V::Scalar {
        let [a, b] = [0, 1].each(|i| self.reach[i] * self.rounding[i]);
        Ring::max(a, b) * V::Scalar::from_f64(count)
    }

    /// Scales the coordinates so that products of four of them neither overflow nor underflow.
    #[cold]
    pub(super) fn rescale(&mut self) {
        let reach = Ring::max(self.a.reach(), self.b.reach()).to_f64();
        if reach > 0.0 && reach.is_finite() {
            // The power of two below 1 / reach, from its exponent. A denormal reach uses the least
            // exponent, and the largest reach gives 2^-1022.
            let exponent = reach.max(f64::MIN_POSITIVE).to_bits() >> 52;
            self.scale = V::Scalar::from_f64(f64::from_bits(2045_u64.saturating_sub(exponent).max(1) << 52));
        }
        self.reach = [V::Scalar::ZERO; 2];
    }
}
