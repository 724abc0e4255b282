//! The contact point lies in both shapes, for each pair that has contacts: deep, shallow,
//! touching, nested and crossing.

use barycast::dynamic::any::{Shape2, Shape3};
use barycast::scene::moving::{Bodies, CollisionFilter};
use barycast::shape::*;
use barycast_testkit::pairs::reach_of;
use barycast_testkit::random::{Class, Source, shape2, shape3, snake};
use barycast_testkit::translate::Translate;
use glam::{DMat3, DQuat, DVec2, DVec3, Vec2, Vec3, dvec2, dvec3};

const CLASSES: [Class; 6] =
    [Class::Grid, Class::Plain, Class::Nudged, Class::GridScaled(-40), Class::Mixed, Class::Far];

/// Cases per pair of kinds; more with `BARYCAST_CASES=100 cargo test --release -p barycast --test
/// contact_points`.
fn cases() -> u64 {
    std::env::var("BARYCAST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(2)
}

/// Largest distance of a point from a shape, relative to the size of both.
const ULPS: f64 = 8.0 * f64::EPSILON;

/// Counts points outside a shape they should lie in, and midpoints between the deepest points that
/// are.
#[derive(Debug, Default)]
struct Count {
    points: u32,
    outside: u32,
    middles_outside_one: u32,
    middles_outside_both: u32,
}

macro_rules! contact_points {
    ($module:ident $Any:ident $V:ident $random:ident) => {
        mod $module {
            use super::*;

            /// Returns the distance of the point to each shape, relative to the size of both.
            pub(super) fn gaps(a: &$Any, b: &$Any, p: $V) -> [f64; 2] {
                let size = reach_of(a).max(reach_of(b)).max(p.abs().max_element());
                [a, b].map(|shape| shape.closest(&Point(p).into()).distance / size)
            }

            /// Counts the points of a contact and its manifold, and reports those outside.
            pub(super) fn check(a: &$Any, b: &$Any, count: &mut Count) -> Result<(), String> {
                let Ok(Some((contact, manifold))) = a.contact_and_manifold(b) else { return Ok(()) };
                let mut points = vec![a.contact_point(b, &contact)];
                points.extend(a.contact_points(b, &manifold));
                assert_eq!(points.len(), 1 + manifold.points.len());
                let held = manifold.points.iter().map(|p| (p.on_a + p.on_b) * 0.5);
                let middles = core::iter::once((contact.on_a + contact.on_b) * 0.5).chain(held);
                let mut wrong = Ok(());
                for (i, (p, middle)) in points.into_iter().zip(middles).enumerate() {
                    count.points += 1;
                    let outside =
                        |p: $V| gaps(a, b, p).iter().filter(|gap| gap.is_nan() || **gap > ULPS).count();
                    match outside(middle) {
                        0 => {}
                        1 => count.middles_outside_one += 1,
                        _ => count.middles_outside_both += 1,
                    }
                    if outside(p) > 0 {
                        count.outside += 1;
                        let [of_a, of_b] = gaps(a, b, p);
                        wrong = Err(format!("point {i} {p:?}, {of_a:e} and {of_b:e} outside: {contact:?}"));
                    }
                }
                wrong
            }

            #[test]
            fn contact_and_manifold_points_lie_in_both_shapes() {
                let names = [$Any::NAMES, $Any::COMPOSITES, $Any::CURVED].concat();
                let (mut faults, mut total, mut count) = (Vec::new(), 0_u64, Count::default());
                for (i, first) in names.iter().enumerate() {
                    for second in &names[i..] {
                        for _ in 0..cases() {
                            total += 1;
                            let class = CLASSES[(total % CLASSES.len() as u64) as usize];
                            let mut source = Source::new(total, class);
                            let (Some(a), Some(b)) =
                                ($random(&mut source, first), $random(&mut source, second))
                            else {
                                continue;
                            };
                            for (a, b) in [(&a, &b), (&b, &a)] {
                                if let Err(what) = check(a, b, &mut count) {
                                    let pair = format!("{} {} ({class:?} {total})", a.name(), b.name());
                                    faults.push(format!("{pair}: {what}\n   {a:?}\n   {b:?}"));
                                }
                            }
                        }
                    }
                }
                let some = &faults[..faults.len().min(12)];
                assert!(faults.is_empty(), "{} in all\n{}", faults.len(), some.join("\n"));
                assert!(u64::from(count.points) > total, "{count:?}");
                assert!(count.middles_outside_both * 20 > count.points, "{count:?}");
            }

            #[test]
            fn event_and_sweep_points_lie_in_both_shapes() {
                let names = [$Any::NAMES, $Any::COMPOSITES, $Any::CURVED].concat();
                let (mut touches, mut swept, mut late) = (0, 0, 0);
                for seed in 0..20 * cases() {
                    let mut source = Source::new(seed, CLASSES[(seed % CLASSES.len() as u64) as usize]);
                    let mut bodies = Bodies::new();
                    let mut count = 0;
                    while count < 8 {
                        let name = names[source.rng.usize(..names.len())];
                        if let Some(shape) = $random(&mut source, name) {
                            bodies.insert(shape, CollisionFilter::FIRST).unwrap();
                            count += 1;
                        }
                    }
                    bodies.step();
                    for event in bodies.events() {
                        touches += 1;
                        let [a, b] = event.bodies.map(|handle| bodies.get(handle).unwrap());
                        let gaps = gaps(a, b, event.contact.touch().point);
                        assert!(gaps.iter().all(|gap| *gap <= ULPS), "{gaps:?} {event:?} {a:?} {b:?}");
                    }
                    let [first, second] = [0, 1].map(|_| names[source.rng.usize(..names.len())]);
                    let (Some(a), Some(b)) = ($random(&mut source, first), $random(&mut source, second))
                    else {
                        continue;
                    };
                    let velocity: $V = source.direction();
                    let Ok(Some(impact)) = a.sweep(&b, velocity * reach_of(&a).max(reach_of(&b)), 4.) else {
                        continue;
                    };
                    let way = velocity * reach_of(&a).max(reach_of(&b)) * impact.t;
                    let allowed = if impact.t == 0. { ULPS } else { 1e-9 };
                    let gaps = gaps(&a, &b.clone().moved(way), impact.point);
                    assert!(gaps.iter().all(|gap| *gap <= allowed), "{gaps:?} {impact:?} {a:?} {b:?}");
                    swept += 1;
                    late += u64::from(impact.t > 0.);
                }
                assert!(
                    touches > 40 * cases() && swept > 4 * cases() && late > cases(),
                    "{touches} {swept} {late}"
                );
            }
        }
    };
}

contact_points!(in_2d Shape2 DVec2 shape2);
contact_points!(in_3d Shape3 DVec3 shape3);

fn crossing(a: impl Into<Shape2>, b: impl Into<Shape2>) -> [DVec2; 2] {
    let (a, b) = (a.into(), b.into());
    let (contact, manifold) = a.contact_and_manifold(&b).unwrap().unwrap();
    let points = a.contact_points(&b, &manifold);
    assert_eq!(points.len(), 1);
    [a.contact_point(&b, &contact), points[0]]
}

#[test]
fn the_contact_point_of_crossing_bars_is_their_crossing() {
    let (along, up) = (DVec2::from_angle(0.5), DVec2::from_angle(0.5).perp());
    let bar = Aabb::new(dvec2(-5., -0.1), dvec2(5., 0.1));
    for p in crossing(bar, Obb::new(dvec2(1., 0.), dvec2(5., 0.1), [along, up])) {
        assert!(p.distance(dvec2(1., 0.)) < 1e-3, "{p}");
    }
    let level = Segment::new(dvec2(-5., 0.), dvec2(5., 0.));
    for p in crossing(level, Segment::new(dvec2(0., -4.), dvec2(1., 6.))) {
        assert!(p.distance(dvec2(0.4, 0.)) < 1e-15, "{p}");
    }
}

/// A row of the table, for typed shapes of `f64` and `f32`.
type Row = fn(&mut Source) -> u32;

macro_rules! row {
    ($module:ident $Any:ident $random:ident $Narrow:ident $Wide:ident $a:ident $b:ident no) => {};
    ($module:ident $Any:ident $random:ident $Narrow:ident $Wide:ident $a:ident $b:ident $by:ident) => {
        |source: &mut Source| {
            let (a, b) = (snake(stringify!($a)), snake(stringify!($b)));
            let (Some($Any::$a(a)), Some($Any::$b(b))) = ($random(source, &a), $random(source, &b)) else {
                return 0;
            };
            let mut met = 0;
            let mut check = |a: &$Any, b: &$Any, p: $Wide, ulps: f64| {
                let gaps = $module::gaps(a, b, p);
                assert!(gaps.iter().all(|gap| *gap <= ulps), "{gaps:?} {p} {a:?} {b:?}");
                met += 1;
            };
            if let Some(contact) = a.contact(&b) {
                check(&a.into(), &b.into(), a.contact_point(&b, &contact), ULPS);
            }
            if let Some(contact) = b.contact(&a) {
                check(&a.into(), &b.into(), b.contact_point(&a, &contact), ULPS);
            }
            let (a, b) = (a.lift::<$Narrow>(&|x| x as f32), b.lift::<$Narrow>(&|x| x as f32));
            if let Some(contact) = a.contact(&b) {
                let p = a.contact_point(&b, &contact).lift_to();
                let (a, b) = (a.lift::<$Wide>(&f64::from), b.lift::<$Wide>(&f64::from));
                check(&a.into(), &b.into(), p, 8. * f64::from(f32::EPSILON));
            }
            met
        }
    };
}

/// Converts a point of `f32` to `f64`.
trait LiftTo<W> {
    fn lift_to(self) -> W;
}

impl LiftTo<DVec2> for Vec2 {
    fn lift_to(self) -> DVec2 {
        self.as_dvec2()
    }
}

impl LiftTo<DVec3> for Vec3 {
    fn lift_to(self) -> DVec3 {
        self.as_dvec3()
    }
}

macro_rules! all_rows {
    (both_same { $($m1:ident: $a1:ident $b1:ident, $i1:ident $d1:ident $c1:ident;)* }
     both_pair { $($m2:ident: $a2:ident $b2:ident, $i2:ident $d2:ident $c2:ident;)* }
     d2_same { $($m3:ident: $a3:ident $b3:ident, $i3:ident $d3:ident $c3:ident;)* }
     d2_pair { $($m4:ident: $a4:ident $b4:ident, $i4:ident $d4:ident $c4:ident;)* }
     d3_same { $($m5:ident: $a5:ident $b5:ident, $i5:ident $d5:ident $c5:ident;)* }
     d3_pair { $($m6:ident: $a6:ident $b6:ident, $i6:ident $d6:ident $c6:ident;)* }) => {
        /// Returns each row of the table, in each of its dimensions.
        fn rows() -> Vec<Row> {
            vec![
                $(row!(in_2d Shape2 shape2 Vec2 DVec2 $a1 $b1 $c1),)* $(row!(in_3d Shape3 shape3 Vec3 DVec3 $a1 $b1 $c1),)*
                $(row!(in_2d Shape2 shape2 Vec2 DVec2 $a2 $b2 $c2),)* $(row!(in_3d Shape3 shape3 Vec3 DVec3 $a2 $b2 $c2),)*
                $(row!(in_2d Shape2 shape2 Vec2 DVec2 $a3 $b3 $c3),)* $(row!(in_2d Shape2 shape2 Vec2 DVec2 $a4 $b4 $c4),)*
                $(row!(in_3d Shape3 shape3 Vec3 DVec3 $a5 $b5 $c5),)* $(row!(in_3d Shape3 shape3 Vec3 DVec3 $a6 $b6 $c6),)*
            ]
        }
    };
}
barycast::with_rows!(all_rows);

#[test]
fn points_of_typed_contacts_lie_in_both_shapes() {
    let rows = rows();
    let mut met = 0;
    for case in 0..2 * cases() {
        for (i, row) in rows.iter().enumerate() {
            let seed = case * rows.len() as u64 + i as u64;
            met += row(&mut Source::new(seed, CLASSES[(seed % CLASSES.len() as u64) as usize]));
        }
    }
    assert!(u64::from(met) > cases() * rows.len() as u64 / 2, "{met}");
}

/// Crossing boxes as thin as a hundredth of their length, a small box in a large one, and both
/// rounded.
#[test]
fn contact_points_of_thin_crossing_or_nested_boxes_lie_in_both() {
    let mut rng = fastrand::Rng::with_seed(11);
    let mut count = Count::default();
    for case in 0..200 * cases() {
        let mut number = || rng.f64() * 2. - 1.;
        let thin = if case % 2 == 0 { 0.01 } else { 0.5 };
        let mut obb = |size: f64, thin: f64| {
            let turn = DQuat::from_xyzw(number(), number(), number(), number()).normalize();
            let DMat3 { x_axis, y_axis, z_axis } = DMat3::from_quat(turn);
            let half = dvec3(size, size * thin, size * thin * 2.);
            Obb::new(dvec3(number(), number(), number()) * 0.3, half, [x_axis, y_axis, z_axis])
        };
        let (a, b) = (obb(2., thin), obb(if case % 3 == 0 { 0.05 } else { 2. }, thin));
        let (mut a, mut b) = (Shape3::from(a), Shape3::from(b));
        if case % 5 == 0 {
            (a, b) = (a.try_rounded(0.02).unwrap(), b.try_rounded(0.1).unwrap());
        }
        in_3d::check(&a, &b, &mut count).unwrap_or_else(|what| panic!("{what}\n{a:?}\n{b:?}"));
        let flat = |shape: &Shape3, angle: f64| {
            let Shape3::Obb(Obb { center, half_extents, .. }) = shape else { return None };
            let along = DVec2::from_angle(angle);
            let half = dvec2(half_extents.x, half_extents.y);
            Some(Shape2::from(Obb::new(dvec2(center.x, center.y), half, [along, along.perp()])))
        };
        if let (Some(a), Some(b)) = (flat(&a, case as f64), flat(&b, 0.7 * case as f64)) {
            in_2d::check(&a, &b, &mut count).unwrap_or_else(|what| panic!("{what}\n{a:?}\n{b:?}"));
        }
    }
    assert!(
        u64::from(count.points) > 200 * cases() && count.middles_outside_both * 10 > count.points,
        "{count:?}"
    );
}

#[test]
fn contact_points_of_tetrahedra_lie_in_both() {
    let mut rng = fastrand::Rng::with_seed(3);
    let mut count = Count::default();
    for _ in 0..100 * cases() {
        let [a, b] = [0, 1].map(|_| {
            let mut corner = || dvec3(rng.f64(), rng.f64(), rng.f64());
            Shape3::from(Tetrahedron::new(corner(), corner(), corner(), corner()))
        });
        in_3d::check(&a, &b, &mut count).unwrap_or_else(|what| panic!("{what}\n{a:?}\n{b:?}"));
    }
    assert!(u64::from(count.points) > 50 * cases() && count.middles_outside_both > 0, "{count:?}");
}
