//! Meshes with the parts that show them, as scenes and assemblies take them.

use crate::arrays::{Numbers, array_of, as_array, converted, shape_text};
use crate::error::{self, Class};
use crate::file;
use crate::mesh::Mesh;
use crate::mesh_input::{build, build_of};
use crate::placements::{self, Rows};
use crate::pool::Looker;
use crate::surface::{How, Surface};
use numpy::PyUntypedArrayMethods;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::path::Path;

/// Meshes, and parts that show them.
pub(crate) struct Parts {
    pub(crate) meshes: Vec<Py<Mesh>>,
    /// Mesh of each part.
    pub(crate) instances: Vec<u32>,
    /// Pose of each part.
    pub(crate) rows: Vec<Rows>,
    pub(crate) names: Option<Vec<String>>,
}

/// Reads integers.
pub(crate) fn integers<'py>(object: &Bound<'py, PyAny>, name: &str) -> PyResult<Numbers<'py, i64>> {
    let array = as_array(object, name)?;
    let kind: char = array.dtype().getattr("kind")?.extract()?;
    if kind != 'i' && kind != 'u' && !array.shape().contains(&0) {
        return Err(PyTypeError::new_err(format!("{name} must be integers, got {}", array.dtype().str()?)));
    }
    converted(&array, name)
}

/// Builds the error of a part.
pub(crate) fn part_error(py: Python<'_>, message: String, index: usize) -> PyErr {
    error::with(py, Class::Scene, message, |values| values.set_item("index", index))
}

impl Parts {
    /// Reads the arguments `meshes`, `poses`, `instances` and `names`.
    pub(crate) fn read(
        py: Python<'_>,
        meshes: &Bound<'_, PyAny>,
        poses: Option<&Bound<'_, PyAny>>,
        instances: Option<&Bound<'_, PyAny>>,
        names: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let list = if meshes.cast::<Mesh>().is_ok() { None } else { meshes.try_iter().ok() };
        let Some(list) = list else {
            let message = format!("meshes must be a list of meshes, got {}", meshes.get_type().name()?);
            return Err(PyTypeError::new_err(message));
        };
        let mut meshes = Vec::new();
        for (i, mesh) in list.enumerate() {
            let mesh = mesh?;
            let Ok(mesh) = mesh.cast::<Mesh>() else {
                let message = format!("meshes[{i}] must be a mesh, got {}", mesh.get_type().name()?);
                return Err(PyTypeError::new_err(message));
            };
            meshes.push(mesh.clone().unbind());
        }
        let given = poses.map(|poses| placements::read(py, Some(poses), "poses")).transpose()?;
        if let Some(given) = &given
            && given.lead.len() != 1
        {
            let message = format!("poses must have shape (P, 4, 4) or (P, 3, 4), got {}", given.shape_text());
            return Err(error::new(py, Class::Array, message));
        }
        let instances = match instances {
            Some(instances) => Some(instances_of(py, instances, meshes.len())?),
            None => None,
        };
        let rows = given.map(|given| given.rows);
        let count = instances.as_ref().map_or(meshes.len(), Vec::len);
        if let Some(rows) = &rows
            && rows.len() != count
        {
            let of = if instances.is_some() { "of instances" } else { "of meshes, without instances" };
            let message = format!("there must be as many poses as {of}, {count}, got {}", rows.len());
            return Err(error::new(py, Class::Array, message));
        }
        let names = names.map(|names| names_of(py, names, count)).transpose()?;
        Ok(Self {
            instances: instances.unwrap_or_else(|| (0..count as u32).collect()),
            rows: rows.unwrap_or_else(|| vec![placements::IDENTITY; count]),
            meshes,
            names,
        })
    }

    /// Reads a file.
    pub(crate) fn load(
        py: Python<'_>,
        path: &Path,
        narrow: bool,
        solid: bool,
        build_text: &str,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let how = How { solid, build: build_of(py, build_text)?, compact: false };
        let scene = file::read_scene(py, path)?;
        let looker = Looker::new(progress);
        let mut meshes = Vec::with_capacity(scene.meshes.len());
        for mesh in scene.meshes {
            let surface = if narrow {
                let vertices = mesh.vertices.iter().map(|v| v.as_vec3()).collect();
                Surface::F32(build(py, &looker, vertices, mesh.triangles, how)?)
            } else {
                Surface::F64(build(py, &looker, mesh.vertices, mesh.triangles, how)?)
            };
            meshes.push(Py::new(py, Mesh::of(surface, how).checked(py)?)?);
        }
        let rows = scene.parts.iter().map(|part| {
            let m = part.world_from_mesh;
            let row = |r: usize| {
                [
                    m.x_axis.to_array()[r],
                    m.y_axis.to_array()[r],
                    m.z_axis.to_array()[r],
                    m.translation.to_array()[r],
                ]
            };
            [row(0), row(1), row(2)]
        });
        Ok(Self {
            meshes,
            rows: rows.collect(),
            instances: scene.parts.iter().map(|part| part.mesh as u32).collect(),
            names: Some(scene.parts.into_iter().map(|part| part.name).collect()),
        })
    }

