//! Axis-aligned bounding box (AABB).

use super::check::{self, ShapeError};
use crate::number::{Field, Float, Ring};
use crate::vector::{FloatVector, Vector};

/// The points with `min <= p <= max` along every axis: solid. Boxes with `min == max` along some
/// axis are legal.
///
/// ```
/// use barycast::d3::Aabb;
/// use glam::{Vec3, vec3};
///
/// let cube = Aabb::try_new(Vec3::ZERO, Vec3::ONE)?;
/// let shelf = Aabb::try_new(vec3(1.0, -5.0, 0.0), vec3(2.0, 5.0, 0.0))?; // flat, which is legal
/// assert!(cube.intersects(&shelf)); // they share an edge
/// assert_eq!(cube.closest_point(vec3(3.0, 0.5, 0.5)), vec3(1.0, 0.5, 0.5));
/// assert!(Aabb::try_new(Vec3::ONE, Vec3::ZERO).is_err());
/// # Ok::<(), barycast::shape::ShapeError>(())
/// ```
#[doc(alias = "rectangle")]
#[doc(alias = "bounding box")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Aabb<V> {
    /// Smallest coordinates.
    pub min: V,
    /// Largest coordinates.
    pub max: V,
}

impl<V: Vector> Aabb<V> {
    /// Builds a box from the given corners without checking them.
    #[inline(always)]
    pub const fn new(min: V, max: V) -> Self {
        Self { min, max }
    }

    /// Returns the box itself.
    pub fn bounds(&self) -> Self {
        *self
    }

    /// Returns the point of the solid box closest to `p`, which is `p` itself inside.
    #[doc(alias = "project_point")]
    #[inline(always)]
    pub fn closest_point(&self, p: V) -> V {
        p.min(self.max).max(self.min)
    }

    /// Returns the smallest box that contains both boxes.
    #[doc(alias = "merged")]
    #[inline(always)]
    pub fn union(&self, other: &Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// Returns the centre, rounded.
    #[inline(always)]
    pub fn center(&self) -> V
    where
        V::Scalar: Field,
    {
        let half = self.min.get(0).one().half();
        self.min * half + self.max * half
    }

    /// Returns half the size along each axis, rounded.
    #[inline(always)]
    pub fn half_extents(&self) -> V
    where
        V::Scalar: Field,
    {
        let half = self.min.get(0).one().half();
        self.max * half - self.min * half
    }

    /// Converts every number of the shape with `number`, for instance to another precision.
    #[inline(always)]
    pub fn lift<W: Vector>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> Aabb<W> {
        Aabb { min: self.min.lift(number), max: self.max.lift(number) }
    }
}

impl<V: FloatVector> Aabb<V> {
    /// Builds a box with `min <= max` along every axis.
    ///
    /// # Errors
    /// Returns an error naming `min` or `max` if it is not finite, `min` if it exceeds `max`.
    pub fn try_new(min: V, max: V) -> Result<Self, ShapeError> {
        check::finite("min", min)?;
        check::finite("max", max)?;
        for axis in 0..V::DIM {
            if min.get(axis) > max.get(axis) {
                let got = Some(min.get(axis).to_f64());
                return Err(ShapeError { field: "min", must: "not exceed max", got });
            }
        }
        Ok(Self { min, max })
    }

    /// Returns the neutral element of [`union`](Self::union): the empty box, which contains no
    /// point and intersects nothing.
    pub fn empty() -> Self {
        let infinity = crate::number::Real::infinity(V::Scalar::ONE);
        Self { min: V::splat(infinity), max: V::splat(-infinity) }
    }
}

super::fields::fields! {
    Aabb<Vector> { min: vector, max: vector }
}
