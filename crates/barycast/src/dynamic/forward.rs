//! [`Shape2`] and [`Shape3`] as a [`DynamicShape`]: the exhaustive matches, and calls of other
//! files.

use super::any::{Shape2, Shape3};
use super::composite::Composite;
use super::contains::content::{self, Content};
use super::kind::{AnyShape, Deform, Kind, Over, WideShape};
use super::no_answer::NoAnswer;
use super::separation::Separation;
use super::shape::{DynamicShape, Shared};
use super::{convex_body, rescale};
use crate::convex::form::AsConvex;
use crate::number::{DoubleDouble, Field};
use crate::pair::table::with_shapes;
use crate::query::{Closest, Hit, Impact, Manifold, Penetration, Span};
use crate::shape::Line;
use crate::vector::{V2, V3, Vector};
use alloc::boxed::Box;
use alloc::vec::Vec;
use glam::{DVec2, DVec3};

/// Implements [`DynamicShape`] for the enums, from the table.
macro_rules! forward {
    (both { $($b:ident $b_name:ident, $b_ray:ident $b_point:ident $b_kind:ident;)* } d2 {}
     d3 { $($s:ident $s_name:ident, $s_ray:ident $s_point:ident $s_kind:ident;)* }
     bodies_both { $($bb:ident $bb_name:ident $bb_kind:ident;)* }
     bodies_d2 { $($bp:ident $bp_name:ident $bp_kind:ident;)* }
     bodies_d3 { $($bs:ident $bs_name:ident $bs_kind:ident;)* }
     composites_d2 { $($cp:ident $cp_name:ident $cp_file:ident $cp_type:tt;)* }
     composites_d3 { $($cs:ident $cs_name:ident $cs_file:ident $cs_type:tt;)* }
     curved_d2 { $($up:ident $up_name:ident $up_kind:ident;)* }
     curved_d3 { $($us:ident $us_name:ident $us_kind:ident;)* }) => {
        forward!(@one Shape2 DVec2 V2 of_2d [$($cp)* CustomParts] [$($b)* $($bb)* $($bp)* $($up)* Rounded Scaled Custom]);
        forward!(@one Shape3 DVec3 V3 of_3d [$($cs)* CustomParts] [$($b)* $($s)* $($bb)* $($bs)* $($us)* Rounded Scaled Custom]);
    };
    (@one $Any:ident $Wide:ident $V:ident $content:ident [$($Parts:ident)*] [$($Shape:ident)*]) => {
        impl AnyShape for $Any {
            type Vector = $Wide;

            fn deform(&self) -> &dyn Deform<Self> {
                match self {
                    $(Self::$Shape(a) => a,)*
                    $(Self::$Parts(a) => a,)*
                }
            }
        }

        impl WideShape for $Any {
            type Precise = $V<DoubleDouble>;
        }

        impl DynamicShape for $Any {
            fn kind(&self) -> &dyn Kind<Self> {
                match self {
                    $(Self::$Shape(a) => a,)*
                    $(Self::$Parts(a) => a,)*
                }
            }

            fn as_composite(&self) -> Option<&dyn Composite<Self>> {
                match self {
                    $(Self::$Shape(_) => None,)*
                    $(Self::$Parts(a) => Some(a),)*
                }
            }

            fn content<N: Field>(&self, number: &impl Fn(f64) -> N) -> Option<Content<Over<Self, N>>> {
                content::$content(self, number)
            }

            fn shared(&self) -> Option<Shared<'_, Self>> {
                Some(match self {
                    Self::Point(a) => Shared::Point(a),
                    Self::Line(a) => Shared::Line(a),
                    Self::Ray(a) => Shared::Ray(a),
                    Self::Segment(a) => Shared::Segment(a),
                    Self::Plane(a) => Shared::Plane(a),
                    Self::HalfSpace(a) => Shared::HalfSpace(a),
                    Self::Sphere(a) => Shared::Sphere(a),
                    Self::Aabb(a) => Shared::Aabb(a),
                    Self::Obb(a) => Shared::Obb(a),
                    Self::Capsule(a) => Shared::Capsule(a),
                    Self::Ellipsoid(a) => Shared::Ellipsoid(a),
                    Self::Triangle(a) => Shared::Triangle(a),
                    Self::Parallelogram(a) => Shared::Parallelogram(a),
                    Self::Convex(a) => Shared::Convex(a),
                    Self::TaperedCapsule(a) => Shared::TaperedCapsule(a),
                    Self::Voxels(a) => Shared::Voxels(a),
                    Self::Rounded(a) => Shared::Rounded(a),
                    Self::Scaled(a) => Shared::Scaled(a),
                    _ => return None,
                })
            }

            fn name(&self) -> &'static str {
                $Any::name(self)
            }

            fn closest_of_parts(&self, other: &Self) -> Option<Closest<$Wide>> {
                $Any::closest_of_parts(self, other)
            }

            fn contact_over(&self, other: &Self, meets: bool) -> Option<Option<Penetration<Self::Precise>>> {
                $Any::contact_over(self, other, meets)
            }

            fn contact_precisely(&self, other: &Self) -> Result<Option<Penetration<$Wide>>, NoAnswer> {
                $Any::contact_precisely(self, other)
            }

            fn manifold_precisely(&self, other: &Self) -> Result<Option<Manifold<$Wide>>, NoAnswer> {
                $Any::manifold_precisely(self, other)
            }

            fn sweep_precisely(&self, other: &Self, velocity: $Wide, max_t: f64) -> Result<Option<Impact<$Wide>>, NoAnswer> {
                $Any::sweep_precisely(self, other, velocity, max_t)
            }

            fn separated(&self, other: &Self) -> Penetration<$Wide> {
                Separation::separation(self, other)
            }

            fn held(&self, other: &Self, contact: &Penetration<$Wide>) -> Manifold<$Wide> {
                Separation::held_by_parts(self, other, contact)
            }

            fn comes_before(&self, other: &Self) -> bool {
                Separation::precedes(self, other)
            }

            fn precisely_convex(&self) -> Option<Box<dyn AsConvex<Vector = Self::Precise>>> {
                $Any::precisely_convex(self)
            }

            fn add_details(&self, line: &Line<Self::Precise>, hits: &mut [Hit<Self::Precise>]) {
                $Any::add_details(self, line, hits)
            }

            fn translated(&self, by: $Wide) -> Option<Self> {
                self.posed(<$Wide as Vector>::unit_axes(1.0).as_ref(), by).ok()
            }

            fn intersects(&self, other: &Self) -> bool {
                $Any::intersects(self, other)
            }

            fn closest_precisely(&self, other: &Self) -> Closest<$Wide> {
                $Any::closest_precisely(self, other)
            }

            fn signed_distance(&self, p: $Wide) -> f64 {
                $Any::signed_distance(self, p)
            }

            fn is_solid(&self) -> bool {
                $Any::is_solid(self)
            }

            fn closest_over(&self, other: &Self) -> Closest<Self::Precise> {
                $Any::closest_over(self, other)
            }

            fn signed_over(&self, p: Self::Precise) -> DoubleDouble {
                $Any::signed_over(self, p)
            }

            fn spans(&self, line: &Line<Self::Precise>) -> Vec<Span<Self::Precise>> {
                $Any::spans(self, line)
            }

            fn spans_at_any_size(&self, line: &Line<Self::Precise>) -> Vec<Span<Self::Precise>> {
                rescale::spans(self, line)
            }

            fn depth(&self, p: Self::Precise) -> DoubleDouble {
                convex_body::depth(self, p)
            }

            fn polytopes_meet(&self, other: &Self) -> Option<bool> {
                convex_body::polytopes_meet(self, other)
            }

            fn swept_meet(&self, other: &Self, velocity: $Wide, max_t: f64) -> Option<bool> {
                convex_body::swept_meet(self, other, velocity, max_t)
            }

            fn way(&self, other: &Self) -> Option<Closest<$Wide>> {
                convex_body::way(self, other)
            }
        }
    };
}
with_shapes!(forward);
