//! Which bodies may make a pair at all.

/// Two masks of 32 layers. Two bodies may make a pair when each sees a layer that the other is in: a rule that is the same
/// for both, so it takes one of them not to see the other, and neither does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Layers {
    /// The layers that the body is in, a bit each.
    #[doc(alias = "category")]
    #[doc(alias = "membership")]
    pub is: u32,
    /// The layers that it sees, a bit each.
    #[doc(alias = "mask")]
    #[doc(alias = "filter")]
    pub sees: u32,
}

impl Layers {
    /// In the first layer, and sees all.
    pub const FIRST: Self = Self { is: 1, sees: u32::MAX };

    /// Each sees a layer that the other is in.
    #[inline(always)]
    pub fn may_meet(self, other: Self) -> bool {
        self.is & other.sees != 0 && other.is & self.sees != 0
    }
}

impl Default for Layers {
    /// [`Layers::FIRST`].
    fn default() -> Self {
        Self::FIRST
    }
}
