//! The class `Mesh`.

use crate::arrays::{Num, Space, array_of, as_array, check_real, converted, numbers, numpy, shape_text};
use crate::between::{self, Body, Lines, Poses};
use crate::error::{self, Class};
use crate::points::{self, PointOptions};
use crate::pool::{self, Looker};
use crate::rays::{self, RayOptions};
use crate::{file, placements};
use barycast::bvh::Build;
use barycast::dynamic::any::Shape3;
use barycast::frame::Affine3;
use barycast::mesh::{MeshTopology, Solid, TriMesh, Winding};
use barycast::number::Float;
use barycast::shape::Plane;
use glam::{DVec3, Vec3};
use numpy::{Element, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};
use std::sync::{Arc, Mutex, PoisonError};

/// A mesh in one of two precisions.
#[derive(Clone)]
pub(crate) enum Surface {
    F32(Arc<TriMesh<Vec3>>),
    F64(Arc<TriMesh<DVec3>>),
}

/// Runs a body with the mesh of either precision.
macro_rules! either {
    ($surface:expr, $mesh:ident => $body:expr) => {
        match $surface {
            Surface::F32($mesh) => $body,
            Surface::F64($mesh) => $body,
        }
    };
}

/// How a mesh was made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct How {
    pub(crate) solid: bool,
    pub(crate) build: Build,
    pub(crate) compact: bool,
}

/// Values that are computed once, when it is first needed. The mutex is locked for a moment only: two
/// threads may compute the same.
struct Lazy<T>(Mutex<Option<Arc<T>>>);

impl<T> Lazy<T> {
    const fn new() -> Self {
        Self(Mutex::new(None))
    }

    fn get<E>(&self, make: impl FnOnce() -> Result<Arc<T>, E>) -> Result<Arc<T>, E> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(known) = known {
            return Ok(known);
        }
        let made = make()?;
        Ok(self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(made).clone())
    }
}

/// A surface of triangles, with a tree over them.
///
/// A mesh never changes, and any number of threads may ask it.
///
/// Parameters
/// ----------
/// vertices : array_like, shape (n, 3) or (m, 3, 3)
///     Positions of the vertices, or, without `faces`, three corners of each face.
/// faces : array_like of int, shape (m, 3), optional
///     Three vertices of each face, counter-clockwise seen from the front.
/// dtype : dtype, optional
///     ``float32`` or ``float64``; the default is that of `vertices` if it is one of these, else
///     ``float64``.
/// solid : bool, default False
///     Whether what the mesh encloses belongs to it. A solid mesh must be closed.
/// build : {"best", "fast"}
///     Quality of the tree. No answer depends on it.
/// compact : bool, default False
///     Whether the tree takes 0.6 of the memory; rays take 1.3 to 1.5 times as long.
/// progress : callable, optional
///     Is called with the share that is done, from 0 to 1.
///
/// Raises
/// ------
/// MeshError
///     If there is no face, a face names a vertex that does not exist, a coordinate is not finite,
///     or a solid mesh is not closed.
///
/// Examples
/// --------
/// >>> import barycast as bc
/// >>> mesh = bc.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
/// >>> mesh
/// Mesh(1 face, 3 vertices, float64, open)
/// >>> float(mesh.cast([0.2, 0.2, 5.0], [0, 0, -1]).t)
/// 5.0
#[pyclass(frozen, module = "barycast", name = "Mesh")]
pub(crate) struct Mesh {
    pub(crate) surface: Surface,
    pub(crate) how: How,
    narrow: Lazy<TriMesh<Vec3>>,
    wide: Lazy<TriMesh<DVec3>>,
    solid: Lazy<Solid>,
    pieces: Lazy<Vec<u32>>,
    shape: Lazy<Shape3>,
}

impl Mesh {
    pub(crate) fn of(surface: Surface, how: How) -> Self {
        Self {
            surface,
            how,
            narrow: Lazy::new(),
            wide: Lazy::new(),
            solid: Lazy::new(),
            pieces: Lazy::new(),
            shape: Lazy::new(),
        }
    }

    /// Checks a mesh that must be solid.
    fn checked(self, py: Python<'_>) -> PyResult<Self> {
        if self.how.solid {
            let topology = self.topology(py)?;
            if !topology.closed {
                return Err(error::new(
                    py,
                    Class::Mesh,
                    not_closed("a solid mesh must be closed", &topology),
                ));
            }
        }
        Ok(self)
    }

    /// Returns the mesh in `f32`.
    pub(crate) fn narrow(&self, py: Python<'_>) -> PyResult<Arc<TriMesh<Vec3>>> {
        match &self.surface {
            Surface::F32(mesh) => Ok(mesh.clone()),
            Surface::F64(mesh) => self.narrow.get(|| convert(py, mesh, self.how)),
        }
    }

    /// Returns the mesh in `f64`.
    pub(crate) fn wide(&self, py: Python<'_>) -> PyResult<Arc<TriMesh<DVec3>>> {
        match &self.surface {
            Surface::F32(mesh) => self.wide.get(|| convert(py, mesh, self.how)),
            Surface::F64(mesh) => Ok(mesh.clone()),
        }
    }

