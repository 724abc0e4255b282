//! Every query on shapes decoded from random bytes, with the decoder of the fuzz targets in
//! `fuzz/`: numbers of all bit patterns, checked constructors, and no panic.
//! `BARYCAST_CASES=100000` runs more cases, in release.

use barycast::convex::advance::Turning;
use barycast::dynamic::any::{Shape2, Shape3};
use barycast::pair::cast::CastOptions;
use barycast::shape::{
    Aabb, Annulus, Arc, Capsule, Compound, Cone, Convex, Cylinder, Disc, Ellipsoid, EllipticCylinder,
    FlatPolygon, Frustum, HalfSpace, InfiniteCone, InfiniteCylinder, Line, Obb, Parallelogram, Plane, Point,
    Polygon, Polyline, Ray, Sector, Segment, Sphere, TaperedCapsule, Torus, Triangle, TruncatedCone, Voxels,
};
use barycast_testkit::queries::{QUERIES, mesh, query};
use glam::{DVec2, DVec3, Vec2, dvec2, dvec3, vec2};
use std::panic::catch_unwind;

/// Number of inputs per query.
fn cases() -> u64 {
    std::env::var("BARYCAST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(250)
}

/// Runs a query on seeded bytes, and checks how many inputs were valid shapes and that none had a
/// wrong result.
fn run(cases: u64, query: impl Fn(&[u8]) -> Result<bool, String> + std::panic::RefUnwindSafe) {
    let (mut valid, mut wrong) = (0, Vec::new());
    for seed in 0..cases {
        let mut rng = fastrand::Rng::with_seed(seed);
        let bytes: Vec<u8> = (0..rng.usize(20..400)).map(|_| rng.u8(..)).collect();
        match catch_unwind(|| query(&bytes)).unwrap_or_else(|_| Err("panic".into())) {
            Ok(is_valid) => valid += u64::from(is_valid),
            Err(what) => wrong.push(format!("seed {seed}: {what}")),
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {valid} in all\n{}",
        wrong.len(),
        wrong[..wrong.len().min(12)].join("\n")
    );
    assert!(valid > cases / 10, "{valid} valid");
}

macro_rules! each {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            assert!(QUERIES.contains(&stringify!($name)));
            run(cases(), |bytes| query(stringify!($name), bytes));
        })*
    };
}
each! { intersects closest contact manifold contains intersection cast sweep signed_distance names }

#[test]
fn rotating_sweeps() {
    // Up to 2,000 steps each.
    run(cases() / 10, |bytes| query("turning", bytes));
}

#[test]
fn meshes() {
    run(cases(), mesh);
}

// Regression tests, reduced from fuzz findings.

#[test]
fn traces_of_the_largest_numbers_terminate() {
    let pin = Shape3::from(Capsule::new(DVec3::splat(f64::MAX), DVec3::splat(f64::MIN), 1.0));
    let ball = Shape3::from(Ellipsoid::new(DVec3::ZERO, DVec3::ONE, [DVec3::X, DVec3::Y, DVec3::Z]));
    let _ = (pin.trace(&ball), ball.trace(&pin));
}

#[test]
fn a_hull_of_huge_and_tiny_numbers_is_closed() {
    // Its sides were wrong because products of tiny numbers underflowed before the multiplication
    // by a huge one, and the hull grew without bound.
    let text = *b"\x8e\xbe0\x8fG[\x88\x85\x88\x16\x16\x16\x88{\x88\x81\xee";
    assert_eq!(query("intersects", &text), Ok(true));
}

#[test]
fn a_cylinder_as_long_as_the_float_range_intersects_shapes_at_its_end() {
    let end = dvec3(f64::MIN, f64::MIN.next_up(), f64::MIN.next_up().next_up());
    let pipe = Shape3::from(Cylinder::new(dvec3(-4., -3., -3.), end, 2.0));
    let chain = [4., 8., 12., 8.].map(|x| DVec3::splat(-x));
    let chain = Shape3::from(FlatPolygon::try_new(chain.to_vec()).unwrap());
    assert_eq!(
        (pipe.contains(&chain), pipe.intersects(&chain), chain.intersects(&pipe)),
        (Ok(true), true, true)
    );
}

#[test]
fn a_rotation_at_the_smallest_numbers_terminates() {
    let (wall, dot) = (Shape2::from(Point(dvec2(1e-321, 0.0))), Shape2::from(Point(DVec2::ZERO)));
    let motion = Turning { velocity: DVec2::X, angular_velocity: 1.0, center_of_rotation: DVec2::ZERO };
    let (impact, _) = wall.sweep_turning(&dot, &motion, 1e-320).unwrap().unwrap();
    assert!(impact.t <= 1e-321);
}

#[test]
fn touching_of_an_arc_and_a_circle_is_symmetric() {
    let arc = Shape2::from(Arc::new(DVec2::ZERO, 1.0, 1.0, -3.0));
    let circle = Shape2::from(Annulus::new(dvec2(0.0, 3.0), 4.0, 4.0));
    assert!(arc.intersects(&circle) && circle.intersects(&arc));
}

#[test]
fn a_sphere_does_not_contain_a_point_just_outside() {
    let core = Shape3::from(Convex::try_new(vec![dvec3(1.26e-321, -4.0, -4.0)]).unwrap());
    let (ball, point) = (core.try_rounded(4.0).unwrap(), Shape3::from(Point(DVec3::splat(-4.0))));
    assert!(!ball.intersects(&point) && ball.contains(&point) == Ok(false));
}

#[test]
fn a_half_space_with_the_smallest_normal_contains_points() {
    let ground = Shape2::from(HalfSpace::new(dvec2(5e-324, 1e-323), 9.3e-10));
    let found = ground.manifold(&Point(dvec2(-4.0, -4.0)).into()).unwrap().unwrap();
    assert!(found.points.iter().all(|p| !p.on_a.is_nan() && !p.on_b.is_nan()), "{found:?}");
}

#[test]
fn a_plane_does_not_contain_an_arc_whose_squares_overflow() {
    let side =
        Plane::new(dvec2(-5.989_813_481_005_135e156, 5.989_813_481_005_135e156), 4.213_158_654_866_38e304);
    let far = Arc::new(dvec2(-3e-19, 5.943_544_797_067_26e73), 9.429_563_188_164_645e42, 1.0, 2.0);
    let (side, far) = (Shape2::from(side), Shape2::from(far));
    assert!(!side.intersects(&far) && side.contains(&far) == Ok(false));
}

