//! Assemblies: placed meshes, prepared for clash tests.

use super::ClashError;
use crate::bvh::{each, map_each};
use crate::frame::Affine3;
use crate::mesh::solid::pair::is_even;
use crate::mesh::{MeshTopology, RepairOptions, Repairs, Solid, TriMesh};
use crate::number::each::MapEach;
use crate::scene::Instance;
use crate::shape::Aabb;
use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec::Vec;
use glam::DVec3;

/// Marks parts that have no place.
const NOWHERE: u32 = u32::MAX;

/// Placed meshes, prepared for clash tests.
///
/// ```
/// use barycast::frame::Affine3;
/// use barycast::mesh::TriMesh;
/// use barycast::scene::Instance;
/// use barycast::scene::clash::Assembly;
/// use glam::{DAffine3, DVec3, dvec3};
/// use std::ops::ControlFlow;
///
/// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
/// let mesh = TriMesh::try_new(corners, vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]).unwrap();
/// let at = |x: f64| Affine3::from(DAffine3::from_translation(dvec3(x, 0.0, 0.0)));
/// let parts = [0.0, 0.5, 9.0].map(|x| Instance { mesh: 0, world_from_mesh: at(x) });
/// let assembly = Assembly::new(vec![mesh], parts.to_vec());
/// let pairs = assembly.touching(1e-6, |_, _| true, |_| ControlFlow::Continue(()))?;
/// assert_eq!(pairs, Some(vec![[0, 1]]));
/// # Ok::<(), barycast::scene::clash::ClashError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Assembly {
    /// The given meshes, then copies of those that a part scales unevenly.
    solids: Vec<Solid>,
    meshes: usize,
    parts: Vec<Instance<DVec3>>,
    /// Solid of each part: its mesh, or a scaled copy that the part only translates. [`NOWHERE`] if
    /// the part has no place.
    solid_of: Vec<u32>,
    /// Bounding box of each part.
    boxes: Vec<Aabb<DVec3>>,
    /// Resolution of each part, in world units; empty if all are 0.
    pub(super) resolution: Vec<f64>,
}

impl Assembly {
    /// Builds an assembly of parts. Meshes are given as they are or shared, in an `Arc`, which copies
    /// none of them. A mesh that a part scales unevenly is copied, once for all
    /// parts with the same linear map.
    ///
    /// A part may be flat. If its placement contains a number that is not finite, it has no place:
    /// its box is empty and it clashes with nothing.
    ///
    /// # Panics
    /// If a part names a mesh that does not exist.
    pub fn new(meshes: Vec<impl Into<Arc<TriMesh<DVec3>>>>, parts: Vec<Instance<DVec3>>) -> Self {
        Self::of(solids(shared(meshes), |mesh, _| Solid::new(mesh)), parts)
    }

    /// Builds an assembly as [`new`](Self::new) does, and [repairs](Solid::repaired) meshes that
    /// have no inside. `options` returns the options for a mesh by its index, in the mesh's own
    /// coordinates.
    ///
    /// # Panics
    /// If a part names a mesh that does not exist.
    pub fn repaired(
        meshes: Vec<impl Into<Arc<TriMesh<DVec3>>>>,
        parts: Vec<Instance<DVec3>>,
        options: impl Fn(usize) -> RepairOptions + Sync,
    ) -> Self {
        Self::of(solids(shared(meshes), |mesh, index| Solid::repaired(mesh, &options(index)).0), parts)
    }

    fn of(mut solids: Vec<Solid>, parts: Vec<Instance<DVec3>>) -> Self {
        let meshes = solids.len();
        let mut known = BTreeMap::new();
        let mut solid_of = |part: &Instance<DVec3>| {
            let Affine3 { x, y, z, translation } = part.world_from_mesh;
            if is_even(x, y, z) {
                return part.world_from_mesh.inverse().map(|_| part.mesh as u32);
            }
            let key = (part.mesh, [x, y, z].each(|axis| axis.to_array().each(f64::to_bits)));
            let solid = known.entry(key).or_insert_with(|| {
                let placement = Affine3 { translation: DVec3::ZERO, ..part.world_from_mesh };
                let solid = solids[part.mesh].placed(&placement).ok()?;
                solids.push(solid);
                Some(solids.len() as u32 - 1)
            });
            solid.filter(|_| translation.is_finite())
        };
        let solid_of = parts.iter().map(|part| solid_of(part).unwrap_or(NOWHERE)).collect();
        let mut assembly =
            Self { solids, meshes, parts, solid_of, boxes: Vec::new(), resolution: Vec::new() };
        assembly.boxes = each(assembly.parts.len(), 16, |part| assembly.bounds(part));
        assembly
    }

