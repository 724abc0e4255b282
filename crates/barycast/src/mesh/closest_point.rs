//! Closest points of meshes.

use super::kernels::sealed::MeshKernels as _;
use super::leaf::numbers;
use super::{MeshNumber, TriMesh};
use crate::number::Order as _;
use crate::number::{Float, Real};
use crate::pair::point_triangle;
use crate::query::Closest;
use crate::shape::Point;
use crate::vector::{FloatVector, Vector, Vector3};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// Tests whether a coordinate is NaN or infinite.
#[inline(always)]
pub(super) fn has_non_finite<V: FloatVector + Vector3>(point: V) -> bool {
    !numbers(point).into_iter().all(Float::is_finite)
}

/// Closest point of a mesh to a given point.
#[derive(Clone, Copy, Debug)]
pub struct MeshPoint<V: Vector> {
    /// Closest points: the given point on `a`, and the point of the mesh on `b`.
    pub closest: Closest<V>,
    /// Index of the triangle; the lowest if several are equally near.
    pub triangle: usize,
}

impl<V: FloatVector<Scalar: MeshNumber> + Vector3> TriMesh<V> {
    /// Returns the point of the mesh that is closest to `point`.
    ///
    /// The distance is infinite, and the triangle `usize::MAX`, for a point with a NaN or infinite
    /// coordinate, and for a mesh without triangles.
    ///
    /// ```
    /// use barycast::mesh::TriMesh;
    /// use glam::{Vec3, vec3};
    ///
    /// let mesh = TriMesh::try_new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]])?;
    /// let nearest = mesh.closest_point(vec3(0.25, 0.25, 3.0));
    /// assert_eq!((nearest.triangle, nearest.closest.distance), (0, 3.0));
    /// assert_eq!(nearest.closest.on_b, vec3(0.25, 0.25, 0.0)); // on the mesh
    /// # Ok::<(), barycast::mesh::MeshError>(())
    /// ```
    #[doc(alias = "project_point")]
    pub fn closest_point(&self, point: V) -> MeshPoint<V> {
        let far = Real::infinity(V::Scalar::ONE);
        let none = || {
            let closest = Closest { distance: far, on_a: point, on_b: point };
            MeshPoint { closest, triangle: usize::MAX }
        };
        self.closest_point_within(point, far).unwrap_or_else(none)
    }

    /// Returns the closest point of the mesh at a distance of at most `limit`, or `None` if all are
    /// farther. The traversal is bounded by the limit.
    pub fn closest_point_within(&self, point: V, limit: V::Scalar) -> Option<MeshPoint<V>> {
        if has_non_finite(point) {
            return None;
        }
        if !self.has_no_tree() {
            return self.near_point(point, V::Scalar::closest(self.tree(), numbers(point), limit));
        }
        let mut best: Option<MeshPoint<V>> = None;
        for found in self.each_within(point, limit) {
            if best.is_none_or(|best| found.closest.distance < best.closest.distance) {
                best = Some(found);
            }
        }
        best
    }

    /// Returns the `count` triangles closest to a point, by ascending distance and then index, or
    /// all if there are fewer. Returns none for a point with a NaN or infinite coordinate.
    ///
    /// ```
    /// use barycast::mesh::TriMesh;
    /// use glam::{Vec3, vec3};
    ///
    /// let corners = vec![Vec3::ZERO, Vec3::X, Vec3::ONE, Vec3::Y];
    /// let mesh = TriMesh::try_new(corners, vec![[0, 1, 2], [0, 2, 3]])?;
    /// let both = mesh.k_nearest_triangles(vec3(1.0, 0.0, -1.0), 9);
    /// assert_eq!(both.iter().map(|found| found.triangle).collect::<Vec<_>>(), [0, 1]);
    /// # Ok::<(), barycast::mesh::MeshError>(())
    /// ```
    #[doc(alias = "k nearest neighbors")]
    pub fn k_nearest_triangles(&self, point: V, count: usize) -> Vec<MeshPoint<V>> {
        self.k_nearest_within(point, count, Real::infinity(V::Scalar::ONE))
    }

    /// Returns the `count` triangles closest to a point at a distance of at most `limit`, by
    /// ascending distance and then index, or all if there are fewer. Returns none for a point with
    /// a NaN or infinite coordinate.
    #[doc(alias = "k nearest neighbors")]
    pub fn k_nearest_within(&self, point: V, count: usize, limit: V::Scalar) -> Vec<MeshPoint<V>> {
        let count = if has_non_finite(point) { 0 } else { count.min(self.triangles().len()) };
        if count == 0 {
            return Vec::new();
        }
        if !self.has_no_tree() {
            let near = V::Scalar::near(self.tree(), numbers(point), count, limit);
            return near.into_iter().filter_map(|(_, triangle)| self.near_point(point, triangle)).collect();
        }
        let mut all: Vec<_> = self.each_within(point, limit).collect();
        let distance = |found: &MeshPoint<V>| found.closest.distance;
        all.order_by(|x, y| distance(x).partial_cmp(&distance(y)).unwrap_or(Ordering::Equal));
        all.truncate(count);
        all
    }

    /// Returns the triangles at a distance of at most `radius` from a point, by ascending index.
    /// Returns none for a point with a NaN or infinite coordinate.
    #[doc(alias = "ball query")]
    pub fn triangles_within(&self, point: V, radius: V::Scalar) -> Vec<usize> {
        if has_non_finite(point) {
            return Vec::new();
        }
        if self.has_no_tree() {
            return self.each_within(point, radius).map(|found| found.triangle).collect();
        }
        let near = V::Scalar::near(self.tree(), numbers(point), usize::MAX, radius);
        let mut triangles: Vec<usize> = near.into_iter().map(|(_, triangle)| triangle as usize).collect();
        triangles.sort_unstable();
        triangles
    }

    /// Returns the closest point of one triangle.
    fn near_point(&self, point: V, triangle: u32) -> Option<MeshPoint<V>> {
        let closest = point_triangle::distance(&Point(point), &self.triangle(triangle as usize)?);
        Some(MeshPoint { closest, triangle: triangle as usize })
    }

    /// Returns every triangle at a distance of at most `limit`, tested one by one.
    fn each_within(&self, point: V, limit: V::Scalar) -> impl Iterator<Item = MeshPoint<V>> {
        let all = (0..self.triangles().len() as u32).filter_map(move |i| self.near_point(point, i));
        all.filter(move |found| found.closest.distance <= limit)
    }
}
