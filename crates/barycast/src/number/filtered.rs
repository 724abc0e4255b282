//! Floats with a bound of their rounding that the compiler knows before the program runs.
//!
//! Beside its value a number carries a size, at least as large as anything added up in it, and how many roundings lie
//! between it and what was given. Then
//!
//! ```text
//! |value - true| <= size * roundings * 2^-53
//! a + b:  the sizes added,      1 + the larger number of roundings
//! a * b:  the sizes multiplied, 1 + both
//! ```
//!
//! (and a little for products that underflow). A comparison is decided when the difference is larger than that. The
//! numbers of roundings are constants once the kernel is inlined; the sizes are one for each vector and not for each
//! coordinate, so that most of their arithmetic is the same and done once. Numbers as they were given compare exactly,
//! without any bound.
//!
//! Source: [Burnikel 2001].

use super::{Field, Mask, Ring, Verdict};
use core::ops::{Add, Div, Mul, Neg, Sub};

/// A float and a bound of its rounding. See [`Ring`]; undecided comparisons are [`Verdict::MAYBE`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Filtered {
    value: f64,
    /// Infinite or no number when nothing is known.
    size: f64,
    /// Constant once inlined.
    roundings: u32,
}

/// Half the distance from 1 to the next float.
const ROUNDING: f64 = f64::EPSILON / 2.0;

/// What a product adds to its size: where it underflows, less than this many roundings are lost.
const LEAST: f64 = 1e-290;

impl Filtered {
    /// Exactly this number.
    #[inline(always)]
    pub fn new(value: f64) -> Self {
        Self { value, size: value.abs(), roundings: 0 }
    }

    /// Both as they were given.
    #[inline(always)]
    fn unrounded(self, o: Self) -> bool {
        self.roundings == 0 && o.roundings == 0
    }

    /// How far `o` is above `self`, and by how much that may be wrong.
    #[inline(always)]
    fn below(self, o: Self) -> (f64, f64) {
        // One rounding more for this difference, and one for all that is of second order.
        let roundings = self.roundings.max(o.roundings) + 2;
        let bound = (self.size + o.size) * (f64::from(roundings) * ROUNDING);
        // What is infinite bounds nothing: it becomes no number, which decides nothing.
        (o.value - self.value, bound + 0.0 * bound)
    }
}

impl From<f64> for Filtered {
    #[inline(always)]
    fn from(value: f64) -> Self {
        Self::new(value)
    }
}

impl From<f32> for Filtered {
    #[inline(always)]
    fn from(value: f32) -> Self {
        Self::new(f64::from(value))
    }
}

impl Add for Filtered {
    type Output = Self;

    #[inline(always)]
    fn add(self, o: Self) -> Self {
        Self {
            value: self.value + o.value,
            size: self.size + o.size,
            roundings: 1 + self.roundings.max(o.roundings),
        }
    }
}

impl Neg for Filtered {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self { value: -self.value, ..self }
    }
}

impl Sub for Filtered {
    type Output = Self;

    #[inline(always)]
    fn sub(self, o: Self) -> Self {
        self + -o
    }
}

impl Mul for Filtered {
    type Output = Self;

    #[inline(always)]
    fn mul(self, o: Self) -> Self {
        Self {
            value: self.value * o.value,
            size: self.size * o.size + LEAST,
            roundings: 1 + self.roundings + o.roundings,
        }
    }
}

impl Div for Filtered {
    type Output = Self;

    /// Where the divisor `b` is certainly more than twice its error, the error of the quotient `q` is at most
    ///
    /// ```text
    /// 2 (error of a + |q| error of b) / |b|     and a rounding of q
    /// ```
    #[inline(always)]
    fn div(self, o: Self) -> Self {
        let value = self.value / o.value;
        let (by, roundings) = (o.value.abs(), self.roundings.max(o.roundings) + 2);
        let error = o.size * (f64::from(o.roundings + 1) * 2.0 * ROUNDING);
        let size = 2.0 * (self.size + value.abs() * o.size) / by + value.abs() + LEAST;
        Self { value, size: if by > error { size } else { f64::NAN }, roundings }
    }
}

impl Ring for Filtered {
    type Mask = Verdict;

