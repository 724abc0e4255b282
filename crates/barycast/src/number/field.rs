//! Numbers with division: enough for queries that return points and parameters.

use super::Ring;
use core::ops::Div;

/// A [`Ring`] with division. Division by zero returns what the type returns (infinities and NaN for
/// floats, the unbounded interval, 0 for exact numbers); kernels [`select`](Ring::select) it away.
pub trait Field: Ring + Div<Output = Self> {
    /// Returns half of the number.
    #[inline(always)]
    fn half(self) -> Self {
        self / self.lit(2)
    }

    /// Returns `self / divisor`, or `instead` where the divisor is 0.
    #[inline(always)]
    fn div_or(self, divisor: Self, instead: Self) -> Self {
        let zero = divisor.zero();
        let parallel = divisor.same(zero);
        Self::select(parallel, instead, self / Self::select(parallel, divisor.one(), divisor))
    }

    /// Returns an upper bound that is hardly larger: itself, or for exact numbers a number with few
    /// digits.
    #[inline(always)]
    #[must_use]
    fn at_least(self) -> Self {
        self
    }

    /// Returns the same number; exact numbers are reduced to lowest terms, for use before many sums
    /// and products.
    #[inline(always)]
    #[must_use]
    fn in_least_terms(self) -> Self {
        self
    }
}

for_both_floats! {
    impl Field for F {
        #[inline(always)]
        fn div_or(self, divisor: Self, instead: Self) -> Self {
            if divisor == 0.0 { instead } else { self / divisor }
        }
    }
}
