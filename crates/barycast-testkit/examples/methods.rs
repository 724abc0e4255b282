//! Textbook methods for rays against boxes, spheres and cylinders, compared with the library's:
//! time, and number of wrong results.
//!
//! `cargo run -p barycast-testkit --example methods --config
//! 'profile.dev.package.barycast-testkit.opt-level=3' > docs/methods.md` writes the page: the
//! kernels are generic, and so are compiled with this file.

use barycast::dynamic::any::Shape3;
use barycast::pair::method::line_infinite_cylinder::{LineCylinder, by_common_normal};
use barycast::pair::method::{ray_aabb, ray_obb, ray_sphere};
use barycast::shape::{Aabb, InfiniteCylinder, Line, Obb, Ray, Segment, Sphere};
use fastrand::Rng;
use glam::{DMat3, DQuat, DVec3, Vec3};
use std::hint::black_box;
use std::time::Instant;

/// Rays per table and distance.
const RAYS: usize = 4096;
/// Distances of ray origins, in sizes of the target.
const DISTANCES: [f64; 3] = [1e1, 1e3, 1e5];

/// The results of a method in one precision.
struct Figures {
    nanoseconds: f64,
    /// At each distance: the fraction of wrong hit tests for grazing rays, and the largest error of
    /// `t` for others, in ulp.
    at: [(f64, f64); 3],
}

/// A ray and the exact `t` for its numbers; `None` for a miss.
struct Case<R> {
    ray: R,
    grazes: bool,
    truth: Option<f64>,
}

fn unit(rng: &mut Rng) -> DVec3 {
    loop {
        let v = DVec3::new(rng.f64() - 0.5, rng.f64() - 0.5, rng.f64() - 0.5);
        if (0.01..0.25).contains(&v.length_squared()) {
            return v.normalize();
        }
    }
}

/// Draws a ray from a distance at a point, and whether that point is on the silhouette.
fn aims(
    distance: f64,
    seed: u64,
    silhouette: &dyn Fn(&mut Rng, DVec3) -> DVec3,
) -> Vec<(DVec3, DVec3, bool)> {
    let mut rng = Rng::with_seed(seed);
    (0..RAYS)
        .map(|i| {
            let origin = unit(&mut rng) * distance;
            let grazes = i % 2 == 0;
            let target =
                if grazes { silhouette(&mut rng, origin) } else { unit(&mut rng) * (rng.f64() * 0.9) };
            (origin, (target - origin).normalize(), grazes)
        })
        .collect()
}

