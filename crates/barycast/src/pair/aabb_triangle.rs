//! AABB and triangle.
//!
//! Separating axes: the box's face normals (which compare bounds, without rounding), the triangle's
//! normal, and the cross products of the coordinate axes and the triangle's edges: 3 + 1 + 9; in 2D
//! the edge normals of both. Relative to the doubled center `min + max` the projections on `l`
//! overlap if
//!
//! ```text
//! min_k p_k . l <= sum_i size_i |l_i|   and   -sum_i size_i |l_i| <= max_k p_k . l
//! p_k = 2 v_k - (min + max)
//! ```
//!
//! All three corners are projected on every axis, so that the axis of an edge nearly parallel to
//! the box needs no tolerance. For a collinear triangle these contain the axes of box and segment,
//! and for a point those of the box: degenerate cases have zero axes, which separate nothing.
//!
//! Sources: [Akenine-Moeller 2001], [Ericson 5.2.9].

#![allow(clippy::needless_bitwise_bool, reason = "one branch instead of one per comparison")]

use crate::exact::certain::{Excess, are_ordinary};
use crate::exact::reach;
use crate::number::{Float, Mask, Ring};
use crate::shape::{Aabb, Triangle};
use crate::vector::{ByDim, FloatVector, Vector, Vector2, Vector3};

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector>(a: &Aabb<V>, b: &Triangle<V>) -> V::Mask {
    let bounds = b.bounds();
    let hit = a.min.le_all(bounds.max) & bounds.min.le_all(a.max);
    if hit.none() {
        return hit;
    }
    let twice = a.min.get(0).lit(2);
    let (middle, size) = (a.min + a.max, a.max - a.min);
    let corners = [b.a * twice - middle, b.b * twice - middle, b.c * twice - middle];
    let edges = [b.b - b.a, b.c - b.b, b.a - b.c];
    hit & plane_overlaps(size, &edges, &corners) & edges_overlap(size, &edges, &corners)
}

/// Returns the result of [`intersects`] if plain floats certify it, otherwise `None`. On the cross
/// product of an edge and a coordinate axis both ends of the edge project to the same value, so
/// that only one of them is projected.
#[inline(always)]
pub(crate) fn certainly<V: FloatVector>(a: &Aabb<V>, b: &Triangle<V>) -> Option<bool> {
    let bounds = b.bounds();
    if !(a.min.le_all(bounds.max) & bounds.min.le_all(a.max)) {
        return Some(false);
    }
    let ([plane, edges], least) = excesses(a, b);
    let apart = |excess: Excess<V::Scalar>| excess.is_clear() & (excess.value > V::Scalar::ZERO);
    let misses = apart(plane) | apart(edges);
    let clear = misses | (plane.is_clear() & edges.is_clear());
    (clear & are_ordinary(least, Ring::max(plane.size, edges.size))).then_some(!misses)
}

/// Returns the excess on the triangle's normal (in 3D), and the largest one on the cross products
/// of edges, with the smallest product to check for underflow. Let `m` be the largest coordinate of
/// corners and box relative to the doubled center, and `E` that of the edges. The projections are
/// at most `6 E^2 m` and `2 E m`, if products of this kind do not underflow.
#[inline(always)]
pub(crate) fn excesses<V: FloatVector>(a: &Aabb<V>, b: &Triangle<V>) -> ([Excess<V::Scalar>; 2], V::Scalar) {
    let twice = a.min.get(0).lit(2);
    let (middle, size) = (a.min + a.max, a.max - a.min);
    let corners = [b.a * twice - middle, b.b * twice - middle, b.c * twice - middle];
    let edges = [b.b - b.a, b.c - b.b, b.a - b.c];
    let mut beyond = [size; 3];
    for (own, edge) in edges.iter().enumerate() {
        // The cross products with all axes at once.
        let heights = |corner: V| edge.times(corner.cycled()) - edge.cycled().times(corner);
        let (one, other) = (heights(corners[own]), heights(corners[(own + 2) % 3]));
        let reach = size.times(edge.cycled().magnitudes()) + size.cycled().times(edge.magnitudes());
        beyond[own] = one.min(other).max(-one.max(other)) - reach;
    }
    let most = beyond[0].max(beyond[1]).max(beyond[2]).max_coordinate();
    let coordinates = middle.magnitudes() + reach([b.a, b.b, b.c]) * twice + size;
    let (far, long) = (coordinates.max_coordinate(), reach(edges).max_coordinate());
    let beside = Excess { value: most, size: far * long, noise: 32 };
    if V::DIM == 2 {
        return ([beside, beside], beside.size);
    }
    let (n, side) = (V::by_dim(Normal(edges[0], edges[1])), long * long);
    let depth = Ring::abs(corners[0].dot(n)) - size.dot(n.magnitudes());
    let plane = Excess { value: depth, size: far * side, noise: 128 };
    ([plane, beside], Ring::min(side, Ring::min(plane.size, beside.size)))
}

