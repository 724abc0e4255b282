//! The point of patches that is nearest to a point.
//!
//! The squared distance is a quotient of Bernstein forms, `|X - q w|^2 / w^2`, of twice the degrees: where it is least is found by bounds,
//! and none overlooked (`least.rs`). Each place that is nearer than those before is sharpened by Newton's steps on
//!
//! ```text
//! (S - q) . S_u = 0      (S - q) . S_v = 0
//! ```
//!
//! along a side only in the other parameter. Source: [Piegl 1997].

use super::least::{Form, Least, Objective, least};
use super::patch::BezierPatch;
use super::{Pieces, Scalar};
use crate::curve::bernstein::binomials;
use crate::curve::bounds::box_of;
use crate::curve::pieces::narrow;
use crate::number::each::MapEach;
use crate::number::{Field, Float, Real, Ring};
use crate::vector::size::{shift_of, times_power_of, vector_times_power};
use crate::vector::{FloatVector, Vector};
use alloc::vec::Vec;

/// The nearest point of a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfacePoint<V: Vector> {
    /// In which of the patches it lies.
    pub patch: usize,
    /// Its first parameter.
    pub u: V::Scalar,
    /// Its second parameter.
    pub v: V::Scalar,
    /// It.
    pub point: V,
    /// How far it is.
    pub distance: V::Scalar,
    /// No point of the surface is nearer than this: the distance, less what rounding may hide. Much less only where so many
    /// places are nearly as near that they were not all looked at.
    pub at_least: V::Scalar,
}

/// The nearest point of patches, of which there is at least one, with its parameters in its own patch.
pub(super) fn nearest<V: FloatVector>(patches: &[BezierPatch<V::Wide>], q: V) -> SurfacePoint<V> {
    if (0..V::DIM).any(|axis| !q.get(axis).is_finite()) {
        let (zero, point) = (Scalar::<V>::ZERO, narrow::<V>(patches[0].points()[0]));
        let far = (0..V::DIM).fold(zero, |sum, axis| sum + Ring::abs(q.get(axis)));
        return SurfacePoint { patch: 0, u: zero, v: zero, point, distance: far, at_least: far };
    }
    let largest = patches.iter().map(BezierPatch::largest).fold(q.largest().widen(), Ring::max);
    // Of coordinates whose squares vanish or overflow, at ordinary size.
    let e = shift_of(largest.to_f64());
    if e != 0 {
        let brought: Vec<_> = patches.iter().map(|patch| patch.shifted(e)).collect();
        let found = nearest::<V>(&brought, vector_times_power(q, e));
        let [distance, at_least] = [found.distance, found.at_least].each(|x| times_power_of(x, -e));
        return SurfacePoint { point: vector_times_power(found.point, -e), distance, at_least, ..found };
    }
    let q: V::Wide = q.lift(&Float::widen);
    let Least { patch, at: [u, v], value, bound } = least(patches, &Away { q });
    let point = patches[patch].at(u, v);
    let number = Scalar::<V>::narrow;
    let at_least = Ring::min(Ring::max(bound, bound.zero()), value).sqrt();
    SurfacePoint {
        patch,
        u: number(u),
        v: number(v),
        point: narrow::<V>(point),
        distance: number((point - q).length()),
        at_least: number(at_least),
    }
}

impl<V: FloatVector> Pieces<V> {
    /// The nearest of all its points; of several one. From a point that is infinite or NaN the first point, at that distance.
    #[doc(alias = "project")]
    #[doc(alias = "closest_point")]
    pub fn nearest(&self, q: V) -> SurfacePoint<V> {
        let wide: Vec<_> = self.patches().iter().map(BezierPatch::wide).collect();
        let found = nearest(&wide, q);
        let [u, v] = self.parameters(found.patch, [found.u, found.v]);
        SurfacePoint { u, v, ..found }
    }
}

/// The squared distance.
struct Away<V> {
    q: V,
}

impl<V: FloatVector> Objective<V> for Away<V> {
    fn rough(&self, patch: &BezierPatch<V>) -> Scalar<V> {
        (box_of(patch.points()).closest_point(self.q) - self.q).length_squared()
    }

    fn form(&self, patch: &BezierPatch<V>) -> Form<Scalar<V>> {
        let zero = Scalar::<V>::ZERO;
        let counts = patch.counts();
        let square = Square::new(counts);
        let count = patch.points().len();
        let away: Vec<V> = (0..count).map(|i| (patch.points()[i] - self.q) * patch.weight(i)).collect();
        let mut above = square.room();
        for axis in 0..V::DIM {
            square.add(&mut above, |i| away[i].get(axis));
        }
        square.finish(&mut above);
        let below = patch.weights().map(|w| {
            let mut below = square.room();
            square.add(&mut below, |i| w[i]);
            square.finish(&mut below);
            below
        });
        let (mut far, mut reach) = (zero, self.q.length_squared());
        for p in patch.points() {
            far = Ring::max(far, (*p - self.q).length_squared());
            reach = Ring::max(reach, p.length_squared());
        }
        // The coefficients themselves, and what the coordinates' own rounding does to them.
        let noise = Scalar::<V>::EPSILON * (far * zero.lit(16) + (far * reach).sqrt() * zero.lit(4));
        Form { counts: square.counts, above, below, noise }
    }

