//! GJK against independent closed forms, on random and grid shapes.

use barycast::convex::epa;
use barycast::convex::gjk::{self, Outcome, Status};
use barycast::dynamic::any::{Shape2, Shape3};
use barycast::number::{Block, DoubleDouble, Float};
use barycast::pair;
use barycast::query::Closest;
use barycast::shape::*;
use barycast::vector::{V3, Vector};
use glam::{DVec2, DVec3, dvec2, dvec3};

/// Largest error of distances, in ulp of the largest coordinate.
const ULPS: f64 = 64.0;

/// Points around a center: on a grid, where shapes touch and degenerate, or anywhere.
struct Points {
    rng: fastrand::Rng,
    middle: DVec3,
    size: f64,
    grid: bool,
}

impl Points {
    fn number(&mut self) -> f64 {
        if self.grid { f64::from(self.rng.i32(-3..=3)) } else { self.rng.f64() * 6.0 - 3.0 }
    }

    fn point(&mut self) -> DVec3 {
        self.middle + dvec3(self.number(), self.number(), self.number()) * self.size
    }

    fn segment(&mut self) -> Segment<DVec3> {
        Segment::new(self.point(), self.point())
    }

    fn triangle(&mut self) -> Triangle<DVec3> {
        Triangle::new(self.point(), self.point(), self.point())
    }

    fn sphere(&mut self) -> Sphere<DVec3> {
        Sphere::new(self.point(), self.number().abs() * self.size)
    }

    fn aabb(&mut self) -> Aabb<DVec3> {
        let (a, b) = (self.point(), self.point());
        Aabb::new(a.min(b), a.max(b))
    }
}

type Shape<'a> = &'a dyn Support<Vector = DVec3>;

