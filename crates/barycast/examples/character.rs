//! A character controller: walks over a landscape, slides along walls and climbs stairs.
//!
//! `cargo run --release -p barycast --example character`.
//!
//! The character is a capsule. Each frame it moves by sweeps that stop a skin width before an
//! obstacle, and then slides along the obstacle with the remaining motion. A sweep that starts
//! within the skin continues if it leads along the surface or away from it. If the character is
//! stopped at low height, it tries again from a step higher, and descends again. So it never
//! overlaps anything, and needs no depenetration.

use barycast::dynamic::any::Shape3;
use barycast::query::SweepOptions;
use barycast::scene::moving::{Bodies, BodyQueries, CollisionFilter, MovingError};
use barycast::shape::{Aabb, Capsule, Mesh};
use glam::{DVec3, dvec3};
use std::time::Instant;

type World<'a> = BodyQueries<'a, Shape3>;

const RADIUS: f64 = 0.3;
const HEIGHT: f64 = 1.8;
/// Distance that the character keeps from everything: 0.01.
const SKIN: SweepOptions<f64> = SweepOptions { target_distance: 0.01, stop_at_penetration: false };
/// Height of a step that it climbs.
const STEP: f64 = 0.35;
/// Cosine of the steepest slope that it walks up.
const SLOPE: f64 = 0.7;

/// Returns the capsule standing at a place.
fn capsule(feet: DVec3) -> Shape3 {
    Capsule::new(feet + DVec3::Z * RADIUS, feet + DVec3::Z * (HEIGHT - RADIUS), RADIUS).into()
}

/// Moves up to the first obstacle. Returns the place, the remaining motion, and the normal of the
/// obstacle.
fn go(world: &World<'_>, feet: DVec3, way: DVec3) -> (DVec3, DVec3, Option<DVec3>) {
    match world.sweep_with(&capsule(feet), way, 1.0, &SKIN, |_| true) {
        Some((_, hit)) => (feet + way * hit.t, way * (1.0 - hit.t), hit.normal_a_to_b),
        None => (feet + way, DVec3::ZERO, None),
    }
}

/// Moves, sliding along obstacles.
fn slide(world: &World<'_>, mut feet: DVec3, mut way: DVec3) -> DVec3 {
    let mut walls: Vec<DVec3> = Vec::new();
    for _ in 0..4 {
        let (there, left, stopped) = go(world, feet, way);
        feet = there;
        let Some(normal) = stopped else { break };
        walls.push(normal);
        way = left;
        // Along all walls met so far: between two of them along their crease.
        for wall in &walls {
            way -= *wall * way.dot(*wall).min(0.0);
        }
        if walls.iter().any(|wall| way.dot(*wall) < -1e-9) {
            let crease = walls[walls.len() - 2].cross(normal).normalize_or_zero();
            way = crease * left.dot(crease);
        }
    }
    feet
}

/// Moves by one frame: forward, up a step if that leads farther, and down to the ground.
fn walk(world: &World<'_>, feet: DVec3, way: DVec3) -> DVec3 {
    let plain = slide(world, feet, way);
    let far = |there: DVec3| (there - feet).dot(way);
    let mut there = plain;
    if far(plain) < 0.99 * way.length_squared() {
        let (raised, _, _) = go(world, feet, DVec3::Z * STEP);
        let over = slide(world, raised, way);
        let (landed, _, ground) = go(world, over, DVec3::NEG_Z * STEP);
        if far(landed) > far(plain) + 1e-6 && ground.is_some_and(|normal| normal.z > SLOPE) {
            there = landed;
        }
    }
    go(world, there, DVec3::NEG_Z * 0.2).0
}

/// Builds hills of a hundred by a hundred squares.
fn hills() -> Mesh<DVec3> {
    const N: u32 = 100;
    let height = |x: f64, y: f64| 0.6 * (0.35 * x).sin() * (0.3 * y).cos();
    let at = |i: u32| f64::from(i) * 0.4 - 20.0;
    let corner = |k: u32| dvec3(at(k % (N + 1)), at(k / (N + 1)), height(at(k % (N + 1)), at(k / (N + 1))));
    let square = |k: u32| {
        let low = k / N * (N + 1) + k % N;
        [[low, low + 1, low + N + 2], [low, low + N + 2, low + N + 1]]
    };
    let triangles = (0..N * N).flat_map(square).collect();
    Mesh::try_new((0..(N + 1) * (N + 1)).map(corner).collect(), triangles, false).expect("a mesh")
}

/// Twenty seconds.
const FRAMES: u32 = 1200;

fn main() -> Result<(), MovingError> {
    let mut bodies = Bodies::<Shape3>::new();
    bodies.insert(hills().into(), CollisionFilter::FIRST)?;
    let mut dice = fastrand::Rng::with_seed(5);
    for _ in 0..30 {
        let at = dvec3(dice.f64() * 30.0 - 15.0, dice.f64() * 30.0 - 15.0, 0.0);
        let half = dvec3(0.4 + dice.f64(), 0.4 + dice.f64(), 0.3 + 0.7 * dice.f64());
        bodies.insert(Aabb::new(at - half, at + half).into(), CollisionFilter::FIRST)?;
    }
    let world = bodies.queries();
    let mut feet = go(&world, dvec3(0.0, 0.0, 8.0), DVec3::NEG_Z * 20.0).0;
    let (mut walked, mut slowest, start) = (0.0, 0.0_f64, Instant::now());
    for frame in 0..FRAMES {
        let heading = f64::from(frame / 60) * 2.4;
        let way = dvec3(heading.cos(), heading.sin(), 0.0) * (4.0 / 60.0);
        let at = Instant::now();
        let there = walk(&world, feet, way);
        slowest = slowest.max(at.elapsed().as_secs_f64());
        walked += (there - feet).length();
        feet = there;
        assert!(world.overlapping(&capsule(feet), |_| true).is_empty(), "in something at {feet}");
    }
    let mean = start.elapsed().as_secs_f64() / f64::from(FRAMES);
    println!(
        "{FRAMES} frames, {walked:.1} m: {:.0} us a frame, the slowest {:.0} us",
        mean * 1e6,
        slowest * 1e6
    );
    assert!(walked > 20.0, "stuck after {walked} m");
    Ok(())
}
