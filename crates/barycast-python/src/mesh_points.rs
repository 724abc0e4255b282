//! The methods of `Mesh` for points.

use crate::arrays::{Num, Space, real};
use crate::error::{self, Class};
use crate::mesh::Mesh;
use crate::points::{self, PointOptions};
use crate::surface::either;
use barycast::mesh::TriMesh;
use barycast::number::Float;
use pyo3::prelude::*;

#[pymethods]
impl Mesh {
    /// Returns the point of the mesh closest to each point.
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
    ///     ``distance`` (inf for none), ``point``, ``triangle`` (the lowest of several), ``uv`` and
    ///     ``normal``.
    ///
    /// Examples
    /// --------
    /// >>> import barycast as bc
    /// >>> mesh = bc.Mesh([[0, 0, 0], [2, 0, 0], [0, 2, 0]], [[0, 1, 2]])
    /// >>> float(mesh.closest([0.5, 0.5, 3]).distance)
    /// 3.0
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
        either!(&self.surface, mesh => points::closest(py, &**mesh, &given, max_distance, fields))
    }

    /// Returns the `k` faces closest to each point, by distance and then index.
    ///
    /// Parameters
    /// ----------
    /// points : array_like, shape (..., 3)
    ///     The points.
    /// k : int
    ///     Number of faces; where there are fewer, the rest has no answer.
    /// max_distance, invalid, progress
    ///     As for `closest`.
    ///
    /// Returns
    /// -------
    /// Closest
    ///     With a last dimension `k`.
    #[pyo3(signature = (points, k, *, max_distance=f64::INFINITY, invalid="raise", progress=None),
           text_signature = "(self, points, k, *, max_distance=math.inf, invalid='raise', progress=None)")]
    fn k_closest(
        &self,
        py: Python<'_>,
        points: &Bound<'_, PyAny>,
        k: i64,
        max_distance: f64,
        invalid: &str,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let given = PointOptions { points, invalid, progress };
        either!(&self.surface, mesh => points::k_closest(py, mesh, &given, k, max_distance))
    }

    /// Returns the faces no farther than `radius` from each point, by index.
    ///
    /// Parameters
    /// ----------
    /// points : array_like, shape (..., 3)
    ///     The points.
    /// radius : float
    ///     The largest distance.
    /// invalid, progress
    ///     As for `cast`.
    ///
    /// Returns
    /// -------
    /// Lists
    ///     ``offsets`` and ``triangle``.
    #[pyo3(signature = (points, radius, *, invalid="raise", progress=None),
           text_signature = "(self, points, radius, *, invalid='raise', progress=None)")]
    fn faces_within(
        &self,
        py: Python<'_>,
        points: &Bound<'_, PyAny>,
        radius: f64,
        invalid: &str,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let given = PointOptions { points, invalid, progress };
        either!(&self.surface, mesh => points::faces_within(py, mesh, &given, radius))
    }

    /// Tests whether each point is inside the mesh or on it.
    ///
    /// Parameters
    /// ----------
    /// points : array_like, shape (..., 3)
    ///     The points.
    /// method : {"exact", "winding"}
    ///     ``"exact"`` needs a closed mesh and is exactly right; ``"winding"`` takes any mesh, and
    ///     tests for a winding number of at least a half.
    /// invalid, progress
    ///     As for `cast`.
    ///
    /// Returns
    /// -------
    /// ndarray of bool
    ///     True where a point is inside or on the mesh; of shape (...).
    ///
    /// Raises
    /// ------
    /// MeshError
    ///     If the method is exact and the mesh is not closed.
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
            return either!(&self.surface, mesh => points::contains(py, &**mesh, &given));
        }
        either!(&self.surface, mesh => {
            let winding = self.winding(py, mesh)?;
            points::each(py, &given, false, |p| winding.contains_point(p))
        })
    }

    /// Returns the distance of each point from the surface: negative inside, 0 exactly on it.
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
    ///     If the method is exact and the mesh is not closed.
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
            return either!(&self.surface, mesh => points::signed_distance(py, &**mesh, &given));
        }
        either!(&self.surface, mesh => {
            let winding = self.winding(py, mesh)?;
            points::each(py, &given, nan(mesh), |p| winding.signed_distance(p))
        })
    }

    /// Returns the winding number of the mesh around each point.
    ///
    /// Parameters
    /// ----------
    /// points : array_like, shape (..., 3)
    ///     The points.
    /// within : float
    ///     Largest error; 0 sums over all faces.
    /// invalid, progress
    ///     As for `cast`.
    ///
    /// Returns
    /// -------
    /// ndarray of float64
    ///     1 inside a closed mesh whose faces look outward, 0 outside.
    #[pyo3(signature = (points, *, within=1e-3, invalid="raise", progress=None),
           text_signature = "(self, points, *, within=0.001, invalid='raise', progress=None)")]
    fn winding_number(
        &self,
        py: Python<'_>,
        points: &Bound<'_, PyAny>,
        within: f64,
        invalid: &str,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        real(py, "within", within, within >= 0.0, "be 0 or more")?;
        let given = PointOptions { points, invalid, progress };
        either!(&self.surface, mesh => {
            let winding = self.winding(py, mesh)?;
            points::each(py, &given, f64::NAN, |p| winding.at(p, within))
        })
    }
}

/// Method of questions about the inside.
pub(crate) fn is_exact(py: Python<'_>, method: &str) -> PyResult<bool> {
    match method {
        "exact" => Ok(true),
        "winding" => Ok(false),
        other => {
            let message = format!("method must be \"exact\" or \"winding\", got {other:?}");
            Err(error::new(py, Class::Option, message))
        }
    }
}

fn nan<V: Space>(_: &TriMesh<V>) -> Num<V> {
    Num::<V>::from_f64(f64::NAN)
}
