//! Yes or no, distances and points of two shapes or batches. `singles.rs` has contacts, sweeps and
//! casts; the rare questions pass through the query protocol, in `_questions.py`.

use crate::answers::{PART, Span, parts, result};
use crate::arrays::{self, Faults, array_of, take, zeros};
use crate::error::{self, Class};
use crate::many;
use crate::mesh::Mesh;
use crate::near::{self, closest};
use crate::pool::{self, Looker};
use crate::shape::{Any, Core, any_of};
use barycast::dynamic::any::{NoAnswer, Shape2, Shape3};
use barycast::shape::Point;
use barycast::vector::Vector;
use glam::{DVec2, DVec3};
use numpy::{Element, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Answers a question of two shapes of the same dimension, with the same text for both dimensions.
macro_rules! either {
    ($a:expr, $b:expr, |$x:ident, $y:ident| $answer:expr) => {
        pair($a, $b, |$x, $y| $answer, |$x, $y| $answer)
    };
}
pub(crate) use either;

/// Answers a question of two shapes of the same dimension.
pub(crate) fn pair<T: Send>(
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    flat: impl FnOnce(&Shape2, &Shape2) -> T + Send,
    solid: impl FnOnce(&Shape3, &Shape3) -> T + Send,
) -> PyResult<T> {
    let py = a.py();
    let looker = Looker::new(None);
    match (any_of(a, "a")?, any_of(b, "b")?) {
        (Any::D2(a), Any::D2(b)) => pool::here(py, &looker, |_| flat(&a, &b)),
        (Any::D3(a), Any::D3(b)) => pool::here(py, &looker, |_| solid(&a, &b)),
        (a, b) => {
            let dim = |any: &Any| if matches!(any, Any::D2(_)) { 2 } else { 3 };
            let message = format!("a has {} dimensions and b has {}", dim(&a), dim(&b));
            Err(error::new(py, Class::Dimension, message))
        }
    }
}

/// Returns the coordinates of a vector.
pub(crate) fn list<V: Vector<Scalar = f64>>(vector: V) -> Vec<f64> {
    (0..V::DIM).map(|axis| vector.get(axis)).collect()
}

pub(crate) fn no_answer(py: Python<'_>, error: NoAnswer) -> PyErr {
    error::new(py, Class::Unsupported, error.to_string())
}

/// Tests whether two shapes share a point; touching counts. Exact.
///
/// Parameters
/// ----------
/// a, b : Shape, Mesh or Batch
///     The shapes; batches broadcast.
/// exact : bool, default True
///     With ``False`` the answers of batches may be wrong within rounding of a touch.
/// progress : callable, optional
///     Of batches: is called with the share that is done.
///
/// Returns
/// -------
/// bool or ndarray of bool
///     An array if either is a batch.
///
/// Examples
/// --------
/// >>> import barycast as bc
/// >>> bc.intersects(bc.sphere((0, 0, 0), 1), bc.point((1, 0, 0)))
/// True
#[pyfunction]
#[pyo3(signature = (a, b, *, exact=true, progress=None))]
pub(crate) fn intersects(
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    exact: bool,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Py<PyAny>> {
    if let Some(pairs) = many::pairs(a, b)? {
        return many::intersects(a.py(), &pairs, exact, progress);
    }
    let found = either!(a, b, |a, b| a.intersects(b))?;
    Ok(found.into_pyobject(a.py())?.to_owned().into_any().unbind())
}

/// Returns the distance of two shapes, 0 exactly if they share a point.
///
/// The distance is accurate to a few roundings of the largest coordinate for points, segments,
/// spheres, capsules and boxes in 3D, and rounded once for all other shapes.
///
/// Parameters
/// ----------
/// a, b : Shape, Mesh or Batch
///     The shapes; batches broadcast.
/// progress : callable, optional
///     Of batches: is called with the share that is done.
///
/// Returns
/// -------
/// float or ndarray
///     An array if either is a batch.
///
/// Examples
/// --------
/// >>> import barycast as bc
/// >>> bc.distance(bc.capsule((3, -1, 0), (3, 1, 0), 0.5), bc.sphere((0, 0, 0), 1))
/// 1.5
#[pyfunction]
#[pyo3(signature = (a, b, *, progress=None))]
pub(crate) fn distance(
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Py<PyAny>> {
    if let Some(pairs) = many::pairs(a, b)? {
        return many::distance(a.py(), &pairs, progress);
    }
    let found = pair(a, b, |a, b| a.closest_precisely(b).distance, near::distance)?;
    Ok(found.into_pyobject(a.py())?.into_any().unbind())
}

/// Returns the distance of two shapes and the points where they are closest.
///
/// Parameters
/// ----------
/// a, b : Shape, Mesh or Batch
///     The shapes; batches broadcast.
/// progress : callable, optional
///     Of batches: is called with the share that is done.
///
/// Returns
/// -------
/// Between
///     ``distance`` (0 exactly if they intersect), ``point_a`` and ``point_b``.
///
/// Examples
/// --------
/// >>> import barycast as bc
/// >>> bc.closest_points(bc.sphere((0, 0, 0), 1), bc.point((3, 0, 0))).point_a
/// array([1., 0., 0.])
#[pyfunction]
#[pyo3(signature = (a, b, *, progress=None))]
pub(crate) fn closest_points(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Py<PyAny>> {
    if let Some(pairs) = many::pairs(a, b)? {
        return many::closest_points(py, &pairs, progress);
    }
    let (distance, on_a, on_b) = pair(
        a,
        b,
        |a, b| {
            let found = a.closest_precisely(b);
            (found.distance, list(found.on_a), list(found.on_b))
        },
        |a, b| {
            let found = closest(a, b);
            (found.distance, list(found.on_a), list(found.on_b))
        },
    )?;
    let dict = PyDict::new(py);
    dict.set_item("distance", array_of(py, &[], &[distance])?)?;
    dict.set_item("point_a", array_of(py, &[on_a.len()], &on_a)?)?;
    dict.set_item("point_b", array_of(py, &[on_b.len()], &on_b)?)?;
    result(py, "Between", &[], &dict)
}

/// Tests whether one shape contains another, or each of many points.
///
/// Parameters
/// ----------
/// a : Shape, Mesh or Batch
///     The containing shape.
/// b : Shape, Mesh, Batch or array_like, shape (..., dim)
///     The shape or the points; batches broadcast.
/// invalid : {"raise", "miss"}
///     What a point does that is not finite.
/// progress : callable, optional
///     Is called with the share that is done, from 0 to 1.
///
/// Returns
/// -------
/// bool or ndarray of bool
///     An array for points or batches.
///
/// Raises
/// ------
/// UnsupportedPairError
///     If the question has no answer for the two shapes.
///
/// Examples
/// --------
/// >>> import barycast as bc
/// >>> bc.contains(bc.sphere((0, 0, 0), 1), [[0, 0, 1], [0, 0, 2]])
/// array([ True, False])
#[pyfunction]
#[pyo3(signature = (a, b, *, invalid="raise", progress=None))]
pub(crate) fn contains(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    invalid: &str,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Py<PyAny>> {
    if let Some(pairs) = many::pairs(a, b)? {
        return many::contains(py, &pairs, progress);
    }
    if b.cast::<Core>().is_ok() || b.cast::<Mesh>().is_ok() {
        let found = either!(a, b, |a, b| a.contains(b))?;
        let found = found.map_err(|error| no_answer(py, error))?;
        return Ok(found.into_pyobject(py)?.to_owned().into_any().unbind());
    }
    let options = (invalid, progress);
    match any_of(a, "a")? {
        Any::D2(shape) => {
            each(b, 2, false, options, |p| shape.intersects(&Shape2::from(Point(DVec2::new(p[0], p[1])))))
        }
        Any::D3(shape) => each(b, 3, false, options, |p| {
            shape.intersects(&Shape3::from(Point(DVec3::new(p[0], p[1], p[2]))))
        }),
    }
}

/// Returns the distance of each point from a shape, negative inside.
///
/// Parameters
/// ----------
/// shape : Shape or Mesh
///     The shape.
/// points : array_like, shape (..., dim)
///     The points.
/// invalid, progress
///     As for `contains`.
///
/// Returns
/// -------
/// ndarray of float64
///     For shapes without an interior the distance; for a plane positive on the side of its normal.
///
/// Examples
/// --------
/// >>> import barycast as bc
/// >>> bc.signed_distance(bc.sphere((0, 0, 0), 1), [[0, 0, 0], [0, 0, 3]])
/// array([-1.,  2.])
#[pyfunction]
#[pyo3(signature = (shape, points, *, invalid="raise", progress=None))]
pub(crate) fn signed_distance(
    shape: &Bound<'_, PyAny>,
    points: &Bound<'_, PyAny>,
    invalid: &str,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Py<PyAny>> {
    let options = (invalid, progress);
    match any_of(shape, "shape")? {
        Any::D2(shape) => {
            each(points, 2, f64::NAN, options, |p| shape.signed_distance(DVec2::new(p[0], p[1])))
        }
        Any::D3(shape) => {
            each(points, 3, f64::NAN, options, |p| shape.signed_distance(DVec3::new(p[0], p[1], p[2])))
        }
    }
}

/// Number of points that cost as much as one of a shape.
const WEIGHT: usize = 4;

fn each<T: Element + Copy>(
    points: &Bound<'_, PyAny>,
    width: usize,
    none: T,
    (invalid, progress): (&str, Option<&Bound<'_, PyAny>>),
    answer: impl Fn(&[f64]) -> T + Sync,
) -> PyResult<Py<PyAny>> {
    let py = points.py();
    let points = arrays::vectors::<f64>(points, "points", width)?;
    let invalid = arrays::invalid(py, invalid)?;
    let (lead, slice, faults) = (points.lead(), points.slice(), Faults::new());
    let made = zeros::<T>(py, lead)?;
    {
        let mut guard = made.readwrite();
        let mut out = guard.as_slice_mut().ok();
        let parts: Vec<_> = parts(lead.iter().product(), PART)
            .into_iter()
            .map(|span| (span, take(&mut out, span.count())))
            .collect();
        let work = |(span, out): (Span, Option<&mut [T]>)| {
            for (i, out) in out.into_iter().flatten().enumerate() {
                let at = (span.first + i) * width;
                let point = &slice[at..at + width];
                *out = if point.iter().all(|x| x.is_finite()) {
                    answer(point)
                } else {
                    faults.note(span.first + i);
                    none
                };
            }
        };
        let count: usize = lead.iter().product();
        pool::each(py, &Looker::new(progress), count * WEIGHT, parts, work)?;
    }
    faults.check_vectors(py, invalid, lead, slice, width)?;
    Ok(made.into_any().unbind())
}