#[test]
fn a_polygon_of_mixed_magnitudes_has_positive_distance_to_disjoint_shapes() {
    let points = [
        dvec3(1e-160, 3_252.236_138_521_427_6, -1.111_940_877_084_443_6e235),
        dvec3(-3.274_041_388_050_079e86, 2.303_391_170_622_487_3e-23, f64::MAX),
        dvec3(1.962_817_523_305_112_3e27, 1.000_000_000_000_000_2, -4.0),
        dvec3(-1.0, 1.353_779_630_213_334_8e85, -8.467_904_755_137_763e183),
    ];
    let polygon = Shape3::from(FlatPolygon::try_new(points.to_vec()).unwrap());
    let disc =
        Disc::new(dvec3(1.5e-30, -2.0, -2.0), dvec3(6.7e-24, f64::MIN_POSITIVE, 1e160), 3.1e-53).into();
    assert!(!polygon.intersects(&disc) && polygon.closest(&disc).distance > 0.0);
}

#[test]
fn a_sweep_at_a_polygon_of_mixed_magnitudes_does_not_hit_at_time_0() {
    let wide = [
        dvec3(-4.75e-126, 5e-324, 4.5e-19),
        dvec3(-3.0, 5e-324, -2.2e37),
        dvec3(1.4e191, -1.0, f64::MIN),
        dvec3(1.4e191, -1.0, f64::MIN),
    ];
    let Ok(polygon) = FlatPolygon::try_new(wide.to_vec()).map(Shape3::from) else { return };
    let ring = Torus::new(dvec3(-2.0, -2.1e-173, 2.0), dvec3(5e-324, -1.7e37, 4.0), 0.0, 5.1e-14).into();
    let impact = polygon.sweep(&ring, DVec3::NEG_Z, 1.0).unwrap();
    assert!(!polygon.intersects(&ring) && impact.is_none_or(|i| i.t > 0.0));
}

#[test]
fn an_arc_beyond_the_float_range_has_complete_results() {
    let dot = Shape2::from(Arc::new(dvec2(5e-324, 0.0), 5e-324, 0.0, 5e-324));
    let half = Shape2::from(Arc::new(dvec2(0.0, -5e-324), 4.0, -4.0, -4.0));
    assert_eq!((dot.intersects(&half), dot.closest(&half).distance), (false, 4.0));
}

#[test]
fn sweeps_of_the_smallest_numbers_have_finite_points() {
    let point = Shape2::from(Point(dvec2(-5e-324, 0.0)));
    let ray = Shape2::from(Ray::new(dvec2(-5e-324, -5e-324), dvec2(-4.0, -4.0)));
    let impact = point.sweep(&ray, dvec2(0.0, 1.0), 1.0).unwrap().unwrap();
    assert!(impact.t > 0.0 && impact.t <= 1e-300 && impact.point.is_finite(), "{impact:?}");
}

#[test]
fn shapes_apart_by_the_smallest_numbers_are_not_hit_at_time_0() {
    let half = HalfSpace::new(dvec2(4.5e21, -1.9e-52), -1e-50);
    let (segment, half) = (Segment::new(dvec2(2.0, 2e-10), dvec2(0.0, 5e-324)).into(), Shape2::from(half));
    assert!(!half.intersects(&segment) && !segment.intersects(&half));
    for velocity in [DVec2::ZERO, dvec2(-1.0, 0.0), dvec2(1.0, 0.0)] {
        assert_eq!(half.sweep(&segment, velocity, 0.0), Ok(None));
        assert_eq!(segment.sweep(&half, velocity, 0.0), Ok(None));
    }
}

#[test]
fn a_miss_by_more_than_products_can_represent_is_no_hit() {
    // Upright up to its last digits, and a ray that rises beside it.
    let tilt = 4.332_085_082_906_88e-164;
    let slab = Obb::try_new(dvec2(-2.0, 0.0), dvec2(9e-172, 3e-20), [dvec2(-tilt, 1.0), dvec2(-1.0, -tilt)]);
    let (slab, ray) = (Shape2::from(slab.unwrap()), Ray::new(DVec2::ZERO, dvec2(1.0, 3.0)).into());
    assert_eq!(slab.sweep(&ray, DVec2::Y, 1e300), Ok(None));
    assert_eq!(ray.sweep(&slab, -DVec2::Y, 1e300), Ok(None));
}

#[test]
fn initial_overlap_is_detected_at_mixed_magnitudes() {
    let segment = Segment::new(dvec2(0.0, 8.506_337_448_529_24e131), dvec2(-4.529_577_792_682_184e-185, 0.0));
    let (low, high) = (dvec2(-2.0, 4.626_370_348_715_73e125), dvec2(-1.035_385_113_030_116_2e-22, 4.7e191));
    let (segment, other) = (Shape2::from(segment), Triangle::new(dvec2(0.0, -3.0), low, high).into());
    assert!(segment.intersects(&other));
    assert!(segment.cast(&other).unwrap().is_some());
    assert!(segment.manifold(&other).unwrap().is_some() && other.manifold(&segment).unwrap().is_some());
    assert_eq!(segment.sweep(&other, DVec2::X, 1.0).unwrap().map(|impact| impact.t), Some(0.0));
}

#[test]
fn contacts_with_a_huge_half_space_have_finite_points() {
    let half = Shape2::from(HalfSpace::new(dvec2(0.0, 3.0), -1.0));
    let points = [
        dvec2(1.0, 8.851_037_481_700_387e-141),
        dvec2(2.563_855_017_775_19e-144, f64::MIN),
        dvec2(1e-160, -6.239_908_915_215_078e124),
        dvec2(-2.654_434_325_415_833_6e-291, -2.133_604_792_761_660_5e-243),
        dvec2(-2.133_604_792_761_660_8e-243, 0.0),
    ];
    let chain = Shape2::from(Polyline::try_new(points.to_vec(), false).unwrap());
    for held in [half.manifold(&chain), chain.manifold(&half)].map(|held| held.unwrap().unwrap()) {
        assert!(held.points.iter().all(|p| p.on_a.is_finite() && p.depth >= 0.0), "{held:?}");
    }
}

