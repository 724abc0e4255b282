//! Contacts, sweeps and casts of two shapes: the answers of the query protocol, without its text.

use crate::arrays::{array_of, numbers, real, result_class, shape_text};
use crate::error::{self, Class};
use crate::many;
use crate::questions::{either, list, no_answer, pair};
use crate::shape::{Any, any_of};
use barycast::convex::advance::Turning;
use barycast::dynamic::any::NoAnswer;
use barycast::pair::cast::CastOptions;
use barycast::query::{Hit, Impact, Manifold, Penetration, Side};
use barycast::vector::Vector;
use glam::{DVec2, DVec3};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// Returns the coordinates of a direction, without -0.
fn direction<V: Vector<Scalar = f64>>(normal: Option<V>) -> Option<Vec<f64>> {
    normal.map(|normal| (0..V::DIM).map(|axis| normal.get(axis) + 0.0).collect())
}

/// Returns the coordinates of vectors, one after the other, and how many vectors there are.
fn rows<V: Vector<Scalar = f64>>(vectors: impl Iterator<Item = V>) -> (usize, Vec<f64>) {
    let flat: Vec<f64> = vectors.flat_map(list).collect();
    (flat.len() / V::DIM, flat)
}

/// The fields of one answer.
struct Record<'py> {
    py: Python<'py>,
    fields: Bound<'py, PyDict>,
}

impl<'py> Record<'py> {
    fn new(py: Python<'py>) -> Self {
        Self { py, fields: PyDict::new(py) }
    }

    fn vector(&self, name: &str, vector: Option<&[f64]>) -> PyResult<()> {
        let array = vector.map(|vector| array_of(self.py, &[vector.len()], vector)).transpose()?;
        self.fields.set_item(name, array)
    }

    fn rows(&self, name: &str, (count, flat): &(usize, Vec<f64>)) -> PyResult<()> {
        let array = array_of(self.py, &[*count, flat.len() / (*count).max(1)], flat)?;
        self.fields.set_item(name, array)
    }

    fn number(&self, name: &str, number: f64) -> PyResult<()> {
        self.fields.set_item(name, number)
    }

    /// Makes the object of a class of `_results.py`.
    fn made(&self, class: &str) -> PyResult<Py<PyAny>> {
        Ok(result_class(self.py, class)?.call((), Some(&self.fields))?.unbind())
    }
}

/// A contact in either dimension.
struct Touch {
    normal: Option<Vec<f64>>,
    depth: f64,
    on_a: Vec<f64>,
    on_b: Vec<f64>,
    points: (usize, Vec<f64>),
}

impl Touch {
    fn new<V: Vector<Scalar = f64>>(contact: &Penetration<V>, points: Vec<V>) -> Self {
        Self {
            normal: direction(contact.normal_a_to_b),
            depth: contact.depth,
            on_a: list(contact.on_a),
            on_b: list(contact.on_b),
            points: rows(points.into_iter()),
        }
    }
}

