use super::grid::Cells;
use super::lanes::OneByOne;
use super::segment_tree::SegmentTree;
use super::traversal::{HARD_LEAF, split};
use super::*;
use crate::exact::{Arena, Exact};
use crate::number::{Mask, Ring};
use crate::pair::aabb_aabb;
use crate::vector::Vector;
use alloc::string::ToString;
use alloc::vec;
use glam::{DVec2, DVec3, Vec2, Vec3, dvec3};

const CLASSES: [&str; 13] = [
    "even",
    "clusters",
    "sizes",
    "rods",
    "crossing rods",
    "sheet",
    "points on a lattice",
    "touching lattice",
    "all alike",
    "infinite",
    "denormal",
    "huge",
    "one far away",
];

/// Draws boxes in `f64` whose coordinates are exact in `f32`.
fn boxes(class: &str, count: usize, seed: u64) -> Vec<Aabb<DVec3>> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let side = (count as f64).cbrt();
    let mut all = Vec::new();
    for i in 0..count {
        let mut random = |scale: f64| dvec3(rng.f64(), rng.f64(), rng.f64()) * scale;
        let (mut at, mut half) = (random(side), random(0.6));
        match class {
            "clusters" => at = (at / side * 4.0).floor() * side + random(1.0) + random(1.0),
            "sizes" => half = half.map(|x| 10.0_f64.powf(x * 10.0 - 5.0) * 0.3),
            "rods" => half = DVec3::splat(0.002).with_x(side),
            "crossing rods" => half = Vector::with(DVec3::splat(0.01), i % 3, side),
            "sheet" => (at.z, half.z) = (1.0, 0.0),
            "points on a lattice" => (at, half) = (at.floor(), DVec3::ZERO),
            "touching lattice" => (at, half) = (at.floor(), DVec3::splat(0.5)),
            "all alike" => (at, half) = (DVec3::ONE, DVec3::ONE),
            "infinite" if i % 20 == 0 => half = Vector::with(half, i / 20 % 3, f64::INFINITY),
            "infinite" if i % 20 == 1 => at = Vector::with(at, i / 20 % 3, f64::INFINITY),
            "denormal" => (at, half) = ((at * 2.0).floor() * 1e-45, (half * 3.0).floor() * 1e-45),
            "huge" => (at, half) = (at / side * 3e30, half / side * 3e30),
            "one far away" if i == 7 => at *= 1e9,
            _ => {}
        }
        let rounded = |v: DVec3| v.as_vec3().as_dvec3();
        let (mut min, mut max) = (rounded(at - half), rounded(at + half));
        for axis in 0..3 {
            if at[axis].is_infinite() {
                (min[axis], max[axis]) = if i % 3 == 0 { (at[axis], at[axis]) } else { (-at[axis], 0.0) };
            }
        }
        all.push(Aabb { min, max });
    }
    all
}

fn brute<V: FloatVector>(a: &[Aabb<V>], b: Option<&[Aabb<V>]>) -> Vec<[u32; 2]> {
    let mut pairs = Vec::new();
    for (i, one) in a.iter().enumerate() {
        let others = b.unwrap_or(a);
        for j in if b.is_some() { 0 } else { i + 1 }..others.len() {
            if aabb_aabb::intersects(one, &others[j]) {
                pairs.push([i as u32, j as u32]);
            }
        }
    }
    pairs
}

fn sorted(mut pairs: Vec<[u32; 2]>) -> Vec<[u32; 2]> {
    pairs.sort_unstable();
    pairs
}

fn single(boxes: &[Aabb<DVec3>]) -> Vec<Aabb<Vec3>> {
    boxes.iter().map(|b| b.lift(&|x| x as f32)).collect()
}

fn flat(boxes: &[Aabb<DVec3>]) -> Vec<Aabb<DVec2>> {
    boxes.iter().map(|b| Aabb { min: b.min.truncate(), max: b.max.truncate() }).collect()
}

#[test]
fn pairs_equal_brute_force_for_all_classes_of_boxes() {
    let mut memory = BroadPhase::new();
    for class in CLASSES {
        for count in [0, 1, 2, 9, 70, 700] {
            let all = boxes(class, count, count as u64);
            let truth = brute(&all, None);
            assert_eq!(sorted(memory.pairs(&all).unwrap()), truth, "{count} boxes, {class}");
            assert_eq!(
                sorted(pairs(&single(&all)).unwrap()),
                brute(&single(&all), None),
                "{count} f32, {class}"
            );
            assert_eq!(
                sorted(pairs(&flat(&all)).unwrap()),
                brute(&flat(&all), None),
                "{count} in 2D, {class}"
            );
            let (a, b) = all.split_at(count / 3);
            assert_eq!(
                sorted(memory.pairs_between(a, b).unwrap()),
                brute(a, Some(b)),
                "{count} between, {class}"
            );
        }
    }
}

