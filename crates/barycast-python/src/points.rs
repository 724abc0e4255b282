//! Batches of points against a mesh.

use crate::answers::{Arrays, CLOSEST, Fields, NORMAL, Out, Row, Span, UV, result, spans};
use crate::arrays::{self, Faults, Num, Space, array_of, take, vector, zeros};
use crate::error::{self, Class};
use crate::pool::{self, Looker};
use crate::rays::numbers;
use barycast::mesh::{MeshPoint, TriMesh};
use barycast::number::Float;
use numpy::{Element, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;

/// Options of a batch of points.
pub(crate) struct PointOptions<'a, 'py> {
    pub(crate) points: &'a Bound<'py, PyAny>,
    pub(crate) invalid: &'a str,
    pub(crate) progress: Option<&'a Bound<'py, PyAny>>,
}

/// Returns a point, or `None` if it is not finite.
fn point<V: Space>(points: &[Num<V>], i: usize) -> Option<V> {
    let numbers = vector(points, i);
    numbers.iter().all(|x| x.is_finite()).then(|| V::from_fn(|axis| numbers[axis]))
}

/// Returns the unit normal of a triangle, computed in `f64`; NaN for one without area.
fn unit_normal<V: Space>(mesh: &TriMesh<V>, triangle: usize) -> [Num<V>; 3] {
    let nan = [Num::<V>::from_f64(f64::NAN); 3];
    let Some(triangle) = mesh.triangle(triangle) else { return nan };
    let wide = |v: V| glam::DVec3::from_array(numbers(v).map(Float::to_f64));
    let (a, b, c) = (wide(triangle.a), wide(triangle.b), wide(triangle.c));
    // Scaled, so that products of tiny or huge edges stay in range.
    let (u, v) = (b - a, c - a);
    let size = u.abs().max_element().max(v.abs().max_element());
    let normal = (u / size).cross(v / size);
    let length = normal.length();
    if length > 0.0 && length.is_finite() {
        (normal / length).to_array().map(Num::<V>::from_f64)
    } else {
        nan
    }
}

/// Returns the answer of a closest point.
fn row<V: Space>(mesh: &TriMesh<V>, found: &MeshPoint<V>, fields: &Fields) -> Row<Num<V>> {
    let mut row = Row::none();
    row.scalar = found.closest.distance;
    row.triangle = found.triangle as i32;
    row.point = numbers(found.closest.on_b);
    if fields.wanted[NORMAL] {
        row.normal = unit_normal(mesh, found.triangle);
    }
    if fields.wanted[UV]
        && let Some(triangle) = mesh.triangle(found.triangle)
    {
        row.uv = triangle.uv(found.closest.on_b);
    }
    row
}

/// Answers `Mesh.closest`.
pub(crate) fn closest<V: Space>(
    py: Python<'_>,
    mesh: &Arc<TriMesh<V>>,
    given: &PointOptions<'_, '_>,
    max_distance: f64,
    fields: Option<&Bound<'_, PyAny>>,
) -> PyResult<Py<PyAny>> {
    let fields = Fields::read(CLOSEST, fields)?;
    closest_rows(py, given, max_distance, fields, &[], |point, limit, out, i| {
        let found = mesh.closest_point_within(point, limit);
        out.set(i, &found.map_or_else(Row::none, |found| row(mesh, &found, &fields)));
    })
}

/// Answers `Mesh.k_closest`.
pub(crate) fn k_closest<V: Space>(
    py: Python<'_>,
    mesh: &Arc<TriMesh<V>>,
    given: &PointOptions<'_, '_>,
    k: i64,
    max_distance: f64,
) -> PyResult<Py<PyAny>> {
    let fields = Fields::all(CLOSEST);
    let Ok(count) = usize::try_from(k) else {
        return Err(error::new(py, Class::Option, format!("k must be 0 or more, got {k}")));
    };
    closest_rows(py, given, max_distance, fields, &[count], |point: V, limit, out, i| {
        let found = mesh.k_nearest_triangles(point, count);
        let mut near = found.iter().filter(|found| found.closest.distance <= limit);
        for column in 0..count {
            let row = near.next().map_or_else(Row::none, |found| row(mesh, found, &fields));
            out.set(i * count + column, &row);
        }
    })
}

/// Makes arrays of closest points, with one row for each point, or several.
fn closest_rows<V: Space>(
    py: Python<'_>,
    given: &PointOptions<'_, '_>,
    max_distance: f64,
    fields: Fields,
    columns: &[usize],
    answer: impl Fn(V, Num<V>, &mut Out<'_, Num<V>>, usize) + Sync,
) -> PyResult<Py<PyAny>> {
    arrays::real(py, "max_distance", max_distance, max_distance >= 0.0, "be 0 or more")?;
    let limit = Num::<V>::from_f64(max_distance);
    let points = arrays::points::<Num<V>>(given.points, "points")?;
    let invalid = arrays::invalid(py, given.invalid)?;
    let (lead, slice, faults) = (points.lead(), points.slice(), Faults::new());
    let shape = [lead, columns].concat();
    let each: usize = columns.iter().product();
    let made = Arrays::new(py, &shape, fields)?;
    {
        let mut guard = made.guard();
        let mut out = guard.out();
        let mut parts = Vec::new();
        for span in spans(lead, false) {
            parts.push((span, out.take(span.count() * each)));
        }
        let work = |(span, mut out): (Span, Out<'_, Num<V>>)| {
            for i in 0..span.count() {
                if let Some(point) = point::<V>(slice, span.first + i) {
                    answer(point, limit, &mut out, i);
                } else {
                    faults.note(span.first + i);
                    (0..each).for_each(|column| out.set(i * each + column, &Row::none()));
                }
            }
        };
        pool::each(py, &Looker::new(given.progress), lead.iter().product(), parts, work)?;
    }
    faults.check_points(py, invalid, lead, slice)?;
    result(py, "Closest", &shape, &made.dict(py)?)
}

/// Answers points by one value each.
pub(crate) fn each<V: Space, T: Element + Copy>(
    py: Python<'_>,
    given: &PointOptions<'_, '_>,
    none: T,
    answer: impl Fn(V) -> T + Sync,
) -> PyResult<Py<PyAny>> {
    let points = arrays::points::<Num<V>>(given.points, "points")?;
    let invalid = arrays::invalid(py, given.invalid)?;
    let (lead, slice, faults) = (points.lead(), points.slice(), Faults::new());
    let made = zeros::<T>(py, lead)?;
    {
        let mut guard = made.readwrite();
        let mut out = guard.as_slice_mut().ok();
        let parts: Vec<_> =
            spans(lead, false).into_iter().map(|span| (span, take(&mut out, span.count()))).collect();
        let work = |(span, out): (Span, Option<&mut [T]>)| {
            for (i, out) in out.into_iter().flatten().enumerate() {
                *out = if let Some(point) = point::<V>(slice, span.first + i) {
                    answer(point)
                } else {
                    faults.note(span.first + i);
                    none
                };
            }
        };
        pool::each(py, &Looker::new(given.progress), lead.iter().product(), parts, work)?;
    }
    faults.check_points(py, invalid, lead, slice)?;
    Ok(made.into_any().unbind())
}

/// Answers `Mesh.faces_within`.
pub(crate) fn faces_within<V: Space>(
    py: Python<'_>,
    mesh: &Arc<TriMesh<V>>,
    given: &PointOptions<'_, '_>,
    radius: f64,
) -> PyResult<Py<PyAny>> {
    arrays::real(py, "radius", radius, radius >= 0.0, "be 0 or more")?;
    let radius = Num::<V>::from_f64(radius);
    let points = arrays::points::<Num<V>>(given.points, "points")?;
    let invalid = arrays::invalid(py, given.invalid)?;
    let (lead, slice, faults) = (points.lead(), points.slice(), Faults::new());
    let spans = spans(lead, false);
    let mut found: Vec<(Vec<u32>, Vec<i32>)> = vec![Default::default(); spans.len()];
    let parts: Vec<_> = spans.into_iter().zip(&mut found).collect();
    let work = |(span, (counts, faces)): (Span, &mut (Vec<u32>, Vec<i32>))| {
        for i in span.first..span.first + span.count() {
            let near = point::<V>(slice, i).map(|point| mesh.triangles_within(point, radius));
            if near.is_none() {
                faults.note(i);
            }
            let near = near.unwrap_or_default();
            counts.push(near.len() as u32);
            faces.extend(near.into_iter().map(|triangle| triangle as i32));
        }
    };
    pool::each(py, &Looker::new(given.progress), lead.iter().product(), parts, work)?;
    faults.check_points(py, invalid, lead, slice)?;
    let mut offsets = vec![0_i64];
    let mut end = 0;
    for count in found.iter().flat_map(|(counts, _)| counts) {
        end += i64::from(*count);
        offsets.push(end);
    }
    let faces: Vec<i32> = found.into_iter().flat_map(|(_, faces)| faces).collect();
    let dict = PyDict::new(py);
    dict.set_item("offsets", array_of(py, &[offsets.len()], &offsets)?)?;
    dict.set_item("triangle", array_of(py, &[faces.len()], &faces)?)?;
    result(py, "Lists", lead, &dict)
}
