//! Moving boxes: barycast, parry3d's BVH and a full rebuild in turns: `cargo bench --bench moving`,
//! and `-- --threads 2` for more than one.
//!
//! A hundred thousand boxes with two pairs per box; some or all of them move in each step. Columns
//! are the median and longest of 24 steps in milliseconds, and their time divided by ours: above 1
//! is faster. Pairs are compared in every step; those of parry3d after the last one, without the
//! pairs that its margins add.
//!
//! *By trees alone* is the time on one thread for querying our BVHs with each moved box: a step
//! without grids.
//!
//! parry3d is used as rapier does: boxes with a margin are reinserted when they leave it, the BVH
//! is optimised a little and refitted, traversed against itself where it changed, and pairs are
//! kept in a hash table.

use barycast::pair::aabb_aabb;
use barycast::scene::broad_phase::BroadPhase;
use barycast::scene::moving::{Boxes, CollisionFilter, Handle};
use barycast::shape::Aabb;
use glam::Vec3;
use parry3d::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use std::collections::HashMap;
use std::time::Instant;

const BOXES: usize = 100_000;
const STEPS: usize = 24;

/// Share of the boxes that move, and their distance per step; the mean width of a box is 0.8.
const ROWS: [(&str, f64, f32); 7] = [
    ("all, by a fortieth of their size", 1.0, 0.02),
    ("all, by a quarter", 1.0, 0.2),
    ("1 in 4, by an eighth", 0.25, 0.1),
    ("1 in 10, by an eighth", 0.1, 0.1),
    ("1 in 40, by an eighth", 0.025, 0.1),
    ("1 in 100, by an eighth", 0.01, 0.1),
    ("1 in 1000, by an eighth", 0.001, 0.1),
];

/// A box that flies around in a cube.
struct Body {
    center: Vec3,
    half: Vec3,
    velocity: Vec3,
}

impl Body {
    fn bounds(&self) -> Aabb<Vec3> {
        Aabb::new(self.center - self.half, self.center + self.half)
    }

    fn fly(&mut self, side: f32) {
        self.center += self.velocity;
        for axis in 0..3 {
            if self.center[axis] < 0.0 || self.center[axis] > side {
                self.velocity[axis] = -self.velocity[axis];
            }
        }
    }
}

/// The broad phase of rapier3d around the BVH of parry3d.
#[derive(Default)]
struct Parry {
    tree: Bvh,
    workspace: BvhWorkspace,
    pairs: HashMap<(u32, u32), u32>,
    step: u32,
    margin: f32,
}

impl Parry {
    /// Returns the number of pairs that started or ended.
    fn step(&mut self, moved: &[(u32, Aabb<Vec3>)]) -> usize {
        self.step += 1;
        let first = self.tree.is_empty();
        for (index, b) in moved {
            let b = parry3d::bounding_volume::Aabb::new(b.min, b.max);
            self.tree.insert_or_update_partially(b, *index, self.margin);
        }
        if first {
            self.tree.rebuild(&mut self.workspace, BvhBuildStrategy::Binned);
        } else {
            self.tree.optimize_incremental(&mut self.workspace);
        }
        self.tree.refit(&mut self.workspace);
        let (tree, pairs, step) = (&self.tree, &mut self.pairs, self.step);
        let mut changes = 0;
        tree.traverse_bvtt_single_tree::<true>(&mut self.workspace, &mut |a, b| {
            let seen = pairs.entry((a.min(b), a.max(b))).or_insert_with(|| {
                changes += 1;
                0
            });
            *seen = step;
        });
        pairs.retain(|(a, b), seen| {
            let meet = || match (tree.leaf_node(*a), tree.leaf_node(*b)) {
                (Some(a), Some(b)) => a.intersects(b),
                _ => false,
            };
            let stays = *seen == step || meet();
            changes += usize::from(!stays);
            stays
        });
        changes
    }
}

