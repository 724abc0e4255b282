//! Exact sums and products of floats, in a few words on the stack.
//!
//! A number is an integer in base 2^64 times a power of 2^64, so that addition needs no shifts.
//! Zero words at either end are dropped. Numbers that need more than [`WORDS`] words, and
//! quotients, become [`Rational`](super::rational::Rational)s.

#![allow(clippy::cast_possible_wrap, reason = "no number has 2^31 words")]

use core::cmp::Ordering;

/// Maximum number of words: enough for products of eight floats of similar size.
const WORDS: usize = 12;

/// The number `words * 2^(64 exponent)` with a sign. The first and the last word are not 0; zero
/// has no words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fixed<'w> {
    pub(super) words: &'w [u64],
    pub(super) exponent: i32,
    pub(super) negative: bool,
}

/// A computed number, possibly with zero words at the ends.
pub(super) struct Computed {
    words: [u64; WORDS],
    count: usize,
    exponent: i32,
    negative: bool,
}

impl Computed {
    const NOTHING: Self = Self { words: [0; WORDS], count: 0, exponent: 0, negative: false };

    /// Converts a float exactly; 0 for NaN and infinities.
    pub(super) fn from_f64(value: f64) -> Self {
        const DIGITS: u64 = 1 << 52;
        if !value.is_finite() {
            return Self::NOTHING;
        }
        let bits = value.to_bits();
        let (biased, digits) = ((bits >> 52 & 0x7FF) as i32, bits & (DIGITS - 1));
        let digits = if biased == 0 { digits } else { digits | DIGITS };
        let exponent = biased.max(1) - 1075;
        let wide = u128::from(digits) << exponent.rem_euclid(64);
        let mut made = Self { count: 2, exponent: exponent.div_euclid(64), ..Self::NOTHING };
        (made.words[0], made.words[1]) = (wide as u64, (wide >> 64) as u64);
        made.negative = value < 0.0;
        made
    }

    /// Returns the number without zero words at the ends.
    #[inline]
    pub(super) fn number(&self) -> Fixed<'_> {
        let mut words = &self.words[..self.count];
        let mut exponent = self.exponent;
        while let [rest @ .., 0] = words {
            words = rest;
        }
        while let [0, rest @ ..] = words {
            words = rest;
            exponent += 1;
        }
        Fixed { words, exponent, negative: self.negative && !words.is_empty() }
    }
}

impl Fixed<'_> {
    /// Returns the sign: 1, 0 or -1.
    pub(super) const fn sign(self) -> i32 {
        match (self.words.is_empty(), self.negative) {
            (true, _) => 0,
            (_, true) => -1,
            (_, false) => 1,
        }
    }

    /// Position above the highest word.
    const fn top(self) -> i32 {
        self.exponent + self.words.len() as i32
    }

    /// Returns the word at a position, or 0 outside the stored words.
    #[inline]
    fn word(self, place: i32) -> u64 {
        let i = place.wrapping_sub(self.exponent) as u32 as usize;
        self.words.get(i).copied().unwrap_or(0)
    }

    /// Compares the absolute values.
    fn compare_sizes(self, other: Fixed<'_>) -> Ordering {
        let place = |x: Fixed<'_>| if x.words.is_empty() { i32::MIN } else { x.top() };
        if place(self) != place(other) || self.words.is_empty() {
            return place(self).cmp(&place(other));
        }
        let low = self.exponent.min(other.exponent);
        let mut orders = (low..self.top()).rev().map(|place| self.word(place).cmp(&other.word(place)));
        orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    }

    pub(super) fn compare(self, other: Fixed<'_>) -> Ordering {
        match self.sign().cmp(&other.sign()) {
            Ordering::Equal if self.negative => other.compare_sizes(self),
            Ordering::Equal => self.compare_sizes(other),
            order => order,
        }
    }

    /// Returns the sum, or `None` if it needs too many words.
    pub(super) fn add(self, other: Fixed<'_>) -> Option<Computed> {
        let ends = match (self.words.is_empty(), other.words.is_empty()) {
            (true, _) => (other.exponent, other.top()),
            (_, true) => (self.exponent, self.top()),
            _ => (self.exponent.min(other.exponent), self.top().max(other.top())),
        };
        let count = (ends.1 - ends.0) as usize + 1;
        if count > WORDS {
            return None;
        }
        let is_sum = self.negative == other.negative || self.words.is_empty() || other.words.is_empty();
        let is_less = !is_sum && self.compare_sizes(other).is_lt() || self.words.is_empty();
        let (large, small) = if is_less { (other, self) } else { (self, other) };
        let mut made = Computed { count, exponent: ends.0, negative: large.negative, ..Computed::NOTHING };
        let mut over = false;
        for (word, place) in made.words[..count].iter_mut().zip(ends.0..) {
            let (a, b) = (large.word(place), small.word(place));
            let carry = u64::from(over);
            let (part, first) = if is_sum { a.overflowing_add(b) } else { a.overflowing_sub(b) };
            let (whole, second) =
                if is_sum { part.overflowing_add(carry) } else { part.overflowing_sub(carry) };
            (*word, over) = (whole, first || second);
        }
        Some(made)
    }

    /// Returns the difference, or `None` if it needs too many words.
    pub(super) fn sub(self, other: Fixed<'_>) -> Option<Computed> {
        self.add(Fixed { negative: !other.negative, ..other })
    }

    /// Returns the product, or `None` if it needs too many words.
    pub(super) fn mul(self, other: Fixed<'_>) -> Option<Computed> {
        let count = self.words.len() + other.words.len();
        if count > WORDS {
            return None;
        }
        let negative = self.negative != other.negative;
        let mut made =
            Computed { count, exponent: self.exponent + other.exponent, negative, ..Computed::NOTHING };
        for (i, a) in self.words.iter().enumerate() {
            let mut carry = 0;
            for (word, b) in made.words[i..].iter_mut().zip(other.words) {
                let whole = u128::from(*a) * u128::from(*b) + u128::from(*word) + u128::from(carry);
                (*word, carry) = (whole as u64, (whole >> 64) as u64);
            }
            made.words[i + other.words.len()] = carry;
        }
        Some(made)
    }
}

