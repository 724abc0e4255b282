//! Welding of vertices along the open edges of a surface.
//!
//! Only edges with an odd number of triangles are processed, with the vertices at their ends.
//! Closed parts stay unchanged. Vertices within a distance of one another are merged, nearest
//! first, unless an open edge joins them. The box around the merged vertices has a diagonal of at
//! most the distance. Then open edges are split at vertices that lie on them (T-junctions), within
//! a quarter of the distance and farther than the distance from both ends, if all parts of the edge
//! then coincide with other edges. Coinciding edges cancel in pairs.
//!
//! Distances are tried in ascending order, each starting from the surface as given. The surface is
//! thus closed at the least distance that closes it, and walls thinner than the tolerance keep
//! their two sides.

use super::edges::key;
use crate::bvh::{Bounds, Bvh};
use crate::number::Order as _;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use glam::DVec3;

/// Ratio of each distance tried to the previous one.
const GROWTH: f64 = 4.0;
/// Largest number of vertices that each vertex is compared with. If there are more, the surface is
/// finer than the distance.
const CROWD: usize = 24;
/// Number of rounds in which splits that leave something open are undone. After that all are
/// undone.
const ROUNDS: usize = 32;
/// Largest depth to which parts of a split edge are split again.
const DEEPEST: usize = 16;

/// Merged vertices and split edges.
#[derive(Debug)]
pub(super) struct Weld {
    /// Parent of each vertex, nearer to the representative of its set, or itself.
    parent: Vec<u32>,
    /// Next vertex of the same set, in a cycle.
    next: Vec<u32>,
    /// Box around the vertices of each set, at the representative.
    around: Vec<[DVec3; 2]>,
    /// Vertices on split edges, from the lower end to the higher.
    cuts: BTreeMap<u64, Vec<u32>>,
    /// Number of vertices that were merged into another.
    pub(super) welded: usize,
    /// Greatest distance between merged vertices, or of a vertex from the edge that it splits.
    pub(super) widest: f64,
    /// Bound on the displacement of every point of the surface.
    pub(super) moved: f64,
}

/// Possible welds of open edges, by distance.
pub(super) struct Candidates<'a> {
    at: &'a [DVec3],
    open: &'a [[u32; 2]],
    /// Open edges in both directions, sorted.
    next_to: Vec<[u32; 2]>,
    /// Pairs of vertices, the nearest first.
    pairs: Vec<(f64, [u32; 2])>,
    /// For each vertex on an open edge, the range of distances at which the edge may be split
    /// there: from the first, up to the second.
    cuts: Vec<[f64; 2]>,
    /// Distances to try.
    distances: Vec<f64>,
}

impl<'a> Candidates<'a> {
    /// Collects the possible welds for distances between `least` and `most`, or up to the distance
    /// at which the surface is finer.
    pub(super) fn new(at: &'a [DVec3], open: &'a [[u32; 2]], least: f64, most: f64) -> Self {
        let mut next_to: Vec<[u32; 2]> = open.iter().flat_map(|&[a, b]| [[a, b], [b, a]]).collect();
        next_to.sort_unstable();
        let mut corners: Vec<u32> = next_to.iter().map(|[corner, _]| *corner).collect();
        corners.dedup();
        let mut pairs = Vec::new();
        let mut greatest = most;
        while greatest >= least {
            if let Some(found) = within(at, &corners, greatest) {
                pairs = found;
                break;
            }
            greatest /= GROWTH;
        }
        let on = on_edges(open, &corners, greatest / 4.0, least, |corner| at[corner as usize]);
        let cut = |&(edge, t, _, off): &(u32, f64, u32, f64)| {
            let [from, to] = open[edge as usize].map(|end| at[end as usize]);
            [4.0 * off, t.min(1.0 - t) * (to - from).length()]
        };
        let cuts: Vec<[f64; 2]> = on.iter().map(cut).filter(|[first, end]| first < end).collect();
        let mut offs: Vec<f64> = cuts.iter().map(|cut| cut[0]).collect();
        offs.sort_unstable_by(f64::total_cmp);
        let distances = core::iter::successors(Some(least), |distance| Some(distance * GROWTH));
        let mut distances: Vec<f64> = distances.take_while(|distance| *distance < greatest).collect();
        distances.extend((greatest >= least).then_some(greatest));
        // A distance that adds no candidate changes nothing, except for the first such distance:
        // the box around vertices that are near one another is up to the root of 3 as wide.
        let (mut before, mut changed) = ([0; 2], false);
        distances.retain(|distance| {
            let near = pairs.partition_point(|pair| pair.0 <= *distance);
            let now = [near, offs.partition_point(|off| *off <= *distance)];
            let changes = now != core::mem::replace(&mut before, now);
            core::mem::replace(&mut changed, changes) || changes
        });
        Self { at, open, next_to, pairs, cuts, distances }
    }

