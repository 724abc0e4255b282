//! Closest points of difficult curves: endpoints that are almost feet of perpendiculars, handles
//! that almost coincide with endpoints, cusps, centers of curvature, points on the curve, and
//! symmetry. The oracle samples the curve densely and refines every local minimum of the samples by
//! ternary search.

use barycast::curve::tube::Tube;
use barycast::curve::{BSpline, Bezier, Hermite, Nearest, PiecewiseBezier};
use barycast::shape::Ray;
use barycast::surface::BezierPatch;
use barycast::vector::FloatVector;
use barycast_testkit::curves::Curves;
use glam::{DVec2, DVec3, Vec2, dvec2};

/// The least distance that sampling and refining finds.
fn sampled<V: FloatVector<Scalar = f64>>(path: &PiecewiseBezier<V>, q: V) -> f64 {
    let away = |u: f64| (path.at(u) - q).length();
    let mut least = f64::INFINITY;
    for pair in path.knots().windows(2) {
        let [a, b] = [pair[0], pair[1]];
        let at = |i: usize| a + (b - a) * i as f64 / 200.0;
        let samples: Vec<f64> = (0..=200).map(|i| away(at(i))).collect();
        for i in 0..=200 {
            least = least.min(samples[i]);
            let lower = |k: Option<&f64>| k.is_none_or(|k| samples[i] <= *k);
            if lower(i.checked_sub(1).and_then(|k| samples.get(k))) && lower(samples.get(i + 1)) {
                let (mut low, mut high) = (at(i.saturating_sub(1)), at((i + 1).min(200)));
                for _ in 0..80 {
                    let (s, t) = (low + (high - low) * 0.45, low + (high - low) * 0.55);
                    if away(s) <= away(t) { high = t } else { low = s }
                }
                least = least.min(away(low)).min(away(high));
            }
        }
    }
    least
}

/// The largest number of all.
fn size<V: FloatVector<Scalar = f64>>(path: &PiecewiseBezier<V>, q: V) -> f64 {
    let bounds = path.hull_bounds();
    bounds.min.largest().max(bounds.max.largest()).max(q.largest())
}

fn check<V: FloatVector<Scalar = f64>>(path: &PiecewiseBezier<V>, q: V) {
    let Nearest { u, point, distance } = path.nearest(q);
    let slack = 1e-13 * size(path, q);
    let oracle = sampled(path, q);
    assert!(distance <= oracle + slack, "{path:?} {q:?}: {distance} at {u}, but {oracle} is nearer");
    assert!((distance - (point - q).length()).abs() <= slack, "{path:?} {q:?}");
    assert!((path.at(u) - point).length() <= slack, "{path:?} {q:?}: {u} {point:?}");
    // Tubes use the same search.
    let radius = oracle * 1.25 + 0.1;
    let tube = Tube::try_new(path.clone(), radius).unwrap();
    assert!((tube.signed_distance(q).0 - (distance - radius)).abs() <= slack, "{path:?} {q:?}");
    let hit = tube.cast(&Ray::new(q, V::splat(1.0)), None).expect("it begins inside");
    assert!(hit.t == 0.0 && hit.normal.is_none(), "{path:?} {q:?}: {hit:?}");
    // Any parameter of several closest points is valid.
    assert!(((path.at(hit.u) - q).length() - distance).abs() <= slack, "{path:?} {q:?}: {hit:?} {u}");
}

