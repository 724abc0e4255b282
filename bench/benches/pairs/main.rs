//! Single pairs, typed, against parry: one round of ours, one of theirs, and again, so that only the ratio speaks.
//!
//! `cargo xtask bench pairs`, or `cd bench && cargo bench --bench pairs -- NAME` for the rows whose names hold `NAME`.
//! `BARYCAST_RECORD=record/DATE.csv` keeps the table, losses included.

use barycast::convex::{epa, gjk};
use barycast::shape::{Aabb, Capsule, Convex, Cylinder, Obb, Plane, Point, Ray, Segment, Sphere, Triangle};
use glam::{Mat3, Quat, Vec3};
use parry3d::bounding_volume::BoundingVolume;
use parry3d::math::Pose;
use parry3d::query::{self, PointQuery, RayCast, details};
use parry3d::shape as theirs;
use std::fmt::Write;
use std::hint::black_box;
use std::time::Instant;

/// Pairs a row: more than a branch predictor learns by heart.
const PAIRS: usize = 1 << 13;
/// Hulls among these pairs: exact hulls take a while to make.
const HULLS: usize = 1 << 10;
/// Rounds of each side; the least counts: other work on the machine only adds.
const ROUNDS: usize = 15;

/// What a query answers, as far as two libraries can be compared by it.
trait Answer: Copy {
    /// Something that depends on all of it.
    fn digest(self) -> u32;
    fn agrees(self, other: Self) -> bool;
}

impl Answer for bool {
    fn digest(self) -> u32 {
        u32::from(self)
    }
    fn agrees(self, other: Self) -> bool {
        self == other
    }
}

impl Answer for f32 {
    fn digest(self) -> u32 {
        self.to_bits()
    }
    fn agrees(self, other: Self) -> bool {
        (self - other).abs() <= 1e-3 * (1.0 + self.abs())
    }
}

/// `t` and normal; parry's normal is zero where it has none.
impl Answer for Option<(f32, Vec3)> {
    fn digest(self) -> u32 {
        self.map_or(0, |(t, n)| (t + n.x + n.y + n.z).to_bits())
    }
    fn agrees(self, other: Self) -> bool {
        match (self, other) {
            (Some((t, n)), Some((u, m))) => t.agrees(u) && n.cross(m).length() < 1e-2,
            _ => self.is_none() == other.is_none(),
        }
    }
}

/// The rows measured so far.
struct Table {
    only: Option<String>,
    csv: String,
}

impl Table {
    fn wants(&self, name: &str) -> bool {
        self.only.as_ref().is_none_or(|only| name.contains(only.as_str()))
    }

    fn row<A: Answer>(
        &mut self,
        name: &str,
        rival: &str,
        ours: impl Fn(usize) -> A,
        theirs: impl Fn(usize) -> A,
    ) {
        if !self.wants(name) {
            return;
        }
        let agree = (0..PAIRS).filter(|&i| ours(i).agrees(theirs(i))).count() as f64 / PAIRS as f64;
        let repeats = (2e-3 / nanoseconds(1, &theirs).max(1.0) / PAIRS as f64 * 1e9).clamp(1.0, 100.0) as u32;
        let mut times = [[0.0; ROUNDS]; 2];
        for round in 0..ROUNDS {
            times[0][round] = nanoseconds(repeats, &ours);
            times[1][round] = nanoseconds(repeats, &theirs);
        }
        let [a, b] = times.map(|side| side.into_iter().fold(f64::INFINITY, f64::min));
        println!("{name:<28} {a:8.1} {b:8.1} {:6.2}   {:6.2} %  {rival}", a / b, agree * 100.0);
        writeln!(self.csv, "{name},{rival},{a:.1},{b:.1},{:.2},{agree:.4}", a / b).expect("strings take all");
    }
}

/// A query, over all pairs some times.
#[inline(never)]
fn nanoseconds<A: Answer>(repeats: u32, query: &impl Fn(usize) -> A) -> f64 {
    let start = Instant::now();
    for _ in 0..repeats {
        let mut digest = 0_u32;
        for i in 0..black_box(PAIRS) {
            digest = digest.wrapping_add(query(i).digest());
        }
        black_box(digest);
    }
    start.elapsed().as_nanos() as f64 / (f64::from(repeats) * PAIRS as f64)
}

fn vectors(seed: u64) -> impl FnMut() -> Vec3 {
    let mut rng = fastrand::Rng::with_seed(seed);
    move || Vec3::new(rng.f32() * 2.0 - 1.0, rng.f32() * 2.0 - 1.0, rng.f32() * 2.0 - 1.0)
}