/// Tests whether the triangle's normal does not separate the corners from the box of this size
/// around 0.
#[inline(always)]
fn plane_overlaps<V: Vector>(size: V, edges: &[V; 3], corners: &[V; 3]) -> V::Mask {
    if V::DIM == 2 {
        return size.get(0).always();
    }
    let n = V::by_dim(Normal(edges[0], edges[1]));
    let mut reach = size.get(0).zero();
    for i in 0..V::DIM {
        reach = reach + size.get(i) * Ring::abs(n.get(i));
    }
    // Over exact numbers all corners project to the same value; over floats the rounded normal of a
    // sliver spreads them.
    let heights = [corners[0].dot(n), corners[1].dot(n), corners[2].dot(n)];
    let low = Ring::min(Ring::min(heights[0], heights[1]), heights[2]);
    let high = Ring::max(Ring::max(heights[0], heights[1]), heights[2]);
    low.le(reach) & (-reach).le(high)
}

/// Tests whether no edge normal (2D), or cross product of an edge and a coordinate axis (3D),
/// separates the corners from the box of this size around 0.
#[inline(always)]
fn edges_overlap<V: Vector>(size: V, edges: &[V; 3], corners: &[V; 3]) -> V::Mask {
    let mut hit = size.get(0).always();
    for edge in edges {
        let mut i = if V::DIM == 2 { 2 } else { 0 };
        while i < 3 {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            // e_i x edge has the components -edge_k at j and edge_j at k.
            let (at_j, at_k) = (-edge.get(k), edge.get(j));
            let reach = Ring::abs(at_j) * size.get(j) + Ring::abs(at_k) * size.get(k);
            let mut low = at_j * corners[0].get(j) + at_k * corners[0].get(k);
            let mut high = low;
            for corner in &corners[1..] {
                let projected = at_j * corner.get(j) + at_k * corner.get(k);
                (low, high) = (Ring::min(low, projected), Ring::max(high, projected));
            }
            hit = hit & low.le(reach) & (-reach).le(high);
            i += 1;
        }
    }
    hit
}

/// Computes the normal `u x v`; zero in 2D, where no plane separates.
pub(crate) struct Normal<V>(pub(crate) V, pub(crate) V);

impl<V: Vector> ByDim<V> for Normal<V> {
    type Answer = V;

    #[inline(always)]
    fn d2(self) -> V
    where
        V: Vector2,
    {
        self.0.zero()
    }

    #[inline(always)]
    fn d3(self) -> V
    where
        V: Vector3,
    {
        self.0.cross(self.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3};

    const CUBE: Aabb<DVec3> = Aabb::new(DVec3::NEG_ONE, DVec3::ONE);

    fn triangle(a: [f64; 3], b: [f64; 3], c: [f64; 3]) -> Triangle<DVec3> {
        Triangle::new(a.into(), b.into(), c.into())
    }

    #[test]
    fn a_triangle_whose_plane_cuts_off_a_corner_hits() {
        assert!(intersects(&CUBE, &triangle([3.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 3.0])));
        let touching = triangle([3.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 3.0]);
        assert!(intersects(&Aabb::new(DVec3::NEG_ONE, DVec3::ONE), &touching));
        assert!(!intersects(&CUBE, &triangle([3.5, 0.0, 0.0], [0.0, 3.5, 0.0], [0.0, 0.0, 3.5])));
    }

    #[test]
    fn only_an_edge_cross_product_separates_them() {
        // Past the vertical edge at (1, 1), and steep: no face of either separates.
        assert!(!intersects(&CUBE, &triangle([2.5, 0.0, -9.0], [0.0, 2.5, 9.0], [2.5, 2.5, 0.0])));
        assert!(intersects(&CUBE, &triangle([2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [2.5, 2.5, 9.0])));
    }

    #[test]
    fn a_collinear_triangle_is_a_segment() {
        assert!(intersects(&CUBE, &triangle([3.0, 0.0, 0.0], [2.0, 0.0, 0.0], [1.0, 0.0, 0.0])));
        assert!(!intersects(&CUBE, &triangle([3.0, 0.0, 0.0], [1.5, 1.5, 0.0], [0.0, 3.0, 0.0])));
    }

    #[test]
    fn a_point_like_triangle_is_a_point() {
        assert!(intersects(&CUBE, &triangle([1.0; 3], [1.0; 3], [1.0; 3])));
        assert!(!intersects(&CUBE, &triangle([1.0, 1.0, 1.5], [1.0, 1.0, 1.5], [1.0, 1.0, 1.5])));
    }

    #[test]
    fn a_flat_box_in_the_plane_of_the_triangle_is_a_rectangle() {
        let flat = Aabb::new(DVec3::ZERO, DVec3::new(1.0, 1.0, 0.0));
        assert!(intersects(&flat, &triangle([2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [2.0, 2.0, 0.0])));
        assert!(!intersects(&flat, &triangle([3.0, 0.0, 0.0], [0.0, 3.0, 0.0], [3.0, 3.0, 0.0])));
    }

    #[test]
    fn in_the_plane_the_edges_separate() {
        let square = Aabb::new(DVec2::NEG_ONE, DVec2::ONE);
        let past = |d: f64| Triangle::new(DVec2::new(d, 0.0), DVec2::new(0.0, d), DVec2::new(d, d));
        assert!(intersects(&square, &past(2.0)));
        assert!(!intersects(&square, &past(2.0f64.next_up())));
        let around = Triangle::new(DVec2::new(-9.0, -9.0), DVec2::new(9.0, -9.0), DVec2::new(0.0, 9.0));
        assert!(intersects(&square, &around));
    }
}
