//! Fast build along a space-filling curve (linear BVH).
//!
//! The centroid of each box lies in a cell of a grid with 1024 cells per axis. The Morton code of
//! the cell interleaves the bits of its three coordinates. After sorting by Morton code, the items
//! of any cube of the hierarchical subdivision form one range, and a range is split at its highest
//! bit that differs. Only codes are moved, and no plane is searched for. Each node is split seven
//! times, each time at the child with the most items, so that nodes of eight are made directly.
//! `cargo xtask bench meshes -- --only ours,ours-fast` measures the time saved and the cost for
//! rays.
//!
//! Source: [Lauterbach 2009].

use super::collapse::filled;
use super::memory::prefetch;
use super::node::{Bvh, LANES, LEAF, Node};
use super::packed_box::{
    CHUNK, Item, NOTHING, PackedBox, bounds_of, boxes_and_centroids_of_all, doubled_centroid, joined,
    joined_items, load,
};
use super::parallel::map;
use super::progress::Progress;
use crate::number::best_level;
use alloc::vec;
use alloc::vec::Vec;
use fearless_simd::prelude::*;
use fearless_simd::{Level, dispatch, f32x4, u32x4};

/// Bits of a cell coordinate, enough to distinguish neighbours among ten million triangles of a
/// surface.
const BITS: u32 = 10;
/// Largest range that one task builds into a part.
const PART: usize = 1 << 11;

/// Number of items by which prefetching runs ahead.
const AHEAD: usize = 24;

/// Morton code of the cell, above the index of the item.
type Key = u64;

/// Range of the sorted items, attached to a lane of a node.
#[derive(Clone, Copy)]
struct Range {
    first: usize,
    last: usize,
    parent: usize,
    lane: usize,
}

/// Result of one range: nodes, each before those below it, and leaves in the order of the curve.
#[derive(Default)]
struct Part {
    nodes: Vec<Node>,
    leaves: Vec<[u32; LANES]>,
    hull: PackedBox,
}

/// Missing child within a part. Other children are relative to the start of the part.
const MISSING: u32 = u32::MAX;

impl Bvh {
    /// Builds leaves of up to eight items. Returns `None` if the callback cancels the build.
    pub(super) fn build_fast(items: Vec<Item>, progress: &Progress<'_>) -> Option<Self> {
        if items.is_empty() {
            return Some(Self::default());
        }
        let level = best_level();
        let (hull, centroids) = boxes_and_centroids_of_all(level, &items);
        let keys = sorted(keys(level, &items, &centroids));
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
        let parts = map(items.len(), small.clone(), |range| {
            let part = if progress.is_cancelled() {
                Part::default()
            } else {
                dispatch!(level, simd => Part::new(simd, &items, &keys, range))
            };
            progress.add(range.len());
            part
        });
        // The allocator reuses their memory immediately.
        drop((items, keys));
        (!progress.is_cancelled()).then(|| assemble(level, &hull, &top, &small, parts))
    }
}

