//! Arc length of curves of high degree, by Chebyshev expansions.
//!
//! The power basis loses all digits from about degree 30 on. Chebyshev coefficients do not: they
//! come from values at the Chebyshev nodes by a cosine transform, and none is larger than the
//! values. With `x` from -1 to 1 over the part,
//!
//! ```text
//! length = integral of |A| / w^2      A = X' w - X w' = A_0 + A_1 T_1(x) + ..
//! ```
//!
//! Trailing coefficients that add up to less than rounding error are dropped. Since `|T_k| <= 1`,
//! `A` and `w` change by at most their sum, and a bound on the effect on the length is added to the
//! error. So a part of a curve of high degree soon becomes one of low degree. Source:
//! [Trefethen 2013].

use super::bernstein::value_of_any_degree;
use super::bezier::derivative_numerator;
use super::gauss_rules::{Node, Rule};
use super::quadrature::{BoundedRule, Part, best_rule};
use super::{Bezier, Scalar, blend};
use crate::number::each::MapEach;
use crate::number::{Field, Float, Real, Ring, elementary};
use crate::vector::FloatVector;
use alloc::vec;
use alloc::vec::Vec;

/// Curves of a lower degree are measured in the power basis, which is faster.
pub(super) const FROM_DEGREE: usize = 10;

/// Largest ratio of weights in one expansion, whose rounding error is that of the largest weight.
const EVEN: f64 = 8.0;

/// A part of a curve of high degree.
pub(super) enum HighDegree<V: FloatVector> {
    /// A part whose weights differ too much for one expansion.
    Uneven(Bezier<V>),
    Even(Expanded<V>),
}

impl<V: FloatVector> HighDegree<V> {
    /// Returns the whole curve, or `None` if its degree is low.
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

impl<V: FloatVector> Part for HighDegree<V> {
    type Number = Scalar<V>;

    fn best_rule(&self, tolerance: Scalar<V>) -> Option<BoundedRule<Scalar<V>>> {
        match self {
            Self::Uneven(_) => None,
            Self::Even(part) => part.best_rule(tolerance),
        }
    }

