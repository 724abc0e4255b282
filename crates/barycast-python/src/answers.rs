//! Answers of batches: rows of numbers, written into arrays field by field.

use crate::arrays::{array_of, result_class, take, zeros};
use crate::error::{self, Class};
use barycast::mesh::{ClosestArrays, HitArrays};
use barycast::number::Float;
use barycast::scene::{SceneClosestArrays, SceneHitArrays, SceneHitLists};
use numpy::{Element, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::ops::Range;

/// The fields of answers, and which of them are wanted.
#[derive(Clone, Copy)]
pub(crate) struct Fields {
    /// Names by position; an empty name is a field that this answer does not have.
    names: [&'static str; 7],
    pub(crate) wanted: [bool; 7],
}

impl Fields {
    /// Reads the option `fields`: names of fields, or `None` for all.
    pub(crate) fn read(names: [&'static str; 7], given: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let Some(given) = given else {
            return Ok(Self { names, wanted: names.map(|name| !name.is_empty()) });
        };
        let list: Vec<String> = match given.extract::<String>() {
            Ok(one) => vec![one],
            Err(_) => given.try_iter()?.map(|name| name?.extract()).collect::<PyResult<_>>()?,
        };
        let mut wanted = [false; 7];
        for name in list {
            let Some(at) = names.iter().position(|known| !known.is_empty() && *known == name) else {
                let known: Vec<_> = names.into_iter().filter(|name| !name.is_empty()).collect();
                let message = format!("fields must be among {}, got {name:?}", known.join(", "));
                return Err(error::new(given.py(), Class::Option, message));
            };
            wanted[at] = true;
        }
        Ok(Self { names, wanted })
    }

    pub(crate) fn all(names: [&'static str; 7]) -> Self {
        Self { names, wanted: names.map(|name| !name.is_empty()) }
    }
}

/// Arrays of answers.
pub(crate) struct Arrays<'py, S: Element> {
    fields: Fields,
    numbers: [Option<Bound<'py, PyArrayDyn<S>>>; 4],
    ids: [Option<Bound<'py, PyArrayDyn<i32>>>; 2],
    front: Option<Bound<'py, PyArrayDyn<bool>>>,
}

/// Positions in [`Fields`] of the arrays of numbers, and how many numbers a row has there.
const NUMBERS: [(usize, usize); 4] = [(0, 0), (2, 3), (3, 3), (4, 2)];
/// Positions of the arrays of ids.
const IDS: [usize; 2] = [1, 6];
const FRONT: usize = 5;

impl<'py, S: Element> Arrays<'py, S> {
    /// Makes the wanted arrays with these leading dimensions.
    pub(crate) fn new(py: Python<'py>, lead: &[usize], fields: Fields) -> PyResult<Self> {
        let mut numbers = [const { None }; 4];
        for (array, (field, width)) in numbers.iter_mut().zip(NUMBERS) {
            if fields.wanted[field] {
                let mut shape = lead.to_vec();
                shape.extend((width > 0).then_some(width));
                *array = Some(zeros(py, &shape)?);
            }
        }
        let mut ids = [const { None }; 2];
        for (array, field) in ids.iter_mut().zip(IDS) {
            if fields.wanted[field] {
                *array = Some(zeros(py, lead)?);
            }
        }
        let front = if fields.wanted[FRONT] { Some(zeros(py, lead)?) } else { None };
        Ok(Self { fields, numbers, ids, front })
    }

    /// Locks the arrays for writing.
    pub(crate) fn guard(&self) -> Guard<'py, S> {
        Guard {
            numbers: self.numbers.each_ref().map(|array| array.as_ref().map(|array| array.readwrite())),
            ids: self.ids.each_ref().map(|array| array.as_ref().map(|array| array.readwrite())),
            front: self.front.as_ref().map(|array| array.readwrite()),
        }
    }

    /// Returns the arrays by the names of their fields.
    pub(crate) fn dict(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for at in 0..7 {
            let name = self.fields.names[at];
            if let Some(i) = NUMBERS.iter().position(|(field, _)| *field == at) {
                set(&dict, name, self.numbers[i].as_ref())?;
            } else if let Some(i) = IDS.iter().position(|field| *field == at) {
                set(&dict, name, self.ids[i].as_ref())?;
            } else {
                set(&dict, name, self.front.as_ref())?;
            }
        }
        Ok(dict)
    }
}

fn set<T: Element>(
    dict: &Bound<'_, PyDict>,
    name: &str,
    array: Option<&Bound<'_, PyArrayDyn<T>>>,
) -> PyResult<()> {
    array.map_or(Ok(()), |array| dict.set_item(name, array))
}

/// Arrays locked for writing.
pub(crate) struct Guard<'py, S: Element> {
    numbers: [Option<PyReadwriteArrayDyn<'py, S>>; 4],
    ids: [Option<PyReadwriteArrayDyn<'py, i32>>; 2],
    front: Option<PyReadwriteArrayDyn<'py, bool>>,
}

fn open<'a, T: Element>(array: &'a mut Option<PyReadwriteArrayDyn<'_, T>>) -> Option<&'a mut [T]> {
    array.as_mut().and_then(|array| array.as_slice_mut().ok())
}

impl<S: Element> Guard<'_, S> {
    pub(crate) fn out(&mut self) -> Out<'_, S> {
        Out {
            numbers: self.numbers.each_mut().map(open),
            ids: self.ids.each_mut().map(open),
            front: open(&mut self.front),
        }
    }
}

/// Parts of the arrays, which belong to some questions.
pub(crate) struct Out<'a, S> {
    numbers: [Option<&'a mut [S]>; 4],
    ids: [Option<&'a mut [i32]>; 2],
    front: Option<&'a mut [bool]>,
}

impl<'a, S: Copy> Out<'a, S> {
    /// Splits off the first `count` questions.
    pub(crate) fn take(&mut self, count: usize) -> Self {
        let mut numbers = [const { None }; 4];
        for ((part, slice), (_, width)) in numbers.iter_mut().zip(&mut self.numbers).zip(NUMBERS) {
            *part = take(slice, count * width.max(1));
        }
        Self {
            numbers,
            ids: self.ids.each_mut().map(|slice| take(slice, count)),
            front: take(&mut self.front, count),
        }
    }

    /// Returns the slices of some questions, for hits.
    pub(crate) fn hits(&mut self, at: Range<usize>) -> SceneHitArrays<'_, S> {
        let [t, point, normal, uv] = &mut self.numbers;
        let [triangle, part] = &mut self.ids;
        SceneHitArrays {
            hits: HitArrays {
                t: one(t, &at),
                triangle: one(triangle, &at),
                uv: several(uv, &at),
                normal: several(normal, &at),
                point: several(point, &at),
                front: one(&mut self.front, &at),
            },
            instance: one(part, &at),
        }
    }

    /// Returns the slices of some questions, for closest points.
    pub(crate) fn closest(&mut self, at: Range<usize>) -> SceneClosestArrays<'_, S> {
        let [distance, point, normal, uv] = &mut self.numbers;
        let [triangle, part] = &mut self.ids;
        SceneClosestArrays {
            closest: ClosestArrays {
                distance: one(distance, &at),
                triangle: one(triangle, &at),
                uv: several(uv, &at),
                normal: several(normal, &at),
                point: several(point, &at),
            },
            instance: one(part, &at),
        }
    }
}

/// Returns some elements.
fn one<'a, T>(slice: &'a mut Option<&mut [T]>, at: &Range<usize>) -> Option<&'a mut [T]> {
    slice.as_mut().map(|slice| &mut slice[at.clone()])
}

