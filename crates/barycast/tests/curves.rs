//! Curves: different algorithms agree and bounds are valid, for seeded random curves.

use barycast::curve::*;
use barycast::shape::{Aabb, Sphere};
use barycast::vector::FloatVector;
use barycast_testkit::curves::Curves;
use glam::{DVec2, DVec3, Vec3, vec3};

fn inside<V: FloatVector<Scalar = f64>>(bounds: &Aabb<V>, p: V, slack: f64) -> bool {
    (0..V::DIM).all(|a| bounds.min.get(a) - slack <= p.get(a) && p.get(a) <= bounds.max.get(a) + slack)
}

/// Evaluates the definition: `sum binomial(n, i) (1 - t)^(n - i) t^i w_i p_i`, divided by the same
/// sum without the points.
fn by_definition(c: &Bezier<DVec3>, t: f64) -> DVec3 {
    let n = c.degree();
    let (mut above, mut below, mut binomial) = (DVec3::ZERO, 0.0, 1.0);
    for (i, p) in c.points().iter().enumerate() {
        let b =
            binomial * (1.0 - t).powi(power(n - i)) * t.powi(power(i)) * c.weights().map_or(1.0, |w| w[i]);
        above += *p * b;
        below += b;
        binomial = binomial * (n - i) as f64 / (i + 1) as f64;
    }
    above / below
}

fn power(n: usize) -> i32 {
    i32::try_from(n).unwrap()
}

#[test]
fn bezier_curves_agree_with_their_definition_in_parts_and_elevated() {
    let mut s = Curves::new(1);
    for _ in 0..2000 {
        let c = s.bezier::<DVec3>();
        let (t, cut) = (s.rng.f64(), s.rng.f64());
        let p = by_definition(&c, t);
        assert!(c.at(t).distance(p) < 1e-14 && c.jet(t)[0].distance(p) < 1e-14);
        assert!(c.elevated().at(t).distance(p) < 1e-14);
        assert!(c.clone().reversed().at(1.0 - t).distance(p) < 1e-14);
        let [left, right] = c.split(cut);
        let part = if t < cut { left.at(t / cut) } else { right.at((t - cut) / (1.0 - cut)) };
        assert!(part.distance(p) < 1e-13, "{c:?} {t} {cut}");
        let size = 1.0 + c.jet(t).iter().map(|d| d.length()).fold(0.0, f64::max);
        assert!(c.derivative().at(t).distance(c.jet(t)[1]) < 1e-12 * size);
        assert!(c.derivative().derivative().at(t).distance(c.jet(t)[2]) < 1e-11 * size);
    }
}

#[test]
fn bounds_are_tight_on_all_sides() {
    let mut s = Curves::new(2);
    for _ in 0..500 {
        let c = s.bezier::<DVec2>();
        let tight = c.bounds();
        let (mut min, mut max) = (c.at(0.0), c.at(0.0));
        for i in 0..=400 {
            let p = c.at(f64::from(i) / 400.0);
            assert!(inside(&tight, p, 1e-14) && inside(&c.hull_bounds(), p, 1e-14));
            (min, max) = (min.min(p), max.max(p));
        }
        assert!(
            min.distance(tight.min) < 1e-2 && max.distance(tight.max) < 1e-2,
            "{c:?} {tight:?} {min} {max}"
        );
    }
}

/// Evaluates the Cox-de Boor recursion, the definition.
fn basis(k: &[f64], i: usize, p: usize, u: f64, last: f64) -> f64 {
    if p == 0 {
        let ends = k[i + 1] == last && u == last && k[i] < last;
        return if k[i] <= u && u < k[i + 1] || ends { 1.0 } else { 0.0 };
    }
    let part = |a: f64, b: f64| if b == 0.0 { 0.0 } else { a / b };
    part(u - k[i], k[i + p] - k[i]) * basis(k, i, p - 1, u, last)
        + part(k[i + p + 1] - u, k[i + p + 1] - k[i + 1]) * basis(k, i + 1, p - 1, u, last)
}

