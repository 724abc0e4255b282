//! Tree of a mesh: a BVH over its triangles, with the corners of the triangles in each leaf.

use super::compact::Blocks;
use super::leaf::numbers;
use crate::bvh::{Bounds, Bvh, LANES, PointVisitor, TreeFrame, is_f32, prefetch};
use crate::number::each::MapEach;
use crate::number::{Float, Real, Ring};
use crate::vector::{FloatVector, Vector3};
use alloc::boxed::Box;

/// BVH with the corners of the triangles in each leaf.
#[derive(Clone, Debug)]
pub(super) struct Tree<S> {
    pub(super) bvh: Bvh,
    pub(super) blocks: Blocks<S>,
    /// Frame of the boxes, if it is not that of the triangles: for `f64` far from the origin or of
    /// unusual size.
    pub(super) frame: Option<Box<TreeFrame>>,
}

/// Returns the frame in which a tree over these vertices should be built. Returns `None` if the
/// original coordinates are good enough, as those of `f32` are, which the boxes store exactly.
pub(super) fn frame_of<V: FloatVector + Vector3>(vertices: &[V]) -> Option<Box<TreeFrame>> {
    if is_f32::<V::Scalar>() {
        return None;
    }
    let infinity = Real::infinity(V::Scalar::ONE);
    let (mut low, mut high) = ([infinity; 3], [-infinity; 3]);
    for vertex in vertices {
        let p = numbers(*vertex);
        for axis in 0..3 {
            low[axis] = p[axis].min(low[axis]);
            high[axis] = p[axis].max(high[axis]);
        }
    }
    TreeFrame::of_box(low.each(Float::to_f64), high.each(Float::to_f64)).map(Box::new)
}

impl<S: Float> Tree<S> {
    /// Returns the same tree, queried in the coordinates of the triangles.
    pub(super) fn framed(&self) -> crate::bvh::Tree<'_> {
        crate::bvh::Tree::new(&self.bvh, self.frame.as_deref())
    }

    /// Returns the box, in the coordinates of the tree, around some points, with `margin` added on
    /// every side.
    pub(super) fn box_around(&self, points: &[[S; 3]], margin: S) -> Bounds {
        let Some(frame) = &self.frame else { return Bounds::around(points, margin) };
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for point in points {
            for axis in 0..3 {
                low[axis] = low[axis].min(point[axis].to_f64());
                high[axis] = high[axis].max(point[axis].to_f64());
            }
        }
        frame.bounds(low, high, margin.to_f64())
    }

    /// Returns a box around all triangles. Its sides are not finite if the triangles are beyond the
    /// range of the boxes.
    pub(super) fn around(&self) -> [[f64; 3]; 2] {
        let bounds = self.bvh.bounds();
        match &self.frame {
            Some(frame) => frame.around(&bounds),
            None => bounds.planes.each(|plane| plane.each(f64::from)),
        }
    }

    /// Calls `leaf` with every leaf that may contain a point at most `high` from a box, nearer ones
    /// first. Limits are distances in the coordinates of the triangles.
    #[inline(always)]
    pub(super) fn walk_toward<A: PointVisitor<Number = S>>(&self, ends: [[S; 3]; 2], high: S, leaf: &mut A) {
        match &self.frame {
            None => self.bvh.walk_toward(ends, high, leaf),
            Some(frame) => frame.walk_toward(&self.bvh, ends, high, leaf),
        }
    }

    /// Moves the arrays to [large pages](crate::bvh::move_to_large_pages), for later traversals.
    pub(super) fn move_to_large_pages(&self) {
        self.bvh.move_to_large_pages();
        self.blocks.move_to_large_pages();
    }

    /// Prefetches the data of the triangle in a slot.
    #[inline(always)]
    pub(super) fn prefetch_triangle(&self, slot: usize) {
        if let Some(leaf) = self.bvh.leaves().get(slot / LANES) {
            prefetch(leaf);
            self.blocks.prefetch_leaf(slot / LANES);
        }
    }

    /// Returns the lane, among those in `of`, with the lowest triangle of a leaf.
    #[cold]
    pub(super) fn lowest(&self, leaf: usize, of: u32) -> usize {
        lanes(of).min_by_key(|lane| self.triangle(leaf * LANES + lane)).unwrap_or(0)
    }

    /// Returns the triangle in a slot: a lane of a block, counted through all blocks. In a mesh
    /// without a tree the slot is the triangle itself.
    #[inline(always)]
    pub(super) fn triangle(&self, slot: usize) -> u32 {
        match self.bvh.leaves().get(slot / LANES) {
            Some(leaf) => leaf[slot % LANES],
            None => slot as u32,
        }
    }
}

/// Returns the lanes of a mask in ascending order.
#[inline(always)]
pub(super) fn lanes(mut mask: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let lane = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (lane < LANES).then_some(lane)
    })
}

/// Returns a bit for each lane of a leaf, except those that repeat the last item.
#[inline(always)]
pub(super) fn each_once(items: &[u32; LANES]) -> u32 {
    let mut bits = 1;
    for lane in 1..LANES {
        bits |= u32::from(items[lane] != items[lane - 1]) << lane;
    }
    bits
}
