//! Half-space: one side of a plane.

use super::{Plane, ShapeError};
use crate::number::{Field, Real, Ring};
use crate::vector::{FloatVector, Vector};

/// The points with `normal . x <= distance`, for the numbers as given. `normal` points out of the
/// set and has any nonzero length.
///
/// ```
/// use barycast::d3::{HalfSpace, Sphere};
/// use glam::Vec3;
///
/// let ground = HalfSpace::try_new(Vec3::Y, 0.0)?; // everything at or below y = 0
/// let ball = Sphere::new(Vec3::Y * 0.75, 1.0);
/// assert_eq!(ground.contact(&ball).unwrap().depth, 0.25);
/// assert_eq!(ground.height(Vec3::Y * 3.0), 3.0);
/// # Ok::<(), barycast::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct HalfSpace<V: Vector> {
    /// Outward normal, perpendicular to the boundary.
    pub normal: V,
    /// Value of `normal . x` on the boundary, which is a length only if `normal` has length 1.
    pub distance: V::Scalar,
}

impl<V: Vector> HalfSpace<V> {
    /// Builds the shape from the given values without checking them.
    #[inline(always)]
    pub const fn new(normal: V, distance: V::Scalar) -> Self {
        Self { normal, distance }
    }

    /// Returns `normal . p - distance`. Its sign gives the side of the boundary, exactly over exact
    /// numbers; the value is a length only if the normal has length 1.
    #[inline(always)]
    pub fn side(&self, p: V) -> V::Scalar {
        self.normal.dot(p) - self.distance
    }

    /// Returns the signed distance from `p` to the boundary, positive on the side to which the
    /// normal points.
    #[doc(alias = "signed_distance")]
    #[inline(always)]
    pub fn height(&self, p: V) -> V::Scalar
    where
        V::Scalar: Real,
    {
        self.side(p) / self.normal.length()
    }

    /// Returns the orthogonal projection of `p` onto the boundary.
    #[doc(alias = "project_point")]
    #[inline(always)]
    pub fn foot(&self, p: V) -> V
    where
        V::Scalar: Field,
    {
        let side = self.side(p);
        p - self.normal * side.div_or(self.normal.length_squared(), side.zero())
    }

    /// Returns the point of the solid half-space closest to `p`, which is `p` itself inside.
    #[inline(always)]
    pub fn closest_point(&self, p: V) -> V
    where
        V::Scalar: Field,
    {
        let side = self.side(p);
        V::select(side.le(side.zero()), p, self.foot(p))
    }

    /// Converts every number of the shape with `number`, for instance to another precision.
    #[inline(always)]
    pub fn lift<W: Vector>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> HalfSpace<W> {
        HalfSpace { normal: self.normal.lift(number), distance: number(self.distance) }
    }
}

impl<V: FloatVector> HalfSpace<V> {
    /// Builds a half-space with a nonzero normal.
    ///
    /// # Errors
    /// Returns an error naming `normal` if it is not finite or zero, `distance` if it is not
    /// finite.
    pub fn try_new(normal: V, distance: V::Scalar) -> Result<Self, ShapeError> {
        Plane::try_new(normal, distance).map(Self::behind)
    }

    /// Builds the half-space `normal . x + constant <= 0` (the sign convention of D3DX and others).
    ///
    /// # Errors
    /// Same as [`try_new`](Self::try_new), with `constant` in place of `distance`.
    pub fn try_from_constant(normal: V, constant: V::Scalar) -> Result<Self, ShapeError> {
        Plane::try_from_constant(normal, constant).map(Self::behind)
    }

    /// Builds the half-space whose boundary passes through `point`.
    ///
    /// # Errors
    /// Same as [`try_new`](Self::try_new); also returns an error naming `point` if it is not
    /// finite.
    pub fn try_through(point: V, normal: V) -> Result<Self, ShapeError> {
        Plane::try_through(point, normal).map(Self::behind)
    }

    /// Returns the constant of the form `normal . x + constant <= 0`.
    pub fn constant(&self) -> V::Scalar {
        self.boundary().constant()
    }

    /// Tests whether the normal has length 1, up to rounding.
    pub fn is_normalized(&self) -> bool {
        self.boundary().is_normalized()
    }
}

impl<V: Vector> HalfSpace<V> {
    /// Returns the plane that bounds the half-space.
    #[inline(always)]
    pub const fn boundary(&self) -> Plane<V> {
        Plane { normal: self.normal, distance: self.distance }
    }

    /// Returns the half-space behind a plane: the side away from its normal.
    const fn behind(plane: Plane<V>) -> Self {
        Self { normal: plane.normal, distance: plane.distance }
    }
}

super::fields::fields! {
    HalfSpace<Vector> { normal: vector, distance: number }
}
