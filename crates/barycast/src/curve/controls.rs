//! What a Bezier curve is given by: its control points, and their weights when it has some.

use super::Scalar;
use super::blend::List;
use crate::number::each::MapEach;
use crate::vector::FloatVector;

/// Control points, with weights or without.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Controls<V: FloatVector> {
    /// The usual: four points, no weights. Apart, so that one look tells that it is this, and the points lie at a known place.
    Cubic([V; 4]),
    /// All others.
    Other {
        points: List<V>,
        /// As many as the points.
        weights: Option<List<Scalar<V>>>,
    },
}

impl<V: FloatVector> Controls<V> {
    /// Of these. Four points without weights are always [`Cubic`](Self::Cubic).
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

    /// Each point made into another, the weights as they are.
    pub(super) fn map(&self, point: impl Fn(&V) -> V) -> Self {
        match self {
            Self::Cubic(points) => Self::Cubic(points.each_ref().each(point)),
            Self::Other { points, weights } => {
                Self::Other { points: points.iter().map(point).collect(), weights: weights.clone() }
            }
        }
    }
}
