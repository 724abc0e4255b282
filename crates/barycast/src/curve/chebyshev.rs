//! The length of curves of high degree, by Chebyshev polynomials.
//!
//! The powers of the parameter lose all digits from about degree 30 on. Chebyshev coefficients do not: they come from values at
//! Chebyshev's nodes by a cosine transform, and each is no larger than the values. With `x` from -1 to 1 over the part,
//!
//! ```text
//! length = integral of |A| / w^2      A = X' w - X w' = A_0 + A_1 T_1(x) + ..
//! ```
//!
//! Coefficients at the end that add up to rounding are dropped: as `|T_k| <= 1`, `A` and `w` move by no more than their sum, and a
//! bound of what that does to the length is added to the error. So a part of a curve of high degree is soon one of low degree.
//! Source: [Trefethen 2013].

use super::bernstein::value_of_any_degree;
use super::bezier::rise;
use super::gauss_points::{Node, Rule};
use super::quadrature::{Bounded, Part, bounded};
use super::{Bezier, Scalar, blend};
use crate::number::each::MapEach;
use crate::number::{Field, Float, Real, Ring, elementary};
use crate::vector::FloatVector;
use alloc::vec;
use alloc::vec::Vec;

/// Curves of a lower degree are measured by powers, which is faster.
pub(super) const FROM_DEGREE: usize = 10;

/// Weights that differ by no more than this make one expansion: its rounding is that of the largest.
const EVEN: f64 = 8.0;

/// A part of a curve of high degree.
pub(super) enum High<V: FloatVector> {
    /// With weights that differ too much.
    Uneven(Bezier<V>),
    Even(Expanded<V>),
}

impl<V: FloatVector> High<V> {
    /// The whole curve; `None` for one of low degree.
    pub(super) fn of(curve: &Bezier<V>) -> Option<Self> {
        (curve.degree() >= FROM_DEGREE).then(|| Self::of_any_degree(curve.clone()))
    }

    fn of_any_degree(curve: Bezier<V>) -> Self {
        let weights = curve.weights().unwrap_or_default();
        let most = weights.iter().fold(Scalar::<V>::ZERO, |most, w| Ring::max(most, *w));
        if weights.iter().any(|w| *w * Scalar::<V>::from_f64(EVEN) < most) {
            Self::Uneven(curve)
        } else {
            Self::Even(Expanded::new(&curve))
        }
    }
}

impl<V: FloatVector> Part for High<V> {
    type Number = Scalar<V>;

    fn bounded(&self, tolerance: Scalar<V>) -> Option<Bounded<Scalar<V>>> {
        match self {
            Self::Uneven(_) => None,
            Self::Even(part) => part.bounded(tolerance),
        }
    }

    fn whole(&self, rule: Rule) -> Scalar<V> {
        match self {
            Self::Uneven(part) => part.whole(rule),
            Self::Even(part) => part.whole(rule),
        }
    }

    fn chord_and_polygon(&self) -> [Scalar<V>; 2] {
        match self {
            Self::Uneven(part) => part.chord_and_polygon(),
            Self::Even(part) => part.chord_and_polygon(),
        }
    }

    fn halves(&self) -> [Self; 2] {
        match self {
            Self::Uneven(part) => part.halves().each(Self::of_any_degree),
            Self::Even(part) => part.halves().each(Self::Even),
        }
    }

    fn unsure(&self) -> Scalar<V> {
        match self {
            Self::Uneven(_) => Scalar::<V>::ZERO,
            Self::Even(part) => part.lost,
        }
    }

    fn cost(&self) -> usize {
        match self {
            Self::Uneven(part) => part.points().len().pow(2),
            Self::Even(part) => 4 * (part.rise.len().pow(2) + part.weight.len().pow(2)),
        }
    }
}

/// A part of a curve, given by Chebyshev coefficients.
pub(super) struct Expanded<V: FloatVector> {
    /// Of `A`.
    rise: Vec<V>,
    /// Of `w`; `[1]` for polynomials.
    weight: Vec<Scalar<V>>,
    /// `w` is nowhere less.
    least: Scalar<V>,
    /// A bound of what the length lost with dropped coefficients, and with rounding.
    lost: Scalar<V>,
}

