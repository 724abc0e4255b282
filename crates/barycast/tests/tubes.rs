//! Tubes: hits, distances and intersection tests against dense samples of the curve and against
//! closest points.

use barycast::curve::tube::{Tube, TubeDistance};
use barycast::curve::{BSpline, Bezier, CurveError};
use barycast::shape::{Aabb, Line, Point, Ray, Segment, Sphere, Triangle};
use barycast::vector::FloatVector;
use barycast_testkit::curves::Curves;
use glam::{DVec2, DVec3, Vec3, dvec2, dvec3, vec3};

/// Checks a cast, whether hit or miss.
fn check<V: FloatVector<Scalar = f64>>(tube: &Tube<V>, origin: V, direction: V) -> bool {
    let away = |t: f64| tube.signed_distance(origin + direction * t).0;
    let speed = direction.length();
    let hit = tube.cast(&Ray::new(origin, direction), None);
    let until = hit.map_or(8.0 / speed, |hit| hit.t - hit.error);
    for i in 0..400 {
        let t = until * f64::from(i) / 400.0;
        assert!(
            until <= 0.0 || away(t) > -1e-12,
            "{tube:?} {origin:?} {direction:?} {hit:?}: earlier at {t}"
        );
    }
    let Some(hit) = hit else { return false };
    assert!(away(hit.t) <= speed * hit.error + 1e-12, "{tube:?} {origin:?} {direction:?} {hit:?}: not there");
    assert!((origin + direction * hit.t - hit.point).length() < 1e-12);
    let center = tube.curve().at(hit.u);
    match hit.normal {
        None => assert!(hit.t == 0.0 && away(0.0) <= 0.0),
        Some(normal) => {
            let reached = center + normal * tube.radius();
            assert!((reached - hit.point).length() < 1e-6 + speed * hit.error, "{tube:?} {hit:?}");
            assert!(normal.dot(direction) <= 1e-3 * speed, "{tube:?} {hit:?}: from within");
        }
    }
    true
}

#[test]
fn the_first_hit_agrees_with_samples() {
    let mut s = Curves::new(71);
    let mut hits = 0;
    for round in 0..150 {
        let radius = [0.3, 0.05, 1e-3][round % 3];
        let tube = Tube::try_new(s.curve::<DVec3>(), radius).unwrap();
        for _ in 0..4 {
            let origin = s.point::<DVec3>() * 3.0;
            let aim = tube.curve().at(s.rng.f64()) + s.point::<DVec3>() * (radius * 1.5);
            hits += u32::from(check(&tube, origin, (aim - origin) * s.rng.f64()));
        }
        let flat = Tube::try_new(s.curve::<DVec2>(), radius).unwrap();
        let (origin, aim) = (s.point::<DVec2>() * 3.0, s.point::<DVec2>());
        hits += u32::from(check(&flat, origin, aim - origin));
    }
    assert!((200..700).contains(&hits), "{hits}");
}

#[test]
fn errors_are_small_for_rays_that_do_not_graze() {
    let circle = BSpline::try_ellipse(DVec3::ZERO, DVec3::X * 3.0, DVec3::Y * 3.0).unwrap();
    let ring = Tube::try_new(circle.pieces(), 1.0).unwrap();
    for i in 0..100 {
        let angle = f64::from(i) * 0.1;
        let from = dvec3(angle.cos(), angle.sin(), 0.0);
        let hit = ring.cast(&Ray::new(from * 9.0, -from), None).unwrap();
        assert!((hit.t - 5.0).abs() <= hit.error + 1e-14 && hit.error < 1e-12, "{hit:?}");
        assert!(hit.normal.unwrap().distance(from) < 1e-7);
        // A quarter of the way up a ring the surface lies higher.
        let down = ring.cast(&Ray::new(from * 3.5 + DVec3::Z * 7.0, -DVec3::Z), None).unwrap();
        assert!((down.t - (7.0 - 0.75_f64.sqrt())).abs() <= down.error + 1e-13 && down.error < 1e-12);
    }
    // A straight tube is a capsule: from inside, behind, beyond the limit and without a direction.
    let straight = Bezier::try_new(vec![DVec3::ZERO, DVec3::X, DVec3::X * 2.0]).unwrap().pieces();
    let capsule = Tube::try_new(straight, 0.5).unwrap();
    let up = Ray::new(dvec3(1.0, 0.0, -4.0), DVec3::Z * 2.0);
    let hit = capsule.cast(&up, None).unwrap();
    assert!((hit.t - 1.75).abs() < 1e-14 && (hit.u - 0.5).abs() < 1e-12 && hit.normal == Some(-DVec3::Z));
    assert!(capsule.cast(&up, Some(1.7)).is_none() && capsule.cast(&up, Some(1.8)).is_some());
    let within = capsule.cast(&Ray::new(DVec3::X, DVec3::Y), None).unwrap();
    assert_eq!((within.t, within.error, within.normal), (0.0, 0.0, None));
    assert!(capsule.cast(&Ray::new(dvec3(1.0, 0.0, 4.0), DVec3::Z), None).is_none());
    assert!(capsule.cast(&Segment::new(dvec3(1.0, 0.0, 4.0), dvec3(1.0, 0.0, 0.6)), None).is_none());
    let behind = capsule.cast(&Ray::new(DVec3::X, DVec3::Y), Some(-1.0));
    assert!(behind.is_none(), "it begins inside, but at 0: {behind:?}");
    let line = capsule.cast(&Line::new(dvec3(1.0, 0.0, 4.0), DVec3::Z), None).unwrap();
    assert!((line.t + 4.5).abs() < 1e-14);
    assert_eq!(capsule.cast(&Ray::new(DVec3::X * 9.0, DVec3::ZERO), None), None);
}

