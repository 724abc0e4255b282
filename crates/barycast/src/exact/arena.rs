//! Exact rationals, as `Copy` handles into an arena that lives for one query.
//!
//! A number is a float with an error bound and, if the bound is not 0, the expression it was
//! computed from. Comparisons decided by the floats cost a few float operations. The others
//! evaluate the two expressions, once each: in a few words if the value fits, otherwise as
//! [`Rational`]s. If two shapes touch along one axis only, only that axis is computed exactly.
//!
//! Source: [Pion 2011].

use super::Interval;
use super::fixed::{Computed, Fixed};
use super::rational::Rational;
use crate::number::double_double::{two_product, two_sum};
use crate::number::{DoubleDouble, Field, Ring};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::cell::RefCell;
use core::cmp::Ordering;
use core::fmt;
use core::ops::{Add, Div, Mul, Neg, Sub};
use smallvec::SmallVec;

/// Operation of an expression node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operation {
    /// A float constant. The operands are its bits.
    Float,
    Add,
    Sub,
    Mul,
    Div,
    Min,
    Max,
    Abs,
    Reduce,
}

impl Operation {
    const fn is_of_two(self) -> bool {
        !matches!(self, Self::Float | Self::Abs | Self::Reduce)
    }
}

/// An expression node: an operation and the indices of its operands.
#[derive(Clone, Copy)]
struct Node {
    operation: Operation,
    operands: [u32; 2],
    /// Index of its evaluated value, or [`NONE`].
    value: u32,
}

/// Initial capacity; most queries create fewer nodes.
const MANY: usize = 512;

/// The index of nothing.
const NONE: u32 = u32::MAX;

/// Value of an evaluated expression.
#[derive(Clone, Copy)]
enum Value<'e> {
    /// A sum or product that fits a few words.
    Words(Fixed<'e>),
    /// A quotient, or a number that needs more words.
    Big(&'e Rational),
}

impl Value<'_> {
    fn rational(&self) -> Cow<'_, Rational> {
        match *self {
            Self::Words(number) => Cow::Owned(Rational::from_fixed(number)),
            Self::Big(number) => Cow::Borrowed(number),
        }
    }

    fn sign(self) -> i32 {
        match self {
            Self::Words(number) => number.sign(),
            Self::Big(number) => number.sign(),
        }
    }

    fn compare(self, other: Self) -> Ordering {
        match (self, other) {
            (Self::Words(a), Self::Words(b)) => a.compare(b),
            _ => self.rational().compare(&other.rational()),
        }
    }
}

/// Location of a value.
#[derive(Clone, Copy)]
enum Place {
    /// `count` words starting at index `first`.
    Words {
        first: u32,
        count: u16,
        negative: bool,
        exponent: i32,
    },
    Big(u32),
}

#[derive(Default)]
struct Expressions {
    nodes: Vec<Node>,
    values: Vec<Place>,
    words: Vec<u64>,
    rationals: Vec<Rational>,
}

impl Expressions {
    fn push(&mut self, operation: Operation, operands: [u32; 2]) -> u32 {
        if self.nodes.is_empty() {
            self.nodes.reserve(MANY);
        }
        self.nodes.push(Node { operation, operands, value: NONE });
        self.nodes.len() as u32 - 1
    }

    /// Returns the index of the node of a number, which is created if needed.
    fn index(&mut self, number: Exact<'_>) -> u32 {
        if number.index != NONE {
            return number.index;
        }
        let bits = number.value.to_bits();
        self.push(Operation::Float, [bits as u32, (bits >> 32) as u32])
    }

    /// Returns whether both are the product of the same two floats, as in the cross product of a
    /// vector with itself.
    fn are_same_product(&self, a: u32, b: u32) -> bool {
        let node = |index: u32| self.nodes.get(index as usize).copied();
        let Some((one, other)) = node(a).zip(node(b)) else { return false };
        let float = |index: u32| {
            node(index).filter(|node| node.operation == Operation::Float).map(|node| node.operands)
        };
        let [[p, q], [r, s]] = [one, other].map(|node| node.operands.map(float));
        one.operation == Operation::Mul
            && other.operation == Operation::Mul
            && p.is_some()
            && q.is_some()
            && ((p, q) == (r, s) || (p, q) == (s, r))
    }

    /// Stores the value of a node.
    fn store_value(&mut self, index: u32, value: Place) {
        self.nodes[index as usize].value = self.values.len() as u32;
        self.values.push(value);
    }

