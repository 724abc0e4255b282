//! Answers to comparisons: `bool`, a lane mask, or a verdict that may be undecided.

use core::fmt::Debug;
use core::ops::{BitAnd, BitOr};

/// The answer of a comparison. It affirms: there is no `Not`, because negation would turn a NaN into a hit
/// and has no meaning for "maybe". Write `gap.le(reach)`, never `!(gap > reach)`.
pub trait Mask: Copy + Debug + BitAnd<Output = Self> + BitOr<Output = Self> {
    /// `Option<T>` for `bool`; a value beside its mask for lanes and verdicts.
    type Opt<T>;

    /// Certainly false, in every lane.
    fn none(self) -> bool;

    /// Certainly true, in every lane.
    fn all(self) -> bool;

    /// The value where the mask holds.
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

/// A value that holds only where its mask does.
#[derive(Clone, Copy, Debug)]
pub struct Masked<M, T> {
    /// Where the value means something.
    pub mask: M,
    /// The value; arbitrary where the mask is false.
    pub value: T,
}

/// A truth that may be hidden by rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    yes: bool,
    no: bool,
}

impl Verdict {
    /// Certainly.
    pub const YES: Self = Self { yes: true, no: false };
    /// Certainly not.
    pub const NO: Self = Self { yes: false, no: true };
    /// The rounding hides it.
    pub const MAYBE: Self = Self { yes: false, no: false };

    /// Of what is certain: not both.
    #[inline(always)]
    pub(super) fn of(yes: bool, no: bool) -> Self {
        Self { yes, no }
    }

    /// The rounding hides it.
    #[inline(always)]
    pub fn is_undecided(self) -> bool {
        !(self.yes | self.no)
    }
}

impl From<bool> for Verdict {
    #[inline(always)]
    fn from(yes: bool) -> Self {
        Self { yes, no: !yes }
    }
}

impl BitAnd for Verdict {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, o: Self) -> Self {
        Self { yes: self.yes & o.yes, no: self.no | o.no }
    }
}

impl BitOr for Verdict {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, o: Self) -> Self {
        Self { yes: self.yes | o.yes, no: self.no & o.no }
    }
}

impl Mask for Verdict {
    type Opt<T> = Masked<Self, T>;

    #[inline(always)]
    fn none(self) -> bool {
        self.no
    }

    #[inline(always)]
    fn all(self) -> bool {
        self.yes
    }

    #[inline(always)]
    fn then_some<T>(self, value: T) -> Masked<Self, T> {
        Masked { mask: self, value }
    }
}
