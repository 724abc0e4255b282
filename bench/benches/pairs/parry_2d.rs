//! Comparison with parry2d in `f32`.

use crate::harness::{PAIRS, Table, many};
use barycast::convex::gjk;
use barycast::shape::{Aabb, Capsule, Convex, Obb, Point, Ray, Segment, Sphere, Triangle};
use glam::Vec2;
use parry2d::bounding_volume::BoundingVolume;
use parry2d::math::{Pose, Rotation};
use parry2d::query::{self, PointQuery, RayCast, details};
use parry2d::shape as theirs;

const FAR: f32 = f32::MAX;
const HOME: Pose = Pose::IDENTITY;

fn vectors(seed: u64) -> impl FnMut() -> Vec2 {
    let mut rng = fastrand::Rng::with_seed(seed);
    move || Vec2::new(rng.f32() * 2.0 - 1.0, rng.f32() * 2.0 - 1.0)
}

/// For two shapes of one kind, the second is the next in the list.
pub fn rows(t: &mut Table) {
    let mut v = vectors(1);
    let disc = many(|| {
        let (center, radius) = (v() * 1.5, v().x.abs());
        (Sphere { center, radius }, (Pose::from_translation(center), theirs::Ball::new(radius)))
    });
    let aabb = many(|| {
        let (a, b) = (v(), v());
        let (min, max) = (a.min(b), a.max(b));
        (Aabb { min, max }, parry2d::bounding_volume::Aabb::new(min, max))
    });
    let obb = many(|| {
        let angle = v().x * 3.2;
        let (center, half_extents) = (v() * 1.5, v().abs());
        let x = Vec2::from_angle(angle);
        let obb = Obb { center, half_extents, axes: [x, x.perp()] };
        (obb, (Pose::from_parts(center, Rotation::new(angle)), theirs::Cuboid::new(half_extents)))
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
    let polygon = many(|| {
        let (center, size) = (v() * 1.5, v() * 0.5 + Vec2::splat(0.7));
        let points: Vec<Vec2> = (0..8).map(|_| center + v().normalize() * size).collect();
        let ours = Convex::try_new(points.clone()).expect("finite points");
        (ours, theirs::ConvexPolygon::from_convex_hull(&points).expect("thick polygons"))
    });
    let point: Vec<_> = (0..PAIRS).map(|_| Point(v() * 1.5)).collect();
    let next = |i: usize| (i + 1) % PAIRS;

    macro_rules! row {
        ($name:literal, |$i:ident| $ours:expr, $theirs:expr) => {
            t.row(concat!($name, " 2d"), "parry2d", |$i| $ours, |$i| $theirs);
        };
    }
    macro_rules! cast {
        ($name:literal, |$i:ident| $ours:expr, $theirs:expr) => {
            row!($name, |$i| $ours.map(|h| (h.t, h.normal.unwrap_or_default())), {
                $theirs.map(|h| (h.time_of_impact, h.normal))
            });
        };
    }
    row!(
        "aabb_point intersects",
        |i| point[i].intersects(&aabb.0[i]),
        aabb.1[i].contains_local_point(point[i].0)
    );
    row!("point_triangle intersects", |i| point[i].intersects(&triangle.0[i]), {
        triangle.1[i].contains_local_point(point[i].0)
    });
    row!("point_triangle distance", |i| point[i].distance(&triangle.0[i]), {
        triangle.1[i].distance_to_local_point(point[i].0, true)
    });
    row!("capsule_point distance", |i| point[i].distance(&capsule.0[i]), {
        capsule.1[i].distance_to_local_point(point[i].0, true)
    });
    row!("obb_point distance", |i| point[i].distance(&obb.0[i]), {
        obb.1[i].1.distance_to_point(&obb.1[i].0, point[i].0, true)
    });
    cast!("ray_sphere cast", |i| ray.0[i].cast(&disc.0[i]), {
        disc.1[i].1.cast_ray_and_get_normal(&disc.1[i].0, &ray.1[i], FAR, true)
    });
    cast!("aabb_ray cast", |i| ray.0[i].cast(&aabb.0[i]), {
        aabb.1[i].cast_local_ray_and_get_normal(&ray.1[i], FAR, true)
    });
    cast!("capsule_ray cast", |i| ray.0[i].cast(&capsule.0[i]), {
        capsule.1[i].cast_local_ray_and_get_normal(&ray.1[i], FAR, true)
    });
    cast!("ray_triangle cast", |i| ray.0[i].cast(&triangle.0[i]), {
        triangle.1[i].cast_local_ray_and_get_normal(&ray.1[i], FAR, true)
    });
    row!("sphere_sphere intersects", |i| disc.0[i].intersects(&disc.0[next(i)]), {
        let (a, b) = (&disc.1[i], &disc.1[next(i)]);
        details::intersection_test_ball_ball(b.0.translation - a.0.translation, &a.1, &b.1)
    });
    row!("segment_sphere intersects", |i| segment.0[i].intersects(&disc.0[i]), {
        details::intersection_test_point_query_ball(&disc.1[i].0, &segment.1[i], &disc.1[i].1).intersecting
    });
    row!("aabb_aabb intersects", |i| aabb.0[i].intersects(&aabb.0[next(i)]), {
        aabb.1[i].intersects(&aabb.1[next(i)])
    });
    row!("obb_obb intersects", |i| obb.0[i].intersects(&obb.0[next(i)]), {
        let (a, b) = (&obb.1[i], &obb.1[next(i)]);
        details::intersection_test_cuboid_cuboid(&a.0.inv_mul(&b.0), &a.1, &b.1)
    });
    row!("obb_segment intersects", |i| obb.0[i].intersects(&segment.0[i]), {
        let (pose, cuboid) = &obb.1[i];
        details::intersection_test_cuboid_segment(&pose.inverse(), cuboid, &segment.1[i])
    });
    row!("segment_segment intersects", |i| segment.0[i].intersects(&segment.0[next(i)]), {
        query::intersection_test(&HOME, &segment.1[i], &HOME, &segment.1[next(i)])
            .is_ok_and(|x| x.intersecting)
    });
    row!("segment_segment distance", |i| segment.0[i].distance(&segment.0[next(i)]), {
        details::distance_segment_segment(&HOME, &segment.1[i], &segment.1[next(i)])
    });
    row!("capsule_capsule intersects", |i| capsule.0[i].intersects(&capsule.0[next(i)]), {
        let (a, b) = (&capsule.1[i], &capsule.1[next(i)]);
        details::intersection_test_support_map_support_map(&HOME, a, b)
    });
    row!("triangle_triangle intersects", |i| triangle.0[i].intersects(&triangle.0[next(i)]), {
        let (a, b) = (&triangle.1[i], &triangle.1[next(i)]);
        query::intersection_test(&HOME, a, &HOME, b).is_ok_and(|x| x.intersecting)
    });
    row!("polygon_polygon intersects", |i| gjk::intersects(&polygon.0[i], &polygon.0[next(i)]), {
        details::intersection_test_support_map_support_map(&HOME, &polygon.1[i], &polygon.1[next(i)])
    });
    row!("polygon_polygon distance", |i| gjk::distance(&polygon.0[i], &polygon.0[next(i)]).distance, {
        details::distance_support_map_support_map(&HOME, &polygon.1[i], &polygon.1[next(i)])
    });
}
