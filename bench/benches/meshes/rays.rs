//! Rays and points, the same for all libraries.

use crate::model::Model;
use crate::settings::Settings;
use fastrand::Rng;
use glam::{Quat, Vec3};

/// A ray with a unit direction, so that `t` is a length.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Ray {
    pub origin: Vec3,
    pub direction: Vec3,
}

/// Rays of one kind.
pub struct Rays {
    pub rays: Vec<Ray>,
    /// Whether neighbouring rays have similar directions.
    pub coherent: bool,
}

/// Camera rays that frame the mesh, in tiles of 8 x 8, with blocks of 4 x 4 and of 2 x 2 within
/// them.
pub fn primary(model: &Model, settings: &Settings) -> Rays {
    const TILE: usize = 8;
    let tiles = (settings.rays.isqrt() / TILE).max(1);
    let side = tiles * TILE;
    let back = Vec3::new(0.4, 0.3, 1.0).normalize();
    let eye = back * model.half.length() * 2.5;
    let right = Vec3::Y.cross(back).normalize();
    let up = back.cross(right);
    // Half width of the picture at distance 1.
    let width = model.vertices.iter().fold(0.0, |width: f32, v| {
        let from_eye = v - eye;
        width.max(from_eye.dot(right).abs().max(from_eye.dot(up).abs()) / -from_eye.dot(back))
    });
    let mut rays = Vec::with_capacity(side * side);
    for i in 0..side * side {
        let (tile, within) = (i / (TILE * TILE), i % (TILE * TILE));
        let every_second_bit = |bits: usize| bits & 1 | bits >> 1 & 2 | bits >> 2 & 4;
        let x = tile % tiles * TILE + every_second_bit(within);
        let y = tile / tiles * TILE + every_second_bit(within >> 1);
        let at = |pixel: usize| (2.0 * (pixel as f32 + 0.5) / side as f32 - 1.0) * width;
        rays.push(Ray { origin: eye, direction: (right * at(x) - up * at(y) - back).normalize() });
    }
    Rays { rays, coherent: true }
}

/// Returns rays from a sphere around the mesh to points in its box.
pub fn random(model: &Model, settings: &Settings) -> Rays {
    let mut random = Rng::with_seed(7);
    let radius = model.half.length();
    let mut ray = || {
        let origin = on_sphere(&mut random) * radius;
        Ray { origin, direction: (in_box(&mut random, model.half) - origin).normalize() }
    };
    Rays { rays: (0..settings.rays).map(|_| ray()).collect(), coherent: false }
}

/// Returns points in the mesh's box enlarged by half.
pub fn points(model: &Model, settings: &Settings) -> Vec<Vec3> {
    let mut random = Rng::with_seed(8);
    (0..settings.points).map(|_| in_box(&mut random, model.half * 1.5)).collect()
}

/// Pose of a second mesh: rotation, then translation.
pub struct Pose {
    pub rotation: Quat,
    pub translation: Vec3,
}

/// Returns random rotations, with translations for which about half of most meshes intersect
/// themselves.
pub fn poses(model: &Model, settings: &Settings) -> Vec<Pose> {
    let mut random = Rng::with_seed(9);
    let mut pose = || {
        let [x, y, z, w] = std::array::from_fn(|_| random.f32() * 2.0 - 1.0);
        let far = model.half.length() * 2.0 * random.f32();
        Pose { rotation: Quat::from_xyzw(x, y, z, w).normalize(), translation: on_sphere(&mut random) * far }
    };
    (0..settings.poses).map(|_| pose()).collect()
}

fn in_box(random: &mut Rng, half: Vec3) -> Vec3 {
    Vec3::from_array(std::array::from_fn(|_| random.f32() * 2.0 - 1.0)) * half
}

fn on_sphere(random: &mut Rng) -> Vec3 {
    loop {
        let point = in_box(random, Vec3::ONE);
        if (0.01..=1.0).contains(&point.length_squared()) {
            return point.normalize();
        }
    }
}
