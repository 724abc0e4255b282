//! Nearest point of patches to a point.
//!
//! The squared distance is a quotient of Bernstein forms, `|X - q w|^2 / w^2`, of twice the
//! degrees. Its minimum is found by branch and bound, missing none (`branch_and_bound.rs`). Each
//! position that improves on the best is refined by Newton's steps on
//!
//! ```text
//! (S - q) . S_u = 0      (S - q) . S_v = 0
//! ```
//!
//! On a side, only the other parameter varies. Source: [Piegl 1997].

use super::branch_and_bound::{Form, Minimum, Objective, minimize};
use super::patch::BezierPatch;
use super::{PatchGrid, Scalar};
use crate::curve::bernstein::binomials;
use crate::curve::bounds::bounding_box;
use crate::curve::piecewise::narrow;
use crate::number::each::MapEach;
use crate::number::{Field, Float, Real, Ring};
use crate::vector::size::{shift_of, times_power_of, vector_times_power};
use crate::vector::{FloatVector, Vector};
use alloc::vec::Vec;

/// The nearest point of a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfacePoint<V: Vector> {
    /// Index of the patch that contains it.
    pub patch: usize,
    /// First parameter.
    pub u: V::Scalar,
    /// Second parameter.
    pub v: V::Scalar,
    /// Nearest point.
    pub point: V,
    /// Distance to it.
    pub distance: V::Scalar,
    /// Lower bound of the distance: `distance` minus rounding error. It is much smaller only if the
    /// search ended early, with more nearly closest positions than it visits.
    pub distance_lower_bound: V::Scalar,
}

/// Returns the nearest point of patches, of which there must be at least one, with parameters of
/// its patch.
pub(super) fn nearest<V: FloatVector>(patches: &[BezierPatch<V::Wide>], q: V) -> SurfacePoint<V> {
    if (0..V::DIM).any(|axis| !q.get(axis).is_finite()) {
        let (zero, point) = (Scalar::<V>::ZERO, narrow::<V>(patches[0].points()[0]));
        let far = (0..V::DIM).fold(zero, |sum, axis| sum + Ring::abs(q.get(axis)));
        return SurfacePoint { patch: 0, u: zero, v: zero, point, distance: far, distance_lower_bound: far };
    }
    let largest = patches.iter().map(BezierPatch::largest).fold(q.largest().widen(), Ring::max);
    // Coordinates whose squares underflow or overflow are rescaled.
    let e = shift_of(largest.to_f64());
    if e != 0 {
        let scaled: Vec<_> = patches.iter().map(|patch| patch.shifted(e)).collect();
        let found = nearest::<V>(&scaled, vector_times_power(q, e));
        let [distance, distance_lower_bound] =
            [found.distance, found.distance_lower_bound].each(|x| times_power_of(x, -e));
        return SurfacePoint {
            point: vector_times_power(found.point, -e),
            distance,
            distance_lower_bound,
            ..found
        };
    }
    let q: V::Wide = q.lift(&Float::widen);
    let Minimum { patch, at: [u, v], value, bound } = minimize(patches, &SquaredDistance { q });
    let point = patches[patch].at(u, v);
    let number = Scalar::<V>::narrow;
    let distance_lower_bound = Ring::min(Ring::max(bound, bound.zero()), value).sqrt();
    SurfacePoint {
        patch,
        u: number(u),
        v: number(v),
        point: narrow::<V>(point),
        distance: number((point - q).length()),
        distance_lower_bound: number(distance_lower_bound),
    }
}

impl<V: FloatVector> PatchGrid<V> {
    /// Returns the nearest point of the whole surface, or one of them if there are several. If `q`
    /// is not finite, returns the first point with that distance.
    #[doc(alias = "project")]
    #[doc(alias = "closest_point")]
    pub fn nearest(&self, q: V) -> SurfacePoint<V> {
        let wide: Vec<_> = self.patches().iter().map(BezierPatch::wide).collect();
        let found = nearest(&wide, q);
        let [u, v] = self.parameters(found.patch, [found.u, found.v]);
        SurfacePoint { u, v, ..found }
    }
}

