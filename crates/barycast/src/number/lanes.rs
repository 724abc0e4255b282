//! Lanes: several floats at once, through `fearless_simd`'s run-time dispatch.
//!
//! Every function between `dispatch!` and the lanes must be `#[inline(always)]`, and a kernel holds no
//! closures: both would leave the instruction set behind (measured: a 15-axis box test at 7.9 ns became
//! 2.9 ns when its `map`s became loops).

use super::{Field, Float, Mask, Masked, Real, Ring};
use fearless_simd::prelude::*;
use fearless_simd::{
    ExtractToken, Level, f32x4, f32x8, f32x16, f64x2, f64x4, f64x8, mask32x4, mask32x8, mask32x16, mask64x2,
    mask64x4, mask64x8,
};

/// The best instructions of this machine.
#[cfg(feature = "std")]
pub(crate) fn best_level() -> Level {
    Level::new()
}

/// The best instructions that the program may count on.
#[cfg(not(feature = "std"))]
pub(crate) fn best_level() -> Level {
    Level::baseline()
}

/// No instruction of the target takes several numbers. What lanes do are loops over eight numbers there, one for each step of a kernel, and
/// over those of the longest kernels a compiler spent more than half an hour: they take one number after another.
pub(crate) const ONE_BY_ONE: bool = !cfg!(any(
    target_arch = "x86",
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128"),
));

/// A part of a long kernel, which is a function of its own where lanes are loops, and nothing elsewhere.
#[inline(always)]
pub(crate) fn part<T>(part: impl FnOnce() -> T) -> T {
    #[inline(never)]
    fn call<T>(part: impl FnOnce() -> T) -> T {
        part()
    }
    if ONE_BY_ONE { call(part) } else { part() }
}

macro_rules! lanes {
    ($($lanes:ident $mask:ident $float:ident);* $(;)?) => {$(
        impl<S: Simd> Mask for $mask<S> {
            type Opt<T> = Masked<Self, T>;

            #[inline(always)]
            fn none(self) -> bool {
                self.all_false()
            }

            #[inline(always)]
            fn all(self) -> bool {
                self.all_true()
            }

            #[inline(always)]
            fn then_some<T>(self, value: T) -> Masked<Self, T> {
                Masked { mask: self, value }
            }
        }

        impl<S: Simd> Ring for $lanes<S> {
            type Mask = $mask<S>;

            #[inline(always)]
            fn lit(self, value: i32) -> Self {
                Self::splat(self.token(), value as $float)
            }

            #[inline(always)]
            fn le(self, other: Self) -> Self::Mask {
                self.simd_le(other)
            }

            #[inline(always)]
            fn lt(self, other: Self) -> Self::Mask {
                self.simd_lt(other)
            }

            #[inline(always)]
            fn select(mask: Self::Mask, a: Self, b: Self) -> Self {
                mask.select(a, b)
            }

            // There one instruction says `other` when one of them is NaN, or both are 0, as the default does in three.
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            #[inline(always)]
            fn min(self, other: Self) -> Self {
                SimdBase::min(self, other)
            }

            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            #[inline(always)]
            fn max(self, other: Self) -> Self {
                SimdBase::max(self, other)
            }

            #[inline(always)]
            fn abs(self) -> Self {
                SimdBase::abs(self)
            }
        }

        impl<S: Simd> Field for $lanes<S> {}

        impl<S: Simd> Real for $lanes<S> {
            #[inline(always)]
            fn sqrt(self) -> Self {
                let zero = self.lit(0);
                SimdFloat::sqrt(Ring::max(self, zero))
            }

            #[inline(always)]
            fn infinity(self) -> Self {
                Self::splat(self.token(), $float::INFINITY)
            }
        }
    )*};
}

lanes! {
    f32x4 mask32x4 f32;
    f32x8 mask32x8 f32;
    f32x16 mask32x16 f32;
    f64x2 mask64x2 f64;
    f64x4 mask64x4 f64;
    f64x8 mask64x8 f64;
}

/// The largest `f32` that is not above the number.
#[inline(always)]
pub(crate) fn round_down(x: f64) -> f32 {
    let nearest = x as f32;
    if f64::from(nearest) > x { nearest.next_down() } else { nearest }
}

