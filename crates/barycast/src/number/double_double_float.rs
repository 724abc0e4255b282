//! The traits of real numbers for double-doubles.

use super::double_double::renormalise;
use super::two_floats::called;
use super::{Block, DoubleDouble, Float, Real, farthest};

called! {
    fn root(square: DoubleDouble) -> DoubleDouble {
        let high = square.high();
        if high <= 0.0 || high.is_nan() {
            return DoubleDouble::ZERO;
        }
        if high.is_infinite() {
            return square;
        }
        // One Newton step from the float root: x + (s - x^2) / (2 x) doubles the number of correct
        // digits.
        let x = DoubleDouble::new(Real::sqrt(high));
        let step = (square - x * x).high() / (2.0 * x.high());
        renormalise(x.high(), step)
    }

    fn settled(number: DoubleDouble, scale: DoubleDouble) -> DoubleDouble {
        // 2^-90: sixteen bits above the rounding of one operation, thirty-seven bits below the
        // resolution of `f64`.
        let noise = scale.high().abs() * 8.077_935_669_463_161e-28;
        if number.high().abs() <= noise { DoubleDouble::ZERO } else { number }
    }
}

impl Real for DoubleDouble {
    const SETTLES: bool = true;

    #[inline(always)]
    fn sqrt(self) -> Self {
        root(self)
    }

    fn infinity(self) -> Self {
        Self::new(f64::INFINITY)
    }

    #[inline(always)]
    fn settle(self, scale: Self) -> Self {
        settled(self, scale)
    }
}

impl Float for DoubleDouble {
    const EPSILON: Self = Self::new(f64::EPSILON * f64::EPSILON);
    const MIN_POSITIVE: Self = Self::new(f64::MIN_POSITIVE);
    const LEAST: Self = Self::new(f64::LEAST);
    const ZERO: Self = Self::new(0.0);
    const ONE: Self = Self::new(1.0);
    const AXES_TOLERANCE: f64 = f64::AXES_TOLERANCE;
    type Wide = Self;

    fn widen(self) -> Self {
        self
    }

    fn narrow(wide: Self) -> Self {
        wide
    }

    fn limit(self) -> Self {
        self
    }

    fn precise(self) -> Self {
        self
    }

    fn from_precise(precise: Self) -> Self {
        precise
    }

    fn from_f64(value: f64) -> Self {
        Self::new(value)
    }

    fn to_f64(self) -> f64 {
        self.high()
    }

    fn is_finite(self) -> bool {
        self.high().is_finite()
    }

    fn farthest(blocks: &[Block<Self>], along: [Self; 3]) -> usize {
        farthest::one_by_one(blocks, along)
    }

    /// Computed from the series of the sine. Above about an eighth of a turn it is the reciprocal
    /// for the complement to a quarter turn, which is computed without loss of digits.
    fn tangent(self) -> Self {
        if self > Self::new(0.8) {
            let [high, middle, low] = QUARTER_TURN;
            let left = Self::new(high) - self + Self::new(middle) + Self::new(low);
            return Self::ONE / left.tangent();
        }
        let squared = -(self * self);
        let (mut sine, mut term, mut n) = (self, self, 1.0);
        while term.high().abs() > sine.high().abs() * (f64::EPSILON * f64::EPSILON) {
            term = term * squared / Self::new((n + 1.0) * (n + 2.0));
            sine = sine + term;
            n += 2.0;
        }
        sine / (Self::ONE - sine * sine).sqrt()
    }
}

/// Three floats whose sum is pi / 2, to three times the precision of `f64`.
const QUARTER_TURN: [f64; 3] =
    [core::f64::consts::FRAC_PI_2, 6.123_233_995_736_766e-17, -1.497_384_904_859_169_8e-33];
