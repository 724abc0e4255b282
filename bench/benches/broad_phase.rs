//! All overlapping pairs of boxes: barycast, parry3d's BVH and a grid in turns: `cargo bench
//! --bench broad_phase`.
//!
//! One thread, rebuilt each time. Columns are median milliseconds, and their time divided by ours:
//! above 1 is faster. All pairs are compared.

use barycast::scene::broad_phase::BroadPhase;
use barycast::shape::Aabb;
use glam::Vec3;
use parry3d::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use std::time::Instant;

type Pairs = Vec<[u32; 2]>;

/// Returns boxes with about two pairs per box unless the class states otherwise.
fn boxes(class: &str, count: usize) -> Vec<Aabb<Vec3>> {
    let mut rng = fastrand::Rng::with_seed(5);
    let side = (count as f32).cbrt();
    let mut vector = move |scale: f32| Vec3::new(rng.f32(), rng.f32(), rng.f32()) * scale;
    let clusters: Vec<Vec3> = (0..(count / 1000).max(4)).map(|_| vector(4.0 * side)).collect();
    (0..count)
        .map(|i| {
            let (mut at, mut half) = (vector(side), Vec3::splat(0.2) + vector(0.4));
            match class {
                "uniform" => {}
                "clustered" => {
                    let sum = (0..6).fold(Vec3::ZERO, |sum, _| sum + vector(6.0) - Vec3::splat(3.0));
                    at = clusters[i % clusters.len()] + sum;
                }
                "of all sizes" => half = Vec3::splat(0.02 / (vector(1.0).x + 1e-6 * side).powf(0.6)),
                "in a plane" => {
                    (at, half) = ((at / side * (count as f32).sqrt()).with_z(0.0), half.with_z(0.0))
                }
                "outliers" if i % 50 == 0 => at *= 1e5,
                "outliers" => {}
                "crossing rods" => half = [Vec3::X, Vec3::Y, Vec3::Z][i % 3] * side + Vec3::splat(0.005),
                "all alike" => (at, half) = (Vec3::ONE, Vec3::ONE),
                _ => unreachable!("unknown class"),
            }
            Aabb::new(at - half, at + half)
        })
        .collect()
}

fn parry(boxes: &[Aabb<Vec3>]) -> Pairs {
    let theirs = boxes.iter().map(|b| parry3d::bounding_volume::Aabb::new(b.min, b.max));
    let tree = Bvh::from_iter(BvhBuildStrategy::Binned, theirs.enumerate());
    let mut pairs = Vec::new();
    tree.traverse_bvtt_single_tree::<false>(&mut BvhWorkspace::default(), &mut |a, b| {
        pairs.push([a.min(b), a.max(b)]);
    });
    pairs
}

