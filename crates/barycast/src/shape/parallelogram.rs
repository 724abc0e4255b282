//! Parallelogram.

use super::check::{self, ShapeError};
use super::{Aabb, Flat, Obb, Segment, Support, Triangle};
use crate::number::each::MapEach;
use crate::number::{Field, Float};
use crate::vector::{FloatVector, Vector, Vector3};
use alloc::vec;
use alloc::vec::Vec;

/// The points `origin + s u + t v` with `0 <= s, t <= 1`: solid in 2D, a surface in 3D whose front
/// is the side to which `u x v` points. Parallel or zero edges are legal and make a segment or a
/// point.
///
/// ```
/// use barycast::d3::{Parallelogram, Ray};
/// use glam::{Vec3, vec3};
///
/// let screen = Parallelogram::try_new(Vec3::ZERO, vec3(4.0, 0.0, 0.0), vec3(0.0, 2.0, 0.0))?;
/// let hit = Ray::new(vec3(1.0, 1.5, 5.0), -Vec3::Z).cast(&screen).unwrap();
/// assert_eq!((hit.t, screen.uv(hit.point.unwrap())), (5.0, [0.25, 0.75]));
/// # Ok::<(), barycast::shape::ShapeError>(())
/// ```
#[doc(alias = "rectangle")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Parallelogram<V> {
    /// First corner.
    pub origin: V,
    /// First edge, as an offset from the corner.
    pub u: V,
    /// Second edge, as an offset from the corner.
    pub v: V,
}

impl<V: Vector> Parallelogram<V> {
    /// Builds the shape from the given values without checking them.
    #[inline(always)]
    pub const fn new(origin: V, u: V, v: V) -> Self {
        Self { origin, u, v }
    }

    /// Returns the corners in order around the boundary.
    #[inline(always)]
    pub fn corners(&self) -> [V; 4] {
        let Self { origin, u, v } = *self;
        [origin, origin + u, origin + u + v, origin + v]
    }

    /// Returns the edges in order around the boundary.
    #[inline(always)]
    pub fn edges(&self) -> [Segment<V>; 4] {
        let [a, b, c, d] = self.corners();
        [Segment::new(a, b), Segment::new(b, c), Segment::new(c, d), Segment::new(d, a)]
    }

    /// Splits the parallelogram into two triangles with the same orientation.
    #[inline(always)]
    pub fn triangles(&self) -> [Triangle<V>; 2] {
        let [a, b, c, d] = self.corners();
        [Triangle::new(a, b, c), Triangle::new(a, c, d)]
    }

    /// Returns the axis-aligned bounding box.
    pub fn bounds(&self) -> Aabb<V> {
        let [a, b, c, d] = self.corners();
        Aabb { min: a.min(b).min(c).min(d), max: a.max(b).max(c).max(d) }
    }

    /// Returns `u x v`, which points to the front side and whose length is the area.
    #[inline(always)]
    pub fn normal(&self) -> V
    where
        V: Vector3,
    {
        self.u.cross(self.v)
    }

    /// Returns `[s, t]` of the orthogonal projection of `point` onto the plane:
    /// `origin + s u + t v`.
    ///
    /// With parallel edges, the point is projected onto their line and `s` or `t` is 0.
    #[inline(always)]
    pub fn uv(&self, point: V) -> [V::Scalar; 2]
    where
        V::Scalar: Field,
    {
        self.coordinates(point)
    }

    /// Converts every number of the shape with `number`, for instance to another precision.
    #[inline(always)]
    pub fn lift<W: Vector>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> Parallelogram<W> {
        Parallelogram { origin: self.origin.lift(number), u: self.u.lift(number), v: self.v.lift(number) }
    }
}

impl<V: FloatVector> Parallelogram<V> {
    /// Builds a parallelogram from finite numbers.
    ///
    /// # Errors
    /// Returns an error naming the field that is not finite.
    pub fn try_new(origin: V, u: V, v: V) -> Result<Self, ShapeError> {
        check::finite("origin", origin)?;
        check::finite("u", u)?;
        check::finite("v", v)?;
        Ok(Self { origin, u, v })
    }
}

impl<V: Vector> Flat for Parallelogram<V> {
    type Vector = V;
    type Corners = [V; 4];

    #[inline(always)]
    fn frame(&self) -> (V, V, V) {
        (self.origin, self.u, self.v)
    }

    #[inline(always)]
    fn around(&self) -> [V; 4] {
        let [a, b, c, d] = self.corners();
        [a.of_several(), b.of_several(), c.of_several(), d.of_several()]
    }

    #[inline(always)]
    fn relative_to(&self, point: V) -> [V; 4] {
        let [a, b, c, d] = self.around();
        [
            (a - point).of_several(),
            (b - point).of_several(),
            (c - point).of_several(),
            (d - point).of_several(),
        ]
    }

    /// The two distances to opposite edges determine each coordinate.
    #[inline(always)]
    fn from_areas([low, right, high, left]: [V::Scalar; 4]) -> [V::Scalar; 2]
    where
        V::Scalar: Field,
    {
        use crate::number::Ring;
        let zero = low.zero();
        [left.div_or(left + right, zero), low.div_or(low + high, zero)]
    }
}

impl<V: Vector> Obb<V> {
    /// Returns the six faces, two per axis; in 2D the box itself.
    pub(crate) fn faces(&self) -> Vec<Parallelogram<V>> {
        let around = |middle: V, i: usize, j: usize| {
            let (u, v) = (self.half_axis(i), self.half_axis(j));
            Parallelogram { origin: (middle - u - v).of_several(), u: u + u, v: v + v }
        };
        if V::DIM == 2 {
            return [around(self.center, 0, 1)].into();
        }
        let across = |i: usize| {
            let middles = [self.center - self.half_axis(i), self.center + self.half_axis(i)];
            middles.each(|middle| around(middle, (i + 1) % 3, (i + 2) % 3))
        };
        (0..3).flat_map(across).collect()
    }
}

impl<V: FloatVector> Support for Parallelogram<V> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        let mut p = self.origin;
        for edge in [self.u, self.v] {
            if direction.dot(edge) > V::Scalar::ZERO {
                p = p + edge;
            }
        }
        p
    }

    fn middle(&self) -> V {
        self.origin + (self.u + self.v) * V::Scalar::ONE.half()
    }

    fn corners(&self, _: V) -> Vec<V> {
        let [p, q] = [self.origin, self.origin + self.u];
        vec![p, q, p + self.v, q + self.v]
    }
}

super::fields::fields! {
    Parallelogram<Vector> { origin: vector, u: vector, v: vector }
}
