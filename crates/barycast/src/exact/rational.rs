//! Rational numbers of any size: `significand * 2^exponent / denominator`.
//!
//! Floats are integers times powers of two, and so are their sums and products; only division
//! creates a denominator. Powers of two are kept in the exponent, so that a product of 1e300 and
//! 1e-300 is as short as a product of ones.

#![allow(clippy::cast_possible_wrap, reason = "no number has 2^63 digits")]

use super::fixed::Fixed;
use crate::number::elementary::ldexp;
use core::cmp::Ordering;
use core::fmt;
use dashu_int::ops::{BitTest, DivRem, Gcd, SquareRoot, UnsignedAbs};
use dashu_int::{IBig, UBig};
use smallvec::SmallVec;

/// Factors of two that stay in the significand: removing them costs more than keeping them.
const FEW: usize = 64;

/// A rational number. Zero has exponent 0.
#[derive(Clone)]
pub(super) struct Rational {
    significand: IBig,
    exponent: i64,
    /// Odd and greater than 1; `None` for 1.
    denominator: Option<UBig>,
}

impl Rational {
    pub(super) const ZERO: Self = Self { significand: IBig::ZERO, exponent: 0, denominator: None };

    /// Converts a float exactly; 0 for NaN and infinities.
    #[cfg(test)]
    pub(super) fn from_f64(value: f64) -> Self {
        const DIGITS: u64 = 1 << 52;
        let (bits, is_number) = (value.to_bits(), value.is_finite() && value != 0.0);
        if !is_number {
            return Self::ZERO;
        }
        let (biased, digits) = ((bits >> 52 & 0x7FF) as i64, bits & (DIGITS - 1));
        let digits = if biased == 0 { digits } else { digits | DIGITS };
        let twos = digits.trailing_zeros();
        let digits = (digits >> twos) as i64;
        let significand = IBig::from(if value < 0.0 { -digits } else { digits });
        Self { significand, exponent: biased.max(1) - 1075 + i64::from(twos), denominator: None }
    }

    /// Converts a fixed number exactly.
    pub(super) fn from_fixed(number: Fixed<'_>) -> Self {
        let Fixed { words, exponent, negative } = number;
        let bytes: SmallVec<[u8; 96]> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let significand = IBig::from(UBig::from_le_bytes(&bytes));
        Self::normalized(if negative { -significand } else { significand }, 64 * i64::from(exponent), None)
    }

    #[cfg(test)]
    pub(super) fn from_i32(value: i32) -> Self {
        Self { significand: IBig::from(value), exponent: 0, denominator: None }
    }

    /// Returns the sign: 1, 0 or -1.
    pub(super) fn sign(&self) -> i32 {
        if self.significand.is_zero() {
            return 0;
        }
        if self.significand < IBig::ZERO { -1 } else { 1 }
    }

    /// Builds the number and moves excess factors of two from the significand to the exponent.
    fn normalized(significand: IBig, exponent: i64, denominator: Option<UBig>) -> Self {
        let Some(twos) = significand.trailing_zeros() else { return Self::ZERO };
        if twos < FEW {
            return Self { significand, exponent, denominator };
        }
        Self { significand: significand >> twos, exponent: exponent + twos as i64, denominator }
    }

    pub(super) fn add(&self, other: &Self) -> Self {
        self.sum(other, |a, b| a + b)
    }

    pub(super) fn sub(&self, other: &Self) -> Self {
        self.sum(other, |a, b| a - b)
    }

    fn sum(&self, other: &Self, sum: impl FnOnce(IBig, IBig) -> IBig) -> Self {
        if other.significand.is_zero() {
            return self.clone();
        }
        if self.significand.is_zero() {
            let significand = sum(IBig::ZERO, other.significand.clone());
            return Self { significand, ..other.clone() };
        }
        let exponent = self.exponent.min(other.exponent);
        let over = |x: &Self, by: Option<&UBig>| {
            let shifted = &x.significand << (x.exponent - exponent) as usize;
            if let Some(by) = by { shifted * by } else { shifted }
        };
        if self.denominator == other.denominator {
            return Self::normalized(
                sum(over(self, None), over(other, None)),
                exponent,
                self.denominator.clone(),
            );
        }
        let (a, b) = (self.denominator.as_ref(), other.denominator.as_ref());
        Self::normalized(sum(over(self, b), over(other, a)), exponent, product(a, b))
    }

