//! The classes `Curve`, `Patch` and `Tube` of `barycast.curves`.

use crate::answers::{PART, Span, parts, result};
use crate::arrays::{self, Faults, array_of, broadcast, numbers, real, shape_text, stretched, take, vectors};
use crate::error::{self, Class};
use crate::pool::{self, Looker};
use barycast::curve::PiecewiseBezier;
use barycast::curve::tube::Tube as Round;
use barycast::shape::Ray;
use barycast::surface::{Parameter, PatchGrid};
use barycast::vector::FloatVector;
use barycast_protocol::{AnyCurve, ShapeFault, read_curve, read_surface};
use glam::DVec3;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::sync::Arc;

/// Number of rays that cost as much as a question.
const WEIGHT: usize = 16;

/// A curve in two or three dimensions, which the functions of this module make.
///
/// A curve never changes. A parameter beyond its ends is that of the end.
///
/// Examples
/// --------
/// >>> from barycast import curves
/// >>> arch = curves.bezier([[0, 0], [1, 2], [2, 0]])
/// >>> arch.evaluate(0.5).point, arch.range
/// (array([1., 1.]), (0.0, 1.0))
#[pyclass(frozen, module = "barycast.curves", name = "Curve")]
pub(crate) struct Curve {
    curve: AnyCurve,
    json: String,
}

/// A surface over two parameters, which the functions of this module make.
///
/// A surface never changes. Parameters beyond its edges are those of the edge.
///
/// Examples
/// --------
/// >>> from barycast import curves
/// >>> flat = curves.bezier_patch([[[0, 0, 0], [0, 2, 0]], [[2, 0, 0], [2, 2, 0]]])
/// >>> flat.evaluate(0.5, 0.25).point
/// array([1. , 0.5, 0. ])
#[pyclass(frozen, module = "barycast.curves", name = "Patch")]
pub(crate) struct Patch {
    surface: Arc<PatchGrid<DVec3>>,
    json: String,
}

/// All points within a radius of a curve in three dimensions.
///
/// Parameters
/// ----------
/// curve : Curve
///     The curve.
/// radius : float
///     The radius, at least 0.
///
/// Examples
/// --------
/// >>> from barycast import curves
/// >>> pipe = curves.Tube(curves.bezier([[0, 0, 0], [4, 0, 0]]), 0.5)
/// >>> float(pipe.signed_distance([2, 0, 3]))
/// 2.5
#[pyclass(frozen, module = "barycast.curves", name = "Tube")]
pub(crate) struct Tube {
    tube: Arc<Round<DVec3>>,
    curve: Py<Curve>,
    radius: f64,
}

/// Builds the error of a curve or surface.
fn fault(py: Python<'_>, found: ShapeFault) -> PyErr {
    let field = found.field.as_deref().map(|field| field.rsplit('.').next().unwrap_or(field).to_owned());
    let class = if found.code == "dimension_mismatch" { Class::Dimension } else { Class::Shape };
    error::with(py, class, found.message, |values| {
        values.set_item("code", found.code)?;
        values.set_item("field", field)
    })
}

/// A question of many rows of numbers.
struct Rows<'a, 'py> {
    /// Name of the argument, and of its rows.
    name: [&'a str; 2],
    lead: &'a [usize],
    numbers: &'a [f64],
    /// Number of numbers of a row.
    width: usize,
    invalid: &'a str,
    progress: Option<&'a Bound<'py, PyAny>>,
}

impl Rows<'_, '_> {
    /// Answers each row by the numbers of some fields, of which each has a name and a width, 0 for one
    /// number without a dimension. Returns the arrays.
    fn answer<'py>(
        &self,
        py: Python<'py>,
        fields: &[(&str, usize)],
        none: f64,
        answer: impl Fn(&[f64], &mut [f64]) + Sync,
    ) -> PyResult<Bound<'py, PyDict>> {
        let invalid = arrays::invalid(py, self.invalid)?;
        let (numbers, faults) = (self.numbers, Faults::new());
        let (width, count): (usize, usize) = (self.width, self.lead.iter().product());
        let each: usize = fields.iter().map(|field| field.1.max(1)).sum();
        let mut found = vec![f64::NAN; count * each];
        {
            let mut rest = Some(&mut found[..]);
            let spans = parts(count, PART / 16).into_iter();
            let parts = spans.map(|span| (span, take(&mut rest, span.count() * each))).collect();
            let work = |(span, out): (Span, Option<&mut [f64]>)| {
                for (i, out) in out.unwrap_or(&mut []).chunks_exact_mut(each).enumerate() {
                    let at = span.first + i;
                    let row = &numbers[at * width..(at + 1) * width];
                    if row.iter().all(|x| x.is_finite()) {
                        answer(row, out);
                    } else {
                        faults.note(at);
                        out[0] = none;
                    }
                }
            };
            pool::each(py, &Looker::new(self.progress), count * WEIGHT, parts, work)?;
        }
        faults.check_numbers(py, invalid, self.lead, self.name, (numbers, width))?;
        let dict = PyDict::new(py);
        let mut first = 0;
        for (name, width) in fields {
            let side = (*width).max(1);
            let column: Vec<f64> =
                found.chunks_exact(each).flat_map(|row| &row[first..first + side]).copied().collect();
            let shape = if *width == 0 { self.lead.to_vec() } else { [self.lead, &[*width]].concat() };
            dict.set_item(*name, array_of(py, &shape, &column)?)?;
            first += side;
        }
        Ok(dict)
    }
}

