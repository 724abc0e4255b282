//! Traversal stack without branches, for rays that are traversed in an interleaved order.
//!
//! Eight entries are written at a time. This takes longer than a few well-predicted branches, but
//! costs nothing while other rays take their steps.
#![allow(unsafe_code, reason = "clearing 4 KiB for each ray costs as much as a node or two")]

use super::build::MAX_DEPTH;
use super::node::{Bvh, LANES};
use super::sorting_network::largest_first;
use crate::number::Ring;
use crate::number::each::MapEach;
use core::mem::MaybeUninit;
use fearless_simd::prelude::*;
use fearless_simd::{f32x8, mask32x8, u32x8};

/// Largest number of entries. All children but one of each node on the path may be deferred, and
/// eight entries are written at a time.
const CAPACITY: usize = MAX_DEPTH * (LANES - 1) + 1 + LANES;

/// Storage of the entries. It is separate from the length, so that the length stays in a register.
#[derive(Clone, Copy)]
pub(super) struct Room {
    keys: [MaybeUninit<u32>; CAPACITY],
    nodes: [MaybeUninit<u32>; CAPACITY],
}

/// Stack of deferred children with their entry distances.
pub(super) struct BranchlessStack<'a> {
    room: &'a mut Room,
    len: usize,
}

/// Deferred child.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    /// Bits of the entry distance, a nonnegative `f32`, with the index of the child in the lowest
    /// three bits.
    key: u32,
    node: u32,
}

/// Mask of the bits that hold the index of the child.
const LANE: u32 = LANES as u32 - 1;

impl Bvh {
    /// Returns the child of an entry.
    #[inline(always)]
    pub(super) fn child(&self, entry: Entry) -> u32 {
        self.nodes[entry.node as usize].children[(entry.key & LANE) as usize]
    }
}

impl<'a> BranchlessStack<'a> {
    #[inline(always)]
    pub(super) fn room() -> Room {
        let nothing = [const { MaybeUninit::uninit() }; CAPACITY];
        Room { keys: nothing, nodes: nothing }
    }

    /// Opens the stack on `room`, which has `len` entries.
    #[inline(always)]
    pub(super) fn at(room: &'a mut Room, len: usize) -> Self {
        Self { room, len }
    }

    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    /// Removes the entries whose distance exceeds a limit. Distance 0 may stand for a smaller
    /// distance, so those entries stay.
    #[inline(always)]
    pub(super) fn keep_within(&mut self, limit: f32) {
        let len = self.len;
        self.len = 0;
        for at in 0..len {
            let Entry { key, node } = self.get(at);
            self.room.keys[self.len].write(key);
            self.room.nodes[self.len].write(node);
            // Distance 0 is within any limit, so one comparison suffices.
            let begin = f32::from_bits(key & !LANE);
            self.len += usize::from(begin <= limit.max(0.0));
        }
    }

    /// Pushes the children of a node that are hit. Nearer ones end up on top.
    #[inline(always)]
    pub(super) fn push_met<S: Simd>(&mut self, simd: S, node: u32, begin: f32x8<S>, met: mask32x8<S>) {
        let zero = f32x8::splat(simd, 0.0);
        let begin: u32x8<S> = Ring::max(begin, zero).bitcast();
        let lanes = u32x8::from_slice(simd, &[0, 1, 2, 3, 4, 5, 6, 7]);
        let keys = (begin & u32x8::splat(simd, !LANE)) | lanes;
        // Keys of missed children are 0, so they sort last and end up above the counted entries.
        let keys = largest_first(met.select(keys, u32x8::splat(simd, 0)));
        write(&mut self.room.keys, self.len, keys);
        write(&mut self.room.nodes, self.len, u32x8::splat(simd, node));
        self.len += met.to_bitmask().count_ones() as usize;
    }

    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<Entry> {
        let last = self.len.checked_sub(1)?;
        let entry = self.get(last);
        self.len = last;
        Some(entry)
    }

    /// Returns an entry. `at` must be less than the length.
    #[inline(always)]
    fn get(&self, at: usize) -> Entry {
        let [key, node] = [self.room.keys[at], self.room.nodes[at]];
        // SAFETY: `push_met` has written every entry that was ever below `len`, and only
        // `keep_within` and `pop` call this, with an index below it.
        unsafe { Entry { key: key.assume_init(), node: node.assume_init() } }
    }
}

/// Writes eight numbers from `from` on.
#[inline(always)]
fn write<S: Simd>(room: &mut [MaybeUninit<u32>; CAPACITY], from: usize, numbers: u32x8<S>) {
    // Unwritten entries would otherwise be read.
    assert!(from <= CAPACITY - LANES);
    let place: Option<&mut [_; LANES]> = room[from..].first_chunk_mut();
    if let Some(place) = place {
        *place = <[u32; LANES]>::from(numbers).each(MaybeUninit::new);
    }
}
