//! Triangles that are there more than once.
//!
//! Triangles with the same corners are counted by the way in which they turn: `p` one way, `q` the other. What they add to how
//! often the surface winds is `p - q`, so a shell each of whose triangles is there in both directions, as exporters write a
//! two-sided surface, winds around nothing. Of such a group one of four numbers of triangles is kept; of each connected piece
//! the first that leaves every edge with an even number of triangles, as an edge of a closed surface has:
//!
//! 1. `|p - q|`, and one for opposite ones: a two-sided shell becomes one.
//! 2. `|p - q|`: two faces of touching shells, and fins without thickness, go.
//! 3. One, whether doubled the same way or the other.
//! 4. One if `p != q`.

use super::edges::{Sets, by_edge, passages};
use alloc::vec;
use alloc::vec::Vec;

/// What is left of triangles when those that are doubled are counted out.
#[derive(Debug, Default)]
pub(super) struct Reduced {
    pub(super) triangles: Vec<[u32; 3]>,
    /// Edges of an odd number of triangles.
    pub(super) odd: Vec<[u32; 2]>,
    /// How many triangles were left out because others have their corners.
    pub(super) doubled: usize,
    /// Of some triangles with the same corners none is left.
    pub(super) faces_gone: bool,
}

/// Triangles with the same corners.
struct Group {
    /// The first of them that turns the way that is kept.
    first: u32,
    /// `|p - q|`.
    net: u32,
    /// There is an odd number of opposite pairs.
    paired: bool,
    copies: u32,
}

impl Group {
    /// How many triangles are kept by each of the four rules.
    fn kept(&self) -> [u32; 4] {
        let pair = u32::from(self.paired);
        [self.net + pair, self.net, if self.net > 0 { 1 } else { pair }, self.net.min(1)]
    }
}

/// Counts doubled triangles out.
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
    // A bit for each rule that leaves an edge of the piece odd.
    let mut odd = vec![0_u8; groups.len()];
    let bits = |group: &Group| group.kept().iter().rev().fold(0, |bits, kept| bits << 1 | (kept & 1) as u8);
    for edge in by_edge(&passages) {
        let of_edge = edge.iter().fold(0, |odd, passage| odd ^ bits(&groups[passage.triangle()]));
        odd[pieces.find(edge[0].triangle()).0] |= of_edge;
    }
    let mut rule = |group: usize| {
        let odd = odd[pieces.find(group).0];
        (0..4).find(|rule| odd >> rule & 1 == 0)
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

/// Triangles by their corners, in the order of the first of each.
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
