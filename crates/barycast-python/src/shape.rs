//! The class `Shape`.

use crate::arrays::array_of;
use crate::error::{self, Class};
use crate::mesh::Mesh;
use crate::placements;
use crate::pool::{self, Looker};
use barycast::dynamic::any::{Shape2, Shape3};
use barycast_protocol::{AnyShape, read_shape};
use glam::{DVec2, DVec3};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::Arc;

/// A shape of either dimension.
#[derive(Clone)]
pub(crate) enum Any {
    D2(Arc<Shape2>),
    D3(Arc<Shape3>),
}

/// A shape, without the fields of its kind.
#[pyclass(frozen, module = "barycast", name = "Shape", subclass)]
pub(crate) struct Core {
    any: Any,
    json: String,
}

#[pymethods]
impl Core {
    /// Reads a shape of the query protocol.
    #[new]
    fn new(py: Python<'_>, json: String) -> PyResult<Self> {
        let read = pool::here(py, &Looker::new(None), |_| read_shape(&json))?;
        let any = match read {
            Ok(AnyShape::D2(shape)) => Any::D2(shape),
            Ok(AnyShape::D3(shape)) => Any::D3(shape),
            Err(fault) => {
                let class = match fault.code {
                    "dimension_mismatch" => Class::Dimension,
                    "unsupported_pair" => Class::Unsupported,
                    "io" => Class::File,
                    _ => Class::Shape,
                };
                let field = fault.field.map(|field| match field.split_once('.') {
                    Some((_, rest)) => rest.to_owned(),
                    None => field,
                });
                return Err(error::with(py, class, fault.message, |values| {
                    values.set_item("code", fault.code)?;
                    values.set_item("field", field)
                }));
            }
        };
        Ok(Self { any, json })
    }

    /// The shape as a request of the query protocol has it.
    #[getter]
    fn json(&self) -> &str {
        &self.json
    }

    /// Number of dimensions, 2 or 3.
    #[getter]
    fn dim(&self) -> usize {
        match self.any {
            Any::D2(_) => 2,
            Any::D3(_) => 3,
        }
    }

    /// Whether the shape has an interior.
    #[getter]
    fn is_solid(&self) -> bool {
        match &self.any {
            Any::D2(shape) => shape.is_solid(),
            Any::D3(shape) => shape.is_solid(),
        }
    }

    /// Least and greatest corner of a box around the shape, infinite where it is unbounded.
    #[getter]
    fn bounds(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let all = (f64::NEG_INFINITY, f64::INFINITY);
        let ends: Vec<(f64, f64)> = match &self.any {
            Any::D2(shape) => {
                [DVec2::X, DVec2::Y].map(|axis| shape.interval_along(axis).unwrap_or(all)).to_vec()
            }
            Any::D3(shape) => {
                let axes = [DVec3::X, DVec3::Y, DVec3::Z];
                axes.map(|axis| shape.interval_along(axis).unwrap_or(all)).to_vec()
            }
        };
        let flat: Vec<f64> = ends.iter().map(|end| end.0).chain(ends.iter().map(|end| end.1)).collect();
        Ok(array_of(py, &[2, ends.len()], &flat)?.into_any().unbind())
    }
}

/// Returns the shape of an object: a shape or a mesh.
pub(crate) fn any_of(object: &Bound<'_, PyAny>, name: &str) -> PyResult<Any> {
    if let Ok(shape) = object.cast::<Core>() {
        return Ok(shape.get().any.clone());
    }
    if let Ok(mesh) = object.cast::<Mesh>() {
        return Ok(Any::D3(mesh.get().shape(object.py())?));
    }
    let message = format!("{name} must be a shape or a mesh, got {}", object.get_type().name()?);
    Err(PyTypeError::new_err(message))
}

/// Returns whether a matrix is within 1e-5 of a rotation, by how much it is off, and the nearest one.
#[pyfunction]
pub(crate) fn nearest_rotation<'py>(py: Python<'py>, matrix: [[f64; 3]; 3]) -> PyResult<Bound<'py, PyTuple>> {
    let columns = glam::DMat3::from_cols_array_2d(&matrix).transpose();
    let (turn, off) = placements::nearest_rotation(&columns);
    let rows = turn.transpose().to_cols_array_2d();
    (off <= placements::RIGID, off, rows).into_pyobject(py)
}
