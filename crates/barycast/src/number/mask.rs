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
///
/// Both halves go through `&` and `|` alike, and what is undecided is where they differ: one bit to ask for. Asked whether one
/// of two bits is set, compilers jump by each of them, and processors guess wrong which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Certainly.
    yes: bool,
    /// Not certainly not.
    maybe: bool,
}

impl Verdict {
    /// Certainly.
    pub const YES: Self = Self { yes: true, maybe: true };
    /// Certainly not.
    pub const NO: Self = Self { yes: false, maybe: false };
    /// The rounding hides it.
    pub const MAYBE: Self = Self { yes: false, maybe: true };

    /// Of what is certain: not both.
    #[inline(always)]
    pub(crate) fn of(yes: bool, no: bool) -> Self {
        Self { yes, maybe: !no }
    }

    /// The rounding hides it.
    #[inline(always)]
    pub fn is_undecided(self) -> bool {
        self.yes ^ self.maybe
    }
}

impl From<bool> for Verdict {
    #[inline(always)]
    fn from(yes: bool) -> Self {
        Self { yes, maybe: yes }
    }
}

impl BitAnd for Verdict {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, o: Self) -> Self {
        Self { yes: self.yes & o.yes, maybe: self.maybe & o.maybe }
    }
}

impl BitOr for Verdict {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, o: Self) -> Self {
        Self { yes: self.yes | o.yes, maybe: self.maybe | o.maybe }
    }
}

impl Mask for Verdict {
    type Opt<T> = Masked<Self, T>;

    #[inline(always)]
    fn none(self) -> bool {
        !self.maybe
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
