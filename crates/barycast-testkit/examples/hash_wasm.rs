//! The same for WebAssembly, which has no arguments: an exported function.
#![allow(
    unsafe_code,
    reason = "an exported name is unsafe by the language's rules: no other may be called so"
)]

/// Returns the hash of the results of the queries `from..to`.
#[unsafe(no_mangle)]
pub extern "C" fn answers(from: u64, to: u64) -> u64 {
    barycast_testkit::hash::answers(from..to)
}
