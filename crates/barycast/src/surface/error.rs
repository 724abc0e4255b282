//! Why numbers make no surface.

use crate::curve::CurveError;
use core::fmt;

/// One of the two parameters of a surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// The first: from row to row of the control points.
    U,
    /// The second: along a row.
    V,
}

impl Parameter {
    /// 0 or 1.
    pub(super) const fn index(self) -> usize {
        self as usize
    }
}

/// Why numbers make no surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SurfaceError {
    /// A list is too short or too long, or holds a number that may not be there.
    List(CurveError),
    /// Along one parameter the degree, the knots or the count of the points is wrong.
    Along {
        /// The parameter.
        parameter: Parameter,
        /// What is wrong.
        error: CurveError,
    },
    /// The line to turn a curve about has no direction.
    Axis,
    /// The sides of a Coons patch do not meet in a corner.
    Corner {
        /// 0 or 1.
        u: usize,
        /// 0 or 1.
        v: usize,
    },
    /// The derivatives across the sides of a Coons patch are in a corner not those that the other sides have there.
    Tangent {
        /// 0 or 1.
        u: usize,
        /// 0 or 1.
        v: usize,
    },
    /// The derivatives across the sides of a Coons patch turn in a corner in two ways.
    Twist {
        /// 0 or 1.
        u: usize,
        /// 0 or 1.
        v: usize,
    },
}

impl SurfaceError {
    /// The list or number that is at fault.
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
                    "derivatives across must be those along the other sides in the corner u = {u}, v = {v}"
                )
            }
            Self::Twist { u, v } => {
                write!(
                    f,
                    "derivatives across must turn alike along both sides in the corner u = {u}, v = {v}"
                )
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

/// The error as one along a parameter.
pub(super) fn along<T>(parameter: Parameter, result: Result<T, CurveError>) -> Result<T, SurfaceError> {
    result.map_err(|error| SurfaceError::Along { parameter, error })
}
