//! Gauss-Legendre rules for the arc length of a part of a curve, with a proven error bound.
//!
//! With `x` from -1 to 1 over the part, its length is the integral of `f = sqrt(q) / w^2`, where
//! `q = |X' w - X w'|^2` and `w` are polynomials. The rule with `n` nodes is exact up to degree
//! `2 n - 1`, so its error is at most 4 times that of the best approximation of `f` by a polynomial
//! of that degree. If `f` is analytic and at most `M` inside the ellipse with foci -1 and 1 and
//! semi-axes `(r + 1/r) / 2` and `(r - 1/r) / 2`, that is at most
//!
//! ```text
//! 2 M r^(1 - 2 n) / (r - 1)
//! ```
//!
//! Inside the ellipse the Chebyshev polynomials `T_k` are at most `h_k = (r^k + r^-k) / 2`. So with
//! `q = b_0 + b_1 T_1 + ..`, `q` differs from `b_0` by at most `|b_1| h_1 + |b_2| h_2 + ..`, and
//! `w` likewise; as long as that is less than `b_0` there is no root. The largest tabulated `r` for
//! which this is so is used. Source: [Trefethen 2013].

use super::blend::{Blend, List, slopes, split, value};
use super::gauss_rules::{FINEST, Node, RULES, Rule};
use super::{Bezier, Scalar};
use crate::number::each::MapEach;
use crate::number::{Field, Float, Ring};
use crate::vector::FloatVector;
use smallvec::smallvec;

/// A quadrature rule with a bound of its error for the part's length.
pub(super) struct BoundedRule<S> {
    pub(super) rule: Rule,
    pub(super) error: S,
}

/// A part of a curve that can be integrated and halved.
pub(super) trait Part: Sized {
    /// Scalar type of the curve.
    type Number: Float;

    /// Returns the rule with the fewest nodes within the tolerance, otherwise the one with the
    /// most; `None` if the speed may be 0.
    fn best_rule(&self, tolerance: Self::Number) -> Option<BoundedRule<Self::Number>>;

    /// Integrates the length by a rule.
    fn integrate(&self, rule: Rule) -> Self::Number;

    /// Returns a lower and an upper bound of the length.
    fn chord_and_polygon(&self) -> [Self::Number; 2];

    /// Splits the part into halves.
    fn halves(&self) -> [Self; 2];

    /// Returns a bound of the length's rounding error beyond that of the points.
    fn uncertainty(&self) -> Self::Number {
        Self::Number::ZERO
    }

    /// Returns the cost of the error bound, in multiplications.
    fn cost(&self) -> usize;
}

/// The derivative of a polynomial curve up to degree 3, in powers of `x` from -1 to 1.
pub(super) struct DerivativePowers<V>([V; 3]);

impl<V: FloatVector> DerivativePowers<V> {
    /// Converts the whole curve, or returns `None` for other curves.
    pub(super) fn of(curve: &Bezier<V>) -> Option<Self> {
        if curve.weights().is_some() || curve.degree() > 3 {
            return None;
        }
        let derivative_in_powers = derivative_in_powers(curve);
        let none = derivative_in_powers[0].none();
        let power = |k: usize| derivative_in_powers.get(k).copied().unwrap_or(none);
        Some(Self([power(0), power(1), power(2)]))
    }
}

impl<V: FloatVector> Part for DerivativePowers<V> {
    type Number = Scalar<V>;

    fn best_rule(&self, tolerance: Scalar<V>) -> Option<BoundedRule<Scalar<V>>> {
        let Self([a, b, c]) = *self;
        let number = |x: f64| Scalar::<V>::from_f64(x);
        let (second, third, fourth) = (b.dot(b) + a.dot(c) * number(2.0), b.dot(c), c.dot(c));
        // `x^2 = (1 + T_2) / 2`, `x^3 = (3 T_1 + T_3) / 4`, `x^4 = (3 + 4 T_2 + T_4) / 8`.
        let q = [
            a.dot(a) + second * number(0.5) + fourth * number(0.375),
            a.dot(b) * number(2.0) + third * number(1.5),
            (second + fourth) * number(0.5),
            third * number(0.5),
            fourth * number(0.125),
        ];
        best_rule(&q, &[Scalar::<V>::ONE], tolerance)
    }

    fn integrate(&self, rule: Rule) -> Scalar<V> {
        let Self([a, b, c]) = *self;
        let term = |sum: Scalar<V>, (x, weight): &Node| {
            let x = Scalar::<V>::from_f64(*x);
            let (even, odd) = (a + c * (x * x), b * x);
            sum + ((even - odd).length() + (even + odd).length()) * Scalar::<V>::from_f64(*weight)
        };
        rule.iter().fold(Scalar::<V>::ZERO, term)
    }

    fn chord_and_polygon(&self) -> [Scalar<V>; 2] {
        let Self([a, b, c]) = *self;
        let third = Scalar::<V>::ONE / Scalar::<V>::from_f64(3.0);
        let polygon = (a - b + c).length() + (a - c).length() + (a + b + c).length();
        [(a + c * third).length(), polygon * third].each(|length| length + length)
    }

