//! Queries of [`Shape2`] and [`Shape3`], each dispatched to its algorithm by the
//! [table](crate::pair::table).
#![allow(clippy::unnested_or_patterns, reason = "patterns are made from lists of shapes")]

use super::any::{NoAnswer, Shape2, Shape3};
use crate::convex::form::AsConvex;
use crate::dynamic::rescale::Rescale as _;
use crate::dynamic::shape::DynamicShape as _;
use crate::dynamic::{arc, cast as ray_cast, closest, composite, contact, convex_body, sweep};
use crate::exact::certify::{certified, narrow, outlined, precise};
use crate::number::DoubleDouble;
use crate::pair::cast::{self, CastOptions};
use crate::pair::table::{with_bodies, with_rows, with_shapes};
use crate::pair::typed_exact;
use crate::query::{Closest, Hit, Impact, Manifold, Penetration, Span};
use crate::shape::*;
use crate::vector::{V2, V3, Vector};
use crate::{convex, pair};
use alloc::boxed::Box;
use alloc::vec::Vec;
use glam::{DVec2, DVec3};

/// Defines the queries of a single shape, from the table.
macro_rules! shapes {
    (both { $($b:tt)* } d2 { $($p:tt)* } d3 { $($s:tt)* }
     bodies_both { $($bb:ident $bb_name:ident $bb_kind:ident;)* }
     bodies_d2 { $($bp:ident $bp_name:ident $bp_kind:ident;)* }
     bodies_d3 { $($bs:ident $bs_name:ident $bs_kind:ident;)* }
     composites_d2 { $($cp:ident $cp_name:ident $cp_file:ident $cp_type:tt;)* }
     composites_d3 { $($cs:ident $cs_name:ident $cs_file:ident $cs_type:tt;)* }
     curved_d2 $curved2:tt curved_d3 $curved3:tt) => {
        shapes!(@one Shape2 DVec2 V2 { $($cp $cp_file;)* CustomParts union; } $curved2
            [$($bb $bb_kind)* $($bp $bp_kind)* Rounded solid Scaled solid Custom solid] $($b)* $($p)*);
        shapes!(@one Shape3 DVec3 V3 { $($cs $cs_file;)* CustomParts union; } $curved3
            [$($bb $bb_kind)* $($bs $bs_kind)* Rounded solid Scaled solid Custom solid] $($b)* $($s)*);
    };
    // The shapes in brackets are not rows of the table: `composite` handles the first group, `arc`
    // the second, `convex_body` the third.
    (@one $Any:ident $Wide:ident $V:ident
     { $($Parts:ident $file:ident;)* }
     { $($Curved:ident $curved:ident $curved_kind:ident;)* }
     [$($Body:ident $body_kind:ident)*]
     $($shape:ident $name:ident, $ray:ident $point:ident $kind:ident;)*) => {
        impl $Any {
            /// Returns the distance of a point from the boundary, negative inside. It is the distance for
            /// shapes without an interior, and positive on the side of the normal for planes.
            #[must_use]
            pub fn signed_distance(&self, point: $Wide) -> f64 {
                closest::signed(self, point)
            }

            /// Returns [`sweep`](Self::sweep) in double-double precision, rounded once.
            ///
            /// # Errors
            /// [`NoAnswer`] if it is not defined for a part.
            pub fn sweep_precisely(
                &self,
                other: &Self,
                velocity: $Wide,
                max_t: f64,
            ) -> Result<Option<Impact<$Wide>>, NoAnswer> {
                sweep::precisely(self, other, velocity, max_t)
            }

            /// Returns `contact_precisely` and `manifold_precisely`, in the time of one of them.
            ///
            /// # Errors
            /// [`NoAnswer`] if `contact` is not defined.
            #[allow(clippy::type_complexity, reason = "both, if they meet, if there is an answer")]
            pub fn contact_and_manifold_precisely(&self, other: &Self) -> Result<Option<(Penetration<$Wide>, Manifold<$Wide>)>, NoAnswer> {
                contact::with_manifold(self, other)
            }

            /// Tests whether [`intersects`](Self::intersects) is exact for the numbers given: both are
            /// polytopes, grown or not (spheres, capsules), or flat and straight, or polylines or voxels.
            #[must_use]
            pub fn are_polytopes(&self, other: &Self) -> bool {
                // All their parts are of one kind.
                let part = |shape: &Self| match shape {
                    Self::Polyline(_) | Self::Voxels(_) => shape.as_composite().map(|parts| parts.part(0)),
                    _ => None,
                };
                let (a, b) = (part(self), part(other));
                a.as_ref().unwrap_or(self).polytopes_meet(b.as_ref().unwrap_or(other)).is_some()
            }

            /// Does the same in double-double precision, except for composites.
            pub(crate) fn signed_over(&self, point: $V<DoubleDouble>) -> DoubleDouble {
                match self {
                    $(Self::$shape(a) => pair::$point::signed_distance(&precise!($V, a), &Point(point)),)*
                    $(Self::$Parts(a) => {
                        let point = Point(point).lift::<$Wide>(&narrow::number);
                        DoubleDouble::new(composite::signed_distance(a, &point.into(), point.0))
                    })*
                    $(Self::$Curved(_) => arc::signed_distance(self, point),)*
                    $(Self::$Body(_) => convex_body::signed_distance(self, point),)*
                }
            }

            /// Returns the first hit of `self`, a line, ray or segment, with `target`; `None` if not
            /// finite. See [`cast`](Self::cast) for the default options.
            ///
            /// # Errors
            /// [`NoAnswer`] if `self` is another shape.
            pub fn cast_with(&self, target: &Self, options: &CastOptions<f64>) -> Result<Option<Hit<$Wide>>, NoAnswer> {
                Ok(ray_cast::cast_at_any_size(self, "cast", target, options)?.into_iter().next())
            }

            /// Returns the ends of every span of `self`, a line, ray or segment, in `target`, by `t`. See
            /// [`cast_all`](Self::cast_all) for the default options.
            ///
            /// # Errors
            /// [`NoAnswer`] if `self` is another shape.
            pub fn cast_all_with(&self, target: &Self, options: &CastOptions<f64>) -> Result<Vec<Hit<$Wide>>, NoAnswer> {
                ray_cast::cast_at_any_size(self, "casts", target, options)
            }

            /// Returns [`manifold`](Self::manifold) in double-double precision, rounded once.
            ///
            /// # Errors
            /// [`NoAnswer`] if [`contact`](Self::contact) is not defined.
            pub fn manifold_precisely(&self, other: &Self) -> Result<Option<Manifold<$Wide>>, NoAnswer> {
                contact::manifold_by(self, other, None)
            }

            /// Returns the shape for iterative algorithms in double-double precision; `None` for composites.
            pub(crate) fn precisely_convex(&self) -> Option<Box<dyn AsConvex<Vector = $V<DoubleDouble>>>> {
                match self {
                    $(Self::$shape(a) => Some(Box::new(precise!($V, a))),)*
                    $(Self::$Parts(_) => None,)*
                    $(Self::$Curved(_) => None,)*
                    $(Self::$Body(_) => convex_body::as_convex(self),)*
                }
            }

            /// Sets the place of hits on the shape: `uv` and `triangle`.
            pub(crate) fn add_details(&self, line: &Line<$V<DoubleDouble>>, hits: &mut [Hit<$V<DoubleDouble>>]) {
                match self {
                    Self::Triangle(a) => cast::add_uv(hits, &precise!($V, a)),
                    Self::Parallelogram(a) => cast::add_uv_of_parallelogram(hits, &precise!($V, a)),
                    $(Self::$Parts(a) => composite::$file::add_details(a, line, hits),)*
                    _ => {}
                }
            }

            /// Returns the spans of a line in the shape, in order.
            pub(crate) fn spans(&self, line: &Line<$V<DoubleDouble>>) -> Vec<Span<$V<DoubleDouble>>> {
                match self {
                    $(Self::$shape(a) => pair::$ray::span(&precise!($V, a), line).into_iter().collect(),)*
                    $(Self::$Parts(a) => composite::$file::spans(a, line),)*
                    $(Self::$Curved(_) => arc::spans(self, line),)*
                    $(Self::$Body(_) => convex_body::spans(self, line),)*
                }
            }

            /// Tests whether it has an interior.
            #[must_use]
            pub fn is_solid(&self) -> bool {
                // A stretched surface is still a surface.
                if let Self::Scaled(a) = self {
                    return a.core.is_solid();
                }
                match self {
                    $(Self::$shape(_) => shapes!(@solid $Wide $kind),)*
                    $(Self::$Parts(a) => composite::Composite::is_solid(a),)*
                    $(Self::$Curved(_) => shapes!(@solid $Wide $curved_kind),)*
                    $(Self::$Body(_) => shapes!(@solid $Wide $body_kind),)*
                }
            }
        }
    };
    (@solid $v:ident solid) => { true };
    (@solid $v:ident surface) => { false };
    (@solid $v:ident mixed) => { $v::DIM == 2 };
}
with_shapes!(shapes);

