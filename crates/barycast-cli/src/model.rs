//! A scene file prepared for ray casting.

use crate::commands::Failure;
use crate::{meshes, sample};
use barycast::frame::{Affine3, Inverse3};
use barycast::mesh::{MeshError, TriMesh};
use barycast::number::each::MapEach;
use barycast::pair::cast::CastOptions;
use barycast::scene::{Instance, Scene};
use barycast::shape::Ray;
use barycast::surface::{BezierPatch, PatchSet};
use barycast_io::{Format, Mesh, ReadError};
use glam::{DVec3, Vec3, dvec3};
use rayon::prelude::*;
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::{Duration, Instant};

/// Reads the file's scene, or the sample scene, and returns it with its name in reports.
pub(crate) fn open(
    file: Option<&Path>,
    format: Option<Format>,
) -> Result<(String, barycast_io::Scene), Failure> {
    Ok(match file {
        Some(path) => {
            let scene = meshes::read(path, format).map_err(Failure::scene)?;
            (meshes::shown(path).display().to_string(), scene)
        }
        None => (sample::NAME.to_owned(), sample::scene()),
    })
}

/// Range of coordinates whose products neither overflow nor underflow, see `barycast::mesh`.
const SIZES: RangeInclusive<f64> = 1e-100..=1e100;

/// Returns an error for each part that is too large or too small for casts and comparisons, in the
/// mesh's coordinates or in the scene.
pub(crate) fn wrong_sizes(path: &Path, scene: &barycast_io::Scene) -> Vec<Option<ReadError>> {
    let none = [DVec3::INFINITY, DVec3::NEG_INFINITY];
    let bounds = |mesh: &Mesh| {
        let corners = mesh.triangles.par_iter().flat_map_iter(|triangle| triangle);
        let corners = corners.map(|vertex| [mesh.vertices[*vertex as usize]; 2]);
        corners.reduce(|| none, |a, b| [a[0].min(b[0]), a[1].max(b[1])])
    };
    let bounds: Vec<_> = scene.meshes.par_iter().map(bounds).collect();
    let wrong = |part: &barycast_io::Part| {
        let [low, high] = bounds[part.mesh];
        let corner = |corner: i32| {
            let choose = |axis: usize| if corner >> axis & 1 == 0 { low[axis] } else { high[axis] };
            part.world_from_mesh.transform_point3(dvec3(choose(0), choose(1), choose(2))).abs().max_element()
        };
        let sizes = [low.abs().max(high.abs()).max_element(), (0..8).map(corner).fold(0.0, f64::max)];
        let size = sizes.into_iter().find(|size| *size != 0.0 && !SIZES.contains(size))?;
        let (least, most) = (SIZES.start(), SIZES.end());
        let what =
            format!("the largest coordinate must be between {least:e} and {most:e}, or 0, got {size:e}");
        Some(ReadError::Item { path: path.to_owned(), item: format!("part \"{}\"", part.name), what })
    };
    scene.parts.iter().map(wrong).collect()
}

/// The content of a file with its BVHs.
pub(crate) enum Body {
    /// Instances of meshes.
    Meshes(Scene<DVec3>),
    /// Bezier patches: each is a part.
    Patches(PatchSet<DVec3>),
}

impl Body {
    /// Tests whether the ray hits anything.
    pub(crate) fn is_hit(&self, ray: &Ray<DVec3>, options: &CastOptions<f64>) -> bool {
        match self {
            Self::Meshes(scene) => scene.is_hit(ray, options),
            Self::Patches(patches) => patches.is_hit(ray, options),
        }
    }

    /// Returns the number of parts.
    pub(crate) fn parts(&self) -> usize {
        match self {
            Self::Meshes(scene) => scene.instances().len(),
            Self::Patches(patches) => patches.patches().len(),
        }
    }
}

/// A scene with everything that casts need.
pub(crate) struct Model {
    /// Name of the file in reports.
    pub(crate) name: String,
    pub(crate) body: Body,
    /// Name of each part.
    pub(crate) part_names: Vec<String>,
    /// Linear colour of each part; `None` if the file gives none.
    pub(crate) colors: Vec<Option<Vec3>>,
    /// Inverse placement of each part, which also transforms normals to the scene; `None` if the
    /// mesh is stored in scene coordinates.
    pub(crate) mesh_from_world: Vec<Option<Inverse3<DVec3>>>,
    /// Bounding box of the triangles or patches: lower and upper corner.
    pub(crate) bounds: [DVec3; 2],
    /// Sample points on all patches.
    samples: Vec<DVec3>,
    /// Number of triangles of all parts; `None` for patches.
    pub(crate) triangles: Option<usize>,
    pub(crate) read: Duration,
    pub(crate) build: Duration,
}

