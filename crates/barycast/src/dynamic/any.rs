//! Shapes of any kind in two or three dimensions, and all queries between any two of them.
//!
//! The matches over [`Shape2`] and [`Shape3`] are generated from the [table](crate::pair::table)
//! and exhaustive: no pair is unsupported at run time. Only queries that are not defined for a pair
//! return [`NoAnswer`].
//!
//! Queries between `Shape2` or `Shape3` are reliable. Intersection tests are
//! [certified](crate::exact::certify): exact for the numbers given, wherever the row says `exact`.
//! Distances, parameters and closest points are computed in double-double precision and rounded
//! once. Contacts, manifolds and sweeps of convex shapes, and distances of meshes, are computed in
//! `f64` with tracked error bounds, and in double-double precision where that does not decide.
//! `closest_precisely`, `contact_precisely`, `manifold_precisely`, `sweep_precisely` and
//! `sweep_turning_precisely` use double-double precision at once. Only these two types have
//! queries: shapes of `f32` are widened first, without loss. For bulk work use the typed shapes,
//! whose kernels run at the speed of the floating-point type.
//!
//! ```
//! use barycast::dynamic::any::Shape3;
//! use barycast::d3::{Capsule, Sphere};
//! use glam::{DVec3, vec3};
//!
//! let ball = Sphere::new(vec3(0.0, 0.0, 0.0), 1.0);
//! let pipe = Capsule::new(vec3(3.0, -1.0, 0.0), vec3(3.0, 1.0, 0.0), 0.5);
//! let (ball, pipe) = (Shape3::from(ball), Shape3::from(pipe));
//! assert_eq!(ball.closest(&pipe).distance, 1.5);
//! ```
#![allow(clippy::unnested_or_patterns, reason = "patterns are made from lists of shapes")]

pub use super::no_answer::NoAnswer;
use crate::dynamic::custom::{AnyConvex, AnyParts};
use crate::pair::table::with_shapes;
use crate::shape::*;
use glam::{DVec2, DVec3};

macro_rules! define_shapes {
    (both { $($b:tt)* } d2 { $($p:tt)* } d3 { $($s:tt)* }
     bodies_both { $($bb:ident $bb_name:ident $bb_kind:ident;)* }
     bodies_d2 { $($bp:ident $bp_name:ident $bp_kind:ident;)* }
     bodies_d3 { $($bs:ident $bs_name:ident $bs_kind:ident;)* }
     composites_d2 { $($cp:ident $cp_name:ident $cp_file:ident [$cp_type:ty];)* }
     composites_d3 { $($cs:ident $cs_name:ident $cs_file:ident [$cs_type:ty];)* }
     curved_d2 $curved2:tt curved_d3 $curved3:tt) => {
        define_shapes!(@one Shape2 DVec2 V2 "Any shape in two dimensions.",
            names [$($bb_name)* $($bp_name)* rounded scaled] [$($cp_name)*]
            { $($cp $cp_name $cp_file [$cp_type];)* CustomParts custom union [AnyParts<Shape2, DVec2>]; }
            $curved2
            [
                $($bb $bb_name $bb_kind [$bb<DVec2>])*
                $($bp $bp_name $bp_kind [$bp<DVec2>])*
                Rounded rounded solid [Rounded<Shape2, f64>]
                Scaled scaled solid [Scaled<Shape2, DVec2>]
                Custom custom solid [AnyConvex<DVec2>]
            ]
            $($b)* $($p)*);
        define_shapes!(@one Shape3 DVec3 V3 "Any shape in three dimensions.",
            names [$($bb_name)* $($bs_name)* rounded scaled] [$($cs_name)*]
            { $($cs $cs_name $cs_file [$cs_type];)* CustomParts custom union [AnyParts<Shape3, DVec3>]; }
            $curved3
            [
                $($bb $bb_name $bb_kind [$bb<DVec3>])*
                $($bs $bs_name $bs_kind [$bs<DVec3>])*
                Rounded rounded solid [Rounded<Shape3, f64>]
                Scaled scaled solid [Scaled<Shape3, DVec3>]
                Custom custom solid [AnyConvex<DVec3>]
            ]
            $($b)* $($s)*);
    };
    // The shapes in brackets are not rows of the table: `composite` handles the first group, `arc` the
    // second, `convex_body` the third. Custom shapes are among them, but have no name in the protocol.
    (@one $Any:ident $Wide:ident $V:ident $doc:literal,
     names [$($body_name:ident)*] [$($parts_name:ident)*]
     { $($Parts:ident $parts:ident $file:ident [$PartsType:ty];)* }
     { $($Curved:ident $curved:ident $curved_kind:ident;)* }
     [$($Body:ident $body:ident $body_kind:ident [$Type:ty])*]
     $($shape:ident $name:ident, $ray:ident $point:ident $kind:ident;)*) => {
        #[doc = $doc]
        #[derive(Clone, Debug)]
        #[allow(missing_docs, reason = "each variant is the shape of its name")]
        #[allow(clippy::large_enum_variant, reason = "a shape of one kind must not need the heap")]
        pub enum $Any {
            $($shape($shape<$Wide>),)*
            $($Parts($PartsType),)*
            $($Curved($Curved<$Wide>),)*
            $($Body($Type),)*
        }

        $(impl From<$Curved<$Wide>> for $Any {
            fn from(shape: $Curved<$Wide>) -> Self {
                Self::$Curved(shape)
            }
        })*

        $(impl From<$PartsType> for $Any {
            fn from(shape: $PartsType) -> Self {
                Self::$Parts(shape)
            }
        })*

        $(impl From<$Type> for $Any {
            fn from(shape: $Type) -> Self {
                Self::$Body(shape)
            }
        })*

        $(impl From<$shape<$Wide>> for $Any {
            fn from(shape: $shape<$Wide>) -> Self {
                Self::$shape(shape)
            }
        })*

        impl $Any {
            /// Names of the convex shapes in the query protocol.
            pub const NAMES: &[&str] = &[$(stringify!($name),)* $(stringify!($body_name)),*];
            /// Those of them that are not rows of the table, and are handled by their parts.
            pub const BODIES: &[&str] = &[$(stringify!($body_name)),*];
            /// Names of the shapes made of parts.
            pub const COMPOSITES: &[&str] = &[$(stringify!($parts_name)),*];
            /// Names of the shapes around an arc of a circle.
            pub const CURVED: &[&str] = &[$(stringify!($curved)),*];

            /// Returns the shape's name in the query protocol; `custom` for custom shapes.
            #[must_use]
            pub const fn name(&self) -> &'static str {
                match self {
                    $(Self::$shape(_) => stringify!($name),)*
                    $(Self::$Parts(_) => stringify!($parts),)*
                    $(Self::$Curved(_) => stringify!($curved),)*
                    $(Self::$Body(_) => stringify!($body),)*
                }
            }
        }
    };
}
with_shapes!(define_shapes);