    /// Substitutes `x = (y -+ 1) / 2`.
    fn halves(&self) -> [Self; 2] {
        let Self([a, b, c]) = *self;
        let half = Scalar::<V>::ONE.half();
        let quarter = half * half;
        let (even, odd) = (a * half + c * (quarter * half), b * quarter);
        let (by_one, turn, by_two) = (b * quarter, c * quarter, c * (quarter * half));
        [Self([even - odd, by_one - turn, by_two]), Self([even + odd, by_one + turn, by_two])]
    }

    fn cost(&self) -> usize {
        16
    }
}

impl<V: FloatVector> Part for Bezier<V> {
    type Number = Scalar<V>;

    fn best_rule(&self, tolerance: Scalar<V>) -> Option<BoundedRule<Scalar<V>>> {
        let (q, w) = if self.weights().is_some() { speed_rational(self) } else { speed(self) };
        best_rule(&chebyshev(&q), &chebyshev(&w), tolerance)
    }

    fn integrate(&self, rule: Rule) -> Scalar<V> {
        integrate_to(self, Scalar::<V>::ONE, rule)
    }

    fn chord_and_polygon(&self) -> [Scalar<V>; 2] {
        let points = self.points();
        let polygon =
            points.windows(2).fold(Scalar::<V>::ZERO, |sum, pair| sum + (pair[1] - pair[0]).length());
        [(points[points.len() - 1] - points[0]).length(), polygon]
    }

    fn halves(&self) -> [Self; 2] {
        self.split(Scalar::<V>::ONE.half())
    }

    fn cost(&self) -> usize {
        16 * self.points().len() * self.points().len()
    }
}

/// Returns the rule by the largest ellipse without a root.
pub(super) fn best_rule<S: Float>(q: &[S], w: &[S], tolerance: S) -> Option<BoundedRule<S>> {
    let (ellipse, largest) = ELLIPSES.iter().find_map(|ellipse| Some((ellipse, greatest(q, w, ellipse)?)))?;
    let mut error = S::ZERO;
    let within = |(_, error_factors): &(&Rule, &f64)| {
        error = largest * S::from_f64(**error_factors);
        error <= tolerance
    };
    let rule = RULES.iter().zip(&ellipse.error_factors).find(within).map_or(FINEST, |(rule, _)| *rule);
    Some(BoundedRule { rule, error })
}

/// Returns the derivative of a polynomial curve in powers of `x`.
fn derivative_in_powers<V: FloatVector>(part: &Bezier<V>) -> List<V> {
    let half = Scalar::<V>::ONE.half();
    // By `x` from -1 to 1 the derivative is half of that by `t`.
    powers(&slopes(part.points())).iter().map(|a: &V| *a * half).collect()
}

/// Returns `q` and `w` of a polynomial curve.
fn speed<V: FloatVector>(part: &Bezier<V>) -> (List<Scalar<V>>, List<Scalar<V>>) {
    let derivative_in_powers = derivative_in_powers(part);
    let mut q: List<Scalar<V>> = smallvec![Scalar::<V>::ZERO; 2 * derivative_in_powers.len() - 1];
    for (i, a) in derivative_in_powers.iter().enumerate() {
        for (j, b) in derivative_in_powers.iter().enumerate() {
            q[i + j] = q[i + j] + a.dot(*b);
        }
    }
    (q, smallvec![Scalar::<V>::ONE])
}

/// Returns `q` and `w` of a rational curve.
fn speed_rational<V: FloatVector>(part: &Bezier<V>) -> (List<Scalar<V>>, List<Scalar<V>>) {
    // Relative to a point of the curve, so that coordinates far from 0 do not cancel.
    let (x, w) = part.translated(-part.points()[0]).fraction();
    let w = powers(&w);
    let mut q: List<Scalar<V>> = List::new();
    for x in x {
        let x = powers(&x);
        let derivative_in_powers = difference(&times(&derivative(&x), &w), &times(&x, &derivative(&w)));
        let square = times(&derivative_in_powers, &derivative_in_powers);
        q.resize(q.len().max(square.len()), Scalar::<V>::ZERO);
        q.iter_mut().zip(square).for_each(|(q, s)| *q = *q + s);
    }
    (q, w)
}

/// Converts powers to Chebyshev polynomials: `x T_k = (T_{k - 1} + T_{k + 1}) / 2`, and
/// `x T_0 = T_1`.
fn chebyshev<S: Float>(powers: &[S]) -> List<S> {
    let mut out: List<S> = smallvec![S::ZERO; powers.len()];
    for a in powers.iter().rev() {
        // Horner step: multiplies by `x` and adds `a`.
        let (mut before, mut here) = (S::ZERO, out[0]);
        for k in 0..out.len() {
            let next = out.get(k + 1).copied().unwrap_or(S::ZERO);
            let back = if k == 1 { before } else { before.half() };
            out[k] = back + next.half();
            (before, here) = (here, next);
        }
        out[0] = out[0] + *a;
    }
    out
}

