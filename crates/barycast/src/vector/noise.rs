//! What areas and volumes between corners may be wrong by.

use super::Vector;
use crate::number::Ring;

/// What areas (in two dimensions) or volumes (in three) between corners in one box may be wrong by, multiplied by as much as they
/// are. All share one bound, so it costs less than what [`Filtered`](crate::number::Filtered) numbers carry.
#[derive(Clone, Copy)]
pub(crate) struct Noise<S> {
    most: S,
    by: S,
}

impl<S: Ring> Noise<S> {
    /// Of corners in a box of this size, the longest side of which is `m`: sums and differences of a dozen products of two or three
    /// differences of theirs err by less than `48 u m^2` or `48 u m^3` for the unit roundoff `u`, and in all floats less than by
    /// `m^2 / 2^16`, `m^3 / 2^16`. They are multiplied before they are compared, so that nothing is divided.
    #[inline(always)]
    pub(crate) fn of<V: Vector<Scalar = S>>(size: V) -> Self {
        let size = size.largest();
        // Where this is finite, so are the products and their sums, which are at most 6 `m^3`.
        let side = size * size.lit(4);
        if V::DIM == 2 {
            Self { most: side * side, by: size.lit(1 << 20) }
        } else {
            Self { most: side * side * side, by: size.lit(1 << 22) }
        }
    }

    /// What underflows in such a product is less.
    #[inline(always)]
    pub(crate) fn ordinary(self) -> S::Mask {
        self.most.zero().lt(self.most * self.most)
    }

    /// It is certainly more than 0.
    #[inline(always)]
    pub(crate) fn above(self, number: S) -> S::Mask {
        self.most.lt(number * self.by)
    }

    /// It is certainly less than 0.
    #[inline(always)]
    pub(crate) fn below(self, number: S) -> S::Mask {
        (number * self.by).lt(-self.most)
    }

    /// It is certainly not 0.
    #[inline(always)]
    pub(crate) fn apart(self, number: S) -> S::Mask {
        self.above(number.abs())
    }
}
