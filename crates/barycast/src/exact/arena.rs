//! Arithmetic of exact rationals: `Copy` handles into an arena that lives for one query.
//!
//! A number is a float with an error bound and, if the bound is not 0, the expression it was
//! computed from. Comparisons decided by the floats cost a few float operations. The others
//! evaluate the two expressions, once each: in a few words if the value fits, otherwise as
//! [`Rational`]s. If two shapes touch along one axis only, only that axis is computed exactly.
//!
//! Source: [Pion 2011].

use super::Interval;
use super::expressions::{Expressions, Operation};
use super::floats::{Floats, NONE};
use super::handle::{Arena, Exact};
use super::rational::Rational;
use crate::number::double_double::{two_product, two_sum};
use crate::number::{DoubleDouble, Field, Ring};
use core::cmp::Ordering;
use core::fmt;
use core::ops::{Add, Div, Mul, Neg, Sub};

impl Arena {
    /// Creates an empty arena.
    pub fn new() -> Self {
        Self::default()
    }

    /// Converts a float exactly. NaN and infinities, which valid shapes do not contain, become 0.
    #[cfg_attr(barycast_small, inline(never))]
    pub fn number(&self, value: f64) -> Exact<'_> {
        self.handle(Floats::of(value))
    }
}

impl Floats {
    /// Converts a float exactly; NaN and infinities become 0.
    #[inline]
    fn of(value: f64) -> Self {
        let value = if value.is_finite() { value } else { 0.0 };
        Self { value, error: 0.0, index: NONE }
    }

    /// Sets the error bound, increased by the rounding of the bound itself.
    #[inline]
    fn rounded(mut self, error: f64) -> Self {
        self.error = error * (1.0 + 16.0 * f64::EPSILON) + f64::MIN_POSITIVE;
        if !(self.value.is_finite() && self.error.is_finite()) {
            (self.value, self.error) = (0.0, f64::INFINITY);
        }
        self
    }

    /// Returns whether the number is the float 0.
    #[inline]
    fn is_zero(self) -> bool {
        self.value == 0.0 && self.error == 0.0
    }

    /// Returns whether the floats decide the order of the two numbers.
    #[inline]
    fn is_clear_of(self, o: Self) -> bool {
        let error = self.error + o.error;
        error == 0.0 || (self.value - o.value).abs() > error * (1.0 + 4.0 * f64::EPSILON)
    }
}

