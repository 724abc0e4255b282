//! Nodes of eight from a binary tree, at the least cost by the surface-area heuristic.
//!
//! A subtree of the binary tree becomes one child (a leaf, or a node of its own) or hands several children to
//! the node above. With `c(n, k)` the least cost of making at most `k` children of the subtree at `n`,
//!
//! ```text
//! c(n, 1) = min(area(n) LEAF, area(n) + split(n, 8))      a leaf only of up to eight items
//! c(n, k) = min(split(n, k), c(n, k - 1))
//! split(n, k) = min over j of c(left, j) + c(right, k - j)
//! ```
//!
//! Binary trees have their children after their parents, so the table is filled from the end. Such nodes hold 7 children
//! in the mean, where opening the largest child until there are eight holds 4.
//! Source: [Ylitie 2017].

use super::build::Binary;
use super::memory::large;
use super::node::{Bvh, LANES, LEAF, Node, best_level};
use alloc::vec;
use alloc::vec::Vec;

/// What one look into a leaf costs, of any number of items, in looks at a node.
const LEAF_COST: f32 = 1.0;

/// How a subtree makes its children.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Leaf,
    /// As with one child fewer.
    Fewer,
    /// So many from the left side, the rest from the right.
    Split(u8),
}

/// The best ways for one subtree.
#[derive(Clone, Copy)]
struct Plan {
    /// For 1 to 8 children; the last is only ever split further.
    cost: [f32; LANES],
    way: [Way; LANES],
    /// The slots of its items, if it can be a leaf.
    first: u32,
    count: u32,
}

/// `fill`: the most items that a leaf may hold.
pub(super) fn collapse(binary: &Binary, fill: usize) -> Bvh {
    let Some(root) = binary.nodes.first() else { return Bvh::default() };
    let plans = plans(binary, fill);
    // Counted first, for large arrays that grow are copied, and not on large pages.
    let (mut nodes, mut leaves) = (1, 0);
    let mut open = vec![0];
    let mut children = Vec::with_capacity(LANES);
    while let Some(node) = open.pop() {
        children_of(binary, &plans, node, &mut children);
        for &child in &children {
            if plans[child as usize].way[0] == Way::Leaf {
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
        children_of(binary, &plans, node, &mut children);
        let below = open.len();
        for (lane, &child) in children.iter().enumerate() {
            let plan = &plans[child as usize];
            let name = if plan.way[0] == Way::Leaf {
                bvh.leaves.push(leaf(&binary.items[plan.first as usize..][..plan.count as usize]));
                LEAF | (bvh.leaves.len() as u32 - 1)
            } else {
                open.push((child, bvh.nodes.len()));
                bvh.nodes.push(Node::EMPTY);
                bvh.nodes.len() as u32 - 1
            };
            let parent = &mut bvh.nodes[made];
            parent.children[lane] = name;
            let bounds = &binary.nodes[child as usize].bounds;
            for side in 0..2 {
                for axis in 0..3 {
                    parent.planes[side][axis][lane] = bounds.planes[side][axis];
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

/// The best ways for every subtree.
fn plans(binary: &Binary, fill: usize) -> Vec<Plan> {
    let empty = Plan { cost: [f32::INFINITY; LANES], way: [Way::Fewer; LANES], first: 0, count: 0 };
    let mut plans = vec![empty; binary.nodes.len()];
    let whole = binary.nodes[0].bounds.half_area();
    for index in (0..binary.nodes.len()).rev() {
        let node = &binary.nodes[index];
        // Areas that are no numbers count as the whole.
        let share = (node.bounds.half_area() / whole) as f32;
        let area = if share <= 1.0 { share } else { 1.0 };
        let mut plan = empty;
        if node.count != 0 {
            (plan.first, plan.count) = (node.first, node.count);
            plan.cost = [area * LEAF_COST; LANES];
            plan.way[0] = Way::Leaf;
            plans[index] = plan;
            continue;
        }
        let (left, right) = (&plans[node.first as usize], &plans[node.first as usize + 1]);
        (plan.first, plan.count) = (left.first, left.count + right.count);
        for k in 2..=LANES {
            for j in 1..k {
                let cost = left.cost[j - 1] + right.cost[k - j - 1];
                if cost < plan.cost[k - 1] {
                    plan.cost[k - 1] = cost;
                    plan.way[k - 1] = Way::Split(j as u8);
                }
            }
        }
        let inner = area + plan.cost[LANES - 1];
        let as_leaf = area * LEAF_COST;
        if plan.count as usize <= fill && as_leaf <= inner {
            (plan.cost[0], plan.way[0]) = (as_leaf, Way::Leaf);
        } else {
            (plan.cost[0], plan.way[0]) = (inner, plan.way[LANES - 1]);
        }
        for k in 1..LANES - 1 {
            if plan.cost[k - 1] <= plan.cost[k] {
                (plan.cost[k], plan.way[k]) = (plan.cost[k - 1], Way::Fewer);
            }
        }
        plans[index] = plan;
    }
    plans
}

/// The binary nodes that become the children of the node made of `node`; of a lone leaf itself.
fn children_of(binary: &Binary, plans: &[Plan], node: u32, children: &mut Vec<u32>) {
    children.clear();
    let mut open = [(0, 0); LANES + 1];
    let mut len = 0;
    let mut next = Some((node, LANES));
    while let Some((node, mut k)) = next {
        let way = &plans[node as usize].way;
        // The root has its eight children by the way to one.
        let mut how = if k == LANES { way[0] } else { way[k - 1] };
        while how == Way::Fewer {
            k -= 1;
            how = way[k - 1];
        }
        match how {
            Way::Split(j) if k > 1 => {
                let (first, j) = (binary.nodes[node as usize].first, usize::from(j));
                open[len] = (first + 1, k - j);
                len += 1;
                next = Some((first, j));
                continue;
            }
            _ => children.push(node),
        }
        next = None;
        if len > 0 {
            len -= 1;
            next = Some(open[len]);
        }
    }
}
