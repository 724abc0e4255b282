//! A scene file made ready to be cast at.

use crate::commands::Failure;
use crate::sample;
use barycast::frame::{Affine3, Inverse3};
use barycast::mesh::{MeshError, TriMesh};
use barycast::scene::{Part, Scene};
use barycast_io::ReadError;
use glam::{DVec3, Vec3};
use rayon::prelude::*;
use std::path::Path;
use std::time::{Duration, Instant};

/// The file's scene, or the sample, and what reports call it.
pub(crate) fn open(file: Option<&Path>) -> Result<(String, barycast_io::Scene), ReadError> {
    Ok(match file {
        Some(path) => (path.display().to_string(), barycast_io::read(path)?),
        None => (sample::NAME.to_owned(), sample::scene()),
    })
}

/// Placed meshes under their trees of boxes.
pub(crate) struct Model {
    /// What reports call the file.
    pub(crate) name: String,
    pub(crate) scene: Scene<DVec3>,
    /// Of each part.
    pub(crate) part_names: Vec<String>,
    /// Of each part, linear; `None` where the file says nothing.
    pub(crate) colors: Vec<Option<Vec3>>,
    /// Of each part: it takes normals into the scene, too; `None` where the mesh lies in the scene as it is.
    pub(crate) mesh_from_world: Vec<Option<Inverse3<DVec3>>>,
    /// The least and the greatest coordinates of corners of triangles.
    pub(crate) bounds: [DVec3; 2],
    /// Of all parts.
    pub(crate) triangles: usize,
    pub(crate) read: Duration,
    pub(crate) build: Duration,
}

impl Model {
    /// Reads and builds.
    pub(crate) fn open(file: Option<&Path>) -> Result<Self, Failure> {
        let start = Instant::now();
        let (name, read) = open(file)?;
        let read_time = start.elapsed();
        let start = Instant::now();
        let content =
            |what: String| ReadError::Content { path: file.unwrap_or(Path::new("")).to_owned(), what };
        let triangles = read.triangle_count();
        let (mut meshes, mut parts, mut mesh_from_world) = (read.meshes, Vec::new(), Vec::new());
        for part in &read.parts {
            let placement = Affine3::from(part.world_from_mesh);
            let back = placement.inverse();
            if back.is_some() {
                parts.push(Part { mesh: part.mesh, world_from_mesh: placement });
            } else {
                // A mesh pressed flat has no way back from the scene; it is cast at as it lies there.
                let mut flat = meshes[part.mesh].clone();
                flat.vertices.iter_mut().for_each(|v| *v = placement.point(*v));
                parts.push(Part { mesh: meshes.len(), world_from_mesh: Affine3::identity() });
                meshes.push(flat);
            }
            mesh_from_world.push(back);
        }
        let build = |mesh: barycast_io::Mesh| TriMesh::try_new(mesh.vertices, mesh.triangles);
        let meshes: Result<Vec<_>, MeshError> = meshes.into_par_iter().map(build).collect();
        let meshes = meshes.map_err(|error| content(error.to_string()))?;
        let scene = Scene::try_new(meshes, parts).map_err(|error| content(error.to_string()))?;
        let everywhere = [DVec3::INFINITY, DVec3::NEG_INFINITY];
        let bounds =
            corners(&scene).map(|v| [v, v]).reduce(|| everywhere, |a, b| [a[0].min(b[0]), a[1].max(b[1])]);
        let (part_names, colors) = read
            .parts
            .into_iter()
            .map(|part| (part.name, part.color.map(|[r, g, b, _]| Vec3::new(r, g, b))))
            .unzip();
        Ok(Self {
            name,
            scene,
            part_names,
            colors,
            mesh_from_world,
            bounds,
            triangles,
            read: read_time,
            build: start.elapsed(),
        })
    }

    /// The corners of all triangles, in the scene.
    pub(crate) fn corners(&self) -> impl ParallelIterator<Item = DVec3> {
        corners(&self.scene)
    }
}

fn corners(scene: &Scene<DVec3>) -> impl ParallelIterator<Item = DVec3> {
    scene.parts().par_iter().flat_map(|part| {
        let mesh = &scene.meshes()[part.mesh];
        mesh.triangles().par_iter().flat_map_iter(|triangle| {
            triangle.map(|vertex| part.world_from_mesh.point(mesh.vertices()[vertex as usize]))
        })
    })
}
