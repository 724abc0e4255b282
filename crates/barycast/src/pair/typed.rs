//! Queries of typed shapes: the traits of [`query`](crate::query) for each row of the
//! [table](super::table), in both orders, from the kernels in its file.

use super::cast::{self, CastOptions};
use super::table::{with_casts, with_curved_casts, with_rows, with_shapes};
use crate::number::{Field, Float};
use crate::query::{Cast, CastAll, Closest, Contact, Distance, Hit, Intersects, Penetration};
use crate::shape::*;
use crate::vector::{FloatVector, Vector, Vector2, Vector3};
use crate::{convex, pair};
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
        implement_rows!(@intersects $i $kind $dim $m $a $b);
        implement_rows!(@distance $d $kind $dim $m $a $b);
        implement_rows!(@contact $c $kind $dim $m $a $b);
    )*};

    (@intersects exact $kind:ident $dim:ident $m:ident $a:ident $b:ident) => {
        implement_rows!(@bool $kind [V: $dim<Scalar: Field>] V::Mask, $a $b, |a, b| {
            pair::$m::intersects(&packed!($dim $a $b, a), &packed!($dim $a $b, b))
        });
    };
    (@intersects gjk $kind:ident $dim:ident $m:ident $a:ident $b:ident) => {
        implement_rows!(@decide $kind $dim [convex::gjk::decide_clearly] [convex::gjk::decide], $a $b);
    };
    (@intersects clipped $kind:ident $dim:ident $m:ident $a:ident $b:ident) => {
        implement_rows!(@decide $kind $dim [pair::$m::decide] [pair::$m::decide], $a $b);
    };
    (@decide same $dim:ident [$first:path] [$then:path], $a:ident $b:ident) => {
        impl<V: $dim + FloatVector<Wide: $dim, Precise: $dim>> Intersects<$b<V>> for $a<V> {
            type Answer = bool;
            fn intersects(&self, other: &$b<V>) -> bool {
                $first(&wide!(V, self), &wide!(V, other))
                    .or_else(|| $then(&twice!(V, self), &twice!(V, other)))
                    .unwrap_or(false)
            }
        }
    };
    (@intersects own $kind:ident $dim:ident $m:ident $a:ident $b:ident) => {
        implement_rows!(@bool $kind [V: $dim + FloatVector<Wide: $dim, Precise: $dim>] bool, $a $b, |a, b| {
            pair::$m::intersects(a, b)
        });
    };
    (@decide pair $dim:ident [$first:path] [$then:path], $a:ident $b:ident) => {
        implement_rows!(@decide same $dim [$first] [$then], $a $b);
        impl<V: $dim + FloatVector<Wide: $dim, Precise: $dim>> Intersects<$a<V>> for $b<V> {
            type Answer = bool;
            #[inline(always)]
            fn intersects(&self, other: &$a<V>) -> bool {
                other.intersects(self)
            }
        }
    };
    (@bool same [$($bound:tt)*] $answer:ty, $a:ident $b:ident, |$x:ident, $y:ident| $does:expr) => {
        impl<$($bound)*> Intersects<$b<V>> for $a<V> {
            type Answer = $answer;
            #[inline(always)]
            fn intersects(&self, other: &$b<V>) -> $answer {
                let ($x, $y) = (self, other);
                $does
            }
        }
    };
    (@bool pair [$($bound:tt)*] $answer:ty, $a:ident $b:ident, |$x:ident, $y:ident| $does:expr) => {
        implement_rows!(@bool same [$($bound)*] $answer, $a $b, |$x, $y| $does);
        impl<$($bound)*> Intersects<$a<V>> for $b<V> {
            type Answer = $answer;
            #[inline(always)]
            fn intersects(&self, other: &$a<V>) -> $answer {
                other.intersects(self)
            }
        }
    };

    (@distance closed $kind:ident $dim:ident $m:ident $a:ident $b:ident) => {
        implement_rows!(@closest inline $kind $dim $a $b, |a, b| {
            let (a, b) = (packed!($dim $a $b, a), packed!($dim $a $b, b));
            pair::$m::distance(&a, &b).consistent_with(pair::$m::intersects(&a, &b)).lift(&|x| x)
        });
    };
    (@distance agreed $kind:ident $dim:ident $m:ident $a:ident $b:ident) => {
        implement_rows!(@closest inline(always) $kind $dim $a $b, |a, b| {
            pair::$m::closest(&packed!($dim $a $b, a), &packed!($dim $a $b, b)).lift(&|x| x)
        });
    };
    (@distance gjk $kind:ident $dim:ident $m:ident $a:ident $b:ident) => {
        implement_rows!(@outcome $kind $dim convex::gjk, $a $b);
    };
    (@distance clipped $kind:ident $dim:ident $m:ident $a:ident $b:ident) => {
        implement_rows!(@outcome $kind $dim pair::$m, $a $b);
    };
    (@outcome $kind:ident $dim:ident $($file:ident)::+, $a:ident $b:ident) => {
        implement_rows!(@closest inline $kind $dim $a $b, |a, b| {
            let found = $($file)::+::outcome(&wide!(V, a), &wide!(V, b));
            let closest: Closest<V> = if found.status == convex::gjk::Status::NotConverged {
                $($file)::+::outcome(&twice!(V, a), &twice!(V, b)).closest.lift(&Float::from_precise)
            } else {
                found.closest.lift(&Float::narrow)
            };
            closest.consistent_with(a.intersects(b))
        });
    };
    (@closest $inline:meta same $dim:ident $a:ident $b:ident, |$x:ident, $y:ident| $answer:expr) => {
        impl<V: $dim + FloatVector<Wide: $dim, Precise: $dim>> Distance<$b<V>> for $a<V> {
            type Vector = V;
            #[$inline]
            fn closest(&self, other: &$b<V>) -> Closest<V> {
                let ($x, $y) = (self, other);
                $answer
            }
        }
    };
    (@closest $inline:meta pair $dim:ident $a:ident $b:ident, |$x:ident, $y:ident| $answer:expr) => {
        implement_rows!(@closest $inline same $dim $a $b, |$x, $y| $answer);
        impl<V: $dim + FloatVector<Wide: $dim, Precise: $dim>> Distance<$a<V>> for $b<V> {
            type Vector = V;
            #[$inline]
            fn closest(&self, other: &$a<V>) -> Closest<V> {
                other.closest(self).swap()
            }
        }
    };

    (@contact no $($rest:tt)*) => {};
    (@contact own same $dim:ident $m:ident $a:ident $b:ident) => {
        impl<V: $dim + FloatVector> Contact<$b<V>> for $a<V> {
            type Answer = Option<Penetration<V>>;
            fn contact(&self, other: &$b<V>) -> Option<Penetration<V>> {
                if self.intersects(other) { pair::$m::contact(self, other) } else { None }
            }
        }
    };
    (@contact epa same $dim:ident $m:ident $a:ident $b:ident) => {
        impl<V: $dim + FloatVector<Wide: $dim, Precise: $dim>> Contact<$b<V>> for $a<V> {
            type Answer = Option<Penetration<V>>;
            fn contact(&self, other: &$b<V>) -> Option<Penetration<V>> {
                if !self.intersects(other) {
                    return None;
                }
                let found = convex::contact::between(&wide!(V, self), &wide!(V, other))?;
                let contact = if found.status == convex::epa::Status::NotConverged {
                    let found = convex::contact::between(&twice!(V, self), &twice!(V, other))?;
                    found.contact.lift(&Float::from_precise)
                } else {
                    found.contact.lift(&Float::narrow)
                };
                Some(contact.with_shared_point(|| self.closest(other).on_a))
            }
        }
    };
    (@contact epa pair $dim:ident $m:ident $a:ident $b:ident) => {
        implement_rows!(@contact epa same $dim $m $a $b);
        impl<V: $dim + FloatVector<Wide: $dim, Precise: $dim>> Contact<$a<V>> for $b<V> {
            type Answer = Option<Penetration<V>>;
            fn contact(&self, other: &$a<V>) -> Option<Penetration<V>> {
                other.contact(self).map(Penetration::swap)
            }
        }
    };
    (@contact own pair $dim:ident $m:ident $a:ident $b:ident) => {
        implement_rows!(@contact own same $dim $m $a $b);
        impl<V: $dim + FloatVector> Contact<$a<V>> for $b<V> {
            type Answer = Option<Penetration<V>>;
            fn contact(&self, other: &$a<V>) -> Option<Penetration<V>> {
                other.contact(self).map(Penetration::swap)
            }
        }
    };
}
with_rows!(implement_rows);

/// Implements `Cast` for lines, rays and segments against every shape.
macro_rules! implement_shapes {
    (both { $($b:tt)* } d2 { $($p:tt)* } d3 { $($s:tt)* } $($bodies:tt)*) => {
        implement_shapes!(@each Vector, $($b)*);
        implement_shapes!(@each Vector2, $($p)*);
        implement_shapes!(@each Vector3, $($s)*);
    };
    (@each $dim:ident, $($shape:ident $name:ident, $ray:ident $point:ident $kind:ident;)*) => {$(
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
with_shapes!(implement_shapes);

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

macro_rules! casting {
    ($($line:ident)*) => {$(
        impl<V: FloatVector> $line<V> {
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
    )*};
}
casting!(Line Ray Segment);
