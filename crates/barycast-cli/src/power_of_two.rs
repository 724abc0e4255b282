//! Scaling by powers of two, which does not round.

use barycast::number::each::MapEach;
use glam::DVec3;

/// Returns the exponent of the largest component, or 0 if all are 0.
pub(crate) fn exponent(v: DVec3) -> i32 {
    let bits = v.abs().max_element().to_bits();
    match (bits >> 52) as i32 {
        _ if bits == 0 => 0,
        // A subnormal number.
        0 => -1011 - bits.leading_zeros().cast_signed(),
        biased => biased - 1023,
    }
}

/// Returns `x 2^exponent`, rounded only if the result leaves the normal range.
pub(crate) fn ldexp(mut x: f64, mut exponent: i32) -> f64 {
    while exponent != 0 {
        let step = exponent.clamp(-1022, 1023);
        x *= f64::from_bits(((1023 + step) as u64) << 52);
        exponent -= step;
    }
    x
}

/// Returns the vector scaled so that its largest component is in [1, 2), and the exponent of the
/// original scale.
pub(crate) fn scaled_to_unit(v: DVec3) -> (DVec3, i32) {
    let exponent = exponent(v);
    (DVec3::from_array(v.to_array().each(|x| ldexp(x, -exponent))), exponent)
}

/// Returns `a - b` scaled as by [`scaled_to_unit`], even if the difference overflows.
pub(crate) fn scaled_difference(a: DVec3, b: DVec3) -> (DVec3, i32) {
    let whole = a - b;
    if whole.is_finite() {
        return scaled_to_unit(whole);
    }
    let (half, exponent) = scaled_to_unit(a / 2.0 - b / 2.0);
    (half, exponent + 1)
}

/// The number `number 2^exponent`, which may be beyond the range of `f64`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scaled {
    pub(crate) number: f64,
    pub(crate) exponent: i32,
}

impl Scaled {
    /// Returns the value, infinite if it overflows.
    pub(crate) fn value(self) -> f64 {
        ldexp(self.number, self.exponent)
    }

    /// Returns the sum, added in order.
    pub(crate) fn sum(all: &[Self]) -> Self {
        let exponents = all.iter().filter(|one| one.number != 0.0).map(|one| one.exponent);
        let exponent = exponents.max().unwrap_or(0);
        Self { number: all.iter().map(|one| ldexp(one.number, one.exponent - exponent)).sum(), exponent }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_vector_is_brought_to_ordinary_size_and_back() {
        for size in [5e-324, 3e-310, f64::MIN_POSITIVE, 1e-160, 0.7, 1.0, 3.0, 1e155, f64::MAX] {
            let v = DVec3::new(size / 4.0, -size, 0.0);
            let (scaled_to_unit, exponent) = scaled_to_unit(v);
            assert!((1.0..2.0).contains(&-scaled_to_unit.y), "{size}: {scaled_to_unit}");
            assert_eq!(scaled_to_unit.to_array().map(|x| ldexp(x, exponent)), v.to_array());
        }
        assert_eq!(scaled_to_unit(DVec3::ZERO), (DVec3::ZERO, 0));
        assert_eq!((ldexp(1.0, 1100), ldexp(1.5, -1100)), (f64::INFINITY, 0.0));
        let far = DVec3::new(f64::MAX, 0.0, 0.0);
        assert_eq!(scaled_difference(far, -far), (scaled_to_unit(far).0, 1024));
    }

    #[test]
    fn sums_of_unrepresentable_numbers_may_be_representable() {
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
