//! Poses: `(..., 4, 4)` or `(..., 3, 4)` matrices for column vectors.

use crate::arrays::{Space, indexed, numbers, shape_text};
use crate::error::{self, Class};
use barycast::frame::Affine3;
use barycast::number::Float;
use pyo3::prelude::*;

/// Rows of the upper three by four numbers of a matrix.
pub(crate) type Rows = [[f64; 4]; 3];

/// Poses with leading dimensions.
pub(crate) struct Poses {
    pub(crate) lead: Vec<usize>,
    pub(crate) rows: Vec<Rows>,
}

const IDENTITY: Rows = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];

/// Reads poses; `None` is one identity.
pub(crate) fn read(py: Python<'_>, given: Option<&Bound<'_, PyAny>>, name: &str) -> PyResult<Poses> {
    let Some(given) = given else {
        return Ok(Poses { lead: Vec::new(), rows: vec![IDENTITY] });
    };
    let array = numbers::<f64>(given, name)?;
    let (lead, height) = match array.shape.as_slice() {
        [lead @ .., height @ (3 | 4), 4] => (lead.to_vec(), *height),
        other => {
            let message =
                format!("{name} must have shape (..., 4, 4) or (..., 3, 4), got {}", shape_text(other));
            return Err(error::new(py, Class::Array, message));
        }
    };
    let mut rows = Vec::with_capacity(lead.iter().product());
    for (i, matrix) in array.slice().chunks_exact(4 * height).enumerate() {
        let row = |r: usize| [0, 1, 2, 3].map(|column| matrix[4 * r + column]);
        let fail = |what: String| {
            let message = format!("{}: {what}", indexed(name, i, &lead));
            error::with(py, Class::Pose, message, |values| values.set_item("index", i))
        };
        if let Some(bad) = matrix.iter().find(|x| !x.is_finite()) {
            return Err(fail(format!("every number must be finite, got {}", error::number(*bad))));
        }
        if height == 4 && row(3) != [0.0, 0.0, 0.0, 1.0] {
            let last = row(3).map(error::number).join(", ");
            return Err(fail(format!("the last row must be [0, 0, 0, 1], got [{last}]")));
        }
        rows.push([row(0), row(1), row(2)]);
    }
    Ok(Poses { lead, rows })
}

/// Converts a pose to a map of this precision.
pub(crate) fn affine<V: Space>(rows: &Rows) -> Affine3<V> {
    let column = |c: usize| V::from_fn(|axis| V::Scalar::from_f64(rows[axis][c]));
    Affine3 { x: column(0), y: column(1), z: column(2), translation: column(3) }
}
