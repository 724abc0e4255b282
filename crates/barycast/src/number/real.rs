//! Numbers with a square root, enough for *how far*, and scalar floats for iterative algorithms.

use super::{DoubleDouble, Field};
use core::panic::RefUnwindSafe;

/// Eight points: all their `x`, all their `y`, all their `z`.
pub type Block<S> = [[S; 8]; 3];

/// A [`Field`] with square roots and infinities.
pub trait Real: Field {
    /// [`settle`](Self::settle) may change a number.
    const SETTLES: bool = false;

    /// The square root, rounded correctly for floats; 0 for negative numbers, which only rounding makes.
    fn sqrt(self) -> Self;

    /// Positive infinity, of the same kind as `self`.
    fn infinity(self) -> Self;

    /// Itself, or 0 when it is within the noise that a long formula leaves of numbers as large as `scale`. Only
    /// double-doubles settle, whose noise no one asks for: a ray that touches is told from one that misses by
    /// the certified yes or no, and then hits once.
    #[inline(always)]
    #[must_use]
    fn settle(self, scale: Self) -> Self {
        let _ = scale;
        self
    }
}

/// One real number at a time, with `bool` comparisons: what iterative algorithms run over.
pub trait Float: Real<Mask = bool> + PartialOrd + Send + Sync + RefUnwindSafe + 'static {
    /// The distance from 1 to the next larger number.
    const EPSILON: Self;
    /// The smallest positive number that keeps all its digits.
    const MIN_POSITIVE: Self;
    /// The smallest positive number.
    const LEAST: Self;
    /// 0.
    const ZERO: Self;
    /// 1.
    const ONE: Self;
    /// How far a checked constructor lets `axes[i] . axes[j]` stray from the identity.
    const AXES_TOLERANCE: f64;
    /// What iterative algorithms run over for answers in this type: at least `f64`.
    type Wide: Float;

    /// The same number.
    fn widen(self) -> Self::Wide;

    /// The nearest number of this type.
    fn narrow(wide: Self::Wide) -> Self;

    /// The greatest number whose [`narrow`](Self::narrow) is no greater: a limit for what is compared before it is narrowed.
    #[must_use]
    fn limit(self) -> Self::Wide;

    /// The same number over twice the digits of `f64`.
    fn precise(self) -> DoubleDouble;

    /// The nearest number of this type.
    fn from_precise(precise: DoubleDouble) -> Self;

    /// The nearest number of this type.
    fn from_f64(value: f64) -> Self;

    /// The nearest `f64`.
    fn to_f64(self) -> f64;

    /// Neither infinite nor NaN.
    fn is_finite(self) -> bool;

    /// The tangent of an angle from 0 to below a quarter turn, right but for the last place or so.
    #[must_use]
    fn tangent(self) -> Self;

    /// The place of the point farthest along a direction: the first of those equally far, and the first of all along a
    /// direction that is no number. 0 of none.
    fn farthest(blocks: &[Block<Self>], along: [Self; 3]) -> usize;
}