/// Objective: the squared distance.
struct SquaredDistance<V> {
    q: V,
}

impl<V: FloatVector> Objective<V> for SquaredDistance<V> {
    fn lower_bound(&self, patch: &BezierPatch<V>) -> Scalar<V> {
        (bounding_box(patch.points()).closest_point(self.q) - self.q).length_squared()
    }

    fn form(&self, patch: &BezierPatch<V>) -> Form<Scalar<V>> {
        let zero = Scalar::<V>::ZERO;
        let counts = patch.counts();
        let square = Square::new(counts);
        let count = patch.points().len();
        let away: Vec<V> = (0..count).map(|i| (patch.points()[i] - self.q) * patch.weight(i)).collect();
        let mut numerator = square.zeros();
        for axis in 0..V::DIM {
            square.add(&mut numerator, |i| away[i].get(axis));
        }
        square.finish(&mut numerator);
        let denominator = patch.weights().map(|w| {
            let mut below = square.zeros();
            square.add(&mut below, |i| w[i]);
            square.finish(&mut below);
            below
        });
        let (mut far, mut reach) = (zero, self.q.length_squared());
        for p in patch.points() {
            far = Ring::max(far, (*p - self.q).length_squared());
            reach = Ring::max(reach, p.length_squared());
        }
        // Error of the coefficients, and the effect of the coordinates' own rounding.
        let noise = Scalar::<V>::EPSILON * (far * zero.lit(16) + (far * reach).sqrt() * zero.lit(4));
        Form { counts: square.counts, numerator, denominator, noise }
    }

    fn refined(&self, patch: &BezierPatch<V>, at: [Scalar<V>; 2]) -> [Scalar<V>; 2] {
        let mut at = at;
        let mut value = self.value(patch, at);
        for _ in 0..16 {
            let Some((next, lower)) = self.step(patch, at, value) else { break };
            (at, value) = (next, lower);
        }
        // Near the minimum, squared distances no longer resolve positions, but slopes do.
        let noise = Scalar::<V>::EPSILON * value.lit(4) * (value + value.sqrt() * self.q.length());
        let last = self.newton_step(patch, at, Scalar::<V>::ONE);
        last.filter(|last| self.value(patch, *last) <= value + noise).unwrap_or(at)
    }

    /// Returns the noise of [`form`](Self::form) for a part whose points are at most four times as
    /// far away.
    fn noise_of(&self, value: Scalar<V>) -> Scalar<V> {
        let away = value.sqrt() * value.lit(4);
        let size = (away + self.q.length()) * Scalar::<V>::EPSILON;
        // The distance itself is no more accurate than the coordinates.
        let least = size * value.lit(8);
        Scalar::<V>::EPSILON * away * away * value.lit(16) + size * away * value.lit(4) + least * least
    }

    fn value(&self, patch: &BezierPatch<V>, [u, v]: [Scalar<V>; 2]) -> Scalar<V> {
        (patch.at(u, v) - self.q).length_squared()
    }
}

impl<V: FloatVector> SquaredDistance<V> {
    /// Returns a position that is nearer: by Newton's step, otherwise by the Gauss-Newton step.
    fn step(
        &self,
        patch: &BezierPatch<V>,
        at: [Scalar<V>; 2],
        value: Scalar<V>,
    ) -> Option<([Scalar<V>; 2], Scalar<V>)> {
        [Scalar::<V>::ONE, Scalar::<V>::ZERO].into_iter().find_map(|curvature_weight| {
            let next = self.newton_step(patch, at, curvature_weight)?;
            let lower = self.value(patch, next);
            (lower < value).then_some((next, lower))
        })
    }

