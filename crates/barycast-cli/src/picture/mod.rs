//! Rendering: camera placement, ray casting and shading.

mod framing;
mod render;
mod shade;
mod smooth;

use crate::model::Body;
use barycast::number::each::MapEach;
use barycast::pair::cast::CastOptions;
use barycast::query::Side;
use barycast::scene::Scene;
use barycast::shape::Ray;
use glam::DVec3;

pub(crate) use framing::{camera, extent};
pub(crate) use render::{Hits, cast, color, steps};
pub(crate) use shade::Studio;
pub(crate) use smooth::Smooth;

/// The data of a hit that a picture needs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    /// Depth along the view.
    pub(crate) t: f64,
    pub(crate) part: u32,
    /// Triangle of the mesh.
    pub(crate) triangle: u32,
    /// Barycentric weights of the second and third corner, or the parameters on a patch.
    pub(crate) weights: [f32; 2],
    /// Whether the ray hit the back face.
    pub(crate) back: bool,
}

impl Found {
    /// Returns the first hit of a ray.
    pub(crate) fn by(ray: &Ray<DVec3>, body: &Body) -> Option<Self> {
        match body {
            Body::Meshes(scene) => Self::of_meshes(ray, scene),
            Body::Patches(patches) => {
                let hit = patches.cast(ray, &CastOptions::default())?;
                let (part, back) = (hit.patch as u32, hit.side == Side::Inside);
                Some(Self { t: hit.t, part, triangle: 0, weights: [hit.u as f32, hit.v as f32], back })
            }
        }
    }

    fn of_meshes(ray: &Ray<DVec3>, scene: &Scene<DVec3>) -> Option<Self> {
        let found = scene.cast(ray, &CastOptions::default())?;
        let weights = found.hit.uv?.each(|weight| weight as f32);
        let triangle = found.hit.triangle? as u32;
        let back = found.hit.side == Side::Inside;
        Some(Self { t: found.hit.t, part: found.instance as u32, triangle, weights, back })
    }
}
