//! Surfaces: different algorithms agree, definitions are met, and no result is missed, for seeded
//! random surfaces.

use barycast::curve::{BSpline, Bezier, CurveError};
use barycast::pair::cast::CastOptions;
use barycast::shape::{Line, Ray, Segment};
use barycast::surface::*;
use barycast_testkit::curves::Curves;
use glam::{DVec2, DVec3, Vec3, dvec2, dvec3, vec3};

/// Returns the largest distance of two surfaces with equal parameter ranges, over a grid.
fn farthest(a: &BSplineSurface<DVec3>, b: &BSplineSurface<DVec3>) -> f64 {
    let [u, v] = [Parameter::U, Parameter::V].map(|parameter| {
        let [first, last] = a.range(parameter);
        assert_eq!(a.range(parameter), b.range(parameter));
        (0..=16).map(move |i| first + (last - first) * f64::from(i) / 16.0)
    });
    let places = u.flat_map(|u| v.clone().map(move |v| (u, v)));
    places.map(|(u, v)| a.at(u, v).distance(b.at(u, v))).fold(0.0, f64::max)
}

fn torus() -> PatchGrid<DVec3> {
    let circle = BSpline::try_ellipse(DVec3::X * 3.0, DVec3::X, DVec3::Z).unwrap();
    BSplineSurface::try_revolved(&circle, &Line::new(DVec3::ZERO, DVec3::Z)).unwrap().pieces()
}

fn ball() -> PatchGrid<DVec3> {
    let root = 0.5_f64.sqrt();
    let points = vec![-DVec3::Z, dvec3(1., 0., -1.), DVec3::X, dvec3(1., 0., 1.), DVec3::Z];
    let knots = vec![0., 0., 0., 1., 1., 2., 2., 2.];
    let half = BSpline::try_rational(2, knots, points, vec![1., root, 1., root, 1.]).unwrap();
    BSplineSurface::try_revolved(&half, &Line::new(DVec3::ZERO, DVec3::Z)).unwrap().pieces()
}

fn all() -> CastOptions<f64> {
    CastOptions::default()
}

fn binomial(n: usize, k: usize) -> f64 {
    (0..k).fold(1.0, |b, i| b * (n - i) as f64 / (i + 1) as f64)
}

/// By powers, without a recursion.
fn bernstein(n: usize, i: usize, t: f64) -> f64 {
    let power = |x: f64, k: usize| (0..k).fold(1.0, |p, _| p * x);
    binomial(n, i) * power(t, i) * power(1.0 - t, n - i)
}

/// By the defining recursion.
fn basis(degree: usize, knots: &[f64], i: usize, u: f64) -> f64 {
    if degree == 0 {
        return f64::from(u8::from(knots[i] <= u && u < knots[i + 1]));
    }
    let ratio = |a: f64, b: f64| if b == 0.0 { 0.0 } else { a / b };
    ratio(u - knots[i], knots[i + degree] - knots[i]) * basis(degree - 1, knots, i, u)
        + ratio(knots[i + degree + 1] - u, knots[i + degree + 1] - knots[i + 1])
            * basis(degree - 1, knots, i + 1, u)
}

#[test]
fn patches_and_splines_are_the_sums_that_define_them() {
    let mut s = Curves::new(1);
    for _ in 0..2000 {
        let patch = s.patch();
        let [u, v] = [s.rng.f64(), s.rng.f64()];
        let [m, n] = patch.degrees();
        let (mut sum, mut below, mut most) = (DVec3::ZERO, 0.0, 0.0_f64);
        for i in 0..=m {
            for j in 0..=n {
                let at = i * (n + 1) + j;
                let share = bernstein(m, i, u) * bernstein(n, j, v) * patch.weights().map_or(1.0, |w| w[at]);
                sum += patch.points()[at] * share;
                below += share;
                most = most.max(patch.points()[at].length());
            }
        }
        assert!(patch.at(u, v).distance(sum / below) < 1e-13 * most);

        let spline = s.spline_surface();
        let [[u0, u1], [v0, v1]] = [spline.range(Parameter::U), spline.range(Parameter::V)];
        let [u, v] = [u0 + (u1 - u0) * u, v0 + (v1 - v0) * v];
        let ([p, q], [m, n]) = (spline.degrees(), spline.counts());
        let (mut sum, mut below) = (DVec3::ZERO, 0.0);
        for i in 0..m {
            for j in 0..n {
                let along_u = basis(p, spline.knots(Parameter::U), i, u);
                let share = along_u
                    * basis(q, spline.knots(Parameter::V), j, v)
                    * spline.weights().map_or(1.0, |w| w[i * n + j]);
                sum += spline.points()[i * n + j] * share;
                below += share;
            }
        }
        for p in [spline.at(u, v), spline.pieces().at(u, v)] {
            assert!(p.distance(sum / below) < 1e-12, "{p} {}", sum / below);
        }
    }
}

