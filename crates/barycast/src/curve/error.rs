//! Error of curve constructors.

use crate::number::Float;
use crate::vector::FloatVector;
use core::fmt;

/// Error: the values do not describe a valid curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CurveError {
    /// There are fewer points than the curve needs.
    TooFewPoints {
        /// Number of points needed.
        need: usize,
        /// Number of points given.
        got: usize,
    },
    /// A list does not have the required length.
    Count {
        /// Name of the list.
        field: &'static str,
        /// Required length.
        need: usize,
        /// Actual length.
        got: usize,
    },
    /// A number is infinite or NaN.
    NotFinite {
        /// Name of the list or number.
        field: &'static str,
        /// Index in the list.
        index: usize,
    },
    /// A weight is zero or negative.
    Weight {
        /// Index of the weight.
        index: usize,
    },
    /// A knot or parameter is smaller than its predecessor, or equal to it where it must increase.
    Unsorted {
        /// Name of the list.
        field: &'static str,
        /// Index in the list.
        index: usize,
    },
    /// A knot is repeated more often than the degree allows: the curve would break there, or have
    /// no length.
    Repeated {
        /// Index of the last repetition.
        index: usize,
    },
    /// The degree is zero.
    Degree,
    /// A radius is negative.
    Radius,
    /// A parameter lies outside the curve's range, or at its end where it must lie inside.
    OutOfRange,
    /// The data do not determine the curve: some control points have no influence on them.
    Underdetermined,
    /// No curve was found within the tolerance.
    Tolerance,
}

impl CurveError {
    /// Returns the invalid list or number: the first word of the message.
    pub fn field(&self) -> &'static str {
        match *self {
            Self::TooFewPoints { .. } => "points",
            Self::Count { field, .. } | Self::NotFinite { field, .. } | Self::Unsorted { field, .. } => field,
            Self::Weight { .. } => "weights",
            Self::Repeated { .. } => "knots",
            Self::Degree => "degree",
            Self::Radius => "radius",
            Self::OutOfRange => "parameter",
            Self::Underdetermined => "data",
            Self::Tolerance => "tolerance",
        }
    }
}

impl fmt::Display for CurveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::TooFewPoints { need, got } => write!(f, "points must be at least {need}, got {got}"),
            Self::Count { field, need, got } => write!(f, "{field} must have {need} elements, got {got}"),
            Self::NotFinite { field, index } => write!(f, "{field}[{index}] must be finite"),
            Self::Weight { index } => write!(f, "weights[{index}] must be positive"),
            Self::Unsorted { field, index } => {
                write!(f, "{field}[{index}] must be greater than its predecessor")
            }
            Self::Repeated { index } => write!(f, "knots[{index}] repeats too often for the degree"),
            Self::Degree => write!(f, "degree must be at least 1"),
            Self::Radius => write!(f, "radius must not be negative"),
            Self::OutOfRange => write!(f, "parameter must lie inside the curve's range"),
            Self::Underdetermined => write!(f, "data must determine every control point"),
            Self::Tolerance => write!(f, "tolerance must be one that a curve through the data can meet"),
        }
    }
}

impl core::error::Error for CurveError {}

/// Checks that there are at least `need` points, all finite.
pub(crate) fn points<V: FloatVector>(points: &[V], need: usize) -> Result<(), CurveError> {
    if points.len() < need {
        return Err(CurveError::TooFewPoints { need, got: points.len() });
    }
    vectors("points", points)
}

/// Checks that all vectors are finite.
pub(crate) fn vectors<V: FloatVector>(field: &'static str, list: &[V]) -> Result<(), CurveError> {
    let bad = list.iter().position(|v| (0..V::DIM).any(|axis| !v.get(axis).is_finite()));
    bad.map_or(Ok(()), |index| Err(CurveError::NotFinite { field, index }))
}

/// Checks that all numbers are finite.
pub(crate) fn numbers<S: Float>(field: &'static str, list: &[S]) -> Result<(), CurveError> {
    let bad = list.iter().position(|x| !x.is_finite());
    bad.map_or(Ok(()), |index| Err(CurveError::NotFinite { field, index }))
}

/// Checks the length of a list.
pub(crate) fn count<T>(field: &'static str, list: &[T], need: usize) -> Result<(), CurveError> {
    if list.len() == need { Ok(()) } else { Err(CurveError::Count { field, need, got: list.len() }) }
}

/// Checks that there are `need` weights, all finite and positive.
pub(crate) fn weights<S: Float>(weights: &[S], need: usize) -> Result<(), CurveError> {
    count("weights", weights, need)?;
    numbers("weights", weights)?;
    let bad = weights.iter().position(|w| *w <= S::ZERO);
    bad.map_or(Ok(()), |index| Err(CurveError::Weight { index }))
}

/// Checks that there are `need` numbers, all finite and strictly increasing.
pub(crate) fn increasing<S: Float>(field: &'static str, list: &[S], need: usize) -> Result<(), CurveError> {
    count(field, list, need)?;
    numbers(field, list)?;
    let bad = list.windows(2).position(|pair| pair[1] <= pair[0]);
    bad.map_or(Ok(()), |before| Err(CurveError::Unsorted { field, index: before + 1 }))
}
