//! Traversal of packets of coherent rays.
//!
//! Coherent rays meet mostly the same boxes, so each box is tested against the interval of the
//! rays' components. Rounding is monotone, so no box that one of the rays meets is missed. At a
//! leaf the rays occupy SIMD lanes. Each ray visits at least the leaves that it would visit
//! alone, so the results are equal.
//!
//! Sources: [Boulos 2006], [Wald 2008].

use super::node::{Bounds, LANES, Node, below, greater};
use super::ray::{Probe, SPARE, TINY, USUAL, grown, in_lanes, not_before};
use crate::number::{Float, Mask, Ring, SimdScalar};
use fearless_simd::f32x8;
use fearless_simd::prelude::*;

/// Number of SIMD vectors, of [`LANES`] rays each, in a packet.
pub(crate) const HALVES: usize = 2;
/// Number of rays in a packet.
pub(crate) const PACKET_SIZE: usize = HALVES * LANES;

/// One number for each ray of a packet.
pub(crate) type PerRay<N> = [[N; LANES]; HALVES];

/// Largest difference between components of coherent directions, relative to the longest.
const SPREAD: f32 = 0.125;
/// Largest component of rays that are traversed as a packet: 2^60. Computations with these do not
/// overflow.
const ORDINARY: f32 = f32::from_bits((127 + 60) << 23);

/// Rays `origin + t direction` with `low <= t`, stored by component.
#[derive(Clone, Copy)]
pub(crate) struct Rays<N> {
    pub(crate) origin: [PerRay<N>; 3],
    pub(crate) direction: [PerRay<N>; 3],
    pub(crate) low: N,
}

impl<N: Float> Rays<N> {
    pub(crate) const NONE: Self = {
        let each = [[N::ZERO; LANES]; HALVES];
        Self { origin: [each; 3], direction: [each; 3], low: N::ZERO }
    };

    #[inline(always)]
    pub(crate) fn set(&mut self, ray: usize, origin: [N; 3], direction: [N; 3]) {
        let (half, lane) = (ray / LANES % HALVES, ray % LANES);
        for axis in 0..3 {
            self.origin[axis][half][lane] = origin[axis];
            self.direction[axis][half][lane] = direction[axis];
        }
    }

    /// Returns the origins and the directions of one SIMD vector.
    #[inline(always)]
    pub(crate) fn row(&self, half: usize) -> ([&[N; LANES]; 3], [&[N; LANES]; 3]) {
        let ([a, b, c], [x, y, z]) = (&self.origin, &self.direction);
        ([&a[half], &b[half], &c[half]], [&x[half], &y[half], &z[half]])
    }

    /// Returns the origin and the direction of one ray.
    #[inline(always)]
    pub(crate) fn get(&self, ray: usize) -> [[N; 3]; 2] {
        let (half, lane) = (ray / LANES % HALVES, ray % LANES);
        let of = |[x, y, z]: &[PerRay<N>; 3]| [x[half][lane], y[half][lane], z[half][lane]];
        [of(&self.origin), of(&self.direction)]
    }
}

/// Interval of several rays.
pub(crate) struct RayInterval<S: Simd> {
    /// Origin that enters near planes first, and origin that leaves far planes last.
    from: [[f32x8<S>; 3]; 2],
    /// Least and greatest inverse direction.
    inverse: [[f32x8<S>; 3]; 2],
    /// The same, enlarged for far planes.
    grown: [[f32x8<S>; 3]; 2],
    back: [bool; 3],
    low: f32x8<S>,
}

