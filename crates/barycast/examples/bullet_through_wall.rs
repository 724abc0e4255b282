//! Does a bullet pass through a thin wall? A test once a frame misses it; a sweep does not.
//!
//! `cargo run -p barycast --example bullet_through_wall`

use barycast::d3::f64::{Aabb, Sphere};
use barycast::query::SweepOptions;
use glam::{DVec3, dvec3};

const FRAME: f64 = 1.0 / 60.0;

fn main() {
    // A pane of one millimetre, 20 m away, and a bullet of 8 mm at 900 m/s.
    let pane = Aabb::new(dvec3(20.0, -1.0, -1.0), dvec3(20.001, 1.0, 1.0));
    let velocity = dvec3(900.0, 0.0, 0.0);
    let bullet = |t: f64| Sphere::new(velocity * t, 0.004);

    let frames = (0..=2).map(|frame| f64::from(frame) * FRAME);
    let seen = frames.filter(|t| pane.intersects(&bullet(*t))).count();
    println!("tested once a frame: the bullet is in the pane in {seen} of 3 frames");
    assert_eq!(seen, 0); // at 0 m, 15 m and 30 m

    // ANCHOR: sweep
    // The second frame, from 15 m on. The time is never late.
    let impact = pane.sweep(&bullet(FRAME), velocity, FRAME).expect("it hits the pane");
    println!("swept: it touches after {:.3} ms, at {:.3}", impact.t * 1e3, impact.point);
    // ANCHOR_END: sweep
    let expected = (20.0 - 0.004 - 15.0) / 900.0;
    assert!((impact.t - expected).abs() < 1e-9);
    assert_eq!(impact.normal_a_to_b, Some(DVec3::NEG_X)); // from the pane to the bullet

    // A bullet that flies away from the pane in which it sticks is free to go.
    let stuck = Sphere::new(dvec3(20.0, 0.0, 0.0), 0.004);
    assert_eq!(pane.sweep(&stuck, -velocity, FRAME).map(|impact| impact.t), Some(0.0));
    let leaving = SweepOptions { stop_at_penetration: false, ..SweepOptions::default() };
    assert!(pane.sweep_with(&stuck, -velocity, FRAME, &leaving).is_none());
    println!("stuck in the pane, and flying out: stops only without `stop_at_penetration: false`");

    // A miss by a hair's breadth is a miss.
    let beside = Sphere::new(dvec3(15.0, 1.004_001, 0.0), 0.004);
    assert!(pane.sweep(&beside, velocity, FRAME).is_none());
}
