//! Checks of fields that the `try_` constructors share.

use crate::number::{DoubleDouble, Float};
use crate::vector::FloatVector;
use core::fmt;

/// Error: the values do not describe a valid shape. States the field, its requirement and the
/// offending value.
///
/// ```
/// use barycast::d3::Sphere;
/// use glam::Vec3;
///
/// let error = Sphere::try_new(Vec3::ZERO, -1.0).unwrap_err();
/// assert_eq!(error.to_string(), "radius must be finite and not negative, got -1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShapeError {
    /// Name of the field, as in the struct and in the query protocol.
    pub field: &'static str,
    /// Requirement on the field, as the words after "must".
    pub must: &'static str,
    /// Offending number, if a single number violates the requirement.
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

/// Result of checking one field.
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

/// Checks a radius: finite and at least 0.
pub(crate) fn size<S: Float>(field: &'static str, number: S) -> Checked {
    if number.is_finite() && number >= S::ZERO {
        Ok(())
    } else {
        Err(ShapeError { field, must: "be finite and not negative", got: Some(number.to_f64()) })
    }
}

/// Checks half extents: finite and at least 0 along every axis.
pub(crate) fn sizes<V: FloatVector>(field: &'static str, v: V) -> Checked {
    (0..V::DIM).try_for_each(|axis| size(field, v.get(axis)))
}

/// Checks a direction or normal: finite and not the zero vector.
pub(crate) fn direction<V: FloatVector>(field: &'static str, v: V) -> Checked {
    finite(field, v)?;
    if v.is_zero() { Err(ShapeError { field, must: "not be zero", got: None }) } else { Ok(()) }
}

/// Checks that the ends of an axis differ, for shapes whose direction they define.
pub(crate) fn apart<V: FloatVector>(field: &'static str, a: V, b: V) -> Checked {
    if a.le_all(b) && b.le_all(a) {
        Err(ShapeError { field, must: "differ from the other end: the axis has no direction", got: None })
    } else {
        Ok(())
    }
}

/// Checks that the axes of a box have unit length and are perpendicular, within
/// [`Float::AXES_TOLERANCE`].
pub(crate) fn orthonormal<V: FloatVector>(field: &'static str, axes: &[V]) -> Checked {
    orthonormal_within(field, axes, <V::Scalar as Float>::AXES_TOLERANCE)
}

/// Checks that axes are orthonormal within `tolerance`.
pub(crate) fn orthonormal_within<V: FloatVector>(field: &'static str, axes: &[V], tolerance: f64) -> Checked {
    for (i, a) in axes.iter().enumerate() {
        finite(field, *a)?;
        for (j, b) in axes.iter().enumerate().skip(i) {
            let ideal = if i == j { 1.0 } else { 0.0 };
            // Most axes are far within the tolerance. For others, double-double products, so that
            // rounding does not change the verdict on the given axes.
            let is_within = (rough_dot(*a, *b) - ideal).abs() <= tolerance * 0.5
                || (precise_dot(*a, *b) - DoubleDouble::new(ideal)).to_f64().abs() <= tolerance;
            if !is_within {
                return Err(ShapeError { field, must: "be orthonormal", got: Some(a.dot(*b).to_f64()) });
            }
        }
    }
    Ok(())
}

fn rough_dot<V: FloatVector>(a: V, b: V) -> f64 {
    (0..V::DIM).map(|axis| a.get(axis).to_f64() * b.get(axis).to_f64()).sum()
}

fn precise_dot<V: FloatVector>(a: V, b: V) -> DoubleDouble {
    let product = |axis| DoubleDouble::new(a.get(axis).to_f64()) * DoubleDouble::new(b.get(axis).to_f64());
    (0..V::DIM).map(product).fold(DoubleDouble::new(0.0), |sum, product| sum + product)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Vec2, dvec2, vec2};

    #[test]
    fn axes_just_within_the_tolerance_are_accepted() {
        // The exact error is 9.942e-6; rounded products would report more than 1e-5.
        let axes = [vec2(-0.970_752_2, 0.240_104_45), vec2(0.240_103_26, 0.970_747_35)];
        assert!(orthonormal("axes", &axes).is_ok());
        let off = |x: f32| [Vec2::X * (1.0 + x), Vec2::Y];
        assert!(orthonormal("axes", &off(4.9e-6)).is_ok() && orthonormal("axes", &off(5.1e-6)).is_err());
        for huge in [1e200, 1e308] {
            assert!(orthonormal("axes", &[dvec2(1.0, huge), dvec2(-huge, 1.0)]).is_err());
        }
    }
}