fn many<T>(mut shape: impl FnMut() -> T) -> Vec<T> {
    (0..PAIRS).map(|_| shape()).collect()
}

const FAR: f32 = f32::MAX;
const HOME: Pose = Pose::IDENTITY;

/// The same shape for both libraries.
type Both<A, B> = Vec<(A, B)>;

fn spheres() -> Both<Sphere<Vec3>, (Pose, theirs::Ball)> {
    let mut v = vectors(1);
    many(|| {
        let (center, radius) = (v() * 1.5, v().x.abs());
        (Sphere { center, radius }, (Pose::from_translation(center), theirs::Ball::new(radius)))
    })
}

fn aabbs() -> Both<Aabb<Vec3>, parry3d::bounding_volume::Aabb> {
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

fn rays() -> Both<Ray<Vec3>, query::Ray> {
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
    (0..HULLS).map(|_| hull()).collect()
}

/// Every row of parry3d; of two shapes of one kind, the second is the next in the list.
fn in_3d(t: &mut Table) {
    let (sphere, aabb, obb, ray) = (spheres(), aabbs(), obbs(), rays());
    let (triangle, capsule, segment) = (triangles(), capsules(), segments());
    let (cylinder, plane) = (cylinders(), planes());
    let mut v = vectors(11);
    let point = many(|| Point(v() * 1.5));
    let next = |i: usize| (i + 1) % PAIRS;

    macro_rules! points {
        ($name:literal, $list:ident, |$shape:ident, $p:ident| $holds:expr, $far:expr) => {
            t.row(
                concat!($name, " intersects"),
                "parry3d",
                |i| point[i].intersects(&$list[i].0),
                |i| {
                    let ($shape, $p) = (&$list[i].1, point[i].0);
                    $holds
                },
            );
            t.row(
                concat!($name, " distance"),
                "parry3d",
                |i| point[i].distance(&$list[i].0),
                |i| {
                    let ($shape, $p) = (&$list[i].1, point[i].0);
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
        |i| point[i].distance(&triangle[i].0),
        |i| triangle[i].1.distance_to_local_point(point[i].0, true),
    );

    macro_rules! rays {
        ($name:literal, $list:ident, |$shape:ident, $ray:ident| $meets:expr, $cast:expr) => {
            t.row(
                concat!($name, " intersects"),
                "parry3d",
                |i| ray[i].0.intersects(&$list[i].0),
                |i| {
                    let ($shape, $ray) = (&$list[i].1, &ray[i].1);
                    $meets
                },
            );
            t.row(
                concat!($name, " cast"),
                "parry3d",
                |i| ray[i].0.cast(&$list[i].0).map(|h| (h.t, h.normal.unwrap_or_default())),
                |i| {
                    let ($shape, $ray) = (&$list[i].1, &ray[i].1);
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
    row!("sphere_sphere intersects", |i, j| sphere[i].0.intersects(&sphere[j].0), {
        let (a, b) = (&sphere[i].1, &sphere[j].1);
        details::intersection_test_ball_ball(b.0.translation - a.0.translation, &a.1, &b.1)
    });
    row!("sphere_sphere distance", |i, j| sphere[i].0.distance(&sphere[j].0), {
        let (a, b) = (&sphere[i].1, &sphere[j].1);
        details::distance_ball_ball(&a.1, b.0.translation - a.0.translation, &b.1)
    });
    row!("aabb_sphere intersects", |i, j| aabb[i].0.intersects(&sphere[i].0), {
        let ((pose, ball), shape) = (&sphere[i].1, &aabb[i].1);
        shape.distance_to_local_point(pose.translation, true) <= ball.radius
    });
    row!("obb_sphere intersects", |i, j| obb[i].0.intersects(&sphere[i].0), {
        let (ball, cuboid) = (&sphere[i].1, &obb[i].1);
        details::intersection_test_point_query_ball(&cuboid.0.inv_mul(&ball.0), &cuboid.1, &ball.1)
            .intersecting
    });
    row!("capsule_sphere intersects", |i, j| capsule[i].0.intersects(&sphere[i].0), {
        details::intersection_test_point_query_ball(&sphere[i].1.0, &capsule[i].1, &sphere[i].1.1)
            .intersecting
    });
    row!("sphere_triangle intersects", |i, j| sphere[i].0.intersects(&triangle[i].0), {
        details::intersection_test_point_query_ball(&sphere[i].1.0, &triangle[i].1, &sphere[i].1.1)
            .intersecting
    });
    row!("aabb_aabb intersects", |i, j| aabb[i].0.intersects(&aabb[j].0), aabb[i].1.intersects(&aabb[j].1));
    row!("aabb_obb intersects", |i, j| aabb[i].0.intersects(&obb[i].0), {
        let (shape, (pose, cuboid)) = (&aabb[i].1, &obb[i].1);
        let between = Pose::from_translation(-shape.center()) * *pose;
        details::intersection_test_cuboid_cuboid(&between, &theirs::Cuboid::new(shape.half_extents()), cuboid)
    });
    row!("aabb_triangle intersects", |i, j| aabb[i].0.intersects(&triangle[i].0), {
        details::intersection_test_aabb_triangle(&aabb[i].1, &triangle[i].1)
    });
    row!("obb_obb intersects", |i, j| obb[i].0.intersects(&obb[j].0), {
        let (a, b) = (&obb[i].1, &obb[j].1);
        details::intersection_test_cuboid_cuboid(&a.0.inv_mul(&b.0), &a.1, &b.1)
    });
    row!("capsule_capsule intersects", |i, j| capsule[i].0.intersects(&capsule[j].0), {
        details::intersection_test_support_map_support_map(&HOME, &capsule[i].1, &capsule[j].1)
    });
    row!("capsule_capsule by segments", |i, j| capsule[i].0.intersects(&capsule[j].0), {
        let (a, b) = (&capsule[i].1, &capsule[j].1);
        details::distance_segment_segment(&HOME, &a.segment, &b.segment) <= a.radius + b.radius
    });
    row!("triangle_triangle intersects", |i, j| triangle[i].0.intersects(&triangle[j].0), {
        query::intersection_test(&HOME, &triangle[i].1, &HOME, &triangle[j].1).is_ok_and(|x| x.intersecting)
    });
    row!("segment_segment distance", |i, j| segment[i].0.distance(&segment[j].0), {
        details::distance_segment_segment(&HOME, &segment[i].1, &segment[j].1)
    });
    row!("capsule_capsule distance", |i, j| capsule[i].0.distance(&capsule[j].0), {
        query::distance(&HOME, &capsule[i].1, &HOME, &capsule[j].1).map_or(f32::NAN, |x| x.distance)
    });
    row!("obb_obb distance", |i, j| obb[i].0.distance(&obb[j].0), {
        let (a, b) = (&obb[i].1, &obb[j].1);
        details::distance_cuboid_cuboid(&a.0.inv_mul(&b.0), &a.1, &b.1)
    });
    if !["hull_hull intersects", "hull_hull distance", "hull_hull contact"].iter().any(|name| t.wants(name)) {
        return;
    }
    let few = hulls();
    let hull = |i: usize| (&few[i % HULLS], &few[(i * 5 + 1) % HULLS]);
    t.row(
        "hull_hull intersects",
        "parry3d",
        |i| gjk::intersects(&hull(i).0.0, &hull(i).1.0),
        |i| details::intersection_test_support_map_support_map(&HOME, &hull(i).0.1, &hull(i).1.1),
    );
    t.row(
        "hull_hull distance",
        "parry3d",
        |i| gjk::distance(&hull(i).0.0, &hull(i).1.0).distance,
        |i| details::distance_support_map_support_map(&HOME, &hull(i).0.1, &hull(i).1.1),
    );
    let contact = |a: &Convex<_>, b: &Convex<_>| match gjk::intersects(a, b) {
        true => epa::outcome(a, b).contact.depth,
        false => 0.0,
    };
    t.row(
        "hull_hull contact",
        "parry3d",
        |i| contact(&hull(i).0.0, &hull(i).1.0),
        |i| {
            details::contact_support_map_support_map(&HOME, &hull(i).0.1, &hull(i).1.1, 0.0)
                .map_or(0.0, |c| -c.dist)
        },
    );
}

fn main() {
    let only = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    let mut table = Table { only, csv: "pair,rival,ours_ns,theirs_ns,ratio,agree\n".into() };
    println!("{:<28} {:>8} {:>8} {:>6}   {:>8}", "ns a pair", "ours", "theirs", "ratio", "agree");
    in_3d(&mut table);
    if let Ok(path) = std::env::var("BARYCAST_RECORD") {
        std::fs::write(path, table.csv).expect("the record can be written");
    }
}
