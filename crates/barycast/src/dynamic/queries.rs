//! The exhaustive matches over [`Shape2`] and [`Shape3`], generated from the
//! [table](crate::pair::table): the algorithm of each query of a shape and of a pair.
#![allow(clippy::unnested_or_patterns, reason = "patterns are made from lists of shapes")]

use super::any::{Shape2, Shape3};
use super::composite::Composite;
use super::contains::content::{self, Content};
use super::kind::{AnyShape, Deform, Kind, Over, WideShape};
use super::shape::{DynamicShape, Shared};
use crate::convex::form::AsConvex;
use crate::dynamic::rescale::Rescale as _;
use crate::dynamic::{arc, closest, composite, contact, convex_body};
use crate::exact::certify::{certified, narrow, outlined, precise};
use crate::number::{DoubleDouble, Field};
use crate::pair::cast;
use crate::pair::table::{kinds, with_dimensions, with_rows, with_shapes};
use crate::pair::typed_exact;
use crate::query::{Closest, Hit, Penetration, Span};
use crate::shape::*;
use crate::vector::{V2, V3, Vector};
use crate::{convex, pair};
use alloc::boxed::Box;
use alloc::vec::Vec;
use glam::{DVec2, DVec3};

/// Queries of one shape that its variant decides.
pub(super) trait Variants: DynamicShape {
    /// Returns the shape as one of its kind.
    fn kind(&self) -> &dyn Kind<Self>;

    /// Returns it as a composite.
    fn as_composite(&self) -> Option<&dyn Composite<Self>>;

    /// Returns it as a kind that both dimensions have.
    fn shared(&self) -> Option<Shared<'_, Self>>;

    /// Returns its points, directions and radius over other numbers, if it is a hull of balls.
    fn content<N: Field>(&self, number: &impl Fn(f64) -> N) -> Option<Content<Over<Self, N>>>;

    /// Returns its name in the query protocol.
    fn name(&self) -> &'static str;

    /// Tests whether it has an interior.
    fn is_solid(&self) -> bool;

    /// Returns its signed distance in double-double precision, rounded for composites.
    fn signed_over(&self, point: Self::Precise) -> DoubleDouble;

    /// Returns the shape for iterative algorithms in double-double precision; `None` for composites.
    fn precisely_convex(&self) -> Option<Box<dyn AsConvex<Vector = Self::Precise>>>;

    /// Sets the place of hits on the shape: `uv` and `triangle`.
    fn add_details(&self, line: &Line<Self::Precise>, hits: &mut [Hit<Self::Precise>]);

    /// Returns the spans of a line in the shape, in order.
    fn spans(&self, line: &Line<Self::Precise>) -> Vec<Span<Self::Precise>>;
}

