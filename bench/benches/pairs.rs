//! Single pairs, typed, against parry3d: interleaved in one run, so that only the ratio speaks.
//!
//! `cargo xtask bench pairs`

use barycast::shape::{Aabb, Capsule, Obb, Ray, Sphere, Triangle};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use glam::{Mat3, Quat, Vec3};
use parry3d::math::Pose;
use parry3d::query::RayCast;
use parry3d::query::intersection_test;
use parry3d::shape::{Ball, Cuboid};

const PAIRS: usize = 4096;

fn vectors(seed: u64) -> impl FnMut() -> Vec3 {
    let mut rng = fastrand::Rng::with_seed(seed);
    move || Vec3::new(rng.f32() * 2.0 - 1.0, rng.f32() * 2.0 - 1.0, rng.f32() * 2.0 - 1.0)
}

fn pairs(c: &mut Criterion) {
    let mut v = vectors(1);
    let spheres: Vec<_> = (0..PAIRS).map(|_| Sphere { center: v() * 1.5, radius: v().x.abs() }).collect();
    let boxes: Vec<_> = (0..PAIRS)
        .map(|_| {
            let (a, b) = (v(), v());
            Aabb { min: a.min(b), max: a.max(b) }
        })
        .collect();
    let obbs: Vec<(Obb<Vec3>, Pose, Cuboid)> = (0..PAIRS)
        .map(|_| {
            let q = Quat::from_xyzw(v().x, v().y, v().z, v().x).normalize();
            let m = Mat3::from_quat(q);
            let (center, half_extents) = (v() * 1.5, v().abs());
            let obb = Obb { center, half_extents, axes: [m.x_axis, m.y_axis, m.z_axis] };
            (obb, Pose::from_parts(center, q), Cuboid::new(half_extents))
        })
        .collect();
    let rays: Vec<_> = (0..PAIRS)
        .map(|_| {
            let origin = v() * 4.0;
            Ray { origin, direction: v() * 0.7 - origin }
        })
        .collect();
    let triangles: Vec<_> = (0..PAIRS).map(|_| Triangle { a: v() * 3.0, b: v() * 3.0, c: v() * 3.0 }).collect();
    let capsules: Vec<_> =
        (0..PAIRS).map(|_| Capsule { a: v() * 1.5, b: v() * 1.5, radius: v().x.abs() * 0.5 }).collect();

    let mut versus = |name: &str, ours: &mut dyn FnMut(usize) -> bool, theirs: &mut dyn FnMut(usize) -> bool| {
        let agree = (0..PAIRS).filter(|&i| ours(i) == theirs(i)).count();
        println!("{name}: {agree} of {PAIRS} answers agree");
        let mut group = c.benchmark_group(name);
        group.throughput(Throughput::Elements(PAIRS as u64));
        group.bench_function("barycast", |b| b.iter(|| (0..PAIRS).filter(|&i| ours(i)).count()));
        group.bench_function("parry3d", |b| b.iter(|| (0..PAIRS).filter(|&i| theirs(i)).count()));
        group.finish();
    };
    let next = |i: usize| (i + 1) % PAIRS;
    let at = Pose::from_translation;
    versus("aabb_sphere", &mut |i| boxes[i].intersects(&spheres[i]), &mut |i| {
        let (center, half) = (boxes[i].center(), boxes[i].half_extents());
        let between = at(spheres[i].center - center);
        parry3d::query::details::intersection_test_ball_point_query(
            &between.inverse(),
            &Ball::new(spheres[i].radius),
            &Cuboid::new(half),
        )
        .intersecting
    });
    versus("obb_obb", &mut |i| obbs[i].0.intersects(&obbs[next(i)].0), &mut |i| {
        let (a, b) = (&obbs[i], &obbs[next(i)]);
        intersection_test(&a.1, &a.2, &b.1, &b.2).is_ok_and(|answer| answer.intersecting)
    });
    versus("ray_sphere", &mut |i| rays[i].intersects(&spheres[i]), &mut |i| {
        let ray = parry3d::query::Ray::new(rays[i].origin, rays[i].direction);
        Ball::new(spheres[i].radius).cast_ray(&at(spheres[i].center), &ray, f32::MAX, true).is_some()
    });
    versus("aabb_ray", &mut |i| boxes[i].intersects(&rays[i]), &mut |i| {
        let ray = parry3d::query::Ray::new(rays[i].origin, rays[i].direction);
        parry3d::bounding_volume::Aabb::new(boxes[i].min, boxes[i].max).intersects_local_ray(&ray, f32::MAX)
    });
    versus("ray_triangle", &mut |i| rays[i].intersects(&triangles[i]), &mut |i| {
        let ray = parry3d::query::Ray::new(rays[i].origin, rays[i].direction);
        let t = &triangles[i];
        parry3d::shape::Triangle::new(t.a, t.b, t.c).cast_local_ray(&ray, f32::MAX, true).is_some()
    });
    versus("triangle_triangle", &mut |i| triangles[i].intersects(&triangles[next(i)]), &mut |i| {
        let (a, b) = (&triangles[i], &triangles[next(i)]);
        let (a, b) = (
            parry3d::shape::Triangle::new(a.a, a.b, a.c),
            parry3d::shape::Triangle::new(b.a, b.b, b.c),
        );
        intersection_test(&Pose::IDENTITY, &a, &Pose::IDENTITY, &b).is_ok_and(|answer| answer.intersecting)
    });
    versus("capsule_capsule", &mut |i| capsules[i].intersects(&capsules[next(i)]), &mut |i| {
        let (a, b) = (&capsules[i], &capsules[next(i)]);
        let (a, b) = (
            parry3d::shape::Capsule::new(a.a, a.b, a.radius),
            parry3d::shape::Capsule::new(b.a, b.b, b.radius),
        );
        intersection_test(&Pose::IDENTITY, &a, &Pose::IDENTITY, &b).is_ok_and(|answer| answer.intersecting)
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = pairs
}
criterion_main!(benches);
