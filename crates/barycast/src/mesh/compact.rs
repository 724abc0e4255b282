//! Storage of the triangles of leaves.
//!
//! They are stored as [`Block`]s, ready for traversal, or compactly, with each vertex once per
//! leaf, which takes about half the memory. A compact leaf is expanded to a block at every visit.
//! The numbers are the same, so the results are too.

use super::block::{Block, blocks};
use super::leaf::{Corners, numbers};
use crate::bvh::{Bvh, LANES, move_to_large_pages, prefetch};
use crate::number::Float;
use crate::number::each::MapEach;
use crate::vector::{FloatVector, Vector3};
use alloc::vec::Vec;

/// Triangles of every leaf of a tree: in `whole`, or in `compact` if that is empty.
#[derive(Clone, Debug)]
pub(super) struct Blocks<S> {
    whole: Vec<Block<S>>,
    compact: Compact<S>,
}

/// Vertices of all leaves, each once per leaf.
#[derive(Clone, Debug)]
struct Compact<S> {
    leaves: Vec<Leaf>,
    corners: Vec<[S; 3]>,
}

/// Vertex indices of a leaf's triangles.
#[derive(Clone, Copy, Debug)]
struct Leaf {
    /// Index of the first vertex of the leaf.
    first: usize,
    /// Vertices of each triangle, relative to the first.
    named: [[u8; 3]; LANES],
}

impl<S: Float> Blocks<S> {
    /// Builds the storage for a tree over indexed triangles.
    pub(super) fn new<V: FloatVector<Scalar = S> + Vector3>(
        bvh: &Bvh,
        vertices: &[V],
        triangles: &[[u32; 3]],
        is_compact: bool,
    ) -> Self {
        if is_compact {
            let vertex = |vertex| numbers(vertices[vertex as usize]);
            return Self { whole: Vec::new(), compact: Compact::new(bvh, triangles, vertex) };
        }
        let whole = blocks(bvh, vertices, triangles);
        Self { whole, compact: Compact { leaves: Vec::new(), corners: Vec::new() } }
    }

    /// Updates the leaves whose items have changed, and removes leaves that no longer exist.
    pub(super) fn update(&mut self, bvh: &Bvh, leaves: &[u32], corners: impl Fn(u32) -> Corners<S>) {
        self.whole.resize_with(bvh.leaves().len(), || Block::of(|_| [[S::ZERO; 3]; 3]));
        for &leaf in leaves {
            if let (Some(items), Some(block)) =
                (bvh.leaves().get(leaf as usize), self.whole.get_mut(leaf as usize))
            {
                *block = Block::of(|lane| corners(items[lane]));
            }
        }
    }

    /// Tests whether the storage is compact.
    pub(super) fn is_compact(&self) -> bool {
        !self.compact.leaves.is_empty()
    }

    /// Returns the triangles of a leaf. A compact leaf is expanded into `room`.
    #[inline(always)]
    pub(super) fn get<'a>(&'a self, leaf: usize, room: &'a mut Option<Block<S>>) -> &'a Block<S> {
        match self.whole.get(leaf) {
            Some(block) => block,
            None => self.compact.block(leaf, room),
        }
    }

    /// Returns the triangles of a leaf, or `None` if the storage is compact.
    #[inline(always)]
    pub(super) fn whole(&self, leaf: usize) -> Option<&Block<S>> {
        self.whole.get(leaf)
    }

    /// Returns the corners of one triangle of a leaf.
    #[inline(always)]
    pub(super) fn corners(&self, leaf: usize, lane: usize) -> Corners<S> {
        match self.whole.get(leaf) {
            Some(block) => block.corners(lane),
            None => self.compact.triangle(&self.compact.leaves[leaf], lane),
        }
    }

    /// Prefetches a leaf that may be visited soon.
    #[inline(always)]
    pub(super) fn prefetch_leaf(&self, leaf: usize) {
        match self.whole.get(leaf) {
            Some(block) => prefetch(block),
            None => prefetch(&self.compact.leaves[leaf]),
        }
    }

    /// Returns the address from which a leaf will be read.
    #[inline(always)]
    pub(super) fn leaf_address(&self, leaf: usize) -> *const u8 {
        // The branch goes the same way for all leaves of a tree, so it is predicted.
        if self.whole.is_empty() {
            self.compact.leaves.as_ptr().wrapping_add(leaf).cast()
        } else {
            self.whole.as_ptr().wrapping_add(leaf).cast()
        }
    }

    /// Moves the arrays to [large pages](move_to_large_pages), for later traversals.
    pub(super) fn move_to_large_pages(&self) {
        move_to_large_pages(&self.whole);
        move_to_large_pages(&self.compact.leaves);
        move_to_large_pages(&self.compact.corners);
    }

    /// Returns the memory in bytes.
    pub(super) fn bytes(&self) -> usize {
        let Compact { leaves, corners } = &self.compact;
        size_of_val(self.whole.as_slice()) + size_of_val(leaves.as_slice()) + size_of_val(corners.as_slice())
    }
}

impl<S: Float> Compact<S> {
    fn new(bvh: &Bvh, triangles: &[[u32; 3]], vertex: impl Fn(u32) -> [S; 3]) -> Self {
        let mut leaves = Vec::with_capacity(bvh.leaves().len());
        let mut count = 0;
        for items in bvh.leaves() {
            let (named, vertices) = distinct(items.each(|item| triangles[item as usize]));
            leaves.push(Leaf { first: count, named });
            count += vertices.count();
        }
        let mut corners = Vec::with_capacity(count);
        for items in bvh.leaves() {
            let (_, vertices) = distinct(items.each(|item| triangles[item as usize]));
            corners.extend(vertices.map(&vertex));
        }
        Self { leaves, corners }
    }

    #[inline(always)]
    fn triangle(&self, leaf: &Leaf, lane: usize) -> Corners<S> {
        leaf.named[lane % LANES].each(|corner| self.corners[leaf.first + usize::from(corner)])
    }

    #[cold]
    #[inline(never)]
    fn block<'a>(&self, leaf: usize, room: &'a mut Option<Block<S>>) -> &'a Block<S> {
        let leaf = &self.leaves[leaf];
        room.insert(Block::lane_by_lane(|lane| self.triangle(leaf, lane)))
    }
}

/// Returns the distinct vertices of triangles, and for each triangle their positions in that list.
fn distinct(triangles: [[u32; 3]; LANES]) -> ([[u8; 3]; LANES], impl Iterator<Item = u32>) {
    let (mut vertices, mut count) = ([0; 3 * LANES], 0);
    let named = triangles.each(|triangle| {
        triangle.each(|vertex| {
            let known = vertices[..count].iter().position(|known| *known == vertex);
            let place = known.unwrap_or(count);
            vertices[place] = vertex;
            count = count.max(place + 1);
            place as u8
        })
    });
    (named, vertices.into_iter().take(count))
}
