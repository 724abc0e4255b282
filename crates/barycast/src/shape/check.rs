//! What checked constructors ask of their fields.

use crate::number::Float;
use crate::vector::FloatVector;
use core::fmt;

/// Why numbers make no valid shape: the field, what it must be, and what it was.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShapeError {
    /// The field's name, as in the struct and in the query protocol.
    pub field: &'static str,
    /// What the field must be.
    pub must: &'static str,
    /// The offending number, where one number is to blame.
    pub got: Option<f64>,
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} must {}", self.field, self.must)?;
        match self.got {
            Some(got) => write!(f, ", got {got}"),
            None => Ok(()),
        }
    }
}

impl core::error::Error for ShapeError {}

/// `Ok` of nothing, or the error for one field.
pub(crate) type Checked = Result<(), ShapeError>;

pub(crate) fn finite<V: FloatVector>(field: &'static str, v: V) -> Checked {
    for axis in 0..V::DIM {
        if !v.get(axis).is_finite() {
            return Err(ShapeError { field, must: "be finite", got: Some(v.get(axis).to_f64()) });
        }
    }
    Ok(())
}

pub(crate) fn finite_number<S: Float>(field: &'static str, number: S) -> Checked {
    if number.is_finite() {
        Ok(())
    } else {
        Err(ShapeError { field, must: "be finite", got: Some(number.to_f64()) })
    }
}

/// For radii: finite, and 0 or more.
pub(crate) fn size<S: Float>(field: &'static str, number: S) -> Checked {
    if number.is_finite() && number >= S::ZERO {
        Ok(())
    } else {
        Err(ShapeError { field, must: "be finite and not negative", got: Some(number.to_f64()) })
    }
}

/// For half extents: finite, and 0 or more along every axis.
pub(crate) fn sizes<V: FloatVector>(field: &'static str, v: V) -> Checked {
    (0..V::DIM).try_for_each(|axis| size(field, v.get(axis)))
}

/// For directions and normals: finite, and not the zero vector.
pub(crate) fn direction<V: FloatVector>(field: &'static str, v: V) -> Checked {
    finite(field, v)?;
    if v.is_zero() { Err(ShapeError { field, must: "not be zero", got: None }) } else { Ok(()) }
}

/// For `a` and `b` of a shape that has no axis without them.
pub(crate) fn apart<V: FloatVector>(field: &'static str, a: V, b: V) -> Checked {
    if a.le_all(b) && b.le_all(a) {
        Err(ShapeError { field, must: "differ from the other end: the axis has no direction", got: None })
    } else {
        Ok(())
    }
}

/// For the axes of a box: unit length and at right angles, within [`Float::AXES_TOLERANCE`].
pub(crate) fn orthonormal<V: FloatVector>(field: &'static str, axes: &[V]) -> Checked {
    for (i, a) in axes.iter().enumerate() {
        finite(field, *a)?;
        for (j, b) in axes.iter().enumerate().skip(i) {
            let product = a.dot(*b).to_f64();
            let ideal = if i == j { 1.0 } else { 0.0 };
            if (product - ideal).abs() > <V::Scalar as Float>::AXES_TOLERANCE {
                return Err(ShapeError { field, must: "be orthonormal", got: Some(product) });
            }
        }
    }
    Ok(())
}
