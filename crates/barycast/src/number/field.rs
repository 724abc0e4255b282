//! Numbers that can also be divided: enough for *where*.

use super::Ring;
use core::ops::Div;

/// A [`Ring`] with division. Division by zero gives whatever the type gives (infinities and NaN for floats,
/// everything for intervals, 0 for exact numbers): kernels [`select`](Ring::select) it away.
pub trait Field: Ring + Div<Output = Self> {
    /// Half of it.
    #[inline(always)]
    fn half(self) -> Self {
        self / self.lit(2)
    }

    /// `self / divisor`, and `instead` where the divisor is 0.
    #[inline(always)]
    fn div_or(self, divisor: Self, instead: Self) -> Self {
        let zero = divisor.zero();
        let parallel = divisor.same(zero);
        Self::select(parallel, instead, self / Self::select(parallel, divisor.one(), divisor))
    }

    /// Itself or hardly more: of exact numbers one of few digits, for bounds, which need not be told to the last.
    #[inline(always)]
    #[must_use]
    fn at_least(self) -> Self {
        self
    }

    /// Itself: of exact numbers over the least denominator, where many sums and products of it are to come.
    #[inline(always)]
    #[must_use]
    fn in_least_terms(self) -> Self {
        self
    }
}

macro_rules! float_field {
    ($($float:ty),*) => {$(
        impl Field for $float {
            #[inline(always)]
            fn div_or(self, divisor: Self, instead: Self) -> Self {
                if divisor == 0.0 { instead } else { self / divisor }
            }
        }
    )*};
}

float_field!(f32, f64);
