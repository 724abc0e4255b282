//! Where to cut a range of boxes: equal slices along each axis, and what the surface-area heuristic says of the planes between them.
//!
//! Source: [Wald 2007].

use super::hull::{Hull, Item, NOTHING, load, middle};
use super::node::{LANES, greater};
use fearless_simd::prelude::*;
use fearless_simd::{f32x4, f32x8, i32x4};

/// Planes tried an axis: more brings less than 1 % of ray speed.
pub(super) const BINS: usize = 16;
/// What a box may be long, in the width of all middles: larger ones cost the same, and no square overflows.
const LONGEST: f32 = 1e12;

/// Equal slices of the three axes.
pub(super) struct Grid {
    low: [f32; 4],
    /// Slices a unit; 0 where all middles are the same.
    pace: [f32; 4],
    /// The last slice.
    last: f32,
    /// What sizes are multiplied by, lest areas overflow.
    unit: f32,
}

impl Grid {
    pub(super) fn new(middles: &Hull, count: usize) -> Self {
        let mut grid = Self { low: [0.0; 4], pace: [0.0; 4], last: (count - 1) as f32, unit: 1.0 };
        let mut widest = 0.0;
        for axis in 0..3 {
            let size = -middles[axis + 4] - middles[axis];
            let pace = count as f32 / size;
            if pace.is_finite() && pace > 0.0 {
                (grid.low[axis], grid.pace[axis]) = (middles[axis], pace);
                widest = greater(widest, size);
            }
        }
        if (1.0 / widest).is_finite() {
            grid.unit = 1.0 / widest;
        }
        grid
    }

    /// In slices from the least middle.
    #[inline(always)]
    pub(super) fn place<S: Simd>(&self, simd: S, middle: f32x4<S>) -> f32x4<S> {
        (middle - f32x4::from_slice(simd, &self.low)) * f32x4::from_slice(simd, &self.pace)
    }
}

/// A place to cut: after the slice `last`.
pub(super) struct Plane {
    pub(super) axis: usize,
    pub(super) last: usize,
    /// How many slices there are.
    pub(super) slices: usize,
}

/// What lies in each slice of each axis.
pub(super) struct Bins {
    pub(super) hulls: [[Hull; BINS]; 3],
    counts: [[u32; BINS]; 3],
}

impl Bins {
    pub(super) const EMPTY: Self = Self { hulls: [[NOTHING; BINS]; 3], counts: [[0; BINS]; 3] };

    #[inline(always)]
    pub(super) fn clear(&mut self, count: usize) {
        for axis in 0..3 {
            self.hulls[axis][..count].fill(NOTHING);
            self.counts[axis][..count].fill(0);
        }
    }

    #[inline(always)]
    pub(super) fn fill<S: Simd>(&mut self, simd: S, items: &[Item], grid: &Grid) {
        let last = f32x4::splat(simd, grid.last);
        for item in items {
            let item = load(simd, &item.0);
            let mut slices = [0_i32; 4];
            let place = grid.place(simd, middle(simd, item)).min(last);
            place.to_int::<i32x4<S>>().store_slice(&mut slices);
            for axis in 0..3 {
                let slice = slices[axis] as usize % BINS;
                let hull = &mut self.hulls[axis][slice];
                load(simd, hull).min(item).store_slice(hull);
                self.counts[axis][slice] += 1;
            }
        }
    }

    #[cfg(feature = "rayon")]
    #[inline(always)]
    pub(super) fn join<S: Simd>(mut self, simd: S, other: &Self) -> Self {
        for axis in 0..3 {
            for slice in 0..BINS {
                let hull = &mut self.hulls[axis][slice];
                load(simd, hull).min(load(simd, &other.hulls[axis][slice])).store_slice(hull);
                self.counts[axis][slice] += other.counts[axis][slice];
            }
        }
        self
    }

    /// The cheapest of all cuts between slices; `None` when all middles fall into one slice on every axis.
    #[inline(always)]
    pub(super) fn best_plane<S: Simd>(&self, simd: S, grid: &Grid, count: usize) -> Option<Plane> {
        let (mut best, mut plane) = (f32::INFINITY, None);
        for axis in 0..3 {
            if grid.pace[axis] == 0.0 {
                continue;
            }
            let (hulls, counts) = (&self.hulls[axis], &self.counts[axis]);
            let (mut left, mut right) = (Sweep::EMPTY, Sweep::EMPTY);
            let (mut hull, mut n) = (load(simd, &NOTHING), 0);
            for last in 0..count - 1 {
                hull = hull.min(load(simd, &hulls[last]));
                n += counts[last];
                left.put(simd, last, hull, n, grid.unit);
            }
            let (mut hull, mut n) = (load(simd, &NOTHING), 0);
            for last in (0..count - 1).rev() {
                hull = hull.min(load(simd, &hulls[last + 1]));
                n += counts[last + 1];
                right.put(simd, last, hull, n, grid.unit);
            }
            let mut costs = [f32::INFINITY; BINS];
            for last in 0..BINS {
                let cost = left.cost(last) + right.cost(last);
                let is_cut = left.counts[last] != 0 && right.counts[last] != 0;
                costs[last] = if is_cut { cost } else { f32::INFINITY };
            }
            for (last, &cost) in costs.iter().enumerate() {
                if cost < best {
                    (best, plane) = (cost, Some(Plane { axis, last, slices: count }));
                }
            }
        }
        plane
    }
}

/// What lies on one side of each cut of an axis, number by number, so that the costs are computed in lanes.
struct Sweep {
    sizes: [[f32; BINS]; 3],
    counts: [u32; BINS],
}

impl Sweep {
    const EMPTY: Self = Self { sizes: [[0.0; BINS]; 3], counts: [0; BINS] };

    #[inline(always)]
    fn put<S: Simd>(&mut self, simd: S, last: usize, hull: f32x8<S>, count: u32, unit: f32) {
        let (low, high) = hull.split();
        let size = (-(low + high)).max(f32x4::splat(simd, 0.0)) * f32x4::splat(simd, unit);
        let mut sizes = [0.0; 4];
        size.min(f32x4::splat(simd, LONGEST)).store_slice(&mut sizes);
        for axis in 0..3 {
            self.sizes[axis][last] = sizes[axis];
        }
        self.counts[last] = count;
    }

    /// The area times how often the lanes must be filled to look at so many items.
    #[inline(always)]
    fn cost(&self, last: usize) -> f32 {
        let [x, y, z] = [self.sizes[0][last], self.sizes[1][last], self.sizes[2][last]];
        let looks = self.counts[last].div_ceil(LANES as u32).cast_signed() as f32;
        (x * y + y * z + z * x) * looks
    }
}
