//! The same for WebAssembly, which has no arguments: a function for the one who loads it.
#![allow(
    unsafe_code,
    reason = "an exported name is unsafe by the language's rules: no other may be called so"
)]

/// The hash of the answers to the questions `from..to`.
#[unsafe(no_mangle)]
pub extern "C" fn answers(from: u64, to: u64) -> u64 {
    barycast_testkit::hash::answers(from..to)
}
