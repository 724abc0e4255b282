//! Algorithms for convex shapes, translated and reordered.

use crate::{orders, point};
use barycast::convex::form::{AsConvex, Form};
use barycast::convex::sweep::Swept;
use barycast::convex::{contact, epa, gjk, manifold, nearest, sweep};
use barycast::dynamic::any::Shape3;
use barycast::number::Float;
use barycast::pair;
use barycast::shape::*;
use barycast::vector::Vector;
use fastrand::Rng;
use glam::{DVec3, dvec3};
use std::f64::consts::FRAC_PI_2;

#[test]
fn distances_of_nearly_flat_cones_are_those_of_side_and_tip() {
    let mut rng = Rng::with_seed(6);
    let mut apart = 0;
    for less in [0.5, 0.01, 1e-3, 1e-4, 1e-6, 1e-9] {
        let angle = FRAC_PI_2 - less;
        for _ in 0..300 {
            let mut whole = || DVec3::from(std::array::from_fn(|_| f64::from(rng.i8(-3..4))));
            let (apex, direction, p) = (whole(), whole(), whole());
            if direction == DVec3::ZERO {
                continue;
            }
            let (axis, way) = (direction.normalize(), p - apex);
            let (height, aside) = (way.dot(axis), way.cross(axis).length());
            let (sin, cos) = angle.sin_cos();
            let beside = aside * cos - height * sin;
            let right = if aside * sin + height * cos > 0.0 { beside.max(0.0) } else { way.length() };
            let cone = Shape3::from(InfiniteCone::new(apex, direction, angle));
            for radius in [0.0, 0.125] {
                let ball = Shape3::from(Sphere::new(p, radius));
                let (gap, found) = (right - radius, cone.closest(&ball).distance);
                assert!((found - gap.max(0.0)).abs() < 1e-14, "{cone:?} {ball:?} {found} {gap}");
                assert!(gap.abs() < 1e-14 || cone.intersects(&ball) == (gap < 0.0), "{cone:?} {ball:?}");
                apart += u32::from(gap > 0.0);
            }
        }
    }
    assert!(apart > 1000, "{apart}");
}

#[test]
fn distances_of_lines_do_not_depend_on_the_place() {
    let mut rng = Rng::with_seed(5);
    for _ in 0..200 {
        let (p, q) = (point(&mut rng) * 40., point(&mut rng) * 40.);
        let (from, way) = (point(&mut rng) * 60., point(&mut rng));
        let query = |by: DVec3| {
            let (can, line) = (Cylinder::new(p + by, q + by, 3.), Line::new(from + by, way));
            let found = nearest::outcome(&can.form().unwrap(), &line.form().unwrap()).unwrap();
            found.closest.distance
        };
        let here = query(DVec3::ZERO);
        for octant in 0..8 {
            let sign = |bit: i32| if octant & bit == 0 { 1e8 } else { -1e8 };
            let there = query(dvec3(sign(1), sign(2), sign(4)));
            assert!((here - there).abs() < 1e-5, "{p} {q} {from} {way} {octant}: {here} {there}");
        }
    }
}

#[test]
fn distances_of_cones_and_lines_do_not_depend_on_the_place() {
    let mut rng = Rng::with_seed(6);
    for _ in 0..200 {
        let (apex, axis, slope) = (point(&mut rng) * 9., point(&mut rng), 0.25 + rng.f64());
        let (from, way) = (point(&mut rng) * 9., point(&mut rng));
        let query = |by: DVec3| {
            let cone = InfiniteCone::new(apex + by, axis, slope.atan());
            let line = Line::new(from + by, way);
            nearest::outcome(&cone.form().unwrap(), &line.form().unwrap()).unwrap()
        };
        let foot = from + way * (apex - from).dot(way) / way.length_squared();
        let (here, there) = (query(DVec3::ZERO), query(-apex.midpoint(foot)));
        let allowed = 1e-12 + here.error_bound.max(there.error_bound);
        let off = here.closest.distance - there.closest.distance;
        assert!(
            allowed < 1e-6 && off.abs() <= allowed,
            "{apex} {axis} {slope} {from} {way}: {here:?} {there:?}"
        );
    }
}