/// A grid with cells as large as the largest box. Each box is in the cell of its least corner and
/// is tested against half of the neighbouring cells.
fn grid(boxes: &[Aabb<Vec3>]) -> Pairs {
    let (mut low, mut high, mut largest) = (Vec3::INFINITY, Vec3::NEG_INFINITY, 1e-9_f32);
    for b in boxes {
        (low, high) = (low.min(b.min), high.max(b.min));
        largest = largest.max((b.max - b.min).max_element());
    }
    let counts = [0, 1, 2].map(|axis| (((high - low)[axis] / largest) as usize).clamp(1, 256));
    let scale = Vec3::from([0, 1, 2].map(|axis| counts[axis] as f32 / (high - low)[axis].max(1e-9)));
    let cell = |b: &Aabb<Vec3>| {
        let at = (b.min - low) * scale;
        let [x, y, z] = [0, 1, 2].map(|axis| (at[axis] as usize).min(counts[axis] - 1));
        (z * counts[1] + y) * counts[0] + x
    };
    let cells: Vec<u32> = boxes.iter().map(|b| cell(b) as u32).collect();
    let mut begins = vec![0_u32; counts.iter().product::<usize>() + 1];
    for &cell in &cells {
        begins[cell as usize + 1] += 1;
    }
    for cell in 1..begins.len() {
        begins[cell] += begins[cell - 1];
    }
    let mut next = begins.clone();
    let mut order = vec![0_u32; boxes.len()];
    for (&cell, i) in cells.iter().zip(0..) {
        order[next[cell as usize] as usize] = i;
        next[cell as usize] += 1;
    }
    let sorted: Vec<Aabb<Vec3>> = order.iter().map(|&i| boxes[i as usize]).collect();
    let mut pairs = Vec::new();
    let mut test = |i: usize, others: std::ops::Range<usize>| {
        let a = sorted[i];
        for j in others {
            let b = sorted[j];
            if a.min.cmple(b.max).all() && b.min.cmple(a.max).all() {
                pairs.push([order[i].min(order[j]), order[i].max(order[j])]);
            }
        }
    };
    let [width, height, depth] = counts.map(|count| count as isize);
    for z in 0..depth {
        for y in 0..height {
            for x in 0..width {
                let own = ((z * height + y) * width + x) as usize;
                for i in begins[own] as usize..begins[own + 1] as usize {
                    test(i, i + 1..begins[own + 1] as usize);
                    for (dz, dy) in [(0, 0), (0, 1), (1, -1), (1, 0), (1, 1)] {
                        if z + dz == depth || y + dy < 0 || y + dy == height {
                            continue;
                        }
                        let row = ((z + dz) * height + y + dy) * width;
                        let (first, last) = if (dz, dy) == (0, 0) { (x + 1, x + 1) } else { (x - 1, x + 1) };
                        let (first, last) = (first.max(0), last.min(width - 1));
                        if first <= last {
                            let (first, last) = ((row + first) as usize, (row + last) as usize);
                            test(i, begins[first] as usize..begins[last + 1] as usize);
                        }
                    }
                }
            }
        }
    }
    pairs
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn milliseconds(times: &mut Vec<f64>, pairs: impl FnOnce() -> Pairs) -> Pairs {
    let start = Instant::now();
    let found = pairs();
    times.push(start.elapsed().as_secs_f64() * 1e3);
    found
}

fn sorted(mut pairs: Pairs) -> Pairs {
    pairs.sort_unstable();
    pairs
}

fn main() {
    let one_thread = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    one_thread.install(rows);
}

fn rows() {
    println!(
        "| boxes | number | pairs | ours, ms | in kept memory | f64 | parry3d | grid | parry3d / ours | grid / ours |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
    let rows = ["uniform", "clustered", "of all sizes", "in a plane", "outliers"]
        .into_iter()
        .flat_map(|class| [10_000, 100_000, 1_000_000].map(|count| (class, count)))
        .chain([("crossing rods", 10_000), ("crossing rods", 100_000), ("all alike", 3000)]);
    for (class, count) in rows {
        let all = boxes(class, count);
        let double: Vec<Aabb<glam::DVec3>> = all.iter().map(|b| b.lift(&f64::from)).collect();
        // A grid with a single cell size is unsuitable for the other sets.
        let with_grid = matches!(class, "uniform" | "clustered" | "in a plane");
        let with_parry = class != "crossing rods" || count < 100_000;
        let mut times: [Vec<f64>; 5] = Default::default();
        let mut kept = BroadPhase::new();
        let mut pairs = 0;
        for round in 0..(3_000_000 / count).clamp(5, 51) {
            let ours = milliseconds(&mut times[0], || BroadPhase::new().pairs(&all).expect("boxes"));
            pairs = ours.len();
            let again = milliseconds(&mut times[1], || kept.pairs(&all).expect("boxes"));
            let wide = milliseconds(&mut times[2], || BroadPhase::new().pairs(&double).expect("boxes"));
            let mut theirs = Vec::new();
            if with_parry {
                theirs.push(milliseconds(&mut times[3], || parry(&all)));
            }
            if with_grid {
                theirs.push(milliseconds(&mut times[4], || grid(&all)));
            }
            if round == 0 {
                assert!(ours == again, "{class}, {count}");
                let ours = sorted(ours);
                assert!(sorted(wide) == ours, "{class}, {count}");
                for theirs in theirs {
                    assert!(sorted(theirs) == ours, "{class}, {count}");
                }
            }
        }
        let [ours, again, wide, parry, grid] =
            times.map(|times| if times.is_empty() { f64::NAN } else { median(times) });
        // A dash stands for a missing library.
        let one = |x: f64, digits: usize| if x.is_nan() { "-".to_string() } else { format!("{x:.digits$}") };
        let [parry_ratio, grid_ratio] = [one(parry / ours, 1), one(grid / ours, 1)];
        let times = [ours, again, wide, parry, grid].map(|x| one(x, 2)).join(" | ");
        println!("| {class} | {count} | {pairs} | {times} | {parry_ratio} | {grid_ratio} |");
    }
}
