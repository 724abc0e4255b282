//! The traits of [`query`](crate::query) that typed shapes implement without a row of the table: by
//! the algorithms of convex shapes, or by the files of rays and points. `Contains`, `Intersection`
//! and some more need shapes of any kind, and are in `dynamic/typed_methods.rs`.

use super::cast::{self, CastOptions};
use super::table::{with_casts, with_curved_casts, with_vectors};
use crate::convex::advance::{AngularVelocity, Turning};
use crate::convex::dynamics;
use crate::convex::form::Widen;
use crate::pair;
use crate::query::{
    CastAll, ContactManifold, Hit, Impact, Intersects, Manifold, RotatingSweep, SignedDistance, Span, Sweep,
};
use crate::shape::*;
use crate::vector::{FloatVector, Vector, Vector2, Vector3};
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
        if self.intersects(other) { dynamics::manifold(self, other) } else { None }
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
        dynamics::sweep(self, other, self.intersects(other), velocity, max_t)
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

/// Implements `SignedDistance` and `CastAll` of the shapes with rows.
macro_rules! queries {
    ($dim:ident rows { $($shape:ident $name:ident [$ray:ident $point:ident $kind:ident];)* } bodies $bodies:tt) => {$(
        impl<V: $dim + FloatVector> SignedDistance for $shape<V> {
            type Vector = V;

            fn signed_distance(&self, point: V) -> V::Scalar {
                pair::$point::signed_distance(self, &Point(point))
            }
        }
    )*
        queries!(@casts span $($shape $ray $dim $kind;)*);
    };
    // Shapes without rows.
    ($($shape:ident $ray:ident $dim:ident $kind:ident;)*) => {
        queries!(@casts span $($shape $ray $dim $kind;)*);
    };
    (@casts $spans:ident $($shape:ident $ray:ident $dim:ident $kind:ident;)*) => {$(
        impl<V: $dim + FloatVector, L: Linear<Vector = V>> CastAll<$shape<V>> for L {
            type Answer = Vec<Hit<V>>;

            fn cast_all(&self, target: &$shape<V>) -> Vec<Hit<V>> {
                queries!(@$spans self target V $ray $kind)
            }
        }
    )*};
    (@span $line:ident $target:ident $v:ident $ray:ident $kind:ident) => {
        hits($line, queries!(@solid $v $kind), |line| Vec::from_iter(pair::$ray::span($target, line)))
    };
    (@spans $line:ident $target:ident $v:ident $ray:ident $kind:ident) => {
        hits($line, queries!(@solid $v $kind), |line| pair::$ray::spans($target, line))
    };
    (@solid $v:ident solid) => { true };
    (@solid $v:ident surface) => { false };
    (@solid $v:ident mixed) => { $v::DIM == 2 };
}
with_vectors!(queries);

with_casts!(queries);

macro_rules! cast_all_curved {
    ($($shapes:tt)*) => { queries!(@casts spans $($shapes)*); };
}
with_curved_casts!(cast_all_curved);
