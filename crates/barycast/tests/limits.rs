//! Limits are inclusive, and NaN finds nothing: every kind of shape and every cast.

use barycast::convex::advance::Turning;
use barycast::curve::tube::Tube;
use barycast::curve::{Bezier, PiecewiseBezier};
use barycast::dynamic::any::{Shape2, Shape3};
use barycast::pair::cast::CastOptions;
use barycast::scene::moving::{Bodies, CollisionFilter};
use barycast::shape::{HalfSpace, Line, Linear, Ray, Segment, Sphere};
use barycast::surface;
use barycast_testkit::curves::Curves;
use barycast_testkit::random::{CLASSES, Source, shape2, shape3};
use glam::{DVec2, DVec3, Vec2, Vec3, dvec3};

fn until(max_t: f64) -> CastOptions<f64> {
    CastOptions { max_t: Some(max_t), ..CastOptions::default() }
}

fn since(min_t: f64) -> CastOptions<f64> {
    CastOptions { min_t: Some(min_t), ..CastOptions::default() }
}

#[test]
fn a_hit_at_the_limit_counts() {
    let ray: Shape3 = Ray::new(DVec3::ZERO, dvec3(0., -3., 0.)).into();
    let ground = HalfSpace::new(DVec3::Y, -1.).into();
    let hit = ray.cast(&ground).unwrap().expect("below it");
    assert_eq!(hit.t, 1. / 3.);
    assert_eq!(ray.cast_with(&ground, &until(hit.t)).unwrap(), Some(hit));
    assert_eq!(ray.cast_with(&ground, &until(hit.t.next_down())).unwrap(), None);
    assert_eq!(ray.cast_with(&ground, &since(hit.t)).unwrap(), Some(hit));
    // The half-space contains every later point.
    let later = ray.cast_with(&ground, &since(0.5)).unwrap().expect("in it");
    assert_eq!((later.t, later.normal), (0.5, None));
}

macro_rules! limits_of {
    ($test:ident $Any:ident $V:ident $shape:ident) => {
        #[test]
        fn $test() {
            let names = [$Any::NAMES, $Any::COMPOSITES, $Any::CURVED].concat();
            let mut hits = 0;
            for round in 0..240 {
                let mut s = Source::new(round, CLASSES[round as usize % CLASSES.len()]);
                let name = names[round as usize % names.len()];
                for _ in 0..3 {
                    let Some(target) = $shape(&mut s, name) else { continue };
                    let from: $V = s.point();
                    let line: $Any = match s.rng.u32(0..3) {
                        0 => Line { origin: from, direction: s.direction() }.into(),
                        1 => Ray { origin: from, direction: s.direction() }.into(),
                        _ => Segment { a: from, b: s.point() }.into(),
                    };
                    let all = line.cast_all(&target).unwrap();
                    let first = line.cast(&target).unwrap();
                    for hit in all.iter().copied().chain(first) {
                        hits += 1;
                        let limited = line.cast_all_with(&target, &until(hit.t)).unwrap();
                        let expected: Vec<_> = all.iter().copied().filter(|h| h.t <= hit.t).collect();
                        assert_eq!(limited, expected, "{line:?} {target:?} {}", hit.t);
                        let limited = line.cast_all_with(&target, &since(hit.t)).unwrap();
                        let expected: Vec<_> = all.iter().copied().filter(|h| h.t >= hit.t).collect();
                        assert_eq!(limited, expected, "{line:?} {target:?} from {}", hit.t);
                        let first = line.cast_with(&target, &since(hit.t)).unwrap();
                        assert_eq!(first.map(|first| first.t), Some(hit.t), "{line:?} {target:?}");
                    }
                    if let Some(hit) = first {
                        let at = line.cast_with(&target, &until(hit.t)).unwrap();
                        assert_eq!(at, Some(hit), "{line:?} {target:?}");
                        let before = line.cast_with(&target, &until(hit.t.next_down())).unwrap();
                        assert!(before.is_none() || hit.t.is_infinite(), "{line:?} {target:?}");
                    }
                    assert_eq!(line.cast_with(&target, &until(f64::NAN)).unwrap(), None);
                    assert_eq!(line.cast_with(&target, &since(f64::NAN)).unwrap(), None);
                    assert!(line.cast_all_with(&target, &until(f64::NAN)).unwrap().is_empty());
                    if s.rng.u32(0..4) > 0 {
                        continue;
                    }
                    let way: $V = s.direction();
                    let other = names[s.rng.usize(0..names.len())];
                    let Some(other) = $shape(&mut s, other) else { continue };
                    if let Ok(Some(impact)) = target.sweep(&other, way, 1e6) {
                        let at = target.sweep(&other, way, impact.t).unwrap();
                        assert_eq!(at.map(|i| i.t), Some(impact.t), "{target:?} {other:?} {way:?}");
                    }
                    for (way, max_t) in [(way * f64::NAN, 9.), (way * f64::INFINITY, 9.), (way, f64::NAN)] {
                        assert!(matches!(target.sweep(&other, way, max_t), Ok(None) | Err(_)));
                    }
                }
            }
            assert!(hits > 100, "{hits}");
        }
    };
}
limits_of!(shapes_in_the_plane_are_hit_up_to_the_hit Shape2 DVec2 shape2);
limits_of!(shapes_in_space_are_hit_up_to_the_hit Shape3 DVec3 shape3);

