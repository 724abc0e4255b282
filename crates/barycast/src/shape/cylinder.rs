//! Cylinder with flat caps.

use super::check::{self, ShapeError};
use super::{Aabb, Segment};
use crate::number::{Real, Ring};
use crate::vector::{FloatVector, Vector, Vector3};

/// The points within `radius` of the line through `a` and `b` whose projection onto it lies between
/// them: solid. Radius 0 makes a segment. `a == b` is an error, because the axis would have no
/// direction.
///
/// ```
/// use barycast::d3::{Cylinder, Ray};
/// use glam::{Vec3, vec3};
///
/// let drum = Cylinder::try_new(Vec3::ZERO, vec3(0.0, 2.0, 0.0), 1.5)?;
/// let hit = Ray::new(vec3(1.0, 9.0, 0.0), -Vec3::Y).cast(&drum).unwrap();
/// assert_eq!((hit.t, hit.normal), (7.0, Some(Vec3::Y))); // on the upper cap
/// # Ok::<(), barycast::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Cylinder<V: Vector> {
    /// Centre of the first cap.
    pub a: V,
    /// Centre of the second cap.
    pub b: V,
    /// Radius, at least 0.
    pub radius: V::Scalar,
}

impl<V: Vector3> Cylinder<V> {
    /// Builds the shape from the given values without checking them.
    #[inline(always)]
    pub const fn new(a: V, b: V, radius: V::Scalar) -> Self {
        Self { a, b, radius }
    }

    /// Returns the segment between the centres of the caps.
    #[inline(always)]
    pub const fn axis(&self) -> Segment<V> {
        Segment { a: self.a, b: self.b }
    }

    /// Returns the axis-aligned bounding box. A cap extends by `r sqrt(1 - d_i^2)` along axis `i`,
    /// where `d` is the unit direction of the axis.
    pub fn bounds(&self) -> Aabb<V>
    where
        V::Scalar: Real,
    {
        let d = (self.b - self.a).normalized_or_zero();
        let mut reach = d;
        for axis in 0..3 {
            // Sums the squares of the other two coordinates instead of `1 - d_i^2`, which avoids
            // cancellation.
            let (j, k) = ((axis + 1) % 3, (axis + 2) % 3);
            let across = d.get(j).squared() + d.get(k).squared();
            reach = reach.with(axis, self.radius * across.sqrt());
        }
        let axis = self.axis().bounds();
        Aabb { min: axis.min - reach, max: axis.max + reach }
    }

    /// Converts every number of the shape with `number`, for instance to another precision.
    #[inline(always)]
    pub fn lift<W: Vector3>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> Cylinder<W> {
        Cylinder { a: self.a.lift(number), b: self.b.lift(number), radius: number(self.radius) }
    }
}

impl<V: FloatVector + Vector3> Cylinder<V> {
    /// Builds a cylinder with distinct ends and a radius of at least 0.
    ///
    /// # Errors
    /// Returns an error naming `a` or `b` if it is not finite, `b` if it equals `a`, `radius` if it
    /// is not finite or negative.
    pub fn try_new(a: V, b: V, radius: V::Scalar) -> Result<Self, ShapeError> {
        check::finite("a", a)?;
        check::finite("b", b)?;
        check::apart("b", a, b)?;
        check::size("radius", radius)?;
        Ok(Self { a, b, radius })
    }
}

super::fields::fields! {
    Cylinder<Vector3> { a: vector, b: vector, radius: number }
}
