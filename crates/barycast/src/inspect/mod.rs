//! What an algorithm did, how a pair is compared, and shapes as text.

#[cfg(feature = "explain")]
pub mod explain;
#[cfg(feature = "serde")]
mod serde;
pub mod trace;