/// Writes a vector, or NaN for one without a direction.
fn put<V: FloatVector<Scalar = f64>>(out: &mut [f64], vector: V) {
    for (axis, number) in out.iter_mut().enumerate() {
        *number = vector.get(axis);
    }
}

fn put_direction<V: FloatVector<Scalar = f64>>(out: &mut [f64], vector: V) {
    if (0..V::DIM).any(|axis| vector.get(axis) != 0.0) {
        put(out, vector);
    }
}

fn evaluate<V: FloatVector<Scalar = f64>>(curve: &PiecewiseBezier<V>, t: f64, out: &mut [f64]) {
    let [point, derivative, second, _] = curve.jet(t);
    let dim = V::DIM;
    put(&mut out[..dim], point);
    put(&mut out[dim..2 * dim], derivative);
    put(&mut out[2 * dim..3 * dim], second);
    put_direction(&mut out[3 * dim..4 * dim], curve.tangent(t));
    put_direction(&mut out[4 * dim..5 * dim], curve.normal(t));
    out[5 * dim] = curve.curvature(t);
}

fn nearest<V: FloatVector<Scalar = f64>>(curve: &PiecewiseBezier<V>, from: &[f64], out: &mut [f64]) {
    let found = curve.nearest(V::from_fn(|axis| from[axis]));
    (out[0], out[1]) = (found.distance, found.u);
    put(&mut out[2..], found.point);
}

impl Curve {
    fn number_of_dimensions(&self) -> usize {
        match self.curve {
            AnyCurve::D2(_) => 2,
            AnyCurve::D3(_) => 3,
        }
    }
}

#[pymethods]
impl Curve {
    /// Reads a curve of the query protocol.
    #[staticmethod]
    fn _of(py: Python<'_>, json: String) -> PyResult<Self> {
        let read = pool::here(py, &Looker::new(None), |_| read_curve(&json))?;
        Ok(Self { curve: read.map_err(|found| fault(py, found))?, json })
    }

    /// Number of dimensions, 2 or 3.
    #[getter]
    fn dim(&self) -> usize {
        self.number_of_dimensions()
    }

    /// First and last parameter.
    #[getter]
    fn range(&self) -> (f64, f64) {
        let [first, last] = match &self.curve {
            AnyCurve::D2(curve) => curve.range(),
            AnyCurve::D3(curve) => curve.range(),
        };
        (first, last)
    }

    /// Least and greatest corner of a box that holds the curve, shape (2, dim).
    #[getter]
    fn bounds(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let flat = match &self.curve {
            AnyCurve::D2(curve) => {
                [curve.bounds().min, curve.bounds().max].map(|corner| corner.to_array()).concat()
            }
            AnyCurve::D3(curve) => {
                [curve.bounds().min, curve.bounds().max].map(|corner| corner.to_array()).concat()
            }
        };
        Ok(array_of(py, &[2, self.number_of_dimensions()], &flat)?.into_any().unbind())
    }

