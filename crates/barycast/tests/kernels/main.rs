//! The tests of every row's kernel over numbers of all kinds: floats, lanes, and what counts roundings. Apart from `table`, so
//! that both are compiled at once.
//!
//! What is written for a row is compiled hundreds of times: a row is a short function, and what asks it stands in one loop.

mod bounds;
mod exactly;
mod plain;
mod typed;
mod wide;

use barycast::question::{Distance, Intersects};
use barycast::vector::Vector;

/// What typed shapes say both ways, and they in `f64`.
struct Said<S> {
    shapes: [S; 2],
    meet: [bool; 2],
    distances: [f64; 2],
    /// The largest coordinate of the nearest points.
    reach: f64,
}

fn said<V, A, B, S>(a: &A, b: &B, shapes: [S; 2]) -> Said<S>
where
    V: Vector<Scalar: Into<f64>>,
    A: Intersects<B, Answer = bool> + Distance<B, Vector = V>,
    B: Intersects<A, Answer = bool> + Distance<A, Vector = V>,
{
    let (there, back) = (a.closest(b), b.closest(a));
    let coordinate = |i| [there.on_a.get(i), there.on_b.get(i)].map(|x| x.into().abs());
    let reach = (0..V::DIM).flat_map(coordinate).fold(0.0, f64::max);
    let distances = [there.distance.into(), back.distance.into()];
    Said { shapes, meet: [a.intersects(b), b.intersects(a)], distances, reach }
}

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
