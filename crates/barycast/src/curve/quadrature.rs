//! Gauss's rules for the length of a part of a curve, with a bound of their error that is proved.
//!
//! With `x` from -1 to 1 over the part, its length is the integral of `f = sqrt(q) / w^2`, `q = |X' w - X w'|^2` and `w`
//! polynomials. Gauss's rule with `n` points is exact up to degree `2 n - 1`, so its error is at most 4 times that of the best
//! polynomial of that degree in the place of `f`. If `f` is analytic and at most `M` inside the ellipse around
//! -1 and 1 with the half axes `(r + 1/r) / 2` and `(r - 1/r) / 2`, that is at most
//!
//! ```text
//! 2 M r^(1 - 2 n) / (r - 1)
//! ```
//!
//! There Chebyshev's polynomials `T_k` are at most `h_k = (r^k + r^-k) / 2`. So with `q = b_0 + b_1 T_1 + ..`, `q` is nowhere
//! farther from `b_0` than `|b_1| h_1 + |b_2| h_2 + ..`, and `w` likewise; as long as that is less than `b_0` there is no root.
//! The largest of some `r` is taken for which that is so. Source: [Trefethen 2013].

use super::blend::{Blend, List, slopes, split, value};
use super::gauss_points::{FINEST, Node, RULES, Rule};
use super::{Bezier, Scalar};
use crate::number::each::MapEach;
use crate::number::{Field, Float, Ring};
use crate::vector::FloatVector;
use smallvec::smallvec;

/// A rule, and how far it is from the part's length at most.
pub(super) struct Bounded<S> {
    pub(super) rule: Rule,
    pub(super) error: S,
}

/// A part of a curve that can be measured and halved.
pub(super) trait Part: Sized {
    /// What it is made of.
    type Number: Float;

    /// The rule with the fewest points that is within the tolerance, else that with the most; `None` where the speed may be 0.
    fn bounded(&self, tolerance: Self::Number) -> Option<Bounded<Self::Number>>;

    /// What a rule says of its length.
    fn whole(&self, rule: Rule) -> Self::Number;

    /// Its length lies between these.
    fn chord_and_polygon(&self) -> [Self::Number; 2];

    /// Both halves.
    fn halves(&self) -> [Self; 2];

    /// How far rounding may have moved its length, beyond that of its points.
    fn unsure(&self) -> Self::Number {
        Self::Number::ZERO
    }

    /// How much work its bound takes, in products of numbers.
    fn cost(&self) -> usize;
}

/// A curve up to degree 3 without weights, by the powers of `x` from -1 to 1 that its derivative is made of.
pub(super) struct Slopes<V>([V; 3]);

impl<V: FloatVector> Slopes<V> {
    /// Of the whole curve; `None` of others.
    pub(super) fn of(curve: &Bezier<V>) -> Option<Self> {
        if curve.weights().is_some() || curve.degree() > 3 {
            return None;
        }
        let rise = rise(curve);
        let none = rise[0].none();
        let power = |k: usize| rise.get(k).copied().unwrap_or(none);
        Some(Self([power(0), power(1), power(2)]))
    }
}

impl<V: FloatVector> Part for Slopes<V> {
    type Number = Scalar<V>;

    fn bounded(&self, tolerance: Scalar<V>) -> Option<Bounded<Scalar<V>>> {
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
        bounded(&q, &[Scalar::<V>::ONE], tolerance)
    }

