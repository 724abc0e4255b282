//! All clashes of an assembly, and the clash of one pair.

use super::assembly::Assembly;
use super::pair::{Answer, Compared};
use super::relative_pose::RelativePose;
use super::{Clash, ClashError, Limits};
use crate::bvh::each;
use crate::mesh::IntersectionCurve;
use crate::number::each::MapEach;
use crate::scene::broad_phase;
use crate::shape::Aabb;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use glam::DVec3;

/// Number of part pairs that are processed together. Among them, pairs with equal relative pose are
/// compared once.
const BLOCK: usize = 1 << 22;
/// Number of comparisons between two calls of `watch`. Deep contacts of large meshes take some
/// milliseconds each, so that 256 of them end in about a second.
const CHUNK: usize = 1 << 8;
impl Assembly {
    /// Returns every clash among the pairs that `select` admits, sorted by parts; each pair has the
    /// lower part first. Calls `watch` from time to time with the finished fraction, and returns
    /// `None` if it breaks. Runs on all cores with the feature `rayon`; the result is the same.
    ///
    /// # Errors
    /// Names the invalid limit: a tolerance below 0 or not finite, or a clearance below 0 or NaN.
    /// Also fails for more than `2^31` parts.
    pub fn clashes(
        &self,
        limits: &Limits,
        select: impl Fn(usize, usize) -> bool + Sync,
        watch: impl FnMut(f64) -> ControlFlow<()>,
    ) -> Result<Option<Vec<Clash>>, ClashError> {
        let answer = |compared: &Compared<'_>| compared.answer(limits.clearance);
        let placed = |answer: &Answer, parts| answer.placed(parts, &self.place(parts[0]));
        self.each_pair(limits, select, watch, answer, placed, |clash| clash.parts)
    }

    /// Returns every pair of parts that touch or penetrate: those of [`clashes`](Self::clashes) of
    /// class touching or worse, in the same order. Takes a fraction of the time, because it finds
    /// neither class nor depth.
    ///
    /// # Errors
    /// A tolerance below 0 or not finite; more than `2^31` parts.
    pub fn touching(
        &self,
        tolerance: f64,
        select: impl Fn(usize, usize) -> bool + Sync,
        watch: impl FnMut(f64) -> ControlFlow<()>,
    ) -> Result<Option<Vec<[usize; 2]>>, ClashError> {
        let limits = Limits { tolerance, clearance: 0.0 };
        let touch = |compared: &Compared<'_>| compared.touch().then_some(());
        self.each_pair(&limits, select, watch, touch, |(), parts| parts, |parts| *parts)
    }

