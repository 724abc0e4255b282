//! Boxes, nodes, and the tree.

use super::memory::{PREFETCHED, large, move_to_large_pages, prefetch_at};
use crate::number::{Float, best_level, round_down, round_up};
use alloc::vec::Vec;
use core::hint::select_unpredictable;
use fearless_simd::Level;

/// Axis-aligned box with `f32` corners: `planes[0]` is the least corner and `planes[1]` the
/// greatest. Flat boxes are valid.
#[doc(alias = "AABB")]
#[doc(alias = "Aabb3d")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Least and greatest coordinates. Indexing by the sign of a ray's direction selects the nearer
    /// plane.
    pub planes: [[f32; 3]; 2],
}

impl Bounds {
    /// Empty box, the neutral element of [`join`](Self::join).
    pub const EMPTY: Self = Self { planes: [[f32::INFINITY; 3], [f32::NEG_INFINITY; 3]] };

    /// Returns a box that contains every point, rounded outward, with `margin` added on every side.
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

    /// Returns a box that contains both corners and everything between, rounded outward, with
    /// `margin` added on every side.
    #[inline]
    pub(crate) fn between<S: Float>(low: [S; 3], high: [S; 3], margin: S) -> Self {
        let mut bounds = Self::EMPTY;
        for axis in 0..3 {
            let (low, high) = (low[axis], high[axis]);
            if is_f32::<S>() {
                // Rounds one step further, because far from the origin a margin may be smaller than
                // the spacing of coordinates.
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

    /// Tests whether the boxes share a point. Touching counts.
    pub fn meets(&self, other: &Self) -> bool {
        (0..3).all(|axis| {
            self.planes[0][axis] <= other.planes[1][axis] && other.planes[0][axis] <= self.planes[1][axis]
        })
    }

    /// Tests whether the box is empty.
    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.planes[0][0] > self.planes[1][0]
    }

    /// Enlarges the box to the smallest one that contains both.
    #[inline(always)]
    pub fn join(&mut self, other: &Self) {
        for axis in 0..3 {
            self.planes[0][axis] = lesser(self.planes[0][axis], other.planes[0][axis]);
            self.planes[1][axis] = greater(self.planes[1][axis], other.planes[1][axis]);
        }
    }

    /// Returns half of the surface area; 0 for the empty box. The result is `f64`, because squares
    /// of `f32` overflow.
    #[inline(always)]
    pub(super) fn half_area(&self) -> f64 {
        let size = |axis: usize| f64::from(self.planes[1][axis] - self.planes[0][axis]).max(0.0);
        let (x, y, z) = (size(0), size(1), size(2));
        x * y + y * z + z * x
    }
}

/// Returns the smaller of two numbers. Compiles to one instruction, unlike `f32::min`, which
/// handles NaN.
#[inline(always)]
pub(super) fn lesser(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// Returns the larger of two numbers.
#[inline(always)]
pub(super) fn greater(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// Tests whether the type's numbers are `f32` without rounding.
#[inline(always)]
pub(crate) fn is_f32<S: Float>() -> bool {
    S::EPSILON.to_f64() == f64::from(f32::EPSILON)
}

/// Returns the largest `f32` that is not above the number.
#[inline(always)]
pub(super) fn below<S: Float>(x: S) -> f32 {
    if is_f32::<S>() { x.to_f64() as f32 } else { round_down(x.to_f64()) }
}

/// Returns the smallest `f32` that is not below the number.
#[inline(always)]
pub(super) fn above<S: Float>(x: S) -> f32 {
    if is_f32::<S>() { x.to_f64() as f32 } else { round_up(x.to_f64()) }
}

/// Largest finite coordinate of a box of `f64` points: 2^125. Coordinates beyond it are clamped to
/// it or to infinity, whichever encloses the point, so that a difference of two does not overflow
/// `f32`.
pub(super) const FAR: f32 = f32::from_bits(252 << 23);

/// Returns [`below`] of a coordinate, or less if it is beyond [`FAR`].
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

/// Returns [`above`] of a coordinate, or more if it is beyond [`FAR`].
#[inline(always)]
pub(super) fn place_above<S: Float>(x: S) -> f32 {
    -place_below(-x)
}

/// Number of children of a node, and largest number of items in a leaf.
pub const LANES: usize = 8;

/// Flag of a child that is a leaf. The other bits are its index.
pub(super) const LEAF: u32 = 1 << 31;

/// Boxes of eight children, stored by component, in four cache lines.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct Node {
    /// Planes as in [`Bounds`], for each child. A missing child has an infinite least and a
    /// negative infinite greatest plane.
    pub(super) planes: [[[f32; LANES]; 3]; 2],
    /// Indices of nodes, or of leaves with the bit [`LEAF`]. A missing child refers to the first
    /// leaf. If no box can be excluded, that leaf is visited twice. A traversal that lists items
    /// detects this by [`Looked`].
    pub(super) children: [u32; LANES],
}

impl Node {
    pub(super) const EMPTY: Self = Self {
        planes: [[[f32::INFINITY; LANES]; 3], [[f32::NEG_INFINITY; LANES]; 3]],
        children: [LEAF; LANES],
    };
}

/// Records whether a traversal has visited the first leaf, to which missing children also refer.
#[derive(Default)]
pub(crate) struct Looked(bool);

impl Looked {
    /// Tests whether this is the first leaf and a repeated visit.
    #[inline(always)]
    pub(crate) fn again(&mut self, leaf: usize) -> bool {
        leaf == 0 && core::mem::replace(&mut self.0, true)
    }
}

/// Bounding volume hierarchy over items, each of which is in one leaf.
///
/// ```
/// use barycast::bvh::{Bounds, Bvh};
///
/// let interval = |i: u16| Bounds::around(&[[f32::from(i), 0.0, 0.0]], 0.25);
/// let tree = Bvh::build((0..100).map(interval));
/// // The caller tests the items of the leaves that are visited.
/// let query = Bounds::around(&[[40.0, 0.0, 0.0]], 1.5);
/// let mut found = Vec::new();
/// tree.walk_box(&query, |item| {
///     if interval(item as u16).meets(&query) {
///         found.push(item);
///     }
/// });
/// found.sort_unstable();
/// assert_eq!(found, [39, 40, 41]);
/// ```
#[doc(alias = "bounding volume hierarchy")]
#[doc(alias = "AABB tree")]
#[doc(alias = "DynamicTree")]
#[derive(Clone, Debug)]
pub struct Bvh {
    pub(super) bounds: Bounds,
    pub(super) nodes: Vec<Node>,
    pub(super) leaves: Vec<[u32; LANES]>,
    pub(super) level: Level,
}

impl Bvh {
    /// Returns the items of each leaf. A leaf with fewer than [`LANES`] items repeats its last
    /// item.
    #[inline]
    pub fn leaves(&self) -> &[[u32; LANES]] {
        &self.leaves
    }

    /// Returns an empty vector with room for one value per leaf, on large pages if the system
    /// supports them.
    pub(crate) fn leaf_buffer<T>(&self) -> Vec<T> {
        large(self.leaves.len())
    }

    /// Returns the items of a leaf, each once.
    #[inline(always)]
    pub fn items(&self, leaf: usize) -> impl Iterator<Item = u32> + use<> {
        let items = self.leaves[leaf];
        (0..LANES)
            .filter(move |&lane| lane == 0 || items[lane] != items[lane - 1])
            .map(move |lane| items[lane])
    }

    /// Returns the box around everything; [`Bounds::EMPTY`] for an empty tree.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Prefetches a child that will be visited later. `leaf` returns the address from which a leaf
    /// with numbers of type `N` is read, or `None`. There is no branch on whether the child is a
    /// leaf, because it is unpredictable.
    #[inline(always)]
    pub(super) fn prefetch_child<N: Float>(&self, child: u32, leaf: impl Fn(usize) -> Option<*const u8>) {
        let is_leaf = child & LEAF != 0;
        let index = (child & !LEAF) as usize;
        let node = self.nodes.as_ptr().wrapping_add(index).cast();
        match leaf(index) {
            Some(leaf) => {
                prefetch_at(select_unpredictable(is_leaf, leaf, node));
                if !is_f32::<N>() {
                    // A leaf of `f64` is twice as long.
                    prefetch_at(select_unpredictable(is_leaf, leaf.wrapping_add(PREFETCHED), node));
                }
            }
            None if is_leaf => {}
            None => prefetch_at(node),
        }
    }

    /// Moves the arrays to [large pages](move_to_large_pages), for later traversals.
    pub(crate) fn move_to_large_pages(&self) {
        move_to_large_pages(&self.nodes);
        move_to_large_pages(&self.leaves);
    }

    /// Returns the memory in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(self.nodes.as_slice()) + size_of_val(self.leaves.as_slice())
    }

    /// Returns the SIMD instruction set of the traversals. The default is the best that the machine
    /// has.
    pub fn level(&self) -> Level {
        self.level
    }

    /// Returns the same tree, traversed with another instruction set. Results do not change.
    #[must_use]
    pub fn with_simd_level(self, level: Level) -> Self {
        Self { level, ..self }
    }
}

impl Default for Bvh {
    /// Returns an empty tree.
    fn default() -> Self {
        Self { bounds: Bounds::EMPTY, nodes: Vec::new(), leaves: Vec::new(), level: best_level() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_margin_below_the_spacing_of_coordinates_widens_the_box() {
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
