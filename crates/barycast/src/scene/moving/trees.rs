//! Trees over boxes that move: for questions between steps, and for steps in which little moves.
//!
//! Most boxes are in one tree, which is fitted to them when they have moved, and built anew when that has made its boxes half as
//! large again. Boxes that came later are in a small tree beside it, built anew whenever they change, until they are worth building the large
//! one anew. Boxes that are too large for `f32` are in a list.

use crate::bvh::{Bounds, Build, Bvh, Parents, Progress};
use crate::number::Float;
use crate::number::each::MapEach;
use crate::shape::Aabb;
use crate::vector::FloatVector;
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// Areas may grow so much before the large tree is built anew.
const GROWTH: f64 = 1.5;
/// The small tree has no more boxes than this, and one in so many of those in the large one.
const YOUNG: usize = 64;
/// Where fewer than one box in so many has moved, the tree is fitted along their ways to the root.
const FEW: usize = 32;

/// Where a box is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Home {
    Nowhere,
    Old,
    Young,
    Endless,
}

/// A tree over the boxes of some slots.
#[derive(Clone, Debug, Default)]
struct Tree {
    bvh: Bvh,
    /// The slot of each item.
    slots: Vec<u32>,
    /// Its area when it was built, and now.
    built: f64,
    area: f64,
}

/// The boxes of all slots but the empty ones.
#[derive(Clone, Debug, Default)]
pub(super) struct Trees {
    old: Tree,
    young: Tree,
    endless: Vec<u32>,
    homes: Vec<Home>,
    /// Of each slot that is in the large tree, which of its items.
    items: Vec<u32>,
    parents: Parents,
    /// Slots whose boxes changed since the trees were fitted.
    stale: Vec<u32>,
    is_stale: Vec<bool>,
}

impl Trees {
    /// The box of this slot is another from now on.
    #[inline]
    pub(super) fn changes(&mut self, slot: usize) {
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

    /// Fits the trees to the boxes, of which those with `min > max` are no longer there.
    pub(super) fn fit<V: FloatVector>(&mut self, boxes: &[Aabb<V>]) {
        let mut touched = [false; 4];
        let mut stale = core::mem::take(&mut self.stale);
        // From here on those in the large tree alone.
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
                    Home::Endless => self.endless.push(slot),
                    Home::Nowhere | Home::Old => {}
                }
            }
            from == Home::Old
        });
        if touched[Home::Endless as usize] {
            self.endless.retain(|&slot| self.homes[slot as usize] == Home::Endless);
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

    /// Fits the large tree to its boxes, of which those of `stale` have changed.
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

    /// Builds the large tree anew, with what was in the small one.
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

    /// Calls `visit` with the slots whose boxes may meet `bounds`, each once, and with more.
    #[inline]
    pub(super) fn walk_box(&self, bounds: &Bounds, mut visit: impl FnMut(u32)) {
        self.endless.iter().for_each(|&slot| visit(slot));
        // What is infinite would meet the children that are not there. Boxes in trees are finite, and miss what is NaN here: a box
        // that lies infinitely far away.
        let finite = |corner: [f32; 3]| corner.each(|number| number.clamp(f32::MIN, f32::MAX));
        let bounds = Bounds { planes: bounds.planes.each(finite) };
        for tree in self.trees() {
            tree.bvh.walk_box(&bounds, |item| tree.slot(item).into_iter().for_each(&mut visit));
        }
    }

    /// The small tree, then the large one.
    pub(super) fn trees(&self) -> [Branch<'_>; 2] {
        [(Home::Young, &self.young), (Home::Old, &self.old)].each(|(home, Tree { bvh, slots, .. })| Branch {
            bvh,
            slots,
            homes: &self.homes,
            home,
        })
    }

    /// The slots of boxes that are in no tree.
    pub(super) fn endless(&self) -> &[u32] {
        &self.endless
    }
}

/// One of the trees, and whose its items are.
#[derive(Clone, Copy)]
pub(super) struct Branch<'a> {
    pub(super) bvh: &'a Bvh,
    slots: &'a [u32],
    homes: &'a [Home],
    home: Home,
}

impl Branch<'_> {
    /// The slot of an item, unless it has left the tree since that was built.
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

/// Where a box goes that is in no tree.
fn kind(bounds: &Bounds) -> Home {
    let [min, max] = &bounds.planes;
    if bounds.is_empty() {
        Home::Nowhere
    } else if min.iter().chain(max).all(|number| number.is_finite()) {
        Home::Young
    } else {
        Home::Endless
    }
}

/// A box of `f32` around a box; in two dimensions flat.
#[inline]
pub(super) fn around<V: FloatVector>(b: &Aabb<V>) -> Bounds {
    if b.min.get(0) > b.max.get(0) {
        return Bounds::EMPTY;
    }
    Bounds::around(&[numbers(b.min), numbers(b.max)], V::Scalar::ZERO)
}

/// Three numbers: 0 along `z` in two dimensions.
#[inline]
pub(super) fn numbers<V: FloatVector>(v: V) -> [V::Scalar; 3] {
    [v.get(0), v.get(1), if V::DIM == 3 { v.get(2) } else { V::Scalar::ZERO }]
}