/// Returns some rows of `N` elements.
fn several<'a, T, const N: usize>(
    slice: &'a mut Option<&mut [T]>,
    at: &Range<usize>,
) -> Option<&'a mut [[T; N]]> {
    slice.as_mut().map(|slice| &mut slice.as_chunks_mut().0[at.clone()])
}

impl<S: Float> Out<'_, S> {
    /// Marks a question as one without an answer.
    pub(crate) fn clear(&mut self, i: usize) {
        let nan = S::from_f64(f64::NAN);
        for (slice, (_, width)) in self.numbers.iter_mut().zip(NUMBERS) {
            let none = if width == 0 { S::from_f64(f64::INFINITY) } else { nan };
            if let Some(slice) = slice {
                slice[i * width.max(1)..(i + 1) * width.max(1)].fill(none);
            }
        }
        for slice in self.ids.iter_mut().flatten() {
            slice[i] = -1;
        }
        if let Some(front) = &mut self.front {
            front[i] = false;
        }
    }

    /// Returns memory for as many answers, in the same fields.
    pub(crate) fn buffers(&self, count: usize) -> Buffers<S> {
        let zero = S::from_f64(0.0);
        let mut numbers = [const { None }; 4];
        for ((buffer, slice), (_, width)) in numbers.iter_mut().zip(&self.numbers).zip(NUMBERS) {
            *buffer = slice.as_ref().map(|_| vec![zero; count * width.max(1)]);
        }
        let ids = self.ids.each_ref().map(|slice| slice.as_ref().map(|_| vec![0; count]));
        Buffers { numbers, ids, front: self.front.as_ref().map(|_| vec![false; count]) }
    }

    /// Writes the `k`-th answer of `from` to the place `order[k]`.
    pub(crate) fn scatter(&mut self, from: &Buffers<S>, order: &[u32]) {
        let [t, point, normal, uv] = &mut self.numbers;
        let [from_t, from_point, from_normal, from_uv] = &from.numbers;
        scatter::<_, 1>(t, from_t, order);
        scatter::<_, 3>(point, from_point, order);
        scatter::<_, 3>(normal, from_normal, order);
        scatter::<_, 2>(uv, from_uv, order);
        for (ids, from) in self.ids.iter_mut().zip(&from.ids) {
            scatter::<_, 1>(ids, from, order);
        }
        scatter::<_, 1>(&mut self.front, &from.front, order);
    }
}