    /// Returns the mesh as a solid, which knows how its triangles are connected.
    pub(crate) fn as_solid(&self, py: Python<'_>) -> PyResult<Arc<Solid>> {
        self.solid.get(|| {
            let surface = &self.surface;
            let make = |_: &pool::Watch| either!(surface, mesh => Solid::from_mesh(mesh));
            Ok(Arc::new(heavy(py, &Looker::new(None), make)?))
        })
    }

    /// Returns the mesh as a shape among others.
    pub(crate) fn shape(&self, py: Python<'_>) -> PyResult<Arc<Shape3>> {
        self.shape.get(|| {
            let (mesh, solid) = (self.wide(py)?, self.how.solid);
            let make = |_: &pool::Watch| {
                barycast::shape::Mesh::try_new(mesh.vertices().to_vec(), mesh.triangles().to_vec(), solid)
            };
            let made = heavy(py, &Looker::new(None), make)?;
            let made = made.map_err(|error| error::new(py, Class::Mesh, error.to_string()))?;
            Ok(Arc::new(Shape3::from(made)))
        })
    }

    fn topology(&self, py: Python<'_>) -> PyResult<MeshTopology> {
        Ok(*self.as_solid(py)?.topology())
    }

    fn need_closed(&self, py: Python<'_>, question: &str) -> PyResult<()> {
        let topology = self.topology(py)?;
        if topology.closed {
            return Ok(());
        }
        let must = format!("{question} of method \"exact\" needs a closed mesh");
        let message = format!("{}; method=\"winding\" takes any mesh", not_closed(&must, &topology));
        Err(error::new(py, Class::Mesh, message))
    }

    /// Returns the body that takes part in questions of two meshes.
    fn body<V: Space>(&self, py: Python<'_>, mesh: Arc<TriMesh<V>>) -> PyResult<Body<V>> {
        let find = || Ok::<_, PyErr>(Arc::new(py.detach(|| between::pieces(&mesh))));
        let pieces = self.pieces.get(find)?;
        Ok(Body { mesh, pieces, solid: self.how.solid })
    }
}

fn not_closed(must: &str, topology: &MeshTopology) -> String {
    let MeshTopology { open_edges, flipped_edges, non_manifold_edges, .. } = topology;
    format!(
        "{must}, and this one has {} open edges, {} flipped edges and {} edges of more than two faces",
        error::grouped(*open_edges),
        error::grouped(*flipped_edges),
        error::grouped(*non_manifold_edges)
    )
}

/// Runs a task of a mesh in the pool. A build starts the threads of some pool whatever its size, and
/// this pool survives a fork.
fn heavy<T: Send>(
    py: Python<'_>,
    looker: &Looker,
    work: impl FnOnce(&pool::Watch) -> T + Send,
) -> PyResult<T> {
    pool::task(py, looker, work)
}

/// Builds a mesh.
fn build<V: Space>(
    py: Python<'_>,
    looker: &Looker,
    vertices: Vec<V>,
    triangles: Vec<[u32; 3]>,
    how: How,
) -> PyResult<Arc<TriMesh<V>>> {
    let made = heavy(py, looker, |watch| {
        let made = TriMesh::try_with_progress(vertices, triangles, how.build, &|share| watch.report(share));
        made.map(|mesh| if how.compact { mesh.compact() } else { mesh })
    })?;
    made.map(Arc::new).map_err(|error| error::mesh(py, error))
}

/// Returns a mesh in another precision.
fn convert<V: Space, W: Space>(py: Python<'_>, mesh: &TriMesh<V>, how: How) -> PyResult<Arc<TriMesh<W>>> {
    let vertices = py.detach(|| {
        let other = |v: &V| W::from_fn(|axis| Num::<W>::from_f64(v.get(axis).to_f64()));
        mesh.vertices().iter().map(other).collect()
    });
    build(py, &Looker::new(None), vertices, mesh.triangles().to_vec(), how)
}

/// Reads the option `dtype`: whether it is `float32`, or `None` if it is not given.
fn precision(py: Python<'_>, dtype: Option<&Bound<'_, PyAny>>) -> PyResult<Option<bool>> {
    let Some(dtype) = dtype else { return Ok(None) };
    let name: String = numpy(py)?.call_method1("dtype", (dtype,))?.getattr("name")?.extract()?;
    match name.as_str() {
        "float32" => Ok(Some(true)),
        "float64" => Ok(Some(false)),
        other => Err(PyTypeError::new_err(format!("dtype must be float32 or float64, got {other}"))),
    }
}

/// Reads vertices, or corners of faces.
fn vertices<V: Space>(object: &Bound<'_, numpy::PyUntypedArray>) -> PyResult<Vec<V>> {
    let numbers = converted::<Num<V>>(object, "vertices")?;
    Ok(numbers.slice().chunks_exact(3).map(|v| V::from_fn(|axis| v[axis])).collect())
}