impl Exact<'_> {
    /// Returns a float, exactly.
    #[inline]
    fn float(self, value: f64) -> Self {
        self.sibling(Floats::of(value))
    }

    /// Returns the result of an operation, given its approximate value and error bound.
    #[inline]
    fn result(self, operation: Operation, [a, b]: [Floats; 2], value: f64, error: f64) -> Self {
        if error == 0.0 && value.is_finite() {
            return self.sibling(Floats { value, error, index: NONE });
        }
        let index = self.with(|all| {
            let operands = [all.index(a), all.index(b)];
            all.push(operation, operands)
        });
        self.sibling(Floats { value, error: 0.0, index }.rounded(error))
    }

    #[inline(never)]
    pub(super) fn compare(self, o: Self) -> Ordering {
        let (a, b) = (self.floats(), o.floats());
        let (difference, error) = (a.value - b.value, a.error + b.error);
        if error == 0.0 || difference.abs() > error * (1.0 + 4.0 * f64::EPSILON) {
            return if difference > 0.0 || a.value > b.value {
                Ordering::Greater
            } else if a.value < b.value {
                Ordering::Less
            } else {
                Ordering::Equal
            };
        }
        self.with(|all| {
            let [a, b] = [a, b].map(|number| all.index(number));
            all.value(a);
            all.value(b);
            all.known(a).compare(all.known(b))
        })
    }

    /// Evaluates the number and applies `read` to the rational.
    fn evaluated<A>(self, read: impl FnOnce(&Rational) -> A) -> A {
        let floats = self.floats();
        self.with(|all| {
            let index = all.index(floats);
            read(&all.value(index).rational())
        })
    }

    /// Returns the sign: 1, 0 or -1.
    #[inline(never)]
    pub fn sign(self) -> i32 {
        let a = self.floats();
        if a.value.abs() > a.error || a.error == 0.0 {
            return i32::from(a.value > 0.0) - i32::from(a.value < 0.0);
        }
        self.with(|all| {
            let index = all.index(a);
            all.value(index).sign()
        })
    }

    /// Returns the nearest `f64`.
    pub fn to_f64(self) -> f64 {
        let a = self.floats();
        if a.error == 0.0 {
            // Adding 0 turns -0 into 0; rationals have no signed zero.
            return a.value + 0.0;
        }
        self.evaluated(Rational::to_f64)
    }

    /// Returns the same number in lowest terms, which keeps long chains of operations short.
    #[must_use]
    pub fn reduced(self) -> Self {
        let a = self.floats();
        if a.error == 0.0 { self } else { self.result(Operation::Reduce, [a, a], a.value, a.error) }
    }

    /// Returns the square root to 128 digits; 0 for negative numbers.
    #[must_use]
    pub fn sqrt(self) -> Self {
        self.computed(Rational::sqrt)
    }

    /// Returns a number computed from this one.
    fn computed(self, compute: impl FnOnce(&Rational) -> Rational) -> Self {
        let floats = self.floats();
        let floats = self.with(|all| {
            let index = all.index(floats);
            let number = compute(&all.value(index).rational());
            all.stored(number)
        });
        self.sibling(floats)
    }

    /// Rounds to double-double precision.
    pub(crate) fn to_double_double(self) -> DoubleDouble {
        let high = self.to_f64();
        if !high.is_finite() {
            return DoubleDouble::new(high);
        }
        DoubleDouble::from_parts(high, (self - self.float(high)).to_f64())
    }

    /// Returns an interval of a few ulps that contains the number.
    pub(crate) fn to_interval(self) -> Interval {
        let value = self.to_f64();
        let (low, high) = (value.next_down().next_down(), value.next_up().next_up());
        Interval::new(low).hull(Interval::new(high))
    }
}

impl Expressions {
    /// Stores a computed number.
    fn stored(&mut self, number: Rational) -> Floats {
        let index = self.push(Operation::Reduce, [0; 2]);
        let value = number.to_f64();
        let place = self.keep_any(number);
        self.store_value(index, place);
        // Half an ulp, or half of the smallest number.
        Floats { value, error: 0.0, index }.rounded(value.abs() * f64::EPSILON)
    }
}

impl fmt::Debug for Exact<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.evaluated(|value| write!(f, "{value:?}"))
    }
}

impl Add for Exact<'_> {
    type Output = Self;

    #[inline(never)]
    fn add(self, o: Self) -> Self {
        let (a, b) = (self.floats(), o.floats());
        let (sum, lost) = two_sum(a.value, b.value);
        self.result(Operation::Add, [a, b], sum, lost.abs() + a.error + b.error)
    }
}

impl Sub for Exact<'_> {
    type Output = Self;

    #[inline(never)]
    fn sub(self, o: Self) -> Self {
        let (a, b) = (self.floats(), o.floats());
        let (difference, lost) = two_sum(a.value, -b.value);
        if difference == 0.0 && self.with(|all| all.are_same_product(a.index, b.index)) {
            return self.float(0.0);
        }
        self.result(Operation::Sub, [a, b], difference, lost.abs() + a.error + b.error)
    }
}

/// Returns a bound of the rounding error of the product of two floats; 0 if the product is exact.
#[inline]
fn lost_in_product(a: f64, b: f64, product: f64) -> f64 {
    if a == 0.0 || b == 0.0 {
        return 0.0;
    }
    // Outside this range the error is not representable, or the factors cannot be split.
    if (1e-280..1e290).contains(&product.abs()) && a.abs() < 1e290 && b.abs() < 1e290 {
        two_product(a, b).1.abs()
    } else {
        product.abs() * f64::EPSILON + f64::MIN_POSITIVE
    }
}

