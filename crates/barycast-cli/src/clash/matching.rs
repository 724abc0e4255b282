//! Matches the parts of two revisions.
//!
//! Parts are matched in steps, each among the parts that no earlier step matched:
//!
//! 1. by GUID;
//! 2. by path in the file, if the shape stands at the same place;
//! 3. by shape and place alone: renamed or renumbered parts;
//! 4. by path in the file, if one part has it in both revisions;
//! 5. by path in the file and nearest place, same shape first: parts moved a little, or remodelled
//!    in place. The limit is the diagonal of the part's box;
//! 6. by path in a file of the same name, if one part of that file has it.
//!
//! No step counts parts of a name: deleting one of many does not change the others.

use barycast::number::each::MapEach;
use barycast::scene::broad_phase;
use barycast::shape::Aabb;
use glam::DVec3;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Largest relative difference of the volumes of equal shapes, if read from files with fewer
/// digits.
const SAME: f64 = 1e-4;
/// Largest difference of equal places, relative to the part's size.
const SAME_PLACE: f64 = 1e-5;
/// Radii of the search for moved parts, relative to their size, in order.
const REACHES: [f64; 4] = [1.0 / 64.0, 1.0 / 16.0, 1.0 / 4.0, 1.0];

/// Invariants of a shape under motion and reordering of vertices.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Serialize)]
pub(crate) struct Shape {
    pub(crate) triangles: usize,
    /// Enclosed volume; for an open surface, the volume enclosed with the middle of its box.
    pub(crate) volume: f64,
}

/// A part in a revision. Lengths are in the same unit for both revisions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known<'a> {
    pub(crate) guid: Option<&'a str>,
    /// Path in its file, from the names in the file; `None` if the revision lacks it.
    pub(crate) node: Option<&'a str>,
    pub(crate) file: &'a str,
    pub(crate) shape: Option<Shape>,
    /// Bounds; `None` if its placement is not finite or the revision lacks them.
    pub(crate) bounds: Option<[DVec3; 2]>,
}

impl Known<'_> {
    fn size(&self) -> f64 {
        self.bounds.map_or(0.0, |[low, high]| (high - low).length())
    }

    fn middle(&self) -> Option<DVec3> {
        self.bounds.map(|[low, high]| low.midpoint(high))
    }
}

/// Returns the present part for each part of the earlier revision, if any. `slack` is the largest
/// difference at which a part still counts as unmoved. `complete` is whether the earlier revision
/// lists all its parts, so that unmatched present parts are new.
pub(crate) fn matched(
    before: &[Known<'_>],
    now: &[Known<'_>],
    slack: f64,
    complete: bool,
) -> Vec<Option<usize>> {
    let mut matching =
        Matching { before, now, slack, now_of: vec![None; before.len()], is_taken: vec![false; now.len()] };
    let guid = |known: &Known<'_>| known.guid.map(str::to_owned);
    let node = |known: &Known<'_>| known.node.map(str::to_owned);
    let in_file = |known: &Known<'_>| Some(format!("{}\n{}", known.file, known.node?));
    let all = |_: &Known<'_>| Some(String::new());
    matching.step(guid, Matching::standing);
    matching.step(guid, Matching::alone);
    matching.step(guid, Matching::nearest);
    matching.step(node, Matching::standing);
    matching.step(all, Matching::standing);
    let names = [before, now].each(|known| counted(known, node));
    let one = |known: &Known<'_>| node(known).filter(|node| names.iter().all(|of| of.get(node) == Some(&1)));
    matching.step(one, Matching::alone);
    if complete {
        matching.step(node, Matching::nearest);
    }
    let names = [before, now].each(|known| counted(known, in_file));
    let one =
        |known: &Known<'_>| in_file(known).filter(|node| names.iter().all(|of| of.get(node) == Some(&1)));
    matching.step(one, Matching::alone);
    matching.now_of
}

/// Returns the number of parts with each key.
fn counted(known: &[Known<'_>], key: impl Fn(&Known<'_>) -> Option<String>) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for key in known.iter().filter_map(key) {
        *counts.entry(key).or_insert(0) += 1;
    }
    counts
}

struct Matching<'a> {
    before: &'a [Known<'a>],
    now: &'a [Known<'a>],
    slack: f64,
    now_of: Vec<Option<usize>>,
    is_taken: Vec<bool>,
}

