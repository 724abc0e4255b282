//! Number types of the kernels.
//!
//! A kernel requires the weakest trait that its result needs: [`Ring`] (`+ - *` and order) for most
//! tests, [`Field`] (adds `/`) for points and parameters, [`Real`] (adds the square root) for
//! distances, and [`Float`] (real numbers with a `bool` mask) for iterative algorithms. The same
//! source then runs over `f32` and `f64`, SIMD lanes of them,
//! [`Filtered`](crate::exact::Filtered) floats and [`Interval`](crate::exact::Interval)s that bound
//! their own rounding, [`DoubleDouble`]s, and [`Exact`](crate::exact::Exact) rationals.

/// Writes items for `f32` and for `f64`, each named `F` in their text.
macro_rules! for_both_floats {
    ($($item:tt)*) => {
        const _: () = {
            type F = f32;
            $($item)*
        };
        const _: () = {
            type F = f64;
            $($item)*
        };
    };
}
pub(crate) use for_both_floats;

pub(crate) mod double_double;
mod double_double_float;
// Public for the command-line program; not related to shapes.
#[doc(hidden)]
pub mod each;
pub(crate) mod elementary;
mod farthest;
mod field;
mod floats;
mod lanes;
mod mask;
mod real;
mod ring;
mod sorting;
pub(crate) mod two_floats;

pub use double_double::DoubleDouble;
pub(crate) use double_double::two_sum;
pub use field::Field;
pub(crate) use lanes::{ONE_BY_ONE, best_level, part, round_down, round_up};
pub use lanes::{OptIn, SimdScalar};
pub use mask::{Mask, Masked, Verdict};
pub use real::{Block, Float, Real};
pub use ring::Ring;
pub(crate) use sorting::{Order, sort_by_float, sort_by_number};
