//! The methods of `Scene` for points.

use crate::arrays::{Num, Space};
use crate::mesh_points::is_exact;
use crate::points::{self, PointOptions};
use crate::scene::Scene;
use crate::surface::either;
use barycast::frame::Inverse3;
use barycast::mesh::Winding;
use barycast::number::Float;
use barycast::scene;
use pyo3::prelude::*;
use std::sync::Arc;

/// Winding numbers of the meshes of a scene, and the way into the coordinates of each.
struct Around<V: Space> {
    windings: Vec<Arc<Winding<V>>>,
    /// Mesh of each part, and the map to its coordinates.
    parts: Vec<(usize, Inverse3<V>)>,
}

impl<V: Space> Around<V> {
    fn new(py: Python<'_>, scene: &Scene, placed: &scene::Scene<V>) -> PyResult<Self> {
        let meshes = scene.parts.meshes.iter().zip(placed.meshes());
        let windings =
            meshes.map(|(mesh, shared)| mesh.get().winding(py, shared)).collect::<PyResult<_>>()?;
        let parts = placed.instances().iter();
        let parts = parts.filter_map(|part| Some((part.mesh, part.world_from_mesh.inverse()?))).collect();
        Ok(Self { windings, parts })
    }

    fn contains(&self, point: V) -> bool {
        self.parts.iter().any(|(mesh, back)| self.windings[*mesh].contains_point(back.transform_point(point)))
    }
}

fn contains_by_winding<V: Space>(
    py: Python<'_>,
    scene: &Scene,
    placed: &scene::Scene<V>,
    given: &PointOptions<'_, '_>,
) -> PyResult<Py<PyAny>> {
    let around = Around::new(py, scene, placed)?;
    points::each(py, given, false, |p: V| around.contains(p))
}

fn distance_by_winding<V: Space>(
    py: Python<'_>,
    scene: &Scene,
    placed: &scene::Scene<V>,
    given: &PointOptions<'_, '_>,
) -> PyResult<Py<PyAny>> {
    let around = Around::new(py, scene, placed)?;
    let infinity = Num::<V>::from_f64(f64::INFINITY);
    points::each(py, given, Num::<V>::from_f64(f64::NAN), |p: V| {
        let found = placed.closest_point_within(p, infinity);
        let distance = found.map_or(infinity, |found| found.closest.distance);
        if around.contains(p) { -distance } else { distance }
    })
}

#[pymethods]
impl Scene {
    /// Returns the point of the scene closest to each point.
    ///
    /// Parameters
    /// ----------
    /// points : array_like, shape (..., 3)
    ///     The points.
    /// max_distance : float
    ///     Points farther away than this have no answer; the search ends there.
    /// fields : sequence of str, optional
    ///     Fields of the result to fill; the default is all.
    /// invalid, progress
    ///     As for `cast`.
    ///
    /// Returns
    /// -------
    /// Closest
    ///     As of a mesh, with the ``part`` (-1 for none). Of parts that are equally close up to
    ///     rounding it may be any.
    #[pyo3(signature = (points, *, max_distance=f64::INFINITY, fields=None, invalid="raise", progress=None),
           text_signature = "(self, points, *, max_distance=math.inf, fields=None, invalid='raise', progress=None)")]
    fn closest(
        &self,
        py: Python<'_>,
        points: &Bound<'_, PyAny>,
        max_distance: f64,
        fields: Option<&Bound<'_, PyAny>>,
        invalid: &str,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let given = PointOptions { points, invalid, progress };
        either!(&self.placed, scene => points::closest(py, &**scene, &given, max_distance, fields))
    }

    /// Tests whether each point is in one of the parts, or on it.
    ///
    /// Parameters
    /// ----------
    /// points : array_like, shape (..., 3)
    ///     The points.
    /// method : {"exact", "winding"}
    ///     ``"exact"`` needs closed meshes and is exactly right for the point in the coordinates of
    ///     the mesh; ``"winding"`` takes any, and tests for a winding number of at least a half.
    /// invalid, progress
    ///     As for `cast`.
    ///
    /// Returns
    /// -------
    /// ndarray of bool
    ///     True where a point is in a part or on it; of shape (...).
    ///
    /// Raises
    /// ------
    /// MeshError
    ///     If the method is exact and a mesh is not closed.
    #[pyo3(signature = (points, *, method="exact", invalid="raise", progress=None),
           text_signature = "(self, points, *, method='exact', invalid='raise', progress=None)")]
    fn contains(
        &self,
        py: Python<'_>,
        points: &Bound<'_, PyAny>,
        method: &str,
        invalid: &str,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let given = PointOptions { points, invalid, progress };
        if is_exact(py, method)? {
            self.need_closed(py, "contains")?;
            return either!(&self.placed, scene => points::contains(py, &**scene, &given));
        }
        either!(&self.placed, scene => contains_by_winding(py, self, scene, &given))
    }

    /// Returns the distance of each point from the surfaces: negative in one of the parts.
    ///
    /// Parameters
    /// ----------
    /// points, method, invalid, progress
    ///     As for `contains`.
    ///
    /// Returns
    /// -------
    /// ndarray
    ///     The distance of each point, of shape (...).
    ///
    /// Raises
    /// ------
    /// MeshError
    ///     If the method is exact and a mesh is not closed.
    #[pyo3(signature = (points, *, method="exact", invalid="raise", progress=None),
           text_signature = "(self, points, *, method='exact', invalid='raise', progress=None)")]
    fn signed_distance(
        &self,
        py: Python<'_>,
        points: &Bound<'_, PyAny>,
        method: &str,
        invalid: &str,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let given = PointOptions { points, invalid, progress };
        if is_exact(py, method)? {
            self.need_closed(py, "signed_distance")?;
            return either!(&self.placed, scene => points::signed_distance(py, &**scene, &given));
        }
        either!(&self.placed, scene => distance_by_winding(py, self, scene, &given))
    }
}