    /// Returns the point, the derivatives and the directions at each parameter.
    ///
    /// Parameters
    /// ----------
    /// t : array_like, shape (...)
    ///     The parameters.
    /// invalid : {"raise", "miss"}
    ///     What a parameter does that is not finite.
    /// progress : callable, optional
    ///     Is called with the share that is done, from 0 to 1.
    ///
    /// Returns
    /// -------
    /// CurvePoints
    ///     ``point``, ``derivative``, ``second_derivative``, ``tangent`` and ``normal`` (of length 1;
    ///     NaN where there is none) and ``curvature``.
    #[pyo3(signature = (t, *, invalid="raise", progress=None))]
    fn evaluate(
        &self,
        t: &Bound<'_, PyAny>,
        invalid: &str,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let (py, dim) = (t.py(), self.number_of_dimensions());
        let given = numbers::<f64>(t, "t")?;
        let lead = &given.shape;
        let rows =
            Rows { name: ["t", "parameters"], lead, numbers: given.slice(), width: 1, invalid, progress };
        let names = ["point", "derivative", "second_derivative", "tangent", "normal"].map(|name| (name, dim));
        let fields = [&names[..], &[("curvature", 0)]].concat();
        let dict = match &self.curve {
            AnyCurve::D2(curve) => rows.answer(py, &fields, f64::NAN, |t, out| evaluate(curve, t[0], out))?,
            AnyCurve::D3(curve) => rows.answer(py, &fields, f64::NAN, |t, out| evaluate(curve, t[0], out))?,
        };
        result(py, "CurvePoints", lead, &dict)
    }

    /// Returns the point of the curve nearest to each point: none is nearer.
    ///
    /// Parameters
    /// ----------
    /// points : array_like, shape (..., dim)
    ///     The points.
    /// invalid, progress
    ///     As for `evaluate`.
    ///
    /// Returns
    /// -------
    /// CurveNearest
    ///     ``distance``, ``t`` and ``point``.
    #[pyo3(signature = (points, *, invalid="raise", progress=None))]
    fn nearest(
        &self,
        points: &Bound<'_, PyAny>,
        invalid: &str,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let (py, width) = (points.py(), self.number_of_dimensions());
        let given = vectors::<f64>(points, "points", width)?;
        let lead = given.lead();
        let rows = Rows { name: ["points"; 2], lead, numbers: given.slice(), width, invalid, progress };
        let fields = [("distance", 0), ("t", 0), ("point", width)];
        let dict = match &self.curve {
            AnyCurve::D2(curve) => {
                rows.answer(py, &fields, f64::INFINITY, |p, out| nearest(curve, p, out))?
            }
            AnyCurve::D3(curve) => {
                rows.answer(py, &fields, f64::INFINITY, |p, out| nearest(curve, p, out))?
            }
        };
        result(py, "CurveNearest", lead, &dict)
    }

    /// Returns the length of the curve, and by how much it may be off.
    ///
    /// Parameters
    /// ----------
    /// tolerance : float
    ///     The error that is wanted; rounding may be larger.
    ///
    /// Returns
    /// -------
    /// tuple of float
    ///     The length, and a bound of its error.
    #[pyo3(signature = (tolerance=0.0), text_signature = "(self, tolerance=0)")]
    fn length(&self, py: Python<'_>, tolerance: f64) -> PyResult<(f64, f64)> {
        real(py, "tolerance", tolerance, tolerance >= 0.0, "be 0 or more")?;
        let found = pool::task(py, &Looker::new(None), |_| match &self.curve {
            AnyCurve::D2(curve) => curve.length(tolerance),
            AnyCurve::D3(curve) => curve.length(tolerance),
        })?;
        Ok((found.value, found.error))
    }

    fn __repr__(&self) -> String {
        let (first, last) = self.range();
        format!("Curve(dim={}, range=({first:?}, {last:?}))", self.number_of_dimensions())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        (slf.get_type().getattr("_of")?, (&slf.get().json,)).into_pyobject(slf.py())
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }
}

#[pymethods]
impl Patch {
    /// Reads a surface of the query protocol.
    #[staticmethod]
    fn _of(py: Python<'_>, json: String) -> PyResult<Self> {
        let read = pool::here(py, &Looker::new(None), |_| read_surface(&json))?;
        Ok(Self { surface: Arc::new(read.map_err(|found| fault(py, found))?), json })
    }

    /// First and last of either parameter, shape (2, 2).
    #[getter]
    fn range(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let flat = [self.surface.range(Parameter::U), self.surface.range(Parameter::V)].concat();
        Ok(array_of(py, &[2, 2], &flat)?.into_any().unbind())
    }

    /// Least and greatest corner of a box that holds the surface, shape (2, 3).
    #[getter]
    fn bounds(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let bounds = self.surface.bounds();
        let flat = [bounds.min, bounds.max].map(|corner| corner.to_array()).concat();
        Ok(array_of(py, &[2, 3], &flat)?.into_any().unbind())
    }