/// Reads faces, which must name vertices below `count`.
fn triangles(object: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<[u32; 3]>> {
    let py = object.py();
    let array = as_array(object, "faces")?;
    let shape = array.shape();
    if shape.contains(&0) {
        return Err(error::new(py, Class::Mesh, "a mesh must have a face"));
    }
    let kind: char = array.dtype().getattr("kind")?.extract()?;
    if kind != 'i' && kind != 'u' {
        return Err(PyTypeError::new_err(format!("faces must be integers, got {}", array.dtype().str()?)));
    }
    let how = match shape {
        [_, 3] => None,
        [_, 4] => Some(
            "; cut quads in two: numpy.concatenate([faces[:, [0, 1, 2]], faces[:, [0, 2, 3]]])".to_owned(),
        ),
        [_] => Some("; use faces.reshape(-1, 3)".to_owned()),
        _ => Some(String::new()),
    };
    if let Some(how) = how {
        let message = format!("faces must have shape (m, 3), got {}{how}", shape_text(shape));
        return Err(error::new(py, Class::Array, message));
    }
    if shape[0] as u64 > 1 << 31 {
        let message = format!("a mesh must have at most 2^31 faces, got {}", error::grouped(shape[0]));
        return Err(error::new(py, Class::Mesh, message));
    }
    let bytes: usize = array.dtype().getattr("itemsize")?.extract()?;
    if kind == 'u' && bytes == 8 {
        checked_faces(py, &converted::<u64>(&array, "faces")?, count)
    } else {
        checked_faces(py, &converted::<i64>(&array, "faces")?, count)
    }
}

fn checked_faces<S: Element + Copy + Into<i128> + Sync>(
    py: Python<'_>,
    faces: &crate::arrays::Numbers<'_, S>,
    count: usize,
) -> PyResult<Vec<[u32; 3]>> {
    let slice = faces.slice();
    let read = py.detach(|| {
        let mut read = Vec::with_capacity(slice.len() / 3);
        for (face, named) in slice.chunks_exact(3).enumerate() {
            let named = [named[0].into(), named[1].into(), named[2].into()];
            if let Some(bad) = named.into_iter().find(|vertex: &i128| *vertex < 0 || *vertex >= count as i128)
            {
                return Err((face, bad));
            }
            read.push(named.map(|vertex| vertex as u32));
        }
        Ok(read)
    });
    read.map_err(|(face, bad)| {
        let message = error::no_such_vertex(face, bad, count);
        error::with(py, Class::Mesh, message, |values| values.set_item("index", face))
    })
}

fn build_of(py: Python<'_>, text: &str) -> PyResult<Build> {
    match text {
        "best" => Ok(Build::Best),
        "fast" => Ok(Build::Fast),
        other => {
            let message = format!("build must be \"best\" or \"fast\", got {other:?}");
            Err(error::new(py, Class::Option, message))
        }
    }
}

/// Method of questions about the inside.
fn is_exact(py: Python<'_>, method: &str) -> PyResult<bool> {
    match method {
        "exact" => Ok(true),
        "winding" => Ok(false),
        other => {
            let message = format!("method must be \"exact\" or \"winding\", got {other:?}");
            Err(error::new(py, Class::Option, message))
        }
    }
}

#[pymethods]
impl Mesh {
    #[new]
    #[pyo3(signature = (vertices, faces=None, *, dtype=None, solid=false, build="best", compact=false, progress=None))]
    fn new(
        py: Python<'_>,
        vertices: &Bound<'_, PyAny>,
        faces: Option<&Bound<'_, PyAny>>,
        dtype: Option<&Bound<'_, PyAny>>,
        solid: bool,
        build: &str,
        compact: bool,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let how = How { solid, build: build_of(py, build)?, compact };
        let array = as_array(vertices, "vertices")?;
        let wanted = precision(py, dtype)?;
        let shape = array.shape().to_vec();
        let count = match (shape.as_slice(), faces) {
            (_, None) if shape.contains(&0) || shape == [0] => {
                return Err(error::new(py, Class::Mesh, "a mesh must have a face"));
            }
            ([0], Some(_)) => 0,
            ([n, 3], Some(_)) => *n,
            ([m, 3, 3], None) => 3 * m,
            (_, faces) => {
                let wanted = if faces.is_some() { "(n, 3)" } else { "(m, 3, 3) without faces" };
                let message = format!("vertices must have shape {wanted}, got {}", shape_text(&shape));
                return Err(error::new(py, Class::Array, message));
            }
        };
        if faces.is_none() && count as u64 > 3 << 31 {
            let message = format!("a mesh must have at most 2^31 faces, got {}", error::grouped(count / 3));
            return Err(error::new(py, Class::Mesh, message));
        }
        check_real(&array, "vertices")?;
        let triangles = match faces {
            Some(faces) => triangles(faces, count)?,
            None => (0..count as u32 / 3).map(|face| [3 * face, 3 * face + 1, 3 * face + 2]).collect(),
        };
        let name: String = array.dtype().getattr("name")?.extract()?;
        let looker = Looker::new(progress);
        let surface = if wanted.unwrap_or(name == "float32") {
            Surface::F32(self::build(py, &looker, self::vertices(&array)?, triangles, how)?)
        } else {
            Surface::F64(self::build(py, &looker, self::vertices(&array)?, triangles, how)?)
        };
        Self::of(surface, how).checked(py)
    }

    /// Reads a mesh file: OBJ, STL, PLY, OFF, GLB or glTF.
    ///
    /// All parts of the file are placed and joined.
    ///
    /// Parameters
    /// ----------
    /// path : str or path-like
    ///     The file.
    /// dtype, solid, build, compact, progress
    ///     As for `Mesh`; the default precision is ``float64``.
    ///
    /// Returns
    /// -------
    /// Mesh
    ///
    /// Raises
    /// ------
    /// FileError
    ///     If the file cannot be read, is cut off, or is no mesh.
    #[classmethod]
    #[pyo3(signature = (path, *, dtype=None, solid=false, build="best", compact=false, progress=None))]
    fn load(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        path: std::path::PathBuf,
        dtype: Option<&Bound<'_, PyAny>>,
        solid: bool,
        build: &str,
        compact: bool,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let how = How { solid, build: build_of(py, build)?, compact };
        let (vertices, triangles) = file::read(py, &path)?;
        let looker = Looker::new(progress);
        let surface = if precision(py, dtype)? == Some(true) {
            let vertices = vertices.iter().map(|v| v.as_vec3()).collect();
            Surface::F32(self::build(py, &looker, vertices, triangles, how)?)
        } else {
            Surface::F64(self::build(py, &looker, vertices, triangles, how)?)
        };
        Self::of(surface, how).checked(py)
    }

    /// Makes a mesh of another library's mesh.
    ///
    /// Parameters
    /// ----------
    /// other : object
    ///     Anything with `vertices` and `faces` (trimesh), or `vertices` and `triangles` (Open3D), or
    ///     `vertex` and `triangle` maps (Open3D's tensors).
    ///
    /// Returns
    /// -------
    /// Mesh
    #[classmethod]
    #[pyo3(name = "of")]
    fn of_other(_class: &Bound<'_, PyType>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let tools = other.py().import("barycast._tools")?;
        Ok(tools.call_method1("mesh_of", (other,))?.unbind())
    }

    /// Vertices in the order given, a new array of shape (n, 3).
    #[getter]
    fn vertices(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        either!(&self.surface, mesh => {
            let flat: Vec<_> = mesh.vertices().iter().flat_map(|v| rays::numbers(*v)).collect();
            Ok(array_of(py, &[mesh.vertices().len(), 3], &flat)?.into_any().unbind())
        })
    }

    /// Vertices of each face, a new array of ``uint32`` of shape (m, 3).
    #[getter]
    #[pyo3(name = "faces")]
    fn face_array(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        either!(&self.surface, mesh => between::faces(py, mesh.triangles()))
    }

    /// Corners of each face, a new array of shape (m, 3, 3).
    #[getter]
    fn corners(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        either!(&self.surface, mesh => {
            let corner = |vertex: u32| rays::numbers(mesh.vertices()[vertex as usize]);
            let flat: Vec<_> =
                mesh.triangles().iter().flatten().flat_map(|vertex| corner(*vertex)).collect();
            Ok(array_of(py, &[mesh.triangles().len(), 3, 3], &flat)?.into_any().unbind())
        })
    }

    /// Least and greatest corner of the box around the faces, shape (2, 3).
    #[getter]
    fn bounds(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        either!(&self.surface, mesh => {
            let bounds = mesh.bounds();
            let flat = [rays::numbers(bounds.min), rays::numbers(bounds.max)];
            Ok(array_of(py, &[2, 3], flat.as_flattened())?.into_any().unbind())
        })
    }

    /// Precision of the mesh and of its answers.
    #[getter]
    fn dtype(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let name = match &self.surface {
            Surface::F32(_) => Vec3::DTYPE,
            Surface::F64(_) => DVec3::DTYPE,
        };
        Ok(numpy(py)?.call_method1("dtype", (name,))?.unbind())
    }

    /// Whether every edge is used equally often in both directions.
    #[getter]
    fn is_closed(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.topology(py)?.closed)
    }

    /// Whether what the mesh encloses belongs to it.
    #[getter]
    fn solid(&self) -> bool {
        self.how.solid
    }

    /// How the faces are connected.
    #[getter]
    fn surface(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let topology = self.topology(py)?;
        let values = PyDict::new(py);
        values.set_item("closed", topology.closed)?;
        values.set_item("open_edges", topology.open_edges)?;
        values.set_item("flipped_edges", topology.flipped_edges)?;
        values.set_item("crowded_edges", topology.non_manifold_edges)?;
        values.set_item("degenerate_faces", topology.degenerate_triangles)?;
        values.set_item("pieces", topology.pieces)?;
        Ok(crate::arrays::result_class(py, "Surface")?.call((), Some(&values))?.unbind())
    }

    /// Memory of the vertices, the faces and the tree, in bytes.
    #[getter]
    fn nbytes(&self) -> usize {
        either!(&self.surface, mesh => {
            mesh.tree_bytes() + size_of_val(mesh.vertices()) + size_of_val(mesh.triangles())
        })
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (faces, vertices) =
            either!(&self.surface, mesh => (mesh.triangles().len(), mesh.vertices().len()));
        let name = either!(&self.surface, mesh => dtype_of(mesh));
        let closed = if self.topology(py)?.closed { "closed" } else { "open" };
        let solid = if self.how.solid { ", solid" } else { "" };
        let (s, t) = (if faces == 1 { "" } else { "s" }, if vertices == 1 { "vertex" } else { "vertices" });
        Ok(format!(
            "Mesh({} face{s}, {} {t}, {name}, {closed}{solid})",
            error::grouped(faces),
            error::grouped(vertices)
        ))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let rebuild = py.import("barycast._tools")?.getattr("rebuild_mesh")?;
        let build = if self.how.build == Build::Best { "best" } else { "fast" };
        let values = (self.vertices(py)?, self.face_array(py)?, self.how.solid, build, self.how.compact);
        (rebuild, values).into_pyobject(py)
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }

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
    ///     ``t`` (inf for none), ``triangle`` (-1), ``point``, ``normal``, ``uv`` and ``front``.
    ///
    /// Examples
    /// --------
    /// >>> import barycast as bc
    /// >>> mesh = bc.Mesh([[0, 0, 0], [2, 0, 0], [0, 2, 0]], [[0, 1, 2]])
    /// >>> mesh.cast([[0.5, 0.5, 3], [9, 9, 3]], [0, 0, -1]).t
    /// array([ 3., inf])
    #[pyo3(signature = (origins, directions=None, *, min_t=0.0, max_t=f64::INFINITY, cull=false, fields=None, invalid="raise", progress=None),
           text_signature = "(self, origins, directions=None, *, min_t=0, max_t=inf, cull=False, fields=None, invalid='raise', progress=None)")]
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
        either!(&self.surface, mesh => rays::cast(py, mesh, &given, fields))
    }

    /// Casts rays and returns every hit of each, in order of `t`.
    ///
    /// A place is returned once, although several faces share it.
    ///
    /// Parameters
    /// ----------
    /// origins, directions, min_t, max_t, cull, invalid, progress
    ///     As for `cast`.
    /// max_hits : int, optional
    ///     Largest number of hits of a ray; the nearest are kept.
    ///
    /// Returns
    /// -------
    /// AllHits
    ///     The hits of all rays in one array for each field, with ``offsets`` and ``ray``.
    ///
    /// Examples
    /// --------
    /// >>> import barycast as bc
    /// >>> mesh = bc.Mesh([[0, 0, 0], [2, 0, 0], [0, 2, 0]], [[0, 1, 2]])
    /// >>> mesh.cast_all([[0.5, 0.5, 3], [9, 9, 3]], [0, 0, -1]).counts
    /// array([1, 0])
    #[pyo3(signature = (origins, directions=None, *, max_hits=None, min_t=0.0, max_t=f64::INFINITY, cull=false, invalid="raise", progress=None),
           text_signature = "(self, origins, directions=None, *, max_hits=None, min_t=0, max_t=inf, cull=False, invalid='raise', progress=None)")]
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
        either!(&self.surface, mesh => rays::cast_all(py, mesh, &given, max_hits))
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
    #[pyo3(signature = (origins, directions=None, *, min_t=0.0, max_t=f64::INFINITY, cull=false, invalid="raise", progress=None),
           text_signature = "(self, origins, directions=None, *, min_t=0, max_t=inf, cull=False, invalid='raise', progress=None)")]
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
        either!(&self.surface, mesh => rays::any_hit(py, mesh, &given))
    }

    /// Counts how often each ray crosses the surface: odd exactly inside a closed mesh.
    ///
    /// The ray counts as shifted by an infinitely small step, so that it meets no edge.
    ///
    /// Parameters
    /// ----------
    /// origins, directions, max_t, invalid, progress
    ///     As for `cast`.
    ///
    /// Returns
    /// -------
    /// ndarray of int32
    #[pyo3(signature = (origins, directions=None, *, max_t=f64::INFINITY, invalid="raise", progress=None),
           text_signature = "(self, origins, directions=None, *, max_t=inf, invalid='raise', progress=None)")]
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
        either!(&self.surface, mesh => rays::crossings(py, mesh, &given))
    }

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
           text_signature = "(self, points, *, max_distance=inf, fields=None, invalid='raise', progress=None)")]
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
        either!(&self.surface, mesh => points::closest(py, mesh, &given, max_distance, fields))
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
           text_signature = "(self, points, k, *, max_distance=inf, invalid='raise', progress=None)")]
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
            return either!(&self.surface, mesh => {
                points::each(py, &given, false, |p| mesh.contains_point(p))
            });
        }
        either!(&self.surface, mesh => {
            let winding = heavy(py, &Looker::new(None), |_| Winding::new(mesh))?;
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
            return either!(&self.surface, mesh => {
                points::each(py, &given, nan(mesh), |p| mesh.signed_distance(p))
            });
        }
        either!(&self.surface, mesh => {
            let winding = heavy(py, &Looker::new(None), |_| Winding::new(mesh))?;
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
        crate::arrays::real(py, "within", within, within >= 0.0, "be 0 or more")?;
        let given = PointOptions { points, invalid, progress };
        either!(&self.surface, mesh => {
            let winding = heavy(py, &Looker::new(None), |_| Winding::new(mesh))?;
            points::each(py, &given, f64::NAN, |p| winding.at(p, within))
        })
    }

    /// Cuts the mesh with the plane ``normal . x = distance``.
    ///
    /// Parameters
    /// ----------
    /// normal : array_like, shape (3,)
    ///     Normal of any length.
    /// distance : float
    ///     Offset along the normal.
    ///
    /// Returns
    /// -------
    /// Polylines
    ///     With the ``triangle`` and the ``edge`` of each point. All are closed if the mesh is.
    #[pyo3(signature = (normal, distance))]
    fn slice(&self, py: Python<'_>, normal: &Bound<'_, PyAny>, distance: f64) -> PyResult<Py<PyAny>> {
        either!(&self.surface, mesh => slice(py, mesh, normal, distance))
    }

    /// Tests whether the surfaces meet, or what a solid one encloses meets the other.
    ///
    /// Parameters
    /// ----------
    /// other : Mesh
    ///     The other mesh.
    /// pose : array_like, shape (..., 4, 4) or (..., 3, 4), optional
    ///     Places the other mesh in the coordinates of this one; any affine map.
    /// progress : callable, optional
    ///     Is called with the share that is done.
    ///
    /// Returns
    /// -------
    /// ndarray of bool
    ///     One for each pose. Exact for the vertices as placed, each coordinate rounded once.
    #[pyo3(signature = (other, pose=None, *, progress=None))]
    fn intersects(
        &self,
        py: Python<'_>,
        other: &Bound<'_, Mesh>,
        pose: Option<&Bound<'_, PyAny>>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let (other, poses) = (other.get(), Poses { pose, progress });
        match &self.surface {
            Surface::F32(mesh) => between::intersects(
                py,
                [&self.body(py, mesh.clone())?, &other.body(py, other.narrow(py)?)?],
                &poses,
            ),
            Surface::F64(mesh) => between::intersects(
                py,
                [&self.body(py, mesh.clone())?, &other.body(py, other.wide(py)?)?],
                &poses,
            ),
        }
    }

    /// Tests whether the distance is at most `limit`.
    ///
    /// Parameters
    /// ----------
    /// other, pose, progress
    ///     As for `intersects`.
    /// limit : float
    ///     The largest distance.
    ///
    /// Returns
    /// -------
    /// ndarray of bool
    #[pyo3(signature = (other, limit, pose=None, *, progress=None))]
    fn comes_within(
        &self,
        py: Python<'_>,
        other: &Bound<'_, Mesh>,
        limit: f64,
        pose: Option<&Bound<'_, PyAny>>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let (other, poses) = (other.get(), Poses { pose, progress });
        match &self.surface {
            Surface::F32(mesh) => between::comes_within(
                py,
                [&self.body(py, mesh.clone())?, &other.body(py, other.narrow(py)?)?],
                &poses,
                limit,
            ),
            Surface::F64(mesh) => between::comes_within(
                py,
                [&self.body(py, mesh.clone())?, &other.body(py, other.wide(py)?)?],
                &poses,
                limit,
            ),
        }
    }

    /// Returns the distance and the closest points.
    ///
    /// Parameters
    /// ----------
    /// other, pose, progress
    ///     As for `intersects`.
    /// max_distance : float
    ///     Where the meshes are farther apart, there is no answer.
    ///
    /// Returns
    /// -------
    /// Between
    ///     ``distance`` (0 exactly where they intersect, inf for none), ``point_a``, ``point_b``,
    ///     ``triangle_a``, ``triangle_b``.
    #[pyo3(signature = (other, pose=None, *, max_distance=f64::INFINITY, progress=None),
           text_signature = "(self, other, pose=None, *, max_distance=inf, progress=None)")]
    fn distance(
        &self,
        py: Python<'_>,
        other: &Bound<'_, Mesh>,
        pose: Option<&Bound<'_, PyAny>>,
        max_distance: f64,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let (other, poses) = (other.get(), Poses { pose, progress });
        match &self.surface {
            Surface::F32(mesh) => between::distance(
                py,
                [&self.body(py, mesh.clone())?, &other.body(py, other.narrow(py)?)?],
                &poses,
                max_distance,
            ),
            Surface::F64(mesh) => between::distance(
                py,
                [&self.body(py, mesh.clone())?, &other.body(py, other.wide(py)?)?],
                &poses,
                max_distance,
            ),
        }
    }

    /// Returns all pairs of faces that share a point, in ascending order.
    ///
    /// Parameters
    /// ----------
    /// other : Mesh
    ///     The other mesh.
    /// pose : array_like, shape (4, 4) or (3, 4), optional
    ///     One pose.
    ///
    /// Returns
    /// -------
    /// ndarray of int32, shape (k, 2)
    #[pyo3(signature = (other, pose=None))]
    fn intersecting_faces(
        &self,
        py: Python<'_>,
        other: &Bound<'_, Mesh>,
        pose: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let (other, rows) = (other.get(), between::one_pose(py, pose)?);
        let looker = Looker::new(None);
        let pairs = match &self.surface {
            Surface::F32(mesh) => {
                let (other, place) = (other.narrow(py)?, placements::affine(&rows));
                pool::task(py, &looker, |_| mesh.intersecting_triangles(&other, &place))
            }
            Surface::F64(mesh) => {
                let (other, place) = (other.wide(py)?, placements::affine(&rows));
                pool::task(py, &looker, |_| mesh.intersecting_triangles(&other, &place))
            }
        };
        between::pairs(py, &pairs?)
    }

    /// Returns all pairs of faces that meet elsewhere than neighbours do, the lower first.
    ///
    /// Returns
    /// -------
    /// ndarray of int32, shape (k, 2)
    fn self_intersections(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let surface = &self.surface;
        let find = |_: &pool::Watch| either!(surface, mesh => mesh.self_intersections());
        between::pairs(py, &pool::task(py, &Looker::new(None), find)?)
    }

    /// Returns the curves in which two surfaces cross.
    ///
    /// Parameters
    /// ----------
    /// other : Mesh
    ///     The other mesh.
    /// pose : array_like, shape (4, 4) or (3, 4), optional
    ///     One pose.
    ///
    /// Returns
    /// -------
    /// Polylines
    ///     All are closed if both meshes are.
    #[pyo3(signature = (other, pose=None))]
    fn intersection_curves(
        &self,
        py: Python<'_>,
        other: &Bound<'_, Mesh>,
        pose: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let (other, rows) = (other.get(), between::one_pose(py, pose)?);
        match &self.surface {
            Surface::F32(mesh) => curves(py, mesh, &*other.narrow(py)?, &placements::affine(&rows)),
            Surface::F64(mesh) => curves(py, mesh, &*other.wide(py)?, &placements::affine(&rows)),
        }
    }

    /// Returns how deep the deepest point of either surface is in the other.
    ///
    /// This is not the least translation that separates them.
    ///
    /// Parameters
    /// ----------
    /// other : Mesh
    ///     The other mesh; at least one of them must be closed.
    /// pose : array_like, shape (4, 4) or (3, 4), optional
    ///     One pose.
    /// tolerance : float
    ///     Depths up to this are ignored.
    ///
    /// Returns
    /// -------
    /// Penetration
    ///     ``depth`` (0 for none), ``at_most``, ``certain``, ``of`` (which surface has the point, -1
    ///     for none), ``points (2, 3)``, ``way (3,)``.
    ///
    /// Raises
    /// ------
    /// MeshError
    ///     If neither is closed.
    #[pyo3(signature = (other, pose=None, *, tolerance=0.0),
           text_signature = "(self, other, pose=None, *, tolerance=0)")]
    fn penetration(
        &self,
        py: Python<'_>,
        other: &Bound<'_, Mesh>,
        pose: Option<&Bound<'_, PyAny>>,
        tolerance: f64,
    ) -> PyResult<Py<PyAny>> {
        let place: Affine3<DVec3> = placements::affine(&between::one_pose(py, pose)?);
        let (a, b) = (self.as_solid(py)?, other.get().as_solid(py)?);
        let found = pool::task(py, &Looker::new(None), |_| a.penetration(&b, &place, tolerance))?;
        let depth = found.map_err(|error| error::depth(py, error))?;
        let values = PyDict::new(py);
        let nan = [f64::NAN; 3];
        let (of, deep, points, way) = match depth.deepest {
            Some(deepest) => {
                let points = deepest.points.map(|p| p.to_array());
                (deepest.of as i64, deepest.depth, points, deepest.way.to_array())
            }
            None => (-1, 0.0, [nan; 2], nan),
        };
        values.set_item("depth", deep)?;
        values.set_item("at_most", depth.at_most)?;
        values.set_item("certain", depth.certain)?;
        values.set_item("of", of)?;
        values.set_item("points", array_of(py, &[2, 3], points.as_flattened())?)?;
        values.set_item("way", array_of(py, &[3], &way)?)?;
        Ok(crate::arrays::result_class(py, "Penetration")?.call((), Some(&values))?.unbind())
    }

    /// Returns the mesh with its vertices placed, each coordinate rounded once.
    ///
    /// Parameters
    /// ----------
    /// pose : array_like, shape (4, 4) or (3, 4)
    ///     Any affine map.
    ///
    /// Returns
    /// -------
    /// Mesh
    fn placed(&self, py: Python<'_>, pose: &Bound<'_, PyAny>) -> PyResult<Self> {
        let rows = between::one_pose(py, Some(pose))?;
        let surface = either!(&self.surface, mesh => {
            let place = placements::affine(&rows);
            let made = heavy(py, &Looker::new(None), |_| mesh.placed(&place))?;
            Space::wrap(Arc::new(made.map_err(|error| error::mesh(py, error))?))
        });
        Ok(Self::of(surface, self.how))
    }

    /// Returns the same faces over other vertices; the tree keeps its shape.
    ///
    /// Parameters
    /// ----------
    /// vertices : array_like, shape (n, 3)
    ///     As many vertices as the mesh has.
    ///
    /// Returns
    /// -------
    /// Mesh
    fn refit(&self, py: Python<'_>, vertices: &Bound<'_, PyAny>) -> PyResult<Self> {
        let surface = either!(&self.surface, mesh => Space::wrap(refit(py, mesh, vertices)?));
        Self::of(surface, self.how).checked(py)
    }

    /// Returns the mesh in another precision.
    ///
    /// Parameters
    /// ----------
    /// dtype : dtype
    ///     ``float32`` or ``float64``.
    ///
    /// Returns
    /// -------
    /// Mesh
    fn astype(slf: &Bound<'_, Self>, dtype: &Bound<'_, PyAny>) -> PyResult<Py<Self>> {
        let (py, this) = (slf.py(), slf.get());
        let surface = match (precision(py, Some(dtype))?, &this.surface) {
            (Some(true), Surface::F64(_)) => Surface::F32(this.narrow(py)?),
            (Some(false), Surface::F32(_)) => Surface::F64(this.wide(py)?),
            _ => return Ok(slf.clone().unbind()),
        };
        Py::new(py, Self::of(surface, this.how).checked(py)?)
    }
}

