//! SIMD filter for the triangles of two leaves, one against eight at a time.
//!
//! Two triangles are disjoint if one is on one side of the other's plane. They intersect if an edge
//! of one crosses the other: its ends are on different sides of the plane, and it passes all three
//! edges on the same side. They are disjoint if no edge crosses. An edge certainly does not cross
//! if both its ends are on one side, or if it passes two edges on different sides. All of these are
//! signs of
//!
//! ```text
//! (u x v) . w
//! ```
//!
//! for differences `u`, `v`, `w` of corners. Let `U`, `V`, `W` be the largest absolute coordinate
//! of each. The rounding error is less than `24 epsilon U V W`, plus `6 (U V dw + U W dv + V W du)`
//! if the corners have errors, which they have after a rounded placement. The bounds here are a
//! third larger, plus a margin for underflow. Overflow makes the bound infinite. A value larger
//! than its bound therefore has a certain sign, for the corners rounded once. A pair left undecided
//! is tested [exactly](super::exact_pairs). The error of a difference of two corners of one
//! triangle is up to twice that of a corner. The error of a difference between the triangles is the
//! sum of both: [`Placing::off`] is that sum.
//!
//! Sources: [Guigue 2003].

use super::placement::{PlacePoint, Placing};
use crate::bvh::LANES;
use crate::mesh::block::Block;
use crate::mesh::leaf::vector;
use crate::number::{Real, Ring, SimdScalar, part};
use crate::shape::Triangle;
use crate::vector::V3;
use fearless_simd::prelude::*;

type Three<L> = [L; 3];

/// Triangles of two leaves in SIMD lanes.
pub(super) struct Leaves<'a, N: SimdScalar, S: Simd> {
    block: &'a Block<N>,
    /// Normals of the first leaf's triangles, which are taken one by one.
    normals: [[N; LANES]; 3],
    sizes: [N; LANES],
    lows: [[N; LANES]; 3],
    highs: [[N; LANES]; 3],
    /// Placed corners of the second leaf's triangles.
    corners: [Three<N::Lanes<S>>; 3],
    normal: Three<N::Lanes<S>>,
    size: N::Lanes<S>,
    low: Three<N::Lanes<S>>,
    high: Three<N::Lanes<S>>,
    bound: Bound<N::Lanes<S>>,
}

/// Result for one triangle against eight others: a bit for each.
#[derive(Clone, Copy, Default)]
pub(super) struct FilterResult {
    pub(super) meet: u32,
    pub(super) undecided: u32,
}

impl<'a, N: PlacePoint, S: Simd> Leaves<'a, N, S> {
    #[inline(always)]
    pub(super) fn new(simd: S, a: &'a Block<N>, b: &Block<N>, placing: &Placing<N>) -> Self {
        let bound = Bound {
            off: N::splat(simd, placing.off),
            least: N::splat(simd, N::MIN_POSITIVE),
            epsilon: N::splat(simd, N::EPSILON.lit(5) * N::EPSILON),
        };
        let off = bound.off;
        let corners = [a.corner(simd, 0), a.corner(simd, 1), a.corner(simd, 2)];
        let (u, v) = (minus(corners[1], corners[0]), minus(corners[2], corners[0]));
        let (normal, size) = (cross(u, v), most(u).max(most(v)) + off + off);
        let [low, high] = around(&corners);
        let (normals, sizes) = (stored::<N, S>(normal), N::store(size));
        let (lows, highs) = (stored::<N, S>(low), stored::<N, S>(high));
        let corners = [
            place::<N, S>(simd, placing, b.corner(simd, 0)),
            place::<N, S>(simd, placing, b.corner(simd, 1)),
            place::<N, S>(simd, placing, b.corner(simd, 2)),
        ];
        let (u, v) = (minus(corners[1], corners[0]), minus(corners[2], corners[0]));
        let (normal, size) = (cross(u, v), most(u).max(most(v)) + off + off);
        let [mut low, mut high] = around(&corners);
        for axis in 0..3 {
            (low[axis], high[axis]) = (low[axis] - off, high[axis] + off);
        }
        Self { block: a, normals, sizes, lows, highs, corners, normal, size, low, high, bound }
    }

