//! SIMD lanes through the run-time dispatch of `fearless_simd`.
//!
//! Every function between `dispatch!` and the lanes must be `#[inline(always)]`, and kernels must
//! not contain closures: both would lose the instruction set (measured: a 15-axis box test went
//! from 7.9 ns to 2.9 ns when its `map`s became loops).

use super::{Field, Float, Mask, Masked, Real, Ring};
use fearless_simd::prelude::*;
use fearless_simd::{
    ExtractToken, Level, f32x4, f32x8, f32x16, f64x2, f64x4, f64x8, mask32x4, mask32x8, mask32x16, mask64x2,
    mask64x4, mask64x8,
};

/// Returns the best instruction set of this machine.
#[cfg(feature = "std")]
pub(crate) fn best_level() -> Level {
    Level::new()
}

/// Returns the best instruction set that the build target guarantees.
#[cfg(not(feature = "std"))]
pub(crate) fn best_level() -> Level {
    Level::baseline()
}

/// Whether the target has no SIMD instructions. Lanes are then loops over eight numbers, one per
/// operation of a kernel, and the longest kernels took the compiler more than half an hour; so
/// callers process one number after another instead.
pub(crate) const ONE_BY_ONE: bool = !cfg!(any(
    target_arch = "x86",
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128"),
));

/// Runs a part of a long kernel: as a separate function where lanes are loops, inlined elsewhere.
#[inline(always)]
pub(crate) fn part<T>(part: impl FnOnce() -> T) -> T {
    #[inline(never)]
    fn call<T>(part: impl FnOnce() -> T) -> T {
        part()
    }
    if ONE_BY_ONE { call(part) } else { part() }
}

/// Writes items for all register types: the numbers `L`, the masks `M` and the scalar `F`.
macro_rules! for_lanes {
    ([$($lanes:ident $mask:ident $float:ident),*] $items:tt) => {$(
        const _: () = {
            type L<S> = $lanes<S>;
            #[allow(dead_code, reason = "not every text names all")]
            type M<S> = $mask<S>;
            type F = $float;
            $items
        };
    )*};
}