#[cfg(test)]
mod tests {
    use super::super::rational::Rational;
    use super::*;

    #[test]
    fn sums_products_and_order_are_those_of_rationals() {
        let mut random = fastrand::Rng::with_seed(6);
        let mut together = 0;
        for _ in 0..100_000 {
            let mut value = || match random.u8(..6) {
                0 => f64::from(random.i32(-3..4)),
                1 => f64::from_bits(random.u64(..)),
                2 => f64::from(random.i32(..)) * 2_f64.powi(random.i32(-140..140)),
                _ => random.f64() - 0.5,
            };
            let given = core::array::from_fn(|_| value()).map(|x: f64| if x.is_finite() { x } else { 1.0 });
            let [p, q, r, s] = given.map(Rational::from_f64);
            let made = given.map(Computed::from_f64);
            let [x, y, z, w] = made.each_ref().map(Computed::number);
            assert_eq!(x.compare(y), p.compare(&q), "{given:?}");
            let is = |found: Option<Computed>, truth: &Rational| {
                let Some(found) = found else { return };
                let same = Rational::from_fixed(found.number()).compare(truth);
                assert_eq!((same, found.number().sign()), (Ordering::Equal, truth.sign()), "{given:?}");
            };
            is(x.add(y), &p.add(&q));
            is(x.sub(y), &p.sub(&q));
            is(x.sub(x), &Rational::ZERO);
            let Some((xy, zw)) = x.mul(y).zip(z.mul(w)) else { continue };
            let (xy, zw) = (xy.number(), zw.number());
            let (pq, rs) = (p.mul(&q), r.mul(&s));
            assert_eq!(xy.compare(zw), pq.compare(&rs), "{given:?}");
            is(xy.mul(x), &pq.mul(&p));
            is(xy.add(zw), &pq.add(&rs));
            is(zw.sub(xy), &rs.sub(&pq));
            together += 1;
        }
        assert!(together > 50_000, "{together}");
    }

    #[test]
    fn numbers_with_too_many_words_return_none() {
        let [large, small, third] = [1e300, 1e-300, 1.0 / 3.0].map(Computed::from_f64);
        assert!(large.number().add(small.number()).is_none());
        let mut power = third.number().mul(third.number());
        let mut count = 2;
        while let Some(next) = power.and_then(|power| power.number().mul(third.number())) {
            (power, count) = (Some(next), count + 1);
        }
        assert!(count >= 6, "{count}");
    }
}
