//! Triangles of a leaf in SIMD lanes: the test of [`leaf`](super::leaf), eight at a time.
//!
//! Signs and `t` come from the same operations as there, so they are equal bit for bit. Triangles
//! that are neither certainly missed nor certainly hit in their interior are tested there, one by
//! one.

use super::leaf::{Corners, SLIM, TriangleRay, numbers, to_ray_space, vector};
use crate::bvh::{Bvh, LANES, prefetch, read_scalar};
use crate::number::each::MapEach;
use crate::number::{Float, Real, Ring, SimdScalar, part};
use crate::shape::Triangle;
use crate::vector::{FloatVector, V3, Vector3};
use alloc::vec::Vec;
use fearless_simd::prelude::*;

/// Corners of a leaf's triangles, stored as `[corner][axis][lane]`.
#[derive(Clone, Debug)]
#[repr(C, align(32))]
pub(crate) struct Block<S> {
    corners: [[[S; LANES]; 3]; 3],
}

/// Number of leaves by which prefetching of vertex indices runs ahead.
const AHEAD: usize = 4;

/// Smallest number of leaves that one thread builds.
#[cfg(feature = "rayon")]
const FEW: usize = 1 << 8;

/// Builds the blocks of all leaves of a tree over triangles, on all cores with the feature `rayon`.
pub(super) fn blocks<V: FloatVector + Vector3>(
    bvh: &Bvh,
    vertices: &[V],
    triangles: &[[u32; 3]],
) -> Vec<Block<V::Scalar>> {
    let leaves = bvh.leaves();
    let named = |item: u32| triangles[item as usize].each(|vertex| &vertices[vertex as usize]);
    let items_of = |leaf: usize| leaves.get(leaf).into_iter().flatten();
    let block = |leaf: usize| {
        items_of(leaf + 2 * AHEAD).for_each(|&item| prefetch(&triangles[item as usize]));
        items_of(leaf + AHEAD).for_each(|&item| named(item).into_iter().for_each(prefetch));
        Block::of(|lane| named(leaves[leaf][lane]).each(|vertex| numbers(*vertex)))
    };
    let mut blocks = bvh.leaf_buffer();
    #[cfg(feature = "rayon")]
    if leaves.len() > FEW {
        use rayon::prelude::*;
        (0..leaves.len()).into_par_iter().with_min_len(FEW).map(block).collect_into_vec(&mut blocks);
        return blocks;
    }
    blocks.extend((0..leaves.len()).map(block));
    blocks
}

/// Result of testing rays against triangles, one pair in each lane.
pub(super) struct Crossed<L: Ring> {
    /// Lanes that are certainly hit in the interior, within the range.
    pub(super) inside: L::Mask,
    /// Ray parameter of the hit; meaningless in other lanes.
    pub(super) t: L,
    /// Second and third barycentric coordinates, times the sum of all three, and that sum.
    pub(super) weights: [L; 3],
    /// Bit for each lane that must be tested separately.
    pub(super) undecided: u32,
}

/// Ray data needed to intersect triangles whose corners are already sheared along the ray.
pub(super) struct RayShear<L> {
    pub(super) depth_rate: L,
    pub(super) low: L,
    pub(super) high: L,
    pub(super) cull: bool,
}

impl<S: Float> Block<S> {
    /// Builds the block of the triangles with these corners.
    #[inline(always)]
    pub(crate) fn of(corners: impl Fn(usize) -> Corners<S>) -> Self {
        // Written row by row and then column by column, so that compilers can store whole columns
        // at once.
        let mut rows = [[[S::ZERO; 3]; LANES]; 3];
        for lane in 0..LANES {
            [rows[0][lane], rows[1][lane], rows[2][lane]] = corners(lane);
        }
        let mut block = Self { corners: [[[S::ZERO; LANES]; 3]; 3] };
        for (columns, rows) in block.corners.iter_mut().zip(&rows) {
            for lane in 0..LANES {
                for axis in 0..3 {
                    columns[axis][lane] = rows[lane][axis];
                }
            }
        }
        block
    }