for_lanes! { [f32x4 mask32x4 f32, f32x8 mask32x8 f32, f32x16 mask32x16 f32, f64x2 mask64x2 f64, f64x4 mask64x4 f64, f64x8 mask64x8 f64] {
    impl<S: Simd> Mask for M<S> {
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

    impl<S: Simd> Ring for L<S> {
        type Mask = M<S>;

        #[inline(always)]
        fn lit(self, value: i32) -> Self {
            Self::splat(self.token(), value as F)
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

        // One x86 instruction; for NaN or two zeros it returns `other`, like the default.
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

    impl<S: Simd> Field for L<S> {}

    impl<S: Simd> Real for L<S> {
        #[inline(always)]
        fn sqrt(self) -> Self {
            let zero = self.lit(0);
            SimdFloat::sqrt(Ring::max(self, zero))
        }

        #[inline(always)]
        fn infinity(self) -> Self {
            Self::splat(self.token(), F::INFINITY)
        }
    }
} }

/// Returns the largest `f32` at most equal to `x`.
#[inline(always)]
pub(crate) fn round_down(x: f64) -> f32 {
    let nearest = x as f32;
    if f64::from(nearest) > x { nearest.next_down() } else { nearest }
}

/// Returns the smallest `f32` at least equal to `x`.
#[inline(always)]
pub(crate) fn round_up(x: f64) -> f32 {
    let nearest = x as f32;
    if f64::from(nearest) < x { nearest.next_up() } else { nearest }
}

/// A value with a mask of eight lanes.
pub type OptIn<N, S, T> = <<<N as SimdScalar>::Lanes<S> as Ring>::Mask as Mask>::Opt<T>;

/// Floats with a SIMD type of eight lanes.
pub trait SimdScalar: Float {
    /// Eight numbers in the registers of the instruction set `S`.
    type Lanes<S: Simd>: Real;

    /// Sets every lane to one number.
    fn splat<S: Simd>(simd: S, number: Self) -> Self::Lanes<S>;

    /// Loads one number per lane.
    fn load<S: Simd>(simd: S, numbers: &[Self; 8]) -> Self::Lanes<S>;

    /// Stores one number per lane.
    fn store<S: Simd>(lanes: Self::Lanes<S>) -> [Self; 8];

    /// Returns the mask as bits; the lowest bit is the first lane.
    fn bits<S: Simd>(mask: <Self::Lanes<S> as Ring>::Mask) -> u32;

    /// Returns the mask and the value.
    fn parts<S: Simd, T>(value: OptIn<Self, S, T>) -> (<Self::Lanes<S> as Ring>::Mask, T);

    /// Returns the smallest and the largest number of all lanes; unspecified if one is NaN.
    fn ends<S: Simd>(lanes: Self::Lanes<S>) -> [Self; 2];

    /// Rounds each lane to the nearest `f32`.
    fn nearest<S: Simd>(simd: S, lanes: Self::Lanes<S>) -> f32x8<S>;

    /// Rounds each lane down and up to `f32`.
    fn around<S: Simd>(simd: S, lanes: Self::Lanes<S>) -> [f32x8<S>; 2];
}

/// How lanes of a float become lanes of `f32`.
trait Rounding: SimdScalar {
    fn to_nearest<S: Simd>(simd: S, lanes: Self::Lanes<S>) -> f32x8<S>;
    fn to_both<S: Simd>(simd: S, lanes: Self::Lanes<S>) -> [f32x8<S>; 2];
}

impl Rounding for f32 {
    #[inline(always)]
    fn to_nearest<S: Simd>(_: S, lanes: f32x8<S>) -> f32x8<S> {
        lanes
    }

    #[inline(always)]
    fn to_both<S: Simd>(_: S, lanes: f32x8<S>) -> [f32x8<S>; 2] {
        [lanes, lanes]
    }
}

impl Rounding for f64 {
    #[inline(always)]
    fn to_nearest<S: Simd>(simd: S, lanes: f64x8<S>) -> f32x8<S> {
        let (numbers, mut nearest) = (Self::store(lanes), [0.0; 8]);
        for lane in 0..8 {
            nearest[lane] = numbers[lane] as f32;
        }
        f32x8::from_slice(simd, &nearest)
    }

    #[inline(always)]
    fn to_both<S: Simd>(simd: S, lanes: f64x8<S>) -> [f32x8<S>; 2] {
        let (numbers, mut below, mut above) = (Self::store(lanes), [0.0; 8], [0.0; 8]);
        for lane in 0..8 {
            below[lane] = round_down(numbers[lane]);
            above[lane] = round_up(numbers[lane]);
        }
        [f32x8::from_slice(simd, &below), f32x8::from_slice(simd, &above)]
    }
}

for_lanes! { [f32x8 mask32x8 f32, f64x8 mask64x8 f64] {
    impl SimdScalar for F {
        type Lanes<S: Simd> = L<S>;

        #[inline(always)]
        fn splat<S: Simd>(simd: S, number: Self) -> L<S> {
            L::splat(simd, number)
        }

        #[inline(always)]
        fn load<S: Simd>(simd: S, numbers: &[Self; 8]) -> L<S> {
            L::from_slice(simd, numbers)
        }

        #[inline(always)]
        fn store<S: Simd>(lanes: L<S>) -> [Self; 8] {
            let mut numbers = [0.0; 8];
            lanes.store_slice(&mut numbers);
            numbers
        }

        #[inline(always)]
        fn bits<S: Simd>(mask: <L<S> as Ring>::Mask) -> u32 {
            mask.to_bitmask() as u32
        }

        #[inline(always)]
        fn parts<S: Simd, T>(value: OptIn<Self, S, T>) -> (<L<S> as Ring>::Mask, T) {
            (value.mask, value.value)
        }

        #[inline(always)]
        fn ends<S: Simd>(lanes: L<S>) -> [Self; 2] {
            [lanes.reduce_min(), lanes.reduce_max()]
        }

        #[inline(always)]
        fn nearest<S: Simd>(simd: S, lanes: L<S>) -> f32x8<S> {
            Self::to_nearest(simd, lanes)
        }

        #[inline(always)]
        fn around<S: Simd>(simd: S, lanes: L<S>) -> [f32x8<S>; 2] {
            Self::to_both(simd, lanes)
        }
    }
} }