#[test]
fn huge_voxels_contain_only_what_they_intersect() {
    let cells = Voxels::try_new(dvec2(0.0, -2.0), dvec2(9e201, 5e210), vec![[-1, -1, 0]]).unwrap();
    let beside = Sector::new(dvec2(1.0, 0.0), 1e-160, 1e-160, 7e-214);
    assert_eq!(Shape2::from(cells).contains(&beside.into()), Ok(false));
}

#[test]
fn shapes_separated_by_the_largest_numbers_neither_touch_nor_hit() {
    let flat = Parallelogram::new(dvec2(-5e-324, -1e-323), dvec2(1e308, -4.0), dvec2(-4.0, -4.0));
    let (flat, corner) = (Shape2::from(flat), Shape2::from(Point(DVec2::splat(-4.0))));
    assert_eq!((flat.intersects(&corner), flat.contact(&corner)), (false, Ok(None)));
    let large = Triangle::new(dvec2(1e308, 1e160), dvec2(1e160, 2.0), dvec2(1.773_94e-319, -4.0));
    let segment = Shape2::from(Segment::new(dvec2(5e-324, -4.0), dvec2(-4.0, -2.0)));
    let (large, options) = (Shape2::from(large), CastOptions::default());
    assert!(!segment.intersects(&large));
    assert_eq!(
        (segment.cast_with(&large, &options), segment.cast_all_with(&large, &options)),
        (Ok(None), Ok(vec![]))
    );
}

#[test]
fn a_limit_that_is_negligible_beside_the_shapes_applies() {
    let origin = dvec2(2.0, 1.598_515_026_686_424e186);
    let line =
        Shape2::from(Line::new(origin, dvec2(-1.750_429_398_322_171e-36, -1.349_238_957_512_840_2e18)));
    let plane = Shape2::from(Plane::new(dvec2(-4.0, 0.0), 0.0));
    let limit = -1.187_652_648_053_567_4e-183;
    let options = CastOptions { max_t: Some(limit), ..CastOptions::default() };
    assert!(line.cast_with(&plane, &options).unwrap().is_none_or(|hit| hit.t <= limit));
    assert!(line.cast_all_with(&plane, &options).unwrap().iter().all(|hit| hit.t <= limit));
}

#[test]
fn barycentric_coordinates_of_a_huge_triangle_are_finite() {
    let huge = Shape2::from(Triangle::new(dvec2(1e308, -2.0), dvec2(-1.0, -4.0), dvec2(-4.0, -4.0)));
    // The two near corners differ by less than an ulp of the far one.
    let [far, near, nearer] = huge.barycentric(&Point(DVec2::splat(-4.0)).into()).unwrap();
    assert_eq!((far, near + nearer), (0.0, 1.0));
}

#[test]
fn a_rotating_sweep_past_a_distant_ray_has_no_negative_time() {
    let line = Shape2::from(Line::new(dvec2(1e160, 4.0), dvec2(3.999_999_999_999_999_6, 0.0)));
    let motion =
        Turning { velocity: dvec2(0.0, 1.0), angular_velocity: 1.0, center_of_rotation: DVec2::ZERO };
    let found = line.sweep_turning(&Point(DVec2::splat(-4.0)).into(), &motion, 4.0).unwrap();
    assert!(found.is_none_or(|(impact, _)| (0.0..=4.0).contains(&impact.t)), "{found:?}");
}

#[test]
fn a_ring_without_width_contains_what_it_intersects() {
    let ring = Shape2::from(Annulus::new(dvec2(-4.279_687_215_754_286e-19, -4.0), 4.0, 4.0));
    let point = Shape2::from(Point(DVec2::splat(-4.0)));
    assert_eq!(ring.contains(&point), Ok(ring.intersects(&point)));
}

#[test]
fn a_motion_too_slow_for_floats_never_hits() {
    let [low, high] = [-4.0, 4.0].map(|z| Shape3::from(Point(dvec3(-4.0, -4.0, z))));
    assert_eq!(low.sweep(&high, dvec3(0.0, 0.0, -5e-324), f64::INFINITY), Ok(None));
    let slow = dvec3(0.0, 0.0, -2_f64.powi(-1000));
    assert_eq!(low.sweep(&high, slow, f64::INFINITY).unwrap().unwrap().t, 2_f64.powi(1003));
}

#[test]
fn a_union_is_not_hit_at_a_part_that_is_missed() {
    let ray = Shape2::from(Ray::new(dvec2(0.0, -4.0), dvec2(-2.0, 2.0)));
    let flat = Triangle::new(DVec2::splat(16.0), DVec2::splat(32.0), DVec2::splat(48.0));
    let missed = Shape2::from(flat).try_rounded(16.0).unwrap();
    let both = Compound::try_new(vec![Point(dvec2(-3.0, -1.0)).into(), missed]).unwrap().into();
    let hits = ray.cast_all(&both).unwrap();
    assert_eq!(hits.iter().map(|hit| hit.t).collect::<Vec<_>>(), [1.5]);
}

#[test]
fn traces_of_the_largest_numbers_are_finite() {
    let corner = DVec3::splat(-4.0);
    let flat = Parallelogram::new(corner, corner, dvec3(-4.0, -2.0, 1e308));
    let segment = Segment::new(dvec3(-3.0, 1.5e-323, -4.0), corner);
    let trace = Shape3::from(flat).trace(&segment.into());
    assert!(!format!("{trace:?}").contains("NaN"), "{trace:?}");
}

#[test]
fn the_depth_of_a_union_beyond_the_float_range_is_not_nan() {
    let corner = |x: f64| Shape2::from(Sphere::new(dvec2(x, 0.0), 1.0));
    let wide =
        Shape2::from(Compound::try_new(vec![corner(f64::MAX), corner(f64::MIN), corner(0.0)]).unwrap());
    let contact = wide.contact(&corner(0.5)).unwrap().unwrap();
    assert!(!contact.depth.is_nan() && contact.depth >= 0.0, "{contact:?}");
}

