//! Separating axis test between the boxes of two trees, the second placed by an affine map.
//!
//! The second tree is placed by `p -> M p + t`. Two boxes `c +- h`, one of each tree, are disjoint
//! if one of fifteen axes separates them: the axes of the first box, the face normals of the
//! second, and the cross products of their edges. With
//!
//! ```text
//! T = M c_b + t - c_a
//!
//! |T_i|        > h_a_i + sum_j |M_ij| h_b_j                        axes of the first
//! |(M^-1 T)_j| > h_b_j + sum_i |M^-1_ji| h_a_i                     faces of the second
//! |T_i'' M_i'j - T_i' M_i''j|                                      edge i cross edge j,
//!              > h_a_i' |M_i''j| + h_a_i'' |M_i'j|                 with C the cofactors of M
//!                + h_b_j' |C_ij''| + h_b_j'' |C_ij'|
//! ```
//!
//! where `i', i''` are the axes after `i`. For a rotation `C` is `M`. All of this is computed in
//! `f32`, whatever the precision of the placement.
//!
//! Let `e` be the distance from 1 to the next `f32`. Let `size_i` be the sum of `|t_i|`, of
//! `|M_ij|` times the largest absolute `j`th coordinate of the second tree, and of the largest
//! absolute `i`th coordinate of the first. The error of `T_i`, and of the number that it is
//! compared with, is at most `12 e size_i`, including the rounding of the boxes' content when it
//! was placed. Therefore every `h_a_i` is enlarged by `32 e size_i`, once, which also covers the
//! cross products of edges. `M^-1` need not be accurate: its error is measured as the largest
//! entries of `M^-1 M - 1`, and added. A singular placement has no face normals that separate.
//!
//! Sources: [Gottschalk 1996], [Ericson 4.4.1].

use super::node::Bounds;
use crate::number::each::MapEach;
use crate::number::{Ring, round_up};
use fearless_simd::f32x8;
use fearless_simd::prelude::*;

/// Placement of the second tree relative to the first, prepared for tests of boxes.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    /// Rows of `M`.
    there: [[f32; 3]; 3],
    shift: [f32; 3],
    /// Inverse of `M`, or zeros if there is none.
    back: [[f32; 3]; 3],
    cofactors: [[f32; 3]; 3],
    /// Bound on the rounding of `T`.
    margin: [f32; 3],
    /// Bound on the rounding along the face normals of the second tree's boxes.
    margin_back: [f32; 3],
    /// Largest entry of `M`: approximately the factor by which it enlarges boxes.
    pub(super) growth: f32,
    reach: f64,
}

/// Margin in units of `e size`.
const MARGIN: f64 = 32.0;

/// Size above which sums may overflow. No box is then reported as separate.
const HUGE: f64 = 1e37;

