//! Comparison with parry3d in `f64`: some of the rows.

use crate::harness::{Both, PAIRS, Table, many};
use barycast::shape::{Aabb, Capsule, Cylinder, Obb, Point, Ray, Segment, Sphere, Triangle};
use glam::{DMat3, DQuat, DVec3};
use parry3d_f64::math::Pose;
use parry3d_f64::query::{self, PointQuery, RayCast, details};
use parry3d_f64::shape as theirs;

const FAR: f64 = f64::MAX;
const HOME: Pose = Pose::IDENTITY;

fn vectors(seed: u64) -> impl FnMut() -> DVec3 {
    let mut rng = fastrand::Rng::with_seed(seed);
    move || DVec3::new(rng.f64() * 2.0 - 1.0, rng.f64() * 2.0 - 1.0, rng.f64() * 2.0 - 1.0)
}

fn obbs() -> Both<Obb<DVec3>, (Pose, theirs::Cuboid)> {
    let mut v = vectors(3);
    many(|| {
        let q = DQuat::from_xyzw(v().x, v().y, v().z, v().x).normalize();
        let m = DMat3::from_quat(q);
        let (center, half_extents) = (v() * 1.5, v().abs());
        let obb = Obb { center, half_extents, axes: [m.x_axis, m.y_axis, m.z_axis] };
        (obb, (Pose::from_parts(center, q), theirs::Cuboid::new(half_extents)))
    })
}

fn cylinders() -> Both<Cylinder<DVec3>, (Pose, theirs::Cylinder)> {
    let mut v = vectors(8);
    many(|| {
        let q = DQuat::from_xyzw(v().x, v().y, v().z, v().x).normalize();
        let (center, half, radius) = (v() * 1.5, v().x.abs(), v().y.abs());
        let up = q * DVec3::Y * half;
        let ours = Cylinder { a: center - up, b: center + up, radius };
        (ours, (Pose::from_parts(center, q), theirs::Cylinder::new(half, radius)))
    })
}

/// For two shapes of one kind, the second is the next in the list.
pub fn rows(t: &mut Table) {
    let mut v = vectors(1);
    let sphere = many(|| {
        let (center, radius) = (v() * 1.5, v().x.abs());
        (Sphere { center, radius }, (Pose::from_translation(center), theirs::Ball::new(radius)))
    });
    let aabb = many(|| {
        let (a, b) = (v(), v());
        let (min, max) = (a.min(b), a.max(b));
        (Aabb { min, max }, parry3d_f64::bounding_volume::Aabb::new(min, max))
    });
    let ray = many(|| {
        let origin = v() * 4.0;
        let direction = v() * 0.7 - origin;
        (Ray { origin, direction }, query::Ray::new(origin, direction))
    });
    let triangle = many(|| {
        let (a, b, c) = (v() * 3.0, v() * 3.0, v() * 3.0);
        (Triangle { a, b, c }, theirs::Triangle::new(a, b, c))
    });
    let capsule = many(|| {
        let (a, b, radius) = (v() * 1.5, v() * 1.5, v().x.abs() * 0.5);
        (Capsule { a, b, radius }, theirs::Capsule::new(a, b, radius))
    });
    let segment = many(|| {
        let (a, b) = (v() * 1.5, v() * 1.5);
        (Segment { a, b }, theirs::Segment::new(a, b))
    });
    let (obb, cylinder) = (obbs(), cylinders());
    let point: Vec<_> = (0..PAIRS).map(|_| Point(v() * 1.5)).collect();
    let next = |i: usize| (i + 1) % PAIRS;

    macro_rules! row {
        ($name:literal, |$i:ident| $ours:expr, $theirs:expr) => {
            t.row(concat!($name, " f64"), "parry3d-f64", |$i| $ours, |$i| $theirs);
        };
    }
    macro_rules! cast {
        ($name:literal, |$i:ident| $ours:expr, $theirs:expr) => {
            row!($name, |$i| $ours.map(|h| (h.t, h.normal.unwrap_or_default())), {
                $theirs.map(|h| (h.time_of_impact, h.normal))
            });
        };
    }
    row!("point_sphere distance", |i| point[i].distance(&sphere.0[i]), {
        sphere.1[i].1.distance_to_point(&sphere.1[i].0, point[i].0, true)
    });
    row!("aabb_point distance", |i| point[i].distance(&aabb.0[i]), {
        aabb.1[i].distance_to_local_point(point[i].0, true)
    });
    row!("point_triangle distance", |i| point[i].distance(&triangle.0[i]), {
        triangle.1[i].distance_to_local_point(point[i].0, true)
    });
    cast!("ray_sphere cast", |i| ray.0[i].cast(&sphere.0[i]), {
        sphere.1[i].1.cast_ray_and_get_normal(&sphere.1[i].0, &ray.1[i], FAR, true)
    });
    cast!("aabb_ray cast", |i| ray.0[i].cast(&aabb.0[i]), {
        aabb.1[i].cast_local_ray_and_get_normal(&ray.1[i], FAR, true)
    });
    cast!("capsule_ray cast", |i| ray.0[i].cast(&capsule.0[i]), {
        capsule.1[i].cast_local_ray_and_get_normal(&ray.1[i], FAR, true)
    });
    cast!("cylinder_ray cast", |i| ray.0[i].cast(&cylinder.0[i]), {
        cylinder.1[i].1.cast_ray_and_get_normal(&cylinder.1[i].0, &ray.1[i], FAR, true)
    });
    cast!("ray_triangle cast", |i| ray.0[i].cast(&triangle.0[i]), {
        triangle.1[i].cast_local_ray_and_get_normal(&ray.1[i], FAR, true)
    });
    row!("sphere_sphere intersects", |i| sphere.0[i].intersects(&sphere.0[next(i)]), {
        let (a, b) = (&sphere.1[i], &sphere.1[next(i)]);
        details::intersection_test_ball_ball(b.0.translation - a.0.translation, &a.1, &b.1)
    });
    row!("obb_obb intersects", |i| obb.0[i].intersects(&obb.0[next(i)]), {
        let (a, b) = (&obb.1[i], &obb.1[next(i)]);
        details::intersection_test_cuboid_cuboid(&a.0.inv_mul(&b.0), &a.1, &b.1)
    });
    row!("triangle_triangle intersects", |i| triangle.0[i].intersects(&triangle.0[next(i)]), {
        let (a, b) = (&triangle.1[i], &triangle.1[next(i)]);
        query::intersection_test(&HOME, a, &HOME, b).is_ok_and(|x| x.intersecting)
    });
    row!("segment_segment distance", |i| segment.0[i].distance(&segment.0[next(i)]), {
        details::distance_segment_segment(&HOME, &segment.1[i], &segment.1[next(i)])
    });
    row!("capsule_capsule distance", |i| capsule.0[i].distance(&capsule.0[next(i)]), {
        query::distance(&HOME, &capsule.1[i], &HOME, &capsule.1[next(i)]).map_or(f64::NAN, |x| x.distance)
    });
    row!("obb_obb distance", |i| obb.0[i].distance(&obb.0[next(i)]), {
        let (a, b) = (&obb.1[i], &obb.1[next(i)]);
        details::distance_cuboid_cuboid(&a.0.inv_mul(&b.0), &a.1, &b.1)
    });
}