#[test]
fn queries_with_spheres_agree_with_closest_points() {
    let mut s = Curves::new(72);
    let (mut apart, mut together) = (0, 0);
    for _ in 0..300 {
        let tube = Tube::try_new(s.curve::<DVec3>(), 0.2).unwrap();
        let ball = Sphere::new(s.point::<DVec3>(), 0.3);
        let gap = tube.signed_distance(ball.center).0 - ball.radius;
        let TubeDistance { distance, error } = tube.distance(&ball, 1e-9);
        assert!((distance - gap.max(0.0)).abs() <= error + 1e-14 && error <= 1e-9, "{tube:?} {ball:?}");
        let rough = tube.distance(&ball, 0.1);
        assert!((rough.distance - gap.max(0.0)).abs() <= rough.error + 1e-14 && rough.error <= 0.05 + 1e-14);
        assert!(tube.intersects(&ball) == (gap <= 0.0) || gap.abs() < 1e-14);
        apart += u32::from(gap > 0.0);
        together += u32::from(gap <= 0.0);
        assert_eq!(tube.contains_point(ball.center), gap <= -ball.radius);
    }
    assert!(apart > 50 && together > 50, "{apart} {together}");
}

#[test]
fn distances_to_boxes_and_triangles_agree_with_samples() {
    let mut s = Curves::new(74);
    let mut met = 0;
    for _ in 0..60 {
        let tube = Tube::try_new(s.curve::<DVec3>(), 0.1).unwrap();
        let (a, b, c) = (s.point::<DVec3>(), s.point::<DVec3>(), s.point::<DVec3>());
        let middle = s.point::<DVec3>();
        let window = Aabb::new(middle - DVec3::splat(0.2), middle + DVec3::splat(0.2));
        let triangle = Triangle::new(a, b, c);
        let [first, last] = tube.curve().range();
        let samples: Vec<DVec3> =
            (0..=4000).map(|i| tube.curve().at(first + (last - first) * f64::from(i) / 4000.0)).collect();
        let step = samples.windows(2).map(|pair| pair[0].distance(pair[1])).fold(0.0, f64::max);
        let nearest = |away: &dyn Fn(&Point<DVec3>) -> f64| {
            samples.iter().map(|p| away(&Point(*p))).fold(f64::INFINITY, f64::min)
        };
        let reported = [
            (tube.distance(&window, 1e-7), tube.intersects(&window), nearest(&|p| window.distance(p))),
            (tube.distance(&triangle, 1e-7), tube.intersects(&triangle), nearest(&|p| triangle.distance(p))),
        ];
        for (TubeDistance { distance, error }, intersects, sampled) in reported {
            let gap = sampled - tube.radius();
            assert!(error <= 1e-7 && distance <= gap.max(0.0) + error + 1e-12, "{tube:?}");
            assert!(distance + error + step >= gap, "{tube:?}");
            assert!(intersects == (distance == 0.0) || distance < 1e-7);
            met += u32::from(intersects);
        }
    }
    assert!((20..100).contains(&met), "{met}");
}

