//! Boxes, nodes and the tree that they make.

use super::memory::{FETCHED, fetch_at, large, settle};
use crate::number::{Float, best_level, round_down, round_up};
use alloc::vec::Vec;
use core::hint::select_unpredictable;
use fearless_simd::Level;

/// A box of `f32` corners, `planes[0]` the least and `planes[1]` the greatest. Flat boxes are legal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The least and the greatest coordinates: an index chosen by a ray's sign reads the nearer plane.
    pub planes: [[f32; 3]; 2],
}

impl Bounds {
    /// The neutral element of [`join`](Self::join): it holds nothing.
    pub const EMPTY: Self = Self { planes: [[f32::INFINITY; 3], [f32::NEG_INFINITY; 3]] };

    /// Holds every point, rounded outward, with `margin` on every side.
    pub fn around<S: Float>(points: &[[S; 3]], margin: S) -> Self {
        let (mut low, mut high) = ([S::ONE.infinity(); 3], [-S::ONE.infinity(); 3]);
        for point in points {
            for axis in 0..3 {
                low[axis] = point[axis].min(low[axis]);
                high[axis] = point[axis].max(high[axis]);
            }
        }
        Self::between(low, high, margin)
    }

    /// Holds both corners, and all between, rounded outward, with `margin` on every side.
    #[inline]
    pub(crate) fn between<S: Float>(low: [S; 3], high: [S; 3], margin: S) -> Self {
        let mut bounds = Self::EMPTY;
        for axis in 0..3 {
            let (low, high) = (low[axis], high[axis]);
            if is_f32::<S>() {
                // A step further: far from the origin a margin may vanish beside the coordinate.
                let (low, high) = (low - margin, high + margin);
                let (low, high) = (low - low.abs() * S::EPSILON, high + high.abs() * S::EPSILON);
                bounds.planes[0][axis] = low.to_f64() as f32;
                bounds.planes[1][axis] = high.to_f64() as f32;
                continue;
            }
            let (mut low, mut high, margin) = (low.to_f64(), high.to_f64(), margin.to_f64());
            if margin > 0.0 {
                low = (low - margin).next_down();
                high = (high + margin).next_up();
            }
            bounds.planes[0][axis] = place_below(low);
            bounds.planes[1][axis] = place_above(high);
        }
        bounds
    }

    /// They share a point; touching counts.
    pub fn meets(&self, other: &Self) -> bool {
        (0..3).all(|axis| {
            self.planes[0][axis] <= other.planes[1][axis] && other.planes[0][axis] <= self.planes[1][axis]
        })
    }

    /// It holds nothing.
    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.planes[0][0] > self.planes[1][0]
    }

    /// The smallest box that holds both.
    #[inline(always)]
    pub fn join(&mut self, other: &Self) {
        for axis in 0..3 {
            self.planes[0][axis] = lesser(self.planes[0][axis], other.planes[0][axis]);
            self.planes[1][axis] = greater(self.planes[1][axis], other.planes[1][axis]);
        }
    }

    /// Half of its surface; 0 for the empty box. In `f64`, because squares of `f32` overflow.
    #[inline(always)]
    pub(super) fn half_area(&self) -> f64 {
        let size = |axis: usize| f64::from(self.planes[1][axis] - self.planes[0][axis]).max(0.0);
        let (x, y, z) = (size(0), size(1), size(2));
        x * y + y * z + z * x
    }
}