#[test]
fn splines_agree_with_their_definition_in_pieces_in_parts_and_with_inserted_knots() {
    let mut s = Curves::new(3);
    for _ in 0..1000 {
        let c = s.spline::<DVec2>();
        let [first, last] = c.range();
        let cut = first + (last - first) * (0.05 + 0.9 * s.rng.f64());
        let pieces = c.pieces();
        let more = c.try_insert_knot(cut).unwrap();
        let parts = c.try_split(cut).unwrap();
        for _ in 0..4 {
            let u = first + (last - first) * s.rng.f64();
            let (mut above, mut below) = (DVec2::ZERO, 0.0);
            for (i, p) in c.points().iter().enumerate() {
                let b = basis(c.knots(), i, c.degree(), u, last) * c.weights().map_or(1.0, |w| w[i]);
                above += *p * b;
                below += b;
            }
            let p = above / below;
            let part = &parts[usize::from(u >= cut)];
            for q in [c.at(u), pieces.at(u), more.at(u), part.at(u), part.pieces().at(u)] {
                assert!(q.distance(p) < 1e-12, "{c:?} {u}");
            }
        }
    }
}

#[test]
fn no_sample_is_closer_than_the_closest_point() {
    let mut s = Curves::new(4);
    for round in 0..400 {
        let path = if round % 2 == 0 { s.bezier::<DVec3>().pieces() } else { s.spline::<DVec3>().pieces() };
        let q =
            if round % 5 == 0 { path.at(path.range()[0] + s.rng.f64()) } else { s.point::<DVec3>() * 2.0 };
        let nearest = path.nearest(q);
        assert!(path.at(nearest.u).distance(nearest.point) < 1e-13);
        assert!((nearest.point.distance(q) - nearest.distance).abs() < 1e-15);
        let [a, b] = path.range();
        for i in 0..=1000 {
            let p = path.at(a + (b - a) * f64::from(i) / 1000.0);
            assert!(nearest.distance <= p.distance(q) + 1e-13, "{path:?} {q}");
        }
    }
}

/// Returns parameters dense at both ends, where weights of all magnitudes matter.
fn toward_both_ends() -> impl Iterator<Item = f64> + Clone {
    let near = |i: i32| 0.5_f64.powf(f64::from(i) / 16.0);
    (16..700).flat_map(move |i| [near(i), 1.0 - near(i)]).chain((0..=500).map(|i| f64::from(i) / 500.0))
}

#[test]
fn weights_of_all_magnitudes_hide_no_part_of_a_curve() {
    let mut dice = fastrand::Rng::with_seed(77);
    for case in 0..400 {
        let degree = 2 + case % 5;
        let mut any = || DVec3::new(dice.f64(), dice.f64(), dice.f64()) * 4.0 - 2.0;
        let points: Vec<DVec3> = (0..=degree).map(|_| any()).collect();
        let q = any();
        let weights = (0..=degree).map(|_| 10.0_f64.powi(dice.i32(-8..4))).collect();
        let path = Bezier::try_rational(points, weights).unwrap().pieces();
        let (bounds, near) = (path.bounds(), path.nearest(q));
        assert!((near.point.distance(q) - near.distance).abs() < 1e-14);
        assert!(inside(&bounds, near.point, 1e-12));
        for t in toward_both_ends() {
            let p = path.at(t);
            assert!(inside(&bounds, p, 1e-12), "{case} {t}: {p} beyond {bounds:?}");
            assert!(near.distance <= p.distance(q) + 1e-12, "{case} {t}: {near:?} and {}", p.distance(q));
        }
        // A crossing with a plane is reported if samples lie on both sides of it.
        let plane = barycast::shape::Plane::new(DVec3::Z, q.z);
        let crossings = path.intersect_plane(&plane);
        let mut places: Vec<f64> = toward_both_ends().collect();
        places.sort_by(f64::total_cmp);
        for pair in places.windows(2) {
            let [a, b] = [pair[0], pair[1]].map(|t| path.at(t).z - q.z);
            let reported = || crossings.iter().any(|c| pair[0] - 1e-15 <= c.u && c.u <= pair[1] + 1e-15);
            assert!(
                a * b >= 0.0 || a.abs().min(b.abs()) < 1e-9 || reported(),
                "{case} {pair:?} {crossings:?}"
            );
        }
    }
}

