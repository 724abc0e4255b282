//! The hull of balls, extended along directions.

use crate::shape::{Aabb, Obb};
use crate::vector::Vector;
use alloc::vec::Vec;

/// Hull of balls of equal radius, extended without bound along directions.
pub(crate) struct Content<V: Vector> {
    /// Centres of the balls; for polygonal shapes in 2D, in order around them.
    pub(crate) points: Vec<V>,
    /// Radius of all balls.
    pub(crate) radius: V::Scalar,
    /// Directions; a line has two, one each way.
    pub(crate) directions: Vec<V>,
}

/// Returns the corners of a box, each computed from whether it is at the far end along an axis; in
/// 2D in order around it.
fn corners<V: Vector>(corner: impl Fn(&dyn Fn(usize) -> bool) -> V) -> Vec<V> {
    let around = |i: usize| if V::DIM == 2 { i ^ (i >> 1) } else { i };
    (0..1 << V::DIM).map(|i| corner(&|axis| around(i) >> axis & 1 == 1)).collect()
}

/// Returns the corners of an axis-aligned box; in 2D in order around it.
pub(crate) fn corners_of_aabb<V: Vector>(Aabb { min, max }: &Aabb<V>) -> Vec<V> {
    let along = |far, axis| if far { max.get(axis) } else { min.get(axis) };
    corners(|far| Vector::from_fn(|axis| along(far(axis), axis)))
}

/// Returns the corners of an oriented box; in 2D in order around it.
pub(crate) fn corners_of_obb<V: Vector>(b: &Obb<V>) -> Vec<V> {
    let arm = |far, i| if far { b.half_axis(i) } else { -b.half_axis(i) };
    corners(|far| (0..V::DIM).fold(b.center, |p, i| p + arm(far(i), i)))
}