    /// Returns the results of `answer` for all pairs of parts whose boxes are within reach, placed
    /// in the world and sorted by parts. `answer` runs once for each relative pose.
    fn each_pair<A: Copy + Send, T: Send>(
        &self,
        limits: &Limits,
        select: impl Fn(usize, usize) -> bool + Sync,
        mut watch: impl FnMut(f64) -> ControlFlow<()>,
        answer: impl Fn(&Compared<'_>) -> Option<A> + Sync,
        placed: impl Fn(&A, [usize; 2]) -> T + Sync,
        parts: impl Fn(&T) -> [usize; 2],
    ) -> Result<Option<Vec<T>>, ClashError> {
        limits.check()?;
        let mut pairs = self.close(limits.tolerance.max(limits.clearance))?;
        pairs.retain(|&[a, b]| select(a as usize, b as usize));
        pairs.sort_unstable_by_key(|&[a, b]| u64::from(a) << 32 | u64::from(b));
        let mut found = Vec::new();
        for (block, before) in pairs.chunks(BLOCK).zip((0..).step_by(BLOCK)) {
            let start = found.len();
            let relative_poses = self.relative_poses(block, limits.tolerance);
            let groups: Vec<_> = relative_poses.chunk_by(|a, b| a.0 == b.0).collect();
            let mut done = before;
            for chunk in groups.chunks(CHUNK) {
                let of = |group: usize| {
                    let pairs = chunk[group].iter().map(|&(_, pair)| block[pair as usize]);
                    self.group_results(pairs, limits.tolerance, &answer, &placed)
                };
                found.extend(each(chunk.len(), 1, of).into_iter().flatten());
                done += chunk.iter().map(|groups| groups.len()).sum::<usize>();
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

    /// Returns a superset of the pairs of parts whose boxes are at most `reach`, or the sum of
    /// their resolutions, apart along every axis; in no order.
    fn close(&self, reach: f64) -> Result<Vec<[u32; 2]>, ClashError> {
        let somewhere: Vec<u32> =
            (0..).zip(self.boxes()).filter(|(_, b)| b.min.x <= b.max.x).map(|(i, _)| i).collect();
        let grown = |part: &u32| {
            let b = &self.boxes()[*part as usize];
            let resolution = self.resolution.get(*part as usize).copied().unwrap_or(0.0);
            // Half of the reach, plus the rounding of the corners.
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

    /// Returns the hash of the relative pose of each pair, and the index of the pair, sorted by
    /// hash. Skips pairs with a part that has no place.
    fn relative_poses(&self, pairs: &[[u32; 2]], tolerance: f64) -> Vec<(u64, u32)> {
        let hash = |pair: usize| {
            let pose = RelativePose::new(self, pairs[pair].each(|i| i as usize), tolerance)?;
            Some((pose.hash(), pair as u32))
        };
        let mut relative_poses: Vec<_> = each(pairs.len(), 1 << 10, hash).into_iter().flatten().collect();
        relative_poses.sort_unstable();
        relative_poses
    }

    /// Returns the results for pairs of equal hash.
    fn group_results<A: Copy, T>(
        &self,
        pairs: impl Iterator<Item = [u32; 2]>,
        tolerance: f64,
        answer: impl Fn(&Compared<'_>) -> Option<A>,
        placed: impl Fn(&A, [usize; 2]) -> T,
    ) -> Vec<T> {
        let mut answers: Vec<(RelativePose, Option<A>)> = Vec::new();
        let mut found = Vec::new();
        for pair in pairs {
            let parts = pair.each(|i| i as usize);
            let Some(pose) = RelativePose::new(self, parts, tolerance) else { continue };
            // There is more than one entry only if hashes collide.
            let known = answers.iter().find(|(known, _)| *known == pose).map(|(_, answer)| *answer);
            let answer = known.unwrap_or_else(|| {
                let answer = Compared::new(self, &pose).and_then(|compared| answer(&compared));
                answers.push((pose, answer));
                answer
            });
            found.extend(answer.map(|answer| placed(&answer, parts)));
        }
        found
    }

    /// Returns the clash of two parts, or `None` if they are clear of each other or one has no
    /// place.
    ///
    /// # Panics
    /// If a part does not exist.
    pub fn compare(&self, parts: [usize; 2], limits: &Limits) -> Option<Clash> {
        let compared = Compared::new(self, &RelativePose::new(self, parts, limits.tolerance)?)?;
        let answer = compared.answer(limits.clearance)?;
        Some(answer.placed(parts, &self.place(parts[0])))
    }

    /// Tests whether two parts touch or penetrate: whether [`compare`](Self::compare) returns
    /// touching or worse.
    ///
    /// # Panics
    /// If a part does not exist.
    pub fn touch(&self, parts: [usize; 2], tolerance: f64) -> bool {
        let pose = RelativePose::new(self, parts, tolerance);
        let compared = pose.and_then(|pose| Compared::new(self, &pose));
        compared.is_some_and(|compared| compared.touch())
    }

    /// Returns the intersection curves of the surfaces of two parts, as
    /// [`intersection_curves`](crate::mesh::TriMesh::intersection_curves) does; those of closed
    /// parts are closed. The relative pose is rounded as for [`compare`](Self::compare). Returns no
    /// curves if either part has no place.
    ///
    /// # Panics
    /// If a part does not exist.
    #[doc(alias = "meeting_lines")]
    #[doc(alias = "intersection_lines")]
    pub fn intersection_curves(&self, parts: [usize; 2], tolerance: f64) -> Vec<IntersectionCurve<DVec3>> {
        let Some(pose) = RelativePose::new(self, parts, tolerance) else { return Vec::new() };
        let [a, b] = pose.solids.each(|solid| &self.solid(solid).mesh);
        let mut lines = a.intersection_curves(b, &pose.a_from_b).unwrap_or_default();
        let place = self.place(parts[0]);
        for p in lines.iter_mut().flat_map(|line| &mut line.points) {
            *p = place.transform_point(*p);
        }
        lines
    }
}
