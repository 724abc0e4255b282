//! Exact sign of a 2x2 determinant.

use super::Arena;
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Float};
use core::cmp::Ordering;

/// Returns the sign of `a d - b c`: 1, 0 or -1. Exact for all finite numbers; 0 if one is not
/// finite.
///
/// The product of two floats is exact in double-double precision unless it overflows or underflows.
/// Rationals handle those cases.
pub(crate) fn determinant_sign<S: Float>(a: S, b: S, c: S, d: S) -> i32 {
    let zero = S::ZERO;
    if (a == zero || d == zero) && (b == zero || c == zero) {
        return 0;
    }
    if ![a, b, c, d].iter().all(|x| x.is_finite()) {
        return 0;
    }
    let [a, b, c, d] = [a, b, c, d].each(S::precise);
    let single = [a, b, c, d].iter().all(|x| x.parts().1 == 0.0);
    if single {
        // Rounding is monotone: if the rounded products differ, their order is correct.
        let (p, q) = (a.parts().0 * d.parts().0, b.parts().0 * c.parts().0);
        if p != q && p.is_finite() && q.is_finite() {
            return if p > q { 1 } else { -1 };
        }
        let ordinary = |x: f64| x == 0.0 || matches!(x.abs(), 1e-280..1e280);
        let factors = [a, b, c, d].iter().all(|x| x.parts().0 == 0.0 || x.parts().0.abs() > 1e-140);
        if ordinary(p) && ordinary(q) && factors {
            return sign((a * d).parts().partial_cmp(&(b * c).parts()).unwrap_or(Ordering::Equal));
        }
    }
    let arena = Arena::new();
    let exact = |x: DoubleDouble| arena.number(x.parts().0) + arena.number(x.parts().1);
    let difference = exact(a) * exact(d) - exact(b) * exact(c);
    sign(difference.compare(arena.number(0.0)))
}

fn sign(order: Ordering) -> i32 {
    order as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_that_round_to_the_same_float_are_distinguished() {
        let (x, e) = (1.0_f64, f64::EPSILON);
        // (1 + e)^2 - (1 + 2e) = e^2.
        assert_eq!(determinant_sign(x + e, x, x + 2.0 * e, x + e), 1);
        assert_eq!(determinant_sign(x, x + e, x + e, x + 2.0 * e), -1);
        assert_eq!(determinant_sign(3.0_f32, 2.0, 6.0, 4.0), 0);
    }

    #[test]
    fn nothing_underflows_or_overflows() {
        let tiny = f64::from_bits(3);
        assert_eq!(determinant_sign(tiny, 2e-320, 2e-320, tiny), -1);
        assert_eq!(determinant_sign(1e300, 1e299, 1e300, 1e300), 1);
        assert_eq!(determinant_sign(1e-200, 0.0, 0.0, 1e-200), 1);
        assert_eq!(determinant_sign(1e-200, 1e-200, 1e-200, 1e-200), 0);
        assert_eq!(determinant_sign(1e-200, 1e-201, 1e-200, 1e-200), 1);
        assert_eq!(determinant_sign(f64::INFINITY, 1.0, 1.0, 1.0), 0);
        assert_eq!(determinant_sign(0.0, 1.0, 1.0, 5.0), -1);
        assert_eq!(determinant_sign(f32::MIN_POSITIVE, 0.0, 0.0, f32::MIN_POSITIVE), 1);
    }
}
