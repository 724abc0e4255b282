//! Intervals along axes and bounding spheres of every shape, against half-spaces, closed forms and
//! brute force.

use barycast::d3;
use barycast::dynamic::any::{Shape2, Shape3};
use barycast::dynamic::extent::Extent;
use barycast::mesh::TriMesh;
use barycast::shape::{
    Aabb, Annulus, Arc, Capsule, Compound, Cone, Cylinder, Disc, Ellipsoid, EllipticCylinder, HalfSpace,
    Mesh, Obb, Point, Rounded, Sector, Segment, Sphere, TaperedCapsule, Torus, Triangle, TruncatedCone,
    bounding_sphere,
};
use barycast_testkit::random::{CLASSES, Source, shape2, shape3};
use fastrand::Rng;
use glam::{DMat3, DQuat, DVec2, DVec3, Vec3, dvec2, dvec3, vec3};
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// Cases per shape and class.
const CASES: u64 = 12;

macro_rules! all_shapes {
    ($module:ident $Any:ident $V:ident $random:ident) => {
        mod $module {
            use super::*;

            fn names() -> Vec<&'static str> {
                [$Any::NAMES, $Any::COMPOSITES, $Any::CURVED].concat()
            }

            /// Calls `check` with shapes of every name and class.
            fn each(mut check: impl FnMut(&str, &$Any, &mut Source)) -> usize {
                let mut count = 0;
                for name in names() {
                    for (i, class) in CLASSES.iter().enumerate() {
                        for seed in 0..CASES {
                            let mut source = Source::new(seed * 100 + i as u64, *class);
                            if let Some(shape) = $random(&mut source, name) {
                                check(name, &shape, &mut source);
                                count += 1;
                            }
                        }
                    }
                }
                count
            }

            fn endless(name: &str) -> bool {
                ["line", "ray", "plane", "half_space", "infinite_cylinder", "infinite_cone"].contains(&name)
            }

            #[test]
            fn f2_a_half_space_intersects_the_shape_exactly_up_to_the_end_of_its_interval() {
                let mut bounded = 0;
                let count = each(|name, shape, source| {
                    let axis: $V = source.direction();
                    let Some((low, high)) = shape.interval_along(axis) else {
                        assert!(
                            endless(name) || ["rounded", "compound", "scaled"].contains(&name),
                            "{shape:?}"
                        );
                        return;
                    };
                    assert!(!endless(name), "{shape:?}");
                    bounded += 1;
                    let (back, forth) = shape.interval_along(-axis).expect("bounded");
                    assert_eq!((-back, -forth), (high, low), "{shape:?} {axis:?}");
                    // Magnitude of the products.
                    let box_axes = $V::AXES.map(|unit| shape.interval_along(unit).expect("bounded"));
                    let farthest = box_axes.iter().map(|(a, b)| a.abs().max(b.abs())).fold(0.0, f64::max);
                    let size = farthest * axis.length();
                    let slack = 1e-14 * size + 1e-300;
                    for (way, end) in [(axis, high), (-axis, -low)] {
                        let beyond = |d: f64| $Any::from(HalfSpace { normal: -way, distance: -d });
                        assert!(!shape.intersects(&beyond(end + slack)), "{shape:?} reaches beyond {end}");
                        assert!(shape.intersects(&beyond(end - slack)), "{shape:?} does not reach {end}");
                    }
                    // Twice the axis gives twice the interval.
                    assert_eq!(shape.interval_along(axis * 2.0), Some((low * 2.0, high * 2.0)), "{shape:?}");
                });
                assert!(count > 1000 && bounded > count / 2, "{bounded} of {count}");
            }

            #[test]
            fn i3_every_shape_touches_its_bounding_sphere_from_inside() {
                let (mut sure, mut bounded) = (0, 0);
                each(|name, shape, source| {
                    let Some(ball) = shape.bounding_sphere() else {
                        assert!(shape.interval_along($V::X).is_none(), "{shape:?}");
                        return;
                    };
                    assert!(!endless(name), "{shape:?}");
                    bounded += 1;
                    let center = ball.center;
                    let size = ball.radius + center.length();
                    // From the center the shape reaches the sphere, and no farther in any
                    // direction.
                    for _ in 0..20 {
                        let way = source.direction::<$V>().normalize();
                        let (_, high) = shape.interval_along(way).expect("bounded");
                        assert!(high <= way.dot(center) + ball.radius + 1e-14 * size, "{shape:?} {ball:?}");
                    }
                    let grown =
                        $Any::from(Sphere { center, radius: ball.radius * (1.0 + 1e-14) + 1e-14 * size });
                    match grown.contains(shape) {
                        Ok(held) => {
                            assert!(held, "{shape:?} is not in {ball:?}");
                            sure += 1;
                        }
                        Err(_) => {}
                    }
                    // No smaller sphere contains it: every displacement of the center leads away
                    // from some contact with the sphere.
                    for _ in 0..4 {
                        let off = source.direction::<$V>().normalize() * (ball.radius * 0.02);
                        let less = Sphere { center: center + off, radius: ball.radius * (1.0 - 1e-6) };
                        let opaque = ["rounded", "scaled", "compound"].contains(&name);
                        if !opaque && ball.radius > 1e-9 * size {
                            assert_ne!($Any::from(less).contains(shape), Ok(true), "{shape:?} {ball:?}");
                        }
                    }
                });
                assert!(sure > bounded / 2, "{sure} of {bounded}");
            }
        }
    };
}
all_shapes!(d2_shapes Shape2 DVec2 shape2);
all_shapes!(d3_shapes Shape3 DVec3 shape3);

