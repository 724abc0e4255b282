//! Queries of typed shapes: the traits of [`query`](crate::query) for each row of the
//! [table](super::table), in both orders, from the kernels in its file.

use super::cast::{self, CastOptions};
use super::table::{with_casts, with_curved_casts, with_rows, with_vectors};
use crate::convex::{self, epa, gjk};
use crate::number::{Field, Float};
use crate::pair;
use crate::query::{Cast, CastAll, Closest, Contact, Distance, Hit, Intersects, Penetration};
use crate::shape::*;
use crate::vector::{FloatVector, Vector, Vector2, Vector3};
use alloc::vec::Vec;

/// A shape in SIMD registers, if a register type fits its vectors: the same bits, faster. Rows of a
/// few products without a branch keep the plain type, because compilers vectorize a loop over many
/// of them. So do rows of 3D only, since the compiler cannot see that the register type has three
/// dimensions too.
macro_rules! packed {
    (Vector Capsule Capsule, $shape:ident) => {
        *$shape
    };
    (Vector Capsule Point, $shape:ident) => {
        *$shape
    };
    (Vector Capsule Sphere, $shape:ident) => {
        *$shape
    };
    (Vector Line Sphere, $shape:ident) => {
        *$shape
    };
    (Vector Point Sphere, $shape:ident) => {
        *$shape
    };
    (Vector Ray Sphere, $shape:ident) => {
        *$shape
    };
    (Vector Segment Sphere, $shape:ident) => {
        *$shape
    };
    (Vector Sphere Sphere, $shape:ident) => {
        *$shape
    };
    (Vector $($pair:ident)*, $shape:ident) => {
        $shape.packed()
    };
    ($dim:ident $($pair:ident)*, $shape:ident) => {
        *$shape
    };
}

/// Converts a shape to at least `f64`, for iterative algorithms.
macro_rules! wide {
    ($v:ident, $shape:ident) => {
        $shape.lift::<<$v as FloatVector>::Wide>(&Float::widen)
    };
}

/// Converts a shape to double-double precision, if an iterative algorithm did not converge.
macro_rules! twice {
    ($v:ident, $shape:ident) => {
        $shape.lift::<<$v as FloatVector>::Precise>(&Float::precise)
    };
}

/// Decides by an iterative algorithm, in double-double precision if it does not converge before.
fn decide(widened: Option<bool>, precisely: impl FnOnce() -> Option<bool>) -> bool {
    widened.or_else(precisely).unwrap_or(false)
}

/// Returns the closest points that an iterative algorithm finds, in double-double precision if it
/// does not converge before.
fn closest<V: FloatVector>(
    found: gjk::Outcome<V::Wide>,
    precisely: impl FnOnce() -> gjk::Outcome<V::Precise>,
) -> Closest<V> {
    if found.status == gjk::Status::NotConverged {
        precisely().closest.lift(&Float::from_precise)
    } else {
        found.closest.lift(&Float::narrow)
    }
}

/// Returns the contact that the expanding polytope finds, in double-double precision if it does not
/// converge before.
fn contact<V: FloatVector>(
    found: Option<epa::Outcome<V::Wide>>,
    precisely: impl FnOnce() -> Option<epa::Outcome<V::Precise>>,
    shared: impl FnOnce() -> V,
) -> Option<Penetration<V>> {
    let found = found?;
    let contact = if found.status == epa::Status::NotConverged {
        precisely()?.contact.lift(&Float::from_precise)
    } else {
        found.contact.lift(&Float::narrow)
    };
    Some(contact.with_shared_point(shared))
}