macro_rules! in_precision {
    ($module:ident $V:ident $S:ident) => {
        mod $module {
            use super::*;

            fn narrow(v: DVec3) -> $V {
                $V::new(v.x as $S, v.y as $S, v.z as $S)
            }

            #[allow(clippy::unnecessary_cast, reason = "of f32 it is one")]
            fn wide(v: $V) -> DVec3 {
                DVec3::new(v.x as f64, v.y as f64, v.z as f64)
            }

            /// Draws the cases at a distance, with their exact results.
            fn cases(
                distance: f64,
                shape: &Shape3,
                silhouette: &dyn Fn(&mut Rng, DVec3) -> DVec3,
            ) -> Vec<Case<Ray<$V>>> {
                let aimed = aims(distance, distance as u64, silhouette);
                aimed
                    .into_iter()
                    .map(|(origin, direction, grazes)| {
                        let ray = Ray::new(narrow(origin), narrow(direction));
                        let exact = Shape3::from(Ray::new(wide(ray.origin), wide(ray.direction)));
                        let hit = exact.cast(shape).expect("a ray");
                        Case { ray, grazes, truth: hit.map(|hit| hit.t) }
                    })
                    .collect()
            }

            /// Measures a method that returns the entry parameter, or NaN if it only tests for a
            /// hit.
            fn figures(
                shape: &Shape3,
                silhouette: &dyn Fn(&mut Rng, DVec3) -> DVec3,
                method: impl Fn(&Ray<$V>) -> Option<$S>,
            ) -> Figures {
                let mut nanoseconds = f64::INFINITY;
                let at = DISTANCES.map(|distance| {
                    let cases = cases(distance, shape, silhouette);
                    let (mut wrong, mut grazing, mut off) = (0, 0, 0.0_f64);
                    for case in &cases {
                        let said = method(&case.ray);
                        if case.grazes {
                            grazing += 1;
                            wrong += usize::from(said.is_some() != case.truth.is_some());
                        } else if let (Some(t), Some(truth)) = (said, case.truth) {
                            let ulp = f64::from(<$S>::EPSILON) * truth;
                            let error = (f64::from(t) - truth).abs() / ulp;
                            off = if t.is_nan() { f64::NAN } else { off.max(error) };
                        }
                    }
                    for _ in 0..40 {
                        let start = Instant::now();
                        for case in &cases {
                            black_box(method(black_box(&case.ray)));
                        }
                        nanoseconds = nanoseconds.min(start.elapsed().as_secs_f64() * 1e9 / RAYS as f64);
                    }
                    (wrong as f64 / grazing as f64, off)
                });
                Figures { nanoseconds, at }
            }

            /// Returns the rows of all tables: the table, the method, its results.
            #[allow(clippy::too_many_lines, reason = "a list of all methods")]
            pub(crate) fn all() -> Vec<(usize, &'static str, Figures)> {
                let far = $S::MAX;
                let q = DQuat::from_xyzw(0.3, -0.2, 0.5, 0.7).normalize();
                let turn = DMat3::from_quat(q);
                let axes = [turn.x_axis, turn.y_axis, turn.z_axis].map(narrow);
                let aabb = Aabb::new($V::splat(-1.0), $V::splat(1.0));
                let obb = Obb { center: $V::ZERO, half_extents: $V::ONE, axes };
                let ball = Sphere::new($V::ZERO, 1.0);
                let pipe = InfiniteCylinder::new($V::ZERO, axes[2], 1.0);
                let lifted = |x: $S| f64::from(x);
                let shapes: [Shape3; 4] = [
                    aabb.lift::<DVec3>(&lifted).into(),
                    obb.lift::<DVec3>(&lifted).into(),
                    ball.lift::<DVec3>(&lifted).into(),
                    pipe.lift::<DVec3>(&lifted).into(),
                ];
                // On an edge of the box.
                let edge = |rng: &mut Rng, _: DVec3| {
                    let mut p = [1.0, -1.0, rng.f64() * 2.0 - 1.0];
                    p.rotate_left(rng.usize(0..3));
                    DVec3::from_array(p)
                };
                let turned_edge = |rng: &mut Rng, o: DVec3| {
                    DMat3::from_cols(wide(axes[0]), wide(axes[1]), wide(axes[2])) * edge(rng, o)
                };
                // The tangent point as seen from there, and points beside it by up to a thousandth
                // of the radius.
                let rim = |rng: &mut Rng, o: DVec3| {
                    let way = o.normalize();
                    let across = way.cross(unit(rng)).normalize();
                    let sine = (1.0 - 1.0 / o.length_squared()).sqrt();
                    (way / o.length() + across * sine) * (1.0 + (rng.f64() - 0.5) * 2e-3)
                };
                let side = |rng: &mut Rng, o: DVec3| {
                    let axis = wide(axes[2]);
                    let around = o - axis * o.dot(axis);
                    let (way, far) = (around.normalize(), around.length().max(1.001));
                    let across = axis.cross(way) * if rng.bool() { 1.0 } else { -1.0 };
                    let p = way / far + across * (1.0 - 1.0 / (far * far)).sqrt();
                    p * (1.0 + (rng.f64() - 0.5) * 2e-3) + axis * o.dot(axis)
                };
                let yes = |is: bool| is.then_some($S::NAN);
                vec![
                    (
                        0,
                        "`Ray::cast` (`pair::aabb_ray`)",
                        figures(&shapes[0], &edge, |r| r.cast(&aabb).map(|h| h.t)),
                    ),
                    (
                        0,
                        "`Ray::intersects`, yes or no",
                        figures(&shapes[0], &edge, |r| yes(r.intersects(&aabb))),
                    ),
                    (
                        0,
                        "slabs (`by_slabs`)",
                        figures(&shapes[0], &edge, |r| ray_aabb::by_slabs(r, &aabb, far).map(|s| s.enter)),
                    ),
                    (
                        0,
                        "candidate planes (`by_woo`)",
                        figures(&shapes[0], &edge, |r| ray_aabb::by_woo(r, &aabb, far).map(|h| h.t)),
                    ),
                    (
                        0,
                        "slopes (`SlopeRay`), made for one box",
                        figures(&shapes[0], &edge, |r| ray_aabb::SlopeRay::new(r).first_hit(&aabb, far)),
                    ),
                    (
                        0,
                        "segment by separating axes, yes or no",
                        figures(&shapes[0], &edge, |r| {
                            let segment =
                                Segment::new(r.origin, r.origin + r.direction * (r.origin.length() * 2.0));
                            yes(ray_aabb::segment_by_separating_axes(&segment, &aabb))
                        }),
                    ),
                    (
                        1,
                        "`Ray::cast` (`pair::obb_ray`)",
                        figures(&shapes[1], &turned_edge, |r| r.cast(&obb).map(|h| h.t)),
                    ),
                    (
                        1,
                        "slabs along its axes (`by_axes`)",
                        figures(&shapes[1], &turned_edge, |r| {
                            ray_obb::by_axes(r, &obb, far).map(|s| s.enter)
                        }),
                    ),
                    (
                        1,
                        "in its frame (`in_frame`)",
                        figures(&shapes[1], &turned_edge, |r| {
                            ray_obb::in_frame(r, &obb, far).map(|s| s.enter)
                        }),
                    ),
                    (
                        1,
                        "the unit cube (`by_unit_cube`)",
                        figures(&shapes[1], &turned_edge, |r| {
                            ray_obb::by_unit_cube(r, &obb, far).map(|h| h.t)
                        }),
                    ),
                    (
                        2,
                        "`Ray::cast` (`pair::ray_sphere`)",
                        figures(&shapes[2], &rim, |r| r.cast(&ball).map(|h| h.t)),
                    ),
                    (
                        2,
                        "Pythagoras (`by_pythagoras`)",
                        figures(&shapes[2], &rim, |r| ray_sphere::by_pythagoras(r, &ball).map(|s| s.enter)),
                    ),
                    (
                        2,
                        "the quadratic (`by_quadratic`)",
                        figures(&shapes[2], &rim, |r| ray_sphere::by_quadratic(r, &ball).map(|s| s.enter)),
                    ),
                    (
                        3,
                        "`Ray::cast` (`pair::infinite_cylinder_ray`)",
                        figures(&shapes[3], &side, |r| r.cast(&pipe).map(|h| h.t)),
                    ),
                    (
                        3,
                        "the common normal (`by_common_normal`)",
                        figures(&shapes[3], &side, |r| {
                            match by_common_normal(&Line::new(r.origin, r.direction), &pipe) {
                                LineCylinder::NotParallel(a) if a.count > 0 && a.t[1] >= 0.0 => {
                                    Some(a.t[0].max(0.0))
                                }
                                LineCylinder::Parallel { inside: true, .. } => Some(0.0),
                                _ => None,
                            }
                        }),
                    ),
                ]
            }
        }
    };
}
in_precision!(single Vec3 f32);
in_precision!(double DVec3 f64);