    pub(super) fn mul(&self, other: &Self) -> Self {
        if self.significand.is_zero() || other.significand.is_zero() {
            return Self::ZERO;
        }
        Self {
            significand: &self.significand * &other.significand,
            exponent: self.exponent + other.exponent,
            denominator: product(self.denominator.as_ref(), other.denominator.as_ref()),
        }
    }

    /// Returns the quotient; 0 for a division by 0.
    pub(super) fn div(&self, other: &Self) -> Self {
        let Some(twos) = other.significand.trailing_zeros().filter(|_| self.sign() != 0) else {
            return Self::ZERO;
        };
        let above =
            other.denominator.as_ref().map_or_else(|| self.significand.clone(), |d| &self.significand * d);
        let below = (&other.significand >> twos).unsigned_abs();
        let below = Some(below).filter(|below| !below.is_one());
        Self {
            significand: if other.sign() < 0 { -above } else { above },
            exponent: self.exponent - other.exponent - twos as i64,
            denominator: product(self.denominator.as_ref(), below.as_ref()),
        }
    }

    /// Returns the same number in lowest terms.
    pub(super) fn reduced(&self) -> Self {
        let Some(twos) = self.significand.trailing_zeros() else { return Self::ZERO };
        let (significand, exponent) = (&self.significand >> twos, self.exponent + twos as i64);
        let Some(denominator) = &self.denominator else {
            return Self { significand, exponent, denominator: None };
        };
        let common = (&significand).gcd(denominator);
        let below = denominator / &common;
        let denominator = Some(below).filter(|below| !below.is_one());
        Self { significand: significand / common, exponent, denominator }
    }

    /// Returns a number without denominator and of about 64 digits that is at least `self` and
    /// hardly larger.
    pub(super) fn at_least(&self) -> Self {
        const DIGITS: i64 = 64;
        let one = UBig::ONE;
        let (above, below) = ((&self.significand).unsigned_abs(), self.denominator.as_ref().unwrap_or(&one));
        let by = DIGITS + below.bit_len() as i64 - above.bit_len() as i64;
        let cut = (-by).max(0) as usize;
        let is_cut = above.trailing_zeros().is_some_and(|twos| twos < cut);
        let (quotient, rest) = (above << by.max(0) as usize >> cut).div_rem(below);
        let up = self.sign() > 0 && (is_cut || !rest.is_zero());
        let quotient = IBig::from(quotient) + IBig::from(u8::from(up));
        let significand = if self.sign() < 0 { -quotient } else { quotient };
        Self::normalized(significand, self.exponent - by, None)
    }

    /// Returns the square root to 128 digits, rounded down; 0 for negative numbers.
    pub(super) fn sqrt(&self) -> Self {
        const DIGITS: i64 = 256;
        if self.sign() <= 0 {
            return Self::ZERO;
        }
        let one = UBig::ONE;
        let (above, below) = ((&self.significand).unsigned_abs(), self.denominator.as_ref().unwrap_or(&one));
        let by = DIGITS + below.bit_len() as i64 - above.bit_len() as i64;
        // The exponent must be even.
        let by = by + (by - self.exponent).rem_euclid(2);
        let digits = ((above << by.max(0) as usize) >> (-by).max(0) as usize) / below;
        Self::normalized(IBig::from(digits.sqrt()), (self.exponent - by) / 2, None)
    }

    /// Returns an exponent `e` such that the absolute value is below `2^e` and at least
    /// `2^(e - 2)`.
    fn magnitude(&self) -> i64 {
        let below = self.denominator.as_ref().map_or(0, |d| d.bit_len() as i64 - 1);
        self.significand.bit_len() as i64 - below + self.exponent
    }

