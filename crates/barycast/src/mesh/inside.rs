//! What a closed mesh encloses.
//!
//! The rule is that of solid meshes among [any shapes](crate::shape::Mesh): a point is enclosed where the surface winds around
//! it, told by the ray from it along the first axis, thought to be moved aside by an infinitely small step, so that it meets
//! no edge. All of it is decided exactly, for the numbers given. Whether triangles face outward or inward does not matter, as
//! long as neighbours agree; of an open mesh the answer means nothing.

use super::leaf::numbers;
use super::near::is_nowhere;
use super::{MeshNumber, TriMesh};
use crate::number::{Float, Real};
use crate::shape::mesh::winding;
use crate::vector::{FloatVector, Vector3};

impl<V: FloatVector<Scalar: MeshNumber> + Vector3> TriMesh<V> {
    /// The point lies on the surface of a closed mesh or in what it encloses, exactly. Never for one with a NaN or an
    /// infinity.
    #[doc(alias = "is_inside")]
    pub fn contains_point(&self, point: V) -> bool {
        !is_nowhere(point) && self.winding(point).is_none_or(|winding| winding != 0)
    }

    /// The distance of a point from the surface, negative in what a closed mesh encloses; 0 exactly on the surface. Infinite
    /// for a point with a NaN or an infinity.
    ///
    /// Faces in the inside count: where shells overlap, [`Solid::signed_distance`](super::Solid::signed_distance) is the
    /// distance from the boundary of their union.
    #[doc(alias = "sdf")]
    pub fn signed_distance(&self, point: V) -> V::Scalar {
        if is_nowhere(point) {
            return Real::infinity(V::Scalar::ONE);
        }
        let Some(winding) = self.winding(point) else { return V::Scalar::ZERO };
        let distance = self.closest_point(point).closest.distance;
        // Rounding brings no point onto the surface.
        let distance = if distance > V::Scalar::ZERO { distance } else { V::Scalar::LEAST };
        if winding == 0 { distance } else { -distance }
    }

    /// How often the surface winds around a point; `None` on it.
    fn winding(&self, point: V) -> Option<i32> {
        let triangle = |i: u32| self.triangle(i as usize);
        if self.has_no_tree() {
            return winding(point, (0..self.triangles().len() as u32).filter_map(triangle));
        }
        let [x, y, z] = numbers(point);
        let far = Real::infinity(V::Scalar::ONE);
        let ahead =
            self.bvh().items_in_box(&self.tree().box_around(&[[x, y, z], [far, y, z]], V::Scalar::ZERO));
        winding(point, ahead.into_iter().filter_map(triangle))
    }
}
