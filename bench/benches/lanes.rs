//! One generic kernel over single numbers and over SIMD lanes, as measured for ARCHITECTURE.md.
//!
//! `cargo xtask bench lanes`: nanoseconds per pair for `f32` and `f64`, for every instruction set
//! of this machine.

use barycast::number::Ring;
use barycast::pair::{aabb_ray, obb_obb, ray_triangle};
use barycast::shape::{Aabb, Obb, Ray, Triangle};
use barycast::vector::V3;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use fearless_simd::prelude::*;
use fearless_simd::{Level, dispatch, f32x8, f32x16, f64x4, f64x8};
use glam::{DVec3, Vec3};

/// Pairs per run: more than fit into the first-level cache, few enough for the second.
const PAIRS: usize = 4096;

/// Random shapes of which about half the pairs intersect.
struct Cases {
    boxes: Vec<(Obb<DVec3>, Obb<DVec3>)>,
    triangles: Vec<(Ray<DVec3>, Triangle<DVec3>)>,
    aabbs: Vec<(Aabb<DVec3>, Ray<DVec3>)>,
}

fn cases() -> Cases {
    let mut rng = fastrand::Rng::with_seed(7);
    let mut number = move || rng.f64() * 2.0 - 1.0;
    let mut vector = move || DVec3::new(number(), number(), number());
    let mut obb = |_| {
        let x = vector().normalize();
        let y = x.cross(vector()).normalize();
        Obb { center: vector() * 1.5, half_extents: vector().abs(), axes: [x, y, x.cross(y)] }
    };
    let boxes = (0..PAIRS).map(|i| (obb(i), obb(i))).collect();
    let mut rng = fastrand::Rng::with_seed(8);
    let mut number = move || rng.f64() * 2.0 - 1.0;
    let mut vector = move || DVec3::new(number(), number(), number());
    let triangles = (0..PAIRS)
        .map(|_| {
            let t = Triangle { a: vector() * 3.0, b: vector() * 3.0, c: vector() * 3.0 };
            let origin = vector() * 4.0;
            let target = (t.a + t.b + t.c) / 3.0 + vector();
            (Ray { origin, direction: target - origin }, t)
        })
        .collect();
    let aabbs = (0..PAIRS)
        .map(|_| {
            let (a, b) = (vector(), vector());
            let origin = vector() * 4.0;
            (Aabb { min: a.min(b), max: a.max(b) }, Ray { origin, direction: vector() * 0.7 - origin })
        })
        .collect();
    Cases { boxes, triangles, aabbs }
}

/// Numbers of several shapes in SIMD lanes.
trait Load<S: Simd>: Copy {
    const LANES: usize;
    fn load(simd: S, number: impl Fn(usize) -> f64) -> Self;
}

macro_rules! load {
    ($($lanes:ident $float:ident $n:literal),*) => {$(
        impl<S: Simd> Load<S> for $lanes<S> {
            const LANES: usize = $n;
            fn load(simd: S, number: impl Fn(usize) -> f64) -> Self {
                let numbers: [$float; $n] = core::array::from_fn(|i| number(i) as $float);
                Self::from_slice(simd, &numbers)
            }
        }
    )*};
}
load!(f32x8 f32 8, f32x16 f32 16, f64x4 f64 4, f64x8 f64 8);

fn vector<S: Simd, L: Load<S>>(simd: S, each: impl Fn(usize) -> DVec3) -> V3<L> {
    V3 { x: L::load(simd, |i| each(i).x), y: L::load(simd, |i| each(i).y), z: L::load(simd, |i| each(i).z) }
}

fn wide_obb<S: Simd, L: Load<S> + Ring>(simd: S, each: impl Fn(usize) -> Obb<DVec3>) -> Obb<V3<L>> {
    Obb {
        center: vector(simd, |i| each(i).center),
        half_extents: vector(simd, |i| each(i).half_extents),
        axes: core::array::from_fn(|k| vector(simd, |i| each(i).axes[k])),
    }
}

fn wide_ray<S: Simd, L: Load<S> + Ring>(simd: S, each: impl Fn(usize) -> Ray<DVec3>) -> Ray<V3<L>> {
    Ray { origin: vector(simd, |i| each(i).origin), direction: vector(simd, |i| each(i).direction) }
}

