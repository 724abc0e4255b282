//! Points and meshes.

use super::leaf::numbers;
use super::tree::sealed::Asked as _;
use super::{MeshNumber, TriMesh};
use crate::number::{Float, Real};
use crate::pair::point_triangle;
use crate::question::Closest;
use crate::shape::Point;
use crate::vector::{FloatVector, Vector, Vector3};

/// The point of a mesh nearest to another point.
#[derive(Clone, Copy, Debug)]
pub struct MeshPoint<V: Vector> {
    /// The way from the given point to the mesh.
    pub closest: Closest<V>,
    /// Which triangle: of several as near, the lowest.
    pub triangle: usize,
}

impl<V: FloatVector<Scalar: MeshNumber> + Vector3> TriMesh<V> {
    /// The nearest point of the mesh.
    #[doc(alias = "project_point")]
    pub fn closest_point(&self, point: V) -> MeshPoint<V> {
        let far = Real::infinity(V::Scalar::ONE);
        let none = Closest { distance: far, on_a: point, on_b: point };
        let of = |triangle: u32| match self.triangle(triangle as usize) {
            Some(triangle) => point_triangle::distance(&Point(point), &triangle),
            None => none,
        };
        if !self.has_no_tree() {
            let triangle = V::Scalar::closest(self.tree(), numbers(point));
            return MeshPoint { closest: of(triangle), triangle: triangle as usize };
        }
        let mut best = MeshPoint { closest: none, triangle: usize::MAX };
        for triangle in 0..self.triangles().len() as u32 {
            let closest = of(triangle);
            if closest.distance < best.closest.distance || best.triangle == usize::MAX {
                best = MeshPoint { closest, triangle: triangle as usize };
            }
        }
        best
    }
}
