//! Reads the bodies and the arrays of a pose checker.

use crate::arrays::{Numbers, broadcast, numbers, shape_text, stretched};
use crate::error::{self, Class};
use crate::mesh::Mesh;
use crate::parts::find;
use crate::placements;
use crate::shape::{Any, Core, any_of};
use barycast::dynamic::any::Shape3;
use barycast::frame::Pose;
use barycast::scene::poses::{PoseArrays, PoseBody};
use glam::DVec3;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use std::ops::Range;

fn is_shape(object: &Bound<'_, PyAny>) -> bool {
    object.cast::<Mesh>().is_ok() || object.cast::<Core>().is_ok()
}

fn shape(object: &Bound<'_, PyAny>, name: &str) -> PyResult<Shape3> {
    match any_of(object, name)? {
        Any::D3(shape) => Ok((*shape).clone()),
        Any::D2(_) => {
            let message = format!("{name} must have 3 dimensions, and has 2");
            Err(error::new(object.py(), Class::Dimension, message))
        }
    }
}

/// Reads a body: a mesh, a shape, or a list of these with a pose each.
pub(crate) fn body(object: &Bound<'_, PyAny>, name: &str) -> PyResult<PoseBody> {
    let py = object.py();
    if is_shape(object) {
        return Ok(PoseBody::from(shape(object, name)?));
    }
    let Ok(list) = object.cast::<PyList>() else {
        let kind = object.get_type();
        let message =
            format!("{name} must be a mesh, a shape or a list of (body, pose), got {}", kind.name()?);
        return Err(PyTypeError::new_err(message));
    };
    if list.is_empty() {
        return Err(error::new(py, Class::Shape, format!("{name} must have a part")));
    }
    let mut parts = Vec::with_capacity(list.len());
    for (i, part) in list.iter().enumerate() {
        let name = format!("{name}[{i}]");
        let Some((part, pose)) = two(&part)? else {
            return Err(PyTypeError::new_err(format!("{name} must be (body, pose)")));
        };
        parts.push((shape(&part, &name)?, placements::one_rigid(py, &pose, &format!("the pose of {name}"))?));
    }
    PoseBody::try_new(&parts).map_err(|error| error::new(py, Class::Pose, format!("{name}: {error}")))
}

/// Reads a body of the world: a body, or one with its pose.
pub(crate) fn placed(object: &Bound<'_, PyAny>, name: &str) -> PyResult<(PoseBody, Pose<DVec3>)> {
    if let Ok(tuple) = object.cast::<PyTuple>() {
        let Some((of, pose)) = two(tuple)? else {
            return Err(PyTypeError::new_err(format!("{name} must be a body or (body, pose)")));
        };
        let pose = placements::one_rigid(object.py(), &pose, &format!("the pose of {name}"))?;
        return Ok((body(&of, name)?, pose));
    }
    Ok((body(object, name)?, Pose::identity()))
}

/// Returns the two items of a sequence of two.
fn two<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<(Bound<'py, PyAny>, Bound<'py, PyAny>)>> {
    if is_shape(object) || object.len().is_ok_and(|length| length != 2) || object.try_iter().is_err() {
        return Ok(None);
    }
    Ok(Some((object.get_item(0)?, object.get_item(1)?)))
}

/// Reads what may touch: a symmetric matrix of booleans, or pairs of numbers or names. Returns whether
/// each pair of bodies may.
pub(crate) fn allowed(
    py: Python<'_>,
    given: Option<&Bound<'_, PyAny>>,
    count: usize,
    names: Option<&[String]>,
) -> PyResult<Vec<bool>> {
    let mut may = vec![false; count * count];
    let Some(given) = given else { return Ok(may) };
    if let Ok(matrix) = given.extract::<Vec<Vec<bool>>>()
        && !matrix.is_empty()
    {
        if matrix.len() != count || matrix.iter().any(|row| row.len() != count) {
            let message = format!("allowed must have shape ({count}, {count}), or be a list of pairs");
            return Err(error::new(py, Class::Array, message));
        }
        for (a, row) in matrix.iter().enumerate() {
            for (b, touch) in row.iter().enumerate() {
                if matrix[b][a] != *touch {
                    let message =
                        format!("allowed must be symmetric, and differs at [{a}, {b}] and [{b}, {a}]");
                    return Err(error::new(py, Class::Array, message));
                }
                may[a * count + b] = *touch;
            }
        }
        return Ok(may);
    }
    for (i, pair) in given.try_iter()?.enumerate() {
        let name = format!("allowed[{i}]");
        let Some((a, b)) = two(&pair?)? else {
            return Err(PyTypeError::new_err(format!("{name} must be a pair")));
        };
        let (a, b) = (find(&a, &name, count, names)?, find(&b, &name, count, names)?);
        may[a * count + b] = true;
        may[b * count + a] = true;
    }
    Ok(may)
}

