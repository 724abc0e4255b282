//! Taking items out of a tree and into it.
//!
//! An item comes in where it makes boxes grow least: down to the leaf that needs least more area, or into a leaf of its own
//! beside those that it would make larger than that. A leaf that is full is built anew as a few leaves. An item that goes leaves
//! its boxes as small as what is left; leaves and nodes of nothing go too, and the last ones take their places, so that all lie
//! without holes.
//!
//! Every node has an [`Account`], by which all below it is built anew when that is due.

use super::account::{Account, Below};
use super::build::{MAX_DEPTH, MAX_SPLIT_DEPTH};
use super::node::{Bounds, Bvh, LANES, LEAF, Node};
use super::refit::Parents;
use alloc::vec;
use alloc::vec::Vec;

/// Who hangs nowhere.
const NOWHERE: u32 = u32::MAX;

/// What a tree must know of itself to be edited.
#[derive(Clone, Debug)]
pub(crate) struct Edits {
    pub(super) parents: Parents,
    /// Of each node.
    pub(super) nodes: Vec<Account>,
}

impl Edits {
    /// Of a tree over `items` items.
    pub(crate) fn new(bvh: &Bvh, items: usize) -> Self {
        let mut nodes = vec![Account::NEW; bvh.nodes.len()];
        let mut below = vec![Below::default(); bvh.nodes.len()];
        for index in bvh.parents_first().into_iter().rev().map(|index| index as usize) {
            let node = &bvh.nodes[index];
            let mut all = Below::default();
            for lane in node.present() {
                let child = node.children[lane];
                let of_child = if child & LEAF == 0 {
                    below[child as usize]
                } else {
                    Below::of_items(bvh.items((child & !LEAF) as usize).count())
                };
                all.add(&node.bounds(lane), &of_child);
            }
            below[index] = all;
            nodes[index] = Account::of(node, &all);
        }
        Self { parents: Parents::new(bvh, items), nodes }
    }

    /// How many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        self.parents.bytes() + size_of_val(self.nodes.as_slice())
    }
}

/// What an edit has done to the leaves.
pub(crate) enum Changed {
    /// These hold others than before; some may no longer be there.
    Some(Vec<u32>),
    All,
}

/// An edit that goes on: nodes and leaves keep their places until it is [finished](Self::finish).
pub(crate) struct Edit<'a> {
    pub(super) bvh: &'a mut Bvh,
    pub(super) edits: &'a mut Edits,
    changed: Vec<u32>,
    /// Nodes below which no more may come and go.
    tired: Vec<u32>,
    free_nodes: Vec<u32>,
    free_leaves: Vec<u32>,
}

/// The box of each item.
pub(super) type BoundsOf<'a> = &'a (dyn Fn(u32) -> Bounds + Sync);

impl<'a> Edit<'a> {
    pub(crate) fn new(bvh: &'a mut Bvh, edits: &'a mut Edits) -> Self {
        let none = Vec::new;
        Self { bvh, edits, changed: none(), tired: none(), free_nodes: none(), free_leaves: none() }
    }

    /// Takes an item out.
    pub(crate) fn remove(&mut self, item: u32, bounds: BoundsOf<'_>) {
        let leaf = self.edits.parents.leaf_of[item as usize];
        let place = self.edits.parents.of_leaf[leaf as usize];
        let rest: Vec<u32> = self.bvh.items(leaf as usize).filter(|other| *other != item).collect();
        self.edits.parents.leaf_of[item as usize] = NOWHERE;
        if rest.is_empty() {
            self.free_leaf(leaf);
            self.shrink(place, &Bounds::EMPTY);
        } else {
            self.fill(leaf, &rest);
            self.shrink(place, &around(&rest, bounds));
        }
    }

    /// An item has another number from now on, which no other has.
    pub(crate) fn rename(&mut self, from: u32, to: u32) {
        let leaf_of = &mut self.edits.parents.leaf_of;
        let leaf = core::mem::replace(&mut leaf_of[from as usize], NOWHERE);
        leaf_of[to as usize] = leaf;
        for item in &mut self.bvh.leaves[leaf as usize] {
            *item = if *item == from { to } else { *item };
        }
    }

    /// There are so many items from now on, of which those beyond are in no leaf.
    pub(crate) fn resize(&mut self, items: usize) {
        self.edits.parents.leaf_of.resize(items, NOWHERE);
    }

    /// Puts an item in.
    pub(crate) fn insert(&mut self, item: u32, bounds: BoundsOf<'_>) {
        let new = bounds(item);
        self.bvh.bounds.join(&new);
        let (mut at, mut depth) = (0, 0);
        loop {
            self.spend(at);
            let node = &mut self.bvh.nodes[at as usize];
            let (lane, joined) = node.cheapest(&new);
            if node.bounds(lane).is_empty() {
                let leaf = self.new_leaf(&[item]);
                self.hang(LEAF | leaf, &new, at, lane);
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
                // Beyond this the walks' stacks would overflow.
                let top = self.upper(at, depth - MAX_SPLIT_DEPTH as usize);
                self.rebuild(top, Some(item), bounds);
            }
            return;
        }
    }

