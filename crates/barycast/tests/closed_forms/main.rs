//! Answers over plain floats where it is known what they are: ends, edges and touches that numbers at random seldom meet.

mod convex;
mod kernels;

use fastrand::Rng;
use glam::{DVec3, dvec3};

/// From -1 to 1.
fn unit(rng: &mut Rng) -> f64 {
    rng.f64() * 2. - 1.
}

fn point(rng: &mut Rng) -> DVec3 {
    dvec3(unit(rng), unit(rng), unit(rng))
}

/// All orders of three.
fn orders<T: Copy>([a, b, c]: [T; 3]) -> [[T; 3]; 6] {
    [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]]
}
