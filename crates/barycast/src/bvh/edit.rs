//! Inserts items into a tree and removes them.
//!
//! An inserted item descends to the child whose area grows least. It goes into a new leaf if that
//! costs less area than any child would grow. A full leaf is split into a few leaves. Removing an
//! item shrinks the boxes above it to what remains. Empty leaves and nodes are removed, and the
//! last ones take their indices, so that the arrays have no holes.
//!
//! Every node has a [`SubtreeQuality`], by which its subtree is rebuilt when that is due.

use super::build::{MAX_DEPTH, MAX_SPLIT_DEPTH};
use super::node::{Bounds, Bvh, LANES, LEAF, Node};
use super::quality::{SubtreeQuality, SubtreeTotals};
use super::refit::Parents;
use alloc::vec;
use alloc::vec::Vec;

/// Parent of a node or leaf that is not in the tree.
const DETACHED: u32 = u32::MAX;

/// Data that a tree needs to be edited.
#[derive(Clone, Debug)]
pub(crate) struct Edits {
    pub(super) parents: Parents,
    /// Quality of each node.
    pub(super) nodes: Vec<SubtreeQuality>,
}

impl Edits {
    /// Computes the data for a tree over `items` items.
    pub(crate) fn new(bvh: &Bvh, items: usize) -> Self {
        let mut nodes = vec![SubtreeQuality::NEW; bvh.nodes.len()];
        let mut below = vec![SubtreeTotals::default(); bvh.nodes.len()];
        for index in bvh.parents_first().into_iter().rev().map(|index| index as usize) {
            let node = &bvh.nodes[index];
            let mut all = SubtreeTotals::default();
            for lane in node.present() {
                let child = node.children[lane];
                let of_child = if child & LEAF == 0 {
                    below[child as usize]
                } else {
                    SubtreeTotals::of_items(bvh.items((child & !LEAF) as usize).count())
                };
                all.add(&node.bounds(lane), &of_child);
            }
            below[index] = all;
            nodes[index] = SubtreeQuality::of(node, &all);
        }
        Self { parents: Parents::new(bvh, items), nodes }
    }

    /// Returns the memory in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.parents.bytes() + size_of_val(self.nodes.as_slice())
    }
}

/// Leaves affected by an edit.
pub(crate) enum ChangedLeaves {
    /// These leaves have different items. Some of them may no longer exist.
    Some(Vec<u32>),
    All,
}

/// Edit in progress. Nodes and leaves keep their indices until it is [finished](Self::finish).
pub(crate) struct Edit<'a> {
    pub(super) bvh: &'a mut Bvh,
    pub(super) edits: &'a mut Edits,
    changed: Vec<u32>,
    /// Nodes whose allowance of changes is used up.
    exhausted: Vec<u32>,
    free_nodes: Vec<u32>,
    free_leaves: Vec<u32>,
}

/// Returns the box of an item.
pub(super) type BoundsOf<'a> = &'a (dyn Fn(u32) -> Bounds + Sync);

impl<'a> Edit<'a> {
    pub(crate) fn new(bvh: &'a mut Bvh, edits: &'a mut Edits) -> Self {
        let none = Vec::new;
        Self { bvh, edits, changed: none(), exhausted: none(), free_nodes: none(), free_leaves: none() }
    }

    /// Removes an item.
    pub(crate) fn remove(&mut self, item: u32, bounds: BoundsOf<'_>) {
        let leaf = self.edits.parents.leaf_of[item as usize];
        let place = self.edits.parents.of_leaf[leaf as usize];
        let rest: Vec<u32> = self.bvh.items(leaf as usize).filter(|other| *other != item).collect();
        self.edits.parents.leaf_of[item as usize] = DETACHED;
        if rest.is_empty() {
            self.free_leaf(leaf);
            self.shrink(place, &Bounds::EMPTY);
        } else {
            self.fill(leaf, &rest);
            self.shrink(place, &around(&rest, bounds));
        }
    }

