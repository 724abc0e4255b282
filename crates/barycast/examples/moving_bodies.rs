//! Bodies that move: which contacts start, persist and stop, frame by frame.
//!
//! `cargo run -p barycast --example moving_bodies`

use barycast::dynamic::any::Shape3;
use barycast::scene::moving::{Bodies, CollisionFilter, ContactEvent, MovingError};
use barycast::shape::{Aabb, HalfSpace, Ray, Sphere};
use glam::{DVec3, dvec3};

/// Returns a ball at a height.
fn ball(height: f64) -> Shape3 {
    Sphere::new(DVec3::Z * height, 0.5).into()
}

fn main() -> Result<(), MovingError> {
    // ANCHOR: world
    let mut world = Bodies::new();
    let ground = world.insert(HalfSpace::new(DVec3::Z, 0.0).into(), CollisionFilter::FIRST)?;
    // A sensor emits events and takes no part in the physics.
    let gate = Aabb::new(dvec3(-1.0, -1.0, 2.0), dvec3(1.0, 1.0, 3.0));
    let gate = world.insert_sensor(gate.into(), CollisionFilter::FIRST)?;
    let thrown = world.insert(ball(5.0), CollisionFilter::FIRST)?;
    // ANCHOR_END: world

    let (mut height, mut speed, mut log) = (5.0, 0.0, Vec::new());
    for frame in 0..100 {
        speed -= 9.81 / 60.0;
        height += speed / 60.0;
        // ANCHOR: step
        world.move_to(thrown, ball(height))?;
        for event in world.step() {
            let other = event.bodies[0];
            match event.contact {
                ContactEvent::Started(touch) if !event.sensor => {
                    // Out of the ground, and back up at half the speed.
                    height += touch.depth.unwrap_or(0.0);
                    speed *= -0.5;
                    log.push((frame, "hits", other));
                }
                ContactEvent::Started(_) => log.push((frame, "enters", other)),
                ContactEvent::Persisted(_) => {}
                ContactEvent::Stopped(_) => log.push((frame, "leaves", other)),
            }
        }
        // ANCHOR_END: step
    }
    for (frame, what, other) in &log {
        let name = if *other == ground { "the ground" } else { "the gate" };
        println!("frame {frame:3}: the ball {what} {name}");
    }
    let first: Vec<_> = log.iter().take(4).map(|(_, what, other)| (*what, *other)).collect();
    assert_eq!(first, [("enters", gate), ("leaves", gate), ("hits", ground), ("leaves", ground)]);

    let ray = Ray::new(dvec3(0.0, 0.0, 9.0), -DVec3::Z);
    let all = world.queries().cast_all(&ray, None, |_| true);
    println!("a ray from above hits {} bodies", all.len());
    assert_eq!(all.len(), 3);
    Ok(())
}
