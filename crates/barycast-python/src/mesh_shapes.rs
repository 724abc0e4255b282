//! Questions of a mesh and a shape, in one pose or many.

use crate::answers::result;
use crate::arrays::{array_of, indexed, real, vectors};
use crate::between::Poses;
use crate::error::{self, Class};
use crate::mesh::Mesh;
use crate::placements::{self, Rows};
use crate::shape::{Any, any_of};
use barycast::dynamic::any::{NoAnswer, Shape3};
use barycast::query::SweepOptions;
use glam::DVec3;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;

/// A mesh and a shape, which each pose places.
pub(crate) struct Pair {
    mesh: Arc<Shape3>,
    shape: Arc<Shape3>,
}

/// Error of one pose.
#[derive(Clone)]
enum Fault {
    Pose(String),
    Pair(NoAnswer),
}

/// Returns the shape in its place.
fn placed(shape: &Shape3, rows: &Rows) -> Result<Shape3, Fault> {
    let pose = placements::rigid(rows).map_err(Fault::Pose)?;
    shape.posed(&pose.axes(), pose.translation()).map_err(|error| Fault::Pose(error.to_string()))
}

impl Pair {
    /// Reads a shape, which is the argument `name`.
    pub(crate) fn new(mesh: &Mesh, shape: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        let py = shape.py();
        match any_of(shape, name)? {
            Any::D3(shape) => Ok(Self { mesh: mesh.shape(py)?, shape }),
            Any::D2(_) => {
                let message = format!("{name} must have 3 dimensions, and has 2");
                Err(error::new(py, Class::Dimension, message))
            }
        }
    }

    /// Answers each pose. Without a pose the shape is where it was made.
    fn each<T: Send + Clone>(
        &self,
        py: Python<'_>,
        poses: &Poses<'_, '_>,
        answer: impl Fn(&Shape3, &Shape3) -> Result<T, NoAnswer> + Sync,
    ) -> PyResult<(Vec<usize>, Vec<T>)> {
        let (mesh, shape, as_made) = (&*self.mesh, &*self.shape, poses.pose.is_none());
        let (lead, found) = poses.each(py, None, |rows| {
            let found = if as_made {
                answer(mesh, shape).map_err(Fault::Pair)
            } else {
                placed(shape, rows).and_then(|shape| answer(mesh, &shape).map_err(Fault::Pair))
            };
            Some(found)
        })?;
        let mut answers = Vec::with_capacity(found.len());
        for (i, found) in found.into_iter().flatten().enumerate() {
            answers.push(found.map_err(|fault| match fault {
                Fault::Pair(found) => error::new(py, Class::Unsupported, found.to_string()),
                Fault::Pose(what) => {
                    let message = format!("{}: {what}", indexed("pose", i, &lead));
                    error::with(py, Class::Pose, message, |values| values.set_item("index", i))
                }
            })?);
        }
        Ok((lead, answers))
    }

    /// Answers `Mesh.intersects`.
    pub(crate) fn intersects(&self, py: Python<'_>, poses: &Poses<'_, '_>) -> PyResult<Py<PyAny>> {
        let (lead, answers) = self.each(py, poses, |mesh, shape| Ok(mesh.intersects(shape)))?;
        Ok(array_of(py, &lead, &answers)?.into_any().unbind())
    }

    /// Answers `Mesh.contact`.
    pub(crate) fn contact(&self, py: Python<'_>, poses: &Poses<'_, '_>) -> PyResult<Py<PyAny>> {
        let (lead, found) = self.each(py, poses, |mesh, shape| mesh.contact(shape))?;
        let dict = PyDict::new(py);
        let depths = found.iter().map(|found| found.map_or(f64::NAN, |contact| contact.depth));
        dict.set_item("depth", array_of(py, &lead, &depths.collect::<Vec<_>>())?)?;
        let normals = found.iter().map(|found| found.and_then(|contact| contact.normal_a_to_b));
        dict.set_item("normal", points(py, &lead, normals)?)?;
        dict.set_item("point_a", points(py, &lead, found.iter().map(|found| found.map(|c| c.on_a)))?)?;
        dict.set_item("point_b", points(py, &lead, found.iter().map(|found| found.map(|c| c.on_b)))?)?;
        result(py, "Contacts", &lead, &dict)
    }

    /// Answers `Mesh.sweep`.
    pub(crate) fn sweep(
        &self,
        py: Python<'_>,
        velocity: &Bound<'_, PyAny>,
        max_t: f64,
        poses: &Poses<'_, '_>,
    ) -> PyResult<Py<PyAny>> {
        real(py, "max_t", max_t, max_t >= 0.0, "be 0 or more")?;
        let read = vectors::<f64>(velocity, "velocity", 3)?;
        let way = match read.vectors() {
            [way] if read.lead().is_empty() && way.iter().all(|x| x.is_finite()) => DVec3::from(*way),
            _ => {
                let message = "velocity must be one vector of three finite numbers";
                return Err(error::new(py, Class::Array, message));
            }
        };
        let options = SweepOptions::default();
        let (lead, found) =
            self.each(py, poses, |mesh, shape| mesh.sweep_with(shape, way, max_t, &options))?;
        let dict = PyDict::new(py);
        let times = found.iter().map(|found| found.map_or(f64::INFINITY, |impact| impact.t));
        dict.set_item("t", array_of(py, &lead, &times.collect::<Vec<_>>())?)?;
        let normals = found.iter().map(|found| found.and_then(|impact| impact.normal_a_to_b));
        dict.set_item("normal", points(py, &lead, normals)?)?;
        dict.set_item("point", points(py, &lead, found.iter().map(|found| found.map(|i| i.point)))?)?;
        result(py, "Impacts", &lead, &dict)
    }
}

/// Makes an array of vectors, NaN for none.
fn points<'py>(
    py: Python<'py>,
    lead: &[usize],
    points: impl Iterator<Item = Option<DVec3>>,
) -> PyResult<Bound<'py, PyAny>> {
    let flat: Vec<f64> = points.flat_map(|point| point.unwrap_or(DVec3::NAN).to_array()).collect();
    Ok(array_of(py, &[lead, &[3]].concat(), &flat)?.into_any())
}
