//! Collapses a binary tree into nodes of eight, at the least cost by the surface-area heuristic.
//!
//! A subtree of the binary tree becomes one child (a leaf or a node), or it contributes several
//! children to the node above. With `c(n, k)` the least cost of making at most `k` children of the
//! subtree at `n`,
//!
//! ```text
//! c(n, 1) = area(n) + split(n, 8)                         or area(n) for a leaf, if that costs less
//! c(n, k) = min(split(n, k), c(n, k - 1))
//! split(n, k) = min over j of c(left, j) + c(right, k - j)
//! ```
//!
//! Children follow their parents in a binary tree, so the table is filled from the end. The simpler
//! method, opening the largest child until there are eight, leaves more nodes half empty near the
//! leaves. Source: [Ylitie 2017].

use super::binary::{Binary, BinaryNode};
use super::memory::large;
use super::node::{Bounds, Bvh, LANES, LEAF, Node};
use super::parallel::map;
use crate::number::best_level;
use alloc::vec;
use alloc::vec::Vec;
use fearless_simd::prelude::*;
use fearless_simd::{f32x8, u32x8};

/// Least costs of one subtree, by the number of children.
#[derive(Clone, Copy, Default)]
pub(super) struct Sum {
    /// Cost of 1 to 8 children. A subtree with the last number is always split further.
    cost: [f32; LANES],
    /// Range of the slots of its items.
    first: u32,
    count: u32,
}

impl Sum {
    /// Tests whether the costs are not yet computed.
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }
}

/// Computes the best choices for the subtree at `index`, after those of its children. `whole` is
/// the half area of the whole tree; leaves have up to `full` items.
///
/// A choice is the number of the `k` children that come from the left side. 0 means to make one
/// child fewer.
#[inline(always)]
pub(super) fn plan<S: Simd>(
    simd: S,
    nodes: &mut [BinaryNode],
    sums: &mut [Sum],
    index: usize,
    full: usize,
    whole: f64,
) {
    let node = &mut nodes[index];
    // Areas that are NaN count as the whole. A leaf visit costs as much as a node visit.
    let share = (node.bounds.half_area() / whole) as f32;
    let area = if share <= 1.0 { share } else { 1.0 };
    if node.count != 0 {
        sums[index] = Sum { cost: [area; LANES], first: node.first, count: node.count };
        return;
    }
    let (left, right) = (&sums[node.first as usize], &sums[node.first as usize + 1]);
    let (split, ways) = split(simd, &left.cost, &right.cost);
    let mut sum = Sum { cost: [0.0; LANES], first: left.first, count: left.count + right.count };
    split.store_slice(&mut sum.cost);
    let inner = area + sum.cost[LANES - 1];
    if sum.count as usize <= full && area <= inner {
        (node.first, node.count) = (sum.first, sum.count);
        sum.cost = [area; LANES];
    } else {
        let fewer = with_fewer(simd, inner, split);
        let mut chosen = [0; LANES];
        fewer.simd_le(split).select(u32x8::splat(simd, 0), ways).store_slice(&mut chosen);
        fewer.min(split).store_slice(&mut sum.cost);
        (sum.cost[0], chosen[0]) = (inner, chosen[LANES - 1]);
        for (way, chosen) in node.ways.iter_mut().zip(chosen) {
            *way = chosen as u8;
        }
    }
    sums[index] = sum;
}

/// Returns the cost of making 1 to 8 children from two sides, and how many of them come from the
/// left. The cost of 1 is infinite.
#[inline(always)]
fn split<S: Simd>(simd: S, left: &[f32; LANES], right: &[f32; LANES]) -> (f32x8<S>, u32x8<S>) {
    let right = f32x8::from_slice(simd, right);
    let mut best = (f32x8::splat(simd, f32::INFINITY), u32x8::splat(simd, 0));
    best = with_left::<1, 7, S>(simd, left, right, best);
    best = with_left::<2, 6, S>(simd, left, right, best);
    best = with_left::<3, 5, S>(simd, left, right, best);
    best = with_left::<4, 4, S>(simd, left, right, best);
    best = with_left::<5, 3, S>(simd, left, right, best);
    best = with_left::<6, 2, S>(simd, left, right, best);
    with_left::<7, 1, S>(simd, left, right, best)
}

/// Improves the known best by taking `LEFT` children from the left side. The costs of the `REST`
/// children from the right are shifted by that number of lanes.
#[inline(always)]
fn with_left<const LEFT: usize, const REST: usize, S: Simd>(
    simd: S,
    left: &[f32; LANES],
    right: f32x8<S>,
    (cost, ways): (f32x8<S>, u32x8<S>),
) -> (f32x8<S>, u32x8<S>) {
    let others = f32x8::splat(simd, f32::INFINITY).slide::<REST>(right);
    let sum = f32x8::splat(simd, left[LEFT - 1]) + others;
    let is_less = sum.simd_lt(cost);
    (is_less.select(sum, cost), is_less.select(u32x8::splat(simd, LEFT as u32), ways))
}