#[test]
fn a_shape_scaled_to_1e308_has_the_distance_of_its_image() {
    // The factors take the shape where products overflow, whatever its original size.
    let sector = Sector::try_new(dvec2(0., 0.), 1., 0., 1.5).unwrap();
    for size in [1e308, 1e200, 1e-200, 1e-300] {
        let stretched = Shape2::from(sector).try_scaled(dvec2(size, size / 2.)).unwrap();
        let point = Shape2::from(Point(dvec2(-size / 4., -size / 4.)));
        let near = stretched.closest(&point);
        assert!((near.distance / size - 0.125_f64.sqrt()).abs() < 1e-12, "{size}: {near:?}");
        assert!((near.on_a / size).length() < 1e-12, "{size}: {near:?}");
        let across = Shape2::from(Segment::new(dvec2(size / 8., size / 8.), dvec2(size / 8., -size / 8.)));
        assert!(stretched.intersects(&across) && stretched.closest(&across).distance == 0., "{size}");
    }
}

#[test]
fn a_torus_in_the_hole_of_another_misses_it_in_both_orders() {
    let tiny = 2.553_993_386_663_247_5e-162;
    let around = Torus::try_new(
        dvec3(5e-324, 1e-323, 1.5e-323),
        dvec3(2e-323, 2.5e-323, -2.0),
        2_f64.next_down(),
        2_f64.next_down().next_down(),
    );
    let within = Torus::try_new(dvec3(-tiny, tiny, tiny), dvec3(tiny, tiny, tiny), tiny, tiny);
    let (a, b) = (Shape3::from(around.unwrap()), Shape3::from(within.unwrap()));
    assert!(!a.intersects(&b) && !b.intersects(&a));
}

#[test]
fn a_line_past_a_rounded_flat_part_of_a_union_hits_the_other_part_only() {
    let flat = Parallelogram::try_new(dvec2(-3., 2.), dvec2(1., 2.), dvec2(0., 3.)).unwrap();
    let rounded = Shape2::from(flat).try_rounded(3.).unwrap();
    let ray = Shape2::from(Ray::try_new(dvec2(-3., 1.), dvec2(2., -4.)).unwrap());
    let union = Shape2::from(Compound::try_new(vec![rounded, ray]).unwrap());
    let line = Shape2::from(Line::new(dvec2(2., -3.), dvec2(0., 3.)));
    let hits = line.cast_all(&union).unwrap();
    assert_eq!(hits.iter().map(|hit| hit.t).collect::<Vec<_>>(), [-2.]);
}

#[test]
fn a_compound_in_a_half_plane_beyond_the_float_range_never_separates() {
    let half = HalfSpace::try_new(dvec2(-5e-324, -5e-324), 1.0).unwrap().into();
    let point = || Shape2::from(Point(dvec2(-4., -4.)));
    let parts = Shape2::from(Compound::try_new(vec![point(), point()]).unwrap());
    for (a, b) in [(&half, &parts), (&parts, &half)] {
        let contact = a.contact(b).unwrap().unwrap();
        assert_eq!(contact.depth, f64::INFINITY, "{contact:?}");
        let held = a.manifold(b).unwrap().unwrap().points;
        assert!(held.iter().all(|p| p.on_a.is_finite() && p.on_b.is_finite()), "{held:?}");
    }
}

#[test]
fn a_flat_polygon_at_1e160_has_a_normal_unless_collinear() {
    let at = |x: f64| DVec3::splat(x);
    for size in [1.0, 1e160, 1e300, 1e-160, 1e-300] {
        let corners = [dvec3(0., 0., 0.), dvec3(size, 0., 0.), dvec3(0., size, size)];
        let slope = Shape3::from(FlatPolygon::try_new(corners.to_vec()).unwrap());
        let down = Shape3::from(Ray::new(dvec3(size / 4., size / 4., size), dvec3(0., 0., -1.)));
        let normal = down.cast(&slope).unwrap().unwrap().normal.unwrap();
        assert!(normal.distance(dvec3(0., -0.5_f64.sqrt(), 0.5_f64.sqrt())) < 1e-15, "{normal}");
        let slim = FlatPolygon::try_new([1., 2., 2., 1.].map(|x| at(x * size)).to_vec());
        let slim = Shape3::from(slim.unwrap());
        let segment = Shape3::from(Segment::new(dvec3(0., size, size), at(size)));
        let hit = segment.cast(&slim).unwrap().unwrap();
        assert!(hit.t == 1.0 && hit.normal.is_none(), "{hit:?}");
    }
}

#[test]
fn a_ray_into_a_half_plane_beyond_1e308_has_a_finite_contact_point() {
    let ray = Shape2::from(Ray::new(dvec2(-4., -4.), dvec2(-4., 0.)));
    let half = Shape2::from(HalfSpace::try_new(dvec2(3.339_278_793_01e-312, -4.), -4.).unwrap());
    for (a, b) in [(&ray, &half), (&half, &ray)] {
        let near = a.closest(b);
        assert!(!near.distance.is_nan() && !near.on_a.is_nan() && !near.on_b.is_nan(), "{near:?}");
        assert_eq!(a.intersects(b), near.distance == 0.);
    }
}

#[test]
fn an_ellipse_of_radii_of_1e_323_has_normals() {
    let center = dvec2(1e-323, -1e-323);
    let ellipse = Ellipsoid::try_new(center, dvec2(1e-323, 1.), [DVec2::X, DVec2::Y]).unwrap();
    let segment = Shape2::from(Segment::new(dvec2(-5e-324, -1e-323), center));
    let hit = segment.cast(&ellipse.into()).unwrap().unwrap();
    assert_eq!(hit.normal, Some(-DVec2::X), "{hit:?}");
}

#[test]
fn nearly_coincident_circles_intersect_in_both_orders() {
    let ring = Shape2::from(Annulus::new(dvec2(5e-324, -4.), 4., 4_f64.next_up()));
    let circle = Shape2::from(Annulus::new(dvec2(0.000_976_562_5, -4.), 4., 4.));
    assert!(ring.intersects(&circle) && circle.intersects(&ring));
    assert!(ring.closest(&circle).distance == 0. && circle.closest(&ring).distance == 0.);
}

#[test]
fn a_hull_up_to_the_largest_number_intersects_what_it_contains() {
    let corners = [dvec2(f64::MIN, -4.), dvec2(3., 8.202_512_272_000_946e-304), DVec2::splat(-4.)];
    let hull = Shape2::from(Convex::try_new(corners.to_vec()).unwrap());
    for (x, meets) in [(1e-310, true), (-1., true), (3.5, false)] {
        let point = Shape2::from(Point(dvec2(x, 0.)));
        assert_eq!(hull.contains(&point), Ok(meets));
        assert!(hull.intersects(&point) == meets && point.intersects(&hull) == meets);
    }
}