impl Matching<'_> {
    /// Applies `of` to the unmatched parts of both revisions with the same key.
    fn step(
        &mut self,
        key: impl Fn(&Known<'_>) -> Option<String>,
        of: impl Fn(&mut Self, &[usize], &[usize]),
    ) {
        let mut groups: BTreeMap<String, [Vec<usize>; 2]> = BTreeMap::new();
        for (i, known) in self.before.iter().enumerate().filter(|(i, _)| self.now_of[*i].is_none()) {
            if let Some(key) = key(known) {
                groups.entry(key).or_default()[0].push(i);
            }
        }
        for (i, known) in self.now.iter().enumerate().filter(|(i, _)| !self.is_taken[*i]) {
            if let Some(group) = key(known).and_then(|key| groups.get_mut(&key)) {
                group[1].push(i);
            }
        }
        for [before, now] in groups.values().filter(|[_, now]| !now.is_empty()) {
            of(self, before, now);
        }
    }

    /// Matches parts that are alone in both.
    fn alone(&mut self, before: &[usize], now: &[usize]) {
        if let ([before], [now]) = (before, now) {
            self.take(*before, *now);
        }
    }

    /// Matches parts of the same shape at the same place.
    fn standing(&mut self, before: &[usize], now: &[usize]) {
        let reach = |known: &Known<'_>| self.slack.max(known.size() * SAME_PLACE);
        let same = |was: &Known<'_>, is: &Known<'_>| {
            let (Some(a), Some(b)) = (was.bounds, is.bounds) else { return false };
            let by = DVec3::splat(reach(was));
            let is_same_box = (0..2).all(|i| (a[i] - b[i]).abs().cmple(by).all());
            is_same_box && self.same_shape(was, is)
        };
        let found = self.pairs(before, now, reach, same);
        self.take_all(found);
    }

    /// Matches the nearest parts, same shape first.
    fn nearest(&mut self, before: &[usize], now: &[usize]) {
        for any_shape in [false, true] {
            for share in REACHES {
                let reach = |known: &Known<'_>| self.slack.max(known.size() * share);
                let fits = |was: &Known<'_>, is: &Known<'_>| any_shape || self.same_shape(was, is);
                let before: Vec<_> = before.iter().copied().filter(|i| self.now_of[*i].is_none()).collect();
                let now: Vec<_> = now.iter().copied().filter(|i| !self.is_taken[*i]).collect();
                let found = self.pairs(&before, &now, reach, fits);
                self.take_all(found);
            }
        }
    }

    fn same_shape(&self, was: &Known<'_>, is: &Known<'_>) -> bool {
        let (Some(a), Some(b)) = (was.shape, is.shape) else { return false };
        // Largest change of the volume if every vertex moves by the slack.
        let size = was.size().max(is.size());
        let off = SAME * a.volume.abs().max(b.volume.abs()) + self.slack * size * size;
        a.triangles == b.triangles && (a.volume - b.volume).abs() <= off
    }

    /// Returns pairs whose centres are within reach, nearest first.
    fn pairs(
        &self,
        before: &[usize],
        now: &[usize],
        reach: impl Fn(&Known<'_>) -> f64,
        fits: impl Fn(&Known<'_>, &Known<'_>) -> bool,
    ) -> Vec<[usize; 2]> {
        let somewhere = |known: &[Known<'_>], of: &[usize]| -> Vec<(usize, DVec3)> {
            of.iter().filter_map(|i| Some((*i, known[*i].middle().filter(|p| p.is_finite())?))).collect()
        };
        let (before, now) = (somewhere(self.before, before), somewhere(self.now, now));
        let around = |p: DVec3, by: f64| Aabb { min: p - by, max: p + by };
        let grown: Vec<_> = before.iter().map(|(i, p)| around(*p, reach(&self.before[*i]))).collect();
        let points: Vec<_> = now.iter().map(|(_, p)| around(*p, 0.0)).collect();
        // Boxes around finite points are valid.
        let pairs = broad_phase::pairs_between(&grown, &points).unwrap_or_default();
        let mut found: Vec<(f64, [usize; 2])> = Vec::new();
        for [a, b] in pairs {
            let ((i, p), (j, q)) = (before[a as usize], now[b as usize]);
            let (was, is) = (&self.before[i], &self.now[j]);
            let far = p.distance(q);
            if far <= reach(was) && fits(was, is) {
                found.push((far, [i, j]));
            }
        }
        found.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        found.into_iter().map(|(_, pair)| pair).collect()
    }

    fn take_all(&mut self, pairs: Vec<[usize; 2]>) {
        for [before, now] in pairs {
            self.take(before, now);
        }
    }

    fn take(&mut self, before: usize, now: usize) {
        if self.now_of[before].is_none() && !self.is_taken[now] {
            self.now_of[before] = Some(now);
            self.is_taken[now] = true;
        }
    }
}