/// Checks that the result is right to the tolerance, and that its bounds agree if it reports
/// convergence.
fn check(found: &Outcome<DVec3>, [a, b]: [Shape<'_>; 2], expected: &Closest<DVec3>) {
    let allowed = ULPS * f64::EPSILON * a.reach().max(b.reach());
    if found.status == Status::NotConverged {
        let below = found.closest.distance - found.error_bound - allowed;
        assert!(
            (below..=found.closest.distance + allowed).contains(&expected.distance),
            "{found:?} {expected:?}"
        );
    } else {
        let off = (found.closest.distance - expected.distance.max(0.0)).abs();
        assert!(off <= allowed, "{off:e}, {allowed:e} allowed: {found:?} {expected:?}");
    }
    let apart = (found.closest.on_b - found.closest.on_a).length();
    assert!((apart - found.closest.distance).abs() <= allowed, "{found:?}");
    assert_eq!(
        gjk::decide(a, b).unwrap_or(expected.distance <= 0.0),
        found.closest.distance == 0.0,
        "{found:?}"
    );
}

#[test]
fn ten_thousand_pairs_agree_with_closed_forms() {
    let mut unsure = 0;
    for (seed, &[size, far]) in
        [[1.0, 0.0], [1e-7, 0.0], [1.0, 1e6], [1e100, 0.0], [1e-100, 0.0]].iter().enumerate()
    {
        for grid in [false, true] {
            let rng = fastrand::Rng::with_seed(seed as u64);
            // The second shape may be far smaller than the first.
            let scale = if size == 1e-7 { 1.0 } else { size };
            let middle = dvec3(far, -far, 0.5 * far);
            let mut a = Points { rng: rng.clone(), middle, size: scale, grid };
            let mut b = Points { rng: fastrand::Rng::with_seed(seed as u64 + 99), middle, size, grid };
            for _ in 0..250 {
                let (s, t) = (a.segment(), b.segment());
                let mut query = |a: Shape<'_>, b: Shape<'_>, expected: Closest<DVec3>| {
                    let found = gjk::outcome(a, b);
                    unsure += usize::from(found.status == Status::NotConverged);
                    check(&found, [a, b], &expected);
                };
                // The closed forms multiply four coordinates, which stays in range at scale 1 only.
                if scale == 1.0 {
                    query(&s, &t, pair::ray_ray::distance(&s, &t));
                    let (s, t) = (a.triangle(), b.triangle());
                    query(&s, &t, pair::triangle_triangle::distance(&s, &t));
                }
                let (s, t) = (a.sphere(), b.sphere());
                query(&s, &t, pair::sphere_sphere::distance(&s, &t));
                let (s, t) = (a.aabb(), b.sphere());
                query(&s, &t, pair::aabb_sphere::distance(&s, &t));
                let (s, t) = (a.aabb(), b.aabb());
                query(&s, &t, pair::aabb_aabb::distance(&s, &t));
            }
        }
    }
    assert!(unsure < 150, "{unsure} did not converge");
}

#[test]
fn in_double_double_precision_polytopes_have_25_correct_digits_and_round_shapes_20() {
    type Wide = V3<DoubleDouble>;
    let number = |x: f64| DoubleDouble::new(x);
    let wide = |v: DVec3| -> Wide { v.lift(&number) };
    let third = DoubleDouble::new(1.0) / DoubleDouble::new(3.0);
    let a = Segment::<Wide>::new(wide(DVec3::ZERO), wide(dvec3(1.0, 0.0, 0.0)));
    let b = Segment::<Wide>::new(wide(dvec3(0.0, -1.0, 1.0)) * third, wide(dvec3(2.0, 7.0, 1.0)) * third);
    let off = gjk::outcome(&a, &b).closest.distance - third;
    assert!(f64::abs(barycast::number::Float::to_f64(off)) < 1e-25);
    let a = Cylinder::<Wide>::new(wide(dvec3(-5.0, 0.0, 0.0)), wide(dvec3(5.0, 1.0, 0.0)), third);
    let b = Cylinder::<Wide>::new(wide(dvec3(0.0, -5.0, 4.0)), wide(dvec3(1.0, 5.0, 4.0)), third);
    let off = gjk::outcome(&a, &b).closest.distance - (number(4.0) - third - third);
    assert!(f64::abs(barycast::number::Float::to_f64(off)) < 1e-20);
}

#[test]
fn boxes_with_a_vertex_on_an_edge_touch_and_slightly_apart_they_do_not() {
    let (s, c) = (0.6, 0.8);
    let axes = [dvec3(c, s, 0.0), dvec3(-s, c, 0.0), DVec3::Z];
    let a = Obb::new(DVec3::ZERO, dvec3(1.0, 1.0, 1.0), [DVec3::X, DVec3::Y, DVec3::Z]);
    // Its lowest vertex is 0.8 + 0.6 below the center.
    let above =
        |gap: f64| Obb::new(dvec3(0.2, 0.3, 2.0) + dvec3(0.0, 2.1 + gap, 0.0), dvec3(1.0, 1.0, 1.0), axes);
    assert!(gjk::intersects(&a, &above(0.0)));
    assert!(!gjk::intersects(&a, &above(1e-13)));
}

#[test]
fn nan_never_intersects_and_always_terminates() {
    let broken = Sphere::new(dvec3(f64::NAN, 0.0, 0.0), 1.0);
    let found = gjk::outcome(&broken, &Sphere::new(DVec3::ZERO, 1.0));
    assert_eq!(found.status, Status::NotConverged);
    assert!(!gjk::intersects(&broken, &broken));
}

#[test]
fn a_gap_of_ten_ulp_between_typed_shapes_is_no_touch() {
    let egg = Ellipsoid::new(DVec3::ZERO, dvec3(2., 1., 1.), [DVec3::X, DVec3::Y, DVec3::Z]);
    assert!(egg.intersects(&Sphere::new(dvec3(3., 0., 0.), 1.)));
    let ball = Sphere::new(dvec3(3. + 10. * 2. * f64::EPSILON, 0., 0.), 1.);
    assert!(!egg.intersects(&ball) && egg.distance(&ball) > 0.);
}

/// Returns the smallest distance from the origin to a facet of the hull of all differences (the
/// Minkowski difference); negative outside.
fn depth_of_differences(a: &[DVec3], b: &[DVec3]) -> f64 {
    let differences = a.iter().flat_map(|p| b.iter().map(move |q| *p - *q)).collect();
    let sides = Convex::try_new(differences).unwrap().sides();
    sides.iter().map(|side| side.distance / side.normal.length()).fold(f64::INFINITY, f64::min)
}

#[test]
fn penetration_depth_equals_the_depth_of_the_origin_in_the_minkowski_difference() {
    let mut met = 0;
    for grid in [false, true] {
        for far in [0.0, 1e6] {
            let middle = dvec3(far, -far, 0.5 * far);
            let mut a = Points { rng: fastrand::Rng::with_seed(5), middle, size: 1.0, grid };
            let size = if grid { 1.0 } else { 0.7 };
            let mut b = Points { rng: fastrand::Rng::with_seed(6), middle, size, grid };
            for case in 0..150 {
                let aside = DVec3::X * if grid { 2.0 } else { 3.0 };
                let (p, q): (Vec<_>, Vec<_>) =
                    (0..4 + case % 12).map(|_| (a.point(), b.point() + aside)).unzip();
                let expected = depth_of_differences(&p, &q);
                let (a, b) = (Convex::try_new(p).unwrap(), Convex::try_new(q).unwrap());
                let allowed = ULPS * f64::EPSILON * a.reach().max(b.reach());
                let found = epa::contact(&a, &b);
                assert_eq!(found.is_some(), gjk::intersects(&a, &b));
                if expected.abs() > allowed {
                    assert_eq!(found.is_some(), expected > 0.0, "{a:?} {b:?} {expected:e}");
                }
                let Some(found) = found else { continue };
                met += 1;
                let off = (found.contact.depth - expected.max(0.0)).abs();
                assert!(off <= allowed, "{off:e}, {allowed:e} allowed: {found:?} {expected:?} {a:?} {b:?}");
                assert_eq!(found.status, epa::Status::Converged);
                let apart = epa::outcome(&a, &b).contact.depth - found.contact.depth;
                assert!(apart.abs() <= allowed, "{apart:e}");
            }
        }
    }
    assert!((200..500).contains(&met), "{met} of 600 meet");
}

#[test]
fn simd_and_scalar_support_functions_agree() {
    let mut rng = fastrand::Rng::with_seed(3);
    for count in 1..40 {
        // Small integers: many are equally far, and sums are exact.
        let mut small = || f64::from(rng.i32(-2..=2));
        let along = [small(), small(), small()];
        let blocks: Vec<Block<f64>> =
            (0..count).map(|_| [(); 3].map(|()| [(); 8].map(|()| small()))).collect();
        let of = |x: f64| DoubleDouble::new(x);
        let precise: Vec<Block<DoubleDouble>> =
            blocks.iter().map(|block| block.map(|lanes| lanes.map(of))).collect();
        let narrow: Vec<Block<f32>> =
            blocks.iter().map(|block| block.map(|lanes| lanes.map(|x| x as f32))).collect();
        let expected = DoubleDouble::farthest(&precise, along.map(of));
        assert_eq!(f64::farthest(&blocks, along), expected);
        assert_eq!(f32::farthest(&narrow, along.map(|x| x as f32)), expected);
        assert_eq!(f64::farthest(&blocks, [f64::NAN; 3]), 0);
    }
    assert_eq!(f64::farthest(&[], [1.0; 3]), 0);
}

#[test]
fn centers_lie_in_their_shapes() {
    let mut s = Points { rng: fastrand::Rng::with_seed(8), middle: DVec3::ZERO, size: 1.0, grid: false };
    for _ in 0..50 {
        let [a, b, c, d] = [s.point(), s.point(), s.point(), s.point()];
        let axes = [dvec3(0.6, 0.8, 0.0), dvec3(-0.8, 0.6, 0.0), DVec3::Z];
        let size = c.abs() + DVec3::splat(0.1);
        let shapes: [&dyn Support<Vector = DVec3>; 16] = [
            &s.aabb(),
            &Capsule::new(a, b, 0.5),
            &Cone::new(a, b, 0.5),
            &Convex::try_new((0..100).map(|_| s.point()).collect()).unwrap(),
            &Cylinder::new(a, b, 0.5),
            &Disc::new(a, b, 0.5),
            &Ellipsoid::new(a, size, axes),
            &EllipticCylinder::new(a, b, [2.0, 1.0], (b - a).any_orthogonal_vector()),
            &Obb::new(a, size, axes),
            &Parallelogram::new(a, b, c),
            &Segment::new(a, b),
            &Sphere::new(a, 0.5),
            &TaperedCapsule::new(a, b, 0.5, 0.25),
            &Tetrahedron::new(a, b, c, d),
            &Triangle::new(a, b, c),
            &TruncatedCone::new(a, b, 0.5, 2.0),
        ];
        for (i, shape) in shapes.into_iter().enumerate() {
            let middle = shape.middle();
            for _ in 0..50 {
                let way = s.point();
                let (reached, farthest) = (way.dot(middle), way.dot(shape.support(way)));
                assert!(reached <= farthest + 1e-13 * way.length() * shape.reach(), "{i}: {middle}");
            }
        }
    }
}

/// The other rim is equally far along the side, and rounding decides which one the support function
/// returns.
#[test]
fn a_shape_that_starts_at_a_rim_and_leads_away_is_within_rounding() {
    let mut s = Points { rng: fastrand::Rng::with_seed(9), middle: DVec3::ZERO, size: 1.0, grid: true };
    let twice = |shape: &Shape3| shape.clone().try_scaled(DVec3::splat(2.0)).unwrap();
    let mut total = 0;
    while total < 1024 {
        let [a, b, around, away] = [s.point(), s.point(), s.point(), s.point()];
        let axis = b - a;
        let out = axis.cross(around).normalize_or_zero();
        if out == DVec3::ZERO || away == DVec3::ZERO || away.dot(out) < 0.0 || away.dot(axis) > 0.0 {
            continue;
        }
        let typed = Cylinder::new(a, b, 1.0);
        let can = Shape3::from(typed);
        let oval = EllipticCylinder::new(a, b, [1.0, 2.0], out).into();
        let rim = a + out;
        let needle = Segment::new(rim, rim + away);
        let found = pair::cylinder_ray::distance(&typed, &needle);
        assert!(found.distance <= gjk::FLOOR * 8.0 * f64::EPSILON, "{typed:?} {needle:?} {found:?}");
        let others: [Shape3; 3] = [
            needle.into(),
            Ray::new(rim, away).into(),
            Triangle::new(rim, rim + away, rim + away + out * 0.5 - axis * 0.25).into(),
        ];
        for other in &others {
            let large = twice(other);
            for (a, b) in [(&can, other), (&oval, other), (&twice(&can), &large)] {
                let found = a.closest(b).distance;
                assert!(found <= 32.0 * f64::EPSILON, "{found:e} from {a:?} to {b:?}");
            }
        }
        total += 1;
    }
}

/// A difference that vanishes beside 1e308 gives no direction. The arbitrary one must flip with the
/// order.
#[test]
fn degenerate_ellipses_that_miss_by_a_point_are_disjoint_in_both_orders() {
    let of = |center, radii| Shape2::from(Ellipsoid::new(center, radii, [DVec2::X, DVec2::Y]));
    let a = of(DVec2::ZERO, dvec2(0.0, 1e-160));
    let b = of(DVec2::ONE, dvec2(0.0, f64::MAX));
    assert_eq!([a.intersects(&b), b.intersects(&a)], [false; 2]);
    assert_eq!(a.closest(&b).distance, b.closest(&a).distance);
}