#[test]
fn intersections_scale_with_the_unit() {
    let reported = |unit: f64, way: f64| {
        let points = [[0., 0., 0.], [1., 3., 0.], [3., -2., 1.], [4., 0., 0.]].map(DVec3::from);
        let path = |weights: Vec<f64>| {
            Bezier::try_rational(points.map(|p| p * unit).to_vec(), weights).unwrap().pieces()
        };
        let mut all = Vec::new();
        for path in [path(vec![1.0; 4]), path(vec![1.0, 2.0, 0.5, 1.0])] {
            let ball = Sphere::new(DVec3::X * unit, 1.5 * unit);
            let plane = barycast::shape::Plane::new(DVec3::Y * way, 0.25 * (unit * way));
            let ray = barycast::shape::Ray::new(DVec3::new(0.0, 0.5, 0.0) * unit, DVec3::X * way);
            let met = [
                path.intersect_sphere(&ball),
                path.intersect_plane(&plane),
                path.close_approaches(&ray, 0.75 * unit),
            ];
            all.extend(met.map(|met| met.iter().map(|c| (c.u, c.point / unit)).collect::<Vec<_>>()));
            for tolerance in [0.1, 1e-3] {
                let chain = path.flatten(tolerance * unit);
                all.push(chain.iter().map(|p| (0.0, *p / unit)).collect());
            }
        }
        all
    };
    let right = reported(1.0, 1.0);
    assert!(right.iter().all(|list| !list.is_empty()));
    for [unit, way] in [
        [-500, -500],
        [-900, 0],
        [-532, 0],
        [532, 0],
        [0, 532],
        [0, -532],
        [-532, 400],
        [980, 0],
        [300, -300],
    ] {
        assert_eq!(reported(2.0_f64.powi(unit), 2.0_f64.powi(way)), right, "{unit} {way}");
    }
    let flat = |unit: f64| {
        let points = [[0., 0.], [1., 3.], [3., -2.], [4., 0.]].map(|p| DVec2::from(p) * unit);
        let path = Bezier::try_new(points.to_vec()).unwrap().pieces();
        let line = barycast::shape::Ray::new(DVec2::new(-1.0, 0.25) * unit, DVec2::new(2.0, 0.125));
        path.intersect_linear(&line).iter().map(|c| (c.u, c.point / unit)).collect::<Vec<_>>()
    };
    assert!(flat(1.0).len() > 1);
    for e in [-1000, -532, 532, 1000] {
        assert_eq!(flat(2.0_f64.powi(e)), flat(1.0), "{e}");
    }
    // Floats of `f32` have a smaller range.
    let single = |unit: f32, weights: bool| {
        let points = [[0., 0., 0.], [1., 3., 0.], [3., -2., 1.], [4., 0., 0.]].map(|p| Vec3::from(p) * unit);
        let weights = if weights { vec![1.0, 2.0, 0.5, 1.0] } else { vec![1.0; 4] };
        Bezier::try_rational(points.to_vec(), weights).unwrap().pieces().flatten(0.01 * unit).len()
    };
    for e in [-100, -80, -40, 40, 80, 100] {
        for weights in [false, true] {
            assert_eq!(single(2.0_f32.powi(e), weights), single(1.0, weights), "{e}");
        }
    }
}

#[test]
fn lengths_lie_within_their_error_bounds() {
    let mut s = Curves::new(5);
    for round in 0..200 {
        let path = if round % 2 == 0 { s.bezier::<DVec2>().pieces() } else { s.spline::<DVec2>().pieces() };
        let fine = path.length(1e-11);
        for tolerance in [0.1, 1e-3, 1e-6, 1e-9] {
            let rough = path.length(tolerance);
            assert!(
                (rough.value - fine.value).abs() <= rough.error + fine.error,
                "{path:?} {rough:?} {fine:?}"
            );
            assert!(rough.error <= tolerance * 1.01 + 1e-12);
        }
        let chain = path.flatten(1e-4);
        let chords: f64 = chain.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        assert!(chords <= fine.value + fine.error + 1e-12 && fine.value < chords + 0.2);
    }
}

