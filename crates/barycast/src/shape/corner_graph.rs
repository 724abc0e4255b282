//! Corners of a polytope and the edges between them.

use super::hull::Hull;
use super::{Aabb, Obb};
use crate::number::{Block, Float, Ring};
use crate::vector::{FloatVector, Vector};
use core::array;

/// Corners of a polytope and the edges between them, on which algorithms walk from corner to corner
/// instead of looking at all of them. The points of a face that was split into triangles have edges
/// between them, too.
#[derive(Clone, Copy, Debug)]
pub struct CornerGraph<'s, V: Vector>(Kind<'s, V>);

#[derive(Clone, Copy, Debug)]
enum Kind<'s, V: Vector> {
    /// The bits of an index name the sides.
    Aabb(Aabb<V>),
    /// The same, with half of each edge; in 2D the last is zero.
    Obb { center: V, arms: [V; 3] },
    /// The points of a hull, which of them are corners, and these in blocks.
    Hull { points: &'s [V], hull: &'s Hull, blocks: &'s [Block<V::Scalar>] },
}

impl<'s, V: FloatVector> CornerGraph<'s, V> {
    pub(super) fn of_aabb(b: &Aabb<V>) -> Self {
        Self(Kind::Aabb(*b))
    }

    pub(super) fn of_obb(b: &Obb<V>) -> Self {
        let arm = |axis| if axis < V::DIM { b.half_axis(axis) } else { b.center.zero() };
        Self(Kind::Obb { center: b.center, arms: [arm(0), arm(1), arm(2)] })
    }

    pub(super) fn of_hull(points: &'s [V], hull: &'s Hull, blocks: &'s [Block<V::Scalar>]) -> Self {
        Self(Kind::Hull { points, hull, blocks })
    }

    /// Returns the number of corners.
    pub(crate) fn len(&self) -> usize {
        match self.0 {
            Kind::Aabb(_) | Kind::Obb { .. } => 1 << V::DIM,
            Kind::Hull { hull, .. } => hull.corners.len(),
        }
    }

    /// Returns a corner.
    #[inline]
    pub(crate) fn at(&self, index: usize) -> V {
        let is_high = |axis: usize| index >> axis & 1 == 1;
        match &self.0 {
            Kind::Aabb(b) => V::from_fn(|axis| (if is_high(axis) { b.max } else { b.min }).get(axis)),
            Kind::Obb { center, arms } => (0..V::DIM).fold(*center, |p, axis| {
                // Selects a sign instead of branching, because the branch is unpredictable.
                let side = Ring::select(is_high(axis), V::Scalar::ONE, -V::Scalar::ONE);
                p + arms[axis] * side
            }),
            Kind::Hull { points, hull, .. } => points[hull.corners[index]],
        }
    }

    /// Returns the index of a corner farthest along a direction, up to rounding.
    pub(crate) fn farthest(&self, direction: V) -> usize {
        let highs =
            |is_low: &dyn Fn(usize) -> bool| (0..V::DIM).map(|axis| usize::from(!is_low(axis)) << axis).sum();
        match &self.0 {
            Kind::Aabb(_) => highs(&|axis| direction.get(axis) < V::Scalar::ZERO),
            Kind::Obb { arms, .. } => highs(&|axis| direction.dot(arms[axis]) < V::Scalar::ZERO),
            // The last block is filled up with the last corner.
            Kind::Hull { hull, blocks, .. } => farthest_lane(blocks, direction).min(hull.corners.len() - 1),
        }
    }

    /// Calls a function with the index of each corner at the other end of an edge.
    #[inline]
    pub(crate) fn neighbours(&self, index: usize, mut visit: impl FnMut(usize)) {
        match self.0 {
            Kind::Aabb(_) | Kind::Obb { .. } => {
                for axis in 0..V::DIM {
                    visit(index ^ 1 << axis);
                }
            }
            Kind::Hull { hull, .. } => {
                for i in hull.neighbours(index) {
                    visit(*i as usize);
                }
            }
        }
    }
}

/// Returns the place of a corner farthest along a direction, in blocks of corners.
pub(super) fn farthest_lane<V: FloatVector>(blocks: &[Block<V::Scalar>], direction: V) -> usize {
    // In 2D the third coordinate does not contribute.
    let along = array::from_fn(|axis| if axis < V::DIM { direction.get(axis) } else { V::Scalar::ZERO });
    V::Scalar::farthest(blocks, along)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Convex, Support};
    use alloc::vec::Vec;
    use fastrand::Rng;
    use glam::{DVec2, DVec3};

    /// Tests that corners are those of the shape, that edges have two ends, and that the corners
    /// above any height are connected.
    fn check<V: FloatVector<Scalar = f64> + PartialEq>(shape: &impl Support<Vector = V>, direction: V) {
        let graph = shape.corner_graph().unwrap();
        let corners = shape.corners(direction);
        assert_eq!(corners.len(), graph.len());
        let height = |i: usize| direction.dot(graph.at(i));
        let top = height(graph.farthest(direction));
        for (i, corner) in corners.iter().enumerate() {
            assert!(*corner == graph.at(i) && height(i) <= top + 1e-12);
            let mut higher = false;
            graph.neighbours(i, |j| {
                let mut back = false;
                graph.neighbours(j, |k| back |= k == i);
                assert!(back && i != j);
                higher |= height(j) > height(i);
            });
            assert!(higher || height(i) >= top - 1e-9, "{i} has no edge upwards");
        }
    }

    #[test]
    fn each_corner_but_the_farthest_has_an_edge_upwards() {
        let mut rng = Rng::with_seed(5);
        for count in 1..60 {
            let mut number = || rng.f64() * 9.0 - 4.0;
            let mut point = || DVec3::from_array([number(), number(), number()]);
            let points: Vec<DVec3> = (0..count).map(|_| point()).collect();
            // A grid has many corners within faces and edges.
            let grid = points.iter().map(|p| p.round()).collect();
            let flat: Vec<DVec2> = points.iter().map(|p| p.truncate()).collect();
            let in_plane = points.iter().map(|p| p.with_z(p.x)).collect();
            let direction = point();
            for points in [points.clone(), grid, in_plane] {
                check(&Convex::try_new(points).unwrap(), direction);
            }
            check(&Convex::try_new(flat).unwrap(), direction.truncate());
            let b = Aabb::new(points[0].min(direction), points[0].max(direction));
            check(&b, direction);
            check(&b.to_obb(), direction);
        }
    }
}
