//! Boxes while a tree is built: eight numbers of which the least are taken, the greatest corner with its signs turned, so
//! that joining two is one instruction.

use super::memory::large;
use super::node::{Bounds, LANES};
use alloc::vec::Vec;
use fearless_simd::prelude::*;
use fearless_simd::{Level, dispatch, f32x4, f32x8};

/// A box as eight numbers to take the least of: the least corner, and the greatest with its signs turned.
pub(super) type Hull = [f32; LANES];

/// So many items are looked at by one thread.
pub(super) const CHUNK: usize = 1 << 12;

/// Holds nothing.
pub(super) const NOTHING: Hull = [f32::INFINITY; LANES];

/// A box, and where it has a number to spare the bits of the item's index.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
pub(super) struct Item(pub(super) Hull);

impl Item {
    #[inline]
    pub(super) fn new(bounds: &Bounds, index: u32) -> Self {
        let [low, high] = bounds.planes;
        Self([low[0], low[1], low[2], f32::from_bits(index), -high[0], -high[1], -high[2], 0.0])
    }

    #[inline(always)]
    pub(super) fn index(&self) -> u32 {
        self.0[3].to_bits()
    }
}

pub(super) fn items(boxes: impl ExactSizeIterator<Item = Bounds>) -> Vec<Item> {
    let mut items = large(boxes.len());
    items.extend(boxes.zip(0..1 << 31).map(|(bounds, index)| Item::new(&bounds, index)));
    items
}

#[cfg(feature = "rayon")]
pub(super) fn each_item(count: u32, bounds: impl Fn(u32) -> Bounds + Sync) -> Vec<Item> {
    use rayon::prelude::*;
    let mut items = large(count as usize);
    // As indices of `usize`, of which rayon knows how many there are.
    let indices = (0..count as usize).into_par_iter().with_min_len(1 << 10);
    indices.map(|index| Item::new(&bounds(index as u32), index as u32)).collect_into_vec(&mut items);
    items
}

#[cfg(not(feature = "rayon"))]
pub(super) fn each_item(count: u32, bounds: impl Fn(u32) -> Bounds + Sync) -> Vec<Item> {
    let mut items = large(count as usize);
    items.extend((0..count).map(|index| Item::new(&bounds(index), index)));
    items
}

#[inline(always)]
pub(super) fn load<S: Simd>(simd: S, hull: &Hull) -> f32x8<S> {
    f32x8::from_slice(simd, hull)
}

#[inline(always)]
pub(super) fn joined<S: Simd>(simd: S, hulls: &[Hull]) -> Hull {
    let mut all = load(simd, &NOTHING);
    for hull in hulls {
        all = all.min(load(simd, hull));
    }
    let mut hull = NOTHING;
    all.store_slice(&mut hull);
    hull
}

/// The box around some of the items.
#[inline(always)]
pub(super) fn joined_items<S: Simd>(simd: S, items: &[Item], some: impl Iterator<Item = u32>) -> Hull {
    let mut all = load(simd, &NOTHING);
    for item in some {
        all = all.min(load(simd, &items[item as usize].0));
    }
    let mut hull = NOTHING;
    all.store_slice(&mut hull);
    hull
}

/// The boxes around the items, and around their middles.
#[inline(always)]
pub(super) fn hulls<S: Simd>(simd: S, items: &[Item]) -> (Hull, Hull) {
    let (mut all, mut middles) = (load(simd, &NOTHING), load(simd, &NOTHING));
    for item in items {
        let item = load(simd, &item.0);
        let middle = middle(simd, item);
        all = all.min(item);
        middles = middles.min(middle.combine(-middle));
    }
    let mut hulls = (NOTHING, NOTHING);
    all.store_slice(&mut hulls.0);
    middles.store_slice(&mut hulls.1);
    hulls
}

/// The same of many items: on all cores with the feature `rayon`.
pub(super) fn hulls_of_all(level: Level, items: &[Item]) -> (Hull, Hull) {
    #[cfg(feature = "rayon")]
    if items.len() > CHUNK {
        use rayon::prelude::*;
        let of_each = items.par_chunks(CHUNK).map(|items| dispatch!(level, simd => hulls(simd, items)));
        let join = |a: Hull, b: Hull| dispatch!(level, simd => joined(simd, &[a, b]));
        return of_each.reduce(|| (NOTHING, NOTHING), |a, b| (join(a.0, b.0), join(a.1, b.1)));
    }
    dispatch!(level, simd => hulls(simd, items))
}

pub(super) fn bounds_of(hull: &Hull) -> Bounds {
    Bounds { planes: [[hull[0], hull[1], hull[2]], [-hull[4], -hull[5], -hull[6]]] }
}

/// Twice the middle; 0 along an axis on which the box reaches infinity, and where the index is.
#[inline(always)]
pub(super) fn middle<S: Simd>(simd: S, item: f32x8<S>) -> f32x4<S> {
    const FINITE: [f32; 4] = [f32::INFINITY, f32::INFINITY, f32::INFINITY, 0.0];
    let (low, high) = item.split();
    let middle = low - high;
    middle.abs().simd_lt(f32x4::from_slice(simd, &FINITE)).select(middle, f32x4::splat(simd, 0.0))
}
