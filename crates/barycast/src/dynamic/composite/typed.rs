//! Typed meshes against shapes of any kind: their triangles are widened to `f64` without loss,
//! under the BVH of the mesh.

use super::near;
use crate::bvh::Tree;
use crate::dynamic::any::{NoAnswer, Shape3};
use crate::dynamic::shape::Composite;
use crate::mesh::{MeshNumber, TriMesh};
use crate::number::Float;
use crate::number::each::MapEach;
use crate::shape::{Aabb, Point, Triangle};
use crate::vector::{FloatVector, Vector, Vector3};
use alloc::vec::Vec;
use glam::DVec3;

/// Returns a triangle of the mesh in `f64`.
fn triangle<V: FloatVector<Scalar: MeshNumber> + Vector3>(mesh: &TriMesh<V>, i: usize) -> Triangle<DVec3> {
    let corners = mesh.triangles()[i].each(|vertex| mesh.vertices()[vertex as usize]);
    let [a, b, c] = corners.each(|v| v.lift::<DVec3>(&Float::to_f64));
    Triangle { a, b, c }
}

impl<V: FloatVector<Scalar: MeshNumber> + Vector3> Composite<Shape3> for TriMesh<V> {
    fn len(&self) -> usize {
        self.triangles().len()
    }

    fn part(&self, i: usize) -> Shape3 {
        triangle(self, i).into()
    }

    fn part_bounds(&self, i: usize) -> Option<Aabb<DVec3>> {
        Some(triangle(self, i).bounds())
    }

    fn tree(&self) -> Option<Tree<'_>> {
        (!self.bvh().leaves().is_empty()).then(|| self.framed())
    }

    fn nearly_nearest(&self, p: DVec3) -> Option<usize> {
        let point = V::from_fn(|axis| V::Scalar::from_f64(p.get(axis)));
        Some(self.closest_point(point).triangle).filter(|i| *i < self.triangles().len())
    }

    fn bounds(&self) -> Option<Aabb<DVec3>> {
        Some(self.bounds().lift::<DVec3>(&Float::to_f64))
    }

    fn holds(&self, p: DVec3) -> bool {
        let point = Point(p).into();
        near(self, &point).any(|part| part.intersects(&point))
    }

    fn roots(&self) -> Vec<DVec3> {
        Vec::new()
    }

    fn is_solid(&self) -> bool {
        false
    }
}

impl<V: FloatVector<Scalar: MeshNumber> + Vector3> TriMesh<V> {
    /// Tests whether the surface shares a point with a shape; touching counts. As exact as
    /// [`Shape3::intersects`] for a triangle.
    ///
    /// ```
    /// use barycast::d3::f64::Sphere;
    /// use barycast::mesh::TriMesh;
    /// use glam::{dvec3, vec3};
    ///
    /// let corners = vec![vec3(0.0, 0.0, 0.0), vec3(4.0, 0.0, 0.0), vec3(0.0, 4.0, 0.0)];
    /// let mesh = TriMesh::try_new(corners, vec![[0, 1, 2]])?;
    /// assert!(mesh.overlaps(&Sphere::new(dvec3(1.0, 1.0, 2.0), 2.0).into()));
    /// # Ok::<(), barycast::mesh::MeshError>(())
    /// ```
    #[doc(alias = "intersects")]
    #[doc(alias = "collide")]
    pub fn overlaps(&self, shape: &Shape3) -> bool {
        near(self, shape).any(|part| part.intersects(shape))
    }

    /// Returns the triangles that share a point with a shape, in order of index; touching counts.
    #[doc(alias = "crossing selection")]
    pub fn triangles_overlapping(&self, shape: &Shape3) -> Vec<usize> {
        let parts: &dyn Composite<Shape3> = self;
        parts.near(shape).filter(|i| self.part(*i).intersects(shape)).collect()
    }

    /// Returns the triangles that lie entirely in a shape, in order of index; the boundary counts.
    ///
    /// # Errors
    /// [`NoAnswer`] for shapes for which containment of a triangle is not defined.
    #[doc(alias = "window selection")]
    pub fn triangles_in(&self, shape: &Shape3) -> Result<Vec<usize>, NoAnswer> {
        let parts: &dyn Composite<Shape3> = self;
        let mut inside = Vec::new();
        for i in parts.near(shape) {
            if shape.contains(&self.part(i))? {
                inside.push(i);
            }
        }
        Ok(inside)
    }
}