#[test]
fn derivatives_are_what_differences_tend_to() {
    let mut s = Curves::new(2);
    for _ in 0..300 {
        let patch = s.patch();
        let [u, v] = [0.1 + 0.8 * s.rng.f64(), 0.1 + 0.8 * s.rng.f64()];
        let h = 1e-5;
        let jet = patch.jet(u, v);
        let by = |du: f64, dv: f64| (patch.at(u + du, v + dv) - patch.at(u - du, v - dv)) / (2.0 * h);
        let size = [jet.u, jet.v, jet.uu, jet.uv, jet.vv].iter().map(|d| d.length()).fold(1.0, f64::max);
        assert!(jet.u.distance(by(h, 0.0)) < 1e-7 * size && jet.v.distance(by(0.0, h)) < 1e-7 * size);
        let slope = |du: f64, dv: f64, of: fn(Jet<DVec3>) -> DVec3| {
            (of(patch.jet(u + du, v + dv)) - of(patch.jet(u - du, v - dv))) / (2.0 * h)
        };
        for (reported, measured) in [
            (jet.uu, slope(h, 0.0, |j| j.u)),
            (jet.uv, slope(0.0, h, |j| j.u)),
            (jet.uv, slope(h, 0.0, |j| j.v)),
            (jet.vv, slope(0.0, h, |j| j.v)),
        ] {
            assert!(reported.distance(measured) < 1e-5 * size * size, "{reported} {measured}");
        }
    }
}

#[test]
fn parts_and_transposed_and_elevated_patches_are_the_same_points() {
    let mut s = Curves::new(3);
    for _ in 0..300 {
        let patch = s.patch();
        let [u, v] = [s.rng.f64(), s.rng.f64()];
        let p = patch.at(u, v);
        let half = patch.subpatch(Parameter::U, 0.25, 0.75).subpatch(Parameter::V, 0.9, 0.1);
        for q in [
            patch.transposed().at(v, u),
            patch.reversed(Parameter::U).at(1.0 - u, v),
            patch.reversed(Parameter::V).at(u, 1.0 - v),
            patch.elevated(Parameter::U).elevated(Parameter::V).at(u, v),
            patch.isocurve(Parameter::U, u).at(v),
            patch.isocurve(Parameter::V, v).at(u),
        ] {
            assert!(p.distance(q) < 1e-13);
        }
        assert!(half.at(u, v).distance(patch.at(0.25 + u / 2.0, 0.9 - 0.8 * v)) < 1e-12);
        let spline = s.spline_surface();
        let pieces = spline.pieces();
        for parameter in [Parameter::U, Parameter::V] {
            let [first, last] = pieces.range(parameter);
            let cut = first + (last - first) * s.rng.f64();
            let [left, right] = pieces.try_split(parameter, cut).unwrap();
            let [[u0, u1], [v0, v1]] = [pieces.range(Parameter::U), pieces.range(Parameter::V)];
            let [u, v] = [u0 + (u1 - u0) * u, v0 + (v1 - v0) * v];
            let before = if parameter == Parameter::U { u } else { v } < cut;
            let part = if before { left } else { right };
            assert!(part.at(u, v).distance(pieces.at(u, v)) < 1e-11);
            if let Ok(more) = spline.try_insert_knot(parameter, cut) {
                assert!(more.at(u, v).distance(pieces.at(u, v)) < 1e-11);
            }
        }
    }
}

#[test]
fn bounds_are_tight() {
    let mut s = Curves::new(4);
    for _ in 0..60 {
        let patch = s.patch();
        let bounds = patch.bounds();
        let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        for i in 0..=100 {
            for j in 0..=100 {
                let p = patch.at(f64::from(i) / 100.0, f64::from(j) / 100.0);
                (low, high) = (low.min(p), high.max(p));
            }
        }
        assert!((bounds.min - low).max_element() <= 1e-15 && (high - bounds.max).max_element() <= 1e-15);
        assert!((low - bounds.min).max_element() < 2e-3 && (bounds.max - high).max_element() < 2e-3);
    }
}

#[test]
fn no_sample_is_closer_than_the_closest_point() {
    let mut s = Curves::new(5);
    for _ in 0..60 {
        let patch = s.patch();
        let q = s.point::<DVec3>() * 1.5;
        let nearest = patch.pieces().nearest(q);
        assert!((patch.at(nearest.u, nearest.v).distance(q) - nearest.distance).abs() < 1e-14);
        assert!(
            nearest.distance_lower_bound <= nearest.distance
                && nearest.distance - nearest.distance_lower_bound < 1e-7
        );
        for i in 0..=150 {
            for j in 0..=150 {
                let d = patch.at(f64::from(i) / 150.0, f64::from(j) / 150.0).distance(q);
                assert!(nearest.distance <= d + 1e-15, "{} {d}", nearest.distance);
            }
        }
    }
}

