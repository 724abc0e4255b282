//! Edges of triangles by their ends, and disjoint sets of triangles.

use alloc::vec::Vec;

/// Use of an edge by a triangle (half-edge).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Passage {
    /// Ends of the edge, the lower in the upper half.
    edge: u64,
    /// Twice the index of the triangle, plus 1 if it runs from the lower end to the higher.
    by: u32,
}

impl Passage {
    fn new([from, to]: [u32; 2], triangle: usize) -> Self {
        Self { edge: key([from, to]), by: (triangle as u32) << 1 | u32::from(from < to) }
    }

    /// Returns the ends, the lower first.
    pub(super) fn ends(self) -> [u32; 2] {
        [(self.edge >> 32) as u32, self.edge as u32]
    }

    pub(super) fn triangle(self) -> usize {
        (self.by >> 1) as usize
    }

    /// Tests whether it runs from the lower end to the higher.
    pub(super) fn is_upward(self) -> bool {
        self.by & 1 == 1
    }
}

/// Returns the same key for both directions of an edge.
pub(super) fn key([from, to]: [u32; 2]) -> u64 {
    u64::from(from.min(to)) << 32 | u64::from(from.max(to))
}

/// Returns the directed edges of a triangle.
pub(super) fn sides([a, b, c]: [u32; 3]) -> [[u32; 2]; 3] {
    [[a, b], [b, c], [c, a]]
}

/// Returns all half-edges, those of one edge adjacent.
pub(super) fn passages(triangles: &[[u32; 3]]) -> Vec<Passage> {
    let of =
        |(triangle, corners): (usize, &[u32; 3])| sides(*corners).map(|side| Passage::new(side, triangle));
    let mut passages: Vec<_> = triangles.iter().enumerate().flat_map(of).collect();
    passages.sort_unstable();
    passages
}

/// Returns the half-edges of each edge.
pub(super) fn by_edge(passages: &[Passage]) -> impl Iterator<Item = &[Passage]> {
    passages.chunk_by(|a, b| a.edge == b.edge)
}

/// Disjoint sets with orientation: each member is flipped or not relative to the representative of
/// its set.
#[derive(Clone, Debug)]
pub(super) struct Sets {
    parent: Vec<u32>,
    /// Orientation relative to the parent.
    turned: Vec<bool>,
    size: Vec<u32>,
}

impl Sets {
    pub(super) fn new(count: usize) -> Self {
        Self {
            parent: (0..count as u32).collect(),
            turned: alloc::vec![false; count],
            size: alloc::vec![1; count],
        }
    }

    /// Returns the representative of the set, and whether `of` is flipped relative to it.
    pub(super) fn find(&mut self, of: usize) -> (usize, bool) {
        let (mut root, mut turned) = (of, false);
        while self.parent[root] as usize != root {
            turned ^= self.turned[root];
            root = self.parent[root] as usize;
        }
        let (mut at, mut against) = (of, turned);
        while self.parent[at] as usize != root {
            let (next, step) = (self.parent[at] as usize, self.turned[at]);
            (self.parent[at], self.turned[at]) = (root as u32, against);
            against ^= step;
            at = next;
        }
        (root, turned)
    }

    /// Joins the sets of two members. Returns whether their relative orientation is now `turned`.
    /// It is not if they were already in one set with the other orientation.
    pub(super) fn join(&mut self, a: usize, b: usize, turned: bool) -> bool {
        let ((mut a, a_turned), (mut b, b_turned)) = (self.find(a), self.find(b));
        let turned = turned ^ a_turned ^ b_turned;
        if a == b {
            return !turned;
        }
        if self.size[a] < self.size[b] {
            core::mem::swap(&mut a, &mut b);
        }
        (self.parent[b], self.turned[b]) = (a as u32, turned);
        self.size[a] += self.size[b];
        true
    }
}
