//! Building fast: along a curve that fills space, cut where the curve leaves a cube.
//!
//! The middle of each box lies in a cell of a grid of 1024 cells an axis, and the cell's place on the curve is the number
//! that has the bits of its three coordinates in turn. Sorted by it, whatever lies in a cube that halving makes is one
//! range, and a range is cut where the highest bit changes that is not the same in all of it. Only numbers are
//! moved, and no cut is searched for: a node's range is cut seven times, each time where most items are left, and what is cut
//! off hangs below it at once. `cargo xtask bench meshes -- --only ours,ours-fast` shows what that saves, and what it costs
//! rays.
//!
//! Source: [Lauterbach 2009].

use super::collapse::filled;
use super::hull::{CHUNK, Hull, Item, NOTHING, bounds_of, hulls_of_all, joined, joined_items, load, middle};
use super::memory::fetch;
use super::node::{Bvh, LANES, LEAF, Node};
use super::watch::Watch;
use super::workers::map;
use crate::number::best_level;
use alloc::vec;
use alloc::vec::Vec;
use fearless_simd::prelude::*;
use fearless_simd::{Level, dispatch, f32x4, u32x4};

/// Of a cell's coordinate: enough to tell neighbours apart among ten million triangles of a surface.
const BITS: u32 = 10;
/// Ranges up to this size become a part in one go.
const PART: usize = 1 << 11;

/// So many items ahead of its turn each is fetched from memory.
const AHEAD: usize = 24;

/// A cell's place on the curve, above the item's index.
type Key = u64;

/// A range of the sorted items that hangs in a lane of a node.
#[derive(Clone, Copy)]
struct Range {
    first: usize,
    last: usize,
    parent: usize,
    lane: usize,
}

/// What a range becomes: nodes, each before what hangs below it, and leaves along the curve.
#[derive(Default)]
struct Part {
    nodes: Vec<Node>,
    leaves: Vec<[u32; LANES]>,
    hull: Hull,
}

/// In a part a child that is not there; others are counted from the part's first.
const NOBODY: u32 = u32::MAX;

impl Bvh {
    /// Leaves of up to eight items; `None` if the watch ended it.
    pub(super) fn build_fast(items: Vec<Item>, watch: &Watch<'_>) -> Option<Self> {
        if items.is_empty() {
            return Some(Self::default());
        }
        let level = best_level();
        let (hull, middles) = hulls_of_all(level, &items);
        let keys = sorted(keys(level, &items, &middles));
        let (mut top, mut small) = (Vec::new(), Vec::new());
        let mut open = vec![Range { first: 0, last: keys.len(), parent: 0, lane: 0 }];
        while let Some(range) = open.pop() {
            if range.len() <= PART {
                small.push(range);
            } else {
                open.extend(Children::of(&range, &keys).below(top.len()));
                top.push(range);
            }
        }
        let parts = map(small.clone(), |range| {
            let part = if watch.has_ended() {
                Part::default()
            } else {
                dispatch!(level, simd => Part::new(simd, &items, &keys, range))
            };
            watch.add(range.len());
            part
        });
        // Their memory is used again at once.
        drop((items, keys));
        (!watch.has_ended()).then(|| put_together(level, &hull, &top, &small, parts))
    }
}

/// The nodes of large ranges, and what hangs below them.
fn put_together(level: Level, hull: &Hull, top: &[Range], small: &[Range], parts: Vec<Part>) -> Bvh {
    let node_count: usize = parts.iter().map(|part| part.nodes.len()).sum();
    let leaf_count = parts.iter().map(|part| part.leaves.len()).sum();
    let mut nodes = filled(top.len() + node_count, &Node::EMPTY);
    let mut leaves = filled(leaf_count, &[0; LANES]);
    let (top_nodes, mut rest_nodes) = nodes.split_at_mut(top.len());
    let mut rest_leaves = leaves.as_mut_slice();
    let mut hulls = vec![NOTHING; top.len()];
    let mut hang = |range: &Range, name: u32, hull: &Hull, hulls: &mut [Hull]| {
        // The root hangs nowhere.
        if let Some(node) = top_nodes.get_mut(range.parent).filter(|_| name != 0) {
            node.hang(range.lane, name, &bounds_of(hull));
            hulls[range.parent] = dispatch!(level, simd => joined(simd, &[hulls[range.parent], *hull]));
        }
    };
    let mut places = Vec::with_capacity(parts.len());
    let (mut first_node, mut first_leaf) = (top.len() as u32, 0);
    for (range, part) in small.iter().zip(parts) {
        hang(range, first_node, &part.hull, &mut hulls);
        let (nodes, leaves);
        (nodes, rest_nodes) = rest_nodes.split_at_mut(part.nodes.len());
        (leaves, rest_leaves) = rest_leaves.split_at_mut(part.leaves.len());
        let from = [first_node, first_leaf];
        (first_node, first_leaf) = (first_node + nodes.len() as u32, first_leaf + leaves.len() as u32);
        places.push((part, nodes, leaves, from));
    }
    for (index, range) in top.iter().enumerate().rev() {
        hang(range, index as u32, &hulls[index].clone(), &mut hulls);
    }
    map(places, |(part, nodes, leaves, from)| part.copy_to(nodes, leaves, from));
    Bvh { bounds: bounds_of(hull), nodes, leaves, level }
}

