//! Balls that fly in a room with a door and a pointer, and their contact events.
//!
//! `cargo run --release -p barycast --example moving`, or with the numbers of balls and steps: `...
//! -- 1000 100`.

use barycast::dynamic::any::Shape3;
use barycast::scene::moving::{Bodies, CollisionFilter, ContactEvent, Handle, Hover, MovingError};
use barycast::shape::{Aabb, HalfSpace, Ray, Sphere};
use glam::{DVec3, dvec3};

/// Walls do not collide with each other; ghosts collide with walls and doors only.
const WALL: CollisionFilter = CollisionFilter { memberships: 1, mask: 2 | 4 };
const BALL: CollisionFilter = CollisionFilter { memberships: 2, mask: 1 | 2 | 8 };
const GHOST: CollisionFilter = CollisionFilter { memberships: 4, mask: 1 | 8 };
const DOOR: CollisionFilter = CollisionFilter { memberships: 8, mask: 2 | 4 };

struct Ball {
    body: Handle,
    place: DVec3,
    velocity: DVec3,
}

fn shape(place: DVec3) -> Shape3 {
    Sphere::new(place, 0.25).into()
}

fn main() -> Result<(), MovingError> {
    let mut numbers = std::env::args().skip(1).filter_map(|word| word.parse::<usize>().ok());
    let (count, steps) = (numbers.next().unwrap_or(200), numbers.next().unwrap_or(60));
    let room = 0.8 * (count as f64).cbrt() + 1.0;
    let mut random = fastrand::Rng::with_seed(1);
    let mut vector = |size: f64| DVec3::from_array([(); 3].map(|()| (2.0 * random.f64() - 1.0) * size));

    let mut bodies = Bodies::new();
    for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
        for normal in [axis, -axis] {
            bodies.insert(HalfSpace::new(normal, -room).into(), WALL)?;
        }
    }
    let door = Aabb::new(dvec3(room - 0.5, -1.0, -room), dvec3(room, 1.0, 1.0));
    let door = bodies.insert_sensor(door.into(), DOOR)?;
    let mut balls = Vec::new();
    for i in 0..count {
        let place = vector(room - 0.3);
        let body = bodies.insert(shape(place), if i % 10 == 0 { GHOST } else { BALL })?;
        balls.push(Ball { body, place, velocity: vector(0.1) });
    }

    let (mut pointer, mut counts) = (Hover::default(), [0; 3]);
    for step in 0..steps {
        let mut pushes = vec![DVec3::ZERO; count + 7];
        for event in bodies.step() {
            let [a, b] = event.bodies;
            match event.contact {
                ContactEvent::Started(touch) => {
                    counts[0] += 1;
                    if event.sensor && counts[0] < 1000 {
                        println!("step {step:3}  {b} enters the door {door} at {:.2}", touch.point);
                    }
                }
                ContactEvent::Persisted(_) => counts[1] += 1,
                ContactEvent::Stopped(_) => counts[2] += 1,
            }
            if let (ContactEvent::Started(touch) | ContactEvent::Persisted(touch), false) =
                (event.contact, event.sensor)
            {
                // Sensors only emit events; all other bodies bounce.
                let normal = touch.normal_a_to_b.unwrap_or(DVec3::X);
                pushes[a.slot()] -= normal;
                pushes[b.slot()] += normal;
            }
        }
        let ray = Ray::new(DVec3::X * -room, dvec3(1.0, (0.1 * step as f64).sin() * 0.2, 0.0));
        let found = bodies.queries().cast(&ray, None, |body| body.slot() > 6);
        let hovered = pointer.step(found);
        if let Some((body, hit)) = hovered.enter {
            println!("step {step:3}  the pointer is over {body}, {:.3} along its ray", hit.t);
        }
        for ball in &mut balls {
            let push = pushes[ball.body.slot()];
            if ball.velocity.dot(push) < 0.0 {
                ball.velocity -= 2.0 * ball.velocity.project_onto(push);
            }
            ball.place += ball.velocity;
            bodies.move_to(ball.body, shape(ball.place))?;
        }
    }
    let [enter, stay, exit] = counts;
    println!("{count} balls, {steps} steps: {enter} contacts started, {exit} stopped; {stay} persisted");
    Ok(())
}
