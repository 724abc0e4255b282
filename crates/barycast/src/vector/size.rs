//! Scaling of `f64` numbers and vectors to ordinary size by a power of two, without rounding.

use super::{FloatVector, Vector};
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Float, elementary};

/// Sizes between `2^-ORDINARY` and `2^ORDINARY` are not scaled: their eighth powers are normal
/// numbers.
pub(crate) const ORDINARY: i32 = 100;

/// Returns `x 2^exponent`, rounded only if the result is not a normal number.
pub(crate) fn shifted(x: f64, exponent: i32) -> f64 {
    elementary::ldexp(x, exponent)
}

/// Returns `x 2^exponent` in double-double precision.
pub(crate) fn times_power(x: DoubleDouble, exponent: i32) -> DoubleDouble {
    let (high, low) = x.parts();
    DoubleDouble::new(shifted(high, exponent)) + DoubleDouble::new(shifted(low, exponent))
}

/// Multiplies every coordinate by `2^exponent`.
pub(crate) fn shifted_vector<V: Vector<Scalar = f64>>(v: V, exponent: i32) -> V {
    V::from_fn(|i| shifted(v.get(i), exponent))
}

/// Tests whether every coordinate is finite.
pub(crate) fn is_finite<V: Vector<Scalar = f64>>(v: V) -> bool {
    (0..V::DIM).all(|axis| v.get(axis).is_finite())
}

/// Returns the binary exponent of the largest number, or `None` if all are 0. Numbers that are not
/// finite, which only unchecked constructors admit, are ignored.
pub(crate) fn exponent(v: impl IntoIterator<Item = f64>) -> Option<i32> {
    let finite = v.into_iter().map(f64::abs).filter(|x| x.is_finite());
    let largest = finite.fold(0.0, f64::max);
    (largest > 0.0).then(|| elementary::ilogb(largest))
}

pub(crate) fn exponent_of<V: Vector<Scalar = f64>>(v: V) -> Option<i32> {
    exponent((0..V::DIM).map(|i| v.get(i)))
}

/// Returns `x 2^exponent` for any float type.
pub(crate) fn times_power_of<S: Float>(x: S, exponent: i32) -> S {
    // In two steps, because the power of two itself may overflow.
    let [first, then] = [exponent / 2, exponent - exponent / 2].each(|e| S::from_f64(shifted(1.0, e)));
    x * first * then
}

/// Multiplies every coordinate by `2^exponent`.
pub(crate) fn vector_times_power<V: FloatVector>(v: V, exponent: i32) -> V {
    v.lift(&|x| times_power_of(x, exponent))
}

/// Returns the exponent of the power of two that brings `largest` to ordinary size; usually 0.
pub(crate) fn shift_of(largest: f64) -> i32 {
    exponent([largest]).filter(|e| e.abs() > ORDINARY).map_or(0, |e| -e)
}

/// Returns the exponent of the power of two that brings a direction to ordinary size; usually 0.
pub(crate) fn own_shift<V: Vector<Scalar = f64>>(direction: V) -> i32 {
    exponent_of(direction).filter(|e| e.abs() > ORDINARY).map_or(0, |e| -e)
}
