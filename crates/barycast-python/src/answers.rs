//! Answers of batches: rows of numbers, written into arrays field by field.

use crate::arrays::{array_of, result_class, take, zeros};
use crate::error::{self, Class};
use barycast::number::Float;
use numpy::{Element, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// The fields of answers, and which of them are wanted.
#[derive(Clone, Copy)]
pub(crate) struct Fields {
    /// Names in the order of [`Row`]; an empty name is a field that this answer does not have.
    names: [&'static str; 7],
    pub(crate) wanted: [bool; 7],
}

pub(crate) const NORMAL: usize = 3;
pub(crate) const UV: usize = 4;

/// Fields of hits.
pub(crate) const HITS: [&str; 7] = ["t", "triangle", "point", "normal", "uv", "front", ""];
/// Fields of closest points.
pub(crate) const CLOSEST: [&str; 7] = ["distance", "triangle", "point", "normal", "uv", "", ""];

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

/// One answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<S> {
    /// Parameter of a ray, or a distance.
    pub(crate) scalar: S,
    pub(crate) triangle: i32,
    pub(crate) point: [S; 3],
    pub(crate) normal: [S; 3],
    pub(crate) uv: [S; 2],
    pub(crate) front: bool,
    pub(crate) part: i32,
}

impl<S: Float> Row<S> {
    /// Returns the row of a question without an answer.
    pub(crate) fn none() -> Self {
        let (nan, infinity) = (S::from_f64(f64::NAN), S::from_f64(f64::INFINITY));
        Self {
            scalar: infinity,
            triangle: -1,
            point: [nan; 3],
            normal: [nan; 3],
            uv: [nan; 2],
            front: false,
            part: -1,
        }
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

    /// Writes the answer of one question.
    #[inline]
    pub(crate) fn set(&mut self, i: usize, row: &Row<S>) {
        let [scalar, point, normal, uv] = &mut self.numbers;
        if let Some(scalar) = scalar {
            scalar[i] = row.scalar;
        }
        if let Some(point) = point {
            point[3 * i..3 * i + 3].copy_from_slice(&row.point);
        }
        if let Some(normal) = normal {
            normal[3 * i..3 * i + 3].copy_from_slice(&row.normal);
        }
        if let Some(uv) = uv {
            uv[2 * i..2 * i + 2].copy_from_slice(&row.uv);
        }
        let [triangle, part] = &mut self.ids;
        if let Some(triangle) = triangle {
            triangle[i] = row.triangle;
        }
        if let Some(part) = part {
            part[i] = row.part;
        }
        if let Some(front) = &mut self.front {
            front[i] = row.front;
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

    /// Returns the order of the questions: that of small tiles for several rows of a picture.
    pub(crate) fn order(&self) -> Vec<u32> {
        const SMALL: usize = 4;
        let mut order = Vec::with_capacity(self.count());
        if self.rows == 1 {
            order.extend(0..self.width as u32);
            return order;
        }
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
        order
    }
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
        _ => {
            let span = |first| Span { first, rows: 1, width: PART.min(all - first) };
            return (0..all).step_by(PART).map(span).collect();
        }
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

/// Answers of which each question has any number.
pub(crate) struct Lists<S> {
    pub(crate) counts: Vec<u32>,
    pub(crate) rows: Vec<Row<S>>,
}

impl<S> Lists<S> {
    pub(crate) const fn new() -> Self {
        Self { counts: Vec::new(), rows: Vec::new() }
    }
}

/// Makes arrays of lists: offsets, the question of each entry, and the entries.
pub(crate) fn lists<'py, S: Element + Float>(
    py: Python<'py>,
    fields: Fields,
    questions: usize,
    lists: &[Lists<S>],
) -> PyResult<Bound<'py, PyDict>> {
    let mut offsets: Vec<i64> = Vec::with_capacity(questions + 1);
    offsets.push(0);
    let mut end = 0;
    for count in lists.iter().flat_map(|list| &list.counts) {
        end += i64::from(*count);
        offsets.push(end);
    }
    let entries = end as usize;
    let arrays = Arrays::<S>::new(py, &[entries], fields)?;
    let of_entry = zeros::<i64>(py, &[entries])?;
    {
        let (mut guard, mut of_guard) = (arrays.guard(), of_entry.readwrite());
        let mut out = guard.out();
        let of_slice = of_guard.as_slice_mut().unwrap_or(&mut []);
        let rows = lists.iter().flat_map(|list| &list.rows);
        rows.enumerate().for_each(|(i, row)| out.set(i, row));
        for (question, ends) in offsets.windows(2).enumerate() {
            of_slice[ends[0] as usize..ends[1] as usize].fill(question as i64);
        }
    }
    let dict = arrays.dict(py)?;
    dict.set_item("offsets", array_of(py, &[offsets.len()], &offsets)?)?;
    dict.set_item("ray", of_entry)?;
    Ok(dict)
}
