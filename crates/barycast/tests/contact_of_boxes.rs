//! Contacts of two boxes, by separating axes in `f64`, against double-double precision.

use barycast::dynamic::any::{Shape2, Shape3};
use barycast::shape::{Aabb, Capsule, Obb, Point};
use barycast_testkit::translate::Translate as _;
use glam::{DMat3, DQuat, DVec2, DVec3, dvec2, dvec3};

/// The guaranteed error of a depth, in roundings of the largest coordinate.
const BOUND: f64 = 512.0;

fn vector(dice: &mut fastrand::Rng, size: f64) -> DVec3 {
    dvec3(dice.f64() - 0.5, dice.f64() - 0.5, dice.f64() - 0.5) * (2.0 * size)
}

/// Draws a box: rotated at random, along the axes, or nearly so; thick, or flat in a direction.
fn random_box(dice: &mut fastrand::Rng) -> Obb<DVec3> {
    let turn = match dice.u32(0..3) {
        0 => vector(dice, 3.0),
        1 => DVec3::ZERO,
        _ => vector(dice, 1e-8),
    };
    let m = DMat3::from_quat(DQuat::from_scaled_axis(turn));
    let mut half = vector(dice, 1.0).abs() + DVec3::splat(0.125);
    if dice.u32(0..8) == 0 {
        half[dice.usize(0..3)] = 0.0;
    }
    Obb::new(vector(dice, 1.5), half, [m.x_axis, m.y_axis, m.z_axis])
}

/// Compares the contact with the precise one, and returns whether they touch.
fn compare(a: &Shape3, b: &Shape3) -> bool {
    let (found, precise) = (a.contact(b).unwrap(), a.contact_precisely(b).unwrap());
    assert_eq!(found.is_some(), precise.is_some(), "{a:?} {b:?}");
    let (Some(found), Some(precise)) = (found, precise) else { return false };
    let allowed = BOUND * f64::EPSILON * 8.0;
    assert!((found.depth - precise.depth).abs() <= allowed, "{found:?} {precise:?} {a:?} {b:?}");
    for (shape, point) in [(a, found.on_a), (b, found.on_b)] {
        let off = shape.distance(&Point(point).into());
        assert!(off <= allowed, "{off:e} {found:?} {a:?} {b:?}");
    }
    let turned = b.contact(a).unwrap().unwrap().swap();
    assert_eq!((found.depth, found.normal_a_to_b), (turned.depth, turned.normal_a_to_b), "{a:?} {b:?}");
    true
}

#[test]
fn contacts_of_boxes_are_within_their_bound() {
    let mut dice = fastrand::Rng::with_seed(11);
    let mut touching = 0;
    for _ in 0..3000 {
        let (a, b) = (Shape3::from(random_box(&mut dice)), Shape3::from(random_box(&mut dice)));
        touching += u32::from(compare(&a, &b));
    }
    assert!(touching > 450, "{touching}");
}

#[test]
fn contacts_of_resting_boxes_are_within_their_bound() {
    let mut dice = fastrand::Rng::with_seed(12);
    for i in 0..600 {
        let base = random_box(&mut dice);
        let axis = dice.usize(0..3);
        let mut other = base;
        other.half_extents = vector(&mut dice, 1.0).abs() + DVec3::splat(0.125);
        // Face on face, exactly, or off by some roundings or by a thousandth.
        let off = [0.0, 1e-16, -1e-16, 1e-13, -1e-13, 1e-3][i % 6];
        let way = base.half_extents[axis] + other.half_extents[axis] - off;
        other.center = base.center + base.axes[axis] * way + base.axes[(axis + 1) % 3] * 0.0625;
        compare(&base.into(), &other.into());
    }
}

