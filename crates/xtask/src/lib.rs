//! Code shared by the project's tasks and their tests.

pub mod guide;
pub mod house;
pub mod words;
