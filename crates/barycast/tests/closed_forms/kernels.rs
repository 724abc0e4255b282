//! The kernels of the table.

use crate::{orders, point, unit};
use barycast::convex::epa;
use barycast::dynamic::any::Shape3;
use barycast::number::{DoubleDouble, Float, Ring};
use barycast::pair;
use barycast::query::Span;
use barycast::shape::*;
use barycast::vector::{V2, V3, Vector, Vector2, Vector3};
use fastrand::Rng;
use glam::{DVec2, DVec3, Vec2, Vec3, dvec2, dvec3};

#[test]
fn capsules_touch_end_to_end_at_any_ends() {
    let sides = |s: Segment<DVec2>| [s, Segment::new(s.b, s.a)];
    let near = Segment::new(DVec2::ZERO, dvec2(-3., -1.));
    let far = Segment::new(dvec2(3., 4.), dvec2(5., 4.));
    for (s, t) in sides(near).into_iter().flat_map(|s| sides(far).map(|t| (s, t))) {
        let touch = |radius| {
            let (a, b) = (Capsule::new(s.a, s.b, 2.), Capsule::new(t.a, t.b, radius));
            let single = |c: &Capsule<DVec2>| c.lift::<Vec2>(&|x| x as f32);
            [a.intersects(&b), b.intersects(&a), single(&a).intersects(&single(&b))]
        };
        assert_eq!(touch(3.), [true; 3], "{s:?} {t:?}");
        assert_eq!(touch(2.875), [false; 3], "{s:?} {t:?}");
    }
    let nothing = Capsule::new(DVec3::ZERO, DVec3::ZERO, 0.);
    assert_eq!(pair::capsule_capsule::contact(&nothing, &nothing).map(|out| out.depth), Some(0.));
}

#[test]
fn a_capsule_across_any_edge_of_a_box_touches_it() {
    let upright = Aabb::new(DVec3::splat(-8.), DVec3::splat(8.));
    let cube = Obb::new(DVec3::ZERO, DVec3::splat(8.), [DVec3::X, DVec3::Y, DVec3::Z]);
    for axis in 0..3 {
        for corner in 0..4 {
            let at = |along: f64, [p, q]: [f64; 2]| {
                let sign = |bit: i32| if corner & bit == 0 { 1. } else { -1. };
                DVec3::ZERO
                    .with(axis, along)
                    .with((axis + 1) % 3, p * sign(1))
                    .with((axis + 2) % 3, q * sign(2))
            };
            // Its axis passes 5 away from the edge, tilted along it.
            let (a, b) = (at(-2., [8. + 3. + 8., 8. + 4. - 6.]), at(3., [8. + 3. - 4., 8. + 4. + 3.]));
            for (a, b) in [(a, b), (b, a)] {
                let capsule = |radius| Capsule::new(a, b, radius);
                let meets =
                    |radius| [capsule(radius).intersects(&cube), capsule(radius).intersects(&upright)];
                assert_eq!([4.875, 5.125].map(meets), [[false; 2], [true; 2]], "{a} {b}");
                for distance in [capsule(2.).distance(&cube), capsule(2.).distance(&upright)] {
                    assert!((distance - 3.).abs() < 1e-14, "{a} {b}: {distance}");
                }
            }
        }
    }
}

#[test]
fn a_box_with_axes_not_quite_of_unit_length_extends_along_them() {
    let mut rng = Rng::with_seed(18);
    let long = 1. + 2_f32.powi(-18);
    let stretched =
        Obb::new(Vec3::ONE, Vec3::new(1., 2., 3.), [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| axis * long));
    let same = Obb::new(Vec3::ONE, Vec3::new(1., 2., 3.) * long, [Vec3::X, Vec3::Y, Vec3::Z]);
    for _ in 0..1_000 {
        let p = Point(point(&mut rng).as_vec3() * 6.);
        let (x, y) = (stretched.closest(&p), same.closest(&p));
        let off = (x.distance - y.distance).abs().max((x.on_a - y.on_a).length());
        assert!(off < 1e-5, "{p:?}: {x:?} {y:?}");
        let ball = Sphere::new(p.0, 0.5);
        assert!((stretched.distance(&ball) - same.distance(&ball)).abs() < 1e-5, "{p:?}");
    }
}

