//! A chain of segments.

use super::convex::check_points;
use super::{Aabb, ListError, Segment};
use crate::vector::{FloatVector, Vector};
use alloc::vec::Vec;

/// The segments from each point to the next, and, when `closed`, from the last back to the first: a curve. One point
/// is a point. It may cross itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Polyline<V> {
    points: Vec<V>,
    closed: bool,
}

impl<V: Vector> Polyline<V> {
    /// Its corners, as given.
    pub fn points(&self) -> &[V] {
        &self.points
    }

    /// The last point is joined to the first.
    pub const fn is_closed(&self) -> bool {
        self.closed
    }

    /// How many segments it has: at least one, which is a point when there is only one.
    pub(crate) fn segment_count(&self) -> usize {
        if self.closed { self.points.len() } else { (self.points.len() - 1).max(1) }
    }

    /// The segment that starts at a corner.
    pub fn segment(&self, i: usize) -> Segment<V> {
        Segment { a: self.points[i], b: self.points[(i + 1) % self.points.len()] }
    }

    /// Its segments, in order.
    pub fn segments(&self) -> impl Iterator<Item = Segment<V>> + '_ {
        (0..self.segment_count()).map(|i| self.segment(i))
    }

    /// The box around it.
    pub fn bounds(&self) -> Aabb<V> {
        let first = Aabb { min: self.points[0], max: self.points[0] };
        self.points.iter().fold(first, |b, p| b.union(&Aabb { min: *p, max: *p }))
    }
}

impl<V: FloatVector> Polyline<V> {
    /// Of one point or more.
    ///
    /// # Errors
    /// Names the point that is not finite; an empty list is an error.
    pub fn try_new(points: Vec<V>, closed: bool) -> Result<Self, ListError> {
        check_points(&points)?;
        Ok(Self { points, closed })
    }
}
