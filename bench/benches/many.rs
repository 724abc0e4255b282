//! Batches of pairs (`barycast::batch`) compared with the same pairs one by one, and with
//! handwritten loops: branch-free, with a matching memory layout, vectorised by the compiler.
//!
//! `cargo xtask bench many`: nanoseconds per pair, in turns, the least of all rounds, one thread.
//! The loops use textbook formulas that ignore degenerate shapes; `agree` is the share of pairs
//! with equal results.

use barycast::batch::{Batch, BatchCast, BatchDistance, BatchIntersects};
use barycast::number::Float;
use barycast::query::{Cast, Distance, Hit, Intersects};
use barycast::shape::{Aabb, Capsule, Obb, Plane, Point, Ray, Scalars, Segment, Sphere, Triangle};
use barycast::vector::{FloatVector, Vector};
use glam::{Vec2, Vec3};
use std::hint::black_box;
use std::time::Instant;

/// Work of one core at a time, so that no other core takes part; it fits into the second-level
/// cache.
const PAIRS: usize = 4096;
const ROUNDS: usize = 41;
/// Pairs that a handwritten loop processes together.
const BLOCK: usize = 16;

/// Scalars of pairs, as `[block][number][pair]`.
type Blocks<const N: usize> = Vec<[[f32; BLOCK]; N]>;

/// A handwritten loop that writes the results of a block, one number each (1 for true).
type ByHand<const A: usize, const B: usize> = fn(&Blocks<A>, &Blocks<B>, &mut [[f32; BLOCK]]);

fn main() {
    println!(
        "| pair | query | many | one by one | a loop by hand | one by one / many | loop / many | agree |"
    );
    println!("|---|---|---:|---:|---:|---:|---:|---:|");
    let mut r = Random(fastrand::Rng::with_seed(7));
    let balls = r.pairs(|r| r.sphere(2.0), |r| r.sphere(2.0));
    meets("sphere, sphere", &balls, Some(sphere_sphere as ByHand<4, 4>));
    apart("sphere, sphere", &balls);
    let boxes = r.pairs(Random::aabb, Random::aabb);
    meets("aabb, aabb", &boxes, Some(aabb_aabb as ByHand<6, 6>));
    meets("aabb, sphere", &r.pairs(Random::aabb, |r| r.sphere(2.0)), Some(aabb_sphere as ByHand<6, 4>));
    let turned = r.pairs(Random::obb, |r| r.sphere(1.5));
    meets("obb, sphere", &turned, Some(obb_sphere as ByHand<15, 4>));
    apart("obb, sphere", &turned);
    apart("aabb, sphere", &r.pairs(Random::aabb, |r| r.sphere(2.0)));
    apart("capsule, sphere", &r.pairs(Random::capsule, |r| r.sphere(2.0)));
    meets("obb, obb", &r.pairs(Random::obb, Random::obb), Some(obb_obb as ByHand<15, 15>));
    let capsules = r.pairs(Random::capsule, Random::capsule);
    meets("capsule, capsule", &capsules, Some(capsule_capsule as ByHand<7, 7>));
    apart("capsule, capsule", &capsules);
    let triangles = r.pairs(Random::triangle, Random::triangle);
    meets::<_, _, 9, 9>("triangle, triangle", &triangles, None);
    apart("triangle, triangle", &triangles);
    apart("point, triangle", &r.pairs(|r| Point(r.vector(2.0)), Random::triangle));
    let shot = r.pairs(Random::ray, |r| r.sphere(1.0));
    meets::<_, _, 6, 4>("ray, sphere", &shot, None);
    casts("ray, sphere", &shot, Some(ray_sphere as ByHand<6, 4>));
    let shot = r.pairs(Random::ray, Random::aabb);
    meets::<_, _, 6, 6>("ray, aabb", &shot, None);
    casts("ray, aabb", &shot, Some(ray_aabb as ByHand<6, 6>));
    casts::<_, _, _, 6, 15>("ray, obb", &r.pairs(Random::ray, Random::obb), None);
    let shot = r.pairs(Random::ray, Random::triangle);
    meets::<_, _, 6, 9>("ray, triangle", &shot, None);
    casts("ray, triangle", &shot, Some(ray_triangle as ByHand<6, 9>));
    casts::<_, _, _, 6, 7>("ray, capsule", &r.pairs(Random::ray, Random::capsule), None);
    casts("ray, plane", &r.pairs(Random::ray, Random::plane), Some(ray_plane as ByHand<6, 4>));
    let crossed = r.pairs(Random::flat_segment, Random::flat_segment);
    meets("2D segment, segment", &crossed, Some(segment_segment as ByHand<4, 4>));
    let triangle = |r: &mut Random| Triangle::new(r.flat(2.0), r.flat(2.0), r.flat(2.0));
    meets::<_, _, 2, 6>("2D point, triangle", &r.pairs(|r| Point(r.flat(1.0)), triangle), None);
}