#[test]
fn a_thin_triangle_with_a_vertex_in_a_box_intersects_it() {
    let mut rng = Rng::with_seed(1);
    for case in 0..20_000 {
        let (corner, way) = (point(&mut rng), point(&mut rng));
        let size = [1., 1e3, 1e6][case % 3];
        let rest = [0.5 + rng.f64(), 2. + rng.f64()].map(|t| corner + way * (t * size));
        for [a, b, c] in orders([corner, rest[0], rest[1]]) {
            let thin = Triangle::new(a, b, c);
            let cube = Aabb::new(-DVec3::ONE, DVec3::ONE);
            assert!(pair::aabb_triangle::intersects(&cube, &thin), "{thin:?}");
            let single = |v: DVec3| v.as_vec3();
            let thin = Triangle::new(single(a), single(b), single(c));
            assert!(pair::aabb_triangle::intersects(&Aabb::new(-Vec3::ONE, Vec3::ONE), &thin), "{thin:?}");
        }
    }
}

#[test]
fn a_thin_parallelogram_with_a_vertex_in_a_box_intersects_it() {
    let mut rng = Rng::with_seed(15);
    let cube = Aabb::new(-DVec3::ONE, DVec3::ONE);
    let single = Aabb::new(-Vec3::ONE, Vec3::ONE);
    for case in 0..20_000 {
        let (corner, way) = (point(&mut rng) * 0.9, point(&mut rng));
        let size = [1., 10., 100.][case % 3];
        let [u, v] = [0.5 + rng.f64(), 2. + rng.f64()].map(|t| way * (t * size));
        for (u, v) in [(u, v), (v, u), (-u, v), (u, -v)] {
            let thin = Parallelogram::new(corner, u, v);
            assert!(pair::aabb_parallelogram::intersects(&cube, &thin), "{thin:?}");
            assert!(pair::obb_parallelogram::intersects(&cube.to_obb(), &thin), "{thin:?}");
            let thin = thin.lift::<Vec3>(&|x| x as f32);
            assert!(pair::aabb_parallelogram::intersects(&single, &thin), "{thin:?}");
        }
    }
}

fn ends<V: Vector<Scalar = f64>>(span: Option<Span<V>>) -> Option<[f64; 2]> {
    span.map(|span| [span.enter, span.exit])
}

#[test]
fn intervals_of_lines_in_the_plane_of_a_triangle_do_not_depend_on_vertex_order() {
    let mut rng = Rng::with_seed(2);
    let (mut along_edges, mut met) = (0, 0);
    for _ in 0..2_000 {
        let mut whole = || dvec2(f64::from(rng.i32(-3..=3)), f64::from(rng.i32(-3..=3)));
        let (corners, origin, direction) = ([whole(), whole(), whole()], whole(), whole());
        if direction == DVec2::ZERO {
            continue;
        }
        // From the vertices on the line, and the crossings of edges.
        let side = |p: DVec2| direction.perp_dot(p - origin);
        let t = |p: DVec2| direction.dot(p - origin) / direction.length_squared();
        let mut expected: Option<[f64; 2]> = None;
        for i in 0..3 {
            let (p, q) = (corners[i], corners[(i + 1) % 3]);
            let (s, r) = (side(p), side(q));
            along_edges += usize::from(s == 0. && r == 0. && p != q);
            let at =
                if s == 0. { Some(t(p)) } else { (s * r < 0.).then(|| t(p) + (t(q) - t(p)) * s / (s - r)) };
            if let Some(at) = at {
                expected = Some(expected.map_or([at; 2], |[low, high]| [low.min(at), high.max(at)]));
            }
        }
        met += usize::from(expected.is_some());
        let near = |found: Option<[f64; 2]>| match (found, expected) {
            (Some(x), Some(y)) => (0..2).all(|i| (x[i] - y[i]).abs() < 1e-13),
            (x, y) => x.is_none() && y.is_none(),
        };
        for [a, b, c] in orders(corners) {
            let (flat, line) = (Triangle::new(a, b, c), Line::new(origin, direction));
            let found = ends(pair::ray_triangle::span(&flat, &line));
            assert!(near(found), "{flat:?} {line:?}: {found:?}, not {expected:?}");
            // The same in a slanted plane.
            let place = |p: DVec2| dvec3(p.x, p.y, p.x - 2. * p.y + 1.);
            let flat = Triangle::new(place(a), place(b), place(c));
            let line = Line::new(place(origin), place(direction) - place(DVec2::ZERO));
            let found = ends(pair::ray_triangle::span(&flat, &line));
            assert!(near(found), "{flat:?} {line:?}: {found:?}, not {expected:?}");
        }
    }
    assert!(along_edges > 20 && met > 500, "{along_edges} {met}");
}

