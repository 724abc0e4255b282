#![cfg_attr(not(feature = "std"), no_std)]
//! Questions about shapes: do they touch, how far apart, how deep, where does this ray hit.
extern crate alloc;
pub mod any;
pub mod cast;
pub mod certify;
pub mod convex;
pub mod number;
pub mod pair;
pub mod question;
pub mod shape;
pub mod table;
pub mod vector;

pub(crate) fn todo_row<A, B>(_: &A, _: &B) -> bool {
    unimplemented!()
}
