//! Queries as inherent methods of typed shapes, so that no import is needed:
//! `sphere.intersects(&aabb)`. The ones that need type-erased shapes are in
//! `dynamic/typed_methods.rs`.

use super::table::methods_of_convex_shapes;
use crate::query::{Closest, Contact, Distance, Intersects, Penetration, SignedDistance};

methods_of_convex_shapes! {
    /// Tests whether the shapes intersect; touching counts. See [`Intersects`].
    #[inline(always)]
    #[must_use]
    pub fn intersects<B>(&self, other: &B) -> <Self as Intersects<B>>::Answer
    where
        Self: Intersects<B>,
    {
        Intersects::intersects(self, other)
    }

    /// Tests whether the shapes intersect, exactly, despite rounding; touching counts. See
    /// [`IntersectsExactly`](crate::pair::typed_exact::IntersectsExactly).
    #[inline]
    #[must_use]
    pub fn intersects_exactly<B>(&self, other: &B) -> bool
    where
        Self: crate::pair::typed_exact::IntersectsExactly<B>,
    {
        crate::pair::typed_exact::IntersectsExactly::intersects_exactly(self, other)
    }

    /// Returns the distance: 0 exactly if the shapes intersect. See [`Distance`].
    #[inline]
    #[must_use]
    pub fn distance<B>(&self, other: &B) -> V::Scalar
    where
        Self: Distance<B, Vector = V>,
    {
        Distance::closest(self, other).distance
    }

    /// Returns the closest points and their distance. See [`Distance`] for all pairs.
    #[inline]
    #[must_use]
    pub fn closest<B>(&self, other: &B) -> Closest<V>
    where
        Self: Distance<B, Vector = V>,
    {
        Distance::closest(self, other)
    }

    /// Returns the minimum separating translation; `None` if disjoint. See [`Contact`].
    #[inline]
    #[must_use]
    pub fn contact<B>(&self, other: &B) -> Option<Penetration<V>>
    where
        Self: Contact<B, Answer = Option<Penetration<V>>>,
    {
        Contact::contact(self, other)
    }

    /// Returns the [`contact`](Self::contact); for disjoint shapes within `margin`, their
    /// closest points as a contact of negative depth (a speculative contact).
    #[must_use]
    pub fn contact_within<B>(&self, other: &B, margin: V::Scalar) -> Option<Penetration<V>>
    where
        Self: Contact<B, Answer = Option<Penetration<V>>> + crate::convex::form::Widen<Vector = V>,
        B: crate::convex::form::Widen<Vector = V>,
    {
        Contact::contact(self, other).or_else(|| crate::convex::dynamics::near(self, other, margin))
    }

    /// Returns the contact manifold, or `None` if the shapes are disjoint.
    #[must_use]
    pub fn manifold<B>(&self, other: &B) -> Option<crate::query::Manifold<V>>
    where
        Self: Intersects<B, Answer = bool> + crate::convex::form::Widen<Vector = V>,
        B: crate::convex::form::Widen<Vector = V>,
    {
        crate::convex::dynamics::manifold(self, other, || Intersects::intersects(self, other))
    }

    /// Returns the time of impact with `other`, which moves by `t * velocity`, for
    /// `0 <= t <= max_t`; 0 if the shapes intersect at the start. Never late, and early by
    /// at most the time to cover 2048 roundings (2^18 for round shapes) of the largest
    /// coordinate, or of the path, at the closing speed. `None` for a velocity that is not
    /// finite, or a NaN limit.
    #[doc(alias = "shapecast")]
    #[doc(alias = "time_of_impact")]
    #[must_use]
    pub fn sweep<B>(
        &self,
        other: &B,
        velocity: V,
        max_t: V::Scalar,
    ) -> Option<crate::query::Impact<V>>
    where
        Self: Intersects<B, Answer = bool> + crate::convex::form::Widen<Vector = V>,
        B: crate::convex::form::Widen<Vector = V>,
    {
        let meet = || Intersects::intersects(self, other);
        crate::convex::dynamics::sweep(self, other, meet, velocity, max_t)
    }

    /// Like [`sweep`](Self::sweep), but stops at a distance before contact, or ignores an
    /// overlap that the motion separates. Accurate as `sweep`; `point` lies on this shape.
    #[doc(alias = "shapecast")]
    #[must_use]
    pub fn sweep_with<B>(
        &self,
        other: &B,
        velocity: V,
        max_t: V::Scalar,
        options: &crate::query::SweepOptions<V::Scalar>,
    ) -> Option<crate::query::Impact<V>>
    where
        Self: Intersects<B, Answer = bool> + crate::convex::form::Widen<Vector = V>,
        B: crate::convex::form::Widen<Vector = V>,
    {
        let meet = || Intersects::intersects(self, other);
        crate::convex::dynamics::sweep_with(self, other, meet, velocity, max_t, options)
    }

    /// Returns the time of impact with `other`, which moves and rotates, and a bound of how
    /// early it is (never late). `None` if the motion is not finite or the limit is NaN.
    #[doc(alias = "nonlinear_shapecast")]
    #[must_use]
    pub fn sweep_turning<B, W>(
        &self,
        other: &B,
        motion: &crate::convex::advance::Turning<V, W>,
        max_t: V::Scalar,
    ) -> Option<(crate::query::Impact<V>, V::Scalar)>
    where
        Self: Intersects<B, Answer = bool> + crate::convex::form::Widen<Vector = V>,
        B: crate::convex::form::Widen<Vector = V> + crate::shape::Support<Vector = V>,
        W: crate::convex::advance::AngularVelocity<V>,
    {
        let meet = Intersects::intersects(self, other);
        crate::convex::dynamics::sweep_turning(self, other, meet, motion, max_t)
    }

    /// Returns the signed distance from `point` to the boundary. See [`SignedDistance`].
    #[doc(alias = "sdf")]
    #[must_use]
    pub fn signed_distance(&self, point: V) -> V::Scalar
    where
        Self: SignedDistance<Vector = V>,
    {
        SignedDistance::signed_distance(self, point)
    }
}