/// Returns the least translation that separates two shapes.
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
/// Contact, None or Contacts
///     ``normal`` from `a` to `b` and ``depth``: moving `b` by ``normal * depth`` makes them just
///     touch. ``None`` if they share no point. Of batches arrays.
///
/// Raises
/// ------
/// UnsupportedPairError
///     If the question has no answer for the two shapes.
///
/// Examples
/// --------
/// >>> import barycast as bc
/// >>> bc.contact(bc.sphere((0, 0, 0), 1), bc.sphere((1.5, 0, 0), 1)).depth
/// 0.5
#[pyfunction]
#[pyo3(signature = (a, b, *, progress=None))]
pub(crate) fn contact(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Option<Py<PyAny>>> {
    if let Some(pairs) = many::pairs(a, b)? {
        return many::contact(py, &pairs, progress).map(Some);
    }
    let found = either!(a, b, |a, b| {
        let found = a.contact_and_manifold_precisely(b)?;
        Ok(found.map(|(contact, manifold)| Touch::new(&contact, a.contact_points(b, &manifold))))
    })?;
    let Some(touch) = found.map_err(|found| no_answer(py, found))? else { return Ok(None) };
    let record = Record::new(py);
    record.vector("normal", touch.normal.as_deref())?;
    record.number("depth", touch.depth)?;
    record.vector("point_a", Some(&touch.on_a))?;
    record.vector("point_b", Some(&touch.on_b))?;
    record.rows("points", &touch.points)?;
    record.made("Contact").map(Some)
}

/// A manifold in either dimension.
struct Touches {
    normal: Option<Vec<f64>>,
    on_a: (usize, Vec<f64>),
    on_b: (usize, Vec<f64>),
    depths: Vec<f64>,
}

impl Touches {
    fn new<V: Vector<Scalar = f64>>(manifold: &Manifold<V>) -> Self {
        Self {
            normal: direction(manifold.normal_a_to_b),
            on_a: rows(manifold.points.iter().map(|point| point.on_a)),
            on_b: rows(manifold.points.iter().map(|point| point.on_b)),
            depths: manifold.points.iter().map(|point| point.depth).collect(),
        }
    }
}

/// Returns the contact manifold of two shapes.
///
/// Parameters
/// ----------
/// a, b : Shape or Mesh
///     The shapes.
///
/// Returns
/// -------
/// Manifold or None
///     ``normal`` from `a` to `b`, and for each of one to four points ``point_a``, ``point_b`` and
///     ``depth``. ``None`` if they share no point.
#[pyfunction]
pub(crate) fn manifold(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
) -> PyResult<Option<Py<PyAny>>> {
    let found = either!(a, b, |a, b| Ok(a.manifold_precisely(b)?.as_ref().map(Touches::new)))?;
    let Some(touches) = found.map_err(|found| no_answer(py, found))? else { return Ok(None) };
    let record = Record::new(py);
    record.vector("normal", touches.normal.as_deref())?;
    record.rows("point_a", &touches.on_a)?;
    record.rows("point_b", &touches.on_b)?;
    record.vector("depth", Some(&touches.depths))?;
    record.made("Manifold").map(Some)
}

/// Reads an option that is a finite vector of the dimension of the shapes.
fn way<V: Vector<Scalar = f64>>(object: &Bound<'_, PyAny>, name: &str) -> PyResult<V> {
    let (py, read) = (object.py(), numbers::<f64>(object, name)?);
    let (shape, dim) = (&read.shape[..], V::DIM);
    if let [2 | 3] = shape
        && shape != [dim]
    {
        let message = format!("{name} has {} numbers, a and b have {dim} dimensions", shape[0]);
        return Err(error::new(py, Class::Dimension, message));
    }
    if shape != [dim] {
        let message = format!("{name} must have shape ({dim},), got {}", shape_text(shape));
        return Err(error::new(py, Class::Option, message));
    }
    if let Some(wrong) = read.slice().iter().find(|x| !x.is_finite()) {
        let message = format!("{name} must be finite, got {}", error::number(*wrong));
        return Err(error::new(py, Class::Option, message));
    }
    Ok(V::from_fn(|axis| read.slice()[axis]))
}

/// Reads an angular velocity in 2D.
fn spin(object: &Bound<'_, PyAny>) -> PyResult<f64> {
    let (py, name) = (object.py(), "angular_velocity");
    let read = numbers::<f64>(object, name)?;
    match read.slice() {
        [spin] if read.shape.is_empty() => real(py, name, *spin, spin.is_finite(), "be finite"),
        _ => {
            let message = format!("{name} is a number in 2D, got shape {}", shape_text(&read.shape));
            Err(error::new(py, Class::Dimension, message))
        }
    }
}

/// The time of impact in either dimension.
struct Arrival {
    t: f64,
    normal: Option<Vec<f64>>,
    point: Vec<f64>,
    error: f64,
}

impl Arrival {
    fn new<V: Vector<Scalar = f64>>(impact: &Impact<V>, error: f64) -> Self {
        Self { t: impact.t, normal: direction(impact.normal_a_to_b), point: list(impact.point), error }
    }

    fn of<V: Vector<Scalar = f64>>(
        found: Result<Option<Impact<V>>, NoAnswer>,
    ) -> Result<Option<Self>, NoAnswer> {
        Ok(found?.map(|impact| Self::new(&impact, 0.0)))
    }

    fn of_turning<V: Vector<Scalar = f64>>(
        found: Result<Option<(Impact<V>, f64)>, NoAnswer>,
    ) -> Result<Option<Self>, NoAnswer> {
        Ok(found?.map(|(impact, error)| Self::new(&impact, error)))
    }
}

/// Returns when `b`, which moves by ``t * velocity``, first touches `a`; never late.
///
/// Parameters
/// ----------
/// a, b : Shape or Mesh
///     The shapes.
/// velocity : array_like, shape (dim,)
///     Velocity of `b`.
/// max_t : float
///     Largest time.
/// angular_velocity : array_like, optional
///     Rotation of `b`, in radians per unit of time; a number in 2D.
/// center_of_rotation : array_like, optional
///     Point about which `b` rotates.
///
/// Returns
/// -------
/// Impact or None
///     ``t`` (0 if they intersect at the start), ``normal``, ``point``, and ``error``, a bound of how
///     early `t` is.
///
/// Raises
/// ------
/// UnsupportedPairError
///     If the question has no answer for the two shapes.
///
/// Examples
/// --------
/// >>> import barycast as bc
/// >>> bc.sweep(bc.sphere((5, 0, 0), 1), bc.sphere((0, 0, 0), 1), (6, 0, 0)).t
/// 0.5
#[pyfunction]
#[pyo3(signature = (a, b, velocity, *, max_t=1.0, angular_velocity=None, center_of_rotation=None))]
pub(crate) fn sweep(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    velocity: &Bound<'_, PyAny>,
    max_t: f64,
    angular_velocity: Option<&Bound<'_, PyAny>>,
    center_of_rotation: Option<&Bound<'_, PyAny>>,
) -> PyResult<Option<Py<PyAny>>> {
    real(py, "max_t", max_t, !max_t.is_nan(), "be a number")?;
    let is_flat = matches!(any_of(a, "a")?, Any::D2(_));
    let (v2, v3) = if is_flat {
        (way::<DVec2>(velocity, "velocity")?, DVec3::ZERO)
    } else {
        (DVec2::ZERO, way::<DVec3>(velocity, "velocity")?)
    };
    let found = if let Some(angular) = angular_velocity {
        let center = center_of_rotation.map(|center| (center, "center_of_rotation"));
        let (mut flat, mut solid) = (None, None);
        if is_flat {
            let center = center.map_or(Ok(DVec2::ZERO), |(center, name)| way(center, name))?;
            flat =
                Some(Turning { velocity: v2, angular_velocity: spin(angular)?, center_of_rotation: center });
        } else {
            let center = center.map_or(Ok(DVec3::ZERO), |(center, name)| way(center, name))?;
            let turn = way::<DVec3>(angular, "angular_velocity")?;
            solid = Some(Turning { velocity: v3, angular_velocity: turn, center_of_rotation: center });
        }
        pair(
            a,
            b,
            |a, b| match &flat {
                Some(motion) => Arrival::of_turning(a.sweep_turning_precisely(b, motion, max_t)),
                None => Ok(None),
            },
            |a, b| match &solid {
                Some(motion) => Arrival::of_turning(a.sweep_turning_precisely(b, motion, max_t)),
                None => Ok(None),
            },
        )?
    } else {
        pair(
            a,
            b,
            |a, b| Arrival::of(a.sweep_precisely(b, v2, max_t)),
            |a, b| Arrival::of(a.sweep_precisely(b, v3, max_t)),
        )?
    };
    let Some(arrival) = found.map_err(|found| no_answer(py, found))? else { return Ok(None) };
    let record = Record::new(py);
    record.number("t", arrival.t)?;
    record.vector("normal", arrival.normal.as_deref())?;
    record.vector("point", Some(&arrival.point))?;
    record.number("error", arrival.error)?;
    record.made("Impact").map(Some)
}

/// A hit in either dimension.
struct Place {
    t: f64,
    point: Option<Vec<f64>>,
    normal: Option<Vec<f64>>,
    side: Side,
    triangle: Option<usize>,
    uv: Option<[f64; 2]>,
}

impl Place {
    fn new<V: Vector<Scalar = f64>>(hit: &Hit<V>) -> Self {
        Self {
            t: hit.t,
            point: hit.point.map(list),
            normal: direction(hit.normal),
            side: hit.side,
            triangle: hit.triangle,
            uv: hit.uv,
        }
    }

    fn made(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let record = Record::new(py);
        record.number("t", self.t)?;
        record.vector("point", self.point.as_deref())?;
        record.vector("normal", self.normal.as_deref())?;
        let side = if self.side == Side::Outside { "outside" } else { "inside" };
        record.fields.set_item("side", side)?;
        record.fields.set_item("triangle", self.triangle)?;
        record.vector("uv", self.uv.as_ref().map(|uv| &uv[..]))?;
        record.made("Hit")
    }
}

/// Reads the options of casts.
pub(crate) fn options(
    py: Python<'_>,
    min_t: f64,
    max_t: Option<f64>,
    cull: bool,
    hollow: bool,
) -> PyResult<CastOptions<f64>> {
    let max_t = max_t.unwrap_or(f64::INFINITY);
    real(py, "min_t", min_t, !min_t.is_nan(), "be a number")?;
    real(py, "max_t", max_t, !max_t.is_nan(), "be a number")?;
    let (min_t, max_t) = ((min_t > 0.0).then_some(min_t), (max_t < f64::INFINITY).then_some(max_t));
    Ok(CastOptions { min_t, max_t, cull, hollow })
}

/// Returns the first point of a shape on a ray, segment or line.
///
/// Parameters
/// ----------
/// ray : Shape or Batch
///     A ray, segment or line.
/// target : Shape, Mesh or Batch
///     The shape; batches broadcast.
/// min_t : float
///     Least parameter, inclusive.
/// max_t : float, optional
///     Largest parameter, inclusive.
/// cull : bool
///     Whether hits of backs are ignored.
/// hollow : bool
///     Whether only the boundary of a solid counts.
/// progress : callable, optional
///     Of batches: is called with the share that is done.
///
/// Returns
/// -------
/// Hit, None or Hits
///     ``t``, ``point``, ``normal`` (``None`` for a start inside), ``side``, ``triangle``, ``uv``. Of
///     batches arrays.
///
/// Examples
/// --------
/// >>> import barycast as bc
/// >>> bc.cast(bc.ray((0, 0, 5), (0, 0, -1)), bc.sphere((0, 0, 0), 1)).t
/// 4.0
#[pyfunction]
#[pyo3(signature = (ray, target, *, min_t=0.0, max_t=None, cull=false, hollow=false, progress=None))]
pub(crate) fn cast(
    py: Python<'_>,
    ray: &Bound<'_, PyAny>,
    target: &Bound<'_, PyAny>,
    min_t: f64,
    max_t: Option<f64>,
    cull: bool,
    hollow: bool,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Option<Py<PyAny>>> {
    let options = options(py, min_t, max_t, cull, hollow)?;
    if let Some(pairs) = many::pairs(ray, target)? {
        return many::cast(py, &pairs, &options, progress).map(Some);
    }
    let found = either!(ray, target, |a, b| Ok(a.cast_with(b, &options)?.as_ref().map(Place::new)))?;
    let found = found.map_err(|found| no_answer(py, found))?;
    found.map(|place| place.made(py)).transpose()
}

/// Returns the ends of every interval of a ray, segment or line in a shape, in order of `t`.
///
/// Parameters
/// ----------
/// ray, target, max_t, cull
///     As for `cast`.
///
/// Returns
/// -------
/// list of Hit
///     Touching a solid gives two equal hits, crossing a surface one.
#[pyfunction]
#[pyo3(signature = (ray, target, *, max_t=None, cull=false))]
pub(crate) fn cast_all(
    py: Python<'_>,
    ray: &Bound<'_, PyAny>,
    target: &Bound<'_, PyAny>,
    max_t: Option<f64>,
    cull: bool,
) -> PyResult<Py<PyList>> {
    let options = options(py, 0.0, max_t, cull, false)?;
    let found = either!(ray, target, |a, b| {
        let hits = a.cast_all_with(b, &options)?;
        Ok(hits.iter().map(Place::new).collect::<Vec<_>>())
    })?;
    let places = found.map_err(|found| no_answer(py, found))?;
    let hits = places.iter().map(|place| place.made(py)).collect::<PyResult<Vec<_>>>()?;
    Ok(PyList::new(py, hits)?.unbind())
}

/// Returns the interval of a ray, segment or line in a solid convex shape.
///
/// Parameters
/// ----------
/// ray, target : Shape
///     A ray, segment or line, and the shape.
///
/// Returns
/// -------
/// tuple of float or None
///     First and last parameter.
#[pyfunction]
pub(crate) fn span(
    py: Python<'_>,
    ray: &Bound<'_, PyAny>,
    target: &Bound<'_, PyAny>,
) -> PyResult<Option<(f64, f64)>> {
    either!(ray, target, |a, b| a.span(b))?.map_err(|found| no_answer(py, found))
}
