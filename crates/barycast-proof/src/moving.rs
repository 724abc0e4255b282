//! The dynamic broad phase, step by step, against brute force on samples.

use crate::progress;
use barycast::pair::aabb_aabb;
use barycast::scene::moving::{Boxes, CollisionFilter, Handle};
use barycast::shape::Aabb;
use fastrand::Rng;
use glam::Vec3;
use std::time::Instant;

/// Compare boxes that move, come and go over many steps with brute force on samples.
///
/// In three of four steps all boxes move, in the fourth one in a hundred. In every step some are
/// inserted, some removed, and some change their filter. After each step, the pairs of sampled
/// boxes, and of some of those whose pairs started or stopped, must equal brute force; so must
/// overlap queries between steps. All pairs must be those of the previous step, without those that
/// stopped, with those that started.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Number of boxes
    #[arg(long, default_value_t = 100_000)]
    bodies: usize,
    /// Number of steps
    #[arg(long, default_value_t = 1000)]
    steps: usize,
    /// Number of boxes compared with brute force in each step
    #[arg(long, default_value_t = 64)]
    samples: usize,
    /// Number of boxes inserted and removed in each step
    #[arg(long, default_value_t = 20)]
    changes: usize,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

type Pairs = Vec<[Handle; 2]>;

/// A box in the reference list.
#[derive(Clone, Copy)]
struct Body {
    handle: Handle,
    bounds: Aabb<Vec3>,
    filter: CollisionFilter,
    velocity: Vec3,
}

struct Soak {
    random: Rng,
    side: f32,
    boxes: Boxes<Vec3>,
    bodies: Vec<Body>,
}

/// Counts of events.
#[derive(Default)]
struct Counts {
    started: usize,
    stopped: usize,
    compared: usize,
    /// Time of each step, with the moves before it.
    milliseconds: Vec<f64>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let side = (arguments.bodies as f32).cbrt();
    let mut soak =
        Soak { random: Rng::with_seed(arguments.seed), side, boxes: Boxes::new(), bodies: Vec::new() };
    for _ in 0..arguments.bodies {
        soak.insert()?;
    }
    let bar = progress::bar("steps", arguments.steps as u64);
    let (mut counts, mut pairs) = (Counts::default(), Pairs::new());
    for step in 0..arguments.steps {
        let wrong = |what: String| format!("seed {}, step {step}: {what}", arguments.seed);
        soak.come_and_go(arguments.changes).map_err(wrong)?;
        soak.step(step, arguments.samples, &mut pairs, &mut counts).map_err(wrong)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    let Counts { started, stopped, compared, mut milliseconds } = counts;
    milliseconds.sort_by(f64::total_cmp);
    println!("bodies {}\nsteps {}\npairs {}", soak.bodies.len(), arguments.steps, pairs.len());
    println!("started {started}\nstopped {stopped}\nboxes compared with brute force {compared}");
    if let (Some(median), Some(longest)) = (milliseconds.get(milliseconds.len() / 2), milliseconds.last()) {
        println!("milliseconds per step: median {median:.2}, longest {longest:.2}");
    }
    Ok(())
}

impl Soak {
    fn vector(&mut self, size: f32) -> Vec3 {
        Vec3::new(self.random.f32(), self.random.f32(), self.random.f32()) * size
    }

    fn filter(&mut self) -> CollisionFilter {
        match self.random.u32(0..8) {
            0 => CollisionFilter { memberships: 2, mask: 1 },
            1 => CollisionFilter { memberships: 4, mask: 4 | 1 },
            _ => CollisionFilter::FIRST,
        }
    }

    fn insert(&mut self) -> Result<(), String> {
        let (center, half) = (self.vector(self.side), Vec3::splat(0.2) + self.vector(0.4));
        let bounds = Aabb::new(center - half, center + half);
        let filter = self.filter();
        let handle = self.boxes.insert(bounds, filter).map_err(|error| error.to_string())?;
        let velocity = self.vector(0.2) - Vec3::splat(0.1);
        self.bodies.push(Body { handle, bounds, filter, velocity });
        Ok(())
    }

