//! The tests of every row of the table, as `Shape2` and `Shape3` answer it.

mod invariance;
mod rows;
