//! Placed meshes, and where each of them is.

use super::ClashError;
use crate::frame::Affine3;
use crate::mesh::solid::pair::is_even;
use crate::mesh::{RepairOptions, Repairs, Solid, Surface, TriMesh};
use crate::number::each::MapEach;
use crate::scene::Part;
use crate::shape::Aabb;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use glam::DVec3;

/// The solid of parts that stand nowhere.
const NOWHERE: u32 = u32::MAX;

/// Placed meshes, ready to be compared.
#[derive(Clone, Debug)]
pub struct Assembly {
    /// Those given, then those that are stretched unevenly by a part.
    solids: Vec<Solid>,
    meshes: usize,
    parts: Vec<Part<DVec3>>,
    /// Of each part: that of its mesh, or of the mesh stretched as it does, to be shifted only; [`NOWHERE`] where there is none.
    solid_of: Vec<u32>,
    /// Around each part.
    boxes: Vec<Aabb<DVec3>>,
    /// Of each part, in the world; empty where all are 0.
    pub(super) resolution: Vec<f64>,
}

impl Assembly {
    /// Of parts that name meshes that are there. A mesh stretched unevenly is copied, once for all parts that stretch it so.
    ///
    /// A part may be flat, or nowhere: where a number of its placement is not finite it has no box, and clashes with nothing.
    ///
    /// # Panics
    /// If a part names a mesh that is not there.
    pub fn new(meshes: Vec<TriMesh<DVec3>>, parts: Vec<Part<DVec3>>) -> Self {
        Self::of(solids(meshes, |mesh, _| Solid::new(mesh)), parts)
    }

    /// The same, with meshes that are [mended](Solid::repaired) where they have no inside as they are given: each by its own
    /// options, in its own coordinates.
    ///
    /// # Panics
    /// If a part names a mesh that is not there.
    pub fn repaired(
        meshes: Vec<TriMesh<DVec3>>,
        parts: Vec<Part<DVec3>>,
        options: impl Fn(usize) -> RepairOptions + Sync,
    ) -> Self {
        Self::of(solids(meshes, |mesh, index| Solid::repaired(mesh, &options(index)).0), parts)
    }

    fn of(mut solids: Vec<Solid>, parts: Vec<Part<DVec3>>) -> Self {
        let meshes = solids.len();
        let mut known = BTreeMap::new();
        let mut solid_of = |part: &Part<DVec3>| {
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
        assembly.boxes = each(assembly.parts.len(), |part| assembly.bounds(part));
        assembly
    }

    /// Sets how far a point of each part may be from where it was meant to be, in the world: the rounding of stored
    /// coordinates, times what the placement stretches. The tolerance of a pair is never below the sum of its two.
    ///
    /// # Errors
    /// Names a resolution that is below 0 or not finite, or says that there is not one a part.
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

    /// The tolerance that holds for two parts where this one is asked for: no less than the sum of their resolutions.
    ///
    /// # Panics
    /// If a part is not there.
    pub fn tolerance(&self, parts: [usize; 2], asked: f64) -> f64 {
        let [a, b] = parts.each(|part| if self.resolution.is_empty() { 0.0 } else { self.resolution[part] });
        asked.max(a + b)
    }

    /// Around a part; empty when it is nowhere.
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

    /// A mesh, in the order given.
    ///
    /// # Panics
    /// If it is not there.
    pub fn mesh(&self, mesh: usize) -> &TriMesh<DVec3> {
        self.solids[..self.meshes][mesh].mesh()
    }

    /// How many meshes were given.
    pub fn mesh_count(&self) -> usize {
        self.meshes
    }

    /// How the triangles of a mesh hang together.
    ///
    /// # Panics
    /// If it is not there.
    pub fn surface(&self, mesh: usize) -> &Surface {
        self.solids[..self.meshes][mesh].surface()
    }

    /// A mesh has an inside, as it is given or mended: other parts can be deep in it.
    ///
    /// # Panics
    /// If it is not there.
    pub fn has_inside(&self, mesh: usize) -> bool {
        self.solids[..self.meshes][mesh].has_inside()
    }

    /// What was mended of a mesh to give it an inside.
    ///
    /// # Panics
    /// If it is not there.
    pub fn repairs(&self, mesh: usize) -> &Repairs {
        self.solids[..self.meshes][mesh].repairs()
    }

    /// The parts, in the order given.
    pub fn parts(&self) -> &[Part<DVec3>] {
        &self.parts
    }

    /// Around each part, in their order; empty around those that are nowhere.
    pub fn boxes(&self) -> &[Aabb<DVec3>] {
        &self.boxes
    }

    /// One of those given, or of those that are stretched.
    pub(super) fn solid(&self, solid: u32) -> &Solid {
        &self.solids[solid as usize]
    }

    /// A part's solid and its place, which stretches it evenly and has a way back; `None` when it is nowhere.
    pub(super) fn placed(&self, part: usize) -> Option<(u32, Affine3<DVec3>)> {
        let solid = self.solid_of[part];
        (solid != NOWHERE).then(|| (solid, self.place(part)))
    }

    /// Where a part that is somewhere has its solid.
    pub(super) fn place(&self, part: usize) -> Affine3<DVec3> {
        let place = self.parts[part].world_from_mesh;
        if self.solid_of[part] < self.meshes as u32 {
            place
        } else {
            Affine3 { translation: place.translation, ..Affine3::identity() }
        }
    }
}

#[cfg(feature = "rayon")]
fn solids(
    meshes: Vec<TriMesh<DVec3>>,
    solid: impl Fn(TriMesh<DVec3>, usize) -> Solid + Send + Sync,
) -> Vec<Solid> {
    use rayon::prelude::*;
    meshes.into_par_iter().enumerate().map(|(index, mesh)| solid(mesh, index)).collect()
}

#[cfg(not(feature = "rayon"))]
fn solids(meshes: Vec<TriMesh<DVec3>>, solid: impl Fn(TriMesh<DVec3>, usize) -> Solid) -> Vec<Solid> {
    meshes.into_iter().enumerate().map(|(index, mesh)| solid(mesh, index)).collect()
}

/// Of each of so many, in order.
#[cfg(feature = "rayon")]
pub(super) fn each<T: Send>(count: usize, of: impl Fn(usize) -> T + Send + Sync) -> Vec<T> {
    use rayon::prelude::*;
    (0..count).into_par_iter().map(of).collect()
}

#[cfg(not(feature = "rayon"))]
pub(super) fn each<T>(count: usize, of: impl Fn(usize) -> T) -> Vec<T> {
    (0..count).map(of).collect()
}
