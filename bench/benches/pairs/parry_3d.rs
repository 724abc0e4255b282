//! Comparison with parry3d in `f32`.
//!
//! Rows that do not agree everywhere are shapes for which parry3d iterates (GJK) up to its
//! tolerance.

use crate::harness::{Both, HULLS, PAIRS, Table, many};
use barycast::convex::{epa, gjk};
use barycast::shape::{
    Aabb, Capsule, Cone, Convex, Cylinder, Obb, Plane, Point, Ray, Segment, Sphere, Triangle,
};
use glam::{Mat3, Quat, Vec3};
use parry3d::bounding_volume::BoundingVolume;
use parry3d::math::Pose;
use parry3d::query::{self, PointQuery, RayCast, details};
use parry3d::shape as theirs;

const FAR: f32 = f32::MAX;
const HOME: Pose = Pose::IDENTITY;
const HULL_ROWS: [&str; 4] =
    ["hull_hull intersects", "hull_hull distance", "hull_hull contact", "hull_hull distance watched"];

pub fn vectors(seed: u64) -> impl FnMut() -> Vec3 {
    let mut rng = fastrand::Rng::with_seed(seed);
    move || Vec3::new(rng.f32() * 2.0 - 1.0, rng.f32() * 2.0 - 1.0, rng.f32() * 2.0 - 1.0)
}

pub fn spheres() -> Both<Sphere<Vec3>, (Pose, theirs::Ball)> {
    let mut v = vectors(1);
    many(|| {
        let (center, radius) = (v() * 1.5, v().x.abs());
        (Sphere { center, radius }, (Pose::from_translation(center), theirs::Ball::new(radius)))
    })
}

pub fn aabbs() -> Both<Aabb<Vec3>, parry3d::bounding_volume::Aabb> {
    let mut v = vectors(2);
    many(|| {
        let (a, b) = (v(), v());
        let (min, max) = (a.min(b), a.max(b));
        (Aabb { min, max }, parry3d::bounding_volume::Aabb::new(min, max))
    })
}

fn rotation(v: &mut impl FnMut() -> Vec3) -> Quat {
    Quat::from_xyzw(v().x, v().y, v().z, v().x).normalize()
}

fn obbs() -> Both<Obb<Vec3>, (Pose, theirs::Cuboid)> {
    let mut v = vectors(3);
    many(|| {
        let q = rotation(&mut v);
        let m = Mat3::from_quat(q);
        let (center, half_extents) = (v() * 1.5, v().abs());
        let obb = Obb { center, half_extents, axes: [m.x_axis, m.y_axis, m.z_axis] };
        (obb, (Pose::from_parts(center, q), theirs::Cuboid::new(half_extents)))
    })
}

pub fn rays() -> Both<Ray<Vec3>, query::Ray> {
    let mut v = vectors(4);
    many(|| {
        let origin = v() * 4.0;
        let direction = v() * 0.7 - origin;
        (Ray { origin, direction }, query::Ray::new(origin, direction))
    })
}

fn triangles() -> Both<Triangle<Vec3>, theirs::Triangle> {
    let mut v = vectors(5);
    many(|| {
        let (a, b, c) = (v() * 3.0, v() * 3.0, v() * 3.0);
        (Triangle { a, b, c }, theirs::Triangle::new(a, b, c))
    })
}

fn capsules() -> Both<Capsule<Vec3>, theirs::Capsule> {
    let mut v = vectors(6);
    many(|| {
        let (a, b, radius) = (v() * 1.5, v() * 1.5, v().x.abs() * 0.5);
        (Capsule { a, b, radius }, theirs::Capsule::new(a, b, radius))
    })
}

fn segments() -> Both<Segment<Vec3>, theirs::Segment> {
    let mut v = vectors(7);
    many(|| {
        let (a, b) = (v() * 1.5, v() * 1.5);
        (Segment { a, b }, theirs::Segment::new(a, b))
    })
}

fn cylinders() -> Both<Cylinder<Vec3>, (Pose, theirs::Cylinder)> {
    let mut v = vectors(8);
    many(|| {
        let q = rotation(&mut v);
        let (center, half, radius) = (v() * 1.5, v().x.abs(), v().y.abs());
        let up = q * Vec3::Y * half;
        let ours = Cylinder { a: center - up, b: center + up, radius };
        (ours, (Pose::from_parts(center, q), theirs::Cylinder::new(half, radius)))
    })
}