    /// Rounds to the nearest float, ties to even.
    pub(super) fn to_f64(&self) -> f64 {
        // Enough digits to round; a sticky bit marks a remainder.
        const ENOUGH: i64 = 66;
        if self.significand.is_zero() {
            return 0.0;
        }
        let mut digits = (&self.significand).unsigned_abs();
        let (mut exponent, mut is_more) = (self.exponent, false);
        if let Some(denominator) = &self.denominator {
            let by = (ENOUGH + denominator.bit_len() as i64 - digits.bit_len() as i64).max(0);
            digits <<= by as usize;
            exponent -= by;
            let (quotient, rest) = digits.div_rem(denominator);
            (digits, is_more) = (quotient, !rest.is_zero());
        }
        let length = digits.bit_len() as i64;
        // Subnormal results have fewer digits.
        let kept = (length + exponent + 1074).min(53);
        if kept < 0 {
            return if self.sign() < 0 { -0.0 } else { 0.0 };
        }
        let cut = (length - kept).max(0) as usize;
        let half = cut > 0 && digits.bit(cut - 1);
        is_more |= digits.trailing_zeros().is_some_and(|twos| twos + 1 < cut);
        let mut kept = u64::try_from(&digits >> cut).unwrap_or(0);
        kept += u64::from(half && (is_more || kept & 1 == 1));
        let exponent = (exponent + cut as i64).clamp(-5000, 5000) as i32;
        let value = ldexp(kept as f64, exponent);
        if self.sign() < 0 { -value } else { value }
    }
}

fn product(a: Option<&UBig>, b: Option<&UBig>) -> Option<UBig> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a * b),
        (some, None) | (None, some) => some.cloned(),
    }
}

