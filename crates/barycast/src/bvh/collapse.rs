//! Nodes of eight from a binary tree, at the least cost by the surface-area heuristic.
//!
//! A subtree of the binary tree becomes one child (a leaf, or a node of its own) or hands several children to
//! the node above. With `c(n, k)` the least cost of making at most `k` children of the subtree at `n`,
//!
//! ```text
//! c(n, 1) = area(n) + split(n, 8)                         of a leaf, or if that costs less, area(n)
//! c(n, k) = min(split(n, k), c(n, k - 1))
//! split(n, k) = min over j of c(left, j) + c(right, k - j)
//! ```
//!
//! Binary trees have their children after their parents, so the table is filled from the end. Opening the largest
//! child until there are eight leaves more nodes half empty, near the leaves.
//! Source: [Ylitie 2017].

use super::build::{Binary, BinaryNode, map};
use super::memory::large;
use super::node::{Bvh, LANES, LEAF, Node};
use crate::number::best_level;
use alloc::vec;
use alloc::vec::Vec;

/// What the best ways for one subtree cost.
#[derive(Clone, Copy, Default)]
pub(super) struct Sum {
    /// For 1 to 8 children; the last is only ever split further.
    cost: [f32; LANES],
    /// The slots of its items.
    first: u32,
    count: u32,
}

impl Sum {
    /// Not yet found.
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }
}

/// Finds the best ways for the subtree at `index`, after its children's. Of a whole tree of area `whole`, with leaves of up to `full` items.
///
/// A way is how many of `k` children come from the left side; 0 is the way with one child fewer.
#[inline(always)]
pub(super) fn plan(nodes: &mut [BinaryNode], sums: &mut [Sum], index: usize, full: usize, whole: f64) {
    let node = &mut nodes[index];
    // Areas that are no numbers count as the whole. A look into a leaf costs as much as one at a node.
    let share = (node.bounds.half_area() / whole) as f32;
    let area = if share <= 1.0 { share } else { 1.0 };
    if node.count != 0 {
        sums[index] = Sum { cost: [area; LANES], first: node.first, count: node.count };
        return;
    }
    let (left, right) = (&sums[node.first as usize], &sums[node.first as usize + 1]);
    let mut sum = Sum { cost: [f32::INFINITY; LANES], first: left.first, count: left.count + right.count };
    for k in 2..=LANES {
        for j in 1..k {
            let cost = left.cost[j - 1] + right.cost[k - j - 1];
            if cost < sum.cost[k - 1] {
                sum.cost[k - 1] = cost;
                node.ways[k - 1] = j as u8;
            }
        }
    }
    let inner = area + sum.cost[LANES - 1];
    if sum.count as usize <= full && area <= inner {
        (node.first, node.count) = (sum.first, sum.count);
        sum.cost = [area; LANES];
    } else {
        (sum.cost[0], node.ways[0]) = (inner, node.ways[LANES - 1]);
        for k in 1..LANES - 1 {
            if sum.cost[k - 1] <= sum.cost[k] {
                (sum.cost[k], node.ways[k]) = (sum.cost[k - 1], 0);
            }
        }
    }
    sums[index] = sum;
}

/// So much memory is first touched by one thread.
#[cfg(feature = "rayon")]
const CHUNK: usize = 1 << 10;
/// Subtrees that are made on their own.
const PARTS: usize = 256;

/// Nodes of eight, by the ways that were found: the first ones row by row, and what hangs below them on all cores with the
/// feature `rayon`.
pub(super) fn collapse(binary: &Binary) -> Bvh {
    let Some(root) = binary.nodes.first() else { return Bvh::default() };
    // Binary nodes that become nodes of eight; those that wait at the end are parts.
    let (mut roots, mut top, mut top_leaves) = (vec![0], 0, 0);
    let mut children = Vec::with_capacity(LANES);
    while top < roots.len() && roots.len() - top < PARTS {
        children_of(&binary.nodes, roots[top], &mut children);
        let inner = children.iter().copied().filter(|&child| !binary.is_leaf(child));
        roots.extend(inner);
        top_leaves += children.iter().filter(|&&child| binary.is_leaf(child)).count();
        top += 1;
    }
    // Counted first, for large arrays that grow are copied, and not on large pages.
    let sizes = map(roots[top..].to_vec(), |root| binary.size_of(root));
    let sum = |f: fn(&Size) -> usize| sizes.iter().map(f).sum::<usize>();
    let mut nodes = filled(top + sum(|size| size.nodes), &Node::EMPTY);
    let mut leaves = filled(top_leaves + sum(|size| size.leaves), &[0; LANES]);
    let (top_nodes, mut rest_nodes) = nodes.split_at_mut(top);
    let (top_leaves, mut rest_leaves) = leaves.split_at_mut(top_leaves);
    // Of every root where its node is.
    let mut places: Vec<u32> = (0..top as u32).collect();
    let mut parts = Vec::with_capacity(sizes.len());
    let (mut first_node, mut first_leaf) = (top, top_leaves.len());
    for (&root, size) in roots[top..].iter().zip(&sizes) {
        let (nodes, leaves);
        (nodes, rest_nodes) = rest_nodes.split_at_mut(size.nodes);
        (leaves, rest_leaves) = rest_leaves.split_at_mut(size.leaves);
        places.push(first_node as u32);
        parts.push((root, Part { nodes, leaves, first_node, first_leaf }));
        first_node += size.nodes;
        first_leaf += size.leaves;
    }
    let (mut next, mut made_leaves) = (1, 0);
    for (node, &root) in top_nodes.iter_mut().zip(&roots) {
        children_of(&binary.nodes, root, &mut children);
        for (lane, &child) in children.iter().enumerate() {
            let name = if binary.is_leaf(child) {
                top_leaves[made_leaves] = binary.leaf(child);
                made_leaves += 1;
                LEAF | (made_leaves as u32 - 1)
            } else {
                next += 1;
                places[next - 1]
            };
            node.hang(lane, name, &binary.nodes[child as usize]);
        }
    }
    map(parts, |(root, mut part)| binary.fill(root, &mut part));
    Bvh { bounds: root.bounds, nodes, leaves, level: best_level() }
}

