//! Univariate polynomials over exact numbers: real roots, and signs of other polynomials at them.
//!
//! For polynomials `p` and `g`, and numbers `low < high` that are not roots of `p`, let
//!
//! ```text
//! s0 = p    s1 = p' g mod p    s2 = -(s0 mod s1)    s3 = -(s1 mod s2)    ...
//! ```
//!
//! and let `V(x)` be the number of sign changes along `s0(x), s1(x), ...`, skipping zeros. Then
//! `V(low) - V(high)` is the sum of the signs of `g` at the distinct roots of `p` between them.
//! That is the number of roots for `g = 1` (Sturm), and the sign of `g` at the root if there is
//! only one. Multiple roots need no special case. Source: [Basu 2006].

use super::Exact;
use crate::number::Ring;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::{Add, Mul, Sub};

/// A polynomial as its coefficients, constant term first. The last coefficient is not 0; the zero
/// polynomial has none.
#[derive(Clone, Debug)]
pub struct Polynomial<'a>(Vec<Exact<'a>>);

impl<'a> Polynomial<'a> {
    /// Builds a polynomial from its coefficients, constant term first.
    pub fn new(mut coefficients: Vec<Exact<'a>>) -> Self {
        while coefficients.last().is_some_and(|c| c.sign() == 0) {
            coefficients.pop();
        }
        Self(coefficients)
    }

    /// Returns whether this is the zero polynomial.
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the sign of the value at `x`: 1, 0 or -1.
    pub fn sign_at(&self, x: Exact<'a>) -> i32 {
        let mut terms = self.0.iter().rev().copied();
        let Some(lead) = terms.next() else { return 0 };
        terms.fold(lead, |value, c| value * x + c).sign()
    }

    /// Returns the distinct roots in `(low, high]`, in order; none for the zero polynomial.
    pub fn roots(&self, low: Exact<'a>, high: Exact<'a>) -> Vec<Root<'a>> {
        let mut p = self.clone();
        if p.is_zero() || high.le(low) {
            return Vec::new();
        }
        while p.sign_at(low) == 0 {
            p = p.without_root(low);
        }
        let last = p.sign_at(high) == 0;
        while p.sign_at(high) == 0 {
            p = p.without_root(high);
        }
        let mut roots = Vec::new();
        let chain = chain(&p, None);
        let mut open = vec![(low, high, variations(&chain, low), variations(&chain, high))];
        while let Some((low, high, at_low, at_high)) = open.pop() {
            if at_low == at_high + 1 {
                roots.push(Root { polynomial: p.clone(), low, high });
            } else if at_low > at_high {
                let middle = between(&p, low, high);
                let at_middle = variations(&chain, middle);
                open.push((middle, high, at_middle, at_high));
                open.push((low, middle, at_low, at_middle));
            }
        }
        if last {
            roots.push(Root { polynomial: p, low: high, high });
        }
        roots
    }

    /// Divides by `x - root`.
    fn without_root(&self, root: Exact<'a>) -> Self {
        let mut quotient = Vec::with_capacity(self.0.len());
        let mut carry = None;
        for &c in self.0.iter().skip(1).rev() {
            let next = carry.map_or(c, |carry| c + carry * root);
            quotient.push(next);
            carry = Some(next);
        }
        quotient.reverse();
        Self::new(quotient)
    }

    fn derivative(&self) -> Self {
        Self::new(self.0.iter().zip(0..).skip(1).map(|(c, power)| *c * c.lit(power)).collect())
    }

    /// Returns the remainder of the division by `divisor`, which is not 0.
    fn modulo(&self, divisor: &Self) -> Self {
        let mut rest = self.0.clone();
        while let (Some(&top), Some(&lead)) = (rest.last(), divisor.0.last())
            && rest.len() >= divisor.0.len()
        {
            let factor = (top / lead).reduced();
            let shift = rest.len() - divisor.0.len();
            for (r, d) in rest[shift..].iter_mut().zip(&divisor.0) {
                *r = (*r - factor * *d).reduced();
            }
            rest.pop();
            rest = Self::new(rest).0;
        }
        Self(rest)
    }

    /// Returns the negative, divided by the absolute value of the leading coefficient to keep the
    /// numbers short.
    fn negated(&self) -> Self {
        let Some(size) = self.0.last().map(|lead| -Ring::abs(*lead)) else { return self.clone() };
        Self(self.0.iter().map(|c| (*c / size).reduced()).collect())
    }
}

/// Builds the signed remainder sequence of the module documentation.
fn chain<'a>(p: &Polynomial<'a>, g: Option<&Polynomial<'a>>) -> Vec<Polynomial<'a>> {
    let second = g.map_or_else(|| p.derivative(), |g| (&p.derivative() * &g.modulo(p)).modulo(p));
    let mut chain = vec![p.clone()];
    let mut next = second;
    while !next.is_zero() {
        let rest = chain[chain.len() - 1].modulo(&next).negated();
        chain.push(next);
        next = rest;
    }
    chain
}

fn variations(chain: &[Polynomial<'_>], x: Exact<'_>) -> i32 {
    let mut changes = 0;
    let mut last = 0;
    for sign in chain.iter().map(|p| p.sign_at(x)).filter(|sign| *sign != 0) {
        changes += i32::from(sign == -last);
        last = sign;
    }
    changes
}

/// Returns a number between `low` and `high` that is not a root: the midpoint, or one closer to
/// `low`.
fn between<'a>(p: &Polynomial<'a>, low: Exact<'a>, high: Exact<'a>) -> Exact<'a> {
    let half = low.one() / low.lit(2);
    let mut middle = (low + high) * half;
    while p.sign_at(middle) == 0 {
        middle = (low + middle) * half;
    }
    middle
}

