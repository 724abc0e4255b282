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

use super::build::{Binary, BinaryNode};
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

/// Nodes of eight, by the ways that were found.
pub(super) fn collapse(binary: &Binary) -> Bvh {
    let Some(root) = binary.nodes.first() else { return Bvh::default() };
    // Counted first, for large arrays that grow are copied, and not on large pages.
    let (mut nodes, mut leaves) = (1, 0);
    let mut open = vec![0];
    let mut children = Vec::with_capacity(LANES);
    while let Some(node) = open.pop() {
        children_of(&binary.nodes, node, &mut children);
        for &child in &children {
            if binary.nodes[child as usize].count != 0 {
                leaves += 1;
            } else {
                nodes += 1;
                open.push(child);
            }
        }
    }
    let mut bvh = Bvh {
        bounds: root.bounds,
        nodes: large(nodes),
        leaves: Vec::with_capacity(leaves),
        level: best_level(),
    };
    bvh.nodes.push(Node::EMPTY);
    let mut open = vec![(0, 0)];
    while let Some((node, made)) = open.pop() {
        children_of(&binary.nodes, node, &mut children);
        let below = open.len();
        for (lane, &child) in children.iter().enumerate() {
            let node = &binary.nodes[child as usize];
            let name = if node.count != 0 {
                bvh.leaves.push(leaf(&binary.items[node.first as usize..][..node.count as usize]));
                LEAF | (bvh.leaves.len() as u32 - 1)
            } else {
                open.push((child, bvh.nodes.len()));
                bvh.nodes.push(Node::EMPTY);
                bvh.nodes.len() as u32 - 1
            };
            let parent = &mut bvh.nodes[made];
            parent.children[lane] = name;
            for side in 0..2 {
                for axis in 0..3 {
                    parent.planes[side][axis][lane] = node.bounds.planes[side][axis];
                }
            }
        }
        open[below..].reverse();
    }
    bvh
}

/// The items, the last of them repeated.
fn leaf(items: &[u32]) -> [u32; LANES] {
    let mut filled = [items[items.len() - 1]; LANES];
    filled[..items.len()].copy_from_slice(items);
    filled
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
