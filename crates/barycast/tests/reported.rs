//! Bugs reported for other libraries, as tests of this one.

use barycast::d3::f64::{
    Aabb, Capsule, Cone, Convex, Cylinder, HalfSpace, InfiniteCylinder, Obb, Plane, Point, Ray, Segment,
    Sphere, TaperedCapsule, Triangle, TruncatedCone,
};
use barycast::dynamic::any::Shape3;
use barycast::pair::cast::CastOptions;
use barycast::query::Side;
use glam::{DMat3, DQuat, DVec3, dvec3};

fn any(shape: impl Into<Shape3>) -> Shape3 {
    shape.into()
}

fn cube(half: f64) -> Aabb {
    Aabb::new(DVec3::splat(-half), DVec3::splat(half))
}

/// Returns evenly distributed points on the unit sphere.
fn ball_of_points(count: usize) -> Vec<DVec3> {
    let turn = std::f64::consts::PI * (3.0 - 5_f64.sqrt());
    let point = |i: usize| {
        let z = 1.0 - (2.0 * i as f64 + 1.0) / count as f64;
        let (sine, cosine) = (turn * i as f64).sin_cos();
        dvec3(cosine, sine, 0.0) * (1.0 - z * z).sqrt() + DVec3::Z * z
    };
    (0..count).map(point).collect()
}

#[test]
fn a_sphere_reaches_a_box_of_500_m_neither_early_nor_late() {
    // parry 429, 430: 0.246 mm short at 5 m, 3.64 mm at 50 m, 139 mm at 500 m.
    for half in [5.0, 50.0, 500.0] {
        let ball = any(Sphere::new(dvec3(0.3 * half, 2.0 * half, -0.2 * half), 0.5));
        let wall = any(cube(half));
        let toi = wall.sweep(&ball, dvec3(0.1, -10.0, 0.2), 1e3).unwrap().unwrap();
        assert!((toi.t - (half - 0.5) / 10.0).abs() < 1e-13 * half, "{half}: {}", toi.t);
        assert!((toi.normal_a_to_b.unwrap() - DVec3::Y).length() < 1e-12);
        let back = ball.sweep(&wall, dvec3(-0.1, 10.0, -0.2), 1e3).unwrap().unwrap();
        assert!((back.t - toi.t).abs() < 1e-13 * half);
    }
}

#[test]
fn normals_have_unit_length_and_do_not_flip_at_tiny_depths() {
    // parry 193.
    let floor = any(Aabb::new(dvec3(-9., -9., -1.), dvec3(9., 9., 0.)));
    for nudge in [-1e-9, -1e-15, 0.0, 1e-15, 1e-9] {
        let foot = any(Capsule::new(dvec3(1., 2., 0.5 - nudge), dvec3(1., 2., 2.), 0.5));
        let normal = match floor.contact(&foot).unwrap() {
            Some(contact) => contact.normal_a_to_b.unwrap(),
            None => floor.sweep(&foot, -DVec3::Z, 1.0).unwrap().unwrap().normal_a_to_b.unwrap(),
        };
        assert!((normal - DVec3::Z).length() < 1e-9, "{nudge}: {normal}");
        assert!((normal.length() - 1.0).abs() < 1e-15);
    }
}

#[test]
fn a_capsule_swept_over_a_box_intersects_it_all_the_way() {
    // parry 70: false negatives.
    let turned = DMat3::from_quat(DQuat::from_rotation_z(0.3));
    let axes = [turned.x_axis, turned.y_axis, turned.z_axis];
    let crate_ = Obb::new(DVec3::ZERO, dvec3(1., 0.5, 0.25), axes);
    for step in -300..=300 {
        let at = f64::from(step) / 100.0;
        let capsule = Capsule::new(turned * dvec3(at, -2., 0.), turned * dvec3(at, 2., 0.), 0.25);
        let inside = at.abs() <= 1.25;
        // The rotation rounds, so exact touches are skipped.
        if (at.abs() - 1.25).abs() > 1e-9 {
            assert_eq!(crate_.intersects(&capsule), inside, "{at}");
            assert_eq!(any(capsule).intersects(&any(crate_)), inside, "{at}");
            assert_eq!(any(crate_).contact(&any(capsule)).unwrap().is_some(), inside, "{at}");
        }
    }
}

