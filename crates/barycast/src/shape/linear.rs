//! What lines, rays and segments share: `origin + t * direction` over a range of `t`.

use crate::vector::Vector;

/// A straight set of points `origin + t * direction`. Kernels are written over it once, and the two constants
/// make them the line's (`t` is any number), the ray's (`t >= 0`) or the segment's (`0 <= t <= 1`).
pub trait Linear: Copy {
    /// The vectors it lives among.
    type Vector: Vector;
    /// `t >= 0`.
    const BEGINS: bool;
    /// `t <= 1`.
    const ENDS: bool;

    /// The point at `t = 0`.
    fn origin(&self) -> Self::Vector;

    /// What is added for each unit of `t`; any length.
    fn direction(&self) -> Self::Vector;

    /// The point at `t = 1`: of a segment its other end, as given.
    #[inline(always)]
    fn end(&self) -> Self::Vector {
        self.origin() + self.direction()
    }

    /// The point at `t`.
    #[inline(always)]
    fn at(&self, t: <Self::Vector as Vector>::Scalar) -> Self::Vector {
        self.origin() + self.direction() * t
    }

    /// The nearest `t` in the range.
    #[inline(always)]
    fn clamp(&self, t: <Self::Vector as Vector>::Scalar) -> <Self::Vector as Vector>::Scalar {
        self.clamp_ratio(t, crate::number::Ring::one(t))
    }

    /// The numerator of the nearest fraction in the range, for a denominator above 0: no division.
    #[inline(always)]
    fn clamp_ratio(
        &self,
        numerator: <Self::Vector as Vector>::Scalar,
        denominator: <Self::Vector as Vector>::Scalar,
    ) -> <Self::Vector as Vector>::Scalar {
        use crate::number::Ring;
        let mut numerator = numerator;
        if Self::BEGINS {
            numerator = numerator.max(numerator.zero());
        }
        if Self::ENDS {
            numerator = numerator.min(denominator);
        }
        numerator
    }

    /// `t` lies in the range.
    #[inline(always)]
    fn holds(&self, t: <Self::Vector as Vector>::Scalar) -> <Self::Vector as Vector>::Mask {
        self.holds_ratio(t, crate::number::Ring::one(t))
    }

    /// `numerator / denominator` lies in the range, for a denominator above 0: no division.
    #[inline(always)]
    fn holds_ratio(
        &self,
        numerator: <Self::Vector as Vector>::Scalar,
        denominator: <Self::Vector as Vector>::Scalar,
    ) -> <Self::Vector as Vector>::Mask {
        use crate::number::Ring;
        let mut inside = numerator.always();
        if Self::BEGINS {
            inside = inside & numerator.zero().le(numerator);
        }
        if Self::ENDS {
            inside = inside & numerator.le(denominator);
        }
        inside
    }
}
