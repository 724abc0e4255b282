//! Numbers with a square root, for distances, and scalar floats for iterative algorithms.

use super::{DoubleDouble, Field};
use core::panic::RefUnwindSafe;

/// Coordinates of eight points: all `x`, all `y`, all `z`.
pub type Block<S> = [[S; 8]; 3];

/// A [`Field`] with square roots and infinities.
pub trait Real: Field {
    /// Whether [`settle`](Self::settle) may change a number.
    const SETTLES: bool = false;

    /// Returns the square root, correctly rounded for floats; 0 for negative numbers, which only
    /// rounding produces.
    fn sqrt(self) -> Self;

    /// Returns positive infinity, of the same kind as `self`.
    fn infinity(self) -> Self;

    /// Returns 0 if the number is within the rounding error of a long formula over numbers as large
    /// as `scale`, otherwise the number itself.
    ///
    /// Only double-doubles are changed. The certified test distinguishes a tangent ray from a miss;
    /// a settled discriminant then gives the tangent ray a single hit.
    #[inline(always)]
    #[must_use]
    fn settle(self, scale: Self) -> Self {
        let _ = scale;
        self
    }
}

/// A scalar real number with `bool` comparisons: the type of iterative algorithms.
pub trait Float: Real<Mask = bool> + PartialOrd + Send + Sync + RefUnwindSafe + 'static {
    /// Distance from 1 to the next larger number.
    const EPSILON: Self;
    /// Smallest positive normal number.
    const MIN_POSITIVE: Self;
    /// Smallest positive number.
    const LEAST: Self;
    /// The number 0.
    const ZERO: Self;
    /// The number 1.
    const ONE: Self;
    /// Tolerance of checked constructors for the deviation of `axes[i] . axes[j]` from the
    /// identity.
    const AXES_TOLERANCE: f64;
    /// The type in which iterative algorithms run for results of this type: at least `f64`.
    type Wide: Float;

    /// Converts without loss.
    fn widen(self) -> Self::Wide;

    /// Rounds to the nearest number of this type.
    fn narrow(wide: Self::Wide) -> Self;

    /// Returns the greatest wide number whose [`narrow`](Self::narrow) is at most `self`: a limit
    /// for comparisons before rounding.
    #[must_use]
    fn limit(self) -> Self::Wide;

    /// Converts to double-double precision without loss.
    fn precise(self) -> DoubleDouble;

    /// Rounds to the nearest number of this type.
    fn from_precise(precise: DoubleDouble) -> Self;

    /// Rounds to the nearest number of this type.
    fn from_f64(value: f64) -> Self;

    /// Rounds to the nearest `f64`.
    fn to_f64(self) -> f64;

    /// Tests whether the number is neither infinite nor NaN.
    fn is_finite(self) -> bool;

    /// Returns the tangent of an angle in radians, from 0 to less than a quarter turn, with an
    /// error of about one unit in the last place.
    #[must_use]
    fn tangent(self) -> Self;

    /// Returns the index of the farthest point along a direction; the lowest index on a tie.
    /// Returns 0 for an empty list and for a direction with a NaN.
    fn farthest(blocks: &[Block<Self>], along: [Self; 3]) -> usize;
}