    /// Returns the distances to try, in ascending order.
    pub(super) fn distances(&self) -> &[f64] {
        &self.distances
    }

    /// Merges vertices within a distance. Returns the weld with the edges that stay open.
    pub(super) fn weld(&self, distance: f64) -> (Weld, Vec<[u32; 2]>) {
        let count = self.at.len() as u32;
        let mut weld = Weld {
            parent: (0..count).collect(),
            next: (0..count).collect(),
            around: self.at.iter().map(|place| [*place; 2]).collect(),
            cuts: BTreeMap::new(),
            welded: 0,
            widest: 0.0,
            moved: 0.0,
        };
        let pairs = &self.pairs[..self.pairs.partition_point(|pair| pair.0 <= distance)];
        weld.join(pairs, &self.next_to, distance);
        let open = weld.cancelled(self.open);
        let half = |[low, high]: &[DVec3; 2]| (*high - *low).length() / 2.0;
        weld.moved = weld.around.iter().map(half).fold(0.0, f64::max);
        (weld, open)
    }

    /// Tests whether splits at a distance may close `open` edges. A vertex on an edge splits it in
    /// two, and each half may cancel another edge.
    pub(super) fn may_close(&self, open: usize, distance: f64) -> bool {
        let count = self.cuts.iter().filter(|[first, end]| *first <= distance && distance < *end).count();
        open <= 3 * count
    }
}

impl Weld {
    /// Returns the representative of a vertex.
    pub(super) fn find(&mut self, mut of: u32) -> u32 {
        while self.parent[of as usize] != of {
            let above = self.parent[self.parent[of as usize] as usize];
            self.parent[of as usize] = above;
            of = above;
        }
        of
    }

    /// Returns the position of merged vertices: the center of the box around them.
    pub(super) fn place(&self, corner: u32) -> DVec3 {
        let [low, high] = self.around[corner as usize];
        if low == high { low } else { low + (high - low) / 2.0 }
    }

    /// Returns the open edges between representatives. Edges that occur an even number of times
    /// cancel.
    fn cancelled(&mut self, open: &[[u32; 2]]) -> Vec<[u32; 2]> {
        let mut keys: Vec<u64> = open.iter().map(|ends| key(ends.map(|end| self.find(end)))).collect();
        keys.sort_unstable();
        let odd = keys.chunk_by(|a, b| a == b).filter(|same| same.len() % 2 == 1);
        odd.map(|same| ends_of(same[0])).filter(|[a, b]| a != b).collect()
    }

    /// Merges vertices within a distance, the nearest first.
    fn join(&mut self, pairs: &[(f64, [u32; 2])], next_to: &[[u32; 2]], distance: f64) {
        for (_, [a, b]) in pairs {
            let [a, b] = [self.find(*a), self.find(*b)];
            let [of_a, of_b] = [a, b].map(|corner| self.around[corner as usize]);
            let (low, high) = (of_a[0].min(of_b[0]), of_a[1].max(of_b[1]));
            let wide = (high - low).length();
            if a == b || wide > distance || self.is_next(a, b, next_to) {
                continue;
            }
            let (keep, go) = (a.min(b), a.max(b));
            self.parent[go as usize] = keep;
            self.next.swap(keep as usize, go as usize);
            self.around[go as usize] = [DVec3::ZERO; 2];
            self.around[keep as usize] = [low, high];
            self.welded += 1;
            self.widest = self.widest.max(wide);
        }
    }

