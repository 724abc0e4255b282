//! Generational handles of bodies.

use alloc::vec::Vec;
use core::fmt;

/// A generational handle: it identifies one body, and becomes invalid when that body is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Handle {
    slot: u32,
    age: u32,
}

impl Handle {
    /// Returns the index of the body's slot, for arrays kept beside the bodies. A slot is reused
    /// only after the step that follows the removal. It is below the largest number of bodies at
    /// any time, counting those removed since the last step.
    pub fn slot(self) -> usize {
        self.slot as usize
    }

    /// Returns the handle as one number, which is never that of another body of the same world.
    /// [`from_bits`](Self::from_bits) is the inverse.
    #[must_use]
    pub fn to_bits(self) -> u64 {
        u64::from(self.age) << 32 | u64::from(self.slot)
    }

    /// Returns the handle with this number. Any number is a handle; one that the world has not given
    /// out identifies no body.
    ///
    /// ```
    /// use barycast::dynamic::any::Shape3;
    /// use barycast::scene::moving::{Bodies, CollisionFilter, Handle};
    /// use barycast::shape::Sphere;
    /// use glam::DVec3;
    ///
    /// let mut bodies = Bodies::<Shape3>::new();
    /// let ball = bodies.insert(Sphere::new(DVec3::ZERO, 1.0).into(), CollisionFilter::FIRST)?;
    /// assert_eq!(Handle::from_bits(ball.to_bits()), ball);
    /// # Ok::<(), barycast::scene::moving::MovingError>(())
    /// ```
    #[must_use]
    pub fn from_bits(bits: u64) -> Self {
        Self { slot: bits as u32, age: (bits >> 32) as u32 }
    }
}

impl fmt::Display for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.slot, self.age)
    }
}

/// Allocates slots to bodies.
#[derive(Clone, Debug, Default)]
pub(super) struct Slots {
    /// Generation of each slot: the number of bodies it had before.
    ages: Vec<u32>,
    here: Vec<bool>,
    free: Vec<u32>,
    /// Slots of removed bodies whose pairs the next step has yet to stop.
    removed: Vec<u32>,
    count: usize,
}

impl Slots {
    /// Allocates a slot; `None` if there are `2^31`.
    pub(super) fn allocate(&mut self) -> Option<Handle> {
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

    /// Returns the slot of a body that exists.
    pub(super) fn find(&self, handle: Handle) -> Option<usize> {
        let slot = handle.slot();
        (self.ages.get(slot) == Some(&handle.age) && self.here[slot]).then_some(slot)
    }

    /// Returns the handle of the body in a slot, or of the body removed from it since
    /// [`release`](Self::release).
    pub(super) fn handle(&self, slot: u32) -> Handle {
        Handle { slot, age: self.ages[slot as usize] }
    }

    pub(super) fn is_here(&self, slot: u32) -> bool {
        self.here[slot as usize]
    }

    /// Removes the body of a slot. The slot is not reused before [`release`](Self::release).
    pub(super) fn remove(&mut self, slot: usize) {
        self.here[slot] = false;
        self.removed.push(slot as u32);
        self.count -= 1;
    }

    /// Makes the slots of removed bodies available. A slot that used up all generations is retired.
    pub(super) fn release(&mut self) {
        for slot in self.removed.drain(..) {
            if let Some(age) = self.ages[slot as usize].checked_add(1) {
                self.ages[slot as usize] = age;
                self.free.push(slot);
            }
        }
    }

    /// Returns the number of bodies.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Returns the handles of all bodies, in slot order.
    pub(super) fn iter(&self) -> impl Iterator<Item = Handle> {
        (0..self.ages.len() as u32).filter(|&slot| self.is_here(slot)).map(|slot| self.handle(slot))
    }
}