fn scatter<T: Copy, const N: usize>(to: &mut Option<&mut [T]>, from: &Option<Vec<T>>, order: &[u32]) {
    if let (Some(to), Some(from)) = (to, from) {
        let to = to.as_chunks_mut::<N>().0;
        for (row, at) in from.as_chunks::<N>().0.iter().zip(order) {
            to[*at as usize] = *row;
        }
    }
}

/// Answers in separate memory.
pub(crate) struct Buffers<S> {
    numbers: [Option<Vec<S>>; 4],
    ids: [Option<Vec<i32>>; 2],
    front: Option<Vec<bool>>,
}

impl<S> Buffers<S> {
    pub(crate) fn out(&mut self) -> Out<'_, S> {
        Out {
            numbers: self.numbers.each_mut().map(|buffer| buffer.as_deref_mut()),
            ids: self.ids.each_mut().map(|buffer| buffer.as_deref_mut()),
            front: self.front.as_deref_mut(),
        }
    }
}

/// Largest number of questions of a part.
pub(crate) const PART: usize = 4096;
/// Rows of a tile.
const TILE: usize = 16;

/// Some questions of a batch that follow each other: rows of a picture, or a piece of a list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    /// Flat index of the first question.
    pub(crate) first: usize,
    rows: usize,
    width: usize,
}

impl Span {
    pub(crate) const fn count(&self) -> usize {
        self.rows * self.width
    }

    /// Returns the order of the questions for several rows of a picture: that of small tiles.
    pub(crate) fn order(&self) -> Option<Vec<u32>> {
        const SMALL: usize = 4;
        if self.rows == 1 {
            return None;
        }
        let mut order = Vec::with_capacity(self.count());
        for top in (0..self.rows).step_by(TILE) {
            for left in (0..self.width).step_by(2 * TILE) {
                let (bottom, right) = ((top + TILE).min(self.rows), (left + 2 * TILE).min(self.width));
                for y in (top..bottom).step_by(SMALL) {
                    for x in (left..right).step_by(SMALL) {
                        for row in y..(y + SMALL).min(bottom) {
                            let columns = x..(x + SMALL).min(right);
                            order.extend(columns.map(|column| (row * self.width + column) as u32));
                        }
                    }
                }
            }
        }
        Some(order)
    }
}

