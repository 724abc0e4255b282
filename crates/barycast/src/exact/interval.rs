//! Interval arithmetic with outward rounding: every interval contains the true result.
//!
//! A kernel run over intervals certifies its own result. A comparison of disjoint intervals is
//! decided, others are undecided, and `select` on an undecided mask returns the hull of both
//! outcomes. An operation whose float result is exact keeps a width of zero, so that small integers
//! stay decided.
//!
//! Source: [Hickey 2001].

use crate::number::double_double::{two_product, two_sum};
use crate::number::two_floats::{TwoFloats, called};
use crate::number::{Field, Mask, Real, Ring, Verdict};
use core::ops::{Add, Div, Mul, Neg, Sub};

/// All numbers from `low` to `high`. The ends are never NaN.
///
/// ```
/// use barycast::exact::Interval;
///
/// let third = Interval::new(1.0) / Interval::new(3.0);
/// let [low, high] = third.ends();
/// assert!(low < high && high - low <= 2.0 * f64::EPSILON); // encloses the third, which is no float
/// assert_eq!((Interval::new(2.0) * Interval::new(3.0)).ends(), [6.0, 6.0]); // exact stays exact
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(transparent)]
pub struct Interval(TwoFloats);

impl Interval {
    /// Builds the interval that contains only `value`.
    #[inline]
    pub const fn new(value: f64) -> Self {
        Self::of(value, value)
    }

    #[inline(always)]
    const fn of(low: f64, high: f64) -> Self {
        Self(TwoFloats::new(low, high))
    }

    #[inline(always)]
    const fn low(self) -> f64 {
        self.0.first()
    }

    #[inline(always)]
    const fn high(self) -> f64 {
        self.0.second()
    }

    /// Returns the smallest interval that contains both.
    #[inline]
    #[must_use]
    pub fn hull(self, o: Self) -> Self {
        joined(self, o)
    }

    /// Returns the lower and the upper bound.
    #[inline]
    pub const fn ends(self) -> [f64; 2] {
        [self.low(), self.high()]
    }

    const EVERYTHING: Self = Self::of(f64::NEG_INFINITY, f64::INFINITY);

    fn is_point(self) -> bool {
        self.low() == self.high()
    }

    /// Builds an interval. A NaN bound (`inf - inf`, `0 * inf`) makes it unbounded.
    fn ordered(low: f64, high: f64) -> Self {
        if low <= high { Self::of(low, high) } else { Self::EVERYTHING }
    }
}

/// Returns the sum rounded down and up; both are equal if the sum is exact.
fn sum(a: f64, b: f64) -> (f64, f64) {
    let (s, e) = two_sum(a, b);
    around(s, e, true)
}

/// Returns the product rounded down and up; both are equal if the product is exact.
fn product(a: f64, b: f64) -> (f64, f64) {
    let p = a * b;
    if a == 0.0 || b == 0.0 {
        return (p, p);
    }
    // Outside this range the error term of the product may itself be rounded.
    let safe = (1e-280..1e290).contains(&p.abs()) && a.abs() < 1e290 && b.abs() < 1e290;
    let e = if safe { two_product(a, b).1 } else { 0.0 };
    around(p, e, safe)
}

/// Returns the neighbouring floats of `value` that enclose `value + error`; both neighbours if the
/// error is unknown.
fn around(value: f64, error: f64, known: bool) -> (f64, f64) {
    if known && error == 0.0 {
        (value, value)
    } else if known && error < 0.0 {
        (value.next_down(), value)
    } else if known && error > 0.0 {
        (value, value.next_up())
    } else {
        (value.next_down(), value.next_up())
    }
}

