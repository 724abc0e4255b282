//! What the project's chores and their tests share.

pub mod house;
pub mod words;