    fn keep(&mut self, made: &Computed) -> Place {
        let Fixed { words, exponent, negative } = made.number();
        let first = self.words.len() as u32;
        self.words.extend_from_slice(words);
        Place::Words { first, count: words.len() as u16, negative, exponent }
    }

    fn keep_any(&mut self, number: Rational) -> Place {
        self.rationals.push(number);
        Place::Big(self.rationals.len() as u32 - 1)
    }

    /// Returns whether the node has a value. Float constants are evaluated here.
    fn is_evaluated(&mut self, index: u32) -> bool {
        let Node { operation, operands: [low, high], value } = self.nodes[index as usize];
        if value == NONE && operation == Operation::Float {
            let place =
                self.keep(&Computed::from_f64(f64::from_bits(u64::from(low) | u64::from(high) << 32)));
            self.store_value(index, place);
            return true;
        }
        value != NONE
    }

    /// Evaluates an expression and its subexpressions. Not recursive, since chains of operations
    /// are long.
    fn value(&mut self, index: u32) -> Value<'_> {
        if !self.is_evaluated(index) {
            if self.values.is_empty() {
                self.values.reserve(MANY / 4);
                self.words.reserve(MANY);
            }
            let mut open: SmallVec<[u32; 32]> = SmallVec::new();
            open.push(index);
            while let Some(&top) = open.last() {
                let Node { operands: [a, b], operation, value } = self.nodes[top as usize];
                if value != NONE {
                    open.pop();
                } else if !self.is_evaluated(a) {
                    open.push(a);
                } else if operation.is_of_two() && !self.is_evaluated(b) {
                    open.push(b);
                } else {
                    let value = self.computed(operation, [a, b]);
                    self.store_value(top, value);
                    open.pop();
                }
            }
        }
        self.known(index)
    }

    /// Returns the value of an evaluated node.
    fn known(&self, index: u32) -> Value<'_> {
        match self.values[self.nodes[index as usize].value as usize] {
            Place::Words { first, count, negative, exponent } => {
                let words = &self.words[first as usize..][..usize::from(count)];
                Value::Words(Fixed { words, exponent, negative })
            }
            Place::Big(i) => Value::Big(&self.rationals[i as usize]),
        }
    }

    /// Computes the value of a node whose operands have values, and returns its location.
    #[allow(
        clippy::redundant_closure_for_method_calls,
        reason = "the methods are generic over the lifetime of the numbers"
    )]
    fn computed(&mut self, operation: Operation, [a, b]: [u32; 2]) -> Place {
        let place = |all: &Self, index: u32| all.values[all.nodes[index as usize].value as usize];
        let order = || self.known(a).compare(self.known(b));
        match operation {
            Operation::Add => self.compute([a, b], |a, b| a.add(b), Rational::add),
            Operation::Sub => self.compute([a, b], |a, b| a.sub(b), Rational::sub),
            Operation::Mul => self.compute([a, b], |a, b| a.mul(b), Rational::mul),
            Operation::Div => {
                let quotient = self.known(a).rational().div(&self.known(b).rational());
                self.keep_any(quotient)
            }
            Operation::Min => place(self, if order().is_lt() { a } else { b }),
            Operation::Max => place(self, if order().is_gt() { a } else { b }),
            Operation::Abs => match (place(self, a), self.known(a)) {
                (Place::Words { first, count, exponent, .. }, _) => {
                    Place::Words { first, count, exponent, negative: false }
                }
                (_, Value::Big(number)) if number.sign() < 0 => {
                    let number = Rational::ZERO.sub(number);
                    self.keep_any(number)
                }
                (same, _) => same,
            },
            Operation::Reduce => match self.known(a) {
                Value::Big(number) => {
                    let number = number.reduced();
                    self.keep_any(number)
                }
                Value::Words(_) => place(self, a),
            },
            // Evaluated in `is_evaluated`.
            Operation::Float => place(self, a),
        }
    }

    /// Computes a sum or product in a few words, or as a rational if it does not fit.
    fn compute(
        &mut self,
        [a, b]: [u32; 2],
        few: impl FnOnce(Fixed<'_>, Fixed<'_>) -> Option<Computed>,
        any: impl FnOnce(&Rational, &Rational) -> Rational,
    ) -> Place {
        let (x, y) = (self.known(a), self.known(b));
        if let (Value::Words(x), Value::Words(y)) = (x, y)
            && let Some(made) = few(x, y)
        {
            return self.keep(&made);
        }
        let number = any(&x.rational(), &y.rational());
        self.keep_any(number)
    }
}

/// Storage of the expressions of one query.
#[derive(Default)]
pub struct Arena(RefCell<Expressions>);

