//! Stack of deferred children of a traversal.
#![allow(unsafe_code, reason = "clearing 4 KiB for each ray costs as much as a node or two")]

use super::build::MAX_DEPTH;
use super::node::LANES;
use core::mem::MaybeUninit;

/// Largest number of entries. All children but one of each node on the path may be deferred.
const CAPACITY: usize = MAX_DEPTH * (LANES - 1) + 1;

/// Storage of the entries. It is separate from the length, so that the length stays in a register.
pub(super) type Room = [MaybeUninit<u64>; CAPACITY];

/// Stack of deferred children with their entry distances.
pub(super) struct Stack<'a> {
    entries: &'a mut Room,
    len: usize,
}

/// Packs a child and its entry distance into one number that grows with the distance, if no
/// distance is negative.
#[inline(always)]
pub(super) fn entry(child: u32, begin: f32) -> u64 {
    u64::from(begin.to_bits()) << 32 | u64::from(child)
}

/// Returns the child of an entry.
#[inline(always)]
pub(super) fn child(entry: u64) -> u32 {
    entry as u32
}

/// Returns the entry distance of an entry.
#[inline(always)]
pub(super) fn begin(entry: u64) -> f32 {
    f32::from_bits((entry >> 32) as u32)
}

impl<'a> Stack<'a> {
    #[inline(always)]
    pub(super) fn room() -> Room {
        [const { MaybeUninit::uninit() }; CAPACITY]
    }

    #[inline(always)]
    pub(super) fn new(entries: &'a mut Room) -> Self {
        Self { entries, len: 0 }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, entry: u64) {
        self.entries[self.len].write(entry);
        self.len += 1;
    }

    /// Inserts an entry below those of the last `len() - from` entries that are smaller.
    #[inline(always)]
    pub(super) fn push_sorted(&mut self, entry: u64, from: usize) {
        let mut at = self.len;
        self.push(entry);
        while at > from {
            let above = self.get(at - 1);
            if above >= entry {
                break;
            }
            self.entries[at].write(above);
            at -= 1;
        }
        self.entries[at].write(entry);
    }

    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<u64> {
        let last = self.len.checked_sub(1)?;
        let entry = self.get(last);
        self.len = last;
        Some(entry)
    }

    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    fn get(&self, index: usize) -> u64 {
        assert!(index < self.len);
        // SAFETY: `push` has written all entries below `len`.
        unsafe { self.entries[index].assume_init() }
    }
}