    #[inline(always)]
    fn lit(self, value: i32) -> Self {
        let value = f64::from(value);
        Self { value, size: value.abs(), roundings: 0 }
    }

    #[inline(always)]
    fn le(self, o: Self) -> Verdict {
        if self.unrounded(o) {
            return Verdict::from(self.value <= o.value);
        }
        let (difference, bound) = self.below(o);
        Verdict::of(difference >= bound, difference < -bound)
    }

    #[inline(always)]
    fn lt(self, o: Self) -> Verdict {
        if self.unrounded(o) {
            return Verdict::from(self.value < o.value);
        }
        let (difference, bound) = self.below(o);
        Verdict::of(difference > bound, difference <= -bound)
    }

    /// Of an undecided mask, one of them, so loosely bounded that it may be the other.
    #[inline(always)]
    fn select(mask: Verdict, a: Self, b: Self) -> Self {
        let either = a.either(b);
        let hull = either.size + (a.value - b.value).abs() * (1.0 / ROUNDING);
        let (value, size) = if mask.all() { (a.value, a.size) } else { (b.value, b.size) };
        let size = if mask.is_undecided() { hull } else { size };
        Self { value, size, roundings: either.roundings + 1 }
    }

    #[inline(always)]
    fn min(self, o: Self) -> Self {
        Self { value: if self.value < o.value { self.value } else { o.value }, ..self.either(o) }
    }

    #[inline(always)]
    fn max(self, o: Self) -> Self {
        Self { value: if self.value > o.value { self.value } else { o.value }, ..self.either(o) }
    }

    #[inline(always)]
    fn abs(self) -> Self {
        Self { value: self.value.abs(), ..self }
    }

    #[inline(always)]
    fn leveled<const D: usize>(numbers: [Self; D]) -> [Self; D] {
        let mut size = 0.0_f64;
        for number in numbers {
            size = number.size.max(size);
        }
        numbers.map(|number| Self { size, ..number })
    }
}

impl Filtered {
    /// The bounds of what may be one or the other. The sum of both sizes, because a maximum loses what is no number.
    #[inline(always)]
    fn either(self, o: Self) -> Self {
        Self { value: self.value, size: self.size + o.size, roundings: self.roundings.max(o.roundings) }
    }
}

impl Field for Filtered {
    #[inline(always)]
    fn div_or(self, divisor: Self, instead: Self) -> Self {
        let quotient = self / divisor;
        let zero = divisor.value == 0.0 && (divisor.size == 0.0 || divisor.roundings == 0);
        Self {
            value: if zero { instead.value } else { quotient.value },
            size: if zero { instead.size } else { quotient.size },
            roundings: quotient.roundings.max(instead.roundings),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_larger_than_its_rounding_is_decided_and_the_rest_is_not() {
        let n = Filtered::new;
        assert!((n(0.1) + n(0.2)).le(n(0.31)).all());
        assert!((n(0.1) + n(0.2)).le(n(0.29)).none());
        assert_eq!((n(0.1) + n(0.2)).le(n(0.3)), Verdict::MAYBE);
        assert_eq!((n(3.0) * n(3.0)).le(n(9.0)), Verdict::MAYBE);
        assert!(n(0.1).le(n(0.1)).all() && n(0.1).lt(n(0.1)).none());
    }

    #[test]
    fn what_leaves_the_range_or_hangs_on_what_is_undecided_is_undecided() {
        let n = Filtered::new;
        assert_eq!(n(0.0).lt(n(1e-200) * n(1e-200)), Verdict::MAYBE);
        assert_eq!((n(1e200) * n(-1e200)).lt(n(0.0)), Verdict::MAYBE);
        let either = Ring::select((n(3.0) * n(3.0)).le(n(9.0)), n(1.0), n(2.0));
        assert_eq!(either.lt(n(1.5)), Verdict::MAYBE);
        assert!(either.lt(n(5.0) * n(5.0)).all());
    }

    #[test]
    fn quotients_are_bounded_where_the_divisor_is_certainly_not_zero() {
        let n = Filtered::new;
        assert!((n(1.0) / (n(1.5) + n(1.5))).lt(n(0.3334)).all());
        assert_eq!((n(1.0) / (n(1.5) - n(1.5))).lt(n(0.3334)), Verdict::MAYBE);
    }
}
