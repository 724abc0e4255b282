//! A stable stack of boxes: a small impulse solver over contact manifolds.
//!
//! `cargo run --release -p barycast --example stack_of_boxes`, or with the number of boxes: `... --
//! 15`.
//!
//! Each frame the boxes fall a little, `Bodies::step` finds the pairs that touch, the manifold of
//! each pair yields up to two points, and impulses at these points stop penetration. A point starts
//! with the impulse of the point at the same place in the frame before (warm starting): without
//! that a high stack sways.

use barycast::dynamic::any::Shape2;
use barycast::frame::Pose;
use barycast::scene::moving::{Bodies, CollisionFilter, Handle, MovingError};
use barycast::shape::{Aabb, HalfSpace};
use glam::{DVec2, dvec2};

const FRAME: f64 = 1.0 / 60.0;
const GRAVITY: DVec2 = dvec2(0.0, -9.81);
const FRICTION: f64 = 0.5;
/// Allowed depth; deeper contacts are resolved by a fraction of the excess per frame.
const ALLOWED_DEPTH: f64 = 0.01;
const PUSHED_APART: f64 = 0.2;
const PASSES: usize = 60;
/// Points closer than this count as the same point in the next frame.
const SAME_PLACE: f64 = 0.05;

/// A square of side 1 and mass 1, or a static body.
struct Body {
    handle: Handle,
    place: DVec2,
    angle: f64,
    velocity: DVec2,
    spin: f64,
    /// 1 / mass and 1 / moment of inertia.
    inverse: [f64; 2],
}

impl Body {
    fn velocity_at(&self, arm: DVec2) -> DVec2 {
        self.velocity + arm.perp() * self.spin
    }

    fn push(&mut self, arm: DVec2, impulse: DVec2) {
        self.velocity += impulse * self.inverse[0];
        self.spin += arm.perp_dot(impulse) * self.inverse[1];
    }

    /// Returns the change of velocity along `way` at the point per unit of impulse along it.
    fn gives_way(&self, arm: DVec2, way: DVec2) -> f64 {
        self.inverse[0] + self.inverse[1] * arm.perp_dot(way).powi(2)
    }
}

/// A contact point of two bodies.
struct Contact {
    pair: [Handle; 2],
    bodies: [usize; 2],
    arms: [DVec2; 2],
    normal: DVec2,
    depth: f64,
    /// Accumulated impulse, along the normal and across it.
    pushed: [f64; 2],
}

fn pair(bodies: &mut [Body], [a, b]: [usize; 2]) -> [&mut Body; 2] {
    let [a, b] = bodies.get_disjoint_mut([a, b]).expect("two bodies");
    [a, b]
}

impl Contact {
    fn apply(&self, bodies: &mut [Body], impulse: DVec2) {
        let [a, b] = pair(bodies, self.bodies);
        a.push(self.arms[0], -impulse);
        b.push(self.arms[1], impulse);
    }

    fn solve(&mut self, bodies: &mut [Body]) {
        let too_deep = (self.depth - ALLOWED_DEPTH).max(0.0) * PUSHED_APART / FRAME;
        for (i, way) in [self.normal, self.normal.perp()].into_iter().enumerate() {
            let [a, b] = pair(bodies, self.bodies);
            let speed = way.dot(b.velocity_at(self.arms[1]) - a.velocity_at(self.arms[0]));
            let wanted = if i == 0 { too_deep } else { 0.0 };
            let needed = (wanted - speed) / (a.gives_way(self.arms[0], way) + b.gives_way(self.arms[1], way));
            let grip = FRICTION * self.pushed[0];
            let least = if i == 0 { 0.0 } else { -grip };
            let most = if i == 0 { f64::INFINITY } else { grip };
            let pushed = (self.pushed[i] + needed).clamp(least, most);
            let impulse = way * (pushed - self.pushed[i]);
            self.pushed[i] = pushed;
            self.apply(bodies, impulse);
        }
    }
}

fn main() -> Result<(), MovingError> {
    let count = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(10);
    let mut world = Bodies::<Shape2>::new();
    let ground = world.insert(HalfSpace::new(DVec2::Y, 0.0).into(), CollisionFilter::FIRST)?;
    let body = |handle, place, inverse| Body {
        handle,
        place,
        angle: 0.0,
        velocity: DVec2::ZERO,
        spin: 0.0,
        inverse,
    };
    let mut bodies = vec![body(ground, DVec2::ZERO, [0.0, 0.0])];
    for i in 0..count {
        let square = Aabb::new(DVec2::splat(-0.5), DVec2::splat(0.5));
        let handle = world.insert(square.into(), CollisionFilter::FIRST)?;
        // Each slightly displaced and above the one below.
        bodies.push(body(handle, dvec2(0.02 * f64::from(i % 2), 0.55 + 1.05 * f64::from(i)), [1.0, 6.0]));
    }
    let mut before: Vec<Contact> = Vec::new();
    for _ in 0..600 {
        let poses: Vec<_> = bodies[1..]
            .iter()
            .map(|b| (b.handle, Pose::try_rotated(b.angle, b.place).expect("finite numbers")))
            .collect();
        world.set_poses(&poses)?;
        world.step();
        let mut contacts = Vec::new();
        for ([a, b], manifold) in world.manifolds() {
            let Some(normal) = manifold.normal_a_to_b else { continue };
            let index = [a, b].map(|h| bodies.iter().position(|body| body.handle == h).expect("a body"));
            for p in &manifold.points {
                let arms = index.map(|i| p.on_a.midpoint(p.on_b) - bodies[i].place);
                let same = |old: &&Contact| old.pair == [a, b] && old.arms[0].distance(arms[0]) < SAME_PLACE;
                let pushed = before.iter().find(same).map_or([0.0; 2], |old| old.pushed);
                contacts.push(Contact { pair: [a, b], bodies: index, arms, normal, depth: p.depth, pushed });
            }
        }
        for b in &mut bodies[1..] {
            b.velocity += GRAVITY * FRAME;
        }
        for c in &contacts {
            c.apply(&mut bodies, c.normal * c.pushed[0] + c.normal.perp() * c.pushed[1]);
        }
        for _ in 0..PASSES {
            for c in &mut contacts {
                c.solve(&mut bodies);
            }
        }
        before = contacts;
        for b in &mut bodies[1..] {
            b.place += b.velocity * FRAME;
            b.angle += b.spin * FRAME;
        }
    }
    let top = &bodies[bodies.len() - 1];
    println!(
        "{count} boxes after 10 seconds: the highest at {:.3}, leaning {:.4} rad",
        top.place.y, top.angle
    );
    let fastest = bodies.iter().map(|b| b.velocity.length()).fold(0.0, f64::max);
    assert!((top.place.y - (f64::from(count) - 0.5)).abs() < 0.02 * f64::from(count), "the stack fell");
    assert!(top.angle.abs() < 0.01 && fastest < 0.01, "the stack moves: {fastest}");
    Ok(())
}
