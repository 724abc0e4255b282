//! Test tools of barycast: generators that draw degenerate shapes as often as ordinary ones, and
//! oracles in exact rational and integer arithmetic that share no code with the kernels.

pub mod bytes;
pub mod curves;
pub mod floats;
pub mod hash;
pub mod integer;
pub mod integer_oracle;
pub mod oracle;
#[cfg(doctest)]
mod pages;
pub mod pairs;
pub mod polyhedron;
pub mod queries;
pub mod random;
mod rows;
pub mod translate;