impl<V: FloatVector> Expanded<V> {
    fn new(curve: &Bezier<V>) -> Self {
        // About a point of the curve, so that coordinates far from 0 do not cancel.
        let (x, w) = curve.moved(-curve.points()[0]).fraction();
        let (zero, half) = (Scalar::<V>::ZERO, Scalar::<V>::ONE.half());
        let axes: Vec<_> = x.iter().map(|x| rise(x, &w)).collect();
        let samples: Vec<V> = nodes(axes[0].len())
            .map(|[t, u]| V::from_fn(|axis| value_of_any_degree(&axes[axis], t, u) * half))
            .collect();
        let weights: Vec<_> = nodes(w.len()).map(|[t, u]| value_of_any_degree(&w, t, u)).collect();
        let most = samples.iter().fold(zero, |most, a: &V| Ring::max(most, a.largest()));
        let rounding = |most, count: usize| most * Scalar::<V>::EPSILON * Scalar::<V>::from_f64(count as f64);
        let most_weight = w.iter().fold(zero, |most, w| Ring::max(most, *w));
        let rounding_of_weight = if w.len() == 1 { zero } else { rounding(most_weight, w.len()) };
        let least = w.iter().fold(zero.infinity(), |least, w| Ring::min(least, *w));
        let expanded = Self { rise: transform(&samples), weight: transform(&weights), least, lost: zero };
        expanded.shortened(rounding(most, samples.len()), rounding_of_weight)
    }

    /// Without the coefficients at the end that are no more than rounding. `A` is off by `rounding` already, `w` by `of_weight`.
    fn shortened(mut self, rounding: Scalar<V>, of_weight: Scalar<V>) -> Self {
        let zero = Scalar::<V>::ZERO;
        let longest = self.longest();
        let dropped = drop_last(&mut self.rise, V::length);
        let of_weight = of_weight + drop_last(&mut self.weight, Ring::abs);
        let all = self.rise.iter().fold(zero, |sum, a| sum + a.length());
        // 1 / w^2 changes by no more than that share, if w changes by a little of itself.
        let share = of_weight * (longest / zero.lit(2)).sqrt() * zero.lit(3);
        self.lost = self.lost + (dropped + rounding + all * share) * longest;
        self
    }

    /// The length of a curve with `|A| = 1` at most.
    fn longest(&self) -> Scalar<V> {
        let zero = Scalar::<V>::ZERO;
        let away = self.weight[1..].iter().fold(zero, |sum, w| sum + Ring::abs(*w));
        let least = Ring::max(self.weight[0] - away, self.least);
        zero.lit(2) / (least * least)
    }

    fn bounded(&self, tolerance: Scalar<V>) -> Option<Bounded<Scalar<V>>> {
        let count = self.rise.len();
        let mut q = vec![Scalar::<V>::ZERO; 2 * count - 1];
        // T_i T_k = (T_(i + k) + T_|i - k|) / 2.
        for (i, a) in self.rise.iter().enumerate() {
            for (k, b) in self.rise.iter().enumerate() {
                let half = a.dot(*b).half();
                q[i + k] = q[i + k] + half;
                q[i.abs_diff(k)] = q[i.abs_diff(k)] + half;
            }
        }
        bounded(&q, &self.weight, tolerance)
    }

    fn whole(&self, rule: Rule) -> Scalar<V> {
        let speed = |x: Scalar<V>| {
            let w = at(&self.weight, x);
            at(&self.rise, x).length() / (w * w)
        };
        let term = |sum: Scalar<V>, (x, weight): &Node| {
            let x = Scalar::<V>::from_f64(*x);
            sum + (speed(-x) + speed(x)) * Scalar::<V>::from_f64(*weight)
        };
        rule.iter().fold(Scalar::<V>::ZERO, term)
    }

