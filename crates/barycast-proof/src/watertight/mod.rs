//! Watertightness: no ray leaks out of a closed mesh, crossings are odd inside and even outside,
//! and the BVH agrees with brute force, one by one and in batches.

mod meshes;
mod rays;

use crate::progress;
use fastrand::Rng;
use glam::{DVec3, Vec3};
use meshes::Closed;
use rays::{Counts, Number, Target};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Cast rays at the edges and vertices of closed meshes, in f32 and f64.
///
/// Each batch of rays has a separate mesh: spheres, boxes, tori, fans of thousands of triangles
/// around a vertex, needles; rotated, far away, with few digits. Rays from inside must hit and
/// cross the surface an odd number of times, rays from outside an even number. The BVH must agree
/// with brute force, bit for bit, and batches with single rays. A ray spawned from a hit must not
/// hit the triangle that it leaves.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Number of rays, in whole batches
    #[arg(long, default_value_t = 1_000_000_000)]
    rays: u64,
    /// Use this closed mesh instead of generated ones
    #[arg(long, value_name = "FILE")]
    mesh: Vec<PathBuf>,
    /// Save progress in this file, and resume from it if it exists
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Number of threads; all cores by default
    #[arg(long)]
    threads: Option<usize>,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Run only this batch, to repeat a reported failure
    #[arg(long)]
    batch: Option<u64>,
}

/// Number of rays in a batch, which share a mesh.
const BATCH: u64 = 8192;
/// Largest number of faults that are printed in full.
const PRINTED: usize = 10;

/// Progress of a run: the sum of the batches before `next`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct State {
    seed: u64,
    next: u64,
    /// Total time of all runs.
    milliseconds: u64,
    counts: Counts,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let files = arguments.mesh.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
    if let Some(number) = arguments.batch {
        let mut printed = Vec::new();
        let mut counts = batch(arguments.seed, number, 1, &files, &mut |fault| printed.push(fault));
        printed.iter().take(PRINTED).for_each(|fault| println!("{fault}"));
        report(&mut counts);
        return verdict(&counts);
    }
    let mut state = State { seed: arguments.seed, ..State::default() };
    if let Some(path) = &arguments.resume
        && path.exists()
    {
        state = resume(path, arguments.seed)?;
    }
    let threads =
        arguments.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, Into::into));
    let bar = progress::bar("rays", arguments.rays);
    let mut printed = 0;
    while state.counts.rays < arguments.rays {
        let started = Instant::now();
        let left = (arguments.rays - state.counts.rays).div_ceil(BATCH);
        let end = state.next + left.min(64 * threads as u64);
        let (counts, faults) = batches(state.seed, state.next..end, 1, threads, &files);
        for fault in faults.iter().take(PRINTED - printed) {
            println!("{fault}");
            printed += 1;
        }
        state.counts.add(counts);
        state.next = end;
        state.milliseconds += started.elapsed().as_millis() as u64;
        if let Some(path) = &arguments.resume {
            save(path, state)?;
        }
        bar.set_position(state.counts.rays);
    }
    bar.finish_and_clear();
    report(&mut state.counts);
    println!("seconds {:.1}", state.milliseconds as f64 / 1e3);
    println!("rays_a_second {:.0}", state.counts.rays as f64 / (state.milliseconds.max(1) as f64 / 1e3));
    verdict(&state.counts)
}

fn report(counts: &mut Counts) {
    for (name, count) in counts.all() {
        println!("{name} {count}");
    }
}

fn verdict(counts: &Counts) -> Result<(), String> {
    if counts.faults() == 0 { Ok(()) } else { Err(format!("{} faults", counts.faults())) }
}

/// Runs some batches on several threads; their distribution does not affect the result.
fn batches(
    seed: u64,
    range: std::ops::Range<u64>,
    every: usize,
    threads: usize,
    files: &[Closed],
) -> (Counts, Vec<String>) {
    let next = AtomicU64::new(range.start);
    let all = Mutex::new((Counts::default(), Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= range.end {
                        break;
                    }
                    let mut printed = Vec::new();
                    let counts = batch(seed, number, every, files, &mut |fault| {
                        if printed.len() < PRINTED {
                            printed.push(format!(
                                "{fault}\n  again: cargo xtask watertight --seed {seed} --batch {number}"
                            ));
                        }
                    });
                    let mut all = all.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    all.0.add(counts);
                    all.1.extend(printed);
                }
            });
        }
    });
    all.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Runs one mesh in one precision, with additional checks for one ray in `every`.