#[test]
fn cubics_are_longer_than_their_chords_and_shorter_than_their_control_polygons() {
    let mut s = Curves::new(55);
    for round in 0..100 {
        let mut points = s.points::<DVec3>(4);
        if round % 4 == 0 {
            // Nearly a cusp.
            let back = points[0] + points[2] - points[1];
            points[3] = back + s.point::<DVec3>() * 1e-3;
        }
        let curve = Bezier::try_new(points).unwrap();
        let (mut low, mut high) = (0.0, 0.0);
        for i in 0..256 {
            let part = curve.subsegment(f64::from(i) / 256.0, f64::from(i + 1) / 256.0);
            low += part.points()[0].distance(part.points()[3]);
            high += part.points().windows(2).map(|pair| pair[0].distance(pair[1])).sum::<f64>();
        }
        for tolerance in [1.0, 1e-4, 1e-8, 0.0] {
            let length = curve.pieces().length(tolerance);
            let slack = length.error + 1e-13;
            assert!(low - slack <= length.value && length.value <= high + slack, "{curve:?} {length:?}");
            assert!(length.error <= tolerance * 1.01 + 1e-12, "{curve:?} {length:?}");
        }
    }
}

#[test]
fn points_at_equal_arc_lengths_are_equally_spaced() {
    let mut s = Curves::new(6);
    for _ in 0..50 {
        let path = s.spline::<DVec2>().pieces();
        let by_length = ArcLength::new(&path, 1e-10);
        let whole = by_length.length();
        for k in 1..4 {
            let length = whole.value * f64::from(k) / 4.0;
            let u = by_length.parameter(length);
            let Ok([before, _]) = path.try_split(u) else { continue };
            let measured = before.length(1e-10);
            assert!((measured.value - length).abs() < 1e-9, "{measured:?} {length}");
            assert!(path.at(u).distance(by_length.at(length)) < 1e-9);
        }
    }
}

#[test]
fn crossings_include_every_sign_change_of_samples() {
    let mut s = Curves::new(7);
    for _ in 0..300 {
        let path = s.spline::<DVec2>().pieces();
        let circle = Sphere::new(s.point::<DVec2>(), s.rng.f64());
        let found = path.intersect_sphere(&circle);
        assert!(found.iter().all(|c| (c.point.distance(circle.center) - circle.radius).abs() < 1e-9));
        let [a, b] = path.range();
        let outside = |u: f64| path.at(u).distance(circle.center) > circle.radius;
        for i in 0..200 {
            let at = |i: i32| a + (b - a) * f64::from(i) / 200.0;
            let between = found.iter().filter(|c| at(i) <= c.u && c.u <= at(i + 1)).count();
            assert!(between % 2 == 1 || outside(at(i)) == outside(at(i + 1)), "{path:?} {circle:?} {i}");
        }
    }
}

#[test]
fn curves_whose_polylines_cross_intersect() {
    let mut s = Curves::new(8);
    for _ in 0..60 {
        let make = |s: &mut Curves| {
            let points = s.points::<DVec2>(4);
            Bezier::try_new(points).unwrap().pieces()
        };
        let (a, b) = (make(&mut s), make(&mut s));
        let found = a.intersect_curve(&b, 1e-12);
        assert!(found.complete);
        for c in &found.list {
            assert!(a.at(c.u).distance(b.at(c.v)) < 1e-12 && a.at(c.u).distance(c.point) < 1e-13);
        }
        let cross = |p: DVec2, q: DVec2, r: DVec2| (q - p).perp_dot(r - p) > 0.0;
        let (p, q) = (a.flatten(1e-4), b.flatten(1e-4));
        for e in p.windows(2) {
            for f in q.windows(2) {
                if cross(e[0], e[1], f[0]) != cross(e[0], e[1], f[1])
                    && cross(f[0], f[1], e[0]) != cross(f[0], f[1], e[1])
                {
                    assert!(found.list.iter().any(|c| c.point.distance(e[0]) < 0.1), "{a:?} {b:?}");
                }
            }
        }
    }
}

