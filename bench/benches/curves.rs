//! Cubic curves: barycast, kurbo, lyon and bevy_math in turns: `cargo bench --bench curves`.
//!
//! One thread. Columns are medians of 31 rounds in nanoseconds per query, and their time divided by
//! ours: above 1 is faster. Control points are random in a square or cube of side 100. Results are
//! compared in the first round.

use barycast::curve::{Bezier, CatmullRom, Parametrization, PiecewiseBezier};
use bevy_math::cubic_splines::{CubicCardinalSpline, CubicCurve, CubicGenerator, CubicSegment};
use glam::{DVec2, Vec2, Vec3};
use kurbo::{CubicBez, ParamCurve, ParamCurveArclen, ParamCurveExtrema, ParamCurveNearest, PathEl};
use lyon_geom::{CubicBezierSegment, Point};
use std::hint::black_box;
use std::time::Instant;

const CURVES: usize = 1024;
const ROUNDS: usize = 31;

/// Converts a vector to the version of glam that bevy_math uses.
fn theirs(v: Vec3) -> bevy_math::Vec3 {
    bevy_math::Vec3::from_array(v.to_array())
}

/// Sums all coordinates.
fn sum(points: impl Iterator<Item = Vec3>) -> f64 {
    f64::from(points.map(Vec3::element_sum).sum::<f32>())
}

/// One implementation: the sum of its results, to compare, and their number.
type Way<'a> = (&'static str, Box<dyn Fn() -> (f64, usize) + 'a>);

/// Measures implementations, ours first; results may differ by a relative error of `off`.
fn row(question: &str, questions: usize, off: f64, ways: &[Way<'_>]) {
    let mut times = vec![Vec::new(); ways.len()];
    let found: Vec<_> = ways.iter().map(|(_, way)| way()).collect();
    for ((name, _), (sum, _)) in ways.iter().zip(&found) {
        assert!(
            (sum - found[0].0).abs() <= off * found[0].0.abs(),
            "{question}: {name} {sum}, {:?}",
            found[0]
        );
    }
    for _ in 0..ROUNDS {
        for (times, (_, way)) in times.iter_mut().zip(ways) {
            let start = Instant::now();
            black_box(way());
            times.push(start.elapsed().as_secs_f64() * 1e9 / questions as f64);
        }
    }
    let median = |times: &mut Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[ROUNDS / 2]
    };
    let medians: Vec<f64> = times.iter_mut().map(median).collect();
    for i in 1..ways.len() {
        let counts = match (found[0].1, found[i].1) {
            (0, _) => String::new(),
            (ours, theirs) => {
                format!("{:.1} / {:.1}", ours as f64 / CURVES as f64, theirs as f64 / CURVES as f64)
            }
        };
        println!(
            "| {question} | {} | {:.1} | {:.1} | {:.2} | {counts} |",
            ways[i].0,
            medians[0],
            medians[i],
            medians[i] / medians[0]
        );
    }
}

