//! Truncated cone.

use super::check::{self, ShapeError};
use super::{Aabb, Disc, Support, halfway};
use crate::number::each::MapEach;
use crate::number::{Float, Real};
use crate::vector::{FloatVector, Vector, Vector2, Vector3};

/// The convex hull of two discs perpendicular to the line through their centres `a` and `b`, which
/// differ: solid. One radius of 0 makes a cone, equal radii a cylinder. In 2D the discs are
/// segments, and the shape is the convex hull of its [corners](Self::corners).
///
/// ```
/// use barycast::d3::{Ray, TruncatedCone};
/// use glam::{Vec3, vec3};
///
/// let bucket = TruncatedCone::try_new(Vec3::ZERO, vec3(0.0, 2.0, 0.0), 1.0, 3.0)?;
/// let hit = Ray::new(vec3(9.0, 1.0, 0.0), -Vec3::X).cast(&bucket).unwrap();
/// assert!((hit.t - 7.0).abs() < 1e-6); // the radius half way up is 2
/// # Ok::<(), barycast::shape::ShapeError>(())
/// ```
#[doc(alias = "conical_frustum")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct TruncatedCone<V: Vector> {
    /// Centre of the first cap.
    pub a: V,
    /// Centre of the second cap.
    pub b: V,
    /// Radius of the cap at `a`, at least 0.
    pub radius_a: V::Scalar,
    /// Radius of the cap at `b`, at least 0.
    pub radius_b: V::Scalar,
}

impl<V: Vector> TruncatedCone<V> {
    /// Builds the shape from the given values without checking them.
    #[inline(always)]
    pub const fn new(a: V, b: V, radius_a: V::Scalar, radius_b: V::Scalar) -> Self {
        Self { a, b, radius_a, radius_b }
    }

    /// Converts every number of the shape with `number`, for instance to another precision.
    pub fn lift<W: Vector>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> TruncatedCone<W> {
        TruncatedCone {
            a: self.a.lift(number),
            b: self.b.lift(number),
            radius_a: number(self.radius_a),
            radius_b: number(self.radius_b),
        }
    }
}

impl<V: FloatVector<Precise: Vector2> + Vector2> TruncatedCone<V> {
    /// Returns the corners of the trapezoid in order around it, in 2D, with each coordinate rounded
    /// once.
    pub fn corners(&self) -> [V; 4] {
        let TruncatedCone { a, b, radius_a, radius_b } = self.lift::<V::Precise>(&Float::precise);
        let across = (b - a).normalized_or_zero().perp();
        let (x, y) = (across * radius_a, across * radius_b);
        [a + x, a - x, b - y, b + y].each(|p| p.lift(&Float::from_precise))
    }
}

impl<V: Vector3> TruncatedCone<V> {
    /// Returns both caps.
    pub fn caps(&self) -> [Disc<V>; 2] {
        let normal = self.b - self.a;
        let cap = |center, radius, normal| Disc { center, normal, radius };
        [cap(self.a, self.radius_a, -normal), cap(self.b, self.radius_b, normal)]
    }

    /// Returns the axis-aligned bounding box.
    pub fn bounds(&self) -> Aabb<V>
    where
        V::Scalar: Real,
    {
        let [a, b] = self.caps();
        a.bounds().union(&b.bounds())
    }
}

impl<V: FloatVector> TruncatedCone<V> {
    /// Builds a truncated cone with distinct ends and radii of at least 0.
    ///
    /// # Errors
    /// Returns an error naming `a` or `b` if it is not finite, `b` if it equals `a`, a radius if it
    /// is not finite or negative.
    pub fn try_new(a: V, b: V, radius_a: V::Scalar, radius_b: V::Scalar) -> Result<Self, ShapeError> {
        check::finite("a", a)?;
        check::finite("b", b)?;
        check::apart("b", a, b)?;
        check::size("radius_a", radius_a)?;
        check::size("radius_b", radius_b)?;
        Ok(Self { a, b, radius_a, radius_b })
    }
}

impl<V: FloatVector + Vector3> Support for TruncatedCone<V> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        let [a, b] = self.caps().each(|cap| cap.support(direction));
        if direction.dot(a) < direction.dot(b) { b } else { a }
    }

    fn middle(&self) -> V {
        halfway(self.a, self.b)
    }
}

super::fields::fields! {
    TruncatedCone<Vector3> { a: vector, b: vector, radius_a: number, radius_b: number }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3, dvec2, dvec3};

    #[test]
    fn the_support_point_lies_on_the_rim_of_a_cap() {
        let cup = TruncatedCone::new(DVec3::ZERO, dvec3(0., 0., 4.), 1., 4.);
        assert_eq!(cup.support(DVec3::X), dvec3(4., 0., 4.));
        assert_eq!(cup.support(dvec3(1., 0., -9.)), dvec3(1., 0., 0.));
        assert_eq!(TruncatedCone::try_new(DVec3::X, DVec3::X, 1., 2.).unwrap_err().field, "b");
    }

    #[test]
    fn in_2d_it_has_four_corners() {
        let cup = TruncatedCone::new(DVec2::ZERO, dvec2(0., 4.), 1., 4.);
        assert_eq!(cup.corners(), [dvec2(-1., 0.), dvec2(1., 0.), dvec2(4., 4.), dvec2(-4., 4.)]);
        assert!(TruncatedCone::try_new(DVec2::ZERO, DVec2::ZERO, 1., 4.).is_err());
    }
}