const HEAD: &str = "# Textbook methods compared with the library

Generated by `cargo run -p barycast-testkit --example methods --config 'profile.dev.package.barycast-testkit.opt-level=3' > docs/methods.md`: the kernels
are generic and therefore compiled with the example, at level 3. `barycast::pair::method` contains well-known textbook methods under their names; this page
shows the cost of each and where it loses accuracy. Use the method in the first row of each table.

- **ns** is the time of one query on one core, the least of 120 rounds over 4,096 rays, of which about three in four hit. `Ray::cast` also returns
  the point, the normal and the side; the textbook methods return only `t`, or `t` with the face.
- **wrong** is the share of wrong decisions among rays aimed at a point of an edge of the box, or past the silhouette of a round shape
  by up to a thousandth of the radius. The ray is taken as given after rounding: the correct answer is that of `Shape3`, which is exact.
- **off** is the largest error of `t` among rays aimed at the inside, in ulp of `t`; a dash for methods that only decide.
- Rays start 10, 1,000 and 100,000 half sizes of the shape away, where an `f32` ray is rounded to 1e-6, 1e-4 and 1e-2 of the shape.

";

const TITLES: [(&str, &str); 4] = [
    (
        "Ray and axis-aligned box",
        "A ray aimed at a point of an edge passes it within the last digit of its numbers, so that \
         floats alone cannot decide correctly; `intersects_exactly` does. The library's test, which \
         avoids quotients, and the separating axes have the fewest wrong decisions. Woo's method and \
         slopes have more for distant rays, because they compare a point on the ray, which is rounded \
         once more, with the face. All methods return the same `t` for rays aimed at the inside. \
         Slopes are meant for many boxes per ray: prepared for a single box, they take the most time.",
    ),
    (
        "Ray and oriented box",
        "All methods use rounded dot products with the axes, and none is more accurate than another: \
         `t` is within about 4 ulp. The unit cube also returns the position on the face in about the \
         same time.",
    ),
    (
        "Ray and sphere",
        "Both textbook methods subtract squares of the distance: in `f32` a thousandth of the radius \
         is lost at 1,000 radii, where decisions are random and `t` is off by thousands of ulp. In \
         `f64` the decisions here are correct, but `t` loses five digits at 100,000 radii. \
         `pair::ray_sphere` uses the cross product, which is as small as the distance from the line: \
         `t` stays within 2 ulp. In `f32` at 100,000 radii the vector to the centre, and hence the \
         cross product, is rounded to more than a thousandth of the radius.",
    ),
    (
        "Ray and infinite cylinder",
        "The common normal and the quadratic equation of `pair` lose the same digits. The common \
         normal takes four times as long, and also returns the angle, the distance and the closest \
         points.",
    ),
];

fn figure(x: f64) -> String {
    if x.is_nan() {
        "-".to_owned()
    } else if x < 100.0 {
        format!("{x:.1}")
    } else {
        format!("{x:.1e}")
    }
}

fn main() {
    print!("{HEAD}");
    let (single, double) = (single::all(), double::all());
    for (i, (title, text)) in TITLES.iter().enumerate() {
        println!("## {title}\n");
        println!("| | | ns | wrong at 10 | off | wrong at 1,000 | off | wrong at 100,000 | off |");
        println!("|---|---|---:|---:|---:|---:|---:|---:|---:|");
        let rows = single.iter().zip(&double).filter(|((table, ..), _)| *table == i);
        for ((_, name, f32s), (_, _, f64s)) in rows {
            for (precision, figures) in [("`f32`", f32s), ("`f64`", f64s)] {
                let Figures { nanoseconds, at } = figures;
                print!("| {name} | {precision} | {nanoseconds:.1} ");
                for (wrong, off) in at {
                    print!("| {:.1}% | {} ", wrong * 100.0, figure(*off));
                }
                println!("|");
            }
        }
        println!("\n{text}\n");
    }
}
