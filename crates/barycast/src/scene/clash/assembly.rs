//! Placed meshes, ready to be compared.

use super::pair::{Answer, Compared};
use super::standing::Standing;
use super::{Clash, ClashError, Limits};
use crate::frame::Affine3;
use crate::mesh::solid::pair::is_even;
use crate::mesh::{MeetingLine, RepairOptions, Repairs, Solid, Surface, TriMesh};
use crate::number::each::MapEach;
use crate::scene::Part;
use crate::scene::broad_phase;
use crate::shape::Aabb;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use glam::DVec3;

/// So many pairs of parts are looked at together: those among them that stand the same way are compared once.
const BLOCK: usize = 1 << 22;
/// So many comparisons are made between two looks at whether to go on.
const CHUNK: usize = 1 << 12;
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
    resolution: Vec<f64>,
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
            let [a, b] = [solid.low, solid.high].each(|corner| placement.point(corner));
            Aabb { min: a.min(b), max: a.max(b) }
        } else {
            let mut bounds = Aabb::empty();
            for v in solid.vertices() {
                let v = placement.point(v);
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

    /// Every two parts that clash, in order, of those that `asked` allows; the lower part first.
    /// `watch` is told now and then what share of the pairs is done; where it breaks there is no answer. On all cores with the
    /// feature `rayon`, with the same answer.
    ///
    /// # Errors
    /// Names the limit that is none: a tolerance below 0 or not finite, a clearance below 0 or NaN; more than `2^31` parts.
    pub fn clashes(
        &self,
        limits: &Limits,
        asked: impl Fn(usize, usize) -> bool + Sync,
        watch: impl FnMut(f64) -> ControlFlow<()>,
    ) -> Result<Option<Vec<Clash>>, ClashError> {
        let answer = |compared: &Compared<'_>| compared.answer(limits.clearance);
        let placed = |answer: &Answer, parts| answer.placed(parts, &self.place(parts[0]));
        self.each_pair(limits, asked, watch, answer, placed, |clash| clash.parts)
    }

    /// Every two parts that touch, or of which one reaches into the other: those of [`clashes`](Self::clashes) that are touching or
    /// worse, in the same order. How is not asked, which takes a fraction of the time.
    ///
    /// # Errors
    /// A tolerance below 0 or not finite; more than `2^31` parts.
    pub fn touching(
        &self,
        tolerance: f64,
        asked: impl Fn(usize, usize) -> bool + Sync,
        watch: impl FnMut(f64) -> ControlFlow<()>,
    ) -> Result<Option<Vec<[usize; 2]>>, ClashError> {
        let limits = Limits { tolerance, clearance: 0.0 };
        let touch = |compared: &Compared<'_>| compared.touch().then_some(());
        self.each_pair(&limits, asked, watch, touch, |(), parts| parts, |parts| *parts)
    }

    /// What `answer` says of pairs of parts whose boxes come within reach, where they stand, in the order of their parts; once of
    /// those that stand the same way.
    fn each_pair<A: Copy + Send, T: Send>(
        &self,
        limits: &Limits,
        asked: impl Fn(usize, usize) -> bool + Sync,
        mut watch: impl FnMut(f64) -> ControlFlow<()>,
        answer: impl Fn(&Compared<'_>) -> Option<A> + Sync,
        placed: impl Fn(&A, [usize; 2]) -> T + Sync,
        parts: impl Fn(&T) -> [usize; 2],
    ) -> Result<Option<Vec<T>>, ClashError> {
        limits.check()?;
        let mut pairs = self.close(limits.tolerance.max(limits.clearance))?;
        pairs.retain(|&[a, b]| asked(a as usize, b as usize));
        pairs.sort_unstable_by_key(|&[a, b]| u64::from(a) << 32 | u64::from(b));
        let mut found = Vec::new();
        for (block, before) in pairs.chunks(BLOCK).zip((0..).step_by(BLOCK)) {
            let start = found.len();
            let standings = self.standings(block, limits.tolerance);
            let alike: Vec<_> = standings.chunk_by(|a, b| a.0 == b.0).collect();
            let mut done = before;
            for chunk in alike.chunks(CHUNK) {
                let of = |group: usize| {
                    let pairs = chunk[group].iter().map(|&(_, pair)| block[pair as usize]);
                    self.of_group(pairs, limits.tolerance, &answer, &placed)
                };
                found.extend(each(chunk.len(), of).into_iter().flatten());
                done += chunk.iter().map(|alike| alike.len()).sum::<usize>();
                if watch(done as f64 / pairs.len() as f64).is_break() {
                    return Ok(None);
                }
            }
            found[start..].sort_unstable_by_key(|found| {
                let [a, b] = parts(found);
                (a as u64) << 32 | b as u64
            });
        }
        Ok(Some(found))
    }

    /// Every two parts whose boxes are no farther apart than this along any axis, or than the sum of their resolutions; in no
    /// order. Some are farther apart.
    fn close(&self, reach: f64) -> Result<Vec<[u32; 2]>, ClashError> {
        let somewhere: Vec<u32> =
            (0..).zip(&self.boxes).filter(|(_, b)| b.min.x <= b.max.x).map(|(i, _)| i).collect();
        let grown = |part: &u32| {
            let b = &self.boxes[*part as usize];
            let resolution = self.resolution.get(*part as usize).copied().unwrap_or(0.0);
            // Half of the reach, and the rounding of the corners.
            let by = DVec3::splat(resolution.max(reach / 2.0))
                + b.min.abs().max(b.max.abs()) * (8.0 * f64::EPSILON);
            Aabb { min: b.min - by, max: b.max + by }
        };
        let boxes: Vec<_> = somewhere.iter().map(grown).collect();
        let mut pairs = broad_phase::pairs(&boxes)?;
        for pair in &mut pairs {
            *pair = pair.each(|i| somewhere[i as usize]);
        }
        Ok(pairs)
    }

    /// Of pairs of parts that are somewhere: a number that is the same for those that stand the same way, in order, and which they are.
    fn standings(&self, pairs: &[[u32; 2]], tolerance: f64) -> Vec<(u64, u32)> {
        let hash = |pair: usize| {
            let standing = Standing::new(self, pairs[pair].each(|i| i as usize), tolerance)?;
            Some((standing.hash(), pair as u32))
        };
        let mut standings: Vec<_> = each(pairs.len(), hash).into_iter().flatten().collect();
        standings.sort_unstable();
        standings
    }

    /// What is said of pairs that stand alike.
    fn of_group<A: Copy, T>(
        &self,
        pairs: impl Iterator<Item = [u32; 2]>,
        tolerance: f64,
        answer: impl Fn(&Compared<'_>) -> Option<A>,
        placed: impl Fn(&A, [usize; 2]) -> T,
    ) -> Vec<T> {
        let mut answers: Vec<(Standing, Option<A>)> = Vec::new();
        let mut found = Vec::new();
        for pair in pairs {
            let parts = pair.each(|i| i as usize);
            let Some(standing) = Standing::new(self, parts, tolerance) else { continue };
            // More than one only where two have the same hash.
            let known = answers.iter().find(|(known, _)| *known == standing).map(|(_, answer)| *answer);
            let answer = known.unwrap_or_else(|| {
                let answer = Compared::new(self, &standing).and_then(|compared| answer(&compared));
                answers.push((standing, answer));
                answer
            });
            found.extend(answer.map(|answer| placed(&answer, parts)));
        }
        found
    }

    /// How two parts clash; `None` when they are clear of one another, or one is nowhere.
    ///
    /// # Panics
    /// If a part is not there.
    pub fn compare(&self, parts: [usize; 2], limits: &Limits) -> Option<Clash> {
        let compared = Compared::new(self, &Standing::new(self, parts, limits.tolerance)?)?;
        let answer = compared.answer(limits.clearance)?;
        Some(answer.placed(parts, &self.place(parts[0])))
    }

    /// Two parts touch, or one reaches into the other: [`compare`](Self::compare) says touching or worse.
    ///
    /// # Panics
    /// If a part is not there.
    pub fn touch(&self, parts: [usize; 2], tolerance: f64) -> bool {
        let standing = Standing::new(self, parts, tolerance);
        let compared = standing.and_then(|standing| Compared::new(self, &standing));
        compared.is_some_and(|compared| compared.touch())
    }

    /// The lines in which the surfaces of two parts go through one another, as [`TriMesh::meeting_lines`] has them: of closed parts
    /// all closed. The second stands to the first as for [`compare`](Self::compare). None where either is nowhere.
    ///
    /// # Panics
    /// If a part is not there.
    pub fn meeting_lines(&self, parts: [usize; 2], tolerance: f64) -> Vec<MeetingLine<DVec3>> {
        let Some(standing) = Standing::new(self, parts, tolerance) else { return Vec::new() };
        let [a, b] = standing.solids.each(|solid| &self.solid(solid).mesh);
        let mut lines = a.meeting_lines(b, &standing.a_from_b).unwrap_or_default();
        let place = self.place(parts[0]);
        for p in lines.iter_mut().flat_map(|line| &mut line.points) {
            *p = place.point(*p);
        }
        lines
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
    fn place(&self, part: usize) -> Affine3<DVec3> {
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
fn each<T: Send>(count: usize, of: impl Fn(usize) -> T + Send + Sync) -> Vec<T> {
    use rayon::prelude::*;
    (0..count).into_par_iter().map(of).collect()
}

#[cfg(not(feature = "rayon"))]
fn each<T>(count: usize, of: impl Fn(usize) -> T) -> Vec<T> {
    (0..count).map(of).collect()
}