/// Measures a kernel for one instruction set; the shapes are loaded into lanes beforehand.
macro_rules! in_lanes {
    ($group:ident $simd:ident $level:ident $lanes:ident $kernel:path, $pairs:expr, $a:ident $b:ident) => {
        let blocks: Vec<_> = $pairs
            .chunks_exact(<$lanes<S> as Load<S>>::LANES)
            .map(|pairs| {
                ($a::<S, $lanes<S>>($simd, |i| pairs[i].0), $b::<S, $lanes<S>>($simd, |i| pairs[i].1))
            })
            .collect();
        $group.bench_function(BenchmarkId::new(stringify!($lanes), $level), |bencher| {
            bencher.iter(|| {
                $simd.vectorize(
                    #[inline(always)]
                    || {
                        let mut hits = 0;
                        for (a, b) in &blocks {
                            hits += $kernel(a, b).to_bitmask() & 1;
                        }
                        hits
                    },
                )
            });
        });
    };
}

fn wide_aabb<S: Simd, L: Load<S> + Ring>(simd: S, each: impl Fn(usize) -> Aabb<DVec3>) -> Aabb<V3<L>> {
    Aabb { min: vector(simd, |i| each(i).min), max: vector(simd, |i| each(i).max) }
}

fn wide_triangle<S: Simd, L: Load<S> + Ring>(
    simd: S,
    each: impl Fn(usize) -> Triangle<DVec3>,
) -> Triangle<V3<L>> {
    Triangle {
        a: vector(simd, |i| each(i).a),
        b: vector(simd, |i| each(i).b),
        c: vector(simd, |i| each(i).c),
    }
}

/// All kernels for one instruction set.
fn at_level<S: Simd>(simd: S, level: &str, cases: &Cases, c: &mut Criterion) {
    let mut group = c.benchmark_group("obb_obb");
    group.throughput(Throughput::Elements(PAIRS as u64));
    in_lanes!(group simd level f32x8 obb_obb::intersects, cases.boxes, wide_obb wide_obb);
    in_lanes!(group simd level f32x16 obb_obb::intersects, cases.boxes, wide_obb wide_obb);
    in_lanes!(group simd level f64x4 obb_obb::intersects, cases.boxes, wide_obb wide_obb);
    in_lanes!(group simd level f64x8 obb_obb::intersects, cases.boxes, wide_obb wide_obb);
    group.finish();
    let mut group = c.benchmark_group("ray_triangle");
    group.throughput(Throughput::Elements(PAIRS as u64));
    in_lanes!(group simd level f32x8 ray_triangle::intersects, cases.triangles, wide_ray wide_triangle);
    in_lanes!(group simd level f32x16 ray_triangle::intersects, cases.triangles, wide_ray wide_triangle);
    in_lanes!(group simd level f64x4 ray_triangle::intersects, cases.triangles, wide_ray wide_triangle);
    in_lanes!(group simd level f64x8 ray_triangle::intersects, cases.triangles, wide_ray wide_triangle);
    group.finish();
    let mut group = c.benchmark_group("aabb_ray");
    group.throughput(Throughput::Elements(PAIRS as u64));
    in_lanes!(group simd level f32x8 aabb_ray::intersects, cases.aabbs, wide_aabb wide_ray);
    in_lanes!(group simd level f32x16 aabb_ray::intersects, cases.aabbs, wide_aabb wide_ray);
    in_lanes!(group simd level f64x4 aabb_ray::intersects, cases.aabbs, wide_aabb wide_ray);
    in_lanes!(group simd level f64x8 aabb_ray::intersects, cases.aabbs, wide_aabb wide_ray);
    group.finish();
}

/// The same pairs one by one, with glam's vectors.
macro_rules! one_by_one {
    ($c:ident $cases:ident $group:literal $list:ident $kernel:path) => {
        let mut group = $c.benchmark_group($group);
        group.throughput(Throughput::Elements(PAIRS as u64));
        let single: Vec<_> = $cases
            .$list
            .iter()
            .map(|(a, b)| (a.lift::<Vec3>(&|x| x as f32), b.lift::<Vec3>(&|x| x as f32)))
            .collect();
        group.bench_function("one by one/f32", |bencher| {
            bencher.iter(|| single.iter().filter(|(a, b)| $kernel(a, b)).count());
        });
        group.bench_function("one by one/f64", |bencher| {
            bencher.iter(|| $cases.$list.iter().filter(|(a, b)| $kernel(a, b)).count());
        });
        group.finish();
    };
}

fn lanes(c: &mut Criterion) {
    let cases = cases();
    one_by_one!(c cases "obb_obb" boxes obb_obb::intersects);
    one_by_one!(c cases "ray_triangle" triangles ray_triangle::intersects);
    one_by_one!(c cases "aabb_ray" aabbs aabb_ray::intersects);
    let best = Level::new();
    if let Some(avx2) = best.as_avx2() {
        at_level(avx2, "AVX2", &cases, c);
    }
    dispatch!(best, simd => at_level(simd, "best of this machine", &cases, c));
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = lanes
}
criterion_main!(benches);