fn batch(seed: u64, number: u64, every: usize, files: &[Closed], fault: &mut dyn FnMut(String)) -> Counts {
    let mut rng = Rng::with_seed(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number);
    let kind = number / 2;
    let (closed, known) = match files {
        [] => (meshes::random(kind % meshes::KINDS, &mut rng), true),
        files => (files[(kind % files.len() as u64) as usize].clone(), false),
    };
    if number.is_multiple_of(2) {
        run_mesh::<Vec3>(closed, known, every, &mut rng, fault)
    } else {
        run_mesh::<DVec3>(closed, known, every, &mut rng, fault)
    }
}

fn run_mesh<V: Number>(
    closed: Closed,
    known: bool,
    every: usize,
    rng: &mut Rng,
    fault: &mut dyn FnMut(String),
) -> Counts {
    Target::<V>::new(closed, known)
        .map_or(Counts::default(), |target| target.cast_rays(BATCH, every, rng, fault))
}

/// Reads the triangles of a file, which must be closed.
fn read(path: &Path) -> Result<Closed, String> {
    let name = path.display();
    let scene = barycast_io::read(path).map_err(|e| e.to_string())?;
    let mesh = scene.into_mesh().ok_or_else(|| format!("{name}: no triangles"))?;
    let mut edges = HashMap::new();
    for t in &mesh.triangles {
        for i in 0..3 {
            // Compared by position, because files may repeat vertices. Adding 0 turns -0 into +0.
            let [p, q] = [t[i], t[(i + 1) % 3]]
                .map(|v| (mesh.vertices[v as usize] + 0.0).to_array().map(f64::to_bits));
            *edges.entry((p.min(q), p.max(q))).or_insert(0_u32) += 1;
        }
    }
    let open = edges.values().filter(|count| *count % 2 == 1).count();
    if open > 0 {
        return Err(format!("{name} must be closed, but {open} edges have an odd number of triangles"));
    }
    let inside = DVec3::ZERO;
    Ok(Closed {
        name: "file",
        vertices: mesh.vertices,
        triangles: mesh.triangles,
        inside,
        convex: false,
        full: false,
        moved: 0.0,
    })
}

/// Writes one name and number per line.
fn save(path: &Path, mut state: State) -> Result<(), String> {
    let header = [("seed", state.seed), ("next_batch", state.next), ("milliseconds", state.milliseconds)];
    let counts = state.counts.all().map(|(name, count)| (name, *count));
    let mut text = String::new();
    for (name, count) in header.iter().chain(&counts) {
        text.extend([
            *name,
            " ",
            &count.to_string(),
            "
",
        ]);
    }
    // The new file replaces the old one as a whole, so it is never partial.
    let whole = path.with_extension("new");
    fs::write(&whole, text)
        .and_then(|()| fs::rename(&whole, path))
        .map_err(|e| format!("{}: {e}", path.display()))
}

fn resume(path: &Path, seed: u64) -> Result<State, String> {
    let text = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let numbers: HashMap<&str, u64> = text
        .lines()
        .filter_map(|line| line.split_once(' '))
        .filter_map(|(k, v)| Some((k, v.parse().ok()?)))
        .collect();
    let number =
        |name: &str| numbers.get(name).copied().ok_or_else(|| format!("{}: no {name}", path.display()));
    let mut state = State {
        seed: number("seed")?,
        next: number("next_batch")?,
        milliseconds: number("milliseconds")?,
        counts: Counts::default(),
    };
    for (name, count) in state.counts.all() {
        *count = number(name)?;
    }
    if state.seed == seed {
        Ok(state)
    } else {
        Err(format!("{} is of --seed {}", path.display(), state.seed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In this run, one ray in 64 is compared with brute force, or spawns another.
    #[test]
    fn ten_million_rays_find_no_hole() {
        let threads = std::thread::available_parallelism().map_or(2, Into::into);
        let (counts, faults) = batches(7, 0..10_000_000_u64.div_ceil(BATCH), 64, threads, &[]);
        assert!(faults.is_empty(), "{}", faults[..faults.len().min(PRINTED)].join("\n"));
        assert_eq!(counts.faults(), 0);
        assert!(counts.rays > 9_000_000 && counts.inside > counts.rays / 3, "{counts:?}");
        assert!(counts.compared > 30_000 && counts.spawned > 10_000, "{counts:?}");
    }

    #[test]
    fn an_interrupted_run_resumes() {
        let path = std::env::temp_dir().join(format!("barycast-watertight-{}", std::process::id()));
        let state =
            State { seed: 3, next: 17, milliseconds: 5, counts: Counts { rays: 9, ..Counts::default() } };
        save(&path, state).expect("the folder for such files is there");
        assert_eq!(resume(&path, 3), Ok(state));
        assert!(resume(&path, 4).is_err(), "other numbers");
        let _ = fs::remove_file(path);
    }
}