#[test]
fn nested_grids_report_each_pair_once() {
    for class in CLASSES {
        let count = if class == "all alike" { 3000 } else { 9000 };
        let all = single(&boxes(class, count, 5));
        let truth = brute(&all, None);
        let found = pairs(&all).unwrap();
        assert_eq!(sorted(found.clone()), truth, "{class}");
        let (a, b) = all.split_at(count / 2);
        assert_eq!(sorted(pairs_between(a, b).unwrap()), brute(a, Some(b)), "between, {class}");
        let mut visited = Vec::new();
        let ended = BroadPhase::new().for_each_pair(&all, |i, j| {
            visited.push([i, j]);
            ControlFlow::Continue(())
        });
        assert_eq!((ended, visited), (Ok(ControlFlow::Continue(())), found), "{class}");
    }
}

/// Returns the entries that `take` makes.
fn entries(boxes: &[Aabb<Vec3>]) -> Vec<Entry<f32>> {
    let mut phase = BroadPhase::new();
    phase.take(&[boxes]).unwrap();
    phase.entries
}

#[test]
fn simd_and_scalar_tests_report_the_same_pairs_in_the_same_order() {
    for class in CLASSES {
        let all = single(&boxes(class, 3000, 11));
        let mut one_by_one = Vec::new();
        let mut work = Work::default();
        let _ = work.pairs(OneByOne, &entries(&all), COPIES, &mut |_, found| {
            one_by_one.extend_from_slice(found);
            ControlFlow::Continue(())
        });
        assert_eq!(pairs(&all).unwrap(), one_by_one, "{class}");
    }
}

#[test]
fn the_segment_tree_equals_brute_force() {
    for class in CLASSES {
        let all = single(&boxes(class, 1500, 3));
        let mut found = Vec::new();
        let mut none = |_: &mut Vec<[u32; 2]>| ControlFlow::Continue(());
        let _ = SegmentTree { entries: &entries(&all), found: &mut found, hand_on: &mut none }.pairs();
        assert_eq!(sorted(found), brute(&all, None), "{class}");
    }
}

#[test]
fn crossing_rods_fall_back_to_the_segment_tree() {
    let all = single(&boxes("crossing rods", 12000, 1));
    let mut cells = Cells::default();
    let first = entries(&all);
    assert!(!split(&first, &mut cells, 1.2) && first.len() > HARD_LEAF);
    let mut found = Vec::new();
    let _ = <f32 as traversal::sealed::Pairs>::pairs(&mut Work::default(), &first, 1.2, &mut |_, pairs| {
        found.extend_from_slice(pairs);
        ControlFlow::Continue(())
    });
    assert_eq!(sorted(found), brute(&all, None));
}

#[cfg(feature = "rayon")]
#[test]
fn pairs_and_their_order_do_not_depend_on_the_number_of_threads() {
    let all = single(&boxes("clusters", 20000, 2));
    let mut one = Vec::new();
    let _ = BroadPhase::new().for_each_pair(&all, |i, j| {
        one.push([i, j]);
        ControlFlow::Continue(())
    });
    for threads in [1, 2, 3, 8] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        assert_eq!(pool.install(|| pairs(&all)), Ok(one.clone()), "{threads} threads");
    }
}

/// Reference in rational arithmetic: tests whether the time intervals of overlap along the axes
/// intersect.
fn meet_in_rationals(a: &Moving<DVec3>, b: &Moving<DVec3>) -> bool {
    let arena = Arena::new();
    let number = |x: f64| arena.number(x);
    let (mut low, mut high): (Exact<'_>, Exact<'_>) = (number(0.0), number(1.0));
    for axis in 0..3 {
        let speed = number(b.displacement[axis]) - number(a.displacement[axis]);
        // Both must be at most 0: b.min - a.max, a.min - b.max.
        for (from, speed) in [
            (number(b.start.min[axis]) - number(a.start.max[axis]), speed),
            (number(a.start.min[axis]) - number(b.start.max[axis]), -speed),
        ] {
            let zero = number(0.0);
            if speed.same(zero).all() {
                if !from.le(zero).all() {
                    return false;
                }
            } else if zero.lt(speed).all() {
                high = Ring::min(high, -from / speed);
            } else {
                low = Ring::max(low, -from / speed);
            }
        }
    }
    low.le(high).all()
}

