//! Moving bodies per frame, barycast and parry3d in turns: `cargo bench --bench bodies`, with `--
//! --bodies 10000` for other numbers than 2,000, and `-- --threads 2`.
//!
//! Boxes, capsules and hulls of 16 points tumble in a cube at 1.5 pairs of boxes a body. With `-- --scene
//! terrain` they slide over a mesh of 20,000 triangles instead; with `-- --scene compounds` each body is three
//! boxes, in the shape of a table with one leg. A frame places all bodies (*poses*), finds the pairs of
//! boxes (*pairs*), which bodies touch, where and how deep (*events*), and up to four points of contact
//! (*manifolds*). Median milliseconds of 40 frames; parry3d is in `f32` with persistent manifolds, as rapier
//! drives it, ours in `f64`, with yes or no exact. The last column is theirs by ours: above 1 is a win.

mod scenes;

use barycast::dynamic::any::Shape3;
use barycast::scene::moving::{Bodies, Boxes, CollisionFilter, Handle};
use barycast::shape::Aabb;
use glam::{DVec3, Vec3};
use parry3d::math::Pose as Isometry;
use parry3d::query::{
    ContactManifold, ContactManifoldsWorkspace, DefaultQueryDispatcher, PersistentQueryDispatcher,
};
use scenes::Body;
use std::collections::HashMap;
use std::time::Instant;

const FRAMES: usize = 40;

/// The manifolds of a pair, and what parry3d keeps of shapes made of parts.
type Held = (Vec<ContactManifold<(), ()>>, Option<ContactManifoldsWorkspace>);

/// parry3d's contacts, used as rapier does: one manifold per pair, kept across frames.
#[derive(Default)]
struct Parry {
    held: HashMap<(u32, u32), Held>,
}

impl Parry {
    fn frame(&mut self, bodies: &[Body], poses: &[Isometry], pairs: &[(u32, u32)]) -> usize {
        let mut touching = 0;
        let mut now = HashMap::with_capacity(pairs.len());
        for &pair in pairs {
            let (mut manifolds, mut workspace) = self.held.remove(&pair).unwrap_or_default();
            let (a, b) = (pair.0 as usize, pair.1 as usize);
            let between = poses[a].inv_mul(&poses[b]);
            let (one, other) = (&*bodies[a].theirs, &*bodies[b].theirs);
            DefaultQueryDispatcher
                .contact_manifolds(&between, one, other, 0.0, &mut manifolds, &mut workspace)
                .expect("a supported pair");
            touching += usize::from(manifolds.iter().any(|m| m.points.iter().any(|p| p.dist <= 0.0)));
            now.insert(pair, (manifolds, workspace));
        }
        self.held = now;
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
    let words: Vec<String> = std::env::args().collect();
    let scene = words.iter().position(|word| word == "--scene").and_then(|at| words.get(at + 1));
    let (mut bodies, side) = match scene.map(String::as_str) {
        None | Some("tumbling") => scenes::tumbling(count),
        Some("terrain") => scenes::terrain(count),
        Some("compounds") => scenes::compounds(count),
        Some(other) => panic!("no scene {other}: tumbling, terrain or compounds"),
    };
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
        let moving = handles.iter().zip(&bodies).filter(|(_, body)| !body.is_fixed);
        let placed: Vec<_> = moving.map(|(h, body)| (*h, body.pose())).collect();
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
