//! View cones, the intersections of a ball and a cone: compared with these two, which are
//! independent of them, and with their own points, chosen at random.

use barycast::convex::advance::Turning;
use barycast::d3;
use barycast::dynamic::any::Shape3;
use barycast::dynamic::extent::Extent;
use barycast::query::Cast;
use barycast::shape::{
    Capsule, HalfSpace, InfiniteCone, Line, Plane, Point, Ray, Segment, Sphere, Support, ViewCone,
};
use barycast_testkit::random::{CLASSES, Class, Source, shape3};
use barycast_testkit::translate::Translate;
use glam::{DMat3, DVec3, Vec3, dvec3, vec3};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_3, FRAC_PI_4, FRAC_PI_6};

/// Number of cases per shape and class. For more run
/// `BARYCAST_CASES=1000 cargo test --release -p barycast --test view_cone`.
fn cases() -> u64 {
    std::env::var("BARYCAST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(12)
}

fn names() -> Vec<&'static str> {
    [Shape3::NAMES, Shape3::COMPOSITES, Shape3::CURVED].concat()
}

/// The ball, and the cone without a base, or of half a ball the half-space.
fn makers(a: &ViewCone<DVec3>) -> [Shape3; 2] {
    let ball = Sphere::new(a.apex, a.radius);
    let half = HalfSpace::new(-a.direction, -a.direction.dot(a.apex));
    let cone = InfiniteCone::new(a.apex, a.direction, a.half_angle);
    [ball.into(), if a.half_angle == FRAC_PI_2 { half.into() } else { cone.into() }]
}

/// A point of it.
fn inside(a: &ViewCone<DVec3>, source: &mut Source) -> DVec3 {
    let axis = a.direction.normalize();
    let angle = a.half_angle * source.rng.f64().powf(0.25) * (1.0 - 1e-12);
    let out = axis
        .cross(dvec3(source.rng.f64() - 0.5, source.rng.f64() - 0.5, source.rng.f64() - 0.5))
        .normalize_or_zero();
    let far = a.radius * source.rng.f64().powf(0.25) * (1.0 - 1e-12);
    a.apex + (axis * angle.cos() + out * angle.sin()) * far
}

fn size(shape: &Shape3) -> f64 {
    shape.bounding_sphere().map_or(0.0, |ball| ball.center.length() + ball.radius)
}

fn view(source: &mut Source) -> ViewCone<DVec3> {
    match shape3(source, "view_cone") {
        Some(Shape3::ViewCone(view)) => view,
        other => panic!("{other:?}"),
    }
}

