//! Names of bodies, which end with them.

use alloc::vec::Vec;
use core::fmt;

/// Names one body: after the body is gone, nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Handle {
    slot: u32,
    age: u32,
}

impl Handle {
    /// Where lists kept beside the bodies may keep what belongs to this one. When the body is gone, the next step frees it for another:
    /// it is below the greatest number of bodies that there ever were, counting those removed since the last step.
    pub fn slot(self) -> usize {
        self.slot as usize
    }
}

impl fmt::Display for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.slot, self.age)
    }
}

/// Which slots are whose.
#[derive(Clone, Debug, Default)]
pub(super) struct Slots {
    /// How many bodies a slot had before.
    ages: Vec<u32>,
    here: Vec<bool>,
    free: Vec<u32>,
    /// Of bodies that are gone, but still in a pair of the last step.
    leaving: Vec<u32>,
    count: usize,
}

impl Slots {
    /// A slot for one body more; `None` when there are `2^31`.
    pub(super) fn take(&mut self) -> Option<Handle> {
        let slot = match self.free.pop() {
            Some(slot) => slot,
            None if self.ages.len() < 1 << 31 => {
                self.ages.push(0);
                self.here.push(false);
                self.ages.len() as u32 - 1
            }
            None => return None,
        };
        self.here[slot as usize] = true;
        self.count += 1;
        Some(self.handle(slot))
    }

    /// The slot of a body that is there.
    pub(super) fn find(&self, handle: Handle) -> Option<usize> {
        let slot = handle.slot();
        (self.ages.get(slot) == Some(&handle.age) && self.here[slot]).then_some(slot)
    }

    /// The name of the body in a slot, or of the one that left it since [`settle`](Self::settle).
    pub(super) fn handle(&self, slot: u32) -> Handle {
        Handle { slot, age: self.ages[slot as usize] }
    }

    pub(super) fn is_here(&self, slot: u32) -> bool {
        self.here[slot as usize]
    }

    /// Its body goes; nobody else gets the slot before [`settle`](Self::settle).
    pub(super) fn leave(&mut self, slot: usize) {
        self.here[slot] = false;
        self.leaving.push(slot as u32);
        self.count -= 1;
    }

    /// Slots that were left go to others. One that had all the bodies that can be told apart goes to nobody.
    pub(super) fn settle(&mut self) {
        for slot in self.leaving.drain(..) {
            if let Some(age) = self.ages[slot as usize].checked_add(1) {
                self.ages[slot as usize] = age;
                self.free.push(slot);
            }
        }
    }

    /// How many bodies there are.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Every body, in the order of the slots.
    pub(super) fn iter(&self) -> impl Iterator<Item = Handle> {
        (0..self.ages.len() as u32).filter(|&slot| self.is_here(slot)).map(|slot| self.handle(slot))
    }
}
