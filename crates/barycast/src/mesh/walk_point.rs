//! Closest triangles to a point.

use super::block::Block;
use super::leaf::vector;
use super::tree::{Tree, each_once, lanes};
use crate::bvh::{LANES, Looked, PointVisitor};
use crate::number::{Float, ONE_BY_ONE, Ring, SimdScalar};
use crate::pair::point_triangle;
use crate::shape::Point;
use alloc::vec::Vec;
use fearless_simd::Simd;

/// Returns the triangle closest to a point, or `u32::MAX` if all are beyond the limit. If several
/// are equally near, returns the lowest.
pub(super) fn closest<N: SimdScalar>(tree: &Tree<N>, point: [N; 3], limit: N) -> u32 {
    let mut closest = Closest { tree, point, distance: limit, triangle: u32::MAX };
    tree.walk_toward([point, point], wider(limit), &mut closest);
    closest.triangle
}

/// Returns at most `count` triangles closest to a point within the limit, by ascending distance and
/// index. The order is unspecified if `count` is the largest possible number.
pub(super) fn near<N: SimdScalar>(tree: &Tree<N>, point: [N; 3], count: usize, limit: N) -> Vec<(N, u32)> {
    let (found, looked) = (Vec::new(), Looked::default());
    let mut near = Near { tree, point, count, limit, found, looked };
    tree.walk_toward([point, point], wider(limit), &mut near);
    near.found
}

/// Leaf callback for the closest triangle.
struct Closest<'a, S> {
    tree: &'a Tree<S>,
    point: [S; 3],
    distance: S,
    /// Index of the closest triangle, `u32::MAX` if there is none.
    triangle: u32,
}

impl<N: SimdScalar> PointVisitor for Closest<'_, N> {
    type Number = N;

    #[inline(always)]
    fn visit_leaf<S: Simd>(&mut self, simd: S, leaf: usize) -> Option<N> {
        let mut room = None;
        let block = self.tree.blocks.get(leaf, &mut room);
        let (distances, within) = block.distances(simd, self.point, self.distance);
        if within == 0 {
            return None;
        }
        let mut nearer = false;
        for lane in 0..LANES {
            let (distance, triangle) = (distances[lane], self.tree.bvh.leaves()[leaf][lane]);
            if distance < self.distance || (distance == self.distance && triangle < self.triangle) {
                (self.distance, self.triangle) = (distance, triangle);
                nearer = true;
            }
        }
        nearer.then_some(wider(self.distance))
    }

    #[inline(always)]
    fn leaf_address(&self, leaf: usize) -> Option<*const u8> {
        Some(self.tree.blocks.leaf_address(leaf))
    }
}

/// Leaf callback for the closest few triangles, or all within the limit.
struct Near<'a, S> {
    tree: &'a Tree<S>,
    point: [S; 3],
    count: usize,
    limit: S,
    found: Vec<(S, u32)>,
    looked: Looked,
}

impl<N: SimdScalar> PointVisitor for Near<'_, N> {
    type Number = N;

    #[inline(always)]
    fn visit_leaf<S: Simd>(&mut self, simd: S, leaf: usize) -> Option<N> {
        if self.looked.again(leaf) {
            return None;
        }
        let mut room = None;
        let block = self.tree.blocks.get(leaf, &mut room);
        let (distances, within) = block.distances(simd, self.point, self.limit);
        let items = &self.tree.bvh.leaves()[leaf];
        for lane in lanes(within & each_once(items)) {
            self.add((distances[lane], items[lane]));
        }
        Some(wider(self.limit))
    }

    #[inline(always)]
    fn leaf_address(&self, leaf: usize) -> Option<*const u8> {
        Some(self.tree.blocks.leaf_address(leaf))
    }
}

/// Returns a distance beyond which none is rounded to the limit.
#[inline(always)]
fn wider<S: Float>(limit: S) -> S {
    limit + limit * (S::EPSILON.lit(32) * S::EPSILON)
}

impl<S: Float> Near<'_, S> {
    fn add(&mut self, new: (S, u32)) {
        if self.count == usize::MAX {
            self.found.push(new);
            return;
        }
        let at = self.found.partition_point(|old| *old < new);
        self.found.insert(at, new);
        self.found.truncate(self.count);
        if let Some((farthest, _)) = self.found.get(self.count.wrapping_sub(1)) {
            self.limit = *farthest;
        }
    }
}

impl<N: SimdScalar> Block<N> {
    /// Returns the distance of each triangle from a point, and a bit for each that is within a
    /// limit.
    #[inline(always)]
    fn distances<S: Simd>(&self, simd: S, [x, y, z]: [N; 3], limit: N) -> ([N; LANES], u32) {
        if ONE_BY_ONE {
            let (mut distances, mut within) = ([N::ZERO; LANES], 0);
            for lane in 0..LANES {
                let distance =
                    point_triangle::distance(&Point(vector([x, y, z])), &self.triangle(lane)).distance;
                distances[lane] = distance;
                within |= u32::from(distance <= limit) << lane;
            }
            return (distances, within);
        }
        let point = vector([N::splat(simd, x), N::splat(simd, y), N::splat(simd, z)]);
        let distance = point_triangle::distance(&Point(point), &self.triangles(simd)).distance;
        (N::store(distance), N::bits::<S>(distance.le(N::splat(simd, limit))))
    }
}