#[test]
fn closest_points_of_surfaces_with_known_distance() {
    let mut s = Curves::new(6);
    let (torus, ball) = (torus(), ball());
    let wood = torus.to_patch_set();
    for _ in 0..50 {
        let q = s.point::<DVec3>() * 5.0;
        let ring = dvec2(dvec2(q.x, q.y).length() - 3.0, q.z).length();
        assert!((torus.nearest(q).distance - (ring - 1.0).abs()).abs() < 1e-13);
        assert!((wood.nearest(q).distance - (ring - 1.0).abs()).abs() < 1e-13);
        assert!((ball.nearest(q).distance - (q.length() - 1.0).abs()).abs() < 1e-13);
    }
    assert!((ball.nearest(DVec3::ZERO).distance - 1.0).abs() < 1e-14, "all are nearest");
    assert!(
        (torus.nearest(DVec3::Z).distance - (10.0_f64.sqrt() - 1.0)).abs() < 1e-14,
        "a circle is nearest"
    );
    assert!(torus.nearest(torus.at(0.3, 1.7)).distance < 1e-8);
}

#[test]
fn closest_points_scale_with_the_unit() {
    let nearest = |unit: f64| {
        let points = [DVec3::ZERO, DVec3::Y, DVec3::X, DVec3::ONE].map(|p| p * unit);
        let saddle = BezierPatch::try_new([1, 1], points.to_vec()).unwrap().pieces();
        let found = saddle.nearest(dvec3(1., 1., 0.) * unit);
        (found.u, found.v, found.point / unit, found.distance / unit, found.distance_lower_bound / unit)
    };
    for e in [-1000, -565, -200, 200, 258, 565, 1000] {
        assert_eq!(nearest(2_f64.powi(e)), nearest(1.), "{e}");
    }
}

/// A curved patch with weights, in a unit.
fn weighted(unit: f64) -> PatchGrid<DVec3> {
    let height = |i: usize| [0.0, 1.0, 0.25, -0.5, 2.0, 0.5, 0.0, 0.75, 1.0][i];
    let points = (0..9).map(|i| dvec3((i / 3) as f64, (i % 3) as f64, height(i)) * unit).collect();
    let weights = vec![1.0, 1e3, 1.0, 0.5, 2.0, 1e-3, 1.0, 1.0, 1e3];
    BezierPatch::try_rational([2, 2], points, weights).unwrap().pieces()
}

#[test]
fn closest_points_of_rational_patches_scale_with_the_unit() {
    let nearest = |unit: f64| {
        let found = weighted(unit).nearest(dvec3(1.25, 0.75, 3.0) * unit);
        assert_eq!(found, weighted(unit).to_patch_set().nearest(dvec3(1.25, 0.75, 3.0) * unit));
        (found.u, found.v, found.point / unit, found.distance / unit)
    };
    for e in [-1010, -700, -130, 130, 700, 1010] {
        assert_eq!(nearest(2.0_f64.powi(e)), nearest(1.0), "{e}");
    }
}

#[test]
fn hits_scale_with_the_unit() {
    // The hits of the patches and of the line, and how often the saddle is hit.
    let met = |unit: f64, way: f64| {
        let flat = [DVec3::ZERO, DVec3::Y, DVec3::X, DVec3::ONE].map(|p| p * unit);
        let saddle = BezierPatch::try_new([1, 1], flat.to_vec()).unwrap().pieces();
        let mut reported = Vec::new();
        for (surface, from, to) in [
            (saddle, dvec3(0.25, 0.5, 9.0), dvec3(0.5, 0.25, -1.0)),
            (weighted(unit), dvec3(1.25, 0.75, 3.0), dvec3(0.75, 1.5, 0.5)),
            (weighted(unit), dvec3(-1.0, 0.5, 0.5), dvec3(3.0, 1.5, 0.5)),
        ] {
            let ray = Ray::new(from * unit, (to - from) * way);
            let limited = CastOptions { max_t: Some(0.5 * (unit / way)), ..all() };
            let ready = surface.to_patch_set();
            for options in [all(), limited] {
                let hits = surface.cast_all(&ray, &options);
                assert_eq!(ready.is_hit(&ray, &options), !hits.is_empty());
                let known = |hit: &SurfaceHit<DVec3>| {
                    (hit.t / unit * way, hit.point / unit, hit.u, hit.v, hit.normal)
                };
                for hits in
                    [hits, ready.cast_all(&ray, &options), ready.cast(&ray, &options).into_iter().collect()]
                {
                    reported.push(hits.iter().map(known).collect::<Vec<_>>());
                }
            }
        }
        reported
    };
    let right = met(1.0, 1.0);
    assert!(right.iter().any(|hits| hits.len() == 1) && right.iter().all(|hits| hits.len() < 5));
    for [unit, way] in
        [[-532, -532], [-900, -1000], [532, 532], [990, 990], [0, 600], [0, -600], [300, 0], [-500, 0]]
    {
        assert_eq!(met(2.0_f64.powi(unit), 2.0_f64.powi(way)), right, "{unit} {way}");
    }
    // From so far away that products overflow.
    for height in [1e70, 1e160, 1e300] {
        let far = Ray::new(dvec3(1.0, 1.0, height), DVec3::NEG_Z);
        assert!(weighted(1.0).to_patch_set().is_hit(&far, &all()), "{height}");
        assert!(!weighted(1.0).cast_all(&far, &all()).is_empty(), "{height}");
    }
    // Beyond the range of floats there is no hit.
    let late = Ray::new(dvec3(0.0, 0.0, 1e300), DVec3::NEG_Z * 1e-300);
    assert!(weighted(1e290).cast_all(&late, &all()).is_empty());
}

