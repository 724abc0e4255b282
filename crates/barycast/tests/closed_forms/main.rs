//! Results over plain floats in special configurations with known results: endpoints, edges and
//! touches that random numbers seldom reach.

mod convex;
mod kernels;

use fastrand::Rng;
use glam::{DVec3, dvec3};

/// Returns a number from -1 to 1.
fn unit(rng: &mut Rng) -> f64 {
    rng.f64() * 2. - 1.
}

fn point(rng: &mut Rng) -> DVec3 {
    dvec3(unit(rng), unit(rng), unit(rng))
}

/// Returns all permutations of three.
fn orders<T: Copy>([a, b, c]: [T; 3]) -> [[T; 3]; 6] {
    [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]]
}
