//! Mesh files.

use crate::error;
use glam::DVec3;
use pyo3::prelude::*;
use std::path::Path;

/// Reads the meshes of a file, placed and joined.
pub(crate) fn read(py: Python<'_>, path: &Path) -> PyResult<(Vec<DVec3>, Vec<[u32; 3]>)> {
    let scene = read_scene(py, path)?;
    let mesh = py.detach(|| scene.into_mesh());
    let mesh = mesh.ok_or_else(|| error::mesh(py, barycast::mesh::MeshError::TooLarge))?;
    Ok((mesh.vertices, mesh.triangles))
}

/// Reads the meshes of a file and its parts.
pub(crate) fn read_scene(py: Python<'_>, path: &Path) -> PyResult<barycast_io::Scene> {
    py.detach(|| barycast_io::read(path)).map_err(|error| error::file(py, &error))
}
