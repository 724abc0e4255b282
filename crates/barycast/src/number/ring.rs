//! Numbers with addition, multiplication and order: enough for intersection tests.

use super::Mask;
use core::fmt::Debug;
use core::ops::{Add, Mul, Neg, Sub};

/// Numbers with `+ - *`, order and selection. Kernels over a `Ring` can be evaluated exactly.
///
/// All implementations are `Copy`: an exact number is a handle into an arena.
pub trait Ring:
    Copy + Debug + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Neg<Output = Self>
{
    /// Result type of comparisons.
    type Mask: Mask;

    /// Whether comparisons may be wrong because of rounding. If `false` (exact numbers, and numbers
    /// that bound their error), kernels may test differences that floats cannot distinguish from
    /// noise.
    const ROUNDS: bool = true;

    /// Converts a small integer to the kind of `self` (lanes copy their SIMD token from it, exact
    /// numbers their arena).
    fn lit(self, value: i32) -> Self;

    /// Tests `self <= other`; false for NaN.
    fn le(self, other: Self) -> Self::Mask;

    /// Tests `self < other`; false for NaN.
    fn lt(self, other: Self) -> Self::Mask;

    /// Returns `a` where the mask is true, otherwise `b`; the hull of both where the mask is
    /// undecided.
    fn select(mask: Self::Mask, a: Self, b: Self) -> Self;

    /// Like [`select`](Self::select), for masks that branch prediction cannot guess: floats index
    /// into memory, which takes slightly longer than a correctly predicted branch.
    #[inline(always)]
    fn choose(mask: Self::Mask, a: Self, b: Self) -> Self {
        Self::select(mask, a, b)
    }

    /// Returns the first number where the first mask is true, else the second where the second mask
    /// is true, else the third. Implemented like [`choose`](Self::choose).
    #[inline(always)]
    fn one_of(masks: [Self::Mask; 2], numbers: [Self; 3]) -> Self {
        Self::select(masks[0], numbers[0], Self::select(masks[1], numbers[1], numbers[2]))
    }

    /// Tests `self >= other`; false for NaN.
    #[inline(always)]
    fn ge(self, other: Self) -> Self::Mask {
        other.le(self)
    }

    /// Tests `self > other`; false for NaN.
    #[inline(always)]
    fn gt(self, other: Self) -> Self::Mask {
        other.lt(self)
    }

    /// Tests `self == other`; false for NaN.
    #[inline(always)]
    fn same(self, other: Self) -> Self::Mask {
        self.le(other) & other.le(self)
    }

    /// Returns the smaller number; `other` if one of them is NaN. The rule is the same for all
    /// number types.
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self::select(self.lt(other), self, other)
    }

    /// Returns the larger number; `other` if one of them is NaN.
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self::select(other.lt(self), self, other)
    }

    /// Returns the nearest number in `[low, high]`; `low` if `high < low`.
    #[inline(always)]
    fn clamp_to(self, low: Self, high: Self) -> Self {
        self.min(high).max(low)
    }

    /// Returns the absolute value.
    #[inline(always)]
    fn abs(self) -> Self {
        Self::select(self.lt(self.zero()), -self, self)
    }

    /// Returns 0, of the same kind as `self`.
    #[inline(always)]
    fn zero(self) -> Self {
        self.lit(0)
    }

    /// Returns 1, of the same kind as `self`.
    #[inline(always)]
    fn one(self) -> Self {
        self.lit(1)
    }

    /// Returns the square. Unlike `self * self`, it is never negative over intervals.
    #[inline(always)]
    fn squared(self) -> Self {
        self * self
    }

    /// Gives the coordinates of an input vector a common error bound, in number types that carry
    /// bounds.
    #[inline(always)]
    fn leveled<const D: usize>(numbers: [Self; D]) -> [Self; D] {
        numbers
    }

    /// Marks a sum of up to four inputs: number types with error bounds increase the bound
    /// accordingly.
    #[inline(always)]
    fn of_several(self) -> Self {
        self
    }

    /// Returns the mask that is true in every lane.
    #[inline(always)]
    fn always(self) -> Self::Mask {
        let zero = self.zero();
        zero.le(zero)
    }

    /// Returns the mask that is false in every lane.
    #[inline(always)]
    fn never(self) -> Self::Mask {
        let zero = self.zero();
        zero.lt(zero)
    }
}

for_both_floats! {
    impl Ring for F {
        type Mask = bool;

        #[inline(always)]
        fn lit(self, value: i32) -> Self {
            value as F
        }

        #[inline(always)]
        fn le(self, other: Self) -> bool {
            self <= other
        }

        #[inline(always)]
        fn lt(self, other: Self) -> bool {
            self < other
        }

        #[inline(always)]
        fn select(mask: bool, a: Self, b: Self) -> Self {
            if mask { a } else { b }
        }

        #[inline(always)]
        fn choose(mask: bool, a: Self, b: Self) -> Self {
            [b, a][usize::from(mask)]
        }

        #[inline(always)]
        fn one_of(masks: [bool; 2], numbers: [Self; 3]) -> Self {
            let [first, second, third] = numbers;
            [third, second, first, first][usize::from(masks[0]) << 1 | usize::from(masks[1])]
        }

        // One instruction; the default implementation is an unpredictable branch.
        #[inline(always)]
        fn abs(self) -> Self {
            F::abs(self)
        }
    }
}