type Wide = DoubleDouble;

/// Returns the intervals of a line in several round shapes, in given units of length and of `t`.
fn stretches(seed: u64, unit: f64, speed: f64) -> Vec<Option<[f64; 2]>> {
    let mut rng = Rng::with_seed(seed);
    let mut whole = || f64::from(rng.i32(-4..=4));
    let at = |[x, y, z]: [f64; 3], unit: f64| V3::<Wide>::from_fn(|i| Wide::new([x, y, z][i] * unit));
    let size = |x: f64| Wide::new(x * unit);
    let mut v = || [whole(), whole(), whole()];
    let [a, b, c, d] = [v(), v(), v(), v()].map(|p| at(p, unit));
    let [mut across, mut along] = [v(), v()];
    (across[0], along[1]) = (5., 6.);
    let line = Line::new(c, at(along, speed));
    let side = TruncatedCone::new(a, b, size(4.), size(1.));
    let mut found = vec![
        pair::ray_truncated_cone::span(&side, &line),
        pair::cone_ray::span(&Cone::new(a, b, size(4.)), &line),
        pair::cylinder_ray::span(&Cylinder::new(a, b, size(3.)), &line),
        pair::capsule_ray::span(&Capsule::new(a, b, size(3.)), &line),
        pair::ray_tapered_capsule::span(&TaperedCapsule::new(a, b, size(3.), size(1.)), &line),
        pair::infinite_cylinder_ray::span(&InfiniteCylinder::new(a, at(across, 1.), size(3.)), &line),
        pair::disc_ray::span(&Disc::new(d, at(across, 1.), size(4.)), &line),
        pair::ray_sphere::span(&Sphere::new(d, size(4.)), &line),
    ];
    let torus = Torus::new(d, at(across, 1.), size(4.), size(2.));
    found.extend(pair::ray_torus::spans(&torus, &line).into_iter().map(Some));
    let ends = |enter: Wide, exit: Wide| [enter, exit].map(Float::to_f64);
    let mut found: Vec<_> = found.into_iter().map(|span| span.map(|s| ends(s.enter, s.exit))).collect();
    let flat = |v: V3<Wide>| V2::from_fn(|i| v.get(i));
    let wedge = Wedge {
        center: flat(a),
        radius: size(6.),
        from: flat(at(across, 1.)),
        to: flat(at(across, 1.)).perp(),
    };
    let line = Line::new(flat(c), flat(at(along, speed)));
    found.push(pair::ray_wedge::span(&wedge, &line).map(|s| ends(s.enter, s.exit)));
    found
}

#[test]
fn intervals_in_round_shapes_scale_with_the_unit() {
    let (small, large) = (2_f64.powi(-100), 2_f64.powi(100));
    let mut met = 0;
    for seed in 0..500 {
        let here = stretches(seed, 1., 1.);
        met += here.iter().flatten().count();
        for (unit, speed) in [(small, 1.), (large, 1.), (1., small), (1., large), (small, small)] {
            let there = here.iter().map(|span| span.map(|ends| ends.map(|t| t * (unit / speed))));
            assert_eq!(stretches(seed, unit, speed), there.collect::<Vec<_>>(), "{seed} {unit} {speed}");
        }
    }
    assert!(met > 1_000, "{met}");
}

