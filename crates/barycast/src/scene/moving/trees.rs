//! Two BVHs over moving boxes, for queries between steps and for steps in which few boxes move.
//!
//! Most boxes are in the old tree. It is refitted when they move, and rebuilt once refitting has
//! grown its surface area by half. Boxes inserted later are in the young tree, which is rebuilt
//! whenever they change; when it becomes large, its boxes are merged into the old tree. Boxes that
//! overflow `f32` are in a list.

use crate::bvh::{Bounds, Build, Bvh, Parents, Progress};
use crate::number::Float;
use crate::number::each::MapEach;
use crate::shape::Aabb;
use crate::vector::FloatVector;
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// Growth of the surface area at which the old tree is rebuilt.
const GROWTH: f64 = 1.5;
/// Size limit of the young tree: this many boxes, plus one for each this many boxes in the old
/// tree.
const YOUNG: usize = 64;
/// If fewer than one box in this many moved, only the ancestors of the moved boxes are refitted.
const FEW: usize = 32;

/// The place where a box is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Home {
    Nowhere,
    Old,
    Young,
    Unbounded,
}

/// A BVH over the boxes of some slots.
#[derive(Clone, Debug, Default)]
struct Tree {
    bvh: Bvh,
    /// Slot of each item.
    slots: Vec<u32>,
    /// Surface area when it was built, and now.
    built: f64,
    area: f64,
}

/// The boxes of all slots that are in use.
#[derive(Clone, Debug, Default)]
pub(super) struct Trees {
    old: Tree,
    young: Tree,
    unbounded: Vec<u32>,
    homes: Vec<Home>,
    /// Index of the item in the old tree, for each slot in it.
    items: Vec<u32>,
    parents: Parents,
    /// Slots whose boxes changed since the trees were refitted.
    stale: Vec<u32>,
    is_stale: Vec<bool>,
}

impl Trees {
    /// Marks the box of a slot as changed.
    #[inline]
    pub(super) fn mark_changed(&mut self, slot: usize) {
        if self.is_stale.len() <= slot {
            self.is_stale.resize(slot + 1, false);
            self.homes.resize(slot + 1, Home::Nowhere);
            self.items.resize(slot + 1, 0);
        }
        if !self.is_stale[slot] {
            self.is_stale[slot] = true;
            self.stale.push(slot as u32);
        }
    }

    /// Updates the trees to the boxes. Boxes with `min > max` are removed.
    pub(super) fn fit<V: FloatVector>(&mut self, boxes: &[Aabb<V>]) {
        let mut touched = [false; 4];
        let mut stale = core::mem::take(&mut self.stale);
        // After this, `stale` contains only boxes in the old tree.
        stale.retain(|&slot| {
            self.is_stale[slot as usize] = false;
            let from = self.homes[slot as usize];
            let to = match (kind(&around(&boxes[slot as usize])), from) {
                (Home::Young, Home::Old) => Home::Old,
                (to, _) => to,
            };
            touched[from as usize] = true;
            touched[to as usize] = true;
            if to != from {
                self.homes[slot as usize] = to;
                match to {
                    Home::Young => self.young.slots.push(slot),
                    Home::Unbounded => self.unbounded.push(slot),
                    Home::Nowhere | Home::Old => {}
                }
            }
            from == Home::Old
        });
        if touched[Home::Unbounded as usize] {
            self.unbounded.retain(|&slot| self.homes[slot as usize] == Home::Unbounded);
        }
        if touched[Home::Young as usize] {
            self.young.slots.retain(|&slot| self.homes[slot as usize] == Home::Young);
        }
        let mut build = self.young.slots.len() > YOUNG + self.old.slots.len() / YOUNG;
        if !stale.is_empty() && !build {
            self.refit(&stale, boxes);
            build = self.old.area > self.old.built * GROWTH;
        }
        if build {
            self.build(boxes);
        } else if touched[Home::Young as usize] {
            self.young = Tree::over(core::mem::take(&mut self.young.slots), boxes);
        }
        stale.clear();
        self.stale = stale;
    }

    /// Refits the old tree to its boxes, of which those in `stale` changed.
    fn refit<V: FloatVector>(&mut self, stale: &[u32], boxes: &[Aabb<V>]) {
        let Tree { bvh, slots, area, .. } = &mut self.old;
        let bounds = |item: u32| {
            let slot = slots[item as usize] as usize;
            if self.homes[slot] == Home::Old { around(&boxes[slot]) } else { Bounds::EMPTY }
        };
        if stale.len() * FEW < slots.len() {
            for &slot in stale {
                *area += bvh.refit_item(&self.parents, self.items[slot as usize], bounds);
            }
        } else {
            bvh.refit(bounds);
            *area = bvh.area();
        }
    }

