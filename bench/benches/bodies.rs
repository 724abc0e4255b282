//! Moving bodies per frame, barycast and parry3d in turns: `cargo bench --bench bodies`, with `--
//! --bodies 10000` for other numbers than 2,000, and `-- --threads 2`.
//!
//! Boxes, capsules and hulls of 16 points tumble in a cube at 1.5 pairs of boxes a body. A frame places all bodies anew (*poses*), finds
//! the pairs of boxes (*pairs*), which bodies touch, where and how deep (*events*), and up to four points of contact (*manifolds*).
//! Median milliseconds of 40 frames; parry3d is in `f32` with persistent manifolds, as rapier drives it, ours in `f64`, with yes or no
//! exact. The last column is theirs by ours: above 1 is a win.

use barycast::dynamic::any::Shape3;
use barycast::frame::Pose;
use barycast::scene::moving::{Bodies, Boxes, CollisionFilter, Handle};
use barycast::shape::{Aabb, Capsule, Convex};
use glam::{DQuat, DVec3, Vec3, dvec3};
use parry3d::math::Pose as Isometry;
use parry3d::query::{ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher};
use parry3d::shape::SharedShape;
use std::collections::HashMap;
use std::time::Instant;

const FRAMES: usize = 40;

struct Body {
    place: DVec3,
    velocity: DVec3,
    turn: DQuat,
    spin: DVec3,
    ours: Shape3,
    theirs: SharedShape,
}

impl Body {
    fn fly(&mut self, side: f64) {
        self.place += self.velocity;
        self.turn = (DQuat::from_scaled_axis(self.spin) * self.turn).normalize();
        for axis in 0..3 {
            if self.place[axis].abs() > side {
                self.velocity[axis] = -self.velocity[axis].abs() * self.place[axis].signum();
            }
        }
    }

    fn pose(&self) -> Pose<DVec3> {
        Pose::try_from_quat(self.turn, self.place).expect("a pose")
    }

    fn isometry(&self) -> Isometry {
        Isometry::from_parts(self.place.as_vec3(), self.turn.as_quat())
    }
}

fn bodies(count: usize) -> (Vec<Body>, f64) {
    let mut dice = fastrand::Rng::with_seed(7);
    let side = 0.62 * (count as f64).cbrt();
    let mut vector = |size: f64| dvec3(dice.f64() - 0.5, dice.f64() - 0.5, dice.f64() - 0.5) * (2.0 * size);
    let body = |i: usize| {
        let (ours, theirs): (Shape3, SharedShape) = match i % 3 {
            0 => {
                let half = vector(0.2).abs() + DVec3::splat(0.25);
                let theirs = SharedShape::cuboid(half.x as f32, half.y as f32, half.z as f32);
                (Aabb::new(-half, half).into(), theirs)
            }
            1 => {
                let end = DVec3::Y * (0.2 + vector(0.2).x.abs());
                let theirs = SharedShape::capsule(-end.as_vec3(), end.as_vec3(), 0.25);
                (Capsule::new(-end, end, 0.25).into(), theirs)
            }
            _ => {
                let points: Vec<DVec3> = (0..16).map(|_| vector(1.0).normalize() * 0.45).collect();
                let narrow: Vec<Vec3> = points.iter().map(|p| p.as_vec3()).collect();
                let theirs = SharedShape::convex_hull(&narrow).expect("a hull");
                (Convex::try_new(points).expect("a hull").into(), theirs)
            }
        };
        let turn = DQuat::from_scaled_axis(vector(3.0));
        Body { place: vector(side), velocity: vector(0.03), turn, spin: vector(0.05), ours, theirs }
    };
    ((0..count).map(body).collect(), side)
}

/// parry3d's contacts, used as rapier does: one manifold per pair, kept across frames.
#[derive(Default)]
struct Parry {
    manifolds: HashMap<(u32, u32), Vec<ContactManifold<(), ()>>>,
}