    /// Changes the index of an item to one that is not in use.
    pub(crate) fn rename(&mut self, from: u32, to: u32) {
        let leaf_of = &mut self.edits.parents.leaf_of;
        let leaf = core::mem::replace(&mut leaf_of[from as usize], DETACHED);
        leaf_of[to as usize] = leaf;
        for item in &mut self.bvh.leaves[leaf as usize] {
            *item = if *item == from { to } else { *item };
        }
    }

    /// Sets the number of items. Additional items are in no leaf.
    pub(crate) fn resize(&mut self, items: usize) {
        self.edits.parents.leaf_of.resize(items, DETACHED);
    }

    /// Inserts an item.
    pub(crate) fn insert(&mut self, item: u32, bounds: BoundsOf<'_>) {
        let new = bounds(item);
        self.bvh.bounds.join(&new);
        let (mut at, mut depth) = (0, 0);
        loop {
            self.count_edit(at);
            let node = &mut self.bvh.nodes[at as usize];
            let (lane, joined) = node.cheapest(&new);
            if node.bounds(lane).is_empty() {
                let leaf = self.new_leaf(&[item]);
                self.attach(LEAF | leaf, &new, at, lane);
                return;
            }
            node.set(lane, &joined);
            let child = node.children[lane];
            if child & LEAF == 0 {
                (at, depth) = (child, depth + 1);
                continue;
            }
            let leaf = child & !LEAF;
            let mut items: Vec<u32> = self.bvh.items(leaf as usize).collect();
            items.push(item);
            if items.len() <= LANES {
                self.fill(leaf, &items);
            } else if depth + LANES < MAX_DEPTH {
                self.free_leaf(leaf);
                self.split(&items, bounds, (at, lane), depth + 1);
            } else {
                // A deeper tree would overflow the stacks of the traversals.
                let top = self.ancestor(at, depth - MAX_SPLIT_DEPTH as usize);
                self.rebuild(top, Some(item), bounds);
            }
            return;
        }
    }

    /// Rebuilds the subtrees that are due, and closes the holes in the arrays.
    pub(crate) fn finish(mut self, bounds: BoundsOf<'_>) -> ChangedLeaves {
        if self.bvh.nodes.first().is_none_or(|root| root.present().next().is_none()) {
            self.bvh.nodes.clear();
            self.bvh.leaves.clear();
            *self.edits = Edits::new(self.bvh, 0);
            return ChangedLeaves::All;
        }
        // Ancestors come before their descendants.
        let of_node = &self.edits.parents.of_node;
        let there = self.exhausted.iter().filter(|index| of_node[**index as usize] != DETACHED);
        let mut exhausted: Vec<_> = there.map(|&index| (self.depth(index), index)).collect();
        exhausted.sort_unstable();
        for (_, index) in exhausted {
            // A node that was rebuilt with an ancestor has a new quality record.
            let is_there = self.edits.parents.of_node[index as usize] != DETACHED;
            if !is_there || self.edits.nodes[index as usize].edits_left > 0 || !self.needs_rebuild(index) {
                continue;
            }
            if index == 0 {
                self.build_all(bounds);
                return ChangedLeaves::All;
            }
            // Starts high enough that the rebuilt subtree cannot exceed the largest depth.
            let deep = self.depth(index).saturating_sub(MAX_SPLIT_DEPTH as usize);
            self.rebuild(self.ancestor(index, deep), None, bounds);
        }
        self.close_holes();
        ChangedLeaves::Some(self.changed)
    }

    /// Counts one inserted or removed item below a node.
    fn count_edit(&mut self, index: u32) {
        let left = &mut self.edits.nodes[index as usize].edits_left;
        if *left > 0 {
            *left -= 1;
            if *left == 0 {
                self.exhausted.push(index);
            }
        }
    }

