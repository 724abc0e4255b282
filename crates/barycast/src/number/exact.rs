//! Exact rationals, as `Copy` handles into an arena that lives for one question.

use super::rational::Rational;
use super::{DoubleDouble, Field, Interval, Ring};
use alloc::vec::Vec;
use core::cell::RefCell;
use core::fmt;
use core::ops::{Add, Div, Mul, Neg, Sub};

/// Where the numbers of one question live.
#[derive(Default)]
pub struct Arena(RefCell<Vec<Rational>>);

impl Arena {
    /// An empty arena.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number, exactly; 0 for NaN and infinities, which valid shapes do not hold.
    pub fn number(&self, value: f64) -> Exact<'_> {
        self.store(Rational::from_f64(value))
    }

    #[inline(never)]
    fn store(&self, value: Rational) -> Exact<'_> {
        let mut numbers = self.0.borrow_mut();
        numbers.push(value);
        Exact { arena: self, index: numbers.len() - 1 }
    }
}

/// An exact rational number.
#[derive(Clone, Copy)]
pub struct Exact<'a> {
    arena: &'a Arena,
    index: usize,
}

impl Exact<'_> {
    #[inline(never)]
    fn binary(self, o: Self, f: impl Fn(&Rational, &Rational) -> Rational) -> Self {
        let value = {
            let numbers = self.arena.0.borrow();
            f(&numbers[self.index], &numbers[o.index])
        };
        self.arena.store(value)
    }

    #[inline(never)]
    pub(super) fn compare(self, o: Self) -> core::cmp::Ordering {
        let numbers = self.arena.0.borrow();
        numbers[self.index].compare(&numbers[o.index])
    }

    /// 1, 0 or -1.
    #[inline(never)]
    pub fn sign(self) -> i32 {
        self.arena.0.borrow()[self.index].sign()
    }

    /// The nearest `f64`.
    pub fn to_f64(self) -> f64 {
        self.arena.0.borrow()[self.index].to_f64()
    }

    /// The same number over the least denominator: long chains of operations stay short.
    #[must_use]
    pub fn reduced(self) -> Self {
        let value = self.arena.0.borrow()[self.index].reduced();
        self.arena.store(value)
    }

    /// The square root to 128 digits; 0 of negative numbers.
    #[must_use]
    pub fn root(self) -> Self {
        let value = self.arena.0.borrow()[self.index].root();
        self.arena.store(value)
    }

    /// Rounded to twice the digits of `f64`.
    pub fn to_double_double(self) -> DoubleDouble {
        let high = self.to_f64();
        if !high.is_finite() {
            return DoubleDouble::new(high);
        }
        DoubleDouble::from_parts(high, (self - self.arena.number(high)).to_f64())
    }

    /// An interval of a few ulps that holds it.
    pub fn around(self) -> Interval {
        let value = self.to_f64();
        let (low, high) = (value.next_down().next_down(), value.next_up().next_up());
        Interval::new(low).hull(Interval::new(high))
    }
}

impl fmt::Debug for Exact<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.arena.0.borrow()[self.index])
    }
}

impl Add for Exact<'_> {
    type Output = Self;

    #[inline(never)]
    fn add(self, o: Self) -> Self {
        self.binary(o, Rational::add)
    }
}

impl Sub for Exact<'_> {
    type Output = Self;

    #[inline(never)]
    fn sub(self, o: Self) -> Self {
        self.binary(o, Rational::sub)
    }
}

impl Mul for Exact<'_> {
    type Output = Self;

    #[inline(never)]
    fn mul(self, o: Self) -> Self {
        self.binary(o, Rational::mul)
    }
}

impl Div for Exact<'_> {
    type Output = Self;

    #[inline(never)]
    fn div(self, o: Self) -> Self {
        self.binary(o, Rational::div)
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

    #[inline(never)]
    fn lit(self, value: i32) -> Self {
        self.arena.store(Rational::from_i32(value))
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
}

impl Field for Exact<'_> {
    #[inline(never)]
    fn at_least(self) -> Self {
        let value = self.arena.0.borrow()[self.index].at_least();
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
}
