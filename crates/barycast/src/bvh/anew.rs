//! Building parts of a tree anew that is being edited.

use super::account::{Account, Below};
use super::binary::Binary;
use super::collapse::collapse;
use super::edit::{BoundsOf, Edit, Edits};
use super::hull::Item;
use super::node::{Bvh, LANES, LEAF, Node};
use super::watch::Watch;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

impl Edit<'_> {
    /// A walk costs so much more below a node than when it was built that it is to be built anew; else it may be used on.
    pub(super) fn is_due(&mut self, index: u32) -> bool {
        let (mut open, mut below) = (vec![index], Below::default());
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
                below.add(&node.bounds(lane), &Below::of_items(items));
            }
        }
        let now = Account::of(&self.bvh.nodes[index as usize], &below);
        let account = &mut self.edits.nodes[index as usize];
        let is_good = account.is_good(&now);
        if is_good {
            account.left = now.left;
        }
        !is_good
    }

    /// More items than a leaf holds, in the place of one: beside it as far as there is room, else below a node.
    pub(super) fn split(
        &mut self,
        items: &[u32],
        bounds: BoundsOf<'_>,
        (at, lane): (u32, usize),
        depth: usize,
    ) {
        let sub = built(items, bounds, depth);
        let Some(root) = sub.nodes.first() else { return };
        let node = &self.bvh.nodes[at as usize];
        let free = (0..LANES).filter(|free| *free != lane && node.bounds(*free).is_empty());
        let lanes: Vec<usize> = core::iter::once(lane).chain(free).collect();
        if root.present().count() > lanes.len() {
            let index = self.new_node();
            self.graft(&sub, 0, index);
            self.hang(index, &sub.bounds, at, lane);
            return;
        }
        for (child, lane) in root.present().zip(lanes) {
            self.graft_child(&sub, root, child, at, lane);
        }
    }

    /// Builds all below a node anew, with one item more.
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
        // Always in the same order, whatever came before; the lowest places are taken first.
        items.sort_unstable();
        leaves.sort_unstable_by(|a, b| b.cmp(a));
        nodes[1..].sort_unstable_by(|a, b| b.cmp(a));
        for leaf in leaves {
            self.free_leaf(leaf);
        }
        for &node in &nodes[1..] {
            self.free_node(node);
        }
        let sub = built(&items, bounds, depth);
        self.graft(&sub, 0, index);
    }

    /// A node takes what is below a node of another tree.
    fn graft(&mut self, sub: &Bvh, from: u32, index: u32) -> Below {
        self.bvh.nodes[index as usize] = Node::EMPTY;
        let mut below = Below::default();
        let node = &sub.nodes[from as usize];
        for (lane, child) in node.present().enumerate() {
            below.add(&node.bounds(child), &self.graft_child(sub, node, child, index, lane));
        }
        self.edits.nodes[index as usize] = Account::of(node, &below);
        below
    }

    fn graft_child(&mut self, sub: &Bvh, node: &Node, child: usize, at: u32, lane: usize) -> Below {
        let (name, bounds) = (node.children[child], node.bounds(child));
        if name & LEAF == 0 {
            let index = self.new_node();
            self.hang(index, &bounds, at, lane);
            return self.graft(sub, name, index);
        }
        let items: Vec<u32> = sub.items((name & !LEAF) as usize).collect();
        let leaf = self.new_leaf(&items);
        self.hang(LEAF | leaf, &bounds, at, lane);
        Below::of_items(items.len())
    }

    /// Builds the whole tree anew.
    pub(super) fn build_all(&mut self, bounds: BoundsOf<'_>) {
        let items = self.edits.parents.leaf_of.len();
        let all: Vec<u32> = (0..items as u32).collect();
        *self.bvh = built(&all, bounds, 0).at_level(self.bvh.level);
        *self.edits = Edits::new(self.bvh, items);
    }
}

/// A tree over some items, which is to hang so deep.
fn built(items: &[u32], bounds: BoundsOf<'_>, depth: usize) -> Bvh {
    let nobody = |_| ControlFlow::Continue(());
    let items = items.iter().map(|&item| Item::new(&bounds(item), item)).collect();
    Binary::build(items, LANES, depth as u32, &Watch::new(&nobody))
        .map_or_else(Bvh::default, |binary| collapse(&binary))
}
