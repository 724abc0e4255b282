//! Error of surface constructors.

use crate::curve::CurveError;
use core::fmt;

/// A parameter of a surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// First parameter: from row to row of the control points.
    U,
    /// Second parameter: along a row.
    V,
}

impl Parameter {
    /// Returns 0 or 1.
    pub(super) const fn index(self) -> usize {
        self as usize
    }
}

/// Error: the values do not describe a valid surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SurfaceError {
    /// A list has the wrong length or contains an invalid number.
    List(CurveError),
    /// The degree, the knots or the number of points along one parameter is invalid.
    Along {
        /// The parameter.
        parameter: Parameter,
        /// The error along it.
        error: CurveError,
    },
    /// The axis of revolution has no direction.
    Axis,
    /// The sides of a Coons patch do not meet in a corner.
    Corner {
        /// Corner: 0 or 1.
        u: usize,
        /// Corner: 0 or 1.
        v: usize,
    },
    /// The cross-boundary derivatives of a Coons patch differ in a corner from the derivatives of
    /// the other sides.
    Tangent {
        /// Corner: 0 or 1.
        u: usize,
        /// Corner: 0 or 1.
        v: usize,
    },
    /// The cross-boundary derivatives of a Coons patch have different twists in a corner.
    Twist {
        /// Corner: 0 or 1.
        u: usize,
        /// Corner: 0 or 1.
        v: usize,
    },
}

impl SurfaceError {
    /// Returns the invalid list or number.
    pub fn field(&self) -> &'static str {
        match *self {
            Self::Along { error: CurveError::Degree, .. } => "degrees",
            Self::List(error) | Self::Along { error, .. } => error.field(),
            Self::Axis => "axis",
            Self::Corner { .. } => "sides",
            Self::Tangent { .. } | Self::Twist { .. } => "derivatives",
        }
    }
}

impl fmt::Display for SurfaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::List(error) => error.fmt(f),
            Self::Along { parameter: Parameter::U, error } => write!(f, "along u: {error}"),
            Self::Along { parameter: Parameter::V, error } => write!(f, "along v: {error}"),
            Self::Axis => write!(f, "axis must have a direction"),
            Self::Corner { u, v } => write!(f, "sides must meet in the corner u = {u}, v = {v}"),
            Self::Tangent { u, v } => {
                write!(
                    f,
                    "cross-boundary derivatives must equal those of the other sides in the corner u = {u}, v = {v}"
                )
            }
            Self::Twist { u, v } => {
                write!(f, "cross-boundary derivatives must have equal twists in the corner u = {u}, v = {v}")
            }
        }
    }
}

impl core::error::Error for SurfaceError {}

impl From<CurveError> for SurfaceError {
    fn from(error: CurveError) -> Self {
        Self::List(error)
    }
}

/// Attributes a curve error to a parameter.
pub(super) fn along<T>(parameter: Parameter, result: Result<T, CurveError>) -> Result<T, SurfaceError> {
    result.map_err(|error| SurfaceError::Along { parameter, error })
}
