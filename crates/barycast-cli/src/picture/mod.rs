//! From a scene to a picture of it: where the camera stands, what each ray hits, and what that looks like.

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

/// What a picture keeps of a hit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    /// The distance along the view.
    pub(crate) t: f64,
    pub(crate) part: u32,
    /// Of a mesh.
    pub(crate) triangle: u32,
    /// Of the second and the third corner; of a patch the parameters.
    pub(crate) weights: [f32; 2],
    /// The ray came from the triangle's back.
    pub(crate) back: bool,
}

impl Found {
    /// The first hit of a ray.
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