impl Mul for Exact<'_> {
    type Output = Self;

    #[inline(never)]
    fn mul(self, o: Self) -> Self {
        let (a, b) = (self.floats(), o.floats());
        let product = a.value * b.value;
        let lost = lost_in_product(a.value, b.value, product);
        if a.is_zero() || b.is_zero() {
            return self.float(0.0);
        }
        let error = a.value.abs() * b.error + b.value.abs() * a.error + a.error * b.error;
        // A product that underflows is not 0.
        let least = if a.error + b.error > 0.0 { f64::MIN_POSITIVE } else { 0.0 };
        self.result(Operation::Mul, [a, b], product, lost + error + least)
    }
}

impl Div for Exact<'_> {
    type Output = Self;

    #[inline(never)]
    fn div(self, o: Self) -> Self {
        let (a, b) = (self.floats(), o.floats());
        if a.is_zero() || b.is_zero() {
            return self.float(0.0);
        }
        let (by, quotient) = (b.value.abs() * (1.0 - f64::EPSILON) - b.error, a.value / b.value);
        if by.partial_cmp(&0.0) != Some(Ordering::Greater) {
            return self.result(Operation::Div, [a, b], 0.0, f64::INFINITY);
        }
        let is_whole = a.error + b.error == 0.0
            && quotient * b.value == a.value
            && lost_in_product(quotient, b.value, a.value) == 0.0;
        let lost = if is_whole { 0.0 } else { quotient.abs() * f64::EPSILON + f64::MIN_POSITIVE };
        self.result(Operation::Div, [a, b], quotient, lost + (a.error + quotient.abs() * b.error) / by)
    }
}

impl Neg for Exact<'_> {
    type Output = Self;

    #[inline(never)]
    fn neg(self) -> Self {
        self.zero() - self
    }
}

impl Ring for Exact<'_> {
    type Mask = bool;
    const ROUNDS: bool = false;

    #[cfg_attr(not(barycast_small), inline)]
    #[cfg_attr(barycast_small, inline(never))]
    fn lit(self, value: i32) -> Self {
        self.float(f64::from(value))
    }

    #[inline(never)]
    fn le(self, o: Self) -> bool {
        self.compare(o).is_le()
    }

    #[inline(never)]
    fn lt(self, o: Self) -> bool {
        self.compare(o).is_lt()
    }

    fn select(mask: bool, a: Self, b: Self) -> Self {
        if mask { a } else { b }
    }

    // If the order is undecided, the choice of operand or sign matters only once the result is
    // compared.
    #[inline(never)]
    fn min(self, o: Self) -> Self {
        let (a, b) = (self.floats(), o.floats());
        if a.is_clear_of(b) {
            return if a.value < b.value { self } else { o };
        }
        self.result(Operation::Min, [a, b], a.value.min(b.value), a.error.max(b.error))
    }

    #[inline(never)]
    fn max(self, o: Self) -> Self {
        let (a, b) = (self.floats(), o.floats());
        if a.is_clear_of(b) {
            return if a.value > b.value { self } else { o };
        }
        self.result(Operation::Max, [a, b], a.value.max(b.value), a.error.max(b.error))
    }

    #[inline(never)]
    fn abs(self) -> Self {
        let a = self.floats();
        if a.error == 0.0 {
            return self.float(a.value.abs());
        }
        if a.value.abs() > a.error {
            return if a.value < 0.0 { -self } else { self };
        }
        self.result(Operation::Abs, [a, a], a.value.abs(), a.error)
    }
}

