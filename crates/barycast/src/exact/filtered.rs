//! Floats with an error bound (static filter).
//!
//! Each number has a value and a size. The size of an input is three times its absolute value, of a
//! sum the larger size of the operands, and of a product the product of their sizes. Let `terms` be
//! the number of terms of a polynomial of degree `d` in the inputs, `roundings` the depth of its
//! evaluation, and `u` the unit roundoff, `2^-24` or `2^-53`. Then
//!
//! ```text
//! |value| <= size terms / 3^d        |error| <= size terms / 3^d * roundings u
//! ```
//!
//! A comparison is decided if the difference is larger than 160 u sizes. That exceeds the errors of
//! both operands as long as neither has more terms than its size allows for. The tests check this
//! for the kernels of all rows; for other kernels it is the caller's obligation.
//!
//! All coordinates of a vector share one size, so the filter costs one extra multiplication per
//! product of vectors. Vertices that are sums of up to four inputs are marked by `of_several`,
//! which multiplies their size by eight; relative to their size, their differences and products
//! then have no more terms than those of inputs.
//!
//! Squared lengths of differences of inputs need no size: all their terms are positive, so the
//! error is relative to the value itself. Inputs compare exactly.
//!
//! Sizes have a lower limit, so that underflow in a product of up to 12 factors is far below the
//! bound. A number that overflows has an infinite size, and so has every expression that uses it.
//!
//! Source: [Burnikel 2001].

use crate::number::{Field, Float, Mask, Ring, Verdict};
use core::ops::{Add, Div, Mul, Neg, Sub};

/// A float with a bound of its rounding error, for the kernels of the rows. See [`Ring`]. Undecided
/// comparisons yield [`Verdict::MAYBE`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Filtered<S = f64> {
    pub(crate) value: S,
    /// Scale of the error bound; infinite if no bound is known.
    pub(crate) size: S,
    /// Flags known at compile time once inlined. The type is as wide as the other fields: compilers
    /// fail to propagate constants stored next to padding.
    pub(crate) known: u64,
}

/// Flag of an input number.
pub(crate) const GIVEN: u64 = 1;
/// Flag of an input, or of a sum or difference of two inputs.
pub(crate) const LINE: u64 = 2;
/// Flag of a square of a [`LINE`] number, or of a sum of such squares; never negative.
pub(crate) const SQUARE: u64 = 4;
/// Flag of the constant 0.
pub(crate) const ZERO: u64 = 8;

/// Returns the flags of a sum from the flags of its operands.
#[inline(always)]
pub(crate) fn known_of_sum(a: u64, b: u64) -> u64 {
    ((a & b & GIVEN) * LINE) | (a & b & SQUARE)
}

/// Returns the flags of the negative of a number.
#[inline(always)]
pub(crate) fn known_of_negation(known: u64) -> u64 {
    known & (GIVEN | LINE | ZERO)
}

/// Returns the flags of the square of a number.
#[inline(always)]
pub(crate) fn known_of_square(known: u64) -> u64 {
    (known & LINE) * (SQUARE / LINE)
}

/// Error bound of a difference of two numbers, relative to the larger size.
#[inline(always)]
pub(crate) fn bound<S: Float>() -> S {
    S::EPSILON * S::from_f64(80.0)
}

/// Upper bound of the underflow in a sum of squares.
#[inline(always)]
pub(crate) fn lost<S: Float>() -> S {
    S::LEAST * S::from_f64(1024.0)
}

/// Lower limit of a size.
#[inline(always)]
fn least<S: Float>() -> S {
    // The constants are 2^-10 and 2^-60.
    S::from_f64(if S::EPSILON.to_f64() > 1e-10 { 1.0 / 1024.0 } else { 1.0 / (1_u64 << 60) as f64 })
}

/// Returns the size of an input with absolute value at most `most`.
#[inline(always)]
pub(crate) fn size<S: Float>(most: S) -> S {
    most * S::from_f64(3.0) + least()
}

#[inline(always)]
pub(crate) fn larger<S: Float>(a: S, b: S) -> S {
    if a > b { a } else { b }
}

impl<S: Float> Filtered<S> {
    /// Converts a float exactly.
    #[inline(always)]
    pub fn new(value: S) -> Self {
        Self { value, size: size(Ring::abs(value)), known: GIVEN | LINE }
    }

    #[inline(always)]
    fn is(self, what: u64) -> bool {
        self.known & what != 0
    }

    /// Returns `value`, which is one of the two operands, with the flags they share.
    #[inline(always)]
    fn either(self, o: Self, value: S) -> Self {
        Self { value, size: larger(self.size, o.size), known: self.known & o.known }
    }

    /// Returns the absolute value; no `abs` is needed for a square.
    #[inline(always)]
    fn length(self) -> S {
        if self.is(SQUARE) { self.value } else { Ring::abs(self.value) }
    }