#[test]
fn tangents_touch_round_shapes_in_double_double_precision() {
    let mut rng = Rng::with_seed(13);
    for _ in 0..300 {
        let mut number = || Wide::new(unit(&mut rng)) / Wide::new(3.);
        let mut v = || V3::<Wide>::from_fn(|_| number());
        let (a, axis, slant) = (v(), v().normalized_or_zero(), v());
        let out = axis.cross(v()).normalized_or_zero();
        let around = axis.cross(out);
        let [one, half] = [1., 0.5].map(Wide::new);
        let b = a + axis * Wide::new(3.);
        // Through the middle of the side, around it and up.
        let straight = Line::new(a + axis * Wide::new(1.5) + out, around + axis * slant.get(0));
        let line = Line::new(straight.at(slant.get(1)), straight.direction);
        // The side of a cone from radius 3/2 to 1/2 leans by 1/3.
        let leaning = around + (axis - out * (one / Wide::new(3.))) * slant.get(0);
        let along = Line::new(straight.at(Wide::new(0.)) + leaning * slant.get(1), leaning);
        let ball = Sphere::new(a + axis * Wide::new(1.5), one);
        let beside = Line::new(ball.center + out + around * slant.get(1), around);
        for (name, found) in [
            ("sphere", pair::ray_sphere::span(&ball, &beside)),
            ("endless", pair::infinite_cylinder_ray::span(&InfiniteCylinder::new(a, axis, one), &line)),
            ("capsule", pair::capsule_ray::span(&Capsule::new(a, b, one), &line)),
            ("cone", pair::ray_truncated_cone::span(&TruncatedCone::new(a, b, one + half, half), &along)),
            ("turned", pair::ray_truncated_cone::span(&TruncatedCone::new(b, a, half, one + half), &along)),
        ] {
            let Some(span) = found else { panic!("{name} {a:?} {axis:?} {out:?} {slant:?}") };
            let ends = [span.enter, span.exit].map(|t| t.to_f64() + slant.get(1).to_f64());
            assert!(ends.iter().all(|t| t.abs() < 1e-12), "{name} {ends:?}");
        }
    }
}

#[test]
fn a_line_past_a_vertex_of_a_wedge_touches_it_in_double_double_precision() {
    let mut rng = Rng::with_seed(16);
    for _ in 0..500 {
        let mut number = || Wide::new(unit(&mut rng)) / Wide::new(3.);
        let mut v = || V2::<Wide>::from_fn(|_| number());
        let (center, from, way) = (v(), v().normalized_or_zero(), v());
        // A quarter: outside both sides, and out of one side and across the arc.
        let to = from.perp();
        let wedge = Wedge { center, radius: Wide::new(1.), from, to };
        let part = |i| Ring::abs(way.get(i)) + Wide::new(0.125);
        let lean = |a: V2<Wide>, b: V2<Wide>| a * part(0) + b * part(1);
        let corners =
            [(center, lean(from, -to)), (center + from, lean(-from, -to)), (center + to, lean(from, to))];
        for (corner, direction) in corners {
            let line = Line::new(corner - direction * way.get(0), direction);
            let span = pair::ray_wedge::span(&wedge, &line);
            assert!(span.is_some(), "{wedge:?} {line:?}");
        }
    }
}

#[test]
fn a_line_along_the_side_of_an_infinite_cone_never_leaves_it() {
    let mut rng = Rng::with_seed(9);
    for _ in 0..200 {
        let mut number = || Wide::new(unit(&mut rng)) / Wide::new(3.);
        let mut v = || V3::<Wide>::from_fn(|_| number());
        let (apex, axis) = (v(), v().normalized_or_zero());
        let out = axis.cross(v()).normalized_or_zero();
        let cone = InfiniteCone::new(apex, axis, Wide::new(0.25 + rng.f64()));
        let line = Line::new(apex + axis, axis + out * cone.slope());
        let up = pair::infinite_cone_ray::span(&cone, &line).unwrap();
        assert_eq!(up.exit.to_f64(), f64::INFINITY, "{cone:?}");
        assert!((up.enter.to_f64() + 0.5).abs() < 1e-15, "{cone:?}: {up:?}");
    }
}

