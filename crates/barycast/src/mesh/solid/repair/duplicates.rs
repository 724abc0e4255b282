//! Removes duplicate triangles.
//!
//! Triangles with the same vertices are counted by orientation: `p` one way, `q` the other. Their
//! contribution to the winding number is `p - q`. A shell with two opposite copies of each
//! triangle, as exporters write a two-sided surface, therefore winds around nothing. Some triangles
//! of each such group are kept. The number is chosen per connected component by the first of four
//! rules that leaves it closed:
//!
//! 1. `|p - q|`, plus one if the number of opposite pairs is odd: a two-sided shell becomes one.
//! 2. `|p - q|`: coinciding faces of touching shells, and fins without thickness, are removed.
//! 3. One, whatever the orientation of the duplicates.
//! 4. One if `p != q`.
//!
//! The second and the fourth rule apply to components with some `p != q`. By the first two rules
//! every edge must be used equally often in either direction. By the others, where triangles are
//! yet to be oriented, every edge must have an even number of triangles.

use super::edges::{Sets, by_edge, passages};
use alloc::vec;
use alloc::vec::Vec;

/// Triangles that remain after duplicates are removed.
#[derive(Debug, Default)]
pub(super) struct Reduced {
    pub(super) triangles: Vec<[u32; 3]>,
    /// Edges with an odd number of triangles.
    pub(super) odd: Vec<[u32; 2]>,
    /// Number of triangles that were removed because others have the same vertices.
    pub(super) doubled: usize,
    /// Whether all triangles of some group were removed.
    pub(super) faces_gone: bool,
}

/// Triangles with the same vertices.
struct Group {
    /// First triangle with the orientation that is kept.
    first: u32,
    /// Net count `|p - q|`.
    net: u32,
    /// Whether the number of opposite pairs is odd.
    paired: bool,
    copies: u32,
}

impl Group {
    /// Returns the number of triangles kept by each of the four rules.
    fn kept(&self) -> [u32; 4] {
        let pair = u32::from(self.paired);
        [self.net + pair, self.net, if self.net > 0 { 1 } else { pair }, self.net.min(1)]
    }
}

/// Removes duplicate triangles.
pub(super) fn reduce(triangles: &[[u32; 3]]) -> Reduced {
    let groups = groups(triangles);
    let alone: Vec<[u32; 3]> = groups.iter().map(|group| triangles[group.first as usize]).collect();
    let mut pieces = Sets::new(groups.len());
    let passages = passages(&alone);
    for edge in by_edge(&passages) {
        for other in &edge[1..] {
            pieces.join(edge[0].triangle(), other.triangle(), false);
        }
    }
    // Bit for each rule that leaves an edge of the component open.
    let mut open = vec![0_u8; groups.len()];
    for edge in by_edge(&passages) {
        let (mut sum, mut odd) = (0_i64, [false; 3]);
        for passage in edge {
            let group = &groups[passage.triangle()];
            sum += i64::from(group.net) * if passage.is_upward() { 1 } else { -1 };
            let kept = group.kept();
            odd = [odd[0] ^ group.paired, odd[1] ^ (kept[2] == 1), odd[2] ^ (kept[3] == 1)];
        }
        let fails = [sum != 0 || odd[0], sum != 0, odd[1], odd[2]];
        let bits = fails.iter().rev().fold(0, |bits, fails| bits << 1 | u8::from(*fails));
        open[pieces.find(edge[0].triangle()).0] |= bits;
    }
    let mut has_more_one_way = vec![false; groups.len()];
    for (index, group) in groups.iter().enumerate() {
        has_more_one_way[pieces.find(index).0] |= group.net > 0;
    }
    // A group with equally many triangles in either direction that is not closed stays open. Its
    // edges may still be welded to others.
    let mut rule = |group: usize| {
        let piece = pieces.find(group).0;
        let may_go = |rule: usize| rule.is_multiple_of(2) || has_more_one_way[piece];
        (0..4).find(|rule| open[piece] >> rule & 1 == 0 && may_go(*rule))
    };
    let mut reduced = Reduced::default();
    for (index, group) in groups.iter().enumerate() {
        let kept = group.kept()[rule(index).unwrap_or(2)];
        reduced.doubled += (group.copies - kept) as usize;
        reduced.faces_gone |= kept == 0;
        for _ in 0..kept {
            reduced.triangles.push(alone[index]);
        }
    }
    let is_odd = |edge: &[_]| edge.len() % 2 == 1;
    let passages = super::edges::passages(&reduced.triangles);
    reduced.odd = by_edge(&passages).filter(|edge| is_odd(edge)).map(|edge| edge[0].ends()).collect();
    reduced
}

/// Returns the triangles grouped by vertices, in the order of the first of each group.
fn groups(triangles: &[[u32; 3]]) -> Vec<Group> {
    let sorted = |[a, b, c]: [u32; 3]| {
        let turn = (a > b) ^ (b > c) ^ (a > c);
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        ([low, a ^ b ^ c ^ low ^ high, high], turn)
    };
    let mut order: Vec<([u32; 3], u32)> = triangles.iter().map(|t| sorted(*t).0).zip(0..).collect();
    order.sort_unstable();
    let mut groups: Vec<Group> = Vec::with_capacity(triangles.len());
    for same in order.chunk_by(|a, b| a.0 == b.0) {
        let turn = |triangle: u32| sorted(triangles[triangle as usize]).1;
        let there = same.iter().filter(|(_, triangle)| turn(*triangle)).count();
        let back = same.len() - there;
        let kept = if there == back { turn(same[0].1) } else { there > back };
        let first = same.iter().map(|(_, triangle)| *triangle).find(|triangle| turn(*triangle) == kept);
        groups.push(Group {
            first: first.unwrap_or(same[0].1),
            net: there.abs_diff(back) as u32,
            paired: there.min(back) % 2 == 1,
            copies: same.len() as u32,
        });
    }
    groups.sort_unstable_by_key(|group| group.first);
    groups
}
