//! How a yes or no becomes certain: one kernel text, run over better and better numbers until one of them decides.
//!
//! 1. [`Filtered`] floats carry a bound of their rounding error. They cost little more than plain floats and decide nearly every
//!    question: [`pair::typed_exact`](crate::pair::typed_exact) asks them first.
//! 2. [`Exact`] numbers in an [`Arena`] are a float, a bound of its error and the expression behind it. A comparison that the floats
//!    leave open evaluates its two expressions: in a few words on the stack (`fixed.rs`), else as rationals of any size (`rational.rs`). They
//!    decide what is left: shapes that touch to the last bit.
//! 3. [`Interval`]s bound the rounding as it happens. They decide for numbers that are not finite, which have no exact value.
//!
//! A comparison over any of these gives a mask that is true, false or unknown ([`Verdict`](crate::number::Verdict)); the ladder
//! (`certify.rs`) climbs on unknown. Nothing is decided by a tolerance. Where an answer is a number and not a yes or no (a
//! distance, a parameter), the kernel runs over [`DoubleDouble`](crate::number::DoubleDouble)s, with twice the digits, and is rounded once.
//!
//! | file | what |
//! |---|---|
//! | `filtered.rs`, `filtered_vector.rs` | floats with a bound of their rounding error, one at a time and a vector in a register |
//! | `certain.rs`, `noise.rs` | bounds of the rounding of single formulas in plain floats |
//! | `interval.rs` | intervals with outward rounding |
//! | `arena.rs` | exact numbers: floats with the expressions they come from |
//! | `fixed.rs`, `rational.rs` | what expressions come to: a few words, or rationals of any size |
//! | `certify.rs` | the ladder |
//! | `determinant.rs`, `polynomial.rs` | signs of determinants, roots of polynomials |
//! | [`predicate`] | orientation, in-circle, in-sphere |

mod arena;
pub(crate) mod certain;
pub mod certify;
mod determinant;
pub(crate) mod filtered;
mod filtered_vector;
mod fixed;
mod interval;
mod noise;
mod polynomial;
pub mod predicate;
mod rational;

pub use arena::{Arena, Exact};
pub use determinant::determinant_sign;
pub use filtered::Filtered;
pub(crate) use filtered_vector::FilteredVec3;
pub use interval::Interval;
pub(crate) use noise::{Noise, reach};
pub use polynomial::{Polynomial, Root};
