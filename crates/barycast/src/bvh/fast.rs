//! Building fast: along a curve that fills space, cut where the curve leaves a cube.
//!
//! The middle of each box lies in a cell of a grid of 1024 cells an axis, and the cell's place on the curve is the number
//! that has the bits of its three coordinates in turn. Sorted by it, whatever lies in a cube that halving makes is one
//! range, and a range is cut where the highest bit changes that is not the same in all of it. Only numbers are
//! moved, and no cut is searched for. `cargo xtask bench meshes -- --only ours,ours-fast` shows what that saves, and what it costs
//! rays.
//!
//! Source: [Lauterbach 2009].

use super::build::{Binary, BinaryNode};
use super::collapse::{Sum, plan};
use super::hull::{Hull, Item, NOTHING, bounds_of, hulls_of_all, joined_items};
use super::memory::{fetch, large};
use super::node::LANES;
use super::watch::Watch;
use super::workers::map;
use crate::number::best_level;
use alloc::vec;
use alloc::vec::Vec;
use fearless_simd::{Simd, dispatch};

/// Of a cell's coordinate: enough to tell neighbours apart among ten million triangles of a surface.
const BITS: u32 = 10;
/// Ranges up to this size become a subtree in one go.
const SUBTREE: usize = 1 << 13;

/// So many items ahead of its turn each is fetched from memory.
const AHEAD: usize = 24;

/// A cell's place on the curve, above the item's index.
type Key = u64;

/// A range of the sorted items that becomes the node at `node`.
#[derive(Clone, Copy)]
struct Range {
    first: usize,
    last: usize,
    node: usize,
}

impl Binary {
    /// Leaves of up to `full` items, with the ways to make nodes of eight; `None` if the watch ended it.
    pub(super) fn build_fast(items: &[Item], full: usize, watch: &Watch<'_>) -> Option<Self> {
        if items.is_empty() {
            return Some(Self::default());
        }
        let level = best_level();
        let (hull, middles) = hulls_of_all(level, items);
        let whole = bounds_of(&hull).half_area();
        let keys = sorted(keys(items, &middles));
        let mut nodes = vec![BinaryNode::new(&hull)];
        let mut open = vec![Range { first: 0, last: keys.len(), node: 0 }];
        let mut small = Vec::new();
        while let Some(range) = open.pop() {
            if range.last - range.first <= SUBTREE {
                small.push(range);
            } else {
                open.extend(children(range, &keys, &mut nodes));
            }
        }
        let subtrees = map(small, |range| {
            let subtree = if watch.has_ended() {
                Default::default()
            } else {
                dispatch!(level, simd => subtree(simd, items, &keys, range, full, whole))
            };
            watch.add(range.last - range.first);
            (range.node, subtree)
        });
        if watch.has_ended() {
            return None;
        }
        let mut sums = vec![Sum::default(); nodes.len()];
        let top = nodes.len();
        Self::graft(&mut nodes, &mut sums, subtrees);
        for node in (0..top).rev() {
            if sums[node].is_empty() {
                join_children(&mut nodes, node);
                dispatch!(level, simd => plan(simd, &mut nodes, &mut sums, node, full, whole));
            }
        }
        Some(Self { nodes, items: keys.iter().map(|&key| key as u32).collect() })
    }
}

/// The nodes over one range, its root first, children counted from there, and what the root costs.
#[inline(always)]
fn subtree<S: Simd>(
    simd: S,
    items: &[Item],
    keys: &[Key],
    range: Range,
    full: usize,
    whole: f64,
) -> (Vec<BinaryNode>, Sum) {
    let mut nodes = Vec::with_capacity((range.last - range.first) / 2 + LANES);
    nodes.push(BinaryNode::new(&NOTHING));
    let mut open = vec![Range { node: 0, ..range }];
    while let Some(range) = open.pop() {
        if range.last - range.first > full {
            open.extend(children(range, keys, &mut nodes));
            continue;
        }
        // Ranges come from the last to the first.
        for &key in &keys[range.first.saturating_sub(AHEAD)..range.last.saturating_sub(AHEAD)] {
            fetch(&items[key as u32 as usize]);
        }
        let keys = &keys[range.first..range.last];
        let node = &mut nodes[range.node];
        *node = BinaryNode::new(&joined_items(simd, items, keys.iter().map(|&key| key as u32)));
        (node.first, node.count) = (range.first as u32, keys.len() as u32);
    }
    let mut sums = vec![Sum::default(); nodes.len()];
    for node in (0..nodes.len()).rev() {
        join_children(&mut nodes, node);
        plan(simd, &mut nodes, &mut sums, node, full, whole);
    }
    let sum = sums[0];
    (nodes, sum)
}