impl Model {
    /// Reads the file and builds the BVHs; warnings go to standard error. `format` overrides the
    /// format that the file indicates.
    pub(crate) fn open(file: Option<&Path>, format: Option<Format>) -> Result<Self, Failure> {
        if let Some(path) = file.filter(|path| format.is_none() && barycast_io::is_patches(path)) {
            return Self::open_patches(path);
        }
        let start = Instant::now();
        let (name, read) = open(file, format)?;
        let read_time = start.elapsed();
        let start = Instant::now();
        let path = file.map_or(Path::new(""), meshes::shown);
        meshes::warn(path, &read.warnings);
        if let Some(error) = wrong_sizes(path, &read).into_iter().flatten().next() {
            return Err(error.into());
        }
        let content = |what: String| ReadError::Content { path: path.to_owned(), what };
        let triangles = read.triangle_count();
        let (mut meshes, mut parts, mut mesh_from_world) = (read.meshes, Vec::new(), Vec::new());
        for part in &read.parts {
            let placement = Affine3::from(part.world_from_mesh);
            let back = placement.inverse();
            if back.is_some() {
                parts.push(Instance { mesh: part.mesh, world_from_mesh: placement });
            } else {
                // A placement that flattens the mesh has no inverse: the mesh is transformed to the
                // scene instead.
                let mut flat = meshes[part.mesh].clone();
                flat.vertices.iter_mut().for_each(|v| *v = placement.transform_point(*v));
                parts.push(Instance { mesh: meshes.len(), world_from_mesh: Affine3::identity() });
                meshes.push(flat);
            }
            mesh_from_world.push(back);
        }
        let build = |mesh: Mesh| TriMesh::try_new(mesh.vertices, mesh.triangles);
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
            body: Body::Meshes(scene),
            part_names,
            colors,
            mesh_from_world,
            bounds,
            samples: Vec::new(),
            triangles: Some(triangles),
            read: read_time,
            build: start.elapsed(),
        })
    }

    fn open_patches(path: &Path) -> Result<Self, Failure> {
        let start = Instant::now();
        let patches = barycast_io::read_patches(path)?;
        let read = start.elapsed();
        let start = Instant::now();
        let made = patchwork(path, patches)?;
        let count = made.patches().len();
        let bounds = made.bounds();
        let size = (bounds.max - bounds.min).max_element();
        let samples = made.tessellate(size * 1e-3).vertices;
        Ok(Self {
            name: path.display().to_string(),
            body: Body::Patches(made),
            part_names: (0..count).map(|i| format!("patch {i}")).collect(),
            colors: vec![None; count],
            mesh_from_world: vec![None; count],
            bounds: [bounds.min, bounds.max],
            samples,
            triangles: None,
            read,
            build: start.elapsed(),
        })
    }

    /// Returns the vertices of all triangles in the scene, and the sample points on patches.
    pub(crate) fn corners(&self) -> impl ParallelIterator<Item = DVec3> {
        let scene = match &self.body {
            Body::Meshes(scene) => Some(scene),
            Body::Patches(_) => None,
        };
        scene.into_par_iter().flat_map(corners).chain(self.samples.par_iter().copied())
    }
}

/// The patches of a file as surfaces.
pub(crate) fn patchwork(path: &Path, patches: Vec<barycast_io::Patch>) -> Result<PatchSet<DVec3>, ReadError> {
    let made = patches.into_iter().map(|patch| BezierPatch::try_new(patch.degrees, patch.points));
    let made = made.collect::<Result<Vec<_>, _>>().and_then(PatchSet::try_new);
    made.map_err(|error| ReadError::Content { path: path.to_owned(), what: error.to_string() })
}

fn corners(scene: &Scene<DVec3>) -> impl ParallelIterator<Item = DVec3> {
    scene.instances().par_iter().flat_map(|part| {
        let mesh = &scene.meshes()[part.mesh];
        mesh.triangles().par_iter().flat_map_iter(|triangle| {
            triangle.each(|vertex| part.world_from_mesh.transform_point(mesh.vertices()[vertex as usize]))
        })
    })
}
