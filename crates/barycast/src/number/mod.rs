//! The numbers that kernels are written over.
//!
//! What an answer needs decides its bound: [`Ring`] (`+ - *` and order) for most yes/no questions,
//! [`Field`] (adds `/`) for *where*, [`Real`] (adds the square root) for *how far*, and [`Float`] (real
//! numbers with a `bool` mask) for iterative algorithms. The same text then runs over `f32`, `f64`,
//! lanes of them, [`Filtered`] floats and [`Interval`]s that bound their own rounding, [`DoubleDouble`]s with twice the digits,
//! and [`Exact`] rationals.

pub(crate) mod certain;
mod determinant;
mod double_double;
pub(crate) mod elementary;
mod exact;
mod farthest;
mod field;
pub(crate) mod filtered;
mod fixed;
mod interval;
mod lanes;
mod mask;
mod polynomial;
mod rational;
mod real;
mod ring;
mod sorting;

pub use determinant::determinant_sign;
pub use double_double::DoubleDouble;
pub(crate) use double_double::two_sum;
pub use exact::{Arena, Exact};
pub use farthest::Block;
pub use field::Field;
pub use filtered::Filtered;
pub use interval::Interval;
pub use lanes::{Eight, OptIn};
pub(crate) use lanes::{ONE_BY_ONE, best_level, part, round_down, round_up};
pub use mask::{Mask, Masked, Verdict};
pub use polynomial::{Polynomial, Root};
pub use real::{Float, Real};
pub use ring::Ring;
pub(crate) use sorting::{sort_by_float, sort_by_number};