#[test]
fn regressions() {
    // Control points, query point, closest parameter and distance.
    type Case<'a> = (&'a [[f64; 2]], [f64; 2], f64, f64);
    let cases: [Case<'_>; 5] = [
        (&[[0., 0.], [0.3, -0.4], [0.8, 0.6]], [0.4, 0.3], 0.75, 0.197_642_353_760_523_71),
        (
            &[[0., 0.], [0.2, 0.5], [-0.6, 0.8], [-0.8, -0.7]],
            [-1., 0.4],
            0.740_775_743_409_24,
            0.522_822_348_408_191_8,
        ),
        (&[[0., 0.], [1e-16, 0.], [1., 0.], [1., 0.]], [0.5, 0.], 0.5, 0.),
        (&[[0., 0.], [1., 1.], [0., 1.], [1., 0.]], [0.25, 0.75], 0.343_546, 0.245_902),
        (
            &[[2., -1.], [1., 1.], [4., -3.], [-1., 4.]],
            [1.824_951_171_875, -0.409_179_687_5],
            0.181_418,
            0.046_402_6,
        ),
    ];
    for (points, q, t, distance) in cases {
        let digits = if (t * 1e6).fract() == 0.0 { 1e-6 } else { 1e-14 };
        let path = Bezier::try_new(points.iter().map(|p| DVec2::from_array(*p)).collect()).unwrap().pieces();
        let found = path.nearest(DVec2::from_array(q));
        assert!((found.u - t).abs() <= digits && (found.distance - distance).abs() <= digits, "{found:?}");
        check(&path, DVec2::from_array(q));
        let reversed = path.pieces()[0].clone().reversed().pieces();
        let back = reversed.nearest(DVec2::from_array(q));
        assert!((back.u - 1.0 + t).abs() <= digits && (back.distance - distance).abs() <= digits, "{back:?}");
        let single =
            Bezier::try_new(points.iter().map(|p| Vec2::new(p[0] as f32, p[1] as f32)).collect()).unwrap();
        let found = single.pieces().nearest(Vec2::new(q[0] as f32, q[1] as f32));
        assert!((f64::from(found.distance) - distance).abs() <= 3e-7, "{found:?}");
    }
    let thin = [dvec2(0., 0.), dvec2(1e-16, 0.), dvec2(1., 0.), dvec2(1., 0.)];
    let tube = Tube::try_new(Bezier::try_new(thin.to_vec()).unwrap().pieces(), 0.1).unwrap();
    assert!((tube.signed_distance(dvec2(0.5, 0.)).0 + 0.1).abs() < 1e-15);
}

/// A curve of a random kind that is hard, and a point.
fn hard<V: FloatVector<Scalar = f64>>(s: &mut Curves) -> (PiecewiseBezier<V>, V) {
    let degree = s.rng.usize(2..7);
    // On a coarse grid many features coincide exactly.
    let grid = s.rng.bool();
    let point = |s: &mut Curves| -> V {
        let p: V = s.point();
        if grid { V::from_fn(|i| (p.get(i) * 2.5).round()) } else { p }
    };
    let mut points: Vec<V> = (0..=degree).map(|_| point(s)).collect();
    match s.rng.usize(0..6) {
        // Handles next to the endpoints, or on them.
        0 | 1 => {
            let near = [0.0, 1e-17, 1e-16, 1e-12, 1e-7, 1e-3][s.rng.usize(0..6)];
            points[1] = points[0] + point(s) * near;
            if s.rng.bool() {
                points[degree - 1] = points[degree] + point(s) * near;
            }
        }
        // A cubic with a cusp inside: C'(1/2) = 0.
        2 => {
            points.truncate(3);
            points.push(points[0] + points[1] - points[2]);
            points.swap(2, 3);
            let [a, b, c] = [points[0], points[1], points[2]];
            points = vec![a, b, c, b + c - a];
            points[3] = b + c - a;
            points[2] = points[3] - (b - a) * 3.0 + (c - b);
        }
        3 => points[degree] = points[0],
        _ => {}
    }
    let path = match s.rng.usize(0..6) {
        0 => {
            let weights = (0..points.len()).map(|_| 0.25 * 2.0_f64.powi(s.rng.i32(0..6))).collect();
            Bezier::try_rational(points, weights).unwrap().pieces()
        }
        1 => BSpline::try_clamped(degree.min(3), points).map_or_else(|_| s.curve(), |spline| spline.pieces()),
        2 => {
            let tangents = points.iter().map(|p| *p * f64::from(u8::from(s.rng.bool()))).collect();
            Hermite::try_new(points, tangents).unwrap().pieces()
        }
        _ => Bezier::try_new(points).unwrap().pieces(),
    };
    let [first, last] = path.range();
    let u = match s.rng.usize(0..3) {
        0 => first,
        1 => last,
        _ => first + (last - first) * s.rng.f64(),
    };
    let [p, d1, ..] = path.jet(u);
    let length = s.number() * 1.5;
    let q = match s.rng.usize(0..6) {
        // On the normal.
        0 | 1 => {
            let way: V = point(s);
            p + (way * d1.length_squared() - d1 * way.dot(d1)) * length
        }
        // A center of curvature, or near it.
        2 => {
            let radius = 1.0 / path.curvature(u);
            if radius.is_finite() { p + path.normal(u) * radius } else { p }
        }
        // On the curve, or almost.
        3 => p + point(s) * [0.0, 1e-15, 1e-9, 1e-4][s.rng.usize(0..4)],
        _ => point(s),
    };
    let far = q.largest();
    (path, if far < 50.0 { q } else { p })
}

