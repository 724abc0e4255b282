//! Elementary functions for the whole library, from `libm` in Rust, so that every machine returns
//! the same bits.
//!
//! The system's own functions differ in the last bit between platforms, and a fused multiply-add
//! rounds once where two operations round twice. The library uses neither;
//! `crates/xtask/tests/elementary.rs` checks the source. Only the square root is the hardware's
//! (`real.rs`), since it is correctly rounded everywhere.

pub(crate) use libm::{
    atan, atan2, cbrt, ceil, cos, exp2, expm1, floor, hypot, ilogb, ldexp, sin, sincos, tan,
};