struct Random(fastrand::Rng);

impl Random {
    fn number(&mut self) -> f32 {
        self.0.f32() * 2.0 - 1.0
    }
    fn vector(&mut self, size: f32) -> Vec3 {
        Vec3::new(self.number(), self.number(), self.number()) * size
    }
    fn flat(&mut self, size: f32) -> Vec2 {
        Vec2::new(self.number(), self.number()) * size
    }
    fn sphere(&mut self, size: f32) -> Sphere<Vec3> {
        Sphere::new(self.vector(size), 0.3 + 0.7 * self.0.f32())
    }
    fn aabb(&mut self) -> Aabb<Vec3> {
        let (a, b) = (self.vector(2.0), self.vector(2.0));
        Aabb::new(a.min(b), a.max(b))
    }
    fn obb(&mut self) -> Obb<Vec3> {
        let x = self.vector(1.0).normalize();
        let y = x.cross(self.vector(1.0)).normalize();
        Obb::new(self.vector(1.5), self.vector(1.0).abs(), [x, y, x.cross(y)])
    }
    fn capsule(&mut self) -> Capsule<Vec3> {
        Capsule::new(self.vector(2.0), self.vector(2.0), 0.1 + 0.4 * self.0.f32())
    }
    fn triangle(&mut self) -> Triangle<Vec3> {
        Triangle::new(self.vector(2.0), self.vector(2.0), self.vector(2.0))
    }
    fn ray(&mut self) -> Ray<Vec3> {
        let origin = self.vector(4.0);
        Ray::new(origin, self.vector(0.7) - origin)
    }
    fn plane(&mut self) -> Plane<Vec3> {
        Plane { normal: self.vector(1.0).normalize(), distance: self.number() }
    }
    fn flat_segment(&mut self) -> Segment<Vec2> {
        Segment::new(self.flat(1.0), self.flat(1.0))
    }
    fn pairs<A, B>(&mut self, a: impl Fn(&mut Self) -> A, b: impl Fn(&mut Self) -> B) -> (Vec<A>, Vec<B>) {
        (0..PAIRS).map(|_| (a(self), b(self))).unzip()
    }
}

fn meets<A, B, const N: usize, const M: usize>(
    name: &str,
    pairs: &(Vec<A>, Vec<B>),
    hand: Option<ByHand<N, M>>,
) where
    A: BatchIntersects<B> + Intersects<B, Answer = bool> + Scalars<Number = f32>,
    B: Scalars<Number = f32>,
{
    let (mut many, mut single) = (Vec::new(), vec![false; PAIRS]);
    let (a, b) = (Batch::new(&pairs.0), Batch::new(&pairs.1));
    let (mut ours, mut singles) = (
        || a.intersects_into(black_box(&b), black_box(&mut many)).expect("as many"),
        || one_by_one(pairs, &mut single, |a: &A, b| a.intersects(b)),
    );
    let mut by_hand = vec![[0.0; BLOCK]; PAIRS / BLOCK];
    let times = in_turns(&mut ours, &mut singles, pairs, hand, &mut by_hand);
    assert_eq!(many, single, "{name}");
    let agree = by_hand.as_flattened().iter().zip(&single).filter(|(a, b)| (**a != 0.0) == **b).count();
    row(name, "intersects", times, agree);
}

