//! Shapes of `f32` as shapes of `f64`.

use super::table::with_shapes;
use crate::shape::*;
use glam::{DVec2, DVec3, Vec2, Vec3, Vec3A};

macro_rules! as_f64 {
    (both { $($b:ident $b_name:ident, $b_ray:ident $b_point:ident $b_kind:ident;)* } d2 {}
     d3 { $($s:ident $s_name:ident, $s_ray:ident $s_point:ident $s_kind:ident;)* }
     bodies_both { $($bb:ident $bb_name:ident $bb_kind:ident;)* }
     bodies_d2 { $($bp:ident $bp_name:ident $bp_kind:ident;)* }
     bodies_d3 { $($bs:ident $bs_name:ident $bs_kind:ident;)* }
     composites_d2 { $($cp:ident $cp_name:ident $cp_file:ident $cp_type:tt;)* }
     composites_d3 { $($cs:ident $cs_name:ident $cs_file:ident $cs_type:tt;)* }
     curved_d2 { $($up:ident $up_name:ident $up_kind:ident;)* }
     curved_d3 { $($us:ident $us_name:ident $us_kind:ident;)* }) => {
        as_f64!(@each DVec2 Vec2, $($b)* $($bb)* $($bp)* $($up)*);
        as_f64!(@each DVec3 Vec3, $($b)* $($s)* $($bb)* $($bs)* $($us)*);
        as_f64!(@each DVec3 Vec3A, $($b)* $($s)* $($bb)* $($bs)* $($us)*);
        $(as_f64!(@list $cp DVec2 Vec2);)*
        $(as_f64!(@list $cs DVec3 Vec3);)*
        $(as_f64!(@list $cs DVec3 Vec3A);)*
    };
    (@each $Wide:ident $V:ident, $($shape:ident)*) => {$(
        impl $shape<$V> {
            /// Returns the same shape over `f64`. Nothing is rounded.
            #[must_use]
            pub fn as_f64(&self) -> $shape<$Wide> {
                self.lift(&f64::from)
            }
        }
    )*};
    // Made of shapes of any kind, which are of `f64`.
    (@list Compound $Wide:ident $V:ident) => {};
    (@list Sector $Wide:ident $V:ident) => { as_f64!(@each $Wide $V, Sector); };
    (@list $shape:ident $Wide:ident $V:ident) => {
        impl $shape<$V> {
            /// Returns the same shape over `f64`. Nothing is rounded.
            #[must_use]
            pub fn as_f64(&self) -> $shape<$Wide> {
                self.widened()
            }
        }
    };
}
with_shapes!(as_f64);
