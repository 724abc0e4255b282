//! The class `Scene`: instances of meshes.

use crate::arrays::{Num, Space, array_of, numpy};
use crate::error::{self, Class};
use crate::mesh::Mesh;
use crate::mesh_input::{heavy, precision};
use crate::parts::{Parts, part_error};
use crate::placements;
use crate::pool::Looker;
use crate::rays::numbers;
use crate::surface::{Lazy, Placed, Surface, either};
use barycast::mesh::TriMesh;
use barycast::number::Float;
use barycast::scene::{self, Instance, SceneError};
use glam::{DVec3, Vec3};
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};
use std::sync::Arc;

/// Meshes in their places: a part is a mesh with a pose.
///
/// A scene never changes, and any number of threads may query it. Parts share their meshes.
///
/// Parameters
/// ----------
/// meshes : sequence of Mesh
///     The meshes, all of one precision.
/// poses : array_like, shape (P, 4, 4) or (P, 3, 4), optional
///     Place of each part; any affine map that does not flatten. The default leaves all where they
///     are.
/// instances : array_like of int, shape (P,), optional
///     The mesh of each part; the default is one part for each mesh.
/// names : sequence of str, optional
///     A name for each part.
///
/// Raises
/// ------
/// SceneError
///     If there is no part, a part names a mesh that does not exist, or meshes differ in precision.
/// PoseError
///     If a matrix is no pose, or flattens its mesh.
///
/// Examples
/// --------
/// >>> import barycast as bc
/// >>> leaf = bc.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
/// >>> scene = bc.Scene([leaf], [bc.pose((0, 0, z)) for z in (0, 2)], instances=[0, 0])
/// >>> scene
/// Scene(2 parts, 1 mesh, float64)
/// >>> scene.cast([0.2, 0.2, 5], [0, 0, -1]).part
/// array(1, dtype=int32)
#[pyclass(frozen, module = "barycast", name = "Scene")]
pub(crate) struct Scene {
    pub(crate) parts: Parts,
    pub(crate) placed: Placed,
    boxes: Lazy<Vec<[[f64; 3]; 2]>>,
}

/// Returns the meshes in one precision.
fn shared<A: Clone>(parts: &[Py<Mesh>], pick: impl Fn(&Mesh) -> Option<A>) -> Result<Vec<A>, usize> {
    parts.iter().enumerate().map(|(i, mesh)| pick(mesh.get()).ok_or(i)).collect()
}

impl Scene {
    pub(crate) fn of(py: Python<'_>, parts: Parts) -> PyResult<Self> {
        if parts.rows.is_empty() {
            return Err(error::new(py, Class::Scene, "a scene must have a part"));
        }
        let first = parts.meshes.first().map(|mesh| &mesh.get().surface);
        let differs = |i: usize| {
            let message =
                format!("all meshes must have one dtype, and meshes[{i}] has another one than meshes[0]");
            part_error(py, message, i)
        };
        let placed = if let Some(Surface::F32(_)) = first {
            let pick =
                |mesh: &Mesh| if let Surface::F32(mesh) = &mesh.surface { Some(mesh.clone()) } else { None };
            Placed::F32(place::<Vec3>(py, shared(&parts.meshes, pick).map_err(differs)?, &parts)?)
        } else {
            let pick =
                |mesh: &Mesh| if let Surface::F64(mesh) = &mesh.surface { Some(mesh.clone()) } else { None };
            Placed::F64(place::<DVec3>(py, shared(&parts.meshes, pick).map_err(differs)?, &parts)?)
        };
        Ok(Self { parts, placed, boxes: Lazy::new() })
    }

    /// Tests that the inside of every part is defined.
    pub(crate) fn need_closed(&self, py: Python<'_>, question: &str) -> PyResult<()> {
        self.parts.meshes.iter().try_for_each(|mesh| mesh.get().need_closed(py, question))
    }

    fn boxes(&self, py: Python<'_>) -> PyResult<Arc<Vec<[[f64; 3]; 2]>>> {
        self.boxes.get(|| {
            let placed = &self.placed;
            let find = |_: &crate::pool::Watch| either!(placed, scene => boxes(scene));
            Ok(Arc::new(heavy(py, &Looker::new(None), find)?))
        })
    }
}

fn place<V: Space>(
    py: Python<'_>,
    meshes: Vec<Arc<TriMesh<V>>>,
    parts: &Parts,
) -> PyResult<Arc<scene::Scene<V>>> {
    let places = parts.instances.iter().zip(&parts.rows);
    let instances = places
        .map(|(mesh, rows)| Instance { mesh: *mesh as usize, world_from_mesh: placements::affine(rows) })
        .collect();
    let made = heavy(py, &Looker::new(None), |_| scene::Scene::try_new(meshes, instances))?;
    made.map(Arc::new).map_err(|found| match found {
        SceneError::SingularTransform { instance } => {
            let message = format!("poses[{instance}] must be in range and must not flatten the mesh");
            error::with(py, Class::Pose, message, |values| values.set_item("index", instance))
        }
        SceneError::NoSuchMesh { instance, .. } => part_error(py, found.to_string(), instance),
        other => error::new(py, Class::Scene, other.to_string()),
    })
}