fn cones() -> Both<Cone<Vec3>, (Pose, theirs::Cone)> {
    let mut v = vectors(12);
    many(|| {
        let q = rotation(&mut v);
        let (center, half, radius) = (v() * 1.5, v().x.abs(), v().y.abs());
        let up = q * Vec3::Y * half;
        let ours = Cone { apex: center + up, base: center - up, radius };
        (ours, (Pose::from_parts(center, q), theirs::Cone::new(half, radius)))
    })
}

fn planes() -> Both<Plane<Vec3>, (Pose, theirs::HalfSpace)> {
    let mut v = vectors(9);
    many(|| {
        let (point, normal) = (v(), v().normalize());
        let theirs = (Pose::from_translation(point), theirs::HalfSpace::new(normal));
        (Plane::new(normal, normal.dot(point)), theirs)
    })
}

fn hulls() -> Both<Convex<Vec3>, theirs::ConvexPolyhedron> {
    let mut v = vectors(10);
    let mut hull = || {
        let (center, size) = (v() * 1.5, v() * 0.5 + Vec3::splat(0.7));
        let points: Vec<Vec3> = (0..32).map(|_| center + v().normalize() * size).collect();
        let ours = Convex::try_new(points.clone()).expect("finite points");
        (ours, theirs::ConvexPolyhedron::from_convex_hull(&points).expect("thick hulls"))
    };
    (0..HULLS).map(|_| hull()).unzip()
}