/// So many copies: on all cores with the feature `rayon`, for memory is first touched here.
fn filled<T: Clone + Send + Sync>(count: usize, with: &T) -> Vec<T> {
    let mut all = large(count);
    #[cfg(feature = "rayon")]
    if count > CHUNK {
        use rayon::prelude::*;
        (0..count).into_par_iter().with_min_len(CHUNK).map(|_| with.clone()).collect_into_vec(&mut all);
    }
    // Where that has not been done.
    all.resize(count, with.clone());
    all
}

/// How many nodes of eight and leaves a subtree becomes.
#[derive(Clone, Copy, Default)]
struct Size {
    nodes: usize,
    leaves: usize,
}

/// Where the nodes and leaves of a subtree go, and the numbers of the first ones.
struct Part<'a> {
    nodes: &'a mut [Node],
    leaves: &'a mut [[u32; LANES]],
    first_node: usize,
    first_leaf: usize,
}

impl Binary {
    #[inline(always)]
    fn is_leaf(&self, node: u32) -> bool {
        self.nodes[node as usize].count != 0
    }

    /// The items of a leaf, the last of them repeated.
    #[inline(always)]
    fn leaf(&self, node: u32) -> [u32; LANES] {
        let node = &self.nodes[node as usize];
        let items = &self.items[node.first as usize..][..node.count as usize];
        let mut filled = [items[items.len() - 1]; LANES];
        filled[..items.len()].copy_from_slice(items);
        filled
    }

    fn size_of(&self, root: u32) -> Size {
        let mut size = Size::default();
        let mut open = vec![root];
        let mut children = Vec::with_capacity(LANES);
        while let Some(node) = open.pop() {
            size.nodes += 1;
            children_of(&self.nodes, node, &mut children);
            for &child in &children {
                if self.is_leaf(child) {
                    size.leaves += 1;
                } else {
                    open.push(child);
                }
            }
        }
        size
    }

    fn fill(&self, root: u32, part: &mut Part<'_>) {
        let (mut nodes, mut leaves) = (1, 0);
        let mut open = vec![(root, 0)];
        let mut children = Vec::with_capacity(LANES);
        while let Some((node, made)) = open.pop() {
            children_of(&self.nodes, node, &mut children);
            let below = open.len();
            for (lane, &child) in children.iter().enumerate() {
                let name = if self.is_leaf(child) {
                    part.leaves[leaves] = self.leaf(child);
                    leaves += 1;
                    LEAF | (part.first_leaf + leaves - 1) as u32
                } else {
                    open.push((child, nodes));
                    nodes += 1;
                    (part.first_node + nodes - 1) as u32
                };
                part.nodes[made].hang(lane, name, &self.nodes[child as usize]);
            }
            open[below..].reverse();
        }
    }
}

impl Node {
    /// Hangs a child into a lane.
    #[inline(always)]
    fn hang(&mut self, lane: usize, name: u32, child: &BinaryNode) {
        self.children[lane] = name;
        for side in 0..2 {
            for axis in 0..3 {
                self.planes[side][axis][lane] = child.bounds.planes[side][axis];
            }
        }
    }
}

/// The binary nodes that become the children of the node made of `node`; of a lone leaf itself.
fn children_of(nodes: &[BinaryNode], node: u32, children: &mut Vec<u32>) {
    children.clear();
    let mut open = [(0, 0); LANES + 1];
    let mut len = 0;
    let mut next = Some((node, LANES));
    while let Some((index, mut k)) = next {
        let node = &nodes[index as usize];
        // The root has its eight children by the way to one.
        let mut way = node.ways[if k == LANES { 0 } else { k - 1 }];
        while way == 0 && k > 1 {
            k -= 1;
            way = node.ways[k - 1];
        }
        if node.count == 0 && k > 1 {
            let left = usize::from(way);
            open[len] = (node.first + 1, k - left);
            len += 1;
            next = Some((node.first, left));
            continue;
        }
        children.push(index);
        next = None;
        if len > 0 {
            len -= 1;
            next = Some(open[len]);
        }
    }
}