impl Rational {
    pub(super) fn compare(&self, other: &Self) -> Ordering {
        let (a, b) = (self.sign(), other.sign());
        if a != b || a == 0 {
            return a.cmp(&b);
        }
        // Different magnitudes decide the order without comparing digits.
        let (size, other_size) = (self.magnitude(), other.magnitude());
        if (size - other_size).abs() > 2 {
            return if a > 0 { size.cmp(&other_size) } else { other_size.cmp(&size) };
        }
        self.sub(other).sign().cmp(&0)
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} * 2^{}", self.significand, self.exponent)?;
        self.denominator.as_ref().map_or(Ok(()), |d| write!(f, " / {d}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(value: f64) -> Rational {
        Rational::from_f64(value)
    }

    #[test]
    fn floats_come_back_as_they_went() {
        let mut random = fastrand::Rng::with_seed(1);
        for value in (0..100_000).map(|_| f64::from_bits(random.u64(..))).filter(|x| x.is_finite()) {
            assert_eq!(of(value).to_f64(), value);
            // The same through a denominator.
            assert_eq!(of(value).div(&of(3.0)).mul(&of(3.0)).to_f64(), value);
        }
        for value in [f64::MAX, -f64::MIN_POSITIVE, 5e-324, 0.0] {
            assert_eq!(of(value).to_f64(), value);
        }
    }

    #[test]
    fn rounding_is_to_nearest_with_ties_to_even() {
        let ulp = f64::EPSILON;
        let tiny = of(ulp * ulp * ulp);
        for value in [1.0 + ulp, 1.0, 5e-324, 1e-310] {
            let next = of(value.next_up());
            let half = of(value).add(&next).div(&of(2.0));
            let even = if value.to_bits() & 1 == 0 { value } else { value.next_up() };
            assert_eq!(half.to_f64(), even);
            assert_eq!(half.mul(&of(-1.0)).to_f64(), -even);
            let (less, more) = (half.sub(&half.mul(&tiny)), half.add(&half.mul(&tiny)));
            assert_eq!((less.to_f64(), more.to_f64()), (value, value.next_up()));
        }
        let half = of(5e-324).div(&of(2.0));
        assert_eq!((half.to_f64(), half.mul(&of(1.5)).to_f64()), (0.0, 5e-324));
        assert_eq!(half.div(&of(2.0)).to_f64(), 0.0);
        assert_eq!(of(f64::MAX).add(&of(f64::MAX)).to_f64(), f64::INFINITY);
        assert_eq!(of(1.0).div(&of(3.0)).to_f64(), 1.0 / 3.0);
    }

    #[test]
    fn sums_products_and_quotients_are_those_of_whole_numbers() {
        let mut random = fastrand::Rng::with_seed(2);
        for _ in 0..20_000 {
            let [a, b, c, d] = [0; 4].map(|_| random.i32(-40..40));
            let size = [1.0, 2_f64.powi(900), 2_f64.powi(-900)][random.usize(..3)];
            let [p, q] = [a, c].map(|x| of(f64::from(x) * size));
            let [x, y] = [p.div(&of(f64::from(b))), q.div(&of(f64::from(d)))];
            let (a, c) = (if b == 0 { 0 } else { a }, if d == 0 { 0 } else { c });
            let (b, d) = (if b == 0 { 1 } else { b }, if d == 0 { 1 } else { d });
            let is = |found: Rational, above: i32, below: i32, size: f64| {
                let expected = of(f64::from(above) * size).div(&of(below.into()));
                assert_eq!(found.compare(&expected), Ordering::Equal, "{found:?} {above} {below}");
                assert_eq!(found.reduced().compare(&expected), Ordering::Equal);
                assert_eq!(found.sign(), above.signum() * below.signum());
            };
            is(x.add(&y), a * d + c * b, b * d, size);
            is(x.sub(&y), a * d - c * b, b * d, size);
            is(x.div(&y), if c == 0 { 0 } else { a * d }, if c == 0 { 1 } else { b * c }, 1.0);
            is(x.mul(&of(f64::from(c) / size)), a * c, b, 1.0);
            let order = (a * d * (b * d).signum()).cmp(&(c * b * (b * d).signum()));
            assert_eq!((x.compare(&y), y.compare(&x)), (order, order.reverse()));
        }
    }

    #[test]
    fn a_bound_is_not_below_and_hardly_above() {
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..10_000 {
            let [a, b] = [(); 2].map(|()| of(f64::from_bits(random.u64(..))));
            let number = a.div(&b).add(&[of(0.), of(1e-300), of(1e300)][random.usize(..3)]);
            let bound = number.at_least();
            let more = number.mul(&of(f64::EPSILON / 1024.)).mul(&Rational::from_i32(number.sign()));
            assert!(bound.denominator.is_none() && bound.significand.bit_len() <= 65);
            assert!(number.compare(&bound).is_le() && bound.compare(&number.add(&more)).is_le());
        }
    }

    #[test]
    fn square_roots_agree_with_floats_and_exceed_their_range() {
        let mut random = fastrand::Rng::with_seed(4);
        for _ in 0..10_000 {
            let x = f64::from_bits(random.u64(..)).abs();
            assert_eq!(of(x).sqrt().to_f64(), if x.is_finite() { x.sqrt() } else { 0.0 });
            assert_eq!(of(x).mul(&of(x)).sqrt().compare(&of(x)), Ordering::Equal);
            assert_eq!(of(2.).div(&of(9.)).mul(&of(x)).mul(&of(x)).sqrt().to_f64(), {
                let third = of(x).mul(&of(2.).sqrt()).div(&of(3.));
                third.to_f64()
            });
        }
    }

    #[test]
    fn lowest_terms_have_no_common_factor() {
        let six = of(6.0).mul(&of(35.0)).div(&of(35.0 * 1024.0)).reduced();
        assert_eq!((six.significand, six.exponent, six.denominator), (IBig::from(3), -9, None));
        let third = of(14.0).div(&of(21.0)).reduced();
        assert_eq!((third.significand, third.exponent), (IBig::ONE, 1));
        assert_eq!(third.denominator, Some(UBig::from(3_u8)));
    }
}