/// The smallest `f32` that is not below the number.
#[inline(always)]
pub(crate) fn round_up(x: f64) -> f32 {
    let nearest = x as f32;
    if f64::from(nearest) < x { nearest.next_up() } else { nearest }
}

/// A value that holds in some of eight lanes.
pub type OptIn<N, S, T> = <<<N as Eight>::Lanes<S> as Ring>::Mask as Mask>::Opt<T>;

/// Floats that come in eights.
pub trait Eight: Float {
    /// Eight of them, in whatever the instructions of `S` hold them.
    type Lanes<S: Simd>: Real;

    /// One number in every lane.
    fn splat<S: Simd>(simd: S, number: Self) -> Self::Lanes<S>;

    /// A number in each lane.
    fn load<S: Simd>(simd: S, numbers: &[Self; 8]) -> Self::Lanes<S>;

    /// The number in each lane.
    fn store<S: Simd>(lanes: Self::Lanes<S>) -> [Self; 8];

    /// A bit for each lane, the first the lowest.
    fn bits<S: Simd>(mask: <Self::Lanes<S> as Ring>::Mask) -> u32;

    /// Where there is a value, and the value.
    fn parts<S: Simd, T>(value: OptIn<Self, S, T>) -> (<Self::Lanes<S> as Ring>::Mask, T);

    /// The least number of all lanes and the greatest; any of them when one is NaN.
    fn ends<S: Simd>(lanes: Self::Lanes<S>) -> [Self; 2];

    /// The `f32` nearest to the number in each lane.
    fn nearest<S: Simd>(simd: S, lanes: Self::Lanes<S>) -> f32x8<S>;

    /// The largest `f32` not above the number in each lane, and the smallest not below it.
    fn around<S: Simd>(simd: S, lanes: Self::Lanes<S>) -> [f32x8<S>; 2];
}

macro_rules! eight {
    ($($float:ident $lanes:ident { $($rounding:item)* })*) => {$(
        impl Eight for $float {
            type Lanes<S: Simd> = $lanes<S>;

            #[inline(always)]
            fn splat<S: Simd>(simd: S, number: Self) -> $lanes<S> {
                $lanes::splat(simd, number)
            }

            #[inline(always)]
            fn load<S: Simd>(simd: S, numbers: &[Self; 8]) -> $lanes<S> {
                $lanes::from_slice(simd, numbers)
            }

            #[inline(always)]
            fn store<S: Simd>(lanes: $lanes<S>) -> [Self; 8] {
                let mut numbers = [0.0; 8];
                lanes.store_slice(&mut numbers);
                numbers
            }

            #[inline(always)]
            fn bits<S: Simd>(mask: <$lanes<S> as Ring>::Mask) -> u32 {
                mask.to_bitmask() as u32
            }

            #[inline(always)]
            fn parts<S: Simd, T>(value: OptIn<Self, S, T>) -> (<$lanes<S> as Ring>::Mask, T) {
                (value.mask, value.value)
            }

            #[inline(always)]
            fn ends<S: Simd>(lanes: $lanes<S>) -> [Self; 2] {
                [lanes.reduce_min(), lanes.reduce_max()]
            }

            $($rounding)*
        }
    )*};
}

eight! {
    f32 f32x8 {
        #[inline(always)]
        fn nearest<S: Simd>(_: S, lanes: f32x8<S>) -> f32x8<S> {
            lanes
        }

        #[inline(always)]
        fn around<S: Simd>(_: S, lanes: f32x8<S>) -> [f32x8<S>; 2] {
            [lanes, lanes]
        }
    }
    f64 f64x8 {
        #[inline(always)]
        fn nearest<S: Simd>(simd: S, lanes: f64x8<S>) -> f32x8<S> {
            let (numbers, mut nearest) = (Self::store(lanes), [0.0; 8]);
            for lane in 0..8 {
                nearest[lane] = numbers[lane] as f32;
            }
            f32x8::from_slice(simd, &nearest)
        }

        #[inline(always)]
        fn around<S: Simd>(simd: S, lanes: f64x8<S>) -> [f32x8<S>; 2] {
            let (numbers, mut below, mut above) = (Self::store(lanes), [0.0; 8], [0.0; 8]);
            for lane in 0..8 {
                below[lane] = round_down(numbers[lane]);
                above[lane] = round_up(numbers[lane]);
            }
            [f32x8::from_slice(simd, &below), f32x8::from_slice(simd, &above)]
        }
    }
}