/// Shares out a batch of `all` questions.
pub(crate) fn parts(all: usize, most: usize) -> Vec<Span> {
    (0..all).step_by(most).map(|first| Span { first, rows: 1, width: most.min(all - first) }).collect()
}

/// Cuts a number of questions into ranges of at most `most`.
pub(crate) fn blocks(count: usize, most: usize) -> impl Iterator<Item = Range<usize>> {
    (0..count).step_by(most).map(move |first| first..count.min(first + most))
}

/// Shares out a batch with these leading dimensions. With `tiled` and two dimensions or more the
/// spans are rows of pictures.
pub(crate) fn spans(lead: &[usize], tiled: bool) -> Vec<Span> {
    let all: usize = lead.iter().product();
    if all == 0 {
        return Vec::new();
    }
    let (height, width) = match lead {
        [.., height, width] if tiled && *height > 1 && *width > 1 && *width < PART => (*height, *width),
        _ => return parts(all, PART),
    };
    let most = (PART / width).max(TILE).next_multiple_of(TILE);
    let mut spans = Vec::new();
    for picture in (0..all).step_by(height * width) {
        for row in (0..height).step_by(most) {
            spans.push(Span { first: picture + row * width, rows: most.min(height - row), width });
        }
    }
    spans
}

/// Makes an object of a class of results.
pub(crate) fn result<'py>(
    py: Python<'py>,
    class: &str,
    lead: &[usize],
    fields: &Bound<'py, PyDict>,
) -> PyResult<Py<PyAny>> {
    let shape = PyTuple::new(py, lead)?;
    Ok(result_class(py, class)?.call_method1("_of", (shape, fields))?.unbind())
}

/// Makes arrays of lists of hits: offsets, the question of each entry, and the entries.
pub(crate) fn lists<'py, S: Element + Float>(
    py: Python<'py>,
    fields: Fields,
    questions: usize,
    parts: &[SceneHitLists<S>],
) -> PyResult<Bound<'py, PyDict>> {
    let mut offsets: Vec<i64> = Vec::with_capacity(questions + 1);
    offsets.push(0);
    let mut before = 0;
    for part in parts {
        offsets.extend(part.hits.offsets.iter().skip(1).map(|offset| before + *offset as i64));
        before += part.hits.t.len() as i64;
    }
    let entries = before as usize;
    let arrays = Arrays::<S>::new(py, &[entries], fields)?;
    let of_entry = zeros::<i64>(py, &[entries])?;
    {
        let (mut guard, mut of_guard) = (arrays.guard(), of_entry.readwrite());
        let (mut out, mut first) = (guard.out(), 0);
        for part in parts {
            let SceneHitArrays { hits, instance } = out.hits(first..first + part.hits.t.len());
            copy(hits.t, &part.hits.t);
            copy(hits.triangle, &part.hits.triangle);
            copy(hits.uv, &part.hits.uv);
            copy(hits.normal, &part.hits.normal);
            copy(hits.point, &part.hits.point);
            copy(hits.front, &part.hits.front);
            copy(instance, &part.instance);
            first += part.hits.t.len();
        }
        let of_slice = of_guard.as_slice_mut().unwrap_or(&mut []);
        for (question, ends) in offsets.windows(2).enumerate() {
            of_slice[ends[0] as usize..ends[1] as usize].fill(question as i64);
        }
    }
    let dict = arrays.dict(py)?;
    dict.set_item("offsets", array_of(py, &[offsets.len()], &offsets)?)?;
    dict.set_item("ray", of_entry)?;
    Ok(dict)
}

fn copy<T: Copy>(to: Option<&mut [T]>, from: &[T]) {
    if let Some(to) = to {
        to.copy_from_slice(from);
    }
}
