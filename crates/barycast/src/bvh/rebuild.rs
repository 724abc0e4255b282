//! Rebuilds subtrees of a tree that is being edited.

use super::binary::Binary;
use super::collapse::collapse;
use super::edit::{BoundsOf, Edit, Edits};
use super::node::{Bvh, LANES, LEAF, Node};
use super::packed_box::Item;
use super::progress::Progress;
use super::quality::{SubtreeQuality, SubtreeTotals};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

impl Edit<'_> {
    /// Tests whether the traversal cost below a node has grown so much since it was built that a
    /// rebuild is due. If not, allows the next number of edits.
    pub(super) fn needs_rebuild(&mut self, index: u32) -> bool {
        let (mut open, mut below) = (vec![index], SubtreeTotals::default());
        while let Some(index) = open.pop() {
            let node = &self.bvh.nodes[index as usize];
            for lane in node.present() {
                let child = node.children[lane];
                let mut items = 0;
                if child & LEAF == 0 {
                    open.push(child);
                } else {
                    items = self.bvh.items((child & !LEAF) as usize).count();
                }
                below.add(&node.bounds(lane), &SubtreeTotals::of_items(items));
            }
        }
        let now = SubtreeQuality::of(&self.bvh.nodes[index as usize], &below);
        let account = &mut self.edits.nodes[index as usize];
        let is_acceptable = account.is_acceptable(&now);
        if is_acceptable {
            account.edits_left = now.edits_left;
        }
        !is_acceptable
    }

    /// Replaces a leaf that has overflowed by a small subtree over `items`. The children go into
    /// free lanes of the same node if there are enough, and below a new node otherwise.
    pub(super) fn split(
        &mut self,
        items: &[u32],
        bounds: BoundsOf<'_>,
        (at, lane): (u32, usize),
        depth: usize,
    ) {
        let sub = build_subtree(items, bounds, depth);
        let Some(root) = sub.nodes.first() else { return };
        let node = &self.bvh.nodes[at as usize];
        let free = (0..LANES).filter(|free| *free != lane && node.bounds(*free).is_empty());
        let lanes: Vec<usize> = core::iter::once(lane).chain(free).collect();
        if root.present().count() > lanes.len() {
            let index = self.new_node();
            self.graft(&sub, 0, index);
            self.attach(index, &sub.bounds, at, lane);
            return;
        }
        for (child, lane) in root.present().zip(lanes) {
            self.graft_child(&sub, root, child, at, lane);
        }
    }

    /// Rebuilds the subtree below a node, with one additional item if given.
    pub(super) fn rebuild(&mut self, index: u32, more: Option<u32>, bounds: BoundsOf<'_>) {
        let depth = self.depth(index);
        let mut items: Vec<u32> = more.into_iter().collect();
        let (mut nodes, mut leaves) = (vec![index], Vec::new());
        let mut seen = 0;
        while let Some(&open) = nodes.get(seen) {
            let node = &self.bvh.nodes[open as usize];
            for child in node.present().map(|lane| node.children[lane]) {
                if child & LEAF == 0 {
                    nodes.push(child);
                } else {
                    leaves.push(child & !LEAF);
                    items.extend(self.bvh.items((child & !LEAF) as usize));
                }
            }
            seen += 1;
        }
        // The order does not depend on the edit history. The lowest free indices are taken first.
        items.sort_unstable();
        leaves.sort_unstable_by(|a, b| b.cmp(a));
        nodes[1..].sort_unstable_by(|a, b| b.cmp(a));
        for leaf in leaves {
            self.free_leaf(leaf);
        }
        for &node in &nodes[1..] {
            self.free_node(node);
        }
        let sub = build_subtree(&items, bounds, depth);
        self.graft(&sub, 0, index);
    }

    /// Replaces a node by a node of another tree, with everything below it.
    fn graft(&mut self, sub: &Bvh, from: u32, index: u32) -> SubtreeTotals {
        self.bvh.nodes[index as usize] = Node::EMPTY;
        let mut below = SubtreeTotals::default();
        let node = &sub.nodes[from as usize];
        for (lane, child) in node.present().enumerate() {
            below.add(&node.bounds(child), &self.graft_child(sub, node, child, index, lane));
        }
        self.edits.nodes[index as usize] = SubtreeQuality::of(node, &below);
        below
    }

    fn graft_child(&mut self, sub: &Bvh, node: &Node, child: usize, at: u32, lane: usize) -> SubtreeTotals {
        let (name, bounds) = (node.children[child], node.bounds(child));
        if name & LEAF == 0 {
            let index = self.new_node();
            self.attach(index, &bounds, at, lane);
            return self.graft(sub, name, index);
        }
        let items: Vec<u32> = sub.items((name & !LEAF) as usize).collect();
        let leaf = self.new_leaf(&items);
        self.attach(LEAF | leaf, &bounds, at, lane);
        SubtreeTotals::of_items(items.len())
    }

    /// Rebuilds the whole tree.
    pub(super) fn build_all(&mut self, bounds: BoundsOf<'_>) {
        let items = self.edits.parents.leaf_of.len();
        let all: Vec<u32> = (0..items as u32).collect();
        *self.bvh = build_subtree(&all, bounds, 0).with_simd_level(self.bvh.level);
        *self.edits = Edits::new(self.bvh, items);
    }
}

/// Builds a tree over some items whose root will be at this depth of another tree.
fn build_subtree(items: &[u32], bounds: BoundsOf<'_>, depth: usize) -> Bvh {
    let never_cancel = |_| ControlFlow::Continue(());
    let items = items.iter().map(|&item| Item::new(&bounds(item), item)).collect();
    Binary::build(items, LANES, depth as u32, &Progress::new(&never_cancel))
        .map_or_else(Bvh::default, |binary| collapse(&binary))
}
