//! Point containment and signed distance of a closed mesh.
//!
//! The rule is that of solid meshes among [dynamic shapes](crate::shape::Mesh): a point is inside
//! if the winding number of the surface around it is not zero. The winding number is counted along
//! the ray from the point in direction `+x`, shifted by an infinitesimal step so that it meets no
//! edge. All of it is decided exactly, for the given numbers. Triangles may face outward or inward,
//! as long as neighbours agree. For an open mesh the result is meaningless.

use super::cell_grid::{CellGrid, Place};
use super::closest_point::has_non_finite;
use super::inside_grid::{grid_of, winding_in};
use super::leaf::numbers;
use super::{MeshNumber, TriMesh};
use crate::number::{Float, Real};
use crate::shape::mesh::winding;
use crate::vector::{FloatVector, Vector3};
use alloc::boxed::Box;

impl<V: FloatVector<Scalar: MeshNumber> + Vector3> TriMesh<V> {
    /// Tests whether the point is on the surface of a closed mesh or inside it, exactly. Returns
    /// `false` for a point with a NaN or infinite coordinate.
    ///
    /// ```
    /// use barycast::mesh::TriMesh;
    /// use glam::{DVec3, dvec3};
    ///
    /// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    /// let solid = TriMesh::try_new(corners, vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
    /// assert!(solid.contains_point(dvec3(0.2, 0.2, 0.2)));
    /// assert!(solid.contains_point(dvec3(0.5, 0.5, 0.0))); // on an edge
    /// assert_eq!(solid.signed_distance(dvec3(0.0, 0.0, -2.0)), 2.0);
    /// # Ok::<(), barycast::mesh::MeshError>(())
    /// ```
    #[doc(alias = "is_inside")]
    pub fn contains_point(&self, point: V) -> bool {
        self.contains_point_in(None, point)
    }

    /// Returns the signed distance of a point from the surface of a closed mesh: negative inside,
    /// and 0 exactly on the surface.
    ///
    /// The distance is infinite for a point with a NaN or infinite coordinate. Faces in the
    /// interior count: if shells overlap, [`Solid::signed_distance`](super::Solid::signed_distance)
    /// returns the distance from the boundary of their union.
    #[doc(alias = "sdf")]
    pub fn signed_distance(&self, point: V) -> V::Scalar {
        self.signed_distance_in(None, point)
    }

    /// Returns the grid for [`contains_point_in`](Self::contains_point_in), if the mesh has one or a
    /// batch of this many points is worth building it.
    pub(super) fn grid_for(&self, points: usize) -> Option<&CellGrid> {
        /// Triangles for each point from which on the grid pays.
        const TRIANGLES_PER_POINT: usize = 4;
        if self.grid.get().is_none() && points.saturating_mul(TRIANGLES_PER_POINT) < self.triangles().len() {
            return None;
        }
        self.grid.get_or_init(|| Box::new(grid_of(self))).as_ref()
    }

    /// Tests like [`contains_point`](Self::contains_point), with the same result, with a grid.
    #[inline(always)]
    pub(super) fn contains_point_in(&self, grid: Option<&CellGrid>, point: V) -> bool {
        !has_non_finite(point) && self.winding_in(grid, point).is_none_or(|winding| winding != 0)
    }

    /// Returns the [`signed_distance`](Self::signed_distance), with a grid.
    #[inline(always)]
    pub(super) fn signed_distance_in(&self, grid: Option<&CellGrid>, point: V) -> V::Scalar {
        if has_non_finite(point) {
            return Real::infinity(V::Scalar::ONE);
        }
        let Some(winding) = self.winding_in(grid, point) else { return V::Scalar::ZERO };
        let distance = self.closest_point(point).closest.distance;
        // Rounding does not bring a point onto the surface.
        let distance = if distance > V::Scalar::ZERO { distance } else { V::Scalar::LEAST };
        if winding == 0 { distance } else { -distance }
    }

    #[inline(always)]
    fn winding_in(&self, grid: Option<&CellGrid>, point: V) -> Place {
        match grid {
            Some(grid) => winding_in(grid, self, point),
            None => self.winding(point),
        }
    }

    /// Returns the winding number of the surface around a point.
    pub(super) fn winding(&self, point: V) -> Place {
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
