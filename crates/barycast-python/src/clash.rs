//! The class `Assembly`: clashes of placed parts.

use crate::answers::result;
use crate::arrays::{array_of, as_array, converted, result_class, shape_text};
use crate::between::{self, Lines};
use crate::error::{self, Class};
use crate::mesh_input::heavy;
use crate::parts::Parts;
use crate::placements;
use crate::pool::{self, Looker};
use barycast::mesh::TriMesh;
use barycast::scene::Instance;
use barycast::scene::clash::{self, Clash, ClashError, Limits};
use glam::DVec3;
use numpy::PyUntypedArrayMethods;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};
use std::sync::Arc;

/// Parts in their places, to find which of them clash.
///
/// An assembly never changes. Its answers are of ``float64``.
///
/// Parameters
/// ----------
/// meshes : sequence of Mesh
///     The meshes; those of ``float32`` are widened.
/// poses : array_like, shape (P, 4, 4) or (P, 3, 4), optional
///     Place of each part; any affine map.
/// instances : array_like of int, shape (P,), optional
///     The mesh of each part; the default is one part for each mesh.
/// names : sequence of str, optional
///     A name for each part.
///
/// Raises
/// ------
/// SceneError
///     If there is no part, or a part names a mesh that does not exist.
/// PoseError
///     If a matrix is no pose.
///
/// Examples
/// --------
/// >>> import barycast as bc
/// >>> from barycast.clash import Assembly
/// >>> from barycast import pose
/// >>> corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
/// >>> wedge = bc.Mesh(corners, [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
/// >>> both = Assembly([wedge], [pose(), pose((0.5, 0, 0))], instances=[0, 0])
/// >>> found = both.clashes()
/// >>> found.parts.tolist(), found.kind_names.tolist()
/// ([[0, 1]], ['hard'])
#[pyclass(frozen, module = "barycast.clash", name = "Assembly")]
pub(crate) struct Assembly {
    parts: Parts,
    assembly: clash::Assembly,
}

impl Assembly {
    fn of(py: Python<'_>, parts: Parts) -> PyResult<Self> {
        if parts.rows.is_empty() {
            return Err(error::new(py, Class::Scene, "an assembly must have a part"));
        }
        let meshes: Vec<Arc<TriMesh<DVec3>>> =
            parts.meshes.iter().map(|mesh| mesh.get().wide(py)).collect::<PyResult<_>>()?;
        let places = parts.instances.iter().zip(&parts.rows);
        let instances = places
            .map(|(mesh, rows)| Instance { mesh: *mesh as usize, world_from_mesh: placements::affine(rows) })
            .collect();
        let assembly = heavy(py, &Looker::new(None), |_| clash::Assembly::new(meshes, instances))?;
        Ok(Self { parts, assembly })
    }

    /// Returns two different parts, by number or name.
    fn two(&self, i: &Bound<'_, PyAny>, j: &Bound<'_, PyAny>) -> PyResult<[usize; 2]> {
        let parts = [self.parts.find(i, "i")?, self.parts.find(j, "j")?];
        if parts[0] == parts[1] {
            return Err(error::new(i.py(), Class::Option, "i and j must be two parts"));
        }
        Ok(parts)
    }
}

/// Selection of the pairs of parts that are compared.
enum Between {
    All,
    /// Masks over the parts.
    Groups(Vec<bool>, Vec<bool>),
    /// A square matrix.
    Matrix(Vec<bool>, usize),
}

impl Between {
    fn read(given: Option<&Bound<'_, PyAny>>, parts: usize) -> PyResult<Self> {
        let Some(given) = given else { return Ok(Self::All) };
        let wrong = |shape: &[usize]| {
            let got = shape_text(shape);
            let message = format!(
                "between must be two masks of shape ({parts},) or a matrix of shape ({parts}, {parts}), got {got}"
            );
            error::new(given.py(), Class::Array, message)
        };
        if let Ok(pair) = given.cast::<PyTuple>() {
            if pair.len() != 2 {
                return Err(wrong(&[pair.len()]));
            }
            let mask = |at: usize| {
                let (mask, shape) = booleans(&pair.get_item(at)?)?;
                if shape == [parts] { Ok(mask) } else { Err(wrong(&shape)) }
            };
            return Ok(Self::Groups(mask(0)?, mask(1)?));
        }
        let (matrix, shape) = booleans(given)?;
        if shape == [parts, parts] { Ok(Self::Matrix(matrix, parts)) } else { Err(wrong(&shape)) }
    }

