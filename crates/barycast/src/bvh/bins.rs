//! Binned evaluation of split planes by the surface-area heuristic.
//!
//! Each axis is divided into equal bins. The planes between bins are the candidates.
//!
//! Source: [Wald 2007].

use super::node::{LANES, greater};
use super::packed_box::{Item, NOTHING, PackedBox, doubled_centroid, load};
use fearless_simd::prelude::*;
use fearless_simd::{f32x4, f32x8, i32x4};

/// Bins per axis. More bins gain less than 1 % of ray speed.
pub(super) const BINS: usize = 16;
/// Largest box size that is distinguished, in units of the extent of all centroids. Larger boxes
/// have equal cost, so that no square overflows.
const LONGEST: f32 = 1e12;

/// Equal bins along the three axes.
pub(super) struct Grid {
    low: [f32; 4],
    /// Bins per unit of length; 0 on an axis where all centroids coincide.
    bins_per_unit: [f32; 4],
    /// Index of the last bin.
    last: f32,
    /// Factor applied to sizes, so that areas do not overflow.
    unit: f32,
}

impl Grid {
    pub(super) fn new(centroids: &PackedBox, count: usize) -> Self {
        let mut grid = Self { low: [0.0; 4], bins_per_unit: [0.0; 4], last: (count - 1) as f32, unit: 1.0 };
        let mut widest = 0.0;
        for axis in 0..3 {
            let size = -centroids[axis + 4] - centroids[axis];
            let bins_per_unit = count as f32 / size;
            if bins_per_unit.is_finite() && bins_per_unit > 0.0 {
                (grid.low[axis], grid.bins_per_unit[axis]) = (centroids[axis], bins_per_unit);
                widest = greater(widest, size);
            }
        }
        if (1.0 / widest).is_finite() {
            grid.unit = 1.0 / widest;
        }
        grid
    }

    /// Returns the position of a centroid in units of bins, counted from the least centroid.
    #[inline(always)]
    pub(super) fn position<S: Simd>(&self, simd: S, middle: f32x4<S>) -> f32x4<S> {
        (middle - f32x4::from_slice(simd, &self.low)) * f32x4::from_slice(simd, &self.bins_per_unit)
    }
}

/// Split plane, after the bin `last`.
pub(super) struct Plane {
    pub(super) axis: usize,
    pub(super) last: usize,
    /// Number of bins.
    pub(super) slices: usize,
}

/// Boxes and counts of the items in each bin of each axis.
pub(super) struct Bins {
    pub(super) hulls: [[PackedBox; BINS]; 3],
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
            let place = grid.position(simd, doubled_centroid(simd, item)).min(last);
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

    /// Returns the cheapest plane between bins, or `None` if all centroids fall into one bin on
    /// every axis.
    #[inline(always)]
    pub(super) fn best_plane<S: Simd>(&self, simd: S, grid: &Grid, count: usize) -> Option<Plane> {
        let (mut best, mut plane) = (f32::INFINITY, None);
        for axis in 0..3 {
            if grid.bins_per_unit[axis] == 0.0 {
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

/// Boxes and counts on one side of each plane of an axis, one array per component, so that costs
/// are computed in SIMD lanes.
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

    /// Returns the area times the number of times that the SIMD lanes must be filled to test the
    /// items.
    #[inline(always)]
    fn cost(&self, last: usize) -> f32 {
        let [x, y, z] = [self.sizes[0][last], self.sizes[1][last], self.sizes[2][last]];
        let looks = self.counts[last].div_ceil(LANES as u32).cast_signed() as f32;
        (x * y + y * z + z * x) * looks
    }
}
