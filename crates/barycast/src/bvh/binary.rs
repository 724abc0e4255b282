//! Binary trees, from which `collapse` makes nodes of eight.

use super::hull::{Hull, bounds_of};
use super::node::{Bounds, LANES};
use alloc::vec::Vec;

/// A box and what is in it, children side by side.
#[derive(Clone, Copy, Debug)]
pub(super) struct BinaryNode {
    /// Holds everything below.
    pub(super) bounds: Bounds,
    /// Of a leaf, its first slot; else the first of its two children.
    pub(super) first: u32,
    /// Of a leaf, how many slots it has; 0 for an inner node.
    pub(super) count: u32,
    /// How `collapse` makes its children.
    pub(super) ways: [u8; LANES],
}

impl BinaryNode {
    pub(super) fn new(hull: &Hull) -> Self {
        Self { bounds: bounds_of(hull), first: 0, count: 0, ways: [0; LANES] }
    }
}

/// A tree whose leaves are ranges of `items`; parents come before their children.
#[derive(Default)]
pub(super) struct Binary {
    pub(super) nodes: Vec<BinaryNode>,
    pub(super) items: Vec<u32>,
}