#[track_caller]
fn is3(shape: impl Into<Shape3>, center: DVec3, radius: f64) {
    let shape = shape.into();
    let ball = shape.bounding_sphere().expect("bounded");
    let size = radius + center.length();
    // The sphere of a union is iterated until the radius converges. Displaced by 1e-8 perpendicular
    // to its contacts, it grows by only 1e-16.
    let off = if matches!(shape, Shape3::Compound(_)) { 1e-8 } else { 1e-14 };
    assert!(ball.center.distance(center) <= off * size, "{shape:?}: {ball:?}, not at {center}");
    assert!((ball.radius - radius).abs() <= 1e-15 * size, "{shape:?}: {ball:?}, not {radius}");
}

#[track_caller]
fn is2(shape: impl Into<Shape2>, center: DVec2, radius: f64) {
    let shape = shape.into();
    let ball = shape.bounding_sphere().expect("bounded");
    let size = radius + center.length();
    assert!(ball.center.distance(center) <= 1e-12 * size, "{shape:?}: {ball:?}, not at {center}");
    assert!((ball.radius - radius).abs() <= 1e-15 * size, "{shape:?}: {ball:?}, not {radius}");
}

#[test]
fn i3_bounding_spheres_agree_with_closed_forms() {
    let mut rng = Rng::with_seed(5);
    for _ in 0..60 {
        let q =
            DQuat::from_xyzw(rng.f64() - 0.5, rng.f64() - 0.5, rng.f64() - 0.5, rng.f64() - 0.5).normalize();
        let turn = DMat3::from_quat(q);
        let axes = [turn.x_axis, turn.y_axis, turn.z_axis];
        let mut number = || rng.f64() * 3.0 + 0.1;
        let p = dvec3(number(), number(), number());
        let (h, r, s) = (number(), number(), number());
        let (up, middle) = (axes[2], p + axes[2] * (h / 2.0));
        let top = p + up * h;
        is3(Sphere::new(p, r), p, r);
        is3(Segment::new(p, top), middle, h / 2.0);
        is3(Capsule::new(p, top, r), middle, h / 2.0 + r);
        is3(Cylinder::new(p, top, r), middle, (h / 2.0).hypot(r));
        is3(Disc::new(p, up, r), p, r);
        is3(Torus::new(p, up, r, s), p, r + s);
        is3(Aabb::new(p, p + dvec3(h, r, s)), p + dvec3(h, r, s) / 2.0, dvec3(h, r, s).length() / 2.0);
        is3(Obb { center: p, half_extents: dvec3(h, r, s), axes }, p, dvec3(h, r, s).length());
        is3(Ellipsoid { center: p, radii: dvec3(h, r, s), axes }, p, h.max(r).max(s));
        let elliptic = EllipticCylinder::try_new(p, top, dvec2(r, s).to_array(), axes[0]).expect("an axis");
        is3(elliptic, middle, (h / 2.0).hypot(r.max(s)));
        // From the base upward, to where rim and tip are equally far.
        let t = ((h * h - r * r) / (2.0 * h)).max(0.0);
        is3(Cone::new(top, p, r), p + up * t, t.hypot(r));
        let t = ((h * h + s * s - r * r) / (2.0 * h)).clamp(0.0, h);
        let radius = t.hypot(r).max((h - t).hypot(s));
        is3(TruncatedCone { a: p, b: top, radius_a: r, radius_b: s }, p + up * t, radius);
        let t = ((h + s - r) / 2.0).clamp(0.0, h);
        let radius = (t + r).max(h - t + s);
        is3(TaperedCapsule { a: p, b: top, radius_a: r, radius_b: s }, p + up * t, radius);
        let core: Shape3 = Segment::new(p, top).into();
        is3(Rounded::new(core, r), middle, h / 2.0 + r);
        // The same shape as a union, which has no closed form.
        let pipe = Compound::try_new(vec![Cylinder::new(p, top, r).into()]).expect("one");
        is3(pipe, middle, (h / 2.0).hypot(r));
        // Two spheres side by side, as a union.
        let balls = [Sphere::new(p, r), Sphere::new(top + up * (r + s), s)].map(Shape3::from);
        is3(Compound::try_new(balls.to_vec()).expect("two"), p + up * (h / 2.0 + s), h / 2.0 + r + s);
    }
    let p = dvec2(1.0, 2.0);
    is2(Annulus::new(p, 1.0, 3.0), p, 3.0);
    for (sweep, start) in [(TAU, 0.3), (-PI, 1.0), (4.0, -2.0)] {
        is2(Arc::new(p, 2.0, start, sweep), p, 2.0);
        is2(Sector::new(p, 2.0, start, sweep), p, 2.0);
    }
    // The sphere of a quarter arc is that over its chord; so is that of its sector.
    let chord = p + dvec2(1.0, 1.0);
    is2(Arc::new(p, 2.0, 0.0, FRAC_PI_2), chord, 2.0_f64.sqrt());
    is2(Sector::new(p, 2.0, 0.0, FRAC_PI_2), chord, 2.0_f64.sqrt());
    // That of a narrow sector passes through the center and both endpoints.
    let half = 0.2_f64;
    let reach = 1.0 / half.cos();
    is2(Sector::new(p, 2.0, -half, 2.0 * half), p + DVec2::X * reach, reach);
}