    fn polished(&self, patch: &BezierPatch<V>, at: [Scalar<V>; 2]) -> [Scalar<V>; 2] {
        let mut at = at;
        let mut value = self.value(patch, at);
        for _ in 0..16 {
            let Some((next, lower)) = self.step(patch, at, value) else { break };
            (at, value) = (next, lower);
        }
        // About the foot squares of distances no longer tell places apart; slopes do.
        let noise = Scalar::<V>::EPSILON * value.lit(4) * (value + value.sqrt() * self.q.length());
        let last = self.moved(patch, at, Scalar::<V>::ONE);
        last.filter(|last| self.value(patch, *last) <= value + noise).unwrap_or(at)
    }

    /// What [`form`](Self::form) says of a part whose points are at most four times as far away.
    fn noise_of(&self, value: Scalar<V>) -> Scalar<V> {
        let away = value.sqrt() * value.lit(4);
        let size = (away + self.q.length()) * Scalar::<V>::EPSILON;
        // The distance itself is no better known than the coordinates.
        let least = size * value.lit(8);
        Scalar::<V>::EPSILON * away * away * value.lit(16) + size * away * value.lit(4) + least * least
    }

    fn value(&self, patch: &BezierPatch<V>, [u, v]: [Scalar<V>; 2]) -> Scalar<V> {
        (patch.at(u, v) - self.q).length_squared()
    }
}

impl<V: FloatVector> Away<V> {
    /// A step that comes nearer: Newton's, else that for a flat surface.
    fn step(
        &self,
        patch: &BezierPatch<V>,
        at: [Scalar<V>; 2],
        value: Scalar<V>,
    ) -> Option<([Scalar<V>; 2], Scalar<V>)> {
        [Scalar::<V>::ONE, Scalar::<V>::ZERO].into_iter().find_map(|bending| {
            let next = self.moved(patch, at, bending)?;
            let lower = self.value(patch, next);
            (lower < value).then_some((next, lower))
        })
    }

    /// By Newton's step, or, without bending, by that for a flat surface; `None` where both parameters are held at a side.
    fn moved(
        &self,
        patch: &BezierPatch<V>,
        at: [Scalar<V>; 2],
        bending: Scalar<V>,
    ) -> Option<[Scalar<V>; 2]> {
        let (zero, one) = (Scalar::<V>::ZERO, Scalar::<V>::ONE);
        let jet = patch.jet(at[0], at[1]);
        let away = jet.point - self.q;
        let slope = [away.dot(jet.u), away.dot(jet.v)];
        // At a side that holds it back a parameter stays.
        let held = [0, 1].each(|i| (at[i] <= zero && slope[i] >= zero) || (at[i] >= one && slope[i] <= zero));
        let flat = [jet.u.length_squared(), jet.u.dot(jet.v), jet.v.length_squared()];
        let bent = [away.dot(jet.uu), away.dot(jet.uv), away.dot(jet.vv)];
        let [a, b, c] = [0, 1, 2].each(|i| flat[i] + bent[i] * bending);
        let step = match held {
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

/// Squares of Bernstein forms in two parameters: products of coefficients times binomials, over those of twice the degree.
struct Square<S> {
    from: [usize; 2],
    counts: [usize; 2],
    /// Times which each coefficient is taken.
    weights: Vec<S>,
    /// Through which each of the square is divided.
    over: Vec<S>,
}

impl<S: Float> Square<S> {
    fn new(from: [usize; 2]) -> Self {
        let counts = from.each(|count| 2 * count - 1);
        // Of high degrees the greatest binomials are as far above a power of two as the least are below it.
        let row = |count: usize, shift: usize| -> Vec<S> {
            let by = |x: &S| times_power_of(*x, -i32::try_from(shift).unwrap_or(i32::MAX));
            binomials::<S>(count - 1).iter().map(by).collect()
        };
        let table = |[rows, columns]: [usize; 2], times: usize| {
            let half = |i: usize| times * ((from[i] - 1) / 2);
            let (along_u, along_v) = (row(rows, half(0)), row(columns, half(1)));
            along_u.iter().flat_map(|a| along_v.iter().map(|b| *a * *b).collect::<Vec<_>>()).collect()
        };
        Self { from, counts, weights: table(from, 1), over: table(counts, 2) }
    }

    fn room(&self) -> Vec<S> {
        alloc::vec![S::ZERO; self.over.len()]
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
        square.iter_mut().zip(&self.over).for_each(|(x, over)| *x = *x / *over);
    }
}