#[test]
fn f32_results_are_close_to_f64() {
    let mut s = Curves::new(9);
    for _ in 0..300 {
        let points = s.points::<DVec3>(5);
        let singles: Vec<Vec3> = points.iter().map(|p| vec3(p.x as f32, p.y as f32, p.z as f32)).collect();
        let (wide, narrow) =
            (Bezier::try_new(points).unwrap().pieces(), Bezier::try_new(singles).unwrap().pieces());
        let q = s.point::<DVec3>();
        let near = [wide.nearest(q).distance, f64::from(narrow.nearest(q.as_vec3()).distance)];
        assert!((near[0] - near[1]).abs() < 1e-6);
        let (length, single) = (wide.length(1e-9), narrow.length(1e-6));
        assert!((length.value - f64::from(single.value)).abs() < 1e-5);
    }
}

/// An upright helix: the frame rotates by the integral of the torsion.
#[test]
fn rotation_minimizing_frames_converge_with_smaller_steps() {
    let mut s = Curves::new(10);
    let path = Bezier::try_new(s.points::<DVec3>(5)).unwrap().pieces();
    let last = |steps: i32| {
        let stations: Vec<f64> = (0..=steps).map(|i| f64::from(i) / f64::from(steps)).collect();
        path.rotation_minimizing_frames(&stations, DVec3::Z)[steps as usize][1]
    };
    let exact = last(4096);
    let [rough, fine] = [16, 64].map(|steps| last(steps).distance(exact));
    assert!(fine < rough / 100.0 && fine < 1e-4, "{rough} {fine}");
}

#[test]
fn curves_of_high_degree_have_a_length() {
    let zigzag = |n: usize| (0..=n).map(|i| DVec2::new(i as f64, (i % 2) as f64)).collect::<Vec<_>>();
    for degree in [34, 37, 60, 100, 300] {
        let path = Bezier::try_new(zigzag(degree)).unwrap().pieces();
        // x = n t, y = (1 - (1 - 2 t)^n) / 2: Simpson's rule over the speed, with fine steps.
        let n = degree as f64;
        let speed = |t: f64| n * 1.0_f64.hypot((1.0 - 2.0 * t).powi(power(degree - 1)));
        let steps = 200_000;
        let term = |i: i32| {
            let factor = if i == 0 || i == steps { 1.0 } else { f64::from(2 + 2 * (i % 2)) };
            factor * speed(f64::from(i) / f64::from(steps))
        };
        let exact = (0..=steps).map(term).sum::<f64>() / f64::from(3 * steps);
        let length = path.length(1e-9);
        assert!((length.value - exact).abs() <= length.error + 1e-9, "{degree}: {length:?} {exact}");
        assert!(length.error < 1e-8, "{degree}: {length:?}");
        let half = ArcLength::new(&path, 1e-9).at(length.value / 2.0);
        assert!(half.distance(path.at(0.5)) < 1e-6, "{degree}: {half}");
    }
    let mut s = Curves::new(31);
    for degree in [10, 20, 30, 45] {
        for kind in 0..4 {
            let mut points: Vec<DVec2> = (0..=degree).map(|_| s.point()).collect();
            if kind == 1 {
                // The derivative vanishes at the start of the curve.
                let first = points[0];
                points[..degree / 2].fill(first);
            }
            let weights = (0..=degree).map(|i| match kind {
                2 => i as f64 + 1.0,
                3 => 10.0_f64.powi(s.rng.i32(-3..3)),
                _ => 1.0,
            });
            let path = Bezier::try_rational(points, weights.collect()).unwrap().pieces();
            let length = path.length(1e-9);
            let mut chain = 0.0;
            let mut last = path.at(0.0);
            for i in 1..=40_000 {
                let p = path.at(f64::from(i) / 40_000.0);
                chain += p.distance(last);
                last = p;
            }
            assert!(length.error < 1e-8, "{degree} {kind}: {length:?}");
            assert!((length.value - chain).abs() < 1e-4 * chain, "{degree} {kind}: {length:?} {chain}");
            assert!(length.value + length.error >= chain - 1e-12, "{degree} {kind}: {length:?} {chain}");
        }
    }
}
