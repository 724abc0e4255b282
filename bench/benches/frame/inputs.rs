//! Terrain, poses and velocities of the queries.

use crate::table::QUERIES;
use glam::{Quat, Vec3};

/// Cells along a side, one metre each.
pub const CELLS: u32 = 100;

/// Returns the height of hills of up to two metres with stones of a quarter.
pub fn height(x: f32, z: f32, stone: f32) -> f32 {
    (x * 0.21).sin() + (z * 0.17).cos() + stone * 0.25
}

pub fn terrain() -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let mut random = fastrand::Rng::with_seed(11);
    let mut vertices = Vec::new();
    for i in 0..=CELLS {
        for j in 0..=CELLS {
            let (x, z) = (i as f32, j as f32);
            vertices.push(Vec3::new(x, height(x, z, random.f32()), z));
        }
    }
    let mut triangles = Vec::new();
    for i in 0..CELLS {
        for j in 0..CELLS {
            let a = i * (CELLS + 1) + j;
            let (b, c, d) = (a + 1, a + CELLS + 1, a + CELLS + 2);
            triangles.extend([[a, b, c], [b, d, c]]);
        }
    }
    (vertices, triangles)
}

/// Returns poses within a range of heights above the hills.
pub fn places(seed: u64, above: [f32; 2]) -> Vec<(Vec3, Quat)> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut place = || {
        let [x, z] = [0; 2].map(|_| 4.0 + random.f32() * (CELLS as f32 - 8.0));
        let y = height(x, z, 0.5) + above[0] + random.f32() * (above[1] - above[0]);
        let turn =
            Quat::from_xyzw(random.f32() - 0.5, random.f32() - 0.5, random.f32() - 0.5, 0.1 + random.f32());
        (Vec3::new(x, y, z), turn.normalize())
    };
    (0..QUERIES).map(|_| place()).collect()
}

/// Returns velocities, mostly sideways and down.
pub fn velocities() -> Vec<Vec3> {
    let mut random = fastrand::Rng::with_seed(7);
    let mut velocity =
        || Vec3::new((random.f32() - 0.5) * 12.0, -4.0 * random.f32(), (random.f32() - 0.5) * 12.0);
    (0..QUERIES).map(|_| velocity()).collect()
}

/// Returns the corners of a hull about the origin.
pub fn hull_corners() -> Vec<Vec3> {
    let mut random = fastrand::Rng::with_seed(3);
    let mut corner =
        || Vec3::new(random.f32() - 0.5, random.f32() - 0.5, random.f32() - 0.5).normalize() * 0.6;
    (0..24).map(|_| corner()).collect()
}

/// Returns vectors with components between -1 and 1.
pub fn vectors(seed: u64) -> impl FnMut() -> Vec3 {
    let mut random = fastrand::Rng::with_seed(seed);
    move || Vec3::new(random.f32(), random.f32(), random.f32()) * 2.0 - Vec3::ONE
}

/// Returns a rotation about a random axis.
pub fn rotation(v: &mut impl FnMut() -> Vec3) -> Quat {
    Quat::from_xyzw(v().x, v().y, v().z, v().x).normalize()
}