impl Placed {
    /// Prepares the placement `p -> x p.x + y p.y + z p.z + shift` of a tree within `b`, relative
    /// to one within `a`.
    pub(crate) fn new(a: &Bounds, b: &Bounds, [x, y, z]: [[f64; 3]; 3], shift: [f64; 3]) -> Self {
        let there = [0, 1, 2].each(|i| [x[i], y[i], z[i]]);
        let next = |i: usize| ((i + 1) % 3, (i + 2) % 3);
        let mut cofactors = [[0.0; 3]; 3];
        for (i, row) in cofactors.iter_mut().enumerate() {
            let (i1, i2) = next(i);
            for (j, cofactor) in row.iter_mut().enumerate() {
                let (j1, j2) = next(j);
                *cofactor = there[i1][j1] * there[i2][j2] - there[i1][j2] * there[i2][j1];
            }
        }
        let determinant = dot(there[0], cofactors[0]);
        let back = [0, 1, 2].each(|j| [0, 1, 2].each(|i: usize| cofactors[i][j] / determinant));
        let (far_a, far_b) = (farthest(a), farthest(b));
        let e = f64::from(f32::EPSILON);
        let least = f64::from(f32::MIN_POSITIVE) * (1.0 + far_b[0] + far_b[1] + far_b[2]);
        let size = [0, 1, 2].each(|i| shift[i].abs() + dot(there[i].each(f64::abs), far_b) + far_a[i]);
        let largest = there.as_flattened().iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        let margin = |size: f64, margin: f64| {
            if size * largest.max(1.0) < HUGE { round_up(margin) } else { f32::INFINITY }
        };
        let mut placed = Self {
            there: there.each(|row| row.each(|x| x as f32)),
            shift: shift.each(|x| x as f32),
            back: [[0.0; 3]; 3],
            cofactors: cofactors.each(|row| row.each(|x| x as f32)),
            margin: size.each(|size| margin(size, MARGIN * e * size + least)),
            margin_back: [f32::INFINITY; 3],
            growth: largest as f32,
            reach: size[0].max(size[1]).max(size[2]),
        };
        if back.as_flattened().iter().all(|x| (*x as f32).is_finite()) {
            placed.back = back.each(|row| row.each(|x| x as f32));
            for j in 0..3 {
                let sizes = back[j].each(f64::abs);
                // Entry of `M^-1 M - 1`, plus the rounding that may hide a part of it.
                let lacks = [0, 1, 2].each(|k| {
                    let column = [there[0][k], there[1][k], there[2][k]];
                    let unit = if j == k { 1.0 } else { 0.0 };
                    (dot(back[j], column) - unit).abs()
                        + 8.0 * f64::EPSILON * dot(sizes, column.each(f64::abs))
                });
                let least = f64::from(f32::MIN_POSITIVE) * (1.0 + size[0] + size[1] + size[2]);
                let size_back = dot(sizes, size) + far_b[j];
                placed.margin_back[j] = margin(size_back, MARGIN * e * size_back + dot(lacks, far_b) + least);
            }
        }
        placed
    }

    /// Returns the same placement with every box of the second tree enlarged by a distance, in the
    /// coordinates of the first tree. Boxes then meet if they are at most that distance apart.
    pub(crate) fn grown(&self, by: f64) -> Self {
        let mut grown = self.clone();
        for axis in 0..3 {
            grown.margin[axis] = round_up(f64::from(self.margin[axis]) + by);
            let along = self.back[axis].each(|x| f64::from(x.abs()));
            // The original margin covers the error of the inverse many times over.
            let by = by * (along[0] + along[1] + along[2]) * (1.0 + 1e-3);
            grown.margin_back[axis] = round_up(f64::from(self.margin_back[axis]) + by);
        }
        grown
    }

