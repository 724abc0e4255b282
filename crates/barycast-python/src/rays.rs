//! Batches of rays against a mesh or a scene.

use crate::answers::{Arrays, Buffers, Fields, Out, PART, Span, blocks, lists, parts, result, spans};
use crate::arrays::{self, Faults, Num, RaySlices, Space, take, zeros};
use crate::error::{self, Class};
use crate::pool::{self, Looker};
use crate::target::{ALONE, Target};
use barycast::mesh::RayArrays;
use barycast::number::Float;
use barycast::pair::cast::CastOptions;
use barycast::scene::SceneHitLists;
use numpy::PyArrayMethods;
use pyo3::prelude::*;

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

impl RayOptions<'_, '_> {
    /// Returns the limits of a cast, in the precision of a mesh.
    fn limits<S: Float>(&self, py: Python<'_>) -> PyResult<CastOptions<S>> {
        let Self { min_t, max_t, cull, .. } = *self;
        arrays::real(py, "min_t", min_t, min_t >= 0.0, "be 0 or more")?;
        arrays::real(py, "max_t", max_t, !max_t.is_nan(), "be a number")?;
        let min_t = (min_t > 0.0).then(|| S::from_f64(min_t));
        Ok(CastOptions { min_t, max_t: Some(S::from_f64(max_t)), cull, hollow: false })
    }
}

pub(crate) fn numbers<V: Space>(v: V) -> [Num<V>; 3] {
    [v.get(0), v.get(1), v.get(2)]
}

/// Returns how many questions the library may take at once. Outside a pool it would start the global
/// one for more than these.
pub(crate) fn at_once() -> usize {
    if rayon::current_thread_index().is_none() { ALONE } else { usize::MAX }
}

struct Part<'a, S> {
    span: Span,
    out: Out<'a, S>,
}

/// Casts rays and returns the first hits.
pub(crate) fn cast<V: Space, T: Target<V>>(
    py: Python<'_>,
    target: &T,
    given: &RayOptions<'_, '_>,
    fields: Option<&Bound<'_, PyAny>>,
) -> PyResult<Py<PyAny>> {
    let fields = Fields::read(T::HITS, fields)?;
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
        let work = |part: Part<'_, Num<V>>| cast_part(target, slices, part, &limits, &faults);
        pool::each(py, &Looker::new(given.progress), rays.count(), parts, work)?;
    }
    faults.check_rays(py, invalid, &rays.lead, slices)?;
    result(py, "Hits", &rays.lead, &made.dict(py)?)
}

fn cast_part<V: Space>(
    target: &impl Target<V>,
    slices: RaySlices<'_, Num<V>>,
    Part { span, mut out }: Part<'_, Num<V>>,
    limits: &CastOptions<Num<V>>,
    faults: &Faults,
) {
    let (count, most) = (span.count(), at_once().min(PART));
    if let Some(order) = span.order() {
        let rays = gathered(slices, span, &order);
        let mut buffers: Buffers<_> = out.buffers(count);
        let mut inner = buffers.out();
        for block in blocks(count, most) {
            target.cast_into(RayArrays::Joined(&rays[block.clone()]), limits, inner.hits(block));
        }
        out.scatter(&buffers, &order);
    } else {
        for block in blocks(count, most) {
            let rays = slices.arrays(span.first + block.start..span.first + block.end);
            target.cast_into(rays, limits, out.hits(block));
        }
    }
    for i in (0..count).filter(|i| !slices.is_valid(span.first + i)) {
        faults.note(span.first + i);
        out.clear(i);
    }
}

/// Returns the rays of a picture in the order of its tiles.
fn gathered<S: Float>(slices: RaySlices<'_, S>, span: Span, order: &[u32]) -> Vec<[S; 6]> {
    order.iter().map(|i| slices.joined(span.first + *i as usize)).collect()
}

