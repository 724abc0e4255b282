//! The tests of every row of the table: one program, since all of them compile the same kernels.

mod bounds;
mod exactly;
mod invariance;
mod plain;
mod rows;
mod typed;
mod wide;
