//! The questions as methods of typed shapes, so that nothing need be imported: `sphere.intersects(&aabb)`. Those that are answered by
//! shapes of any kind are in `dynamic/typed_methods.rs`.

use super::table::with_shapes;
use crate::query::{Closest, Contact, Distance, Intersects, Penetration};
use crate::shape::*;
use crate::vector::{Vector, Vector3};

/// The questions of every typed shape as inherent methods.
macro_rules! methods {
    (both { $($b:ident $bn:ident, $br:ident $bp:ident $bk:ident;)* } d2 {} d3 { $($s:ident $sn:ident, $sr:ident $sp:ident $sk:ident;)* } $($rest:tt)*) => {
        $(methods!(Vector $b);)*
        $(methods!(Vector3 $s);)*
    };
    ($dim:ident $shape:ident) => {
        impl<V: $dim> $shape<V> {
            /// They share at least one point; touching counts. See [`Intersects`] for all pairs.
            #[inline(always)]
            #[must_use]
            pub fn intersects<B>(&self, other: &B) -> <Self as Intersects<B>>::Answer
            where
                Self: Intersects<B>,
            {
                Intersects::intersects(self, other)
            }

            /// They share at least one point, whatever the rounding; touching counts. See
            /// [`IntersectsExactly`](crate::pair::typed_exact::IntersectsExactly) for all pairs.
            #[inline]
            #[must_use]
            pub fn intersects_exactly<B>(&self, other: &B) -> bool
            where
                Self: $crate::pair::typed_exact::IntersectsExactly<B>,
            {
                $crate::pair::typed_exact::IntersectsExactly::intersects_exactly(self, other)
            }

            /// How far apart they are: 0 exactly when they intersect. See [`Distance`] for all pairs.
            #[inline]
            #[must_use]
            pub fn distance<B>(&self, other: &B) -> V::Scalar
            where
                Self: Distance<B, Vector = V>,
            {
                Distance::closest(self, other).distance
            }

            /// The shortest way between them, with its ends. See [`Distance`] for all pairs.
            #[inline]
            #[must_use]
            pub fn closest<B>(&self, other: &B) -> Closest<V>
            where
                Self: Distance<B, Vector = V>,
            {
                Distance::closest(self, other)
            }

            /// The least translation that takes them apart; `None` when they share no point. See [`Contact`]
            /// for all pairs.
            #[inline]
            #[must_use]
            pub fn contact<B>(&self, other: &B) -> Option<Penetration<V>>
            where
                Self: Contact<B, Vector = V>,
            {
                Contact::contact(self, other)
            }

            /// The same, and of shapes that are apart by no more than `margin` the shortest way between them, as a contact of
            /// negative depth: what may touch before the next frame.
            #[must_use]
            pub fn contact_within<B>(&self, other: &B, margin: V::Scalar) -> Option<Penetration<V>>
            where
                Self: Contact<B, Vector = V> + $crate::convex::form::Widen<Vector = V>,
                B: $crate::convex::form::Widen<Vector = V>,
            {
                Contact::contact(self, other).or_else(|| $crate::convex::dynamics::near(self, other, margin))
            }

            /// The points at which they hold each other, at most four, in 2D two; `None` when they share no point.
            #[must_use]
            pub fn manifold<B>(&self, other: &B) -> Option<$crate::query::Manifold<V>>
            where
                Self: Intersects<B, Answer = bool> + $crate::convex::form::Widen<Vector = V>,
                B: $crate::convex::form::Widen<Vector = V>,
            {
                if Intersects::intersects(self, other) {
                    $crate::convex::dynamics::manifold(self, other)
                } else {
                    None
                }
            }

            /// When `other`, moving by `t * velocity`, first touches, with `0 <= t <= max_t`: 0 when they intersect at the
            /// start. Never late, and early by no more than 2048 roundings (of round shapes 2^18) of the largest coordinate, or of the way, take at the
            /// speed at which they meet; what passes as closely as that may be said to touch. `None` for a velocity that is not
            /// finite, or a limit that is NaN.
            #[doc(alias = "shapecast")]
            #[doc(alias = "time_of_impact")]
            #[must_use]
            pub fn sweep<B>(
                &self,
                other: &B,
                velocity: V,
                max_t: V::Scalar,
            ) -> Option<$crate::query::Impact<V>>
            where
                Self: Intersects<B, Answer = bool> + $crate::convex::form::Widen<Vector = V>,
                B: $crate::convex::form::Widen<Vector = V>,
            {
                let meet = Intersects::intersects(self, other);
                $crate::convex::dynamics::sweep(self, other, meet, velocity, max_t)
            }

            /// [`sweep`](Self::sweep) that stops at a distance before the touch, or goes on where the motion separates shapes that
            /// overlap at the start. Never late, and early by no more than `sweep`. `point` lies on this shape.
            #[doc(alias = "shapecast")]
            #[must_use]
            pub fn sweep_with<B>(
                &self,
                other: &B,
                velocity: V,
                max_t: V::Scalar,
                options: &$crate::query::SweepOptions<V::Scalar>,
            ) -> Option<$crate::query::Impact<V>>
            where
                Self: Intersects<B, Answer = bool> + $crate::convex::form::Widen<Vector = V>,
                B: $crate::convex::form::Widen<Vector = V>,
            {
                let meet = || Intersects::intersects(self, other);
                $crate::convex::dynamics::sweep_with(self, other, meet, velocity, max_t, options)
            }

            /// When `other`, which moves and turns, first touches, with `0 <= t <= max_t`, and by how much that may be early: never
            /// late. `other` has bounds. `None` for a motion that is not finite, or a limit that is NaN.
            #[doc(alias = "nonlinear_shapecast")]
            #[must_use]
            pub fn sweep_turning<B, W>(
                &self,
                other: &B,
                motion: &$crate::convex::advance::Turning<V, W>,
                max_t: V::Scalar,
            ) -> Option<($crate::query::Impact<V>, V::Scalar)>
            where
                Self: Intersects<B, Answer = bool> + $crate::convex::form::Widen<Vector = V>,
                B: $crate::convex::form::Widen<Vector = V> + $crate::shape::Support<Vector = V>,
                W: $crate::convex::advance::AngularVelocity<V>,
            {
                let meet = Intersects::intersects(self, other);
                $crate::convex::dynamics::sweep_turning(self, other, meet, motion, max_t)
            }
        }
    };
}
pub(super) use methods;
with_shapes!(methods);
