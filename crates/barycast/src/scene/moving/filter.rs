//! Which bodies may make a pair at all.

/// Two masks of 32 layers. Two bodies may make a pair when each sees a layer that the other is in: a rule that is the same
/// for both, so it takes one of them not to see the other, and neither does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(alias = "InteractionGroups")]
#[doc(alias = "CollisionLayers")]
#[doc(alias = "Layers")]
pub struct CollisionFilter {
    /// The layers that the body is in, a bit each.
    #[doc(alias = "category")]
    #[doc(alias = "groups")]
    pub memberships: u32,
    /// The layers that it sees, a bit each.
    #[doc(alias = "collides_with")]
    #[doc(alias = "filter")]
    pub mask: u32,
}

impl CollisionFilter {
    /// In the first layer, and sees all.
    pub const FIRST: Self = Self { memberships: 1, mask: u32::MAX };

    /// Each sees a layer that the other is in.
    #[inline(always)]
    pub fn allows(self, other: Self) -> bool {
        self.memberships & other.mask != 0 && other.memberships & self.mask != 0
    }
}

impl Default for CollisionFilter {
    /// [`CollisionFilter::FIRST`].
    fn default() -> Self {
        Self::FIRST
    }
}