impl Arena {
    /// Creates an empty arena.
    pub fn new() -> Self {
        Self::default()
    }

    /// Converts a float exactly. NaN and infinities, which valid shapes do not contain, become 0.
    pub fn number(&self, value: f64) -> Exact<'_> {
        let value = if value.is_finite() { value } else { 0.0 };
        Exact { arena: self, value, error: 0.0, index: NONE }
    }

    /// Stores a computed rational.
    #[inline(never)]
    fn store(&self, number: Rational) -> Exact<'_> {
        let mut all = self.0.borrow_mut();
        let index = all.push(Operation::Reduce, [0; 2]);
        let value = number.to_f64();
        let place = all.keep_any(number);
        all.store_value(index, place);
        // Half an ulp, or half of the smallest number.
        Exact { arena: self, value, error: 0.0, index }.rounded(value.abs() * f64::EPSILON)
    }
}

/// An exact rational number.
#[derive(Clone, Copy)]
pub struct Exact<'a> {
    arena: &'a Arena,
    /// Approximation of the number.
    value: f64,
    /// Bound of the error of `value`; 0 if the number is a float, infinite if no bound is known.
    error: f64,
    /// Index of its node, or [`NONE`] for a float.
    index: u32,
}

impl Exact<'_> {
    /// Sets the error bound, increased by the rounding of the bound itself.
    #[inline]
    fn rounded(mut self, error: f64) -> Self {
        self.error = error * (1.0 + 16.0 * f64::EPSILON) + f64::MIN_POSITIVE;
        if !(self.value.is_finite() && self.error.is_finite()) {
            (self.value, self.error) = (0.0, f64::INFINITY);
        }
        self
    }

    /// Returns the result of an operation, given its approximate value and error bound.
    #[inline]
    fn with(self, operation: Operation, o: Self, value: f64, error: f64) -> Self {
        if error == 0.0 && value.is_finite() {
            return Exact { value, error, index: NONE, ..self };
        }
        let mut all = self.arena.0.borrow_mut();
        let operands = [all.index(self), all.index(o)];
        let index = all.push(operation, operands);
        Exact { value, index, ..self }.rounded(error)
    }

    #[inline(never)]
    pub(super) fn compare(self, o: Self) -> Ordering {
        let (difference, error) = (self.value - o.value, self.error + o.error);
        if error == 0.0 || difference.abs() > error * (1.0 + 4.0 * f64::EPSILON) {
            return if difference > 0.0 || self.value > o.value {
                Ordering::Greater
            } else if self.value < o.value {
                Ordering::Less
            } else {
                Ordering::Equal
            };
        }
        let mut all = self.arena.0.borrow_mut();
        let [a, b] = [self, o].map(|number| all.index(number));
        all.value(a);
        all.value(b);
        all.known(a).compare(all.known(b))
    }

    /// Evaluates the number and applies `read` to the rational.
    fn evaluated<A>(self, read: impl FnOnce(&Rational) -> A) -> A {
        let mut all = self.arena.0.borrow_mut();
        let index = all.index(self);
        read(&all.value(index).rational())
    }

    /// Returns the sign: 1, 0 or -1.
    #[inline(never)]
    pub fn sign(self) -> i32 {
        if self.value.abs() > self.error || self.error == 0.0 {
            return i32::from(self.value > 0.0) - i32::from(self.value < 0.0);
        }
        let mut all = self.arena.0.borrow_mut();
        let index = all.index(self);
        all.value(index).sign()
    }

    /// Returns the nearest `f64`.
    pub fn to_f64(self) -> f64 {
        if self.error == 0.0 {
            // Adding 0 turns -0 into 0; rationals have no signed zero.
            return self.value + 0.0;
        }
        self.evaluated(Rational::to_f64)
    }

    /// Returns the same number in lowest terms, which keeps long chains of operations short.
    #[must_use]
    pub fn reduced(self) -> Self {
        if self.error == 0.0 { self } else { self.with(Operation::Reduce, self, self.value, self.error) }
    }

    /// Returns the square root to 128 digits; 0 for negative numbers.
    #[must_use]
    pub fn sqrt(self) -> Self {
        let value = self.evaluated(Rational::sqrt);
        self.arena.store(value)
    }

    /// Rounds to double-double precision.
    pub(crate) fn to_double_double(self) -> DoubleDouble {
        let high = self.to_f64();
        if !high.is_finite() {
            return DoubleDouble::new(high);
        }
        DoubleDouble::from_parts(high, (self - self.arena.number(high)).to_f64())
    }

    /// Returns an interval of a few ulps that contains the number.
    pub(crate) fn to_interval(self) -> Interval {
        let value = self.to_f64();
        let (low, high) = (value.next_down().next_down(), value.next_up().next_up());
        Interval::new(low).hull(Interval::new(high))
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
        let (sum, lost) = two_sum(self.value, o.value);
        self.with(Operation::Add, o, sum, lost.abs() + self.error + o.error)
    }
}