/// Implements the traits of [`query`](crate::query) for each row, in both orders.
macro_rules! implement_rows {
    (both_same { $($b1:tt)* } both_pair { $($b2:tt)* } d2_same { $($p1:tt)* } d2_pair { $($p2:tt)* }
     d3_same { $($s1:tt)* } d3_pair { $($s2:tt)* }) => {
        implement_rows!(@rows Vector, same, $($b1)*);
        implement_rows!(@rows Vector, pair, $($b2)*);
        implement_rows!(@rows Vector2, same, $($p1)*);
        implement_rows!(@rows Vector2, pair, $($p2)*);
        implement_rows!(@rows Vector3, same, $($s1)*);
        implement_rows!(@rows Vector3, pair, $($s2)*);
    };
    (@rows $dim:ident, $kind:ident, $($m:ident: $a:ident $b:ident, $i:ident $d:ident $c:ident;)*) => {$(
        implement_rows!(@intersects $i $dim $m $a $b);
        implement_rows!(@distance $d $dim $m $a $b);
        implement_rows!(@contact $c $dim $m $a $b);
        implement_rows!(@swapped $kind $a $b);
    )*};

    (@intersects exact $dim:ident $m:ident $a:ident $b:ident) => {
        impl<V: $dim<Scalar: Field>> Intersects<$b<V>> for $a<V> {
            type Answer = V::Mask;

            #[inline(always)]
            fn intersects(&self, other: &$b<V>) -> V::Mask {
                pair::$m::intersects(&packed!($dim $a $b, self), &packed!($dim $a $b, other))
            }
        }
    };
    (@intersects own $dim:ident $m:ident $a:ident $b:ident) => {
        impl<V: $dim + FloatVector<Wide: $dim, Precise: $dim>> Intersects<$b<V>> for $a<V> {
            type Answer = bool;

            #[inline(always)]
            fn intersects(&self, other: &$b<V>) -> bool {
                pair::$m::intersects(self, other)
            }
        }
    };
    (@intersects gjk $dim:ident $m:ident $a:ident $b:ident) => {
        implement_rows!(@decide $dim [gjk::decide_clearly] [gjk::decide], $a $b);
    };
    (@intersects clipped $dim:ident $m:ident $a:ident $b:ident) => {
        implement_rows!(@decide $dim [pair::$m::decide] [pair::$m::decide], $a $b);
    };
    (@decide $dim:ident [$first:path] [$then:path], $a:ident $b:ident) => {
        impl<V: $dim + FloatVector<Wide: $dim, Precise: $dim>> Intersects<$b<V>> for $a<V> {
            type Answer = bool;

            fn intersects(&self, other: &$b<V>) -> bool {
                let widened = $first(&wide!(V, self), &wide!(V, other));
                decide(widened, || $then(&twice!(V, self), &twice!(V, other)))
            }
        }
    };

    (@distance closed $dim:ident $m:ident $a:ident $b:ident) => {
        implement_rows!(@closest inline $dim $a $b, |a, b| {
            let (a, b) = (packed!($dim $a $b, a), packed!($dim $a $b, b));
            pair::$m::distance(&a, &b).consistent_with(pair::$m::intersects(&a, &b)).lift(&|x| x)
        });
    };
    (@distance agreed $dim:ident $m:ident $a:ident $b:ident) => {
        implement_rows!(@closest inline(always) $dim $a $b, |a, b| {
            pair::$m::closest(&packed!($dim $a $b, a), &packed!($dim $a $b, b)).lift(&|x| x)
        });
    };
    (@distance gjk $dim:ident $m:ident $a:ident $b:ident) => {
        implement_rows!(@outcome $dim gjk, $a $b);
    };
    (@distance clipped $dim:ident $m:ident $a:ident $b:ident) => {
        implement_rows!(@outcome $dim pair::$m, $a $b);
    };
    (@outcome $dim:ident $($file:ident)::+, $a:ident $b:ident) => {
        implement_rows!(@closest inline $dim $a $b, |a, b| {
            let found = $($file)::+::outcome(&wide!(V, a), &wide!(V, b));
            let found = closest::<V>(found, || $($file)::+::outcome(&twice!(V, a), &twice!(V, b)));
            found.consistent_with(a.intersects(b))
        });
    };
    (@closest $inline:meta $dim:ident $a:ident $b:ident, |$x:ident, $y:ident| $answer:expr) => {
        impl<V: $dim + FloatVector<Wide: $dim, Precise: $dim>> Distance<$b<V>> for $a<V> {
            type Vector = V;

            #[$inline]
            fn closest(&self, other: &$b<V>) -> Closest<V> {
                let ($x, $y) = (self, other);
                $answer
            }
        }
    };

    (@contact own $dim:ident $m:ident $a:ident $b:ident) => {
        impl<V: $dim + FloatVector> Contact<$b<V>> for $a<V> {
            type Answer = Option<Penetration<V>>;

            fn contact(&self, other: &$b<V>) -> Option<Penetration<V>> {
                if self.intersects(other) { pair::$m::contact(self, other) } else { None }
            }
        }
    };
    (@contact epa $dim:ident $m:ident $a:ident $b:ident) => {
        impl<V: $dim + FloatVector<Wide: $dim, Precise: $dim>> Contact<$b<V>> for $a<V> {
            type Answer = Option<Penetration<V>>;

            fn contact(&self, other: &$b<V>) -> Option<Penetration<V>> {
                if !self.intersects(other) {
                    return None;
                }
                let found = convex::contact::between(&wide!(V, self), &wide!(V, other));
                let precisely = || convex::contact::between(&twice!(V, self), &twice!(V, other));
                contact(found, precisely, || self.closest(other).on_a)
            }
        }
    };
    (@contact no $($rest:tt)*) => {};

    (@swapped same $a:ident $b:ident) => {};
    (@swapped pair $a:ident $b:ident) => {
        impl<V: Vector> Intersects<$a<V>> for $b<V> where $a<V>: Intersects<Self> {
            type Answer = <$a<V> as Intersects<Self>>::Answer;

            #[inline(always)]
            fn intersects(&self, other: &$a<V>) -> Self::Answer {
                Intersects::intersects(other, self)
            }
        }

        impl<V: FloatVector> Distance<$a<V>> for $b<V> where $a<V>: Distance<Self, Vector = V> {
            type Vector = V;

            #[inline(always)]
            fn closest(&self, other: &$a<V>) -> Closest<V> {
                Distance::closest(other, self).swap()
            }
        }

        impl<V: FloatVector> Contact<$a<V>> for $b<V> where $a<V>: Contact<Self, Answer = Option<Penetration<V>>> {
            type Answer = Option<Penetration<V>>;

            fn contact(&self, other: &$a<V>) -> Option<Penetration<V>> {
                Contact::contact(other, self).map(Penetration::swap)
            }
        }
    };
}
with_rows!(implement_rows);