    /// Tests the first leaf's triangle in a lane against those of the second in `others`.
    #[inline(always)]
    pub(super) fn test(&self, simd: S, lane: usize, others: u32) -> FilterResult {
        let mut near = others;
        for axis in 0..3 {
            let low = N::splat(simd, self.lows[axis][lane]);
            let high = N::splat(simd, self.highs[axis][lane]);
            near &= !(N::bits::<S>(high.lt(self.low[axis])) | N::bits::<S>(self.high[axis].lt(low)));
        }
        if near == 0 {
            return FilterResult::default();
        }
        let [a, b, c] = self.block.corners(lane);
        let p = [splat::<N, S>(simd, a), splat::<N, S>(simd, b), splat::<N, S>(simd, c)];
        let [x, y, z] = &self.normals;
        let normal = splat::<N, S>(simd, [x[lane], y[lane], z[lane]]);
        let (size_a, size_b) = (N::splat(simd, self.sizes[lane]), self.size);
        let q = &self.corners;

        // Sides of the first triangle's plane.
        let w = [minus(q[0], p[0]), minus(q[1], p[0]), minus(q[2], p[0])];
        let far = most(w[0]).max(most(w[1])).max(most(w[2])) + self.bound.off;
        let area = size_a * size_a;
        let bound = self.bound.of(area, far, area + size_a * far * far.lit(4));
        let sides_b = [
            Sides::of::<N, S>(dot(normal, w[0]), bound),
            Sides::of::<N, S>(dot(normal, w[1]), bound),
            Sides::of::<N, S>(dot(normal, w[2]), bound),
        ];
        near &= !Sides::one_side(&sides_b);
        if near == 0 {
            return FilterResult::default();
        }

        // Sides of the second triangles' planes.
        let far = far + size_a;
        let area = size_b * size_b;
        let bound = self.bound.of(area, far, area + size_b * far * far.lit(4));
        let sides_a = [
            Sides::of::<N, S>(dot(self.normal, minus(p[0], q[0])), bound),
            Sides::of::<N, S>(dot(self.normal, minus(p[1], q[0])), bound),
            Sides::of::<N, S>(dot(self.normal, minus(p[2], q[0])), bound),
        ];
        near &= !Sides::one_side(&sides_a);
        if near == 0 {
            return FilterResult::default();
        }

        // Side on which each edge of the first passes each edge of the second. An edge is at most
        // twice the size.
        let (long_a, long_b) = (size_a + size_a, size_b + size_b);
        let area = long_a * long_b;
        let bound = self.bound.of(area, far, area + (long_a + long_b) * (far + far));
        let mut passes = [[Sides::default(); 3]; 3];
        for i in 0..3 {
            let edge = minus(p[(i + 1) % 3], p[i]);
            for j in 0..3 {
                let other = minus(q[(j + 1) % 3], q[j]);
                passes[i][j] = Sides::of::<N, S>(dot(cross(edge, other), minus(q[j], p[i])), bound);
            }
        }
        let (mut meet, mut apart) = (0, near);
        for i in 0..3 {
            let next = (i + 1) % 3;
            let (crosses, misses) =
                crosses(sides_b[i], sides_b[next], [passes[0][i], passes[1][i], passes[2][i]]);
            meet |= crosses;
            apart &= misses;
            let (crosses, misses) = self::crosses(sides_a[i], sides_a[next], passes[i]);
            meet |= crosses;
            apart &= misses;
        }
        FilterResult { meet: near & meet, undecided: near & !meet & !apart }
    }