    /// Returns the point, the derivatives, the normal and the curvatures at each pair of parameters.
    ///
    /// Parameters
    /// ----------
    /// u, v : array_like, shape (...)
    ///     The parameters, which broadcast.
    /// invalid, progress
    ///     As for `Curve.evaluate`.
    ///
    /// Returns
    /// -------
    /// SurfacePoints
    ///     ``point``, ``derivative_u``, ``derivative_v``, ``normal``, ``gaussian_curvature`` and
    ///     ``mean_curvature``; NaN where there is none.
    #[pyo3(signature = (u, v, *, invalid="raise", progress=None))]
    fn evaluate(
        &self,
        u: &Bound<'_, PyAny>,
        v: &Bound<'_, PyAny>,
        invalid: &str,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let py = u.py();
        let (u, v) = (numbers::<f64>(u, "u")?, numbers::<f64>(v, "v")?);
        let Some(lead) = broadcast(&u.shape, &v.shape) else {
            let message =
                format!("u {} and v {} do not broadcast", shape_text(&u.shape), shape_text(&v.shape));
            return Err(error::new(py, Class::Array, message));
        };
        let (u, v) = (stretched(py, u, &lead, 0, "u")?, stretched(py, v, &lead, 0, "v")?);
        let both: Vec<f64> = u.slice().iter().zip(v.slice()).flat_map(|(u, v)| [*u, *v]).collect();
        let name = ["(u, v)", "parameters"];
        let rows = Rows { name, lead: &lead, numbers: &both, width: 2, invalid, progress };
        let vectors = ["point", "derivative_u", "derivative_v", "normal"].map(|name| (name, 3));
        let fields = [&vectors[..], &[("gaussian_curvature", 0), ("mean_curvature", 0)]].concat();
        let dict = rows.answer(py, &fields, f64::NAN, |at, out| {
            let (jet, [u, v]) = (self.surface.jet(at[0], at[1]), [at[0], at[1]]);
            put(&mut out[..3], jet.point);
            put(&mut out[3..6], jet.u);
            put(&mut out[6..9], jet.v);
            put(&mut out[9..12], self.surface.normal(u, v).unwrap_or(DVec3::NAN));
            if let Some(curvature) = self.surface.curvature(u, v) {
                (out[12], out[13]) = (curvature.gaussian, curvature.mean);
            }
        })?;
        result(py, "SurfacePoints", &lead, &dict)
    }

    /// Returns the point of the surface nearest to each point.
    ///
    /// Parameters
    /// ----------
    /// points : array_like, shape (..., 3)
    ///     The points.
    /// invalid, progress
    ///     As for `Curve.evaluate`.
    ///
    /// Returns
    /// -------
    /// SurfaceNearest
    ///     ``distance``, ``u``, ``v`` and ``point``.
    #[pyo3(signature = (points, *, invalid="raise", progress=None))]
    fn nearest(
        &self,
        points: &Bound<'_, PyAny>,
        invalid: &str,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let py = points.py();
        let given = vectors::<f64>(points, "points", 3)?;
        let lead = given.lead();
        let rows = Rows { name: ["points"; 2], lead, numbers: given.slice(), width: 3, invalid, progress };
        let fields = [("distance", 0), ("u", 0), ("v", 0), ("point", 3)];
        let dict = rows.answer(py, &fields, f64::INFINITY, |p, out| {
            let found = self.surface.nearest(DVec3::new(p[0], p[1], p[2]));
            (out[0], out[1], out[2]) = (found.distance, found.u, found.v);
            put(&mut out[3..], found.point);
        })?;
        result(py, "SurfaceNearest", lead, &dict)
    }

    fn __repr__(&self) -> String {
        format!("Patch({} patches)", self.surface.patches().len())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        (slf.get_type().getattr("_of")?, (&slf.get().json,)).into_pyobject(slf.py())
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }
}

#[pymethods]
impl Tube {
    #[new]
    fn new(curve: &Bound<'_, Curve>, radius: f64) -> PyResult<Self> {
        let py = curve.py();
        let AnyCurve::D3(pieces) = &curve.get().curve else {
            return Err(error::new(py, Class::Dimension, "the curve of a tube must have 3 dimensions"));
        };
        let made = Round::try_new((**pieces).clone(), radius);
        let tube = made.map_err(|found| {
            error::with(py, Class::Shape, found.to_string(), |values| values.set_item("field", "radius"))
        })?;
        Ok(Self { tube: Arc::new(tube), curve: curve.clone().unbind(), radius })
    }

