//! Tetrahedron.

use super::check::{self, ShapeError};
use super::convex::farthest;
use super::hull::Hull;
use super::{Aabb, HalfSpace, Support, halfway};
use crate::number::each::MapEach;
use crate::vector::{FloatVector, Vector, Vector3};
use alloc::vec::Vec;

/// The convex combinations of four corners: solid. The corners may have either orientation, and may
/// be coplanar, collinear or equal.
///
/// ```
/// use barycast::d3::{Point, Tetrahedron};
/// use glam::{Vec3, vec3};
///
/// let corner = Tetrahedron::try_new(Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z)?;
/// assert!(corner.intersects(&Point::new(vec3(0.25, 0.25, 0.5)))); // on the slanted face
/// assert!(!corner.intersects(&Point::new(vec3(0.5, 0.5, 0.5))));
/// # Ok::<(), barycast::shape::ShapeError>(())
/// ```
#[doc(alias = "simplex")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[allow(missing_docs, reason = "the corners")]
pub struct Tetrahedron<V> {
    pub a: V,
    pub b: V,
    pub c: V,
    pub d: V,
}

impl<V: Vector3> Tetrahedron<V> {
    /// Builds the shape from the given values without checking them.
    #[inline(always)]
    pub const fn new(a: V, b: V, c: V, d: V) -> Self {
        Self { a, b, c, d }
    }

    /// Returns the corners `a, b, c, d`.
    #[inline(always)]
    pub const fn corners(&self) -> [V; 4] {
        [self.a, self.b, self.c, self.d]
    }

    /// Returns the axis-aligned bounding box.
    pub fn bounds(&self) -> Aabb<V> {
        let [a, b, c, d] = self.corners();
        Aabb { min: a.min(b).min(c.min(d)), max: a.max(b).max(c.max(d)) }
    }

    /// Converts every number of the shape with `number`, for instance to another precision.
    pub fn lift<W: Vector3>(&self, number: &impl Fn(V::Scalar) -> W::Scalar) -> Tetrahedron<W> {
        let [a, b, c, d] = self.corners().each(|p| p.lift(number));
        Tetrahedron { a, b, c, d }
    }
}

impl<V: FloatVector + Vector3> Tetrahedron<V> {
    /// Builds a tetrahedron with finite corners.
    ///
    /// # Errors
    /// Returns an error naming the corner that is not finite.
    pub fn try_new(a: V, b: V, c: V, d: V) -> Result<Self, ShapeError> {
        check::finite("a", a)?;
        check::finite("b", b)?;
        check::finite("c", c)?;
        check::finite("d", d)?;
        Ok(Self { a, b, c, d })
    }

    /// Returns the half-spaces whose intersection is the tetrahedron: four, or more if it is flat.
    pub fn sides(&self) -> Vec<HalfSpace<V>> {
        self.sides_over(&|x| x)
    }

    /// Returns the half-spaces over another number type.
    pub(crate) fn sides_over<W: Vector>(
        &self,
        number: &impl Fn(V::Scalar) -> W::Scalar,
    ) -> Vec<HalfSpace<W>> {
        let corners = self.corners();
        Hull::of(&corners).sides(|i| corners[i].lift(number))
    }
}

impl<V: FloatVector + Vector3> Support for Tetrahedron<V> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        farthest(self.corners().into_iter(), direction)
    }

    fn middle(&self) -> V {
        halfway(halfway(self.a, self.b), halfway(self.c, self.d))
    }

    fn corners(&self, _: V) -> Vec<V> {
        Self::corners(self).to_vec()
    }
}

super::fields::fields! {
    Tetrahedron<Vector3> { a: vector, b: vector, c: vector, d: vector }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, dvec3};

    #[test]
    fn both_orientations_have_four_sides_that_face_outward() {
        let t = Tetrahedron::new(DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z);
        for t in [t, Tetrahedron { a: t.b, b: t.a, ..t }] {
            let inside = dvec3(0.2, 0.2, 0.2);
            assert!(t.sides().len() == 4 && t.sides().iter().all(|side| side.side(inside) < 0.));
        }
    }

    #[test]
    fn flat_tetrahedra_have_sides_too() {
        let flat = Tetrahedron::new(DVec3::ZERO, DVec3::X, DVec3::Y, dvec3(1., 1., 0.));
        assert_eq!(flat.sides().len(), 6, "four edges, above and below");
        let point = Tetrahedron::new(DVec3::ONE, DVec3::ONE, DVec3::ONE, DVec3::ONE);
        assert_eq!(point.sides().len(), 6);
    }
}