#[test]
fn curvatures_scale_with_the_unit() {
    let of = |unit: f64| {
        let points = [DVec3::ZERO, DVec3::Y, DVec3::X, DVec3::ONE].map(|p| p * unit);
        let saddle = BezierPatch::try_new([1, 1], points.to_vec()).unwrap();
        let bent = saddle.curvature(0.25, 0.5).unwrap();
        (bent.gaussian * unit * unit, bent.mean * unit, bent.directions, saddle.normal(0.25, 0.5))
    };
    // At its apex a cone has the limit of its normals.
    let tip = |unit: f64| {
        let points = [DVec3::ZERO, DVec3::ZERO, DVec3::X, dvec3(0., 1., 1.)].map(|p| p * unit);
        BezierPatch::try_new([1, 1], points.to_vec()).unwrap().normal(0., 0.5)
    };
    for e in [-500, -300, -200, 200, 300, 500] {
        assert_eq!((of(2_f64.powi(e)), tip(2_f64.powi(e))), (of(1.), tip(1.)), "{e}");
    }
    assert!(tip(1.).is_some());
}

#[test]
fn a_ray_through_points_of_a_patch_hits_them_all() {
    let mut s = Curves::new(7);
    for round in 0..2000 {
        let patch = if round % 2 == 0 { s.patch() } else { s.sheet([3, 3]) };
        let [a, b] = [0, 1].map(|_| [s.rng.f64(), s.rng.f64()]);
        let [p, q] = [a, b].map(|[u, v]| patch.at(u, v));
        let line = Line::new(p - (q - p) * 2.0, q - p);
        let hits = patch.pieces().cast_all(&line, &all());
        for (t, [u, v]) in [(2.0, a), (3.0, b)] {
            let near = |h: &&SurfaceHit<DVec3>| (h.u - u).abs() + (h.v - v).abs() < 1e-6;
            let hit = hits.iter().find(near).unwrap_or_else(|| panic!("{round}: {u} {v} of {hits:?}"));
            assert!((hit.t - t).abs() < 1e-6);
        }
        for hit in &hits {
            assert!(hit.point.distance(patch.at(hit.u, hit.v)) < 1e-13);
            assert!(hit.point.distance(line.origin + line.direction * hit.t) < 1e-7, "{hit:?}");
        }
        assert!(hits.is_sorted_by(|a, b| a.t <= b.t));
        let segment = Segment::new(p, q);
        assert!(patch.pieces().cast_all(&segment, &all()).len() >= 2, "its ends");
        let wood = patch.pieces().to_patch_set();
        assert_eq!(wood.cast_all(&line, &all()).len(), hits.len());
        let first = wood.cast(&line, &all()).unwrap();
        assert!((first.t - hits[0].t).abs() < 1e-9, "{} {}", first.t, hits[0].t);
        assert!(wood.is_hit(&line, &all()));
    }
}

#[test]
fn no_ray_leaks_through_a_shared_side() {
    let mut s = Curves::new(8);
    for (surface, inside) in [(torus(), DVec3::X * 3.0), (ball(), DVec3::ZERO)] {
        let wood = surface.to_patch_set();
        let [us, vs] = [surface.knots(Parameter::U), surface.knots(Parameter::V)];
        for round in 0..4000 {
            // At a knot along u or v, or at a corner.
            let [mut u, mut v] = [us, vs].map(|k| k[0] + (k[k.len() - 1] - k[0]) * s.rng.f64());
            if round % 3 != 0 {
                u = us[s.rng.usize(0..us.len())];
            }
            if round % 3 != 1 {
                v = vs[s.rng.usize(0..vs.len())];
            }
            let edge = surface.at(u, v);
            let out = Ray::new(inside, edge - inside);
            assert!(wood.is_hit(&out, &all()), "{u} {v}");
            let hits = wood.cast_all(&out, &all());
            assert_eq!(hits.len(), surface.cast_all(&out, &all()).len());
            if inside == DVec3::ZERO {
                assert_eq!(hits.len(), 1, "{u} {v} {hits:?}");
                assert!((hits[0].t - 1.0).abs() < 1e-12);
            }
            let far = edge + s.point::<DVec3>().normalize() * 20.0;
            assert!(wood.is_hit(&Segment::new(far, edge + (edge - far)), &all()), "{u} {v}");
        }
    }
}

