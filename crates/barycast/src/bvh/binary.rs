//! Binary trees, from which `collapse` makes nodes of eight children.

use super::node::{Bounds, LANES};
use super::packed_box::{PackedBox, bounds_of};
use alloc::vec::Vec;

/// Node of a binary tree. The two children of an internal node are adjacent.
#[derive(Clone, Copy, Debug)]
pub(super) struct BinaryNode {
    /// Box around everything below.
    pub(super) bounds: Bounds,
    /// Index of the first slot of a leaf, or of the first of the two children of an internal node.
    pub(super) first: u32,
    /// Number of slots of a leaf; 0 for an internal node.
    pub(super) count: u32,
    /// Choices by which `collapse` makes up to eight children of this subtree.
    pub(super) ways: [u8; LANES],
}

impl BinaryNode {
    pub(super) fn new(hull: &PackedBox) -> Self {
        Self { bounds: bounds_of(hull), first: 0, count: 0, ways: [0; LANES] }
    }
}

/// Binary tree whose leaves are ranges of `items`. Parents precede their children.
#[derive(Default)]
pub(super) struct Binary {
    pub(super) nodes: Vec<BinaryNode>,
    pub(super) items: Vec<u32>,
}
