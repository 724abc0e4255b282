//! The broad phase: pairs of boxes that meet.

use crate::arrays::{numbers, shape_text};
use crate::between;
use crate::error::{self, Class};
use crate::pool::{self, Looker};
use barycast::scene::broad_phase::{self, BroadPhaseError};
use barycast::shape::Aabb;
use barycast::vector::Vector;
use glam::{DVec2, DVec3};
use pyo3::prelude::*;

/// Boxes of one dimension.
enum Boxes {
    D2(Vec<Aabb<DVec2>>),
    D3(Vec<Aabb<DVec3>>),
}

fn boxes_of<V: Vector<Scalar = f64>>(numbers: &[f64]) -> Vec<Aabb<V>> {
    let corner = |at: &[f64]| V::from_fn(|axis| at[axis]);
    let one = |at: &[f64]| Aabb { min: corner(&at[..V::DIM]), max: corner(&at[V::DIM..]) };
    numbers.chunks_exact(2 * V::DIM).map(one).collect()
}

fn read(given: &Bound<'_, PyAny>, name: &str) -> PyResult<Boxes> {
    let array = numbers::<f64>(given, name)?;
    match array.shape.as_slice() {
        [_, 2, 2] => Ok(Boxes::D2(boxes_of(array.slice()))),
        [_, 2, 3] => Ok(Boxes::D3(boxes_of(array.slice()))),
        other => {
            let message = format!("{name} must have shape (N, 2, 3) or (N, 2, 2), got {}", shape_text(other));
            Err(error::new(given.py(), Class::Array, message))
        }
    }
}

fn wrong(py: Python<'_>, found: BroadPhaseError, names: [&str; 2]) -> PyErr {
    let with =
        |class, message, index| error::with(py, class, message, |values| values.set_item("index", index));
    match found {
        BroadPhaseError::InvalidBox { list, index } => {
            let message =
                format!("{}[{index}] must have min <= max along every axis, and no NaN", names[list.min(1)]);
            with(Class::Shape, message, index)
        }
        BroadPhaseError::InvalidDisplacement { index } => {
            let message =
                format!("displacements[{index}] must be finite, and its box must have a finite point");
            with(Class::Shape, message, index)
        }
        other => error::new(py, Class::Array, other.to_string()),
    }
}

/// Sorts pairs, each with the lower id first.
fn in_order(mut pairs: Vec<[u32; 2]>) -> Vec<[u32; 2]> {
    for pair in &mut pairs {
        pair.sort_unstable();
    }
    pairs.sort_unstable();
    pairs
}

/// Returns every pair of boxes that share a point, in order; touching counts.
///
/// Parameters
/// ----------
/// boxes : array_like, shape (N, 2, 3) or (N, 2, 2)
///     Least and greatest corner of each box; they may be infinite.
/// progress : callable, optional
///     Is called while this runs.
///
/// Returns
/// -------
/// ndarray of int32, shape (k, 2)
///     Each pair once, the lower id first.
///
/// Raises
/// ------
/// ShapeError
///     For the first box that is none, with its ``index``.
///
/// Examples
/// --------
/// >>> import barycast as bc
/// >>> bc.pairs([[[0, 0], [2, 2]], [[2, 1], [3, 3]], [[9, 9], [9, 9]]])
/// array([[0, 1]], dtype=int32)
#[pyfunction]
#[pyo3(signature = (boxes, *, progress=None))]
pub(crate) fn pairs(
    py: Python<'_>,
    boxes: &Bound<'_, PyAny>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Py<PyAny>> {
    let boxes = read(boxes, "boxes")?;
    let find = |_: &pool::Watch| {
        let found = match &boxes {
            Boxes::D2(boxes) => broad_phase::pairs(boxes),
            Boxes::D3(boxes) => broad_phase::pairs(boxes),
        };
        found.map(in_order)
    };
    let found = pool::task(py, &Looker::new(progress), find)?;
    between::pairs(py, &found.map_err(|error| wrong(py, error, ["boxes"; 2]))?)
}

/// Returns every pair of a box of `a` and a box of `b` that share a point, in order.
///
/// Parameters
/// ----------
/// a, b : array_like, shape (N, 2, 3) or (N, 2, 2)
///     Least and greatest corner of each box.
/// progress : callable, optional
///     Is called while this runs.
///
/// Returns
/// -------
/// ndarray of int32, shape (k, 2)
///     The id in `a`, then the id in `b`.
///
/// Raises
/// ------
/// ShapeError
///     For the first box that is none, with its ``index``.
#[pyfunction]
#[pyo3(signature = (a, b, *, progress=None))]
pub(crate) fn pairs_between(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Py<PyAny>> {
    let (a, b) = (read(a, "a")?, read(b, "b")?);
    let find = |_: &pool::Watch| {
        let found = match (&a, &b) {
            (Boxes::D2(a), Boxes::D2(b)) => Some(broad_phase::pairs_between(a, b)),
            (Boxes::D3(a), Boxes::D3(b)) => Some(broad_phase::pairs_between(a, b)),
            _ => None,
        };
        found.map(|found| {
            found.map(|mut pairs| {
                pairs.sort_unstable();
                pairs
            })
        })
    };
    let found = pool::task(py, &Looker::new(progress), find)?;
    let Some(found) = found else {
        return Err(error::new(py, Class::Dimension, "boxes of 2 and of 3 dimensions"));
    };
    between::pairs(py, &found.map_err(|error| wrong(py, error, ["a", "b"]))?)
}

/// Returns every pair of boxes that share a point at one time, while each moves in a straight line.
///
/// Parameters
/// ----------
/// boxes : array_like, shape (N, 2, 3) or (N, 2, 2)
///     Least and greatest corner of each box at the start.
/// displacements : array_like, shape (N, 3) or (N, 2)
///     Way of each box.
/// progress : callable, optional
///     Is called while this runs.
///
/// Returns
/// -------
/// ndarray of int32, shape (k, 2)
///     Each pair once, the lower id first; exactly right for the given numbers.
///
/// Raises
/// ------
/// ShapeError
///     For the first box or displacement that is none, with its ``index``.
#[pyfunction]
#[pyo3(signature = (boxes, displacements, *, progress=None))]
pub(crate) fn moving_pairs(
    py: Python<'_>,
    boxes: &Bound<'_, PyAny>,
    displacements: &Bound<'_, PyAny>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Py<PyAny>> {
    let boxes = read(boxes, "boxes")?;
    let by = numbers::<f64>(displacements, "displacements")?;
    let wanted = match &boxes {
        Boxes::D2(boxes) => [boxes.len(), 2],
        Boxes::D3(boxes) => [boxes.len(), 3],
    };
    if by.shape != wanted {
        let (wanted, got) = (shape_text(&wanted), shape_text(&by.shape));
        let message = format!("displacements must have shape {wanted}, got {got}");
        return Err(error::new(py, Class::Array, message));
    }
    let slice = by.slice();
    let find = |_: &pool::Watch| {
        let found = match &boxes {
            Boxes::D2(boxes) => {
                let by: Vec<_> = slice.as_chunks().0.iter().map(|by| DVec2::from_array(*by)).collect();
                broad_phase::moving_pairs(boxes, &by)
            }
            Boxes::D3(boxes) => {
                let by: Vec<_> = slice.as_chunks().0.iter().map(|by| DVec3::from_array(*by)).collect();
                broad_phase::moving_pairs(boxes, &by)
            }
        };
        found.map(in_order)
    };
    let found = pool::task(py, &Looker::new(progress), find)?;
    between::pairs(py, &found.map_err(|error| wrong(py, error, ["boxes"; 2]))?)
}