#[test]
fn of_two_coincident_bodies_the_first_is_hit() {
    let mut s = Source::new(3, CLASSES[4]);
    let mut hits = 0;
    for round in 0..300 {
        let name = ["sphere", "aabb", "obb", "capsule", "triangle", "convex"][round % 6];
        let Some(body) = shape3(&mut s, name) else { continue };
        let mut bodies = Bodies::new();
        let first = bodies.insert(body.clone(), CollisionFilter::FIRST).unwrap();
        bodies.insert(body.clone(), CollisionFilter::FIRST).unwrap();
        let ray = Ray::new(s.point(), s.direction());
        let Some((handle, hit)) = bodies.queries().cast(&ray, None, |_| true) else { continue };
        hits += 1;
        assert_eq!(handle, first, "{body:?} {ray:?}");
        assert_eq!(
            bodies.queries().cast(&ray, Some(hit.t), |_| true),
            Some((first, hit)),
            "{body:?} {ray:?}"
        );
        assert_eq!(bodies.queries().cast(&ray, Some(f64::NAN), |_| true), None);
    }
    assert!(hits > 20, "{hits}");
}

#[test]
fn no_body_is_near_a_nan_point() {
    let mut bodies: Bodies<Shape3> = Bodies::new();
    bodies.insert(Sphere::new(DVec3::ZERO, 1.).into(), CollisionFilter::FIRST).unwrap();
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let boxes = bodies.queries();
        assert_eq!(boxes.boxes.nearest(dvec3(bad, 0., 0.), f64::INFINITY), None);
        let ray = Ray::new(dvec3(bad, 0., 0.), DVec3::X);
        assert_eq!(boxes.cast(&ray, None, |_| true), None);
        let ray = Ray::new(DVec3::X * -5., dvec3(1., bad, 0.));
        assert_eq!(boxes.cast(&ray, None, |_| true), None);
    }
    let (a, b): (Shape3, Shape3) =
        (Sphere::new(DVec3::ZERO, 1.).into(), Sphere::new(DVec3::X * 4., 1.).into());
    let fine = Turning { velocity: -DVec3::X, angular_velocity: DVec3::Z, center_of_rotation: DVec3::X * 4. };
    assert!(a.sweep_turning(&b, &fine, 9.).unwrap().is_some());
    for bad in [f64::NAN, f64::INFINITY] {
        let bad = dvec3(0., bad, 0.);
        for motion in [
            Turning { velocity: bad, ..fine },
            Turning { angular_velocity: bad, ..fine },
            Turning { center_of_rotation: bad, ..fine },
        ] {
            assert_eq!(a.sweep_turning(&b, &motion, 9.).unwrap(), None, "{motion:?}");
        }
        assert_eq!(a.sweep_turning(&b, &fine, f64::NAN).unwrap(), None);
    }
}

fn up_to_its_hit<L: Linear<Vector = Vec3> + std::fmt::Debug>(tube: &Tube<Vec3>, ray: &L) -> bool {
    let Some(hit) = tube.cast(ray, None) else { return false };
    let again = tube.cast(ray, Some(hit.t));
    assert_eq!(again.map(|again| again.t), Some(hit.t), "{tube:?} {ray:?}");
    assert_eq!(tube.cast(ray, Some(f32::NAN)), None);
    true
}