    /// The curve.
    #[getter]
    fn curve(&self, py: Python<'_>) -> Py<Curve> {
        self.curve.clone_ref(py)
    }

    /// The radius.
    #[getter]
    fn radius(&self) -> f64 {
        self.radius
    }

    /// Casts rays and returns the first hit of each.
    ///
    /// Parameters
    /// ----------
    /// origins : array_like, shape (..., 3) or (..., 6)
    ///     Origins, or origins and directions together.
    /// directions : array_like, shape (..., 3), optional
    ///     Directions of any length; they broadcast with `origins`.
    /// max_t : float
    ///     Largest `t`, inclusive.
    /// invalid, progress
    ///     As for `Curve.evaluate`.
    ///
    /// Returns
    /// -------
    /// TubeHits
    ///     ``t`` (inf for none), ``error`` (its bound), ``point``, ``normal`` and ``u``, the parameter
    ///     of the curve there.
    #[pyo3(signature = (origins, directions=None, *, max_t=f64::INFINITY, invalid="raise", progress=None),
           text_signature = "(self, origins, directions=None, *, max_t=math.inf, invalid='raise', progress=None)")]
    fn cast(
        &self,
        origins: &Bound<'_, PyAny>,
        directions: Option<&Bound<'_, PyAny>>,
        max_t: f64,
        invalid: &str,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let py = origins.py();
        real(py, "max_t", max_t, !max_t.is_nan(), "be a number")?;
        let limit = (max_t < f64::INFINITY).then_some(max_t);
        let rays = arrays::rays::<f64>(origins, directions)?;
        let (nan, slices, faults) = ([f64::NAN; 6], rays.slices(), Faults::new());
        (0..rays.count()).filter(|i| !slices.is_valid(*i)).for_each(|i| faults.note(i));
        faults.check_rays(py, arrays::invalid(py, invalid)?, &rays.lead, slices)?;
        // A ray without a direction counts as one that is not finite.
        let row = |i| if slices.is_valid(i) { slices.joined(i) } else { nan };
        let joined: Vec<f64> = (0..rays.count()).flat_map(row).collect();
        let (name, invalid) = (["rays"; 2], "miss");
        let rows = Rows { name, lead: &rays.lead, numbers: &joined, width: 6, invalid, progress };
        let fields = [("t", 0), ("error", 0), ("point", 3), ("normal", 3), ("u", 0)];
        let dict = rows.answer(py, &fields, f64::INFINITY, |row, out| {
            let vector = |at: usize| DVec3::new(row[at], row[at + 1], row[at + 2]);
            out[0] = f64::INFINITY;
            if let Some(hit) = self.tube.cast(&Ray { origin: vector(0), direction: vector(3) }, limit) {
                (out[0], out[1], out[8]) = (hit.t, hit.error, hit.u);
                put(&mut out[2..5], hit.point);
                put(&mut out[5..8], hit.normal.unwrap_or(DVec3::NAN));
            }
        })?;
        result(py, "TubeHits", &rays.lead, &dict)
    }

    /// Returns the distance of each point from the boundary: negative inside.
    ///
    /// Parameters
    /// ----------
    /// points : array_like, shape (..., 3)
    ///     The points.
    /// invalid, progress
    ///     As for `Curve.evaluate`.
    ///
    /// Returns
    /// -------
    /// ndarray
    ///     The distance of each point, of shape (...).
    #[pyo3(signature = (points, *, invalid="raise", progress=None))]
    fn signed_distance(
        &self,
        points: &Bound<'_, PyAny>,
        invalid: &str,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let py = points.py();
        let given = vectors::<f64>(points, "points", 3)?;
        let (lead, name) = (given.lead(), ["points"; 2]);
        let rows = Rows { name, lead, numbers: given.slice(), width: 3, invalid, progress };
        let dict = rows.answer(py, &[("distance", 0)], f64::NAN, |p, out| {
            out[0] = self.tube.signed_distance(DVec3::new(p[0], p[1], p[2])).0;
        })?;
        Ok(dict.as_any().get_item("distance")?.unbind())
    }

    fn __repr__(&self) -> String {
        format!("Tube(radius={:?})", self.radius)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        (slf.get_type(), (&slf.get().curve, slf.get().radius)).into_pyobject(slf.py())
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }
}
