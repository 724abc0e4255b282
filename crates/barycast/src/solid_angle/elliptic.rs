//! Complete elliptic integrals of all three kinds.

use crate::number::{DoubleDouble, Field, Real, Ring};

/// Returns the integral over a quarter turn of
///
/// ```text
///      a cos^2 + b sin^2
/// ---------------------------------------          for k > 0, p > 0
/// (cos^2 + p sin^2) sqrt(cos^2 + k^2 sin^2)
/// ```
///
/// in units of `pi / 2`. The iteration of means converges quadratically, in five or six steps.
/// [Bulirsch 1969].
pub(super) fn complete(k: DoubleDouble, p: DoubleDouble, a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
    /// If two means agree to half of the digits, the next two agree to all digits.
    const AGREE: f64 = 1e-16;
    /// Iteration limit. The smallest numbers need this many steps; only NaN reaches it.
    const MOST: u32 = 24;
    let (mut a, mut p, mut k) = (a, p.sqrt(), k);
    let mut b = b / p;
    let (mut product, mut mean) = (k, k.one());
    let mut means = 0;
    loop {
        let last = a;
        a = a + b / p;
        let g = product / p;
        b = (b + last * g) * b.lit(2);
        p = p + g;
        let before = mean;
        mean = mean + k;
        means += 1;
        if Ring::abs(before - k) <= before * DoubleDouble::new(AGREE) || means == MOST {
            return (b + a * mean).div_or(mean * (mean + p), a.zero());
        }
        k = product.sqrt() * k.lit(2);
        product = k * mean;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_kinds_are_those_of_the_tables() {
        let number = DoubleDouble::new;
        let one = number(1.0);
        let value = |k: f64, p: f64, a: f64, b: f64| {
            complete(number(k), number(p), number(a), number(b)).parts().0 * core::f64::consts::FRAC_PI_2
        };
        assert_eq!(complete(one, one, one, one), one);
        // K and E at k = sin(30 degrees): Abramowitz and Stegun, table 17.2.
        let complement = 0.75_f64.sqrt();
        assert!((value(complement, 1.0, 1.0, 1.0) - 1.685_750_354_812_596).abs() < 1e-14);
        assert!((value(complement, 1.0, 1.0, 0.75) - 1.467_462_209_339_427).abs() < 1e-14);
        // For modulus 0 the integral of the third kind is elementary: pi / 2 over sqrt(p).
        assert!((value(1.0, 0.25, 1.0, 1.0) - core::f64::consts::PI).abs() < 1e-14);
    }
}