fn apart<A, B, V>(name: &str, pairs: &(Vec<A>, Vec<B>))
where
    A: BatchDistance<B> + Distance<B, Vector = V>,
    V: Vector<Scalar = A::Number>,
    B: Scalars<Number = A::Number>,
{
    let (mut many, mut single) = (Vec::new(), vec![A::Number::ZERO; PAIRS]);
    let (a, b) = (Batch::new(&pairs.0), Batch::new(&pairs.1));
    let (mut ours, mut singles) = (
        || a.distances_into(black_box(&b), black_box(&mut many)).expect("as many"),
        || one_by_one(pairs, &mut single, |a: &A, b| a.closest(b).distance),
    );
    let times = in_turns::<A, B, 0, 0>(&mut ours, &mut singles, pairs, None, &mut []);
    assert_eq!(many, single, "{name}");
    row(name, "distance", times, 0);
}

fn casts<A, B, V, const N: usize, const M: usize>(
    name: &str,
    pairs: &(Vec<A>, Vec<B>),
    hand: Option<ByHand<N, M>>,
) where
    A: BatchCast<B> + Cast<B, Answer = Option<Hit<V>>> + Scalars<Number = f32>,
    V: FloatVector<Scalar = f32>,
    B: Scalars<Number = f32>,
{
    let (mut many, mut single) = (Vec::new(), vec![0.0; PAIRS]);
    let (a, b) = (Batch::new(&pairs.0), Batch::new(&pairs.1));
    let (mut ours, mut singles) = (
        || a.cast_into(black_box(&b), black_box(&mut many)).expect("as many"),
        || one_by_one(pairs, &mut single, |a: &A, b| a.cast(b).map_or(f32::INFINITY, |hit| hit.t)),
    );
    let mut by_hand = vec![[0.0; BLOCK]; PAIRS / BLOCK];
    let times = in_turns(&mut ours, &mut singles, pairs, hand, &mut by_hand);
    assert_eq!(many, single, "{name}");
    let same = |a: f32, b: f32| a == b || (a - b).abs() <= 1e-3 * (1.0 + b.abs());
    let agree = by_hand.as_flattened().iter().zip(&single).filter(|(a, b)| same(**a, **b)).count();
    row(name, "cast: t", times, agree);
}

fn one_by_one<A, B, T>((a, b): &(Vec<A>, Vec<B>), answers: &mut [T], query: impl Fn(&A, &B) -> T) {
    for ((a, b), answer) in a.iter().zip(black_box(b)).zip(black_box(answers)) {
        *answer = query(a, b);
    }
}

/// Returns the least nanoseconds per pair of each implementation; infinity if there is none.
fn in_turns<A: Scalars, B: Scalars, const N: usize, const M: usize>(
    many: &mut dyn FnMut(),
    single: &mut dyn FnMut(),
    (a, b): &(Vec<A>, Vec<B>),
    hand: Option<ByHand<N, M>>,
    answers: &mut [[f32; BLOCK]],
) -> [f64; 3]
where
    A::Number: Float,
    B::Number: Float,
{
    let (a, b) = if hand.is_some() { (laid(a), laid(b)) } else { (Vec::new(), Vec::new()) };
    let mut least = [f64::INFINITY; 3];
    for _ in 0..ROUNDS {
        least[0] = least[0].min(nanoseconds(many));
        least[1] = least[1].min(nanoseconds(single));
        if let Some(hand) = hand {
            least[2] = least[2].min(nanoseconds(&mut || hand(black_box(&a), &b, black_box(answers))));
        }
    }
    least
}

fn nanoseconds(work: &mut dyn FnMut()) -> f64 {
    let begin = Instant::now();
    work();
    begin.elapsed().as_nanos() as f64 / PAIRS as f64
}

/// Arranges shapes for handwritten loops.
fn laid<A: Scalars<Number: Float>, const N: usize>(shapes: &[A]) -> Blocks<N> {
    assert_eq!(N, A::COUNT);
    let block = |shapes: &[A]| {
        let mut block = [[0.0; BLOCK]; N];
        for (pair, shape) in shapes.iter().enumerate() {
            let mut at = 0;
            shape.for_each_scalar(&mut |number| {
                block[at][pair] = number.to_f64() as f32;
                at += 1;
            });
        }
        block
    };
    shapes.chunks(BLOCK).map(block).collect()
}

