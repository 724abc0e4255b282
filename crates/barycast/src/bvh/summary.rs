//! Summary of the items below each box of a tree.

use super::node::{Bounds, Bvh, LANES, LEAF};
use crate::number::each::MapEach;
use alloc::vec;
use alloc::vec::Vec;

impl Bvh {
    /// Computes a summary of the items below each child, for each node. `leaf` returns it for a
    /// leaf, and `join` for a node from its children.
    pub(crate) fn summaries<T: Copy>(
        &self,
        leaf: &impl Fn(usize) -> T,
        join: &impl Fn(&[T]) -> T,
    ) -> Vec<[Option<T>; LANES]> {
        let mut all = vec![[None; LANES]; self.nodes.len()];
        if !self.nodes.is_empty() {
            self.summary_of(0, leaf, join, &mut all);
        }
        all
    }

    fn summary_of<T: Copy>(
        &self,
        node: usize,
        leaf: &impl Fn(usize) -> T,
        join: &impl Fn(&[T]) -> T,
        all: &mut [[Option<T>; LANES]],
    ) -> T {
        let mut below = Vec::with_capacity(LANES);
        for lane in 0..LANES {
            // The child is missing.
            if self.nodes[node].planes[0][0][lane] == f32::INFINITY {
                continue;
            }
            let child = self.nodes[node].children[lane];
            let summary = if child & LEAF == 0 {
                self.summary_of(child as usize, leaf, join, all)
            } else {
                leaf((child & !LEAF) as usize)
            };
            all[node][lane] = Some(summary);
            below.push(summary);
        }
        join(&below)
    }

    /// Returns the number of nodes with children. Node 0 is the root.
    pub(crate) fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the box of a child of a node.
    pub(crate) fn child_bounds(&self, node: usize, lane: usize) -> Bounds {
        Bounds { planes: self.nodes[node].planes.each(|end| end.each(|axis| axis[lane])) }
    }

    /// Returns what a child of a node is.
    #[inline(always)]
    pub(crate) fn child_at(&self, node: usize, lane: usize) -> Child {
        let node = &self.nodes[node];
        let child = node.children[lane];
        if node.planes[0][0][lane] == f32::INFINITY {
            Child::None
        } else if child & LEAF == 0 {
            Child::Node(child as usize)
        } else {
            Child::Leaf((child & !LEAF) as usize)
        }
    }
}

/// Child of a node.
pub(crate) enum Child {
    /// The child is missing.
    None,
    Node(usize),
    Leaf(usize),
}