#[test]
fn a_collinear_triangle_and_a_segment_on_its_line_are_disjoint_across_a_gap() {
    for way in [DVec2::X, DVec2::Y, dvec2(2., 3.), dvec2(-3., 1.)] {
        let at = |t: f64| dvec2(1., -2.) + way * t;
        for [a, b, c] in orders([0., 1., 3.].map(at)) {
            let flat = Triangle::new(a, b, c);
            for (from, to, meets) in
                [(4., 6., false), (3., 5., true), (-2., -1., false), (-2., 0., true), (-1., 9., true)]
            {
                for (p, q) in [(at(from), at(to)), (at(to), at(from))] {
                    assert_eq!(
                        pair::ray_triangle::intersects(&Segment::new(p, q), &flat),
                        meets,
                        "{p} {q} {flat:?}"
                    );
                    let other = Triangle::new(p, q, p.midpoint(q));
                    assert_eq!(
                        pair::triangle_triangle::intersects(&flat, &other),
                        meets,
                        "{other:?} {flat:?}"
                    );
                    assert_eq!(
                        pair::triangle_triangle::intersects(&other, &flat),
                        meets,
                        "{other:?} {flat:?}"
                    );
                }
                let away = if from < 0. { -way } else { way };
                let ray = Ray::new(at(if from < 0. { to } else { from }), away);
                assert_eq!(pair::ray_triangle::intersects(&ray, &flat), meets, "{ray:?}");
            }
        }
    }
}

#[test]
fn a_line_with_zero_direction_is_a_point() {
    let corners = [DVec2::ZERO, dvec2(4., 0.), dvec2(0., 4.)];
    for (x, y, inside) in
        [(1., 1., true), (0., 4., true), (3., 3., false), (-1., 1., false), (1., -1., false)]
    {
        let still = Line::new(dvec2(x, y), DVec2::ZERO);
        for [a, b, c] in orders(corners) {
            assert_eq!(pair::ray_triangle::intersects(&still, &Triangle::new(a, b, c)), inside, "{still:?}");
        }
    }
    for [x, y, z] in (0..343).map(|i| [i / 49, i / 7 % 7, i % 7].map(|x| f64::from(x) - 3.)) {
        let p = dvec3(x, y, z);
        let still = Line::new(p, DVec3::ZERO);
        let (a, b) = (dvec3(1., 1., 0.), dvec3(1., 1., 2.));
        let axes = [DVec3::Y, DVec3::Z, DVec3::X];
        macro_rules! expect_touches {
            ($($kernel:ident $shape:expr;)*) => {$(
                let found = pair::$kernel::span(&$shape, &still);
                let shape = Shape3::from($shape);
                let inside = shape.intersects(&Point(p).into());
                assert_eq!(found.is_some(), inside, "{p} {shape:?}");
                // It does not enter.
                let normal = found.filter(|_| shape.is_solid()).map_or(DVec3::ZERO, |span| span.normal_enter);
                assert_eq!(normal, DVec3::ZERO, "{p} {shape:?}");
            )*};
        }
        expect_touches! {
            aabb_ray Aabb::new(a, b + DVec3::X);
            obb_ray Obb::new(a, dvec3(1., 2., 0.), axes);
            ray_sphere Sphere::new(a, 1.);
            capsule_ray Capsule::new(a, b, 1.);
            ellipsoid_ray Ellipsoid::new(a, dvec3(1., 2., 1.), axes);
            half_space_ray HalfSpace::new(a, 1.);
            plane_ray Plane::new(a, 1.);
            point_ray Point(a);
            ray_ray Segment::new(a, b);
            disc_ray Disc::new(a, DVec3::Y, 2.);
            cylinder_ray Cylinder::new(a, b, 1.);
            infinite_cylinder_ray InfiniteCylinder::new(a, DVec3::Y, 1.);
            ray_triangle Triangle::new(a, b, DVec3::ZERO);
            parallelogram_ray Parallelogram::new(a, b, DVec3::X);
            ray_truncated_cone TruncatedCone::new(a, b, 1., 2.);
            cone_ray Cone::new(a, b, 1.);
        }
    }
    let ring = Annulus::new(dvec2(5., 1.), 1., 2.);
    for (p, inside) in [(dvec2(6.5, 1.), true), (dvec2(5., 2.), true), (dvec2(5., 1.5), false)] {
        let found = pair::annulus_ray::spans(&ring, &Line::new(p, DVec2::ZERO));
        assert_eq!(found.len(), usize::from(inside), "{p}");
    }
    let torus = Torus::new(DVec3::ZERO, DVec3::Z, 3., 1.);
    for (p, inside) in [(dvec3(3.5, 0., 0.), true), (DVec3::ZERO, false), (dvec3(0., 3., 1.5), false)] {
        let found = pair::ray_torus::spans(&torus, &Line::new(p, DVec3::ZERO));
        let ends: Vec<[f64; 2]> = found.iter().map(|span| [span.enter, span.exit]).collect();
        let always = [f64::NEG_INFINITY, f64::INFINITY];
        assert_eq!(ends, if inside { vec![always] } else { vec![] }, "{p}");
    }
}