fn dtype_of<V: Space>(_: &TriMesh<V>) -> &'static str {
    V::DTYPE
}

fn nan<V: Space>(_: &TriMesh<V>) -> Num<V> {
    Num::<V>::from_f64(f64::NAN)
}

fn slice<V: Space>(
    py: Python<'_>,
    mesh: &Arc<TriMesh<V>>,
    normal: &Bound<'_, PyAny>,
    distance: f64,
) -> PyResult<Py<PyAny>> {
    let given = numbers::<f64>(normal, "normal")?;
    let &[x, y, z] = given.slice() else {
        let message = format!("normal must have shape (3,), got {}", shape_text(&given.shape));
        return Err(error::new(py, Class::Array, message));
    };
    let valid = [x, y, z].iter().all(|x| x.is_finite()) && [x, y, z] != [0.0; 3];
    if !valid || !distance.is_finite() {
        let message = "normal must be finite and not zero, and distance finite";
        return Err(error::new(py, Class::Option, message));
    }
    let number = Num::<V>::from_f64;
    let plane = Plane { normal: V::from_fn(|axis| number([x, y, z][axis])), distance: number(distance) };
    let lines = pool::task(py, &Looker::new(None), |_| mesh.slice(&plane))?;
    let points = || lines.iter().flat_map(|line| &line.points);
    let triangles = points().map(|at| at.triangle as i32).collect();
    let edges = points().flat_map(|at| at.edge.map(|vertex| vertex as i32)).collect();
    between::polylines(
        py,
        &Lines {
            lines: lines.iter().map(|line| (line.points.len(), line.closed)).collect(),
            points: points().flat_map(|at| rays::numbers(at.point)).collect(),
            triangles: Some((triangles, edges)),
        },
    )
}

