//! Questions of batches, pair by pair on all cores.

use crate::answers::{Arrays, Fields, Out, PART, Span, parts, result};
use crate::arrays::{array_of, broadcast, shape_text, take, zeros};
use crate::error::{self, Class};
use crate::many_input::{Batch, Shapes};
use crate::near::{self, closest};
use crate::pool::{self, Looker};
use crate::shape::{Any, any_of};
use crate::solids::Solids;
use barycast::dynamic::any::{NoAnswer, Shape2, Shape3};
use barycast::pair::cast::CastOptions;
use barycast::query::{Hit, Side};
use barycast::scene::SceneHitArrays;
use barycast::vector::Vector;
use numpy::{Element, PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::{Arc, Mutex, PoisonError};

/// Number of rays that cost as much as a pair.
const WEIGHT: usize = 4;

/// Largest number of pairs in lanes that the library answers on the calling thread.
const ALONE: usize = 4096;

/// Returns the pairs of a question, if either side is a batch.
pub(crate) fn pairs(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<Option<Pairs>> {
    let is_batch = |object: &Bound<'_, PyAny>| object.cast::<Batch>().is_ok();
    if is_batch(a) || is_batch(b) { Pairs::new(a, b).map(Some) } else { Ok(None) }
}

/// Returns the shapes of a batch, a shape or a mesh, the leading dimensions, and whether answers may be
/// of ``float32``.
fn operand(object: &Bound<'_, PyAny>, name: &str) -> PyResult<(Shapes, Vec<usize>, bool)> {
    if let Ok(batch) = object.cast::<Batch>() {
        let batch = batch.get();
        return Ok((batch.shapes.clone(), batch.lead.clone(), batch.narrow));
    }
    Ok(match any_of(object, name)? {
        Any::D2(shape) => (Shapes::D2(Arc::new(vec![(*shape).clone()])), Vec::new(), true),
        Any::D3(shape) => (Shapes::D3(Arc::new(Solids::one(&shape))), Vec::new(), true),
    })
}

/// Pairs of a broadcast question.
pub(crate) struct Pairs {
    lead: Vec<usize>,
    /// Steps of the flat index of either side along each dimension.
    steps: [Vec<usize>; 2],
    shapes: Sides,
    /// Whether answers are of ``float32``: all batches are.
    narrow: bool,
}

enum Sides {
    D2(Arc<Vec<Shape2>>, Arc<Vec<Shape2>>),
    D3(Arc<Solids>, Arc<Solids>),
}

impl Pairs {
    fn new(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = a.py();
        let ((a, lead_a, narrow_a), (b, lead_b, narrow_b)) = (operand(a, "a")?, operand(b, "b")?);
        let shapes = match (a, b) {
            (Shapes::D2(a), Shapes::D2(b)) => Sides::D2(a, b),
            (Shapes::D3(a), Shapes::D3(b)) => Sides::D3(a, b),
            (a, _) => {
                let [a, b] = if matches!(a, Shapes::D2(_)) { [2, 3] } else { [3, 2] };
                let message = format!("a has {a} dimensions and b has {b}");
                return Err(error::new(py, Class::Dimension, message));
            }
        };
        let Some(lead) = broadcast(&lead_a, &lead_b) else {
            let message = format!("a {} and b {} do not broadcast", shape_text(&lead_a), shape_text(&lead_b));
            return Err(error::new(py, Class::Array, message));
        };
        let steps = [&lead_a, &lead_b].map(|own| {
            let (mut step, mut steps) = (1, vec![0; lead.len()]);
            for (at, side) in own.iter().enumerate().rev() {
                steps[at + lead.len() - own.len()] = if *side == 1 { 0 } else { step };
                step *= side;
            }
            steps
        });
        Ok(Self { lead, steps, shapes, narrow: narrow_a && narrow_b })
    }

    fn count(&self) -> usize {
        self.lead.iter().product()
    }

    /// Returns the flat indices of both sides of a pair.
    #[inline]
    fn at(&self, mut pair: usize) -> [usize; 2] {
        if self.lead.len() == 1 {
            return [pair * self.steps[0][0], pair * self.steps[1][0]];
        }
        let mut at = [0; 2];
        for (axis, side) in self.lead.iter().enumerate().rev() {
            let place = pair % side;
            pair /= side;
            at[0] += place * self.steps[0][axis];
            at[1] += place * self.steps[1][axis];
        }
        at
    }

    /// Returns an array, rounded to ``float32`` if answers are. A `length` above 0 stays above 0.
    fn rounded(&self, array: &Bound<'_, PyAny>, length: bool) -> PyResult<Py<PyAny>> {
        let Ok(wide) = array.cast::<PyArrayDyn<f64>>() else { return Ok(array.clone().unbind()) };
        if !self.narrow {
            return Ok(array.clone().unbind());
        }
        let made = zeros::<f32>(array.py(), wide.shape())?;
        {
            let (wide, mut out) = (wide.readonly(), made.readwrite());
            let (wide, out) = (wide.as_slice().unwrap_or(&[]), out.as_slice_mut().unwrap_or(&mut []));
            for (out, x) in out.iter_mut().zip(wide) {
                let near = *x as f32;
                *out = if length && *x > 0.0 { f32::max(near, f32::from_bits(1)) } else { near };
            }
        }
        Ok(made.into_any().unbind())
    }

    /// Rounds all arrays of an answer.
    fn all_rounded(&self, fields: &Bound<'_, PyDict>) -> PyResult<()> {
        for (name, array) in fields.iter() {
            let is_length = ["depth", "distance"].contains(&name.extract::<String>()?.as_str());
            fields.set_item(name, self.rounded(&array, is_length)?)?;
        }
        Ok(())
    }

    fn dim(&self) -> usize {
        match self.shapes {
            Sides::D2(..) => 2,
            Sides::D3(..) => 3,
        }
    }

    /// Answers all pairs in parts, each with the slices that belong to it.
    fn each<T: Send>(
        &self,
        py: Python<'_>,
        progress: Option<&Bound<'_, PyAny>>,
        mut slices: impl FnMut(usize) -> T,
        flat: impl Fn(&Shape2, &Shape2, &mut T, usize) -> Result<(), NoAnswer> + Sync,
        solid: impl Fn(&Shape3, &Shape3, &mut T, usize) -> Result<(), NoAnswer> + Sync,
    ) -> PyResult<()> {
        let wrong: Mutex<Option<(usize, NoAnswer)>> = Mutex::new(None);
        let spans = parts(self.count(), PART / 4).into_iter();
        let parts: Vec<(Span, T)> = spans.map(|span| (span, slices(span.count()))).collect();
        let work = |(span, mut out): (Span, T)| {
            for i in 0..span.count() {
                let [a, b] = self.at(span.first + i);
                let done = match &self.shapes {
                    Sides::D2(left, right) => flat(&left[a], &right[b], &mut out, i),
                    Sides::D3(left, right) => solid(&left.get(a), &right.get(b), &mut out, i),
                };
                if let Err(error) = done {
                    let mut known = wrong.lock().unwrap_or_else(PoisonError::into_inner);
                    if known.as_ref().is_none_or(|(other, _)| span.first + i < *other) {
                        *known = Some((span.first + i, error));
                    }
                    return;
                }
            }
        };
        pool::each(py, &Looker::new(progress), self.count() * WEIGHT, parts, work)?;
        let found = wrong.into_inner().unwrap_or_else(PoisonError::into_inner);
        found.map_or(Ok(()), |(_, found)| Err(error::new(py, Class::Unsupported, found.to_string())))
    }

    /// Answers all pairs in lanes, if the two sides are as long, or one of them has one shape.
    fn in_lanes<T: Send>(
        &self,
        py: Python<'_>,
        progress: Option<&Bound<'_, PyAny>>,
        answer: impl Fn(&Solids, &Solids) -> Option<T> + Send + Sync,
    ) -> PyResult<Option<T>> {
        let Sides::D3(a, b) = &self.shapes else { return Ok(None) };
        let (count, looker) = (self.count(), Looker::new(progress));
        let is_whole = |side: &Solids| side.len() == count;
        let in_step = (is_whole(a) && (is_whole(b) || b.len() == 1)) || (is_whole(b) && a.len() == 1);
        if !in_step || count == 0 {
            return Ok(None);
        }
        if count > ALONE {
            return pool::task(py, &looker, |_| answer(a, b));
        }
        pool::here(py, &looker, |_| answer(a, b))
    }

    /// Answers every pair by what is `known` from its distance, or else by `solid`.
    fn settled<T: Element + Copy>(
        &self,
        py: Python<'_>,
        progress: Option<&Bound<'_, PyAny>>,
        distances: &[f64],
        known: impl Fn(f64) -> Option<T> + Sync,
        solid: impl Fn(&Shape3, &Shape3) -> T + Sync,
    ) -> PyResult<Py<PyAny>> {
        let made = zeros::<T>(py, &self.lead)?;
        {
            let mut guard = made.readwrite();
            let mut out = guard.as_slice_mut().ok();
            let spans = parts(distances.len(), PART).into_iter();
            let parts: Vec<_> = spans.map(|span| (span, take(&mut out, span.count()))).collect();
            let work = |(span, out): (Span, Option<&mut [T]>)| {
                for (i, out) in out.into_iter().flatten().enumerate() {
                    let pair = span.first + i;
                    *out = known(distances[pair]).unwrap_or_else(|| match &self.shapes {
                        Sides::D3(left, right) => {
                            let [a, b] = self.at(pair);
                            solid(&left.get(a), &right.get(b))
                        }
                        Sides::D2(..) => unreachable!("lanes are of solids"),
                    });
                }
            };
            pool::each(py, &Looker::new(progress), distances.len(), parts, work)?;
        }
        Ok(made.into_any().unbind())
    }

    /// Answers every pair by one value.
    fn values<T: Element + Copy>(
        &self,
        py: Python<'_>,
        progress: Option<&Bound<'_, PyAny>>,
        flat: impl Fn(&Shape2, &Shape2) -> Result<T, NoAnswer> + Sync,
        solid: impl Fn(&Shape3, &Shape3) -> Result<T, NoAnswer> + Sync,
    ) -> PyResult<Py<PyAny>> {
        let made = zeros::<T>(py, &self.lead)?;
        {
            let mut guard = made.readwrite();
            let mut out = guard.as_slice_mut().ok();
            self.each(
                py,
                progress,
                |count| take(&mut out, count).unwrap_or(&mut []),
                |a, b, out: &mut &mut [T], i| flat(a, b).map(|found| out[i] = found),
                |a, b, out, i| solid(a, b).map(|found| out[i] = found),
            )?;
        }
        Ok(made.into_any().unbind())
    }
}

/// Answers `intersects`. Without `exact`, by the kernels in lanes where there are some.
pub(crate) fn intersects(
    py: Python<'_>,
    pairs: &Pairs,
    exact: bool,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Py<PyAny>> {
    let meet = |a: &Shape3, b: &Shape3| a.intersects(b);
    if !exact {
        if let Some(found) = pairs.in_lanes(py, progress, Solids::meetings)? {
            return Ok(array_of(py, &pairs.lead, &found)?.into_any().unbind());
        }
    } else if let Some((found, limit)) = pairs.in_lanes(py, progress, Solids::distances)? {
        return pairs.settled(py, progress, &found, |gap| is_clear(gap, limit).then_some(false), meet);
    }
    pairs.values(py, progress, |a, b| Ok(a.intersects(b)), |a, b| Ok(meet(a, b)))
}

/// Answers `distance`: in lanes where there are some, for pairs that are clearly apart.
pub(crate) fn distance(
    py: Python<'_>,
    pairs: &Pairs,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Py<PyAny>> {
    if let Some((found, limit)) = pairs.in_lanes(py, progress, Solids::distances)? {
        let clear = |gap| is_clear(gap, limit).then_some(gap);
        let made = pairs.settled(py, progress, &found, clear, near::distance)?;
        return pairs.rounded(made.bind(py), true);
    }
    let flat = |a: &Shape2, b: &Shape2| Ok(a.closest_precisely(b).distance);
    let made = pairs.values(py, progress, flat, |a, b| Ok(near::distance(a, b)))?;
    pairs.rounded(made.bind(py), true)
}

/// Returns whether a distance of a kernel in lanes is an answer.
fn is_clear(gap: f64, limit: f64) -> bool {
    gap > limit && gap < f64::INFINITY
}

/// Answers `contains`.
pub(crate) fn contains(
    py: Python<'_>,
    pairs: &Pairs,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Py<PyAny>> {
    pairs.values(py, progress, Shape2::contains, Shape3::contains)
}

/// Arrays of a number and some vectors for each pair.
struct Rows<'a> {
    number: &'a mut [f64],
    vectors: Vec<&'a mut [f64]>,
}

impl Rows<'_> {
    fn set<V: Vector<Scalar = f64>>(&mut self, i: usize, number: f64, vectors: &[Option<V>]) {
        self.number[i] = number;
        for (slice, vector) in self.vectors.iter_mut().zip(vectors) {
            for axis in 0..V::DIM {
                slice[i * V::DIM + axis] = vector.map_or(f64::NAN, |vector| vector.get(axis));
            }
        }
    }
}

/// Answers every pair by a number and some vectors.
fn rows(
    py: Python<'_>,
    pairs: &Pairs,
    progress: Option<&Bound<'_, PyAny>>,
    names: &[&str],
    flat: impl Fn(&Shape2, &Shape2, &mut Rows<'_>, usize) -> Result<(), NoAnswer> + Sync,
    solid: impl Fn(&Shape3, &Shape3, &mut Rows<'_>, usize) -> Result<(), NoAnswer> + Sync,
) -> PyResult<Py<PyDict>> {
    let dim = pairs.dim();
    let number = zeros::<f64>(py, &pairs.lead)?;
    let shape = [&pairs.lead[..], &[dim]].concat();
    let vectors = names[1..].iter().map(|_| zeros::<f64>(py, &shape)).collect::<PyResult<Vec<_>>>()?;
    {
        let mut guard = number.readwrite();
        let mut guards: Vec<_> = vectors.iter().map(|vector| vector.readwrite()).collect();
        let mut out = guard.as_slice_mut().ok();
        let mut outs: Vec<_> = guards.iter_mut().map(|guard| guard.as_slice_mut().ok()).collect();
        let slices = |count| Rows {
            number: take(&mut out, count).unwrap_or(&mut []),
            vectors: outs.iter_mut().map(|out| take(out, count * dim).unwrap_or(&mut [])).collect(),
        };
        pairs.each(py, progress, slices, flat, solid)?;
    }
    let dict = PyDict::new(py);
    dict.set_item(names[0], number)?;
    for (name, vector) in names[1..].iter().zip(vectors) {
        dict.set_item(*name, vector)?;
    }
    pairs.all_rounded(&dict)?;
    Ok(dict.unbind())
}

/// Answers `closest_points` of batches.
pub(crate) fn closest_points(
    py: Python<'_>,
    pairs: &Pairs,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Py<PyAny>> {
    let names = ["distance", "point_a", "point_b"];
    let dict = rows(
        py,
        pairs,
        progress,
        &names,
        |a, b, out, i| {
            let found = a.closest_precisely(b);
            out.set(i, found.distance, &[Some(found.on_a), Some(found.on_b)]);
            Ok(())
        },
        |a, b, out, i| {
            let found = closest(a, b);
            out.set(i, found.distance, &[Some(found.on_a), Some(found.on_b)]);
            Ok(())
        },
    )?;
    result(py, "Between", &pairs.lead, dict.bind(py))
}

/// Answers `contact` of batches.
pub(crate) fn contact(
    py: Python<'_>,
    pairs: &Pairs,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Py<PyAny>> {
    let names = ["depth", "normal", "point_a", "point_b"];
    let dict = rows(
        py,
        pairs,
        progress,
        &names,
        |a, b, out, i| {
            match a.contact_precisely(b)? {
                Some(c) => out.set(i, c.depth, &[c.normal_a_to_b, Some(c.on_a), Some(c.on_b)]),
                None => out.set::<glam::DVec2>(i, f64::NAN, &[None; 3]),
            }
            Ok(())
        },
        |a, b, out, i| {
            match a.contact_precisely(b)? {
                Some(c) => out.set(i, c.depth, &[c.normal_a_to_b, Some(c.on_a), Some(c.on_b)]),
                None => out.set::<glam::DVec3>(i, f64::NAN, &[None; 3]),
            }
            Ok(())
        },
    )?;
    result(py, "Contacts", &pairs.lead, dict.bind(py))
}

/// Fields of hits of shapes.
const HITS: [&str; 7] = ["t", "triangle", "point", "normal", "uv", "front", ""];

/// Answers `cast` of batches.
pub(crate) fn cast(
    py: Python<'_>,
    pairs: &Pairs,
    options: &CastOptions<f64>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Py<PyAny>> {
    if pairs.dim() == 2 {
        let names = ["t", "point", "normal"];
        let dict = rows(
            py,
            pairs,
            progress,
            &names,
            |a, b, out, i| {
                match a.cast_with(b, options)? {
                    Some(hit) => out.set(i, hit.t, &[hit.point, hit.normal]),
                    None => out.set::<glam::DVec2>(i, f64::INFINITY, &[None; 2]),
                }
                Ok(())
            },
            |_, _, _, _| Ok(()),
        )?;
        return result(py, "Hits", &pairs.lead, dict.bind(py));
    }
    let made = Arrays::<f64>::new(py, &pairs.lead, Fields::all(HITS))?;
    {
        let mut guard = made.guard();
        let mut out = guard.out();
        pairs.each(
            py,
            progress,
            |count| out.take(count),
            |_, _, _, _| Ok(()),
            |a, b, out: &mut Out<'_, f64>, i| {
                match a.cast_with(b, options)? {
                    Some(hit) => put(out, i, &hit),
                    None => out.clear(i),
                }
                Ok(())
            },
        )?;
    }
    let fields = made.dict(py)?;
    pairs.all_rounded(&fields)?;
    result(py, "Hits", &pairs.lead, &fields)
}

/// Writes one hit.
fn put(out: &mut Out<'_, f64>, i: usize, hit: &Hit<glam::DVec3>) {
    let nan = [f64::NAN; 3];
    let SceneHitArrays { hits, .. } = out.hits(i..i + 1);
    set(hits.t, hit.t);
    set(hits.triangle, hit.triangle.map_or(-1, |triangle| triangle as i32));
    set(hits.uv, hit.uv.unwrap_or([f64::NAN; 2]));
    set(hits.normal, hit.normal.map_or(nan, |normal| normal.to_array()));
    set(hits.point, hit.point.map_or(nan, |point| point.to_array()));
    set(hits.front, hit.side == Side::Outside);
}

fn set<T>(slice: Option<&mut [T]>, value: T) {
    if let Some([place, ..]) = slice {
        *place = value;
    }
}