#[test]
fn crossing_capsules_separate_by_the_shortest_translation() {
    let mut rng = Rng::with_seed(3);
    for case in 0..2_000 {
        let size = [1., 1e3, 1e6][case % 3];
        let cross = point(&mut rng) * size;
        let mut capsule = || {
            let (way, t) = (point(&mut rng), 0.1 + 0.8 * rng.f64());
            let long = size * [1., 4.][rng.usize(..2)];
            Capsule::new(cross - way * (t * long), cross + way * ((1. - t) * long), 0.5 + rng.f64())
        };
        let (a, b) = (capsule(), capsule());
        let found = pair::capsule_capsule::contact(&a, &b).unwrap();
        let n = found.normal_a_to_b.unwrap();
        let allowed = 1e-14 * (size + 1.);
        assert!((found.depth - a.radius - b.radius).abs() <= allowed, "{a:?} {b:?}: {found:?}");
        for axis in [a.axis(), b.axis()] {
            let way = axis.b - axis.a;
            assert!(n.dot(way).abs() <= 1e-9 * way.length(), "{a:?} {b:?}: {found:?}");
        }
        // In the plane, as with expansion arithmetic.
        let plane = |c: &Capsule<DVec3>| Capsule::new(c.a.truncate(), c.b.truncate(), c.radius);
        let (a, b) = (plane(&a), plane(&b));
        let (found, expected) =
            (pair::capsule_capsule::contact(&a, &b).unwrap(), epa::outcome(&a, &b).contact);
        assert!((found.depth - expected.depth).abs() <= 16. * allowed, "{a:?} {b:?}: {found:?} {expected:?}");
    }
}

#[test]
fn tangents_touch_a_torus_once_at_each_point() {
    let mut rng = Rng::with_seed(4);
    for case in 0..3_000 {
        let [major, minor] = [2. + rng.f64(), 0.25 + rng.f64()];
        let axis = point(&mut rng).normalize();
        let torus = Torus::new(point(&mut rng), axis, major, minor);
        let out = axis.any_orthonormal_vector();
        let (sin, cos) = (rng.f64() * 7.).sin_cos();
        let normal = out * cos + axis * sin;
        let on = torus.center + out * major + normal * minor;
        let speed = [1., 1e-3, 1e3][case % 3];
        let way = normal.cross(point(&mut rng)).normalize() * speed;
        let found = pair::ray_torus::spans(&torus, &Line::new(on - way * unit(&mut rng) / speed, way));
        for pair in found.windows(2) {
            let touches = pair[1].enter == pair[1].exit;
            assert!(!touches || (pair[1].enter - pair[0].exit) * speed > 1e-6, "{torus:?} {way} {found:?}");
        }
    }
}