    /// Returns those of `others` that may be within a limit of the first leaf's triangle in a lane.
    /// The boxes or planes of the rest prove that they are farther away.
    #[inline(always)]
    pub(super) fn near(&self, simd: S, lane: usize, others: u32, limit: N) -> u32 {
        let limit = N::splat(simd, limit) + self.bound.off;
        let zero = limit.zero();
        let mut sum = zero;
        for axis in 0..3 {
            let low = N::splat(simd, self.lows[axis][lane]);
            let high = N::splat(simd, self.highs[axis][lane]);
            let gap = (self.low[axis] - high).max(low - self.high[axis]).max(zero);
            sum = sum + gap * gap;
        }
        let mut near = others & !N::bits::<S>((limit * limit).lt(sum));
        if near == 0 {
            return 0;
        }
        let [a, b, c] = self.block.corners(lane);
        let p = [splat::<N, S>(simd, a), splat::<N, S>(simd, b), splat::<N, S>(simd, c)];
        let [x, y, z] = &self.normals;
        let normal = splat::<N, S>(simd, [x[lane], y[lane], z[lane]]);
        let (size_a, size_b) = (N::splat(simd, self.sizes[lane]), self.size);
        let q = &self.corners;
        let w = [minus(q[0], p[0]), minus(q[1], p[0]), minus(q[2], p[0])];
        let far = most(w[0]).max(most(w[1])).max(most(w[2])) + self.bound.off;
        let area = size_a * size_a;
        let two = far.lit(2);
        // Twice the error of a volume. The length has an error too, which matters only if the limit
        // is less than `far`.
        let spare = area + size_a * far * far.lit(4);
        let bound = two * self.bound.of(area, far, spare) + length(normal) * limit;
        let sides = [
            Sides::of::<N, S>(dot(normal, w[0]), bound),
            Sides::of::<N, S>(dot(normal, w[1]), bound),
            Sides::of::<N, S>(dot(normal, w[2]), bound),
        ];
        near &= !Sides::one_side(&sides);
        if near == 0 {
            return 0;
        }
        let far = far + size_a;
        let area = size_b * size_b;
        let bound =
            two * self.bound.of(area, far, area + size_b * far * far.lit(4)) + length(self.normal) * limit;
        let sides = [
            Sides::of::<N, S>(dot(self.normal, minus(p[0], q[0])), bound),
            Sides::of::<N, S>(dot(self.normal, minus(p[1], q[0])), bound),
            Sides::of::<N, S>(dot(self.normal, minus(p[2], q[0])), bound),
        ];
        near & !Sides::one_side(&sides)
    }

    /// Returns the placed triangles of the second leaf, with rounded placement.
    #[inline(always)]
    pub(super) fn others(&self) -> Triangle<V3<N::Lanes<S>>> {
        let [a, b, c] = &self.corners;
        Triangle { a: vector(*a), b: vector(*b), c: vector(*c) }
    }

    /// Returns the first leaf's triangle of a lane in every lane.
    #[inline(always)]
    pub(super) fn one(&self, simd: S, lane: usize) -> Triangle<V3<N::Lanes<S>>> {
        let [a, b, c] = self.block.corners(lane);
        let (a, b, c) = (splat::<N, S>(simd, a), splat::<N, S>(simd, b), splat::<N, S>(simd, c));
        Triangle { a: vector(a), b: vector(b), c: vector(c) }
    }
}

/// Constants of the error bounds.
struct Bound<L> {
    off: L,
    least: L,
    epsilon: L,
}

impl<L: Ring> Bound<L> {
    /// Returns the error bound of `(u x v) . w`, for `area >= U V`, `far >= W`, and `spare`, a
    /// sixth of the factor of the error of the placed corners.
    #[inline(always)]
    fn of(&self, area: L, far: L, spare: L) -> L {
        let eight = far.lit(8);
        part(
            #[inline(always)]
            || {
                (eight * (area + self.least)) * far * self.epsilon
                    + (eight * (spare + self.least)) * self.off
                    + self.least
            },
        )
    }
}