    /// Sets the resolution of each part: a bound, in world units, of the distance of a point from
    /// its intended place. It is the rounding of stored coordinates times the scale of the
    /// placement. The tolerance of a pair is at least the sum of the resolutions of its parts.
    ///
    /// # Errors
    /// A resolution is below 0 or not finite, or the number of resolutions is not the number of
    /// parts.
    pub fn with_resolution(mut self, resolution: Vec<f64>) -> Result<Self, ClashError> {
        let (parts, got) = (self.parts.len(), resolution.len());
        if got != parts {
            return Err(ClashError::Resolutions { parts, got });
        }
        if let Some(part) = resolution.iter().position(|r| !(*r >= 0.0 && r.is_finite())) {
            return Err(ClashError::Resolution { part, got: resolution[part] });
        }
        self.resolution = resolution;
        Ok(self)
    }

    /// Returns the effective tolerance of two parts: `requested`, or the sum of their resolutions
    /// if that is larger.
    ///
    /// # Panics
    /// If a part does not exist.
    pub fn tolerance(&self, parts: [usize; 2], requested: f64) -> f64 {
        let [a, b] = parts.each(|part| if self.resolution.is_empty() { 0.0 } else { self.resolution[part] });
        requested.max(a + b)
    }

    /// Returns the bounding box of a part; empty if it has no place.
    fn bounds(&self, part: usize) -> Aabb<DVec3> {
        let Some((solid, placement)) = self.placed(part) else { return Aabb::empty() };
        let solid = self.solid(solid);
        let axes = [placement.x, placement.y, placement.z];
        let bounds = if axes.iter().all(|axis| axis.to_array().iter().filter(|x| **x != 0.0).count() <= 1) {
            let [a, b] = [solid.low, solid.high].each(|corner| placement.transform_point(corner));
            Aabb { min: a.min(b), max: a.max(b) }
        } else {
            let mut bounds = Aabb::empty();
            for v in solid.vertices() {
                let v = placement.transform_point(v);
                bounds = bounds.union(&Aabb { min: v, max: v });
            }
            bounds
        };
        if bounds.min.is_finite() && bounds.max.is_finite() { bounds } else { Aabb::empty() }
    }

    /// Returns a mesh, by its index in the order given.
    ///
    /// # Panics
    /// If the mesh does not exist.
    pub fn mesh(&self, mesh: usize) -> &TriMesh<DVec3> {
        self.solids[..self.meshes][mesh].mesh()
    }

    /// Returns the number of meshes given.
    pub fn mesh_count(&self) -> usize {
        self.meshes
    }

    /// Returns the connectivity of a mesh's triangles.
    ///
    /// # Panics
    /// If the mesh does not exist.
    pub fn surface(&self, mesh: usize) -> &MeshTopology {
        self.solids[..self.meshes][mesh].topology()
    }

    /// Tests whether a mesh has an inside, as given or after repair. Only then can other parts
    /// penetrate it.
    ///
    /// # Panics
    /// If the mesh does not exist.
    pub fn has_inside(&self, mesh: usize) -> bool {
        self.solids[..self.meshes][mesh].has_inside()
    }

    /// Returns the repairs that gave a mesh an inside.
    ///
    /// # Panics
    /// If the mesh does not exist.
    pub fn repairs(&self, mesh: usize) -> &Repairs {
        self.solids[..self.meshes][mesh].repairs()
    }

    /// Returns the parts, in the order given.
    pub fn parts(&self) -> &[Instance<DVec3>] {
        &self.parts
    }

    /// Returns the bounding boxes of the parts, in their order; empty for parts that have no place.
    pub fn boxes(&self) -> &[Aabb<DVec3>] {
        &self.boxes
    }

    /// Returns a solid: a given mesh or a scaled copy.
    pub(super) fn solid(&self, solid: u32) -> &Solid {
        &self.solids[solid as usize]
    }

    /// Returns a part's solid and its placement, which scales evenly and is invertible; `None` if
    /// the part has no place.
    pub(super) fn placed(&self, part: usize) -> Option<(u32, Affine3<DVec3>)> {
        let solid = self.solid_of[part];
        (solid != NOWHERE).then(|| (solid, self.place(part)))
    }

    /// Returns the placement of a part's solid, for a part that has a place.
    pub(super) fn place(&self, part: usize) -> Affine3<DVec3> {
        let place = self.parts[part].world_from_mesh;
        if self.solid_of[part] < self.meshes as u32 {
            place
        } else {
            Affine3 { translation: place.translation, ..Affine3::identity() }
        }
    }
}

/// Number of triangles below which all is done on the calling thread.
const FEW: usize = 1 << 12;

fn shared(meshes: Vec<impl Into<Arc<TriMesh<DVec3>>>>) -> Vec<Arc<TriMesh<DVec3>>> {
    meshes.into_iter().map(Into::into).collect()
}

fn solids(
    meshes: Vec<Arc<TriMesh<DVec3>>>,
    solid: impl Fn(Arc<TriMesh<DVec3>>, usize) -> Solid + Send + Sync,
) -> Vec<Solid> {
    let triangles: usize = meshes.iter().map(|mesh| mesh.triangles().len()).sum();
    let few = if triangles < FEW { meshes.len() } else { 1 };
    let meshes = meshes.into_iter().enumerate().collect();
    map_each(meshes, few, |(index, mesh)| solid(mesh, index))
}