impl Sub for Exact<'_> {
    type Output = Self;

    #[inline(never)]
    fn sub(self, o: Self) -> Self {
        let (difference, lost) = two_sum(self.value, -o.value);
        if difference == 0.0 && self.arena.0.borrow().are_same_product(self.index, o.index) {
            return self.arena.number(0.0);
        }
        self.with(Operation::Sub, o, difference, lost.abs() + self.error + o.error)
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
        let product = self.value * o.value;
        let lost = lost_in_product(self.value, o.value, product);
        if self.is_zero() || o.is_zero() {
            return self.arena.number(0.0);
        }
        let error = self.value.abs() * o.error + o.value.abs() * self.error + self.error * o.error;
        // A product that underflows is not 0.
        let least = if self.error + o.error > 0.0 { f64::MIN_POSITIVE } else { 0.0 };
        self.with(Operation::Mul, o, product, lost + error + least)
    }
}

impl Div for Exact<'_> {
    type Output = Self;

    #[inline(never)]
    fn div(self, o: Self) -> Self {
        if self.is_zero() || o.is_zero() {
            return self.arena.number(0.0);
        }
        let (by, quotient) = (o.value.abs() * (1.0 - f64::EPSILON) - o.error, self.value / o.value);
        if by.partial_cmp(&0.0) != Some(Ordering::Greater) {
            return self.with(Operation::Div, o, 0.0, f64::INFINITY);
        }
        let is_whole = self.error + o.error == 0.0
            && quotient * o.value == self.value
            && lost_in_product(quotient, o.value, self.value) == 0.0;
        let lost = if is_whole { 0.0 } else { quotient.abs() * f64::EPSILON + f64::MIN_POSITIVE };
        self.with(Operation::Div, o, quotient, lost + (self.error + quotient.abs() * o.error) / by)
    }
}

impl Neg for Exact<'_> {
    type Output = Self;

    #[inline(never)]
    fn neg(self) -> Self {
        self.zero() - self
    }
}

impl Exact<'_> {
    /// Returns whether the number is the float 0.
    #[inline]
    fn is_zero(self) -> bool {
        self.value == 0.0 && self.error == 0.0
    }

    /// Returns whether the floats decide the order of the two numbers.
    #[inline]
    fn is_clear(self, o: Self) -> bool {
        let error = self.error + o.error;
        error == 0.0 || (self.value - o.value).abs() > error * (1.0 + 4.0 * f64::EPSILON)
    }
}

impl Ring for Exact<'_> {
    type Mask = bool;
    const ROUNDS: bool = false;

    #[inline]
    fn lit(self, value: i32) -> Self {
        self.arena.number(f64::from(value))
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
        if self.is_clear(o) {
            return if self.value < o.value { self } else { o };
        }
        self.with(Operation::Min, o, self.value.min(o.value), self.error.max(o.error))
    }

    #[inline(never)]
    fn max(self, o: Self) -> Self {
        if self.is_clear(o) {
            return if self.value > o.value { self } else { o };
        }
        self.with(Operation::Max, o, self.value.max(o.value), self.error.max(o.error))
    }

    #[inline(never)]
    fn abs(self) -> Self {
        if self.error == 0.0 {
            return self.arena.number(self.value.abs());
        }
        if self.value.abs() > self.error {
            return if self.value < 0.0 { -self } else { self };
        }
        self.with(Operation::Abs, self, self.value.abs(), self.error)
    }
}

impl Field for Exact<'_> {
    #[inline(never)]
    fn at_least(self) -> Self {
        let value = self.evaluated(Rational::at_least);
        self.arena.store(value)
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
        let values = || arena.0.borrow().values.len();
        let [x, y] = [0.1, 0.7].map(|value| arena.number(value));
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
        let found = (x * y - x / arena.number(0.125)).abs();
        assert_eq!((found.value, found.error, found.index), (7.5, 0.0, NONE));
        assert!(arena.0.borrow().nodes.is_empty());
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
            if number.error.is_finite() {
                let off = truth.sub(&Rational::from_f64(number.value));
                let [low, high] = [-number.error, number.error].map(Rational::from_f64);
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
