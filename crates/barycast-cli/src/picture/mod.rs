//! From a mesh to a picture of it: where the camera stands, what each ray hits, and what that looks like.

mod camera;
mod render;
mod shade;
mod smooth;

use barycast::cast::CastOptions;
use barycast::mesh::TriMesh;
use barycast::question::Side;
use barycast::shape::Ray;
use glam::Vec3;

pub(crate) use camera::{Axis, Camera, View};
pub(crate) use render::{Picture, render, steps};
pub(crate) use shade::{Scene, Shade};
pub(crate) use smooth::Smooth;

/// What a picture keeps of a hit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    /// The distance along the view.
    pub(crate) t: f32,
    pub(crate) triangle: u32,
    pub(crate) barycentric: [f32; 3],
    /// The ray came from the triangle's back.
    pub(crate) back: bool,
}

impl Found {
    /// The first hit of a ray.
    pub(crate) fn by(ray: &Ray<Vec3>, mesh: &TriMesh<Vec3>) -> Option<Self> {
        let hit = mesh.cast(ray, &CastOptions::default())?;
        let [u, v] = hit.uv?;
        let triangle = hit.triangle? as u32;
        Some(Self { t: hit.t, triangle, barycentric: [1.0 - u - v, u, v], back: hit.side == Side::Inside })
    }
}