/// Bits for the lanes whose sign is certain.
#[derive(Clone, Copy, Default)]
struct Sides {
    above: u32,
    below: u32,
}

impl Sides {
    #[inline(always)]
    fn of<N: SimdScalar, S: Simd>(volume: N::Lanes<S>, bound: N::Lanes<S>) -> Self {
        part(
            #[inline(always)]
            || Self { above: N::bits::<S>(bound.lt(volume)), below: N::bits::<S>(volume.lt(-bound)) },
        )
    }

    /// Returns the lanes in which all are certainly on one side.
    #[inline(always)]
    fn one_side([a, b, c]: &[Self; 3]) -> u32 {
        (a.above & b.above & c.above) | (a.below & b.below & c.below)
    }
}

/// Returns the lanes in which an edge certainly crosses a triangle, and those in which it certainly
/// misses it. The inputs are the sides of the plane on which its ends are, and the sides on which
/// it passes the triangle's edges.
#[inline(always)]
fn crosses(start: Sides, end: Sides, passes: [Sides; 3]) -> (u32, u32) {
    let [a, b, c] = passes;
    let through = (start.above & end.below) | (start.below & end.above);
    let beside = (start.above & end.above) | (start.below & end.below);
    let outside = (a.above | b.above | c.above) & (a.below | b.below | c.below);
    (through & Sides::one_side(&passes), beside | outside)
}

#[inline(always)]
fn place<N: PlacePoint, S: Simd>(simd: S, placing: &Placing<N>, p: Three<N::Lanes<S>>) -> Three<N::Lanes<S>> {
    let mut placed = p;
    for i in 0..3 {
        let row = splat::<N, S>(simd, placing.rows.turn[i]);
        placed[i] = dot(row, p) + N::splat(simd, placing.rows.shift[i]);
    }
    placed
}

#[inline(always)]
fn splat<N: SimdScalar, S: Simd>(simd: S, [x, y, z]: [N; 3]) -> Three<N::Lanes<S>> {
    [N::splat(simd, x), N::splat(simd, y), N::splat(simd, z)]
}

#[inline(always)]
fn stored<N: SimdScalar, S: Simd>([x, y, z]: Three<N::Lanes<S>>) -> [[N; LANES]; 3] {
    [N::store(x), N::store(y), N::store(z)]
}

#[inline(always)]
fn minus<L: Ring>(a: Three<L>, b: Three<L>) -> Three<L> {
    part(
        #[inline(always)]
        || [a[0] - b[0], a[1] - b[1], a[2] - b[2]],
    )
}

#[inline(always)]
fn dot<L: Ring>(a: Three<L>, b: Three<L>) -> L {
    part(
        #[inline(always)]
        || a[0] * b[0] + a[1] * b[1] + a[2] * b[2],
    )
}

#[inline(always)]
fn cross<L: Ring>(a: Three<L>, b: Three<L>) -> Three<L> {
    part(
        #[inline(always)]
        || [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]],
    )
}

#[inline(always)]
fn length<L: Real>(v: Three<L>) -> L {
    dot(v, v).sqrt()
}

/// Returns the largest absolute coordinate.
#[inline(always)]
fn most<L: Ring>([x, y, z]: Three<L>) -> L {
    part(
        #[inline(always)]
        || x.max(-x).max(y.max(-y)).max(z.max(-z)),
    )
}

/// Returns the least and the greatest of each coordinate.
#[inline(always)]
fn around<L: Ring>([a, b, c]: &[Three<L>; 3]) -> [Three<L>; 2] {
    let (mut low, mut high) = (*a, *a);
    for axis in 0..3 {
        low[axis] = low[axis].min(b[axis]).min(c[axis]);
        high[axis] = high[axis].max(b[axis]).max(c[axis]);
    }
    [low, high]
}
