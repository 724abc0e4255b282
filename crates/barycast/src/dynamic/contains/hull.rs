//! The hull of balls, prolonged along directions.

use crate::shape::{Aabb, Obb};
use crate::vector::Vector;
use alloc::vec::Vec;

/// The hull of balls of one radius, prolonged without end along directions.
pub(crate) struct Content<V: Vector> {
    /// The centres; of polygonal shapes in 2D, in order around them.
    pub(crate) points: Vec<V>,
    /// Of all balls.
    pub(crate) radius: V::Scalar,
    /// Both ways of a line count as two.
    pub(crate) directions: Vec<V>,
}

/// The corners of a box, each from whether it lies at the far end along an axis; in 2D in order around it.
fn corners<V: Vector>(corner: impl Fn(&dyn Fn(usize) -> bool) -> V) -> Vec<V> {
    let around = |i: usize| if V::DIM == 2 { i ^ (i >> 1) } else { i };
    (0..1 << V::DIM).map(|i| corner(&|axis| around(i) >> axis & 1 == 1)).collect()
}

/// The corners of a box along the axes; in 2D in order around it.
pub(crate) fn corners_of_aabb<V: Vector>(Aabb { min, max }: &Aabb<V>) -> Vec<V> {
    let along = |far, axis| if far { max.get(axis) } else { min.get(axis) };
    corners(|far| Vector::from_fn(|axis| along(far(axis), axis)))
}

/// The same of a turned box.
pub(crate) fn corners_of_obb<V: Vector>(b: &Obb<V>) -> Vec<V> {
    let arm = |far, i| if far { b.half_axis(i) } else { -b.half_axis(i) };
    corners(|far| (0..V::DIM).fold(b.center, |p, i| p + arm(far(i), i)))
}
