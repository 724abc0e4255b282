//! Control points of a Bezier curve, with optional weights.

use super::Scalar;
use super::blend::List;
use crate::number::each::MapEach;
use crate::vector::FloatVector;

/// Control points, with or without weights.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Controls<V: FloatVector> {
    /// The common case: four points, no weights. A separate variant, so that one comparison detects
    /// it and the points are stored inline.
    Cubic([V; 4]),
    /// All other curves.
    Other {
        points: List<V>,
        /// One weight per point.
        weights: Option<List<Scalar<V>>>,
    },
}

impl<V: FloatVector> Controls<V> {
    /// Builds the control points. Four points without weights are always [`Cubic`](Self::Cubic).
    pub(super) fn new(points: List<V>, weights: Option<List<Scalar<V>>>) -> Self {
        match (&points[..], &weights) {
            (&[a, b, c, d], None) => Self::Cubic([a, b, c, d]),
            _ => Self::Other { points, weights },
        }
    }

    #[inline]
    pub(super) fn points(&self) -> &[V] {
        match self {
            Self::Cubic(points) => points,
            Self::Other { points, .. } => points,
        }
    }

    #[inline]
    pub(super) fn weights(&self) -> Option<&[Scalar<V>]> {
        match self {
            Self::Cubic(_) => None,
            Self::Other { weights, .. } => weights.as_deref(),
        }
    }

    /// Applies a map to each point and keeps the weights.
    pub(super) fn map(&self, point: impl Fn(&V) -> V) -> Self {
        match self {
            Self::Cubic(points) => Self::Cubic(points.each_ref().each(point)),
            Self::Other { points, weights } => {
                Self::Other { points: points.iter().map(point).collect(), weights: weights.clone() }
            }
        }
    }
}