    /// Builds the block by writing each number to its place, for corners that are gathered from
    /// many addresses. Compilers would otherwise gather them once for each row and column.
    #[inline(always)]
    pub(super) fn lane_by_lane(corners: impl Fn(usize) -> Corners<S>) -> Self {
        let mut block = Self { corners: [[[S::ZERO; LANES]; 3]; 3] };
        for lane in 0..LANES {
            for (corner, numbers) in corners(lane).into_iter().enumerate() {
                for (axis, number) in numbers.into_iter().enumerate() {
                    block.corners[corner][axis][lane] = number;
                }
            }
        }
        block
    }

    /// Returns the corners of one triangle.
    #[inline(always)]
    pub(super) fn corners(&self, lane: usize) -> Corners<S> {
        let mut corners = [[S::ZERO; 3]; 3];
        for corner in 0..3 {
            for axis in 0..3 {
                corners[corner][axis] = read_scalar(&self.corners[corner][axis][lane % LANES]);
            }
        }
        corners
    }

    /// Returns one triangle.
    #[inline(always)]
    pub(super) fn triangle(&self, lane: usize) -> Triangle<V3<S>> {
        let [a, b, c] = self.corners(lane);
        Triangle { a: vector(a), b: vector(b), c: vector(c) }
    }
}

impl<S: SimdScalar> Block<S> {
    /// Builds the block of triangles in lanes.
    #[inline(always)]
    pub(super) fn stored<A: Simd>(triangles: &Triangle<V3<S::Lanes<A>>>) -> Self {
        let Triangle { a, b, c } = triangles;
        Self {
            corners: [
                [S::store(a.x), S::store(a.y), S::store(a.z)],
                [S::store(b.x), S::store(b.y), S::store(b.z)],
                [S::store(c.x), S::store(c.y), S::store(c.z)],
            ],
        }
    }

    /// Returns the corners of one triangle in every lane, with their coordinates in the order of
    /// `axes`.
    #[inline(always)]
    pub(super) fn splat<A: Simd>(&self, simd: A, lane: usize, axes: [usize; 3]) -> [[S::Lanes<A>; 3]; 3] {
        let mut corners = [[S::splat(simd, S::ZERO); 3]; 3];
        for corner in 0..3 {
            for axis in 0..3 {
                corners[corner][axis] = S::splat(simd, self.corners[corner][axes[axis]][lane % LANES]);
            }
        }
        corners
    }

    /// Returns the triangles in lanes.
    #[inline(always)]
    pub(super) fn triangles<A: Simd>(&self, simd: A) -> Triangle<V3<S::Lanes<A>>> {
        let [a, b, c] = [self.corner(simd, 0), self.corner(simd, 1), self.corner(simd, 2)];
        Triangle { a: vector(a), b: vector(b), c: vector(c) }
    }

    /// Returns the coordinates of one corner in lanes.
    #[inline(always)]
    pub(super) fn corner<A: Simd>(&self, simd: A, corner: usize) -> [S::Lanes<A>; 3] {
        let [x, y, z] = &self.corners[corner];
        [S::load(simd, x), S::load(simd, y), S::load(simd, z)]
    }

    /// Returns a bit for each triangle that may be hit. [`TriangleRay::cross`] returns `None` for
    /// the others.
    #[inline(always)]
    pub(super) fn met<A: Simd>(&self, simd: A, ray: &TriangleRay<S>) -> u32 {
        not_outside::<S, A>(weights(&self.sheared(simd, ray)))
    }

    /// Tests eight triangles at once. Returns the lanes certainly hit at `t <= high` and the lanes
    /// left undecided by rounding, or `None` if every lane misses.
    #[inline(always)]
    pub(super) fn cross<A: Simd>(
        &self,
        simd: A,
        ray: &TriangleRay<S>,
        high: S,
        cull: bool,
    ) -> Option<Crossed<S::Lanes<A>>> {
        let splat = [S::splat(simd, ray.depth_rate()), S::splat(simd, ray.low()), S::splat(simd, high)];
        let [depth_rate, low, high] = splat;
        crossed::<S, A>(&self.sheared(simd, ray), &RayShear { depth_rate, low, high, cull })
    }