#[test]
fn i3_bounding_spheres_follow_translation_and_scaling() {
    let mut rng = Rng::with_seed(9);
    for seed in 0..200 {
        let mut source = Source::new(seed, CLASSES[4]);
        let names = ["triangle", "cone", "capsule", "ellipsoid", "convex", "obb", "tetrahedron", "compound"];
        let Some(shape) = shape3(&mut source, names[seed as usize % names.len()]) else { continue };
        let Some(ball) = shape.bounding_sphere() else { continue };
        // Scaling by a power of two is exact.
        for e in [-200, -3, 5, 300] {
            let by = 2.0_f64.powi(e);
            if let Ok(scaled) = shape.clone().try_scaled(DVec3::splat(by)) {
                let same = scaled.bounding_sphere().expect("bounded");
                assert!((same.radius - ball.radius * by).abs() <= 1e-14 * ball.radius * by, "{shape:?} {e}");
            }
        }
        let by = dvec3(rng.f64(), rng.f64(), rng.f64());
        if let Ok(moved) = shape.posed(&[DVec3::X, DVec3::Y, DVec3::Z], by) {
            let same = moved.bounding_sphere().expect("bounded");
            let size = ball.radius + ball.center.length() + 2.0;
            assert!((same.radius - ball.radius).abs() <= 1e-13 * size, "{shape:?}");
        }
    }
}

