//! What walks in turns put off: written eight at a time and without a branch, which takes longer than a few branches guessed right,
//! and no time at all while others take their steps.
#![allow(unsafe_code, reason = "4 KiB that are cleared for every ray cost as much as a node or two")]

use super::build::MAX_DEPTH;
use super::node::{Bvh, LANES};
use super::order::largest_first;
use crate::number::Ring;
use crate::number::each::MapEach;
use core::mem::MaybeUninit;
use fearless_simd::prelude::*;
use fearless_simd::{f32x8, mask32x8, u32x8};

/// Of each node on the way down all children but one may wait; and eight are written at a time.
const CAPACITY: usize = MAX_DEPTH * (LANES - 1) + 1 + LANES;

/// Where a stack keeps its entries: apart from how many there are, which then stays in a register.
#[derive(Clone, Copy)]
pub(super) struct Room {
    keys: [MaybeUninit<u32>; CAPACITY],
    nodes: [MaybeUninit<u32>; CAPACITY],
}

/// Children put off, each with where it begins.
pub(super) struct Eights<'a> {
    room: &'a mut Room,
    len: usize,
}

/// A child that was put off.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    /// Where it begins, as the bits of an `f32` that is not negative, and in the lowest three which of the node's children it is.
    key: u32,
    node: u32,
}

/// The bits of a key that say which child.
const LANE: u32 = LANES as u32 - 1;

impl Bvh {
    /// Which child was put off.
    #[inline(always)]
    pub(super) fn child(&self, entry: Entry) -> u32 {
        self.nodes[entry.node as usize].children[(entry.key & LANE) as usize]
    }
}

impl<'a> Eights<'a> {
    #[inline(always)]
    pub(super) fn room() -> Room {
        let nothing = [const { MaybeUninit::uninit() }; CAPACITY];
        Room { keys: nothing, nodes: nothing }
    }

    /// As many entries as there are in it.
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

    /// Leaves out what begins behind a limit. What begins at 0 may have begun before, and stays.
    #[inline(always)]
    pub(super) fn keep_within(&mut self, limit: f32) {
        let len = self.len;
        self.len = 0;
        for at in 0..len {
            let Entry { key, node } = self.get(at);
            self.room.keys[self.len].write(key);
            self.room.nodes[self.len].write(node);
            // What begins at 0 is within any limit, so that one comparison does.
            let begin = f32::from_bits(key & !LANE);
            self.len += usize::from(begin <= limit.max(0.0));
        }
    }

    /// The children of a node that are met, nearer ones above farther ones.
    #[inline(always)]
    pub(super) fn push_met<S: Simd>(&mut self, simd: S, node: u32, begin: f32x8<S>, met: mask32x8<S>) {
        let zero = f32x8::splat(simd, 0.0);
        let begin: u32x8<S> = Ring::max(begin, zero).bitcast();
        let lanes = u32x8::from_slice(simd, &[0, 1, 2, 3, 4, 5, 6, 7]);
        let keys = (begin & u32x8::splat(simd, !LANE)) | lanes;
        // What is not met comes last, and lies above all that counts.
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

    /// One of those that are there.
    #[inline(always)]
    fn get(&self, at: usize) -> Entry {
        let [key, node] = [self.room.keys[at], self.room.nodes[at]];
        // SAFETY: `push_met` wrote all that were ever below `len`, and only `keep_within` and `pop` ask, below it.
        unsafe { Entry { key: key.assume_init(), node: node.assume_init() } }
    }
}

/// Writes eight numbers.
#[inline(always)]
fn write<S: Simd>(room: &mut [MaybeUninit<u32>; CAPACITY], from: usize, numbers: u32x8<S>) {
    // What were not written would be read all the same.
    assert!(from <= CAPACITY - LANES);
    let place: Option<&mut [_; LANES]> = room[from..].first_chunk_mut();
    if let Some(place) = place {
        *place = <[u32; LANES]>::from(numbers).each(MaybeUninit::new);
    }
}
