//! Refits a tree to items that have moved.
//!
//! A full refit recomputes every box from the leaves up. After a few items have moved, only the
//! boxes on the way to the root are recomputed, up to the first that does not change. That requires
//! the tree's [`Parents`].

use super::node::{Bounds, Bvh, LANES, LEAF, Node};
use crate::number::each::MapEach;
use alloc::vec;
use alloc::vec::Vec;

impl Bvh {
    /// Recomputes the boxes after items have moved. Nodes and leaves keep their content.
    pub(crate) fn refit(&mut self, bounds: impl Fn(u32) -> Bounds + Sync) {
        let around = |leaf: &[u32; LANES]| around_items(leaf, &bounds);
        #[cfg(feature = "rayon")]
        let leaves: Vec<Bounds> = {
            use rayon::prelude::*;
            self.leaves.par_iter().with_min_len(1 << 8).map(around).collect()
        };
        #[cfg(not(feature = "rayon"))]
        let leaves: Vec<Bounds> = self.leaves.iter().map(around).collect();
        let mut around = vec![Bounds::EMPTY; self.nodes.len()];
        for index in self.parents_first().into_iter().rev().map(|index| index as usize) {
            for lane in 0..LANES {
                let node = &mut self.nodes[index];
                if node.bounds(lane).is_empty() {
                    continue;
                }
                let child = node.children[lane];
                let fitted =
                    if child & LEAF == 0 { around[child as usize] } else { leaves[(child & !LEAF) as usize] };
                node.set(lane, &fitted);
                around[index].join(&fitted);
            }
        }
        self.bounds = around.first().copied().unwrap_or(Bounds::EMPTY);
    }

    /// Returns the sum of the half areas of all boxes, which is proportional to the SAH cost of a
    /// traversal.
    pub(crate) fn area(&self) -> f64 {
        let lanes = |node: &Node| (0..LANES).map(|lane| node.bounds(lane).half_area()).sum::<f64>();
        self.nodes.iter().map(lanes).sum()
    }

    /// Recomputes the boxes above one item that has moved. Returns the change of the
    /// [area](Self::area).
    pub(crate) fn refit_item(&mut self, parents: &Parents, item: u32, bounds: impl Fn(u32) -> Bounds) -> f64 {
        let leaf = parents.leaf_of[item as usize] as usize;
        let mut place = parents.of_leaf[leaf];
        let mut fitted = around_items(&self.leaves[leaf], &bounds);
        let mut more = 0.0;
        loop {
            let (index, lane) = (place as usize / LANES, place as usize % LANES);
            let node = &mut self.nodes[index];
            let before = node.bounds(lane);
            if before == fitted {
                return more;
            }
            more += fitted.half_area() - before.half_area();
            node.set(lane, &fitted);
            fitted = node.around();
            if index == 0 {
                self.bounds = fitted;
                return more;
            }
            place = parents.of_node[index];
        }
    }
}

/// Parents of every item, leaf and node of a tree. A position is the node's index times eight plus
/// the lane.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parents {
    pub(super) leaf_of: Vec<u32>,
    pub(super) of_leaf: Vec<u32>,
    pub(super) of_node: Vec<u32>,
}

impl Parents {
    /// Computes the parents in a tree over `items` items.
    pub(crate) fn new(bvh: &Bvh, items: usize) -> Self {
        let mut parents = Self {
            leaf_of: vec![0; items],
            of_leaf: vec![0; bvh.leaves.len()],
            of_node: vec![0; bvh.nodes.len()],
        };
        for (leaf, items) in (0..).zip(&bvh.leaves) {
            for &item in items {
                parents.leaf_of[item as usize] = leaf;
            }
        }
        for (index, node) in (0..).zip(&bvh.nodes) {
            for (lane, &child) in (0..).zip(&node.children) {
                if !node.bounds(lane as usize).is_empty() {
                    let of = if child & LEAF == 0 { &mut parents.of_node } else { &mut parents.of_leaf };
                    of[(child & !LEAF) as usize] = index * LANES as u32 + lane;
                }
            }
        }
        parents
    }

    /// Returns the memory in bytes.
    pub(super) fn bytes(&self) -> usize {
        let all = [&self.leaf_of, &self.of_leaf, &self.of_node];
        all.into_iter().map(|places| size_of_val(places.as_slice())).sum()
    }
}

/// Returns a box around the items of a leaf.
fn around_items(leaf: &[u32; LANES], bounds: impl Fn(u32) -> Bounds) -> Bounds {
    let mut around = Bounds::EMPTY;
    for (lane, &item) in leaf.iter().enumerate() {
        if lane == 0 || item != leaf[lane - 1] {
            around.join(&bounds(item));
        }
    }
    around
}

impl Node {
    /// Returns the box of a child; empty if there is none.
    #[inline(always)]
    pub(super) fn bounds(&self, lane: usize) -> Bounds {
        Bounds { planes: self.planes.each(|side| side.each(|axis| axis[lane])) }
    }

    /// Returns the box around all children.
    pub(super) fn around(&self) -> Bounds {
        let mut around = Bounds::EMPTY;
        for lane in 0..LANES {
            around.join(&self.bounds(lane));
        }
        around
    }

    #[inline(always)]
    pub(super) fn set(&mut self, lane: usize, bounds: &Bounds) {
        for side in 0..2 {
            for axis in 0..3 {
                self.planes[side][axis][lane] = bounds.planes[side][axis];
            }
        }
    }
}