    /// Tests whether an open edge leads from one set of vertices to another.
    fn is_next(&mut self, a: u32, b: u32, next_to: &[[u32; 2]]) -> bool {
        let mut member = a;
        loop {
            let first = next_to.partition_point(|[from, _]| *from < member);
            let ends = next_to[first..].iter().take_while(|[from, _]| *from == member);
            for [_, end] in ends {
                if self.find(*end) == b {
                    return true;
                }
            }
            member = self.next[member as usize];
            if member == a {
                return false;
            }
        }
    }

    /// Splits open edges at vertices on them within a quarter of a distance, where that closes
    /// them.
    pub(super) fn cut(&mut self, open: Vec<[u32; 2]>, distance: f64) -> Vec<[u32; 2]> {
        let mut corners: Vec<u32> = open.iter().flatten().copied().collect();
        corners.sort_unstable();
        corners.dedup();
        let on = on_edges(&open, &corners, distance / 4.0, distance, |corner| self.place(corner));
        if on.is_empty() {
            return open;
        }
        let cuts: Vec<&[(u32, f64, u32, f64)]> = on.chunk_by(|a, b| a.0 == b.0).collect();
        let polylines: Vec<Vec<u32>> =
            cuts.iter().map(|cut| polyline(open[cut[0].0 as usize], cut)).collect();
        // A split is kept if all parts of the edge coincide with other edges, which may be split
        // themselves.
        let mut kept = alloc::vec![true; cuts.len()];
        let mut rounds = 0;
        let left = loop {
            let mut all = open.clone();
            for ((cut, chain), _) in cuts.iter().zip(&polylines).zip(&kept).filter(|(_, kept)| **kept) {
                all.push(open[cut[0].0 as usize]);
                all.extend(chain.windows(2).map(|two| [two[0], two[1]]));
            }
            let left = self.cancelled(&all);
            let is_left = |ends: &[u32]| left.binary_search(&ends_of(key([ends[0], ends[1]]))).is_ok();
            let before = kept.iter().filter(|kept| **kept).count();
            for (kept, chain) in kept.iter_mut().zip(&polylines) {
                *kept &= rounds < ROUNDS && !chain.windows(2).any(is_left);
            }
            rounds += 1;
            if kept.iter().filter(|kept| **kept).count() == before {
                break left;
            }
        };
        let mut off: f64 = 0.0;
        for ((cut, chain), _) in cuts.iter().zip(polylines).zip(kept).filter(|(_, kept)| *kept) {
            let of = open[cut[0].0 as usize];
            let mut between = chain[1..chain.len() - 1].to_vec();
            if of[0] > of[1] {
                between.reverse();
            }
            self.cuts.insert(key(of), between);
            off = cut.iter().map(|cut| cut.3).fold(off, f64::max);
        }
        self.widest = self.widest.max(off);
        self.moved += off;
        left
    }

    /// Returns the number of split edges.
    pub(super) fn cut_count(&self) -> usize {
        self.cuts.len()
    }

    /// Applies the weld to a triangle, split where its edges are. Calls `keep` with the triangles
    /// that have three distinct corners.
    pub(super) fn apply(&mut self, corners: [u32; 3], keep: &mut impl FnMut([u32; 3])) {
        let corners = corners.map(|corner| self.find(corner));
        self.apply_cuts(corners, DEEPEST, keep);
    }

    fn apply_cuts(&mut self, [a, b, c]: [u32; 3], depth: usize, keep: &mut impl FnMut([u32; 3])) {
        if a == b || b == c || c == a {
            return;
        }
        for [from, to, apex] in [[a, b, c], [b, c, a], [c, a, b]] {
            let Some(between) = self.cuts.get(&key([from, to])).filter(|_| depth > 0).cloned() else {
                continue;
            };
            let mut between: Vec<u32> = between.into_iter().map(|corner| self.find(corner)).collect();
            if from > to {
                between.reverse();
            }
            between.retain(|corner| ![from, to].contains(corner));
            if between.is_empty() {
                continue;
            }
            let mut start = from;
            for end in between.into_iter().chain([to]) {
                self.apply_cuts([start, end, apex], depth - 1, keep);
                start = end;
            }
            return;
        }
        keep([a, b, c]);
    }
}

