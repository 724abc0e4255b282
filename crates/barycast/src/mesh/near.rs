//! Points and meshes.

use super::leaf::numbers;
use super::number::sealed::Asked as _;
use super::{MeshNumber, TriMesh};
use crate::number::{Float, Real};
use crate::pair::point_triangle;
use crate::query::Closest;
use crate::shape::Point;
use crate::vector::{FloatVector, Vector, Vector3};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// A number is NaN or infinite.
#[inline(always)]
pub(super) fn is_nowhere<V: FloatVector + Vector3>(point: V) -> bool {
    !numbers(point).into_iter().all(Float::is_finite)
}

/// The point of a mesh nearest to another point.
#[derive(Clone, Copy, Debug)]
pub struct MeshPoint<V: Vector> {
    /// The way from the given point to the mesh.
    pub closest: Closest<V>,
    /// Which triangle: of several as near, the lowest.
    pub triangle: usize,
}

impl<V: FloatVector<Scalar: MeshNumber> + Vector3> TriMesh<V> {
    /// The nearest point of the mesh. Infinitely far, and of triangle `usize::MAX`, for a point with a NaN or an infinity, and where there is no triangle.
    #[doc(alias = "project_point")]
    pub fn closest_point(&self, point: V) -> MeshPoint<V> {
        let far = Real::infinity(V::Scalar::ONE);
        let none = || {
            let closest = Closest { distance: far, on_a: point, on_b: point };
            MeshPoint { closest, triangle: usize::MAX }
        };
        self.closest_point_within(point, far).unwrap_or_else(none)
    }

    /// The nearest point of the mesh that is not farther than a limit; `None` when all are. The walk looks no farther.
    pub fn closest_point_within(&self, point: V, limit: V::Scalar) -> Option<MeshPoint<V>> {
        if is_nowhere(point) {
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

    /// The `count` triangles nearest to a point, in order of their distance and then of their index; all, when there are
    /// fewer. None for a point with a NaN or an infinity.
    #[doc(alias = "k nearest neighbors")]
    pub fn k_nearest_triangles(&self, point: V, count: usize) -> Vec<MeshPoint<V>> {
        let far = Real::infinity(V::Scalar::ONE);
        let count = if is_nowhere(point) { 0 } else { count.min(self.triangles().len()) };
        if count == 0 {
            return Vec::new();
        }
        if !self.has_no_tree() {
            let near = V::Scalar::near(self.tree(), numbers(point), count, far);
            return near.into_iter().filter_map(|(_, triangle)| self.near_point(point, triangle)).collect();
        }
        let mut all: Vec<_> = self.each_within(point, far).collect();
        let distance = |found: &MeshPoint<V>| found.closest.distance;
        all.sort_by(|x, y| distance(x).partial_cmp(&distance(y)).unwrap_or(Ordering::Equal));
        all.truncate(count);
        all
    }

    /// The triangles that are not farther from a point than a radius, by their indices in order. None for a point with a NaN
    /// or an infinity.
    #[doc(alias = "ball query")]
    pub fn triangles_within(&self, point: V, radius: V::Scalar) -> Vec<usize> {
        if is_nowhere(point) {
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

    /// What there is to tell of one triangle.
    fn near_point(&self, point: V, triangle: u32) -> Option<MeshPoint<V>> {
        let closest = point_triangle::distance(&Point(point), &self.triangle(triangle as usize)?);
        Some(MeshPoint { closest, triangle: triangle as usize })
    }

    /// Every triangle that is not farther than a limit, one by one.
    fn each_within(&self, point: V, limit: V::Scalar) -> impl Iterator<Item = MeshPoint<V>> {
        let all = (0..self.triangles().len() as u32).filter_map(move |i| self.near_point(point, i));
        all.filter(move |found| found.closest.distance <= limit)
    }
}
