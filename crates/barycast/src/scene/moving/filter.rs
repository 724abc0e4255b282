//! Collision filters: which bodies may form a pair.

/// Two bit masks over 32 groups. Two bodies may form a pair if the mask of each contains a group of
/// the other. The rule is symmetric: if one body excludes the other, the pair is excluded.
///
/// ```
/// use barycast::scene::moving::CollisionFilter;
///
/// let wall = CollisionFilter { memberships: 1, mask: 2 };
/// let ball = CollisionFilter { memberships: 2, mask: 1 | 2 };
/// assert!(wall.allows(ball) && ball.allows(ball));
/// assert!(!wall.allows(wall));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(alias = "InteractionGroups")]
#[doc(alias = "CollisionLayers")]
#[doc(alias = "Layers")]
pub struct CollisionFilter {
    /// Groups that the body belongs to, one bit each.
    #[doc(alias = "category")]
    #[doc(alias = "groups")]
    pub memberships: u32,
    /// Groups that the body may form pairs with, one bit each.
    #[doc(alias = "collides_with")]
    #[doc(alias = "filter")]
    pub mask: u32,
}

impl CollisionFilter {
    /// A member of the first group that may form pairs with all groups.
    pub const FIRST: Self = Self { memberships: 1, mask: u32::MAX };

    /// Tests whether the mask of each filter contains a group of the other.
    #[inline(always)]
    pub fn allows(self, other: Self) -> bool {
        self.memberships & other.mask != 0 && other.memberships & self.mask != 0
    }
}

impl Default for CollisionFilter {
    /// Returns [`CollisionFilter::FIRST`].
    fn default() -> Self {
        Self::FIRST
    }
}