/// All rows. For two shapes of one kind, the second is the next in the list.
pub fn rows(t: &mut Table) {
    let (sphere, aabb, obb, ray) = (spheres(), aabbs(), obbs(), rays());
    let (triangle, capsule, segment) = (triangles(), capsules(), segments());
    let (cylinder, plane) = (cylinders(), planes());
    let mut v = vectors(11);
    let point: Vec<_> = (0..PAIRS).map(|_| Point(v() * 1.5)).collect();
    let next = |i: usize| (i + 1) % PAIRS;

    macro_rules! points {
        ($name:literal, $list:ident, |$shape:ident, $p:ident| $holds:expr, $far:expr) => {
            t.row(
                concat!($name, " intersects"),
                "parry3d",
                |i| point[i].intersects(&$list.0[i]),
                |i| {
                    let ($shape, $p) = (&$list.1[i], point[i].0);
                    $holds
                },
            );
            t.row(
                concat!($name, " distance"),
                "parry3d",
                |i| point[i].distance(&$list.0[i]),
                |i| {
                    let ($shape, $p) = (&$list.1[i], point[i].0);
                    $far
                },
            );
        };
    }
    points!("point_sphere", sphere, |s, p| s.1.contains_point(&s.0, p), s.1.distance_to_point(&s.0, p, true));
    points!("aabb_point", aabb, |s, p| s.contains_local_point(p), s.distance_to_local_point(p, true));
    points!("obb_point", obb, |s, p| s.1.contains_point(&s.0, p), s.1.distance_to_point(&s.0, p, true));
    points!("capsule_point", capsule, |s, p| s.contains_local_point(p), s.distance_to_local_point(p, true));
    points!(
        "cylinder_point",
        cylinder,
        |s, p| s.1.contains_point(&s.0, p),
        s.1.distance_to_point(&s.0, p, true)
    );
    t.row(
        "point_triangle distance",
        "parry3d",
        |i| point[i].distance(&triangle.0[i]),
        |i| triangle.1[i].distance_to_local_point(point[i].0, true),
    );

    macro_rules! rays {
        ($name:literal, $list:ident, |$shape:ident, $ray:ident| $meets:expr, $cast:expr) => {
            t.row(
                concat!($name, " intersects"),
                "parry3d",
                |i| ray.0[i].intersects(&$list.0[i]),
                |i| {
                    let ($shape, $ray) = (&$list.1[i], &ray.1[i]);
                    $meets
                },
            );
            t.row(
                concat!($name, " cast"),
                "parry3d",
                |i| ray.0[i].cast(&$list.0[i]).map(|h| (h.t, h.normal.unwrap_or_default())),
                |i| {
                    let ($shape, $ray) = (&$list.1[i], &ray.1[i]);
                    $cast.map(|h| (h.time_of_impact, h.normal))
                },
            );
        };
    }
    rays!("ray_sphere", sphere, |s, r| s.1.intersects_ray(&s.0, r, FAR), {
        s.1.cast_ray_and_get_normal(&s.0, r, FAR, true)
    });
    rays!("aabb_ray", aabb, |s, r| s.intersects_local_ray(r, FAR), {
        s.cast_local_ray_and_get_normal(r, FAR, true)
    });
    rays!("obb_ray", obb, |s, r| s.1.intersects_ray(&s.0, r, FAR), {
        s.1.cast_ray_and_get_normal(&s.0, r, FAR, true)
    });
    rays!("capsule_ray", capsule, |s, r| s.intersects_local_ray(r, FAR), {
        s.cast_local_ray_and_get_normal(r, FAR, true)
    });
    rays!("cylinder_ray", cylinder, |s, r| s.1.intersects_ray(&s.0, r, FAR), {
        s.1.cast_ray_and_get_normal(&s.0, r, FAR, true)
    });
    let cone = cones();
    t.row(
        "cone_ray cast",
        "parry3d",
        |i| ray.0[i].cast(&cone.0[i]).map(|h| (h.t, h.normal.unwrap_or_default())),
        |i| {
            let ((pose, shape), ray) = (&cone.1[i], &ray.1[i]);
            let hit = shape.cast_ray_and_get_normal(pose, ray, FAR, true);
            hit.map(|h| (h.time_of_impact, h.normal))
        },
    );
    rays!("ray_triangle", triangle, |s, r| s.intersects_local_ray(r, FAR), {
        s.cast_local_ray_and_get_normal(r, FAR, true)
    });
    rays!("plane_ray", plane, |s, r| s.1.cast_ray(&s.0, r, FAR, false).is_some(), {
        s.1.cast_ray_and_get_normal(&s.0, r, FAR, false)
    });

    macro_rules! row {
        ($name:literal, |$i:ident, $j:ident| $ours:expr, $theirs:expr) => {
            t.row(
                $name,
                "parry3d",
                |$i| {
                    let $j = next($i);
                    let _ = $j;
                    $ours
                },
                |$i| {
                    let $j = next($i);
                    let _ = $j;
                    $theirs
                },
            );
        };
    }
    row!("sphere_sphere intersects", |i, j| sphere.0[i].intersects(&sphere.0[j]), {
        let (a, b) = (&sphere.1[i], &sphere.1[j]);
        details::intersection_test_ball_ball(b.0.translation - a.0.translation, &a.1, &b.1)
    });
    row!("sphere_sphere distance", |i, j| sphere.0[i].distance(&sphere.0[j]), {
        let (a, b) = (&sphere.1[i], &sphere.1[j]);
        details::distance_ball_ball(&a.1, b.0.translation - a.0.translation, &b.1)
    });
    row!("aabb_sphere intersects", |i, j| aabb.0[i].intersects(&sphere.0[i]), {
        let ((pose, ball), shape) = (&sphere.1[i], &aabb.1[i]);
        shape.distance_to_local_point(pose.translation, true) <= ball.radius
    });
    row!("obb_sphere intersects", |i, j| obb.0[i].intersects(&sphere.0[i]), {
        let (ball, cuboid) = (&sphere.1[i], &obb.1[i]);
        details::intersection_test_point_query_ball(&cuboid.0.inv_mul(&ball.0), &cuboid.1, &ball.1)
            .intersecting
    });
    row!("capsule_sphere intersects", |i, j| capsule.0[i].intersects(&sphere.0[i]), {
        details::intersection_test_point_query_ball(&sphere.1[i].0, &capsule.1[i], &sphere.1[i].1)
            .intersecting
    });
    row!("sphere_triangle intersects", |i, j| sphere.0[i].intersects(&triangle.0[i]), {
        details::intersection_test_point_query_ball(&sphere.1[i].0, &triangle.1[i], &sphere.1[i].1)
            .intersecting
    });
    row!("aabb_aabb intersects", |i, j| aabb.0[i].intersects(&aabb.0[j]), aabb.1[i].intersects(&aabb.1[j]));
    row!("aabb_obb intersects", |i, j| aabb.0[i].intersects(&obb.0[i]), {
        let (shape, (pose, cuboid)) = (&aabb.1[i], &obb.1[i]);
        let between = Pose::from_translation(-shape.center()) * *pose;
        details::intersection_test_cuboid_cuboid(&between, &theirs::Cuboid::new(shape.half_extents()), cuboid)
    });
    row!("aabb_triangle intersects", |i, j| aabb.0[i].intersects(&triangle.0[i]), {
        details::intersection_test_aabb_triangle(&aabb.1[i], &triangle.1[i])
    });
    row!("obb_obb intersects", |i, j| obb.0[i].intersects(&obb.0[j]), {
        let (a, b) = (&obb.1[i], &obb.1[j]);
        details::intersection_test_cuboid_cuboid(&a.0.inv_mul(&b.0), &a.1, &b.1)
    });
    row!("capsule_capsule intersects", |i, j| capsule.0[i].intersects(&capsule.0[j]), {
        details::intersection_test_support_map_support_map(&HOME, &capsule.1[i], &capsule.1[j])
    });
    row!("capsule_capsule by segments", |i, j| capsule.0[i].intersects(&capsule.0[j]), {
        let (a, b) = (&capsule.1[i], &capsule.1[j]);
        details::distance_segment_segment(&HOME, &a.segment, &b.segment) <= a.radius + b.radius
    });
    row!("triangle_triangle intersects", |i, j| triangle.0[i].intersects(&triangle.0[j]), {
        query::intersection_test(&HOME, &triangle.1[i], &HOME, &triangle.1[j]).is_ok_and(|x| x.intersecting)
    });
    row!("segment_segment distance", |i, j| segment.0[i].distance(&segment.0[j]), {
        details::distance_segment_segment(&HOME, &segment.1[i], &segment.1[j])
    });
    row!("capsule_capsule distance", |i, j| capsule.0[i].distance(&capsule.0[j]), {
        query::distance(&HOME, &capsule.1[i], &HOME, &capsule.1[j]).map_or(f32::NAN, |x| x.distance)
    });
    row!("obb_obb distance", |i, j| obb.0[i].distance(&obb.0[j]), {
        let (a, b) = (&obb.1[i], &obb.1[j]);
        details::distance_cuboid_cuboid(&a.0.inv_mul(&b.0), &a.1, &b.1)
    });
    if !HULL_ROWS.iter().any(|name| t.wants(name)) {
        return;
    }
    let (few, their_few) = hulls();
    let places = |i: usize| (i % HULLS, (i * 5 + 1) % HULLS);
    let hull = |i: usize| (&few[places(i).0], &few[places(i).1]);
    let their_hull = |i: usize| (&their_few[places(i).0], &their_few[places(i).1]);
    t.row(
        "hull_hull intersects",
        "parry3d",
        |i| gjk::intersects(hull(i).0, hull(i).1),
        |i| details::intersection_test_support_map_support_map(&HOME, their_hull(i).0, their_hull(i).1),
    );
    t.row(
        "hull_hull distance",
        "parry3d",
        |i| gjk::distance(hull(i).0, hull(i).1).distance,
        |i| details::distance_support_map_support_map(&HOME, their_hull(i).0, their_hull(i).1),
    );
    let contact = |a: &Convex<_>, b: &Convex<_>| match gjk::intersects(a, b) {
        true => epa::outcome(a, b).contact.depth,
        false => 0.0,
    };
    t.row(
        "hull_hull contact",
        "parry3d",
        |i| contact(hull(i).0, hull(i).1),
        |i| {
            details::contact_support_map_support_map(&HOME, their_hull(i).0, their_hull(i).1, 0.0)
                .map_or(0.0, |c| -c.dist)
        },
    );
    t.row(
        "hull_hull distance watched",
        "itself unwatched",
        |i| gjk::watched(hull(i).0, hull(i).1, &mut |_: &[Vec3], _, _, _| {}).closest.distance,
        |i| gjk::distance(hull(i).0, hull(i).1).distance,
    );
}