    fn come_and_go(&mut self, changes: usize) -> Result<(), String> {
        for _ in 0..changes {
            self.insert()?;
            let at = self.random.usize(0..self.bodies.len());
            let gone = self.bodies.swap_remove(at);
            self.boxes.remove(gone.handle).map_err(|error| error.to_string())?;
            if self.boxes.remove(gone.handle).is_ok() || self.boxes.bounds(gone.handle).is_some() {
                return Err(format!("{} exists after its removal", gone.handle));
            }
            let (filter, at) = (self.filter(), self.random.usize(0..self.bodies.len()));
            self.bodies[at].filter = filter;
            self.boxes.set_filter(self.bodies[at].handle, filter).map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    fn step(
        &mut self,
        step: usize,
        samples: usize,
        pairs: &mut Pairs,
        counts: &mut Counts,
    ) -> Result<(), String> {
        let started = Instant::now();
        let every = if step % 4 == 3 { 100 } else { 1 };
        for body in self.bodies.iter_mut().skip(step % every).step_by(every) {
            body.fly(self.side);
            self.boxes.move_to(body.handle, body.bounds).map_err(|error| error.to_string())?;
        }
        let changes = self.boxes.step();
        counts.milliseconds.push(started.elapsed().as_secs_f64() * 1e3);
        counts.started += changes.started.len();
        counts.stopped += changes.stopped.len();
        let mut sampled: Vec<Handle> = Vec::new();
        for list in [changes.started, changes.stopped] {
            sampled.extend(list.iter().step_by(1 + 8 * list.len() / samples.max(1)).flatten());
        }
        *pairs = difference(pairs, changes.started, changes.stopped)?;
        if !self.boxes.pairs().eq(pairs.iter().copied()) {
            return Err("the pairs differ from those of the step before, without those that stopped, with those that started".into());
        }
        for _ in 0..samples {
            sampled.push(self.bodies[self.random.usize(0..self.bodies.len())].handle);
        }
        sampled.sort_unstable();
        sampled.dedup();
        let mut found: Vec<Vec<Handle>> = vec![Vec::new(); sampled.len()];
        for &[a, b] in &*pairs {
            for (one, other) in [(a, b), (b, a)] {
                if let Ok(at) = sampled.binary_search(&one) {
                    found[at].push(other);
                }
            }
        }
        for (handle, mut found) in sampled.into_iter().zip(found) {
            found.sort_unstable();
            self.compare(handle, &found)?;
            counts.compared += 1;
        }
        Ok(())
    }

    /// Compares the pairs of one box, and its overlap query, with brute force.
    fn compare(&mut self, handle: Handle, found: &[Handle]) -> Result<(), String> {
        let Some((bounds, filter)) = self.boxes.bounds(handle).zip(self.boxes.filter(handle)) else {
            return if found.is_empty() {
                Ok(())
            } else {
                Err(format!("{handle} was removed and has pairs"))
            };
        };
        let meets = |body: &&Body| aabb_aabb::intersects(&body.bounds, &bounds);
        let mut met: Vec<&Body> = self.bodies.iter().filter(meets).collect();
        met.sort_unstable_by_key(|body| body.handle);
        if !self.boxes.queries().meeting(&bounds).into_iter().eq(met.iter().map(|body| body.handle)) {
            return Err(format!("the overlap query of {handle} differs from brute force"));
        }
        let pairs = met.iter().filter(|body| body.handle != handle && body.filter.allows(filter));
        let pairs: Vec<Handle> = pairs.map(|body| body.handle).collect();
        if pairs == found {
            Ok(())
        } else {
            Err(format!("{handle} has pairs with {found:?}, brute force finds {pairs:?}"))
        }
    }
}

impl Body {
    /// Moves straight, and reflects at walls.
    fn fly(&mut self, side: f32) {
        self.bounds = Aabb::new(self.bounds.min + self.velocity, self.bounds.max + self.velocity);
        for axis in 0..3 {
            let out = if self.velocity[axis] < 0.0 {
                self.bounds.min[axis] < 0.0
            } else {
                self.bounds.max[axis] > side
            };
            if out {
                self.velocity[axis] = -self.velocity[axis];
            }
        }
    }
}

/// Returns the pairs without those that stopped, all of which must be present, and with those that
/// started, none of which may be.
fn difference(pairs: &Pairs, started: &[[Handle; 2]], stopped: &[[Handle; 2]]) -> Result<Pairs, String> {
    let wrong_end = stopped.iter().find(|pair| pairs.binary_search(pair).is_err());
    let wrong_begin = started.iter().find(|pair| pairs.binary_search(pair).is_ok());
    if let Some([a, b]) = wrong_end.or(wrong_begin) {
        return Err(format!("{a} and {b} stopped without being a pair, or started while being one"));
    }
    let mut after: Pairs =
        pairs.iter().filter(|pair| stopped.binary_search(pair).is_err()).copied().collect();
    after.extend_from_slice(started);
    after.sort_unstable();
    Ok(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_run_finds_no_error() {
        let arguments = Arguments { bodies: 3000, steps: 12, samples: 50, changes: 10, seed: 5 };
        run(&arguments).unwrap();
    }
}
