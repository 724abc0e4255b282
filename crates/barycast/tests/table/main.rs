//! Tests of every row of the table, through `Shape2` and `Shape3`.

mod invariance;
mod rows;