#[test]
fn a_vertex_at_a_sphere_center_and_a_center_on_a_face_are_contacts() {
    // parry 34, 148.
    let (crate_, ball) = (any(cube(1.0)), |at| any(Sphere::new(at, 0.5)));
    let corner = crate_.contact(&ball(DVec3::ONE)).unwrap().unwrap();
    assert!((corner.depth - 0.5).abs() < 1e-15 && corner.normal_a_to_b.is_some());
    let face = crate_.manifold(&ball(dvec3(0.2, 1.0, 0.1))).unwrap().unwrap();
    assert_eq!((face.normal_a_to_b, face.points.len()), (Some(DVec3::Y), 1));
    assert!((face.points[0].depth - 0.5).abs() < 1e-15);
}

#[test]
fn a_point_beside_a_triangle_is_not_inside() {
    // parry 75: reported as inside, at a distance of 0.156.
    let triangle = Triangle::new(DVec3::ZERO, dvec3(1., 0., 0.), dvec3(0., 1., 0.));
    let point = Point::new(dvec3(0.25, 0.25, 0.156));
    assert!(!triangle.intersects(&point));
    assert_eq!(triangle.distance(&point), 0.156);
}

#[test]
fn touching_boxes_have_contacts_of_depth_0() {
    // FCL 493, 495, 445: "the origin is outside of the polytope".
    let turned = |q: DQuat, at: DVec3| {
        let m = DMat3::from_quat(q);
        Obb::new(at, DVec3::ONE, [m.x_axis, m.y_axis, m.z_axis])
    };
    for at in [dvec3(2., 0., 0.), dvec3(2., 2., 0.), dvec3(2., 2., 2.), dvec3(2., 0.7, -0.3)] {
        let (a, b) = (any(cube(1.0)), any(turned(DQuat::IDENTITY, at)));
        let contact = a.contact(&b).unwrap().unwrap();
        assert_eq!(contact.depth, 0.0, "{at}");
        assert!((contact.normal_a_to_b.unwrap().length() - 1.0).abs() < 1e-15);
        assert_eq!(a.closest(&b).distance, 0.0);
    }
}

#[test]
fn touching_hulls_intersect_and_slightly_separated_ones_do_not() {
    // FCL 390, 395, 399; openGJK 13.
    let corners = |at: DVec3| {
        let signs = [-1.0, 1.0];
        let x = signs.into_iter().flat_map(move |x| signs.map(|y| (x, y)));
        let corner = x.flat_map(move |(x, y)| signs.map(|z| dvec3(x, y, z) + at));
        any(Convex::try_new(corner.collect()).unwrap())
    };
    let a = corners(DVec3::ZERO);
    for (at, touching) in [
        (dvec3(2., 0., 0.), true),
        (dvec3(2., 2., 2.), true),
        (dvec3(2_f64.next_up().next_up(), 0., 0.), false),
        (dvec3(2., 2., 2_f64.next_up().next_up()), false),
        (dvec3(2_f64.next_down(), 1., 1.), true),
    ] {
        let b = corners(at);
        assert_eq!((a.intersects(&b), b.intersects(&a)), (touching, touching), "{at}");
        assert_eq!(a.closest(&b).distance == 0.0, touching, "{at}");
        assert_eq!(a.contact(&b).unwrap().is_some(), touching, "{at}");
    }
    let itself = a.contact(&a.clone()).unwrap().unwrap();
    assert_eq!(itself.depth, 2.0);
}

#[test]
fn a_hull_of_ten_thousand_points_rests_on_a_box() {
    let points = ball_of_points(10_000);
    let lowest = points.iter().map(|p| p.z).fold(0.0, f64::min);
    let hull = any(Convex::try_new(points).unwrap());
    let table = |top: f64| any(Aabb::new(dvec3(-5., -5., -9.), dvec3(5., 5., top)));
    let sunk = table(lowest + 0.125).contact(&hull).unwrap().unwrap();
    assert!((sunk.depth - 0.125).abs() < 1e-15 && sunk.normal_a_to_b == Some(DVec3::Z), "{sunk:?}");
    assert!((table(lowest - 0.5).closest(&hull).distance - 0.5).abs() < 1e-15);
    assert!(table(lowest).intersects(&hull) && !table(lowest.next_down()).intersects(&hull));
}

#[test]
fn a_shape_of_size_1e_7_beside_one_of_size_1() {
    let speck = any(Convex::try_new(ball_of_points(50).iter().map(|p| *p * 1e-7).collect()).unwrap());
    for gap in [1e-3, 1e-8, 1e-12] {
        let wall = any(Aabb::new(dvec3(1e-7 + gap, -1., -1.), dvec3(2., 1., 1.)));
        let right = ball_of_points(50).iter().map(|p| p.x * 1e-7).fold(0.0, f64::max);
        let expected = 1e-7 + gap - right;
        assert!(
            (wall.closest(&speck).distance - expected).abs() <= 4.0 * f64::EPSILON * (1e-7 + gap),
            "{gap}"
        );
    }
    let around = any(cube(1.0)).contact(&speck).unwrap().unwrap();
    assert!((around.depth - 1.0).abs() < 1.1e-7);
}