impl<S: Simd> RayInterval<S> {
    /// Returns `None` if the rays are not coherent, or if they or the tree have numbers of unusual
    /// size.
    #[inline(always)]
    pub(crate) fn new<N: SimdScalar>(simd: S, rays: &Rays<N>, bounds: &Bounds) -> Option<Self> {
        let low = below(rays.low);
        let mut ordinary = low >= 0.0;
        let (zero, limit) = (f32x8::splat(simd, 0.0), f32x8::splat(simd, ORDINARY));
        let (tiny, spare) = (f32x8::splat(simd, TINY), f32x8::splat(simd, SPARE));
        let mut within = zero.lt(limit);
        let (mut from, mut inverse, mut back) = ([[0.0; 3]; 2], [[0.0; 3]; 2], [false; 3]);
        let (mut longest, mut spread) = (0.0_f32, 0.0_f32);
        for axis in 0..3 {
            let (mut lows, mut highs, mut inverses) = ([zero; HALVES], [zero; HALVES], [zero; HALVES]);
            for half in 0..HALVES {
                let direction = N::load(simd, &rays.direction[axis][half]);
                inverses[half] = N::nearest(simd, direction.one() / direction);
                let [least, most] = N::around(simd, N::load(simd, &rays.origin[axis][half]));
                let (size, fast) = (Ring::max(Ring::abs(least), Ring::abs(most)), Ring::abs(inverses[half]));
                within = within & size.lt(limit) & fast.lt(limit);
                // The same margin as for a single ray.
                let spare = Ring::select(size.lt(tiny), spare, zero);
                (lows[half], highs[half]) = (least - spare, most + spare);
            }
            let [least, _] = f32::ends(Ring::min(lows[0], lows[1]));
            let [_, most] = f32::ends(Ring::max(highs[0], highs[1]));
            let [slow, fast] = ends::<f32, S>(inverses);
            if !((slow > 0.0) || (fast < 0.0)) {
                return None;
            }
            ordinary &= (bounds.planes[0][axis] > -ORDINARY) && (bounds.planes[1][axis] < ORDINARY);
            back[axis] = slow < 0.0;
            // For forward rays, the greatest origin reaches a near plane first.
            [from[0][axis], from[1][axis]] = if back[axis] { [least, most] } else { [most, least] };
            [inverse[0][axis], inverse[1][axis]] = [slow, fast];
            let directions = [1.0 / slow, 1.0 / fast];
            longest = greater(greater(longest, directions[0].abs()), directions[1].abs());
            spread = greater(spread, (directions[0] - directions[1]).abs());
        }
        // If the longest has a usual length, all have, because they differ so little.
        let usual = longest < 0.5 * USUAL as f32 && longest > 2.0 / USUAL as f32;
        if !(ordinary && within.all() && usual && spread <= longest * SPREAD) {
            return None;
        }
        Some(Self {
            from: [in_lanes(simd, from[0]), in_lanes(simd, from[1])],
            inverse: [in_lanes(simd, inverse[0]), in_lanes(simd, inverse[1])],
            grown: [grown(in_lanes(simd, inverse[0])), grown(in_lanes(simd, inverse[1]))],
            back,
            low: f32x8::splat(simd, low),
        })
    }
}

impl<S: Simd> Probe<S> for RayInterval<S> {
    /// Returns a lower bound of the entry distance of each child, and a bit for each child that is
    /// not a certain miss for all rays.
    #[inline(always)]
    fn enter(&self, simd: S, node: &Node, limit: f32x8<S>) -> (f32x8<S>, u32) {
        let (mut enter, mut exit) = (self.low, limit);
        for axis in 0..3 {
            let side = usize::from(self.back[axis]);
            let near = f32x8::from_slice(simd, &node.planes[side][axis]) - self.from[0][axis];
            let far = f32x8::from_slice(simd, &node.planes[1 - side][axis]) - self.from[1][axis];
            let (least, greatest) = (self.inverse[0][axis], self.inverse[1][axis]);
            enter = Ring::max(Ring::min(near * least, near * greatest), enter);
            let (least, greatest) = (self.grown[0][axis], self.grown[1][axis]);
            exit = Ring::min(Ring::max(far * least, far * greatest), exit);
        }
        (enter, enter.simd_le(exit).to_bitmask() as u32)
    }

    #[inline(always)]
    fn scaled<N: Float>(&self, t: N) -> f32 {
        not_before(t, t)
    }
}

/// Returns the least and the greatest number of all rays.
#[inline(always)]
pub(crate) fn ends<N: SimdScalar, S: Simd>([a, b]: [N::Lanes<S>; HALVES]) -> [N; 2] {
    let ([least, _], [_, most]) = (N::ends(a.min(b)), N::ends(a.max(b)));
    [least, most]
}
