//! Moving and rotating bodies: the time of impact of a thrown box with a fixed box.

use crate::inputs::{rotation, vectors};
use crate::table::{QUERIES, Table};
use barycast::convex::advance::Turning;
use barycast::dynamic::any::Shape3;
use barycast::shape::Obb;
use glam::{Mat3, Vec3};
use parry3d::math::Pose;
use parry3d::query::{self, NonlinearRigidMotion};
use parry3d::shape::Cuboid;

pub fn rows(t: &mut Table) {
    if !t.wants("thrown box first touch") {
        return;
    }
    let mut v = vectors(41);
    let axe = Vec3::new(0.05, 0.4, 0.15);
    let mut throw = || {
        let (at, turn, half) = (v() * 3.0, rotation(&mut v), v().abs() + 0.2);
        let (from, tilt) = (at + (v() + Vec3::Y).normalize() * 4.0, rotation(&mut v));
        ((at, turn, half), (from, tilt, axe), (at - from) * 1.5 + v(), v() * 10.0)
    };
    let throws: Vec<_> = (0..QUERIES).map(|_| throw()).collect();
    let ours = |(at, turn, half): (Vec3, glam::Quat, Vec3)| -> Shape3 {
        let m = Mat3::from_quat(turn);
        let axes = [m.x_axis, m.y_axis, m.z_axis].map(|axis| axis.as_dvec3());
        Obb::new(at.as_dvec3(), half.as_dvec3(), axes).into()
    };
    let any: Vec<_> = throws.iter().map(|(still, thrown, ..)| (ours(*still), ours(*thrown))).collect();
    t.row(
        "thrown box first touch",
        "parry3d",
        |i| {
            let (_, (from, ..), velocity, spin) = throws[i];
            let motion = Turning {
                velocity: velocity.as_dvec3(),
                angular_velocity: spin.as_dvec3(),
                center_of_rotation: from.as_dvec3(),
            };
            let found = any[i].0.sweep_turning(&any[i].1, &motion, 1.0).ok().flatten();
            found.map_or(f32::INFINITY, |(impact, _)| impact.t as f32)
        },
        |i| {
            let ((at, turn, half), (from, tilt, size), velocity, spin) = throws[i];
            let still = NonlinearRigidMotion::constant_position(Pose::from_parts(at, turn));
            let thrown = NonlinearRigidMotion::new(Pose::from_parts(from, tilt), Vec3::ZERO, velocity, spin);
            let (a, b) = (Cuboid::new(half), Cuboid::new(size));
            query::cast_shapes_nonlinear(&still, &a, &thrown, &b, 0.0, 1.0, true)
                .map_or(f32::NAN, |hit| hit.map_or(f32::INFINITY, |hit| hit.time_of_impact))
        },
    );
}
