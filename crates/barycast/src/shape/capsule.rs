//! Capsule: the points within a radius of a segment.

use super::check::{self, ShapeError};
use super::{Aabb, CoreShape, Segment, Support, halfway};
use crate::vector::{FloatVector, Vector};
use alloc::vec;
use alloc::vec::Vec;

/// The points within `radius` of the segment from `a` to `b`: solid. `a == b` makes a sphere,
/// radius 0 a segment.
///
/// ```
/// use barycast::d3::{Capsule, Sphere};
/// use glam::{Vec3, vec3};
///
/// let body = Capsule::try_new(vec3(0.0, 0.5, 0.0), vec3(0.0, 1.5, 0.0), 0.5)?;
/// assert_eq!(body.distance(&Sphere::new(vec3(3.0, 1.0, 0.0), 0.5)), 2.0);
/// assert_eq!(body.bounds().min, vec3(-0.5, 0.0, -0.5));
/// assert!(Capsule::try_new(Vec3::ZERO, Vec3::Y, -0.5).is_err());
/// # Ok::<(), barycast::shape::ShapeError>(())
/// ```
#[doc(alias = "swept sphere")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Capsule<V: Vector> {
    /// First end of the axis.
    pub a: V,
    /// Second end of the axis.
    pub b: V,
    /// Radius, at least 0.
    pub radius: V::Scalar,
}

impl<V: Vector> Capsule<V> {
    /// Builds the shape from the given values without checking them.
    #[inline(always)]
    pub const fn new(a: V, b: V, radius: V::Scalar) -> Self {
        Self { a, b, radius }
    }

    /// Returns the axis segment.
    #[inline(always)]
    pub const fn axis(&self) -> Segment<V> {
        Segment { a: self.a, b: self.b }
    }

    /// Returns the axis-aligned bounding box.
    pub fn bounds(&self) -> Aabb<V> {
        let reach = V::splat(self.radius);
        let axis = self.axis().bounds();
        Aabb { min: axis.min - reach, max: axis.max + reach }
    }

    /// Converts every number of the shape with `number`, for instance to another precision.
    #[inline(always)]
    pub fn lift<W: Vector>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> Capsule<W> {
        Capsule { a: self.a.lift(number), b: self.b.lift(number), radius: number(self.radius) }
    }
}

impl<V: FloatVector> Capsule<V> {
    /// Builds a capsule with a radius of at least 0.
    ///
    /// # Errors
    /// Returns an error naming `a` or `b` if it is not finite, `radius` if it is not finite or
    /// negative.
    pub fn try_new(a: V, b: V, radius: V::Scalar) -> Result<Self, ShapeError> {
        check::finite("a", a)?;
        check::finite("b", b)?;
        check::size("radius", radius)?;
        Ok(Self { a, b, radius })
    }
}

impl<V: FloatVector> Support for Capsule<V> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        self.axis().support(direction) + direction.normalized_or_zero() * self.radius
    }

    fn middle(&self) -> V {
        halfway(self.a, self.b)
    }

    fn margin(&self) -> V::Scalar {
        self.radius
    }

    fn core(&self, direction: V) -> V {
        self.axis().support(direction)
    }

    fn core_shape(&self) -> CoreShape<V> {
        CoreShape::Segment(self.axis())
    }

    fn corners(&self, _: V) -> Vec<V> {
        vec![self.a, self.b]
    }
}

super::fields::fields! {
    Capsule<Vector> { a: vector, b: vector, radius: number }
}