/// Returns the box around each part.
fn boxes<V: Space>(scene: &scene::Scene<V>) -> Vec<[[f64; 3]; 2]> {
    let used = |mesh: &Arc<TriMesh<V>>| {
        let mut used: Vec<u32> = mesh.triangles().as_flattened().to_vec();
        used.sort_unstable();
        used.dedup();
        used
    };
    let used: Vec<Vec<u32>> = scene.meshes().iter().map(used).collect();
    let around = |part: &Instance<V>| {
        let vertices = scene.meshes()[part.mesh].vertices();
        let none = [[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]];
        used[part.mesh].iter().fold(none, |[mut min, mut max], vertex| {
            let at = numbers(part.world_from_mesh.transform_point(vertices[*vertex as usize]));
            for axis in 0..3 {
                min[axis] = min[axis].min(at[axis].to_f64());
                max[axis] = max[axis].max(at[axis].to_f64());
            }
            [min, max]
        })
    };
    scene.instances().iter().map(around).collect()
}

fn box_array<V: Space>(
    py: Python<'_>,
    _: &scene::Scene<V>,
    shape: &[usize],
    boxes: &[[[f64; 3]; 2]],
) -> PyResult<Py<PyAny>> {
    let flat: Vec<_> = boxes.as_flattened().as_flattened().iter().map(|x| Num::<V>::from_f64(*x)).collect();
    Ok(array_of(py, shape, &flat)?.into_any().unbind())
}

fn dtype_of<V: Space>(_: &scene::Scene<V>) -> &'static str {
    V::DTYPE
}

#[pymethods]
impl Scene {
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
    /// dtype, solid, build, progress
    ///     As for `Mesh`, for each mesh of the file; the default precision is ``float64``.
    ///
    /// Returns
    /// -------
    /// Scene
    ///     The scene, with the instances of the file.
    ///
    /// Raises
    /// ------
    /// FileError
    ///     If the file cannot be read, is cut off, or has no mesh.
    #[classmethod]
    #[pyo3(signature = (path, *, dtype=None, solid=false, build="best", progress=None))]
    fn load(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        path: std::path::PathBuf,
        dtype: Option<&Bound<'_, PyAny>>,
        solid: bool,
        build: &str,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let narrow = precision(py, dtype)? == Some(true);
        Self::of(py, Parts::load(py, &path, narrow, solid, build, progress)?)
    }

    /// Returns the scene with its parts in other places.
    ///
    /// The meshes are shared, only the tree over the parts is built.
    ///
    /// Parameters
    /// ----------
    /// poses : array_like, shape (P, 4, 4) or (P, 3, 4)
    ///     A place for each part.
    ///
    /// Returns
    /// -------
    /// Scene
    ///     A new scene with the same meshes.
    fn moved(&self, py: Python<'_>, poses: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::of(py, self.parts.moved(py, poses)?)
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

    /// Least and greatest corner of the box around each part, shape (P, 2, 3).
    #[getter(boxes)]
    fn box_of_each(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let boxes = self.boxes(py)?;
        either!(&self.placed, scene => box_array(py, scene, &[boxes.len(), 2, 3], &boxes))
    }

    /// Least and greatest corner of the box around all parts, shape (2, 3).
    #[getter]
    fn bounds(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let boxes = self.boxes(py)?;
        let [mut min, mut max] = boxes[0];
        for [low, high] in boxes.iter() {
            for axis in 0..3 {
                min[axis] = min[axis].min(low[axis]);
                max[axis] = max[axis].max(high[axis]);
            }
        }
        either!(&self.placed, scene => box_array(py, scene, &[2, 3], &[[min, max]]))
    }

    /// Precision of the meshes and of the answers.
    #[getter]
    fn dtype(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let name = either!(&self.placed, scene => dtype_of(scene));
        Ok(numpy(py)?.call_method1("dtype", (name,))?.unbind())
    }

    fn __len__(&self) -> usize {
        self.parts.rows.len()
    }

    fn __repr__(&self) -> String {
        let (parts, meshes) = (self.parts.rows.len(), self.parts.meshes.len());
        let name = either!(&self.placed, scene => dtype_of(scene));
        let (s, es) = (if parts == 1 { "" } else { "s" }, if meshes == 1 { "" } else { "es" });
        format!("Scene({} part{s}, {} mesh{es}, {name})", error::grouped(parts), error::grouped(meshes))
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