/// With every other shape, of numbers of every class.
fn each(mut check: impl FnMut(&ViewCone<DVec3>, &Shape3, &mut Source) -> Result<(), String>) {
    let mut wrong = Vec::new();
    for name in names() {
        for (c, &class) in
            CLASSES.iter().enumerate().filter(|(_, class)| !matches!(class, Class::GridScaled(_)))
        {
            for seed in 0..cases() {
                let mut source = Source::new(seed * 41 + c as u64, class);
                let view = view(&mut source);
                let Some(other) = shape3(&mut source, name) else { continue };
                if let Err(what) = check(&view, &other, &mut source) {
                    wrong.push(format!("{name} ({class:?} {seed}): {what}\n   {view:?}\n   {other:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} in all\n{}", wrong.len(), wrong[..wrong.len().min(6)].join("\n"));
}

#[test]
fn a_point_is_in_it_where_it_is_in_the_ball_and_in_the_cone() {
    let mut seen = [0_u64; 2];
    for (c, &class) in CLASSES.iter().enumerate() {
        for seed in 0..cases() * 40 {
            let mut source = Source::new(seed * 41 + c as u64, class);
            let view = view(&mut source);
            let p: DVec3 = if source.rng.bool() { inside(&view, &mut source) } else { source.point() };
            let (shape, point) = (Shape3::from(view), Shape3::from(Point(p)));
            // The boundary of the half-space is rounded; the apex always belongs to the view cone.
            let both = p == view.apex || makers(&view).iter().all(|maker| maker.intersects(&point));
            assert_eq!(shape.intersects(&point), both, "{view:?} {p:?}");
            assert_eq!(point.intersects(&shape), both, "{view:?} {p:?}");
            assert_eq!(shape.contains(&point), Ok(both), "{view:?} {p:?}");
            assert_eq!(shape.closest(&point).distance == 0.0, both, "{view:?} {p:?}");
            let slack = 1e-13 * (size(&shape) + p.length());
            let signed = shape.signed_distance(p);
            assert!(if both { signed <= slack } else { signed >= -slack }, "{view:?} {p:?} {signed}");
            assert!(signed.abs() <= slack || view.contains_point(p) == both, "{view:?} {p:?}");
            seen[usize::from(both)] += 1;
        }
    }
    assert!(seen.iter().all(|n| *n > cases() * 40), "{seen:?}");
}

#[test]
fn it_holds_what_the_ball_and_the_cone_hold() {
    let mut held = 0_u64;
    each(|view, other, source| {
        // Small ones near its middle, too.
        let other = if source.rng.bool() {
            other.clone()
        } else {
            let Some(ball) = other.bounding_sphere() else { return Ok(()) };
            let scale = view.radius * 0.25 / ball.radius.max(1e-3);
            let Ok(small) = other.clone().try_scaled(DVec3::splat(scale.max(1e-3))) else { return Ok(()) };
            let Some(ball) = small.bounding_sphere() else { return Ok(()) };
            small.moved(inside(view, source) - ball.center)
        };
        let [ball, cone] = makers(view).map(|maker| maker.contains(&other));
        let found = Shape3::from(*view).contains(&other);
        if let (Ok(ball), Ok(cone), Ok(found)) = (ball, cone, found) {
            held += u64::from(found);
            if found != (ball && cone) {
                return Err(format!("{found}, the ball {ball}, the cone {cone}"));
            }
        }
        Ok(())
    });
    assert!(held > cases() * 4, "{held}");
}

#[test]
fn who_holds_it_holds_its_points_and_who_does_not_misses_one() {
    let mut seen = [0_u64; 2];
    each(|view, other, source| {
        // Large ones around it, too.
        let other = if source.rng.bool() {
            other.clone()
        } else {
            let Ok(large) = other.clone().try_scaled(DVec3::splat(8.0)) else { return Ok(()) };
            large.moved(view.apex - other.bounding_sphere().map_or(DVec3::ZERO, |ball| ball.center * 8.0))
        };
        let Ok(found) = other.contains(&Shape3::from(*view)) else { return Ok(()) };
        seen[usize::from(found)] += 1;
        let slack = 1e-13 * (size(&other) + size(&Shape3::from(*view)));
        for _ in 0..if found { 40 } else { 0 } {
            let p = inside(view, source);
            let far = other.closest(&Point(p).into()).distance;
            if far > slack {
                return Err(format!("{p:?} is {far} outside"));
            }
        }
        Ok(())
    });
    assert!(seen.iter().all(|n| *n > cases() * 10), "{seen:?}");
}

#[test]
fn no_point_of_it_is_nearer_and_the_nearest_is_in_it() {
    each(|view, other, source| {
        let shape = Shape3::from(*view);
        let found = shape.closest(other);
        let slack = 1e-12 * (size(&shape) + size(other) + found.on_b.length());
        if shape.intersects(other) != (found.distance == 0.0)
            || other.intersects(&shape) != (found.distance == 0.0)
        {
            return Err(format!("{found:?} and intersects {}", shape.intersects(other)));
        }
        for (set, p) in [(&shape, found.on_a), (other, found.on_b)] {
            let far = set.closest(&Point(p).into()).distance;
            if far > slack {
                return Err(format!("{p:?} is {far} off"));
            }
        }
        if ((found.on_a - found.on_b).length() - found.distance).abs() > slack {
            return Err(format!("{found:?}: not as far"));
        }
        for _ in 0..20 {
            let p = inside(view, source);
            let way = other.closest(&Point(p).into()).distance;
            if way < found.distance - slack {
                return Err(format!("{found:?}, but {p:?} is {way} away"));
            }
        }
        Ok(())
    });
}

#[test]
fn the_way_out_takes_them_apart_and_less_of_it_does_not() {
    let mut deep = 0_u64;
    each(|view, other, _| {
        let shape = Shape3::from(*view);
        let Ok(Some(found)) = shape.contact(other) else { return Ok(()) };
        let Some(n) = found.normal_a_to_b else { return Ok(()) };
        let scale = size(&shape) + size(other) + found.on_b.length();
        if found.depth < 1e-6 * scale {
            return Ok(());
        }
        deep += 1;
        let slack = 1e-9 * scale;
        let out = other.clone().moved(n * (found.depth + slack));
        if shape.intersects(&out) {
            return Err(format!("{found:?}: they meet after it"));
        }
        let less = other.clone().moved(n * (found.depth - slack));
        if !shape.intersects(&less) {
            return Err(format!("{found:?}: they are apart before its end"));
        }
        Ok(())
    });
    assert!(deep > cases() * 20, "{deep}");
}

#[test]
fn a_line_is_in_it_where_it_is_in_the_ball_and_in_the_cone() {
    let mut met = 0_u64;
    for (c, &class) in CLASSES.iter().enumerate() {
        for seed in 0..cases() * 40 {
            let mut source = Source::new(seed * 41 + c as u64, class);
            let view = view(&mut source);
            let through = inside(&view, &mut source);
            let direction: DVec3 = source.direction();
            let origin =
                if source.rng.bool() { source.point() } else { through - direction * source.number() };
            let line = Shape3::from(Line::new(origin, direction));
            let shape = Shape3::from(view);
            let [ball, cone] = makers(&view).map(|maker| line.span(&maker).unwrap());
            let both = ball.zip(cone).map(|(a, b)| (a.0.max(b.0), a.1.min(b.1)));
            let found = line.span(&shape).unwrap();
            let slack = 1e-9 * (origin.length() + size(&shape)) / direction.length();
            match (found, both) {
                (Some(a), Some(b)) => {
                    met += 1;
                    let off = (a.0 - b.0).abs().max((a.1 - b.1).abs());
                    assert!(off <= slack, "{view:?} {line:?}: {a:?} {b:?}");
                }
                (None, Some(b)) => assert!(b.0 > b.1 - slack, "{view:?} {line:?}: {b:?}"),
                (Some(a), None) => assert!(a.1 - a.0 <= slack, "{view:?} {line:?}: {a:?}"),
                (None, None) => {}
            }
            assert_eq!(found.is_some(), line.intersects(&shape), "{view:?} {line:?}");
            let ray = Ray::new(origin, direction);
            let hit = Cast::cast(&ray, &view).map(|hit| hit.t);
            if let (Some(t), Some((enter, exit))) = (hit, found)
                && exit - enter > slack
            {
                assert!((t - enter.max(0.0)).abs() <= slack, "{view:?} {ray:?}: {t} {enter}");
            }
        }
    }
    assert!(met > cases() * 40, "{met}");
}

#[test]
fn a_sweep_ends_where_they_touch() {
    let mut touched = 0_u64;
    each(|view, other, source| {
        let shape = Shape3::from(*view);
        let velocity: DVec3 = source.direction::<DVec3>() * 4.0;
        let Ok(Some(found)) = shape.sweep(other, velocity, 1.0) else { return Ok(()) };
        let slack = 1e-6 * (size(&shape) + size(other) + velocity.length());
        let there = other.clone().moved(velocity * found.t);
        let apart = shape.closest(&there).distance;
        if apart > slack {
            return Err(format!("{found:?}: {apart} apart"));
        }
        if found.t > 0.0 {
            touched += 1;
            for i in 1..8 {
                let t = found.t * f64::from(i) / 8.0 - 1e-9;
                if shape.intersects(&other.clone().moved(velocity * t))
                    && shape.closest(&there).distance > 0.0
                {
                    return Err(format!("{found:?}, but they meet at {t}"));
                }
            }
        }
        Ok(())
    });
    assert!(touched > cases() * 5, "{touched}");
}

#[test]
fn its_bounds_its_interval_and_its_sphere_hold_it_tightly() {
    for (c, &class) in CLASSES.iter().enumerate() {
        for seed in 0..cases() * 10 {
            let mut source = Source::new(seed * 41 + c as u64, class);
            let view = view(&mut source);
            let shape = Shape3::from(view);
            let ball = shape.bounding_sphere().unwrap();
            let axis: DVec3 = source.direction();
            let (low, high) = shape.interval_along(axis).unwrap();
            let slack = 1e-12 * (size(&shape) + 1e-300);
            let bounds = view.bounds();
            for _ in 0..20 {
                let p = inside(&view, &mut source);
                assert!((p - ball.center).length() <= ball.radius + slack, "{view:?}: {ball:?}");
                let along = axis.dot(p);
                let loose = slack * axis.length();
                assert!(low - loose <= along && along <= high + loose, "{view:?} {axis:?}");
                assert!((p - p.clamp(bounds.min, bounds.max)).length() <= slack, "{view:?} {bounds:?}");
            }
            assert!((view.interval(axis).1 - high).abs() <= slack * axis.length(), "{view:?} {axis:?}");
            // Its sphere is no larger than the ball, and has points of it all around.
            assert!(ball.radius <= view.radius + slack, "{view:?}: {ball:?}");
            let apex = (view.apex - ball.center).length();
            let angle = view.half_angle.min(FRAC_PI_2);
            let expected =
                if angle < FRAC_PI_4 { view.radius / (2.0 * angle.cos()) } else { view.radius * angle.sin() };
            assert!((ball.radius - expected).abs() <= slack, "{view:?}: {ball:?}");
            assert!(apex <= ball.radius + slack);
        }
    }
}

#[test]
fn turned_stretched_and_rounded_it_is_its_image() {
    for (c, &class) in CLASSES.iter().enumerate().filter(|(_, class)| !matches!(class, Class::GridScaled(_)))
    {
        for seed in 0..cases() * 10 {
            let mut source = Source::new(seed * 41 + c as u64, class);
            let view = view(&mut source);
            let shape = Shape3::from(view);
            let turn = DMat3::from_cols(DVec3::Y, DVec3::Z, DVec3::X);
            let by: DVec3 = source.point();
            let posed = shape.posed(&[turn.x_axis, turn.y_axis, turn.z_axis], by).unwrap();
            let wide = shape.clone().try_scaled(DVec3::new(2., 2., -2.)).unwrap();
            assert!(matches!(wide, Shape3::ViewCone(_)), "{wide:?}");
            let long = shape.clone().try_scaled(DVec3::new(2., 1., 0.5)).unwrap();
            let round = shape.clone().try_rounded(0.5).unwrap();
            for _ in 0..10 {
                let p: DVec3 = if source.rng.bool() { inside(&view, &mut source) } else { source.point() };
                let signed = shape.signed_distance(p);
                let slack = 1e-12 * (size(&shape) + p.length() + by.length());
                if signed.abs() <= slack * 4.0 {
                    continue;
                }
                let near = |shape: &Shape3, p: DVec3, expected: f64| {
                    let found = shape.signed_distance(p);
                    assert!(
                        (found - expected).abs() <= slack * 4.0,
                        "{shape:?} {p:?}: {found}, not {expected}"
                    );
                };
                near(&posed, turn * p + by, signed);
                near(&wide, p * DVec3::new(2., 2., -2.), signed * 2.0);
                if signed > 0.0 {
                    near(&round, p, signed - 0.5);
                }
                let image = Point(p * DVec3::new(2., 1., 0.5)).into();
                assert_eq!(long.intersects(&image), signed < 0.0, "{view:?} {p:?} {signed}");
            }
        }
    }
}

#[test]
fn a_guard_sees_a_player() {
    let guard = d3::ViewCone::try_new(Vec3::ZERO, Vec3::X, 10.0, 30_f32.to_radians()).unwrap();
    let player = |x: f32, z: f32| d3::Capsule::new(vec3(x, 0.0, z), vec3(x, 1.8, z), 0.4);
    assert!(guard.intersects(&player(5.0, 2.0)));
    assert!(!guard.intersects(&player(5.0, 4.0)), "beside");
    assert!(!guard.intersects(&player(10.5, 0.0)), "too far");
    assert!(!guard.intersects(&player(-1.0, 0.0)), "behind");
    assert!(guard.contains_point(vec3(5.0, 1.0, 2.0)) && !guard.contains_point(vec3(5.0, 2.0, 3.0)));
    let away = guard.closest(&player(12.0, 0.0));
    assert!((away.distance - 1.6).abs() < 1e-5, "{away:?}");
    let sphere = guard.bounding_sphere();
    assert!((sphere.radius - 10.0 / 3_f32.sqrt()).abs() < 1e-5, "{sphere:?}");
    let hit = d3::Ray::new(vec3(20.0, 0.0, 0.0), vec3(-1.0, 0.0, 0.0)).cast(&guard).unwrap();
    assert_eq!((hit.t, hit.normal), (10.0, Some(Vec3::X)));
}

#[test]
fn a_turning_guard_sees_the_player_when_the_side_comes_round() {
    let guard = Shape3::from(ViewCone::new(DVec3::ZERO, DVec3::X, 10.0, FRAC_PI_6));
    let player = Shape3::from(Point(dvec3(0.0, 5.0, 0.0)));
    // The player goes round the guard, a quarter turn in a second: the side is 60 degrees away.
    let spin = DVec3::new(0.0, 0.0, -FRAC_PI_2);
    let motion = Turning { velocity: DVec3::ZERO, angular_velocity: spin, center_of_rotation: DVec3::ZERO };
    let (found, _) = guard.sweep_turning(&player, &motion, 1.0).unwrap().unwrap();
    assert!((found.t - 2.0 / 3.0).abs() < 1e-9, "{found:?}");
}

#[test]
fn where_it_touches_is_told_as_a_point_a_segment_or_a_disc() {
    let view = |angle: f64| Shape3::from(ViewCone::new(DVec3::ZERO, DVec3::Z, 5.0, angle));
    let half = view(FRAC_PI_2);
    let below = Shape3::from(HalfSpace::new(DVec3::Z, 0.0));
    let text = |a: &Shape3, b: &Shape3| format!("{:?}", a.intersection(b).unwrap().unwrap());
    assert!(text(&half, &below).starts_with("Disc"), "{}", text(&half, &below));
    assert!(text(&view(FRAC_PI_3), &below).starts_with("Point"), "{}", text(&view(FRAC_PI_3), &below));
    let above = Shape3::from(Plane::new(DVec3::Z, 5.0));
    assert!(text(&half, &above).starts_with("Point"), "{}", text(&half, &above));
    assert_eq!(half.contact(&below).unwrap().unwrap().depth, 0.0);
    let manifold = half.manifold(&below).unwrap().unwrap();
    assert!(manifold.points.len() >= 3, "{manifold:?}");
    // A ball of the same radius contains it, and a slightly smaller one does not.
    let ball = |radius: f64| Shape3::from(Sphere::new(DVec3::ZERO, radius));
    assert_eq!(ball(5.0).contains(&half), Ok(true));
    assert_eq!(ball(5.0_f64.next_down()).contains(&half), Ok(false));
    let pipe = Shape3::from(Capsule::new(DVec3::ZERO, dvec3(0., 0., 1.), 4.9));
    assert_eq!(pipe.contains(&half), Ok(false));
    assert_eq!(half.contains(&Segment::new(DVec3::ZERO, dvec3(3., 4., 0.)).into()), Ok(true));
    assert!(half.intersects(&half) && half.contains(&half) == Ok(true));
}