/// Implements [`Variants`], from the table.
macro_rules! variants {
    ($Any:ident $Wide:ident $V:ident $dim:ident $narrow:tt
     rows { $($Row:ident $name:ident [$ray:ident $point:ident $kind:ident];)* }
     bodies { $($Body:ident $body:ident [$body_kind:ident];)* }
     curved { $($Curved:ident $curved:ident [$curved_kind:ident];)* }
     composites { $($Parts:ident $parts:ident [$file:ident $Type:tt];)* }) => {
        variants!(@one $Any $Wide $V [$($Row $ray $point $kind)*] [$($Curved $curved_kind)*]
            [$($Body $body_kind)* Rounded solid Scaled solid Custom solid] [$($Parts $file)* CustomParts union]
            [$($Row)* $($Curved)* $($Body)* Rounded Scaled Custom]
            [Point Line Ray Segment Plane HalfSpace Sphere Aabb Obb Capsule Ellipsoid Triangle Parallelogram Convex
             TaperedCapsule Voxels Rounded Scaled]);
    };
    (@one $Any:ident $Wide:ident $V:ident [$($Row:ident $ray:ident $point:ident $kind:ident)*]
     [$($Curved:ident $curved_kind:ident)*] [$($Body:ident $body_kind:ident)*] [$($Parts:ident $file:ident)*]
     [$($Whole:ident)*] [$($Shared:ident)*]) => {
        impl AnyShape for $Any {
            type Vector = $Wide;

            fn deform(&self) -> &dyn Deform<Self> {
                match self {
                    $(Self::$Whole(a) => a,)*
                    $(Self::$Parts(a) => a,)*
                }
            }
        }

        impl WideShape for $Any {
            type Precise = $V<DoubleDouble>;
        }

        impl Variants for $Any {
            fn kind(&self) -> &dyn Kind<Self> {
                match self {
                    $(Self::$Whole(a) => a,)*
                    $(Self::$Parts(a) => a,)*
                }
            }

            fn as_composite(&self) -> Option<&dyn Composite<Self>> {
                match self {
                    $(Self::$Whole(_) => None,)*
                    $(Self::$Parts(a) => Some(a),)*
                }
            }

            fn shared(&self) -> Option<Shared<'_, Self>> {
                match self {
                    $(Self::$Shared(a) => Some(Shared::$Shared(a)),)*
                    _ => None,
                }
            }

            fn content<N: Field>(&self, number: &impl Fn(f64) -> N) -> Option<Content<$V<N>>> {
                variants!(@content $Any self number)
            }

            fn name(&self) -> &'static str {
                $Any::name(self)
            }

            fn is_solid(&self) -> bool {
                // A stretched surface is still a surface.
                if let Self::Scaled(a) = self {
                    return Variants::is_solid(&*a.core);
                }
                match self {
                    $(Self::$Row(_) => kinds::$kind($Wide::DIM),)*
                    $(Self::$Parts(a) => Composite::is_solid(a),)*
                    $(Self::$Curved(_) => kinds::$curved_kind($Wide::DIM),)*
                    $(Self::$Body(_) => kinds::$body_kind($Wide::DIM),)*
                }
            }

            fn signed_over(&self, point: $V<DoubleDouble>) -> DoubleDouble {
                match self {
                    $(Self::$Row(a) => pair::$point::signed_distance(&precise!($V, a), &Point(point)),)*
                    $(Self::$Parts(a) => signed_to_parts(a, point),)*
                    $(Self::$Curved(_) => arc::signed_distance(self, point),)*
                    $(Self::$Body(_) => convex_body::signed_distance(self, point),)*
                }
            }

            fn precisely_convex(&self) -> Option<Box<dyn AsConvex<Vector = $V<DoubleDouble>>>> {
                match self {
                    $(Self::$Row(a) => Some(Box::new(precise!($V, a))),)*
                    $(Self::$Parts(_) => None,)*
                    $(Self::$Curved(_) => None,)*
                    $(Self::$Body(_) => convex_body::as_convex(self),)*
                }
            }

            fn add_details(&self, line: &Line<$V<DoubleDouble>>, hits: &mut [Hit<$V<DoubleDouble>>]) {
                match self {
                    Self::Triangle(a) => cast::add_uv(hits, &precise!($V, a)),
                    Self::Parallelogram(a) => cast::add_uv_of_parallelogram(hits, &precise!($V, a)),
                    $(Self::$Parts(a) => composite::$file::add_details(a, line, hits),)*
                    _ => {}
                }
            }

            fn spans(&self, line: &Line<$V<DoubleDouble>>) -> Vec<Span<$V<DoubleDouble>>> {
                match self {
                    $(Self::$Row(a) => pair::$ray::span(&precise!($V, a), line).into_iter().collect(),)*
                    $(Self::$Parts(a) => composite::$file::spans(a, line),)*
                    $(Self::$Curved(_) => arc::spans(self, line),)*
                    $(Self::$Body(_) => convex_body::spans(self, line),)*
                }
            }
        }
    };
    (@content Shape2 $shape:ident $number:ident) => { content::of_2d($shape, $number) };
    (@content Shape3 $shape:ident $number:ident) => { content::of_3d($shape, $number) };
}
with_dimensions!(variants);

/// Returns the signed distance of a composite, for a point rounded to `f64`.
fn signed_to_parts<S: DynamicShape>(a: &dyn Composite<S>, point: S::Precise) -> DoubleDouble {
    let point = Point(point).lift::<S::Vector>(&narrow::number);
    DoubleDouble::new(composite::signed_distance(a, &point.into(), point.0))
}

/// Tests whether the intersection test of two shapes is exact for the numbers given.
pub(super) fn are_polytopes<S: DynamicShape>(a: &S, b: &S) -> bool {
    // All parts of these are of one kind.
    let part = |shape: &S| match shape.name() {
        "polyline" | "voxels" => shape.as_composite().map(|parts| parts.part(0)),
        _ => None,
    };
    let (part_a, part_b) = (part(a), part(b));
    part_a.as_ref().unwrap_or(a).polytopes_meet(part_b.as_ref().unwrap_or(b)).is_some()
}

/// Queries of two shapes that their row of the table decides.
pub(super) trait Pairs: DynamicShape {
    /// Tests whether the shapes share a point.
    fn intersects(&self, other: &Self) -> bool;

    /// Returns the shortest way, if one of the shapes is made of parts.
    fn closest_of_parts(&self, other: &Self) -> Option<Closest<Self::Vector>>;

    /// Returns the shortest way in double-double precision, rounded for composites.
    fn closest_over(&self, other: &Self) -> Closest<Self::Precise>;

