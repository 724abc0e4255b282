//! The tests of every row's kernel over numbers of all kinds: floats, lanes, and what counts roundings. Apart from `table`, so
//! that both are compiled at once.
//!
//! What is written for a row is compiled hundreds of times: a row is a short function, and what asks it stands in one loop.

mod bounds;
mod exactly;
mod plain;
mod typed;
mod wide;

use barycast::query::{Distance, Intersects};
use barycast::vector::Vector;

/// What typed shapes say both ways, and they in `f64`.
struct Said<S> {
    shapes: [S; 2],
    meet: [bool; 2],
    distances: [f64; 2],
    /// The nearest points, on the one and on the other.
    points: [[f64; 3]; 2],
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
    let points =
        [there.on_a, there.on_b].map(|p| [0, 1, 2].map(|i| if i < V::DIM { p.get(i).into() } else { 0.0 }));
    let reach = points.as_flattened().iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    let distances = [there.distance.into(), back.distance.into()];
    Said { shapes, meet: [a.intersects(b), b.intersects(a)], distances, points, reach }
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