/// Poses of one or more bodies for each configuration.
pub(crate) struct Matrices<'py> {
    array: Numbers<'py, f64>,
    /// Number of bodies of a configuration.
    bodies: usize,
    /// Number of rows of a matrix.
    height: usize,
}

/// Numbers of poses, without their array.
#[derive(Clone, Copy)]
pub(crate) struct Rows<'a> {
    numbers: &'a [f64],
    bodies: usize,
    height: usize,
}

impl<'a> Rows<'a> {
    /// Returns the poses of some configurations.
    pub(crate) fn of(&self, configurations: &Range<usize>) -> PoseArrays<'a> {
        let at = configurations.start * self.bodies..configurations.end * self.bodies;
        if self.height == 3 {
            PoseArrays::ThreeRows(&self.numbers.as_chunks().0[at])
        } else {
            PoseArrays::FourRows(&self.numbers.as_chunks().0[at])
        }
    }
}

impl Matrices<'_> {
    fn lead(&self) -> &[usize] {
        &self.array.shape[..self.array.shape.len() - 3]
    }

    pub(crate) fn rows(&self) -> Rows<'_> {
        Rows { numbers: self.array.slice(), bodies: self.bodies, height: self.height }
    }

    /// Describes what is wrong with a matrix.
    pub(crate) fn wrong(&self, index: usize) -> String {
        let numbers = &self.array.slice()[4 * self.height * index..4 * self.height * (index + 1)];
        let row = |r: usize| [0, 1, 2, 3].map(|column| numbers[4 * r + column]);
        if let Some(bad) = numbers.iter().find(|x| !x.is_finite()) {
            return format!("every number must be finite, got {}", error::number(*bad));
        }
        if self.height == 4 && row(3) != [0.0, 0.0, 0.0, 1.0] {
            let last = row(3).map(error::number).join(", ");
            return format!("the last row must be [0, 0, 0, 1], got [{last}]");
        }
        match placements::rigid(&[row(0), row(1), row(2)]) {
            Err(what) => what,
            Ok(_) => "not a rotation, off by a little more than 1e-5".to_owned(),
        }
    }
}

fn matrices<'py>(given: &Bound<'py, PyAny>, name: &str, bodies: usize) -> PyResult<Matrices<'py>> {
    let array = numbers::<f64>(given, name)?;
    let height = match array.shape.as_slice() {
        [.., count, height @ (3 | 4), 4] if *count == bodies => *height,
        other => {
            let got = shape_text(other);
            let message =
                format!("{name} must have shape (..., {bodies}, 4, 4) or (..., {bodies}, 3, 4), got {got}");
            return Err(error::new(given.py(), Class::Array, message));
        }
    };
    Ok(Matrices { array, bodies, height })
}

/// The arrays of a batch, and its leading dimensions.
pub(crate) struct Configurations<'py> {
    pub(crate) lead: Vec<usize>,
    pub(crate) links: Matrices<'py>,
    pub(crate) world: Option<Matrices<'py>>,
}

impl<'py> Configurations<'py> {
    /// Reads the poses of `links` links and, if given, of `world` other bodies, which broadcast.
    pub(crate) fn read(
        poses: &Bound<'py, PyAny>,
        world_poses: Option<&Bound<'py, PyAny>>,
        [links, world]: [usize; 2],
    ) -> PyResult<Self> {
        let py = poses.py();
        let mut links = matrices(poses, "poses", links)?;
        let Some(given) = world_poses else {
            return Ok(Self { lead: links.lead().to_vec(), links, world: None });
        };
        let mut world = matrices(given, "world_poses", world)?;
        let Some(lead) = broadcast(links.lead(), world.lead()) else {
            let [a, b] = [&links, &world].map(|given| shape_text(&given.array.shape));
            let message = format!("poses {a} and world_poses {b} do not broadcast");
            return Err(error::new(py, Class::Array, message));
        };
        links.array = stretched(py, links.array, &lead, 3, "poses")?;
        world.array = stretched(py, world.array, &lead, 3, "world_poses")?;
        Ok(Self { lead, links, world: Some(world) })
    }

    pub(crate) fn count(&self) -> usize {
        self.lead.iter().product()
    }
}

/// Reads the margin: one number, or one for each of the candidates.
pub(crate) fn margin(given: Option<&Bound<'_, PyAny>>, candidates: usize) -> PyResult<Vec<f64>> {
    let Some(given) = given else { return Ok(Vec::new()) };
    let py = given.py();
    let array = numbers::<f64>(given, "margin")?;
    if !array.shape.is_empty() && array.shape != [candidates] {
        let message = format!(
            "margin must be a number or have shape ({candidates},), one for each candidate, got {}",
            shape_text(&array.shape)
        );
        return Err(error::new(py, Class::Array, message));
    }
    if let Some(bad) = array.slice().iter().find(|margin| margin.is_nan() || **margin < 0.0) {
        let message = format!("margin must be 0 or more, got {}", error::number(*bad));
        return Err(error::new(py, Class::Option, message));
    }
    Ok(array.slice().to_vec())
}
