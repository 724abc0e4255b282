//! Numbers that can be added, multiplied and compared: enough for yes or no.

use super::Mask;
use core::fmt::Debug;
use core::ops::{Add, Mul, Neg, Sub};

/// `+ - *`, order and selection. A kernel over a `Ring` can be answered exactly, with integers.
///
/// Everything is `Copy`: an exact number is a handle into an arena.
pub trait Ring:
    Copy + Debug + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Neg<Output = Self>
{
    /// What a comparison answers.
    type Mask: Mask;

    /// Whether comparisons may be wrong by what was rounded. Numbers that know their rounding, or have none, may be asked
    /// what floats cannot tell from noise.
    const ROUNDS: bool = true;

    /// A small whole number, of the same kind as `self` (lanes take their token from it, exact numbers
    /// their arena).
    fn lit(self, value: i32) -> Self;

    /// `self <= other`; false for NaN.
    fn le(self, other: Self) -> Self::Mask;

    /// `self < other`; false for NaN.
    fn lt(self, other: Self) -> Self::Mask;

    /// `a` where the mask holds, else `b`; the hull of both where the mask is undecided.
    fn select(mask: Self::Mask, a: Self, b: Self) -> Self;

    /// [`select`](Self::select) of a mask that no processor guesses: floats choose by their place in memory, which takes a
    /// little longer than a branch that is guessed right.
    #[inline(always)]
    fn choose(mask: Self::Mask, a: Self, b: Self) -> Self {
        Self::select(mask, a, b)
    }

    /// The first of three numbers where the first mask holds, else the second where the second does, else the third; as
    /// [`choose`](Self::choose) does.
    #[inline(always)]
    fn one_of(masks: [Self::Mask; 2], numbers: [Self; 3]) -> Self {
        Self::select(masks[0], numbers[0], Self::select(masks[1], numbers[1], numbers[2]))
    }

    /// `self >= other`; false for NaN.
    #[inline(always)]
    fn ge(self, other: Self) -> Self::Mask {
        other.le(self)
    }

    /// `self > other`; false for NaN.
    #[inline(always)]
    fn gt(self, other: Self) -> Self::Mask {
        other.lt(self)
    }

    /// `self == other`; false for NaN.
    #[inline(always)]
    fn same(self, other: Self) -> Self::Mask {
        self.le(other) & other.le(self)
    }

    /// The smaller; `other` when one of them is NaN. One meaning in all number types.
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self::select(self.lt(other), self, other)
    }

    /// The larger; `other` when one of them is NaN.
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self::select(other.lt(self), self, other)
    }

    /// The nearest number in `[low, high]`; `low` when `high < low`.
    #[inline(always)]
    fn clamp_to(self, low: Self, high: Self) -> Self {
        self.min(high).max(low)
    }

    /// The size without the sign.
    #[inline(always)]
    fn abs(self) -> Self {
        Self::select(self.lt(self.zero()), -self, self)
    }

    /// 0, of the same kind as `self`.
    #[inline(always)]
    fn zero(self) -> Self {
        self.lit(0)
    }

    /// 1, of the same kind as `self`.
    #[inline(always)]
    fn one(self) -> Self {
        self.lit(1)
    }

    /// The product with itself: never negative, which an interval knows only when told.
    #[inline(always)]
    fn squared(self) -> Self {
        self * self
    }

    /// The coordinates of one vector as they were given, bounded alike by numbers that carry bounds.
    #[inline(always)]
    fn leveled<const D: usize>(numbers: [Self; D]) -> [Self; D] {
        numbers
    }

    /// A sum of up to four numbers as they were given: numbers that carry bounds give it room for its terms.
    #[inline(always)]
    fn of_several(self) -> Self {
        self
    }

    /// True in every lane.
    #[inline(always)]
    fn always(self) -> Self::Mask {
        let zero = self.zero();
        zero.le(zero)
    }

    /// False in every lane.
    #[inline(always)]
    fn never(self) -> Self::Mask {
        let zero = self.zero();
        zero.lt(zero)
    }
}

macro_rules! float_ring {
    ($($float:ty),*) => {$(
        impl Ring for $float {
            type Mask = bool;

            #[inline(always)]
            fn lit(self, value: i32) -> Self {
                value as $float
            }

            #[inline(always)]
            fn le(self, other: Self) -> bool {
                self <= other
            }

            #[inline(always)]
            fn lt(self, other: Self) -> bool {
                self < other
            }

            #[inline(always)]
            fn select(mask: bool, a: Self, b: Self) -> Self {
                if mask { a } else { b }
            }

            #[inline(always)]
            fn choose(mask: bool, a: Self, b: Self) -> Self {
                [b, a][usize::from(mask)]
            }

            #[inline(always)]
            fn one_of(masks: [bool; 2], numbers: [Self; 3]) -> Self {
                let [first, second, third] = numbers;
                [third, second, first, first][usize::from(masks[0]) << 1 | usize::from(masks[1])]
            }

            // One instruction; the default is a choice, which processors guess wrong.
            #[inline(always)]
            fn abs(self) -> Self {
                <$float>::abs(self)
            }
        }
    )*};
}

float_ring!(f32, f64);
