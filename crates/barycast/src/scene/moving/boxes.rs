//! Boxes that are inserted, moved and removed, and their overlapping pairs.

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

/// A dynamic broad phase: boxes that are inserted, moved and removed, and the pairs that overlap.
///
/// [`step`](Self::step) finds the pairs of the boxes in their current places. Motion between two
/// steps is not tracked.
///
/// ```
/// use barycast::d3::Aabb;
/// use barycast::scene::moving::{Boxes, CollisionFilter};
/// use glam::{Vec3, vec3};
///
/// let mut boxes = Boxes::new();
/// let cube = |x: f32| Aabb::new(vec3(x, 0.0, 0.0), vec3(x + 1.0, 1.0, 1.0));
/// let a = boxes.insert(cube(0.0), CollisionFilter::FIRST)?;
/// let b = boxes.insert(cube(5.0), CollisionFilter::FIRST)?;
/// assert!(boxes.step().started.is_empty());
/// boxes.move_to(b, cube(1.0))?; // they touch
/// assert_eq!(boxes.step().started, [[a, b]]);
/// # Ok::<(), barycast::scene::moving::MovingError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Boxes<V: FloatVector<Scalar: Coordinate>> {
    pub(super) slots: Slots,
    /// The box in each slot; empty if the slot is unused.
    pub(super) bounds: Vec<Aabb<V>>,
    pub(super) filters: Vec<CollisionFilter>,
    /// Slots that changed since the last step, each once, and a flag for each slot.
    pub(super) changed: Vec<u32>,
    pub(super) is_changed: Vec<bool>,
    pub(super) trees: Trees,
    pub(super) grid: BroadPhase<V::Scalar>,
    pair_set: PairSet,
    started: Vec<[Handle; 2]>,
    stopped: Vec<[Handle; 2]>,
}

/// The pairs that a step started and stopped, both in slot order. Each pair has the smaller slot
/// first.
#[derive(Clone, Copy, Debug)]
pub struct Changes<'a> {
    /// Pairs that did not overlap in the step before.
    pub started: &'a [[Handle; 2]],
    /// Pairs that no longer overlap. One of the bodies may have been removed, and its handle is
    /// invalid then.
    pub stopped: &'a [[Handle; 2]],
}

impl<V: FloatVector<Scalar: Coordinate>> Default for Boxes<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: FloatVector<Scalar: Coordinate>> Boxes<V> {
    /// Builds an empty broad phase.
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
            started: Vec::new(),
            stopped: Vec::new(),
        }
    }

    /// Inserts a box and returns its handle. The box may be flat, a point, or infinite, such as the
    /// bounding box of a half-space.
    ///
    /// # Errors
    /// Names `min` or `max` if it contains a NaN, `min` if it exceeds `max`; or there are `2^31`
    /// boxes.
    pub fn insert(&mut self, bounds: Aabb<V>, filter: CollisionFilter) -> Result<Handle, MovingError> {
        let bounds = MovingError::check(bounds)?;
        let handle = self.slots.allocate().ok_or(MovingError::TooMany)?;
        let slot = handle.slot();
        if slot == self.bounds.len() {
            self.bounds.push(Aabb::empty());
            self.filters.push(filter);
            self.is_changed.push(false);
        }
        (self.bounds[slot], self.filters[slot]) = (bounds, filter);
        self.mark_changed(slot);
        self.trees.mark_changed(slot);
        Ok(handle)
    }

    /// Replaces the box.
    ///
    /// # Errors
    /// The body was removed, or those of [`insert`](Self::insert). The box is unchanged then.
    pub fn move_to(&mut self, handle: Handle, bounds: Aabb<V>) -> Result<(), MovingError> {
        let slot = self.find(handle)?;
        self.bounds[slot] = MovingError::check(bounds)?;
        self.mark_changed(slot);
        self.trees.mark_changed(slot);
        Ok(())
    }

    /// Sets the collision filter of the body. The next step starts and stops its pairs accordingly.
    ///
    /// # Errors
    /// The body was removed.
    pub fn set_filter(&mut self, handle: Handle, filter: CollisionFilter) -> Result<(), MovingError> {
        let slot = self.find(handle)?;
        self.filters[slot] = filter;
        self.mark_changed(slot);
        Ok(())
    }

    /// Removes the body and invalidates its handle. The next step stops its pairs.
    ///
    /// # Errors
    /// The body was already removed.
    pub fn remove(&mut self, handle: Handle) -> Result<(), MovingError> {
        let slot = self.find(handle)?;
        self.slots.remove(slot);
        self.bounds[slot] = Aabb::empty();
        self.mark_changed(slot);
        self.trees.mark_changed(slot);
        Ok(())
    }

    /// Updates the pairs and returns the changes since the last step. Runs on all cores with the
    /// feature `rayon`; the result does not depend on the number of threads.
    ///
    /// Pairs in which neither box changed are kept without a new test.
    pub fn step(&mut self) -> Changes<'_> {
        let found = if self.changed.is_empty() { Vec::new() } else { self.search() };
        self.pair_set.replace(&found, |slot| self.is_changed[slot as usize]);
        for slot in self.changed.drain(..) {
            self.is_changed[slot as usize] = false;
        }
        let handles = |pair: &Pair| slots(*pair).each(|slot| self.slots.handle(slot));
        self.started.clear();
        self.started.extend(self.pair_set.started.iter().map(handles));
        self.stopped.clear();
        self.stopped.extend(self.pair_set.stopped.iter().map(handles));
        self.slots.release();
        Changes { started: &self.started, stopped: &self.stopped }
    }

    /// Returns the changes of the last step.
    pub fn changes(&self) -> Changes<'_> {
        Changes { started: &self.started, stopped: &self.stopped }
    }

    /// Returns the pairs as of the last step, in slot order, without those of bodies removed since.
    pub fn pairs(&self) -> impl Iterator<Item = [Handle; 2]> {
        let there = |pair: &&Pair| slots(**pair).into_iter().all(|slot| self.slots.is_here(slot));
        self.pair_set.all.iter().filter(there).map(|pair| slots(*pair).each(|slot| self.slots.handle(slot)))
    }

    /// Returns the box of a body, or `None` if it was removed.
    pub fn bounds(&self, handle: Handle) -> Option<Aabb<V>> {
        self.slots.find(handle).map(|slot| self.bounds[slot])
    }

    /// Returns the collision filter of a body, or `None` if it was removed.
    pub fn filter(&self, handle: Handle) -> Option<CollisionFilter> {
        self.slots.find(handle).map(|slot| self.filters[slot])
    }

    /// Returns the handles of all bodies, in slot order.
    pub fn handles(&self) -> impl Iterator<Item = Handle> {
        self.slots.iter()
    }

    /// Returns the number of bodies.
    pub fn len(&self) -> usize {
        self.slots.count()
    }

    /// Tests whether there are no bodies.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the pairs as of the last step, as pairs of slots, in order.
    pub(super) fn slot_pairs(&self) -> &[Pair] {
        &self.pair_set.all
    }

    /// Returns the slot of a body that exists.
    pub(super) fn find(&self, handle: Handle) -> Result<usize, MovingError> {
        self.slots.find(handle).ok_or(MovingError::StaleHandle(handle))
    }

    /// Marks the slot as changed, for the next step.
    pub(super) fn mark_changed(&mut self, slot: usize) {
        if !self.is_changed[slot] {
            self.is_changed[slot] = true;
            self.changed.push(slot as u32);
        }
    }
}
