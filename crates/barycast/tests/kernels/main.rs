//! The tests of every row's kernel over numbers of all kinds: floats, lanes, and what counts roundings. Apart from `table`, so
//! that both are compiled at once.

mod bounds;
mod exactly;
mod plain;
mod typed;
mod wide;
