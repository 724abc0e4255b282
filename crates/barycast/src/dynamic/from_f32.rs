//! Shapes of `f32` as shapes of any kind. Every number is widened to `f64`, so nothing is rounded.

use super::any::{Shape2, Shape3};
use crate::pair::table::with_shapes;
use crate::shape::*;
use glam::{Vec2, Vec3, Vec3A};

macro_rules! from_f32 {
    (both { $($b:ident $b_name:ident, $b_ray:ident $b_point:ident $b_kind:ident;)* } d2 {}
     d3 { $($s:ident $s_name:ident, $s_ray:ident $s_point:ident $s_kind:ident;)* }
     bodies_both { $($bb:ident $bb_name:ident $bb_kind:ident;)* }
     bodies_d2 { $($bp:ident $bp_name:ident $bp_kind:ident;)* }
     bodies_d3 { $($bs:ident $bs_name:ident $bs_kind:ident;)* }
     composites_d2 { $($cp:ident $cp_name:ident $cp_file:ident $cp_type:tt;)* }
     composites_d3 { $($cs:ident $cs_name:ident $cs_file:ident $cs_type:tt;)* }
     curved_d2 { $($up:ident $up_name:ident $up_kind:ident;)* }
     curved_d3 { $($us:ident $us_name:ident $us_kind:ident;)* }) => {
        from_f32!(@each Shape2 Vec2, $($b)* $($bb)* $($bp)* $($up)*);
        from_f32!(@each Shape3 Vec3, $($b)* $($s)* $($bb)* $($bs)* $($us)*);
        from_f32!(@each Shape3 Vec3A, $($b)* $($s)* $($bb)* $($bs)* $($us)*);
        $(from_f32!(@list $cp Shape2 Vec2);)*
        $(from_f32!(@list $cs Shape3 Vec3);)*
        $(from_f32!(@list $cs Shape3 Vec3A);)*
    };
    (@each $Any:ident $V:ident, $($shape:ident)*) => {$(
        impl From<$shape<$V>> for $Any {
            fn from(shape: $shape<$V>) -> Self {
                Self::$shape(shape.as_f64())
            }
        }
    )*};
    (@list Compound $Any:ident $V:ident) => {};
    (@list $shape:ident $Any:ident $V:ident) => { from_f32!(@each $Any $V, $shape); };
}
with_shapes!(from_f32);