/// Runs a step and records its milliseconds.
fn timed<T>(times: &mut Vec<f64>, step: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let answer = step();
    times.push(start.elapsed().as_secs_f64() * 1e3);
    answer
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let threads =
        words.iter().position(|word| word == "--threads").and_then(|at| words.get(at + 1)?.parse().ok());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(1)).build().expect("threads");
    println!(
        "| what moves | changes a step | ours, ms | longest | rebuilt | by trees alone | parry3d, margin 0.01 | margin 0.1 | parry3d / ours |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|---:|");
    for row in ROWS {
        pool.install(|| bench(row));
    }
}

fn bench((name, share, speed): (&str, f64, f32)) {
    let mut dice = fastrand::Rng::with_seed(5);
    let side = (BOXES as f32).cbrt();
    let mut vector = |size: f32| Vec3::new(dice.f32(), dice.f32(), dice.f32()) * size;
    let mut bodies: Vec<Body> = (0..BOXES)
        .map(|_| Body {
            center: vector(side),
            half: Vec3::splat(0.2) + vector(0.4),
            velocity: (vector(2.0) - Vec3::ONE) * speed,
        })
        .collect();
    let moving = (share * BOXES as f64) as usize;
    let all = |bodies: &[Body]| -> Vec<(u32, Aabb<Vec3>)> {
        (0..).zip(bodies).map(|(i, b)| (i, b.bounds())).collect()
    };

    let mut ours = Boxes::new();
    let handles: Vec<Handle> = bodies
        .iter()
        .map(|body| ours.insert(body.bounds(), CollisionFilter::FIRST).expect("a box"))
        .collect();
    ours.step();
    let mut theirs = [0.01, 0.1].map(|margin| Parry { margin, ..Parry::default() });
    for parry in &mut theirs {
        parry.step(&all(&bodies));
    }
    let mut rebuilt = BroadPhase::new();
    let (mut times, mut changes): ([Vec<f64>; 5], usize) = Default::default();
    for _ in 0..STEPS {
        for body in &mut bodies[..moving] {
            body.fly(side);
        }
        let moved = all(&bodies[..moving]);
        changes += timed(&mut times[0], || {
            for (index, b) in &moved {
                ours.move_to(handles[*index as usize], *b).expect("a valid box");
            }
            let changes = ours.step();
            changes.started.len() + changes.stopped.len()
        });
        let boxes: Vec<Aabb<Vec3>> = bodies.iter().map(Body::bounds).collect();
        let mut pairs = timed(&mut times[1], || rebuilt.pairs(&boxes).expect("boxes"));
        let met = timed(&mut times[2], || {
            let (queries, mut met) = (ours.queries(), 0);
            moved.iter().for_each(|(_, b)| queries.for_each_meeting(b, |_| met += 1));
            met
        });
        assert!(met >= moved.len(), "{name}");
        for (parry, times) in theirs.iter_mut().zip(&mut times[3..]) {
            timed(times, || parry.step(&moved));
        }
        pairs.sort_unstable();
        let slots = |pair: [Handle; 2]| pair.map(|handle| handle.slot() as u32);
        assert!(ours.pairs().map(slots).eq(pairs.iter().copied()), "{name}");
    }
    for parry in theirs {
        let meet = |(a, b): &&(u32, u32)| {
            aabb_aabb::intersects(&bodies[*a as usize].bounds(), &bodies[*b as usize].bounds())
        };
        assert_eq!(parry.pairs.keys().filter(meet).count(), ours.pairs().count(), "{name}");
    }
    let [(ours, longest), (rebuilt, _), (trees, _), (tight, _), (loose, _)] = times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        (times[STEPS / 2], times[STEPS - 1])
    });
    let changes = changes / STEPS;
    let ratio = tight.min(loose) / ours;
    println!(
        "| {name} | {changes} | {ours:.2} | {longest:.2} | {rebuilt:.2} | {trees:.2} | {tight:.2} | {loose:.2} | {ratio:.1} |"
    );
}
