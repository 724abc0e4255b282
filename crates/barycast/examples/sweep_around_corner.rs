//! Carries a sofa around the corner of a corridor: slide, turn, slide.
//!
//! `cargo run -p barycast --example sweep_around_corner`

use barycast::convex::advance::Turning;
use barycast::d2::f64::{Aabb, Obb};
use glam::{DVec2, dvec2};
use std::f64::consts::FRAC_PI_2;

/// A corridor of width 2 that leads along x, and from `x = 0` on along y.
const WALLS: [Aabb; 3] = [
    Aabb::new(dvec2(-12.0, -1.0), dvec2(3.0, 0.0)),
    Aabb::new(dvec2(2.0, -1.0), dvec2(3.0, 12.0)),
    Aabb::new(dvec2(-12.0, 2.0), dvec2(0.0, 12.0)),
];

/// Returns the sofa, turned by a right angle if `upright`.
fn sofa(length: f64, center: DVec2, upright: bool) -> Obb {
    let axes = if upright { [DVec2::Y, DVec2::NEG_X] } else { [DVec2::X, DVec2::Y] };
    Obb::new(center, dvec2(length / 2.0, 0.3), axes)
}

// ANCHOR: sweeps
/// Returns the fraction of the way that the sofa slides before it touches a wall.
fn slide(sofa: &Obb, way: DVec2) -> f64 {
    let first = WALLS.iter().filter_map(|wall| wall.sweep(sofa, way, 1.0)).map(|impact| impact.t);
    first.fold(1.0, f64::min)
}

/// Returns the angle in radians by which the sofa turns about its center before it touches a wall.
fn turn(sofa: &Obb) -> f64 {
    let motion = Turning { velocity: DVec2::ZERO, angular_velocity: 1.0, center_of_rotation: sofa.center };
    let first = WALLS.iter().filter_map(|wall| wall.sweep_turning(sofa, &motion, FRAC_PI_2));
    first.map(|(impact, _)| impact.t).fold(FRAC_PI_2, f64::min)
}
// ANCHOR_END: sweeps

/// Returns whether the sofa passes, and prints what happens.
fn carry(length: f64) -> bool {
    let (start, way) = (dvec2(-5.0, 1.0), dvec2(6.0, 0.0));
    // It stops 0.06 before a wall.
    let corner = start + way * (slide(&sofa(length, start, false), way) - 0.01);
    let turned = turn(&sofa(length, corner, false));
    print!("{length} long: slides to x = {:.2}, turns by {:.1} degrees", corner.x, turned.to_degrees());
    let passes = turned == FRAC_PI_2 && slide(&sofa(length, corner, true), dvec2(0.0, 8.0)) == 1.0;
    println!("{}", if passes { ", and passes" } else { ", and is stuck" });
    passes
}

fn main() {
    assert!(carry(1.4));
    assert!(carry(1.8));
    assert!(!carry(2.4));
}
