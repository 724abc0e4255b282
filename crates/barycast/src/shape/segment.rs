//! Line segment.

use super::check::{self, ShapeError};
use super::{Aabb, Linear};
use crate::vector::{FloatVector, Vector};

/// The points `a + t (b - a)` for `0 <= t <= 1`. Length 0 is legal and makes a point.
///
/// ```
/// use barycast::d2::Segment;
/// use glam::{Vec2, vec2};
///
/// let wall = Segment::try_new(vec2(1.0, -1.0), vec2(1.0, 1.0))?;
/// let step = Segment::try_new(Vec2::ZERO, vec2(4.0, 0.0))?;
/// assert_eq!(step.cast(&wall).unwrap().t, 0.25); // a quarter of the way
/// # Ok::<(), barycast::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Segment<V> {
    /// First end, at `t = 0`.
    pub a: V,
    /// Second end, at `t = 1`.
    pub b: V,
}

impl<V: Vector> Segment<V> {
    /// Builds the shape from the given values without checking them.
    #[inline(always)]
    pub const fn new(a: V, b: V) -> Self {
        Self { a, b }
    }

    /// Returns the axis-aligned bounding box.
    pub fn bounds(&self) -> Aabb<V> {
        Aabb { min: self.a.min(self.b), max: self.a.max(self.b) }
    }

    /// Converts every number of the shape with `number`, for instance to another precision.
    #[inline(always)]
    pub fn lift<W: Vector>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> Segment<W> {
        Segment { a: self.a.lift(number), b: self.b.lift(number) }
    }
}

impl<V: FloatVector> Segment<V> {
    /// Builds a segment between finite ends.
    ///
    /// # Errors
    /// Returns an error naming `a` or `b` if it is not finite.
    pub fn try_new(a: V, b: V) -> Result<Self, ShapeError> {
        check::finite("a", a)?;
        check::finite("b", b)?;
        Ok(Self { a, b })
    }
}

impl<V: Vector> Linear for Segment<V> {
    type Vector = V;
    const HAS_START: bool = true;
    const HAS_END: bool = true;

    #[inline(always)]
    fn origin(&self) -> V {
        self.a
    }

    #[inline(always)]
    fn direction(&self) -> V {
        self.b - self.a
    }

    #[inline(always)]
    fn end(&self) -> V {
        self.b
    }
}

impl<V: Vector> Aabb<V> {
    /// Returns the edge along an axis through one of the `2^(DIM - 1)` corners of the face
    /// perpendicular to it. The bits of `corner` choose between `min` and `max` along the other
    /// axes.
    #[inline(always)]
    pub fn edge(&self, axis: usize, corner: usize) -> Segment<V> {
        let mut start = self.min;
        for other in 1..V::DIM {
            if corner >> (other - 1) & 1 == 1 {
                let across = (axis + other) % V::DIM;
                start = start.with(across, self.max.get(across));
            }
        }
        Segment { a: start, b: start.with(axis, self.max.get(axis)) }
    }
}

super::fields::fields! {
    Segment<Vector> { a: vector, b: vector }
}
