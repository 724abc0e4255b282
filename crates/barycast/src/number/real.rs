//! Numbers with a square root, enough for *how far*, and scalar floats for iterative algorithms.

use super::farthest::{self, Block};
use super::{DoubleDouble, Field, best_level, elementary};
use core::panic::RefUnwindSafe;
use fearless_simd::dispatch;

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
    fn farthest(blocks: &[Block<Self>], along: [Self; 3]) -> usize {
        farthest::one_by_one(blocks, along)
    }
}

/// The correctly rounded root, from the hardware where there is one.
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
                // A number chosen, not a way taken: half the points of a box are inside, and no processor foresees it.
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
                // Half way to the next number, which is no number of this type unless both are the same.
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