    /// The chord of polynomials, 0 for others, and the sum of what each coefficient adds at most.
    fn chord_and_polygon(&self) -> [Scalar<V>; 2] {
        let zero = Scalar::<V>::ZERO;
        let sum = self.rise.iter().fold(zero, |sum, a| sum + a.length());
        let mut chord = zero;
        if self.weight.len() == 1 {
            // The integral of T_k is 2 / (1 - k^2) for even k, else 0.
            let term = |k: usize| self.rise[k] * (zero.lit(2) / Scalar::<V>::from_f64(1.0 - (k * k) as f64));
            let whole = (2..self.rise.len()).step_by(2).map(term).fold(term(0), |sum, a| sum + a);
            chord = whole.length() * self.longest().half();
        }
        [chord, sum * self.longest()]
    }

    fn halves(&self) -> [Self; 2] {
        let (zero, half) = (Scalar::<V>::ZERO, Scalar::<V>::ONE.half());
        let four = Scalar::<V>::EPSILON * zero.lit(4);
        let most = self.rise.iter().fold(zero, |most, a| Ring::max(most, a.largest()));
        let of_weight = if self.weight.len() == 1 { zero } else { self.weight[0] * four };
        [-half, half].each(|middle| {
            let rise: Vec<V> = half_of(&self.rise, middle).iter().map(|a: &V| *a * half).collect();
            let weight = half_of(&self.weight, middle);
            let part = Self { rise, weight, least: self.least, lost: self.lost * half };
            part.shortened(most * four, of_weight)
        })
    }
}

/// Drops coefficients at the end that add up to no more than rounding does; returns a bound of what they add up to.
fn drop_last<S: Float, T: Copy>(c: &mut Vec<T>, size: impl Fn(T) -> S) -> S {
    let all = c.iter().fold(S::ZERO, |sum, a| sum + size(*a));
    let enough = all * S::EPSILON * S::from_f64(c.len() as f64);
    let mut dropped = S::ZERO;
    while let [_, .., last] = c[..]
        && dropped + size(last) <= enough
    {
        dropped = dropped + size(last);
        c.pop();
    }
    dropped
}

/// `t` and `1 - t` for `x = 2 t - 1 = cos(pi (k + 1/2) / count)`, both to all digits: they are squares of a cosine and a sine.
fn nodes<S: Float>(count: usize) -> impl Iterator<Item = [S; 2]> {
    (0..count).map(move |k| {
        let angle = core::f64::consts::PI * (k as f64 + 0.5) / (2 * count) as f64;
        let (s, c) = elementary::sincos(angle);
        [S::from_f64(c * c), S::from_f64(s * s)]
    })
}

/// The Chebyshev coefficients of the half about `middle`.
fn half_of<S: Float, T: blend::Blend<S>>(c: &[T], middle: S) -> Vec<T> {
    let count = c.len();
    let values: Vec<T> = nodes::<S>(count).map(|[t, u]| at(c, middle + (t - u).half())).collect();
    transform(&values)
}

/// Chebyshev coefficients from the values at `cos(pi (k + 1/2) / n)`.
fn transform<S: Float, T: blend::Blend<S>>(values: &[T]) -> Vec<T> {
    let count = values.len();
    let quarter = core::f64::consts::PI / (2 * count) as f64;
    let cosines: Vec<S> = (0..4 * count).map(|i| S::from_f64(elementary::cos(quarter * i as f64))).collect();
    let share = S::ONE / S::from_f64(count as f64);
    let coefficient = |j: usize| {
        let term = |k: usize| values[k] * cosines[j * (2 * k + 1) % (4 * count)];
        let sum = (1..count).map(term).fold(term(0), |sum, term| sum + term);
        sum * if j == 0 { share } else { share + share }
    };
    (0..count).map(coefficient).collect()
}

/// The value of a Chebyshev expansion, by Clenshaw's recurrence.
fn at<S: Float, T: blend::Blend<S>>(c: &[T], x: S) -> T {
    let none = c[0].none();
    let (mut next, mut here) = (none, none);
    for a in c[1..].iter().rev() {
        (next, here) = (here, *a + here * (x + x) - next);
    }
    c[0] + here * x - next
}
