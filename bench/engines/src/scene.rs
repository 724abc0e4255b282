//! The scene `tumbling` of the bench `bodies`: 2,000 boxes, capsules and hulls of 16 points that tumble in a cube, placed
//! by poses in each frame.

use crate::engine::{Engine, Form, Pose, World};
use barycast::dynamic::any::Shape3;
use barycast::frame::Pose as OurPose;
use barycast::scene::moving::{Bodies, CollisionFilter, Handle};
use barycast::shape::{Aabb, Capsule, Convex};
use cpu_time::ThreadTime;
use glam::{DQuat, DVec3, Vec3, dvec3};
use std::fmt::Write;

/// The beginning of the rows' names.
pub const NAME: &str = "tumbling";
const BODIES: usize = 2000;
const FRAMES: usize = 40;

/// A shape about its own origin.
enum Own {
    Box(DVec3),
    Capsule(f64),
    Hull(Vec<Vec3>),
}

/// A body that flies and spins.
struct Body {
    place: DVec3,
    velocity: DVec3,
    turn: DQuat,
    spin: DVec3,
    own: Own,
}

impl Body {
    /// Moves on by one frame.
    fn fly(&mut self, side: f64) {
        self.place += self.velocity;
        self.turn = (DQuat::from_scaled_axis(self.spin) * self.turn).normalize();
        for axis in 0..3 {
            if self.place[axis].abs() > side {
                self.velocity[axis] = -self.velocity[axis].abs() * self.place[axis].signum();
            }
        }
    }

    fn ours(&self) -> Shape3 {
        match &self.own {
            Own::Box(half) => Aabb::new(-*half, *half).into(),
            Own::Capsule(half) => Capsule::new(DVec3::Y * -*half, DVec3::Y * *half, 0.25).into(),
            Own::Hull(points) => {
                Convex::try_new(points.iter().map(|p| p.as_dvec3()).collect()).expect("a hull").into()
            }
        }
    }

    fn theirs(&self) -> Form<'_> {
        match &self.own {
            Own::Box(half) => Form::Box { half: half.as_vec3() },
            Own::Capsule(half) => Form::Capsule { half: *half as f32, radius: 0.25 },
            Own::Hull(points) => Form::Hull { points },
        }
    }

    fn our_pose(&self) -> OurPose<DVec3> {
        OurPose::try_from_quat(self.turn, self.place).expect("a pose")
    }

    fn pose(&self) -> Pose {
        Pose::new(self.place.as_vec3(), self.turn.as_quat())
    }
}

/// Returns the bodies of the bench `bodies`, from the same random numbers, and half the side of their cube.
fn bodies() -> (Vec<Body>, f64) {
    let mut dice = fastrand::Rng::with_seed(7);
    let mut vector =
        move |size: f64| dvec3(dice.f64() - 0.5, dice.f64() - 0.5, dice.f64() - 0.5) * (2.0 * size);
    let side = 0.62 * (BODIES as f64).cbrt();
    let mut body = |i: usize| {
        let own = match i % 3 {
            0 => Own::Box(vector(0.2).abs() + DVec3::splat(0.25)),
            1 => Own::Capsule(0.2 + vector(0.2).x.abs()),
            _ => Own::Hull((0..16).map(|_| (vector(1.0).normalize() * 0.45).as_vec3()).collect()),
        };
        let turn = DQuat::from_scaled_axis(vector(3.0));
        let (place, velocity, spin) = (vector(side), vector(0.03), vector(0.05));
        Body { place, velocity, turn, spin, own }
    };
    ((0..BODIES).map(&mut body).collect(), side)
}

/// What a frame takes, in nanoseconds: placing the bodies and the step, and the share of contacts in it.
#[derive(Default)]
struct Frames {
    place: Vec<f64>,
    step: Vec<f64>,
    contacts: Vec<f64>,
    touching: usize,
}

fn timed(times: &mut Vec<f64>, run: impl FnOnce()) {
    let start = ThreadTime::now();
    run();
    times.push(start.elapsed().as_nanos() as f64);
}

fn median(times: &[f64]) -> f64 {
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

/// Measures ours and all engines in turns, frame by frame. Returns comma-separated rows; a step finds pairs and contacts, and
/// agreement is the number of touching pairs, the smaller divided by the larger.
pub fn rows(engines: &[Engine]) -> String {
    let (mut bodies, side) = bodies();
    let mut ours = Bodies::<Shape3>::new();
    let insert = |body: &Body| ours.insert(body.ours(), CollisionFilter::FIRST).expect("a body");
    let handles: Vec<Handle> = bodies.iter().map(insert).collect();
    let poses: Vec<Pose> = bodies.iter().map(Body::pose).collect();
    let world = |engine: &Engine| -> World {
        let shapes: Vec<_> = bodies.iter().map(|body| engine.shape(&body.theirs())).collect();
        engine.world(&shapes, &poses)
    };
    let worlds: Vec<World> = engines.iter().map(world).collect();
    let mut own = Frames::default();
    let mut theirs: Vec<Frames> = engines.iter().map(|_| Frames::default()).collect();
    for _ in 0..FRAMES {
        bodies.iter_mut().for_each(|body| body.fly(side));
        let placed: Vec<_> = handles.iter().zip(&bodies).map(|(h, body)| (*h, body.our_pose())).collect();
        timed(&mut own.place, || ours.set_poses(&placed).expect("poses"));
        timed(&mut own.step, || {
            ours.step();
            own.touching += ours.manifolds().len();
        });
        let poses: Vec<Pose> = bodies.iter().map(Body::pose).collect();
        for (world, frames) in worlds.iter().zip(&mut theirs) {
            timed(&mut frames.place, || world.place(&poses));
            timed(&mut frames.step, || world.step());
            let step = frames.step.last().expect("a step");
            frames.contacts.extend(world.contact_share().map(|share| step * share));
            frames.touching += world.touching();
        }
    }
    let mut csv = String::new();
    for (engine, frames) in engines.iter().zip(&theirs) {
        let touching = [own.touching, frames.touching];
        println!(
            "{NAME} {}: {} touching pairs in {FRAMES} frames, ours {}",
            engine.name, touching[1], touching[0]
        );
        let agree = touching[0].min(touching[1]) as f64 / touching[0].max(touching[1]).max(1) as f64;
        let mut row = |what: &str, a: &[f64], b: &[f64]| {
            let [a, b] = [median(a), median(b)];
            writeln!(csv, "{NAME} {what},{},{a:.0},{b:.0},{:.2},{agree:.4}", engine.name, a / b)
                .expect("writing to a string cannot fail");
        };
        row("place", &own.place, &frames.place);
        row("step", &own.step, &frames.step);
        if !frames.contacts.is_empty() {
            row("step without solver", &own.step, &frames.contacts);
        }
        row("frame", &sums(&own), &sums(frames));
    }
    csv
}

fn sums(frames: &Frames) -> Vec<f64> {
    frames.place.iter().zip(&frames.step).map(|(place, step)| place + step).collect()
}