/// Two new nodes for the two sides of where a range is cut.
#[inline(always)]
fn children(range: Range, keys: &[Key], nodes: &mut Vec<BinaryNode>) -> [Range; 2] {
    let middle = range.first + cut(&keys[range.first..range.last]);
    let node = nodes.len();
    nodes[range.node].first = node as u32;
    nodes.extend([BinaryNode::new(&NOTHING); 2]);
    [Range { last: middle, node, ..range }, Range { first: middle, node: node + 1, ..range }]
}

/// Where the highest bit changes; the middle, where all are in one cell.
#[inline(always)]
fn cut(keys: &[Key]) -> usize {
    let (first, last) = (keys[0] >> 32, keys[keys.len() - 1] >> 32);
    if first == last {
        return keys.len() / 2;
    }
    let bit = (first ^ last).ilog2();
    let from = last >> bit << bit << 32;
    keys.partition_point(|&key| key < from)
}

#[inline(always)]
fn join_children(nodes: &mut [BinaryNode], index: usize) {
    if nodes[index].count == 0 {
        let first = nodes[index].first as usize;
        let mut bounds = nodes[first].bounds;
        bounds.join(&nodes[first + 1].bounds);
        nodes[index].bounds = bounds;
    }
}

/// Unsorted.
fn keys(items: &[Item], middles: &Hull) -> Vec<Key> {
    let mut pace = [0.0; 3];
    for axis in 0..3 {
        let size = -middles[axis + 4] - middles[axis];
        let per = (1 << BITS) as f32 / size;
        pace[axis] = if per.is_finite() { per } else { 0.0 };
    }
    let key = |item: &Item| {
        let mut place = 0;
        for axis in 0..3 {
            let cell = (item.middle(axis) - middles[axis]) * pace[axis];
            // What is no number becomes 0.
            place |= SPREAD[(cell as usize).min(SPREAD.len() - 1)] << axis;
        }
        u64::from(place) << 32 | u64::from(item.index())
    };
    let mut keys = large(items.len());
    #[cfg(feature = "rayon")]
    {
        use rayon::prelude::*;
        items.par_iter().with_min_len(1 << 12).map(key).collect_into_vec(&mut keys);
    }
    #[cfg(not(feature = "rayon"))]
    keys.extend(items.iter().map(key));
    keys
}

/// Of each number of ten bits the same with two zeros after each bit.
static SPREAD: [u32; 1 << BITS] = {
    let mut spread = [0; 1 << BITS];
    let mut number = 0;
    while number < spread.len() {
        let mut bit = 0;
        while bit < BITS {
            spread[number] |= (number as u32 >> bit & 1) << (3 * bit);
            bit += 1;
        }
        number += 1;
    }
    spread
};

/// By what is above the index, those alike in the order of their indices.
fn sorted(mut keys: Vec<Key>) -> Vec<Key> {
    let mut other: Vec<Key> = large(keys.len());
    other.resize(keys.len(), 0);
    for digit in 0..3 {
        sort_by_digit(&keys, &mut other, 32 + digit * BITS);
        core::mem::swap(&mut keys, &mut other);
    }
    keys
}

/// By the bits from `shift`, stable: chunks of keys in turn, each to its own places, so on all cores with the feature `rayon`.
fn sort_by_digit(from: &[Key], to: &mut [Key], shift: u32) {
    const DIGITS: usize = 1 << BITS;
    let digit = |key: Key| (key >> shift) as usize % DIGITS;
    let count = |keys: &[Key]| {
        let mut counts = vec![0_usize; DIGITS];
        for &key in keys {
            counts[digit(key)] += 1;
        }
        counts
    };
    #[cfg(feature = "rayon")]
    let threads = rayon::current_num_threads().clamp(1, 16);
    #[cfg(not(feature = "rayon"))]
    let threads = 1;
    let chunk = from.len().div_ceil(threads).max(1 << 14);
    let chunks: Vec<&[Key]> = from.chunks(chunk).collect();
    if chunks.len() == 1 {
        let mut at = 0;
        let mut places = count(from);
        for place in &mut places {
            at += core::mem::replace(place, at);
        }
        for &key in from {
            let place = &mut places[digit(key)];
            to[*place] = key;
            *place += 1;
        }
    } else {
        #[cfg(feature = "rayon")]
        {
            use rayon::prelude::*;
            let counts: Vec<_> = chunks.par_iter().map(|keys| count(keys)).collect();
            let mut places: Vec<Vec<&mut [Key]>> =
                counts.iter().map(|_| Vec::with_capacity(DIGITS)).collect();
            let mut rest = to;
            for digit in 0..DIGITS {
                for (places, counts) in places.iter_mut().zip(&counts) {
                    let (place, after) = rest.split_at_mut(counts[digit]);
                    places.push(place);
                    rest = after;
                }
            }
            chunks.par_iter().zip(places).for_each(|(keys, mut places)| {
                let mut filled = vec![0_usize; DIGITS];
                for &key in *keys {
                    let digit = digit(key);
                    places[digit][filled[digit]] = key;
                    filled[digit] += 1;
                }
            });
        }
    }
}