fn main() {
    let mut rng = fastrand::Rng::with_seed(3);
    let planar: Vec<[DVec2; 4]> =
        (0..CURVES).map(|_| [(); 4].map(|()| DVec2::new(rng.f64(), rng.f64()) * 100.0)).collect();
    let solid: Vec<[Vec3; 4]> =
        (0..CURVES).map(|_| [(); 4].map(|()| Vec3::new(rng.f32(), rng.f32(), rng.f32()) * 100.0)).collect();
    let places: Vec<f32> = (0..16 * CURVES).map(|_| rng.f32()).collect();
    let near: Vec<DVec2> = (0..CURVES).map(|_| DVec2::new(rng.f64(), rng.f64()) * 100.0).collect();
    let coarse: Vec<[Vec2; 4]> = planar.iter().map(|points| points.map(|p| p.as_vec2())).collect();

    let ours = |points: &[DVec2; 4]| Bezier::try_new(points.to_vec()).expect("points");
    let ours: Vec<Bezier<DVec2>> = planar.iter().map(ours).collect();
    let paths: Vec<PiecewiseBezier<DVec2>> = ours.iter().map(Bezier::pieces).collect();
    let ours_f32: Vec<Bezier<Vec2>> =
        coarse.iter().map(|points| Bezier::try_new(points.to_vec()).expect("points")).collect();
    let ours_3d: Vec<Bezier<Vec3>> =
        solid.iter().map(|points| Bezier::try_new(points.to_vec()).expect("points")).collect();
    let kurbo: Vec<CubicBez> = planar
        .iter()
        .map(|points| points.map(|p| kurbo::Point::new(p.x, p.y)))
        .map(|[a, b, c, d]| CubicBez::new(a, b, c, d))
        .collect();
    let lyon: Vec<CubicBezierSegment<f64>> = planar
        .iter()
        .map(|points| points.map(|p| Point::new(p.x, p.y)))
        .map(|[from, ctrl1, ctrl2, to]| CubicBezierSegment { from, ctrl1, ctrl2, to })
        .collect();
    let lyon_f32: Vec<CubicBezierSegment<f32>> = coarse
        .iter()
        .map(|points| points.map(|p| Point::new(p.x, p.y)))
        .map(|[from, ctrl1, ctrl2, to]| CubicBezierSegment { from, ctrl1, ctrl2, to })
        .collect();
    let bevy: Vec<CubicSegment<bevy_math::Vec3>> =
        solid.iter().map(|points| CubicSegment::new_bezier(points.map(theirs))).collect();

    println!("| query | against | ours, ns | theirs, ns | theirs / ours | segments a curve, ours / theirs |");
    println!("|---|---|---:|---:|---:|---:|");
    // Each curve at sixteen parameters.
    let each = || places.iter().zip((0..places.len()).map(|k| k / 16));
    row(
        "a point, 2D `f64`",
        places.len(),
        1e-12,
        &[
            ("ours", Box::new(|| (each().map(|(t, i)| ours[i].at(f64::from(*t)).element_sum()).sum(), 0))),
            (
                "kurbo",
                Box::new(|| (each().map(|(t, i)| kurbo[i].eval(f64::from(*t))).map(|p| p.x + p.y).sum(), 0)),
            ),
            (
                "lyon",
                Box::new(|| (each().map(|(t, i)| lyon[i].sample(f64::from(*t))).map(|p| p.x + p.y).sum(), 0)),
            ),
        ],
    );
    row(
        "a point, 2D `f32`",
        places.len(),
        1e-4,
        &[
            (
                "ours",
                Box::new(|| {
                    (f64::from(each().map(|(t, i)| ours_f32[i].at(*t).element_sum()).sum::<f32>()), 0)
                }),
            ),
            (
                "lyon",
                Box::new(|| {
                    (
                        f64::from(
                            each().map(|(t, i)| lyon_f32[i].sample(*t)).map(|p| p.x + p.y).sum::<f32>(),
                        ),
                        0,
                    )
                }),
            ),
        ],
    );
    let bevy_at = || {
        let found = each().map(|(t, i)| bevy[i].position(*t).to_array());
        (sum(found.map(Vec3::from_array)), 0)
    };
    let powers: Vec<_> = ours_3d.iter().map(|curve| curve.to_power_basis().expect("a cubic")).collect();
    row(
        "a point, 3D `f32`",
        places.len(),
        1e-4,
        &[
            ("ours", Box::new(|| (sum(each().map(|(t, i)| ours_3d[i].at(*t))), 0))),
            ("bevy_math", Box::new(bevy_at)),
        ],
    );
    row(
        "the same, by `powers`",
        places.len(),
        1e-4,
        &[
            ("ours", Box::new(|| (sum(each().map(|(t, i)| powers[i].at(*t))), 0))),
            ("bevy_math", Box::new(bevy_at)),
        ],
    );
    splines(&solid, &places);
    flattening(&ours, &kurbo, &lyon, &ours_f32, &lyon_f32);
    row(
        "smallest box, 2D `f64`",
        CURVES,
        1e-9,
        &[
            ("ours", Box::new(|| (ours.iter().map(|c| c.bounds()).map(|b| b.max.x - b.min.y).sum(), 0))),
            (
                "kurbo",
                Box::new(|| {
                    (kurbo.iter().map(ParamCurveExtrema::bounding_box).map(|b| b.x1 - b.y0).sum(), 0)
                }),
            ),
            (
                "lyon",
                Box::new(|| (lyon.iter().map(|c| c.bounding_box()).map(|b| b.max.x - b.min.y).sum(), 0)),
            ),
        ],
    );
    row(
        "length within 1e-6, 2D `f64`",
        CURVES,
        1e-8,
        &[
            ("ours", Box::new(|| (paths.iter().map(|c| c.length(1e-6).value).sum(), 0))),
            ("kurbo", Box::new(|| (kurbo.iter().map(|c| c.arclen(1e-6)).sum(), 0))),
        ],
    );
    row(
        "nearest point, 2D `f64`",
        CURVES,
        1e-6,
        &[
            ("ours", Box::new(|| (paths.iter().zip(&near).map(|(c, q)| c.nearest(*q).distance).sum(), 0))),
            (
                "kurbo",
                Box::new(|| {
                    let near = near.iter().map(|q| kurbo::Point::new(q.x, q.y));
                    (kurbo.iter().zip(near).map(|(c, q)| c.nearest(q, 1e-9).distance_sq.sqrt()).sum(), 0)
                }),
            ),
        ],
    );
}

