//! Queries of typed shapes that use shapes of any kind: the traits of [`query`](crate::query), and
//! inherent methods, so that no import is needed: `sphere.contains(&aabb)`.

use super::any::{Shape2, Shape3};
use super::contact_point::Widened;
use crate::number::Float;
use crate::pair::table::{methods_of_convex_shapes, with_dimensions};
use crate::query::{Contact, Contains, Intersection, Penetration, SignedDistance};
use crate::shape::*;
use crate::vector::Vector;
use glam::{DVec2, DVec3, Vec2, Vec3, Vec3A};

impl<A: Widened, B: Widened<Vector = A::Vector, Any = A::Any>> Contains<B> for A {
    type Answer = bool;

    fn contains(&self, other: &B) -> bool {
        A::holds_all(&self.widened(), &other.widened())
    }
}

impl<A, B> Intersection<B> for A
where
    A: Widened<Any: Intersection<A::Any>>,
    B: Widened<Vector = A::Vector, Any = A::Any>,
{
    type Answer = <A::Any as Intersection<A::Any>>::Answer;

    fn intersection(&self, other: &B) -> Self::Answer {
        self.widened().intersection(&other.widened())
    }
}

methods_of_convex_shapes! {
    /// Returns a point in both shapes, up to rounding, for a [`contact`](Self::contact): see
    /// [`Shape3::contact_point`](crate::dynamic::any::Shape3::contact_point).
    #[must_use]
    pub fn contact_point<B>(&self, other: &B, contact: &Penetration<V>) -> V
    where
        Self: Contact<B, Answer = Option<Penetration<V>>> + Widened<Vector = V>,
        B: Widened<Any = <Self as Widened>::Any>,
    {
        Self::point_in_both(&self.widened(), &other.widened(), contact)
    }

    /// Tests whether every point of `other` is a point of this shape. As exact as
    /// [`Shape3::contains`](crate::dynamic::any::Shape3::contains); takes nanoseconds for spheres,
    /// axis-aligned boxes and half-spaces that contain points and each other. See [`Contains`] for an
    /// example.
    #[must_use]
    pub fn contains<B>(&self, other: &B) -> bool
    where
        Self: Widened<Vector = V>,
        B: Widened<Vector = V, Any = <Self as Widened>::Any>,
    {
        Self::holds_all(&self.widened(), &other.widened())
    }

    /// Returns the set of points that both shapes contain, or `None` if it is empty. See
    /// [`Shape3::intersection`](crate::dynamic::any::Shape3::intersection), which is what a pair of
    /// 3D shapes returns.
    ///
    /// # Errors
    /// [`NoAnswer`](crate::dynamic::any::NoAnswer) if the common set is no named shape.
    pub fn intersection<B>(&self, other: &B) -> <Self as Intersection<B>>::Answer
    where
        Self: Intersection<B>,
    {
        Intersection::intersection(self, other)
    }
}

/// Implements [`SignedDistance`] for shapes without rows.
macro_rules! signed {
    ($Any:ident $Wide:ident $V:ident $dim:ident $narrow:tt rows $rows:tt
     bodies { $($body:ident $body_name:ident $b:tt;)* } curved { $($curved:ident $curved_name:ident $c:tt;)* } $($parts:tt)*) => {
        $(signed!($body $Any $Wide $narrow);)*
        $(signed!($body $Any $Wide [$Wide]);)*
        $(signed!($curved $Any $Wide $narrow);)*
        $(signed!($curved $Any $Wide [$Wide]);)*
    };
    ($shape:ident $Any:ident $Wide:ident [$($V:ident)*]) => {$(
        impl SignedDistance for $shape<$V> {
            type Vector = $V;

            fn signed_distance(&self, point: $V) -> <$V as Vector>::Scalar {
                let shape = $Any::$shape(self.lift::<$Wide>(&Float::to_f64));
                Float::from_f64(shape.signed_distance(point.lift(&Float::to_f64)))
            }
        }
    )*};
}
with_dimensions!(signed);

for_shapes!(Curved in [Annulus Arc Torus] {
    impl<V: Vector> Curved<V> {
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
});
