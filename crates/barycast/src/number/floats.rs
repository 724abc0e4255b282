//! The traits of real numbers for `f32` and `f64`.

use super::{Block, DoubleDouble, Float, Real, best_level, elementary, farthest};
use fearless_simd::dispatch;

/// The correctly rounded square root, from the hardware if available.
mod root {
    #[cfg(feature = "std")]
    #[inline(always)]
    pub(super) fn f32(x: f32) -> f32 {
        x.sqrt()
    }

    #[cfg(feature = "std")]
    #[inline(always)]
    pub(super) fn f64(x: f64) -> f64 {
        x.sqrt()
    }

    #[cfg(not(feature = "std"))]
    pub(super) use libm::{sqrt as f64, sqrtf as f32};
}

macro_rules! float_real {
    ($($float:ident, $axes:literal);*) => {$(
        impl Real for $float {
            #[inline(always)]
            fn sqrt(self) -> Self {
                // A select, not a branch: the sign is unpredictable.
                root::$float(if self > 0.0 { self } else { 0.0 })
            }

            #[inline(always)]
            fn infinity(self) -> Self {
                $float::INFINITY
            }
        }

        impl Float for $float {
            const EPSILON: Self = $float::EPSILON;
            const MIN_POSITIVE: Self = $float::MIN_POSITIVE;
            const LEAST: Self = $float::from_bits(1);
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const AXES_TOLERANCE: f64 = $axes;
            type Wide = f64;

            #[inline(always)]
            #[allow(clippy::cast_lossless)]
            fn widen(self) -> f64 {
                self as f64
            }

            #[inline(always)]
            fn narrow(wide: f64) -> Self {
                wide as $float
            }

            #[allow(clippy::cast_lossless)]
            fn limit(self) -> f64 {
                let next = self.next_up();
                if !next.is_finite() {
                    return self as f64;
                }
                // The midpoint to the next number; it is representable only if both are equal.
                let half = f64::midpoint(self as f64, next as f64);
                if half as $float <= self { half } else { half.next_down().max(self as f64) }
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
                value as $float
            }

            #[inline(always)]
            #[allow(clippy::cast_lossless)]
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
    )*};
}

float_real!(f32, 1e-5; f64, 1e-12);
