//! Yes or no of plain floats, where rounding cannot have changed it.
//!
//! A kernel that compares sums compares their difference with 0. Of floats it is wrong by less than so many epsilons of a size,
//! which whoever asks knows from the numbers that were given: for all comparisons of a kind one size, found once, where
//! [`Filtered`](super::Filtered) has one beside each number. Sizes are rough and too large; what they leave open is asked again, and
//! rare in shapes that do not nearly touch.

#![allow(clippy::needless_bitwise_bool, reason = "one branch, and not one of a guess each")]

use super::{Float, Mask, Ring};
use core::marker::PhantomData;

/// Far enough from the ends of the range that what is lost there is less than rounding: an epsilon of it is a number with all
/// its digits, and a product with a few more like it is one.
#[inline(always)]
pub(crate) fn is_ordinary<S: Float>(size: S) -> bool {
    (size >= S::MIN_POSITIVE / S::EPSILON) & (size <= S::EPSILON / S::MIN_POSITIVE)
}

/// Whether an excess, which is wrong by less than `noise` epsilons of a size, is at most 0: certainly.
#[inline(always)]
pub(crate) fn at_most_zero<S: Float>(excess: S, size: S, noise: i32) -> Option<bool> {
    let clear = excess.abs() > size * (size.lit(noise) * S::EPSILON);
    (clear & is_ordinary(size)).then_some(excess < S::ZERO)
}

/// What becomes of the axes that may separate two shapes: one text of a kernel for answers in any numbers, and for those of plain floats that
/// are certain.
pub(crate) trait Axes<S: Ring> {
    /// Along an axis the shadows are so far apart, and meet up to a reach.
    fn see(&mut self, apart: S, reach: S);

    /// Along an axis a shadow from `low` to `high` meets the one from `-reach` to `reach`.
    fn see_between(&mut self, low: S, high: S, reach: S);

    /// All axes of a kind were seen: one of any kind separates. Whoever asks may stop.
    fn are_apart(&mut self, kind: usize) -> bool;
}

/// As the numbers compare.
pub(crate) struct Plainly<S: Ring> {
    pub(crate) hit: S::Mask,
    of: PhantomData<S>,
}

impl<S: Ring> Plainly<S> {
    #[inline(always)]
    pub(crate) fn of(number: S) -> Self {
        Self { hit: number.always(), of: PhantomData }
    }
}

impl<S: Ring> Axes<S> for Plainly<S> {
    #[inline(always)]
    fn see(&mut self, apart: S, reach: S) {
        self.hit = self.hit & apart.abs().le(reach);
    }

    #[inline(always)]
    fn see_between(&mut self, low: S, high: S, reach: S) {
        self.hit = self.hit & low.le(reach) & (-reach).le(high);
    }

    #[inline(always)]
    fn are_apart(&mut self, _kind: usize) -> bool {
        self.hit.none()
    }
}

/// As far as it is certain.
pub(crate) struct Certainly<S, const KINDS: usize> {
    /// The greatest excess along axes of the kind that is being seen.
    most: S,
    /// Of the numbers of each kind, and how many epsilons of that they are wrong by.
    sizes: [(S, i32); KINDS],
    apart: bool,
    open: bool,
}

impl<S: Float, const KINDS: usize> Certainly<S, KINDS> {
    #[inline(always)]
    pub(crate) fn new(sizes: [(S, i32); KINDS]) -> Self {
        Self { most: -S::ONE.infinity(), sizes, apart: false, open: false }
    }

    /// The shapes share a point; `None` where that is not certain.
    #[inline(always)]
    pub(crate) fn answer(self) -> Option<bool> {
        (self.apart | !self.open).then_some(!self.apart)
    }
}

impl<S: Float, const KINDS: usize> Axes<S> for Certainly<S, KINDS> {
    #[inline(always)]
    fn see(&mut self, apart: S, reach: S) {
        self.most = Ring::max(self.most, apart.abs() - reach);
    }

    #[inline(always)]
    fn see_between(&mut self, low: S, high: S, reach: S) {
        self.most = Ring::max(self.most, Ring::max(low - reach, -reach - high));
    }

    #[inline(always)]
    fn are_apart(&mut self, kind: usize) -> bool {
        let (size, noise) = self.sizes[kind];
        let verdict = at_most_zero(self.most, size, noise);
        self.most = -S::ONE.infinity();
        self.apart |= verdict == Some(false);
        self.open |= verdict.is_none();
        self.apart
    }
}