impl Part {
    /// Of the items in a range.
    #[inline(always)]
    fn new<S: Simd>(simd: S, items: &[Item], keys: &[Key], range: Range) -> Self {
        let room = range.len() / 16 + LANES;
        let mut nodes: Vec<Node> = Vec::with_capacity(room);
        let mut leaves = Vec::with_capacity(range.len() / 4 + LANES);
        // Of each node its range, and the box of what is known to be in it.
        let (mut ranges, mut hulls) = (Vec::with_capacity(room), Vec::with_capacity(room));
        let mut open = vec![range];
        while let Some(range) = open.pop() {
            if range.len() > LANES || nodes.is_empty() {
                open.extend(Children::of(&range, keys).below(nodes.len()));
                nodes.push(Node { children: [NOBODY; LANES], ..Node::EMPTY });
                ranges.push(range);
                hulls.push(NOTHING);
                continue;
            }
            let ahead = keys.get(range.first + AHEAD..range.last + AHEAD).unwrap_or_default();
            for &key in ahead {
                fetch(&items[key as u32 as usize]);
            }
            let keys = &keys[range.first..range.last];
            let mut leaf = [keys[keys.len() - 1] as u32; LANES];
            for (item, &key) in leaf.iter_mut().zip(keys) {
                *item = key as u32;
            }
            let hull = joined_items(simd, items, leaf[..keys.len()].iter().copied());
            nodes[range.parent].hang(range.lane, LEAF | leaves.len() as u32, &bounds_of(&hull));
            hulls[range.parent] = joined(simd, &[hulls[range.parent], hull]);
            leaves.push(leaf);
        }
        for index in (1..nodes.len()).rev() {
            let (Range { parent, lane, .. }, hull) = (ranges[index], hulls[index]);
            nodes[parent].hang(lane, index as u32, &bounds_of(&hull));
            hulls[parent] = joined(simd, &[hulls[parent], hull]);
        }
        Self { nodes, leaves, hull: hulls[0] }
    }

    /// To where nodes and leaves are counted on from others.
    fn copy_to(&self, nodes: &mut [Node], leaves: &mut [[u32; LANES]], [first_node, first_leaf]: [u32; 2]) {
        leaves.copy_from_slice(&self.leaves);
        nodes.clone_from_slice(&self.nodes);
        for child in nodes.iter_mut().flat_map(|node| &mut node.children) {
            let first = if *child & LEAF == 0 { first_node } else { first_leaf };
            *child = if *child == NOBODY { LEAF } else { *child + first };
        }
    }
}

impl Range {
    #[inline(always)]
    fn len(&self) -> usize {
        self.last - self.first
    }
}

/// Where the ranges of a node's children begin and end, along the curve.
struct Children {
    ends: [usize; LANES + 1],
    count: usize,
}

impl Children {
    /// Whatever has most items is cut, as long as there is room and they are more than a leaf holds.
    #[inline(always)]
    fn of(range: &Range, keys: &[Key]) -> Self {
        let mut ends = [range.last; LANES + 1];
        ends[0] = range.first;
        let mut count = 1;
        while count < LANES {
            let mut most = 0;
            for child in 1..count {
                if ends[child + 1] - ends[child] > ends[most + 1] - ends[most] {
                    most = child;
                }
            }
            let (first, last) = (ends[most], ends[most + 1]);
            if last - first <= LANES {
                break;
            }
            for child in (most + 1..=count).rev() {
                ends[child + 1] = ends[child];
            }
            ends[most + 1] = first + cut(&keys[first..last]);
            count += 1;
        }
        Self { ends, count }
    }

