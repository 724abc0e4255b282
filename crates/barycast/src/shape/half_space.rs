//! One side of a plane.

use super::{Plane, ShapeError};
use crate::number::{Field, Real, Ring};
use crate::vector::{FloatVector, Vector};

/// The points with `normal . x <= distance`, for the numbers as given: `normal` points out of it, and has any
/// length but 0.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct HalfSpace<V: Vector> {
    /// Points out of the set, at right angles to its boundary.
    pub normal: V,
    /// `normal . x` on the boundary: a length only when `normal` has length 1.
    pub distance: V::Scalar,
}

impl<V: Vector> HalfSpace<V> {
    /// The numbers as they are.
    #[inline(always)]
    pub const fn new(normal: V, distance: V::Scalar) -> Self {
        Self { normal, distance }
    }

    /// `normal . p - distance`: its sign tells the side, exactly where the numbers are; a length only for a
    /// normal of length 1.
    #[inline(always)]
    pub fn side(&self, p: V) -> V::Scalar {
        self.normal.dot(p) - self.distance
    }

    /// The distance of `p` from the boundary, positive on the side to which the normal points.
    #[inline(always)]
    pub fn height(&self, p: V) -> V::Scalar
    where
        V::Scalar: Real,
    {
        self.side(p) / self.normal.length()
    }

    /// The foot of the perpendicular from `p` on the boundary.
    #[inline(always)]
    pub fn foot(&self, p: V) -> V
    where
        V::Scalar: Field,
    {
        let side = self.side(p);
        p - self.normal * side.div_or(self.normal.length_squared(), side.zero())
    }

    /// The nearest point of the solid half-space: `p` itself inside.
    #[inline(always)]
    pub fn closest_point(&self, p: V) -> V
    where
        V::Scalar: Field,
    {
        let side = self.side(p);
        V::select(side.le(side.zero()), p, self.foot(p))
    }

    /// The same over other numbers.
    #[inline(always)]
    pub fn lift<W: Vector>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> HalfSpace<W> {
        HalfSpace { normal: self.normal.lift(number), distance: number(self.distance) }
    }
}

impl<V: FloatVector> HalfSpace<V> {
    /// With a normal.
    ///
    /// # Errors
    /// Names `normal` when it is not finite or zero, `distance` when it is not finite.
    pub fn try_new(normal: V, distance: V::Scalar) -> Result<Self, ShapeError> {
        Plane::try_new(normal, distance).map(Self::behind)
    }

    /// From the form `normal . x + constant = 0` (D3DX and others).
    ///
    /// # Errors
    /// As [`try_new`](Self::try_new), with `constant` for `distance`.
    pub fn try_from_constant(normal: V, constant: V::Scalar) -> Result<Self, ShapeError> {
        Plane::try_from_constant(normal, constant).map(Self::behind)
    }

    /// The boundary through `point`.
    ///
    /// # Errors
    /// As [`try_new`](Self::try_new); names `point` when it is not finite.
    pub fn try_through(point: V, normal: V) -> Result<Self, ShapeError> {
        Plane::try_through(point, normal).map(Self::behind)
    }

    /// Of the form `normal . x + constant = 0`: the constant.
    pub fn constant(&self) -> V::Scalar {
        self.boundary().constant()
    }

    /// Whether the normal has length 1, within rounding.
    pub fn is_normalized(&self) -> bool {
        self.boundary().is_normalized()
    }
}

impl<V: Vector> HalfSpace<V> {
    /// The plane that bounds it.
    #[inline(always)]
    pub const fn boundary(&self) -> Plane<V> {
        Plane { normal: self.normal, distance: self.distance }
    }

    /// The side of a plane from which its normal points.
    const fn behind(plane: Plane<V>) -> Self {
        Self { normal: plane.normal, distance: plane.distance }
    }
}

super::fields::fields! {
    HalfSpace<Vector> { normal: vector, distance: number }
}
