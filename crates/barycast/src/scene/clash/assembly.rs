//! Placed meshes, ready to be compared.

use super::pair::Compared;
use super::{Clash, Limits};
use crate::frame::Affine3;
use crate::mesh::TriMesh;
use crate::scene::Part;
use crate::scene::broad_phase::{self, BroadPhaseError};
use crate::shape::Aabb;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use glam::DVec3;

/// Pairs of parts that are compared between two looks at whether to go on.
const CHUNK: usize = 1 << 14;

/// Placed meshes, ready to be compared.
#[derive(Clone, Debug)]
pub struct Assembly {
    pub(super) meshes: Vec<TriMesh<DVec3>>,
    pub(super) parts: Vec<Part<DVec3>>,
    /// Around each part.
    boxes: Vec<Aabb<DVec3>>,
}

impl Assembly {
    /// Of parts that name meshes that are there.
    pub fn new(meshes: Vec<TriMesh<DVec3>>, parts: Vec<Part<DVec3>>) -> Self {
        let around = |part: &Part<DVec3>| {
            let mut bounds = Aabb::empty();
            for v in meshes[part.mesh].vertices() {
                let v = part.world_from_mesh.point(*v);
                bounds = bounds.union(&Aabb { min: v, max: v });
            }
            bounds
        };
        let boxes = parts.iter().map(around).collect();
        Self { meshes, parts, boxes }
    }

    /// The meshes, in the order given.
    pub fn meshes(&self) -> &[TriMesh<DVec3>] {
        &self.meshes
    }

    /// The parts, in the order given.
    pub fn parts(&self) -> &[Part<DVec3>] {
        &self.parts
    }

    /// Around each part, in their order.
    pub fn boxes(&self) -> &[Aabb<DVec3>] {
        &self.boxes
    }

    /// Every two parts that clash, in order, of those that `asked` allows; the lower part first.
    /// `watch` is told now and then what share of the pairs is done; where it breaks there is no answer.
    ///
    /// # Errors
    /// Names the first part that is nowhere: that has no box.
    pub fn clashes(
        &self,
        limits: &Limits,
        asked: impl Fn(usize, usize) -> bool + Sync,
        mut watch: impl FnMut(f64) -> ControlFlow<()>,
    ) -> Result<Option<Vec<Clash>>, BroadPhaseError> {
        let reach = limits.tolerance.max(limits.clearance);
        let grown = |b: &Aabb<DVec3>| {
            // Half of the reach, and the rounding of the corners.
            let by = DVec3::splat(reach / 2.0) + b.min.abs().max(b.max.abs()) * (4.0 * f64::EPSILON);
            Aabb { min: b.min - by, max: b.max + by }
        };
        let boxes: Vec<_> = self.boxes.iter().map(grown).collect();
        let mut pairs = broad_phase::pairs(&boxes)?;
        drop(boxes);
        pairs.retain(|&[a, b]| asked(a as usize, b as usize));
        pairs.sort_unstable();
        let mut clashes = Vec::new();
        for (chunk, done) in pairs.chunks(CHUNK).zip(1..) {
            clashes.extend(self.compared(chunk, limits));
            if watch((done * CHUNK) as f64 / pairs.len() as f64).is_break() {
                return Ok(None);
            }
        }
        Ok(Some(clashes))
    }

    #[cfg(feature = "rayon")]
    fn compared(&self, pairs: &[[u32; 2]], limits: &Limits) -> Vec<Clash> {
        use rayon::prelude::*;
        pairs.par_iter().filter_map(|pair| self.compare(pair.map(|i| i as usize), limits)).collect()
    }

    #[cfg(not(feature = "rayon"))]
    fn compared(&self, pairs: &[[u32; 2]], limits: &Limits) -> Vec<Clash> {
        pairs.iter().filter_map(|pair| self.compare(pair.map(|i| i as usize), limits)).collect()
    }

    /// How two parts clash; `None` when they are clear of one another.
    pub fn compare(&self, parts: [usize; 2], limits: &Limits) -> Option<Clash> {
        Compared::new(self, parts)?.clash(limits)
    }

    /// A part's mesh and its place.
    pub(super) fn placed(&self, part: usize) -> (&TriMesh<DVec3>, &Affine3<DVec3>) {
        let part = &self.parts[part];
        (&self.meshes[part.mesh], &part.world_from_mesh)
    }
}
