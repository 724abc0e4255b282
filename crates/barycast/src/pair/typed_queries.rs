//! The traits of [`query`](crate::query) that typed shapes implement without a row of the table: by
//! the algorithms of convex shapes, or by the files of rays and points. `Contains`, `Intersection`
//! and some more need shapes of any kind, and are in `dynamic/typed_methods.rs`.

use super::cast::{self, CastOptions};
use super::table::{for_casts, for_rows};
use crate::convex::advance::{AngularVelocity, Turning};
use crate::convex::dynamics;
use crate::convex::form::Widen;
use crate::query::{
    CastAll, ContactManifold, Hit, Impact, Intersects, Manifold, RotatingSweep, SignedDistance, Span, Sweep,
};
use crate::shape::*;
use crate::vector::{FloatVector, Vector};
use alloc::vec::Vec;

/// Number type of a convex shape.
type Number<A> = <<A as Widen>::Vector as Vector>::Scalar;

impl<A, B> ContactManifold<B> for A
where
    A: Widen + Intersects<B, Answer = bool>,
    B: Widen<Vector = A::Vector>,
{
    type Answer = Option<Manifold<A::Vector>>;

    fn manifold(&self, other: &B) -> Self::Answer {
        dynamics::manifold(self, other, || self.intersects(other))
    }
}

impl<A, B> Sweep<B> for A
where
    A: Widen + Intersects<B, Answer = bool>,
    B: Widen<Vector = A::Vector>,
{
    type Vector = A::Vector;
    type Answer = Option<Impact<A::Vector>>;

    fn sweep(&self, other: &B, velocity: A::Vector, max_t: Number<A>) -> Self::Answer {
        dynamics::sweep(self, other, || self.intersects(other), velocity, max_t)
    }
}

impl<A, B, W> RotatingSweep<B, Turning<A::Vector, W>> for A
where
    A: Widen + Intersects<B, Answer = bool>,
    B: Widen<Vector = A::Vector> + Support<Vector = A::Vector>,
    W: AngularVelocity<A::Vector>,
{
    type Scalar = Number<A>;
    type Answer = Option<(Impact<A::Vector>, Number<A>)>;

    fn sweep_turning(&self, other: &B, motion: &Turning<A::Vector, W>, max_t: Number<A>) -> Self::Answer {
        dynamics::sweep_turning(self, other, self.intersects(other), motion, max_t)
    }
}

/// Returns all hits of a line, ray or segment with a shape, from the spans of its line in it.
fn hits<L: Linear<Vector: FloatVector>, S: AsRef<[Span<L::Vector>]>>(
    line: &L,
    solid: bool,
    spans: impl FnOnce(&Line<L::Vector>) -> S,
) -> Vec<Hit<L::Vector>> {
    let range = cast::Range::of(line, None);
    cast::hits(range, spans(&range.line).as_ref(), solid, &CastOptions::default())
}

for_rows!(Row {
    impl<V: Dim + FloatVector> SignedDistance for Row<V> {
        type Vector = V;

        fn signed_distance(&self, p: V) -> V::Scalar {
            point::signed_distance(self, &Point(p))
        }
    }
});

for_casts! {
    cast {
        impl<V: Dim + FloatVector, L: Linear<Vector = V>> CastAll<Target<V>> for L {
            type Answer = Vec<Hit<V>>;

            fn cast_all(&self, target: &Target<V>) -> Vec<Hit<V>> {
                hits(self, is_solid(V::DIM), |line| Vec::from_iter(ray::span(target, line)))
            }
        }
    }
    span {
        impl<V: Dim + FloatVector, L: Linear<Vector = V>> CastAll<Target<V>> for L {
            type Answer = Vec<Hit<V>>;

            fn cast_all(&self, target: &Target<V>) -> Vec<Hit<V>> {
                hits(self, is_solid(V::DIM), |line| Vec::from_iter(ray::span(target, line)))
            }
        }
    }
    spans {
        impl<V: Dim + FloatVector, L: Linear<Vector = V>> CastAll<Target<V>> for L {
            type Answer = Vec<Hit<V>>;

            fn cast_all(&self, target: &Target<V>) -> Vec<Hit<V>> {
                hits(self, is_solid(V::DIM), |line| ray::spans(target, line))
            }
        }
    }
}
