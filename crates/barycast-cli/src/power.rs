//! Powers of two: by them numbers are scaled without being rounded.

use barycast::number::each::MapEach;
use glam::DVec3;

/// The exponent of the largest number; 0 where all are 0.
pub(crate) fn exponent(v: DVec3) -> i32 {
    let bits = v.abs().max_element().to_bits();
    match (bits >> 52) as i32 {
        _ if bits == 0 => 0,
        // Less than all numbers with as many digits as others.
        0 => -1011 - bits.leading_zeros().cast_signed(),
        biased => biased - 1023,
    }
}

/// `x 2^exponent`, rounded only where it leaves the range of such numbers.
pub(crate) fn shifted(mut x: f64, mut exponent: i32) -> f64 {
    while exponent != 0 {
        let step = exponent.clamp(-1022, 1023);
        x *= f64::from_bits(((1023 + step) as u64) << 52);
        exponent -= step;
    }
    x
}

/// The vector with its largest number brought to 1 up to 2, and the exponent that brings it back.
pub(crate) fn ordinary(v: DVec3) -> (DVec3, i32) {
    let exponent = exponent(v);
    (DVec3::from_array(v.to_array().each(|x| shifted(x, -exponent))), exponent)
}

/// `a - b` as [`ordinary`] has it, also where that is beyond the range of numbers.
pub(crate) fn difference(a: DVec3, b: DVec3) -> (DVec3, i32) {
    let whole = a - b;
    if whole.is_finite() {
        return ordinary(whole);
    }
    let (half, exponent) = ordinary(a / 2.0 - b / 2.0);
    (half, exponent + 1)
}

/// `number 2^exponent`, which may be beyond the range of numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scaled {
    pub(crate) number: f64,
    pub(crate) exponent: i32,
}

impl Scaled {
    /// Infinite where it is beyond the range of numbers.
    pub(crate) fn value(self) -> f64 {
        shifted(self.number, self.exponent)
    }

    /// Their sum, in order.
    pub(crate) fn sum(all: &[Self]) -> Self {
        let exponents = all.iter().filter(|one| one.number != 0.0).map(|one| one.exponent);
        let exponent = exponents.max().unwrap_or(0);
        Self { number: all.iter().map(|one| shifted(one.number, one.exponent - exponent)).sum(), exponent }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_vector_is_brought_to_ordinary_size_and_back() {
        for size in [5e-324, 3e-310, f64::MIN_POSITIVE, 1e-160, 0.7, 1.0, 3.0, 1e155, f64::MAX] {
            let v = DVec3::new(size / 4.0, -size, 0.0);
            let (ordinary, exponent) = ordinary(v);
            assert!((1.0..2.0).contains(&-ordinary.y), "{size}: {ordinary}");
            assert_eq!(ordinary.to_array().map(|x| shifted(x, exponent)), v.to_array());
        }
        assert_eq!(ordinary(DVec3::ZERO), (DVec3::ZERO, 0));
        assert_eq!((shifted(1.0, 1100), shifted(1.5, -1100)), (f64::INFINITY, 0.0));
        let far = DVec3::new(f64::MAX, 0.0, 0.0);
        assert_eq!(difference(far, -far), (ordinary(far).0, 1024));
    }

    #[test]
    fn sums_of_what_no_number_holds_may_be_numbers() {
        let one = |number, exponent| Scaled { number, exponent };
        for (all, sum) in [
            (&[one(1.0, 2000), one(-1.0, 2000), one(3.0, 0)][..], 0.0),
            (&[one(1.5, 2000), one(-1.0, 2001), one(1.0, 1999)], 0.0),
            (&[one(1.0, 2000), one(0.0, 4000)], f64::INFINITY),
            (&[one(1.0, 1), one(0.75, 2)], 5.0),
        ] {
            assert_eq!(Scaled::sum(all).value(), sum);
        }
    }
}