#[test]
fn a_sector_that_leaves_an_arc_of_its_size_touches_at_points_of_both() {
    let sector = Shape2::from(Sector::try_new(dvec2(-1., -4.), 4., -1., 1.).unwrap());
    let arc = Shape2::from(Arc::try_new(dvec2(-3., -4.), 4., -4., -4.).unwrap());
    for (a, b) in [(&sector, &arc), (&arc, &sector)] {
        let contact = a.contact(b).unwrap().unwrap();
        assert!((contact.depth - 2.0).abs() < 1e-10, "{contact:?}");
        for (shape, point) in [(a, contact.on_a), (b, contact.on_b)] {
            assert!(shape.closest(&Shape2::from(Point(point))).distance < 1e-10, "{contact:?}");
        }
    }
}

#[test]
fn a_cylinder_negligible_beside_1e308_has_no_normal_or_a_finite_one() {
    let segment = Shape3::from(Segment::new(dvec3(2., -4., 1e308), dvec3(-4., 2., -4.)));
    let (low, high) = (DVec3::splat(-4.), dvec3(2.230_497_477_098_310_3e-305, -4., -4.));
    let cylinder = Shape3::from(EllipticCylinder { a: high, b: low, radii: [4., 4.], across: low });
    let hit = segment.cast(&cylinder).unwrap();
    assert!(hit.is_none_or(|hit| hit.normal.is_none_or(DVec3::is_normalized)), "{hit:?}");
}

#[test]
fn narrow_cones_that_intersect_beyond_1e308_have_a_finite_contact_point() {
    let tiny = 5e-324;
    let cone = |apex| Shape3::from(InfiniteCone::try_new(apex, dvec3(tiny, -tiny, tiny), tiny).unwrap());
    let (one, other) = (cone(dvec3(0., tiny, -tiny)), cone(dvec3(-tiny, tiny, -tiny)));
    for (a, b) in [(&one, &other), (&other, &one)] {
        let near = a.closest(b);
        assert!(near.distance == 0. && near.on_a.is_finite() && near.on_b.is_finite(), "{near:?}");
    }
}

/// Magnitudes at which squares, or products of more numbers, overflow or underflow.
const SIZES: [f64; 6] = [1e-250, 1e-160, 1e-120, 1e120, 1e160, 1e250];

#[test]
fn the_closest_part_is_found_beyond_1e154() {
    for s in SIZES {
        let far = Aabb::new(dvec2(11., 1.) * s, dvec2(15., 5.) * s);
        let near = Aabb::new(dvec2(3., -3.) * s, dvec2(7., 1.) * s);
        let both = Shape2::from(Compound::try_new(vec![far.into(), near.into()]).unwrap());
        let found = both.closest(&Point(dvec2(0., -7.) * s).into());
        assert!((found.distance / s - 5.).abs() < 1e-14, "{s:e} {found:?}");
    }
}

#[test]
fn composites_support_casts_and_contacts_at_any_scale() {
    for s in SIZES {
        let ball = Shape3::from(Sphere::new(dvec3(0., 0., 0.), 2. * s));
        let cube = Shape3::from(Aabb::new(dvec3(4., -1., -1.) * s, dvec3(5., 1., 1.) * s));
        let both = Shape3::from(Compound::try_new(vec![ball.clone(), cube]).unwrap());
        let ray = Shape3::from(Ray::new(dvec3(-5., 0., 0.) * s, dvec3(s, 0., 0.)));
        let hits = ray.cast_all(&both).unwrap();
        let t: Vec<f64> = hits.iter().map(|hit| (hit.t * 1e9).round() / 1e9).collect();
        assert_eq!(t, [3., 7., 9., 10.], "{s:e}");
        assert_eq!(
            ray.span(&ball).unwrap().map(|(from, to)| (from.round(), to.round())),
            Some((3., 7.)),
            "{s:e}"
        );
        let probe = Shape3::from(Sphere::new(dvec3(0., 2.5, 0.) * s, s));
        for (a, b, way) in [(&both, &probe, DVec3::Y), (&probe, &both, -DVec3::Y)] {
            let contact = a.contact(b).unwrap().unwrap();
            assert!((contact.depth / s - 0.5).abs() < 1e-9, "{s:e} {contact:?}");
            assert!(contact.normal_a_to_b.unwrap().dot(way) > 0.999, "{s:e} {contact:?}");
        }
        let corners = [dvec2(0., -1.), dvec2(4., -1.), dvec2(4., 3.), dvec2(2., 0.), dvec2(0., 3.)];
        let polygon = Shape2::from(Polygon::try_new(corners.iter().map(|p| *p * s).collect()).unwrap());
        let ray = Shape2::from(Ray::new(dvec2(-5., 0.) * s, dvec2(s, 0.)));
        let t: Vec<f64> = ray.cast_all(&polygon).unwrap().iter().map(|hit| hit.t).collect();
        assert_eq!(t, [5., 9.], "{s:e}");
    }
}

#[test]
fn an_ellipsoid_of_1e_300_has_a_bounding_box_and_intersections() {
    let (center, radii) = (dvec3(3., -1., 0.) * 1e-300, dvec3(4., 4., 3.) * 1e-300);
    let egg = Ellipsoid::try_new(center, radii, [DVec3::X, DVec3::Y, DVec3::Z]).unwrap();
    assert_eq!(egg.bounds(), Aabb::new(center - radii, center + radii));
    let line =
        Polyline::try_new(vec![dvec3(2., 1., -2.) * 1e-300, dvec3(-1., 2., -3.) * 1e-300], false).unwrap();
    assert!(Shape3::from(egg).intersects(&line.into()));
}

#[test]
fn a_point_just_inside_a_distant_ellipse_has_the_right_depth() {
    for off in [0., 12344., 12345.7, 1e5] {
        let center = dvec2(off, off);
        let ellipse = Ellipsoid::try_new(center, dvec2(2., 3.), [DVec2::X, DVec2::Y]).unwrap();
        let point = Shape2::from(Point(center + dvec2(1.999_023_437_5, 0.)));
        let contact = point.contact(&ellipse.into()).unwrap().unwrap();
        assert!((contact.depth - 0.000_976_562_5).abs() < 1e-11, "{off} {contact:?}");
        assert!((contact.normal_a_to_b.unwrap() + DVec2::X).length() < 1e-6, "{off} {contact:?}");
    }
}