    /// Sets the box of a child, or removes the child if `fitted` is empty, and shrinks the boxes of
    /// all ancestors.
    fn shrink(&mut self, mut place: u32, fitted: &Bounds) {
        let mut fitted = *fitted;
        loop {
            let (index, lane) = (place / LANES as u32, place as usize % LANES);
            self.count_edit(index);
            let node = &mut self.bvh.nodes[index as usize];
            node.set(lane, &fitted);
            if fitted.is_empty() {
                node.children[lane] = LEAF;
            }
            fitted = node.around();
            if index == 0 {
                self.bvh.bounds = fitted;
                return;
            }
            place = self.edits.parents.of_node[index as usize];
            if fitted.is_empty() {
                self.free_node(index);
            }
        }
    }

    /// Attaches a node or leaf to a lane of a node.
    pub(super) fn attach(&mut self, child: u32, bounds: &Bounds, at: u32, lane: usize) {
        let node = &mut self.bvh.nodes[at as usize];
        node.set(lane, bounds);
        node.children[lane] = child;
        let Parents { of_leaf, of_node, .. } = &mut self.edits.parents;
        let of = if child & LEAF == 0 { of_node } else { of_leaf };
        of[(child & !LEAF) as usize] = at * LANES as u32 + lane as u32;
    }

    /// Sets the items of a leaf.
    pub(super) fn fill(&mut self, leaf: u32, items: &[u32]) {
        let mut filled = [items[items.len() - 1]; LANES];
        filled[..items.len()].copy_from_slice(items);
        self.bvh.leaves[leaf as usize] = filled;
        for item in items {
            self.edits.parents.leaf_of[*item as usize] = leaf;
        }
        self.changed.push(leaf);
    }

    pub(super) fn new_leaf(&mut self, items: &[u32]) -> u32 {
        let leaf = self.free_leaves.pop().unwrap_or_else(|| {
            self.bvh.leaves.push([0; LANES]);
            self.edits.parents.of_leaf.push(DETACHED);
            self.bvh.leaves.len() as u32 - 1
        });
        self.fill(leaf, items);
        leaf
    }

    pub(super) fn new_node(&mut self) -> u32 {
        self.free_nodes.pop().unwrap_or_else(|| {
            self.bvh.nodes.push(Node::EMPTY);
            self.edits.parents.of_node.push(DETACHED);
            self.edits.nodes.push(SubtreeQuality::NEW);
            self.bvh.nodes.len() as u32 - 1
        })
    }

    pub(super) fn free_leaf(&mut self, leaf: u32) {
        self.edits.parents.of_leaf[leaf as usize] = DETACHED;
        self.free_leaves.push(leaf);
    }

    pub(super) fn free_node(&mut self, index: u32) {
        self.edits.parents.of_node[index as usize] = DETACHED;
        self.bvh.nodes[index as usize] = Node::EMPTY;
        self.free_nodes.push(index);
    }

    /// Returns the ancestor that is this many levels above.
    pub(super) fn ancestor(&self, mut index: u32, steps: usize) -> u32 {
        for _ in 0..steps {
            index = self.edits.parents.of_node[index as usize] / LANES as u32;
        }
        index
    }

    pub(super) fn depth(&self, mut index: u32) -> usize {
        let mut depth = 0;
        while index != 0 {
            index = self.ancestor(index, 1);
            depth += 1;
        }
        depth
    }

    /// Moves the last nodes and leaves into the free indices.
    fn close_holes(&mut self) {
        let Self { bvh, edits: Edits { parents, nodes }, .. } = self;
        let Parents { leaf_of, of_leaf, of_node } = parents;
        self.free_leaves.sort_unstable_by(|a, b| b.cmp(a));
        for &hole in &self.free_leaves {
            bvh.leaves.swap_remove(hole as usize);
            of_leaf.swap_remove(hole as usize);
            if let (Some(items), Some(&place)) = (bvh.leaves.get(hole as usize), of_leaf.get(hole as usize)) {
                bvh.nodes[place as usize / LANES].children[place as usize % LANES] = LEAF | hole;
                for &item in items {
                    leaf_of[item as usize] = hole;
                }
                self.changed.push(hole);
            }
        }
        self.free_nodes.sort_unstable_by(|a, b| b.cmp(a));
        for &hole in &self.free_nodes {
            bvh.nodes.swap_remove(hole as usize);
            of_node.swap_remove(hole as usize);
            nodes.swap_remove(hole as usize);
            let Some(&place) = of_node.get(hole as usize) else { continue };
            bvh.nodes[place as usize / LANES].children[place as usize % LANES] = hole;
            let node = &bvh.nodes[hole as usize];
            for lane in node.present() {
                let child = node.children[lane];
                let of = if child & LEAF == 0 { &mut *of_node } else { &mut *of_leaf };
                of[(child & !LEAF) as usize] = hole * LANES as u32 + lane as u32;
            }
        }
    }
}