#[test]
fn a_cylinder_that_touches_a_capsule_hits_at_time_0_with_depth_0() {
    // Jolt 2103: 6 m of penetration.
    let can = any(Cylinder::new(dvec3(0., 0., -1.), dvec3(0., 0., 1.), 2.0));
    let capsule = any(Capsule::new(dvec3(3., 0., -5.), dvec3(3., 0., 5.), 1.0));
    let toi = capsule.sweep(&can, DVec3::X, 1.0).unwrap().unwrap();
    assert_eq!(toi.t, 0.0);
    assert_eq!(capsule.contact(&can).unwrap().unwrap().depth, 0.0);
}

#[test]
fn rays_that_start_behind_or_inside() {
    // PhysX 487: hit by a ray that starts beyond the capsule. bepu 253: along the axis from inside
    // the cylinder.
    let capsule = Capsule::new(dvec3(0., 0., -1.), dvec3(0., 0., 1.), 0.5);
    assert!(Ray::new(dvec3(0.4999, 0., 1.5), DVec3::Z).cast(&capsule).is_none());
    let can = Cylinder::new(dvec3(0., 0., -1.), dvec3(0., 0., 1.), 0.5);
    let within = any(Ray::new(DVec3::ZERO, DVec3::Z));
    let hollow = CastOptions { hollow: true, ..CastOptions::default() };
    let hit = within.cast_with(&any(can), &hollow).unwrap().unwrap();
    assert_eq!((hit.t, hit.side, hit.normal), (1.0, Side::Inside, Some(DVec3::Z)));
}

#[test]
fn a_thin_cylinder_beside_another_is_outside_at_1e_90_too() {
    for size in [1.0, 2_f64.powi(-300), 2_f64.powi(300)] {
        let at = |x: f64, y: f64, z: f64| dvec3(x, y, z) * size;
        let can = any(Cylinder::new(at(0., 1., 2.), at(0., 4., 3.), 1e-5 * size));
        let pipe = |x: f64| any(InfiniteCylinder::new(at(x, 0., 0.), at(0., 0., 7.), size));
        assert!(can.intersects(&pipe(0.0)) && !can.intersects(&pipe(2.0)) && !pipe(2.0).intersects(&can));
    }
}

#[test]
fn a_ray_in_the_plane_of_a_box_face_hits() {
    // svenstaro/bvh 140: 0/0.
    let hit = Ray::new(dvec3(-3., 1., 0.5), DVec3::X).cast(&cube(1.0)).unwrap();
    assert_eq!(hit.t, 2.0);
    assert!(Segment::new(dvec3(-3., 1., 1.), dvec3(3., 1., 1.)).intersects(&cube(1.0)));
}

#[test]
fn a_box_beyond_a_plane_does_not_intersect_it() {
    // three.js 14834: the sign of the plane constant.
    let above = Aabb::new(dvec3(1., 0., 0.), dvec3(2., 1., 1.));
    assert!(!Plane::new(DVec3::X, -1.0).intersects(&above) && Plane::new(DVec3::X, 1.5).intersects(&above));
    assert!(!HalfSpace::new(DVec3::X, 0.5).intersects(&above));
}

#[test]
fn hulls_of_few_or_equal_points_are_valid() {
    // parry 49: panics.
    let far = any(Sphere::new(dvec3(5., 0., 0.), 1.0));
    for points in [
        vec![DVec3::ZERO],
        vec![DVec3::ZERO; 7],
        vec![DVec3::ZERO, -DVec3::X, dvec3(-0.5, 0., 0.)],
        vec![DVec3::ZERO, -DVec3::X, -DVec3::Y, dvec3(-1., -1., 0.)],
        vec![DVec3::ZERO, dvec3(-1e-300, 0., 0.), dvec3(0., -1e-300, 1e-300)],
    ] {
        let hull = any(Convex::try_new(points).unwrap());
        assert_eq!(far.closest(&hull).distance, 4.0);
    }
}