/// Tests which rays hit anything.
pub(crate) fn any_hit<V: Space>(
    py: Python<'_>,
    target: &impl Target<V>,
    given: &RayOptions<'_, '_>,
) -> PyResult<Py<PyAny>> {
    let limits = given.limits(py)?;
    each::<V, bool>(py, given, |rays, hits| target.is_hit_into(rays, &limits, hits))
}

/// Counts crossings of rays.
pub(crate) fn crossings<V: Space>(
    py: Python<'_>,
    target: &impl Target<V>,
    given: &RayOptions<'_, '_>,
) -> PyResult<Py<PyAny>> {
    let limits = given.limits(py)?;
    each::<V, i32>(py, given, |rays, counts| target.crossings_into(rays, &limits, counts))
}

/// Answers rays by one value each, some rays at a time.
fn each<V: Space, T: numpy::Element + Copy + Default>(
    py: Python<'_>,
    given: &RayOptions<'_, '_>,
    answer: impl Fn(RayArrays<'_, Num<V>>, &mut [T]) + Sync,
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
            let Some(out) = out else { return };
            let (count, most) = (span.count(), at_once().min(PART));
            if let Some(order) = span.order() {
                let rays = gathered(slices, span, &order);
                let mut answers = vec![T::default(); count];
                for block in blocks(count, most) {
                    answer(RayArrays::Joined(&rays[block.clone()]), &mut answers[block]);
                }
                for (i, one) in order.iter().zip(answers) {
                    out[*i as usize] = one;
                }
            } else {
                for block in blocks(count, most) {
                    let rays = slices.arrays(span.first + block.start..span.first + block.end);
                    answer(rays, &mut out[block]);
                }
            }
            for i in (0..count).filter(|i| !slices.is_valid(span.first + i)) {
                faults.note(span.first + i);
                out[i] = T::default();
            }
        };
        pool::each(py, &Looker::new(given.progress), rays.count(), parts, work)?;
    }
    faults.check_rays(py, invalid, &rays.lead, slices)?;
    Ok(made.into_any().unbind())
}

/// Casts rays and returns all hits.
pub(crate) fn cast_all<V: Space, T: Target<V>>(
    py: Python<'_>,
    target: &T,
    given: &RayOptions<'_, '_>,
    max_hits: Option<i64>,
) -> PyResult<Py<PyAny>> {
    let most = max_hits
        .map(|most| {
            let message = || format!("max_hits must be 0 or more, got {most}");
            usize::try_from(most).map_err(|_| error::new(py, Class::Option, message()))
        })
        .transpose()?;
    let rays = arrays::rays::<Num<V>>(given.origins, given.directions)?;
    let (invalid, limits) = (arrays::invalid(py, given.invalid)?, given.limits(py)?);
    let (slices, faults) = (rays.slices(), Faults::new());
    let spans = parts(rays.count(), ALONE);
    let mut found: Vec<Option<SceneHitLists<Num<V>>>> = Vec::new();
    found.resize_with(spans.len(), || None);
    let work = |(span, found): (Span, &mut Option<SceneHitLists<Num<V>>>)| {
        let nan = [Num::<V>::from_f64(f64::NAN); 6];
        let ray = |i| {
            if slices.is_valid(i) {
                return slices.joined(i);
            }
            faults.note(i);
            nan
        };
        let rays: Vec<_> = (span.first..span.first + span.count()).map(ray).collect();
        *found = Some(target.cast_all_of(RayArrays::Joined(&rays), &limits, most));
    };
    let parts = spans.into_iter().zip(&mut found).collect();
    pool::each(py, &Looker::new(given.progress), rays.count(), parts, work)?;
    faults.check_rays(py, invalid, &rays.lead, slices)?;
    let found: Vec<_> = found.into_iter().flatten().collect();
    let dict = lists(py, Fields::all(T::HITS), rays.count(), &found)?;
    result(py, "AllHits", &rays.lead, &dict)
}