called! {
    fn joined(a: Interval, b: Interval) -> Interval {
        Interval::of(a.low().min(b.low()), a.high().max(b.high()))
    }

    fn plus(a: Interval, b: Interval) -> Interval {
        let (low, mut high) = sum(a.low(), b.low());
        if !(a.is_point() && b.is_point()) {
            high = sum(a.high(), b.high()).1;
        }
        Interval::ordered(low, high)
    }

    fn minus(a: Interval, b: Interval) -> Interval {
        plus(a, Interval::of(-b.high(), -b.low()))
    }

    fn negative(a: Interval) -> Interval {
        Interval::of(-a.high(), -a.low())
    }

    fn times(a: Interval, b: Interval) -> Interval {
        if a.is_point() && b.is_point() {
            let (low, high) = product(a.low(), b.low());
            return Interval::ordered(low, high);
        }
        let mut low = f64::INFINITY;
        let mut high = f64::NEG_INFINITY;
        for a in a.ends() {
            for b in b.ends() {
                let (down, up) = product(a, b);
                if down.is_nan() || up.is_nan() {
                    return Interval::EVERYTHING;
                }
                low = low.min(down);
                high = high.max(up);
            }
        }
        Interval::of(low, high)
    }

    fn quotient(a: Interval, b: Interval) -> Interval {
        if b.low() <= 0.0 && b.high() >= 0.0 {
            return Interval::EVERYTHING;
        }
        let mut low = f64::INFINITY;
        let mut high = f64::NEG_INFINITY;
        for a in a.ends() {
            for b in b.ends() {
                let q = a / b;
                if q.is_nan() {
                    return Interval::EVERYTHING;
                }
                let exact = q.is_finite() && a != 0.0 && {
                    let (p, e) = two_product(q, b);
                    e == 0.0
                        && p == a
                        && (1e-280..1e290).contains(&p.abs())
                        && b.abs() < 1e290
                        && q.abs() < 1e290
                };
                let (down, up) = if exact || a == 0.0 { (q, q) } else { (q.next_down(), q.next_up()) };
                low = low.min(down);
                high = high.max(up);
            }
        }
        Interval::of(low, high)
    }

    fn smaller(a: Interval, b: Interval) -> Interval {
        Interval::of(a.low().min(b.low()), a.high().min(b.high()))
    }

    fn larger(a: Interval, b: Interval) -> Interval {
        Interval::of(a.low().max(b.low()), a.high().max(b.high()))
    }

    fn size(a: Interval) -> Interval {
        if a.low() >= 0.0 {
            a
        } else if a.high() <= 0.0 {
            -a
        } else {
            Interval::of(0.0, a.high().max(-a.low()))
        }
    }

    fn square(a: Interval) -> Interval {
        let size = size(a);
        size * size
    }

    fn root(a: Interval) -> Interval {
        let (low, high) = (Real::sqrt(a.low()), Real::sqrt(a.high()));
        Interval::of(if low > 0.0 { low.next_down() } else { 0.0 }, high.next_up())
    }
}

impl Add for Interval {
    type Output = Self;

    #[inline(always)]
    fn add(self, o: Self) -> Self {
        plus(self, o)
    }
}

impl Neg for Interval {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        negative(self)
    }
}

impl Sub for Interval {
    type Output = Self;

    #[inline(always)]
    fn sub(self, o: Self) -> Self {
        minus(self, o)
    }
}

impl Mul for Interval {
    type Output = Self;

    #[inline(always)]
    fn mul(self, o: Self) -> Self {
        times(self, o)
    }
}

impl Div for Interval {
    type Output = Self;

    #[inline(always)]
    fn div(self, o: Self) -> Self {
        quotient(self, o)
    }
}

impl Ring for Interval {
    type Mask = Verdict;
    const ROUNDS: bool = false;

    fn lit(self, value: i32) -> Self {
        Self::new(f64::from(value))
    }

    #[inline(never)]
    fn le(self, o: Self) -> Verdict {
        Verdict::of(self.high() <= o.low(), self.low() > o.high())
    }

    #[inline(never)]
    fn lt(self, o: Self) -> Verdict {
        Verdict::of(self.high() < o.low(), self.low() >= o.high())
    }

    #[inline(never)]
    fn select(mask: Verdict, a: Self, b: Self) -> Self {
        if mask.all() {
            a
        } else if mask.none() {
            b
        } else {
            a.hull(b)
        }
    }

    #[inline(always)]
    fn min(self, o: Self) -> Self {
        smaller(self, o)
    }

    #[inline(always)]
    fn max(self, o: Self) -> Self {
        larger(self, o)
    }

    #[inline(always)]
    fn abs(self) -> Self {
        size(self)
    }

    #[inline(always)]
    fn squared(self) -> Self {
        square(self)
    }
}

impl Field for Interval {}

impl Real for Interval {
    #[inline(always)]
    fn sqrt(self) -> Self {
        root(self)
    }

    fn infinity(self) -> Self {
        Self::new(f64::INFINITY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_operations_stay_points() {
        let (three, four) = (Interval::new(3.0), Interval::new(4.0));
        assert!((three * three + four * four).is_point());
        assert!((three / four).is_point());
        assert_eq!((three * three + four * four).le(Interval::new(25.0)), Verdict::YES);
    }

    #[test]
    fn a_tenth_added_ten_times_encloses_one() {
        let tenth = Interval::new(1.0) / Interval::new(10.0);
        let mut total = Interval::new(0.0);
        for _ in 0..10 {
            total = total + tenth;
        }
        assert_eq!(total.same(Interval::new(1.0)), Verdict::MAYBE);
        assert_eq!(total.lt(Interval::new(1.0 + 1e-14)), Verdict::YES);
    }

    #[test]
    fn underflow_is_not_taken_for_zero() {
        let tiny = Interval::new(1e-200);
        assert_eq!(Interval::new(0.0).lt(tiny * tiny), Verdict::MAYBE);
    }

    #[test]
    fn division_by_an_interval_with_zero_is_unbounded() {
        assert_eq!(Interval::new(1.0) / Interval::of(-1.0, 1.0), Interval::EVERYTHING);
    }
}