#[test]
fn the_witness_of_stacked_boxes_is_the_middle_of_the_touching_side() {
    let below = Shape3::from(Aabb::new(DVec3::ZERO, dvec3(4.0, 4.0, 1.0)));
    let above = Shape3::from(Aabb::new(dvec3(1.0, 2.0, 0.75), dvec3(3.0, 6.0, 2.0)));
    let contact = below.contact(&above).unwrap().unwrap();
    assert_eq!((contact.depth, contact.normal_a_to_b), (0.25, Some(DVec3::Z)));
    assert_eq!((contact.on_a, contact.on_b), (dvec3(2.0, 3.0, 1.0), dvec3(2.0, 3.0, 0.75)));
    let below = Shape2::from(Aabb::new(DVec2::ZERO, dvec2(4.0, 1.0)));
    let above = Shape2::from(Aabb::new(dvec2(1.0, 0.75), dvec2(6.0, 2.0)));
    assert_eq!(below.contact(&above).unwrap().unwrap().on_a, dvec2(2.5, 1.0));
}

#[test]
fn capsules_whose_axis_just_misses_a_box_are_within_the_bound() {
    let mut dice = fastrand::Rng::with_seed(13);
    let mut near = 0;
    for _ in 0..600 {
        let b = random_box(&mut dice);
        let end = vector(&mut dice, 1.0);
        let middle = b.center + vector(&mut dice, 1.5);
        let axis = Shape3::from(barycast::shape::Segment::new(middle - end, middle + end));
        let closest = axis.closest(&b.into());
        if closest.distance == 0.0 {
            continue;
        }
        // Moved until the axis is a few thousandths away.
        let by = (closest.on_b - closest.on_a) * (1.0 - 1e-3 * dice.f64() / closest.distance);
        let capsule = Capsule::new(middle - end + by, middle + end + by, 0.25);
        near += u32::from(compare(&capsule.into(), &b.into()));
    }
    assert!(near > 200, "{near}");
}

/// Draws a capsule, some of them parallel to a coordinate axis, or a ball.
fn random_capsule(dice: &mut fastrand::Rng) -> Capsule<DVec3> {
    let at = vector(dice, 1.5);
    let way = match dice.u32(0..5) {
        0 => DVec3::X * dice.f64(),
        1 => DVec3::ZERO,
        _ => vector(dice, 1.5),
    };
    Capsule::new(at, at + way, dice.f64() * 0.5 + 0.01)
}

#[test]
fn contacts_of_a_box_and_a_capsule_are_within_their_bound() {
    let mut dice = fastrand::Rng::with_seed(14);
    let mut touching = 0;
    for _ in 0..3000 {
        let (a, b) = (Shape3::from(random_box(&mut dice)), Shape3::from(random_capsule(&mut dice)));
        touching += u32::from(compare(&a, &b));
    }
    assert!(touching > 450, "{touching}");
}

#[test]
fn sweeps_of_boxes_and_capsules_are_never_late_and_leave_hardly_a_gap() {
    let mut dice = fastrand::Rng::with_seed(15);
    let mut touches = 0;
    for case in 0..4000 {
        let a = random_box(&mut dice);
        let away = vector(&mut dice, 5.0);
        let b = if case % 2 == 0 {
            let b = random_box(&mut dice);
            Shape3::from(Obb { center: b.center + away, ..b })
        } else {
            let b = random_capsule(&mut dice);
            Shape3::from(Capsule { a: b.a + away, b: b.b + away, ..b })
        };
        let (a, velocity) = (Shape3::from(a), vector(&mut dice, 1.0) - away * (dice.f64() * 2.0));
        let limit = 1.0 + 1e-9;
        let (one, other) = if case % 4 < 2 { (&a, &b) } else { (&b, &a) };
        let velocity = if case % 4 < 2 { velocity } else { -velocity };
        let found = one.sweep(other, velocity, 1.0).unwrap();
        let precise = one.sweep_precisely(other, velocity, limit).unwrap();
        let precise = precise.filter(|impact| impact.t <= 1.0 || found.is_some());
        assert_eq!(found.is_some(), precise.is_some(), "{case}: {found:?} {precise:?} {one:?} {other:?}");
        let (Some(found), Some(precise)) = (found, precise) else { continue };
        assert!(found.t <= precise.t * (1.0 + 2.0 * f64::EPSILON), "{case}: {found:?} {precise:?}");
        let left = one.distance(&other.clone().moved(velocity * found.t));
        assert!(left <= 2048.0 * f64::EPSILON * 10.0, "{case}: {left:e} {one:?} {other:?}");
        touches += 1;
    }
    assert!(touches > 1000, "{touches}");
}
