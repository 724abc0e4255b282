//! Boxes during the build, stored so that one SIMD minimum joins two of them.
//!
//! A box is eight numbers: the least corner, and the negated greatest corner.

use super::memory::large;
use super::node::{Bounds, LANES};
use alloc::vec::Vec;
use fearless_simd::prelude::*;
use fearless_simd::{Level, dispatch, f32x4, f32x8};

/// Box as the least corner and the negated greatest corner.
pub(super) type PackedBox = [f32; LANES];

/// Number of items processed by one task.
pub(super) const CHUNK: usize = 1 << 12;

/// Empty box.
pub(super) const NOTHING: PackedBox = [f32::INFINITY; LANES];

/// Box of an item, with the bits of the item's index in an unused lane.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
pub(super) struct Item(pub(super) PackedBox);

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
    if (count as usize) < CHUNK {
        items.extend((0..count).map(|index| Item::new(&bounds(index), index)));
        return items;
    }
    // Indices are `usize`, because rayon knows the length of such a range.
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
pub(super) fn load<S: Simd>(simd: S, hull: &PackedBox) -> f32x8<S> {
    f32x8::from_slice(simd, hull)
}

#[inline(always)]
pub(super) fn joined<S: Simd>(simd: S, hulls: &[PackedBox]) -> PackedBox {
    let mut all = load(simd, &NOTHING);
    for hull in hulls {
        all = all.min(load(simd, hull));
    }
    let mut hull = NOTHING;
    all.store_slice(&mut hull);
    hull
}

/// Returns the box around some of the items.
#[inline(always)]
pub(super) fn joined_items<S: Simd>(simd: S, items: &[Item], some: impl Iterator<Item = u32>) -> PackedBox {
    let mut all = load(simd, &NOTHING);
    for item in some {
        all = all.min(load(simd, &items[item as usize].0));
    }
    let mut hull = NOTHING;
    all.store_slice(&mut hull);
    hull
}

/// Returns the boxes around the items and around their doubled centroids.
#[inline(always)]
pub(super) fn boxes_and_centroids<S: Simd>(simd: S, items: &[Item]) -> (PackedBox, PackedBox) {
    let (mut all, mut centroids) = (load(simd, &NOTHING), load(simd, &NOTHING));
    for item in items {
        let item = load(simd, &item.0);
        let middle = doubled_centroid(simd, item);
        all = all.min(item);
        centroids = centroids.min(middle.combine(-middle));
    }
    let mut hulls = (NOTHING, NOTHING);
    all.store_slice(&mut hulls.0);
    centroids.store_slice(&mut hulls.1);
    hulls
}

/// Runs [`boxes_and_centroids`] over many items, on all cores with the feature `rayon`.
pub(super) fn boxes_and_centroids_of_all(level: Level, items: &[Item]) -> (PackedBox, PackedBox) {
    #[cfg(feature = "rayon")]
    if items.len() > CHUNK {
        use rayon::prelude::*;
        let of_each =
            items.par_chunks(CHUNK).map(|items| dispatch!(level, simd => boxes_and_centroids(simd, items)));
        let join = |a: PackedBox, b: PackedBox| dispatch!(level, simd => joined(simd, &[a, b]));
        return of_each.reduce(|| (NOTHING, NOTHING), |a, b| (join(a.0, b.0), join(a.1, b.1)));
    }
    dispatch!(level, simd => boxes_and_centroids(simd, items))
}

pub(super) fn bounds_of(hull: &PackedBox) -> Bounds {
    Bounds { planes: [[hull[0], hull[1], hull[2]], [-hull[4], -hull[5], -hull[6]]] }
}

/// Returns the doubled centroid. It is 0 along an axis on which the box is infinite, and in the
/// lane of the index.
#[inline(always)]
pub(super) fn doubled_centroid<S: Simd>(simd: S, item: f32x8<S>) -> f32x4<S> {
    const FINITE: [f32; 4] = [f32::INFINITY, f32::INFINITY, f32::INFINITY, 0.0];
    let (low, high) = item.split();
    let middle = low - high;
    middle.abs().simd_lt(f32x4::from_slice(simd, &FINITE)).select(middle, f32x4::splat(simd, 0.0))
}