/// Joins the nodes of large ranges with the parts below them.
fn assemble(level: Level, hull: &PackedBox, top: &[Range], small: &[Range], parts: Vec<Part>) -> Bvh {
    let count = small.iter().map(Range::len).sum();
    let node_count: usize = parts.iter().map(|part| part.nodes.len()).sum();
    let leaf_count = parts.iter().map(|part| part.leaves.len()).sum();
    let mut nodes = filled(top.len() + node_count, &Node::EMPTY);
    let mut leaves = filled(leaf_count, &[0; LANES]);
    let (top_nodes, mut rest_nodes) = nodes.split_at_mut(top.len());
    let mut rest_leaves = leaves.as_mut_slice();
    let mut hulls = vec![NOTHING; top.len()];
    let mut attach = |range: &Range, name: u32, hull: &PackedBox, hulls: &mut [PackedBox]| {
        // The root has no parent.
        if let Some(node) = top_nodes.get_mut(range.parent).filter(|_| name != 0) {
            node.attach(range.lane, name, &bounds_of(hull));
            hulls[range.parent] = dispatch!(level, simd => joined(simd, &[hulls[range.parent], *hull]));
        }
    };
    let mut places = Vec::with_capacity(parts.len());
    let (mut first_node, mut first_leaf) = (top.len() as u32, 0);
    for (range, part) in small.iter().zip(parts) {
        attach(range, first_node, &part.hull, &mut hulls);
        let (nodes, leaves);
        (nodes, rest_nodes) = rest_nodes.split_at_mut(part.nodes.len());
        (leaves, rest_leaves) = rest_leaves.split_at_mut(part.leaves.len());
        let from = [first_node, first_leaf];
        (first_node, first_leaf) = (first_node + nodes.len() as u32, first_leaf + leaves.len() as u32);
        places.push((part, nodes, leaves, from));
    }
    for (index, range) in top.iter().enumerate().rev() {
        attach(range, index as u32, &hulls[index].clone(), &mut hulls);
    }
    map(count, places, |(part, nodes, leaves, from)| part.copy_to(nodes, leaves, from));
    Bvh { bounds: bounds_of(hull), nodes, leaves, level }
}

impl Part {
    /// Builds the part over a range of items.
    #[inline(always)]
    fn new<S: Simd>(simd: S, items: &[Item], keys: &[Key], range: Range) -> Self {
        let room = range.len() / 16 + LANES;
        let mut nodes: Vec<Node> = Vec::with_capacity(room);
        let mut leaves = Vec::with_capacity(range.len() / 4 + LANES);
        // Range of each node, and the box of the items known to be in it.
        let (mut ranges, mut hulls) = (Vec::with_capacity(room), Vec::with_capacity(room));
        let mut open = vec![range];
        while let Some(range) = open.pop() {
            if range.len() > LANES || nodes.is_empty() {
                open.extend(Children::of(&range, keys).below(nodes.len()));
                nodes.push(Node { children: [MISSING; LANES], ..Node::EMPTY });
                ranges.push(range);
                hulls.push(NOTHING);
                continue;
            }
            let ahead = keys.get(range.first + AHEAD..range.last + AHEAD).unwrap_or_default();
            for &key in ahead {
                prefetch(&items[key as u32 as usize]);
            }
            let keys = &keys[range.first..range.last];
            let mut leaf = [keys[keys.len() - 1] as u32; LANES];
            for (item, &key) in leaf.iter_mut().zip(keys) {
                *item = key as u32;
            }
            let hull = joined_items(simd, items, leaf[..keys.len()].iter().copied());
            nodes[range.parent].attach(range.lane, LEAF | leaves.len() as u32, &bounds_of(&hull));
            hulls[range.parent] = joined(simd, &[hulls[range.parent], hull]);
            leaves.push(leaf);
        }
        for index in (1..nodes.len()).rev() {
            let (Range { parent, lane, .. }, hull) = (ranges[index], hulls[index]);
            nodes[parent].attach(lane, index as u32, &bounds_of(&hull));
            hulls[parent] = joined(simd, &[hulls[parent], hull]);
        }
        Self { nodes, leaves, hull: hulls[0] }
    }

    /// Copies the part to its destination, offsetting the indices of nodes and leaves.
    fn copy_to(&self, nodes: &mut [Node], leaves: &mut [[u32; LANES]], [first_node, first_leaf]: [u32; 2]) {
        leaves.copy_from_slice(&self.leaves);
        nodes.clone_from_slice(&self.nodes);
        for child in nodes.iter_mut().flat_map(|node| &mut node.children) {
            let first = if *child & LEAF == 0 { first_node } else { first_leaf };
            *child = if *child == MISSING { LEAF } else { *child + first };
        }
    }
}

impl Range {
    #[inline(always)]
    fn len(&self) -> usize {
        self.last - self.first
    }
}

