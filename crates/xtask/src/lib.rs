//! Code shared by the project's tasks and their tests.

pub mod house;
pub mod words;
