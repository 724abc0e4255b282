//! The farthest of many points along a direction (support function of a point set).
//!
//! Every lane keeps the farthest of its points. Of several lanes with equal distance the lowest
//! index wins, so the result is that of a scalar loop with any instruction set.

use super::{Block, Float, Ring, SimdScalar};
use fearless_simd::Simd;

/// Scalar loop.
pub(super) fn one_by_one<S: Float>(blocks: &[Block<S>], along: [S; 3]) -> usize {
    let mut best: Option<(usize, S)> = None;
    for (i, block) in blocks.iter().enumerate() {
        for lane in 0..8 {
            let sum = block[0][lane] * along[0] + block[1][lane] * along[1] + block[2][lane] * along[2];
            if best.is_none_or(|(_, reach)| sum > reach) {
                best = Some((8 * i + lane, sum));
            }
        }
    }
    best.map_or(0, |(place, _)| place)
}

/// Loop over eight points at a time.
#[inline(always)]
pub(super) fn in_lanes<S: Simd, F: SimdScalar>(simd: S, blocks: &[Block<F>], along: [F; 3]) -> usize {
    let Some((first, others)) = blocks.split_first() else { return 0 };
    let [x, y, z] = [F::splat(simd, along[0]), F::splat(simd, along[1]), F::splat(simd, along[2])];
    let one = F::splat(simd, F::ONE);
    let mut reach =
        F::load(simd, &first[0]) * x + F::load(simd, &first[1]) * y + F::load(simd, &first[2]) * z;
    // Block index of the farthest point per lane, stored as floats.
    let (mut at, mut here) = (F::splat(simd, F::ZERO), one);
    for block in others {
        let sum = F::load(simd, &block[0]) * x + F::load(simd, &block[1]) * y + F::load(simd, &block[2]) * z;
        let farther = reach.lt(sum);
        reach = Ring::select(farther, sum, reach);
        at = Ring::select(farther, here, at);
        here = here + one;
    }
    let [a, b, c, d, e, f, g, h] = F::store(reach);
    let greatest =
        Ring::max(Ring::max(Ring::max(a, b), Ring::max(c, d)), Ring::max(Ring::max(e, f), Ring::max(g, h)));
    let mut equal = F::bits(F::splat(simd, greatest).le(reach));
    if others.is_empty() && equal != 0 {
        return equal.trailing_zeros() as usize;
    }
    let at = F::store(at);
    let mut best = usize::MAX;
    while equal != 0 {
        let lane = equal.trailing_zeros() as usize;
        best = best.min(8 * at[lane].to_f64() as usize + lane);
        equal &= equal - 1;
    }
    // A direction with a NaN has no farthest point.
    if best == usize::MAX { 0 } else { best }
}

/// More blocks than an `f32` can count exactly.
pub(super) const MANY: usize = 1 << 24;
