//! The class `Batch`: many shapes.

use crate::answers::{PART, Span, parts};
use crate::arrays::{Numbers, numbers};
use crate::error::{self, Class};
use crate::mesh::Mesh;
use crate::pool::{self, Looker};
use crate::shape::{Any, Core, any_of};
use crate::solids::Solids;
use barycast::dynamic::any::{Shape2, Shape3};
use barycast::shape::fields::FieldReader;
use barycast::shape::{Ellipsoid, Obb, Rotation, ShapeError};
use barycast::vector::{FloatVector, Vector};
use glam::{DVec2, DVec3};
use numpy::{PyArrayDescr, dtype};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::ops::Range;
use std::sync::Arc;

/// Shapes of one dimension.
#[derive(Clone)]
pub(crate) enum Shapes {
    D2(Arc<Vec<Shape2>>),
    D3(Arc<Solids>),
}

/// Many shapes, which `many` makes.
///
/// `shape` are its leading dimensions: those of the fields without the last.
#[pyclass(frozen, module = "barycast", name = "Batch")]
pub(crate) struct Batch {
    pub(crate) shapes: Shapes,
    pub(crate) lead: Vec<usize>,
    kind: String,
    /// Whether its numbers and answers are of ``float32``.
    pub(crate) narrow: bool,
}

/// Numbers of the fields of many shapes.
struct Columns<'a> {
    fields: Vec<(String, &'a [f64])>,
    count: usize,
}

/// The fields of one shape.
struct At<'a> {
    columns: &'a Columns<'a>,
    index: usize,
}

/// Why numbers are no shape.
enum Fault {
    Shape(ShapeError),
    Missing(&'static str),
}

impl From<ShapeError> for Fault {
    fn from(error: ShapeError) -> Self {
        Self::Shape(error)
    }
}

impl<'a> At<'a> {
    /// Returns the numbers of a field, if it is given.
    fn find(&self, name: &str) -> Option<&'a [f64]> {
        let (_, numbers) = self.columns.fields.iter().find(|(known, _)| known == name)?;
        let width = numbers.len() / self.columns.count;
        Some(&numbers[self.index * width..(self.index + 1) * width])
    }

    fn need<const N: usize>(&self, name: &'static str) -> Result<[f64; N], Fault> {
        let numbers = self.find(name).ok_or(Fault::Missing(name))?;
        numbers.try_into().map_err(|_| Fault::Missing(name))
    }

    fn vector_of<V: Vector<Scalar = f64>>(&self, name: &'static str) -> Result<V, Fault> {
        let numbers =
            self.find(name).filter(|numbers| numbers.len() == V::DIM).ok_or(Fault::Missing(name))?;
        Ok(V::from_fn(|axis| numbers[axis]))
    }

    /// Returns the axes of a shape that may be turned.
    fn axes<V: FloatVector<Scalar = f64>>(&self) -> Result<Option<V::Axes>, Fault> {
        if let Some(axes) = self.find("axes") {
            let axis = |i: usize| V::from_fn(|axis| axes[i * V::DIM + axis]);
            return Ok(Some(V::axes_from_fn(axis)));
        }
        let rotation = if self.find("quaternion").is_some() {
            Rotation::Quaternion(self.need("quaternion")?)
        } else if self.find("angle").is_some() {
            let [angle] = self.need("angle")?;
            Rotation::Angle(angle)
        } else {
            return Ok(None);
        };
        Ok(Some(rotation.axes::<V>()?))
    }

    fn obb<V: FloatVector<Scalar = f64>>(&self) -> Result<Obb<V>, Fault> {
        let (center, half_extents) = (self.vector_of("center")?, self.vector_of("half_extents")?);
        let aligned = Obb::<V>::try_aligned(center, half_extents)?;
        Ok(match self.axes::<V>()? {
            Some(axes) => Obb::try_new(center, half_extents, axes)?,
            None => aligned,
        })
    }

    fn ellipsoid<V: FloatVector<Scalar = f64>>(&self) -> Result<Ellipsoid<V>, Fault> {
        let (center, radii) = (self.vector_of("center")?, self.vector_of("radii")?);
        let aligned = Ellipsoid::<V>::try_aligned(center, radii)?;
        Ok(match self.axes::<V>()? {
            Some(axes) => Ellipsoid::try_new(center, radii, axes)?,
            None => aligned,
        })
    }
}

impl<V: Vector<Scalar = f64>> FieldReader<V> for At<'_> {
    type Error = Fault;

    fn vector(&mut self, name: &'static str) -> Result<V, Fault> {
        self.vector_of(name)
    }

    fn number(&mut self, name: &'static str) -> Result<f64, Fault> {
        let [number] = self.need(name)?;
        Ok(number)
    }

    fn angle(&mut self, name: &'static str) -> Result<f64, Fault> {
        let [number] = self.need(name)?;
        Ok(number)
    }

    fn pair(&mut self, name: &'static str) -> Result<[f64; 2], Fault> {
        self.need(name)
    }
}

fn shape2(kind: &str, mut at: At<'_>) -> Result<Shape2, Fault> {
    match kind {
        "obb" => Ok(at.obb::<DVec2>()?.into()),
        "ellipsoid" | "ellipse" => Ok(at.ellipsoid::<DVec2>()?.into()),
        "circle" => Shape2::from_fields::<DVec2, _>("sphere", &mut at)?.ok_or(Fault::Missing("")),
        _ => Shape2::from_fields::<DVec2, _>(kind, &mut at)?.ok_or(Fault::Missing("")),
    }
}