fn around(items: &[u32], bounds: BoundsOf<'_>) -> Bounds {
    let mut around = Bounds::EMPTY;
    for &item in items {
        around.join(&bounds(item));
    }
    around
}

impl Bvh {
    /// Returns all nodes, parents before their children.
    pub(super) fn parents_first(&self) -> Vec<u32> {
        let mut all = Vec::with_capacity(self.nodes.len());
        all.extend(self.nodes.first().map(|_| 0));
        let mut seen = 0;
        while let Some(&open) = all.get(seen) {
            let node = &self.nodes[open as usize];
            all.extend(node.present().map(|lane| node.children[lane]).filter(|child| child & LEAF == 0));
            seen += 1;
        }
        all
    }
}

impl Node {
    /// Returns the lanes that have a child.
    pub(super) fn present(&self) -> impl Iterator<Item = usize> + use<'_> {
        (0..LANES).filter(|lane| !self.bounds(*lane).is_empty())
    }

    /// Returns the lane in which the box costs least, and the box that the lane then has. An empty
    /// lane is chosen if that costs less area than any child would grow.
    fn cheapest(&self, new: &Bounds) -> (usize, Bounds) {
        let (mut best, mut growth, mut area) = (None, f64::INFINITY, f64::INFINITY);
        let mut empty = None;
        for lane in 0..LANES {
            let child = self.bounds(lane);
            if child.is_empty() {
                empty = empty.or(Some(lane));
                continue;
            }
            let mut joined = child;
            joined.join(new);
            let (before, after) = (child.half_area(), joined.half_area());
            if best.is_none() || after - before < growth || (after - before == growth && before < area) {
                (best, growth, area) = (Some((lane, joined)), after - before, before);
            }
        }
        match (best, empty) {
            (Some(best), None) => best,
            (Some(best), Some(_)) if growth <= new.half_area() => best,
            (_, empty) => (empty.unwrap_or(0), *new),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that every item is in one leaf, every box is tight, all links are consistent, and
    /// there are no holes.
    fn assert_sound(bvh: &Bvh, edits: &Edits, boxes: &[Bounds]) {
        let Edits { parents, nodes } = edits;
        let (mut seen, mut leaves, mut inner) = (vec![0; boxes.len()], 0, 0);
        let mut open: Vec<(u32, usize, Bounds)> =
            bvh.nodes.first().map(|_| (0, 0, bvh.bounds)).into_iter().collect();
        while let Some((index, depth, bounds)) = open.pop() {
            let node = &bvh.nodes[index as usize];
            inner += 1;
            assert!(depth < MAX_DEPTH);
            assert_eq!(node.around(), bounds);
            for lane in (0..LANES).filter(|lane| node.bounds(*lane).is_empty()) {
                assert_eq!((node.children[lane], node.bounds(lane)), (LEAF, Bounds::EMPTY));
            }
            for lane in node.present() {
                let (child, place) = (node.children[lane], index * LANES as u32 + lane as u32);
                if child & LEAF == 0 {
                    assert_eq!(parents.of_node[child as usize], place);
                    open.push((child, depth + 1, node.bounds(lane)));
                    continue;
                }
                let leaf = child & !LEAF;
                leaves += 1;
                assert_eq!(parents.of_leaf[leaf as usize], place);
                let items: Vec<u32> = bvh.items(leaf as usize).collect();
                assert_eq!(node.bounds(lane), around(&items, &|item| boxes[item as usize]));
                for item in items {
                    seen[item as usize] += 1;
                    assert_eq!(parents.leaf_of[item as usize], leaf);
                }
            }
        }
        assert!(seen.into_iter().all(|times| times == 1));
        assert_eq!((leaves, inner, inner), (bvh.leaves.len(), bvh.nodes.len(), nodes.len()));
    }

    /// Returns numbers from 0 to 1.
    fn numbers(mut state: u64) -> impl FnMut() -> f32 {
        move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 40) as f32 / (1 << 24) as f32
        }
    }

    fn edit(bvh: &mut Bvh, edits: &mut Edits, boxes: &mut Vec<Bounds>, out: usize, new: &[Bounds], at: f32) {
        let mut edit = Edit::new(bvh, edits);
        for _ in 0..out {
            let item = (at * boxes.len() as f32) as usize;
            edit.remove(item as u32, &|item| boxes[item as usize]);
            if item + 1 < boxes.len() {
                edit.rename(boxes.len() as u32 - 1, item as u32);
            }
            boxes.swap_remove(item);
            edit.resize(boxes.len());
        }
        let first = boxes.len();
        boxes.extend_from_slice(new);
        edit.resize(boxes.len());
        let bounds = |item: u32| boxes[item as usize];
        (first..boxes.len()).for_each(|item| edit.insert(item as u32, &bounds));
        edit.finish(&bounds);
    }

    #[test]
    fn random_edits_keep_the_tree_valid_and_efficient() {
        for seed in 0..40 {
            let mut number = numbers(seed);
            let mut any = |size: f32| {
                let low = [number(), number(), number()];
                Bounds { planes: [low, low.map(|x| x + size * number())] }
            };
            let mut boxes: Vec<Bounds> =
                (0..[1, 9, 200, 2000][seed as usize % 4]).map(|_| any(0.1)).collect();
            let mut bvh = Bvh::build(boxes.iter().copied());
            let mut edits = Edits::new(&bvh, boxes.len());
            let mut number = numbers(!seed);
            for step in 0..60 {
                let out = (number() * 60.0) as usize;
                // Occasionally removes all items.
                let out = if step % 20 == 19 { boxes.len() } else { out.min(boxes.len()) };
                let new: Vec<_> =
                    (0..=(number() * 60.0) as usize).map(|_| any(0.02 + 0.2 * number())).collect();
                edit(&mut bvh, &mut edits, &mut boxes, out, &new, number());
                assert_sound(&bvh, &edits, &boxes);
            }
            let rebuilt = Bvh::build(boxes.iter().copied());
            assert!(bvh.area() < rebuilt.area() * 1.5, "{} {}", bvh.area(), rebuilt.area());
            assert!(bvh.bytes() < rebuilt.bytes() * 2 + 4096, "{} {}", bvh.bytes(), rebuilt.bytes());
            let all = boxes.len();
            edit(&mut bvh, &mut edits, &mut boxes, all, &[], 0.5);
            assert_sound(&bvh, &edits, &[]);
        }
    }

    #[test]
    fn nested_boxes_do_not_exceed_the_largest_depth() {
        let mut boxes = vec![Bounds { planes: [[0.0; 3], [1e30; 3]] }];
        let mut bvh = Bvh::build(boxes.iter().copied());
        let mut edits = Edits::new(&bvh, 1);
        let mut size = 1e30_f32;
        for step in 0..6000 {
            size *= 0.98;
            let new = Bounds { planes: [[0.0; 3], [size; 3]] };
            edit(&mut bvh, &mut edits, &mut boxes, 0, &[new], 0.0);
            if step % 100 == 0 {
                assert_sound(&bvh, &edits, &boxes);
            }
        }
        assert_sound(&bvh, &edits, &boxes);
    }
}