#[test]
fn touching_shapes_share_one_point() {
    for (quadruple, radius) in
        [([2., 3., 6.], 7.), ([1., 4., 8.], 9.), ([6., 10., 15.], 19.), ([3., 4., 0.], 5.)]
    {
        for [x, y, z] in orders(quadruple) {
            for step in 1..20 {
                // The distance of a box vertex to the end of an axis equals the radius.
                let by = f64::from(step);
                let (corner, end) = (DVec3::splat(by), DVec3::splat(by) + dvec3(x, y, z) * by);
                let radius = radius * by;
                let upright = Aabb::new(-corner, corner);
                let capsule = Capsule::new(end, end + dvec3(x, y, z), radius);
                let ball = Sphere::new(end, radius);
                let line = Segment::new(corner, -corner);
                for near in [
                    pair::aabb_capsule::distance(&upright, &capsule),
                    pair::capsule_obb::distance(&capsule, &upright.to_obb()),
                    pair::aabb_sphere::distance(&upright, &ball),
                    pair::obb_sphere::distance(&upright.to_obb(), &ball),
                    pair::ray_sphere::distance(&line, &ball),
                    pair::capsule_ray::distance(&capsule, &line),
                    pair::capsule_point::distance(&capsule, &Point(corner)),
                    pair::point_sphere::distance(&Point(corner), &ball),
                ] {
                    assert!(
                        near.distance == 0. && near.on_a == near.on_b,
                        "{upright:?} {capsule:?}: {near:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn the_number_of_overlap_steps_does_not_depend_on_the_axis() {
    let mut steps = [0; 6];
    let mut rng = Rng::with_seed(11);
    for _ in 0..60 {
        let x = point(&mut rng).normalize();
        let y = x.cross(point(&mut rng)).normalize();
        let (radii, aside) = (point(&mut rng).abs() + DVec3::splat(0.2), point(&mut rng) * 0.5);
        let egg = |middle| Ellipsoid::new(middle, radii, [x, y, x.cross(y)]);
        for (i, steps) in steps.iter_mut().enumerate() {
            let far = if i < 3 { 1. } else { -1. };
            let at = |far: f64| DVec3::ZERO.with(i % 3, far);
            let found = epa::outcome(&egg(at(far * 1e6)), &egg(at(far * 1e6) + aside));
            assert_ne!(found.status, epa::Status::NotConverged, "{radii} {aside} {i}");
            let coarse = epa::outcome(&Coarse(egg(at(far * 100.))), &egg(at(far * 100.) + aside));
            *steps += found.iterations + coarse.iterations;
        }
    }
    for of_one in steps {
        assert!(of_one.abs_diff(steps[0]) * 20 < steps[0], "{steps:?}");
    }
}

#[test]
fn the_steps_of_a_distance_are_counted() {
    let mut rng = Rng::with_seed(19);
    for _ in 0..100 {
        let mut solid =
            || Tetrahedron::new(point(&mut rng), point(&mut rng), point(&mut rng), point(&mut rng));
        let (mut steps, mut lower, mut upper) = (0, 0., f64::INFINITY);
        let found = gjk::watched(&solid(), &solid(), &mut |simplex: &[DVec3], foot, below, above| {
            steps += 1;
            assert!((1..=4).contains(&simplex.len()) && below >= lower && above <= upper);
            assert!(foot.length() >= above * (1. - 1e-15));
            (lower, upper) = (below, above);
        });
        assert_eq!(found.iterations, steps);
        assert!(found.status == gjk::Status::Overlapping || steps > 0, "{found:?}");
    }
}

#[test]
fn depths_scale_with_the_unit() {
    let mut rng = Rng::with_seed(17);
    for _ in 0..100 {
        let corners = [(); 8].map(|()| point(&mut rng));
        let deep = |unit: f64| {
            let [a, b, c, d, e, f, g, h] = corners.map(|p| p * unit);
            epa::outcome(&Tetrahedron::new(a, b, c, d), &Tetrahedron::new(e, f, g, h)).contact.depth / unit
        };
        let here = deep(1.);
        for exponent in [-265, -260, -255, -200, 200, 240] {
            let there = deep(2_f64.powi(exponent));
            assert!((here - there).abs() < 1e-12, "{corners:?} {exponent}: {here} {there}");
        }
    }
}

#[test]
fn a_point_in_a_cylinder_exits_through_the_nearest_of_side_and_caps() {
    let mut rng = Rng::with_seed(12);
    for _ in 0..500 {
        let (axis, radius) = (point(&mut rng).normalize(), 0.5 + rng.f64());
        let long = 2. + 8. * rng.f64();
        let (out, a) = (axis.cross(point(&mut rng)).normalize(), point(&mut rng));
        let (away, up) = (0.3 + 0.65 * rng.f64(), rng.f64());
        let can = Cylinder::new(a, a + axis * long, radius);
        let p = a + axis * (up * long) + out * (away * radius);
        let expected = (radius * (1. - away)).min(up * long).min((1. - up) * long);
        let found = epa::outcome(&can, &Point(p));
        assert_ne!(found.status, epa::Status::NotConverged, "{can:?} {p}: {found:?}");
        let contact = found.contact;
        assert!((contact.depth - expected).abs() < 1e-10, "{can:?} {p}: {found:?}, not {expected}");
        // Along the axis it has half the digits.
        assert!((contact.on_b - p).length() < 1e-3, "{can:?} {p}: {found:?}");
    }
}

#[test]
fn concentric_spheres_separate_along_the_first_axis() {
    let (a, b) = (Sphere::new(DVec3::ONE, 2.), Sphere::new(DVec3::ONE, 0.5));
    let out = pair::sphere_sphere::contact(&a, &b).unwrap();
    assert_eq!((out.normal_a_to_b, out.depth), (Some(DVec3::X), 2.5));
}

#[test]
fn touching_rounded_cones_and_planes_share_the_reported_point() {
    let axis = dvec3(0.48, 0.6, 0.64);
    for (height, steps) in (-8..=8).flat_map(|h| (0..9).map(move |steps| (f64::from(h) * 0.25, steps))) {
        for (solid, away) in [(false, 1.), (true, 1.), (false, -1.)] {
            let [radius, grown] = [f64::from(steps % 3), f64::from(steps / 3) * 0.5];
            let apex = dvec3(3., -1., 2. + height);
            let cone = |radius| Form::Conical { apex, axis: axis * away, slope: 0.25, radius };
            let flat = Form::Flat { normal: DVec3::Z, distance: 2., solid, radius };
            let found = nearest::outcome(&cone(grown), &flat).unwrap().closest;
            let off_cone = nearest::outcome(&Point(found.on_a).form().unwrap(), &cone(0.)).unwrap();
            let off_flat = (found.on_b.z - 2.).abs();
            let case = format!("{height} {radius} {grown} {solid} {away}: {found:?}");
            assert!(off_cone.closest.distance <= grown + 1e-12, "{case}");
            assert!(off_flat <= radius + 1e-12 || (solid && found.on_b.z < 2.), "{case}");
            assert!(((found.on_b - found.on_a).length() - found.distance).abs() <= 1e-12, "{case}");
        }
    }
}

#[test]
fn each_face_of_a_box_has_a_unique_id() {
    let cube = Aabb::new(-DVec3::ONE, DVec3::ONE);
    let mut names = Vec::new();
    for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
        for way in [axis, -axis] {
            let mut here = Vec::new();
            // A tetrahedron stands on it, whose faces have fewer vertices.
            let (u, v) = (way.any_orthogonal_vector() * 0.25, way.cross(way.any_orthogonal_vector()) * 0.25);
            for slide in [DVec3::ZERO, (DVec3::ONE - way.abs()) * 0.25] {
                let at = way * 0.875 + slide;
                let small = Tetrahedron { a: at + u, b: at + v, c: at - u - v, d: at + way };
                let out = contact::between(&cube, &small).unwrap().contact;
                let found = manifold::between(&cube, &small, &out).unwrap();
                assert_eq!((found.normal_a_to_b, found.points.len()), (Some(way), 3), "{small:?} {found:?}");
                here.extend(found.points.iter().map(|p| p.feature_a));
                let mut corners: Vec<u32> = found.points.iter().map(|p| p.feature_b).collect();
                corners.sort_unstable();
                corners.dedup();
                assert_eq!(corners.len(), 3, "{found:?}");
            }
            here.dedup();
            assert_eq!(here.len(), 1, "{way}: {here:?}");
            names.extend(here);
        }
    }
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 6, "{names:?}");
}

/// A shape whose points are accurate to a millionth of its coordinates.
struct Coarse<S>(S);

impl<S: Support> Support for Coarse<S> {
    type Vector = S::Vector;

    fn support(&self, direction: S::Vector) -> S::Vector {
        self.0.support(direction)
    }

    fn core(&self, direction: S::Vector) -> S::Vector {
        self.0.core(direction)
    }

    fn margin(&self) -> <S::Vector as Vector>::Scalar {
        self.0.margin()
    }

    fn rounding(&self) -> <S::Vector as Vector>::Scalar {
        <S::Vector as Vector>::Scalar::from_f64(1e-6)
    }
}

#[test]
fn shapes_that_touch_at_time_0_touch_on_the_first_shape() {
    let gap = 1e-5;
    let (ground, plane) = (HalfSpace::new(DVec3::Z, 0.), Plane::new(DVec3::Z, 0.));
    let flat = Coarse(Aabb::new(dvec3(-1., -1., -1.), dvec3(1., 1., 0.)));
    let round = Coarse(Capsule::new(-DVec3::X, DVec3::X, 0.0625 * gap));
    let above = Coarse(Aabb::new(dvec3(-1., -1., gap), dvec3(1., 1., 1.)));
    let firsts: [(&dyn AsConvex<Vector = DVec3>, f64); 4] =
        [(&ground, 0.), (&plane, 0.), (&flat, 0.), (&round, 0.0625 * gap)];
    for (first, height) in firsts {
        let Swept::Touch(there) = sweep::between(first, &above, -DVec3::Z, 1.).unwrap() else {
            panic!("{height}")
        };
        assert!(there.t == 0. && (there.point.z - height).abs() < 1e-15, "{height}: {there:?}");
        let Swept::Touch(back) = sweep::between(&above, first, DVec3::Z, 1.).unwrap() else {
            panic!("{height}")
        };
        assert!(back.t == 0. && (back.point.z - gap).abs() < 1e-15, "{height}: {back:?}");
    }
}

#[test]
fn a_moving_shape_stops_at_the_touch() {
    let mut rng = Rng::with_seed(8);
    let mut met = 0;
    for case in 0..2_000 {
        let mut p = || point(&mut rng);
        let [a, b, c, d] = [p(), p(), p(), p()];
        let (plane, ground) = (Plane::new(a, -3.), HalfSpace::new(b, -3.));
        let shapes: [Box<dyn Support<Vector = DVec3>>; 6] = [
            Box::new(Capsule::new(a, b, 0.25)),
            Box::new(Sphere::new(c, 0.5)),
            Box::new(Triangle::new(a, c, d)),
            Box::new(TaperedCapsule::new(b, d, 0.5, 0.25)),
            Box::new(Cylinder::new(c, d, 0.25)),
            Box::new(Segment::new(b, c)),
        ];
        let (one, other) = (&*shapes[case % 6], &*shapes[case / 6 % 6]);
        let far = p().normalize() * 6.;
        let form = match case % 8 {
            0 => plane.form().unwrap(),
            1 => ground.form().unwrap(),
            _ => Form::Bounded { shape: one, by: DVec3::ZERO },
        };
        let grown = Form::Flat { normal: c.normalize(), distance: -4., solid: true, radius: 0.25 };
        let form = if case % 8 == 2 { grown } else { form };
        let start = Form::Bounded { shape: other, by: far };
        if nearest::outcome(&form, &start).unwrap().closest.distance == 0. {
            continue;
        }
        let velocity = -far + p() * 0.5;
        let Swept::Touch(hit) = sweep::first(&form, &start, velocity, 2.) else { continue };
        met += 1;
        let there = start.moved(velocity * hit.t);
        for shape in [&form, &there] {
            let off = nearest::outcome(&Point(hit.point).form().unwrap(), shape).unwrap().closest.distance;
            assert!(off <= 1e-7, "{case}: {hit:?} is {off} off");
        }
        let left = nearest::outcome(&form, &there).unwrap().closest;
        assert!(left.distance <= 1e-9, "{case}: {hit:?} {left:?}");
    }
    assert!(met > 1_000, "{met}");
}