/// The smaller of two: one instruction, where `f32::min` cares for NaN.
#[inline(always)]
pub(super) fn lesser(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The larger of two.
#[inline(always)]
pub(super) fn greater(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// A type whose numbers need no rounding to `f32`.
#[inline(always)]
pub(crate) fn is_f32<S: Float>() -> bool {
    S::EPSILON.to_f64() == f64::from(f32::EPSILON)
}

/// The largest `f32` that is not above the number.
#[inline(always)]
pub(super) fn below<S: Float>(x: S) -> f32 {
    if is_f32::<S>() { x.to_f64() as f32 } else { round_down(x.to_f64()) }
}

/// The smallest `f32` that is not below the number.
#[inline(always)]
pub(super) fn above<S: Float>(x: S) -> f32 {
    if is_f32::<S>() { x.to_f64() as f32 } else { round_up(x.to_f64()) }
}

/// Of `f64`, a place that is farther than 2^125 is as far as that, or infinitely far: so a difference of two is no more than `f32` holds.
pub(super) const FAR: f32 = f32::from_bits(252 << 23);

/// [`below`] of a coordinate, or less where that is [far](FAR).
#[inline(always)]
pub(super) fn place_below<S: Float>(x: S) -> f32 {
    let below = below(x);
    if is_f32::<S>() || below.abs() <= FAR {
        below
    } else if below > FAR {
        FAR
    } else {
        f32::NEG_INFINITY
    }
}

/// [`above`] of a coordinate, or more where that is [far](FAR).
#[inline(always)]
pub(super) fn place_above<S: Float>(x: S) -> f32 {
    -place_below(-x)
}

/// Children of a node, and at most so many items in a leaf.
pub const LANES: usize = 8;

/// A child that is a leaf; the other bits say which.
pub(super) const LEAF: u32 = 1 << 31;

/// The boxes of eight children, number by number: four cache lines.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct Node {
    /// As in [`Bounds`], for each child. Of a child that is not there the least is infinite and the greatest minus that.
    pub(super) planes: [[[f32; LANES]; 3]; 2],
    /// Nodes, or leaves with the bit [`LEAF`]. A child that is not there is the first leaf: where no box can
    /// be told to be missed, it is looked at twice, and who lists what it finds asks [`Looked`].
    pub(super) children: [u32; LANES],
}

impl Node {
    pub(super) const EMPTY: Self = Self {
        planes: [[[f32::INFINITY; LANES]; 3], [[f32::NEG_INFINITY; LANES]; 3]],
        children: [LEAF; LANES],
    };
}

/// Whether a walk has looked into the first leaf, to which children that are not there lead too.
#[derive(Default)]
pub(crate) struct Looked(bool);

impl Looked {
    /// This leaf is the first, and was looked into before.
    #[inline(always)]
    pub(crate) fn again(&mut self, leaf: usize) -> bool {
        leaf == 0 && core::mem::replace(&mut self.0, true)
    }
}

/// A tree of boxes over items, of which each lies in one leaf.
#[derive(Clone, Debug)]
pub struct Bvh {
    pub(super) bounds: Bounds,
    pub(super) nodes: Vec<Node>,
    pub(super) leaves: Vec<[u32; LANES]>,
    pub(super) level: Level,
}

impl Bvh {
    /// The items of each leaf. One that holds fewer than [`LANES`] repeats its last.
    #[inline]
    pub fn leaves(&self) -> &[[u32; LANES]] {
        &self.leaves
    }

    /// An empty vector with room for one thing a leaf, on large pages where the system has them.
    pub fn room_for_leaves<T>(&self) -> Vec<T> {
        large(self.leaves.len())
    }

    /// The items of a leaf, each once.
    #[inline(always)]
    pub fn items(&self, leaf: usize) -> impl Iterator<Item = u32> + use<> {
        let items = self.leaves[leaf];
        (0..LANES)
            .filter(move |&lane| lane == 0 || items[lane] != items[lane - 1])
            .map(move |lane| items[lane])
    }

    /// Holds everything; [`Bounds::EMPTY`] when there is nothing.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Has a child fetched from memory that is looked at later; of a leaf, which is of numbers `N`, from where `leaf` says that
    /// it is read, if anywhere. Without a branch: whether it is a leaf is anyone's guess.
    #[inline(always)]
    pub(super) fn expect<N: Float>(&self, child: u32, leaf: impl Fn(usize) -> Option<*const u8>) {
        let is_leaf = child & LEAF != 0;
        let index = (child & !LEAF) as usize;
        let node = self.nodes.as_ptr().wrapping_add(index).cast();
        match leaf(index) {
            Some(leaf) => {
                fetch_at(select_unpredictable(is_leaf, leaf, node));
                if !is_f32::<N>() {
                    // A leaf of `f64` is twice as long.
                    fetch_at(select_unpredictable(is_leaf, leaf.wrapping_add(FETCHED), node));
                }
            }
            None if is_leaf => {}
            None => fetch_at(node),
        }
    }

    /// [On large pages](settle), for walks to come.
    pub(crate) fn settle(&self) {
        settle(&self.nodes);
        settle(&self.leaves);
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> usize {
        size_of_val(self.nodes.as_slice()) + size_of_val(self.leaves.as_slice())
    }

    /// The instructions that its walks use; the best of the machine unless told otherwise.
    pub fn level(&self) -> Level {
        self.level
    }

    /// The same tree, walked with other instructions. No answer changes.
    #[must_use]
    pub fn at_level(self, level: Level) -> Self {
        Self { level, ..self }
    }
}

impl Default for Bvh {
    /// A tree of nothing.
    fn default() -> Self {
        Self { bounds: Bounds::EMPTY, nodes: Vec::new(), leaves: Vec::new(), level: best_level() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_margin_smaller_than_a_coordinate_can_tell_widens_the_box() {
        let bounds = Bounds::around(&[[1000.0_f64; 3]], 1e-20);
        assert!(bounds.planes[0][0] < 1000.0 && bounds.planes[1][0] > 1000.0);
        let bounds = Bounds::around(&[[1000.0_f32; 3]], 1e-20);
        assert!(bounds.planes[0][0] < 1000.0 && bounds.planes[1][0] > 1000.0);
    }

    #[test]
    fn an_f64_point_between_two_f32_stays_inside() {
        for x in [0.1, -0.1, 1e-300, -1e-300, 1e300, -1e300, 16_777_217.0, f64::from(f32::MAX)] {
            let bounds = Bounds::around(&[[x; 3]], 0.0);
            assert!(f64::from(bounds.planes[0][0]) <= x && x <= f64::from(bounds.planes[1][2]), "{x}");
        }
    }
}