/// Returns the pairs of vertices within a distance, the nearest first, or `None` if there are too
/// many.
fn within(at: &[DVec3], corners: &[u32], distance: f64) -> Option<Vec<(f64, [u32; 2])>> {
    let places: Vec<DVec3> = corners.iter().map(|corner| at[*corner as usize]).collect();
    let low = places.iter().fold(DVec3::INFINITY, |low, place| low.min(*place));
    let cell = |place: DVec3| ((place - low) / distance).to_array().map(|x| x as i64);
    let mut cells: Vec<([i64; 3], u32)> = places.iter().map(|place| cell(*place)).zip(0..).collect();
    cells.sort_unstable();
    let (mut pairs, mut compared) = (Vec::new(), 0);
    // Half of the neighbours of a cell: the other half is found from there.
    for (dx, dy) in [(0, 0), (0, 1), (1, -1), (1, 0), (1, 1)] {
        let is_own = (dx, dy) == (0, 0);
        // Both grow with the cell.
        let (mut from, mut to) = (0, 0);
        for (place, &([x, y, z], here)) in cells.iter().enumerate() {
            let row = [x.saturating_add(dx), y.saturating_add(dy)];
            let first = [row[0], row[1], z.saturating_sub(1)];
            let last = [row[0], row[1], z.saturating_add(1)];
            while cells.get(from).is_some_and(|(cell, _)| *cell < first) {
                from += 1;
            }
            while cells.get(to).is_some_and(|(cell, _)| *cell <= last) {
                to += 1;
            }
            let near = if is_own { place + 1..to } else { from..to };
            compared += near.len();
            if compared > CROWD * cells.len() {
                return None;
            }
            for &(_, there) in &cells[near] {
                let apart = (places[here as usize] - places[there as usize]).length();
                if apart <= distance {
                    let [a, b] = [corners[here as usize], corners[there as usize]];
                    pairs.push((apart, [a.min(b), a.max(b)]));
                }
            }
        }
    }
    pairs.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    Some(pairs)
}

/// Returns the vertices that are within one distance of an edge and farther than another from both
/// its ends: the edge, the vertex's fraction of the length, the vertex, and its distance from the
/// edge. Sorted from the first end of each edge to the second.
fn on_edges(
    open: &[[u32; 2]],
    corners: &[u32],
    within: f64,
    from_ends: f64,
    place: impl Fn(u32) -> DVec3,
) -> Vec<(u32, f64, u32, f64)> {
    let places = |ends: [u32; 2]| ends.map(&place);
    let bounds = |ends: &[u32; 2]| Bounds::around(&places(*ends).map(|end| end.to_array()), within);
    let tree = Bvh::build(open.iter().map(bounds));
    let mut on: Vec<(u32, f64, u32, f64)> = Vec::new();
    for &corner in corners {
        let at = place(corner);
        tree.walk_box(&Bounds::around(&[at.to_array()], 0.0), |edge| {
            let [a, b] = open[edge as usize];
            if corner == a || corner == b {
                return;
            }
            let [from, to] = places([a, b]);
            let (along, aside) = (to - from, at - from);
            let length = along.length();
            let t = along.dot(aside) / (length * length);
            let off = (aside - along * t).length();
            if t * length > from_ends && (1.0 - t) * length > from_ends && off <= within {
                on.push((edge, t, corner, off));
            }
        });
    }
    on.order_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
    on.dedup_by(|a, b| (a.0, a.2) == (b.0, b.2));
    on
}

/// Returns an edge as a polyline from its first end through the vertices on it to its second.
fn polyline([from, to]: [u32; 2], cut: &[(u32, f64, u32, f64)]) -> Vec<u32> {
    [from].into_iter().chain(cut.iter().map(|(_, _, corner, _)| *corner)).chain([to]).collect()
}

/// Returns the ends of an edge, the lower first.
fn ends_of(key: u64) -> [u32; 2] {
    [(key >> 32) as u32, key as u32]
}