/// Generates the exhaustive matches over all rows.
macro_rules! dispatch_rows {
    (both_same { $($b1:tt)* } both_pair { $($b2:tt)* } d2_same { $($p1:tt)* } d2_pair { $($p2:tt)* }
     d3_same { $($s1:tt)* } d3_pair { $($s2:tt)* }) => {
        with_bodies! { dispatch_rows
            [$($b1)* $($p1)*] [$($b2)* $($p2)*]
            [$($b1)* $($s1)*] [$($b2)* $($s2)*]
        }
    };
    ([$($same2:tt)*] [$($pair2:tt)*] [$($same3:tt)*] [$($pair3:tt)*]
     bodies_both { $($bb:ident $bb_name:ident $bb_kind:ident;)* }
     bodies_d2 { $($bp:ident $bp_name:ident $bp_kind:ident;)* }
     bodies_d3 { $($bs:ident $bs_name:ident $bs_kind:ident;)* }
     composites_d2 { $($cp:ident $cp_name:ident $cp_file:ident $cp_type:tt;)* }
     composites_d3 { $($cs:ident $cs_name:ident $cs_file:ident $cs_type:tt;)* }
     curved_d2 { $($up:ident $up_name:ident $up_kind:ident;)* }
     curved_d3 { $($us:ident $us_name:ident $us_kind:ident;)* }) => {
        dispatch_rows!(@one Shape2 DVec2 V2 [$($cp)* CustomParts] [$($up)*] [Rounded Scaled Custom $($bb)* $($bp)*] [$($same2)*] [$($pair2)*]);
        dispatch_rows!(@one Shape3 DVec3 V3 [$($cs)* CustomParts] [$($us)*] [Rounded Scaled Custom $($bb)* $($bs)*] [$($same3)*] [$($pair3)*]);
    };
    (@one $Any:ident $Wide:ident $V:ident [$($Parts:ident)*] [$($Curved:ident)*] [$($Body:ident)*]
     [$($m1:ident: $a1:ident $b1:ident, $i1:ident $d1:ident $c1:ident;)*]
     [$($m2:ident: $a2:ident $b2:ident, $i2:ident $d2:ident $c2:ident;)*]) => {
        impl $Any {
            /// Tests whether the shapes share a point; touching counts. Exact where the table says `exact`.
            #[must_use]
            pub fn intersects(&self, other: &Self) -> bool {
                match (self, other) {
                    $(($Any::$a1(a), $Any::$b1(b)) => dispatch_rows!(@intersects $i1 $V $m1 a b self other),)*
                    $(($Any::$a2(a), $Any::$b2(b)) => dispatch_rows!(@intersects $i2 $V $m2 a b self other),
                      ($Any::$b2(_), $Any::$a2(_)) => other.intersects(self),)*
                    $((Self::$Parts(a), b) | (b, Self::$Parts(a)) => composite::intersects(a, b),)*
                    $((Self::$Curved(_), _) | (_, Self::$Curved(_)))|* => match self.at_ordinary_size(other) {
                        Some((a, b, _)) => arc::intersects(&a, &b),
                        None => arc::intersects(self, other),
                    },
                    $((Self::$Body(_), _) | (_, Self::$Body(_)))|* => match self.at_ordinary_size(other) {
                        Some((a, b, _)) => convex_body::intersects_at_any_size([self, other], [&a, &b]),
                        None => convex_body::intersects(self, other),
                    },
                }
            }

            /// Returns [`closest`](Self::closest) in double-double precision, rounded once.
            #[must_use]
            pub fn closest_precisely(&self, other: &Self) -> Closest<$Wide> {
                closest::precisely(self, other)
            }

            /// Returns the shortest way, if one of the shapes is made of parts.
            pub(crate) fn closest_of_parts(&self, other: &Self) -> Option<Closest<$Wide>> {
                match (self, other) {
                    $((Self::$Parts(a), b) => Some(composite::closest(a, b)),
                      (a, Self::$Parts(b)) => Some(composite::closest(b, a).swap()),)*
                    _ => None,
                }
            }

            /// Returns [`contact`](Self::contact) in double-double precision, rounded once.
            ///
            /// The least translation that separates the shapes, or `None` if they share no point. For
            /// nonconvex shapes it is the shortest of several that are tried, and leaves them touching. None
            /// is shorter if
            /// - one is a point in a solid that is no compound;
            /// - in 2D, both are made of up to 4,096 convex parts with straight sides, rounded or not (a
            ///   polygon is cut at the heights of its corners), in up to a million pairs with up to 8,000
            ///   sides as near;
            /// - in 3D, both are unions (compounds, voxels, surface meshes) of convex parts with flat sides,
            ///   up to 65,536 differences of corners are as near, and 10,000 choices of a side are enough.
            ///
            /// For other unions of convex parts, and in 2D for polygons with these, in up to 64 pairs of
            /// parts with 2,000 choices, none is shorter by more than about a thousandth, except through gaps
            /// narrower than a few ten-thousandths of it.
            ///
            /// # Errors
            /// [`NoAnswer`] for pairs whose table cell is `no`.
            pub fn contact_precisely(&self, other: &Self) -> Result<Option<Penetration<$Wide>>, NoAnswer> {
                contact::precisely(self, other)
            }

            /// Does the same in double-double precision, except for composites.
            pub(crate) fn closest_over(&self, other: &Self) -> Closest<$V<DoubleDouble>> {
                match (self, other) {
                    $(($Any::$a1(a), $Any::$b1(b)) => dispatch_rows!(@distance $d1 $V $m1 a b),)*
                    $(($Any::$a2(a), $Any::$b2(b)) => dispatch_rows!(@distance $d2 $V $m2 a b),
                      ($Any::$b2(_), $Any::$a2(_)) => other.closest_over(self).swap(),)*
                    $((Self::$Parts(a), b) => composite::closest(a, b).lift(&DoubleDouble::new),
                      (a, Self::$Parts(b)) => composite::closest(b, a).swap().lift(&DoubleDouble::new),)*
                    $((Self::$Curved(_), _) | (_, Self::$Curved(_)))|* => arc::closest(self, other),
                    $((Self::$Body(_), _) | (_, Self::$Body(_)))|* => convex_body::closest(self, other),
                }
            }

            /// Does the same in double-double precision, given whether the shapes intersect. Returns `None`
            /// if the table does not define it, and for shapes that are not one body.
            pub(crate) fn contact_over(&self, other: &Self, meets: bool) -> Option<Option<Penetration<$V<DoubleDouble>>>> {
                let swapped = || other.contact_over(self, meets).map(|c| c.map(Penetration::swap));
                match (self, other) {
                    // If several ways out separate two shapes of one kind equally well, takes the
                    // same one for both orders.
                    $(($Any::$a1(_), $Any::$b1(_)) if other.comes_before(self) => swapped(),)*
                    $(($Any::$a1(a), $Any::$b1(b)) => dispatch_rows!(@contact $c1 $V $m1 a b self other meets),)*
                    $(($Any::$a2(a), $Any::$b2(b)) => dispatch_rows!(@contact $c2 $V $m2 a b self other meets),
                      ($Any::$b2(_), $Any::$a2(_)) => swapped(),)*
                    $((Self::$Parts(_), _) | (_, Self::$Parts(_)))|* | $((Self::$Curved(_), _) | (_, Self::$Curved(_)))|* => None,
                    $((Self::$Body(_), _) | (_, Self::$Body(_)))|* => {
                        if meets { convex_body::contact(self, other) } else { Some(None) }
                    }
                }
            }
        }
    };

    (@intersects exact $V:ident $m:ident $a:ident $b:ident $one:ident $other:ident) => {
        certified!($V, pair::$m::intersects, $a, $b, typed_exact::IntersectsExactly::intersects_certainly($a, $b))
    };
    (@intersects closed $V:ident $m:ident $a:ident $b:ident $one:ident $other:ident) => {
        pair::$m::intersects(&precise!($V, $a), &precise!($V, $b))
    };
    (@intersects own $V:ident $m:ident $a:ident $b:ident $one:ident $other:ident) => {
        match $one.at_ordinary_size($other) {
            Some((a, b, _)) => a.intersects(&b),
            None => pair::$m::intersects(&precise!($V, $a), &precise!($V, $b)),
        }
    };
    (@intersects gjk $V:ident $m:ident $a:ident $b:ident $one:ident $other:ident) => {
        convex::gjk::seen($a, $b).unwrap_or_else(|| {
            closest::meets_by_gjk($one, $other, &|| convex::gjk::intersects(&precise!($V, $a), &precise!($V, $b)))
        })
    };
    (@intersects clipped $V:ident $m:ident $a:ident $b:ident $one:ident $other:ident) => {
        pair::$m::decide(&precise!($V, $a), &precise!($V, $b)).unwrap_or(false)
    };
    (@distance closed $V:ident $m:ident $a:ident $b:ident) => {
        outlined(|| pair::$m::distance(&precise!($V, $a), &precise!($V, $b)))
    };
    (@distance agreed $V:ident $m:ident $a:ident $b:ident) => { dispatch_rows!(@distance closed $V $m $a $b) };
    (@distance gjk $V:ident $m:ident $a:ident $b:ident) => {
        convex::nearest::after_glance(
            convex::gjk::glance($a, $b, true),
            &precise!($V, $a),
            &precise!($V, $b),
        )
    };
    (@distance clipped $V:ident $m:ident $a:ident $b:ident) => {
        pair::$m::outcome(&precise!($V, $a), &precise!($V, $b)).closest
    };
    (@contact no $V:ident $m:ident $a:ident $b:ident $one:ident $other:ident $meets:ident) => { { let _ = ($a, $b); None } };
    (@contact own $V:ident $m:ident $a:ident $b:ident $one:ident $other:ident $meets:ident) => {
        Some(if $meets {
            // If the shapes only touch, the kernel's own test may be decided by rounding.
            let touch = || convex_body::contact($one, $other).flatten();
            pair::$m::contact(&precise!($V, $a), &precise!($V, $b)).or_else(touch)
        } else {
            None
        })
    };
    (@contact epa $V:ident $m:ident $a:ident $b:ident $one:ident $other:ident $meets:ident) => {
        Some(if $meets {
            contact::by_epa($one, $other, &|| convex::contact::between(&precise!($V, $a), &precise!($V, $b)))
        } else {
            None
        })
    };
}
with_rows!(dispatch_rows);
