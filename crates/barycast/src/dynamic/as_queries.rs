//! [`Shape2`] and [`Shape3`] as implementors of the traits of [`query`](crate::query).

use super::any::{NoAnswer, Shape2, Shape3};
use super::intersection::Common;
use crate::convex::advance::Turning;
use crate::pair::cast::CastOptions;
use crate::query::{
    Cast, CastAll, Closest, Contact, ContactManifold, Contains, Distance, Hit, Impact, Intersection,
    Intersects, Manifold, Penetration, RotatingSweep, SignedDistance, Sweep,
};
use alloc::vec::Vec;
use glam::{DVec2, DVec3};

macro_rules! queries {
    ($($Any:ident $V:ident $W:ty;)*) => {$(
        impl Intersects<Self> for $Any {
            type Answer = bool;

            fn intersects(&self, other: &Self) -> bool {
                $Any::intersects(self, other)
            }
        }

        impl Contains<Self> for $Any {
            type Answer = Result<bool, NoAnswer>;

            fn contains(&self, other: &Self) -> Self::Answer {
                $Any::contains(self, other)
            }
        }

        impl Distance<Self> for $Any {
            type Vector = $V;

            fn closest(&self, other: &Self) -> Closest<$V> {
                $Any::closest(self, other)
            }
        }

        impl SignedDistance for $Any {
            type Vector = $V;

            fn signed_distance(&self, point: $V) -> f64 {
                $Any::signed_distance(self, point)
            }
        }

        impl Contact<Self> for $Any {
            type Answer = Result<Option<Penetration<$V>>, NoAnswer>;

            fn contact(&self, other: &Self) -> Self::Answer {
                $Any::contact(self, other)
            }
        }

        impl ContactManifold<Self> for $Any {
            type Answer = Result<Option<Manifold<$V>>, NoAnswer>;

            fn manifold(&self, other: &Self) -> Self::Answer {
                $Any::manifold(self, other)
            }
        }

        impl Cast<Self> for $Any {
            type Answer = Result<Option<Hit<$V>>, NoAnswer>;

            fn cast(&self, target: &Self) -> Self::Answer {
                $Any::cast(self, target)
            }
        }

        impl CastAll<Self> for $Any {
            type Answer = Result<Vec<Hit<$V>>, NoAnswer>;

            fn cast_all(&self, target: &Self) -> Self::Answer {
                $Any::cast_all(self, target)
            }
        }

        impl Sweep<Self> for $Any {
            type Vector = $V;
            type Answer = Result<Option<Impact<$V>>, NoAnswer>;

            fn sweep(&self, other: &Self, velocity: $V, max_t: f64) -> Self::Answer {
                $Any::sweep(self, other, velocity, max_t)
            }
        }

        impl RotatingSweep<Self, Turning<$V, $W>> for $Any {
            type Scalar = f64;
            type Answer = Result<Option<(Impact<$V>, f64)>, NoAnswer>;

            fn sweep_turning(&self, other: &Self, motion: &Turning<$V, $W>, max_t: f64) -> Self::Answer {
                $Any::sweep_turning(self, other, motion, max_t)
            }
        }

        impl Intersection<Self> for $Any {
            type Answer = Result<Option<Common<$V>>, NoAnswer>;

            fn intersection(&self, other: &Self) -> Self::Answer {
                $Any::intersection(self, other)
            }
        }

        impl $Any {
            /// Returns the distance between the shapes, in units of length: 0 exactly if they intersect. See
            /// [`closest`](Self::closest).
            #[must_use]
            pub fn distance(&self, other: &Self) -> f64 {
                self.closest(other).distance
            }

            /// Returns the first hit of `self`, a line, ray or segment, with `target`. See
            /// [`cast_with`](Self::cast_with) for limits, culling and hollow solids.
            ///
            /// # Errors
            /// [`NoAnswer`] if `self` is another shape.
            #[doc(alias = "raycast")]
            pub fn cast(&self, target: &Self) -> Result<Option<Hit<$V>>, NoAnswer> {
                self.cast_with(target, &CastOptions::default())
            }

            /// Returns all hits of `self`, a line, ray or segment, with `target`, in order of `t`: the
            /// ends of every span in it. See [`cast_all_with`](Self::cast_all_with).
            ///
            /// # Errors
            /// [`NoAnswer`] if `self` is another shape.
            pub fn cast_all(&self, target: &Self) -> Result<Vec<Hit<$V>>, NoAnswer> {
                self.cast_all_with(target, &CastOptions::default())
            }
        }
    )*};
}
queries! {
    Shape2 DVec2 f64;
    Shape3 DVec3 DVec3;
}
