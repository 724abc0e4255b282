//! Why numbers make no curve.

use crate::number::Float;
use crate::vector::FloatVector;
use core::fmt;

/// Why numbers make no curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CurveError {
    /// Fewer points than the curve needs.
    TooFewPoints {
        /// How many it needs.
        need: usize,
        /// How many there were.
        got: usize,
    },
    /// A list that must be as long as another is not.
    Count {
        /// The list.
        field: &'static str,
        /// How long it must be.
        need: usize,
        /// How long it was.
        got: usize,
    },
    /// A number is infinite or NaN.
    NotFinite {
        /// The list, or the number itself.
        field: &'static str,
        /// Which of the list.
        index: usize,
    },
    /// A weight is zero or negative.
    Weight {
        /// Which.
        index: usize,
    },
    /// A knot or parameter is smaller than the one before it, or equal to it where it must grow.
    Unsorted {
        /// The list.
        field: &'static str,
        /// Which of the list.
        index: usize,
    },
    /// More equal knots than the degree allows: the curve would come apart there, or have no length.
    Repeated {
        /// The last of them.
        index: usize,
    },
    /// The degree is zero.
    Degree,
    /// A radius is negative.
    Radius,
    /// A parameter lies outside of the curve's range, or at its end where it must lie inside.
    Outside,
    /// The data do not determine the curve: some of its points have no influence on them.
    Underdetermined,
    /// No curve was found within the tolerance.
    Tolerance,
}

impl CurveError {
    /// The list or number that is at fault: the first word of the message.
    pub fn field(&self) -> &'static str {
        match *self {
            Self::TooFewPoints { .. } => "points",
            Self::Count { field, .. } | Self::NotFinite { field, .. } | Self::Unsorted { field, .. } => field,
            Self::Weight { .. } => "weights",
            Self::Repeated { .. } => "knots",
            Self::Degree => "degree",
            Self::Radius => "radius",
            Self::Outside => "parameter",
            Self::Underdetermined => "data",
            Self::Tolerance => "tolerance",
        }
    }
}

impl fmt::Display for CurveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::TooFewPoints { need, got } => write!(f, "points must be at least {need}, got {got}"),
            Self::Count { field, need, got } => write!(f, "{field} must be {need}, got {got}"),
            Self::NotFinite { field, index } => write!(f, "{field}[{index}] must be finite"),
            Self::Weight { index } => write!(f, "weights[{index}] must be positive"),
            Self::Unsorted { field, index } => {
                write!(f, "{field}[{index}] must be greater than the one before")
            }
            Self::Repeated { index } => write!(f, "knots[{index}] repeats too often for the degree"),
            Self::Degree => write!(f, "degree must be at least 1"),
            Self::Radius => write!(f, "radius must not be negative"),
            Self::Outside => write!(f, "parameter must lie inside of the curve's range"),
            Self::Underdetermined => write!(f, "data must determine every control point"),
            Self::Tolerance => write!(f, "tolerance must be one that a curve through the data can meet"),
        }
    }
}

impl core::error::Error for CurveError {}

/// At least `need` points, all finite.
pub(crate) fn points<V: FloatVector>(points: &[V], need: usize) -> Result<(), CurveError> {
    if points.len() < need {
        return Err(CurveError::TooFewPoints { need, got: points.len() });
    }
    vectors("points", points)
}

/// All finite.
pub(crate) fn vectors<V: FloatVector>(field: &'static str, list: &[V]) -> Result<(), CurveError> {
    let bad = list.iter().position(|v| (0..V::DIM).any(|axis| !v.get(axis).is_finite()));
    bad.map_or(Ok(()), |index| Err(CurveError::NotFinite { field, index }))
}

/// All finite.
pub(crate) fn numbers<S: Float>(field: &'static str, list: &[S]) -> Result<(), CurveError> {
    let bad = list.iter().position(|x| !x.is_finite());
    bad.map_or(Ok(()), |index| Err(CurveError::NotFinite { field, index }))
}

/// As many as the points.
pub(crate) fn count<T>(field: &'static str, list: &[T], need: usize) -> Result<(), CurveError> {
    if list.len() == need { Ok(()) } else { Err(CurveError::Count { field, need, got: list.len() }) }
}

/// As many as the points, finite and positive.
pub(crate) fn weights<S: Float>(weights: &[S], need: usize) -> Result<(), CurveError> {
    count("weights", weights, need)?;
    numbers("weights", weights)?;
    let bad = weights.iter().position(|w| *w <= S::ZERO);
    bad.map_or(Ok(()), |index| Err(CurveError::Weight { index }))
}

/// As many as told, finite, each greater than the one before.
pub(crate) fn growing<S: Float>(field: &'static str, list: &[S], need: usize) -> Result<(), CurveError> {
    count(field, list, need)?;
    numbers(field, list)?;
    let bad = list.windows(2).position(|pair| pair[1] <= pair[0]);
    bad.map_or(Ok(()), |before| Err(CurveError::Unsorted { field, index: before + 1 }))
}