    /// Tests whether `self` is certainly below `o` (yes) or certainly above it (no).
    #[inline(always)]
    fn below(self, o: Self) -> Verdict {
        let near = self.is(LINE | SQUARE) && o.is(LINE | SQUARE);
        let (difference, bound) = if self.is(ZERO) {
            (o.value, if near { lost() } else { o.size * bound() })
        } else if o.is(ZERO) {
            (-self.value, if near { lost() } else { self.size * bound() })
        } else if near {
            (o.value - self.value, (self.length() + o.length()) * bound() + lost())
        } else {
            (o.value - self.value, larger(self.size, o.size) * bound())
        };
        Verdict::of(difference > bound, difference < -bound)
    }
}

impl<S: Float> From<S> for Filtered<S> {
    #[inline(always)]
    fn from(value: S) -> Self {
        Self::new(value)
    }
}

impl<S: Float> Add for Filtered<S> {
    type Output = Self;

    #[inline(always)]
    fn add(self, o: Self) -> Self {
        let known = known_of_sum(self.known, o.known);
        Self { value: self.value + o.value, size: larger(self.size, o.size), known }
    }
}

impl<S: Float> Neg for Filtered<S> {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self { value: -self.value, known: known_of_negation(self.known), ..self }
    }
}

impl<S: Float> Sub for Filtered<S> {
    type Output = Self;

    #[inline(always)]
    fn sub(self, o: Self) -> Self {
        self + -o
    }
}

impl<S: Float> Mul for Filtered<S> {
    type Output = Self;

    #[inline(always)]
    fn mul(self, o: Self) -> Self {
        Self { value: self.value * o.value, size: self.size * o.size, known: 0 }
    }
}

impl<S: Float> Div for Filtered<S> {
    type Output = Self;

    /// If the divisor `b` is certainly more than twice its error, the error of the quotient `q` is
    /// at most
    ///
    /// ```text
    /// 2 (error of a + |q| error of b) / |b|     and a rounding of q
    /// ```
    #[inline(always)]
    fn div(self, o: Self) -> Self {
        let (value, by) = (self.value / o.value, Ring::abs(o.value));
        let length = Ring::abs(value);
        let six = S::from_f64(6.0);
        let size = six * ((self.size + length * o.size) / by + length) + least();
        let sure = by > o.size * bound() * S::from_f64(2.0) && size < six.infinity();
        Self { value, size: if sure { size } else { six.infinity() }, known: 0 }
    }
}

impl<S: Float> Field for Filtered<S> {
    #[inline(always)]
    fn div_or(self, divisor: Self, instead: Self) -> Self {
        let quotient = self / divisor;
        let zero = divisor.value == S::ZERO && divisor.is(LINE);
        Self {
            value: if zero { instead.value } else { quotient.value },
            size: if zero { instead.size } else { quotient.size },
            known: 0,
        }
    }
}

impl<S: Float> Ring for Filtered<S> {
    type Mask = Verdict;
    const ROUNDS: bool = false;

    #[inline(always)]
    fn lit(self, value: i32) -> Self {
        let known = match value {
            0 => GIVEN | LINE | SQUARE | ZERO,
            1.. => GIVEN | LINE | SQUARE,
            _ => GIVEN | LINE,
        };
        let value = S::from_f64(f64::from(value));
        Self { value, size: larger(Ring::abs(value), least()), known }
    }

    #[inline(always)]
    fn le(self, o: Self) -> Verdict {
        if self.is(GIVEN) && o.is(GIVEN) {
            return Verdict::from(self.value <= o.value);
        }
        self.below(o)
    }

    #[inline(always)]
    fn lt(self, o: Self) -> Verdict {
        if self.is(GIVEN) && o.is(GIVEN) {
            return Verdict::from(self.value < o.value);
        }
        self.below(o)
    }

    /// For an undecided mask, returns one of the operands with an unbounded error.
    #[inline(always)]
    fn select(mask: Verdict, a: Self, b: Self) -> Self {
        let value = if mask.all() { a.value } else { b.value };
        let size = if mask.is_undecided() { S::ONE.infinity() } else { larger(a.size, b.size) };
        Self { value, size, known: 0 }
    }

    #[inline(always)]
    fn min(self, o: Self) -> Self {
        self.either(o, if self.value < o.value { self.value } else { o.value })
    }

    #[inline(always)]
    fn max(self, o: Self) -> Self {
        self.either(o, if self.value > o.value { self.value } else { o.value })
    }

    #[inline(always)]
    fn abs(self) -> Self {
        Self { value: Ring::abs(self.value), ..self }
    }

    #[inline(always)]
    fn squared(self) -> Self {
        Self { known: known_of_square(self.known), ..self * self }
    }

    #[inline(always)]
    fn of_several(self) -> Self {
        Self { size: self.size * S::from_f64(8.0), ..self }
    }

    #[inline(always)]
    fn leveled<const D: usize>(numbers: [Self; D]) -> [Self; D] {
        // Unrolled by hand: the compiler does not unroll nested loops before it counts their cost.
        let (x, y, z) = (numbers[0], numbers[1], numbers[D - 1]);
        if !(x.is(LINE) && y.is(LINE) && z.is(LINE)) {
            return numbers;
        }
        let length = |n: Self| Ring::abs(n.value);
        let size = size(larger(larger(length(x), length(y)), length(z)));
        let mut numbers = numbers;
        numbers[0].size = size;
        numbers[1].size = size;
        numbers[D - 1].size = size;
        numbers
    }
}
