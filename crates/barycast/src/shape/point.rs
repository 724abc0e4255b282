//! Point as a shape.

use super::check::{self, ShapeError};
use super::fields::{FieldReader, FromFields};
use super::{Aabb, CoreShape, Support};
use crate::vector::{FloatVector, Vector};
use alloc::vec;
use alloc::vec::Vec;

/// A single point.
///
/// ```
/// use barycast::d3::{Aabb, Point};
/// use glam::{Vec3, vec3};
///
/// let corner = Point::try_new(Vec3::ONE)?;
/// assert!(Aabb::new(Vec3::ZERO, Vec3::ONE).contains(&corner)); // boxes contain their corners
/// assert_eq!(corner.distance(&Point::new(vec3(1.0, 1.0, 4.0))), 3.0);
/// # Ok::<(), barycast::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Point<V>(pub V);

impl<V: Vector> Point<V> {
    /// Returns the bounding box of size 0.
    pub fn bounds(&self) -> Aabb<V> {
        Aabb { min: self.0, max: self.0 }
    }

    /// Builds a point from the given coordinates without checking them.
    pub const fn new(point: V) -> Self
    where
        V: Copy,
    {
        Self(point)
    }

    /// Converts every number of the shape with `number`, for instance to another precision.
    #[inline(always)]
    pub fn lift<W: Vector>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> Point<W> {
        Point(self.0.lift(number))
    }
}

impl<V: FloatVector> Point<V> {
    /// Builds a point with finite coordinates.
    ///
    /// # Errors
    /// Returns an error naming `point` if a coordinate is NaN or infinite.
    pub fn try_new(point: V) -> Result<Self, ShapeError> {
        check::finite("point", point)?;
        Ok(Self(point))
    }
}

impl<V: FloatVector> FromFields<V> for Point<V> {
    /// Reads the vector.
    fn from_fields<R: FieldReader<V>>(reader: &mut R) -> Result<Self, R::Error> {
        Ok(Self::try_new(reader.vector("point")?)?)
    }
}

impl<V: FloatVector> Support for Point<V> {
    type Vector = V;

    fn support(&self, _: V) -> V {
        self.0
    }

    fn core_shape(&self) -> CoreShape<V> {
        CoreShape::Point(self.0)
    }

    fn corners(&self, _: V) -> Vec<V> {
        vec![self.0]
    }
}
