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

use super::binary::{Binary, BinaryNode};
use super::memory::large;
use super::node::{Bounds, Bvh, LANES, LEAF, Node};
use super::workers::map;
use crate::number::best_level;
use alloc::vec;
use alloc::vec::Vec;
use fearless_simd::prelude::*;
use fearless_simd::{f32x8, u32x8};

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
pub(super) fn plan<S: Simd>(
    simd: S,
    nodes: &mut [BinaryNode],
    sums: &mut [Sum],
    index: usize,
    full: usize,
    whole: f64,
) {
    let node = &mut nodes[index];
    // Areas that are no numbers count as the whole. A look into a leaf costs as much as one at a node.
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

/// What it costs to make 1 to 8 children of two sides, and how many of them come from the left; infinity for 1.
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

/// The best of what is known and of `LEFT` children from the left: what `REST` from the right cost stands so many lanes further on.
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

/// The least cost of fewer children than each lane's, one of them costing `inner`; infinity for 1, and for 8, which are only ever split.
#[inline(always)]
fn with_fewer<S: Simd>(simd: S, inner: f32, split: f32x8<S>) -> f32x8<S> {
    /// The greater of these and any numbers: of those the first, and all but the last.
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

/// A number in the first lane, one in the last, and one between.
const fn ends(first: f32, between: f32, last: f32) -> [f32; LANES] {
    let mut lanes = [between; LANES];
    (lanes[0], lanes[LANES - 1]) = (first, last);
    lanes
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
        children.clear();
        children_of(&binary.nodes, roots[top], &mut children);
        let inner = children.iter().copied().filter(|&child| !binary.is_leaf(child));
        roots.extend(inner);
        top_leaves += children.iter().filter(|&&child| binary.is_leaf(child)).count();
        top += 1;
    }
    // Outlined first, for large arrays that grow are copied, and not on large pages.
    let outlines = map(roots[top..].to_vec(), |root| binary.outline_of(root));
    let sum = |f: fn(&Outline) -> usize| outlines.iter().map(f).sum::<usize>();
    let mut nodes = filled(top + sum(|outline| outline.counts.len()), &Node::EMPTY);
    let mut leaves = filled(top_leaves + sum(|outline| outline.leaves), &[0; LANES]);
    let (top_nodes, mut rest_nodes) = nodes.split_at_mut(top);
    let (top_leaves, mut rest_leaves) = leaves.split_at_mut(top_leaves);
    // Of every root where its node is.
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
            node.hang(lane, name, &binary.nodes[child as usize].bounds);
        }
    }
    map(parts, |(outline, mut part)| binary.fill(&outline, &mut part));
    Bvh { bounds: root.bounds, nodes, leaves, level: best_level() }
}

/// So many copies: on all cores with the feature `rayon`, for memory is first touched here.
pub(super) fn filled<T: Clone + Send + Sync>(count: usize, with: &T) -> Vec<T> {
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

/// What a subtree becomes, node of eight by node of eight, each before what hangs below it.
#[derive(Default)]
struct Outline {
    /// The binary nodes that become its children.
    children: Vec<u32>,
    /// How many these are, of each node of eight.
    counts: Vec<u8>,
    /// How many of all children are leaves.
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
                part.nodes[made].hang(lane, name, &self.nodes[child as usize].bounds);
            }
            open[below..].reverse();
        }
    }
}

impl Node {
    /// Hangs a child into a lane.
    #[inline(always)]
    pub(super) fn hang(&mut self, lane: usize, name: u32, bounds: &Bounds) {
        self.children[lane] = name;
        for side in 0..2 {
            for axis in 0..3 {
                self.planes[side][axis][lane] = bounds.planes[side][axis];
            }
        }
    }
}

/// Adds the binary nodes that become the children of the node made of `node`; of a lone leaf itself.
fn children_of(nodes: &[BinaryNode], node: u32, children: &mut Vec<u32>) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use fearless_simd::{Level, dispatch};

    /// The table of the head, one entry after the other: costs of splitting and their ways, and of fewer children.
    fn one_by_one(
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
    fn in_lanes_the_least_costs_are_those_found_one_by_one() {
        let mut random = fastrand::Rng::with_seed(8);
        for _ in 0..2000 {
            // Few different numbers, for ties.
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
                assert_eq!(found, one_by_one(left, right, inner), "{left:?} {right:?} {inner}");
            }
        }
    }
}