#[test]
fn of_two_equal_separations_both_orders_report_the_same() {
    let capsule = |a, b, radius| Shape2::from(Capsule::new(a, b, radius));
    let aabb = |min, max| Shape2::from(Aabb::new(min, max));
    let sphere = |center, radius| Shape2::from(Sphere::new(center, radius));
    for (a, b) in [
        (capsule(dvec2(1., -1.), dvec2(1., 1.), 1.), capsule(dvec2(-1., 0.), dvec2(1., -1.), 1.)),
        (capsule(dvec2(-1., -1.), dvec2(1., 1.), 1.), capsule(dvec2(-1., 1.), dvec2(1., -1.), 1.)),
        (aabb(dvec2(0., -2.), dvec2(1., 0.)), aabb(dvec2(-3., -2.), dvec2(2., 0.))),
        (sphere(dvec2(0., 3.), 0.), sphere(dvec2(0., 3.), 9.)),
    ] {
        let (found, back) = (a.contact(&b).unwrap().unwrap(), b.contact(&a).unwrap().unwrap());
        assert_eq!(found, back.swap());
    }
}

#[test]
fn a_ray_along_the_largest_number_is_separated_from_a_hull_without_rationals() {
    let largest = f64::MAX;
    let hull = vec![
        dvec3(3., -0., 1e-160),
        dvec3(0., -3., -largest),
        dvec3(0., -4., -4.),
        dvec3(-4., -4., -4.),
        dvec3(-4., -4., -4.),
    ];
    let hull = Shape3::from(Convex::try_new(hull).unwrap());
    let ray = Shape3::from(Ray::new(dvec3(1., -3., -4.), dvec3(0., largest, -3.)));
    // In rational arithmetic this takes five seconds.
    let hits = ray.cast_all(&hull).unwrap();
    assert_eq!(hits.is_empty(), !ray.intersects(&hull));
}

#[test]
fn a_camera_whose_planes_overflow_is_rejected() {
    let (most, least) = (f64::MAX, 2.225_073_858_507_201_4e-308);
    let rows = [
        [5e-324, least, 1.401_373_573_922_505e-38, 2.147_819_873_754_240_6e261],
        [least, 1.141_022_040_015_241_2e18, -1.401_373_573_922_505e-38, -4.],
        [-most, -3., -most, -4.],
        [most, -4., most, -4.],
    ];
    let matrix = std::array::from_fn(|i| rows[i % 4][i / 4]);
    let refused = Frustum::<DVec3>::try_from_view_projection(matrix).unwrap_err();
    assert_eq!(refused.to_string(), "view_projection must have row sums in the range of floats");
}

#[test]
fn a_small_round_shape_beside_a_box_of_1e300_intersects_exactly() {
    let can = Shape3::from(Cylinder::new(-DVec3::Z, DVec3::Z, 1.));
    let cone = Shape3::from(Cone::new(DVec3::Z, DVec3::ZERO, 1.));
    let cup = Shape3::from(TruncatedCone::new(DVec3::Z, DVec3::ZERO, 0.5, 1.));
    let disc = Shape3::from(Disc::new(DVec3::ZERO, DVec3::Z, 1.));
    let tiny = 2.0_f64.powi(-990);
    for shape in [can, cone, cup, disc] {
        for (x, meets) in [(1., true), (1.0_f64.next_up(), false), (2., false), (1e200, false)] {
            let low = dvec3(x, -1e300, -1e300);
            let cube = Shape3::from(Aabb::new(low, DVec3::splat(1e300)));
            let corners = vec![low, dvec3(x, 1e300, -1e300), dvec3(x, 0., 1e300), dvec3(1e300, 0., 0.)];
            let hull = Shape3::from(Convex::try_new(corners).unwrap());
            let below = Shape3::from(HalfSpace::new(-DVec3::X * tiny, -x * tiny));
            for other in [cube, hull, below] {
                assert_eq!(shape.intersects(&other), meets, "{x} {shape:?} {other:?}");
                assert_eq!(other.intersects(&shape), meets, "{x} {shape:?} {other:?}");
                assert_eq!(shape.closest(&other).distance == 0., meets, "{x} {shape:?} {other:?}");
            }
        }
    }
}

#[test]
fn a_line_whose_squared_direction_underflows_intersects_its_points() {
    for tiny in [5e-324, 1e-200, 1e-40, 1e200] {
        let up = Shape2::from(Line::new(dvec2(0., tiny), dvec2(0., tiny)));
        let ray = Shape2::from(Ray::new(dvec2(0., tiny), dvec2(0., -tiny)));
        for y in [-4., -1e-9] {
            for (x, meets) in [(0., true), (1e-9, false)] {
                let dot = Shape2::from(Convex::try_new(vec![dvec2(x, y)]).unwrap());
                for along in [&up, &ray] {
                    assert_eq!(
                        (along.intersects(&dot), dot.intersects(along)),
                        (meets, meets),
                        "{along:?} {dot:?}"
                    );
                    assert_eq!(along.contains(&dot), Ok(meets), "{along:?} {dot:?}");
                }
            }
        }
    }
}

#[test]
fn the_smallest_gap_is_reported_exactly() {
    let segment = Shape2::from(Segment::new(DVec2::ZERO, dvec2(2., 0.)));
    let ground = Shape2::from(HalfSpace::new(dvec2(0., 3.), 0.));
    let line = Shape2::from(Plane::new(dvec2(0., -4.), 0.));
    for gap in [5e-324, 1e-310, 1e-200, 1e-40] {
        let point = Shape2::from(Point(dvec2(1., gap)));
        for other in [&segment, &ground, &line] {
            assert_eq!(point.closest(other).distance, gap, "{other:?}");
            assert_eq!(other.closest(&point).distance, gap, "{other:?}");
        }
        let ball = Shape3::from(Sphere::new(dvec3(0., 0., 1.), 1.));
        let face = [dvec3(5., 4., -gap), dvec3(-5., 4., -gap), dvec3(0., -9., -gap)];
        let below = Shape3::from(Triangle::new(face[0], face[1], face[2]));
        assert_eq!(ball.closest(&below).distance, gap);
    }
}