#[test]
fn moving_pairs_equal_the_rational_reference() {
    let mut rng = fastrand::Rng::with_seed(9);
    for (class, scale) in [("touching lattice", 1.0), ("even", 0.37), ("points on a lattice", 1.0)] {
        let all = boxes(class, 150, 4);
        let whole = |rng: &mut fastrand::Rng| f64::from(rng.i32(-2..=2)) * scale;
        let moves: Vec<DVec3> =
            all.iter().map(|_| dvec3(whole(&mut rng), whole(&mut rng), whole(&mut rng))).collect();
        let moving = |i: usize| Moving { start: all[i], displacement: moves[i] };
        let mut truth = Vec::new();
        for i in 0..all.len() {
            for j in i + 1..all.len() {
                if meet_in_rationals(&moving(i), &moving(j)) {
                    truth.push([i as u32, j as u32]);
                }
            }
        }
        assert!(truth.len() > 50);
        assert_eq!(sorted(moving_pairs(&all, &moves).unwrap()), truth, "{class}");
        let still = vec![DVec3::ZERO; all.len()];
        assert_eq!(sorted(moving_pairs(&all, &still).unwrap()), brute(&all, None), "{class}");
    }
}

#[test]
fn a_falling_box_meets_an_unbounded_ground() {
    let infinity = f32::INFINITY;
    let ground = Aabb::new(Vec2::new(-infinity, -infinity), Vec2::new(infinity, 0.0));
    let falling = Aabb::new(Vec2::new(3.0, 5.0), Vec2::new(4.0, 6.0));
    let fall = |by: f32| moving_pairs(&[ground, falling], &[Vec2::ZERO, Vec2::new(1e6, by)]);
    assert_eq!(fall(-5.0), Ok(vec![[0, 1]]));
    assert_eq!(fall((-5.0_f32).next_up()), Ok(vec![]));
}

#[test]
fn an_infinite_side_lies_beyond_every_finite_sweep() {
    let (infinity, huge) = (f64::INFINITY, 1.5e308);
    // The point passes the near side of the unbounded box at time 0, and reaches its height at time
    // 1.
    let endless = Aabb::new(DVec2::new(huge, 0.0), DVec2::new(infinity, 1.0));
    let small = Aabb::new(DVec2::new(1e308, 2.0), DVec2::new(1e308, 2.0));
    let moved =
        |down: f64| moving_pairs(&[endless, small], &[DVec2::new(-huge, 0.0), DVec2::new(huge, down)]);
    assert_eq!(moved(-1.0), Ok(vec![[0, 1]]));
    assert_eq!(moved((-1.0_f64).next_up()), Ok(vec![]));
}

#[test]
fn invalid_boxes_and_displacements_are_rejected() {
    let good = Aabb::new(Vec3::ZERO, Vec3::ONE);
    let inverted = Aabb::new(Vec3::ONE, Vec3::ZERO);
    let nan = Aabb::new(Vec3::ZERO, Vec3::new(1.0, f32::NAN, 1.0));
    let no_box = |list, index| Err(BroadPhaseError::InvalidBox { list, index });
    assert_eq!(pairs(&[good, good, inverted]), no_box(0, 2));
    assert_eq!(pairs(&[good, nan, inverted]), no_box(0, 1));
    assert_eq!(pairs_between(&[good], &[good, Aabb::empty()]), no_box(1, 1));
    assert_eq!(moving_pairs(&[good, nan], &[Vec3::ZERO; 2]), no_box(0, 1));
    let moved = moving_pairs(&[good; 2], &[Vec3::ZERO, Vec3::new(0.0, f32::INFINITY, 0.0)]);
    assert_eq!(moved, Err(BroadPhaseError::InvalidDisplacement { index: 1 }));
    let one_short = moving_pairs(&[good; 2], &[Vec3::ZERO]);
    assert_eq!(one_short, Err(BroadPhaseError::LengthMismatch { boxes: 2, displacements: 1 }));
    assert_eq!(
        no_box(1, 4).map_err(|e| e.to_string()),
        Err::<Vec<[u32; 2]>, _>("box 4 of list 1 must have min <= max along every axis, and no NaN".into())
    );
}

#[test]
fn a_visit_stops_when_the_closure_breaks() {
    let all = single(&boxes("clusters", 5000, 6));
    let mut left = 10;
    let ended = BroadPhase::new().for_each_pair(&all, |_, _| {
        left -= 1;
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((ended, left), (Ok(ControlFlow::Break(())), 0));
    let mut last = 0.0;
    let watched = BroadPhase::new().pairs_with_progress(&all, |done| {
        assert!((last..=1.0).contains(&done));
        last = done;
        ControlFlow::Continue(())
    });
    assert_eq!((watched.unwrap().map(sorted), last), (Some(brute(&all, None)), 1.0));
    assert_eq!(BroadPhase::new().pairs_with_progress(&all, |_| ControlFlow::Break(())), Ok(None));
}
