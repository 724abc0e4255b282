//! Fitting a tree to items that have moved.
//!
//! All at once every box is made anew from the leaves up. Of a few items only the boxes on the way up to the root are, as far as that
//! changes them: for that a tree must know its [`Parents`].

use super::node::{Bounds, Bvh, LANES, LEAF, Node};
use crate::number::each::MapEach;
use alloc::vec;
use alloc::vec::Vec;

impl Bvh {
    /// Fits the boxes to items that have moved; nodes and leaves keep what is in them.
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

    /// The areas of all boxes in the tree, added up: what a walk costs, but for a factor that stays as it is.
    pub(crate) fn area(&self) -> f64 {
        let lanes = |node: &Node| (0..LANES).map(|lane| node.bounds(lane).half_area()).sum::<f64>();
        self.nodes.iter().map(lanes).sum()
    }

    /// Fits the boxes above one item that has moved. Answers by how much that changed the [area](Self::area).
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

/// Where in a tree every item, leaf and node hangs. A place is a node, eight times, and a lane.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parents {
    pub(super) leaf_of: Vec<u32>,
    pub(super) of_leaf: Vec<u32>,
    pub(super) of_node: Vec<u32>,
}

impl Parents {
    /// Of a tree over `items` items.
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

    /// How many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        let all = [&self.leaf_of, &self.of_leaf, &self.of_node];
        all.into_iter().map(|places| size_of_val(places.as_slice())).sum()
    }
}

/// A box around the items of a leaf.
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
    /// The box of a child; empty where there is none.
    #[inline(always)]
    pub(super) fn bounds(&self, lane: usize) -> Bounds {
        Bounds { planes: self.planes.each(|side| side.each(|axis| axis[lane])) }
    }

    /// The box around all children.
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
