//! Traversal of the intersection of half-spaces.

use super::node::{Bounds, Bvh, Node};
use crate::number::each::MapEach;
use alloc::vec::Vec;
use fearless_simd::prelude::*;
use fearless_simd::{Simd, dispatch, f32x8};

/// Half-space `normal . x <= distance`, rounded to `f32`. Tests allow for the rounding.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side {
    normal: [f32; 3],
    distance: f32,
}

impl Side {
    /// Makes a half-space from a normal of any length.
    pub(crate) fn new(normal: [f64; 3], distance: f64) -> Self {
        let longest = normal.into_iter().map(f64::abs).fold(f64::MIN_POSITIVE, f64::max);
        Self { normal: normal.each(|n| (n / longest) as f32), distance: (distance / longest) as f32 }
    }
}

impl Bvh {
    /// Returns the items of every leaf whose box may have points on the inner side of each plane,
    /// in order of index. The items themselves may have none there.
    pub(crate) fn items_within(&self, sides: &[Side]) -> Vec<u32> {
        let mut items = Vec::new();
        dispatch!(self.level, simd => self.walk_sides_in(simd, sides, &mut items));
        items.sort_unstable();
        items
    }

    #[inline(always)]
    fn walk_sides_in<S: Simd>(&self, simd: S, sides: &[Side], items: &mut Vec<u32>) {
        // Bound on the rounding of each normal, product and sum.
        let noise = f32x8::splat(simd, 8.0 * f32::EPSILON);
        let met = |node: &Node| {
            let [least, greatest] = [0, 1].each(|end| f32x8::from_slice(simd, &node.planes[end][0]));
            let mut met = least.simd_le(greatest).to_bitmask();
            for side in sides {
                let distance = f32x8::splat(simd, side.distance);
                let mut sum = f32x8::splat(simd, 0.0);
                let mut size = f32x8::splat(simd, side.distance.abs() + f32::MIN_POSITIVE / f32::EPSILON);
                for axis in 0..3 {
                    let n = side.normal[axis];
                    if n != 0.0 {
                        // Corner that is farthest inside.
                        let corner = f32x8::from_slice(simd, &node.planes[usize::from(n < 0.0)][axis]);
                        let product = corner * f32x8::splat(simd, n);
                        sum += product;
                        size += product.abs();
                    }
                }
                met &= !(sum - size * noise).simd_gt(distance).to_bitmask();
            }
            met
        };
        self.walk_met(met, &mut |item| items.push(item));
    }

    /// Returns the items of every leaf whose box may meet a box, in order of index. The boxes of
    /// the items may not meet it.
    pub(crate) fn items_in_box(&self, bounds: &Bounds) -> Vec<u32> {
        let mut items = Vec::new();
        self.walk_box(bounds, |item| items.push(item));
        items.sort_unstable();
        items
    }
}