/// An ellipse, with the error of each rule for a greatest value of 1.
struct Ellipse {
    /// The bounds `h_1, .. h_4`.
    bounds: [f64; 4],
    error_factors: [f64; RULES.len()],
}

/// Ellipses, the largest first.
const ELLIPSES: [Ellipse; 14] = {
    let tried = [12.0, 8.0, 6.0, 4.5, 3.5, 2.8, 2.3, 2.0, 1.75, 1.6, 1.45, 1.3, 1.2, 1.1];
    let mut made = [const { Ellipse { bounds: [0.0; 4], error_factors: [0.0; RULES.len()] } }; 14];
    let mut i = 0;
    while i < tried.len() {
        let r: f64 = tried[i];
        let (mut power, mut k) = (1.0, 0);
        while k < 4 {
            power *= r;
            made[i].bounds[k] = f64::midpoint(power, 1.0 / power);
            k += 1;
        }
        let mut which = 0;
        while which < RULES.len() {
            let mut error_factors = 8.0 / (r - 1.0);
            let mut k = 1;
            while k < 4 * RULES[which].len() {
                error_factors /= r;
                k += 1;
            }
            made[i].error_factors[which] = error_factors;
            which += 1;
        }
        i += 1;
    }
    made
};

/// Returns the greatest value of `f` in the ellipse, or `None` if there may be a root.
fn greatest<S: Float>(q: &[S], w: &[S], ellipse: &Ellipse) -> Option<S> {
    let [h1, .., h3, h4] = ellipse.bounds.each(S::from_f64);
    let away = |b: &[S]| {
        let first = b[1..].iter().zip(ellipse.bounds);
        let sum = first.fold(S::ZERO, |sum, (b, h)| sum + Ring::abs(*b) * S::from_f64(h));
        let rest = |(sum, [before, h]): (S, [S; 2]), b: &S| {
            let next = (h1 + h1) * h - before;
            (sum + Ring::abs(*b) * next, [h, next])
        };
        b.iter().skip(5).fold((sum, [h3, h4]), rest).0
    };
    let (of_q, of_w) = (away(q), away(w));
    // A small margin for the rounding of this computation.
    let margin = S::from_f64(0.999);
    (of_q < q[0] * margin && of_w < w[0] * margin).then(|| (q[0] + of_q).sqrt() / (w[0] - of_w).squared())
}

/// Returns the powers of `x` from -1 to 1 of a polynomial in Bernstein form. In its right half,
/// where `x` runs from 0 to 1, coefficient `k` is `binomial(n, k)` times the `k`th difference.
fn powers<S: Float, T: Blend<S>>(coefficients: &[T]) -> List<T> {
    let [_, mut right] = split(coefficients, S::ONE.half());
    let n = right.len() - 1;
    let mut out = List::with_capacity(right.len());
    let mut binomial = S::ONE;
    for k in 0..=n {
        out.push(right[0] * binomial);
        for i in 0..n - k {
            right[i] = right[i + 1] - right[i];
        }
        binomial = binomial * S::from_f64((n - k) as f64) / S::from_f64((k + 1) as f64);
    }
    out
}

/// Returns the product of two polynomials in powers.
fn times<S: Float>(a: &[S], b: &[S]) -> List<S> {
    let mut out = smallvec![S::ZERO; a.len() + b.len() - 1];
    for (i, a) in a.iter().enumerate() {
        for (j, b) in b.iter().enumerate() {
            out[i + j] = out[i + j] + *a * *b;
        }
    }
    out
}

/// Returns the difference of two polynomials in powers.
fn difference<S: Float>(a: &[S], b: &[S]) -> List<S> {
    let at = |list: &[S], i: usize| list.get(i).copied().unwrap_or(S::ZERO);
    (0..a.len().max(b.len())).map(|i| at(a, i) - at(b, i)).collect()
}

/// Returns the derivative of a polynomial in powers.
fn derivative<S: Float>(a: &[S]) -> List<S> {
    if a.len() == 1 {
        return smallvec![S::ZERO];
    }
    (1..a.len()).map(|k| a[k] * S::from_f64(k as f64)).collect()
}

/// Integrates the length from 0 to `t`.
pub(super) fn integrate_to<V: FloatVector>(part: &Bezier<V>, t: Scalar<V>, rule: Rule) -> Scalar<V> {
    let half = t.half();
    // For polynomials uses the Bezier form of the derivative, of one degree less than the curve.
    let slopes = part.weights().is_none().then(|| slopes(part.points()));
    let speed = |t: Scalar<V>| match &slopes {
        Some(s) => value(s.len(), |i| s[i], t).length(),
        None => part.jet(t)[1].length(),
    };
    let term = |sum: Scalar<V>, (x, weight): &Node| {
        let away = half * Scalar::<V>::from_f64(*x);
        sum + (speed(half - away) + speed(half + away)) * Scalar::<V>::from_f64(*weight)
    };
    rule.iter().fold(Scalar::<V>::ZERO, term) * half
}