    fn selects(&self, i: usize, j: usize) -> bool {
        match self {
            Self::All => true,
            Self::Groups(a, b) => a[i] && b[j] || a[j] && b[i],
            Self::Matrix(matrix, side) => matrix[i * side + j] || matrix[j * side + i],
        }
    }
}

fn booleans(given: &Bound<'_, PyAny>) -> PyResult<(Vec<bool>, Vec<usize>)> {
    let array = as_array(given, "between")?;
    let kind: char = array.dtype().getattr("kind")?.extract()?;
    if kind != 'b' {
        return Err(PyTypeError::new_err(format!("between must be boolean, got {}", array.dtype().str()?)));
    }
    let read = converted::<bool>(&array, "between")?;
    Ok((read.slice().to_vec(), read.shape.clone()))
}

fn wrong(py: Python<'_>, found: ClashError) -> PyErr {
    error::new(py, Class::Option, found.to_string())
}

#[pymethods]
impl Assembly {
    #[new]
    #[pyo3(signature = (meshes, poses=None, *, instances=None, names=None))]
    fn new(
        py: Python<'_>,
        meshes: &Bound<'_, PyAny>,
        poses: Option<&Bound<'_, PyAny>>,
        instances: Option<&Bound<'_, PyAny>>,
        names: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        Self::of(py, Parts::read(py, meshes, poses, instances, names)?)
    }

    /// Reads a file, with its instances and names: OBJ, STL, PLY, OFF, GLB or glTF.
    ///
    /// Parameters
    /// ----------
    /// path : str or path-like
    ///     The file.
    /// progress : callable, optional
    ///     Is called with the share that is done, for each mesh.
    ///
    /// Returns
    /// -------
    /// Assembly
    ///     The assembly of the file's parts.
    ///
    /// Raises
    /// ------
    /// FileError
    ///     If the file cannot be read, is cut off, or has no mesh.
    #[classmethod]
    #[pyo3(signature = (path, *, progress=None))]
    fn load(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        path: std::path::PathBuf,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        Self::of(py, Parts::load(py, &path, false, false, "best", progress)?)
    }

