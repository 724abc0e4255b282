//! Boxes, nodes and the tree that they make.

use crate::number::Float;
use alloc::vec::Vec;

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
        let mut bounds = Self::EMPTY;
        for axis in 0..3 {
            let (mut low, mut high) = (S::ONE.infinity(), -S::ONE.infinity());
            for point in points {
                low = point[axis].min(low);
                high = point[axis].max(high);
            }
            // In `f64`, and a step further: far from the origin a margin may vanish beside the coordinate.
            let (mut low, mut high, margin) = (low.to_f64(), high.to_f64(), margin.to_f64());
            if margin > 0.0 {
                low = (low - margin).next_down();
                high = (high + margin).next_up();
            }
            bounds.planes[0][axis] = round_down(low);
            bounds.planes[1][axis] = round_up(high);
        }
        bounds
    }

    /// They share a point; touching counts.
    pub fn meets(&self, other: &Self) -> bool {
        (0..3).all(|axis| {
            self.planes[0][axis] <= other.planes[1][axis] && other.planes[0][axis] <= self.planes[1][axis]
        })
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

    /// The middle along an axis.
    #[inline(always)]
    pub(super) fn middle(&self, axis: usize) -> f32 {
        self.planes[0][axis] * 0.5 + self.planes[1][axis] * 0.5
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

/// The largest `f32` that is not above the number.
fn round_down(x: f64) -> f32 {
    let nearest = x as f32;
    if f64::from(nearest) > x { nearest.next_down() } else { nearest }
}

/// The smallest `f32` that is not below the number.
fn round_up(x: f64) -> f32 {
    let nearest = x as f32;
    if f64::from(nearest) < x { nearest.next_up() } else { nearest }
}

/// A box and what is in it: 32 bytes, two to a cache line, and children lie side by side.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Holds everything below.
    pub bounds: Bounds,
    /// Of a leaf, its first slot; else the first of its two children.
    pub(super) first: u32,
    /// Of a leaf, how many slots it has; 0 for an inner node.
    pub(super) count: u32,
}

/// A tree of boxes over `items`, which lie in its leaves' slots in an order of its own.
#[derive(Clone, Debug, Default)]
pub struct Bvh {
    pub(super) nodes: Vec<Node>,
    pub(super) items: Vec<u32>,
}

impl Bvh {
    /// The item in each slot: leaves hold ranges of slots; data laid out in this order is read in order.
    pub fn items(&self) -> &[u32] {
        &self.items
    }

    /// One leaf of `count` items with no bounds: a walk of it looks at everything, and so is brute force.
    pub fn flat(count: u32) -> Self {
        if count == 0 {
            return Self::default();
        }
        let everywhere = Bounds { planes: [[f32::NEG_INFINITY; 3], [f32::INFINITY; 3]] };
        Self { nodes: alloc::vec![Node { bounds: everywhere, first: 0, count }], items: (0..count).collect() }
    }

    /// All nodes, the root first; none for a tree of nothing.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Holds everything; [`Bounds::EMPTY`] when there is nothing.
    pub fn bounds(&self) -> Bounds {
        self.nodes.first().map_or(Bounds::EMPTY, |root| root.bounds)
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