/// Catmull-Rom splines through 256 points.
fn splines(solid: &[[Vec3; 4]], places: &[f32]) {
    let through: Vec<Vec3> = solid[..64].iter().flatten().copied().collect();
    let ours = CatmullRom::try_new(through.clone(), Parametrization::Uniform).expect("points").pieces();
    let theirs: CubicCurve<bevy_math::Vec3> =
        CubicCardinalSpline::new_catmull_rom(through.iter().copied().map(theirs)).to_curve().expect("points");
    let segments = theirs.segments().len() as f32;
    assert!(ours.range() == [0.0, segments]);
    let powers = ours.to_power_basis().expect("cubics");
    for ready in [false, true] {
        let mine: Way<'_> = if ready {
            ("ours", Box::new(|| (sum(places.iter().map(|t| powers.at(segments * *t))), 0)))
        } else {
            ("ours", Box::new(|| (sum(places.iter().map(|t| ours.at(segments * *t))), 0)))
        };
        row(
            if ready { "the same, by `powers`" } else { "a point of a spline of 255 pieces, 3D `f32`" },
            places.len(),
            1e-3,
            &[
                mine,
                (
                    "bevy_math",
                    Box::new(|| {
                        let found = places.iter().map(|t| theirs.position(segments * *t).to_array());
                        (sum(found.map(Vec3::from_array)), 0)
                    }),
                ),
            ],
        );
    }
}

/// Flattening within a tolerance. The compared sum is the length.
fn flattening(
    ours: &[Bezier<DVec2>],
    kurbo: &[CubicBez],
    lyon: &[CubicBezierSegment<f64>],
    ours_f32: &[Bezier<Vec2>],
    lyon_f32: &[CubicBezierSegment<f32>],
) {
    for tolerance in [1.0, 0.1, 0.001] {
        row(
            &format!("flatten within {tolerance}, 2D `f64`"),
            CURVES,
            0.05,
            &[
                (
                    "ours",
                    Box::new(|| {
                        let (mut length, mut count) = (0.0, 0);
                        for curve in ours {
                            // The first vertex ends no segment.
                            let mut last: Option<DVec2> = None;
                            curve.flatten_to(tolerance, &mut |_, p| {
                                if let Some(last) = last {
                                    length += (p - last).length();
                                    count += 1;
                                }
                                last = Some(p);
                            });
                        }
                        (length, count)
                    }),
                ),
                (
                    "kurbo",
                    Box::new(|| {
                        let (mut length, mut count) = (0.0, 0);
                        for curve in kurbo {
                            let mut last = curve.p0;
                            let path =
                                [PathEl::MoveTo(curve.p0), PathEl::CurveTo(curve.p1, curve.p2, curve.p3)];
                            kurbo::flatten(path, tolerance, |element| {
                                if let PathEl::LineTo(p) = element {
                                    length += (p - last).hypot();
                                    last = p;
                                    count += 1;
                                }
                            });
                        }
                        (length, count)
                    }),
                ),
                (
                    "lyon",
                    Box::new(|| {
                        let (mut length, mut count) = (0.0, 0);
                        for curve in lyon {
                            curve.for_each_flattened(tolerance, &mut |line| {
                                length += line.length();
                                count += 1;
                            });
                        }
                        (length, count)
                    }),
                ),
            ],
        );
    }
    row(
        "flatten within 0.1, 2D `f32`",
        CURVES,
        0.05,
        &[
            (
                "ours",
                Box::new(|| {
                    let (mut length, mut count) = (0.0, 0);
                    for curve in ours_f32 {
                        let mut last: Option<Vec2> = None;
                        curve.flatten_to(0.1, &mut |_, p| {
                            if let Some(last) = last {
                                length += (p - last).length();
                                count += 1;
                            }
                            last = Some(p);
                        });
                    }
                    (f64::from(length), count)
                }),
            ),
            (
                "lyon",
                Box::new(|| {
                    let (mut length, mut count) = (0.0, 0);
                    for curve in lyon_f32 {
                        curve.for_each_flattened(0.1, &mut |line| {
                            length += line.length();
                            count += 1;
                        });
                    }
                    (f64::from(length), count)
                }),
            ),
        ],
    );
}