impl Parry {
    fn frame(&mut self, bodies: &[Body], poses: &[Isometry], pairs: &[(u32, u32)]) -> usize {
        let mut touching = 0;
        let mut now = HashMap::with_capacity(pairs.len());
        for &pair in pairs {
            let mut manifolds = self.manifolds.remove(&pair).unwrap_or_default();
            let (a, b) = (pair.0 as usize, pair.1 as usize);
            let between = poses[a].inv_mul(&poses[b]);
            let (one, other) = (&*bodies[a].theirs, &*bodies[b].theirs);
            DefaultQueryDispatcher
                .contact_manifolds(&between, one, other, 0.0, &mut manifolds, &mut None)
                .expect("a supported pair");
            touching += usize::from(manifolds.iter().any(|m| m.points.iter().any(|p| p.dist <= 0.0)));
            now.insert(pair, manifolds);
        }
        self.manifolds = now;
        touching
    }
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn timed<T>(times: &mut Vec<f64>, step: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let answer = step();
    times.push(start.elapsed().as_secs_f64() * 1e3);
    answer
}

fn number(name: &str, otherwise: usize) -> usize {
    let words: Vec<String> = std::env::args().collect();
    let at = words.iter().position(|word| word == name);
    at.and_then(|at| words.get(at + 1)?.parse().ok()).unwrap_or(otherwise)
}

fn main() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(number("--threads", 1)).build().expect("threads");
    pool.install(|| bench(number("--bodies", 2000)));
}

fn bench(count: usize) {
    let (mut bodies, side) = bodies(count);
    let mut ours = Bodies::<Shape3>::new();
    let mut boxes = Boxes::<Vec3>::new();
    let mut handles: Vec<Handle> = Vec::new();
    let mut box_handles: Vec<Handle> = Vec::new();
    let narrow = |b: Aabb<DVec3>| Aabb::new(b.min.as_vec3(), b.max.as_vec3());
    for body in &bodies {
        let handle = ours.insert(body.ours.clone(), CollisionFilter::FIRST).expect("a body");
        ours.set_pose(handle, &body.pose()).expect("a pose");
        let bounds = narrow(ours.boxes().bounds(handle).expect("a box"));
        box_handles.push(boxes.insert(bounds, CollisionFilter::FIRST).expect("a box"));
        handles.push(handle);
    }
    let mut theirs = Parry::default();
    let [mut poses, mut pairs, mut events, mut manifolds, mut parry_poses, mut parry] =
        [const { Vec::new() }; 6];
    let (mut touching, mut theirs_touching) = (0, 0);
    for _ in 0..FRAMES {
        bodies.iter_mut().for_each(|body| body.fly(side));
        let placed: Vec<_> = handles.iter().zip(&bodies).map(|(h, body)| (*h, body.pose())).collect();
        timed(&mut poses, || ours.set_poses(&placed).expect("poses"));
        touching += timed(&mut events, || ours.step().len());
        timed(&mut manifolds, || ours.manifolds().len());
        for (handle, own) in handles.iter().zip(&box_handles) {
            boxes.move_to(*own, narrow(ours.boxes().bounds(*handle).expect("a box"))).expect("a box");
        }
        timed(&mut pairs, || boxes.step().started.len());
        let isometries =
            timed(&mut parry_poses, || -> Vec<Isometry> { bodies.iter().map(Body::isometry).collect() });
        let found: Vec<(u32, u32)> =
            ours.boxes().pairs().map(|[a, b]| (a.slot() as u32, b.slot() as u32)).collect();
        theirs_touching += timed(&mut parry, || theirs.frame(&bodies, &isometries, &found));
    }
    let pair_count = ours.boxes().pairs().count();
    println!(
        "{count} bodies, {pair_count} pairs of boxes; {touching} events, parry3d touches {theirs_touching} times"
    );
    println!("| what | ours, ms | parry3d, ms | parry3d / ours |");
    println!("|---|---:|---:|---:|");
    let [poses, pairs, events, manifolds, parry_poses, parry] =
        [poses, pairs, events, manifolds, parry_poses, parry].map(|mut times| median(&mut times));
    println!("| poses | {poses:.3} | {parry_poses:.3} | |");
    println!("| pairs | {pairs:.3} | | |");
    let theirs = parry + pairs;
    println!(
        "| pairs and events | {events:.3} | {parry:.3} without pairs, with manifolds | {:.2} |",
        theirs / events
    );
    let ours = events + manifolds;
    println!(
        "| pairs, events and manifolds | {ours:.3} | {theirs:.3} with our pairs | {:.2} |",
        theirs / ours
    );
}