    /// Returns a bound on every coordinate of both trees in the coordinates of the first, and on
    /// the intermediate sums.
    pub(crate) fn reach(&self) -> f64 {
        self.reach
    }
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Returns the largest absolute value of each coordinate.
fn farthest(bounds: &Bounds) -> [f64; 3] {
    let [low, high] = bounds.planes;
    [0, 1, 2].each(|axis| f64::from(low[axis]).abs().max(f64::from(high[axis]).abs()))
}

/// Eight boxes in SIMD lanes.
#[derive(Clone, Copy)]
pub(super) struct Boxes<S: Simd> {
    pub(super) center: [f32x8<S>; 3],
    pub(super) half: [f32x8<S>; 3],
}

impl<S: Simd> Boxes<S> {
    #[inline(always)]
    pub(super) fn between(simd: S, low: [f32x8<S>; 3], high: [f32x8<S>; 3]) -> Self {
        let half = f32x8::splat(simd, 0.5);
        let mut boxes = Self { center: low, half: high };
        for axis in 0..3 {
            let (low, high) = (low[axis] * half, high[axis] * half);
            (boxes.center[axis], boxes.half[axis]) = (low + high, high - low);
        }
        boxes
    }
}

/// Placement with every number in all SIMD lanes.
pub(super) struct PlacedLanes<S: Simd> {
    there: [[f32x8<S>; 3]; 3],
    there_size: [[f32x8<S>; 3]; 3],
    shift: [f32x8<S>; 3],
    back: [[f32x8<S>; 3]; 3],
    back_size: [[f32x8<S>; 3]; 3],
    cofactor_size: [[f32x8<S>; 3]; 3],
    margin: [f32x8<S>; 3],
    margin_back: [f32x8<S>; 3],
}

impl<S: Simd> PlacedLanes<S> {
    #[inline(always)]
    pub(super) fn new(simd: S, placed: &Placed) -> Self {
        let zero = [[f32x8::splat(simd, 0.0); 3]; 3];
        let mut lanes = Self {
            there: zero,
            there_size: zero,
            shift: zero[0],
            back: zero,
            back_size: zero,
            cofactor_size: zero,
            margin: zero[0],
            margin_back: zero[0],
        };
        for i in 0..3 {
            lanes.shift[i] = f32x8::splat(simd, placed.shift[i]);
            lanes.margin[i] = f32x8::splat(simd, placed.margin[i]);
            lanes.margin_back[i] = f32x8::splat(simd, placed.margin_back[i]);
            for j in 0..3 {
                lanes.there[i][j] = f32x8::splat(simd, placed.there[i][j]);
                lanes.there_size[i][j] = f32x8::splat(simd, placed.there[i][j].abs());
                lanes.back[i][j] = f32x8::splat(simd, placed.back[i][j]);
                lanes.back_size[i][j] = f32x8::splat(simd, placed.back[i][j].abs());
                lanes.cofactor_size[i][j] = f32x8::splat(simd, placed.cofactors[i][j].abs());
            }
        }
        lanes
    }

    /// Returns the vectors from the centers of the first boxes to those of the second, and the
    /// extents of the second boxes along the axes of the first.
    #[inline(always)]
    fn between(&self, a: &Boxes<S>, b: &Boxes<S>) -> ([f32x8<S>; 3], [f32x8<S>; 3]) {
        let (mut way, mut reach) = (self.shift, self.margin);
        for i in 0..3 {
            let along = self.there[i][0] * b.center[0]
                + self.there[i][1] * b.center[1]
                + self.there[i][2] * b.center[2];
            way[i] = along + self.shift[i] - a.center[i];
            reach[i] = self.there_size[i][0] * b.half[0]
                + self.there_size[i][1] * b.half[1]
                + self.there_size[i][2] * b.half[2];
        }
        (way, reach)
    }

    /// Returns a lower bound of the squared distance of each pair of boxes, in the coordinates of
    /// the first tree: from their extents along its axes, and along a direction, which is nearly
    /// exact if the closest points are apart along it.
    #[inline(always)]
    pub(super) fn gaps(&self, a: &Boxes<S>, b: &Boxes<S>, direction: &Direction<S>) -> f32x8<S> {
        let (way, reach) = self.between(a, b);
        let zero = way[0].zero();
        // Every gap is reduced a little, because the gap and its square are rounded.
        let (mut sum, smaller) = (zero, zero + (1.0 - 4.0 * f32::EPSILON));
        let (mut along, mut half) = (zero, zero);
        for i in 0..3 {
            let reach_a = a.half[i] + self.margin[i];
            let gap = SimdBase::abs(way[i]) - (reach_a + reach[i]);
            // NaN counts as no gap.
            let gap = Ring::max(gap, zero) * smaller;
            sum += gap * gap;
            along += direction.of_a[i] * way[i];
            // The margin again, for the rounding of these sums.
            half += direction.size_a[i] * (reach_a + self.margin[i]) + direction.size_b[i] * b.half[i];
        }
        let gap = Ring::max(along - half, zero) * smaller;
        Ring::max(gap * gap, sum) * smaller
    }