    /// Rebuilds the old tree, including the boxes of the young one.
    fn build<V: FloatVector>(&mut self, boxes: &[Aabb<V>]) {
        for &slot in &self.young.slots {
            self.homes[slot as usize] = Home::Old;
        }
        self.young = Tree::default();
        let homes = self.homes.iter().zip(0..);
        let slots = homes.filter(|(home, _)| **home == Home::Old).map(|(_, slot)| slot).collect();
        self.old = Tree::over(slots, boxes);
        for (item, &slot) in (0..).zip(&self.old.slots) {
            self.items[slot as usize] = item;
        }
        self.parents = Parents::new(&self.old.bvh, self.old.slots.len());
    }

    /// Calls `visit` for each slot whose box may meet `bounds`, each once; the set is a superset.
    #[inline]
    pub(super) fn walk_box(&self, bounds: &Bounds, mut visit: impl FnMut(u32)) {
        self.unbounded.iter().for_each(|&slot| visit(slot));
        // Infinite planes would meet the empty children of a node. Boxes in trees are finite, so
        // clamping loses none. A NaN is a box infinitely far away, which misses all.
        let finite = |corner: [f32; 3]| corner.each(|number| number.clamp(f32::MIN, f32::MAX));
        let bounds = Bounds { planes: bounds.planes.each(finite) };
        for tree in self.trees() {
            tree.bvh.walk_box(&bounds, |item| tree.slot(item).into_iter().for_each(&mut visit));
        }
    }

    /// Returns the young tree, then the old one.
    pub(super) fn trees(&self) -> [TreeView<'_>; 2] {
        [(Home::Young, &self.young), (Home::Old, &self.old)]
            .each(|(home, Tree { bvh, slots, .. })| TreeView { bvh, slots, homes: &self.homes, home })
    }

    /// Returns the slots of boxes that are in no tree.
    pub(super) fn unbounded(&self) -> &[u32] {
        &self.unbounded
    }
}

/// A tree and the owners of its items.
#[derive(Clone, Copy)]
pub(super) struct TreeView<'a> {
    pub(super) bvh: &'a Bvh,
    slots: &'a [u32],
    homes: &'a [Home],
    home: Home,
}

impl TreeView<'_> {
    /// Returns the slot of an item, unless it left the tree after the tree was built.
    #[inline(always)]
    pub(super) fn slot(&self, item: u32) -> Option<u32> {
        let slot = self.slots[item as usize];
        (self.homes[slot as usize] == self.home).then_some(slot)
    }
}

impl Tree {
    fn over<V: FloatVector>(slots: Vec<u32>, boxes: &[Aabb<V>]) -> Self {
        let bounds = |item: u32| around(&boxes[slots[item as usize] as usize]);
        let nobody = |_| ControlFlow::Continue(());
        let bvh = Bvh::build_each(slots.len() as u32, bounds, Build::Fast, Progress::new(&nobody));
        let bvh = bvh.unwrap_or_default();
        let area = bvh.area();
        Self { bvh, slots, built: area, area }
    }
}

/// Returns where to store a box that is in no tree.
fn kind(bounds: &Bounds) -> Home {
    let [min, max] = &bounds.planes;
    if bounds.is_empty() {
        Home::Nowhere
    } else if min.iter().chain(max).all(|number| number.is_finite()) {
        Home::Young
    } else {
        Home::Unbounded
    }
}

/// Returns an `f32` box around a box; flat along `z` in 2D.
#[inline]
pub(super) fn around<V: FloatVector>(b: &Aabb<V>) -> Bounds {
    if b.min.get(0) > b.max.get(0) {
        return Bounds::EMPTY;
    }
    Bounds::around(&[numbers(b.min), numbers(b.max)], V::Scalar::ZERO)
}

/// Returns three coordinates, with 0 along `z` in 2D.
#[inline]
pub(super) fn numbers<V: FloatVector>(v: V) -> [V::Scalar; 3] {
    [v.get(0), v.get(1), if V::DIM == 3 { v.get(2) } else { V::Scalar::ZERO }]
}