#[test]
fn hits_of_a_torus_agree_with_its_equation() {
    let mut s = Curves::new(9);
    let wood = torus().to_patch_set();
    let shape = barycast::shape::Torus::try_new(DVec3::ZERO, DVec3::Z, 3.0, 1.0).unwrap();
    for _ in 0..3000 {
        let (from, to) = (s.point::<DVec3>().normalize() * 9.0, s.point::<DVec3>() * 3.5);
        let hits = wood.cast_all(&Ray::new(from, to - from), &all());
        let ray = Ray::new(from, to - from);
        let first = ray.cast(&shape);
        assert_eq!(hits.is_empty(), first.is_none());
        if let (Some(hit), Some(first)) = (hits.first(), first) {
            assert!((hit.t - first.t).abs() < 1e-7, "{} {}", hit.t, first.t);
            // The circle is clockwise as seen along the rotation, so the front of the surface is
            // inside.
            assert!(hit.normal.unwrap().distance(-first.normal.unwrap()) < 1e-6);
        }
        assert!(hits.len().is_multiple_of(2));
    }
}

#[test]
fn curvatures_of_a_torus_and_a_sphere() {
    let (torus, ball) = (torus(), ball());
    for i in 0..40 {
        let (u, v) = (f64::from(i) * 0.1, f64::from(i * 7 % 40) * 0.1);
        let p = torus.at(u, v);
        let out = dvec2(p.x, p.y).length();
        let bent = torus.curvature(u, v).unwrap();
        let cos = out - 3.0;
        assert!((bent.gaussian - cos / out).abs() < 1e-12 && bent.principal[0] >= bent.principal[1]);
        assert!((bent.mean.abs() - f64::midpoint(1.0, cos / out)).abs() < 1e-12);
        assert!(bent.directions[0].dot(bent.directions[1]).abs() < 1e-12);
        let round = ball.curvature(f64::from(i % 19) * 0.1 + 0.05, v).unwrap();
        assert!((round.gaussian - 1.0).abs() < 1e-11 && (round.mean.abs() - 1.0).abs() < 1e-11);
        let n = ball.normal(0.0, v).unwrap();
        assert!(
            n.distance(-DVec3::Z * n.z.abs()) < 1e-12 || n.distance(DVec3::Z * n.z.abs()) < 1e-12,
            "at its pole"
        );
    }
}