fn shape3(kind: &str, mut at: At<'_>) -> Result<Shape3, Fault> {
    match kind {
        "obb" => Ok(at.obb::<DVec3>()?.into()),
        "ellipsoid" => Ok(at.ellipsoid::<DVec3>()?.into()),
        _ => Shape3::from_fields::<DVec3, _>(kind, &mut at)?.ok_or(Fault::Missing("")),
    }
}

/// Makes the shapes of a range.
fn made<T: Send>(
    py: Python<'_>,
    kind: &str,
    dim: usize,
    columns: &Columns<'_>,
    range: Range<usize>,
    shape: impl Fn(At<'_>) -> Result<T, Fault> + Sync,
) -> PyResult<Vec<T>> {
    let spans = parts(range.len(), PART);
    let mut found: Vec<Result<Vec<T>, (usize, Fault)>> = Vec::new();
    found.resize_with(spans.len(), || Ok(Vec::new()));
    let work = |(span, found): (Span, &mut Result<Vec<T>, (usize, Fault)>)| {
        let one = |index| shape(At { columns, index }).map_err(|fault| (index, fault));
        let first = range.start + span.first;
        *found = (first..first + span.count()).map(one).collect();
    };
    let parts = spans.into_iter().zip(&mut found).collect();
    pool::each(py, &Looker::new(None), range.len(), parts, work)?;
    let mut all = Vec::with_capacity(range.len());
    for part in found {
        match part {
            Ok(shapes) => all.extend(shapes),
            Err((index, Fault::Shape(wrong))) => {
                return Err(error::with(py, Class::Shape, format!("{kind}[{index}]: {wrong}"), |values| {
                    values.set_item("field", wrong.field)?;
                    values.set_item("index", index)
                }));
            }
            Err((_, Fault::Missing(""))) => {
                let message = format!("there is no {kind} of {dim} dimensions with fields of numbers");
                return Err(error::new(py, Class::Dimension, message));
            }
            Err((_, Fault::Missing(field))) => {
                return Err(PyTypeError::new_err(format!("{kind} must have the field {field}")));
            }
        }
    }
    Ok(all)
}

impl Batch {
    pub(crate) fn dim(&self) -> usize {
        match self.shapes {
            Shapes::D2(_) => 2,
            Shapes::D3(_) => 3,
        }
    }
}

#[pymethods]
impl Batch {
    /// Makes a batch of one kind of fields, which all have a row for each shape.
    #[staticmethod]
    fn _of_fields(
        py: Python<'_>,
        kind: String,
        dim: usize,
        lead: Vec<usize>,
        fields: &Bound<'_, PyDict>,
        narrow: bool,
    ) -> PyResult<Self> {
        let mut arrays: Vec<(String, Numbers<'_, f64>)> = Vec::new();
        for (name, array) in fields {
            let name: String = name.extract()?;
            let read = numbers::<f64>(&array, &name)?;
            arrays.push((name, read));
        }
        let count = lead.iter().product();
        let fields = arrays.iter().map(|(name, array)| (name.clone(), array.slice())).collect();
        let columns = Columns { fields, count };
        let shapes = if dim == 2 {
            Shapes::D2(Arc::new(made(py, &kind, dim, &columns, 0..count, |at| shape2(&kind, at))?))
        } else {
            let make = |range| made(py, &kind, dim, &columns, range, |at| shape3(&kind, at));
            Shapes::D3(Arc::new(Solids::of_kind(&kind, count, &make)?))
        };
        Ok(Self { shapes, lead, kind, narrow })
    }

    /// Makes a batch of shapes of any kinds.
    #[staticmethod]
    fn _of_list(py: Python<'_>, list: Vec<Bound<'_, PyAny>>, narrow: bool) -> PyResult<Self> {
        let (mut flat, mut solid) = (Vec::new(), Vec::new());
        for (i, object) in list.iter().enumerate() {
            if object.cast::<Core>().is_err() && object.cast::<Mesh>().is_err() {
                let message =
                    format!("shapes[{i}] must be a shape or a mesh, got {}", object.get_type().name()?);
                return Err(PyTypeError::new_err(message));
            }
            match any_of(object, "shape")? {
                Any::D2(shape) => flat.push((*shape).clone()),
                Any::D3(shape) => solid.push((*shape).clone()),
            }
            if !flat.is_empty() && !solid.is_empty() {
                let message = format!("shapes[{i}] must have as many dimensions as those before it");
                return Err(error::new(py, Class::Dimension, message));
            }
        }
        let lead = vec![list.len()];
        let shapes = if flat.is_empty() {
            Shapes::D3(Arc::new(Solids::mixed(solid)))
        } else {
            Shapes::D2(Arc::new(flat))
        };
        Ok(Self { shapes, lead, kind: "shape".to_owned(), narrow })
    }

    /// Leading dimensions.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.lead)
    }

    /// Number of dimensions of the shapes, 2 or 3.
    #[getter(dim)]
    fn number_of_dimensions(&self) -> usize {
        self.dim()
    }

    /// Kind of the shapes, ``"shape"`` if they may differ.
    #[getter]
    fn kind(&self) -> &str {
        &self.kind
    }

    /// Precision of the numbers and of the answers.
    #[getter]
    fn dtype<'py>(&self, py: Python<'py>) -> Bound<'py, PyArrayDescr> {
        if self.narrow { dtype::<f32>(py) } else { dtype::<f64>(py) }
    }

    fn __len__(&self) -> PyResult<usize> {
        self.lead.first().copied().ok_or_else(|| PyTypeError::new_err("len() of a batch of one shape"))
    }

    fn __repr__(&self) -> String {
        format!("Batch({}, shape={})", self.kind, crate::arrays::shape_text(&self.lead))
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }
}
