//! The query protocol: requests and answers as lines of JSON.

use crate::error::{self, Class};
use crate::pool::{self, Looker};
use barycast::pair::table::ROWS;
use barycast_protocol::{Session, defines};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

/// Answers one line, without its end.
#[pyfunction]
#[pyo3(signature = (line, trace=false))]
pub(crate) fn answer_line(py: Python<'_>, line: &[u8], trace: bool) -> PyResult<Vec<u8>> {
    pool::here(py, &Looker::new(None), |_| {
        let mut out = Vec::new();
        barycast_protocol::answer(line, trace, &mut out);
        out
    })
}

/// Answers lines of the query protocol on all cores: the same bytes as the program's ``query``.
///
/// Parameters
/// ----------
/// lines : bytes, str or iterable of str
///     One request of JSON a line. Blank lines are skipped.
/// trace : bool, default False
///     Whether answers list the steps of the algorithm.
///
/// Returns
/// -------
/// bytes or list of str
///     Bytes for bytes or a string, else one string for each request. Errors are answers too.
///
/// Examples
/// --------
/// >>> import barycast as bc
/// >>> bc.query_lines(['{"op": "distance", "a": {"point": [0, 0]}, "b": {"point": [3, 4]}}'])
/// ['{"distance":5,"point_a":[0,0],"point_b":[3,4]}']
#[pyfunction]
#[pyo3(signature = (lines, *, trace=false))]
pub(crate) fn query_lines(py: Python<'_>, lines: &Bound<'_, PyAny>, trace: bool) -> PyResult<Py<PyAny>> {
    let (text, as_bytes) = if let Ok(bytes) = lines.extract::<Vec<u8>>() {
        (bytes, true)
    } else if let Ok(text) = lines.extract::<String>() {
        (text.into_bytes(), true)
    } else {
        let mut text = Vec::new();
        for line in lines.try_iter()? {
            let line: String = line?.extract()?;
            let line = line.strip_suffix('\n').unwrap_or(&line);
            if line.contains('\n') {
                return Err(error::new(py, Class::Query, "each string must be one line"));
            }
            text.extend_from_slice(line.as_bytes());
            text.push(b'\n');
        }
        (text, false)
    };
    let out = answers(py, &text, trace)?;
    if as_bytes {
        return Ok(PyBytes::new(py, &out).into_any().unbind());
    }
    let text = String::from_utf8_lossy(&out);
    Ok(PyList::new(py, text.lines())?.into_any().unbind())
}

fn answers(py: Python<'_>, text: &[u8], trace: bool) -> PyResult<Vec<u8>> {
    let is_blank = |line: &&[u8]| line.iter().all(u8::is_ascii_whitespace);
    let lines: Vec<&[u8]> = text.split(|byte| *byte == b'\n').filter(|line| !is_blank(line)).collect();
    let mut session = Session::default();
    let (mut out, mut rest) = (Vec::new(), &lines[..]);
    while let Some(first) = rest.first() {
        // Definitions apply to the lines after them, so lines between two of them are answered at once.
        if defines(first) {
            session.answer(first, trace, &mut out);
            rest = &rest[1..];
            continue;
        }
        let count = rest.iter().position(|line| defines(line)).unwrap_or(rest.len());
        let (now, later) = rest.split_at(count);
        rest = later;
        const PART: usize = 64;
        let mut answers: Vec<Vec<u8>> = vec![Vec::new(); now.len().div_ceil(PART)];
        let parts: Vec<_> = now.chunks(PART).zip(&mut answers).collect();
        let shared = &session;
        let work = |(lines, out): (&[&[u8]], &mut Vec<u8>)| {
            for line in lines {
                shared.answer_shared(line, trace, out);
            }
        };
        pool::each(py, &Looker::new(None), now.len() * 16, parts, work)?;
        answers.iter().for_each(|answer| out.extend_from_slice(answer));
    }
    Ok(out)
}

/// Returns the table of pairs of shapes with an algorithm each.
///
/// Pairs that are not in it are answered by the parts or the supporting points of the shapes.
///
/// Returns
/// -------
/// list of dict
///     ``name``, the two ``shapes``, ``dimensions`` (``"2D"``, ``"3D"`` or ``"both"``), and how
///     ``intersects``, ``distance`` and ``contact`` are answered.
///
/// Examples
/// --------
/// >>> import barycast as bc
/// >>> [row["intersects"] for row in bc.pairs_table() if row["name"] == "capsule_sphere"]
/// ['exact']
#[pyfunction]
pub(crate) fn pairs_table(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let rows = PyList::empty(py);
    for row in ROWS {
        let made = PyDict::new(py);
        made.set_item("name", row.name)?;
        made.set_item("shapes", row.shapes.map(snake_case))?;
        made.set_item("dimensions", row.dimensions)?;
        for (question, answer) in ["intersects", "distance", "contact"].into_iter().zip(row.answers) {
            made.set_item(question, answer)?;
        }
        rows.append(made)?;
    }
    Ok(rows)
}

/// Returns the name of a type as the query protocol has it.
fn snake_case(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.extend(letter.to_lowercase());
    }
    text
}
