//! Poses: `(..., 4, 4)` or `(..., 3, 4)` matrices for column vectors.

use crate::arrays::{Space, indexed, numbers, shape_text};
use crate::error::{self, Class};
use barycast::frame::{Affine3, Pose};
use barycast::number::Float;
use glam::{DMat3, DVec3};
use pyo3::prelude::*;

/// Rows of the upper three by four numbers of a matrix.
pub(crate) type Rows = [[f64; 4]; 3];

/// Poses with leading dimensions.
pub(crate) struct Poses {
    pub(crate) lead: Vec<usize>,
    pub(crate) rows: Vec<Rows>,
    /// Number of rows of a matrix.
    height: usize,
}

impl Poses {
    /// Writes the shape of the array.
    pub(crate) fn shape_text(&self) -> String {
        shape_text(&[&self.lead[..], &[self.height, 4]].concat())
    }
}

/// The pose that changes nothing.
pub(crate) const IDENTITY: Rows = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];

/// Reads poses; `None` is one identity.
pub(crate) fn read(py: Python<'_>, given: Option<&Bound<'_, PyAny>>, name: &str) -> PyResult<Poses> {
    let Some(given) = given else {
        return Ok(Poses { lead: Vec::new(), rows: vec![IDENTITY], height: 4 });
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
    Ok(Poses { lead, rows, height })
}

/// Converts a pose to a map of this precision.
pub(crate) fn affine<V: Space>(rows: &Rows) -> Affine3<V> {
    let column = |c: usize| V::from_fn(|axis| V::Scalar::from_f64(rows[axis][c]));
    Affine3 { x: column(0), y: column(1), z: column(2), translation: column(3) }
}

/// How far a matrix may be from a rotation.
pub(crate) const RIGID: f64 = 1e-5;

/// Returns the rotation nearest to a matrix, and the greatest difference of two of their numbers;
/// infinite for mirrors and singular matrices.
pub(crate) fn nearest_rotation(matrix: &DMat3) -> (DMat3, f64) {
    // Newton's iteration for the polar decomposition.
    let mut turn = *matrix;
    for _ in 0..8 {
        turn = (turn + turn.inverse().transpose()) * 0.5;
    }
    let off = (turn - *matrix).to_cols_array().iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    let is_turn = turn.is_finite() && turn.determinant() > 0.0;
    (turn, if is_turn { off } else { f64::INFINITY })
}

/// Returns the rotation and the translation of a rigid pose, or what is wrong with it.
pub(crate) fn rigid(rows: &Rows) -> Result<Pose<DVec3>, String> {
    let column = |c: usize| DVec3::new(rows[0][c], rows[1][c], rows[2][c]);
    let (turn, off) = nearest_rotation(&DMat3::from_cols(column(0), column(1), column(2)));
    if off == f64::INFINITY {
        return Err("must be a rotation and a translation, and is a mirror or flattens".to_owned());
    }
    if off > RIGID {
        return Err(format!("not a rotation, off by {off:.3}"));
    }
    let axes = [turn.x_axis, turn.y_axis, turn.z_axis];
    Pose::try_new(axes, column(3)).map_err(|error| error.to_string())
}

/// Reads one rigid pose.
pub(crate) fn one_rigid(py: Python<'_>, given: &Bound<'_, PyAny>, name: &str) -> PyResult<Pose<DVec3>> {
    let poses = read(py, Some(given), name)?;
    let ([], [rows]) = (poses.lead.as_slice(), poses.rows.as_slice()) else {
        let message = format!("{name} must have shape (4, 4) or (3, 4), got {}", poses.shape_text());
        return Err(error::new(py, Class::Array, message));
    };
    rigid(rows).map_err(|what| error::new(py, Class::Pose, format!("{name}: {what}")))
}
