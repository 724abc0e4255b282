//! Floats with a bound of their rounding.
//!
//! Beside its value a number carries a size. Of what was given that is sixteen times its absolute value, of a sum the larger
//! size and of a product their product. So what is made of products of `d` numbers is, with all its terms added up,
//!
//! ```text
//! terms / 16^d     of its size, and errs by no more than     roundings u terms / 16^d     of it
//! ```
//!
//! for `u = 2^-53` and so many roundings one upon another. A comparison is decided when the difference is larger than 64 u
//! sizes, which is more than both err, as long as neither has more terms than its size allows for: the tests count that for the
//! kernels of all rows; of others, whoever writes them must. One size stands for all coordinates of a vector, so what it costs
//! is one multiplication for a product of vectors.
//!
//! Squared lengths of differences of what was given need no size: all their terms are positive, so what is lost is
//! that small a part of the value itself. Numbers as they were given compare exactly.
//!
//! No size is below `2^-60`, so what underflows in a product of up to 16 is far below the bound. What overflows has an
//! infinite size, and so has all that is made of it.
//!
//! Source: [Burnikel 2001].

use super::{Field, Mask, Ring, Verdict};
use core::ops::{Add, Div, Mul, Neg, Sub};

/// A float and a bound of its rounding, for the kernels of the rows. See [`Ring`]; undecided comparisons are
/// [`Verdict::MAYBE`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Filtered {
    value: f64,
    /// Infinite when nothing is known.
    size: f64,
    /// What is constant once inlined. As wide as the others: compilers lose track of what lies beside padding.
    known: u64,
}

/// As it was given.
const GIVEN: u64 = 1;
/// Given, or a sum or difference of two that were.
const LINE: u64 = 2;
/// A square of such a number, or a sum of those; not negative.
const SQUARE: u64 = 4;
/// The number 0 itself.
const ZERO: u64 = 8;

/// What the difference of two numbers may be wrong by, as a part of the larger size.
const BOUND: f64 = 64.0 * f64::EPSILON / 2.0;

/// More than what underflows in a sum of squares.
const LOST: f64 = 1e-315;

/// The least size.
const LEAST: f64 = 1.0 / (1_u64 << 60) as f64;

/// Of what is no larger than this.
#[inline(always)]
fn size(most: f64) -> f64 {
    16.0 * most + LEAST
}

#[inline(always)]
fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

impl Filtered {
    /// Exactly this number.
    #[inline(always)]
    pub fn new(value: f64) -> Self {
        Self { value, size: size(value.abs()), known: GIVEN | LINE }
    }

    #[inline(always)]
    fn is(self, what: u64) -> bool {
        self.known & what != 0
    }

    /// One of both, whose value this is.
    #[inline(always)]
    fn either(self, o: Self, value: f64) -> Self {
        Self { value, size: larger(self.size, o.size), known: self.known & o.known }
    }

    /// The size without the sign, which a square does not have.
    #[inline(always)]
    fn length(self) -> f64 {
        if self.is(SQUARE) { self.value } else { self.value.abs() }
    }

    /// `self` is below `o`, or above: certainly.
    #[inline(always)]
    fn below(self, o: Self) -> Verdict {
        let near = self.is(LINE | SQUARE) && o.is(LINE | SQUARE);
        let (difference, bound) = if self.is(ZERO) {
            (o.value, if near { LOST } else { o.size * BOUND })
        } else if o.is(ZERO) {
            (-self.value, if near { LOST } else { self.size * BOUND })
        } else if near {
            (o.value - self.value, (self.length() + o.length()) * BOUND + LOST)
        } else {
            (o.value - self.value, larger(self.size, o.size) * BOUND)
        };
        Verdict::of(difference > bound, difference < -bound)
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
        let both = self.known & o.known;
        let known = ((both & GIVEN) * LINE) | (both & SQUARE);
        Self { value: self.value + o.value, size: larger(self.size, o.size), known }
    }
}

impl Neg for Filtered {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self { value: -self.value, known: self.known & (GIVEN | LINE | ZERO), ..self }
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
        Self { value: self.value * o.value, size: self.size * o.size, known: 0 }
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
        let (value, by) = (self.value / o.value, o.value.abs());
        let size = 32.0 * ((self.size + value.abs() * o.size) / by + value.abs()) + LEAST;
        let sure = by > 2.0 * BOUND * o.size && size < f64::INFINITY;
        Self { value, size: if sure { size } else { f64::INFINITY }, known: 0 }
    }
}

impl Field for Filtered {
    #[inline(always)]
    fn div_or(self, divisor: Self, instead: Self) -> Self {
        let quotient = self / divisor;
        let zero = divisor.value == 0.0 && divisor.is(LINE);
        Self {
            value: if zero { instead.value } else { quotient.value },
            size: if zero { instead.size } else { quotient.size },
            known: 0,
        }
    }
}

impl Ring for Filtered {
    type Mask = Verdict;
    const ROUNDS: bool = false;

    #[inline(always)]
    fn lit(self, value: i32) -> Self {
        let known = match value {
            0 => GIVEN | LINE | SQUARE | ZERO,
            1.. => GIVEN | LINE | SQUARE,
            _ => GIVEN | LINE,
        };
        let value = f64::from(value);
        Self { value, size: larger(value.abs(), LEAST), known }
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

    /// Of an undecided mask, one of them, of which nothing is known.
    #[inline(always)]
    fn select(mask: Verdict, a: Self, b: Self) -> Self {
        let value = if mask.all() { a.value } else { b.value };
        let size = if mask.is_undecided() { f64::INFINITY } else { larger(a.size, b.size) };
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
        Self { value: self.value.abs(), ..self }
    }

    #[inline(always)]
    fn squared(self) -> Self {
        Self { known: (self.known & LINE) * (SQUARE / LINE), ..self * self }
    }

    #[inline(always)]
    fn leveled<const D: usize>(numbers: [Self; D]) -> [Self; D] {
        // Written out: loops in loops are not unrolled before they are counted.
        let (x, y, z) = (numbers[0], numbers[1], numbers[D - 1]);
        if !(x.is(LINE) && y.is(LINE) && z.is(LINE)) {
            return numbers;
        }
        let size = size(larger(larger(x.value.abs(), y.value.abs()), z.value.abs()));
        let mut numbers = numbers;
        numbers[0].size = size;
        numbers[1].size = size;
        numbers[D - 1].size = size;
        numbers
    }
}
