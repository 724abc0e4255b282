//! What a walk puts off.
#![allow(unsafe_code, reason = "4 KiB that are cleared for every ray cost as much as a node or two")]

use super::build::MAX_DEPTH;
use super::node::LANES;
use core::mem::MaybeUninit;

/// Of each node on the way down all children but one may wait.
const CAPACITY: usize = MAX_DEPTH * (LANES - 1) + 1;

/// Where a stack keeps its entries: apart from how many there are, which then stays in a register.
pub(super) type Room = [MaybeUninit<u64>; CAPACITY];

/// Children put off, each with where it begins.
pub(super) struct Stack<'a> {
    entries: &'a mut Room,
    len: usize,
}

/// A child and where it begins, as one number that is larger for what begins later (when none begins before 0).
#[inline(always)]
pub(super) fn entry(child: u32, begin: f32) -> u64 {
    u64::from(begin.to_bits()) << 32 | u64::from(child)
}

/// Of an entry.
#[inline(always)]
pub(super) fn child(entry: u64) -> u32 {
    entry as u32
}

/// Of an entry.
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

    /// Pushes below those of the last `len() - from` entries that are smaller.
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
        // SAFETY: all entries below `len` were written by `push`.
        unsafe { self.entries[index].assume_init() }
    }
}
