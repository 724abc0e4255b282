//! Batches of points against a mesh or a scene.

use crate::answers::{Arrays, Fields, Out, PART, Span, blocks, parts, result};
use crate::arrays::{self, Faults, Num, Space, array_of, take, zeros};
use crate::error::{self, Class};
use crate::pool::{self, Looker};
use crate::rays::at_once;
use crate::target::{ALONE, Target};
use barycast::mesh::{TriMesh, TriangleLists};
use barycast::number::Float;
use numpy::{Element, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Options of a batch of points.
pub(crate) struct PointOptions<'a, 'py> {
    pub(crate) points: &'a Bound<'py, PyAny>,
    pub(crate) invalid: &'a str,
    pub(crate) progress: Option<&'a Bound<'py, PyAny>>,
}

fn is_finite<S: Float>(point: &[S; 3]) -> bool {
    point.iter().all(|x| x.is_finite())
}

/// Finds the closest point for each point.
pub(crate) fn closest<V: Space, T: Target<V>>(
    py: Python<'_>,
    target: &T,
    given: &PointOptions<'_, '_>,
    max_distance: f64,
    fields: Option<&Bound<'_, PyAny>>,
) -> PyResult<Py<PyAny>> {
    let fields = Fields::read(T::CLOSEST, fields)?;
    closest_rows::<V>(py, given, max_distance, fields, &[], |points, limit, out| {
        for block in blocks(points.len(), at_once().min(PART)) {
            target.closest_into(&points[block.clone()], limit, out.closest(block));
        }
    })
}

/// Finds the `k` closest faces for each point.
pub(crate) fn k_closest<V: Space>(
    py: Python<'_>,
    mesh: &TriMesh<V>,
    given: &PointOptions<'_, '_>,
    k: i64,
    max_distance: f64,
) -> PyResult<Py<PyAny>> {
    let fields = Fields::all(<TriMesh<V> as Target<V>>::CLOSEST);
    let Ok(count) = usize::try_from(k) else {
        return Err(error::new(py, Class::Option, format!("k must be 0 or more, got {k}")));
    };
    closest_rows::<V>(py, given, max_distance, fields, &[count], |points, limit, out| {
        for block in blocks(points.len(), (at_once() / 4).min(PART)) {
            let closest = out.closest(block.start * count..block.end * count).closest;
            let found = mesh.k_nearest_arrays(&points[block], count, limit, closest);
            if let Err(error) = found {
                panic!("{error}");
            }
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
    answer: impl Fn(&[[Num<V>; 3]], Num<V>, &mut Out<'_, Num<V>>) + Sync,
) -> PyResult<Py<PyAny>> {
    arrays::real(py, "max_distance", max_distance, max_distance >= 0.0, "be 0 or more")?;
    let limit = Num::<V>::from_f64(max_distance);
    let points = arrays::points::<Num<V>>(given.points, "points")?;
    let invalid = arrays::invalid(py, given.invalid)?;
    let (lead, vectors, faults) = (points.lead(), points.vectors(), Faults::new());
    let shape = [lead, columns].concat();
    let each: usize = columns.iter().product();
    let made = Arrays::new(py, &shape, fields)?;
    {
        let mut guard = made.guard();
        let mut out = guard.out();
        let spans = parts(vectors.len(), PART);
        let parts = spans.into_iter().map(|span| (span, out.take(span.count() * each))).collect();
        let work = |(span, mut out): (Span, Out<'_, Num<V>>)| {
            let points = &vectors[span.first..span.first + span.count()];
            answer(points, limit, &mut out);
            for (i, _) in points.iter().enumerate().filter(|(_, point)| !is_finite(point)) {
                faults.note(span.first + i);
                (0..each).for_each(|column| out.clear(i * each + column));
            }
        };
        pool::each(py, &Looker::new(given.progress), vectors.len(), parts, work)?;
    }
    faults.check_points(py, invalid, lead, points.slice())?;
    result(py, "Closest", &shape, &made.dict(py)?)
}

/// Tests which points are inside.
pub(crate) fn contains<V: Space>(
    py: Python<'_>,
    target: &impl Target<V>,
    given: &PointOptions<'_, '_>,
) -> PyResult<Py<PyAny>> {
    together::<V, _>(py, given, target.many_points(), false, |points, inside| {
        target.contains_into(points, inside);
    })
}

/// Returns signed distances.
pub(crate) fn signed_distance<V: Space>(
    py: Python<'_>,
    target: &impl Target<V>,
    given: &PointOptions<'_, '_>,
) -> PyResult<Py<PyAny>> {
    let nan = Num::<V>::from_f64(f64::NAN);
    together::<V, _>(py, given, target.many_points(), nan, |points, distances| {
        target.signed_distance_into(points, distances);
    })
}

/// Answers points by one value each, one point at a time.
pub(crate) fn each<V: Space, T: Element + Copy>(
    py: Python<'_>,
    given: &PointOptions<'_, '_>,
    none: T,
    answer: impl Fn(V) -> T + Sync,
) -> PyResult<Py<PyAny>> {
    together::<V, _>(py, given, 0, none, |points, answers| {
        for (point, one) in points.iter().zip(answers) {
            *one = answer(V::from_fn(|axis| point[axis]));
        }
    })
}

/// Answers points by one value each, in parts of at least `least` points.
fn together<V: Space, T: Element + Copy>(
    py: Python<'_>,
    given: &PointOptions<'_, '_>,
    least: usize,
    none: T,
    answer: impl Fn(&[[Num<V>; 3]], &mut [T]) + Sync,
) -> PyResult<Py<PyAny>> {
    let points = arrays::points::<Num<V>>(given.points, "points")?;
    let invalid = arrays::invalid(py, given.invalid)?;
    let (lead, vectors, faults) = (points.lead(), points.vectors(), Faults::new());
    let made = zeros::<T>(py, lead)?;
    {
        let mut guard = made.readwrite();
        let mut out = guard.as_slice_mut().ok();
        let spans = parts(vectors.len(), least.max(PART));
        let parts: Vec<_> = spans.into_iter().map(|span| (span, take(&mut out, span.count()))).collect();
        let work = |(span, out): (Span, Option<&mut [T]>)| {
            let (Some(out), points) = (out, &vectors[span.first..span.first + span.count()]) else { return };
            for block in blocks(points.len(), at_once().min(points.len())) {
                answer(&points[block.clone()], &mut out[block]);
            }
            for (i, _) in points.iter().enumerate().filter(|(_, point)| !is_finite(point)) {
                faults.note(span.first + i);
                out[i] = none;
            }
        };
        pool::each(py, &Looker::new(given.progress), vectors.len(), parts, work)?;
    }
    faults.check_points(py, invalid, lead, points.slice())?;
    Ok(made.into_any().unbind())
}

/// Finds the faces within a radius of each point.
pub(crate) fn faces_within<V: Space>(
    py: Python<'_>,
    mesh: &TriMesh<V>,
    given: &PointOptions<'_, '_>,
    radius: f64,
) -> PyResult<Py<PyAny>> {
    arrays::real(py, "radius", radius, radius >= 0.0, "be 0 or more")?;
    let radius = Num::<V>::from_f64(radius);
    let points = arrays::points::<Num<V>>(given.points, "points")?;
    let invalid = arrays::invalid(py, given.invalid)?;
    let (lead, vectors, faults) = (points.lead(), points.vectors(), Faults::new());
    let spans = parts(vectors.len(), ALONE);
    let mut found = vec![TriangleLists::default(); spans.len()];
    let work = |(span, found): (Span, &mut TriangleLists)| {
        let nan = [Num::<V>::from_f64(f64::NAN); 3];
        let point = |i| {
            if is_finite(&vectors[i]) {
                return vectors[i];
            }
            faults.note(i);
            nan
        };
        let points: Vec<_> = (span.first..span.first + span.count()).map(point).collect();
        *found = mesh.triangles_within_arrays(&points, radius);
    };
    let parts: Vec<_> = spans.into_iter().zip(&mut found).collect();
    pool::each(py, &Looker::new(given.progress), vectors.len(), parts, work)?;
    faults.check_points(py, invalid, lead, points.slice())?;
    let (mut offsets, mut faces) = (vec![0_i64], Vec::new());
    for list in &found {
        let before = faces.len() as i64;
        offsets.extend(list.offsets.iter().skip(1).map(|offset| before + *offset as i64));
        faces.extend_from_slice(&list.triangle);
    }
    let dict = PyDict::new(py);
    dict.set_item("offsets", array_of(py, &[offsets.len()], &offsets)?)?;
    dict.set_item("triangle", array_of(py, &[faces.len()], &faces)?)?;
    result(py, "Lists", lead, &dict)
}
