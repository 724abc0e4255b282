//! The methods of `Scene` for rays.

use crate::rays::{self, RayOptions};
use crate::scene::Scene;
use crate::surface::either;
use pyo3::prelude::*;

#[pymethods]
impl Scene {
    /// Casts rays and returns the first hit of each.
    ///
    /// No ray passes between faces that share an edge or a vertex. A ray that starts on the surface
    /// hits it at ``t = 0``.
    ///
    /// Parameters
    /// ----------
    /// origins : array_like, shape (..., 3) or (..., 6)
    ///     Origins, or origins and directions together.
    /// directions : array_like, shape (..., 3), optional
    ///     Directions of any length; they broadcast with `origins`.
    /// min_t, max_t : float
    ///     Limits of `t`, inclusive.
    /// cull : bool, default False
    ///     Whether hits of backs are ignored.
    /// fields : sequence of str, optional
    ///     Fields of the result to fill; the default is all.
    /// invalid : {"raise", "miss"}
    ///     What a ray does that is not finite or has no direction.
    /// progress : callable, optional
    ///     Is called with the share that is done, from 0 to 1.
    ///
    /// Returns
    /// -------
    /// Hits
    ///     As of a mesh, in world coordinates, with the ``part`` (-1 for none): of several at one `t`
    ///     the lowest, and of its faces the lowest.
    #[pyo3(signature = (origins, directions=None, *, min_t=0.0, max_t=f64::INFINITY, cull=false, fields=None, invalid="raise", progress=None),
           text_signature = "(self, origins, directions=None, *, min_t=0, max_t=math.inf, cull=False, fields=None, invalid='raise', progress=None)")]
    fn cast(
        &self,
        py: Python<'_>,
        origins: &Bound<'_, PyAny>,
        directions: Option<&Bound<'_, PyAny>>,
        min_t: f64,
        max_t: f64,
        cull: bool,
        fields: Option<&Bound<'_, PyAny>>,
        invalid: &str,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let given = RayOptions { origins, directions, min_t, max_t, cull, invalid, progress };
        either!(&self.placed, scene => rays::cast(py, &**scene, &given, fields))
    }

    /// Casts rays and returns every hit of each, in order of `t`.
    ///
    /// A place is returned once for each part, although several faces share it.
    ///
    /// Parameters
    /// ----------
    /// origins, directions
    ///     As for `cast`.
    /// max_hits : int, optional
    ///     Largest number of hits of a ray; the nearest are kept.
    /// min_t, max_t, cull, invalid, progress
    ///     As for `cast`.
    ///
    /// Returns
    /// -------
    /// AllHits
    ///     The hits of all rays in one array for each field, with ``part``, ``offsets`` and ``ray``.
    #[pyo3(signature = (origins, directions=None, *, max_hits=None, min_t=0.0, max_t=f64::INFINITY, cull=false, invalid="raise", progress=None),
           text_signature = "(self, origins, directions=None, *, max_hits=None, min_t=0, max_t=math.inf, cull=False, invalid='raise', progress=None)")]
    fn cast_all(
        &self,
        py: Python<'_>,
        origins: &Bound<'_, PyAny>,
        directions: Option<&Bound<'_, PyAny>>,
        max_hits: Option<i64>,
        min_t: f64,
        max_t: f64,
        cull: bool,
        invalid: &str,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let given = RayOptions { origins, directions, min_t, max_t, cull, invalid, progress };
        either!(&self.placed, scene => rays::cast_all(py, &**scene, &given, max_hits))
    }

    /// Tests whether each ray hits anything; agrees with `cast`.
    ///
    /// Parameters
    /// ----------
    /// origins, directions, min_t, max_t, cull, invalid, progress
    ///     As for `cast`.
    ///
    /// Returns
    /// -------
    /// ndarray of bool
    ///     True where a ray hits; of shape (...).
    #[pyo3(signature = (origins, directions=None, *, min_t=0.0, max_t=f64::INFINITY, cull=false, invalid="raise", progress=None),
           text_signature = "(self, origins, directions=None, *, min_t=0, max_t=math.inf, cull=False, invalid='raise', progress=None)")]
    fn any_hit(
        &self,
        py: Python<'_>,
        origins: &Bound<'_, PyAny>,
        directions: Option<&Bound<'_, PyAny>>,
        min_t: f64,
        max_t: f64,
        cull: bool,
        invalid: &str,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let given = RayOptions { origins, directions, min_t, max_t, cull, invalid, progress };
        either!(&self.placed, scene => rays::any_hit(py, &**scene, &given))
    }

    /// Counts how often each ray crosses the surfaces of the parts: the sum of those of the meshes.
    ///
    /// Parameters
    /// ----------
    /// origins, directions, max_t, invalid, progress
    ///     As for `cast`.
    ///
    /// Returns
    /// -------
    /// ndarray of int32
    ///     The number of crossings of each ray, of shape (...).
    #[pyo3(signature = (origins, directions=None, *, max_t=f64::INFINITY, invalid="raise", progress=None),
           text_signature = "(self, origins, directions=None, *, max_t=math.inf, invalid='raise', progress=None)")]
    fn crossings(
        &self,
        py: Python<'_>,
        origins: &Bound<'_, PyAny>,
        directions: Option<&Bound<'_, PyAny>>,
        max_t: f64,
        invalid: &str,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let given = RayOptions { origins, directions, min_t: 0.0, max_t, cull: false, invalid, progress };
        either!(&self.placed, scene => rays::crossings(py, &**scene, &given))
    }
}
