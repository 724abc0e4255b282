//! Batches of rays against a mesh.

use crate::answers::{Arrays, Fields, HITS, Lists, Out, Row, Span, lists, result, spans};
use crate::arrays::{self, Faults, Num, RaySlices, Space, take, zeros};
use crate::error::{self, Class};
use crate::pool::{self, Looker};
use barycast::mesh::TriMesh;
use barycast::number::Float;
use barycast::pair::cast::CastOptions;
use barycast::query::{Hit, Side};
use barycast::shape::Ray;
use numpy::PyArrayMethods;
use pyo3::prelude::*;
use std::sync::Arc;

/// Options of a batch of rays.
pub(crate) struct RayOptions<'a, 'py> {
    pub(crate) origins: &'a Bound<'py, PyAny>,
    pub(crate) directions: Option<&'a Bound<'py, PyAny>>,
    pub(crate) min_t: f64,
    pub(crate) max_t: f64,
    pub(crate) cull: bool,
    pub(crate) invalid: &'a str,
    pub(crate) progress: Option<&'a Bound<'py, PyAny>>,
}

/// Limits of a cast, in the precision of a mesh.
#[derive(Clone, Copy)]
struct Limits<S> {
    options: CastOptions<S>,
    min_t: S,
}

impl RayOptions<'_, '_> {
    fn limits<S: Float>(&self, py: Python<'_>) -> PyResult<Limits<S>> {
        let Self { min_t, max_t, .. } = *self;
        arrays::real(py, "min_t", min_t, min_t >= 0.0, "be 0 or more")?;
        arrays::real(py, "max_t", max_t, !max_t.is_nan(), "be a number")?;
        let options =
            CastOptions { max_t: Some(S::from_f64(max_t)), cull: self.cull, ..CastOptions::default() };
        Ok(Limits { options, min_t: S::from_f64(min_t) })
    }
}

fn v<V: Space>(numbers: [Num<V>; 3]) -> V {
    V::from_fn(|axis| numbers[axis])
}

pub(crate) fn numbers<V: Space>(v: V) -> [Num<V>; 3] {
    [v.get(0), v.get(1), v.get(2)]
}

/// Returns a ray, or `None` if it is not finite or has no direction.
fn ray<V: Space>(rays: RaySlices<'_, Num<V>>, i: usize) -> Option<Ray<V>> {
    let [origin, direction] = rays.get(i);
    let zero = Num::<V>::from_f64(0.0);
    let is_valid =
        origin.iter().chain(&direction).all(|x| x.is_finite()) && direction.iter().any(|x| *x != zero);
    is_valid.then(|| Ray { origin: v(origin), direction: v(direction) })
}

/// The ray that is cast in the place of one that is invalid.
fn any_ray<V: Space>() -> Ray<V> {
    let (zero, one) = (Num::<V>::from_f64(0.0), Num::<V>::from_f64(1.0));
    Ray { origin: v([zero; 3]), direction: v([one, zero, zero]) }
}

fn row<V: Space>(hit: &Hit<V>) -> Row<Num<V>> {
    let nan = Num::<V>::from_f64(f64::NAN);
    Row {
        scalar: hit.t,
        triangle: hit.triangle.map_or(-1, |triangle| triangle as i32),
        point: hit.point.map_or([nan; 3], numbers),
        normal: hit.normal.map_or([nan; 3], numbers),
        uv: hit.uv.unwrap_or([nan; 2]),
        front: hit.side == Side::Outside,
        part: -1,
    }
}

/// Returns all hits of a ray within its limits.
fn all_hits<V: Space>(mesh: &TriMesh<V>, ray: &Ray<V>, limits: &Limits<Num<V>>) -> Vec<Hit<V>> {
    let mut hits = mesh.cast_all(ray, &limits.options);
    hits.retain(|hit| hit.t >= limits.min_t);
    hits
}

/// Returns whether this thread is of no pool. The library's batches would start the global one then.
fn is_alone() -> bool {
    rayon::current_thread_index().is_none()
}

/// Casts rays of a batch in blocks.
const BLOCK: usize = 4096;

struct Part<'a, S> {
    span: Span,
    out: Out<'a, S>,
}

/// Answers `Mesh.cast`.
pub(crate) fn cast<V: Space>(
    py: Python<'_>,
    mesh: &Arc<TriMesh<V>>,
    given: &RayOptions<'_, '_>,
    fields: Option<&Bound<'_, PyAny>>,
) -> PyResult<Py<PyAny>> {
    let fields = Fields::read(HITS, fields)?;
    let rays = arrays::rays::<Num<V>>(given.origins, given.directions)?;
    let (invalid, limits) = (arrays::invalid(py, given.invalid)?, given.limits(py)?);
    let (slices, faults) = (rays.slices(), Faults::new());
    let made = Arrays::new(py, &rays.lead, fields)?;
    {
        let mut guard = made.guard();
        let mut out = guard.out();
        let parts = spans(&rays.lead, true)
            .into_iter()
            .map(|span| Part { span, out: out.take(span.count()) })
            .collect();
        let work = |part: Part<'_, Num<V>>| cast_part(mesh, slices, part, &limits, &faults);
        pool::each(py, &Looker::new(given.progress), rays.count(), parts, work)?;
    }
    faults.check_rays(py, invalid, &rays.lead, slices)?;
    result(py, "Hits", &rays.lead, &made.dict(py)?)
}

