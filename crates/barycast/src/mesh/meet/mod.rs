//! Mesh against mesh, one of them placed.
//!
//! The placed mesh means the mesh whose corners are placed, each rounded once: every answer is that for
//! [`placed`](TriMesh::placed), though no corner is placed that is not looked at.

pub(super) mod placing;
pub(super) mod walk;

mod certain;
mod eight;

use super::leaf::numbers;
use super::tree::sealed::Asked as _;
use super::{MeshError, MeshNumber, TriMesh};
use crate::bvh::Open;
use crate::frame::Affine3;
use crate::vector::{FloatVector, Vector3};
use alloc::vec::Vec;
use placing::{Placing, Rows};

impl<V: FloatVector<Scalar: MeshNumber> + Vector3> TriMesh<V> {
    /// The mesh with its vertices placed, each coordinate computed in twice the digits (of `f32`, in `f64`) and rounded
    /// once. Triangles keep their numbers. The questions about two meshes take a placement instead, which costs nothing.
    ///
    /// # Errors
    /// [`MeshError::NotFinite`] where a vertex is placed beyond what the numbers hold.
    #[doc(alias = "transform")]
    pub fn placed(&self, placement: &Affine3<V>) -> Result<Self, MeshError> {
        let rows = Rows::of(placement);
        let place = |v: &V| {
            let [x, y, z] = V::Scalar::placed(&rows, numbers(*v));
            V::from_fn(|axis| [x, y, z][axis])
        };
        Self::try_new(self.vertices().iter().map(place).collect(), self.triangles().to_vec())
    }

    /// The two surfaces share a point; touching counts. `self_from_other` places the other; it may scale, shear and mirror.
    ///
    /// Exactly right for the corners as given and as [`placed`](Self::placed), whatever the margin. A mesh inside
    /// another, whose surfaces are apart, does not count. Triangles that are placed beyond what the numbers hold
    /// are nowhere.
    ///
    /// ```
    /// use barycast::frame::Affine3;
    /// use barycast::mesh::TriMesh;
    /// use glam::{Affine3A, Vec3, vec3};
    ///
    /// let mesh = TriMesh::try_new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]])?;
    /// let turned = |by: Vec3| Affine3::from(Affine3A::from_translation(by));
    /// assert!(mesh.intersects_mesh(&mesh, &turned(vec3(0.5, 0.5, 0.0))));
    /// assert!(!mesh.intersects_mesh(&mesh, &turned(vec3(0.5, 0.6, 0.0))));
    /// # Ok::<(), barycast::mesh::MeshError>(())
    /// ```
    #[doc(alias = "collide")]
    #[doc(alias = "overlap")]
    pub fn intersects_mesh(&self, other: &Self, self_from_other: &Affine3<V>) -> bool {
        let placing = self.placing(other, self_from_other);
        if self.has_no_tree() || other.has_no_tree() {
            return self.each_two(other, &placing).next().is_some();
        }
        V::Scalar::meet(self.tree(), other.tree(), &placing).is_some()
    }

    /// Every two triangles, one of each, that share a point, in order: what [`intersects_mesh`](Self::intersects_mesh)
    /// says of each two. On all cores with the feature `rayon`.
    #[doc(alias = "contacts")]
    pub fn intersecting_triangles(&self, other: &Self, self_from_other: &Affine3<V>) -> Vec<[u32; 2]> {
        let placing = self.placing(other, self_from_other);
        if self.has_no_tree() || other.has_no_tree() {
            return self.each_two(other, &placing).collect();
        }
        self.all_two(other, &placing)
    }

    fn placing(&self, other: &Self, self_from_other: &Affine3<V>) -> Placing<V::Scalar> {
        Placing::new(self.bvh(), other.bvh(), Rows::of(self_from_other))
    }

    /// Every two that meet, by asking every two.
    fn each_two<'a>(
        &'a self,
        other: &'a Self,
        placing: &'a Placing<V::Scalar>,
    ) -> impl Iterator<Item = [u32; 2]> + 'a {
        let placed: Vec<_> =
            (0..other.triangles().len() as u32).map(|b| placing.corners(&other.corners(b))).collect();
        (0..self.triangles().len() as u32).flat_map(move |a| {
            let corners = self.corners(a);
            let meets = |b: u32| certain::meet(&corners, &placed[b as usize]);
            (0..placed.len() as u32).filter(|b| meets(*b)).map(|b| [a, b]).collect::<Vec<_>>()
        })
    }

    #[cfg(feature = "rayon")]
    fn all_two(&self, other: &Self, placing: &Placing<V::Scalar>) -> Vec<[u32; 2]> {
        use rayon::prelude::*;
        /// More than any machine has cores, so that none waits long for the last.
        const PARTS: usize = 1024;
        let parts = self.bvh().parts_of_walk(other.bvh(), &placing.boxes, PARTS);
        let below = |found: &mut Vec<_>, part: Open| {
            V::Scalar::all_that_meet(self.tree(), other.tree(), placing, part, found);
        };
        let found = parts.into_par_iter().fold(Vec::new, |mut found, part| {
            below(&mut found, part);
            found
        });
        let mut found: Vec<_> = found.flatten().collect();
        found.par_sort_unstable();
        found
    }

    #[cfg(not(feature = "rayon"))]
    fn all_two(&self, other: &Self, placing: &Placing<V::Scalar>) -> Vec<[u32; 2]> {
        let mut found = Vec::new();
        V::Scalar::all_that_meet(self.tree(), other.tree(), placing, Open::ALL, &mut found);
        found.sort_unstable();
        found
    }
}
