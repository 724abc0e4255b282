//! Boxes that come, move and go, and the pairs of them.

use super::error::MovingError;
use super::filter::CollisionFilter;
use super::handle::{Handle, Slots};
use super::pair_set::{Pair, PairSet, slots};
use super::trees::Trees;
use crate::number::each::MapEach;
use crate::scene::broad_phase::{BroadPhase, Coordinate};
use crate::shape::Aabb;
use crate::vector::FloatVector;
use alloc::vec::Vec;

/// Boxes that come, move and go, and which of them overlap since when.
///
/// Pairs are told by [`step`](Self::step), of the boxes as they are then: what a box did between two steps leaves no trace.
#[derive(Clone, Debug)]
pub struct Boxes<V: FloatVector<Scalar: Coordinate>> {
    pub(super) slots: Slots,
    /// Of each slot; the empty box where nobody is.
    pub(super) bounds: Vec<Aabb<V>>,
    pub(super) filters: Vec<CollisionFilter>,
    /// The slots with a change since the last step, each once; and of each slot whether it is one.
    pub(super) changed: Vec<u32>,
    pub(super) is_changed: Vec<bool>,
    pub(super) trees: Trees,
    pub(super) grid: BroadPhase<V::Scalar>,
    pair_set: PairSet,
    begun: Vec<[Handle; 2]>,
    ended: Vec<[Handle; 2]>,
}

/// What a step has changed. Both lists are in the order of the slots, of a pair the smaller slot first.
#[derive(Clone, Copy, Debug)]
pub struct Changes<'a> {
    /// The pairs that were none in the step before.
    pub begun: &'a [[Handle; 2]],
    /// The pairs that are no more: one of the bodies may be gone, and its handle with it.
    pub ended: &'a [[Handle; 2]],
}

impl<V: FloatVector<Scalar: Coordinate>> Default for Boxes<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: FloatVector<Scalar: Coordinate>> Boxes<V> {
    /// None yet.
    pub fn new() -> Self {
        Self {
            slots: Slots::default(),
            bounds: Vec::new(),
            filters: Vec::new(),
            changed: Vec::new(),
            is_changed: Vec::new(),
            trees: Trees::default(),
            grid: BroadPhase::new(),
            pair_set: PairSet::default(),
            begun: Vec::new(),
            ended: Vec::new(),
        }
    }

    /// One more, which may be flat, a point, or infinite: a half-space has a box as well.
    ///
    /// # Errors
    /// Names `min` or `max` when it has a NaN, `min` when it exceeds `max`; or there are `2^31`.
    pub fn insert(&mut self, bounds: Aabb<V>, filter: CollisionFilter) -> Result<Handle, MovingError> {
        let bounds = MovingError::check(bounds)?;
        let handle = self.slots.take().ok_or(MovingError::TooMany)?;
        let slot = handle.slot();
        if slot == self.bounds.len() {
            self.bounds.push(Aabb::empty());
            self.filters.push(filter);
            self.is_changed.push(false);
        }
        (self.bounds[slot], self.filters[slot]) = (bounds, filter);
        self.note(slot);
        self.trees.changes(slot);
        Ok(handle)
    }

    /// The box is another from now on.
    ///
    /// # Errors
    /// The body is gone, or as for [`insert`](Self::insert): then the box stays as it was.
    pub fn move_to(&mut self, handle: Handle, bounds: Aabb<V>) -> Result<(), MovingError> {
        let slot = self.find(handle)?;
        self.bounds[slot] = MovingError::check(bounds)?;
        self.note(slot);
        self.trees.changes(slot);
        Ok(())
    }

    /// The body is in other layers from now on, and sees others: its pairs begin and end with the next step.
    ///
    /// # Errors
    /// The body is gone.
    pub fn set_filter(&mut self, handle: Handle, filter: CollisionFilter) -> Result<(), MovingError> {
        let slot = self.find(handle)?;
        self.filters[slot] = filter;
        self.note(slot);
        Ok(())
    }

    /// The body goes, and its handle with it; its pairs end with the next step.
    ///
    /// # Errors
    /// The body is gone already.
    pub fn remove(&mut self, handle: Handle) -> Result<(), MovingError> {
        let slot = self.find(handle)?;
        self.slots.leave(slot);
        self.bounds[slot] = Aabb::empty();
        self.note(slot);
        self.trees.changes(slot);
        Ok(())
    }

    /// Brings the pairs up to date. On all cores with the feature `rayon`, with the same answer for any number of them.
    ///
    /// Boxes that did not change are not asked about again.
    pub fn step(&mut self) -> Changes<'_> {
        let found = if self.changed.is_empty() { Vec::new() } else { self.search() };
        self.pair_set.replace(&found, |slot| self.is_changed[slot as usize]);
        for slot in self.changed.drain(..) {
            self.is_changed[slot as usize] = false;
        }
        let handles = |pair: &Pair| slots(*pair).each(|slot| self.slots.handle(slot));
        self.begun.clear();
        self.begun.extend(self.pair_set.begun.iter().map(handles));
        self.ended.clear();
        self.ended.extend(self.pair_set.ended.iter().map(handles));
        self.slots.settle();
        Changes { begun: &self.begun, ended: &self.ended }
    }

    /// What the last step changed.
    pub fn changes(&self) -> Changes<'_> {
        Changes { begun: &self.begun, ended: &self.ended }
    }

    /// The pairs as of the last step, in the order of the slots, but those of bodies that went since.
    pub fn pairs(&self) -> impl Iterator<Item = [Handle; 2]> {
        let there = |pair: &&Pair| slots(**pair).into_iter().all(|slot| self.slots.is_here(slot));
        self.pair_set.all.iter().filter(there).map(|pair| slots(*pair).each(|slot| self.slots.handle(slot)))
    }
    /// The box of a body; `None` when it is gone.
    pub fn bounds(&self, handle: Handle) -> Option<Aabb<V>> {
        self.slots.find(handle).map(|slot| self.bounds[slot])
    }

    /// The layers of a body; `None` when it is gone.
    pub fn filter(&self, handle: Handle) -> Option<CollisionFilter> {
        self.slots.find(handle).map(|slot| self.filters[slot])
    }

    /// Every body, in the order of the slots.
    pub fn handles(&self) -> impl Iterator<Item = Handle> {
        self.slots.iter()
    }

    /// How many bodies there are.
    pub fn len(&self) -> usize {
        self.slots.count()
    }

    /// There is no body.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The pairs as of the last step, by slots, in order.
    pub(super) fn slot_pairs(&self) -> &[Pair] {
        &self.pair_set.all
    }

    /// The slot of a body that is there.
    pub(super) fn find(&self, handle: Handle) -> Result<usize, MovingError> {
        self.slots.find(handle).ok_or(MovingError::Gone(handle))
    }

    /// What is in the slot has changed in a way that the next step tells.
    pub(super) fn note(&mut self, slot: usize) {
        if !self.is_changed[slot] {
            self.is_changed[slot] = true;
            self.changed.push(slot as u32);
        }
    }
}