impl Field for Exact<'_> {
    #[inline(never)]
    fn at_least(self) -> Self {
        self.computed(Rational::at_least)
    }

    fn in_least_terms(self) -> Self {
        self.reduced()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirds_add_up() {
        let arena = Arena::new();
        let one = arena.number(1.0);
        let third = one / one.lit(3);
        assert!((third + third + third).same(one));
    }

    #[test]
    fn floats_are_taken_as_they_are() {
        let arena = Arena::new();
        let tenth = arena.number(0.1);
        assert!(!(tenth * tenth.lit(10)).same(arena.number(1.0)));
        assert!(arena.number(5e-324).lt(arena.number(1e-323)));
        assert!((arena.number(1e300) * arena.number(1e300)).gt(arena.number(1e300)));
    }

    #[test]
    fn expressions_are_evaluated_only_where_floats_leave_a_comparison_open() {
        let arena = Arena::new();
        let [x, y] = [0.1, 0.7].map(|value| arena.number(value));
        let values = || x.with(|all| all.values.len());
        let (product, sum) = (x * y, x * y + x - x);
        assert!(product.lt(x) && product.max(x).same(x) && values() == 0);
        assert!(product.same(sum) && values() > 0);
        let before = values();
        assert!(product.same(sum) && values() == before);
    }

    #[test]
    fn exact_floats_have_no_expression() {
        let arena = Arena::new();
        let [x, y] = [0.375, -12.0].map(|value| arena.number(value));
        let found = (x * y - x / arena.number(0.125)).abs().floats();
        assert_eq!((found.value, found.error, found.index), (7.5, 0.0, NONE));
        assert!(x.with(|all| all.nodes.is_empty()));
    }

    #[test]
    fn numbers_are_those_of_rationals_and_no_farther_from_their_floats_than_the_bound() {
        let mut random = fastrand::Rng::with_seed(5);
        let arena = Arena::new();
        let mut all: Vec<(Exact<'_>, Rational)> = Vec::new();
        for step in 0..12_000 {
            if step % 24 == 0 {
                all.clear();
                let size = [1.0, 1e-150, 1e150, f64::MIN_POSITIVE, 1e307][step / 24 % 5];
                for _ in 0..12 {
                    let whole = f64::from(random.i32(-3..4));
                    let value = if random.bool() { whole } else { whole + random.f64() } * size;
                    all.push((arena.number(value), Rational::from_f64(value)));
                }
            }
            // Two recent numbers, so that chains arise, and one of any age, so that sums of equal
            // terms arise.
            let [first, second, third] = [0; 3].map(|_| all[all.len() - 1 - random.usize(..12)].clone());
            let ((a, p), (b, q)) = (first, second);
            let less = p.compare(&q).is_lt();
            let found = match random.u8(..8) {
                0 | 1 => (a + b, p.add(&q)),
                2 | 3 => (a - b, p.sub(&q)),
                4 => (a * b, p.mul(&q)),
                5 => (a / b, p.div(&q)),
                6 if random.bool() => (a.min(b), if less { p.clone() } else { q.clone() }),
                6 => (a.max(b), if less { q.clone() } else { p.clone() }),
                _ => (a.abs(), if p.sign() < 0 { Rational::ZERO.sub(&p) } else { p.clone() }),
            };
            let (number, truth) = (found.0, found.1.reduced());
            let Floats { value, error, .. } = number.floats();
            if error.is_finite() {
                let off = truth.sub(&Rational::from_f64(value));
                let [low, high] = [-error, error].map(Rational::from_f64);
                assert!(
                    low.compare(&off).is_le() && off.compare(&high).is_le(),
                    "{step}: {number:?} {truth:?}"
                );
            }
            assert_eq!((number.sign(), a.compare(b)), (truth.sign(), p.compare(&q)), "{step}");
            if step % 16 == 0 {
                assert_eq!(number.to_f64(), truth.to_f64(), "{step}");
            }
            let keep = if step % 3 == 0 { (number, truth) } else { third };
            all.push(keep);
        }
    }
}