#[test]
fn the_bounding_box_is_tight() {
    let mut s = Curves::new(73);
    for _ in 0..50 {
        let tube = Tube::try_new(s.curve::<DVec3>(), 0.25).unwrap();
        let bounds = tube.bounds();
        let [first, last] = tube.curve().range();
        let samples = (0..=1000).map(|i| tube.curve().at(first + (last - first) * f64::from(i) / 1000.0));
        let (low, high) = samples.fold((DVec3::MAX, DVec3::MIN), |(low, high), p| (low.min(p), high.max(p)));
        assert!(
            (low - 0.25 - bounds.min).min_element() > -1e-14
                && (low - 0.25 - bounds.min).max_element() < 1e-3
        );
        assert!(
            (bounds.max - high - 0.25).min_element() > -1e-14
                && (bounds.max - high - 0.25).max_element() < 1e-3
        );
    }
}

#[test]
fn hits_do_not_depend_on_the_scale() {
    let hit = |unit: f64, speed: f64| {
        let points = [dvec3(0., 0., 0.), dvec3(1., 2., 0.), dvec3(3., 0., 0.)].map(|p| p * unit);
        let tube = Tube::try_new(Bezier::try_new(points.to_vec()).unwrap().pieces(), 0.25 * unit).unwrap();
        let ray = Ray::new(dvec3(1.5, 9., 0.) * unit, dvec3(0., -speed, 0.));
        tube.cast(&ray, None).map(|hit| (hit.t / unit * speed, hit.u, hit.normal, hit.point / unit))
    };
    let expected = hit(1., 1.);
    assert!(expected.is_some());
    for e in [-300, -110, 110, 300] {
        for speed in [1., 2_f64.powi(e), 2_f64.powi(-e)] {
            assert_eq!(hit(2_f64.powi(e), speed), expected, "{e} {speed}");
        }
    }
}

#[test]
fn f32_tubes_and_invalid_radii() {
    let points = vec![Vec3::ZERO, vec3(1.0, 2.0, 0.0), vec3(2.0, -2.0, 0.0), vec3(3.0, 0.0, 0.0)];
    let curve = Bezier::try_new(points).unwrap().pieces();
    let tube = Tube::try_new(curve.clone(), 0.25).unwrap();
    let hit = tube.cast(&Ray::new(vec3(1.5, 0.0, 5.0), -Vec3::Z), None).unwrap();
    assert!((hit.t - 4.75).abs() <= 2e-6 && (hit.u - 0.5).abs() < 1e-6);
    assert_eq!(Tube::try_new(curve.clone(), -0.1), Err(CurveError::Radius));
    let infinite = Tube::try_new(curve.clone(), f32::INFINITY);
    assert_eq!(infinite, Err(CurveError::NotFinite { field: "radius", index: 0 }));
    // Without a radius it is the curve, which a ray in its plane hits.
    let thin = Tube::try_new(curve, 0.0).unwrap();
    assert!(thin.contains_point(Vec3::ZERO) && !thin.contains_point(Vec3::Y));
    let hit = thin.cast(&Ray::new(vec3(-1.0, 0.0, 0.0), Vec3::X), None).unwrap();
    assert!((hit.t - 1.0).abs() < 1e-6 && hit.normal.is_none());
}

#[test]
fn hits_report_the_parameter_of_the_curve() {
    let down = Ray::new(dvec2(0.25, 2.), DVec2::NEG_Y);
    let u = |curve: Bezier<DVec2>| {
        let hit = Tube::try_new(curve.pieces(), 0.25).unwrap().cast(&down, None).unwrap();
        assert!((hit.t - 1.75).abs() < 1e-12, "{hit:?}");
        hit.u
    };
    let slow = Bezier::try_new(vec![DVec2::ZERO, DVec2::ZERO, DVec2::X]).unwrap();
    let weighted = Bezier::try_rational(vec![DVec2::ZERO, DVec2::X], vec![1., 3.]).unwrap();
    assert!((u(slow) - 0.5).abs() < 1e-12 && (u(weighted) - 0.1).abs() < 1e-12);
    // From inside: the closest point.
    let mut s = Curves::new(73);
    for _ in 0..300 {
        let tube = Tube::try_new(s.curve::<DVec3>(), 0.4).unwrap();
        let origin = tube.curve().at(s.rng.f64()) + s.point::<DVec3>() * 0.2;
        let Some(hit) = tube.cast(&Ray::new(origin, s.point()), None) else { panic!("within") };
        let nearest = tube.curve().nearest(origin);
        assert_eq!((hit.t, hit.normal, hit.u), (0., None, nearest.u));
    }
}