/// Boundaries of the ranges of a node's children, along the curve.
struct Children {
    ends: [usize; LANES + 1],
    count: usize,
}

impl Children {
    /// Splits the child with the most items while there is room and it is larger than a leaf.
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

    /// Returns the ranges of the children of `parent`, the last first.
    #[inline(always)]
    fn below(self, parent: usize) -> impl Iterator<Item = Range> {
        let Self { ends, count } = self;
        (0..count).rev().map(move |lane| Range { first: ends[lane], last: ends[lane + 1], parent, lane })
    }
}

/// Returns the position of the highest bit that changes, or the middle if all items are in one
/// cell.
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

/// Returns the keys in the order of the items.
fn keys(level: Level, items: &[Item], centroids: &PackedBox) -> Vec<Key> {
    let (mut low, mut bins_per_unit) = ([0.0; 4], [0.0; 4]);
    for axis in 0..3 {
        let size = -centroids[axis + 4] - centroids[axis];
        let per = (1 << BITS) as f32 / size;
        low[axis] = centroids[axis];
        bins_per_unit[axis] = if per.is_finite() { per } else { 0.0 };
    }
    let mut keys = filled(items.len(), &0);
    map(items.len(), keys.chunks_mut(CHUNK).zip(items.chunks(CHUNK)).collect(), |(keys, items)| {
        dispatch!(level, simd => write_keys(simd, keys, items, &low, &bins_per_unit));
    });
    keys
}

#[inline(always)]
fn write_keys<S: Simd>(simd: S, keys: &mut [Key], items: &[Item], low: &[f32; 4], bins_per_unit: &[f32; 4]) {
    let (low, bins_per_unit) = (f32x4::from_slice(simd, low), f32x4::from_slice(simd, bins_per_unit));
    let last = f32x4::splat(simd, (SPREAD.len() - 1) as f32);
    for (key, item) in keys.iter_mut().zip(items) {
        let cell = (doubled_centroid(simd, load(simd, &item.0)) - low) * bins_per_unit;
        // NaN also goes to the last cell.
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

/// Each number of ten bits with two zeros after each bit.
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

/// Sorts by Morton code. Items in the same cell stay in the order of their indices.
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

/// Sorts by one digit, stably. Each chunk of keys has its own destinations, so chunks run on all
/// cores with the feature `rayon`.
fn sort_by_digit(from: &[Slot], to: &[Slot], digit: Digit) {
    #[cfg(feature = "rayon")]
    let threads = if from.len() <= 1 << 14 { 1 } else { rayon::current_num_threads().clamp(1, 16) };
    #[cfg(not(feature = "rayon"))]
    let threads = 1;
    let chunks = || from.chunks(from.len().div_ceil(threads).max(1 << 14));
    let mut places = map(from.len(), chunks().collect(), |keys| digit.count(keys));
    let mut at = 0;
    for digit in 0..1 << BITS {
        for places in &mut places {
            at += core::mem::replace(&mut places[digit], at);
        }
    }
    map(from.len(), chunks().zip(places).collect(), |(keys, places)| digit.scatter(keys, places, to));
}

/// Ten bits of a key, from `shift` on.
#[derive(Clone, Copy)]
struct Digit {
    shift: u32,
}

impl Digit {
    #[inline(always)]
    fn of(self, key: Key) -> usize {
        (key >> self.shift) as usize % (1 << BITS)
    }

    /// Counts the keys with each value of the digit.
    fn count(self, keys: &[Slot]) -> Vec<u32> {
        let mut counts = vec![0; 1 << BITS];
        for key in keys {
            counts[self.of(key.get())] += 1;
        }
        counts
    }

    /// Moves each key to the next destination of its digit. Not inlined: its variables stay in
    /// registers, while a compiler that sees threads write the same slots assumes that they alias.
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

/// Key that threads may write concurrently.
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

/// Key that may be written through a shared reference.
#[cfg(not(feature = "rayon"))]
type Slot = core::cell::Cell<Key>;