fn curves<V: Space>(
    py: Python<'_>,
    a: &TriMesh<V>,
    b: &TriMesh<V>,
    place: &Affine3<V>,
) -> PyResult<Py<PyAny>> {
    let found = pool::task(py, &Looker::new(None), |_| a.intersection_curves(b, place))?;
    let lines = found.map_err(|error| error::mesh(py, error))?;
    between::polylines(
        py,
        &Lines {
            lines: lines.iter().map(|line| (line.points.len(), line.closed)).collect(),
            points: lines.iter().flat_map(|line| &line.points).flat_map(|p| rays::numbers(*p)).collect(),
            triangles: None,
        },
    )
}

fn refit<V: Space>(
    py: Python<'_>,
    mesh: &Arc<TriMesh<V>>,
    vertices: &Bound<'_, PyAny>,
) -> PyResult<Arc<TriMesh<V>>> {
    let array = numbers::<Num<V>>(vertices, "vertices")?;
    if array.shape != [mesh.vertices().len(), 3] {
        let message = format!(
            "vertices must have shape ({}, 3), as those of the mesh, got {}",
            mesh.vertices().len(),
            shape_text(&array.shape)
        );
        return Err(error::new(py, Class::Array, message));
    }
    let vertices: Vec<V> = array.slice().chunks_exact(3).map(|v| V::from_fn(|axis| v[axis])).collect();
    let made = heavy(py, &Looker::new(None), |_| (**mesh).clone().try_refit(vertices))?;
    made.map(Arc::new).map_err(|error| error::mesh(py, error))
}
