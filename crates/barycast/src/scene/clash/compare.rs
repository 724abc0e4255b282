//! Every two parts that clash, and how two of them do.

use super::assembly::{Assembly, each};
use super::pair::{Answer, Compared};
use super::standing::Standing;
use super::{Clash, ClashError, Limits};
use crate::mesh::MeetingLine;
use crate::number::each::MapEach;
use crate::scene::broad_phase;
use crate::shape::Aabb;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use glam::DVec3;

/// So many pairs of parts are looked at together: those among them that stand the same way are compared once.
const BLOCK: usize = 1 << 22;
/// So many comparisons are made between two looks at whether to go on.
const CHUNK: usize = 1 << 12;
impl Assembly {
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
            (0..).zip(self.boxes()).filter(|(_, b)| b.min.x <= b.max.x).map(|(i, _)| i).collect();
        let grown = |part: &u32| {
            let b = &self.boxes()[*part as usize];
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
            *p = place.transform_point(*p);
        }
        lines
    }
}
