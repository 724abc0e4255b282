//! Comparison with the bounding volumes and ray casts of `bevy_math` in `f32`. Its rays have unit
//! directions, and so have ours here. Its casts return only `t`, and use the reciprocal of the
//! direction, computed beforehand.

use crate::harness::{PAIRS, Table, many};
use barycast::shape::{Aabb, Ray, Sphere};
use bevy_math::bounding::{
    Aabb2d, Aabb3d, BoundingCircle, BoundingSphere, IntersectsVolume, RayCast2d, RayCast3d,
};
use bevy_math::{Dir2, Dir3};
use glam::{Vec2, Vec3, Vec3A};

const RIVAL: &str = "bevy_math";

/// For two shapes of one kind, the second is the next in the list.
pub fn rows(t: &mut Table) {
    in_3d(t);
    in_2d(t);
}

macro_rules! rows {
    ($t:ident, $dim:literal, $aabb:ident $sphere:ident $ray:ident, $aabb_at:ident $sphere_at:ident) => {
        let next = |i: usize| (i + 1) % PAIRS;
        $t.row(
            concat!("aabb_aabb intersects", $dim),
            RIVAL,
            |i| $aabb.0[i].intersects(&$aabb.0[next(i)]),
            |i| $aabb.1[i].intersects(&$aabb.1[next(i)]),
        );
        $t.row(
            concat!("sphere_sphere intersects", $dim),
            RIVAL,
            |i| $sphere.0[i].intersects(&$sphere.0[next(i)]),
            |i| $sphere.1[i].intersects(&$sphere.1[next(i)]),
        );
        $t.row(
            concat!("aabb_sphere intersects", $dim),
            RIVAL,
            |i| $aabb.0[i].intersects(&$sphere.0[i]),
            |i| $aabb.1[i].intersects(&$sphere.1[i]),
        );
        $t.row(
            concat!("aabb_ray intersects", $dim),
            RIVAL,
            |i| $ray.0[i].intersects(&$aabb.0[i]),
            |i| $ray.1[i].intersects(&$aabb.1[i]),
        );
        $t.row(
            concat!("aabb_ray cast", $dim),
            RIVAL,
            |i| $ray.0[i].cast(&$aabb.0[i]).map(|h| h.t),
            |i| $ray.1[i].$aabb_at(&$aabb.1[i]),
        );
        $t.row(
            concat!("ray_sphere intersects", $dim),
            RIVAL,
            |i| $ray.0[i].intersects(&$sphere.0[i]),
            |i| $ray.1[i].intersects(&$sphere.1[i]),
        );
        $t.row(
            concat!("ray_sphere cast", $dim),
            RIVAL,
            |i| $ray.0[i].cast(&$sphere.0[i]).map(|h| h.t),
            |i| $ray.1[i].$sphere_at(&$sphere.1[i]),
        );
    };
}

fn in_3d(t: &mut Table) {
    let mut rng = fastrand::Rng::with_seed(12);
    let mut v = move || Vec3::new(rng.f32() * 2.0 - 1.0, rng.f32() * 2.0 - 1.0, rng.f32() * 2.0 - 1.0);
    let theirs = |v: Vec3| bevy_math::Vec3::from(v.to_array());
    let aabb = many(|| {
        let (a, b) = (v(), v());
        let (min, max) = (a.min(b), a.max(b));
        (Aabb { min, max }, Aabb3d { min: theirs(min).into(), max: theirs(max).into() })
    });
    let sphere = many(|| {
        let (center, radius) = (v() * 1.5, v().x.abs());
        (Sphere { center, radius }, BoundingSphere::new(theirs(center), radius))
    });
    let ray = many(|| {
        let origin = v() * 4.0;
        let direction = (v() * 0.7 - origin).normalize();
        let toward = Dir3::new_unchecked(theirs(direction));
        (Ray { origin, direction }, RayCast3d::new(theirs(origin), toward, f32::MAX))
    });
    rows!(t, "", aabb sphere ray, aabb_intersection_at sphere_intersection_at);
    // In registers, like theirs.
    let a = |v: Vec3| Vec3A::from(v);
    let aabb = (aabb.0.iter().map(|b| Aabb::new(a(b.min), a(b.max))).collect::<Vec<_>>(), aabb.1);
    let sphere = (sphere.0.iter().map(|s| Sphere::new(a(s.center), s.radius)).collect::<Vec<_>>(), sphere.1);
    let ray = (ray.0.iter().map(|r| Ray::new(a(r.origin), a(r.direction))).collect::<Vec<_>>(), ray.1);
    rows!(t, " Vec3A", aabb sphere ray, aabb_intersection_at sphere_intersection_at);
}

fn in_2d(t: &mut Table) {
    let mut rng = fastrand::Rng::with_seed(13);
    let mut v = move || Vec2::new(rng.f32() * 2.0 - 1.0, rng.f32() * 2.0 - 1.0);
    let theirs = |v: Vec2| bevy_math::Vec2::from(v.to_array());
    let aabb = many(|| {
        let (a, b) = (v(), v());
        let (min, max) = (a.min(b), a.max(b));
        (Aabb { min, max }, Aabb2d { min: theirs(min), max: theirs(max) })
    });
    let disc = many(|| {
        let (center, radius) = (v() * 1.5, v().x.abs());
        (Sphere { center, radius }, BoundingCircle::new(theirs(center), radius))
    });
    let ray = many(|| {
        let origin = v() * 4.0;
        let direction = (v() * 0.7 - origin).normalize();
        let toward = Dir2::new_unchecked(theirs(direction));
        (Ray { origin, direction }, RayCast2d::new(theirs(origin), toward, f32::MAX))
    });
    rows!(t, " 2d", aabb disc ray, aabb_intersection_at circle_intersection_at);
}
