//! The overlapping pairs, and how a step changes them.

use alloc::vec::Vec;

/// Two slots, the smaller first, packed into one number, so that lists of pairs sort as integers.
pub(super) type Pair = u64;

/// Packs two slots.
#[inline(always)]
pub(super) fn pair(a: u32, b: u32) -> Pair {
    u64::from(a.min(b)) << 32 | u64::from(a.max(b))
}

/// Unpacks the slots, the smaller first.
#[inline(always)]
pub(super) fn slots(pair: Pair) -> [u32; 2] {
    [(pair >> 32) as u32, pair as u32]
}

/// The pairs of the last step, and those that it started and stopped; all sorted.
#[derive(Clone, Debug, Default)]
pub(super) struct PairSet {
    pub(super) all: Vec<Pair>,
    pub(super) started: Vec<Pair>,
    pub(super) stopped: Vec<Pair>,
    /// Buffer for the next list.
    spare: Vec<Pair>,
}

impl PairSet {
    /// Replaces the pairs that contain a changed slot by those of `found`, which is sorted; keeps
    /// the others.
    pub(super) fn replace(&mut self, found: &[Pair], changed: impl Fn(u32) -> bool) {
        self.started.clear();
        self.stopped.clear();
        self.spare.clear();
        let mut next = 0;
        for &old in &self.all {
            while next < found.len() && found[next] < old {
                self.started.push(found[next]);
                self.spare.push(found[next]);
                next += 1;
            }
            if found.get(next) == Some(&old) {
                next += 1;
            } else if slots(old).into_iter().any(&changed) {
                self.stopped.push(old);
                continue;
            }
            self.spare.push(old);
        }
        self.started.extend_from_slice(&found[next..]);
        self.spare.extend_from_slice(&found[next..]);
        core::mem::swap(&mut self.all, &mut self.spare);
    }
}