fn row(name: &str, question: &str, [many, single, hand]: [f64; 3], agree: usize) {
    print!("| {name} | {question} | {many:.2} | {single:.2} ");
    if hand.is_finite() {
        let agree = 100.0 * agree as f64 / PAIRS as f64;
        println!("| {hand:.2} | {:.1} | {:.2} | {agree:.1} % |", single / many, hand / many);
    } else {
        println!("| | {:.1} | | |", single / many);
    }
}

/// Defines a loop over the pairs of all blocks, compiled for AVX2 and FMA.
macro_rules! by_hand {
    ($($name:ident($a:ident: $n:literal, $b:ident: $m:literal, $i:ident) $answer:block)*) => {$(
        fn $name(a: &Blocks<$n>, b: &Blocks<$m>, answers: &mut [[f32; BLOCK]]) {
            #[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,fma"))]
            unsafe fn wide(a: &Blocks<$n>, b: &Blocks<$m>, answers: &mut [[f32; BLOCK]]) {
                for (($a, $b), answers) in a.iter().zip(b).zip(answers) {
                    for $i in 0..BLOCK {
                        answers[$i] = $answer;
                    }
                }
            }
            // SAFETY: the features are detected in the line above.
            #[cfg(target_arch = "x86_64")]
            assert!(std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma"));
            unsafe { wide(a, b, answers) }
        }
    )*};
}

fn yes(yes: bool) -> f32 {
    f32::from(u8::from(yes))
}

fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn minus(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn cross(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// Returns three numbers of a pair, starting at `k`.
#[inline(always)]
fn three<const N: usize>(block: &[[f32; BLOCK]; N], k: usize, i: usize) -> [f32; 3] {
    [block[k][i], block[k + 1][i], block[k + 2][i]]
}

by_hand! {
    sphere_sphere(a: 4, b: 4, i) {
        let (d, r) = (minus(three(a, 0, i), three(b, 0, i)), a[3][i] + b[3][i]);
        yes(dot(d, d) <= r * r)
    }
    aabb_aabb(a: 6, b: 6, i) {
        let apart = (a[0][i] > b[3][i]) | (b[0][i] > a[3][i]) | (a[1][i] > b[4][i])
            | (b[1][i] > a[4][i]) | (a[2][i] > b[5][i]) | (b[2][i] > a[5][i]);
        yes(!apart)
    }
    aabb_sphere(a: 6, b: 4, i) {
        let mut squared = 0.0;
        for k in 0..3 {
            let outside = (a[k][i] - b[k][i]).max(0.0).max(b[k][i] - a[k + 3][i]);
            squared += outside * outside;
        }
        yes(squared <= b[3][i] * b[3][i])
    }
    obb_sphere(a: 15, b: 4, i) {
        let (d, mut squared) = (minus(three(b, 0, i), three(a, 0, i)), 0.0);
        for k in 0..3 {
            let outside = (dot(d, three(a, 6 + 3 * k, i)).abs() - a[3 + k][i]).max(0.0);
            squared += outside * outside;
        }
        yes(squared <= b[3][i] * b[3][i])
    }
    obb_obb(a: 15, b: 15, i) {
        let d = minus(three(b, 0, i), three(a, 0, i));
        let (mut r, mut r_abs, mut t) = ([[0.0; 3]; 3], [[0.0; 3]; 3], [0.0; 3]);
        let (ea, eb) = (three(a, 3, i), three(b, 3, i));
        for k in 0..3 {
            let axis = three(a, 6 + 3 * k, i);
            t[k] = dot(d, axis);
            for l in 0..3 {
                r[k][l] = dot(axis, three(b, 6 + 3 * l, i));
                r_abs[k][l] = r[k][l].abs() + 1e-6;
            }
        }
        let mut apart = false;
        for k in 0..3 {
            apart |= t[k].abs() > ea[k] + dot(eb, r_abs[k]);
            let (column, column_abs) = ([r[0][k], r[1][k], r[2][k]], [r_abs[0][k], r_abs[1][k], r_abs[2][k]]);
            apart |= dot(t, column).abs() > dot(ea, column_abs) + eb[k];
        }
        for k in 0..3 {
            let (k1, k2) = ((k + 1) % 3, (k + 2) % 3);
            for l in 0..3 {
                let (l1, l2) = ((l + 1) % 3, (l + 2) % 3);
                let ra = ea[k1] * r_abs[k2][l] + ea[k2] * r_abs[k1][l];
                let rb = eb[l1] * r_abs[k][l2] + eb[l2] * r_abs[k][l1];
                apart |= (t[k2] * r[k1][l] - t[k1] * r[k2][l]).abs() > ra + rb;
            }
        }
        yes(!apart)
    }
    capsule_capsule(a: 7, b: 7, i) {
        let (p, q) = (three(a, 0, i), three(b, 0, i));
        let (d, e, w) = (minus(three(a, 3, i), p), minus(three(b, 3, i), q), minus(p, q));
        let (dd, ee, de, dw, ew) = (dot(d, d), dot(e, e), dot(d, e), dot(d, w), dot(e, w));
        let s = ((de * ew - dw * ee) / (dd * ee - de * de).max(1e-12)).clamp(0.0, 1.0);
        let t = ((de * s + ew) / ee).clamp(0.0, 1.0);
        let s = ((de * t - dw) / dd).clamp(0.0, 1.0);
        let mut apart = w;
        for k in 0..3 {
            apart[k] += d[k] * s - e[k] * t;
        }
        let r = a[6][i] + b[6][i];
        yes(dot(apart, apart) <= r * r)
    }
    ray_sphere(a: 6, b: 4, i) {
        let (d, w) = (three(a, 3, i), minus(three(a, 0, i), three(b, 0, i)));
        let (dd, dw, c) = (dot(d, d), dot(d, w), dot(w, w) - b[3][i] * b[3][i]);
        let square = dw * dw - dd * c;
        let root = square.max(0.0).sqrt();
        let (enter, exit) = ((-dw - root) / dd, (-dw + root) / dd);
        if (square >= 0.0) & (exit >= 0.0) { enter.max(0.0) } else { f32::INFINITY }
    }
    ray_aabb(a: 6, b: 6, i) {
        let (mut enter, mut exit) = (0.0_f32, f32::INFINITY);
        for k in 0..3 {
            let inverse = 1.0 / a[k + 3][i];
            let (t, u) = ((b[k][i] - a[k][i]) * inverse, (b[k + 3][i] - a[k][i]) * inverse);
            (enter, exit) = (enter.max(t.min(u)), exit.min(t.max(u)));
        }
        if enter <= exit { enter } else { f32::INFINITY }
    }
    ray_triangle(a: 6, b: 9, i) {
        let (d, p) = (three(a, 3, i), three(b, 0, i));
        let (e, f, w) = (minus(three(b, 3, i), p), minus(three(b, 6, i), p), minus(three(a, 0, i), p));
        let (df, we) = (cross(d, f), cross(w, e));
        let inverse = 1.0 / dot(e, df);
        let (u, v, t) = (dot(w, df) * inverse, dot(d, we) * inverse, dot(f, we) * inverse);
        if (u >= 0.0) & (v >= 0.0) & (u + v <= 1.0) & (t >= 0.0) { t } else { f32::INFINITY }
    }
    ray_plane(a: 6, b: 4, i) {
        let n = three(b, 0, i);
        let t = (b[3][i] - dot(n, three(a, 0, i))) / dot(n, three(a, 3, i));
        if t >= 0.0 { t } else { f32::INFINITY }
    }
    segment_segment(a: 4, b: 4, i) {
        let (dx, dy) = (a[2][i] - a[0][i], a[3][i] - a[1][i]);
        let (ex, ey) = (b[2][i] - b[0][i], b[3][i] - b[1][i]);
        let side = |x: f32, y: f32| dx * (y - a[1][i]) - dy * (x - a[0][i]);
        let other = |x: f32, y: f32| ex * (y - b[1][i]) - ey * (x - b[0][i]);
        let (p, q) = (side(b[0][i], b[1][i]), side(b[2][i], b[3][i]));
        let (r, s) = (other(a[0][i], a[1][i]), other(a[2][i], a[3][i]));
        yes((p * q <= 0.0) & (r * s <= 0.0))
    }
}