    /// Prepares a direction in the coordinates of the first tree, of length 1 up to rounding, or 0.
    #[inline(always)]
    pub(super) fn direction(&self, simd: S, direction: [f32; 3]) -> Direction<S> {
        // A little shorter, so that no extent along it is rounded to more than it is.
        let of_a = direction.each(|x| f32x8::splat(simd, x * (1.0 - 16.0 * f32::EPSILON)));
        let zero = f32x8::splat(simd, 0.0);
        let larger = zero + (1.0 + 16.0 * f32::EPSILON);
        let (mut size_a, mut size_b) = ([zero; 3], [zero; 3]);
        for i in 0..3 {
            size_a[i] = SimdBase::abs(of_a[i]);
            let column = of_a[0] * self.there[0][i] + of_a[1] * self.there[1][i] + of_a[2] * self.there[2][i];
            // The sum may cancel, but its error is at most that of its terms.
            let terms =
                sum_of_sizes(of_a, [self.there_size[0][i], self.there_size[1][i], self.there_size[2][i]]);
            size_b[i] = (SimdBase::abs(column) + terms * (zero + 8.0 * f32::EPSILON)) * larger;
        }
        Direction { of_a, size_a, size_b }
    }

    /// Returns a bit for each pair of boxes in `present` that may meet, and the largest gap along
    /// an axis of the first tree: negative if the boxes overlap.
    #[inline(always)]
    pub(super) fn meet(&self, a: &Boxes<S>, b: &Boxes<S>, present: u32) -> (u32, f32x8<S>) {
        let (way, reach) = self.between(a, b);
        let (mut size, mut half) = (way, a.half);
        let mut most = a.half[0];
        let (mut apart, zero) = (0, way[0].zero());
        for i in 0..3 {
            size[i] = SimdBase::abs(way[i]);
            half[i] = a.half[i] + self.margin[i];
            let gap = size[i] - (half[i] + reach[i]);
            apart |= bits(gap, gap.simd_gt(zero));
            most = if i == 0 { gap } else { Ring::max(gap, most) };
        }
        let mut met = present & !apart;
        if met == 0 {
            return (0, most);
        }
        for j in 0..3 {
            let along = self.back[j][0] * way[0] + self.back[j][1] * way[1] + self.back[j][2] * way[2];
            let along = SimdBase::abs(along);
            let reach = self.back_size[j][0] * a.half[0]
                + self.back_size[j][1] * a.half[1]
                + self.back_size[j][2] * a.half[2];
            let reach = reach + b.half[j] + self.margin_back[j];
            met &= !bits(along, along.simd_gt(reach));
        }
        if met == 0 {
            return (0, most);
        }
        for i in 0..3 {
            let (i1, i2) = ((i + 1) % 3, (i + 2) % 3);
            for j in 0..3 {
                let (j1, j2) = ((j + 1) % 3, (j + 2) % 3);
                let along = SimdBase::abs(way[i2] * self.there[i1][j] - way[i1] * self.there[i2][j]);
                let reach_a = half[i1] * self.there_size[i2][j] + half[i2] * self.there_size[i1][j];
                let reach_b = b.half[j1] * self.cofactor_size[i][j2] + b.half[j2] * self.cofactor_size[i][j1];
                met &= !bits(along, along.simd_gt(reach_a + reach_b));
            }
        }
        (met, most)
    }
}

#[inline(always)]
fn sum_of_sizes<S: Simd>(of_a: [f32x8<S>; 3], sizes: [f32x8<S>; 3]) -> f32x8<S> {
    SimdBase::abs(of_a[0]) * sizes[0] + SimdBase::abs(of_a[1]) * sizes[1] + SimdBase::abs(of_a[2]) * sizes[2]
}

/// Direction with every number in all SIMD lanes.
pub(super) struct Direction<S: Simd> {
    /// In the coordinates of the first tree.
    of_a: [f32x8<S>; 3],
    /// Extents along it of unit lengths along the axes of either tree.
    size_a: [f32x8<S>; 3],
    size_b: [f32x8<S>; 3],
}

/// Returns a bit for each lane of a mask.
#[inline(always)]
fn bits<S: Simd>(_: f32x8<S>, mask: <f32x8<S> as Ring>::Mask) -> u32 {
    mask.to_bitmask() as u32
}
