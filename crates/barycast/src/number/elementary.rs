//! Sine, cosine and their kin, for the whole library: from `libm` in Rust, so that every machine gives the same bits.
//!
//! The platform's own differ in the last bit from one system to the next, and a fused multiply-add rounds once where two
//! operations round twice. So neither stands anywhere in the library; `crates/xtask/tests/elementary.rs` reads the source
//! for them. The square root alone is the hardware's (`real.rs`): it is correctly rounded everywhere.

pub(crate) use libm::{
    atan, atan2, cbrt, ceil, cos, exp2, expm1, floor, hypot, ilogb, ldexp, sin, sincos, tan,
};
