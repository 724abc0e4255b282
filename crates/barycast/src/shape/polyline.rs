//! Polyline: a chain of segments.

use super::convex::check_points;
use super::{Aabb, ListError, Segment};
use crate::number::Float;
use crate::vector::{FloatVector, Vector};
use alloc::vec::Vec;

/// The segments from each point to the next and, if `closed`, from the last point to the first: a
/// curve. A single point is legal. The chain may cross itself.
///
/// ```
/// use barycast::d2::f64::Polyline;
/// use barycast::dynamic::any::Shape2;
/// use glam::{DVec2, dvec2};
///
/// let path = Polyline::try_new(vec![DVec2::ZERO, dvec2(3.0, 0.0), dvec2(3.0, 4.0)], false)?;
/// assert_eq!(path.segments().count(), 2);
/// assert_eq!(Shape2::from(path).signed_distance(dvec2(5.0, 2.0)), 2.0); // a curve has no inside
/// # Ok::<(), barycast::shape::ListError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Polyline<V> {
    points: Vec<V>,
    closed: bool,
}

impl<V: Vector> Polyline<V> {
    /// Returns the corners as given.
    pub fn points(&self) -> &[V] {
        &self.points
    }

    /// Returns whether the last point is connected to the first.
    pub const fn is_closed(&self) -> bool {
        self.closed
    }

    /// Returns the number of segments, at least one: a single point makes a segment of length 0.
    pub(crate) fn segment_count(&self) -> usize {
        if self.closed { self.points.len() } else { (self.points.len() - 1).max(1) }
    }

    /// Returns the segment that starts at a corner.
    pub fn segment(&self, i: usize) -> Segment<V> {
        Segment { a: self.points[i], b: self.points[(i + 1) % self.points.len()] }
    }

    /// Returns the segments in order.
    pub fn segments(&self) -> impl Iterator<Item = Segment<V>> + '_ {
        (0..self.segment_count()).map(|i| self.segment(i))
    }

    /// Returns the axis-aligned bounding box.
    pub fn bounds(&self) -> Aabb<V> {
        let first = Aabb { min: self.points[0], max: self.points[0] };
        self.points.iter().fold(first, |b, p| b.union(&Aabb { min: *p, max: *p }))
    }
}

impl<V: FloatVector> Polyline<V> {
    /// Returns the same polyline over `f64`. Nothing is rounded.
    pub(crate) fn widened<W: Vector<Scalar = f64>>(&self) -> Polyline<W> {
        Polyline { points: self.points.iter().map(|p| p.lift(&Float::to_f64)).collect(), closed: self.closed }
    }

    /// Builds a polyline from at least one point.
    ///
    /// # Errors
    /// Returns an error naming the point that is not finite, or if the list is empty.
    pub fn try_new(points: Vec<V>, closed: bool) -> Result<Self, ListError> {
        check_points(&points)?;
        Ok(Self { points, closed })
    }
}
