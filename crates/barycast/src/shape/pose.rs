//! Rotation about the origin followed by a translation, with each coordinate rounded once.

use crate::number::{Block, DoubleDouble, Float, best_level, two_sum};
use crate::vector::FloatVector;
use alloc::vec::Vec;
use fearless_simd::dispatch;

/// Returns one coordinate of `v` after the map that takes the coordinate axes to `axes` and then
/// translates by `plus`, in double-double precision.
pub(crate) fn rotated_coordinate<V: FloatVector>(axes: &[V], v: V, plus: V, axis: usize) -> DoubleDouble {
    let number = |x: V::Scalar| DoubleDouble::new(x.to_f64());
    let along = |sum: DoubleDouble, i: usize| sum + number(axes[i].get(axis)) * number(v.get(i));
    (0..V::DIM).fold(DoubleDouble::new(0.0), along) + number(plus.get(axis))
}

/// Coordinates computed at once; a 2D vector uses the first two.
const LANES: usize = 3;

/// The map that takes the coordinate axes to `axes` and then translates, equal to the high part of
/// [`rotated_coordinate`]: each coordinate rounded to `f64` once.
///
/// A compensated sum gives the result much faster wherever its error bound proves the rounding. All
/// coordinates of a vector are computed at once, and the axes are split for exact products once.
pub(crate) struct RigidMap<'a, V> {
    axes: &'a [V],
    plus: V,
    /// Coordinates of each axis, with the high and low halves of their significands.
    split: [[[f64; LANES]; 3]; 3],
}

/// Splits a number into the high and low halves of its significand (Veltkamp).
fn halves(x: f64) -> [f64; 2] {
    let c = 134_217_729.0 * x; // 2^27 + 1
    let high = c - (c - x);
    [high, x - high]
}

impl<'a, V: FloatVector> RigidMap<'a, V> {
    pub(crate) fn new(axes: &'a [V], plus: V) -> Self {
        let mut split = [[[0.0; LANES]; 3]; 3];
        for (axis, [whole, high, low]) in axes.iter().zip(&mut split) {
            for k in 0..V::DIM {
                whole[k] = axis.get(k).to_f64();
                [high[k], low[k]] = halves(whole[k]);
            }
        }
        Self { axes, plus, split }
    }

    /// Transforms a point: rotates, then translates.
    pub(crate) fn point(&self, p: V) -> V {
        self.rotated_coordinate(p, self.plus)
    }

    /// Transforms a direction: rotates only.
    pub(crate) fn direction(&self, d: V) -> V {
        self.rotated_coordinate(d, d.zero())
    }

    #[allow(clippy::needless_bitwise_bool, reason = "one branch takes half the time of many")]
    fn rotated_coordinate(&self, v: V, plus: V) -> V {
        let (mut sum, mut size, mut rest) = ([0.0; LANES], [0.0; LANES], [0.0; LANES]);
        for (i, [whole, high, low]) in self.split.iter().enumerate().take(V::DIM) {
            let b = v.get(i).to_f64();
            let [b1, b2] = halves(b);
            for k in 0..LANES {
                // Same steps as `two_product`.
                let product = whole[k] * b;
                let error = ((high[k] * b1 - product) + high[k] * b2 + low[k] * b1) + low[k] * b2;
                let (total, lost) = two_sum(sum[k], product);
                (sum[k], size[k], rest[k]) = (total, size[k] + product.abs(), rest[k] + (lost + error));
            }
        }
        let more: [f64; LANES] =
            core::array::from_fn(|k| if k < V::DIM { plus.get(k).to_f64() } else { 0.0 });
        let (mut rounded, mut least, mut most) = ([0.0; LANES], [0.0; LANES], [0.0; LANES]);
        for k in 0..LANES {
            let (total, lost) = two_sum(sum[k], more[k]);
            let rest = rest[k] + lost;
            size[k] += more[k].abs();
            // A generous bound on the error of both sums, a few units of the square of the last
            // place.
            let error_bound = size[k] * (64.0 * f64::EPSILON * f64::EPSILON);
            rounded[k] = total + rest;
            (least[k], most[k]) = (total + (rest - error_bound), total + (rest + error_bound));
        }
        // If products underflow, their errors are no longer exact. One branch covers all
        // conditions.
        let is_certain = |k: usize| {
            (rounded[k] == least[k]) & (rounded[k] == most[k]) & (size[k] >= 1e-250) & (size[k] < 1e250)
        };
        if (0..V::DIM).fold(true, |certain, k| certain & is_certain(k)) {
            return V::from_fn(|k| V::Scalar::from_f64(rounded[k]));
        }
        V::from_fn(|k| V::Scalar::from_f64(rotated_coordinate(self.axes, v, plus, k).parts().0))
    }
}

