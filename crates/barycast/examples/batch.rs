//! Many pairs at once: a hundred thousand pairs in SIMD lanes, with the answers of single queries.
//!
//! `cargo run --release -p barycast --example batch`; with `--features rayon` on all cores.

use barycast::batch::{Batch, LengthError};
use barycast::d3::{Aabb, Ray, Sphere};
use glam::{Vec3, vec3};
use std::time::Instant;

fn main() -> Result<(), LengthError> {
    const COUNT: usize = 100_000;
    let mut dice = fastrand::Rng::with_seed(1);
    let mut place = || vec3(dice.f32(), dice.f32(), dice.f32()) * 10.0;
    let balls: Vec<Sphere> = (0..COUNT).map(|_| Sphere::new(place(), 1.0)).collect();
    let boxes: Vec<Aabb> = (0..COUNT).map(|_| place()).map(|low| Aabb::new(low, low + 1.0)).collect();

    let start = Instant::now();
    let single: Vec<bool> = balls.iter().zip(&boxes).map(|(ball, cube)| ball.intersects(cube)).collect();
    let singly = start.elapsed();

    // ANCHOR: batch
    let (many_balls, many_boxes) = (Batch::new(&balls), Batch::new(&boxes));
    let mut answers = Vec::new();
    let start = Instant::now();
    many_balls.intersects_into(&many_boxes, &mut answers)?;
    let at_once = start.elapsed();
    let hits = answers.iter().filter(|hit| **hit).count();
    println!("{hits} of {COUNT} balls intersect the box of the same index");
    // ANCHOR_END: batch
    println!("one by one {:.1} ns a pair", singly.as_secs_f64() * 1e9 / COUNT as f64);
    println!("at once    {:.1} ns a pair", at_once.as_secs_f64() * 1e9 / COUNT as f64);
    assert_eq!(answers, single);

    // One ray against all balls: `t` of each, infinite for a miss.
    let ray = Ray::new(Vec3::splat(-9.0), Vec3::ONE);
    let times = many_balls.hit_by_one(&ray);
    let (first, t) = times.iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1)).expect("there are balls");
    println!("the ray hits ball {first} first, at t = {t}");
    assert_eq!(ray.cast(&balls[first]).map(|hit| hit.t), Some(*t));

    // Batches of different lengths have no pairs.
    assert!(many_balls.distances(&Batch::new(&boxes[1..])).is_err());
    Ok(())
}