/// Returns the distance to a triangle: to its plane if the foot lies inside, otherwise to an edge.
fn from_triangle(p: DVec3, [a, b, c]: [DVec3; 3]) -> f64 {
    let normal = (b - a).cross(c - a);
    let within = [(a, b), (b, c), (c, a)].iter().all(|(a, b)| (b - a).cross(p - a).dot(normal) >= 0.0);
    if within {
        return (p - a).dot(normal).abs() / normal.length();
    }
    let side = |(a, b): (DVec3, DVec3)| {
        let t = ((p - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
        p.distance(a + (b - a) * t)
    };
    [(a, b), (b, c), (c, a)].map(side).into_iter().fold(f64::INFINITY, f64::min)
}

#[test]
fn tessellations_are_within_the_tolerance_and_watertight() {
    let mut s = Curves::new(10);
    for (surface, tolerance) in [(torus(), 0.02), (ball(), 0.02), (ball(), 0.5)] {
        let made = surface.tessellate(tolerance);
        let mesh = barycast::mesh::TriMesh::try_new(made.vertices.clone(), made.triangles.clone()).unwrap();
        barycast::shape::Mesh::try_new(made.vertices.clone(), made.triangles.clone(), true).expect("closed");
        for _ in 0..2000 {
            let [u, v] = [Parameter::U, Parameter::V].map(|k| {
                let [a, b] = surface.range(k);
                a + (b - a) * s.rng.f64()
            });
            let p = surface.at(u, v);
            assert!(mesh.closest_point(p).closest.distance <= tolerance);
        }
    }
    for _ in 0..20 {
        // Two patches with a common side, one of them curved more.
        let left = s.sheet([3, 3]);
        let mut points = s.sheet([3, 3]).points().to_vec();
        points[..4].copy_from_slice(&left.points()[12..]);
        points[9] += DVec3::Z * 20.0;
        let right = BezierPatch::try_new([3, 3], points).unwrap().reversed(Parameter::V);
        let wood = PatchSet::try_new(vec![left, right]).unwrap();
        let tolerance = 0.05;
        let made = wood.tessellate(tolerance);
        for patch in wood.patches() {
            for _ in 0..20 {
                let p = patch.at(s.rng.f64(), s.rng.f64());
                let gap =
                    made.triangles.iter().map(|t| from_triangle(p, t.map(|v| made.vertices[v as usize])));
                assert!(gap.fold(f64::INFINITY, f64::min) <= tolerance);
            }
        }
        // Edges of one triangle only lie on the rim, which excludes the common side.
        let mut edges = std::collections::HashMap::new();
        for t in &made.triangles {
            for [a, b] in [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]] {
                *edges.entry([a.min(b), a.max(b)]).or_insert(0) += 1;
            }
        }
        let common = wood.patches()[0].isocurve(Parameter::U, 1.0).pieces();
        for (edge, count) in edges {
            let on = |v: u32| common.nearest(made.vertices[v as usize]).distance < 1e-9;
            assert!(count <= 2 && (count == 2 || !edge.iter().all(|v| on(*v))));
        }
    }
}

#[test]
fn hermite_surfaces_interpolate_points_and_slopes() {
    let mut s = Curves::new(11);
    let counts = [3, 4];
    let lists = [0; 4].map(|_| s.points::<DVec3>(12));
    let [points, by_u, by_v, twists] = lists;
    let knots = [vec![0., 1., 4.], vec![-1., 0., 0.5, 2.]];
    let slopes = [by_u.clone(), by_v.clone(), twists.clone()];
    let surface = HermiteSurface::try_with_knots(knots.clone(), points.clone(), slopes).unwrap();
    let pieces = surface.pieces();
    for i in 0..3 {
        for j in 0..4 {
            let jet = pieces.jet(knots[0][i], knots[1][j]);
            let at = i * 4 + j;
            assert!(jet.point.distance(points[at]) < 1e-14 && jet.u.distance(by_u[at]) < 1e-13);
            assert!(jet.v.distance(by_v[at]) < 1e-13 && jet.uv.distance(twists[at]) < 1e-12);
        }
    }
    let flat = HermiteSurface::try_ferguson(counts, points.clone(), [by_u, by_v]).unwrap();
    assert!(flat.pieces().jet(1.0, 2.0).uv.length() < 1e-13);
    let short = HermiteSurface::try_ferguson(counts, points, [vec![], vec![]]);
    assert!(short.is_err());
}

#[test]
fn coons_patches_interpolate_their_sides_and_cross_slopes() {
    let mut s = Curves::new(12);
    for _ in 0..50 {
        // Sides and slopes of a patch, which a bicubic blend reproduces if the patch is bicubic.
        let patch = s.sheet([3, 3]);
        let side = |k, t| patch.isocurve(k, t).pieces();
        let (low, high) = (side(Parameter::V, 0.0), side(Parameter::V, 1.0));
        let (left, right) = (side(Parameter::U, 0.0), side(Parameter::U, 1.0));
        let across = |rows: [usize; 4], rest: [usize; 4]| {
            let step = |k: usize| (patch.points()[rest[k]] - patch.points()[rows[k]]) * 3.0;
            Bezier::try_new((0..4).map(step).collect()).unwrap().pieces()
        };
        let by_v = [across([0, 4, 8, 12], [1, 5, 9, 13]), across([2, 6, 10, 14], [3, 7, 11, 15])];
        let by_u = [across([0, 1, 2, 3], [4, 5, 6, 7]), across([8, 9, 10, 11], [12, 13, 14, 15])];
        let made =
            Coons::try_bicubic([&low, &high], [&left, &right], [&by_v[0], &by_v[1]], [&by_u[0], &by_u[1]]);
        let made = made.unwrap();
        let bilinear = Coons::try_bilinear([&low, &high], [&left, &right]).unwrap();
        for _ in 0..20 {
            let [u, v] = [s.rng.f64(), s.rng.f64()];
            assert!(made.at(u, v).distance(patch.at(u, v)) < 1e-12);
            let (f, g) = ([1.0 - v, v], [1.0 - u, u]);
            let corner = |i: usize, j: usize| patch.at(i as f64, j as f64);
            let mut sum = low.at(u) * f[0] + high.at(u) * f[1] + left.at(v) * g[0] + right.at(v) * g[1];
            for i in 0..2 {
                for j in 0..2 {
                    sum -= corner(i, j) * g[i] * f[j];
                }
            }
            assert!(bilinear.at(u, v).distance(sum) < 1e-13);
        }
        let apart = Coons::try_bilinear([&low, &high], [&right, &left]);
        assert_eq!(apart, Err(SurfaceError::Corner { u: 0, v: 0 }));
        let bent =
            Coons::try_bicubic([&low, &high], [&left, &right], [&by_v[1], &by_v[0]], [&by_u[0], &by_u[1]]);
        assert!(matches!(bent, Err(SurfaceError::Tangent { .. })));
    }
    // Rational sides, with different knots.
    let around = BSpline::try_ellipse(DVec3::ZERO, DVec3::X, DVec3::Y).unwrap().pieces();
    let [arc, _] = around.try_split(1.5).unwrap();
    let above =
        BSpline::try_ellipse(DVec3::Z, DVec3::X * 2.0, DVec3::Y).unwrap().pieces().try_split(1.5).unwrap()[0]
            .clone();
    let ruled = |a: DVec3, b: DVec3| Bezier::try_new(vec![a, b]).unwrap().pieces();
    let (start, end) = (ruled(arc.at(0.0), above.at(0.0)), ruled(arc.at(1.5), above.at(1.5)));
    let made = Coons::try_bilinear([&arc, &above], [&start, &end]).unwrap();
    for i in 0..=20 {
        let u = f64::from(i) / 20.0;
        for v in [0.0, 0.3, 1.0] {
            let rule = arc.at(u * 1.5) * (1.0 - v) + above.at(u * 1.5) * v;
            assert!(made.at(u, v).distance(rule) < 1e-14);
        }
    }
}

#[test]
fn invalid_surfaces_are_rejected() {
    let square = |n: usize| (0..n).map(|i| dvec3(i as f64, 0.0, 0.0)).collect::<Vec<_>>();
    let message = |e: SurfaceError| e.to_string();
    let few = BezierPatch::try_new([1, 2], square(5)).unwrap_err();
    assert_eq!(message(few), "points must have 6 elements, got 5");
    let holey =
        BezierPatch::try_new([1, 1], vec![DVec3::ZERO, DVec3::NAN, DVec3::ZERO, DVec3::ZERO]).unwrap_err();
    assert_eq!(message(holey), "points[1] must be finite");
    assert_eq!(
        message(BezierPatch::try_new([0, 1], square(2)).unwrap_err()),
        "along u: degree must be at least 1"
    );
    let weightless = BezierPatch::try_rational([1, 1], square(4), vec![1., 1., 0., 1.]).unwrap_err();
    assert_eq!(message(weightless), "weights[2] must be positive");
    let unsorted = vec![0., 0., 1., 0.5, 1., 1.];
    let spline = BSplineSurface::try_new([1, 2], [vec![0., 0., 1., 1.], unsorted], square(6)).unwrap_err();
    assert_eq!(message(spline), "along v: knots[3] must be greater than its predecessor");
    assert!(BSplineSurface::try_clamped([3, 3], [4, 3], square(12)).is_err());
    assert!(PatchSet::<DVec3>::try_new(vec![]).is_err());
    let still = BSpline::try_ellipse(DVec3::X, DVec3::X, DVec3::Z).unwrap();
    let no_axis = BSplineSurface::try_revolved(&still, &Line::new(DVec3::ZERO, DVec3::ZERO));
    assert_eq!(no_axis.unwrap_err(), SurfaceError::Axis);
}

#[test]
fn lines_within_a_surface_and_degenerate_lines() {
    let flat = |i: usize| dvec3((i / 4) as f64, (i % 4) as f64, 0.0);
    let plane = BezierPatch::try_new([3, 3], (0..16).map(flat).collect()).unwrap().pieces();
    for (direction, ends) in
        [(DVec3::X, [1.0, 4.0]), (dvec3(1., 1., 0.), [1.0, 3.5]), (dvec3(1., 0.25, 0.), [1.0, 4.0])]
    {
        let line = Line::new(dvec3(-1.0, 0.5 - direction.y, 0.0), direction);
        let hits = plane.cast_all(&line, &all());
        assert_eq!(hits.len(), 2, "{direction} {hits:?}");
        assert!((hits[0].t - ends[0]).abs() < 1e-13 && (hits[1].t - ends[1]).abs() < 1e-13, "{hits:?}");
    }
    assert!(plane.cast_all(&Ray::new(DVec3::ZERO, DVec3::ZERO), &all()).is_empty());
    assert!(plane.cast_all(&Ray::new(DVec3::NAN, DVec3::X), &all()).is_empty());
    let touching = Ray::new(dvec3(0.5, 0.5, 0.0), DVec3::Z);
    assert_eq!(plane.cast_all(&touching, &all()).len(), 1, "it begins on it");
    let culled = CastOptions { cull: true, ..all() };
    assert_eq!(plane.cast_all(&Ray::new(dvec3(1.0, 1.0, -1.0), DVec3::Z), &culled).len(), 0);
    // A graze of a ball is one touch.
    let graze = ball().cast_all(&Line::new(dvec3(-5.0, 0.0, 1.0), DVec3::X), &all());
    assert_eq!(graze.len(), 1, "{graze:?}");
}

#[test]
fn surfaces_in_f32_and_2d_agree() {
    let flat = |i: usize| vec3((i / 2) as f32, (i % 2) as f32, (i * i % 3) as f32);
    let patch = BezierPatch::try_new([1, 1], (0..4).map(flat).collect::<Vec<Vec3>>()).unwrap();
    let hits = patch
        .pieces()
        .to_patch_set()
        .cast_all(&Ray::new(vec3(0.3, 0.6, 9.0), -Vec3::Z), &CastOptions::default());
    assert!(hits.len() == 1 && (hits[0].u - 0.3).abs() < 1e-7 && (hits[0].v - 0.6).abs() < 1e-7);
    let sheet = BezierPatch::try_new([1, 1], vec![DVec2::ZERO, DVec2::Y, DVec2::X, dvec2(2.0, 2.0)]).unwrap();
    let nearest = sheet.pieces().nearest(dvec2(3.0, 3.0));
    assert_eq!(nearest.point, dvec2(2.0, 2.0));
    assert_eq!(sheet.bounds().max, dvec2(2.0, 2.0));
}

#[test]
fn degree_elevation_preserves_the_surface() {
    let mut s = Curves::new(61);
    for _ in 0..40 {
        let surface = s.spline_surface();
        for parameter in [Parameter::U, Parameter::V] {
            let more = surface.elevated(parameter);
            let knots = [Parameter::U, Parameter::V].map(|p| more.knots(p).to_vec());
            let weights = more.weights().unwrap_or_default().to_vec();
            let checked =
                BSplineSurface::try_rational(more.degrees(), knots, more.points().to_vec(), weights);
            assert_eq!(checked.as_ref(), Ok(&more));
            let mut degrees = surface.degrees();
            degrees[parameter as usize] += 1;
            assert_eq!(more.degrees(), degrees);
            assert!(farthest(&surface, &more) < 1e-11, "{}", farthest(&surface, &more));
            let both = more.elevated(Parameter::U).elevated(Parameter::V);
            assert!(farthest(&surface, &both) < 1e-11);
        }
    }
    // A surface of revolution of a circle is a torus.
    let circle = BSpline::try_ellipse(DVec3::X * 3.0, DVec3::X, DVec3::Z).unwrap();
    let torus = BSplineSurface::try_revolved(&circle, &Line::new(DVec3::ZERO, DVec3::Z)).unwrap();
    let more = torus.elevated(Parameter::V);
    for i in 0..=64 {
        let p = more.at(f64::from(i % 9) / 2.0, f64::from(i) / 16.0);
        let from_circle = (p.truncate().length() - 3.0).hypot(p.z);
        assert!((from_circle - 1.0).abs() < 1e-14);
    }
}

#[test]
fn knot_removal_undoes_insertion_and_respects_the_tolerance() {
    let mut s = Curves::new(62);
    let (mut left_out, mut refused) = (0, 0);
    for _ in 0..40 {
        let surface = s.spline_surface();
        for parameter in [Parameter::U, Parameter::V] {
            let [first, last] = surface.range(parameter);
            let knot = first + (last - first) * 0.37;
            if !surface.knots(parameter).contains(&knot) {
                let more = surface.try_insert_knot(parameter, knot).unwrap();
                assert!(farthest(&surface, &more) < 1e-12);
                let fewer = more.try_remove_knot(parameter, knot, 1e-9).unwrap();
                assert_eq!(fewer.points().len(), surface.points().len());
                assert!(farthest(&surface, &fewer) < 1e-9);
                let outside = SurfaceError::Along { parameter, error: CurveError::OutOfRange };
                assert_eq!(surface.try_remove_knot(parameter, knot, 1.0), Err(outside));
            }
            for knot in surface.knots(parameter).iter().copied().filter(|k| first < *k && *k < last) {
                for tolerance in [1e-3, 10.0, 1e3] {
                    match surface.try_remove_knot(parameter, knot, tolerance) {
                        Ok(fewer) => {
                            left_out += 1;
                            assert_eq!(fewer.knots(parameter).len() + 1, surface.knots(parameter).len());
                            assert!(farthest(&surface, &fewer) <= tolerance);
                        }
                        Err(error) => {
                            refused += 1;
                            assert_eq!(
                                error,
                                SurfaceError::Along { parameter, error: CurveError::Tolerance }
                            );
                        }
                    }
                }
            }
        }
    }
    assert!(left_out > 10 && refused > 20, "{left_out} {refused}");
}

#[test]
fn a_periodic_surface_closes_smoothly_along_the_given_axis() {
    let mut s = Curves::new(63);
    for round in 0..24 {
        let closed = [round % 2 == 0, round % 3 == 0];
        let degrees = [1 + round % 4, 1 + round % 3];
        let counts = degrees.map(|degree| degree + 2);
        let points = s.points::<DVec3>(counts[0] * counts[1]);
        let surface = BSplineSurface::try_periodic(degrees, counts, closed, &points).unwrap();
        let pieces = surface.pieces();
        let [u, v] = [Parameter::U, Parameter::V].map(|parameter| surface.range(parameter));
        for i in 0..=8 {
            let share = f64::from(i) / 8.0;
            let ends = [0, 1].map(|axis| {
                let along = if axis == 0 { v } else { u };
                let x = along[0] + (along[1] - along[0]) * share;
                if axis == 0 { u.map(|u| (u, x)) } else { v.map(|v| (x, v)) }
            });
            for axis in [0, 1] {
                let [a, b] = ends[axis].map(|(u, v)| pieces.jet(u, v));
                let slopes = if axis == 0 { [a.u, b.u] } else { [a.v, b.v] };
                assert_eq!(a.point.distance(b.point) < 1e-12, closed[axis]);
                if closed[axis] && degrees[axis] > 1 {
                    assert!(slopes[0].distance(slopes[1]) < 1e-11);
                }
            }
        }
        if !closed[0] && !closed[1] {
            assert_eq!(surface, BSplineSurface::try_clamped(degrees, counts, points).unwrap());
        }
    }
    let points = s.points::<DVec3>(12);
    let few = BSplineSurface::try_periodic([3, 1], [2, 6], [true, false], &points);
    let error = CurveError::TooFewPoints { need: 3, got: 2 };
    assert_eq!(few, Err(SurfaceError::Along { parameter: Parameter::U, error }));
    let none = BSplineSurface::<DVec3>::try_periodic([1, 1], [0, 3], [true; 2], &[]);
    assert!(none.is_err());
    assert!(BSplineSurface::try_periodic([1, 1], [3, 3], [true; 2], &points).is_err());
}