    fn whole(&self, rule: Rule) -> Scalar<V> {
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

    /// With `x = (y -+ 1) / 2`.
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

    fn bounded(&self, tolerance: Scalar<V>) -> Option<Bounded<Scalar<V>>> {
        let (q, w) = if self.weights().is_some() { speed_rational(self) } else { speed(self) };
        bounded(&chebyshev(&q), &chebyshev(&w), tolerance)
    }

    fn whole(&self, rule: Rule) -> Scalar<V> {
        gauss(self, Scalar::<V>::ONE, rule)
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

/// By the largest ellipse without a root.
pub(super) fn bounded<S: Float>(q: &[S], w: &[S], tolerance: S) -> Option<Bounded<S>> {
    let (ellipse, most) = ELLIPSES.iter().find_map(|ellipse| Some((ellipse, greatest(q, w, ellipse)?)))?;
    let mut error = S::ZERO;
    let within = |(_, falling): &(&Rule, &f64)| {
        error = most * S::from_f64(**falling);
        error <= tolerance
    };
    let rule = RULES.iter().zip(&ellipse.falling).find(within).map_or(FINEST, |(rule, _)| *rule);
    Some(Bounded { rule, error })
}

/// The powers of `x` that the derivative of a polynomial is made of.
fn rise<V: FloatVector>(part: &Bezier<V>) -> List<V> {
    let half = Scalar::<V>::ONE.half();
    // By `x` from -1 to 1 half of what it is by `t`.
    powers(&slopes(part.points())).iter().map(|a: &V| *a * half).collect()
}

/// `q` and `w` of a curve without weights.
fn speed<V: FloatVector>(part: &Bezier<V>) -> (List<Scalar<V>>, List<Scalar<V>>) {
    let rise = rise(part);
    let mut q: List<Scalar<V>> = smallvec![Scalar::<V>::ZERO; 2 * rise.len() - 1];
    for (i, a) in rise.iter().enumerate() {
        for (j, b) in rise.iter().enumerate() {
            q[i + j] = q[i + j] + a.dot(*b);
        }
    }
    (q, smallvec![Scalar::<V>::ONE])
}

/// `q` and `w`.
fn speed_rational<V: FloatVector>(part: &Bezier<V>) -> (List<Scalar<V>>, List<Scalar<V>>) {
    // About a point of the curve, so that coordinates far from 0 do not cancel.
    let (x, w) = part.moved(-part.points()[0]).fraction();
    let w = powers(&w);
    let mut q: List<Scalar<V>> = List::new();
    for x in x {
        let x = powers(&x);
        let rise = less(&times(&derived(&x), &w), &times(&x, &derived(&w)));
        let square = times(&rise, &rise);
        q.resize(q.len().max(square.len()), Scalar::<V>::ZERO);
        q.iter_mut().zip(square).for_each(|(q, s)| *q = *q + s);
    }
    (q, w)
}

/// By Chebyshev's polynomials what is given by powers: `x T_k = (T_{k - 1} + T_{k + 1}) / 2`, and `x T_0 = T_1`.
fn chebyshev<S: Float>(powers: &[S]) -> List<S> {
    let mut out: List<S> = smallvec![S::ZERO; powers.len()];
    for a in powers.iter().rev() {
        // Times `x`, plus `a`.
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

/// An ellipse, and by how much the greatest value in it is multiplied for each of the rules.
struct Ellipse {
    /// `h_1, .. h_4`.
    most: [f64; 4],
    falling: [f64; RULES.len()],
}

/// From the largest.
const ELLIPSES: [Ellipse; 14] = {
    let tried = [12.0, 8.0, 6.0, 4.5, 3.5, 2.8, 2.3, 2.0, 1.75, 1.6, 1.45, 1.3, 1.2, 1.1];
    let mut made = [const { Ellipse { most: [0.0; 4], falling: [0.0; RULES.len()] } }; 14];
    let mut i = 0;
    while i < tried.len() {
        let r: f64 = tried[i];
        let (mut power, mut k) = (1.0, 0);
        while k < 4 {
            power *= r;
            made[i].most[k] = f64::midpoint(power, 1.0 / power);
            k += 1;
        }
        let mut which = 0;
        while which < RULES.len() {
            let mut falling = 8.0 / (r - 1.0);
            let mut k = 1;
            while k < 4 * RULES[which].len() {
                falling /= r;
                k += 1;
            }
            made[i].falling[which] = falling;
            which += 1;
        }
        i += 1;
    }
    made
};

/// The greatest value of `f` in the ellipse; `None` when there may be a root.
fn greatest<S: Float>(q: &[S], w: &[S], ellipse: &Ellipse) -> Option<S> {
    let [h1, .., h3, h4] = ellipse.most.each(S::from_f64);
    let away = |b: &[S]| {
        let first = b[1..].iter().zip(ellipse.most);
        let sum = first.fold(S::ZERO, |sum, (b, h)| sum + Ring::abs(*b) * S::from_f64(h));
        let rest = |(sum, [before, h]): (S, [S; 2]), b: &S| {
            let next = (h1 + h1) * h - before;
            (sum + Ring::abs(*b) * next, [h, next])
        };
        b.iter().skip(5).fold((sum, [h3, h4]), rest).0
    };
    let (of_q, of_w) = (away(q), away(w));
    // A little less than what there is, for the rounding of all this.
    let some = S::from_f64(0.999);
    (of_q < q[0] * some && of_w < w[0] * some).then(|| (q[0] + of_q).sqrt() / (w[0] - of_w).squared())
}

/// The powers of `x` from -1 to 1 of a polynomial in Bernstein's form: of its right half, where `x` runs from 0 to 1,
/// `binomial(n, k)` times the `k`th difference.
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

/// The product of two polynomials by their powers.
fn times<S: Float>(a: &[S], b: &[S]) -> List<S> {
    let mut out = smallvec![S::ZERO; a.len() + b.len() - 1];
    for (i, a) in a.iter().enumerate() {
        for (j, b) in b.iter().enumerate() {
            out[i + j] = out[i + j] + *a * *b;
        }
    }
    out
}

/// The difference; both as long, or the second zero.
fn less<S: Float>(a: &[S], b: &[S]) -> List<S> {
    let at = |list: &[S], i: usize| list.get(i).copied().unwrap_or(S::ZERO);
    (0..a.len().max(b.len())).map(|i| at(a, i) - at(b, i)).collect()
}

/// The derivative of a polynomial by its powers.
fn derived<S: Float>(a: &[S]) -> List<S> {
    if a.len() == 1 {
        return smallvec![S::ZERO];
    }
    (1..a.len()).map(|k| a[k] * S::from_f64(k as f64)).collect()
}

/// The length from 0 to `t`.
pub(super) fn gauss<V: FloatVector>(part: &Bezier<V>, t: Scalar<V>, rule: Rule) -> Scalar<V> {
    let half = t.half();
    // The derivative's own Bezier form for polynomials: a degree less than the curve.
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