    /// Returns the least translation that separates the shapes, in double-double precision, given
    /// whether they intersect. Returns `None` if the table does not define it, and for shapes that
    /// are not one body.
    #[allow(clippy::option_option, reason = "no answer, no contact, a contact")]
    fn contact_over(&self, other: &Self, meets: bool) -> Option<Option<Penetration<Self::Precise>>>;
}

/// Returns the contact of two shapes, which is computed only if they intersect.
#[allow(clippy::option_option, reason = "no answer, no contact, a contact")]
#[allow(clippy::unnecessary_wraps, reason = "the result of a query that is defined")]
#[inline(always)]
fn only_if<C>(meets: bool, contact: impl FnOnce() -> Option<C>) -> Option<Option<C>> {
    Some(if meets { contact() } else { None })
}

/// Generates the exhaustive matches over all rows.
macro_rules! dispatch_rows {
    (both_same { $($b1:tt)* } both_pair { $($b2:tt)* } d2_same { $($p1:tt)* } d2_pair { $($p2:tt)* }
     d3_same { $($s1:tt)* } d3_pair { $($s2:tt)* }) => {
        with_shapes! { [dispatch_rows]
            [$($b1)* $($p1)*] [$($b2)* $($p2)*]
            [$($b1)* $($s1)*] [$($b2)* $($s2)*]
        }
    };
    ([$($same2:tt)*] [$($pair2:tt)*] [$($same3:tt)*] [$($pair3:tt)*] both $rows:tt d3 $rows_d3:tt
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
        impl Pairs for $Any {
            fn intersects(&self, other: &Self) -> bool {
                match (self, other) {
                    $(($Any::$a1(a), $Any::$b1(b)) => dispatch_rows!(@intersects $i1 $V $m1 a b self other),)*
                    $(($Any::$a2(a), $Any::$b2(b)) => dispatch_rows!(@intersects $i2 $V $m2 a b self other),
                      ($Any::$b2(_), $Any::$a2(_)) => Pairs::intersects(other, self),)*
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

            fn closest_of_parts(&self, other: &Self) -> Option<Closest<$Wide>> {
                match (self, other) {
                    $((Self::$Parts(a), b) => Some(composite::closest(a, b)),
                      (a, Self::$Parts(b)) => Some(composite::closest(b, a).swap()),)*
                    _ => None,
                }
            }

            fn closest_over(&self, other: &Self) -> Closest<$V<DoubleDouble>> {
                match (self, other) {
                    $(($Any::$a1(a), $Any::$b1(b)) => dispatch_rows!(@distance $d1 $V $m1 a b),)*
                    $(($Any::$a2(a), $Any::$b2(b)) => dispatch_rows!(@distance $d2 $V $m2 a b),
                      ($Any::$b2(_), $Any::$a2(_)) => Pairs::closest_over(other, self).swap(),)*
                    $((Self::$Parts(a), b) => composite::closest(a, b).lift(&DoubleDouble::new),
                      (a, Self::$Parts(b)) => composite::closest(b, a).swap().lift(&DoubleDouble::new),)*
                    $((Self::$Curved(_), _) | (_, Self::$Curved(_)))|* => arc::closest(self, other),
                    $((Self::$Body(_), _) | (_, Self::$Body(_)))|* => convex_body::closest(self, other),
                }
            }

            fn contact_over(&self, other: &Self, meets: bool) -> Option<Option<Penetration<$V<DoubleDouble>>>> {
                let swapped = || Pairs::contact_over(other, self, meets).map(|c| c.map(Penetration::swap));
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
            Some((a, b, _)) => Pairs::intersects(&a, &b),
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
        convex::nearest::after_glance(convex::gjk::glance($a, $b, true), &precise!($V, $a), &precise!($V, $b))
    };
    (@distance clipped $V:ident $m:ident $a:ident $b:ident) => {
        pair::$m::outcome(&precise!($V, $a), &precise!($V, $b)).closest
    };
    (@contact no $V:ident $m:ident $a:ident $b:ident $one:ident $other:ident $meets:ident) => { { let _ = ($a, $b); None } };
    (@contact own $V:ident $m:ident $a:ident $b:ident $one:ident $other:ident $meets:ident) => {
        only_if($meets, || {
            // If the shapes only touch, the kernel's own test may be decided by rounding.
            let touch = || convex_body::contact($one, $other).flatten();
            pair::$m::contact(&precise!($V, $a), &precise!($V, $b)).or_else(touch)
        })
    };
    (@contact epa $V:ident $m:ident $a:ident $b:ident $one:ident $other:ident $meets:ident) => {
        only_if($meets, || {
            contact::by_epa($one, $other, &|| convex::contact::between(&precise!($V, $a), &precise!($V, $b)))
        })
    };
}
with_rows!(dispatch_rows);