#[test]
fn no_sample_of_a_difficult_curve_is_closer() {
    let mut s = Curves::new(17);
    for _ in 0..3000 {
        let (path, q) = hard::<DVec2>(&mut s);
        check(&path, q);
        let (path, q) = hard::<DVec3>(&mut s);
        check(&path, q);
    }
}

#[test]
fn symmetric_curves_have_two_closest_points_and_circles_all() {
    let mut s = Curves::new(18);
    for _ in 0..500 {
        let [a, b] = [s.point::<DVec2>(), s.point::<DVec2>()];
        let mirrored = |p: DVec2| dvec2(-p.x, p.y);
        let points = vec![a, b, mirrored(b), mirrored(a)];
        check(&Bezier::try_new(points).unwrap().pieces(), dvec2(0., s.number() * 2.));
    }
    let arc = BSpline::try_ellipse(dvec2(1., 2.), DVec2::X * 2., DVec2::Y * 2.).unwrap().pieces();
    for shift in [0., 1e-16, 1e-12, 1e-8] {
        check(&arc, dvec2(1. + shift, 2. - shift / 3.));
    }
}

#[test]
fn curves_of_high_degree_have_exact_closest_points() {
    // The curve with these points is a parabola: x = n t, y = (n^2 t^2 + n t (1 - t)) / 511.
    for degree in [100_usize, 300, 511, 700] {
        let n = degree as f64;
        let points = (0..=degree).map(|i| dvec2(i as f64, (i * i) as f64 / 511.)).collect();
        let path = Bezier::try_new(points).unwrap().pieces();
        let low = Bezier::try_new(vec![dvec2(0., 0.), dvec2(n / 2., n / 1022.), dvec2(n, n * n / 511.)]);
        let q = dvec2(n / 2., n / 8.);
        let (found, expected) = (path.nearest(q), low.unwrap().pieces().nearest(q));
        assert!((found.u - expected.u).abs() < 1e-11, "{degree}: {found:?} {expected:?}");
        assert!((found.distance - expected.distance).abs() < 1e-11 * n, "{degree}: {found:?} {expected:?}");
    }
}

#[test]
fn surfaces_over_difficult_curves_have_exact_closest_points() {
    let mut s = Curves::new(19);
    for _ in 0..300 {
        let (path, q) = hard::<DVec2>(&mut s);
        let piece = &path.pieces()[0];
        if piece.weights().is_some() {
            continue;
        }
        // The curve, extruded along z.
        let sides = piece.points().iter().flat_map(|p| [p.extend(-1.), p.extend(1.)]).collect();
        let wall = BezierPatch::try_new([piece.degree(), 1], sides).unwrap().pieces();
        let (found, expected) = (wall.nearest(q.extend(0.25)), piece.pieces().nearest(q));
        let slack = 1e-12 * size(&path, q);
        assert!((found.distance - expected.distance).abs() <= slack, "{piece:?} {q}: {found:?} {expected:?}");
    }
}
