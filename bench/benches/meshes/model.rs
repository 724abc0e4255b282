//! Meshes, scaled to the same size.

use crate::settings::Settings;
use glam::{DVec3, Vec3};
use std::f64::consts::TAU;
use std::path::Path;

/// A mesh around the origin whose longest side is 10.
pub struct Model {
    pub name: String,
    pub vertices: Vec<Vec3>,
    pub triangles: Vec<[u32; 3]>,
    /// Half the sides of its box.
    pub half: Vec3,
}

impl Model {
    fn new(name: String, vertices: &[DVec3], triangles: Vec<[u32; 3]>) -> Self {
        let low = vertices.iter().copied().fold(DVec3::INFINITY, DVec3::min);
        let high = vertices.iter().copied().fold(DVec3::NEG_INFINITY, DVec3::max);
        let scale = 10.0 / (high - low).max_element();
        let vertices = vertices.iter().map(|v| ((v - (low + high) / 2.0) * scale).as_vec3()).collect();
        Self { name, vertices, triangles, half: ((high - low) / 2.0 * scale).as_vec3() }
    }

    /// Returns the position of a corner.
    pub fn corner(&self, triangle: usize, corner: usize) -> Vec3 {
        self.vertices[self.triangles[triangle][corner] as usize]
    }
}

/// Reads or generates a mesh on demand, because all at once may need much memory.
pub type Source = Box<dyn FnOnce() -> Result<Model, String>>;

/// Returns the selected meshes, small ones first.
pub fn sources(settings: &Settings) -> Result<Vec<Source>, String> {
    if settings.meshes.as_os_str().is_empty() {
        let named = settings.made.iter().map(|&size| (format!("knot-{}k", size / 1000), size));
        let wanted = named.filter(|(name, _)| settings.wants_mesh(name));
        return Ok(wanted.map(|(name, size)| Box::new(move || Ok(knot(name, size))) as Source).collect());
    }
    let folder = &settings.meshes;
    let entries = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.map_err(|e| format!("{}: {e}", folder.display()))?.path();
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        if barycast_io::READABLE.contains(&&*format!(".{extension}")) && settings.wants_mesh(&stem(&path)) {
            files.push((path.metadata().map_or(0, |data| data.len()), path));
        }
    }
    files.sort();
    Ok(files.into_iter().map(|(_, path)| Box::new(move || read(&path)) as Source).collect())
}

fn read(path: &Path) -> Result<Model, String> {
    let scene = barycast_io::read(path).map_err(|e| e.to_string())?;
    let mesh = scene.into_mesh().ok_or_else(|| format!("{}: too many vertices", path.display()))?;
    Ok(Model::new(stem(path), &mesh.vertices, mesh.triangles))
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Builds a trefoil knot of about `size` triangles: closed, winding, with bumps.
fn knot(name: String, size: usize) -> Model {
    let around = ((size as f64 / 16.0).sqrt() as u32).max(3);
    let along = 8 * around;
    let middle = |t: f64| {
        let out = 2.0 + (3.0 * t).cos();
        DVec3::new(out * (2.0 * t).cos(), out * (2.0 * t).sin(), (3.0 * t).sin())
    };
    let mut vertices = Vec::new();
    let mut triangles = Vec::new();
    for i in 0..along {
        let t = f64::from(i) / f64::from(along) * TAU;
        let (here, next) = (middle(t), middle(t + 1e-3));
        let side = (next - here).cross(next + here).normalize();
        let up = side.cross(next - here).normalize();
        for j in 0..around {
            let turn = f64::from(j) / f64::from(around) * TAU;
            let radius = 0.55 + 0.03 * (40.0 * t).sin() * (7.0 * turn).sin();
            vertices.push(here + (side * turn.cos() + up * turn.sin()) * radius);
            let at = |i, j| i % along * around + j % around;
            let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    Model::new(name, &vertices, triangles)
}