#[test]
fn a_cylinder_that_descends_beyond_1e308_has_a_finite_closest_point() {
    let ground = Shape3::from(HalfSpace::new(DVec3::Z, 0.));
    let pipe = Shape3::from(InfiniteCylinder::new(dvec3(0., 0., 1e300), dvec3(1., 0., -1e-20), 1.));
    for (a, b) in [(&ground, &pipe), (&pipe, &ground)] {
        let near = a.closest(b);
        assert!(near.distance == 0. && near.on_a.is_finite() && near.on_b == near.on_a, "{near:?}");
    }
}

#[test]
fn a_segment_through_the_near_end_of_a_hull_up_to_1e300_enters_and_exits() {
    for near in [1.0, 1e100, 1e150, 1e200] {
        let corner = |x: f64, y: f64| dvec3(x * near, y * near, 0.);
        let base = [corner(-1., -1.), corner(1., -1.), corner(1., 1.), corner(-1., 1.)];
        let spire = Convex::try_new([base.as_slice(), &[dvec3(0., 0., 1e300)]].concat()).unwrap();
        let across = Segment::new(dvec3(-2. * near, 0., near), dvec3(2. * near, 0., near));
        let flat = Convex::try_new(vec![dvec2(0., -near), dvec2(0., near), dvec2(1e300, 0.)]).unwrap();
        let into = Segment::new(dvec2(-near, 0.), dvec2(near, 0.));
        let all = CastOptions::default();
        let hits = Shape3::from(across).cast_all_with(&spire.into(), &all).unwrap();
        let t: Vec<f64> = hits.iter().map(|hit| hit.t).collect();
        assert!(t.len() == 2 && (t[0] - 0.25).abs() < 1e-12 && (t[1] - 0.75).abs() < 1e-12, "{near} {t:?}");
        assert_eq!(hits[0].normal.map(|n| n.x < -0.99), Some(true), "{near}");
        let hits = Shape2::from(into).cast_all_with(&flat.into(), &all).unwrap();
        assert_eq!(hits.iter().map(|hit| hit.t).collect::<Vec<_>>(), [0.5], "{near}");
    }
}

#[test]
fn voxels_end_exactly_at_their_faces() {
    // Three tenths are less than 0.1 times three, and the float of that is more than either.
    let corner = 0.1 * 3.0;
    assert_eq!(corner, 0.3_f64.next_up());
    let row = Shape2::from(Voxels::try_new(DVec2::ZERO, dvec2(0.1, 1.), vec![[2, 0, 0]]).unwrap());
    let at = |x: f64| Shape2::from(Point(dvec2(x, 0.5)));
    let from = |x: f64| Shape2::from(HalfSpace::new(dvec2(-1., 0.), -x));
    let ball = |x: f64| Shape2::from(Sphere::new(dvec2(x + 2., 0.5), 2.));
    let down = |x: f64| Shape2::from(Line::new(dvec2(x, 9.), dvec2(0., 3.)));
    for (x, meets) in [(0.3, true), (corner, false), (corner.next_up(), false)] {
        for other in [at(x), from(x), down(x)] {
            assert!(row.intersects(&other) == meets && other.intersects(&row) == meets, "{x:?} {other:?}");
            assert_eq!(row.closest(&other).distance == 0., meets, "{x:?} {other:?}");
        }
    }
    assert!(row.intersects(&ball(0.)) && !row.intersects(&ball(0.5)));
    let whole = Shape2::from(Voxels::try_new(DVec2::ZERO, dvec2(0.25, 1.), vec![[2, 0, 0]]).unwrap());
    assert!(whole.intersects(&at(0.75)) && !whole.intersects(&at(0.75_f64.next_up())));
    // A grid against another, in both orders.
    for (x, meets) in [(0.3, true), (corner, false)] {
        let next = Voxels::try_new(dvec2(x, 0.5), dvec2(0.7, 1.), vec![[0, 0, 0]]).unwrap();
        let next = Shape2::from(next);
        assert!(row.intersects(&next) == meets && next.intersects(&row) == meets, "{x:?}");
        assert!((row.closest(&next).distance == 0.) == meets && (next.closest(&row).distance == 0.) == meets);
    }
}

#[test]
fn a_cone_and_a_shape_from_the_smallest_to_the_largest_number_have_a_result() {
    // In nested rational arithmetic each of these takes seconds.
    let bytes = [
        0xff, 0x30, 0x3e, 0xf9, 0x22, 0x0e, 0x00, 0x76, 0x76, 0x04, 0x00, 0x00, 0x00, 0x04, 0x9d, 0x3e, 0x5d,
        0x33, 0x2c, 0x33, 0x5f, 0x34, 0x24, 0x24, 0x2f, 0x5c, 0x33, 0x38, 0xf9, 0x22, 0x0e, 0x00, 0x76, 0x76,
        0x04, 0x00, 0x00, 0x04, 0x48, 0x01, 0x30, 0x86, 0xe0, 0x46, 0xc2, 0x00, 0x01, 0x30,
    ];
    assert_eq!(query("cast", &bytes), Ok(true));
    let long = [6, 122, 133, 3, 101, 122, 133, 3, 122, 122, 0, 0, 0, 133, 122, 122, 122, 133];
    assert_eq!(query("cast", &long), Ok(true));
    let wide = Cone::new(dvec3(0., 1e160, 1e160), dvec3(1., 1.0_f64.next_down(), 1.0_f64.next_down()), 1e308);
    let face = Triangle::new(dvec3(1e308, 1e308, -4.), DVec3::splat(-4.), dvec3(-4., 1e308, 1e308));
    assert_eq!(Shape3::from(wide).intersects(&face.into()), Shape3::from(face).intersects(&wide.into()));
    let (cone, past) =
        (Cone::new(dvec3(0., 0., 5e-324), dvec3(1e308, 1., 0.), 1e-160), dvec3(5e-324, 1e-160, 1e308));
    for direction in [past, DVec3::X, dvec3(1e-300, f64::MAX, 1.)] {
        let line = Shape3::from(Line::new(past, direction));
        assert_eq!(Shape3::from(cone).intersects(&line), line.intersects(&cone.into()));
    }
}

