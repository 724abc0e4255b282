//! [`Shape2`] and [`Shape3`] as implementors of the traits of [`query`](crate::query).

use super::any::{NoAnswer, in_both_dimensions};
use super::intersection::Common;
use crate::convex::advance::Turning;
use crate::query::{
    Cast, CastAll, Closest, Contact, ContactManifold, Contains, Distance, Hit, Impact, Intersection,
    Intersects, Manifold, Penetration, RotatingSweep, SignedDistance, Sweep,
};
use alloc::vec::Vec;

/// Implements the traits whose method takes another shape: the method and its answer.
macro_rules! answers {
    ($($Query:ident::$query:ident -> $Answer:ty;)*) => {$(
        impl $Query<Self> for Any {
            type Answer = $Answer;

            fn $query(&self, other: &Self) -> Self::Answer {
                Any::$query(self, other)
            }
        }
    )*};
}
in_both_dimensions! {
    answers! {
        Intersects::intersects -> bool;
        Contains::contains -> Result<bool, NoAnswer>;
        Contact::contact -> Result<Option<Penetration<V>>, NoAnswer>;
        ContactManifold::manifold -> Result<Option<Manifold<V>>, NoAnswer>;
        Cast::cast -> Result<Option<Hit<V>>, NoAnswer>;
        CastAll::cast_all -> Result<Vec<Hit<V>>, NoAnswer>;
        Intersection::intersection -> Result<Option<Common<V>>, NoAnswer>;
    }

    impl Distance<Self> for Any {
        type Vector = V;

        fn closest(&self, other: &Self) -> Closest<V> {
            Self::closest(self, other)
        }
    }

    impl SignedDistance for Any {
        type Vector = V;

        fn signed_distance(&self, point: V) -> f64 {
            Self::signed_distance(self, point)
        }
    }

    impl Sweep<Self> for Any {
        type Vector = V;
        type Answer = Result<Option<Impact<V>>, NoAnswer>;

        fn sweep(&self, other: &Self, velocity: V, max_t: f64) -> Self::Answer {
            Self::sweep(self, other, velocity, max_t)
        }
    }

    impl RotatingSweep<Self, Turning<V, W>> for Any {
        type Scalar = f64;
        type Answer = Result<Option<(Impact<V>, f64)>, NoAnswer>;

        fn sweep_turning(&self, other: &Self, motion: &Turning<V, W>, max_t: f64) -> Self::Answer {
            Self::sweep_turning(self, other, motion, max_t)
        }
    }
}
