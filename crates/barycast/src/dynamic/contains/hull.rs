//! The hull of balls, prolonged along directions.

use crate::vector::Vector;
use alloc::vec::Vec;

/// The hull of balls of one radius, prolonged without end along directions.
pub(crate) struct Content<V: Vector> {
    /// The centres; of polygonal shapes in 2D, in order around them.
    pub(crate) points: Vec<V>,
    /// Of all balls.
    pub(crate) radius: V::Scalar,
    /// Both ways of a line count as two.
    pub(crate) directions: Vec<V>,
}