    /// Returns every clash.
    ///
    /// Parameters
    /// ----------
    /// tolerance : float
    ///     Largest gap or overlap that counts as touching.
    /// clearance : float
    ///     Distance below which parts are near; none are at or below the tolerance.
    /// between : tuple of two arrays of bool, or array of bool, shape (P, P), optional
    ///     The pairs that are compared: one part of each mask, or those of the matrix.
    /// progress : callable, optional
    ///     Is called with the share that is done, from 0 to 1.
    ///
    /// Returns
    /// -------
    /// Clashes
    ///     In the order of the parts.
    #[pyo3(signature = (*, tolerance=1e-4, clearance=0.0, between=None, progress=None),
           text_signature = "(self, *, tolerance=0.0001, clearance=0.0, between=None, progress=None)")]
    fn clashes(
        &self,
        py: Python<'_>,
        tolerance: f64,
        clearance: f64,
        between: Option<&Bound<'_, PyAny>>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let (limits, between) =
            (Limits { tolerance, clearance }, Between::read(between, self.parts.rows.len())?);
        let found = pool::task(py, &Looker::new(progress), |watch| {
            self.assembly.clashes(&limits, |i, j| between.selects(i, j), |share| watch.report(share))
        })?;
        let found = found.map_err(|error| wrong(py, error))?.unwrap_or_default();
        clashes_result(py, &[found.len()], &found)
    }

    /// Returns every pair of parts that touch or worse, in a fraction of the time of `clashes`.
    ///
    /// Parameters
    /// ----------
    /// tolerance : float
    ///     Largest gap that counts as touching.
    /// between, progress
    ///     As for `clashes`.
    ///
    /// Returns
    /// -------
    /// ndarray of int32, shape (k, 2)
    ///     The two parts of each pair, the lower first, in ascending order.
    #[pyo3(signature = (tolerance=1e-4, *, between=None, progress=None),
           text_signature = "(self, tolerance=0.0001, *, between=None, progress=None)")]
    fn touching(
        &self,
        py: Python<'_>,
        tolerance: f64,
        between: Option<&Bound<'_, PyAny>>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let between = Between::read(between, self.parts.rows.len())?;
        let found = pool::task(py, &Looker::new(progress), |watch| {
            self.assembly.touching(tolerance, |i, j| between.selects(i, j), |share| watch.report(share))
        })?;
        let found = found.map_err(|error| wrong(py, error))?.unwrap_or_default();
        let pairs: Vec<_> = found.iter().map(|pair| pair.map(|part| part as u32)).collect();
        between::pairs(py, &pairs)
    }

    /// Returns the clash of two parts, or ``None``.
    ///
    /// Parameters
    /// ----------
    /// i, j : int or str
    ///     The parts, by number or name.
    /// tolerance, clearance
    ///     As for `clashes`.
    ///
    /// Returns
    /// -------
    /// Clashes or None
    ///     One clash: its fields have no leading dimension.
    #[pyo3(signature = (i, j, *, tolerance=1e-4, clearance=0.0),
           text_signature = "(self, i, j, *, tolerance=0.0001, clearance=0.0)")]
    fn compare(
        &self,
        py: Python<'_>,
        i: &Bound<'_, PyAny>,
        j: &Bound<'_, PyAny>,
        tolerance: f64,
        clearance: f64,
    ) -> PyResult<Py<PyAny>> {
        let (parts, limits) = (self.two(i, j)?, checked(py, tolerance, clearance)?);
        let found = pool::task(py, &Looker::new(None), |_| self.assembly.compare(parts, &limits))?;
        match found {
            Some(clash) => clashes_result(py, &[], &[clash]),
            None => Ok(py.None()),
        }
    }

    /// Tests whether two parts touch or worse.
    ///
    /// Parameters
    /// ----------
    /// i, j : int or str
    ///     The parts, by number or name.
    /// tolerance : float
    ///     Largest gap that counts as touching.
    ///
    /// Returns
    /// -------
    /// bool
    ///     True if they touch, penetrate, enclose or repeat each other.
    #[pyo3(signature = (i, j, tolerance=1e-4), text_signature = "(self, i, j, tolerance=0.0001)")]
    fn touch(
        &self,
        py: Python<'_>,
        i: &Bound<'_, PyAny>,
        j: &Bound<'_, PyAny>,
        tolerance: f64,
    ) -> PyResult<bool> {
        let (parts, limits) = (self.two(i, j)?, checked(py, tolerance, 0.0)?);
        pool::task(py, &Looker::new(None), |_| self.assembly.touch(parts, limits.tolerance))
    }

    /// Returns the curves in which the surfaces of two parts cross.
    ///
    /// Parameters
    /// ----------
    /// i, j : int or str
    ///     The parts, by number or name.
    /// tolerance : float
    ///     As for `clashes`: by it equal parts are compared at the same places.
    ///
    /// Returns
    /// -------
    /// Polylines
    ///     The curves, in world coordinates.
    #[pyo3(signature = (i, j, tolerance=1e-4), text_signature = "(self, i, j, tolerance=0.0001)")]
    fn curves(
        &self,
        py: Python<'_>,
        i: &Bound<'_, PyAny>,
        j: &Bound<'_, PyAny>,
        tolerance: f64,
    ) -> PyResult<Py<PyAny>> {
        let (parts, limits) = (self.two(i, j)?, checked(py, tolerance, 0.0)?);
        let find = |_: &pool::Watch| self.assembly.intersection_curves(parts, limits.tolerance);
        let lines = pool::task(py, &Looker::new(None), find)?;
        let points = lines.iter().flat_map(|line| &line.points).flat_map(DVec3::to_array).collect();
        let lines = lines.iter().map(|line| (line.points.len(), line.closed)).collect();
        between::polylines(py, &Lines { lines, points, triangles: None })
    }

    /// How the faces of a mesh are connected.
    ///
    /// Parameters
    /// ----------
    /// mesh : int
    ///     The mesh, in the order given.
    ///
    /// Returns
    /// -------
    /// Surface
    ///     Counts of its edges, faces and pieces.
    fn surface(&self, py: Python<'_>, mesh: usize) -> PyResult<Py<PyAny>> {
        let count = self.parts.meshes.len();
        if mesh >= count {
            let message = format!("mesh must be below {count}, the number of meshes, got {mesh}");
            return Err(error::new(py, Class::Scene, message));
        }
        let topology = self.assembly.surface(mesh);
        Ok(result_class(py, "Surface")?.call((), Some(&crate::mesh::surface_values(py, topology)?))?.unbind())
    }

    /// Least and greatest corner of the box around each part, shape (P, 2, 3).
    #[getter]
    fn boxes(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let boxes = self.assembly.boxes();
        let flat: Vec<f64> =
            boxes.iter().flat_map(|one| [one.min, one.max]).flat_map(|corner| corner.to_array()).collect();
        Ok(array_of(py, &[boxes.len(), 2, 3], &flat)?.into_any().unbind())
    }

    /// Meshes in the order given.
    #[getter]
    fn meshes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.parts.mesh_tuple(py)
    }

    /// Pose of each part, a new array of shape (P, 4, 4).
    #[getter]
    fn poses(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.parts.pose_array(py)
    }

    /// Mesh of each part, a new array of ``int32`` of shape (P,).
    #[getter]
    fn instances(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.parts.instance_array(py)
    }

    /// Name of each part, or ``None`` if they have none.
    #[getter]
    fn names(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.parts.name_tuple(py)
    }

    fn __len__(&self) -> usize {
        self.parts.rows.len()
    }

    fn __repr__(&self) -> String {
        format!("Assembly({} parts, {} meshes)", self.parts.rows.len(), self.parts.meshes.len())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let rebuild = py.import("barycast._tools")?.getattr("rebuild")?;
        let (given, by_name) = slf.get().parts.arguments(py)?;
        (rebuild, (slf.get_type(), given, by_name)).into_pyobject(py)
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }
}