/// Returns the least cost of fewer children than the number of each lane, where one child costs
/// `inner`. The cost is infinite for 1, and for 8, which is always split further.
#[inline(always)]
fn with_fewer<S: Simd>(simd: S, inner: f32, split: f32x8<S>) -> f32x8<S> {
    /// The maximum with this array keeps the first number and makes the others infinite. The
    /// maximum with `NOT_LAST` keeps all but the last.
    const FIRST: [f32; LANES] = ends(f32::NEG_INFINITY, f32::INFINITY, f32::INFINITY);
    const NOT_LAST: [f32; LANES] = ends(f32::NEG_INFINITY, f32::NEG_INFINITY, f32::INFINITY);
    let none = f32x8::splat(simd, f32::INFINITY);
    let one = f32x8::splat(simd, inner).max(f32x8::from_slice(simd, &FIRST));
    let fewer = none.slide::<7>(split.min(one));
    let fewer = fewer.min(none.slide::<7>(fewer));
    let fewer = fewer.min(none.slide::<6>(fewer));
    let fewer = fewer.min(none.slide::<4>(fewer));
    fewer.max(f32x8::from_slice(simd, &NOT_LAST))
}

/// Returns `first` in the first lane, `last` in the last lane, and `between` in the others.
const fn ends(first: f32, between: f32, last: f32) -> [f32; LANES] {
    let mut lanes = [between; LANES];
    (lanes[0], lanes[LANES - 1]) = (first, last);
    lanes
}

/// Number of elements that one task touches first.
#[cfg(feature = "rayon")]
const CHUNK: usize = 1 << 10;
/// Number of subtrees that are collapsed in parallel.
const PARTS: usize = 256;

/// Builds the nodes of eight from the choices. The top levels are built level by level, and the
/// subtrees below on all cores with the feature `rayon`.
pub(super) fn collapse(binary: &Binary) -> Bvh {
    let Some(root) = binary.nodes.first() else { return Bvh::default() };
    // Binary nodes that become nodes of eight. Those left at the end are the roots of the parts.
    let (mut roots, mut top, mut top_leaves) = (vec![0], 0, 0);
    let mut children = Vec::with_capacity(LANES);
    while top < roots.len() && roots.len() - top < PARTS {
        children.clear();
        children_of(&binary.nodes, roots[top], &mut children);
        let inner = children.iter().copied().filter(|&child| !binary.is_leaf(child));
        roots.extend(inner);
        top_leaves += children.iter().filter(|&&child| binary.is_leaf(child)).count();
        top += 1;
    }
    // The outlines are computed first, because arrays that grow are copied, and not to large pages.
    let outlines = map(binary.items.len(), roots[top..].to_vec(), |root| binary.outline_of(root));
    let sum = |f: fn(&Outline) -> usize| outlines.iter().map(f).sum::<usize>();
    let mut nodes = filled(top + sum(|outline| outline.counts.len()), &Node::EMPTY);
    let mut leaves = filled(top_leaves + sum(|outline| outline.leaves), &[0; LANES]);
    let (top_nodes, mut rest_nodes) = nodes.split_at_mut(top);
    let (top_leaves, mut rest_leaves) = leaves.split_at_mut(top_leaves);
    // Index of the node of every root.
    let mut places: Vec<u32> = (0..top as u32).collect();
    let mut parts = Vec::with_capacity(outlines.len());
    let (mut first_node, mut first_leaf) = (top, top_leaves.len());
    for outline in outlines {
        let (nodes, leaves);
        (nodes, rest_nodes) = rest_nodes.split_at_mut(outline.counts.len());
        (leaves, rest_leaves) = rest_leaves.split_at_mut(outline.leaves);
        places.push(first_node as u32);
        let from = (first_node, first_leaf);
        (first_node, first_leaf) = (first_node + nodes.len(), first_leaf + leaves.len());
        parts.push((outline, Part { nodes, leaves, first_node: from.0, first_leaf: from.1 }));
    }
    let (mut next, mut made_leaves) = (1, 0);
    for (node, &root) in top_nodes.iter_mut().zip(&roots) {
        children.clear();
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
            node.attach(lane, name, &binary.nodes[child as usize].bounds);
        }
    }
    map(binary.items.len(), parts, |(outline, mut part)| binary.fill(&outline, &mut part));
    Bvh { bounds: root.bounds, nodes, leaves, level: best_level() }
}

/// Returns `count` copies. With the feature `rayon` all cores write them, because this touches the
/// memory for the first time.
pub(super) fn filled<T: Clone + Send + Sync>(count: usize, with: &T) -> Vec<T> {
    let mut all = large(count);
    #[cfg(feature = "rayon")]
    if count > CHUNK {
        use rayon::prelude::*;
        (0..count).into_par_iter().with_min_len(CHUNK).map(|_| with.clone()).collect_into_vec(&mut all);
    }
    // Covers the case that the parallel fill has not run.
    all.resize(count, with.clone());
    all
}