    /// Returns a copy with other poses.
    pub(crate) fn moved(&self, py: Python<'_>, poses: &Bound<'_, PyAny>) -> PyResult<Self> {
        let given = placements::read(py, Some(poses), "poses")?;
        if given.lead != [self.rows.len()] {
            let (wanted, got) = (self.rows.len(), given.shape_text());
            let message = format!("poses must have shape ({wanted}, 4, 4), one for each part, got {got}");
            return Err(error::new(py, Class::Array, message));
        }
        Ok(Self {
            meshes: self.meshes.iter().map(|mesh| mesh.clone_ref(py)).collect(),
            instances: self.instances.clone(),
            rows: given.rows,
            names: self.names.clone(),
        })
    }

    /// Returns the index of a part, by number or name.
    pub(crate) fn find(&self, given: &Bound<'_, PyAny>, name: &str) -> PyResult<usize> {
        find(given, name, self.rows.len(), self.names.as_deref())
    }

    pub(crate) fn mesh_tuple<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.meshes)
    }

    pub(crate) fn pose_array(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let last = [0.0, 0.0, 0.0, 1.0];
        let flat: Vec<f64> =
            self.rows.iter().flat_map(|rows| rows.iter().chain([&last])).flatten().copied().collect();
        Ok(array_of(py, &[self.rows.len(), 4, 4], &flat)?.into_any().unbind())
    }

    pub(crate) fn instance_array(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let flat: Vec<i32> = self.instances.iter().map(|mesh| *mesh as i32).collect();
        Ok(array_of(py, &[flat.len()], &flat)?.into_any().unbind())
    }

    pub(crate) fn name_tuple(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        match &self.names {
            Some(names) => Ok(PyTuple::new(py, names)?.into_any().unbind()),
            None => Ok(py.None()),
        }
    }

    /// Returns the arguments that make the same parts, for pickles: positional and by keyword.
    pub(crate) fn arguments<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        let by_name = PyDict::new(py);
        by_name.set_item("instances", self.instance_array(py)?)?;
        by_name.set_item("names", self.name_tuple(py)?)?;
        Ok(((self.mesh_tuple(py)?, self.pose_array(py)?).into_pyobject(py)?, by_name))
    }
}

fn instances_of(py: Python<'_>, given: &Bound<'_, PyAny>, meshes: usize) -> PyResult<Vec<u32>> {
    let array = integers(given, "instances")?;
    if array.shape.len() != 1 {
        let message = format!("instances must have shape (P,), got {}", shape_text(&array.shape));
        return Err(error::new(py, Class::Array, message));
    }
    let mut instances = Vec::with_capacity(array.slice().len());
    for (i, mesh) in array.slice().iter().enumerate() {
        let known = usize::try_from(*mesh).ok().filter(|mesh| *mesh < meshes);
        let Some(known) = known else {
            let message = format!("instances[{i}] must name one of {meshes} meshes, got {mesh}");
            return Err(part_error(py, message, i));
        };
        instances.push(known as u32);
    }
    Ok(instances)
}

/// Reads one name for each of `count` things.
pub(crate) fn names_of(py: Python<'_>, given: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<String>> {
    let Ok(names) = given.extract::<Vec<String>>() else {
        return Err(PyTypeError::new_err("names must be a list of strings"));
    };
    if names.len() == count {
        return Ok(names);
    }
    let message = format!("there must be {count} names, got {}", names.len());
    Err(error::new(py, Class::Array, message))
}

/// Finds one of `count` things by number or name.
pub(crate) fn find(
    given: &Bound<'_, PyAny>,
    name: &str,
    count: usize,
    names: Option<&[String]>,
) -> PyResult<usize> {
    let py = given.py();
    let index = match given.extract::<i64>() {
        Ok(index) => usize::try_from(index).ok().filter(|index| *index < count),
        Err(_) => {
            let Ok(text) = given.extract::<String>() else {
                let kind = given.get_type();
                let message = format!("{name} must be a number or a name, got {}", kind.name()?);
                return Err(PyTypeError::new_err(message));
            };
            names.and_then(|names| names.iter().position(|known| *known == text))
        }
    };
    index.ok_or_else(|| {
        let message = match given.repr() {
            Ok(text) => format!("{name} must be one of {count}, by number or name, got {text}"),
            Err(error) => error.to_string(),
        };
        error::new(py, Class::Scene, message)
    })
}
