//! Triangle.

use super::check::{self, ShapeError};
use super::{Aabb, Flat, Segment, Support, halfway};
use crate::number::Field;
use crate::vector::{FloatVector, Vector, Vector3};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::{Add, Mul};

/// The points `a + u (b - a) + v (c - a)` with `u, v >= 0` and `u + v <= 1`: solid in 2D, a surface
/// in 3D.
///
/// Collinear triangles are segments, and three equal corners make a point. In 3D the front is the
/// side from which `a, b, c` run counter-clockwise.
///
/// ```
/// use barycast::d3::{Ray, Triangle};
/// use glam::{Vec3, vec3};
///
/// let triangle = Triangle::try_new(Vec3::ZERO, vec3(4.0, 0.0, 0.0), vec3(0.0, 4.0, 0.0))?;
/// let hit = Ray::new(vec3(1.0, 2.0, 3.0), -Vec3::Z).cast(&triangle).unwrap();
/// let point = hit.point.unwrap();
/// assert_eq!((hit.t, triangle.uv(point)), (3.0, [0.25, 0.5]));
/// assert_eq!(triangle.barycentric(point), [0.25, 0.25, 0.5]);
/// # Ok::<(), barycast::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[allow(missing_docs, reason = "the corners")]
pub struct Triangle<V> {
    pub a: V,
    pub b: V,
    pub c: V,
}

impl<V: Vector> Triangle<V> {
    /// Builds the shape from the given values without checking them.
    #[inline(always)]
    pub const fn new(a: V, b: V, c: V) -> Self {
        Self { a, b, c }
    }

    /// Returns the corners `a, b, c`.
    #[inline(always)]
    pub const fn corners(&self) -> [V; 3] {
        [self.a, self.b, self.c]
    }

    /// Returns the edges `ab, bc, ca`.
    #[inline(always)]
    pub const fn edges(&self) -> [Segment<V>; 3] {
        [Segment { a: self.a, b: self.b }, Segment { a: self.b, b: self.c }, Segment { a: self.c, b: self.a }]
    }

    /// Returns the axis-aligned bounding box.
    #[inline(always)]
    pub fn bounds(&self) -> Aabb<V> {
        Aabb { min: self.a.min(self.b).min(self.c), max: self.a.max(self.b).max(self.c) }
    }

    /// Returns `(b - a) x (c - a)`, which points to the front side and whose length is twice the
    /// area; zero for a collinear triangle.
    #[inline(always)]
    pub fn normal(&self) -> V
    where
        V: Vector3,
    {
        (self.b - self.a).cross(self.c - self.a)
    }

    /// Returns `[u, v]` of the orthogonal projection of `point` onto the plane:
    /// `a + u (b - a) + v (c - a)`.
    ///
    /// For a collinear triangle the point is projected onto its line, and `u` or `v` is 0. For a
    /// hit point these are the `uv` for texture look-ups.
    #[inline(always)]
    pub fn uv(&self, point: V) -> [V::Scalar; 2]
    where
        V::Scalar: Field,
    {
        self.coordinates(point)
    }

    /// Returns the barycentric coordinates of the projection of `point` onto the plane: the weights
    /// of `a`, `b`, `c`, which sum to 1. They are all nonnegative exactly if the projection lies in
    /// the triangle.
    ///
    /// ```
    /// use barycast::shape::Triangle;
    /// use glam::dvec2;
    ///
    /// let t = Triangle::new(dvec2(0., 0.), dvec2(4., 0.), dvec2(0., 4.));
    /// assert_eq!(t.barycentric(dvec2(1., 2.)), [0.25, 0.25, 0.5]);
    /// ```
    #[inline(always)]
    pub fn barycentric(&self, point: V) -> [V::Scalar; 3]
    where
        V::Scalar: Field,
    {
        use crate::number::Ring;
        let [u, v] = self.uv(point);
        [u.one() - u - v, u, v]
    }

    /// Interpolates the values `[a, b, c]` of the corners linearly at the projection of `point`,
    /// with its [`barycentric`](Self::barycentric) coordinates: colours, normals, texture
    /// coordinates.
    #[inline(always)]
    pub fn interpolate<T>(&self, point: V, values: [T; 3]) -> T
    where
        V::Scalar: Field,
        T: Add<Output = T> + Mul<V::Scalar, Output = T>,
    {
        let [wa, wb, wc] = self.barycentric(point);
        let [a, b, c] = values;
        a * wa + b * wb + c * wc
    }

    /// Converts every number of the shape with `number`, for instance to another precision.
    #[inline(always)]
    pub fn lift<W: Vector>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> Triangle<W> {
        Triangle { a: self.a.lift(number), b: self.b.lift(number), c: self.c.lift(number) }
    }
}

impl<V: FloatVector> Triangle<V> {
    /// Builds a triangle with finite corners.
    ///
    /// # Errors
    /// Returns an error naming the corner that is not finite.
    pub fn try_new(a: V, b: V, c: V) -> Result<Self, ShapeError> {
        check::finite("a", a)?;
        check::finite("b", b)?;
        check::finite("c", c)?;
        Ok(Self { a, b, c })
    }
}

impl<V: Vector> Flat for Triangle<V> {
    type Vector = V;
    type Corners = [V; 3];

    #[inline(always)]
    fn frame(&self) -> (V, V, V) {
        (self.a, self.b - self.a, self.c - self.a)
    }

    #[inline(always)]
    fn around(&self) -> [V; 3] {
        self.corners()
    }

    /// The weight of a corner is proportional to the area that the point spans with the opposite
    /// edge.
    #[inline(always)]
    fn from_areas([ab, bc, ca, _]: [V::Scalar; 4]) -> [V::Scalar; 2]
    where
        V::Scalar: Field,
    {
        use crate::number::Ring;
        let whole = ab + bc + ca;
        [ca.div_or(whole, whole.zero()), ab.div_or(whole, whole.zero())]
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

    fn middle(&self) -> V {
        halfway(self.a, halfway(self.b, self.c))
    }

    fn corners(&self, _: V) -> Vec<V> {
        vec![self.a, self.b, self.c]
    }
}

super::fields::fields! {
    Triangle<Vector> { a: vector, b: vector, c: vector }
}