#[test]
fn i3_a_mesh_has_the_bounding_sphere_of_its_vertices() {
    // A mesh of some thousand vertices on one sphere up to rounding, far from the origin.
    let (rings, around) = (60, 80);
    let mut vertices = Vec::new();
    for i in 0..=rings {
        for j in 0..around {
            let (tilt, turn) = (PI * f64::from(i) / f64::from(rings), TAU * f64::from(j) / f64::from(around));
            let p = dvec3(tilt.sin() * turn.cos(), tilt.sin() * turn.sin(), tilt.cos()) * 3.0;
            vertices.push(p + dvec3(1e4, -1e4, 1e4));
        }
    }
    let at = |i: i32, j: i32| (i * around + j % around) as u32;
    let triangles: Vec<[u32; 3]> = (0..rings)
        .flat_map(|i| (0..around).map(move |j| (i, j)))
        .map(|(i, j)| [at(i, j), at(i + 1, j), at(i + 1, j + 1)])
        .collect();
    let mesh = TriMesh::try_new(vertices.clone(), triangles.clone()).expect("a mesh");
    let ball = mesh.bounding_sphere().expect("triangles");
    assert!(ball.center.distance(dvec3(1e4, -1e4, 1e4)) < 1e-11 && (ball.radius - 3.0).abs() < 1e-11);
    let whole = Shape3::from(ball);
    assert!(vertices.iter().all(|p| whole.intersects(&Point(*p).into())));
    // Unreferenced vertices do not count.
    let (mut more, far) = (vertices, DVec3::splat(9e9));
    more.push(far);
    let same = TriMesh::try_new(more.clone(), triangles.clone()).expect("a mesh").bounding_sphere();
    assert_eq!(same, Some(ball));
    let shape = Shape3::from(Mesh::try_new(more, triangles, false).expect("a mesh"));
    assert!((shape.bounding_sphere().expect("bounded").radius - ball.radius).abs() < 1e-14);
    let (low, high) = shape.interval_along(DVec3::Z).expect("bounded");
    assert_eq!((low, high), (1e4 - 3.0, 1e4 + 3.0));
}

#[test]
fn typed_shapes_of_both_precisions_have_intervals_and_spheres() {
    let cone = d3::Cone::new(vec3(0.0, 0.0, 1.0), vec3(0.0, 0.0, 0.0), 2.0);
    assert_eq!(cone.bounding_sphere(), d3::Sphere::new(vec3(0.0, 0.0, 0.0), 2.0));
    assert_eq!(cone.interval_along(vec3(0.0, 0.0, 3.0)), Some((0.0, 3.0)));
    assert_eq!(cone.interval_along(vec3(f32::NAN, 0.0, 3.0)), None);
    // 0.1 + 0.2 of f32 has more digits than f32: the ends enclose it.
    let box_ = d3::Aabb::new(vec3(-0.1, -0.2, 0.0), vec3(0.1, 0.2, 0.0));
    let (low, high) = box_.interval_along(vec3(1.0, 1.0, 0.0)).expect("finite");
    let exact = f64::from(0.1_f32) + f64::from(0.2_f32);
    assert!(f64::from(low) <= -exact && exact <= f64::from(high) && high - low < 0.600_001);
    // Coordinates that are inexact in binary: the sphere contains the vertices with the center
    // rounded to f32.
    let tri = d3::Triangle::new(vec3(0.1, 0.2, 0.3), vec3(1.7, 0.1, 0.9), vec3(0.4, 1.3, 0.2));
    let ball = tri.bounding_sphere();
    let whole = Shape3::from(ball.lift::<DVec3>(&f64::from));
    for p in [tri.a, tri.b, tri.c] {
        assert!(whole.intersects(&Point(p.as_dvec3()).into()));
    }
    assert!((ball.radius - bounding_sphere(&[tri.a, tri.b, tri.c]).expect("points").radius).abs() < 1e-6);
    let flat = barycast::d2::f64::Triangle::new(dvec2(0.0, 0.0), dvec2(4.0, 0.0), dvec2(0.0, 3.0));
    assert_eq!(flat.bounding_sphere(), Sphere::new(dvec2(2.0, 1.5), 2.5));
    let same: Triangle<DVec2> = flat;
    assert_eq!(Shape2::from(same).bounding_sphere(), Some(Sphere::new(dvec2(2.0, 1.5), 2.5)));
}

/// Returns the point equidistant from one to four points, by Cramer's rule in floating point;
/// `None` for degenerate ones.
fn as_far_from(points: &[DVec3]) -> Option<DVec3> {
    let p = points[0];
    let way = |i: usize| points[i] - p;
    let found = match points.len() {
        1 => p,
        2 => p + way(1) / 2.0,
        3 => {
            let (a, b) = (way(1), way(2));
            let n = a.cross(b);
            p + (b.cross(n) * a.length_squared() + n.cross(a) * b.length_squared())
                / (2.0 * n.length_squared())
        }
        _ => {
            let (a, b, c) = (way(1), way(2), way(3));
            let sum = b.cross(c) * a.length_squared()
                + c.cross(a) * b.length_squared()
                + a.cross(b) * c.length_squared();
            p + sum / (2.0 * a.dot(b.cross(c)))
        }
    };
    found.is_finite().then_some(found)
}

