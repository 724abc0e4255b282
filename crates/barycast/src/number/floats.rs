//! The traits of real numbers for `f32` and `f64`.

use super::{Block, DoubleDouble, Float, Real, best_level, elementary, farthest};
use fearless_simd::dispatch;

/// Correctly rounded square root, from the hardware if available.
trait Root {
    fn root(self) -> Self;
}

#[cfg(feature = "std")]
for_both_floats! {
    impl Root for F {
        #[inline(always)]
        fn root(self) -> Self {
            self.sqrt()
        }
    }
}

#[cfg(not(feature = "std"))]
impl Root for f32 {
    #[inline(always)]
    fn root(self) -> Self {
        libm::sqrtf(self)
    }
}

#[cfg(not(feature = "std"))]
impl Root for f64 {
    #[inline(always)]
    fn root(self) -> Self {
        libm::sqrt(self)
    }
}

for_both_floats! {
    impl Real for F {
        #[inline(always)]
        fn sqrt(self) -> Self {
            // A select, not a branch: the sign is unpredictable.
            Root::root(if self > 0.0 { self } else { 0.0 })
        }

        #[inline(always)]
        fn infinity(self) -> Self {
            F::INFINITY
        }
    }

    #[allow(clippy::unnecessary_cast, reason = "`F` may be `f64`")]
    impl Float for F {
        const EPSILON: Self = F::EPSILON;
        const MIN_POSITIVE: Self = F::MIN_POSITIVE;
        const LEAST: Self = F::from_bits(1);
        const ZERO: Self = 0.0;
        const ONE: Self = 1.0;
        const AXES_TOLERANCE: f64 = if F::DIGITS > 6 { 1e-12 } else { 1e-5 };
        type Wide = f64;

        #[inline(always)]
        fn widen(self) -> f64 {
            self as f64
        }

        #[inline(always)]
        fn narrow(wide: f64) -> Self {
            wide as F
        }

        fn limit(self) -> f64 {
            let next = self.next_up();
            if !next.is_finite() {
                return self as f64;
            }
            // The midpoint to the next number; it is representable only if both are equal.
            let half = f64::midpoint(self as f64, next as f64);
            if half as F <= self { half } else { half.next_down().max(self as f64) }
        }

        #[inline(always)]
        fn precise(self) -> DoubleDouble {
            DoubleDouble::new(self.to_f64())
        }

        #[inline(always)]
        fn from_precise(precise: DoubleDouble) -> Self {
            Self::from_f64(precise.to_f64())
        }

        #[inline(always)]
        fn from_f64(value: f64) -> Self {
            value as F
        }

        #[inline(always)]
        fn to_f64(self) -> f64 {
            self as f64
        }

        #[inline(always)]
        fn is_finite(self) -> bool {
            self.is_finite()
        }

        fn tangent(self) -> Self {
            Self::from_f64(elementary::tan(self.to_f64()))
        }

        fn farthest(blocks: &[Block<Self>], along: [Self; 3]) -> usize {
            if blocks.len() > farthest::MANY {
                return farthest::one_by_one(blocks, along);
            }
            dispatch!(best_level(), simd => farthest::in_lanes(simd, blocks, along))
        }
    }
}
