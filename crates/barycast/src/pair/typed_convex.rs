//! Queries of typed shapes without a row: [`Intersects`], [`Distance`] and [`Contact`] of each of
//! them with every other convex shape, in both orders.
//!
//! Like in the rows marked `gjk`, `f32` shapes are computed in `f64`, and both in double-double
//! precision if that does not converge; the results are correct to 64 ulp of the largest
//! coordinate. For round shapes the depth in `f64` can be slightly too large. `Shape2` and `Shape3`
//! use more digits and are certified.

use super::table::with_shapes;
use crate::convex::dynamics::contact;
use crate::convex::form::{AsConvex, Widen};
use crate::convex::widened::{closest, intersects};
use crate::number::{Field, Float, Ring};
use crate::query::{Closest, Contact, Distance, Intersects, Penetration};
use crate::shape::*;
use crate::vector::{FloatVector, Vector, Vector2, Vector3};
use alloc::vec::Vec;
use core::marker::PhantomData;

/// A polytope whose support function takes directions of higher precision than its vertices, which
/// are not copied.
struct Corners<'s, S, W> {
    shape: &'s S,
    digits: PhantomData<W>,
}

impl<S: Support, W: FloatVector> Support for Corners<'_, S, W> {
    type Vector = W;

    fn support(&self, direction: W) -> W {
        // Only the direction matters, so it is scaled to a length whose square is in the range of
        // any float.
        let size = (0..W::DIM).map(|i| direction.get(i).abs()).fold(W::Scalar::ZERO, Ring::max);
        let ordinary = size >= W::Scalar::from_f64(1e-9) && size <= W::Scalar::from_f64(1e9);
        let scale = if ordinary { W::Scalar::ONE } else { W::Scalar::ONE.div_or(size, W::Scalar::ONE) };
        let narrow = |x: W::Scalar| Float::from_precise((x * scale).precise());
        lifted(self.shape.support(direction.lift(&narrow)))
    }

    fn middle(&self) -> W {
        lifted(self.shape.middle())
    }

    fn corners(&self, _: W) -> Vec<W> {
        let nowhere = self.shape.middle().zero();
        self.shape.corners(nowhere).into_iter().map(lifted).collect()
    }
}

/// Converts a point to another number type.
fn lifted<V: FloatVector, W: FloatVector>(p: V) -> W {
    p.lift(&|x: V::Scalar| W::Scalar::from_precise(x.precise()))
}

/// Shapes are lifted whole, but for polytopes of many corners.
macro_rules! widen {
    (both { $($b:ident $b_name:ident, $b_ray:ident $b_point:ident $b_kind:ident;)* } d2 {}
     d3 { $($s:ident $s_name:ident, $s_ray:ident $s_point:ident $s_kind:ident;)* }
     bodies_both { $($bb:ident $bb_name:ident $bb_kind:ident;)* }
     bodies_d2 { $($bp:ident $bp_name:ident $bp_kind:ident;)* }
     bodies_d3 { $($bs:ident $bs_name:ident $bs_kind:ident;)* }
     $($others:tt)*) => {
        $(widen!(Vector $b);)*
        $(widen!(Vector3 $s);)*
        $(widen!(Vector $bb);)*
        $(widen!(Vector2 $bp);)*
        $(widen!(Vector3 $bs);)*
    };
    ($dim:ident Convex) => { widen!(@corners $dim Convex); };
    ($dim:ident Frustum) => { widen!(@corners $dim Frustum); };
    (@corners $dim:ident $Shape:ident) => {
        impl<V: $dim + FloatVector> Widen for $Shape<V> {
            type Vector = V;

            fn widened<R>(&self, run: impl FnOnce(&dyn AsConvex<Vector = V::Wide>) -> R) -> R {
                run(&Corners::<Self, V::Wide> { shape: self, digits: PhantomData })
            }

            fn precisely<R>(&self, run: impl FnOnce(&dyn AsConvex<Vector = V::Precise>) -> R) -> R {
                run(&Corners::<Self, V::Precise> { shape: self, digits: PhantomData })
            }
        }
    };
    ($dim:ident $Shape:ident) => {
        impl<V: $dim + FloatVector<Wide: $dim, Precise: $dim>> Widen for $Shape<V> {
            type Vector = V;

            fn widened<R>(&self, run: impl FnOnce(&dyn AsConvex<Vector = V::Wide>) -> R) -> R {
                run(&self.lift::<V::Wide>(&Float::widen))
            }

            fn precisely<R>(&self, run: impl FnOnce(&dyn AsConvex<Vector = V::Precise>) -> R) -> R {
                run(&self.lift::<V::Precise>(&Float::precise))
            }
        }
    };
}
with_shapes!(widen);

macro_rules! implement_bodies {
    (both { $($b:ident $b_name:ident, $b_ray:ident $b_point:ident $b_kind:ident;)* }
     d2 { $($p:ident $p_name:ident, $p_ray:ident $p_point:ident $p_kind:ident;)* }
     d3 { $($s:ident $s_name:ident, $s_ray:ident $s_point:ident $s_kind:ident;)* }
     bodies_both { $($bb:ident $bb_name:ident $bb_kind:ident;)* }
     bodies_d2 { $($bp:ident $bp_name:ident $bp_kind:ident;)* }
     bodies_d3 { $($bs:ident $bs_name:ident $bs_kind:ident;)* }
     $($others:tt)*) => {
        implement_bodies!(@each Vector [$($b)*] $($bb)*);
        implement_bodies!(@pairs Vector2 [$($p)*] $($bb)*);
        implement_bodies!(@pairs Vector3 [$($s)*] $($bb)*);
        implement_bodies!(@each Vector2 [$($b)* $($p)*] $($bp)*);
        implement_bodies!(@each Vector3 [$($b)* $($s)*] $($bs)*);
    };
    (@each $dim:ident $rows:tt $($Body:ident)*) => {
        $(
            implement_bodies!(@questions [V: $dim + FloatVector, X: Widen<Vector = V>] $Body X);
            implement_bodies!(@methods $dim $Body);
        )*
        implement_bodies!(@pairs $dim $rows $($Body)*);
    };
    (@pairs $dim:ident $rows:tt $($Body:ident)*) => {
        $(implement_bodies!(@rows $dim $Body $rows);)*
    };
    (@rows $dim:ident $Body:ident [$($Row:ident)*]) => {
        $(implement_bodies!(@questions [V: $dim + FloatVector] $Row $Body<V>);)*
    };
    (@questions [$($bound:tt)*] $Shape:ident $Other:ty) => {
        impl<$($bound)*> Intersects<$Other> for $Shape<V>
        where
            Self: Widen<Vector = V>,
            $Other: Widen<Vector = V>,
        {
            type Answer = bool;

            fn intersects(&self, other: &$Other) -> bool {
                intersects(self, other)
            }
        }

        impl<$($bound)*> Distance<$Other> for $Shape<V>
        where
            Self: Widen<Vector = V>,
            $Other: Widen<Vector = V>,
        {
            type Vector = V;

            fn closest(&self, other: &$Other) -> Closest<V> {
                closest(self, other)
            }
        }

        impl<$($bound)*> Contact<$Other> for $Shape<V>
        where
            Self: Widen<Vector = V>,
            $Other: Widen<Vector = V>,
        {
            type Answer = Option<Penetration<V>>;

            fn contact(&self, other: &$Other) -> Option<Penetration<V>> {
                if intersects(self, other) { contact(self, other) } else { None }
            }
        }
    };
    (@methods $dim:ident $Body:ident) => { super::typed_methods::methods!($dim $Body); };
}
with_shapes!(implement_bodies);
