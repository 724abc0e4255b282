//! Tapered capsule: a capsule with two radii.

use super::check::{self, ShapeError};
use super::{Aabb, Sphere, Support, halfway};
use crate::number::each::MapEach;
use crate::vector::{FloatVector, Vector};

/// The convex hull of two balls: solid. If one ball contains the other, it is that ball. Radii of 0
/// make a point or a segment.
///
/// ```
/// use barycast::d3::{Ray, TaperedCapsule};
/// use glam::{Vec3, vec3};
///
/// let club = TaperedCapsule::try_new(Vec3::ZERO, vec3(0.0, 4.0, 0.0), 0.5, 1.0)?;
/// assert_eq!(Ray::new(vec3(0.0, 9.0, 0.0), -Vec3::Y).cast(&club).unwrap().t, 4.0);
/// # Ok::<(), barycast::shape::ShapeError>(())
/// ```
#[doc(alias = "round_cone")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct TaperedCapsule<V: Vector> {
    /// Centre of the first ball.
    pub a: V,
    /// Centre of the second ball.
    pub b: V,
    /// Radius of the ball around `a`, at least 0.
    pub radius_a: V::Scalar,
    /// Radius of the ball around `b`, at least 0.
    pub radius_b: V::Scalar,
}

impl<V: Vector> TaperedCapsule<V> {
    /// Builds the shape from the given values without checking them.
    #[inline(always)]
    pub const fn new(a: V, b: V, radius_a: V::Scalar, radius_b: V::Scalar) -> Self {
        Self { a, b, radius_a, radius_b }
    }

    /// Returns the balls at both ends.
    pub fn balls(&self) -> [Sphere<V>; 2] {
        [Sphere { center: self.a, radius: self.radius_a }, Sphere { center: self.b, radius: self.radius_b }]
    }

    /// Returns the axis-aligned bounding box.
    pub fn bounds(&self) -> Aabb<V> {
        let [a, b] = self.balls();
        a.bounds().union(&b.bounds())
    }

    /// Converts every number of the shape with `number`, for instance to another precision.
    pub fn lift<W: Vector>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> TaperedCapsule<W> {
        TaperedCapsule {
            a: self.a.lift(number),
            b: self.b.lift(number),
            radius_a: number(self.radius_a),
            radius_b: number(self.radius_b),
        }
    }
}

impl<V: FloatVector> TaperedCapsule<V> {
    /// Builds a tapered capsule with radii of at least 0.
    ///
    /// # Errors
    /// Returns an error naming `a` or `b` if it is not finite, a radius if it is not finite or
    /// negative.
    pub fn try_new(a: V, b: V, radius_a: V::Scalar, radius_b: V::Scalar) -> Result<Self, ShapeError> {
        check::finite("a", a)?;
        check::finite("b", b)?;
        check::size("radius_a", radius_a)?;
        check::size("radius_b", radius_b)?;
        Ok(Self { a, b, radius_a, radius_b })
    }
}

impl<V: FloatVector> Support for TaperedCapsule<V> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        let [a, b] = self.balls().each(|ball| ball.support(direction));
        if direction.dot(a) < direction.dot(b) { b } else { a }
    }

    fn middle(&self) -> V {
        halfway(self.a, self.b)
    }
}

super::fields::fields! {
    TaperedCapsule<Vector> { a: vector, b: vector, radius_a: number, radius_b: number }
}
