//! A custom composite shape, whose parts are created on demand.
//!
//! `cargo run --example custom_composite`

use barycast::dynamic::any::Shape3;
use barycast::dynamic::custom::{Composite, Parts};
use barycast::shape::{Aabb, Capsule, Ray, Sphere};
use glam::{DVec3, dvec3};

/// Stairs along x, one step every 0.3, each 0.2 high.
#[derive(Debug)]
struct Stairs {
    steps: usize,
}

impl Stairs {
    fn step(i: usize) -> Aabb<DVec3> {
        let low = dvec3(0.3, 0.0, 0.2) * i as f64;
        Aabb::new(low, low + dvec3(0.3, 1.0, 0.2))
    }
}

impl Parts for Stairs {
    type Vector = DVec3;

    fn count(&self) -> usize {
        self.steps
    }

    fn part(&self, i: usize) -> Shape3 {
        Self::step(i).into()
    }

    fn part_bounds(&self, i: usize) -> Option<Aabb<DVec3>> {
        Some(Self::step(i))
    }
}

fn main() {
    let stairs = Composite::try_new(Stairs { steps: 10_000 }).expect("it has steps");
    let ball = Shape3::from(Sphere::new(dvec3(300.15, 0.5, 201.0), 0.25));
    let near = stairs.closest(&ball);
    println!("a ball         {} above {}", near.distance, near.on_a);

    let falling = stairs.sweep(&ball, dvec3(0.0, 0.0, -1.0), 10.0).expect("steps are convex");
    println!("it falls       until t = {}", falling.expect("there is a step").t);

    let rod = Shape3::from(Capsule::new(dvec3(1.05, 0.5, 0.9), dvec3(1.05, 0.5, 3.0), 0.25));
    let contact = stairs.contact(&rod).expect("defined for any two shapes").expect("it overlaps a step");
    println!(
        "a rod          is {} deep, out along {}",
        contact.depth,
        contact.normal_a_to_b.unwrap_or_default()
    );

    let ray = Shape3::from(Ray::new(dvec3(-1.0, 0.5, 30.1), DVec3::X));
    let hit = ray.cast(&stairs).expect("it is a ray");
    println!("a ray          hits at t = {}", hit.expect("it runs into the stairs").t);

    println!("a point inside {}", stairs.signed_distance(dvec3(0.45, 0.5, 0.3)));
}