/// Returns the radius of the smallest sphere through one to four of the points that contains all.
fn by_brute_force(points: &[DVec3]) -> f64 {
    let mut least = f64::INFINITY;
    for choice in (1_usize..1 << points.len()).filter(|choice| choice.count_ones() <= 4) {
        let chosen: Vec<DVec3> =
            (0..points.len()).filter(|i| choice >> i & 1 == 1).map(|i| points[i]).collect();
        if let Some(center) = as_far_from(&chosen) {
            least = least.min(points.iter().map(|p| p.distance(center)).fold(0.0, f64::max));
        }
    }
    least
}

/// Tests exactly whether the sphere contains the points.
fn holds_all(ball: Sphere<DVec3>, points: &[DVec3]) -> bool {
    let ball = Shape3::from(ball);
    points.iter().all(|p| ball.intersects(&Point(*p).into()))
}

#[test]
fn i3_bounding_spheres_of_few_points_equal_brute_force() {
    let mut rng = Rng::with_seed(1);
    for round in 0..600 {
        let count = 1 + round % 9;
        // Integers yield many equal, collinear, coplanar and cospherical points.
        let whole = round % 2 == 0;
        let mut number = || {
            let x = rng.f64() * 5.0 - 2.5;
            if whole { x.round() } else { x }
        };
        let points: Vec<DVec3> = (0..count).map(|_| dvec3(number(), number(), number())).collect();
        let ball = bounding_sphere(&points).expect("points");
        let least = by_brute_force(&points);
        assert!(holds_all(ball, &points), "{points:?}");
        assert!((ball.radius - least).abs() <= 1e-14 * least, "{points:?}: {} {least}", ball.radius);
    }
}

#[test]
fn i3_degenerate_sets_have_the_right_bounding_sphere() {
    let ball = |points: &[DVec3]| bounding_sphere(points).expect("points");
    let p = dvec3(1., 2., 3.);
    assert_eq!(ball(&[p; 5]), Sphere::new(p, 0.));
    let line: Vec<DVec3> = (0..9).map(|i| p * f64::from(i)).collect();
    assert_eq!(ball(&line).center, p * 4.);
    let cube: Vec<DVec3> =
        (0..8).map(|i| dvec3(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2 & 1))).collect();
    assert_eq!(ball(&cube).center, DVec3::splat(0.5));
    assert!((ball(&cube).radius - 0.75_f64.sqrt()).abs() < 2e-16 && holds_all(ball(&cube), &cube));
    let whole = [dvec2(3., 4.), dvec2(-3., 4.), dvec2(5., 0.), dvec2(-4., -3.), dvec2(0., -5.)];
    assert_eq!(bounding_sphere(&whole), Ok(Sphere::new(DVec2::ZERO, 5.)));
    // A thousand points of one circle, far from the origin.
    let circle: Vec<DVec3> =
        (0..1000).map(|i| (DVec2::from_angle(f64::from(i)) * 5.).extend(0.) + dvec3(1e6, 0., 0.)).collect();
    assert!((ball(&circle).radius - 5.).abs() < 1e-9 && holds_all(ball(&circle), &circle));
}

#[test]
fn i3_bounding_spheres_are_tight_at_any_scale() {
    let mut rng = Rng::with_seed(7);
    for size in [1e-320, 1e-150, 1., 1e6, 1e150, 1e307] {
        let mut point = || dvec3(rng.f64() - 0.5, rng.f64() - 0.5, rng.f64() - 0.5) * size;
        let points: Vec<DVec3> = (0..200).map(|_| point()).collect();
        let ball = bounding_sphere(&points).expect("points");
        assert!(holds_all(ball, &points) && ball.radius < size, "{size}");
        let less = Sphere::new(ball.center, ball.radius.next_down());
        assert!(!holds_all(less, &points), "{size}");
        let far: Vec<DVec3> = points.iter().map(|p| *p * 0.1 + dvec3(size, 0., 0.) * 0.5).collect();
        assert!(holds_all(bounding_sphere(&far).expect("points"), &far), "{size}");
    }
    let points: Vec<Vec3> = (0..500).map(|_| vec3(rng.f32(), rng.f32(), rng.f32())).collect();
    let ball = bounding_sphere(&points).expect("points");
    let wide: Vec<DVec3> = points.iter().map(|p| p.as_dvec3()).collect();
    let holds = |radius: f32| holds_all(Sphere::new(ball.center.as_dvec3(), f64::from(radius)), &wide);
    assert!(holds(ball.radius) && !holds(ball.radius.next_down()));
}