impl<V: FloatVector> RigidMap<'_, V> {
    /// Rotates and moves points, eight at a time; each result equals that of
    /// [`point`](Self::point).
    pub(crate) fn points_into(&self, points: &[V], into: &mut Vec<V>) {
        into.clear();
        into.reserve_exact(points.len());
        let plus: [f64; LANES] =
            core::array::from_fn(|k| if k < V::DIM { self.plus.get(k).to_f64() } else { 0.0 });
        let mut placed: Block<f64> = [[0.0; 8]; LANES];
        for eight in points.chunks(8) {
            let mut block: Block<f64> = [[0.0; 8]; LANES];
            for (lane, p) in eight.iter().enumerate() {
                for (k, numbers) in block.iter_mut().enumerate().take(V::DIM) {
                    numbers[lane] = p.get(k).to_f64();
                }
            }
            let unsure = dispatch!(best_level(), simd => {
                let _ = simd;
                turned_eight(&self.split, plus, &block, &mut placed)
            });
            for (lane, p) in eight.iter().enumerate() {
                let sure = (0..V::DIM).all(|k| unsure[k][lane] == 0);
                let turned = || V::from_fn(|k| V::Scalar::from_f64(placed[k][lane]));
                into.push(if sure { turned() } else { self.point(*p) });
            }
        }
    }
}

/// Does the same as `RigidMap::turned` for eight vectors. Returns the numbers whose rounding is not
/// proved correct.
#[inline(always)]
#[allow(clippy::needless_bitwise_bool, reason = "lanes have no branches")]
fn turned_eight(
    split: &[[[f64; LANES]; 3]; 3],
    plus: [f64; LANES],
    block: &Block<f64>,
    placed: &mut Block<f64>,
) -> [[u64; 8]; LANES] {
    let mut unsure = [[0; 8]; LANES];
    for k in 0..LANES {
        for lane in 0..8 {
            let (mut sum, mut size, mut rest) = (0.0, 0.0, 0.0);
            for (i, [whole, high, low]) in split.iter().enumerate() {
                let b = block[i][lane];
                let [b1, b2] = halves(b);
                // Same steps as `two_product`.
                let product = whole[k] * b;
                let error = ((high[k] * b1 - product) + high[k] * b2 + low[k] * b1) + low[k] * b2;
                let (total, lost) = two_sum(sum, product);
                (sum, size, rest) = (total, size + product.abs(), rest + (lost + error));
            }
            let (total, lost) = two_sum(sum, plus[k]);
            rest += lost;
            size += plus[k].abs();
            let off = size * (64.0 * f64::EPSILON * f64::EPSILON);
            let rounded = total + rest;
            let (least, most) = (total + (rest - off), total + (rest + off));
            let (large, small) = (size >= 1e-250, size < 1e250);
            let is_sure = (rounded == least) & (rounded == most) & large & small;
            placed[k][lane] = rounded;
            unsure[k][lane] = u64::from(!is_sure);
        }
    }
    unsure
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use glam::{DVec2, DVec3, dvec2, dvec3};

    #[test]
    fn turned_vectors_have_the_bits_of_double_double_precision() {
        let mut rng = fastrand::Rng::with_seed(4);
        for case in 0..20_000 {
            let mut number = || {
                let size =
                    [1.0, 1e-8, 1e8, 1e-300, 1e300, 0.0][rng.usize(..if case % 2 == 0 { 1 } else { 6 })];
                (rng.f64() * 2.0 - 1.0) * size
            };
            let mut vector = || dvec3(number(), number(), number());
            let (axes, p, plus) = ([vector(), vector(), vector()], vector(), vector());
            let same = |x: f64, y: DoubleDouble| {
                x.to_bits() == y.parts().0.to_bits() || x.is_nan() && y.parts().0.is_nan()
            };
            let found = RigidMap::new(&axes, plus).point(p);
            let rotated = RigidMap::new(&axes, plus).direction(p);
            for k in 0..3 {
                assert!(same(found[k], rotated_coordinate(&axes, p, plus, k)), "{axes:?} {p} {plus}");
                assert!(same(rotated[k], rotated_coordinate(&axes, p, DVec3::ZERO, k)), "{axes:?} {p}");
            }
            let flat = [dvec2(axes[0].x, axes[0].y), dvec2(axes[1].x, axes[1].y)];
            let [p, plus]: [DVec2; 2] = [p.truncate(), plus.truncate()];
            let found = RigidMap::new(&flat, plus).point(p);
            for k in 0..2 {
                assert!(same(found[k], rotated_coordinate(&flat, p, plus, k)), "{flat:?} {p} {plus}");
            }
        }
    }

    #[test]
    fn points_turned_eight_at_a_time_have_the_bits_of_one() {
        let mut rng = fastrand::Rng::with_seed(5);
        for case in 0..2_000 {
            let mut number = || {
                let size =
                    [1.0, 1e-8, 1e8, 1e-300, 1e300, 0.0][rng.usize(..if case % 2 == 0 { 1 } else { 6 })];
                (rng.f64() * 2.0 - 1.0) * size
            };
            let mut vector = || dvec3(number(), number(), number());
            let (axes, plus) = ([vector(), vector(), vector()], vector());
            let points: Vec<DVec3> = (0..case % 20).map(|_| vector()).collect();
            let (turn, mut found) = (RigidMap::new(&axes, plus), Vec::new());
            turn.points_into(&points, &mut found);
            let bits = |p: DVec3| p.to_array().map(f64::to_bits);
            assert_eq!(found.len(), points.len());
            for (p, found) in points.iter().zip(found) {
                let one = turn.point(*p);
                assert!(bits(one) == bits(found) || one.is_nan() && found.is_nan(), "{axes:?} {p} {plus}");
            }
        }
    }
}
