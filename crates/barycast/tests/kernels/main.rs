//! The tests of every row's kernel over numbers of all kinds: floats, lanes, and what counts roundings. Apart from `table`, so
//! that both are compiled at once.
//!
//! What is written for a row is compiled hundreds of times: a row is a short function, and what asks it stands in one loop.

mod bounds;
mod exactly;
mod plain;
mod typed;
mod wide;

// Functions and not closures: each closure would have the shapes' `lift` compiled anew.
fn f32_of(x: f64) -> f32 {
    x as f32
}

fn f64_of(x: f32) -> f64 {
    x.into()
}

fn same(x: f64) -> f64 {
    x
}
