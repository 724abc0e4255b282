//! Two convex shapes: a ball thrown at a box, and hulls with the algorithms for pairs without a
//! closed form.

use crate::inputs::{rotation, vectors};
use crate::table::{QUERIES, Table};
use barycast::convex::sweep::{self, Swept};
use barycast::convex::{epa, gjk};
use barycast::dynamic::any::Shape3;
use barycast::shape::{Convex, Obb, Sphere};
use glam::{Mat3, Vec3};
use parry3d::math::Pose;
use parry3d::query::{self, ShapeCastOptions, details};
use parry3d::shape as theirs;

const HOME: Pose = Pose::IDENTITY;

/// Returns hulls of twenty points on a unit sphere around a random centre.
fn hulls(seed: u64, apart: f32) -> Vec<(Convex<Vec3>, theirs::ConvexPolyhedron)> {
    let mut v = vectors(seed);
    let mut hull = || {
        let center = v() * apart;
        let corners: Vec<Vec3> = (0..20).map(|_| center + v().normalize()).collect();
        let theirs = theirs::ConvexPolyhedron::from_convex_hull(&corners).expect("corners");
        (Convex::try_new(corners).expect("corners"), theirs)
    };
    (0..QUERIES).map(|_| hull()).collect()
}

pub fn rows(t: &mut Table) {
    ball_and_box(t);
    if !["gjk", "epa", "convex sweep"].iter().any(|name| t.wants(name)) {
        return;
    }
    let [far, near] = [hulls(21, 3.0), hulls(22, 0.8)];
    let other = |i: usize| (i * 5 + 1) % QUERIES;
    t.row(
        "gjk of two hulls",
        "parry3d",
        |i| gjk::distance(&far[i].0, &far[other(i)].0).distance,
        |i| details::distance_support_map_support_map(&HOME, &far[i].1, &far[other(i)].1),
    );
    t.row(
        "epa of two hulls",
        "parry3d",
        |i| epa::contact(&near[i].0, &near[other(i)].0).map_or(0.0, |found| found.contact.depth),
        |i| {
            details::contact_support_map_support_map(&HOME, &near[i].1, &near[other(i)].1, 0.0)
                .map_or(0.0, |c| -c.dist)
        },
    );
    let mut v = vectors(23);
    let velocities: Vec<Vec3> = (0..QUERIES).map(|_| v() * 6.0).collect();
    t.row(
        "convex sweep of two hulls",
        "parry3d",
        |i| {
            let (a, b) = (&far[i].0, &far[other(i)].0);
            if gjk::intersects(a, b) {
                return 0.0;
            }
            match sweep::between(a, b, velocities[i], 1.0) {
                Some(Swept::Touch(impact) | Swept::Perhaps(impact)) => impact.t,
                _ => f32::INFINITY,
            }
        },
        |i| {
            let options = ShapeCastOptions::with_max_time_of_impact(1.0);
            let (a, b) = (&far[i].1, &far[other(i)].1);
            query::cast_shapes(&HOME, Vec3::ZERO, a, &HOME, velocities[i], b, options)
                .map_or(f32::NAN, |hit| hit.map_or(f32::INFINITY, |hit| hit.time_of_impact))
        },
    );
}

fn ball_and_box(t: &mut Table) {
    if !t.wants("sphere box sweep") {
        return;
    }
    let mut v = vectors(31);
    let mut pair = || {
        let (at, turn, half) = (v() * 3.0, rotation(&mut v), v().abs() + 0.1);
        let m = Mat3::from_quat(turn);
        let solid = Obb::new(at, half, [m.x_axis, m.y_axis, m.z_axis]);
        let ball = Sphere::new(v() * 3.0, v().x.abs() * 0.5 + 0.1);
        let velocity = (at - ball.center) * 1.5 + v();
        (solid, (Pose::from_parts(at, turn), theirs::Cuboid::new(half)), ball, velocity)
    };
    let pairs: Vec<_> = (0..QUERIES).map(|_| pair()).collect();
    let wide = |v: Vec3| v.as_dvec3();
    let any: Vec<[Shape3; 2]> = pairs
        .iter()
        .map(|(solid, _, ball, _)| {
            let solid = Obb::new(wide(solid.center), wide(solid.half_extents), solid.axes.map(wide));
            [solid.into(), Sphere::new(wide(ball.center), ball.radius.into()).into()]
        })
        .collect();
    t.row(
        "sphere box sweep",
        "parry3d",
        |i| {
            let found = any[i][0].sweep(&any[i][1], wide(pairs[i].3), 1.0).ok().flatten();
            found.map_or(f32::INFINITY, |impact| impact.t as f32)
        },
        |i| {
            let (_, (pose, solid), ball, velocity) = &pairs[i];
            let (at, shape) = (Pose::from_translation(ball.center), theirs::Ball::new(ball.radius));
            let options = ShapeCastOptions::with_max_time_of_impact(1.0);
            query::cast_shapes(pose, Vec3::ZERO, solid, &at, *velocity, &shape, options)
                .map_or(f32::NAN, |hit| hit.map_or(f32::INFINITY, |hit| hit.time_of_impact))
        },
    );
}
