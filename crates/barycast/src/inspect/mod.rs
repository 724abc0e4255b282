//! Traces of algorithms, explanations of pairs, and serialization of shapes.

#[cfg(feature = "explain")]
pub mod explain;
#[cfg(feature = "serde")]
mod serde;
pub mod trace;
