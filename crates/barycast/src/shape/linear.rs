//! Shared interface of lines, rays and segments: `origin + t * direction` over a range of `t`.

use crate::vector::Vector;

/// A straight set of points `origin + t * direction`. Kernels are generic over this trait; the two
/// constants specialize them to lines (any `t`), rays (`t >= 0`) and segments (`0 <= t <= 1`).
pub trait Linear: Copy {
    /// Vector type of the points.
    type Vector: Vector;
    /// Whether `t` is restricted to `t >= 0`.
    const HAS_START: bool;
    /// Whether `t` is restricted to `t <= 1`.
    const HAS_END: bool;

    /// Returns the point at `t = 0`.
    fn origin(&self) -> Self::Vector;

    /// Returns the offset per unit of `t`, of any length.
    fn direction(&self) -> Self::Vector;

    /// Returns the point at `t = 1`: for a segment its second end, exactly as given.
    #[inline(always)]
    fn end(&self) -> Self::Vector {
        self.origin() + self.direction()
    }

    /// Returns the point at `t`.
    #[inline(always)]
    fn at(&self, t: <Self::Vector as Vector>::Scalar) -> Self::Vector {
        self.origin() + self.direction() * t
    }

    /// Clamps `t` to the range.
    #[inline(always)]
    fn clamp(&self, t: <Self::Vector as Vector>::Scalar) -> <Self::Vector as Vector>::Scalar {
        self.clamp_ratio(t, crate::number::Ring::one(t))
    }

    /// Clamps `numerator / denominator` to the range without dividing, for a positive denominator.
    /// Returns the new numerator.
    #[inline(always)]
    fn clamp_ratio(
        &self,
        numerator: <Self::Vector as Vector>::Scalar,
        denominator: <Self::Vector as Vector>::Scalar,
    ) -> <Self::Vector as Vector>::Scalar {
        use crate::number::Ring;
        let mut numerator = numerator;
        if Self::HAS_START {
            numerator = numerator.max(numerator.zero());
        }
        if Self::HAS_END {
            numerator = numerator.min(denominator);
        }
        numerator
    }

    /// Tests whether `t` lies in the range.
    #[inline(always)]
    fn contains_t(&self, t: <Self::Vector as Vector>::Scalar) -> <Self::Vector as Vector>::Mask {
        self.contains_ratio(t, crate::number::Ring::one(t))
    }

    /// Tests whether `numerator / denominator` lies in the range without dividing, for a positive
    /// denominator.
    #[inline(always)]
    fn contains_ratio(
        &self,
        numerator: <Self::Vector as Vector>::Scalar,
        denominator: <Self::Vector as Vector>::Scalar,
    ) -> <Self::Vector as Vector>::Mask {
        use crate::number::Ring;
        let mut inside = numerator.always();
        if Self::HAS_START {
            inside = inside & numerator.zero().le(numerator);
        }
        if Self::HAS_END {
            inside = inside & numerator.le(denominator);
        }
        inside
    }
}