fn cast_part<V: Space>(
    mesh: &TriMesh<V>,
    slices: RaySlices<'_, Num<V>>,
    Part { span, mut out }: Part<'_, Num<V>>,
    limits: &Limits<Num<V>>,
    faults: &Faults,
) {
    let order = span.order();
    let (mut rays, mut hits) = (Vec::new(), Vec::new());
    for block in order.chunks(BLOCK) {
        let mut bad = Vec::new();
        rays.clear();
        rays.extend(block.iter().map(|i| {
            ray::<V>(slices, span.first + *i as usize).unwrap_or_else(|| {
                faults.note(span.first + *i as usize);
                bad.push(*i as usize);
                any_ray()
            })
        }));
        if limits.min_t > Num::<V>::from_f64(0.0) {
            hits.clear();
            hits.extend(rays.iter().map(|ray| all_hits(mesh, ray, limits).into_iter().next()));
        } else if is_alone() {
            hits.clear();
            hits.extend(rays.iter().map(|ray| mesh.cast(ray, &limits.options)));
        } else {
            mesh.cast_batch_into(&rays, &limits.options, &mut hits);
        }
        for (i, hit) in block.iter().zip(&hits) {
            out.set(*i as usize, &hit.as_ref().map_or_else(Row::none, row));
        }
        bad.into_iter().for_each(|i| out.set(i, &Row::none()));
    }
}

/// Answers `Mesh.any_hit`.
pub(crate) fn any_hit<V: Space>(
    py: Python<'_>,
    mesh: &Arc<TriMesh<V>>,
    given: &RayOptions<'_, '_>,
) -> PyResult<Py<PyAny>> {
    let limits = given.limits(py)?;
    each_block::<V, bool>(py, given, |block, out| {
        if limits.min_t > Num::<V>::from_f64(0.0) {
            out.extend(block.iter().map(|ray| !all_hits(mesh, ray, &limits).is_empty()));
        } else if is_alone() {
            out.extend(block.iter().map(|ray| mesh.is_hit(ray, &limits.options)));
        } else {
            out.extend(mesh.is_hit_batch(block, &limits.options));
        }
    })
}

/// Answers `Mesh.crossings`.
pub(crate) fn crossings<V: Space>(
    py: Python<'_>,
    mesh: &Arc<TriMesh<V>>,
    given: &RayOptions<'_, '_>,
) -> PyResult<Py<PyAny>> {
    let limits = given.limits(py)?;
    each_block::<V, i32>(py, given, |block, out| {
        out.extend(block.iter().map(|ray| mesh.crossings(ray, &limits.options) as i32));
    })
}

/// Answers rays by one value each, a block of rays at a time.
fn each_block<V: Space, T: numpy::Element + Copy + Default>(
    py: Python<'_>,
    given: &RayOptions<'_, '_>,
    answer: impl Fn(&[Ray<V>], &mut Vec<T>) + Sync,
) -> PyResult<Py<PyAny>> {
    let rays = arrays::rays::<Num<V>>(given.origins, given.directions)?;
    let invalid = arrays::invalid(py, given.invalid)?;
    let (slices, faults) = (rays.slices(), Faults::new());
    let made = zeros::<T>(py, &rays.lead)?;
    {
        let mut guard = made.readwrite();
        let mut out = guard.as_slice_mut().ok();
        let parts: Vec<_> =
            spans(&rays.lead, true).into_iter().map(|span| (span, take(&mut out, span.count()))).collect();
        let work = |(span, out): (Span, Option<&mut [T]>)| {
            let (Some(out), mut answers) = (out, Vec::new()) else { return };
            for block in span.order().chunks(BLOCK) {
                let valid = |i: &u32| ray::<V>(slices, span.first + *i as usize);
                let rays: Vec<_> = block.iter().map(|i| valid(i).unwrap_or_else(any_ray)).collect();
                answers.clear();
                answer(&rays, &mut answers);
                for (i, one) in block.iter().zip(&answers) {
                    out[*i as usize] = *one;
                    if valid(i).is_none() {
                        faults.note(span.first + *i as usize);
                        out[*i as usize] = T::default();
                    }
                }
            }
        };
        pool::each(py, &Looker::new(given.progress), rays.count(), parts, work)?;
    }
    faults.check_rays(py, invalid, &rays.lead, slices)?;
    Ok(made.into_any().unbind())
}

/// Answers `Mesh.cast_all`.
pub(crate) fn cast_all<V: Space>(
    py: Python<'_>,
    mesh: &Arc<TriMesh<V>>,
    given: &RayOptions<'_, '_>,
    max_hits: Option<i64>,
) -> PyResult<Py<PyAny>> {
    let most = match max_hits {
        None => usize::MAX,
        Some(most) => usize::try_from(most)
            .map_err(|_| error::new(py, Class::Option, format!("max_hits must be 0 or more, got {most}")))?,
    };
    let rays = arrays::rays::<Num<V>>(given.origins, given.directions)?;
    let (invalid, limits) = (arrays::invalid(py, given.invalid)?, given.limits(py)?);
    let (slices, faults) = (rays.slices(), Faults::new());
    let mut found: Vec<Lists<Num<V>>> = Vec::new();
    let spans = spans(&rays.lead, false);
    found.resize_with(spans.len(), Lists::new);
    let parts: Vec<_> = spans.into_iter().zip(&mut found).collect();
    let work = |(span, list): (Span, &mut Lists<Num<V>>)| {
        for i in span.first..span.first + span.count() {
            let hits = match ray::<V>(slices, i) {
                Some(ray) => all_hits(mesh, &ray, &limits),
                None => {
                    faults.note(i);
                    Vec::new()
                }
            };
            let before = list.rows.len();
            list.rows.extend(hits.iter().take(most).map(row));
            list.counts.push((list.rows.len() - before) as u32);
        }
    };
    pool::each(py, &Looker::new(given.progress), rays.count(), parts, work)?;
    faults.check_rays(py, invalid, &rays.lead, slices)?;
    let dict = lists(py, Fields::all(HITS), rays.count(), &found)?;
    result(py, "AllHits", &rays.lead, &dict)
}
