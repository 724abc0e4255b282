//! Results of comparisons: `bool`, a lane mask, or a verdict that may be undecided.

use core::fmt::Debug;
use core::ops::{BitAnd, BitOr};

/// The result of a comparison. There is no `Not`: negation would turn a NaN into a hit and has no
/// meaning for an undecided result. Write `gap.le(reach)`, never `!(gap > reach)`.
pub trait Mask: Copy + Debug + BitAnd<Output = Self> + BitOr<Output = Self> {
    /// `Option<T>` for `bool`; a value with its mask for lanes and verdicts.
    type Opt<T>;

    /// Tests whether the mask is certainly false in every lane.
    fn none(self) -> bool;

    /// Tests whether the mask is certainly true in every lane.
    fn all(self) -> bool;

    /// Returns the value where the mask is true.
    fn then_some<T>(self, value: T) -> Self::Opt<T>;
}

impl Mask for bool {
    type Opt<T> = Option<T>;

    #[inline(always)]
    fn none(self) -> bool {
        !self
    }

    #[inline(always)]
    fn all(self) -> bool {
        self
    }

    #[inline(always)]
    fn then_some<T>(self, value: T) -> Option<T> {
        if self { Some(value) } else { None }
    }
}

/// A value that is valid only where its mask is true.
#[derive(Clone, Copy, Debug)]
pub struct Masked<M, T> {
    /// Lanes in which the value is valid.
    pub mask: M,
    /// The value; arbitrary where the mask is false.
    pub value: T,
}

/// A truth value that rounding may leave undecided.
///
/// Both bits pass through `&` and `|` alike, and the result is undecided where they differ, which
/// is a single test. With a pair of bits "yes" and "no", compilers branch on each, and the
/// processor mispredicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict(Bits);

#[cfg(not(barycast_small))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bits {
    /// Whether it is certainly true.
    yes: bool,
    /// Whether it may be true: not certainly false.
    maybe: bool,
}

/// Both bits in one number, which calls pass and return in one piece.
#[cfg(barycast_small)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bits(u8);

#[cfg(not(barycast_small))]
impl Bits {
    #[inline(always)]
    const fn new(yes: bool, maybe: bool) -> Self {
        Self { yes, maybe }
    }

    #[inline(always)]
    const fn yes(self) -> bool {
        self.yes
    }

    #[inline(always)]
    const fn maybe(self) -> bool {
        self.maybe
    }

    #[inline(always)]
    const fn and(self, o: Self) -> Self {
        Self { yes: self.yes & o.yes, maybe: self.maybe & o.maybe }
    }

    #[inline(always)]
    const fn or(self, o: Self) -> Self {
        Self { yes: self.yes | o.yes, maybe: self.maybe | o.maybe }
    }
}

#[cfg(barycast_small)]
impl Bits {
    #[inline(always)]
    const fn new(yes: bool, maybe: bool) -> Self {
        Self(yes as u8 | (maybe as u8) << 1)
    }

    #[inline(always)]
    const fn yes(self) -> bool {
        self.0 & 1 != 0
    }

    #[inline(always)]
    const fn maybe(self) -> bool {
        self.0 & 2 != 0
    }

    #[inline(always)]
    const fn and(self, o: Self) -> Self {
        Self(self.0 & o.0)
    }

    #[inline(always)]
    const fn or(self, o: Self) -> Self {
        Self(self.0 | o.0)
    }
}

impl Verdict {
    /// Certainly true.
    pub const YES: Self = Self(Bits::new(true, true));
    /// Certainly false.
    pub const NO: Self = Self(Bits::new(false, false));
    /// Undecided because of rounding.
    pub const MAYBE: Self = Self(Bits::new(false, true));

    /// Builds a verdict from what is certain; at most one of the two is true.
    #[inline(always)]
    pub(crate) fn of(yes: bool, no: bool) -> Self {
        Self(Bits::new(yes, !no))
    }

    /// Returns whether rounding leaves the result undecided.
    #[inline(always)]
    pub fn is_undecided(self) -> bool {
        self.0.yes() ^ self.0.maybe()
    }
}

impl From<bool> for Verdict {
    #[inline(always)]
    fn from(yes: bool) -> Self {
        Self(Bits::new(yes, yes))
    }
}

impl BitAnd for Verdict {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, o: Self) -> Self {
        Self(self.0.and(o.0))
    }
}

impl BitOr for Verdict {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, o: Self) -> Self {
        Self(self.0.or(o.0))
    }
}

impl Mask for Verdict {
    type Opt<T> = Masked<Self, T>;

    #[inline(always)]
    fn none(self) -> bool {
        !self.0.maybe()
    }

    #[inline(always)]
    fn all(self) -> bool {
        self.0.yes()
    }

    #[inline(always)]
    fn then_some<T>(self, value: T) -> Masked<Self, T> {
        Masked { mask: self, value }
    }
}
