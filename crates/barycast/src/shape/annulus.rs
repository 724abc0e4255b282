//! Annulus: the ring between two concentric circles in the plane.

use super::Aabb;
use super::check::{self, ShapeError};
use crate::vector::{FloatVector, Vector, Vector2};

/// The points between two circles around one centre, circles included: solid. An inner radius of 0
/// makes a disc, two equal radii make a circle.
///
/// ```
/// use barycast::d2::f64::Annulus;
/// use barycast::dynamic::any::Shape2;
/// use glam::{DVec2, dvec2};
///
/// let ring = Shape2::from(Annulus::try_new(DVec2::ZERO, 2.0, 3.0)?);
/// assert_eq!(ring.signed_distance(dvec2(1.5, 0.0)), 0.5); // in the hole
/// assert_eq!(ring.signed_distance(dvec2(0.0, 2.5)), -0.5);
/// # Ok::<(), barycast::shape::ShapeError>(())
/// ```
#[doc(alias = "ring")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Annulus<V: Vector> {
    /// Centre of both circles.
    pub center: V,
    /// Inner radius, at least 0.
    pub inner_radius: V::Scalar,
    /// Outer radius, at least the inner radius.
    pub outer_radius: V::Scalar,
}

impl<V: Vector2> Annulus<V> {
    /// Builds the shape from the given values without checking them.
    #[inline(always)]
    pub const fn new(center: V, inner_radius: V::Scalar, outer_radius: V::Scalar) -> Self {
        Self { center, inner_radius, outer_radius }
    }

    /// Returns the axis-aligned bounding box.
    pub fn bounds(&self) -> Aabb<V> {
        let reach = V::splat(self.outer_radius);
        Aabb { min: self.center - reach, max: self.center + reach }
    }

    /// Converts every number of the shape with `number`, for instance to another precision.
    pub fn lift<W: Vector2>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> Annulus<W> {
        Annulus {
            center: self.center.lift(number),
            inner_radius: number(self.inner_radius),
            outer_radius: number(self.outer_radius),
        }
    }
}

impl<V: FloatVector + Vector2> Annulus<V> {
    /// Builds an annulus with radii of at least 0.
    ///
    /// # Errors
    /// Returns an error naming `center` if it is not finite, a radius if it is negative or not
    /// finite, and `inner_radius` if it exceeds `outer_radius`.
    pub fn try_new(center: V, inner_radius: V::Scalar, outer_radius: V::Scalar) -> Result<Self, ShapeError> {
        check::finite("center", center)?;
        check::size("inner_radius", inner_radius)?;
        check::size("outer_radius", outer_radius)?;
        if inner_radius > outer_radius {
            let got = Some(crate::number::Float::to_f64(inner_radius));
            return Err(ShapeError { field: "inner_radius", must: "not exceed the outer radius", got });
        }
        Ok(Self { center, inner_radius, outer_radius })
    }
}

super::fields::fields! {
    Annulus<Vector2> { center: vector, inner_radius: number, outer_radius: number }
}
