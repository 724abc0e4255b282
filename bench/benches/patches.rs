//! Rays against Bezier patches without tessellation: `cargo bench --bench patches -- teapot.bpt`.
//!
//! One thread, by thread time, so that other work on the machine matters little: millions of rays
//! per second, median of 9 rounds. *At the model*: rays from a sphere around it to points in its
//! box. *Hits*: only those that hit something.

use barycast::pair::cast::CastOptions;
use barycast::shape::Ray;
use barycast::surface::{BezierPatch, PatchSet};
use cpu_time::ThreadTime;
use glam::DVec3;
use std::hint::black_box;

const RAYS: usize = 100_000;
const ROUNDS: usize = 9;

fn main() {
    let path = std::env::args().skip(1).find(|word| !word.starts_with('-')).expect("a BPT file");
    let patches = barycast_io::read_patches(&path).expect("patches");
    let patches =
        patches.into_iter().map(|p| BezierPatch::try_new(p.degrees, p.points).expect("finite points"));
    let model = PatchSet::try_new(patches.collect()).expect("at least one");
    let (bounds, options) = (model.bounds(), CastOptions::default());
    let mut rng = fastrand::Rng::with_seed(5);
    let mut unit = || DVec3::from_array([0; 3].map(|_| rng.f64()));
    let (center, size) = (bounds.min.midpoint(bounds.max), bounds.max - bounds.min);
    let aimed = (0..RAYS).map(|_| {
        let from = center + (unit() - 0.5).normalize() * size.length() * 1.5;
        Ray::new(from, bounds.min + unit() * size - from)
    });
    let aimed: Vec<Ray<DVec3>> = aimed.collect();
    let hits: Vec<Ray<DVec3>> = aimed.iter().filter(|ray| model.is_hit(*ray, &options)).copied().collect();
    println!("| rays | hits | first hit, M rays/s | any hit | all hits |\n|---|---:|---:|---:|---:|");
    for (name, rays) in [("at the model", &aimed), ("hits", &hits)] {
        let rate = |question: &dyn Fn(&Ray<DVec3>) -> usize| {
            let mut times: Vec<f64> = (0..ROUNDS)
                .map(|_| {
                    let start = ThreadTime::now();
                    black_box(rays.iter().map(question).sum::<usize>());
                    start.elapsed().as_secs_f64()
                })
                .collect();
            times.sort_by(f64::total_cmp);
            rays.len() as f64 / times[ROUNDS / 2] / 1e6
        };
        let first = rate(&|ray| usize::from(model.cast(ray, &options).is_some()));
        let any = rate(&|ray| usize::from(model.is_hit(ray, &options)));
        let all = rate(&|ray| model.cast_all(ray, &options).len());
        let share = 100.0 * hits.len() as f64 / rays.len() as f64;
        println!("| {name} | {share:.0} % | {first:.2} | {any:.2} | {all:.2} |");
    }
}