#[test]
fn queries_of_nan_terminate() {
    // parry: an assertion in the cast loop; geodatafusion 99. Only unchecked constructors admit
    // such input.
    let ray = any(Ray::new(DVec3::ZERO, DVec3::X));
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for odd in [
            any(Sphere::new(dvec3(bad, 0., 0.), 1.0)),
            any(Sphere::new(DVec3::ZERO, bad)),
            any(cube(bad)),
            any(Capsule::new(DVec3::ZERO, DVec3::splat(bad), 1.0)),
            any(Cylinder::new(DVec3::ZERO, dvec3(0., bad, 0.), 1.0)),
            any(Triangle::new(DVec3::ZERO, DVec3::X, dvec3(0., bad, 0.))),
            any(Plane::new(DVec3::X, bad)),
            any(Ray::new(DVec3::ZERO, dvec3(bad, 1., 0.))),
        ] {
            for other in
                [any(cube(1.0)), any(Cylinder::new(-DVec3::Z, DVec3::Z, 2.0)), ray.clone(), odd.clone()]
            {
                let _ = (odd.intersects(&other), other.intersects(&odd));
                let _ = (odd.closest(&other), other.closest(&odd));
                let _ = (odd.contact(&other), ray.cast(&odd));
                let _ = odd.sweep(&other, DVec3::X, 1.0);
                let _ = (odd.intersection(&other).is_ok(), other.intersection(&odd).is_ok());
            }
        }
    }
}

#[test]
fn nan_intersects_nothing() {
    let nan = dvec3(f64::NAN, 0.0, 0.0);
    let odd = [
        any(Point::new(nan)),
        any(Segment::new(nan, DVec3::X)),
        any(Ray::new(DVec3::ZERO, nan)),
        any(Sphere::new(nan, 1.0)),
        any(Sphere::new(DVec3::ZERO, f64::NAN)),
        any(Aabb::new(nan, DVec3::ONE)),
        any(Obb { center: nan, half_extents: DVec3::ONE, axes: [DVec3::X, DVec3::Y, DVec3::Z] }),
        any(Capsule::new(DVec3::ZERO, nan, 1.0)),
        any(Triangle::new(nan, DVec3::X, DVec3::Y)),
        any(Plane::new(nan, 0.0)),
        any(HalfSpace::new(DVec3::X, f64::NAN)),
    ];
    let known = [
        any(Point::new(DVec3::ZERO)),
        any(Segment::new(-DVec3::X, DVec3::X)),
        any(Ray::new(-DVec3::ONE, DVec3::ONE)),
        any(Sphere::new(DVec3::ZERO, 100.0)),
        any(cube(100.0)),
        any(Plane::new(DVec3::Y, 0.0)),
        any(HalfSpace::new(DVec3::ONE, 100.0)),
        any(Triangle::new(-DVec3::ONE, DVec3::ONE, DVec3::X)),
    ];
    for odd in &odd {
        for known in &known {
            assert!(!odd.intersects(known) && !known.intersects(odd), "{odd:?} {known:?}");
            assert!(odd.closest(known).distance != 0.0, "{odd:?} {known:?}");
            let met = [odd.sweep(known, DVec3::X, 9.0), known.sweep(odd, DVec3::X, 9.0)];
            assert!(
                met.iter().flatten().flatten().all(|met| met.t > 0.0 && !met.point.is_nan()),
                "{odd:?} {known:?}"
            );
            let hit = known.cast(odd);
            assert!(!matches!(hit, Ok(Some(_))), "{odd:?} {known:?}");
            let _ = (odd.intersection(known).is_ok(), known.intersection(odd).is_ok());
        }
    }
}

#[test]
fn a_point_on_or_near_the_axis_of_a_round_shape_exits_through_the_side() {
    let (a, b) = (DVec3::new(-1., 3., -2.), DVec3::new(1., 1., 0.));
    let cylinder = Shape3::from(Cylinder::new(a, b, 1.));
    let depth = |shape: &Shape3, point: &Shape3| shape.contact_precisely(point).unwrap().unwrap().depth;
    assert!((depth(&cylinder, &any(barycast::shape::Point(dvec3(0., 2., -1.)))) - 1.0).abs() < 1e-15);
    for off in [0.0, 1e-9, 1e-4, 0.01, 0.1] {
        let p = dvec3(0., 2., -1. - off);
        let round = [
            Shape3::from(TruncatedCone::new(a, b, 1., 1.1)),
            TaperedCapsule::new(a, b, 1., 1.1).into(),
            Cone::new(a, b, 3.).into(),
            cylinder.clone(),
        ];
        for shape in round {
            let least = -shape.signed_distance(p);
            let found = depth(&shape, &any(barycast::shape::Point(p)));
            assert!((found - least).abs() < 1e-14, "{shape:?} {off:e} {least} {found}");
        }
    }
}
