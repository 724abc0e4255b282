//! The triangles of leaves: as [`Block`]s, ready for the walks, or with each corner kept once a leaf, which takes about half
//! the memory. Then a block is made whenever somebody looks into the leaf: the same numbers, so the same answers.

use super::block::{Block, blocks};
use super::leaf::{Corners, numbers};
use crate::bvh::{Bvh, LANES, prefetch, settle};
use crate::number::Float;
use crate::number::each::MapEach;
use crate::vector::{FloatVector, Vector3};
use alloc::vec::Vec;

/// Of every leaf of a tree its triangles: in `whole`, or if that is empty in `compact`.
#[derive(Clone, Debug)]
pub(super) struct Blocks<S> {
    whole: Vec<Block<S>>,
    compact: Compact<S>,
}

/// Each corner once a leaf.
#[derive(Clone, Debug)]
struct Compact<S> {
    leaves: Vec<Leaf>,
    corners: Vec<[S; 3]>,
}

/// Where the corners of a leaf's triangles are.
#[derive(Clone, Copy, Debug)]
struct Leaf {
    /// The first of the leaf's, among all.
    first: usize,
    /// Of each triangle's three, counted from there.
    named: [[u8; 3]; LANES],
}

impl<S: Float> Blocks<S> {
    /// Of a tree over triangles that name their vertices.
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

    /// Some leaves of the tree hold others than before, or are no longer there.
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

    /// They take less memory, and more time.
    pub(super) fn is_compact(&self) -> bool {
        !self.compact.leaves.is_empty()
    }

    /// The triangles of a leaf, made in `room` where they are not kept as a block.
    #[inline(always)]
    pub(super) fn get<'a>(&'a self, leaf: usize, room: &'a mut Option<Block<S>>) -> &'a Block<S> {
        match self.whole.get(leaf) {
            Some(block) => block,
            None => self.compact.block(leaf, room),
        }
    }

    /// The triangles of a leaf where they are kept as a block.
    #[inline(always)]
    pub(super) fn whole(&self, leaf: usize) -> Option<&Block<S>> {
        self.whole.get(leaf)
    }

    /// The corners of one triangle of a leaf.
    #[inline(always)]
    pub(super) fn corners(&self, leaf: usize, lane: usize) -> Corners<S> {
        match self.whole.get(leaf) {
            Some(block) => block.corners(lane),
            None => self.compact.triangle(&self.compact.leaves[leaf], lane),
        }
    }

    /// Somebody may soon look into a leaf: has it fetched from memory.
    #[inline(always)]
    pub(super) fn expect(&self, leaf: usize) {
        match self.whole.get(leaf) {
            Some(block) => prefetch(block),
            None => prefetch(&self.compact.leaves[leaf]),
        }
    }

    /// Where in memory begins what will be read of a leaf.
    #[inline(always)]
    pub(super) fn leaf_address(&self, leaf: usize) -> *const u8 {
        // The same for all leaves of a tree: no guess.
        if self.whole.is_empty() {
            self.compact.leaves.as_ptr().wrapping_add(leaf).cast()
        } else {
            self.whole.as_ptr().wrapping_add(leaf).cast()
        }
    }

    /// [On large pages](settle), for walks to come.
    pub(super) fn settle(&self) {
        settle(&self.whole);
        settle(&self.compact.leaves);
        settle(&self.compact.corners);
    }

    /// How many bytes they take.
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

/// The vertices that triangles name, each once, and which of them each triangle names.
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
