//! Certified predicates: one kernel, run over increasingly precise numbers until the sign is
//! decided.
//!
//! 1. [`Filtered`] floats carry a bound of their rounding error (a static filter). They cost little
//!    more than plain floats and decide almost every test.
//!    [`pair::typed_exact`](crate::pair::typed_exact) runs them first.
//! 2. [`Exact`] numbers in an [`Arena`] are a float, a bound of its error, and the expression it
//!    was computed from. A comparison that the floats leave undecided evaluates its two
//!    expressions: in a few words on the stack (`fixed.rs`), otherwise as rationals of any size
//!    (`rational.rs`). They decide the rest: shapes that touch to the last bit.
//! 3. [`Interval`]s bound the rounding as it happens. They decide for numbers that are not finite,
//!    which have no exact value.
//!
//! A comparison over any of these yields a mask that is true, false or undecided
//! ([`Verdict`](crate::number::Verdict)). The ladder (`certify.rs`) moves to the next number type
//! while the result is undecided. No tolerance is involved. For results that are numbers, such as a
//! distance or a ray parameter, the kernel runs in double-double precision
//! ([`DoubleDouble`](crate::number::DoubleDouble)) and the result is rounded once.
//!
//! | file | contents |
//! |---|---|
//! | `filtered.rs`, `filtered_vector.rs` | floats with an error bound, scalar and vector |
//! | `certain.rs`, `noise.rs` | error bounds of single formulas in plain floats |
//! | `interval.rs` | intervals with outward rounding |
//! | `arena.rs`, `handle.rs`, `floats.rs` | exact numbers: floats with the expressions they come from |
//! | `expressions.rs` | the expressions, and how they are evaluated |
//! | `fixed.rs`, `rational.rs` | values of expressions: a few words, or rationals of any size |
//! | `certify.rs` | the ladder |
//! | `determinant.rs`, `polynomial.rs` | signs of determinants, roots of polynomials |
//! | [`predicate`] | orientation, in-circle, in-sphere |

mod arena;
pub(crate) mod certain;
pub mod certify;
mod determinant;
mod expressions;
pub(crate) mod filtered;
mod filtered_vector;
mod fixed;
mod floats;
mod handle;
mod interval;
mod noise;
mod polynomial;
pub mod predicate;
mod rational;

pub(crate) use determinant::determinant_sign;
pub use filtered::Filtered;
pub(crate) use filtered_vector::FilteredVec3;
pub use handle::{Arena, Exact};
pub use interval::Interval;
pub(crate) use noise::{Noise, reach};
pub(crate) use polynomial::{Polynomial, Root};
