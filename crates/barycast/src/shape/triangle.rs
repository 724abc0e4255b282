//! A triangle.

use super::check::{self, ShapeError};
use super::{Aabb, Segment, Support};
use crate::vector::{FloatVector, Vector, Vector3};

/// The points `a + u (b - a) + v (c - a)` with `u, v >= 0` and `u + v <= 1`: solid in 2D, a surface in 3D.
///
/// Collinear triangles are segments, and three equal corners are a point. In 3D the front is the side from
/// which `a, b, c` run counter-clockwise.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
#[allow(missing_docs, reason = "the corners")]
pub struct Triangle<V> {
    pub a: V,
    pub b: V,
    pub c: V,
}

impl<V: Vector> Triangle<V> {
    /// The numbers as they are.
    #[inline(always)]
    pub const fn new(a: V, b: V, c: V) -> Self {
        Self { a, b, c }
    }

    /// `a, b, c`.
    #[inline(always)]
    pub const fn corners(&self) -> [V; 3] {
        [self.a, self.b, self.c]
    }

    /// `ab, bc, ca`.
    #[inline(always)]
    pub const fn edges(&self) -> [Segment<V>; 3] {
        [Segment { a: self.a, b: self.b }, Segment { a: self.b, b: self.c }, Segment { a: self.c, b: self.a }]
    }

    /// The box around it.
    pub fn bounds(&self) -> Aabb<V> {
        Aabb { min: self.a.min(self.b).min(self.c), max: self.a.max(self.b).max(self.c) }
    }

    /// `(b - a) x (c - a)`: twice the area long, on the front side; zero for a collinear triangle.
    #[inline(always)]
    pub fn normal(&self) -> V
    where
        V: Vector3,
    {
        (self.b - self.a).cross(self.c - self.a)
    }

    /// The same triangle over other numbers.
    pub fn lift<W: Vector>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> Triangle<W> {
        Triangle { a: self.a.lift(number), b: self.b.lift(number), c: self.c.lift(number) }
    }
}

impl<V: FloatVector> Triangle<V> {
    /// Between finite corners.
    ///
    /// # Errors
    /// Names the corner that is not finite.
    pub fn try_new(a: V, b: V, c: V) -> Result<Self, ShapeError> {
        check::finite("a", a)?;
        check::finite("b", b)?;
        check::finite("c", c)?;
        Ok(Self { a, b, c })
    }
}

impl<V: FloatVector> Support for Triangle<V> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        let mut best = self.a;
        for corner in [self.b, self.c] {
            if direction.dot(corner) > direction.dot(best) {
                best = corner;
            }
        }
        best
    }
}