    /// Applies Newton's step, or without `curvature_weight` the Gauss-Newton step (flat surface).
    /// Returns `None` if both parameters are held at a side.
    fn newton_step(
        &self,
        patch: &BezierPatch<V>,
        at: [Scalar<V>; 2],
        curvature_weight: Scalar<V>,
    ) -> Option<[Scalar<V>; 2]> {
        let (zero, one) = (Scalar::<V>::ZERO, Scalar::<V>::ONE);
        let jet = patch.jet(at[0], at[1]);
        let away = jet.point - self.q;
        let slope = [away.dot(jet.u), away.dot(jet.v)];
        // A parameter stays at a side if the slope points outward.
        let at_bound =
            [0, 1].each(|i| (at[i] <= zero && slope[i] >= zero) || (at[i] >= one && slope[i] <= zero));
        let flat = [jet.u.length_squared(), jet.u.dot(jet.v), jet.v.length_squared()];
        let curved = [away.dot(jet.uu), away.dot(jet.uv), away.dot(jet.vv)];
        let [a, b, c] = [0, 1, 2].each(|i| flat[i] + curved[i] * curvature_weight);
        let step = match at_bound {
            [true, true] => return None,
            [true, false] => [zero, slope[1].div_or(c, zero)],
            [false, true] => [slope[0].div_or(a, zero), zero],
            _ => {
                let det = a * c - b * b;
                [
                    (c * slope[0] - b * slope[1]).div_or(det, zero),
                    (a * slope[1] - b * slope[0]).div_or(det, zero),
                ]
            }
        };
        Some([0, 1].each(|i| (at[i] - step[i]).clamp_to(zero, one)))
    }
}

/// Squares of Bernstein forms in two parameters: products of coefficients times binomials, divided
/// by the binomials of twice the degree.
struct Square<S> {
    from: [usize; 2],
    counts: [usize; 2],
    /// Factor of each coefficient.
    weights: Vec<S>,
    /// Divisor of each coefficient of the square.
    divisors: Vec<S>,
}

impl<S: Float> Square<S> {
    fn new(from: [usize; 2]) -> Self {
        let counts = from.each(|count| 2 * count - 1);
        // For high degrees, centres the range of the binomials around 1 by a power of two.
        let row = |count: usize, shift: usize| -> Vec<S> {
            let by = |x: &S| times_power_of(*x, -i32::try_from(shift).unwrap_or(i32::MAX));
            binomials::<S>(count - 1).iter().map(by).collect()
        };
        let table = |[rows, columns]: [usize; 2], times: usize| {
            let half = |i: usize| times * ((from[i] - 1) / 2);
            let (along_u, along_v) = (row(rows, half(0)), row(columns, half(1)));
            along_u.iter().flat_map(|a| along_v.iter().map(|b| *a * *b).collect::<Vec<_>>()).collect()
        };
        Self { from, counts, weights: table(from, 1), divisors: table(counts, 2) }
    }

    fn zeros(&self) -> Vec<S> {
        alloc::vec![S::ZERO; self.divisors.len()]
    }

    fn add(&self, square: &mut [S], control: impl Fn(usize) -> S) {
        let scaled: Vec<S> = self.weights.iter().enumerate().map(|(i, w)| control(i) * *w).collect();
        let [columns, wide] = [self.from[1], self.counts[1]];
        for (i, a) in scaled.chunks(columns).enumerate() {
            for (k, b) in scaled.chunks(columns).enumerate() {
                let row = &mut square[(i + k) * wide..(i + k + 1) * wide];
                for (j, x) in a.iter().enumerate() {
                    for (sum, y) in row[j..].iter_mut().zip(b) {
                        *sum = *sum + *x * *y;
                    }
                }
            }
        }
    }

    fn finish(&self, square: &mut [S]) {
        square.iter_mut().zip(&self.divisors).for_each(|(x, divisors)| *x = *x / *divisors);
    }
}
