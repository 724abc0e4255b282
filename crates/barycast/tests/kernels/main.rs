//! Tests of every row's kernel over all number types: floats, lanes, and numbers that count
//! roundings. A separate program from `table`, so that both compile in parallel.
//!
//! Code for a row is compiled hundreds of times. So a row is a short function, and one loop runs
//! them all.

mod bounds;
mod exact;
mod lanes;
mod plain;
mod typed;

use barycast::query::{Distance, Intersects};
use barycast::vector::Vector;

/// Results of typed shapes in both orders, and the shapes in `f64`.
struct Said<S> {
    shapes: [S; 2],
    meet: [bool; 2],
    distances: [f64; 2],
    /// Closest points, on the first and the second shape.
    points: [[f64; 3]; 2],
    /// Largest coordinate of the closest points.
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

// Functions, because each closure would compile the shapes' `lift` again.
fn f32_of(x: f64) -> f32 {
    x as f32
}

fn f64_of(x: f32) -> f64 {
    x.into()
}

fn same(x: f64) -> f64 {
    x
}
