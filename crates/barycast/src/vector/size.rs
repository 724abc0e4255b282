//! Numbers and vectors of `f64` brought to ordinary size, by a power of two: nothing is rounded.

use super::{FloatVector, Vector};
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Float, elementary};

/// Sizes between `2^-ORDINARY` and `2^ORDINARY` are left alone: their eighth powers are normal numbers.
pub(crate) const ORDINARY: i32 = 100;

/// `x 2^exponent`, rounded only where it leaves the normal range.
pub(crate) fn shifted(x: f64, exponent: i32) -> f64 {
    elementary::ldexp(x, exponent)
}

/// The same of twice the digits.
pub(crate) fn times_power(x: DoubleDouble, exponent: i32) -> DoubleDouble {
    let (high, low) = x.parts();
    DoubleDouble::new(shifted(high, exponent)) + DoubleDouble::new(shifted(low, exponent))
}

/// Each number times `2^exponent`.
pub(crate) fn shifted_vector<V: Vector<Scalar = f64>>(v: V, exponent: i32) -> V {
    V::from_fn(|i| shifted(v.get(i), exponent))
}

/// Every coordinate is finite.
pub(crate) fn is_finite<V: Vector<Scalar = f64>>(v: V) -> bool {
    (0..V::DIM).all(|axis| v.get(axis).is_finite())
}

/// The exponent of the largest number; `None` when all are 0. What is no number, which only unchecked constructors let in,
/// has no size to be brought back from.
pub(crate) fn exponent(v: impl IntoIterator<Item = f64>) -> Option<i32> {
    let finite = v.into_iter().map(f64::abs).filter(|x| x.is_finite());
    let largest = finite.fold(0.0, f64::max);
    (largest > 0.0).then(|| elementary::ilogb(largest))
}

pub(crate) fn exponent_of<V: Vector<Scalar = f64>>(v: V) -> Option<i32> {
    exponent((0..V::DIM).map(|i| v.get(i)))
}

/// The same of any floats.
pub(crate) fn times_power_of<S: Float>(x: S, exponent: i32) -> S {
    // In two steps: the power of two itself may be no number.
    let [first, then] = [exponent / 2, exponent - exponent / 2].each(|e| S::from_f64(shifted(1.0, e)));
    x * first * then
}

/// The same of each of its numbers.
pub(crate) fn vector_times_power<V: FloatVector>(v: V, exponent: i32) -> V {
    v.lift(&|x| times_power_of(x, exponent))
}

/// By how much what is so large at most must be shifted to be of ordinary size: 0 for most.
pub(crate) fn shift_of(largest: f64) -> i32 {
    exponent([largest]).filter(|e| e.abs() > ORDINARY).map_or(0, |e| -e)
}

/// By how much a direction must be scaled to be of ordinary size: 0 for most.
pub(crate) fn own_shift<V: Vector<Scalar = f64>>(direction: V) -> i32 {
    exponent_of(direction).filter(|e| e.abs() > ORDINARY).map_or(0, |e| -e)
}