/// Checks the limits of a comparison, as the library does for many.
fn checked(py: Python<'_>, tolerance: f64, clearance: f64) -> PyResult<Limits> {
    if !(tolerance >= 0.0 && tolerance.is_finite()) {
        return Err(wrong(py, ClashError::Tolerance { got: tolerance }));
    }
    if clearance.is_nan() || clearance < 0.0 {
        return Err(wrong(py, ClashError::Clearance { got: clearance }));
    }
    Ok(Limits { tolerance, clearance })
}

fn clashes_result(py: Python<'_>, lead: &[usize], found: &[Clash]) -> PyResult<Py<PyAny>> {
    let with = |rest: &[usize]| [lead, rest].concat();
    let numbers = |of: fn(&Clash) -> f64| found.iter().map(of).collect::<Vec<_>>();
    let parts: Vec<i32> = found.iter().flat_map(|clash| clash.parts.map(|part| part as i32)).collect();
    let kinds: Vec<u8> = found.iter().map(|clash| clash.class as u8).collect();
    let certain: Vec<bool> = found.iter().map(|clash| clash.certain).collect();
    let points: Vec<f64> = found.iter().flat_map(|clash| clash.points).flat_map(|p| p.to_array()).collect();
    let directions: Vec<f64> =
        found.iter().flat_map(|clash| clash.direction.unwrap_or(DVec3::NAN).to_array()).collect();
    let dict = PyDict::new(py);
    dict.set_item("parts", array_of(py, &with(&[2]), &parts)?)?;
    dict.set_item("kind", array_of(py, lead, &kinds)?)?;
    dict.set_item("distance", array_of(py, lead, &numbers(|clash| clash.distance))?)?;
    dict.set_item("depth", array_of(py, lead, &numbers(|clash| clash.depth.unwrap_or(f64::NAN)))?)?;
    dict.set_item("at_most", array_of(py, lead, &numbers(|clash| clash.at_most.unwrap_or(f64::NAN)))?)?;
    dict.set_item("certain", array_of(py, lead, &certain)?)?;
    dict.set_item("points", array_of(py, &with(&[2, 3]), &points)?)?;
    dict.set_item("direction", array_of(py, &with(&[3]), &directions)?)?;
    result(py, "Clashes", lead, &dict)
}