    #[inline(always)]
    fn sheared<A: Simd>(&self, simd: A, ray: &TriangleRay<S>) -> [[S::Lanes<A>; 3]; 3] {
        let (origin, [x, y, z], [shear_x, shear_y]) = (ray.origin(), ray.axes(), ray.shear());
        let origin = [S::splat(simd, origin[x]), S::splat(simd, origin[y]), S::splat(simd, origin[z])];
        sheared(&self.along(simd, ray.axes()), origin, [S::splat(simd, shear_x), S::splat(simd, shear_y)])
    }

    /// Returns the corners in lanes, with their coordinates in the order of `axes`.
    #[inline(always)]
    pub(super) fn along<A: Simd>(&self, simd: A, axes: [usize; 3]) -> [[S::Lanes<A>; 3]; 3] {
        let mut corners = [[S::splat(simd, S::ZERO); 3]; 3];
        for corner in 0..3 {
            for axis in 0..3 {
                corners[corner][axis] = S::load(simd, &self.corners[corner][axes[axis]]);
            }
        }
        corners
    }
}

/// Returns the corners sheared along rays.
#[inline(always)]
pub(super) fn sheared<L: Ring>([a, b, c]: &[[L; 3]; 3], origin: [L; 3], shear: [L; 2]) -> [[L; 3]; 3] {
    part(
        #[inline(always)]
        || {
            [
                to_ray_space(*a, origin, shear),
                to_ray_space(*b, origin, shear),
                to_ray_space(*c, origin, shear),
            ]
        },
    )
}

/// Tests triangles that are sheared along the ray of their lane. Returns the lanes certainly hit
/// and the lanes left undecided by rounding, or `None` if every lane misses.
#[inline(always)]
pub(super) fn crossed<S: SimdScalar, A: Simd>(
    corners: &[[S::Lanes<A>; 3]; 3],
    way: &RayShear<S::Lanes<A>>,
) -> Option<Crossed<S::Lanes<A>>> {
    part(
        #[inline(always)]
        || {
            let [u, v, w] = weights(corners);
            let met = not_outside::<S, A>([u, v, w]);
            if met == 0 {
                return None;
            }
            let [a, b, c] = corners;
            let zero = u.zero();
            let sum = u + v + w;
            let depth = u * a[2] + v * b[2] + w * c[2];
            let size = ((c[0] * b[1]).abs() + (c[1] * b[0]).abs())
                + ((a[0] * c[1]).abs() + (a[1] * c[0]).abs())
                + ((b[0] * a[1]).abs() + (b[1] * a[0]).abs());
            // The ray starts within the depth range of the corners, so the sign of `t` may be in
            // doubt.
            let (nearest, deepest) = (a[2].min(b[2]).min(c[2]), a[2].max(b[2]).max(c[2]));
            let plain = (sum.abs() * size.lit(SLIM)).gt(size) & (zero.lt(nearest) | deepest.lt(zero));
            let within = (zero.lt(u) & zero.lt(v) & zero.lt(w)) | (u.lt(zero) & v.lt(zero) & w.lt(zero));
            let plain = plain & within;
            let t = depth / sum / way.depth_rate;
            let mut inside = plain & t.ge(way.low) & t.le(way.high) & t.abs().lt(zero.infinity());
            if way.cull {
                inside = inside
                    & ((zero.lt(way.depth_rate) & zero.lt(sum)) | (way.depth_rate.le(zero) & sum.le(zero)));
            }
            Some(Crossed { inside, t, weights: [v, w, sum], undecided: met & !S::bits::<A>(plain) })
        },
    )
}

/// Returns the edge functions of triangles.
#[inline(always)]
fn weights<L: Ring>([a, b, c]: &[[L; 3]; 3]) -> [L; 3] {
    part(
        #[inline(always)]
        || [c[0] * b[1] - c[1] * b[0], a[0] * c[1] - a[1] * c[0], b[0] * a[1] - b[1] * a[0]],
    )
}

/// Returns a bit for each triangle whose weights do not have both signs. A triangle with a NaN
/// weight gets a bit.
#[inline(always)]
fn not_outside<S: SimdScalar, A: Simd>([u, v, w]: [S::Lanes<A>; 3]) -> u32 {
    let zero = u.zero();
    let (least, most) = (u.min(v).min(w), u.max(v).max(w));
    let sum = u + v + w;
    let number = S::bits::<A>(sum.same(sum));
    S::bits::<A>(zero.le(least) | most.le(zero)) | !number & 0xFF
}