/// Implements `Cast` for lines, rays and segments against every shape.
macro_rules! implement_shapes {
    ($dim:ident rows { $($shape:ident $name:ident [$ray:ident $point:ident $kind:ident];)* } bodies $bodies:tt) => {$(
        implement_shapes!(@cast Line $shape $dim $ray $kind);
        implement_shapes!(@cast Ray $shape $dim $ray $kind);
        implement_shapes!(@cast Segment $shape $dim $ray $kind);
    )*};
    (@cast $line:ident Aabb $($rest:tt)*) => { implement_shapes!(@own $line Aabb $($rest)*); };
    (@cast $line:ident Capsule $($rest:tt)*) => { implement_shapes!(@own $line Capsule $($rest)*); };
    (@cast $line:ident Sphere $($rest:tt)*) => { implement_shapes!(@own $line Sphere $($rest)*); };
    (@own $line:ident $shape:ident $dim:ident $ray:ident $kind:ident) => {
        impl<V: $dim + FloatVector> Cast<$shape<V>> for $line<V> {
            type Answer = Option<Hit<V>>;
            #[inline(always)]
            fn cast(&self, target: &$shape<V>) -> Option<Hit<V>> {
                pair::$ray::cast(&cast::Range::of(&packed!($dim, self), None), &packed!($dim, target)).map(|hit| hit.lift(&|x| x))
            }
        }
    };
    (@cast $line:ident $shape:ident $dim:ident $ray:ident $kind:ident) => {
        impl<V: $dim + FloatVector> Cast<$shape<V>> for $line<V> {
            type Answer = Option<Hit<V>>;
            #[inline]
            fn cast(&self, target: &$shape<V>) -> Option<Hit<V>> {
                let range = cast::Range::of(&packed!($dim, self), None);
                let span = pair::$ray::span(&packed!($dim, target), &range.line);
                cast::first_of_one(&range, span, implement_shapes!(@solid V $kind)).map(|hit| hit.lift(&|x| x))
            }
        }
    };
    (@solid $v:ident solid) => { true };
    (@solid $v:ident surface) => { false };
    (@solid $v:ident mixed) => { $v::DIM == 2 };
}
with_vectors!(implement_shapes);

macro_rules! implement_curved_casts {
    ($($shape:ident $ray:ident $dim:ident $kind:ident;)*) => {$(
        implement_curved_casts!(@cast Line $shape $dim $ray $kind);
        implement_curved_casts!(@cast Ray $shape $dim $ray $kind);
        implement_curved_casts!(@cast Segment $shape $dim $ray $kind);
    )*};
    (@cast $line:ident $shape:ident $dim:ident $ray:ident $kind:ident) => {
        impl<V: $dim + FloatVector> Cast<$shape<V>> for $line<V> {
            type Answer = Option<Hit<V>>;
            fn cast(&self, target: &$shape<V>) -> Option<Hit<V>> {
                let range = cast::Range::of(self, None);
                let spans = pair::$ray::spans(target, &range.line);
                cast::first(range, &spans, implement_shapes!(@solid V $kind), &CastOptions::default())
            }
        }
    };
}
with_curved_casts!(implement_curved_casts);

macro_rules! implement_casts {
    ($($shape:ident $ray:ident $dim:ident $kind:ident;)*) => {$(
        implement_shapes!(@cast Line $shape $dim $ray $kind);
        implement_shapes!(@cast Ray $shape $dim $ray $kind);
        implement_shapes!(@cast Segment $shape $dim $ray $kind);
    )*};
}
with_casts!(implement_casts);

for_shapes!(Straight in [Line Ray Segment] {
    impl<V: FloatVector> Straight<V> {
        /// Returns the first hit with `target`, if any. See [`Cast`] for all shapes.
        #[inline]
        #[must_use]
        pub fn cast<B>(&self, target: &B) -> Option<Hit<V>>
        where
            Self: Cast<B, Answer = Option<Hit<V>>>,
        {
            Cast::cast(self, target)
        }

        /// Returns all hits with `target` in order of `t`. See [`CastAll`] for all shapes.
        #[must_use]
        pub fn cast_all<B>(&self, target: &B) -> Vec<Hit<V>>
        where
            Self: CastAll<B, Answer = Vec<Hit<V>>>,
        {
            CastAll::cast_all(self, target)
        }
    }
});