    fn integrate(&self, rule: Rule) -> Scalar<V> {
        match self {
            Self::Uneven(part) => part.integrate(rule),
            Self::Even(part) => part.integrate(rule),
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

    fn uncertainty(&self) -> Scalar<V> {
        match self {
            Self::Uneven(_) => Scalar::<V>::ZERO,
            Self::Even(part) => part.uncertainty,
        }
    }

    fn cost(&self) -> usize {
        match self {
            Self::Uneven(part) => part.points().len().pow(2),
            Self::Even(part) => 4 * (part.derivative.len().pow(2) + part.weight.len().pow(2)),
        }
    }
}

/// A part of a curve as Chebyshev coefficients.
pub(super) struct Expanded<V: FloatVector> {
    /// Coefficients of `A`.
    derivative: Vec<V>,
    /// Coefficients of `w`; `[1]` for polynomials.
    weight: Vec<Scalar<V>>,
    /// Lower bound of `w`.
    least: Scalar<V>,
    /// Bound on the error of the length from dropped coefficients and rounding.
    uncertainty: Scalar<V>,
}

impl<V: FloatVector> Expanded<V> {
    fn new(curve: &Bezier<V>) -> Self {
        // Relative to a point of the curve, so that coordinates far from 0 do not cancel.
        let (x, w) = curve.translated(-curve.points()[0]).fraction();
        let (zero, half) = (Scalar::<V>::ZERO, Scalar::<V>::ONE.half());
        let axes: Vec<_> = x.iter().map(|x| derivative_numerator(x, &w)).collect();
        let samples: Vec<V> = nodes(axes[0].len())
            .map(|[t, u]| V::from_fn(|axis| value_of_any_degree(&axes[axis], t, u) * half))
            .collect();
        let weights: Vec<_> = nodes(w.len()).map(|[t, u]| value_of_any_degree(&w, t, u)).collect();
        let most = samples.iter().fold(zero, |most, a: &V| Ring::max(most, a.largest()));
        let rounding = |most, count: usize| most * Scalar::<V>::EPSILON * Scalar::<V>::from_f64(count as f64);
        let most_weight = w.iter().fold(zero, |most, w| Ring::max(most, *w));
        let rounding_of_weight = if w.len() == 1 { zero } else { rounding(most_weight, w.len()) };
        let least = w.iter().fold(zero.infinity(), |least, w| Ring::min(least, *w));
        let expanded =
            Self { derivative: transform(&samples), weight: transform(&weights), least, uncertainty: zero };
        expanded.truncated(rounding(most, samples.len()), rounding_of_weight)
    }

    /// Drops trailing coefficients below rounding error. `rounding` and `of_weight` are the
    /// existing errors of `A` and `w`.
    fn truncated(mut self, rounding: Scalar<V>, of_weight: Scalar<V>) -> Self {
        let zero = Scalar::<V>::ZERO;
        let length_bound = self.length_bound();
        let dropped = drop_last(&mut self.derivative, V::length);
        let of_weight = of_weight + drop_last(&mut self.weight, Ring::abs);
        let all = self.derivative.iter().fold(zero, |sum, a| sum + a.length());
        // 1 / w^2 changes by no more than this fraction, if w has a small relative change.
        let share = of_weight * (length_bound / zero.lit(2)).sqrt() * zero.lit(3);
        self.uncertainty = self.uncertainty + (dropped + rounding + all * share) * length_bound;
        self
    }

    /// Returns an upper bound of the length for `|A| <= 1`.
    fn length_bound(&self) -> Scalar<V> {
        let zero = Scalar::<V>::ZERO;
        let away = self.weight[1..].iter().fold(zero, |sum, w| sum + Ring::abs(*w));
        let least = Ring::max(self.weight[0] - away, self.least);
        zero.lit(2) / (least * least)
    }

    fn best_rule(&self, tolerance: Scalar<V>) -> Option<BoundedRule<Scalar<V>>> {
        let count = self.derivative.len();
        let mut q = vec![Scalar::<V>::ZERO; 2 * count - 1];
        // T_i T_k = (T_(i + k) + T_|i - k|) / 2.
        for (i, a) in self.derivative.iter().enumerate() {
            for (k, b) in self.derivative.iter().enumerate() {
                let half = a.dot(*b).half();
                q[i + k] = q[i + k] + half;
                q[i.abs_diff(k)] = q[i.abs_diff(k)] + half;
            }
        }
        best_rule(&q, &self.weight, tolerance)
    }

    fn integrate(&self, rule: Rule) -> Scalar<V> {
        let speed = |x: Scalar<V>| {
            let w = at(&self.weight, x);
            at(&self.derivative, x).length() / (w * w)
        };
        let term = |sum: Scalar<V>, (x, weight): &Node| {
            let x = Scalar::<V>::from_f64(*x);
            sum + (speed(-x) + speed(x)) * Scalar::<V>::from_f64(*weight)
        };
        rule.iter().fold(Scalar::<V>::ZERO, term)
    }

    /// Returns the chord of a polynomial, 0 otherwise, and an upper bound: the sum of the greatest
    /// contribution of each coefficient.
    fn chord_and_polygon(&self) -> [Scalar<V>; 2] {
        let zero = Scalar::<V>::ZERO;
        let sum = self.derivative.iter().fold(zero, |sum, a| sum + a.length());
        let mut chord = zero;
        if self.weight.len() == 1 {
            // The integral of T_k is 2 / (1 - k^2) for even k, otherwise 0.
            let term =
                |k: usize| self.derivative[k] * (zero.lit(2) / Scalar::<V>::from_f64(1.0 - (k * k) as f64));
            let total = (2..self.derivative.len()).step_by(2).map(term).fold(term(0), |sum, a| sum + a);
            chord = total.length() * self.length_bound().half();
        }
        [chord, sum * self.length_bound()]
    }

    fn halves(&self) -> [Self; 2] {
        let (zero, half) = (Scalar::<V>::ZERO, Scalar::<V>::ONE.half());
        let four = Scalar::<V>::EPSILON * zero.lit(4);
        let most = self.derivative.iter().fold(zero, |most, a| Ring::max(most, a.largest()));
        let of_weight = if self.weight.len() == 1 { zero } else { self.weight[0] * four };
        [-half, half].each(|middle| {
            let derivative: Vec<V> =
                half_of(&self.derivative, middle).iter().map(|a: &V| *a * half).collect();
            let weight = half_of(&self.weight, middle);
            let part = Self { derivative, weight, least: self.least, uncertainty: self.uncertainty * half };
            part.truncated(most * four, of_weight)
        })
    }
}

/// Drops trailing coefficients whose sum is below rounding error. Returns a bound of that sum.
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

/// Returns `t` and `1 - t` for `x = 2 t - 1 = cos(pi (k + 1/2) / count)`, both to full precision as
/// squares of a cosine and a sine.
fn nodes<S: Float>(count: usize) -> impl Iterator<Item = [S; 2]> {
    (0..count).map(move |k| {
        let angle = core::f64::consts::PI * (k as f64 + 0.5) / (2 * count) as f64;
        let (s, c) = elementary::sincos(angle);
        [S::from_f64(c * c), S::from_f64(s * s)]
    })
}

/// Returns the Chebyshev coefficients of the half around `middle`.
fn half_of<S: Float, T: blend::Blend<S>>(c: &[T], middle: S) -> Vec<T> {
    let count = c.len();
    let values: Vec<T> = nodes::<S>(count).map(|[t, u]| at(c, middle + (t - u).half())).collect();
    transform(&values)
}

/// Returns Chebyshev coefficients from the values at `cos(pi (k + 1/2) / n)`.
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

/// Evaluates a Chebyshev expansion by Clenshaw's recurrence.
fn at<S: Float, T: blend::Blend<S>>(c: &[T], x: S) -> T {
    let none = c[0].none();
    let (mut next, mut here) = (none, none);
    for a in c[1..].iter().rev() {
        (next, here) = (here, *a + here * (x + x) - next);
    }
    c[0] + here * x - next
}
