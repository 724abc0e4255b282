//! The class `Mesh`.

use crate::arrays::{Num, Space, array_of, as_array, check_real, numbers, numpy, result_class, shape_text};
use crate::between::{self, Body, Lines};
use crate::error::{self, Class};
use crate::mesh_input::{build, build_of, convert, heavy, precision, triangles, vertices};
use crate::pool::{self, Looker};
use crate::rays;
use crate::surface::{How, Lazy, Surface, Windings, either};
use crate::{file, placements};
use barycast::bvh::Build;
use barycast::dynamic::any::Shape3;
use barycast::mesh::{MeshTopology, Solid, TriMesh, Winding};
use barycast::number::Float;
use barycast::shape::Plane;
use glam::{DVec3, Vec3};
use numpy::PyUntypedArrayMethods;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};
use std::sync::Arc;

/// A surface of triangles, with a tree over them.
///
/// A mesh never changes, and any number of threads may query it.
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
    windings: Windings,
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
            windings: Windings::new(),
        }
    }

    /// Checks a mesh that must be solid.
    pub(crate) fn checked(self, py: Python<'_>) -> PyResult<Self> {
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
            let make = |_: &pool::Watch| match &self.surface {
                Surface::F32(mesh) => Solid::from_mesh(mesh),
                Surface::F64(mesh) => Solid::new(mesh.clone()),
            };
            Ok(Arc::new(heavy(py, &Looker::new(None), make)?))
        })
    }

    /// Returns the winding number of this mesh, prepared for many points.
    pub(crate) fn winding<V: Space>(
        &self,
        py: Python<'_>,
        mesh: &Arc<TriMesh<V>>,
    ) -> PyResult<Arc<Winding<V>>> {
        let make = |_: &pool::Watch| Winding::new(mesh.clone());
        V::winding(&self.windings).get(|| Ok(Arc::new(heavy(py, &Looker::new(None), make)?)))
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

    pub(crate) fn need_closed(&self, py: Python<'_>, question: &str) -> PyResult<()> {
        let topology = self.topology(py)?;
        if topology.closed {
            return Ok(());
        }
        let must = format!("{question} of method \"exact\" needs a closed mesh");
        let message = format!("{}; method=\"winding\" takes any mesh", not_closed(&must, &topology));
        Err(error::new(py, Class::Mesh, message))
    }

    /// Returns the body that takes part in questions of two meshes.
    pub(crate) fn body<V: Space>(&self, py: Python<'_>, mesh: Arc<TriMesh<V>>) -> PyResult<Body<V>> {
        let find = || Ok::<_, PyErr>(Arc::new(py.detach(|| between::pieces(&mesh))));
        let pieces = self.pieces.get(find)?;
        Ok(Body { mesh, pieces, solid: self.how.solid })
    }
}

/// Returns the fields of the result `Surface`.
pub(crate) fn surface_values<'py>(py: Python<'py>, topology: &MeshTopology) -> PyResult<Bound<'py, PyDict>> {
    let values = PyDict::new(py);
    values.set_item("closed", topology.closed)?;
    values.set_item("open_edges", topology.open_edges)?;
    values.set_item("flipped_edges", topology.flipped_edges)?;
    values.set_item("crowded_edges", topology.non_manifold_edges)?;
    values.set_item("degenerate_faces", topology.degenerate_triangles)?;
    values.set_item("pieces", topology.pieces)?;
    Ok(values)
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
    ///     The mesh of all parts.
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
    ///     The same object if it is a `Mesh` already.
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
        let values = surface_values(py, &self.topology(py)?)?;
        Ok(result_class(py, "Surface")?.call((), Some(&values))?.unbind())
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
    ///     A new mesh of the same precision.
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
    ///     A new mesh of the same precision.
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
    ///     The mesh itself if it has that precision already.
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