    /// The ranges, the last first, to hang below a node.
    #[inline(always)]
    fn below(self, parent: usize) -> impl Iterator<Item = Range> {
        let Self { ends, count } = self;
        (0..count).rev().map(move |lane| Range { first: ends[lane], last: ends[lane + 1], parent, lane })
    }
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

/// Unsorted.
fn keys(level: Level, items: &[Item], middles: &Hull) -> Vec<Key> {
    let (mut low, mut pace) = ([0.0; 4], [0.0; 4]);
    for axis in 0..3 {
        let size = -middles[axis + 4] - middles[axis];
        let per = (1 << BITS) as f32 / size;
        low[axis] = middles[axis];
        pace[axis] = if per.is_finite() { per } else { 0.0 };
    }
    let mut keys = filled(items.len(), &0);
    map(keys.chunks_mut(CHUNK).zip(items.chunks(CHUNK)).collect(), |(keys, items)| {
        dispatch!(level, simd => write_keys(simd, keys, items, &low, &pace));
    });
    keys
}

#[inline(always)]
fn write_keys<S: Simd>(simd: S, keys: &mut [Key], items: &[Item], low: &[f32; 4], pace: &[f32; 4]) {
    let (low, pace) = (f32x4::from_slice(simd, low), f32x4::from_slice(simd, pace));
    let last = f32x4::splat(simd, (SPREAD.len() - 1) as f32);
    for (key, item) in keys.iter_mut().zip(items) {
        let cell = (middle(simd, load(simd, &item.0)) - low) * pace;
        // What is no number, too.
        let cell = cell.simd_lt(last).select(cell, last);
        let mut cells = [0; 4];
        cell.to_int::<u32x4<S>>().store_slice(&mut cells);
        let mut place = 0;
        for axis in 0..3 {
            place |= SPREAD[cells[axis] as usize % SPREAD.len()] << axis;
        }
        *key = u64::from(place) << 32 | u64::from(item.index());
    }
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
fn sorted(keys: Vec<Key>) -> Vec<Key> {
    let slots = |keys: Vec<Key>| keys.into_iter().map(Slot::new).collect();
    let mut other: Vec<Slot> = slots(filled(keys.len(), &0));
    let mut keys: Vec<Slot> = slots(keys);
    for digit in 0..3 {
        sort_by_digit(&keys, &other, Digit { shift: 32 + digit * BITS });
        core::mem::swap(&mut keys, &mut other);
    }
    keys.into_iter().map(|slot| slot.get()).collect()
}

/// Stable: chunks of keys in turn, each to its own places, so on all cores with the feature `rayon`.
fn sort_by_digit(from: &[Slot], to: &[Slot], digit: Digit) {
    #[cfg(feature = "rayon")]
    let threads = rayon::current_num_threads().clamp(1, 16);
    #[cfg(not(feature = "rayon"))]
    let threads = 1;
    let chunks = || from.chunks(from.len().div_ceil(threads).max(1 << 14));
    let mut places = map(chunks().collect(), |keys| digit.count(keys));
    let mut at = 0;
    for digit in 0..1 << BITS {
        for places in &mut places {
            at += core::mem::replace(&mut places[digit], at);
        }
    }
    map(chunks().zip(places).collect(), |(keys, places)| digit.scatter(keys, places, to));
}

/// So many bits of a key, from `shift` on.
#[derive(Clone, Copy)]
struct Digit {
    shift: u32,
}

impl Digit {
    #[inline(always)]
    fn of(self, key: Key) -> usize {
        (key >> self.shift) as usize % (1 << BITS)
    }

    /// How many keys have each.
    fn count(self, keys: &[Slot]) -> Vec<u32> {
        let mut counts = vec![0; 1 << BITS];
        for key in keys {
            counts[self.of(key.get())] += 1;
        }
        counts
    }

    /// Each key to the next of its digit's places. A function of its own: what it needs stays in registers, which a compiler
    /// that sees threads write the same slots takes for theirs.
    #[inline(never)]
    fn scatter(self, keys: &[Slot], mut places: Vec<u32>, to: &[Slot]) {
        for key in keys {
            let key = key.get();
            let place = &mut places[self.of(key)];
            to[*place as usize].set(key);
            *place += 1;
        }
    }
}

/// A key that threads may write side by side.
#[cfg(feature = "rayon")]
struct Slot(core::sync::atomic::AtomicU64);

#[cfg(feature = "rayon")]
impl Slot {
    #[inline(always)]
    fn new(key: Key) -> Self {
        Self(key.into())
    }

    #[inline(always)]
    fn get(&self) -> Key {
        self.0.load(core::sync::atomic::Ordering::Relaxed)
    }

    #[inline(always)]
    fn set(&self, key: Key) {
        self.0.store(key, core::sync::atomic::Ordering::Relaxed);
    }
}

/// A key that is written while others read.
#[cfg(not(feature = "rayon"))]
type Slot = core::cell::Cell<Key>;