/// A real root, isolated between two numbers that are not roots, or equal to a known number.
#[derive(Clone, Debug)]
pub struct Root<'a> {
    polynomial: Polynomial<'a>,
    low: Exact<'a>,
    high: Exact<'a>,
}

impl<'a> Root<'a> {
    /// Returns the sign of another polynomial at this root: 1, 0 or -1.
    pub fn sign_of(&self, g: &Polynomial<'a>) -> i32 {
        if self.low.same(self.high) {
            return g.sign_at(self.low);
        }
        let chain = chain(&self.polynomial, Some(g));
        variations(&chain, self.low) - variations(&chain, self.high)
    }

    /// Returns an `f64` at most equal to the root and less than it by at most `2^-70`, or the
    /// greatest such float; for roots from 0 to 1.
    pub fn floor(&self, number: impl Fn(f64) -> Exact<'a>) -> f64 {
        const NARROW: f64 = 8.470_329_472_543_003e-22; // 2^-70
        let (mut low, mut high) = (0.0_f64, 1.0_f64);
        if self.low.same(self.high) {
            let nearest = self.low.to_f64();
            return if self.low.lt(number(nearest)) { nearest.next_down() } else { nearest };
        }
        if self.high.le(number(low)) {
            return low;
        }
        let start = self.polynomial.sign_at(self.low);
        let chain = if start == self.polynomial.sign_at(self.high) {
            chain(&self.polynomial, None)
        } else {
            Vec::new()
        };
        let from = variations(&chain, self.low);
        loop {
            let middle = low + (high - low) / 2.0;
            if middle <= low || middle >= high || high - low <= NARROW {
                return low;
            }
            let x = number(middle);
            let below = if x.le(self.low) {
                true
            } else if self.high.le(x) {
                false
            } else {
                match self.polynomial.sign_at(x) {
                    0 => return middle,
                    sign if chain.is_empty() => sign == start,
                    _ => variations(&chain, x) == from,
                }
            };
            if below {
                low = middle;
            } else {
                high = middle;
            }
        }
    }
}

impl<'a> Add for &Polynomial<'a> {
    type Output = Polynomial<'a>;

    fn add(self, o: Self) -> Polynomial<'a> {
        let (short, long) = if self.0.len() < o.0.len() { (self, o) } else { (o, self) };
        let mut sum = long.0.clone();
        for (s, c) in sum.iter_mut().zip(&short.0) {
            *s = *s + *c;
        }
        Polynomial::new(sum)
    }
}

impl<'a> Sub for &Polynomial<'a> {
    type Output = Polynomial<'a>;

    fn sub(self, o: Self) -> Polynomial<'a> {
        let opposite = Polynomial(o.0.iter().map(|c| -*c).collect());
        self.add(&opposite)
    }
}

impl<'a> Mul for &Polynomial<'a> {
    type Output = Polynomial<'a>;

    fn mul(self, o: Self) -> Polynomial<'a> {
        let (Some(first), false) = (self.0.first(), o.is_zero()) else { return Polynomial(Vec::new()) };
        let mut product = vec![first.zero(); self.0.len() + o.0.len() - 1];
        for (i, a) in self.0.iter().enumerate() {
            for (j, b) in o.0.iter().enumerate() {
                product[i + j] = product[i + j] + *a * *b;
            }
        }
        Polynomial(product)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Arena;
    use super::*;

    fn polynomial<'a>(arena: &'a Arena, coefficients: &[f64]) -> Polynomial<'a> {
        Polynomial::new(coefficients.iter().map(|c| arena.number(*c)).collect())
    }

    fn floors(coefficients: &[f64], low: f64, high: f64) -> Vec<f64> {
        let arena = Arena::new();
        let p = polynomial(&arena, coefficients);
        let roots = p.roots(arena.number(low), arena.number(high));
        roots.iter().map(|root| root.floor(|x| arena.number(x))).collect()
    }

    #[test]
    fn roots_come_in_order_and_multiple_ones_once() {
        // (2 x - 1)^2 (4 x - 1)
        assert_eq!(floors(&[-1., 8., -20., 16.], 0., 1.), [0.25, 0.5]);
        assert_eq!(floors(&[-1., 8., -20., 16.], 0.25, 0.5), [0.5]);
        assert_eq!(floors(&[1., 0., 1.], 0., 1.), []);
        assert_eq!(floors(&[0., 1., -1.], 0., 1.), [1.0]);
        assert_eq!(floors(&[], 0., 1.), []);
    }

    #[test]
    fn a_root_is_rounded_down() {
        let [third] = floors(&[-1., 3.], 0., 1.)[..] else { panic!("one root") };
        assert!(third <= 1. / 3. && third.next_up() >= 1. / 3.);
        let [root] = floors(&[-1., 0., 2.], 0., 1.)[..] else { panic!("one root") };
        assert!(2. * root * root < 1. && (root - core::f64::consts::FRAC_1_SQRT_2).abs() < 1e-15);
    }

    #[test]
    fn signs_at_a_root_are_exact() {
        let arena = Arena::new();
        let p = polynomial(&arena, &[-1., 0., 2.]);
        let roots = p.roots(arena.number(0.), arena.number(1.));
        // 2 x^2 - 1 divides (2 x^2 - 1) (x + 5); 2 x^4 - x^2 + 1e-300 is that small there.
        assert_eq!(roots[0].sign_of(&polynomial(&arena, &[-5., -1., 10., 2.])), 0);
        assert_eq!(roots[0].sign_of(&polynomial(&arena, &[1e-300, 0., -1., 0., 2.])), 1);
        assert_eq!(roots[0].sign_of(&polynomial(&arena, &[-1., 1.])), -1);
    }
}
