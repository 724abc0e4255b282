//! The pairs of the last step, and what became of them in this one.

use alloc::vec::Vec;

/// Two slots, the smaller first, as one number: lists of these are sorted.
pub(super) type Pair = u64;

/// Of two slots.
#[inline(always)]
pub(super) fn pair(a: u32, b: u32) -> Pair {
    u64::from(a.min(b)) << 32 | u64::from(a.max(b))
}

/// The slots, the smaller first.
#[inline(always)]
pub(super) fn slots(pair: Pair) -> [u32; 2] {
    [(pair >> 32) as u32, pair as u32]
}

/// Pairs, and which of them began and ended in the last step; all in order.
#[derive(Clone, Debug, Default)]
pub(super) struct PairSet {
    pub(super) all: Vec<Pair>,
    pub(super) begun: Vec<Pair>,
    pub(super) ended: Vec<Pair>,
    /// Memory for the next list.
    spare: Vec<Pair>,
}

impl PairSet {
    /// The pairs with a changed slot are those of `found` from now on, which is in order; the others stay.
    pub(super) fn replace(&mut self, found: &[Pair], changed: impl Fn(u32) -> bool) {
        self.begun.clear();
        self.ended.clear();
        self.spare.clear();
        let mut next = 0;
        for &old in &self.all {
            while next < found.len() && found[next] < old {
                self.begun.push(found[next]);
                self.spare.push(found[next]);
                next += 1;
            }
            if found.get(next) == Some(&old) {
                next += 1;
            } else if slots(old).into_iter().any(&changed) {
                self.ended.push(old);
                continue;
            }
            self.spare.push(old);
        }
        self.begun.extend_from_slice(&found[next..]);
        self.spare.extend_from_slice(&found[next..]);
        core::mem::swap(&mut self.all, &mut self.spare);
    }
}
