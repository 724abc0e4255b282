//! Infinite cones: a separating plane proves that the distance is minimal, and the penetration
//! equals that of a cone with a distant base. Nearly equal finite cones separate along their sides.

use barycast::dynamic::any::Shape3;
use barycast::shape::{Aabb, Cone, HalfSpace, InfiniteCone, Point, Segment, Support, TruncatedCone};
use barycast_testkit::random::{Class, Source, shape3};
use glam::{DVec3, dvec3};

const CLASSES: [Class; 3] = [Class::Grid, Class::Nudged, Class::Plain];

/// Cases per shape and class; more with `BARYCAST_CASES=1000 cargo test --release -p barycast
/// --test cones`.
fn cases() -> u64 {
    std::env::var("BARYCAST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(20)
}

fn each(mut check: impl FnMut(&InfiniteCone<DVec3>, &Shape3) -> Result<(), String>) {
    let mut wrong = Vec::new();
    for name in Shape3::NAMES {
        for (c, &class) in CLASSES.iter().enumerate() {
            for seed in 0..cases() {
                let mut source = Source::new(seed * 41 + c as u64, class);
                let (Some(Shape3::InfiniteCone(cone)), Some(other)) =
                    (shape3(&mut source, "infinite_cone"), shape3(&mut source, name))
                else {
                    continue;
                };
                if let Err(what) = check(&cone, &other) {
                    wrong.push(format!("{name} ({class:?} {seed}): {what}\n   {cone:?}\n   {other:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} in all\n{}", wrong.len(), wrong[..wrong.len().min(6)].join("\n"));
}

#[test]
fn a_plane_separates_disjoint_cones_and_shapes() {
    each(|cone, other| {
        let found = Shape3::from(*cone).closest(other);
        let way = found.on_b - found.on_a;
        let size = found.on_a.length() + found.on_b.length() + cone.apex.length();
        if found.distance <= 1e-6 * size {
            return Ok(());
        }
        let (n, slack) = (way / way.length(), 1e-13 * size / found.distance);
        // An infinite cone does not extend beyond its apex along a direction that leads away from
        // it.
        let beyond = |cone: &InfiniteCone<DVec3>, n: DVec3, p: DVec3| {
            let (axis, slope) = (cone.direction.normalize(), cone.angle.tan());
            let slack = slack * (1.0 + slope);
            let highest = n.dot(axis) + slope * n.cross(axis).length();
            highest > slack || n.dot(p - cone.apex).abs() > slack * size
        };
        if beyond(cone, n, found.on_a) {
            return Err(format!("{found:?}: the cone goes on along {n}"));
        }
        let level = n.dot(found.on_b) - slack * size * 10.0;
        // An unbounded shape is replaced by a part of it; rounded, it is not exactly perpendicular.
        let along = |d: DVec3| Segment::new(found.on_b - d, found.on_b + d).into();
        let part = match other {
            Shape3::Line(a) => along(a.direction),
            Shape3::InfiniteCylinder(a) => along(a.direction),
            Shape3::InfiniteCone(a) if beyond(a, -n, found.on_b) => {
                return Err(format!("{found:?}: the other cone goes on along {}", -n));
            }
            Shape3::InfiniteCone(a) => Point(a.apex).into(),
            Shape3::Ray(_) | Shape3::Plane(_) | Shape3::HalfSpace(_) | Shape3::Rounded(_) => return Ok(()),
            _ => other.clone(),
        };
        if Shape3::from(HalfSpace::new(-n, -level)).contains(&part) == Ok(false) {
            return Err(format!("{found:?}: the other shape is nearer along {n}"));
        }
        Ok(())
    });
}

#[test]
fn the_penetration_equals_that_of_a_cone_with_a_distant_base() {
    each(|cone, other| {
        if cone.angle > 1.4 {
            return Ok(());
        }
        let height = 1e4;
        let base = cone.apex + cone.direction.normalize() * height;
        let finite = Shape3::from(Cone::new(cone.apex, base, height * cone.angle.tan()));
        let cone = Shape3::from(*cone);
        let (Ok(Some(found)), Ok(Some(expected))) = (cone.contact(other), finite.contact(other)) else {
            return Ok(());
        };
        // If no translation separates the infinite cones, the finite one still separates through
        // its base.
        if found.depth.is_finite() && (found.depth - expected.depth).abs() > 1e-6 * (1.0 + expected.depth) {
            return Err(format!("{found:?}, of a cone with a base {expected:?}"));
        }
        Ok(())
    });
}

/// All around, the translations out of one side of nearly equal cones are nearly equally long, and
/// so are those of the other.
#[test]
fn nearly_equal_cones_separate_by_the_shortest_translation() {
    let mut rng = fastrand::Rng::with_seed(5);
    for case in 0..60 {
        let mut number = || f64::from(rng.i32(-3..=3));
        let (tip, foot) = (dvec3(number(), number(), number()), dvec3(number(), number(), number()));
        let shift = dvec3(number(), number(), number()) * 10.0_f64.powi(-4 - case % 5);
        if tip == foot {
            continue;
        }
        let radius = [0.5, 1., 2., 3.][case as usize % 4];
        let narrow = if case % 3 == 0 { radius * 0.5 } else { 0. };
        let a = TruncatedCone::new(tip, foot, narrow, radius);
        let mut b = TruncatedCone::new(tip + shift, foot + shift, narrow, radius);
        if case % 2 == 0 {
            (b.a, b.b) = (b.b, b.a);
            if case % 4 == 0 {
                (b.radius_a, b.radius_b) = (b.radius_b, b.radius_a);
            }
        }
        let depth_along = |n: DVec3| n.dot(a.support(n) - b.support(-n));
        let axis = (foot - tip).normalize();
        let lean = (radius - narrow) / (foot - tip).length().hypot(radius - narrow);
        let (x, y) = axis.any_orthonormal_pair();
        let around = |i: i32| {
            let angle = f64::from(i) * 0.01;
            let out = (x * angle.cos() + y * angle.sin()) * (1. - lean * lean).sqrt();
            [out + axis * lean, out - axis * lean]
        };
        let least = (0..629).flat_map(around).map(depth_along).fold(f64::INFINITY, f64::min);
        for (a, b) in [(a, b), (b, a)] {
            let shapes: [[Shape3; 2]; 2] = if narrow > 0. {
                [[a.into(), b.into()], [a.into(), b.into()]]
            } else {
                let cone = |c: TruncatedCone<DVec3>| {
                    let (apex, base) = if c.radius_a == 0. { (c.a, c.b) } else { (c.b, c.a) };
                    Cone::new(apex, base, radius)
                };
                [[a.into(), b.into()], [cone(a).into(), cone(b).into()]]
            };
            for [a, b] in &shapes {
                let found = a.contact(b).unwrap().unwrap();
                assert!(found.depth <= least + 1e-13, "{case} {a:?} {b:?} {found:?} {least}");
            }
        }
    }
}

/// The polytope of the expansion has faces without area, whose normal is zero.
#[test]
fn contacts_of_finite_cones_have_a_unit_normal() {
    let cone = Cone::new(dvec3(1., 1., 3.), dvec3(-4., 0., -2.), 3.);
    let segment = Segment::new(dvec3(4., -1., 3.), dvec3(-3., 2., -3.));
    let tall = Cone::new(
        dvec3(-156.554_965_581_155_05, 8.954_538_265_886_437e-6, -0.034_858_336_920_591_75),
        dvec3(374.704_408_092_302_5, 0.095_583_672_776_823_78, -39.367_380_701_891_26),
        152.519_342_380_796_67,
    );
    let small = Aabb::new(
        dvec3(-0.012_368_595_144_609_862, -0.000_252_390_284_226_610_5, -0.360_257_695_109_465_04),
        dvec3(0.000_988_514_412_995_759_1, 0.000_623_299_882_605_646_9, 0.101_393_547_163_994_73),
    );
    let pairs = [(Shape3::from(cone), Shape3::from(segment)), (Shape3::from(tall), Shape3::from(small))];
    for (a, b) in pairs {
        for (a, b) in [(&a, &b), (&b, &a)] {
            let precise = a.contact_precisely(b).unwrap().unwrap();
            let first = a.contact(b).unwrap().unwrap();
            assert!((precise.normal_a_to_b.unwrap().length() - 1.).abs() < 1e-15, "{precise:?}");
            assert!((precise.depth - first.depth).abs() <= 1e-9 * first.depth, "{precise:?} {first:?}");
        }
    }
}
