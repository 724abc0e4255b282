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
use crate::pair::table::with_dimensions;
use crate::shape::*;
use glam::{DVec2, DVec3};

macro_rules! define_shapes {
    ($Any:ident $Wide:ident $V:ident $dim:ident $narrow:tt
     rows { $($row:ident $row_name:ident $r:tt;)* } bodies { $($body:ident $body_name:ident $b:tt;)* }
     curved { $($Curved:ident $curved:ident $c:tt;)* } composites { $($Parts:ident $parts:ident [$file:ident [$Type:ty]];)* }) => {
        define_shapes!(@one $Any [$($row_name)*] [$($body_name)* rounded scaled] [$($curved)*] [$($parts)*]
            $($row $row_name [$row<$Wide>];)*
            $($Parts $parts [$Type];)*
            $($Curved $curved [$Curved<$Wide>];)*
            $($body $body_name [$body<$Wide>];)*
            CustomParts custom [AnyParts<$Any, $Wide>];
            Rounded rounded [Rounded<$Any, f64>];
            Scaled scaled [Scaled<$Any, $Wide>];
            Custom custom [AnyConvex<$Wide>];
        );
    };
    // Custom shapes have no name in the protocol.
    (@one $Any:ident [$($row_name:ident)*] [$($body_name:ident)*] [$($curved_name:ident)*] [$($parts_name:ident)*]
     $($Shape:ident $name:ident [$Type:ty];)*) => {
        #[doc = concat!("Any shape in ", define_shapes!(@in $Any), " dimensions.")]
        #[derive(Clone, Debug)]
        #[allow(missing_docs, reason = "each variant is the shape of its name")]
        #[allow(clippy::large_enum_variant, reason = "a shape of one kind must not need the heap")]
        pub enum $Any {
            $($Shape($Type),)*
        }

        $(impl From<$Type> for $Any {
            fn from(shape: $Type) -> Self {
                Self::$Shape(shape)
            }
        })*

        impl $Any {
            /// Names of the convex shapes in the query protocol.
            pub const NAMES: &[&str] = &[$(stringify!($row_name),)* $(stringify!($body_name)),*];
            /// Those of them that are not rows of the table, and are handled by their parts.
            pub const BODIES: &[&str] = &[$(stringify!($body_name)),*];
            /// Names of the shapes made of parts.
            pub const COMPOSITES: &[&str] = &[$(stringify!($parts_name)),*];
            /// Names of the shapes around an arc of a circle.
            pub const CURVED: &[&str] = &[$(stringify!($curved_name)),*];

            /// Returns the shape's name in the query protocol; `custom` for custom shapes.
            #[must_use]
            pub const fn name(&self) -> &'static str {
                match self {
                    $(Self::$Shape(_) => stringify!($name),)*
                }
            }
        }
    };
    (@in Shape2) => { "two" };
    (@in Shape3) => { "three" };
}
with_dimensions!(define_shapes);

/// Writes items for both dimensions. In their text, `Any` is the enum, `V` the vector, and `W` the
/// angular velocity.
macro_rules! in_both_dimensions {
    (@one [$Any:ty, $V:ty, $W:ty] $($item:tt)*) => {
        const _: () = {
            #[allow(dead_code, reason = "not every text names all types")]
            type W = $W;
            #[allow(dead_code, reason = "not every text names all types")]
            type V = $V;
            type Any = $Any;
            $($item)*
        };
    };
    ($($item:tt)*) => {
        $crate::dynamic::any::in_both_dimensions! {
            @one [$crate::dynamic::any::Shape2, glam::DVec2, f64] $($item)*
        }
        $crate::dynamic::any::in_both_dimensions! {
            @one [$crate::dynamic::any::Shape3, glam::DVec3, glam::DVec3] $($item)*
        }
    };
}
pub(crate) use in_both_dimensions;
