//! What barycast's tests are judged by: generators that draw degenerate shapes as often as ordinary ones, and
//! oracles over exact rationals that share no code with the kernels.

pub mod asked;
pub mod bytes;
pub mod curves;
pub mod floats;
pub mod hash;
pub mod integer;
pub mod judge;
pub mod moved;
pub mod oracle;
pub mod pairs;
pub mod polyhedron;
pub mod random;
mod rows;
