//! Queries of typed shapes without a row: [`Intersects`], [`Distance`] and [`Contact`] of each of
//! them with every other convex shape, in both orders.
//!
//! Like in the rows marked `gjk`, `f32` shapes are computed in `f64`, and both in double-double
//! precision if that does not converge; the results are correct to 64 ulp of the largest
//! coordinate. For round shapes the depth in `f64` can be slightly too large. `Shape2` and `Shape3`
//! use more digits and are certified.

use super::table::{for_rows, with_vectors};
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
    ($dim:ident $($list:ident { $($shape:ident $name:ident $rest:tt;)* })*) => {
        $($(widen!($dim $shape);)*)*
    };
    ($dim:ident Convex) => {};
    ($dim:ident Frustum) => {};
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
with_vectors!(widen);

for_shapes!(Polytope in [Convex Frustum] {
    impl<V: FloatVector> Widen for Polytope<V>
    where
        Self: Support<Vector = V>,
    {
        type Vector = V;

        fn widened<R>(&self, run: impl FnOnce(&dyn AsConvex<Vector = V::Wide>) -> R) -> R {
            run(&Corners::<Self, V::Wide> { shape: self, digits: PhantomData })
        }

        fn precisely<R>(&self, run: impl FnOnce(&dyn AsConvex<Vector = V::Precise>) -> R) -> R {
            run(&Corners::<Self, V::Precise> { shape: self, digits: PhantomData })
        }
    }
});

/// Shape without a row.
pub(crate) trait WithoutRow: Widen {}

impl<A: WithoutRow, B: Widen<Vector = A::Vector>> Intersects<B> for A {
    type Answer = bool;

    fn intersects(&self, other: &B) -> bool {
        intersects(self, other)
    }
}

impl<A: WithoutRow, B: Widen<Vector = A::Vector>> Distance<B> for A {
    type Vector = A::Vector;

    fn closest(&self, other: &B) -> Closest<A::Vector> {
        closest(self, other)
    }
}

impl<A: WithoutRow, B: Widen<Vector = A::Vector>> Contact<B> for A {
    type Answer = Option<Penetration<A::Vector>>;

    fn contact(&self, other: &B) -> Option<Penetration<A::Vector>> {
        if intersects(self, other) { contact(self, other) } else { None }
    }
}

macro_rules! without_row {
    ($dim:ident rows $rows:tt bodies { $($Body:ident $body:ident $b:tt;)* }) => {
        $(impl<V: $dim + FloatVector<Wide: $dim, Precise: $dim>> WithoutRow for $Body<V> {})*
    };
}
with_vectors!(without_row);

for_rows!(Row {
    impl<V: FloatVector, B: WithoutRow<Vector = V>> Intersects<B> for Row<V>
    where
        Self: Widen<Vector = V>,
    {
        type Answer = bool;

        fn intersects(&self, other: &B) -> bool {
            intersects(self, other)
        }
    }

    impl<V: FloatVector, B: WithoutRow<Vector = V>> Distance<B> for Row<V>
    where
        Self: Widen<Vector = V>,
    {
        type Vector = V;

        fn closest(&self, other: &B) -> Closest<V> {
            closest(self, other)
        }
    }

    impl<V: FloatVector, B: WithoutRow<Vector = V>> Contact<B> for Row<V>
    where
        Self: Widen<Vector = V>,
    {
        type Answer = Option<Penetration<V>>;

        fn contact(&self, other: &B) -> Option<Penetration<V>> {
            if intersects(self, other) { contact(self, other) } else { None }
        }
    }
});
