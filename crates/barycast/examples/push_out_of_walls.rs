//! Pushes a character out of the walls that it overlaps.
//!
//! `cargo run -p barycast --example push_out_of_walls`

use barycast::d3::{Aabb, Capsule};
use glam::{Vec3, vec3};

const RADIUS: f32 = 0.5;

/// Returns the capsule of a character whose feet are at `feet`.
fn body(feet: Vec3) -> Capsule {
    Capsule::new(feet + Vec3::Y * RADIUS, feet + Vec3::Y * (1.8 - RADIUS), RADIUS)
}

// ANCHOR: push
/// Returns the place of the feet after the deepest overlaps are resolved, one after the other.
fn push_out(mut feet: Vec3, walls: &[Aabb]) -> Vec3 {
    for _ in 0..8 {
        let contacts = walls.iter().filter_map(|wall| wall.contact(&body(feet)));
        let Some(deepest) = contacts.max_by(|a, b| a.depth.total_cmp(&b.depth)) else { break };
        // The normal points from the wall to the character.
        feet += deepest.normal_a_to_b.unwrap_or(Vec3::Y) * deepest.depth;
        if deepest.depth < 1e-6 {
            break; // it only touches
        }
    }
    feet
}
// ANCHOR_END: push

fn main() {
    let walls = [
        Aabb::new(vec3(-5.0, -1.0, -5.0), vec3(5.0, 0.0, 5.0)), // the floor
        Aabb::new(vec3(2.0, 0.0, -5.0), vec3(3.0, 3.0, 5.0)),   // a wall along z
        Aabb::new(vec3(-5.0, 0.0, 2.0), vec3(5.0, 3.0, 3.0)),   // a wall along x
    ];
    for feet in [vec3(0.0, -0.2, 0.0), vec3(1.7, 0.0, 0.0), vec3(1.6, -0.1, 1.75)] {
        let free = push_out(feet, &walls);
        let rounded = (free * 1e3).round() / 1e3 + Vec3::ZERO; // no -0
        println!("feet at {feet}: moved to {rounded}");
        let overlaps = walls.iter().filter_map(|wall| wall.contact(&body(free)));
        assert!(overlaps.into_iter().all(|contact| contact.depth < 1e-5));
    }
    // In the corner both walls and the floor push.
    let corner = push_out(vec3(1.6, -0.1, 1.75), &walls);
    assert!((corner - vec3(1.5, 0.0, 1.5)).length() < 1e-5);
}