    /// Builds anew what is due, and closes the holes.
    pub(crate) fn finish(mut self, bounds: BoundsOf<'_>) -> Changed {
        if self.bvh.nodes.first().is_none_or(|root| root.present().next().is_none()) {
            self.bvh.nodes.clear();
            self.bvh.leaves.clear();
            *self.edits = Edits::new(self.bvh, 0);
            return Changed::All;
        }
        // Those above before those below.
        let of_node = &self.edits.parents.of_node;
        let there = self.tired.iter().filter(|index| of_node[**index as usize] != NOWHERE);
        let mut tired: Vec<_> = there.map(|&index| (self.depth(index), index)).collect();
        tired.sort_unstable();
        for (_, index) in tired {
            // What was built anew for one above has its own account.
            let is_there = self.edits.parents.of_node[index as usize] != NOWHERE;
            if !is_there || self.edits.nodes[index as usize].left > 0 || !self.is_due(index) {
                continue;
            }
            if index == 0 {
                self.build_all(bounds);
                return Changed::All;
            }
            // None so deep that what is built could be too deep.
            let deep = self.depth(index).saturating_sub(MAX_SPLIT_DEPTH as usize);
            self.rebuild(self.upper(index, deep), None, bounds);
        }
        self.close_holes();
        Changed::Some(self.changed)
    }

    /// One item more or less below a node.
    fn spend(&mut self, index: u32) {
        let left = &mut self.edits.nodes[index as usize].left;
        if *left > 0 {
            *left -= 1;
            if *left == 0 {
                self.tired.push(index);
            }
        }
    }

    /// A child has this box now, or is no longer there: so have the nodes above.
    fn shrink(&mut self, mut place: u32, fitted: &Bounds) {
        let mut fitted = *fitted;
        loop {
            let (index, lane) = (place / LANES as u32, place as usize % LANES);
            self.spend(index);
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

    /// Hangs a node or leaf into a lane.
    pub(super) fn hang(&mut self, child: u32, bounds: &Bounds, at: u32, lane: usize) {
        let node = &mut self.bvh.nodes[at as usize];
        node.set(lane, bounds);
        node.children[lane] = child;
        let Parents { of_leaf, of_node, .. } = &mut self.edits.parents;
        let of = if child & LEAF == 0 { of_node } else { of_leaf };
        of[(child & !LEAF) as usize] = at * LANES as u32 + lane as u32;
    }

    /// These are the items of a leaf from now on.
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
            self.edits.parents.of_leaf.push(NOWHERE);
            self.bvh.leaves.len() as u32 - 1
        });
        self.fill(leaf, items);
        leaf
    }

    pub(super) fn new_node(&mut self) -> u32 {
        self.free_nodes.pop().unwrap_or_else(|| {
            self.bvh.nodes.push(Node::EMPTY);
            self.edits.parents.of_node.push(NOWHERE);
            self.edits.nodes.push(Account::NEW);
            self.bvh.nodes.len() as u32 - 1
        })
    }

    pub(super) fn free_leaf(&mut self, leaf: u32) {
        self.edits.parents.of_leaf[leaf as usize] = NOWHERE;
        self.free_leaves.push(leaf);
    }

    pub(super) fn free_node(&mut self, index: u32) {
        self.edits.parents.of_node[index as usize] = NOWHERE;
        self.bvh.nodes[index as usize] = Node::EMPTY;
        self.free_nodes.push(index);
    }

    /// The node so many steps above another.
    pub(super) fn upper(&self, mut index: u32, steps: usize) -> u32 {
        for _ in 0..steps {
            index = self.edits.parents.of_node[index as usize] / LANES as u32;
        }
        index
    }

    pub(super) fn depth(&self, mut index: u32) -> usize {
        let mut depth = 0;
        while index != 0 {
            index = self.upper(index, 1);
            depth += 1;
        }
        depth
    }

    /// The last nodes and leaves take the places of those that are free.
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
    /// All nodes, each before those below it.
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
    /// The lanes in which there is a child.
    pub(super) fn present(&self) -> impl Iterator<Item = usize> + use<'_> {
        (0..LANES).filter(|lane| !self.bounds(*lane).is_empty())
    }

    /// The lane in which a box costs least, and the box there with it: an empty one where that needs less area than any child
    /// would grow.
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

    /// Every item in one leaf, every box as small as can be, everything where it is said to be, and no holes.
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

    /// Numbers from 0 to 1.
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
    fn trees_stay_sound_and_good_whatever_comes_and_goes() {
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
                // Once in a while all go.
                let out = if step % 20 == 19 { boxes.len() } else { out.min(boxes.len()) };
                let new: Vec<_> =
                    (0..=(number() * 60.0) as usize).map(|_| any(0.02 + 0.2 * number())).collect();
                edit(&mut bvh, &mut edits, &mut boxes, out, &new, number());
                assert_sound(&bvh, &edits, &boxes);
            }
            let anew = Bvh::build(boxes.iter().copied());
            assert!(bvh.area() < anew.area() * 1.5, "{} {}", bvh.area(), anew.area());
            assert!(bvh.bytes() < anew.bytes() * 2 + 4096, "{} {}", bvh.bytes(), anew.bytes());
            let all = boxes.len();
            edit(&mut bvh, &mut edits, &mut boxes, all, &[], 0.5);
            assert_sound(&bvh, &edits, &[]);
        }
    }

    #[test]
    fn boxes_in_one_another_make_no_tree_too_deep_to_walk() {
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