#[test]
fn a_disc_beside_a_parallelogram_beyond_1e308_has_a_result() {
    let far = |x: f64| dvec3(x, -4., -f64::MAX);
    let wide = Shape3::from(Parallelogram::new(dvec3(5e-324, -4., -4.), far(0.), far(2.)));
    let disc = Shape3::from(Disc::new(DVec3::splat(-4.), DVec3::splat(-4.), 4.));
    assert_eq!(disc.intersects(&wide), wide.intersects(&disc));
    assert_eq!(disc.closest(&wide).distance == 0., disc.intersects(&wide));
}

#[test]
fn round_shapes_intersect_a_frustum_exactly_if_they_intersect_the_hull_of_its_vertices() {
    let sides =
        [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| [HalfSpace::new(axis, 4.), HalfSpace::new(-axis, 0.)]);
    let frustum = Shape3::from(Frustum::try_new(sides.concat().try_into().unwrap()).unwrap());
    let corners = (0..8).map(|i| dvec3(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2)) * 4.);
    let hull = Shape3::from(Convex::try_new(corners.collect()).unwrap());
    let mut rng = fastrand::Rng::with_seed(5);
    let mut met = 0;
    for case in 0..400 {
        let mut point = || {
            let mut number = || f64::from(rng.i8(-6..11));
            dvec3(number(), number(), number())
        };
        let (a, b) = (point(), point());
        let tiny = [0., 1.7e-313, 1e-17][case % 3];
        let (a, radius) = (a + dvec3(tiny, 0., -tiny), f64::from(1 + case as u8 % 4));
        if (b - a).length() < 1. {
            continue;
        }
        let round: [Shape3; 4] = [
            Cone::new(a, b, radius).into(),
            Disc::new(a, b - a, radius).into(),
            Cylinder::new(a, b, radius).into(),
            TruncatedCone::new(a, b, radius, 0.5).into(),
        ];
        for round in round {
            let meets = hull.intersects(&round);
            assert_eq!((frustum.intersects(&round), round.intersects(&frustum)), (meets, meets), "{round:?}");
            met += usize::from(meets);
        }
    }
    assert!((300..1300).contains(&met), "{met}");
}

#[test]
fn shapes_apart_by_the_smallest_number_have_that_distance() {
    let (cube, point) = (Aabb::new(DVec2::ZERO, DVec2::ONE), Point(dvec2(-5e-324, 0.5)));
    assert_eq!((cube.intersects(&point), cube.closest(&point).distance), (false, 5e-324));
    let least = f32::from_bits(1);
    let (cube, point) = (Aabb::new(Vec2::ZERO, Vec2::ONE), Point(vec2(-least, 0.5)));
    assert_eq!((cube.intersects(&point), cube.closest(&point).distance), (false, least));
    // A time of impact is never late.
    let (cube, point) = (Shape2::from(Aabb::new(DVec2::ZERO, DVec2::ONE)), Point(dvec2(-5e-324, 0.5)));
    let impact = cube.sweep(&point.into(), DVec2::X, 1.0).unwrap().unwrap();
    assert_eq!(impact.t, 5e-324);
}

#[test]
fn a_cylinder_far_wider_than_high_has_exact_results() {
    let way = dvec3(1., 2., 2.);
    for high in [1.0, 1e-20, 1e-100, 1e-130, 1e-160, 1e-200, 1e-300] {
        for size in [1.0, 1e150, 1e300] {
            let can = Shape3::from(Cylinder::new(-way * high, way * (high * size), 6. * size));
            let pipe = |x: f64| {
                let at = dvec3(2., -2., 1.) * (x * size);
                Shape3::from(InfiniteCylinder::new(at, way, high * size))
            };
            let line = |x: f64| Shape3::from(Line::new(dvec3(2., -2., 1.) * (x * size), way));
            let dot = |x: f64| Shape3::from(Point(dvec3(2., -2., 1.) * (x * size)));
            for (x, meets) in [(1., true), (4., false)] {
                for other in [pipe(x), line(x), dot(x)] {
                    assert_eq!(can.intersects(&other), meets, "{high:e} {size:e} {other:?}");
                    let near = can.closest(&other);
                    if meets {
                        let shared = Shape3::from(Point(near.on_a));
                        for shape in [&can, &other] {
                            assert!(
                                shape.closest(&shared).distance < 1e-15 * size,
                                "{high:e} {size:e} {near:?}"
                            );
                        }
                    } else if high < 1. {
                        assert!((near.distance / size - 6.).abs() < 1e-14, "{high:e} {size:e} {near:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn contacts_on_the_axis_of_a_round_shape_have_unit_normals() {
    let mut rng = fastrand::Rng::with_seed(9);
    for _ in 0..300 {
        let mut number = |range: std::ops::Range<i8>| f64::from(rng.i8(range));
        let mut point = || dvec3(number(-5..6), number(-5..6), number(-5..6));
        let (a, b) = (point(), point());
        let (radius_a, radius_b) = (f64::from(rng.i8(1..5)), f64::from(rng.i8(1..5)));
        let length = (b - a).length();
        if length <= (radius_a - radius_b).abs() {
            continue;
        }
        let tapered = Shape3::from(TaperedCapsule::new(a, b, radius_a, radius_b));
        // It is the union of spheres along its axis.
        for (center, depth) in [(a, radius_a), (b, radius_b), (a.midpoint(b), radius_a.midpoint(radius_b))] {
            for round in [Point(center).into(), Shape3::from(Sphere::new(center, 0.5))] {
                let out = tapered.contact(&round).unwrap().unwrap();
                let grown = if matches!(round, Shape3::Sphere(_)) { 0.5 } else { 0.0 };
                let normal = out.normal_a_to_b.unwrap();
                assert!((normal.length() - 1.).abs() < 1e-14, "{tapered:?} {round:?} {out:?}");
                assert!((out.depth - depth - grown).abs() < 1e-13, "{tapered:?} {round:?} {out:?}");
                let cone = Shape3::from(TruncatedCone::new(a, b, radius_a, radius_b));
                if let Some(out) = cone.contact(&round).unwrap() {
                    let normal = out.normal_a_to_b.unwrap();
                    assert!((normal.length() - 1.).abs() < 1e-14, "{cone:?} {round:?} {out:?}");
                }
            }
        }
    }
}