#[test]
fn casts_at_tubes_and_surfaces_include_the_limit() {
    let mut s = Curves::new(9);
    let single = |p: DVec3| p.as_vec3();
    let mut hits = 0;
    for _ in 0..200 {
        let path: PiecewiseBezier<Vec3> =
            Bezier::try_new((0..4).map(|_| single(s.point())).collect()).unwrap().pieces();
        let tube = Tube::try_new(path.clone(), 0.3).unwrap();
        let origin = single(s.point::<DVec3>() * 3.);
        let aim = path.at(0.3) - origin;
        hits += u32::from(up_to_its_hit(&tube, &Ray::new(origin, aim)));
        let flat: PiecewiseBezier<DVec2> =
            Bezier::try_new((0..4).map(|_| s.point()).collect()).unwrap().pieces();
        let flat = Tube::try_new(flat, 0.1).unwrap();
        let ray = Ray::new(s.point::<DVec2>() * 3., s.point());
        if let Some(hit) = flat.cast(&ray, None) {
            assert_eq!(flat.cast(&ray, Some(hit.t)).map(|again| again.t), Some(hit.t), "{flat:?} {ray:?}");
        }
        let sheet: surface::PatchGrid<DVec3> = s.sheet([2, 3]).pieces();
        let coarse = surface::BezierPatch::try_new(
            [2, 3],
            sheet.patches()[0].points().iter().map(|p| single(*p)).collect::<Vec<Vec3>>(),
        );
        let Ok(coarse) = coarse else { continue };
        let ray = Ray::new(origin, single(sheet.at(0.4, 0.6)) - origin);
        for hit in coarse.pieces().cast_all(&ray, &CastOptions::default()) {
            hits += 1;
            let options = CastOptions { max_t: Some(hit.t), ..CastOptions::default() };
            let again = coarse.pieces().cast_all(&ray, &options);
            assert_eq!(again.last().map(|last| last.t), Some(hit.t), "{coarse:?} {ray:?}");
            let options = CastOptions { min_t: Some(hit.t), ..CastOptions::default() };
            let again = coarse.pieces().cast_all(&ray, &options);
            assert_eq!(again.first().map(|first| first.t), Some(hit.t), "{coarse:?} {ray:?}");
        }
    }
    assert!(hits > 200, "{hits}");
}

#[test]
fn nothing_is_close_to_a_nan_point() {
    let path = Bezier::try_new(vec![Vec2::ZERO, Vec2::X, Vec2::ONE]).unwrap().pieces();
    let nearest = path.nearest(Vec2::NAN);
    assert!(nearest.distance.is_nan() && nearest.u == 0.0);
    assert_eq!(path.nearest(Vec2::splat(f32::NEG_INFINITY)).distance, f32::INFINITY);
    let tube = Tube::try_new(path, 0.5).unwrap();
    assert!(!tube.contains_point(Vec2::NAN) && !tube.contains_point(Vec2::INFINITY));
    for ray in [
        Ray::new(Vec2::NAN, Vec2::X),
        Ray::new(Vec2::NEG_X, Vec2::NAN),
        Ray::new(Vec2::NEG_X, Vec2::INFINITY),
    ] {
        assert_eq!(tube.cast(&ray, None), None);
    }
}

#[test]
fn a_pose_needs_unit_axes_for_every_dimension() {
    let ball: Shape3 = Sphere::new(DVec3::ZERO, 1.).into();
    let bad: [&[DVec3]; 6] = [
        &[],
        &DVec3::AXES[..2],
        &[DVec3::X, DVec3::Y, DVec3::Z, DVec3::X],
        &[DVec3::X * 2., DVec3::Y, DVec3::Z],
        &[DVec3::X, DVec3::X, DVec3::Z],
        &[DVec3::NAN, DVec3::Y, DVec3::Z],
    ];
    for axes in bad {
        assert_eq!(ball.posed(axes, DVec3::X).unwrap_err().field, "axes", "{axes:?}");
    }
    assert_eq!(ball.posed(&DVec3::AXES, DVec3::NAN).unwrap_err().field, "translation");
    assert!(ball.posed(&DVec3::AXES, DVec3::X).is_ok());
    let disc: Shape2 = Sphere::new(DVec2::ZERO, 1.).into();
    assert_eq!(disc.posed(&[], DVec2::X).unwrap_err().to_string(), "axes must be 2, got 0");
    assert_eq!(disc.posed(&[DVec2::X * 2., DVec2::Y], DVec2::X).unwrap_err().field, "axes");
}