/// Structure of a collapsed subtree: one entry for each node of eight, each before those below it.
#[derive(Default)]
struct Outline {
    /// Binary nodes that become the children.
    children: Vec<u32>,
    /// Number of children of each node of eight.
    counts: Vec<u8>,
    /// Number of leaves among all children.
    leaves: usize,
}

/// Destination of the nodes and leaves of a subtree, and the index of the first of each.
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

    /// Returns the items of a leaf. The last item is repeated to fill the lanes.
    #[inline(always)]
    fn leaf(&self, node: u32) -> [u32; LANES] {
        let node = &self.nodes[node as usize];
        let items = &self.items[node.first as usize..][..node.count as usize];
        let mut filled = [items[items.len() - 1]; LANES];
        filled[..items.len()].copy_from_slice(items);
        filled
    }

    fn outline_of(&self, root: u32) -> Outline {
        let mut outline = Outline::default();
        let mut open = vec![root];
        while let Some(node) = open.pop() {
            let from = outline.children.len();
            children_of(&self.nodes, node, &mut outline.children);
            let children = &outline.children[from..];
            outline.counts.push(children.len() as u8);
            open.extend(children.iter().rev().filter(|child| !self.is_leaf(**child)));
            outline.leaves += children.iter().filter(|child| self.is_leaf(**child)).count();
        }
        outline
    }

    fn fill(&self, outline: &Outline, part: &mut Part<'_>) {
        let (mut nodes, mut leaves) = (1, 0);
        let mut open = vec![0];
        let mut rest = outline.children.as_slice();
        for count in &outline.counts {
            let Some(made) = open.pop() else { return };
            let children;
            (children, rest) = rest.split_at(usize::from(*count));
            let below = open.len();
            for (lane, &child) in children.iter().enumerate() {
                let name = if self.is_leaf(child) {
                    part.leaves[leaves] = self.leaf(child);
                    leaves += 1;
                    LEAF | (part.first_leaf + leaves - 1) as u32
                } else {
                    open.push(nodes);
                    nodes += 1;
                    (part.first_node + nodes - 1) as u32
                };
                part.nodes[made].attach(lane, name, &self.nodes[child as usize].bounds);
            }
            open[below..].reverse();
        }
    }
}

impl Node {
    /// Stores a child and its box in a lane.
    #[inline(always)]
    pub(super) fn attach(&mut self, lane: usize, name: u32, bounds: &Bounds) {
        self.children[lane] = name;
        for side in 0..2 {
            for axis in 0..3 {
                self.planes[side][axis][lane] = bounds.planes[side][axis];
            }
        }
    }
}

/// Appends the binary nodes that become the children of the node made of `node`. A tree of one leaf
/// has that leaf as its child.
fn children_of(nodes: &[BinaryNode], node: u32, children: &mut Vec<u32>) {
    let mut open = [(0, 0); LANES + 1];
    let mut len = 0;
    let mut next = Some((node, LANES));
    while let Some((index, mut k)) = next {
        let node = &nodes[index as usize];
        // The root makes eight children by the choice for one.
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

#[cfg(test)]
mod tests {
    use super::*;
    use fearless_simd::{Level, dispatch};

    /// Computes the table of the module's head entry by entry: the split costs with their choices,
    /// and the costs of fewer children.
    fn scalar_costs(
        left: [f32; LANES],
        right: [f32; LANES],
        inner: f32,
    ) -> ([f32; LANES], [u32; LANES], [f32; LANES]) {
        let (mut cost, mut ways, mut fewer) = ([f32::INFINITY; LANES], [0; LANES], [f32::INFINITY; LANES]);
        for k in 2..=LANES {
            for j in 1..k {
                let sum = left[j - 1] + right[k - j - 1];
                if sum < cost[k - 1] {
                    (cost[k - 1], ways[k - 1]) = (sum, j as u32);
                }
            }
        }
        for k in 2..LANES {
            fewer[k - 1] = cost[1..k - 1].iter().copied().fold(inner, f32::min);
        }
        (cost, ways, fewer)
    }

    #[test]
    fn simd_costs_equal_scalar_costs() {
        let mut random = fastrand::Rng::with_seed(8);
        for _ in 0..2000 {
            // Few distinct numbers, so that ties occur.
            let mut number = || if random.u8(..8) == 0 { f32::INFINITY } else { random.u8(..6).into() };
            let (left, right, inner) =
                (core::array::from_fn(|_| number()), core::array::from_fn(|_| number()), number());
            for level in [best_level(), Level::baseline()] {
                let found = dispatch!(level, simd => {
                    let (split, of_left) = split(simd, &left, &right);
                    let (mut cost, mut ways, mut fewer) = ([0.0; LANES], [0; LANES], [0.0; LANES]);
                    split.store_slice(&mut cost);
                    of_left.store_slice(&mut ways);
                    with_fewer(simd, inner, split).store_slice(&mut fewer);
                    (cost, ways, fewer)
                });
                assert_eq!(found, scalar_costs(left, right, inner), "{left:?} {right:?} {inner}");
            }
        }
    }
}
